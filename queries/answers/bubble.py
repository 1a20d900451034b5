"""What chips are worth in a tournament: bubble factors, and the equity that a call needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.given import shown
from pokerlake.engine.push_fold.prizes import bubble_factors, expected_prizes
from pokerlake.engine.push_fold.spots import LEAST_PRIZE, MOST_PLACES, MOST_PRIZE, check_prizes
from pokerlake.tables.errors import UsageError, counted

Floats = npt.NDArray[np.float64]


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
        The prize that each can expect, by Malmuth-Harville.
    factors : (n, n) float64
        Of the player of the row against that of the column: what he loses for each that he wins.
    """

    stacks: Floats
    prizes: tuple[float, ...]
    worth: Floats
    factors: Floats

    @property
    def needed(self) -> Floats:
        """The equity, 0 to 1, with which an all-in of both stacks neither wins nor loses."""
        return 1 - 1 / (1 + self.factors)


def bubble_of(stacks: Sequence[float], prizes: Sequence[float]) -> Bubble:
    """The bubble factors of all players who are left.

    Raises
    ------
    UsageError
        If there are fewer than 2 stacks or more than 12, more prizes than stacks, or a number is
        out of range.
    """
    if not 2 <= len(stacks) <= MOST_PLACES:
        raise UsageError(f"{counted(len(stacks), 'stack')}; give 2 to {MOST_PLACES}")
    for stack in stacks:
        if not LEAST_PRIZE <= stack <= MOST_PRIZE:  # chips, in any unit
            most = f"{LEAST_PRIZE:f} to {MOST_PRIZE:,.0f}"
            raise UsageError(f"a stack is {shown(stack)}; give {most}")
    if not prizes or len(prizes) > len(stacks):
        raise UsageError(
            f"there are {len(prizes)} prizes for {len(stacks)} stacks; give 1 to {len(stacks)}"
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
    return Bubble(held, tuple(prizes), expected_prizes(held, prizes), bubble_factors(held, prizes))


def bubble_table(bubble: Bubble) -> pa.Table:
    """A row for each player and opponent."""
    players = len(bubble.stacks)
    hero, villain = (of.ravel() for of in np.indices((players, players)))
    apart = hero != villain
    hero, villain = hero[apart], villain[apart]
    factors = bubble.factors[hero, villain]
    return pa.table(
        {
            "player": pa.array(hero + 1, pa.uint8()),
            "stack": bubble.stacks[hero],
            "worth": bubble.worth[hero],
            "opponent": pa.array(villain + 1, pa.uint8()),
            "opponent_stack": bubble.stacks[villain],
            "risk": np.minimum(bubble.stacks[hero], bubble.stacks[villain]),
            "bubble_factor": factors,
            "needed_equity": bubble.needed[hero, villain],
        }
    )


def bubble_for_people(bubble: Bubble) -> pa.Table:
    """A row for each player, with a column for each opponent."""
    columns: dict[str, pa.Array] = {
        "player": pa.array(range(1, len(bubble.stacks) + 1), pa.uint8()),
        "stack": pa.array(bubble.stacks),
        "worth": pa.array(np.round(bubble.worth, 4)),
    }
    for number, (stack, factors) in enumerate(
        zip(bubble.stacks.tolist(), bubble.factors.T, strict=True), 1
    ):
        columns[f"v {number} ({stack:g})"] = pa.array(np.round(factors, 3), mask=np.isnan(factors))
    return pa.table(columns)
