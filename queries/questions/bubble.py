"""ICM: the worth of tournament stacks, and their bubble factors."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..results import Result
from .fields import numbers_field, of_field
from .question import Column, Door, question
from .telling import telling

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, repr=False, eq=False)
class BubbleFactors(Result):
    """The worth of stacks by ICM and the bubble factors of the n remaining players.

    Attributes
    ----------
    stacks : (n,) float64
        The given stacks.
    worth : (n,) float64
        The expected prize of each player by ICM, the Independent Chip Model of Malmuth and
        Harville.
    factors : (n, n) float64
        The bubble factor of the row's player, all in against the column's; NaN on the diagonal.
        Computed on demand: 0.1 seconds for 100 stacks, a minute for 1,000.
    needed : (n, n) float64
        The break-even equity, 0 to 1.
    """

    stacks: Floats
    worth: Floats
    _prizes: tuple[float, ...]

    @cached_property
    def factors(self) -> Floats:
        """The row's player loses this much for each unit he wins from the column's, (n, n)."""
        from pokerlake.engine.push_fold.prizes import bubble_factors as factors_of

        return factors_of(self.stacks, self._prizes, listener=telling().count)

    @property
    def needed(self) -> Floats:
        """The break-even equity, 0 to 1, (n, n)."""
        return 1 - 1 / (1 + self.factors)

    @property
    def _is_large(self) -> bool:
        """Whether there are too many players for a column each."""
        from pokerlake.engine.prizes import MOST_PLACES

        return len(self.stacks) > MOST_PLACES

    def to_arrow(self) -> pa.Table:
        """A row for each player and opponent."""
        import numpy as np
        import pyarrow as pa

        players = len(self.stacks)
        hero, villain = np.nonzero(~np.eye(players, dtype=np.bool_))
        return pa.table(
            {
                "player": pa.array(hero + 1, pa.uint16()),
                "stack": self.stacks[hero],
                "worth": self.worth[hero],
                "opponent": pa.array(villain + 1, pa.uint16()),
                "opponent_stack": self.stacks[villain],
                "risk": np.minimum(self.stacks[hero], self.stacks[villain]),
                "bubble_factor": self.factors[hero, villain],
                "needed_equity": self.needed[hero, villain],
            }
        )

    def for_people(self) -> pa.Table:
        """A row for each player: a column for each opponent or, if they are many, a summary."""
        import numpy as np
        import pyarrow as pa

        columns: dict[str, pa.Array] = {
            "player": pa.array(range(1, len(self.stacks) + 1), pa.uint16()),
            "stack": pa.array(self.stacks),
            "worth": pa.array(np.round(self.worth, 4)),
        }
        if self._is_large:
            return pa.table(columns | _most_of(self.factors))
        for number, (stack, factors) in enumerate(
            zip(self.stacks.tolist(), self.factors.T, strict=True), 1
        ):
            columns[f"v {number} ({stack:g})"] = _rounded(factors)
        return pa.table(columns)

    def summary(self) -> str:
        """With many players, how to get the factors of each pair."""
        if not self._is_large:
            return ""
        pairs = len(self.stacks) * (len(self.stacks) - 1)
        return f"{pairs:,} bubble factors in all: CSV, JSON and files have a row for each"


def _most_of(factors: Floats) -> dict[str, pa.Array]:
    """The mean of each player's factors, the largest, and the first opponent who gives it."""
    import numpy as np
    import pyarrow as pa

    others = ~np.eye(len(factors), dtype=np.bool_)
    most_against = np.where(np.isnan(factors), -np.inf, factors).argmax(axis=1)
    largest = factors[np.arange(len(factors)), most_against]
    return {
        "mean_factor": _rounded(factors.mean(axis=1, where=others)),
        "largest_factor": _rounded(largest),
        "against": pa.array(most_against + 1, pa.uint16(), mask=np.isnan(largest)),
    }


def _rounded(factors: Floats) -> pa.Array:
    import numpy as np
    import pyarrow as pa

    return pa.array(np.round(factors, 3), mask=np.isnan(factors))


def _printed(found: BubbleFactors, door: Door) -> tuple[pa.Table, str]:
    """The rows for people: a long answer is cut, with a note."""
    return (found.for_people(), found.summary()) if door.people else (found.to_arrow(), "")


