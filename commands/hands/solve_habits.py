"""``pokerlake solve --lock`` and ``--against``: players who keep to something."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..base import connected
from ..options import option

if TYPE_CHECKING:
    from pathlib import Path

    from pokerlake.engine.solving import Solution, Spot
    from pokerlake.queries.answers.solving.habits import Habit

_PARAMETERS = re.compile(r",(?=(?:player|without)=)")


@dataclass(frozen=True)
class HabitOptions:
    """The options of what a player keeps to."""

    lock: list[str] | None = option(
        "What the player after LINE keeps to: a range for all actions but one, 'b94: c=TT+,AK', or "
        "how often he takes some, 'x b50: f=60%'. Can be given for several lines.",
        metavar="LINE:ACTION=...",
    )
    against: str | None = option(
        "Play against oop or ip, who keeps to his habits on the street of the board.",
        metavar="PLAYER",
    )
    habits: str | None = option(
        "Those habits: auto, counted from the hands in the lake; player=NAME or without=NAME, from "
        "those of a player, or of all but one; or a file that 'pokerlake query habits' has written."
        "  [default: auto]",
        metavar="auto|NAME=VALUE|FILE",
    )
    least: int | None = option(
        "Decisions that a habit is counted from, at least; of fewer it is left out.  [default: 30]",
        min=1,
    )

    def refuse(self) -> None:
        """Refuse what goes without --against nowhere."""
        from pokerlake.engine.given import shown
        from pokerlake.engine.solving.sizes import PLAYERS
        from pokerlake.tables.errors import UsageError

        if self.against is None:
            for name in ("habits", "least"):
                if getattr(self, name) is not None:
                    raise UsageError(f"--{name} is of the player of --against; give --against ip")
        elif self.against not in PLAYERS:
            raise UsageError(f"--against is {shown(self.against)}; give oop or ip")

    @property
    def given(self) -> list[str]:
        """The names of options that are given."""
        return [f"--{name}" for name, value in vars(self).items() if value is not None]


def countered(
    spot: Spot, options: HabitOptions, lake: Path | None, solve: Callable[[Spot], Solution]
) -> tuple[Solution, list[str]]:
    """The solution of a spot with what is locked, and what is to be said of that."""
    from pokerlake.queries.answers.ranges.given import RangeReader
    from pokerlake.queries.answers.solving.counter import counter, told
    from pokerlake.queries.answers.solving.habits import habit_by_hand
    from pokerlake.queries.answers.solving.locks import lock_of_text, shares_of_ranges
    from pokerlake.tables.errors import UsageError

    reader = RangeReader.of(lake, None, None)
    locks: dict[str, Any] = {}
    habits: list[Habit] = []
    for text in options.lock or ():
        line, ranges, frequencies = lock_of_text(text)
        if frequencies:
            habits.append(habit_by_hand(spot, line, frequencies))
            continue
        if line in locks:
            raise UsageError(f"the decision after {line!r} is locked twice")
        weights = {action: reader.weights(named) for action, named in ranges.items()}
        locks[line] = shares_of_ranges(spot, line, weights)
    known, left = _counted(spot, options, lake) if options.against else ([], [])
    by_hand = {habit.line for habit in habits} | locks.keys()
    habits += [habit for habit in known if habit.line not in by_hand]
    spot = replace(spot, locks=locks)
    if not habits:
        return solve(spot), []
    found = counter(solve(spot), habits, solve)
    return found.solution, [*(f"left free: {each}" for each in left), *told(found)]


def _counted(spot: Spot, options: HabitOptions, lake: Path | None) -> tuple[list[Habit], list[str]]:
    """The habits of a player, from the lake or from a file."""
    from pokerlake.engine.solving.sizes import PLAYERS
    from pokerlake.queries.answers.solving.habits import LEAST, habits_of_rows
    from pokerlake.queries.files.source import open_source

    given = options.habits or "auto"
    if given == "auto" or given.startswith(("player=", "without=")):
        rows = _asked([] if given == "auto" else _PARAMETERS.split(given), lake)
        name = "the query habits"
    else:
        with open_source(given, None) as opened:
            name = opened.name
            rows = [row for batch in opened.batches() for row in batch.to_pylist()]
    return habits_of_rows(
        spot, PLAYERS.index(options.against or ""), rows, least=options.least or LEAST, name=name
    )


def _asked(given: list[str], lake: Path | None) -> list[dict[str, Any]]:
    """The rows of the query ``habits``."""
    from pokerlake.queries.selection import bind
    from pokerlake.queries.sql.named import given_parameters, named_query
    from pokerlake.queries.statements.run import stream

    asked = named_query("habits")
    with connected(lake) as connection:
        values = bind(connection, asked, given_parameters(given))
        rows: list[dict[str, Any]] = stream(connection, asked.sql, values).read_all().to_pylist()
    return rows
