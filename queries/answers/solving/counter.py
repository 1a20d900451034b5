"""How to play against a player with habits, and what that gains."""

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
NEAR = 0.002  # frequencies that are off by more are fitted again


@dataclass(frozen=True)
class HabitFit:
    """A habit, and how often its parts are taken in the equilibrium and in the solution with it.

    The frequencies are ``(p,)`` float64, NaN if the player never reaches the decision.
    """

    habit: Habit
    player: int
    before: Floats
    now: Floats

    @property
    def off(self) -> float:
        """The largest error of a frequency; 0 if the decision is never reached."""
        return _off(self.habit, self.now)


@dataclass(frozen=True)
class Countered:
    """An equilibrium, and a solution in which a player keeps to habits.

    Attributes
    ----------
    equilibrium, solution : Solution
    kept : list of HabitFit
    hero : int or None
        The player against habits; None if both players have habits.
    before : float
        The hero's EV in chips if he plays his equilibrium strategy against the habits.
    """

    equilibrium: Solution
    solution: Solution
    kept: list[HabitFit]
    hero: int | None
    before: float

    @property
    def value(self) -> float:
        """The hero's EV in chips with the strategy of the solution."""
        if self.hero is None:
            return float("nan")
        return self.solution.spot.worth(self.solution.values[self.hero])


def counter(
    equilibrium: Solution, habits: Sequence[Habit], solve: Callable[[Spot], Solution]
) -> Countered:
    """Solve a spot again with players who have habits.

    The strategy at a decision is that of the model
    (:func:`~pokerlake.engine.solving.locking.modelled_shares`) with the frequencies of the habit
    over the range that reaches the decision in the solution. If that range changes because of
    earlier decisions, the strategy is fitted again, up to ``ROUNDS`` times. Card removal is that of
    the opponent's range in the equilibrium: the player does not adapt to other ranges. With the
    opponent's range in the solution, frequencies are off by its card removal: see ``HabitFit.now``.

    ``habits`` are at decisions on the street of the board, and ``solve`` solves a spot as the
    equilibrium was solved. UsageError if two habits are at one decision, or one is at a locked one.
    """
    spot = equilibrium.spot
    lines = [habit.line for habit in habits]
    locked = {short_line(line) for line in spot.locks}
    for place, line in enumerate(lines):
        if line in lines[:place] or line in locked:
            raise UsageError(f"the decision after {shown(line)} is locked twice")
    first = {
        decision.line: decision for decision in equilibrium.decisions() if decision.line in lines
    }
    there: Mapping[str, Decision] = first
    locks: dict[str, Floats] = {}
    for _ in range(ROUNDS):
        for habit in habits:
            lock = _lock(spot, habit, first[habit.line], there[habit.line])
            if lock is not None:
                locks[habit.line] = lock
        solution = solve(replace(spot, locks={**spot.locks, **locks}))
        there = {
            decision.line: decision for decision in solution.decisions() if decision.line in lines
        }
        fitted = [
            _taken(habit, there[habit.line], _weights(first[habit.line], there[habit.line]))
            for habit in habits
        ]
        if max(map(_off, habits, fitted)) <= NEAR:
            break
    kept = [
        HabitFit(
            habit, there[habit.line].player,
            *(_taken(habit, by[habit.line], _often(by[habit.line])) for by in (first, there)),
        )
        for habit in habits
    ]  # fmt: skip
    players = {decision.player for decision in kept}
    hero = 1 - players.pop() if len(players) == 1 else None
    before = float("nan") if hero is None else spot.worth(solution.value_with(equilibrium, hero))
    return Countered(equilibrium, solution, kept, hero, before)


def kept_table(kept: Iterable[HabitFit]) -> pa.Table:
    """A row for each part of each habit: its frequency in the equilibrium, given, and solved."""
    rows = [
        {
            "line": fit.habit.line,
            "aloud": line_aloud(fit.habit.line),
            "player": PLAYERS[fit.player],
            "action": ",".join(part),
            "equilibrium": _or_none(before),
            "habit": wanted,
            "found": _or_none(now),
            "decisions": fit.habit.decisions,
        }
        for fit in kept
        for part, wanted, before, now in zip(
            fit.habit.parts, fit.habit.frequencies, fit.before, fit.now, strict=True
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


def told(countered: Countered) -> list[str]:
    """Lines for people: each habit, how well it is kept, and the gain."""
    lines = []
    for fit in countered.kept:
        shares = [
            f"{' '.join(part)} {100 * wanted:.1f} % (in the equilibrium {100 * before:.1f})"
            for part, wanted, before in zip(
                fit.habit.parts, fit.habit.frequencies, fit.before, strict=True
            )
        ]
        if fit.habit.decisions is not None:
            shares.append(f"from {fit.habit.decisions:,} decisions")
        where = f"after {fit.habit.line}" if fit.habit.line else "first"
        lines.append(f"{PLAYERS[fit.player]} {where}: {', '.join(shares)}")
    off = max(fit.off for fit in countered.kept)
    lines.append(f"in the solution these frequencies are off by {100 * off:.1f} points at most")
    never = [fit.habit.line for fit in countered.kept if np.isnan(fit.now).any()]
    if never:
        lines.append(f"nobody comes there: {', '.join(map(shown, never))}")
    if countered.hero is not None:
        name, gain = PLAYERS[countered.hero], countered.value - countered.before
        lines.append(
            f"{name} wins {countered.value:z.2f} against these habits, and "
            f"{countered.before:z.2f} with the strategy of the equilibrium: {gain:+z.2f}"
        )
    return lines


def _lock(spot: Spot, habit: Habit, first: Decision, now: Decision) -> Floats | None:
    """The strategy of the model by hole; None if no hand reaches the decision."""
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


def _often(decision: Decision) -> Floats:
    """How often each hole reaches the decision."""
    return decision.reach * decision.met


def _weights(first: Decision, now: Decision) -> Floats:
    """How often each hole is there if the opponent has his equilibrium range."""
    weights = now.reach * first.met
    return weights if weights.sum() > 0 else now.reach


def _taken(habit: Habit, decision: Decision, weights: Floats) -> Floats:
    """How often each part is taken, over all hands that reach it; NaN if none does."""
    total = weights.sum()
    by_action = (
        weights @ decision.shares / total if total > 0 else np.full(len(decision.actions), np.nan)
    )
    parts = [habit.part_of(action) for action in decision.actions]
    taken: Floats = np.bincount(parts, by_action, len(habit.parts)).astype(np.float64)
    return taken


def _off(habit: Habit, taken: Floats) -> float:
    return float(np.nan_to_num(np.abs(taken - habit.frequencies)).max())


def _or_none(number: float) -> float | None:
    return None if np.isnan(number) else float(number)
