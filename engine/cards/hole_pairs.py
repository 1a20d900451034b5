"""Pairs of holes by the ones that stand for them: keys of the table of all match-ups."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .holes import HOLES, hole_cards
from .suit_symmetry import hole_images

Ints = npt.NDArray[np.int64]


class PairKeys(NamedTuple):
    """The match-ups that stand for pairs of holes, ``(n,)`` each.

    Where ``swapped``, the first of the pair stands as the villain: wins and losses change places.
    """

    hero: Ints
    villain: Ints
    swapped: npt.NDArray[np.bool_]


def pair_keys(first: npt.ArrayLike, second: npt.ArrayLike) -> PairKeys:
    """Which of the 47,008 match-ups each pair of disjoint holes is: 2 million a second.

    The hero has the higher ranks. Of all ways to permute the suits, and of both orders where the
    ranks are the same, the one with the smallest numbers stands for all.

    Parameters
    ----------
    first, second : (n,) integer
        Holes 0..1325 without a common card, which is not checked.
    """
    one, other = np.asarray(first, np.int64), np.asarray(second, np.int64)
    cards = hole_cards().astype(np.int64)
    ranks = (cards >> 2) @ np.array([1, 13])  # of the higher card first
    nothing = HOLES * HOLES
    best = np.full((2, len(one)), nothing)
    for image in hole_images().astype(np.int64):
        a, b = image[one], image[other]
        np.minimum(best[0], a * HOLES + b, out=best[0])
        np.minimum(best[1], b * HOLES + a, out=best[1])
    best[0, ranks[one] < ranks[other]] = nothing
    best[1, ranks[other] < ranks[one]] = nothing
    swapped = best[1] < best[0]
    hero, villain = np.divmod(best.min(axis=0), HOLES)
    return PairKeys(hero, villain, swapped)
