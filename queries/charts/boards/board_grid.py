"""The 13 x 13 grid of starting hands on one board: of each hand the mean of its live holes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pokerlake.engine.cards.holes import HANDS, hand_of_hole
from pokerlake.queries.charts.drawing import numerals, svg
from pokerlake.queries.charts.drawing.colours import NOTHING, Scale, scale_of
from pokerlake.queries.charts.grids.hand_values import HandValues
from pokerlake.queries.charts.grids.range_grid import (
    CELL,
    HAND_SIZE,
    SIDE,
    VALUE_SIZE,
    cell,
    colour_legend,
)

from .board_holes import (
    BoardHoles,
    board_holes,
    board_title,
    names_of,
    parse_board,
    require_measure,
)

if TYPE_CHECKING:
    import duckdb
    from rich.text import Text

MEANING = "Against one random opponent; the mean of a hand's live combos."


@dataclass(frozen=True)
class BoardGrid:
    """A measure of every hand on a board.

    Attributes
    ----------
    board : str
    measure : str
        What it is called.
    hands : HandValues
        The means of live holes in %; NaN where a hand has none.
    combos : tuple of int
        How many live holes each hand has.
    holes : tuple of tuple of str
        Of each hand a line for its holes that are the same up to the board's suits, the best
        first: ``AdKd, AcKc: 41.05 %``.
    """

    board: str
    measure: str
    hands: HandValues
    combos: tuple[int, ...]
    holes: tuple[tuple[str, ...], ...]

    @property
    def title(self) -> str:
        """What stands above the grid if nothing else is wanted."""
        return board_title(self.measure, self.board)


def board_grid(
    connection: duckdb.DuckDBPyConnection, board: str, measure: str = "ehs"
) -> BoardGrid:
    """A measure of every hand on a board, from the lake's view of that street.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
    board : str
        Three to five cards.
    measure : str
        A column of the view.

    Raises
    ------
    CardError
        If the text is no board.
    UsageError
        If there is no such measure on such a board.
    QueryError
        If the view is not there.
    """
    called = require_measure(measure, len(parse_board(board)))
    found = board_holes(connection, board)
    percents = 100 * found.measures[measure]
    hand = hand_of_hole()[found.holes]
    combos = np.bincount(hand, minlength=len(HANDS))
    sums = np.bincount(hand, percents, minlength=len(HANDS))
    means = np.where(combos, sums / np.maximum(combos, 1), np.nan)
    holes = tuple(tuple(_hole_lines(found, measure, at)) for at in range(len(HANDS)))
    values = HandValues(means, (None,) * len(HANDS))
    return BoardGrid(found.board, called, values, tuple(combos.tolist()), holes)


def _hole_lines(found: BoardHoles, measure: str, hand: int) -> Iterator[str]:
    """The holes of a hand, those that are the same up to suits together."""
    own = np.flatnonzero(hand_of_hole()[found.holes] == hand)
    groups: dict[int, list[int]] = {}
    for at in own.tolist():
        groups.setdefault(int(found.alike[at]), []).append(at)
    values = found.measures[measure]
    for group in sorted(groups.values(), key=lambda group: (-values[group[0]], -group[-1])):
        yield f"{names_of(found.holes[group])}: {100 * values[group[0]]:.2f} %"


def draw_board(grid: BoardGrid, title: str = "") -> str:
    """The grid as SVG: pointed at, a cell tells the value of each of its holes."""
    title = title or grid.title
    width = 2 * svg.MARGIN + SIDE * CELL
    head, top = svg.heading(title, width)
    given = grid.hands.given.tolist()
    scale = scale_of(min(given), max(given))
    foot = top + SIDE * CELL
    notes = [MEANING]
    if len(given) < len(HANDS):
        notes.append(f"Grey: no combo left, {_dead_hands(grid)}.")
    parts = [
        *head,
        f'<g text-anchor="middle" font-size="{svg.number(HAND_SIZE)}">',
        *_cells(grid, scale, top),
        "</g>",
        *colour_legend(scale, svg.MARGIN, foot + 14, width - 2 * svg.MARGIN, f"% {grid.measure}"),
        *(svg.label(svg.MARGIN, foot + 78 + 20 * at, note) for at, note in enumerate(notes)),
    ]
    return svg.document(title, width, foot + 72 + 20 * len(notes), parts)


def _dead_hands(grid: BoardGrid) -> str:
    return ", ".join(hand for hand, combos in zip(HANDS, grid.combos, strict=True) if not combos)


def _cells(grid: BoardGrid, scale: Scale, top: float) -> Iterator[str]:
    write = numerals.cell_numerals(grid.hands.given.tolist())
    rows = zip(HANDS, grid.hands.values.tolist(), grid.combos, grid.holes, strict=True)
    for at, (hand, value, combos, holes) in enumerate(rows):
        x, y = svg.MARGIN + at % SIDE * CELL, top + at // SIDE * CELL
        if not combos:
            told = f"{hand}: no combo is left on {grid.board}"
            yield cell(x, y, NOTHING, [(hand, HAND_SIZE)], told)
            continue
        mean = f"{hand}: {value:.2f} % {grid.measure}, {_counted(combos)}"
        lines = [(hand, HAND_SIZE), (write(value), VALUE_SIZE)]
        yield cell(x, y, scale.colour(value), lines, (mean, *holes))


def _counted(combos: int) -> str:
    return "1 live combo" if combos == 1 else f"the mean of {combos} live combos"


def board_text(grid: BoardGrid, title: str = "") -> Text:
    """The grid for a terminal; as :func:`draw_board`."""
    from pokerlake.queries.charts.grids.terminal import grid_text

    text = grid_text(grid.hands, title or grid.title, f"% {grid.measure}")
    return text.append(f"\n{MEANING}")
