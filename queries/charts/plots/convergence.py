"""What runs of a game had come to at their checkpoints, as a chart of convergence needs it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import duckdb

from pokerlake.tables.errors import UsageError, did_you_mean

from ...sql.named import named_query
from ...statements.run import stream
from ..drawing import numerals
from ..drawing.colours import KINDS

MOST_CURVES = 20  # which can be told apart by colour and dashes
ERRORS = 2  # standard errors to either side
_ROUNDING = 1e-12  # what sums of floats may be out by, on one machine so and on another so
_WALKERS = ("cfr", "cfr+")  # of which an iteration walks all of the game


@dataclass(frozen=True)
class Curve:
    """What a run had come to at its checkpoints, where that can be drawn."""

    name: str  # its algorithm, with the run's number where others have the same
    about: str  # its parameters and seed
    kind: int  # which of the algorithms it is
    variant: int  # which of the runs of that
    games: tuple[int, ...]  # or iterations, by each checkpoint, ascending
    nash_convs: tuple[float, ...]  # chips a game, over 0
    errors: tuple[float, ...]  # their standard errors; 0 where they are exact

    @property
    def colour(self) -> str:
        """That of its algorithm."""
        return KINDS[self.kind % len(KINDS)]


@dataclass(frozen=True)
class Convergence:
    """The runs of a game."""

    game: str
    curves: tuple[Curve, ...]  # in the order of runs; one has two points or more
    across: str  # what is counted along the axis
    notes: tuple[str, ...]  # what is not drawn

    @property
    def title(self) -> str:
        """What stands above the picture."""
        return f"{self.game}: how far from an equilibrium"


def convergence(connection: duckdb.DuckDBPyConnection, game: str) -> Convergence:
    """The runs of a game from the lake's tables ``learning_runs`` and ``strategies``.

    A logarithmic axis has no place for a NashConv of 0: such checkpoints, those where it is not
    known, and exact solutions are told of in notes.

    Raises
    ------
    UsageError
        If the lake has no run of the game, or none with two checkpoints to draw a line between.
    QueryError
        If the tables are not there.
    """
    query = named_query("convergence")
    found = stream(connection, query.sql, query.bind({"game": game})).read_all().to_pylist()
    rows = [row for row in found if row["game"] == game]  # * is every game to the query
    if not rows:
        games = stream(connection, "select distinct game from learning_runs order by all")
        hint = did_you_mean(game, games.read_all()["game"].to_pylist())
        raise UsageError(f"no run of {game!r} is in this lake; {hint}")
    runs = {run: list(points) for run, points in groupby(rows, lambda row: row["run"])}
    solved = {run: points for run, points in runs.items() if points[0]["algorithm"] == "exact"}
    learned = {run: points for run, points in runs.items() if run not in solved}
    drawable = {
        run: drawn for run, points in learned.items() if (drawn := list(filter(_is_drawn, points)))
    }
    if max(map(len, drawable.values()), default=0) < 2:
        raise UsageError(
            f"no run of {game} has two checkpoints where NashConv is known and over 0, as a line "
            "needs; 'pokerlake query convergence' lists them"
        )
    latest = dict(list(drawable.items())[-MOST_CURVES:])
    curves = tuple(_curves(latest))
    notes = [*_left_out(learned), *_solution(solved)]
    if len(latest) < len(drawable):
        notes.append(f"The latest {len(latest)} of {len(drawable)} runs are drawn.")
    if any(any(curve.errors) for curve in curves):
        notes.append(f"Bars are {ERRORS} standard errors to either side of what is sampled.")
    algorithms = {points[0]["algorithm"] for points in latest.values()}
    return Convergence(game, curves, _across(algorithms), tuple(notes))


def _is_drawn(row: dict[str, Any]) -> bool:
    return row["nash_conv"] is not None and row["nash_conv"] > 0


def _across(algorithms: set[str]) -> str:
    walked = [name for name in _WALKERS if name in algorithms]
    if not walked:
        return "games played"
    walks = "walks through all of the game"
    if len(walked) == len(algorithms):
        return walks
    return f"games played; for {' and '.join(walked)}, {walks}"


def _curves(runs: dict[int, list[dict[str, Any]]]) -> Iterator[Curve]:
    algorithms = [points[0]["algorithm"] for points in runs.values()]
    kinds = list(dict.fromkeys(algorithms))
    for at, (run, points) in enumerate(runs.items()):
        algorithm = algorithms[at]
        chosen = json.loads(points[0]["parameters"])
        if points[0]["seed"] is not None:
            chosen["seed"] = points[0]["seed"]
        yield Curve(
            algorithm if algorithms.count(algorithm) == 1 else f"{algorithm}, run {run}",
            ", ".join(f"{name} {value}" for name, value in chosen.items()),
            kinds.index(algorithm),
            algorithms[:at].count(algorithm),
            tuple(row["checkpoint"] for row in points),
            tuple(row["nash_conv"] for row in points),
            tuple(row["nash_conv_standard_error"] or 0.0 for row in points),
        )


def _left_out(runs: dict[int, list[dict[str, Any]]]) -> Iterator[str]:
    """What cannot be drawn of each run."""
    for run, points in runs.items():
        zeros = sum(row["nash_conv"] is not None and not _is_drawn(row) for row in points)
        unknown = sum(row["nash_conv"] is None for row in points)
        for count, what in ((zeros, "not over 0"), (unknown, "not known")):
            if count:
                yield (
                    f"Not drawn: {count} of {len(points)} checkpoints of run {run} "
                    f"({points[0]['algorithm']}), where NashConv is {what}."
                )


def _solution(runs: dict[int, list[dict[str, Any]]]) -> Iterator[str]:
    """What the latest exact run came to."""
    for run, points in list(runs.items())[-1:]:
        nash_conv, value = points[-1]["nash_conv"], points[-1]["value"]
        shown = "0" if abs(nash_conv) < _ROUNDING else f"{nash_conv:.2g}"
        yield numerals.minus(
            f"Not drawn: run {run} (exact): NashConv {shown}, value {value:.6g} to player 1."
        )
