"""Deals of the board: the holes that can be held, which is better, and their buckets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..signatures import U8, U16, frozen
from ..solving.lane_steps import LANES
from ..solving.showdown_steps import CARDS
from ..solving.street_kernels import order_hands
from .walk_kernels import Dealing


@dataclass(frozen=True)
class Deal:
    """A deal of the whole board.

    Attributes
    ----------
    cards : (h, 2) uint8
        The holes that share no card with the board. Two that share a card cannot meet.
    strength : (h,) uint16
        The higher the better, at the showdown.
    buckets : (s, h) int
        On each street the bucket of each hole, from 0 on: who holds it knows no more.
    """

    cards: U8
    strength: U16
    buckets: npt.NDArray[np.integer]


def width_of(holes: int) -> int:
    """How long a row of numbers by hole is."""
    return -(-holes // LANES) * LANES


def dealing_of(deal: Deal) -> Dealing:
    """What the kernel takes of a deal."""
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
    for street, of in enumerate(deal.buckets):
        those, local[street, :holes] = np.unique(of[order], return_inverse=True)
        bucket[street, : len(those)] = those
        buckets[street] = len(those)
    return frozen(
        Dealing(
            hands, cards, card_start, holding[: 2 * holes].copy(), places[:holes].copy(), local,
            bucket, buckets,
        )
    )  # fmt: skip
