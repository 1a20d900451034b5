"""Lines of numbers over a number: any length, thinned to what the picture can show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from rich.style import Style
from rich.text import Text

from ..drawing import numerals, svg
from ..drawing.canvas import DOTTED, LETTERS, SOLID, Canvas
from ..drawing.cells import TERMINAL, start_text
from ..drawing.colours import KINDS
from ..drawing.layout import apart, level_axis, upright_axis

MOST_LINES = 2 * len(KINDS)  # which can be told apart by colour and dashes
_WIDTH, _PLOT, _LEFT = 760.0, 420.0, 66.0
_NAMES = 190.0  # the widest that the names at the ends of lines get
_DASHES = (None, "5 3")
_STRIPS = 60  # that tell their values where they are pointed at
_ROWS = 20  # in a terminal

Column = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Plot:
    """Lines over a number, from left to right."""

    x: Column  # (n,), ascending; n is 1 or more
    lines: tuple[tuple[str, Column], ...]  # names, and (n,) each; NaN where there is no value
    along: str  # what the number is
    up: str  # what the lines are
    title: str

    @property
    def bottom(self) -> float:
        """The lowest value, or 0."""
        return min(0.0, *(float(np.nanmin(values)) for _, values in self.lines))

    @property
    def top(self) -> float:
        """The highest value, or 0."""
        return max(0.0, *(float(np.nanmax(values)) for _, values in self.lines))

    def marks_along(self) -> list[tuple[float, str]]:
        """Places, 0 to 1, of round numbers; whole ones, where all are whole."""
        marks = numerals.ticks(self.x[0], self.x[-1], 8)
        if np.array_equal(self.x, np.round(self.x)):
            marks = [mark for mark in marks if mark == round(mark)]
        places = [_place(mark, self.x[0], self.x[-1]) for mark in marks]
        return list(zip(places, numerals.tick_numerals(marks), strict=True))

    def marks_up(self) -> list[tuple[float, str]]:
        """Places, 0 to 1, of round values, and how they are written."""
        marks = numerals.ticks(self.bottom, self.top, 8)
        places = [_place(mark, self.bottom, self.top) for mark in marks]
        return list(zip(places, numerals.tick_numerals(marks), strict=True))


def _place(value: float, low: float, high: float) -> float:
    span = high / 2 - low / 2  # halved: the difference of two finite numbers need not be finite
    return (value / 2 - low / 2) / span if span > 0 else 0.5


def draw_plot(plot: Plot) -> str:
    """The lines as SVG, each with its name at its end."""
    head, top = svg.heading(plot.title, _WIDTH)
    top += 24
    bottom = top + _PLOT
    names = [svg.shortened(svg.clean(name), _NAMES, svg.TEXT_SIZE) for name, _ in plot.lines]
    wide = max(svg.text_width(name, svg.TEXT_SIZE) for name in names)
    left, right = svg.MARGIN + _LEFT, _WIDTH - svg.MARGIN - wide - 44
    low, high = plot.bottom, plot.top

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            left + (right - left) * _place(x, plot.x[0], plot.x[-1]),
            bottom - 10 - (_PLOT - 20) * _place(y, low, high),
        )

    up = [(bottom - 10 - (_PLOT - 20) * at, text) for at, text in plot.marks_up()]
    along = [(left + (right - left) * at, text) for at, text in plot.marks_along()]
    parts = [
        *head,
        svg.label(svg.MARGIN, top - 12, plot.up),
        *upright_axis(up, left, right, strong=place(0, 0)[1]),
        *level_axis(along, top, bottom),
        svg.label((left + right) / 2, bottom + 44, plot.along, text_anchor="middle"),
    ]
    drawn = [_thinned(plot.x, values, int(right - left)) for _, values in plot.lines]
    ends = [place(*points[-1]) for points in drawn]
    heights = apart([y for _, y in ends], [svg.TEXT_SIZE + 4] * len(ends), top, bottom)
    for at, (points, end, height) in enumerate(zip(drawn, ends, heights, strict=True)):
        colour = KINDS[at % len(KINDS)]
        look = {"stroke": colour, "stroke_dasharray": _DASHES[at // len(KINDS)], "fill": "none"}
        parts.append(svg.points((place(*point) for point in points), stroke_width=2, **look))
        if len(points) == 1:
            parts.append(svg.element("circle", cx=end[0], cy=end[1], r=3.5, fill=colour))
        parts += [
            svg.path("M", end[0] + 4, end[1], "L", right + 24, height, "h", 8, **look),
            svg.label(right + 38, height + 5, names[at]),
        ]
    parts += _strips(plot, left, right, top, bottom)
    return svg.document(plot.title or plot.up, _WIDTH, bottom + 64, parts)


def _thinned(x: Column, values: Column, columns: int) -> list[tuple[float, float]]:
    """The points of a line: of those in one column the first, lowest, highest and last."""
    there = np.flatnonzero(~np.isnan(values))
    if len(there) <= 2 * columns:
        return list(zip(x[there].tolist(), values[there].tolist(), strict=True))
    places = (x[there] / 2 - x[0] / 2) / (x[-1] / 2 - x[0] / 2) * columns
    starts = np.flatnonzero(np.diff(np.floor(places), prepend=-1))
    kept = []
    for start, end in zip(starts, [*starts[1:], len(there)], strict=True):
        of_column = values[there[start:end]]
        kept += sorted({start, end - 1, start + of_column.argmin(), start + of_column.argmax()})
    chosen = there[kept]
    return list(zip(x[chosen].tolist(), values[chosen].tolist(), strict=True))


def _strips(plot: Plot, left: float, right: float, top: float, bottom: float) -> Iterator[str]:
    """Upright strips, each of which tells the values at a number near its middle."""
    count = min(_STRIPS, len(plot.x))
    width = (right - left) / count
    for strip in range(count):
        part = (strip + 0.5) / count
        middle = plot.x[0] * (1 - part) + plot.x[-1] * part
        at = int(np.abs(plot.x / 2 - middle / 2).argmin())
        told = [f"{plot.along}: {_told(plot.x[at])}"]
        told += [f"{name}: {_told(v[at])}" for name, v in plot.lines if not np.isnan(v[at])]
        x = left + strip * width
        yield svg.rectangle(x, top, width, bottom - top, *told, fill="#ffffff", fill_opacity="0")


def _told(value: float) -> str:
    return numerals.minus(f"{value:z,.0f}" if value == round(value) else f"{value:,.6g}")


def plot_text(plot: Plot, columns: int = TERMINAL) -> Text:
    """The lines for a terminal: two by their signs, more by letters."""
    canvas = Canvas(columns, _ROWS)
    part = np.linspace(0, 1, canvas.columns)
    at = plot.x[0] * (1 - part) + plot.x[-1] * part
    signs = (SOLID, DOTTED) if len(plot.lines) <= 2 else ()
    low, high = plot.bottom, plot.top
    for line, (_, values) in enumerate(plot.lines):
        there = ~np.isnan(values)
        heights = [_place(v, low, high) for v in np.interp(at, plot.x[there], values[there])]
        colour = KINDS[line % len(KINDS)]
        if signs:
            canvas.curve(heights, signs[line], colour)
        else:
            steps = np.linspace(0, canvas.columns - 1, 12).astype(int)
            places = [(step / (canvas.columns - 1), heights[step]) for step in steps]
            canvas.letters(places, LETTERS[line], colour)
    canvas.level(_place(0, low, high))
    text = start_text(plot.title).append(f"{plot.up}\n")
    canvas.append_to(text, plot.marks_up(), plot.marks_along(), f"{plot.along}\n")
    for line, (name, values) in enumerate(plot.lines):
        sign = signs[line][2] if signs else LETTERS[line]
        last = values[~np.isnan(values)][-1]
        text.append(sign, Style(color=KINDS[line % len(KINDS)]))
        text.append(f" {svg.clean(name)}: {_told(last)} at the end\n")
    return text
