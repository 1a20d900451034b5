"""A figure as a chart describes it: a title, and blocks below each other.

``picture.py`` draws the blocks as SVG and ``terminal.py`` writes them as text; neither knows which
chart they are of. Lengths are in the units of a picture. A function for a terminal takes its
columns, and may give text beside blocks.
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
WIDTH = 760.0  # of a picture that is no grid
COLUMNS = 13
SIDE = 52.0  # of a cell in a picture
GRID = COLUMNS * SIDE
TERMINAL = 78  # columns of a terminal that is not asked, or of a pipe
_MOST_MARKS = 11  # on a logarithmic axis

Column = npt.NDArray[np.float64]
Marks = Sequence[tuple[float, str]]  # values, and how they are written
Lines = tuple[str, ...]


@dataclass(frozen=True)
class Figure:
    """What a chart shows."""

    title: str
    blocks: Sequence[Any] = ()  # of the picture
    # Blocks and text, or a function that makes them for so many columns; None: it has no such.
    # Figures are pickled, so that no function of theirs is a lambda or inside of another.
    terminal: Sequence[Any] | Callable[[int], Iterable[Any]] | None = None
    name: str = ""  # of a picture without a title
    width: float = WIDTH
    whole: str = ""  # a picture that has no blocks, as SVG


# ---------------------------------------------------------------- grids


@dataclass(frozen=True)
class Piece:
    """A part of a cell or a bar, from the left."""

    share: float  # of the whole; all pieces are 1 at most
    colour: str  # #rrggbb, on which black is legible
    letter: str  # that stands for it in a terminal


@dataclass(frozen=True)
class Cell:
    """What one cell of a grid shows."""

    name: str  # the upper line of text, or the only one: a hand, or a value
    below: str | None = None  # the lower line
    ground: str | None = None  # #rrggbb; without one it is grey in a picture, plain in a terminal
    told: Lines = ()  # the lines that a picture tells while the cell is pointed at
    share: float | None = None  # 0 to 1, filled from the foot; a terminal writes it in %
    label: bool = False  # the lower line is a text: in a number a picture widens the minus sign
    pieces: tuple[Piece, ...] = ()  # side by side, in place of a ground
    height: float = 1.0  # of the pieces in a picture, from the foot: 0 to 1


@dataclass(frozen=True)
class Grid:
    """Cells in rows. With ``diagonal`` those on it are marked."""

    cells: Sequence[Cell]
    columns: int = COLUMNS
    diagonal: bool = False
    names: tuple[Sequence[str], Sequence[tuple[str, str]]] | None = None
    """Of columns, and of rows a letter and a symbol. Cells have one line in a terminal then."""


@dataclass(frozen=True)
class Caption:
    """A name above a grid that is one of several."""

    text: str
    width: float


@dataclass(frozen=True)
class Row:
    """Blocks side by side, each with its place from the left."""

    blocks: Sequence[tuple[float, Any]]


# ---------------------------------------------------------------- legends and notes


@dataclass(frozen=True)
class Fill:
    """What the fill of a cell is, and on the right how much there is of it."""

    text: str
    total: str
    width: float = GRID


@dataclass(frozen=True)
class Kinds:
    """Kinds in rows: of each a colour, a letter that stands for it, and a text."""

    kinds: Sequence[tuple[str, str, str]]
    width: float = GRID
    above: float = 14.0
    indent: float = 0.0


@dataclass(frozen=True)
class Colours:
    """A bar of a scale's colours with values below, and the unit behind.

    The values are round ones where ``marks`` are not given. ``spread`` is the lowest and the
    highest value that is shown: an end that is passed says so. ``strong`` has a line through the
    bar, if it is on the scale.
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
    ends: Ends = FREE  # those that are given


@dataclass(frozen=True)
class Notes:
    """Lines of text below a picture."""

    lines: Sequence[str]
    drop: float = 64.0  # from what is above to the first base line
    foot: float = 14.0  # from the last base line to the end
    indent: float = 0.0
    empty: float = 0.0  # to the end where there are no lines


@dataclass(frozen=True)
class Span:
    """Text of one colour, for a terminal."""

    text: str
    colour: str


