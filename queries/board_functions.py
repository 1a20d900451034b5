"""SQL functions of boards: which row of a table a hole and a board as dealt are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from .text import text_column

if TYPE_CHECKING:
    from ..engine.range_parts import Weights


def board_ids_of_text(boards: pa.ChunkedArray) -> pa.Array:
    """The number of the canonical board, null for null.

    Raises
    ------
    CardError
        For the first row that is no board of three to five cards.
    """
    from ..engine.board_keys import board_ids
    from ..engine.cards import parse_column

    parsed = parse_column(text_column(boards), fewest=3, most=5)
    ids = np.zeros(len(boards), np.uint32)
    for cards, rows in _by_size(parsed.count):
        ids[rows] = board_ids(np.ascontiguousarray(parsed.cards[:cards, rows]), layout="columns")
    return pa.array(ids, mask=parsed.count == 0)


def hole_ids_of_text(holes: pa.ChunkedArray, boards: pa.ChunkedArray) -> pa.Array:
    """The canonical hole on the canonical board; null for null, or where they share a card.

    Raises
    ------
    CardError
        For the first row that is no hole, or no board of three to five cards.
    """
    from ..engine.board_keys import hole_ids, row_keys
    from ..engine.cards import parse_column

    hole = parse_column(text_column(holes), fewest=2, most=2)
    board = parse_column(text_column(boards), fewest=3, most=5)
    dealt = (hole.count > 0) & (board.count > 0)
    ids = np.zeros(len(dealt), np.uint16)
    for cards, rows in _by_size(np.where(dealt, board.count, 0)):
        held, on_board = hole.cards[:, rows], board.cards[:cards, rows]
        apart = ~(held[:, None] == on_board[None]).any(axis=(0, 1))
        dealt[rows[~apart]] = False
        columns = np.ascontiguousarray(held[:, apart]), np.ascontiguousarray(on_board[:, apart])
        raw = hole_ids(columns[0], layout="columns")
        ids[rows[apart]] = row_keys(raw, columns[1], layout="columns").hole_id
    return pa.array(ids, mask=~dealt)


def _by_size(count: npt.NDArray[np.integer]) -> Iterator[tuple[int, npt.NDArray[np.intp]]]:
    """Boards of three, four and five cards, and their rows; only those that are there."""
    for cards in (3, 4, 5):
        rows = np.flatnonzero(count == cards)
        if len(rows):
            yield cards, rows


def flop_equities_of(hero: Weights, villain: Weights) -> pa.Array:
    """A range against a range: a list of one equity for each canonical flop.

    Raises
    ------
    RangeError
        If they cannot meet.
    """
    from ..engine.range_equity import flop_equities

    found = flop_equities(hero, villain)
    flops = np.flatnonzero(found.deals > 0)  # on others every hole has a card of the flop
    equity = (found.win[flops] + found.tie[flops] / 2) / found.deals[flops]
    return pa.StructArray.from_arrays(
        [pa.array(flops.astype(np.uint32)), pa.array(equity)], ["board_id", "equity"]
    )
