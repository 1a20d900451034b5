"""Weights of ranges: checks, sums, and weights from a ranking of the hands.

The top x % has whole ties, and then a share of the next tie. Sums are exact fractions: 15 % of
1,326 combos are 198.9, and no rounding error decides whether a hand still fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from ..cards.holes import HANDS, HOLES, dead_holes, hand_combos, hand_of_hole
from ..cards.text import format_hand
from ..given import plain_float, shown
from ..signatures import F64, I64
from .scanner import RangeError
from .shapes import hole_names

Ranking = npt.NDArray[np.float64]
Percent = int | float | str | Fraction


def top_range(ranking: Ranking, percent: Percent, above: Percent = 0) -> F64:
    """The weights of the top ``percent`` of the hands, less those of the top ``above``.

    Whole ties are in, in rank order, while the total is at most that percentage of the 1,326
    combos, or of those that the deck has. The next hand, or tie of hands, has the weight that fills
    it.

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


def tie_shares(sizes: I64, percent: Percent, above: Percent = 0) -> F64:
    """The weight of each tie of a ranking, ``(n,)``, best first; ``sizes`` are the holes in each.

    Percentages and errors are those of :func:`top_range`.
    """
    low, high = sorted((_fraction(above), _fraction(percent)))
    before, before_share = _cut(sizes, low)
    after, after_share = _cut(sizes, high)
    shares = np.zeros(len(sizes) + 1)  # one more, for a cut after the last
    shares[before:after] = 1.0
    shares[after] = float(after_share)
    last = after_share if before == after else Fraction(1)
    shares[before] = float(last - before_share)
    return shares[:-1]


def hole_places(ranking: Ranking) -> F64:
    """The place of each hole in a ranking: the share of all holes that rank below it.

    Holes that tie, as those of one hand do, are in the middle of their tie: half of them count as
    below. The places, ``(1326,)``, are above 0 for the worst and below 1 for the best; the average
    is 1/2. The ranking and its error are those of :func:`top_range`.
    """
    tie, sizes = _ties(ranking)
    places: F64 = (np.cumsum(sizes) - sizes / 2) / sizes.sum()
    return places[tie][hand_of_hole()]


def at_least_percents(ranking: Ranking, hands: npt.NDArray[np.integer]) -> F64:
    """The percentage of all holes that are as good as each hole or better, ``(n,)``.

    ``ranking`` has a value for each hand, ``-inf`` for those that the deck does not have. ``hands``
    is the hand of each hole, ``(n,)``. A hole is in the top x % if this is at most x.
    """
    values, tie = np.unique(-ranking, return_inverse=True)
    ties = tie[hands]
    holes = np.bincount(ties[np.isfinite(ranking)[hands]], minlength=len(values))
    percents: F64 = 100.0 * np.cumsum(holes) / holes.sum()
    return np.asarray(percents[ties])


def _ties(values: Ranking) -> tuple[npt.NDArray[np.intp], I64]:
    """Which tie each hand is in, the smallest value first, and how many holes each tie has."""
    in_deck = ~np.isinf(values)
    if values.shape != (len(HANDS),) or np.isnan(values).any() or not in_deck.any():
        raise RangeError(f"a ranking is {len(HANDS)} finite numbers; this has {values.shape}")
    different, tie = np.unique(values, return_inverse=True)
    sizes = np.bincount(tie, hand_combos() * in_deck, minlength=len(different))
    return tie, sizes.astype(np.int64)


def _about(percent: Percent) -> float:
    return plain_float(percent, finite=False) if isinstance(percent, str) else float(percent)


def _fraction(percent: Percent) -> Fraction:
    try:
        about = _about(percent)
        # If it is 0 as a float, take 0: the exact fraction of 1e-999999999 would take all memory.
        exact = Fraction(str(percent)) if 0 < about <= 100 else Fraction(0)
    except ValueError as error:
        raise RangeError(f"{shown(percent)} is not a percentage; give a number 0 to 100") from error
    if not 0 <= about <= 100:
        raise RangeError(f"{percent} percent is not in 0..100")
    return exact


def _cut(sizes: I64, percent: Fraction) -> tuple[int, Fraction]:
    """How many whole ties fit in a percentage of all combos, and the share of the next one."""
    totals = np.cumsum(sizes)
    budget = percent * int(totals[-1]) / 100
    whole = int(np.searchsorted(totals, int(budget), side="right"))
    if whole == len(sizes):
        return whole, Fraction(0)
    left = budget - (int(totals[whole - 1]) if whole else 0)
    return whole, left / int(sizes[whole])


LEAST_WEIGHT = 0.01

Weights = npt.NDArray[np.float64]


def require_weights(weights: Weights) -> None:
    """Raise RangeError unless there are 1,326 weights from 0 to 1."""
    if weights.shape != (HOLES,):
        raise RangeError(f"a range is {HOLES} weights; an array of shape {weights.shape} is not")
    fine = (weights >= 0) & (weights <= 1)
    if not fine.all():
        wrong = int(np.argmin(fine))
        raise RangeError(f"weight {weights[wrong]} of {hole_names()[wrong]} is not in 0..1")


def as_range(weights: npt.ArrayLike) -> Weights:
    """The weights of a range in the form that kernels take: contiguous ``float64``.

    Raises RangeError unless there are 1,326 weights from 0 to 1.
    """
    checked = np.asarray(weights, np.float64, order="C")
    require_weights(checked)
    return checked


def live_weights(weights: npt.ArrayLike, dead: Sequence[int], name: str = "the range") -> Weights:
    """The same as :func:`as_range`; also raises RangeError if every hole has a dead card."""
    checked = as_range(weights)
    if not checked[~dead_holes(dead)].any():
        raise RangeError(f"{name} has no hole without a card of {format_hand(dead)}")
    return checked


def hand_weights(weights: Weights) -> Weights:
    """The sum of the weights of the holes of each hand, ``(169,)``: 0 to 6, 4 or 12 combos."""
    return np.bincount(hand_of_hole(), weights, minlength=len(HANDS)).astype(np.float64)


def income_weights(rates: Ranking, mean: float, deviation: float) -> Weights:
    """Papp's weights: the range of an opponent who plays the better hands, by their income rates.

    The 1,326 holes are ranked. The weight of a hole rises linearly with its place in the ranking,
    from 0.01 at ``mean - deviation`` to 1 at ``mean + deviation``; below it is 0.01, above 1. At
    the mean itself it is 0.505, even if the deviation is 0 and the line is a step.

    ``rates``: (169,) float64, the income rate of each hand in the order of ``HANDS``;
    ``deviation``: a share of the ranking, 0 or more. Returns (1326,) float64. Raises RangeError if
    the rates are not 169 numbers, or mean or deviation out of range.
    """
    if not 0 <= mean <= 1:
        raise RangeError(f"mean {mean} is not in 0..1: a share of the ranking, 1 for the best hole")
    if not 0 <= deviation < np.inf:
        raise RangeError(f"deviation {deviation} is not a share of the ranking, 0 or more")
    above = hole_places(rates) - mean
    if deviation > 0:
        risen = np.clip((above / deviation + 1) / 2, 0, 1)
    else:
        risen = (np.sign(above) + 1) / 2
    weights: Weights = LEAST_WEIGHT + (1 - LEAST_WEIGHT) * risen
    return weights
