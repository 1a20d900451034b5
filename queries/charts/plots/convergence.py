"""How far what was learned of a game is from an equilibrium: NashConv by games, log-log."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any

import duckdb
from rich.style import Style
from rich.text import Text

from pokerlake.tables.errors import UsageError, did_you_mean

from ...connection import connect
from ...sql.named import named_query
from ...statements.run import stream
from ..drawing import numerals, svg
from ..drawing.canvas import LETTERS, Canvas
from ..drawing.cells import TERMINAL, start_text
from ..drawing.colours import KINDS
from ..drawing.layout import LogAxis, level_axis, upright_axis
from ..registry import Argument, Drawn, chart

MOST_CURVES = 20  # which can be told apart by colour and dashes
_ERRORS = 2  # standard errors to either side
_ROUNDING = 1e-12  # what sums of floats may be out by, on one machine so and on another so
_WALKERS = ("cfr", "cfr+")  # of which an iteration walks all of the game

_WIDTH, _PLOT, _LEFT = 760.0, 420.0, 56.0
_LEGEND, _ROW = 26.0, 24.0  # the line in front of a name, and the height of its row
_DASHES = (None, "6 3", "2 3", "9 3 2 3")

_ROWS = 20  # of the plot in a terminal


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

    curves: tuple[Curve, ...]  # in the order of runs; one has two points or more
    across: str  # what is counted along the axis
    notes: tuple[str, ...]  # what is not drawn
    title: str


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
) -> Drawn:
    """Draw how far each run is from an equilibrium, by games.

    NashConv is what the players could win more in a game, added up, each by a best response. Both
    axes are logarithmic. Pointed at in SVG or HTML, a point shows its numbers.
    """
    with connect(lake) as connection:
        found = convergence(connection, game, title)
    return Drawn(found.title, (found,), draw_convergence, convergence_text)


def convergence(connection: duckdb.DuckDBPyConnection, game: str, title: str = "") -> Convergence:
    """The runs of a game from the lake's tables ``learning_runs`` and ``strategies``.

    A logarithmic axis has no place for a NashConv of 0: such checkpoints, those where it is not
    known, and exact solutions are told of in notes.

    Raises UsageError if the lake has no run of the game, or none with two checkpoints to draw a
    line between; QueryError if the tables are not there.
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


# ---------------------------------------------------------------- the picture


def _axes(found: Convergence) -> tuple[LogAxis, LogAxis]:
    """The axis across, of games, and the one up, of NashConv."""
    games = [count for curve in found.curves for count in curve.games]
    nash_convs = [value for curve in found.curves for value in curve.nash_convs]
    return LogAxis.over(games, numerals.tick_numerals), LogAxis.over(nash_convs, _small_numerals)


def _small_numerals(values: Iterable[float]) -> list[str]:
    return [f"{value:g}".replace("e-0", "e-") for value in values]


def draw_convergence(found: Convergence) -> str:
    """The runs of a game as SVG: a line each, of the colour of its algorithm, and a legend."""
    head, top = svg.heading(found.title, _WIDTH)
    top += 24
    bottom = top + max(_PLOT, _ROW * len(found.curves))
    left = svg.MARGIN + _LEFT
    names = max(svg.text_width(curve.name, svg.TEXT_SIZE) for curve in found.curves)
    right = _WIDTH - svg.MARGIN - names - _LEGEND - 22
    across, up = _axes(found)

    def x(games: float) -> float:
        return left + (right - left) * across.place(games)

    def y(nash_conv: float) -> float:
        return bottom - (bottom - top) * up.place(nash_conv)

    room = _WIDTH - 2 * svg.MARGIN
    notes = [
        line for note in found.notes for line in svg.wrapped(note, room, svg.TEXT_SIZE, most=2)
    ]
    heights = [(bottom - (bottom - top) * place, text) for place, text in up.marks()]
    places = [(left + (right - left) * place, text) for place, text in across.marks()]
    parts = [
        *head,
        svg.label(svg.MARGIN, top - 12, "NashConv, chips a game"),
        *upright_axis(heights, left, right),
        *level_axis(places, top, bottom),
        svg.label((left + right) / 2, bottom + 44, found.across, text_anchor="middle"),
    ]
    for at, curve in enumerate(found.curves):
        parts += [
            *_line(curve, x, y),
            svg.path("M", right + 16, top + _ROW * at + 9, "h", _LEGEND, **_look(curve)),
            svg.label(right + 16 + _LEGEND + 6, top + _ROW * at + 14, curve.name),
        ]
    parts += svg.notes(notes, svg.MARGIN, bottom + 72)
    height = bottom + 60 + (20 * len(notes) + 4 if notes else 0)
    return svg.document(found.title, _WIDTH, height, parts)


def _look(curve: Curve) -> dict[str, Any]:
    return {
        "stroke": curve.colour,
        "stroke_width": 2,
        "stroke_dasharray": _DASHES[curve.variant % len(_DASHES)],
        "fill": "none",
    }


def _line(curve: Curve, x: Callable[[float], float], y: Callable[[float], float]) -> Iterator[str]:
    """The line and its points, each of which tells its numbers, with their error bars."""
    points = list(zip(curve.games, curve.nash_convs, curve.errors, strict=True))
    if len(points) > 1:
        yield svg.points(((x(games), y(value)) for games, value, _ in points), **_look(curve))
    for games, value, error in points:
        told = [f"{curve.name}: NashConv {value:.4g} at {games:,}"]
        bar = ""
        if error:
            told[0] += f", standard error {error:.2g}"
            high, low = y(value + _ERRORS * error), y(max(value - _ERRORS * error, 1e-300))
            bar = svg.path("M", x(games), high, "V", low, stroke=curve.colour, stroke_width=1.5)
        told += [curve.about] if curve.about else []
        dot = svg.element("circle", cx=x(games), cy=y(value), r=3, fill=curve.colour)
        yield svg.element("g", svg.hover(*told) + dot + bar)


# ---------------------------------------------------------------- the terminal


def convergence_text(found: Convergence, columns: int = TERMINAL) -> Text:
    """The runs of a game for a terminal: a letter for each run."""
    across, up = _axes(found)
    canvas = Canvas(columns, _ROWS)
    for letter, curve in zip(LETTERS, found.curves, strict=False):
        points = zip(curve.games, curve.nash_convs, strict=True)
        places = [(across.place(games), up.place(value)) for games, value in points]
        canvas.letters(places, letter, curve.colour)
    text = start_text(found.title).append("NashConv\n")
    canvas.append_to(text, up.marks(), across.marks(), f"{found.across}\n")
    for letter, curve in zip(LETTERS, found.curves, strict=False):
        about = f" ({curve.about})" if curve.about else ""
        told = f"  {curve.name}{about}: {curve.nash_convs[-1]:.4g} at {curve.games[-1]:,}"
        text.append(letter, Style(color=curve.colour))
        text.append("\n".join(wrap(told, columns - 1, subsequent_indent="   ")) + "\n")
    for note in found.notes:
        text.append("\n".join(wrap(note, columns)) + "\n")
    return text
