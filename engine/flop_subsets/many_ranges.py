"""Thirty-two ranges against each other on all flops at once, exact.

:mod:`..equity.all_flops` has two ranges of any weights. Here suits make no difference: all holes of
a hand have one weight, which is 0, 1/2 or 1.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from ..cards.boards import CANONICAL_BOARDS, canonical_boards
from ..cards.holes import HOLES, hand_of_hole, hole_cards, run_outs_of_two
from ..hands.board_tables import board_tables
from ..keys.canonical_rows import board_ids
from ..ranges.scanner import RangeError
from ..threads import over_tasks, worker_count

RANGES = 32
_HANDS = 169
_FLOPS = CANONICAL_BOARDS[3]

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ManyEquities:
    """Ranges against each other, and hands against the first of them, on every canonical flop.

    Numbers are means over the flops that are the same up to suits, by ``board_id``. Deals are pairs
    of holes without a common card, each the product of its weights; all have as many run-outs.
    """

    # (1755, 32, 32) float64, ``[flop, hero, villain]``; the equity is 0 where there are no deals
    equity: Numbers
    deals: Numbers
    # (1755, 169) float64, ``[flop, hand]``, in the order of ``HANDS``
    hand_equity: Numbers
    hand_deals: Numbers


def many_flop_equities(hand_weights: npt.ArrayLike, *, threads: int = 0) -> ManyEquities:
    """Thirty-two ranges against each other on all flops: 9 s on one thread.

    ``hand_weights``: (32, 169) float64, 0, 0.5 or 1 for each hand in the order of ``HANDS``. Raises
    RangeError if these are not 32 ranges of such weights.
    """
    given = np.asarray(hand_weights, np.float64)
    if given.shape != (RANGES, _HANDS):
        raise RangeError(f"hand weights have shape {given.shape}: give ({RANGES}, {_HANDS})")
    if not np.isin(given, (0, 0.5, 1)).all():
        wrong = given[~np.isin(given, (0, 0.5, 1))][0]
        raise RangeError(f"a hand has weight {wrong}: give 0, 0.5 or 1")
    doubled = 2 * given.T
    points, hand_points = _points(doubled.astype(np.float32), threads)
    deals, hand_deals = _deals(doubled[hand_of_hole()])
    run_outs = 2 * run_outs_of_two(3, 2)
    return ManyEquities(
        _ratio(points, run_outs * deals),
        deals / 4,
        _ratio(hand_points, run_outs * hand_deals),
        hand_deals / 2,
    )


def _points(hand_weights: npt.NDArray[np.float32], threads: int) -> tuple[Numbers, Numbers]:
    """Two for each deal that is won and one for each that is tied: of ranges, and of hands."""
    from .many_ranges_kernels import meet_on_flops

    rivers, weight = canonical_boards(5), canonical_boards(3).weight
    weights = np.ascontiguousarray(hand_weights[hand_of_hole()])
    shares = worker_count(threads)
    bounds = [len(rivers.weight) * share // shares for share in range(shares + 1)]

    def work(share: int) -> tuple[Numbers, Numbers]:
        found = np.zeros((_FLOPS, RANGES, RANGES)), np.zeros((_FLOPS, _HANDS))
        meet_on_flops(
            rivers.cards, rivers.weight, _flops_of_rivers(), board_tables(), weights,
            np.ascontiguousarray(hand_weights), bounds[share], bounds[share + 1], *found,
        )  # fmt: skip
        return found

    points, hand_points = (
        sum(parts) for parts in zip(*over_tasks(work, range(shares), threads), strict=True)
    )
    return points / weight[:, None, None], hand_points / weight[:, None]


@functools.cache
def _flops_of_rivers() -> npt.NDArray[np.int32]:
    """The ``board_id`` of the ten flops that each canonical river has, ``(134459, 10)``."""
    rivers = np.ascontiguousarray(canonical_boards(5).cards.T)
    return np.stack([board_ids(flop) for flop in combinations(rivers, 3)], axis=1).astype(np.int32)


def _deals(weights: Numbers) -> tuple[Numbers, Numbers]:
    """Pairs of disjoint holes with their weights, of ranges, and of hands with the first range.

    ``weights`` is ``(1326, 32)``. What shares a card is taken off for each card; a pair of equal
    holes, which share two, is put back once.
    """
    cards = hole_cards()
    has = (cards[:, :, None] == np.arange(52)).any(axis=1).astype(np.float64)  # (1326, 52)
    dead = has[:, canonical_boards(3).cards].any(axis=2).T  # (1755, 1326)
    live = 1.0 - dead
    with_card = np.stack([live @ (weights * has[:, card, None]) for card in range(52)], axis=1)
    total = live @ weights
    same = live @ (weights[:, :, None] * weights[:, None]).reshape(HOLES, -1)
    deals = total[:, :, None] * total[:, None] - with_card.transpose(0, 2, 1) @ with_card
    of_card = with_card[:, :, 0]
    others = total[:, :1] - of_card @ has.T + weights[:, 0]  # (1755, 1326), beside each hole
    of_hand = (hand_of_hole()[:, None] == np.arange(_HANDS)).astype(np.float64)
    return deals + same.reshape(deals.shape), (live * others) @ of_hand


def _ratio(points: Numbers, most: Numbers) -> Numbers:
    return np.asarray(points / np.where(most > 0, most, 1), np.float64)