@question(
    numbers_field("stacks", "The stacks of all remaining players, 2 to 1,000: 8,12,20."),
    numbers_field("prizes", "Prizes of the first place, the second, ...: 50,30,20."),
    columns=[
        Column("player", "BIGINT", "the player, in the order of the stacks, from 1"),
        Column("stack", "DOUBLE", "his stack"),
        Column("worth", "DOUBLE", "his expected prize"),
        Column("opponent", "BIGINT", "the player he is all in against"),
        Column("opponent_stack", "DOUBLE", "the stack of that player"),
        Column("risk", "DOUBLE", "the smaller of both stacks"),
        Column("bubble_factor", "DOUBLE", "the prize lost by losing, for each unit won by winning"),
        Column("needed_equity", "DOUBLE", "the break-even equity"),
    ],
    examples=[
        {"stacks": "8,12,20", "prizes": "50,30,20"},
        {"stacks": "10 10 4 16 9 9 9 9 9 9 9 9 9", "prizes": "50/30/20"},
    ],
    command="bubble",
    counted="bubble factors",
    printed=_printed,
)
def bubble_factors(stacks: Any, prizes: Any) -> BubbleFactors:
    """Compute the worth of stacks by ICM, and bubble factors.

    ICM is the Independent Chip Model of Malmuth and Harville. Each player takes first place with a
    probability proportional to his stack, then the others compete for second place, and so on. The
    column worth is the expected prize. The bubble factor of two players, all in for the smaller
    stack, is the prize that a loss costs, divided by the prize that a win adds. With a factor of
    1.5 a player breaks even at 1.5 / 2.5 = 60 % equity.

    The table has a row for each player and a column for each opponent. With more than 12 players a
    row has the mean of his factors and the largest.

    Up to 12 stacks are summed over sets of players. More stacks are an integral, with an error
    below 1e-14 of the first prize; its bubble factors are right to 12 digits. All factors take 0.1
    seconds for 100 stacks, one for 300 and a minute for 1,000. The worth of 1,000 stacks takes 0.1
    seconds.

    Parameters
    ----------
    stacks : list, array or text
        The stacks of all remaining players, 2 to 1,000, in any unit: ``[8, 12, 20]`` or
        ``"8,12,20"``.
    prizes : list, array or text
        The prizes of the first place, the second, ...: ``[50, 30, 20]``. Later places win nothing.

    Returns
    -------
    BubbleFactors

    Raises
    ------
    UsageError
        If there are fewer than 2 stacks or more than 1,000, more prizes than stacks, or a number
        out of range. The message begins with the name of the field.

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
    import numpy as np

    from pokerlake.engine.prizes import check_prizes
    from pokerlake.engine.push_fold.prizes import icm_values
    from pokerlake.tables.errors import UsageError

    with of_field("stacks"):
        _refuse_stacks(stacks)
    with of_field("prizes"):
        try:
            check_prizes(prizes, len(stacks))
        except ValueError as error:
            raise UsageError(str(error)) from error
    held = np.array(stacks, np.float64)
    return BubbleFactors(held, icm_values(held, prizes), prizes)


def _refuse_stacks(stacks: tuple[float, ...]) -> None:
    from pokerlake.engine.given import shown
    from pokerlake.engine.prizes import LEAST_PRIZE, MOST_PRIZE
    from pokerlake.engine.push_fold.prizes import MOST_STACKS
    from pokerlake.tables.errors import UsageError, counted

    if len(stacks) == 1:
        raise UsageError(
            "there is 1 stack, and nobody to be all in against; give those of all players who are "
            f"left, 2 to {MOST_STACKS:,}"
        )
    if not 2 <= len(stacks) <= MOST_STACKS:
        raise UsageError(f"there are {counted(len(stacks), 'stack')}; give 2 to {MOST_STACKS:,}")
    for number, stack in enumerate(stacks, 1):
        if not LEAST_PRIZE <= stack <= MOST_PRIZE:  # chips, in any unit
            out = ", or leave out who has no chips" if stack == 0 else ""
            most = f"{LEAST_PRIZE:f} to {MOST_PRIZE:,.0f}"
            raise UsageError(f"stack {number:,} is {shown(stack)}; give {most}{out}")
