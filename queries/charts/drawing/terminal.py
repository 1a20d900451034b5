"""A figure as text for a terminal, in colour if the terminal has colours."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from textwrap import wrap
from typing import Any

import numpy as np
from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from . import figure as fig
from . import svg
from .colours import ABOVE, BELOW, BLACK, FREE, SHARE, SUITS_ANSI, WHITE, mixed, text_colour
from .numerals import percent
from .picture import ground_of

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SHADES = " ·░▒▓█"  # of a map, for terminals without colours
# The characters of a curve: for the upper half of a row, for the lower half, and for both.
_BETWEEN = "   "  # between kinds of a legend
_SIGNS = (("▀", "▄", "█"), ("'", ".", ":"))
_MOST_TEXT, _LEAST_TEXT = 6, 5  # columns of a cell; thirteen cells take 78, or 65
_AXIS = 10  # columns to the left of a plot
_LEAST, _MOST = 24, 110  # columns of a plot
_POINTS = 12  # letters of a long line
_BAR = 24  # columns of a scale

Place = tuple[float, float]  # from the left and from the foot, 0 to 1


def write(figure: fig.Figure, columns: int = fig.TERMINAL) -> Text:
    """The figure as text; it must have a form for a terminal."""
    assert figure.terminal is not None
    text = Text(no_wrap=True, overflow="ignore")
    if figure.title:
        append_cards(text, f"{svg.clean(figure.title)}\n\n")
    shown = figure.terminal
    for block in shown(columns) if callable(shown) else shown:
        _append(block, text, columns)
    return text


def append_cards(text: Text, shown: str) -> Text:
    """Append text in which cards have the colours of their suits."""
    for piece, suit in svg.card_runs(shown):
        colour = SUITS_ANSI[suit] if suit else None
        text.append(piece, Style(color=colour) if colour else None)
    return text


@functools.singledispatch
def _append(block: Any, _text: Text, _columns: int) -> None:
    raise TypeError(type(block).__name__)


@_append.register
def _(block: str, text: Text, _columns: int) -> None:
    append_cards(text, block)


@_append.register
def _(span: fig.Span, text: Text, _columns: int) -> None:
    text.append(span.text, Style(color=span.colour))


# ---------------------------------------------------------------- grids


@_append.register
def _(grid: fig.Grid, text: Text, columns: int) -> None:
    width = max(_LEAST_TEXT, min(_MOST_TEXT, columns // fig.COLUMNS))
    rows = [
        grid.cells[start : start + grid.columns]
        for start in range(0, len(grid.cells), grid.columns)
    ]
    if grid.names is not None:
        across, down = grid.names
        lead = 1 if len(down[0][0]) == 1 else width
        text.append(" " * lead + "".join(f"{name:>{width}}" for name in across) + "\n")
        for (name, _), row in zip(down, rows, strict=True):
            text.append(f"{name:{lead}}", SUITS_ANSI.get(name))
            for cell in row:
                _append_cell(text, f"{cell.name:>{width}}", cell.ground)
            text.append("\n")
        return
    for at, row in enumerate(rows):
        places = [column - at if grid.diagonal else 1 for column in range(len(row))]
        for cell, place in zip(row, places, strict=True):
            shown = _centred(cell.name, width)
            begin = len(text) + len(shown) - len(shown.lstrip())
            _append_cell(text, shown, _ground(cell, place))
            if place == 0:
                text.stylize(Style(bold=True, underline=True), begin, begin + len(shown.strip()))
        text.append("\n")
        for cell, place in zip(row, places, strict=True):
            if cell.pieces and cell.below:
                shown = _centred(f"{cell.pieces[0].letter} {cell.below}", width)
                _append_cell(text, shown, cell.pieces[0].colour)
            elif cell.pieces:
                _append_pieces(text, cell.pieces, width - 1)
                text.append(" ")
            else:
                below = svg.clean(cell.below or "")
                if cell.share is not None:
                    below = percent(cell.share) if cell.share else ""
                _append_cell(text, _centred(below, width), _ground(cell, place))
        text.append("\n")
    text.append("\n")


def _append_cell(text: Text, shown: str, ground: str | None) -> None:
    """Append the text of a cell, legible on its background."""
    style = Style(color=text_colour(ground), bgcolor=ground) if ground else Style()
    text.append(shown, style)


def _append_pieces(
    text: Text, pieces: Sequence[fig.Piece], width: int, *, grounded: bool = False
) -> None:
    """A bar of letters, as many for each piece as its share, and spaces to the end."""
    edges = [0, *(round(width * end) for end in accumulate(piece.share for piece in pieces))]
    if grounded and edges[-2] == edges[-1]:  # keep the last piece visible
        edges[-2:] = max(edges[-1] - 1, 0), max(edges[-1], 1)
    for piece, (start, end) in zip(pieces, pairwise(edges), strict=True):
        colours = (piece.colour, None) if grounded else (BLACK, piece.colour)
        text.append(piece.letter * (end - start), Style(color=colours[0], bgcolor=colours[1]))
    text.append(" " * (width - edges[-1]))


def _ground(cell: fig.Cell, place: int) -> str | None:
    if cell.share:
        return mixed((WHITE, SHARE), cell.share)
    return ground_of(cell.ground, place) if cell.ground else None


def _fitting(text: str, width: int) -> str:
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…"


def _centred(text: str, width: int) -> str:
    text = _fitting(text, width)
    before = (width - cell_len(text) + 1) // 2
    return set_cell_size(" " * before + text, width)


# ---------------------------------------------------------------- legends


@_append.register
def _(legend: fig.Kinds, text: Text, columns: int) -> None:
    used = 0
    for colour, letter, name in legend.kinds:
        width = len(f" {letter}  {svg.clean(name)}")
        if used:
            used = 0 if used + len(_BETWEEN) + width > columns else used + len(_BETWEEN)
            text.append(_BETWEEN if used else "\n")
        text.append(f" {letter} ", Style(color=BLACK, bgcolor=colour))
        text.append(f" {svg.clean(name)}")
        used += width


@_append.register
def _(legend: fig.Colours, text: Text, _columns: int) -> None:
    scale, strong = legend.scale, legend.strong
    lowest, highest = legend.spread or (scale.low, scale.high)
    text.append(
        f"{lowest:.6g} to {highest:.6g}{fig.spaced(svg.clean(legend.unit))}{legend.words}  "
    )
    # Without given ends, the bar has the colours that occur.
    is_free = legend.ends == FREE
    low, high = (scale.place(lowest), scale.place(highest)) if is_free else (0.0, 1.0)
    mark = None
    if strong is not None and lowest < strong < highest and low < high:
        mark = round((scale.place(strong) - low) / (high - low) * (_BAR - 1))
    for step in range(_BAR):  # spaces without colours
        colour = mixed(scale.colours, low + (high - low) * step / (_BAR - 1))
        sign = " " if mark is None else "┼" if step == mark else "─"
        text.append(sign, Style(color=text_colour(colour), bgcolor=colour))
    if mark is not None:
        text.append(f"  ┼ is {strong:g}")
    if not is_free:
        is_clipped = lowest < scale.low or highest > scale.high
        text.append(f"\nThe colours go from {scale.low:g} to {scale.high:g}")
        text.append("; values beyond have those of the ends." if is_clipped else ".")
    text.append("\n")


# ---------------------------------------------------------------- plots


@_append.register
def _(plot: fig.Plot, text: Text, columns: int) -> None:
    curves = [mark for mark in plot.marks if isinstance(mark, fig.Curve)]
    drawn = sum(curve.drawn for curve in curves)
    signs: Sequence[tuple[str, ...]] = _SIGNS
    if not 0 < drawn <= len(_SIGNS):
        signs = [(letter,) for letter in LETTERS]
    if plot.listed_above:
        for curve, sign in zip(curves, signs, strict=False):
            text.append(sign[-1] * 3, Style(color=curve.colour))
            append_cards(text, f" {svg.clean(curve.name)}: {curve.said}\n")
    up, across = plot.up, plot.across
    canvas = _Canvas(plot, columns)
    listed = dict(zip(map(id, curves), signs, strict=False))
    for mark in (*plot.over, *plot.ground, *plot.marks):
        canvas.add(mark, listed.get(id(mark), ()))
    if up.strong is not None:
        canvas.level(up.place(up.strong))
    text.append(f"{up.title if up.brief is None else up.brief}\n")
    canvas.append_to(text, up.places(up.in_terminal), across.places(across.in_terminal))
    below = f"{across.title}\n" if plot.apart else across.title
    indent = max(0, min(_AXIS, _AXIS + canvas.columns + 2 - len(below)))
    append_cards(text, f"{'':{indent}}{below}\n")
    if not plot.listed_above:
        for curve, sign in zip(curves, signs, strict=False):
            text.append(sign[-1], Style(color=curve.colour))
            lines = (
                [curve.said]
                if curve.at_end
                else wrap(curve.said, columns - 1, subsequent_indent=" " * 3)
            )
            text.append("\n".join(lines) + "\n" * (not curve.at_end))


class _Canvas:
    """Characters in columns and rows between two axes. Earlier marks stay over later ones."""

    def __init__(self, plot: fig.Plot, columns: int) -> None:
        """A canvas for a terminal of this width: the plot takes the columns beside the axis."""
        wanted = columns - _AXIS - 2 if plot.columns is None else plot.columns
        self.columns = max(_LEAST, min(_MOST, wanted))
        self.rows = plot.rows
        self._plot = plot
        self._cells: dict[tuple[int, int], tuple[str, Style | None]] = {}

    def add(self, mark: Any, signs: Sequence[str]) -> None:
        """Add a mark; ``signs`` are the characters of a curve."""
        across, up = self._plot.across, self._plot.up
        if isinstance(mark, fig.HeatMap):
            for column, row, value, _ in mark.cells:
                colour = mark.scale.colour(value)
                style = Style(color=text_colour(colour), bgcolor=colour)
                # A character of the same darkness, for terminals without colours.
                sign = SHADES[1 + round(mark.scale.place(value) * (len(SHADES) - 2))]
                for part in range(mark.wide * column, mark.wide * (column + 1)):
                    self._cells[part, self.rows - 1 - row] = sign, style
        elif isinstance(mark, fig.Dots):
            for dot in mark.dots:
                self._letters([(across.place(dot.x), up.place(dot.y))], dot.letter, dot.colour)
        elif isinstance(mark, fig.Curve) and mark.drawn:
            heights = [up.place(value) for value in self._values(mark)]
            if len(signs) > 1:
                self._curve(heights, signs, mark.colour)
            else:
                steps = np.linspace(0, self.columns - 1, _POINTS).astype(int)
                places = [(step / (self.columns - 1), heights[step]) for step in steps]
                self._letters(places, signs[0], mark.colour)
        elif isinstance(mark, fig.Curve) and signs:
            points = zip(mark.x, mark.y, strict=True)
            places = [(across.place(x), up.place(y)) for x, y in points]
            self._letters(places, signs[0], mark.colour)

    def _values(self, curve: fig.Curve) -> Iterable[float]:
        """The values of a curve at each column."""
        if curve.steps:
            shares = (np.arange(self.columns) + 0.5) / self.columns
            at = np.minimum(np.searchsorted(curve.x, shares - 1e-9), len(curve.y) - 1)
            reached: list[float] = curve.y[at].tolist()
            return reached
        part = np.linspace(0, 1, self.columns)
        at = self._plot.across.low * (1 - part) + self._plot.across.high * part
        there = ~np.isnan(curve.y)
        values: list[float] = np.interp(at, curve.x[there], curve.y[there]).tolist()
        return values

    def _letters(self, places: Sequence[Place], letter: str, colour: str) -> None:
        """A letter at each place, and dots between them; letters replace other marks."""
        at = [(round(x * (self.columns - 1)), self._row(y)) for x, y in places]
        self._cells |= dict.fromkeys(at, (letter, Style(color=colour)))
        for (start, first), (end, last) in pairwise(at):
            for column in range(start + 1, end):
                row = round(first + (last - first) * (column - start) / (end - start))
                self._cells.setdefault((column, row), ("·", Style(color=colour)))

    def _curve(self, heights: Sequence[float], signs: Sequence[str], colour: str) -> None:
        """A joined line of heights, one for each column; a row has two places."""
        last = 2 * self.rows - 1
        halves = [round((1 - height) * last) for height in heights]
        filled: dict[tuple[int, int], set[int]] = {}
        for column, half in enumerate(halves):
            before = halves[column - 1] if column else half
            step = 1 if half > before else -1
            for at in {half, *range(before + step, half, step)}:
                filled.setdefault((column, at // 2), set()).add(at % 2)
        for cell, parts in filled.items():
            sign = signs[2] if len(parts) == 2 else signs[next(iter(parts))]
            self._cells.setdefault(cell, (sign, Style(color=colour)))

    def level(self, height: float) -> None:
        """A level line where the canvas is empty."""
        for column in range(self.columns):
            self._cells.setdefault((column, self._row(height)), ("┄", None))

    def _row(self, y: float) -> int:
        return round((1 - y) * (self.rows - 1))

    def append_to(
        self, text: Text, up: Iterable[tuple[float, str]], across: Iterable[tuple[float, str]]
    ) -> None:
        """Append the plot with the marks of both axes, as far as there is room."""
        marks = {self._row(place): mark for place, mark in up}
        for row in range(self.rows):
            text.append(f"{marks.get(row, ''):>8} {'┤' if row in marks else '│'}")
            for column in range(self.columns):
                text.append(*self._cells.get((column, row), (" ", None)))
            text.append("\n")
        line, free = " " * (_AXIS + self.columns + 2), 0
        for place, mark in across:
            start = min(_AXIS + round(place * (self.columns - 1)), len(line) - len(mark))
            if start >= free:
                line = line[:start] + mark + line[start + len(mark) :]
                free = start + len(mark) + 1
        text.append(f"{'':9}└{'─' * self.columns}\n{line.rstrip()}\n")


# ---------------------------------------------------------------- bars


@_append.register
def _(block: fig.Bars, text: Text, columns: int) -> None:
    wide = max(len(bar.name) for bar in block.bars)
    figures = sum(len(head) + 2 for head in block.heads)
    room = max(10, min(block.most, columns - wide - 2 - figures - block.grounded))
    scale = f"{'0 %':{room - 5}}100 %" if block.grounded else " " * room
    text.append(f"{'':{wide}}  {scale}" + "".join(f"  {head}" for head in block.heads) + "\n")
    for bar in block.bars:
        append_cards(text, "\n" * (bar.gap > 0) + f"{bar.name:{wide}}  ")
        _append_pieces(text, bar.pieces, room, grounded=block.grounded)
        shown = zip(block.heads, bar.figures, strict=True)
        text.append("".join(f"  {figure:>{len(head)}}" for head, figure in shown) + "\n")


@_append.register
def _(block: fig.Differences, text: Text, columns: int) -> None:
    names, *figures = block.columns
    room = max(12, min(60, columns - names - sum(figures) - 5))
    zero = round(block.axis.place(0) * room)
    heads = zip(block.heads, figures, strict=True)
    text.append(" " * (names + room + 2) + "".join(f" {head:>{n}}" for head, n in heads) + "\n")
    for heading, bars in block.groups:
        text.append(f"{heading}\n")
        for bar in bars:
            text.append(f"{_fitting(bar.name, names):>{names}} ")
            _append_difference(text, block.axis, bar.value or 0.0, zero, room)
            shown = zip(bar.figures, figures, strict=True)
            text.append("".join(f" {figure:>{n}}" for figure, n in shown) + "\n")


def _append_difference(text: Text, axis: fig.Axis, value: float, zero: int, room: int) -> None:
    """A bar to the left or the right of 0, to half a column."""
    halves = round(2 * room * abs(axis.place(value) - axis.place(0)))
    if value > 0:
        sign = "█" * (halves // 2) + "▌" * (halves % 2)
        sign = f"{sign[:-1]}▶" if axis.is_beyond(value) and sign else sign
        text.append(" " * zero + "│")
        text.append(f"{sign:{room - zero}}"[: room - zero], Style(color=ABOVE))
    else:
        sign = "▐" * (halves % 2) + "█" * (halves // 2)
        sign = f"◀{sign[1:]}" if axis.is_beyond(value) and sign else sign
        text.append(f"{sign:>{zero}}"[-zero:] if zero else "", Style(color=BELOW))
        text.append("│" + " " * (room - zero))
