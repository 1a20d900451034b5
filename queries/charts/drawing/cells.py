"""A cell of a grid, and how it looks in a picture and in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from . import numerals, svg
from .colours import BLACK, NOTHING, NOTHING_BELOW, SHARE, SUITS_ANSI, WHITE, mixed, text_colour

COLUMNS = 13
SIDE = 52.0  # of a cell in a picture, in its units
GRID = COLUMNS * SIDE
TERMINAL = 78  # columns of a terminal that is not asked, or of a pipe
_MOST_TEXT, _LEAST_TEXT = 6, 5  # columns of a cell in a terminal: thirteen are 78, or 65
_GAP = 1.5  # between two cells
_FRAME = 1.6  # of a cell on the diagonal
_NAME_SIZE, _BELOW_SIZE = 16.0, 12.0


@dataclass(frozen=True)
class Piece:
    """A part of a cell, from the left."""

    share: float  # of the cell; all of its pieces are 1 at most
    colour: str  # #rrggbb, on which black is legible
    letter: str  # that stands for it in a terminal


@dataclass(frozen=True)
class Cell:
    """What one cell of a grid shows."""

    name: str  # the upper line of text, or the only one: a hand, or a value
    below: str | None = None  # the lower line
    ground: str | None = None  # #rrggbb; without one it is grey in a picture, plain in a terminal
    told: tuple[str, ...] = ()  # the lines that a picture tells while the cell is pointed at
    share: float | None = None  # 0 to 1, filled from the foot; a terminal writes it in %
    label: bool = False  # the lower line is a text: in a number a picture widens the minus sign
    pieces: tuple[Piece, ...] = ()  # side by side, in place of a ground
    height: float = 1.0  # of the pieces in a picture, from the foot: 0 to 1


def draw_cells(
    cells: Iterable[Cell],
    x: float,
    y: float,
    around: Sequence[str] = (),
    *,
    diagonal: bool = False,
    columns: int = COLUMNS,
) -> list[str]:
    """Cells as SVG, thirteen in a row or as many as given, from the upper left corner on.

    ``around`` is SVG that belongs to the grid, with text in the middle: names of rows and columns.
    With ``diagonal`` the cells on it are framed, and empty ones below are darker than above.
    """
    drawn = []
    for at, cell in enumerate(cells):
        row, column = divmod(at, columns)
        side = (column > row) - (column < row) if diagonal else 1
        drawn.append(_draw_cell(cell, x + column * SIDE, y + row * SIDE, side))
    start = f'<g text-anchor="middle" font-size="{svg.number(_NAME_SIZE)}">'
    return [start, *around, *drawn, "</g>"]


def _draw_cell(cell: Cell, x: float, y: float, place: int) -> str:
    colour = _nothing(cell.ground or NOTHING, place)
    left, top, side = x + _GAP / 2, y + _GAP / 2, SIDE - _GAP
    parts = [svg.hover(*cell.told), svg.rectangle(left, top, side, side, fill=colour)]
    if cell.share:  # black is legible on the fill as well as on the ground
        height = side * cell.share
        parts.append(svg.rectangle(left, top + side - height, side, height, fill=SHARE))
    start, height = left, side * cell.height
    for piece in cell.pieces:
        width = side * piece.share
        parts.append(svg.rectangle(start, top + side - height, width, height, fill=piece.colour))
        start += width
    if place == 0:
        # On a dark ground the frame is white, and stands off from the white around the cell.
        ink = svg.INK if text_colour(colour) == BLACK else WHITE
        off = _FRAME / 2 if ink == svg.INK else 2 * _FRAME
        inset = left + off, top + off, side - 2 * off, side - 2 * off
        parts.append(svg.rectangle(*inset, fill="none", stroke=ink, stroke_width=_FRAME))
    parts += _draw_lines(cell, x + SIDE / 2, y)
    return f'<g fill="{text_colour(colour)}">{"".join(parts)}</g>'


def _nothing(ground: str, place: int) -> str:
    return NOTHING_BELOW if ground == NOTHING and place < 0 else ground


def _draw_lines(cell: Cell, middle: float, y: float) -> Iterator[str]:
    """The lines of text; the upper one has the size of the group that the grid is."""
    width = SIDE - 2 * _GAP - 2 * _FRAME
    if cell.name:
        text = svg.shortened(cell.name, width, _NAME_SIZE)
        yield svg.plain_label(middle, y + SIDE * (0.62 if cell.below is None else 0.45), text)
    if cell.below:
        text = cell.below if cell.label else numerals.minus(cell.below)
        text = svg.shortened(text, width, _BELOW_SIZE)
        yield svg.plain_label(middle, y + SIDE * 0.81, text, font_size=_BELOW_SIZE)


# ---------------------------------------------------------------- for a terminal


def start_text(title: str) -> Text:
    """A text for a terminal with a title above an empty line, if there is a title."""
    text = Text(no_wrap=True, overflow="ignore")
    if title:
        append_cards(text, f"{svg.clean(title)}\n\n")
    return text


def append_cards(text: Text, shown: str) -> Text:
    """Add to a text a line in which cards have the colours of their suits."""
    for piece, suit in svg.card_runs(shown):
        colour = SUITS_ANSI[suit] if suit else None
        text.append(piece, Style(color=colour) if colour else None)
    return text


def cell_width(columns: int) -> int:
    """How many columns of a terminal so wide a cell takes."""
    return max(_LEAST_TEXT, min(_MOST_TEXT, columns // COLUMNS))


def cells_text(
    cells: Sequence[Cell],
    title: str = "",
    columns: int = TERMINAL,
    *,
    diagonal: bool = False,
    in_row: int = COLUMNS,
) -> Text:
    """Cells for a terminal: rows of thirteen, two lines each, and an empty line at the end.

    With ``diagonal`` the names on it are underlined. ``in_row`` are other than thirteen in a row.
    """
    text, width = start_text(title), cell_width(columns)
    for start in range(0, len(cells), in_row):
        row = cells[start : start + in_row]
        for column, cell in enumerate(row):
            place = column - start // in_row if diagonal else 1
            ground, shown = _ground(cell, place), _centred(cell.name, width)
            begin = len(text) + len(shown) - len(shown.lstrip())
            append_cell(text, shown, ground)
            if place == 0:
                text.stylize(Style(bold=True, underline=True), begin, begin + len(shown.strip()))
        text.append("\n")
        for column, cell in enumerate(row):
            place = column - start // in_row if diagonal else 1
            if cell.pieces and cell.below:
                shown = _centred(f"{cell.pieces[0].letter} {cell.below}", width)
                append_cell(text, shown, cell.pieces[0].colour)
            elif cell.pieces:
                _append_pieces(text, cell, width)
            else:
                append_cell(text, _centred(_below(cell), width), _ground(cell, place))
        text.append("\n")
    return text.append("\n")


def append_cell(text: Text, shown: str, ground: str | None) -> None:
    """Add to a text what a cell shows, legible on its ground."""
    style = Style(color=text_colour(ground), bgcolor=ground) if ground else Style()
    text.append(shown, style)


def _append_pieces(text: Text, cell: Cell, width: int) -> None:
    """A bar of letters, each piece with as many as its share, and a blank on the right."""
    ends = [round((width - 1) * end) for end in accumulate(piece.share for piece in cell.pieces)]
    for piece, (start, end) in zip(cell.pieces, pairwise([0, *ends]), strict=True):
        text.append(piece.letter * (end - start), Style(color="#000000", bgcolor=piece.colour))
    text.append(" " * (width - (ends[-1] if ends else 0)))


def _below(cell: Cell) -> str:
    if cell.share is not None:
        return numerals.percent(cell.share) if cell.share else ""
    return svg.clean(cell.below or "")


def _ground(cell: Cell, place: int) -> str | None:
    if cell.share:
        return mixed((WHITE, SHARE), cell.share)
    return _nothing(cell.ground, place) if cell.ground else None


def _centred(text: str, width: int) -> str:
    if cell_len(text) > width:
        text = set_cell_size(text, width - 1).rstrip() + "…"
    before = (width - cell_len(text) + 1) // 2
    return set_cell_size(" " * before + text, width)
