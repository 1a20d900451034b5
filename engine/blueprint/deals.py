"""Deals of the board: the holes that can be held, their order at showdown, and their buckets."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from ..cards.holes import HANDS, hand_of_hole, hole_bits, hole_cards
from ..hands.evaluate import class_ids
from ..signatures import I64, U8, U16, frozen
from ..solving.dealing import LOWEST_CLASS
from ..solving.lane_steps import LANES
from ..solving.showdown_steps import CARDS
from ..solving.street_kernels import order_hands
from .first_kernels import Meetings
from .walk_kernels import Dealing

BOARD = 5
HOLES_BESIDE = 1081  # of a whole board
HOLES_APART = 990  # that share no card with a given one of these


@dataclass(frozen=True)
class Deal:
    """A deal of the whole board.

    Attributes
    ----------
    cards : (h, 2) uint8
        The holes that share no card with the board. Two holes that share a card cannot meet.
    strength : (h,) uint16
        The higher, the better at the showdown.
    buckets : (s, h) int
        The bucket of each hole on each street, from 0 on: all that its holder's strategy knows.
    """

    cards: U8
    strength: U16
    buckets: npt.NDArray[np.integer]


def width_of(holes: int) -> int:
    """The length of a row of numbers by hole."""
    return -(-holes // LANES) * LANES


def require_buckets(buckets: npt.NDArray[np.integer], there: int) -> None:
    """Raise ValueError for buckets out of range: kernels would write outside of their tables."""
    least, most = (int(end) for end in (buckets.min(initial=0), buckets.max(initial=0)))
    if least < 0 or most >= there:
        raise ValueError(f"there is a bucket {least if least < 0 else most}: give 0 to {there - 1}")


def dealing_of(deal: Deal) -> Dealing:
    """The deal in the form that the kernel takes."""
    order = np.argsort(deal.strength, kind="stable")
    holes, streets = len(order), len(deal.buckets)
    cards, strength = deal.cards[order], deal.strength[order]
    hands = np.full((1, 2), holes)
    card_start = np.empty((1, 2, CARDS + 1), np.int64)
    holding, places = np.empty(4 * holes, np.int32), np.empty((2 * holes, 6), np.int16)
    start = np.array([[0, holes]])
    twice = np.concatenate([cards, cards]), np.concatenate([strength, strength])
    order_hands(start, hands, *twice, card_start, holding, places)
    card_start[0, 1] -= card_start[0, 1, 0]
    local = np.zeros((streets, width_of(holes)), np.int32)
    bucket = np.zeros_like(local)
    buckets = np.zeros(streets, np.int64)
    for street, bucket_of in enumerate(deal.buckets):
        those, local[street, :holes] = np.unique(bucket_of[order], return_inverse=True)
        bucket[street, : len(those)] = those
        buckets[street] = len(those)
    return frozen(
        Dealing(
            hands,
            cards,
            card_start,
            holding[: 2 * holes].copy(),
            places[:holes].copy(),
            local,
            bucket,
            buckets,
        )
    )


def meetings_of(outcomes: I64 | None = None) -> Meetings:
    """How starting hands meet on a whole board, in the form that training takes.

    ``outcomes``: (169, 169, 3) int64, how often the first wins, loses and ties, over all boards and
    all holes of two hands; not needed if nobody can be all in before the flop.
    """
    hand, bits = hand_of_hole(), hole_bits()
    pairs = np.zeros((len(HANDS), len(HANDS)))
    for hole in range(len(bits)):
        np.add.at(pairs[hand[hole]], hand[bits & bits[hole] == 0], 1)
    # The share of all pairs of holes that fit beside one board.
    often = HOLES_BESIDE * HOLES_APART / pairs.sum()
    won = np.zeros_like(pairs)
    if outcomes is not None:
        won = (outcomes[:, :, 0] - outcomes[:, :, 1]) / comb(CARDS - 4, BOARD)
    return frozen(Meetings(*((of * often).astype(np.float32) for of in (pairs, won))))


def draw_boards(seed: int, batch: int, count: int) -> U8:
    """Random whole boards, each ordered as flop, turn, river: ``(count, 5)``, fixed by the seed."""
    rng = np.random.default_rng([seed, batch])
    return rng.random((count, CARDS)).argsort(axis=1)[:, :BOARD].astype(np.uint8)


def holes_beside(boards: U8) -> U16:
    """The holes that share no card with each board: ``(n, 1081)``, ascending."""
    bits = np.bitwise_or.reduce(np.left_shift(np.uint64(1), boards.astype(np.uint64)), axis=1)
    hole = np.nonzero((hole_bits()[None] & bits[:, None]) == 0)[1]
    return hole.reshape(len(boards), -1).astype(np.uint16)


def strengths_on(boards: U8, holes: U16) -> U16:
    """The strengths of holes ``(n, h)`` on boards ``(n, 5)``: the higher, the better."""
    hands = np.empty((*holes.shape, 2 + BOARD), np.uint8)
    hands[..., :2], hands[..., 2:] = hole_cards()[holes], boards[:, None]
    strengths = LOWEST_CLASS - class_ids(hands.reshape(-1, 2 + BOARD), layout="rows").astype(
        np.int64
    )
    return strengths.astype(np.uint16).reshape(holes.shape)
