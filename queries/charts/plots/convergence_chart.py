"""How far what was learned of a game is from an equilibrium: NashConv by games, log-log."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any

from rich.style import Style
from rich.text import Text

from ...connection import connect
from ..drawing import numerals, svg
from ..drawing.cells import start_text
from ..drawing.layout import level_axis, upright_axis
from ..registry import Argument, Drawn, chart
from .convergence import ERRORS, Convergence, Curve
from .convergence import convergence as fetch_convergence

_WIDTH, _PLOT, _LEFT = 760.0, 420.0, 56.0
_LEGEND, _ROW = 26.0, 24.0  # the line in front of a name, and the height of its row
_DASHES = (None, "6 3", "2 3", "9 3 2 3")
_MOST_MARKS = 11  # on an axis

_WIDEST = 78  # of all lines, for a terminal
_COLUMNS, _ROWS = 66, 20  # of the plot
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _games() -> Iterable[str]:
    from pokerlake.engine.games.catalogue import GAMES

    return GAMES


@chart("convergence", place=120, example="akq", terminal=True)
def convergence(
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
        found = fetch_convergence(connection, game)
    title = title or found.title
    return Drawn(title, (found, title), draw_convergence, convergence_text)


@dataclass(frozen=True)
class _Axis:
    """A logarithmic axis over whole powers of ten."""

    low: int
    high: int
    write: Callable[[list[float]], list[str]]  # its marks

    @classmethod
    def over(cls, values: Sequence[float], write: Callable[[list[float]], list[str]]) -> _Axis:
        """From a power not over the least value to one not under the greatest, and to another."""
        low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        return cls(low, max(high, low + 1), write)

    def place(self, value: float) -> float:
        """Where a positive value lies, 0 to 1; what is off the axis is at its end."""
        part = (math.log10(value) - self.low) / (self.high - self.low)
        return min(1.0, max(0.0, part))

    def marks(self) -> list[tuple[float, str]]:
        """The places of its powers, and how they are written."""
        powers = range(self.low, self.high + 1, -(-(self.high - self.low) // _MOST_MARKS))
        values = [10.0**power for power in powers]
        return list(zip(map(self.place, values), self.write(values), strict=True))


def _axes(found: Convergence) -> tuple[_Axis, _Axis]:
    """The axis across, of games, and the one up, of NashConv."""
    games = [count for curve in found.curves for count in curve.games]
    nash_convs = [value for curve in found.curves for value in curve.nash_convs]
    return _Axis.over(games, numerals.tick_numerals), _Axis.over(nash_convs, _small_numerals)


def _small_numerals(values: Iterable[float]) -> list[str]:
    return [f"{value:g}".replace("e-0", "e-") for value in values]


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
        yield svg.points(((x(games), y(value)) for games, value, _ in points), **_look(curve))
    for games, value, error in points:
        told = [f"{curve.name}: NashConv {value:.4g} at {games:,}"]
        bar = ""
        if error:
            told[0] += f", standard error {error:.2g}"
            high, low = y(value + ERRORS * error), y(max(value - ERRORS * error, 1e-300))
            bar = svg.path("M", x(games), high, "V", low, stroke=curve.colour, stroke_width=1.5)
        told += [curve.about] if curve.about else []
        dot = svg.element("circle", cx=x(games), cy=y(value), r=3, fill=curve.colour)
        yield svg.element("g", svg.hover(*told) + dot + bar)


# ---------------------------------------------------------------- the terminal


def convergence_text(found: Convergence, title: str = "") -> Text:
    """The runs of a game for a terminal, at most 78 columns wide: a letter for each run."""
    across, up = _axes(found)
    cells: dict[tuple[int, int], tuple[str, str]] = {}
    for letter, curve in zip(_LETTERS, found.curves, strict=False):
        columns = [round(across.place(games) * (_COLUMNS - 1)) for games in curve.games]
        rows = [round((1 - up.place(value)) * (_ROWS - 1)) for value in curve.nash_convs]
        places = list(zip(columns, rows, strict=True))
        cells |= dict.fromkeys(places, (letter, curve.colour))
        for (start, first), (end, last) in pairwise(places):
            for column in range(start + 1, end):
                row = round(first + (last - first) * (column - start) / (end - start))
                cells.setdefault((column, row), ("·", curve.colour))
    marks = {round((1 - place) * (_ROWS - 1)): text for place, text in up.marks()}
    text = start_text(title or found.title).append("NashConv\n")
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
    for place, mark in axis.marks():
        start = min(10 + round(place * (_COLUMNS - 1)), len(line) - len(mark))
        if start >= free:
            line = line[:start] + mark + line[start + len(mark) :]
            free = start + len(mark) + 1
    return line.rstrip()
