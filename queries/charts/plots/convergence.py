"""How far what was learned of a game is from an equilibrium: NashConv by games, log-log."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any

import duckdb
import numpy as np

from pokerlake.tables.errors import UsageError, did_you_mean

from ...connection import connect
from ...sql.named import named_query
from ...statements.run import stream
from ..drawing import numerals, svg
from ..drawing.colours import KINDS
from ..drawing.figure import MARGIN, WIDTH, Axis, Curve, Dot, Figure, Lines, Notes, Plot
from ..registry import Argument, chart

MOST_CURVES = 20  # which can be told apart by colour and dashes
_ERRORS = 2  # standard errors to either side
_ROUNDING = 1e-12  # what sums of floats may be out by, on one machine so and on another so
_WALKERS = ("cfr", "cfr+")  # of which an iteration walks all of the game
_ROW = 24.0  # of a name in the legend
_DASHES = (None, "6 3", "2 3", "9 3 2 3")


@dataclass(frozen=True)
class Convergence:
    """The runs of a game."""

    curves: tuple[Curve, ...]  # in the order of runs; one has two points or more
    across: str  # what is counted along the axis
    notes: Lines  # what is not drawn
    title: str

    def figure(self) -> Figure:
        """A line for each run and a legend; in a terminal a letter for each."""
        across = Axis.powers((x for curve in self.curves for x in curve.x), self.across)
        values = (y for curve in self.curves for y in curve.y)
        up = Axis.powers(values, "NashConv, chips a game", _small_numerals, "NashConv")
        right = legend_room(curve.name for curve in self.curves)
        height = max(420.0, _ROW * len(self.curves))
        plot = Plot(across, up, self.curves, right=right, height=height)
        room = WIDTH - 2 * MARGIN
        notes = [part for note in self.notes for part in svg.wrapped(note, room, svg.TEXT_SIZE, 2)]
        return Figure(
            self.title,
            [plot, Notes(notes, drop=72, foot=12, empty=60)],
            lambda columns: [plot, *("\n".join(wrap(note, columns)) + "\n" for note in self.notes)],
        )


def legend_room(names: Iterable[str]) -> float:
    """What the names of curves take at the right of a plot."""
    return max(svg.text_width(name, svg.TEXT_SIZE) for name in names) + 48


def _small_numerals(values: Iterable[float]) -> list[str]:
    return [f"{value:g}".replace("e-0", "e-") for value in values]


def _games() -> Iterable[str]:
    from pokerlake.engine.games.catalogue import GAMES

    return GAMES


@chart("convergence", place=120, example="akq", terminal=True)
def convergence_chart(
    game: Annotated[
        str, Argument("A game that was learned: akq, kuhn, leduc, ...", "GAME", names=_games)
    ],
    title: str = "",
    lake: Path | None = None,
) -> Figure:
    """Draw how far each run is from an equilibrium, by games.

    NashConv is what the players could win more in a game, added up, each by a best response. Both
    axes are logarithmic. Pointed at in SVG or HTML, a point shows its numbers.
    """
    with connect(lake) as connection:
        return convergence(connection, game, title).figure()


def convergence(connection: duckdb.DuckDBPyConnection, game: str, title: str = "") -> Convergence:
    """The runs of a game from the lake's tables ``learning_runs`` and ``strategies``.

    A logarithmic axis has no place for a NashConv of 0: such checkpoints, those where it is not
    known, and exact solutions are told of in notes.
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
    if any(dot.bar for curve in curves for dot in curve.dots):
        notes.append(f"Bars are {_ERRORS} standard errors to either side of what is sampled.")
    algorithms = {points[0]["algorithm"] for points in latest.values()}
    title = title or f"{game}: how far from an equilibrium"
    return Convergence(curves, _across(algorithms), tuple(notes), title)


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
    """A line for each run, of the colour of its algorithm."""
    algorithms = [points[0]["algorithm"] for points in runs.values()]
    kinds = list(dict.fromkeys(algorithms))
    for at, (run, points) in enumerate(runs.items()):
        algorithm, last = algorithms[at], points[-1]
        chosen = json.loads(points[0]["parameters"])
        if points[0]["seed"] is not None:
            chosen["seed"] = points[0]["seed"]
        name = algorithm if algorithms.count(algorithm) == 1 else f"{algorithm}, run {run}"
        about = ", ".join(f"{key} {value}" for key, value in chosen.items())
        said = f"  {name}{about and f' ({about})'}: "
        yield Curve(
            name,
            np.array([row["checkpoint"] for row in points], np.float64),
            np.array([row["nash_conv"] for row in points]),
            KINDS[kinds.index(algorithm) % len(KINDS)],
            said + f"{last['nash_conv']:.4g} at {last['checkpoint']:,}\n",
            _DASHES[algorithms[:at].count(algorithm) % len(_DASHES)],
            [_dot(row, name, about) for row in points],
            at_end=False,
        )


def _dot(row: dict[str, Any], name: str, about: str) -> Dot:
    games, value, error = (
        row[column] for column in ("checkpoint", "nash_conv", "nash_conv_standard_error")
    )
    told, bar = f"{name}: NashConv {value:.4g} at {games:,}", None
    if error:
        told += f", standard error {error:.2g}"
        bar = value + _ERRORS * error, max(value - _ERRORS * error, 1e-300)
    return Dot(games, value, (told, *([about] if about else [])), 3, bar=bar)


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
