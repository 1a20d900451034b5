"""What an exact equity is estimated to take: few holes are best listed, many are best swept over.

Costs are medians on one core of the reference machine: of 64 to 2,000 random tuples of 2 to 10
holes, of 20,000 rivers with 4 to 1,326 holes, of 1.6 million pairs that are listed. They hold to a
factor of two or so, and decide nothing but which way is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb, factorial, prod
from typing import Literal

import numpy as np

from ..cards.holes import hole_cards
from ..threads import worker_count
from .situation import Situation, groups, keeping

MOST_TUPLES = 10_000_000  # that are listed: 0.3 to 1 GB
_FEW_TUPLES = 5_000  # that are listed, in 1 ms, to know of how many kinds they are
_NO_TIME = 0.001

# Seconds
_TUPLE = (16e-6, 11e-6, 3e-6, 0.45e-6, 0.2e-6, 0.13e-6)  # by board cards, for each player
_RIVER, _SWEPT_HOLE = 0.4e-6, 0.010e-6
_LISTED, _IMAGE = 20e-9, 4e-9  # a tuple; a hole of it under one permutation


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
    """The exact ways, the quickest first, in the same order for any number of threads.

    Only that by holes, where it takes no time. Those beyond ``MOST_TUPLES`` come last.
    """
    ways = [_by_holes(situation)]
    if ways[0].seconds > _NO_TIME:
        ways.append(_by_boards(situation))
    return quickest_first(ways, threads)


def quickest_first(ways: Sequence[Way], threads: int) -> list[Way]:
    """The ways in order, those out of reach last, with their seconds on so many threads."""
    workers = worker_count(threads)
    ordered = sorted(ways, key=lambda way: (not way.within_reach, way.seconds))
    return [replace(way, seconds=way.seconds / workers) for way in ordered]


def _by_holes(situation: Situation) -> Way:
    players, images = situation.players, len(situation.permutations)
    tuples = _tuples(situation, range(players))
    if tuples <= _FEW_TUPLES:
        tuples, units = len(situation.kinds.weights), len(situation.kinds.holes)
    else:
        suits = situation.permutations
        for weights in situation.ranges:
            suits = keeping(weights, suits)
        alike = Counter(weights.tobytes() for weights in situation.ranges).values()
        units = 1 + int(tuples / len(suits) / prod(map(factorial, alike)))
    seconds = units * players * _TUPLE[len(situation.board)]
    seconds += tuples * (_LISTED + players * images * _IMAGE)
    return Way("holes", int(tuples), units, seconds, tuples <= MOST_TUPLES)


def _by_boards(situation: Situation) -> Way:
    sweep, left = situation.sweep, len(situation.unseen)
    rivers = comb(left, 5 - len(situation.board))
    tuples = _tuples(situation, sweep.others)
    if tuples <= _FEW_TUPLES:
        kinds = situation.other_kinds
        tuples = len(kinds.weights)
        units = int(
            sum(
                len(of_kinds) * rivers / len(group)
                for of_kinds, group in groups(kinds, sweep.alike)
            )
        )
    else:
        units = int(tuples * rivers / len(sweep.both_alike))
    swept = (situation.ranges[[sweep.first, sweep.second]] > 0).any(axis=0)
    live = int(swept.sum()) * comb(left - 5, 2) / comb(left, 2)
    seconds = units * (_RIVER + live * _SWEPT_HOLE)
    return Way("boards", int(tuples), units, seconds, tuples <= MOST_TUPLES)


def _tuples(situation: Situation, players: Sequence[int]) -> float:
    """About how many tuples of disjoint holes there are.

    As if no two players' having a card in common told anything of two others.
    """
    tuples = float(prod(len(situation.holes[player]) for player in players))
    if tuples <= _FEW_TUPLES:
        return tuples
    for one, other in combinations(players, 2):
        both = np.stack([situation.ranges[one] > 0, situation.ranges[other] > 0])
        first, second = (np.bincount(hole_cards()[own].ravel(), minlength=52) for own in both)
        sharing = first @ second - both.all(axis=0).sum()
        tuples *= 1 - float(sharing) / (len(situation.holes[one]) * len(situation.holes[other]))
    return tuples
