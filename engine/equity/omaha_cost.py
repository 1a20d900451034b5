"""What an exact equity in Omaha is estimated to take: few holes are listed, many are swept.

Costs are those of one core of the reference machine. They hold to a factor of two or so, and decide
nothing but which way is taken.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import comb, factorial
from typing import Literal

from ..threads import worker_count
from .omaha_exact import few_of, swept_players
from .omaha_situation import Situation, tuples_about

MOST_TUPLES = 2_000_000  # that are listed: 0.3 GB
_MOST_HOLES = 40_000  # that have tables of their own: 1.2 GB
_MOST_BYTES = 2 << 30  # that a sweep takes

# Seconds
_RIVER, _RANGED, _OTHER = 20e-9, 7e-9, 2e-9  # a deal of two players, of each other, of each low
_TABLES = 0.3e-3  # of a hole
_LISTED, _IMAGE = 0.2e-6, 0.15e-6  # a tuple; under one permutation
_SWEPT_RIVER, _CLASSED = 8e-6, 8e-9
_SWEPT = {4: 55e-9, 5: 130e-9, 6: 350e-9}  # a hole, by the cards of it
_MET = 1e-9  # a pair of holes
_LOWS = 8  # how many times as long the sweeps of halves take


@dataclass(frozen=True)
class Way:
    """An exact way to the result."""

    # ``holes``: each kind of tuples of the players' holes is gone through by itself; ``boards``:
    # the two largest ranges are met on each board at once, beside each tuple of the others'.
    by: Literal["holes", "boards"]
    tuples: int  # how many tuples of holes are listed, about
    units: int  # how many kinds of tuples, or boards, are gone through, about
    seconds: float  # what it takes, about
    within_reach: bool  # whether there is memory for it


def ways_of(situation: Situation, *, threads: int = 1) -> list[Way]:
    """The exact ways, the quickest first, those that are out of reach last."""
    ways = [_by_holes(situation)]
    if ways[0].units > 1:
        ways.append(_by_boards(situation))
    workers = worker_count(threads)
    ways.sort(key=lambda way: (not way.within_reach, way.seconds))
    return [replace(way, seconds=way.seconds / workers) for way in ways]


def _by_holes(situation: Situation) -> Way:
    p, images = situation.players, len(situation.permutations)
    tuples = tuples_about(situation, range(p))
    holes = sum(situation.sizes)
    within_reach = tuples <= MOST_TUPLES and holes <= _MOST_HOLES
    alike = len(situation.kept) if within_reach else 1
    units = max(1.0, tuples / alike)
    if len({id(of) for of in situation.ranges}) == 1:
        units = max(1.0, units / factorial(p))
    deal = _RIVER + (p - 2) * _RANGED + p * situation.rule.halves * _OTHER
    seconds = units * situation.boards * deal + holes * _TABLES
    seconds += tuples * (_LISTED + p * images * _IMAGE)
    return Way("holes", int(tuples), int(units), seconds, within_reach)


def _by_boards(situation: Situation) -> Way:
    swept, others = swept_players(situation)
    tuples, k = tuples_about(situation, others), situation.rule.hole
    holes = sum(situation.sizes[player] for player in swept)
    sets = sum(comb(len(situation.unseen), size) for size in range(k))
    bytes_of = 16 * sets + holes * (4 * 2**k + k * k + 40)
    within_reach = bytes_of <= _MOST_BYTES and tuples <= MOST_TUPLES
    alike = len(situation.kept) if within_reach else 1
    rivers = comb(len(situation.unseen), 5 - len(situation.board)) / alike
    live = holes * comb(len(situation.unseen) - k, 5) / comb(len(situation.unseen), 5)
    if few_of(situation, swept) < 0:
        swept_once = live * _SWEPT[k] * (_LOWS if situation.rule.halves else 1)
    else:
        swept_once = min(situation.sizes[player] for player in swept) * live * _MET
    seconds = rivers * (_SWEPT_RIVER + holes * _CLASSED + tuples * swept_once)
    return Way("boards", int(tuples), int(rivers * tuples), seconds, within_reach)
