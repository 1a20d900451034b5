"""ICM: what the stacks of players in a tournament are worth, and their bubble factors."""

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
    """What stacks are worth by ICM and a chip lost costs for each won, of n players who are left.

    Attributes
    ----------
    stacks : (n,) float64
        As given.
    worth : (n,) float64
        The prize that each can expect, by ICM, the Independent Chip Model of Malmuth and Harville.
    factors : (n, n) float64
        Of the player of the row, all in against that of the column; NaN on the diagonal. Computed
        when first asked for.
    needed : (n, n) float64
        The equity, 0 to 1, with which he neither gains nor loses.
    """

    _bubble: answers.Bubble

    @property
    def stacks(self) -> Floats:
        """As given, (n,)."""
        return self._bubble.stacks

    @property
    def worth(self) -> Floats:
        """The prize that each can expect, by ICM, (n,)."""
        return self._bubble.worth

    @property
    def factors(self) -> Floats:
        """What the player of the row loses for each that he wins of that of the column, (n, n)."""
        return self._bubble.factors

    @property
    def needed(self) -> Floats:
        """The equity, 0 to 1, with which he neither gains nor loses, (n, n)."""
        return self._bubble.needed

    def to_arrow(self) -> pa.Table:
        """A row for each player and opponent."""
        return answers.bubble_table(self._bubble)

    def for_people(self) -> pa.Table:
        """The rows as they are shown."""
        return answers.bubble_for_people(self._bubble)


@worded
def bubble_factors(stacks: Any, prizes: Any) -> BubbleFactors:
    """What stacks are worth by ICM, and what a chip lost costs for each chip won.

    ICM, the Independent Chip Model, is that of Malmuth and Harville: who comes first is drawn with
    chances as the stacks are, then who comes second of those who are left, and so on. Up to 12
    stacks it is summed over sets of players. For more it is an integral, with an error below 1e-14
    of the first prize; its bubble factors are right to 12 digits. With 100 stacks all
    factors take 0.1 seconds on two cores, with 300 one, and with 1,000 a minute; ``worth`` alone
    takes 0.1 seconds with 1,000.

    Parameters
    ----------
    stacks : list, array or text
        Of all players who are left, 2 to 1,000, in any unit: ``[8, 12, 20]`` or ``"8,12,20"``.
    prizes : list, array or text
        Of the first place, the second, ...: ``[50, 30, 20]``; the places after them win nothing.

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
    >>> found.worth.round(2)
    array([38.39, 32.75, 28.86])
    >>> found.factors.round(2)
    array([[ nan, 1.17, 1.09],
           [1.55,  nan, 1.11],
           [1.35, 1.17,  nan]])
    >>> bubble_factors(range(1, 101), [50, 30, 20]).worth[-1].round(4)
    np.float64(1.9708)
    """
    return BubbleFactors(
        answers.bubble_of(numbers_of("stacks", stacks), numbers_of("prizes", prizes))
    )
