"""What chips are worth in a tournament by ICM: prizes to be expected, and bubble factors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.given import shown
from pokerlake.engine.push_fold.prizes import MOST_STACKS, bubble_factors, icm_values
from pokerlake.engine.push_fold.spots import LEAST_PRIZE, MOST_PLACES, MOST_PRIZE, check_prizes
from pokerlake.tables.errors import UsageError, counted

Floats = npt.NDArray[np.float64]


Listener = Callable[[int, int], object]


def _unheard(done: int, of: int) -> None:
    """Take what is said to nobody; a function of its own, so that results can be pickled."""


@dataclass(frozen=True)
class Bubble:
    """Of n players who are left: what each stack is worth, and what an all-in costs.

    Attributes
    ----------
    stacks : (n,) float64
        Chips, in any unit.
    prizes : tuple of float
        Of the first place, the second, ...
    worth : (n,) float64
        The prize that each can expect, by ICM (Malmuth-Harville).
    listener : callable
        Is called with the parts done and of all parts while the factors of many stacks are found.
    """

    stacks: Floats
    prizes: tuple[float, ...]
    worth: Floats
    listener: Listener = _unheard

    @cached_property
    def factors(self) -> Floats:
        """(n, n): of the player of the row against that of the column, lost for each won.

        Computed when first asked for: 0.1 seconds for 100 stacks, a minute for 1,000.
        """
        return bubble_factors(self.stacks, self.prizes, listener=self.listener)

    @property
    def needed(self) -> Floats:
        """The equity, 0 to 1, with which an all-in of both stacks neither wins nor loses."""
        return 1 - 1 / (1 + self.factors)

    @property
    def is_large(self) -> bool:
        """Whether there are too many players for a column each."""
        return len(self.stacks) > MOST_PLACES


def bubble_of(
    stacks: Sequence[float], prizes: Sequence[float], listener: Listener = _unheard
) -> Bubble:
    """What the stacks of all players who are left are worth, and their bubble factors.

    Raises
    ------
    UsageError
        If there are fewer than 2 stacks or more than 1,000, more prizes than stacks, or a number is
        out of range.
    """
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
    if not prizes:
        raise UsageError(f"there are no prizes; give 1 to {len(stacks):,}, the first place's first")
    if len(prizes) > len(stacks):
        raise UsageError(
            f"there are {len(prizes):,} prizes for {len(stacks):,} stacks; leave "
            f"{len(prizes) - len(stacks):,} out, or give the stacks of all who are left"
        )
    try:
        check_prizes(prizes)
    except ValueError as error:
        raise UsageError(str(error)) from error
    if not sum(prizes):
        raise UsageError(f"the prizes are {shown(list(prizes))}; give one above 0")
    if list(prizes) != sorted(prizes, reverse=True):
        raise UsageError(f"the prizes {shown(list(prizes))} go up; give the first place's first")
    held = np.array(stacks, np.float64)
    return Bubble(held, tuple(prizes), icm_values(held, prizes), listener)


def bubble_table(bubble: Bubble) -> pa.Table:
    """A row for each player and opponent."""
    players = len(bubble.stacks)
    hero, villain = (of.ravel() for of in np.indices((players, players)))
    apart = hero != villain
    hero, villain = hero[apart], villain[apart]
    factors = bubble.factors[hero, villain]
    return pa.table(
        {
            "player": pa.array(hero + 1, pa.uint16()),
            "stack": bubble.stacks[hero],
            "worth": bubble.worth[hero],
            "opponent": pa.array(villain + 1, pa.uint16()),
            "opponent_stack": bubble.stacks[villain],
            "risk": np.minimum(bubble.stacks[hero], bubble.stacks[villain]),
            "bubble_factor": factors,
            "needed_equity": bubble.needed[hero, villain],
        }
    )


def bubble_for_people(bubble: Bubble) -> pa.Table:
    """A row for each player, with a column for each opponent or, if they are many, a summary."""
    columns: dict[str, pa.Array] = {
        "player": pa.array(range(1, len(bubble.stacks) + 1), pa.uint16()),
        "stack": pa.array(bubble.stacks),
        "worth": pa.array(np.round(bubble.worth, 4)),
    }
    if bubble.is_large:
        return pa.table(columns | _most_of(bubble.factors))
    for number, (stack, factors) in enumerate(
        zip(bubble.stacks.tolist(), bubble.factors.T, strict=True), 1
    ):
        columns[f"v {number} ({stack:g})"] = _rounded(factors)
    return pa.table(columns)


def _most_of(factors: Floats) -> dict[str, pa.Array]:
    """The mean of each player's factors, and the largest, against the first of whom it has it."""
    others = ~np.eye(len(factors), dtype=np.bool_)
    most_against = np.where(np.isnan(factors), -np.inf, factors).argmax(axis=1)
    largest = factors[np.arange(len(factors)), most_against]
    return {
        "mean_factor": _rounded(factors.mean(axis=1, where=others)),
        "largest_factor": _rounded(largest),
        "against": pa.array(most_against + 1, pa.uint16(), mask=np.isnan(largest)),
    }


def _rounded(factors: Floats) -> pa.Array:
    return pa.array(np.round(factors, 3), mask=np.isnan(factors))
