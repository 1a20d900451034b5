"""The top x % of the starting hands by a ranking: whole ties, and what is left of the percentage.

Sums are of exact fractions: 15 % of 1,326 combos are 198.9, and no rounding error decides whether
a hand still fits.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt

from ..cards.holes import HANDS, hand_combos, hand_of_hole
from ..given import plain_float, shown
from .scanner import RangeError

Ranking = npt.NDArray[np.float64]
Percent = int | float | str | Fraction


def top_range(ranking: Ranking, percent: Percent, above: Percent = 0) -> npt.NDArray[np.float64]:
    """The weights of the top ``percent`` of the hands, less those of the top ``above``.

    Whole ties in rank order, while the total is at most that percentage of 1,326 combos, or of
    those that the deck has, and the next hand, or tie of hands, with the weight that fills it.

    Parameters
    ----------
    ranking : (169,) float64
        A value for each hand in the order of ``HANDS``, the higher the better. Equal values tie.
        Hands that the deck does not have are ``-inf``.
    percent, above : int, float, str or Fraction
        0 to 100, exactly as written: ``"15.1"`` and 15.1 are 151/10. The larger of the two is the
        end of the range.

    Returns
    -------
    (1326,) float64
        By ``hole_id``, 0 to 1.

    Raises
    ------
    RangeError
        If a percentage is not in 0..100, or the ranking is not 169 numbers.

    Examples
    --------
    >>> ranking = np.linspace(1, 0, 169)  # as if the grid, row by row, were the order
    >>> round(float(top_range(ranking, 1).sum()), 2)  # AA, AKs and 3.26 of the 4 combos of AQs
    13.26
    """
    values = np.asarray(ranking, np.float64)
    tie, sizes = _ties(-values)
    in_deck = np.isfinite(values)
    return np.where(in_deck, tie_shares(sizes, percent, above)[tie], 0.0)[hand_of_hole()]


def tie_shares(
    sizes: npt.NDArray[np.int64], percent: Percent, above: Percent = 0
) -> npt.NDArray[np.float64]:
    """The weight of each tie of a ranking, ``(n,)``, where ``sizes`` are the holes in each.

    The best is the first. Percentages and errors are those of :func:`top_range`.
    """
    low, high = sorted((_fraction(above), _fraction(percent)))
    before, before_share = _cut(sizes, low)
    after, after_share = _cut(sizes, high)
    shares = np.zeros(len(sizes) + 1)  # one more, for a cut behind the last
    shares[before:after] = 1.0
    shares[after] = float(after_share)
    last = after_share if before == after else Fraction(1)
    shares[before] = float(last - before_share)
    return shares[:-1]


def hole_places(ranking: Ranking) -> npt.NDArray[np.float64]:
    """The place of each hole in a ranking: the share of all (1,326 of 52 cards) that it is above.

    Holes that tie, as those of one hand do, are in the middle of their tie, so that each half of
    them counts as below. The places, ``(1326,)``, are above 0 for the worst and below 1 for the
    best; the average is 1/2. A ranking is as in :func:`top_range`, with the same error.
    """
    tie, sizes = _ties(ranking)
    places: npt.NDArray[np.float64] = (np.cumsum(sizes) - sizes / 2) / sizes.sum()
    return places[tie][hand_of_hole()]


def _ties(values: Ranking) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.int64]]:
    """Which tie each hand is in, the smallest value first, and how many holes each tie has."""
    in_deck = ~np.isinf(values)
    if values.shape != (len(HANDS),) or np.isnan(values).any() or not in_deck.any():
        raise RangeError(f"a ranking is {len(HANDS)} finite numbers; this has {values.shape}")
    found, tie = np.unique(values, return_inverse=True)
    return tie, np.bincount(tie, hand_combos() * in_deck, minlength=len(found)).astype(np.int64)


def _about(percent: Percent) -> float:
    return plain_float(percent, finite=False) if isinstance(percent, str) else float(percent)


def _fraction(percent: Percent) -> Fraction:
    try:
        about = _about(percent)
        # What is 0 as a float is none: the exact fraction of 1e-999999999 would take all memory.
        exact = Fraction(str(percent)) if 0 < about <= 100 else Fraction(0)
    except ValueError as error:
        raise RangeError(f"{shown(percent)} is not a percentage; give a number 0 to 100") from error
    if not 0 <= about <= 100:
        raise RangeError(f"{percent} percent is not in 0..100")
    return exact


def _cut(sizes: npt.NDArray[np.int64], percent: Fraction) -> tuple[int, Fraction]:
    """How many groups are whole within a percentage of all combos, and the share of the next."""
    totals = np.cumsum(sizes)
    budget = percent * int(totals[-1]) / 100
    whole = int(np.searchsorted(totals, int(budget), side="right"))
    if whole == len(sizes):
        return whole, Fraction(0)
    left = budget - (int(totals[whole - 1]) if whole else 0)
    return whole, left / int(sizes[whole])
