"""Numbers and names of holes and boards, and the rows of the tables that stand for them."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from pokerlake.engine.cards.holes import HANDS, hand_of_hole
from pokerlake.engine.cards.text import CardError

from .columns import (
    Holes,
    Mask,
    cards_of,
    column_of,
    even_cards,
    hole_of_two,
    holes_of,
    is_number,
    keys_of,
    nulls_of,
    struct_of,
)
from .library import Library


def hand_of(_: Library, *columns: pa.Array) -> pa.Array:
    """Which of the 169 hands a hole is, given as text, as its number, or as two card numbers."""
    return _hand_names().take(column_of(*_raw_holes(columns)))


@functools.cache
def _hand_names() -> pa.Array:
    return pa.array([HANDS[hand] for hand in hand_of_hole()])


def hole_id(_: Library, *columns: pa.Array) -> pa.Array:
    """The number of a hole, 0..1325; with a board, of the canonical hole on the canonical board.

    Two columns of numbers are two cards. On a board the hole is null that has a card of it.
    """
    if len(columns) == 2 and not is_number(columns[1].type):
        keys = keys_of(*columns)
        return column_of(keys.hole_id, keys.null)
    return column_of(*_raw_holes(columns))


def _raw_holes(columns: Sequence[pa.Array]) -> tuple[Holes, Mask | None]:
    return holes_of(columns[0]) if len(columns) == 1 else hole_of_two(*columns)


def board_id(_: Library, boards: pa.Array) -> pa.Array:
    """The number of the canonical board of three to five cards."""
    from pokerlake.engine.keys.canonical_rows import board_ids

    even = even_cards(boards)
    if even is not None and len(even) in (3, 4, 5):
        try:
            return pa.array(board_ids(even, layout="columns"))
        except CardError:
            pass  # a card twice: below it is found out where
    parsed = cards_of(boards, 3, 5)
    ids = np.zeros(len(boards), np.uint32)
    for size in (3, 4, 5):
        rows = np.flatnonzero(parsed.count == size)
        if len(rows):
            cards = np.ascontiguousarray(parsed.cards[:size, rows])
            ids[rows] = board_ids(cards, layout="columns")
    return column_of(ids, nulls_of(boards))


def canonical(_: Library, holes: pa.Array, boards: pa.Array) -> pa.Array:
    """The key of the row that stands for a hole on a board: ``{board_id, hole_id}``."""
    keys = keys_of(holes, boards)
    return struct_of({"board_id": keys.board_id, "hole_id": keys.hole_id}, keys.null)
