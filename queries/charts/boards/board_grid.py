"""A measure of every starting hand on one board: the mean of the hand's live holes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import duckdb
import numpy as np

from pokerlake.engine.cards.holes import HANDS, hand_of_hole

from ..grids.hand_values import HandValues
from .board_holes import (
    BoardHoles,
    board_holes,
    board_title,
    names_of,
    parse_board,
    require_measure,
)


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
