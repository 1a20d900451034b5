"""A figure as charts describe it: a title, and blocks below each other.

``picture.py`` draws the blocks as SVG and ``terminal.py`` writes them as text; neither knows the
chart. Lengths are in the units of a picture. A function for a terminal takes its width in columns,
and may yield text as well as blocks.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from . import numerals
from .colours import FREE, Ends, Scale

MARGIN = 20.0
WIDTH = 760.0  # of a picture without a grid
COLUMNS = 13
SIDE = 52.0  # of a cell in a picture
GRID = COLUMNS * SIDE
TERMINAL = 78  # columns of a pipe, or of a terminal of unknown width
_MOST_MARKS = 11  # on a logarithmic axis

Column = npt.NDArray[np.float64]
Marks = Sequence[tuple[float, str]]  # values and their texts
Lines = tuple[str, ...]


@dataclass(frozen=True)
class Figure:
    """The content of a chart."""

    title: str
    blocks: Sequence[Any] = ()  # of the picture
    # Blocks and text, or a function that makes them for a number of columns; None: it has no form
    # for a terminal. Figures are pickled, so their functions are never lambdas or nested functions.
    terminal: Sequence[Any] | Callable[[int], Iterable[Any]] | None = None
    name: str = ""  # of a picture without a title
    width: float = WIDTH
    whole: str = ""  # the SVG of a picture without blocks


# ---------------------------------------------------------------- grids


@dataclass(frozen=True)
class Piece:
    """A part of a cell or a bar, from the left."""

    share: float  # of the whole; all pieces sum to 1 at most
    colour: str  # #rrggbb, on which black is legible
    letter: str  # its sign in a terminal


@dataclass(frozen=True)
class Cell:
    """The content of one cell of a grid."""

    name: str  # the upper or only line of text: a hand, or a value
    below: str | None = None  # the lower line
    ground: str | None = None  # #rrggbb; None is grey in a picture, plain in a terminal
    tooltip: Lines = ()
    share: float | None = None  # 0 to 1, filled from the bottom; a terminal writes it in %
    label: bool = False  # the lower line is text; in numbers, pictures widen the minus sign
    pieces: tuple[Piece, ...] = ()  # side by side, instead of a background
    height: float = 1.0  # of the pieces in a picture, from the bottom: 0 to 1


@dataclass(frozen=True)
class Grid:
    """Cells in rows. With ``diagonal``, the cells on it are marked."""

    cells: Sequence[Cell]
    columns: int = COLUMNS
    diagonal: bool = False
    names: tuple[Sequence[str], Sequence[tuple[str, str]]] | None = None
    """Names of columns, and of rows a letter and a symbol. Terminal cells are then one line."""


@dataclass(frozen=True)
class Caption:
    """A name above one of several grids."""

    text: str
    width: float


@dataclass(frozen=True)
class Row:
    """Blocks side by side, each with its place from the left."""

    blocks: Sequence[tuple[float, Any]]


# ---------------------------------------------------------------- legends and notes


@dataclass(frozen=True)
class Fill:
    """The meaning of the fill of cells, and on the right its total."""

    text: str
    total: str
    width: float = GRID


@dataclass(frozen=True)
class Kinds:
    """Kinds in rows: for each a colour, its letter in a terminal, and a text."""

    kinds: Sequence[tuple[str, str, str]]
    width: float = GRID
    above: float = 14.0
    indent: float = 0.0


@dataclass(frozen=True)
class Colours:
    """A bar of a scale's colours with values below and the unit after it.

    The values are round numbers if ``marks`` are not given. ``spread`` is the lowest and the
    highest value shown: an end that they pass is marked. ``strong`` has a line through the bar, if
    it is on the scale.
    """

    scale: Scale
    unit: str = ""
    width: float = GRID
    marks: Marks | None = None
    spread: tuple[float, float] | None = None
    strong: float | None = None
    above: float = 14.0
    indent: float = 0.0
    words: str = ""  # after the spread, in a terminal
    ends: Ends = FREE  # the given ones


@dataclass(frozen=True)
class Notes:
    """Lines of text below a picture."""

    lines: Sequence[str]
    drop: float = 64.0  # from the block above to the first base line
    foot: float = 14.0  # from the last base line to the end
    indent: float = 0.0
    empty: float = 0.0  # the height without any lines


@dataclass(frozen=True)
class Span:
    """Text of one colour, for a terminal."""

    text: str
    colour: str


@dataclass(frozen=True)
class Drawing:
    """A part of a picture of its own: a function of its place gives SVG of this height."""

    parts: Callable[[float, float], Iterable[str]]
    height: float


# ---------------------------------------------------------------- plots


@dataclass(frozen=True)
class Axis:
    """An axis of a plot: values, evenly spaced or by their logarithms."""

    low: float
    high: float
    marks: Marks
    title: str = ""
    strong: float | None = None  # the value with a dark line, also in a terminal
    is_log: bool = False
    ruled: bool = True  # lines cross the plot
    grouped: bool = False  # marks only, without lines
    in_terminal: Marks | None = None  # marks for a terminal, which has less room
    brief: str | None = None  # a shorter title, for a terminal

    @classmethod
    def over(
        cls,
        low: float,
        high: float,
        title: str = "",
        most: int = 8,
        fewer: int | None = None,
        **more: Any,
    ) -> Axis:
        """From one value to another, with at most this many round marks, fewer in a terminal."""
        marks, *others = (
            list(zip(values, numerals.tick_numerals(values), strict=True))
            for values in (numerals.ticks(low, high, n) for n in (most, fewer) if n is not None)
        )
        return cls(low, high, marks, title, in_terminal=others[0] if others else None, **more)

    @classmethod
    def days(cls, first: float, last: float, title: str, most: int = 6) -> Axis:
        """From one day to another, both as ordinals."""
        start, end = (dt.date.fromordinal(int(day)) for day in (first, last))
        ticks = numerals.day_ticks(start, end, most)
        return cls(first, last, [(float(day.toordinal()), text) for day, text in ticks], title)

    @classmethod
    def percents(cls, title: str, step: int = 20) -> Axis:
        """Shares of 1, written in %."""
        return cls(0, 1, [(mark / 100, str(mark)) for mark in range(0, 101, step)], title)

    @classmethod
    def powers(
        cls,
        values: Iterable[float],
        title: str,
        write: Callable[[list[float]], list[str]] = numerals.tick_numerals,
        brief: str | None = None,
    ) -> Axis:
        """Logarithmic, from a power of ten to another, at least two, around positive values."""
        values = list(values)
        low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        high = max(high, low + 1)
        marks = [10.0**power for power in range(low, high + 1, -(-(high - low) // _MOST_MARKS))]
        texts = zip(marks, write(marks), strict=True)
        return cls(low, high, list(texts), title, is_log=True, brief=brief)

    def place(self, value: float) -> float:
        """The place of a value, 0 to 1; values off the axis are at its end."""
        # Halved first: the difference of two finite numbers need not be finite.
        half = (math.log10(value) if self.is_log else value) / 2
        span = self.high / 2 - self.low / 2
        part = (half - self.low / 2) / span if span > 0 else 0.5
        return min(1.0, max(0.0, part))

    def is_beyond(self, value: float) -> bool:
        """Whether a value is off the axis."""
        return not self.low - 1e-12 <= value <= self.high + 1e-12

    def places(self, marks: Marks | None = None) -> list[tuple[float, str]]:
        """The marks by their places."""
        return [(self.place(value), text) for value, text in (marks or self.marks)]


@dataclass(frozen=True)
class Dot:
    """A point of a plot."""

    x: float
    y: float
    tooltip: Lines
    radius: float
    look: Mapping[str, Any] = field(default_factory=dict)  # attributes of SVG
    bar: tuple[float, float] | None = None  # an upright bar between two values
    letter: str = ""  # in a terminal, with its colour
    colour: str = ""


@dataclass(frozen=True)
class Dots:
    """Points in a picture, and letters in a terminal."""

    dots: Sequence[Dot]
    look: Mapping[str, Any] = field(default_factory=dict)  # attributes of SVG for all


@dataclass(frozen=True)
class Curve:
    """A line through points, with a name.

    In a terminal, points are letters with dots between them. If ``drawn``, the points are joined by
    blocks, in a plot with at most two such curves.
    """

    name: str
    x: Column
    y: Column  # NaN for no value
    colour: str
    said: str = ""  # the text after its letter, in a terminal
    dashes: str | None = None
    dots: Sequence[Dot] = ()
    caps: bool = False  # bars of dots end in strokes
    at_end: bool = True  # its name is at its end, else in a list at the right
    drawn: bool = False
    steps: bool = False  # level from 0 to each x at its y, then down to the next


@dataclass(frozen=True)
class Band:
    """The area between two lines, in a picture."""

    x: Column
    low: Column  # NaN for no band
    high: Column
    colour: str


@dataclass(frozen=True)
class Straight:
    """A dashed line from one point to another."""

    start: tuple[float, float]
    end: tuple[float, float]


@dataclass(frozen=True)
class Strips:
    """Upright strips side by side, which have tooltips."""

    tooltips: Sequence[Lines]
    look: Mapping[str, Any] = field(default_factory=dict)  # of each
    group: Mapping[str, Any] | None = None  # of all


@dataclass(frozen=True)
class HeatMap:
    """Cells of a plot, each with the colour of its value."""

    columns: int
    rows: int  # from the bottom
    cells: Iterable[tuple[int, int, float, Lines]]  # column, row, value, tooltip
    scale: Scale
    wide: int = 1  # columns of a cell in a terminal


@dataclass(frozen=True)
class Ground:
    """A background of one colour."""

    colour: str


@dataclass(frozen=True)
class Plot:
    """Marks between two axes. Earlier marks are drawn below later ones; a terminal keeps them."""

    across: Axis
    up: Axis
    marks: Sequence[Any]
    ground: Sequence[Any] = ()  # below the axes
    over: Sequence[Any] = ()  # above the axes, below the title of the axis across
    left: float = 56.0  # room
    right: float = 0.0
    width: float = WIDTH
    height: float = 420.0
    above: float = 24.0
    drop: float = 12.0  # of the title, above the plot
    below: float = 44.0  # to the title of the axis across
    inset: float = 0.0  # of values at the ends of the axis up
    rows: int = 20  # of a terminal
    columns: int | None = None  # the same; all there are if not given
    listed_above: bool = False  # names of curves in a terminal
    apart: bool = True  # an empty line below it in a terminal


# ---------------------------------------------------------------- bars


@dataclass(frozen=True)
class Bar:
    """A bar of several pieces, with a name before and figures after it."""

    name: str
    pieces: Sequence[Piece]
    figures: Sequence[str]
    tooltip: Lines
    gap: float = 0.0  # above


@dataclass(frozen=True)
class Bars:
    """Bars below each other, on an axis of percent."""

    bars: Sequence[Bar]
    heads: Sequence[str]  # of the figures
    title: str  # of the axis
    width: float
    names: float  # room for them
    figures: float  # room for all figures
    figure: float  # room for one figure
    step: float  # from one bar to the next
    thin: float = 0.0  # the same for all except the first, if there are too many for names
    grounded: bool = False  # a whole row has the tooltip, and tiny pieces are widened to be seen
    above: float = 24.0
    most: int = 60  # columns of a terminal


@dataclass(frozen=True)
class Difference:
    """A bar to the left or the right of 0, with a name and three figures."""

    name: str
    value: float | None  # None for no bar
    tooltip: str
    figures: tuple[str, str, str]
    interval: tuple[float, float] | None = None  # drawn as whiskers, in a picture
    other: float | None = None  # the value it is compared with, in a picture


@dataclass(frozen=True)
class Differences:
    """Groups of bars to either side of 0."""

    groups: Sequence[tuple[str, Sequence[Difference]]]  # each with its heading
    axis: Axis
    heads: tuple[str, str, str]  # of the figures
    dashed: float | None = None  # the value with a dashed line
    signed: bool = True  # whether numbers above 0 have a plus
    names: float = 96.0  # room for them
    ends: tuple[float, float, float] = (84.0, 164.0, 236.0)  # of the figures, right of the bars
    columns: tuple[int, int, int, int] = (10, 8, 9, 6)  # of names and figures, in a terminal


def spaced(unit: str) -> str:
    """A unit with a space before it; empty without a unit."""
    return f" {unit}" if unit else ""
