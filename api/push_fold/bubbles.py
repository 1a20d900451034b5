"""Bubble factors of all players who are left in a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerlake.pipelines.push_fold.given import numbers_of
from pokerlake.queries.answers import bubble as answers
from pokerlake.queries.results import Result
from pokerlake.queries.words import worded

if TYPE_CHECKING:
    import pyarrow as pa

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, repr=False, eq=False)
class BubbleFactors(Result):
    """What a chip lost costs for each chip won, of n players who are left.

    Attributes
    ----------
    stacks : (n,) float64
        As given.
    worth : (n,) float64
        The prize that each can expect, by Malmuth-Harville.
    factors : (n, n) float64
        Of the player of the row, all in against that of the column; NaN on the diagonal.
    needed : (n, n) float64
        The equity, 0 to 1, with which he neither gains nor loses.
    """

    stacks: Floats
    worth: Floats
    factors: Floats
    needed: Floats
    _bubble: answers.Bubble

    def to_arrow(self) -> pa.Table:
        """A row for each player and opponent."""
        return answers.bubble_table(self._bubble)

    def for_people(self) -> pa.Table:
        """The rows as they are shown."""
        return answers.bubble_for_people(self._bubble)


@worded
def bubble_factors(stacks: Any, prizes: Any) -> BubbleFactors:
    """What a chip lost costs for each chip won, where two players are all in.

    Parameters
    ----------
    stacks : list, array or text
        Of all players who are left, 2 to 12, in any unit: ``[8, 12, 20]`` or ``"8,12,20"``.
    prizes : list, array or text
        Of the first place, the second, ...: ``[50, 30, 20]``.

    Returns
    -------
    BubbleFactors

    Raises
    ------
    UsageError
        If there are too many, or a number is out of range.

    Examples
    --------
    >>> found = bubble_factors([50, 30, 20], [50, 30, 20])
    >>> found.factors.round(2)
    array([[ nan, 1.17, 1.09],
           [1.55,  nan, 1.11],
           [1.35, 1.17,  nan]])
    """
    found = answers.bubble_of(numbers_of("stacks", stacks), numbers_of("prizes", prizes))
    return BubbleFactors(found.stacks, found.worth, found.factors, found.needed, found)
