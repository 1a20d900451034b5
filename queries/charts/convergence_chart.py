"""How far what was learned of a game is from an equilibrium: NashConv by games, log-log."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import groupby, pairwise
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from rich.style import Style
from rich.text import Text

from ...tables.errors import UsageError, did_you_mean
from ..connection import stream
from . import numerals, svg
from .colours import KINDS
from .layout import level_axis, upright_axis

if TYPE_CHECKING:
    import duckdb

MOST_CURVES = 20  # which can be told apart by colour and dashes
_WIDTH, _PLOT, _LEFT = 760.0, 420.0, 56.0
_LEGEND, _ROW = 26.0, 24.0  # the line in front of a name, and the height of its row
_DASHES = (None, "6 3", "2 3", "9 3 2 3")
_ERRORS = 2  # standard errors to either side
_MOST_MARKS = 11  # on an axis
_WALKERS = ("cfr", "cfr+")  # of which an iteration walks all of the game

_WIDEST = 78  # of all lines, for a terminal
_COLUMNS, _ROWS = 66, 20  # of the plot
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Curve:
    """What a run had come to at its checkpoints, where that can be drawn.

    Attributes
    ----------
    name : str
        Its algorithm, with the run's number where others have the same.
    about : str
        Its parameters and seed.
    kind, variant : int
        Which of the algorithms it is, and which of the runs of that.
    games : tuple of int
        Games or iterations by each checkpoint, ascending.
    nash_convs : tuple of float
        Chips a game, over 0.
    errors : tuple of float
        Their standard errors; 0 where they are exact.
    """

    name: str
    about: str
    kind: int
    variant: int
    games: tuple[int, ...]
    nash_convs: tuple[float, ...]
    errors: tuple[float, ...]

    @property
    def colour(self) -> str:
        """That of its algorithm."""
        return KINDS[self.kind % len(KINDS)]


@dataclass(frozen=True)
class Convergence:
    """The runs of a game.

    Attributes
    ----------
    game : str
    curves : tuple of Curve
        In the order of runs; one has two points or more.
    across : str
        What is counted along the axis.
    notes : tuple of str
        What is not drawn.
    """

    game: str
    curves: tuple[Curve, ...]
    across: str
    notes: tuple[str, ...]

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
    sql = (files(__package__) / "convergence.sql").read_text("utf-8")
    rows = stream(connection, sql, {"game": game}).read_all().to_pylist()
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
        seed = points[0]["seed"]
        about = [f"{name} {value}" for name, value in chosen.items()]
        yield Curve(
            algorithm if algorithms.count(algorithm) == 1 else f"{algorithm}, run {run}",
            ", ".join(about + ([] if seed is None else [f"seed {seed}"])),
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
        last = points[-1]
        nash_conv, value = f"{last['nash_conv']:.2g}", f"{last['value']:.6g}"
        yield numerals.minus(
            f"Not drawn: run {run} (exact): NashConv {nash_conv}, value {value} to player 1."
        )


# ---------------------------------------------------------------- the picture


@dataclass(frozen=True)
class _Axis:
    """A logarithmic axis over whole powers of ten."""

    low: int
    high: int

    @classmethod
    def over(cls, values: Sequence[float]) -> _Axis:
        """From the power at or below the least to the next after it that is not exceeded."""
        low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        return cls(low, max(high, low + 1))

    def place(self, value: float) -> float:
        """Where a positive value lies, 0 to 1; what is off the axis is at its end."""
        part = (math.log10(value) - self.low) / (self.high - self.low)
        return min(1.0, max(0.0, part))

    def powers(self) -> range:
        """Those that are marked."""
        return range(self.low, self.high + 1, -(-(self.high - self.low) // _MOST_MARKS))


def _count_marks(axis: _Axis) -> list[str]:
    return numerals.tick_numerals([10.0**power for power in axis.powers()])


def _small_marks(axis: _Axis) -> list[str]:
    return [f"{10.0**power:g}" if power >= -4 else f"1e{power}" for power in axis.powers()]


def _axes(found: Convergence) -> tuple[_Axis, _Axis]:
    games = [count for curve in found.curves for count in curve.games]
    return _Axis.over(games), _Axis.over([v for curve in found.curves for v in curve.nash_convs])


def draw_convergence(found: Convergence, title: str = "") -> str:
    """The runs of a game as SVG: a line each, of the colour of its algorithm, and a legend."""
    title = title or found.title
    head, top = svg.heading(title, _WIDTH)
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

    marks = list(zip(across.powers(), _count_marks(across), strict=True))
    heights = list(zip(up.powers(), _small_marks(up), strict=True))
    notes = _wrapped_notes(found.notes)
    parts = [
        *head,
        svg.label(svg.MARGIN, top - 12, "NashConv, chips a game"),
        *upright_axis([(y(10.0**power), text) for power, text in heights], left, right),
        *level_axis([(x(10.0**power), text) for power, text in marks], top, bottom),
        svg.label((left + right) / 2, bottom + 44, found.across, text_anchor="middle"),
    ]
    for at, curve in enumerate(found.curves):
        parts += [
            *_line(curve, x, y),
            svg.element(
                "path",
                d=f"M{svg.number(right + 16)} {svg.number(top + _ROW * at + 9)}h{_LEGEND:g}",
                **_look(curve),
            ),
            svg.label(right + 16 + _LEGEND + 6, top + _ROW * at + 14, curve.name),
        ]
    parts += [svg.label(svg.MARGIN, bottom + 72 + 20 * at, text) for at, text in enumerate(notes)]
    return svg.document(title, _WIDTH, bottom + 60 + (20 * len(notes) + 4 if notes else 0), parts)


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
        path = "L".join(f"{svg.number(x(n))} {svg.number(y(value))}" for n, value, _ in points)
        yield svg.element("path", d=f"M{path}", **_look(curve))
    for games, value, error in points:
        told = [f"{curve.name}: NashConv {value:.4g} at {games:,}"]
        bar = ""
        if error:
            told[0] += f", standard error {error:.2g}"
            high, low = y(value + _ERRORS * error), y(max(value - _ERRORS * error, 1e-300))
            path = f"M{svg.number(x(games))} {svg.number(high)}V{svg.number(low)}"
            bar = svg.element("path", d=path, stroke=curve.colour, stroke_width=1.5)
        told += [curve.about] if curve.about else []
        dot = svg.element("circle", cx=x(games), cy=y(value), r=3, fill=curve.colour)
        yield svg.element("g", svg.hover(*told) + dot + bar)


def _wrapped_notes(notes: Sequence[str]) -> list[str]:
    return [
        line
        for note in notes
        for line in svg.wrapped(note, _WIDTH - 2 * svg.MARGIN, svg.TEXT_SIZE, 2)
    ]


# ---------------------------------------------------------------- the terminal


def convergence_text(found: Convergence, title: str = "") -> Text:
    """The runs of a game for a terminal, at most 78 columns wide: a letter for each run."""
    across, up = _axes(found)
    cells: dict[tuple[int, int], tuple[str, str]] = {}
    for letter, curve in zip(_LETTERS, found.curves, strict=False):
        places = [
            (
                round(across.place(games) * (_COLUMNS - 1)),
                round((1 - up.place(value)) * (_ROWS - 1)),
            )
            for games, value in zip(curve.games, curve.nash_convs, strict=True)
        ]
        for place in places:
            cells[place] = letter, curve.colour
        for (start, first), (end, last) in pairwise(places):
            for column in range(start + 1, end):
                row = round(first + (last - first) * (column - start) / (end - start))
                cells.setdefault((column, row), ("·", curve.colour))
    marks = {
        round((1 - up.place(10.0**power)) * (_ROWS - 1)): text
        for power, text in zip(up.powers(), _small_marks(up), strict=True)
    }
    text = Text(f"{svg.clean(title or found.title)}\n\nNashConv\n", no_wrap=True, overflow="ignore")
    for row in range(_ROWS):
        text.append(f"{marks.get(row, ''):>8} {'┤' if row in marks else '│'}")
        for column in range(_COLUMNS):
            character, colour = cells.get((column, row), (" ", ""))
            text.append(character, Style(color=colour) if colour else None)
        text.append("\n")
    text.append(f"{'':9}└{'─' * _COLUMNS}\n{_mark_line(across)}\n")
    text.append(f"{'':10}{found.across}\n\n")
    for letter, curve in zip(_LETTERS, found.curves, strict=False):
        about = f" ({curve.about})" if curve.about else ""
        told = f"  {curve.name}{about}: {curve.nash_convs[-1]:.4g} at {curve.games[-1]:,}"
        text.append(letter, Style(color=curve.colour))
        text.append("\n".join(wrap(told, _WIDEST - 1, subsequent_indent="   ")) + "\n")
    for note in found.notes:
        text.append("\n".join(wrap(note, _WIDEST)) + "\n")
    return text


def _mark_line(axis: _Axis) -> str:
    """The marks of the axis across, each under its place as far as there is room."""
    line = " " * (10 + _COLUMNS + 2)
    free = 0
    for power, mark in zip(axis.powers(), _count_marks(axis), strict=True):
        start = min(10 + round(axis.place(10.0**power) * (_COLUMNS - 1)), len(line) - len(mark))
        if start >= free:
            line = line[:start] + mark + line[start + len(mark) :]
            free = start + len(mark) + 1
    return line.rstrip()