@dataclass(frozen=True)
class Drawing:
    """A part of a picture that no other block has: SVG, of a place, in a height."""

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
    strong: float | None = None  # where a line is dark, and a terminal has one
    is_log: bool = False
    ruled: bool = True  # lines go through the plot
    grouped: bool = False  # marks alone, without lines
    in_terminal: Marks | None = None  # other marks, where there is less room
    brief: str | None = None  # another title

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
        """From one value to another, with round marks: so many, and fewer in a terminal."""
        marks, *others = (
            list(zip(values, numerals.tick_numerals(values), strict=True))
            for values in (numerals.ticks(low, high, n) for n in (most, fewer) if n is not None)
        )
        return cls(low, high, marks, title, in_terminal=others[0] if others else None, **more)

    @classmethod
    def days(cls, first: float, last: float, title: str, most: int = 6) -> Axis:
        """From one day to another, both by their ordinals."""
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
        """Logarithmic, over whole powers of ten: two at least, around positive values."""
        values = list(values)
        low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        high = max(high, low + 1)
        marks = [10.0**power for power in range(low, high + 1, -(-(high - low) // _MOST_MARKS))]
        texts = zip(marks, write(marks), strict=True)
        return cls(low, high, list(texts), title, is_log=True, brief=brief)

    def place(self, value: float) -> float:
        """Where a value lies, 0 to 1; what is off the axis is at its end."""
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
    """A point of a plot, with what it tells."""

    x: float
    y: float
    told: Lines
    radius: float
    look: Mapping[str, Any] = field(default_factory=dict)  # attributes of SVG
    bar: tuple[float, float] | None = None  # from a value to another, upright
    letter: str = ""  # in a terminal, with its colour
    colour: str = ""


@dataclass(frozen=True)
class Dots:
    """Points in a picture, and letters in a terminal."""

    dots: Sequence[Dot]
    look: Mapping[str, Any] = field(default_factory=dict)  # attributes of SVG that all have


@dataclass(frozen=True)
class Curve:
    """A line through points, with a name.

    In a terminal it is a letter, and dots between; where ``drawn`` it is joined up by blocks, if
    there are no more than two such.
    """

    name: str
    x: Column
    y: Column  # NaN where there is no value
    colour: str
    said: str = ""  # behind its letter, in a terminal
    dashes: str | None = None
    dots: Sequence[Dot] = ()
    caps: bool = False  # bars of dots end in strokes
    at_end: bool = True  # its name is where it ends, else in a list at the right
    drawn: bool = False
    steps: bool = False  # from 0 across to each x at its y, and down to the next


@dataclass(frozen=True)
class Band:
    """What lies between two lines, in a picture."""

    x: Column
    low: Column  # NaN where there is nothing
    high: Column
    colour: str


@dataclass(frozen=True)
class Straight:
    """A dashed line from one point to another."""

    start: tuple[float, float]
    end: tuple[float, float]


@dataclass(frozen=True)
class Strips:
    """Upright strips side by side, which tell what is there."""

    told: Sequence[Lines]
    look: Mapping[str, Any] = field(default_factory=dict)  # of each
    group: Mapping[str, Any] | None = None  # of all


@dataclass(frozen=True)
class HeatMap:
    """Cells of a plot, each with the colour of its value."""

    columns: int
    rows: int  # from the foot
    cells: Iterable[tuple[int, int, float, Lines]]  # column, row, value, what it tells
    scale: Scale
    wide: int = 1  # columns of a terminal that a cell has


@dataclass(frozen=True)
class Ground:
    """A ground of one colour."""

    colour: str


@dataclass(frozen=True)
class Plot:
    """Marks between two axes. What of them comes first is below, and stays in a terminal."""

    across: Axis
    up: Axis
    marks: Sequence[Any]
    ground: Sequence[Any] = ()  # below the axes
    over: Sequence[Any] = ()  # above the axes, below the title of that across
    left: float = 56.0  # room
    right: float = 0.0
    width: float = WIDTH
    height: float = 420.0
    above: float = 24.0
    drop: float = 12.0  # of the title, above
    below: float = 44.0  # to the title of the axis across
    inset: float = 0.0  # of values at the ends of the axis up
    rows: int = 20  # of a terminal
    columns: int | None = None  # the same; as many as there are, if not given
    listed_above: bool = False  # names of curves in a terminal
    apart: bool = True  # an empty line below it there


# ---------------------------------------------------------------- bars


@dataclass(frozen=True)
class Bar:
    """A bar of several pieces, with a name and figures behind."""

    name: str
    pieces: Sequence[Piece]
    figures: Sequence[str]
    told: Lines
    gap: float = 0.0  # above


@dataclass(frozen=True)
class Bars:
    """Bars below each other, on an axis of percent."""

    bars: Sequence[Bar]
    heads: Sequence[str]  # of the figures
    title: str  # of the axis
    width: float
    names: float  # room for them
    figures: float  # room for all
    figure: float  # room for one
    step: float  # from one bar to the next
    thin: float = 0.0  # the same, for all but the first, where these are too many for names
    grounded: bool = False  # all of a row tells, and what is there is to be seen
    above: float = 24.0
    most: int = 60  # columns of a terminal


@dataclass(frozen=True)
class Difference:
    """A bar to the left or the right of 0, with a name and three figures behind."""

    name: str
    value: float | None  # None where there is none
    told: str
    figures: tuple[str, str, str]
    interval: tuple[float, float] | None = None  # that a line goes over, in a picture
    other: float | None = None  # a value that it stands beside, in a picture


@dataclass(frozen=True)
class Differences:
    """Groups of bars to either side of 0."""

    groups: Sequence[tuple[str, Sequence[Difference]]]  # under what stands above each
    axis: Axis
    heads: tuple[str, str, str]  # of the figures
    dashed: float | None = None  # where a line goes through
    signed: bool = True  # whether what is above 0 has a plus
    names: float = 96.0  # room for them
    ends: tuple[float, float, float] = (84.0, 164.0, 236.0)  # of the figures, behind the bars
    columns: tuple[int, int, int, int] = (10, 8, 9, 6)  # of names and figures, in a terminal


def spaced(unit: str) -> str:
    """A unit behind a blank, where there is one."""
    return f" {unit}" if unit else ""
