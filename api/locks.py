"""Node locks: the fixed strategies of players at decisions of a spot, as people give them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerlake.engine.given import shown
from pokerlake.engine.solving.written import short_line
from pokerlake.queries.answers.solving import costs, spots
from pokerlake.queries.answers.solving import habits as habits_of
from pokerlake.tables.errors import UsageError

from .given import LakePath, text
from .ranges import Range

if TYPE_CHECKING:
    from pokerlake.engine.solving import Spot
    from pokerlake.queries.answers.solving.spots import GivenSpot

Floats = npt.NDArray[np.float64]


def keeping_to(
    read: GivenSpot, locks: Any, lake: LakePath | None
) -> tuple[GivenSpot, tuple[habits_of.Habit, ...]]:
    """A spot with locked strategies, and the frequencies of locked actions."""
    spot = read.spot
    shares: dict[str, Floats] = {}
    habits = []
    for line, lock in _locks_of(locks).items():
        if isinstance(lock, Mapping) and all(isinstance(share, Real) for share in lock.values()):
            habits.append(habits_of.habit_by_hand(spot, line, lock))
        else:
            shares[line] = _lock(spot, line, lock, lake)
    kept = spots.with_locks(spot, shares) if shares else spot
    return replace(read, spot=kept), tuple(habits)


def locked_sides(given: Mapping[str, Any]) -> list[int]:
    """The players with locks: 0 out of position, 1 in position."""
    from .solving import given_spot

    return costs.sides_of(given_spot(given, given["lake"]).spot.tree(), _locks_of(given["locks"]))


def _locks_of(given: Any) -> Mapping[str, Any]:
    """Locks by line, from a mapping or from texts."""
    if isinstance(given, Mapping):
        locks = [(short_line(text("line", line)), lock) for line, lock in given.items()]
    else:
        texts = [given] if isinstance(given, str) else given or ()
        locks = [
            (line, frequencies or ranges)
            for line, ranges, frequencies in map(habits_of.lock_of_text, texts)
        ]
    found: dict[str, Any] = {}
    for line, lock in locks:
        if line in found:
            raise UsageError(f"the decision after {line!r} is locked twice")
        found[line] = lock
    return found


def _lock(spot: Spot, line: str, given: Any, lake: LakePath | None) -> Floats:
    """The frequencies of a locked decision, from an array or from ranges by action."""
    if isinstance(given, Mapping):
        ranges = {action: Range(named, lake=lake).weights for action, named in given.items()}
        return habits_of.shares_of_ranges(spot, line, ranges)
    try:
        return np.asarray(given, np.float64)
    except (TypeError, ValueError):
        raise UsageError(
            f"the lock after {shown(line)} is {shown(given)}; give shares (1326, actions), or "
            "a range for each action but one"
        ) from None
