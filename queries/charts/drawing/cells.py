"""A cell of a grid, and how it looks in a picture and in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from . import numerals, svg
from .colours import NOTHING, SHARE, WHITE, mixed, text_colour

COLUMNS = 13
SIDE = 52.0  # of a cell in a picture, in its units
GRID = COLUMNS * SIDE
TEXT_COLUMNS = 6  # of a cell in a terminal: thirteen are 78 columns
_GAP = 1.5  # between two cells
_NAME_SIZE, _BELOW_SIZE = 16.0, 12.0


@dataclass(frozen=True)
class Cell:
    """What one cell of a grid shows."""

    name: str  # the upper line of text, or the only one: a hand, or a value
    below: str | None = None  # the lower line
    ground: str | None = None  # #rrggbb; without one it is grey in a picture, plain in a terminal
    told: tuple[str, ...] = ()  # the lines that a picture tells while the cell is pointed at
    share: float | None = None  # 0 to 1, filled from the foot; a terminal writes it in %
    label: bool = False  # the lower line is a text: in a number a picture widens the minus sign


def draw_cells(cells: Iterable[Cell], x: float, y: float, around: Sequence[str] = ()) -> list[str]:
    """Cells as SVG, thirteen in a row, from the upper left corner on.

    ``around`` is SVG that belongs to the grid, with text in the middle: names of rows and columns.
    """
    drawn = (
        _draw_cell(cell, x + at % COLUMNS * SIDE, y + at // COLUMNS * SIDE)
        for at, cell in enumerate(cells)
    )
    start = f'<g text-anchor="middle" font-size="{svg.number(_NAME_SIZE)}">'
    return [start, *around, *drawn, "</g>"]


def _draw_cell(cell: Cell, x: float, y: float) -> str:
    colour = cell.ground or NOTHING
    left, top, side = x + _GAP / 2, y + _GAP / 2, SIDE - _GAP
    parts = [svg.hover(*cell.told), svg.rectangle(left, top, side, side, fill=colour)]
    if cell.share:  # black is legible on the fill as well as on the ground
        height = side * cell.share
        parts.append(svg.rectangle(left, top + side - height, side, height, fill=SHARE))
    parts += _draw_lines(cell, x + SIDE / 2, y)
    return f'<g fill="{text_colour(colour)}">{"".join(parts)}</g>'


def _draw_lines(cell: Cell, middle: float, y: float) -> Iterator[str]:
    """The lines of text; the upper one has the size of the group that the grid is."""
    width = SIDE - 2 * _GAP
    if cell.name:
        text = svg.shortened(cell.name, width, _NAME_SIZE)
        yield svg.label(middle, y + SIDE * (0.62 if cell.below is None else 0.45), text)
    if cell.below:
        text = cell.below if cell.label else numerals.minus(cell.below)
        text = svg.shortened(text, width, _BELOW_SIZE)
        yield svg.label(middle, y + SIDE * 0.81, text, font_size=_BELOW_SIZE)


def start_text(title: str) -> Text:
    """A text for a terminal with a title above an empty line, if there is a title."""
    return Text(f"{svg.clean(title)}\n\n" if title else "", no_wrap=True, overflow="ignore")


def cells_text(cells: Sequence[Cell], title: str = "") -> Text:
    """Cells for a terminal: rows of thirteen, two lines each, and an empty line at the end."""
    text = start_text(title)
    for start in range(0, len(cells), COLUMNS):
        row = cells[start : start + COLUMNS]
        for lower in (False, True):
            for cell in row:
                append_cell(text, _centred(_below(cell) if lower else cell.name), _ground(cell))
            text.append("\n")
    return text.append("\n")


def append_cell(text: Text, shown: str, ground: str | None) -> None:
    """Add to a text what a cell shows, legible on its ground."""
    style = Style(color=text_colour(ground), bgcolor=ground) if ground else Style()
    text.append(shown, style)


def _below(cell: Cell) -> str:
    if cell.share is not None:
        return numerals.percent(cell.share) if cell.share else ""
    return svg.clean(cell.below or "")


def _ground(cell: Cell) -> str | None:
    return mixed((WHITE, SHARE), cell.share) if cell.share else cell.ground


def _centred(text: str) -> str:
    if cell_len(text) > TEXT_COLUMNS:
        text = set_cell_size(text, TEXT_COLUMNS - 1).rstrip() + "…"
    before = (TEXT_COLUMNS - cell_len(text) + 1) // 2
    return set_cell_size(" " * before + text, TEXT_COLUMNS)
