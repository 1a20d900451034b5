"""Line charts: income rates, the numbers of any query, and learning runs of games."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any, NamedTuple

import duckdb
import numpy as np
import pyarrow as pa

from pokerlake.engine.cards.holes import HANDS
from pokerlake.tables.errors import QueryError, UsageError, did_you_mean, flag
from pokerlake.tables.schema import sql_type

from ..connection import connect
from ..files.format import is_number
from ..selection import asked_rows
from ..statements.run import own_rows, stream
from .drawing import figure as fig
from .drawing import numerals, svg
from .drawing.colours import FREE, KINDS, Ends
from .given import given_rows, require_hands
from .registry import Argument, Option, chart

MOST_LINES = 2 * len(KINDS)  # can be told apart by colour and dashes
MOST_CURVES = 20  # the same, if colours stand for algorithms
_DASHES = (None, "5 3")
_DASHES_OF_RUNS = (None, "6 3", "2 3", "9 3 2 3")
_LEGEND = 8  # columns of a terminal before the rates of a hand
_ERRORS = 2  # standard errors to either side: a 95 % interval
_MOST_NAME = 190.0  # the largest width of names at the ends of lines
_STRIPS = 60  # strips with tooltips
_ROUNDING = 1e-12  # error of sums of floats, which differs between machines
_WALKERS = ("cfr", "cfr+")  # an iteration walks the whole game
_ROW = 24.0  # of a name in the legend


class Line(NamedTuple):
    """Income rates of a hand."""

    hand: str
    players: tuple[int, ...]  # ascending
    rates: tuple[float, ...]  # per unit stake, of each number of players
    errors: tuple[float | None, ...]  # standard errors; None for an exact rate


@chart("lines", place=20, example="AA AKs 72o", terminal=True)
def lines(
    hands: Annotated[list[str], Argument("One or more hands: AA AKs 72o.", "HAND")],
    ends: Ends = FREE,
    title: str = "",
    lake: Path | None = None,
) -> fig.Figure:
    """Draw income rates by number of players.

    Sampled rates have bars of two standard errors to either side.
    """
    with connect(lake) as connection:
        rates = income_lines(connection, hands)
    names = ", ".join(line.hand for line in rates)
    return lines_figure(rates, title or f"Income rate of {names} by number of players", ends)


def income_lines(connection: duckdb.DuckDBPyConnection, hands: Sequence[str]) -> list[Line]:
    """The income rates of hands from the table ``income_rates``, in the given order."""
    hands = [HANDS[at] for at in require_hands(hands)]
    if not 1 <= len(hands) <= MOST_LINES:
        raise UsageError(f"{len(hands)} hands; give 1 to {MOST_LINES}, which can be told apart")
    rows = own_rows(connection, "charts/income_lines", hands=hands).to_pylist()
    lines = []
    for hand in hands:
        points = [
            (row["players"], row["income_rate"], row["standard_error"])
            for row in rows
            if row["hand"] == hand
        ]
        if not points:
            raise QueryError(f"income_rates has no rows of {hand}; run 'pokerlake verify'")
        lines.append(Line(hand, *zip(*points, strict=True)))
    return lines


def lines_figure(lines: Sequence[Line], title: str = "", ends: Ends = FREE) -> fig.Figure:
    """Lines of income rates with the hand at the end of each; a terminal lists rates below."""
    points = [point for line in lines for point in zip(line.rates, line.errors, strict=True)]
    lowest = min(rate - _ERRORS * (error or 0) for rate, error in points)
    highest = max(rate + _ERRORS * (error or 0) for rate, error in points)
    low, high = ends.over(
        lowest if ends.most is not None and ends.most <= 0 else min(0.0, lowest),
        highest if ends.least is not None and ends.least >= 0 else max(0.0, highest),
    )
    zero = 0.0 if low <= 0 <= high else None
    up = fig.Axis.over(low, high, "income rate, per unit stake", strong=zero)
    first = min(line.players[0] for line in lines)
    last = max(line.players[-1] for line in lines)
    counts = [(float(count), str(count)) for count in range(first, last + 1)]
    across = fig.Axis(first, last, counts, "players who all stay to the showdown", grouped=True)
    beyond = [f"Rates beyond {low:g} to {high:g} are drawn at the end of the axis."]
    beyond = beyond if lowest < low or highest > high else []
    notes = [numerals.minus(note) for note in beyond]
    if any(error for line in lines for error in line.errors):
        bars = f"Bars are {_ERRORS} standard errors to either side, where a rate is sampled."
        notes.insert(0, bars)
    return fig.Figure(
        title,
        [_plot(lines, across, up), fig.Notes(notes, drop=70, foot=14, indent=66, empty=84)],
        partial(_in_terminal, lines, across, up, beyond),
        "Income rates",
    )


def _in_terminal(
    lines: Sequence[Line], across: fig.Axis, up: fig.Axis, beyond: Sequence[str], columns: int
) -> list[Any]:
    return [_plot(lines, across, up, columns), *(f"{note}\n" for note in beyond)]


def _plot(
    lines: Sequence[Line], across: fig.Axis, up: fig.Axis, columns: int = fig.TERMINAL
) -> fig.Plot:
    wide = max(len(line.hand) for line in lines)
    curves = []
    for at, (hand, players, rates, errors) in enumerate(lines):
        # A narrow terminal lists every other rate.
        step = 1 if columns >= _LEGEND + 7 * len(rates) else 2
        points = list(zip(players, rates, strict=True))[::step]
        said = "".join(f" {count}:{rate:+z.2f}" for count, rate in points)
        curves.append(
            fig.Curve(
                hand,
                np.array(players, np.float64),
                np.array(rates),
                KINDS[at % len(KINDS)],
                f" {hand:{wide}}{said}\n",
                _DASHES[at // len(KINDS)],
                [
                    _dot(count, rate, error, f"{hand}, {count} players: {rate:+z.4f}")
                    for count, rate, error in zip(players, rates, errors, strict=True)
                ],
                caps=True,
            )
        )
    return fig.Plot(across, up, curves, left=66, right=80, inset=10, rows=22)


def _dot(players: int, rate: float, error: float | None, text: str) -> fig.Dot:
    if not error:
        return fig.Dot(players, rate, (f"{text}, exact",), 3.5)
    bar = rate + _ERRORS * error, rate - _ERRORS * error
    return fig.Dot(players, rate, (f"{text}, standard error {error:.2g}",), 3.5, bar=bar)


# ---------------------------------------------------------------- any numbers


def number_text(value: float) -> str:
    """A number in a tooltip."""
    return numerals.minus(f"{value:z,.0f}" if value == round(value) else f"{value:,.6g}")


@dataclass(frozen=True)
class Series:
    """Lines over x, from left to right."""

    x: fig.Column  # (n,), ascending; n is 1 or more
    lines: tuple[tuple[str, fig.Column], ...]  # names, and (n,) each; NaN for no value
    along: str  # the title of the axis of x
    up: str  # the title of the axis of values
    title: str
    colours: Sequence[str] = KINDS
    across: fig.Axis | None = None  # if not an axis of numbers
    tell: Callable[[float], str] = number_text  # writes x

    def figure(self) -> fig.Figure:
        """The lines with names at their ends; a terminal has blocks for two, letters for more."""
        low = min(0.0, *(float(np.nanmin(values)) for _, values in self.lines))
        high = max(0.0, *(float(np.nanmax(values)) for _, values in self.lines))
        along = self.across or fig.Axis.over(self.x[0], self.x[-1], self.along)
        if self.across is None and np.array_equal(self.x, np.round(self.x)):
            marks = [value for value, _ in along.marks if value == round(value)]
            texts = zip(marks, numerals.tick_numerals(marks), strict=True)
            along = fig.Axis(along.low, along.high, list(texts), self.along)
        curves = [
            fig.Curve(
                name,
                self.x,
                values,
                self.colours[at % len(self.colours)],
                f" {svg.clean(name)}: {number_text(values[~np.isnan(values)][-1])} at the end\n",
                _DASHES[at // len(self.colours)],
                drawn=True,
            )
            for at, (name, values) in enumerate(self.lines)
        ]
        names = (svg.clean(name) for name, _ in self.lines)
        shown = [svg.shortened(name, _MOST_NAME, svg.TEXT_SIZE) for name in names]
        plot = fig.Plot(
            along,
            fig.Axis.over(low, high, self.up, strong=0.0),
            [*curves, fig.Strips(list(self._strips()), {"fill": "#ffffff", "fill_opacity": "0"})],
            left=66,
            right=max(svg.text_width(name, svg.TEXT_SIZE) for name in shown) + 44,
            inset=10,
        )
        return fig.Figure(self.title, [plot, fig.Notes([], empty=64)], [plot], self.up)

    def _strips(self) -> Iterator[tuple[str, ...]]:
        """The tooltip of each strip: the values at the x nearest to its middle."""
        count = min(_STRIPS, len(self.x))
        for strip in range(count):
            part = (strip + 0.5) / count
            middle = self.x[0] * (1 - part) + self.x[-1] * part
            at = int(np.abs(self.x / 2 - middle / 2).argmin())
            there = ((name, values[at]) for name, values in self.lines)
            heights = (
                f"{name}: {number_text(value)}" for name, value in there if not np.isnan(value)
            )
            yield f"{self.along}: {self.tell(self.x[at])}", *heights


@chart(
    "series",
    place=25,
    example="--sql 'select players, avg(income_rate) as income from income_rates group by all'",
    terminal=True,
)
def series(
    sql: Annotated[
        str | None,
        Option("SQL that returns numbers; the first column is the horizontal axis.", "SQL"),
    ] = None,
    title: str = "",
    lake: Path | None = None,
    values: Any = None,
) -> fig.Figure:
    """Draw numbers of any query as lines: each column of numbers over the first.

    Rows are ordered by the first column. Other columns without numbers are left out, and so are
    values that are missing or not finite.
    """
    if (sql is None) == (values is None):
        raise UsageError(f"give {flag('sql')}" + (" or values, not both" if sql else ""))
    if sql is None:
        return series_of(given_rows(values), title).figure()
    with connect(lake) as connection:
        return series_of(stream(connection, sql), title).figure()


def series_of(rows: pa.RecordBatchReader, title: str = "") -> Series:
    """The columns of numbers over the first column."""
    first, *others = rows.schema
    if not is_number(first.type):
        raise UsageError(
            f"column {first.name!r} is {sql_type(first.type)}, not a number; the first column is "
            "along the chart"
        )
    at = [place for place, field in enumerate(others, 1) if is_number(field.type)]
    if not 1 <= len(at) <= MOST_LINES:
        raise UsageError(
            f"{len(at)} columns of numbers behind the first; give 1 to {MOST_LINES}, which can be "
            "told apart"
        )
    table = rows.read_all()
    x = _numbers(table.column(0))
    order = np.flatnonzero(np.isfinite(x))
    order = order[np.argsort(x[order], kind="stable")]
    lines = []
    for place in at:
        heights = _numbers(table.column(place))[order]
        heights[~np.isfinite(heights)] = np.nan
        if not np.isnan(heights).all():
            lines.append((rows.schema.field(place).name, heights))
    if not lines:
        raise QueryError("the query gives no numbers to draw")
    names = ", ".join(name for name, _ in lines)
    up = lines[0][0] if len(lines) == 1 else "value"
    return Series(x[order], tuple(lines), first.name, up, title or f"{names} by {first.name}")


def _numbers(column: pa.ChunkedArray) -> fig.Column:
    numbers = column.cast(pa.float64(), safe=False).fill_null(np.nan)
    return np.array(numbers.to_numpy(), np.float64)


# ---------------------------------------------------------------- games as learned


def legend_room(names: Iterable[str]) -> float:
    """The room for the names of curves at the right of a plot."""
    return max(svg.text_width(name, svg.TEXT_SIZE) for name in names) + 48


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
) -> fig.Figure:
    """Draw how far each run is from an equilibrium, by games.

    NashConv is the sum of what each player could gain per game with a best response. Both axes are
    logarithmic. In SVG and HTML, pointing at a point shows its numbers.
    """
    with connect(lake) as connection:
        return convergence(connection, game, title)


def convergence(connection: duckdb.DuckDBPyConnection, game: str, title: str = "") -> fig.Figure:
    """The runs of a game from the lake's tables ``learning_runs`` and ``strategies``.

    A logarithmic axis has no place for a NashConv of 0: notes list such checkpoints, those without
    a known NashConv, and exact solutions.
    """
    every_row = asked_rows(connection, "convergence").to_pylist()
    rows = [row for row in every_row if row["game"] == game]
    if not rows:
        hint = did_you_mean(game, sorted({row["game"] for row in every_row}))
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
    curves = list(_runs(latest))
    notes = [*_left_out(learned)]
    for run, points in list(solved.items())[-1:]:
        nash_conv, value = points[-1]["nash_conv"], points[-1]["value"]
        shown = "0" if abs(nash_conv) < _ROUNDING else f"{nash_conv:.2g}"
        exact = f"NashConv {shown}, value {value:.6g} to player 1."
        notes.append(numerals.minus(f"Not drawn: run {run} (exact): {exact}"))
    if len(latest) < len(drawable):
        notes.append(f"The latest {len(latest)} of {len(drawable)} runs are drawn.")
    if any(dot.bar for curve in curves for dot in curve.dots):
        notes.append(f"Bars are {_ERRORS} standard errors to either side of what is sampled.")
    algorithms = {points[0]["algorithm"] for points in latest.values()}
    walked = [name for name in _WALKERS if name in algorithms]
    walks = "walks through all of the game"
    along = f"games played; for {' and '.join(walked)}, {walks}" if walked else "games played"
    if walked and len(walked) == len(algorithms):
        along = walks
    across = fig.Axis.powers((x for curve in curves for x in curve.x), along)
    values = (y for curve in curves for y in curve.y)
    up = fig.Axis.powers(
        values,
        "NashConv, chips a game",
        lambda marks: [f"{mark:g}".replace("e-0", "e-") for mark in marks],
        "NashConv",
    )
    right = legend_room(curve.name for curve in curves)
    plot = fig.Plot(across, up, curves, right=right, height=max(420.0, _ROW * len(curves)))
    room = fig.WIDTH - 2 * fig.MARGIN
    below = [part for note in notes for part in svg.wrapped(note, room, svg.TEXT_SIZE, 2)]
    return fig.Figure(
        title or f"{game}: how far from an equilibrium",
        [plot, fig.Notes(below, drop=72, foot=12, empty=60)],
        partial(_with_notes, plot, notes),
    )


def _with_notes(plot: fig.Plot, notes: Sequence[str], columns: int) -> list[Any]:
    return [plot, *("\n".join(wrap(note, columns)) + "\n" for note in notes)]


def _is_drawn(row: dict[str, Any]) -> bool:
    return row["nash_conv"] is not None and row["nash_conv"] > 0


def _runs(runs: dict[int, list[dict[str, Any]]]) -> Iterator[fig.Curve]:
    """A line for each run, in the colour of its algorithm."""
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
        yield fig.Curve(
            name,
            np.array([row["checkpoint"] for row in points], np.float64),
            np.array([row["nash_conv"] for row in points]),
            KINDS[kinds.index(algorithm) % len(KINDS)],
            said + f"{last['nash_conv']:.4g} at {last['checkpoint']:,}\n",
            _DASHES_OF_RUNS[algorithms[:at].count(algorithm) % len(_DASHES_OF_RUNS)],
            [_checkpoint(row, name, about) for row in points],
            at_end=False,
        )


def _checkpoint(row: dict[str, Any], name: str, about: str) -> fig.Dot:
    games, value, error = (
        row[column] for column in ("checkpoint", "nash_conv", "nash_conv_standard_error")
    )
    text, bar = f"{name}: NashConv {value:.4g} at {games:,}", None
    if error:
        text += f", standard error {error:.2g}"
        bar = value + _ERRORS * error, max(value - _ERRORS * error, 1e-300)
    return fig.Dot(games, value, (text, *([about] if about else [])), 3, bar=bar)


def _left_out(runs: dict[int, list[dict[str, Any]]]) -> Iterator[str]:
    """Notes on the checkpoints of each run that cannot be drawn."""
    for run, points in runs.items():
        zeros = sum(row["nash_conv"] is not None and not _is_drawn(row) for row in points)
        unknown = sum(row["nash_conv"] is None for row in points)
        for count, what in ((zeros, "not over 0"), (unknown, "not known")):
            if count:
                yield (
                    f"Not drawn: {count} of {len(points)} checkpoints of run {run} "
                    f"({points[0]['algorithm']}), where NashConv is {what}."
                )
