"""How to play against a player who keeps to habits, and what that wins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from pokerlake.engine.cards.holes import HOLES
from pokerlake.engine.given import shown
from pokerlake.engine.solving.sizes import PLAYERS
from pokerlake.engine.solving.written import line_aloud, short_line
from pokerlake.tables.errors import UsageError

from .habits import Habit

if TYPE_CHECKING:
    import numpy.typing as npt

    from pokerlake.engine.solving import Decision, Solution, Spot

    Floats = npt.NDArray[np.float64]

ROUNDS = 6
NEAR = 0.002  # what frequencies may be off by before they are fitted anew


@dataclass(frozen=True)
class Kept:
    """A habit, and how often its parts are taken in the equilibrium and in the solution with it.

    The numbers are ``(p,)`` float64: no numbers where the player never comes there.
    """

    habit: Habit
    player: int
    before: Floats
    now: Floats

    @property
    def off(self) -> float:
        """What a frequency is off by, at most; 0 where nobody comes there."""
        return _off(self.habit, self.now)


@dataclass(frozen=True)
class Countered:
    """An equilibrium, and a solution in which a player keeps to habits.

    Attributes
    ----------
    equilibrium, solution : Solution
    kept : list of Kept
    hero : int or None
        Who plays against habits; None where both players have some.
    before : float
        What he wins of the pot, in chips, if he plays against the habits what he does in the
        equilibrium.
    """

    equilibrium: Solution
    solution: Solution
    kept: list[Kept]
    hero: int | None
    before: float

    @property
    def value(self) -> float:
        """What the hero wins of the pot, in chips, with the strategy of the solution."""
        if self.hero is None:
            return float("nan")
        return self.solution.spot.worth(self.solution.values[self.hero])


def counter(
    equilibrium: Solution, habits: Sequence[Habit], solve: Callable[[Spot], Solution]
) -> Countered:
    """Solve a spot again with players who keep to habits.

    The shares of a decision are those of the model
    (:func:`~pokerlake.engine.solving.locking.modelled_shares`) which have the frequencies with the
    player's hands that come there in the solution: where those are others, since he does something
    else before, shares are fitted anew, up to ``ROUNDS`` times. The other's hands, which make some
    of the player's less likely, are those of the equilibrium: he does not adapt to them. With the
    other's hands of the solution frequencies are off by what his cards remove: see ``Kept.now``.

    Parameters
    ----------
    equilibrium : Solution
    habits : sequence of Habit
        At decisions on the street of the board.
    solve : callable
        Solves a spot, as the equilibrium was.

    Raises
    ------
    UsageError
        If a habit stands there twice, or at a decision that is locked.
    """
    spot = equilibrium.spot
    lines = [habit.line for habit in habits]
    locked = {short_line(line) for line in spot.locks}
    for place, line in enumerate(lines):
        if line in lines[:place] or line in locked:
            raise UsageError(f"the decision after {shown(line)} is locked twice")
    first = {one.line: one for one in equilibrium.decisions() if one.line in lines}
    there: Mapping[str, Decision] = first
    locks: dict[str, Floats] = {}
    for _ in range(ROUNDS):
        for habit in habits:
            lock = _lock(spot, habit, first[habit.line], there[habit.line])
            if lock is not None:
                locks[habit.line] = lock
        solution = solve(replace(spot, locks={**spot.locks, **locks}))
        there = {one.line: one for one in solution.decisions() if one.line in lines}
        fitted = [
            _taken(habit, there[habit.line], _weights(first[habit.line], there[habit.line]))
            for habit in habits
        ]
        if max(map(_off, habits, fitted)) <= NEAR:
            break
    kept = [
        Kept(
            habit, there[habit.line].player,
            *(_taken(habit, one[habit.line], _often(one[habit.line])) for one in (first, there)),
        )
        for habit in habits
    ]  # fmt: skip
    players = {one.player for one in kept}
    hero = 1 - players.pop() if len(players) == 1 else None
    before = float("nan") if hero is None else spot.worth(solution.value_with(equilibrium, hero))
    return Countered(equilibrium, solution, kept, hero, before)


def kept_table(kept: Iterable[Kept]) -> pa.Table:
    """A row for each part of each habit: in the equilibrium, as given, and in the solution."""
    rows = [
        {
            "line": one.habit.line,
            "aloud": line_aloud(one.habit.line),
            "player": PLAYERS[one.player],
            "action": ",".join(part),
            "equilibrium": _or_none(before),
            "habit": wanted,
            "found": _or_none(now),
            "decisions": one.habit.decisions,
        }
        for one in kept
        for part, wanted, before, now in zip(
            one.habit.parts, one.habit.frequencies, one.before, one.now, strict=True
        )
    ]
    return pa.Table.from_pylist(rows, _KEPT)


_KEPT = pa.schema(
    {
        "line": pa.string(), "aloud": pa.string(), "player": pa.string(), "action": pa.string(),
        "equilibrium": pa.float64(), "habit": pa.float64(), "found": pa.float64(),
        "decisions": pa.int64(),
    }
)  # fmt: skip


def told(found: Countered) -> list[str]:
    """What is to be said of it: a line for each habit, how near it is kept, and the gain."""
    lines = []
    for one in found.kept:
        shares = [
            f"{' '.join(part)} {100 * wanted:.1f} % (in the equilibrium {100 * before:.1f})"
            for part, wanted, before in zip(
                one.habit.parts, one.habit.frequencies, one.before, strict=True
            )
        ]
        if one.habit.decisions is not None:
            shares.append(f"from {one.habit.decisions:,} decisions")
        where = f"after {one.habit.line}" if one.habit.line else "first"
        lines.append(f"{PLAYERS[one.player]} {where}: {', '.join(shares)}")
    off = max(one.off for one in found.kept)
    lines.append(f"in the solution these frequencies are off by {100 * off:.1f} points at most")
    never = [one.habit.line for one in found.kept if np.isnan(one.now).any()]
    if never:
        lines.append(f"nobody comes there: {', '.join(map(shown, never))}")
    if found.hero is not None:
        name, gain = PLAYERS[found.hero], found.value - found.before
        lines.append(
            f"{name} wins {found.value:z.2f} against these habits, and {found.before:z.2f} with the"
            f" strategy of the equilibrium: {gain:+z.2f}"
        )
    return lines


def _lock(spot: Spot, habit: Habit, first: Decision, now: Decision) -> Floats | None:
    """The shares of the model by hole; None if nothing comes there."""
    from pokerlake.engine.solving.locking import alike_by_suits, modelled_shares

    weights = _weights(first, now)
    if not weights.sum() > 0:
        return None
    actions = len(first.actions)
    shares = np.full((HOLES, actions), 1 / actions)
    parts = [habit.part_of(action) for action in first.actions]
    shares[first.holes] = modelled_shares(
        first.shares, first.values, weights, parts, habit.frequencies, first.pot
    )
    return alike_by_suits(spot, shares)


def _often(one: Decision) -> Floats:
    """How often each hole is there."""
    return one.reach * one.met


def _weights(first: Decision, now: Decision) -> Floats:
    """How often each hole would be there if the other held what he holds in the equilibrium."""
    weights = now.reach * first.met
    return weights if weights.sum() > 0 else now.reach


def _taken(habit: Habit, one: Decision, weights: Floats) -> Floats:
    """How often each part is taken, of all hands that come there; no numbers if none does."""
    total = weights.sum()
    by_action = weights @ one.shares / total if total > 0 else np.full(len(one.actions), np.nan)
    parts = [habit.part_of(action) for action in one.actions]
    taken: Floats = np.bincount(parts, by_action, len(habit.parts)).astype(np.float64)
    return taken


def _off(habit: Habit, taken: Floats) -> float:
    return float(np.nan_to_num(np.abs(taken - habit.frequencies)).max())


def _or_none(number: float) -> float | None:
    return None if np.isnan(number) else float(number)
