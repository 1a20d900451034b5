"""The chance that none of several opponents has a hole of a list: exact, or by random deals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from operator import mul

import numpy as np

from ..dealing.deck import deal
from ..signatures import F64, U8
from ..threads import pieces
from .disjoint import disjoint_sets

_DEALS = 1 << 16  # at once
_SIMPLE = 10_000  # the largest denominator


def nobody_has(
    live: Sequence[int], holes: U8, weights: Sequence[float], most: int
) -> list[Fraction] | None:
    """The chances that none of 1 to ``most`` opponents has a hole of two cards of a list.

    By inclusion and exclusion over sets of disjoint holes of the list; or by sets of all other
    holes, if these are fewer. None if there are too many for ``disjoint_sets``.

    ``live``: the cards that opponents may have. ``holes``: ``(2, m)`` of these, each once.
    ``weights``: the probability, 0 to 1, that a hole counts if a player has it.
    """
    exact = [*map(_exact, weights)]
    deals = [*accumulate((math.comb(len(live) - 2 * k, 2) for k in range(most)), mul, initial=1)]
    if 2 * holes.shape[1] <= math.comb(len(live), 2):
        sets = disjoint_sets(holes, exact, most)
        if sets is None:
            return None
        all_have = [math.factorial(k) * weight / deals[k] for k, weight in enumerate(sets)]
        return [
            sum((math.comb(n, k) * (-1) ** k * all_have[k] for k in range(n + 1)), Fraction(0))
            for n in range(1, most + 1)
        ]
    rest = np.ones((52, 52), object)
    for (a, b), weight in zip(holes.T.tolist(), exact, strict=True):
        rest[a, b] = rest[b, a] = 1 - weight
    others = [(a, b) for a in live for b in live if a < b and rest[a, b]]
    left = np.array(others, np.uint8).reshape(-1, 2).T
    sets = disjoint_sets(left, [Fraction(rest[hole]) for hole in others], most)
    if sets is None:
        return None
    return [math.factorial(n) * sets[n] / deals[n] for n in range(1, most + 1)]


def nobody_sampled(
    dead: Sequence[int], holes: U8, weights: F64, most: int, deals: int, seed: int
) -> tuple[F64, F64]:
    """The same for holes of any size, by random deals: chances and standard errors, ``(most,)``.

    ``holes``: ``(k, m)``.
    """
    from .disjoint_kernels import add_deals

    size = len(holes)
    choose = np.array([[math.comb(card, k + 1) for card in range(52)] for k in range(size)])
    misses = np.ones(math.comb(52, size))
    ranks = np.take_along_axis(choose, np.sort(holes, axis=0).astype(np.int64), axis=1).sum(axis=0)
    misses[ranks] -= weights
    sums, squares = np.zeros(most), np.zeros(most)
    for start, stop in pieces(0, deals, _DEALS):
        dealt = deal(stop - start, most * size, seed=seed, first=start, dead=dead)
        add_deals(dealt, choose, misses, sums, squares)
    mean = sums / deals
    return mean, np.sqrt(np.maximum(squares / deals - mean**2, 0) / max(deals - 1, 1))


def _exact(weight: float) -> Fraction:
    """The simple fraction that a number stands for, such as 1/3; otherwise its decimals."""
    simple = Fraction(weight).limit_denominator(_SIMPLE)
    return simple if float(simple) == weight else Fraction(repr(weight))
