"""Ranges of many shapes: what subsets of flops are fitted to, and what they are held against."""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from ..cards.holes import hand_combos
from ..ranges.notation import parse_range
from ..ranges.weights import hand_weights

SEEDS = (1, 3)  # of the ranges that are fitted, and of those that are held out
_WRITTEN = (  # an opener, callers from the blinds, a player who reraised
    "22+,A2s+,K9s+,Q9s+,J9s+,T8s+,97s+,86s+,76s,65s,A9o+,KTo+,QTo+,JTo",
    "22-99,A2s-ATs,K5s-KJs,Q7s+,J7s+,T7s+,96s+,85s+,74s+,64s+,53s+,43s,A5o-AJo,K9o-KJo,Q9o-QJo,"
    "J9o+,T9o",
    "TT-77,66-22:0.5,AQs-ATs,A5s-A2s:0.5,KQs-KTs,QTs+,JTs,T9s,98s,87s,76s,AQo:0.5,KQo:0.5",
    "TT+,AJs+,A5s-A3s:0.5,KTs+,QJs:0.5,AQo+,KQo:0.5,76s:0.5",
)

HandWeights = npt.NDArray[np.float64]


def fitted_ranges() -> HandWeights:
    """A random hand, and 31 ranges of random shapes, ``(32, 169)``: 0, 0.5 or 1 for each hand."""
    return np.vstack([np.ones((1, 169)), _random_ranges(31, SEEDS[0])])


def held_out_ranges() -> HandWeights:
    """Four ranges written by hand, and 28 of random shapes of another seed; as the fitted ones."""
    written = [hand_weights(parse_range(text)) / hand_combos() for text in _WRITTEN]
    return np.vstack([written, _random_ranges(28, SEEDS[1])])


def _random_ranges(count: int, seed: int) -> HandWeights:
    """Ranges as players have them: the best hands by a taste of their own, often without the top.

    A taste weighs high cards, pairs, suits and connected ranks, and adds some noise. A range takes
    6 to 60 % of all holes; half of them leave out the best 2 to 12 %, which were raised. Hands next
    to the borders count half.
    """
    random = np.random.default_rng(seed)
    return np.array([_range(random) for _ in range(count)])


def _range(random: np.random.Generator) -> HandWeights:
    high, low, pair, suited, near = _features()
    taste = random.random(5)
    merit = (
        high + (0.3 + 0.6 * taste[0]) * low + (6 + 8 * taste[1]) * pair
        + (1 + 4 * taste[2]) * suited + 3.5 * taste[3] * near + 1.5 * random.random(169)
    )  # fmt: skip
    order = np.argsort(-merit, kind="stable")
    before = np.cumsum(hand_combos()[order]) / 1326
    top = (0.02 + 0.1 * random.random()) * (random.random() < 0.5)
    end = top + 0.06 + 0.54 * random.random() ** 2
    border = 0.25 * (end - top) * taste[4]
    weights = np.zeros(169)
    inside = (before > top) & (before <= end)
    outside = (before > end) & (before <= end + border) | (before > top - border / 4) & (
        before <= top
    )
    weights[order] = inside + 0.5 * outside
    return weights


@functools.cache
def _features() -> tuple[HandWeights, ...]:
    """The higher rank of each hand, the lower, whether it is a pair, suited, how near they are."""
    row, column = np.divmod(np.arange(169), 13)
    high, low = 12.0 - np.minimum(row, column), 12.0 - np.maximum(row, column)
    pair = (row == column) * 1.0
    near = np.maximum(0, 4 - (high - low)) * (1 - pair)
    found = high, low, pair, row < column, near
    return tuple(np.asarray(feature, np.float64) for feature in found)
