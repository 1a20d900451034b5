"""Ranges as arrays: what kernels take, what is no range, and weights made of other numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ..cards.holes import HANDS, HOLES, dead_holes, hand_of_hole
from ..cards.text import format_hand
from .scanner import RangeError
from .shapes import hole_names
from .top_percent import Ranking, hole_places

LEAST_WEIGHT = 0.01

Weights = npt.NDArray[np.float64]


def require_weights(weights: Weights) -> None:
    """Raise RangeError unless these are 1,326 weights from 0 to 1."""
    if weights.shape != (HOLES,):
        raise RangeError(f"a range is {HOLES} weights; an array of shape {weights.shape} is not")
    fine = (weights >= 0) & (weights <= 1)
    if not fine.all():
        wrong = int(np.argmin(fine))
        raise RangeError(f"weight {weights[wrong]} of {hole_names()[wrong]} is not in 0..1")


def as_range(weights: npt.ArrayLike) -> Weights:
    """The weights of a range as kernels take them: contiguous ``float64``.

    Raises RangeError if these are not 1,326 weights from 0 to 1.
    """
    given = np.asarray(weights, np.float64, order="C")
    require_weights(given)
    return given


def live_weights(weights: npt.ArrayLike, dead: Sequence[int], name: str = "the range") -> Weights:
    """The weights as of :func:`as_range`; RangeError, too, if each hole has a dead card."""
    given = as_range(weights)
    if not given[~dead_holes(dead)].any():
        raise RangeError(f"{name} has no hole without a card of {format_hand(dead)}")
    return given


def hand_weights(weights: Weights) -> Weights:
    """The sum of the weights of the holes of each hand, ``(169,)``: 0 to 6, 4 or 12 combos."""
    return np.bincount(hand_of_hole(), weights, minlength=len(HANDS)).astype(np.float64)


def income_weights(rates: Ranking, mean: float, deviation: float) -> Weights:
    """Papp's weights: what an opponent holds who plays the better hands, by their income rates.

    The 1,326 holes are ranked. A hole's weight rises with its place in the ranking, in a straight
    line from 0.01 at ``mean - deviation`` to 1 at ``mean + deviation``; below it is 0.01, above 1.
    At the mean itself it is 0.505, also where the deviation is 0 and the line a step.

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
