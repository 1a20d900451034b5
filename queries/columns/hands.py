"""Functions of columns of hands, holes, or holes on boards.

Each function takes Arrow arrays and returns one; polars and pandas only convert to and from Arrow.
Cards are text, or structs or lists of integers. Null gives null. An invalid hand is a CardError
with its row, or null unless ``strict``.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import HIGH, Order
from pokerlake.engine.cards.holes import HANDS, HOLES, hand_of_hole
from pokerlake.engine.cards.text import CardError, ParsedColumn
from pokerlake.engine.hands.evaluate import SIZES
from pokerlake.engine.keys.canonical_rows import board_ids, hole_ids, row_keys
from pokerlake.engine.orders.evaluate import order_ids, order_ids_of_text

from ..answers.class_columns import percentiles
from ..files.text import is_text, row_numbers, text_column
from .cards import Cards, Mask, groups_of, parsed, threads_for, tried

Classes = tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint8]]

HOLE = (2,)
BOARDS = (3, 4, 5)
KEY = pa.struct({"board_id": pa.uint32(), "hole_id": pa.uint16()})


def class_id(cards: pa.Array, strict: bool = True, order: Order = HIGH) -> pa.Array:
    """The class of five to seven cards, 1 for a royal flush .. 7462: ``uint16``."""
    ids, _ = _evaluated(cards, strict, order)
    return _column(ids, ids == 0)


def percentile(cards: pa.Array, strict: bool = True) -> pa.Array:
    """The share x 100 of all hands of that many cards that are at least as strong: ``double``."""
    ids, count = _evaluated(cards, strict)
    return _column(percentiles(ids, count), count == 0)


def hand(holes: pa.Array, strict: bool = True) -> pa.Array:
    """The hand of a hole, ``AKs``, from text, two cards, or its number."""
    numbers, null = hole_numbers(holes, strict)
    names = pa.array([*HANDS, None], pa.string())
    return names.take(pa.array(np.where(null, len(HANDS), hand_of_hole()[numbers])))


def hole_id(holes: pa.Array, strict: bool = True) -> pa.Array:
    """The number of a raw hole, 0..1325: ``uint16``."""
    return _column(*hole_numbers(holes, strict))


def canonical(deals: pa.Array, boards: pa.Array | None = None, strict: bool = True) -> pa.Array:
    """The key of the canonical row of a hole on a board, as a struct :data:`KEY`.

    From holes and boards, or from both in one column: structs of both, or structs or lists of five
    to seven cards, the hole first. ``hole_id`` is null if they share a card.
    """
    held, board = _deals(deals, boards, strict)
    n = len(deals)
    board_id, row = np.zeros(n, np.uint32), np.zeros(n, np.uint16)
    dealt = (held.count > 0) & (board.count > 0)
    apart = dealt.copy()
    for size in BOARDS:
        of_size = dealt & (board.count == size)
        rows: Any = slice(None) if of_size.all() else np.flatnonzero(of_size)
        cards = board.cards[:size, rows]
        if cards.shape[1]:
            board_id[rows], row[rows], apart[rows] = _keys(held.cards[:, rows], cards)
    columns = [_column(board_id, ~dealt), _column(row, ~apart)]
    return pa.StructArray.from_arrays(columns, fields=list(KEY))


def _deals(
    deals: pa.Array, boards: pa.Array | None, strict: bool
) -> tuple[ParsedColumn, ParsedColumn]:
    """Hole and board of each row; a count of 0 for null."""
    if boards is None and pa.types.is_struct(deals.type) and deals.type.num_fields == 2:
        deals, boards = deals.flatten()
    if boards is not None:
        return tried(_two_cards, deals, HOLE, strict), tried(_board_cards, boards, BOARDS, strict)
    if is_text(deals.type):
        raise CardError("the board is missing: give it with the hole")
    both = tried(_five_to_seven, deals, SIZES, strict)
    count = np.maximum(both.count, 2) - 2
    return ParsedColumn(both.cards[:2], both.count), ParsedColumn(both.cards[2:], count)


def _keys(held: Cards, boards: Cards) -> tuple[Any, Any, Mask | bool]:
    """Canonical boards and holes of ``(2, n)`` and ``(k, n)``, and which share no card."""
    threads = threads_for(boards.shape[1])
    raw = hole_ids(held, layout="columns", threads=threads)
    try:
        return *row_keys(raw, boards, layout="columns", threads=threads), True
    except CardError:
        shared = (held[:, None] == boards[None]).any(axis=(0, 1))
    # If they share a card, the board has a number, but the hole has no row on it.
    row = np.zeros(len(raw), np.uint16)
    row[~shared] = row_keys(raw[~shared], boards[:, ~shared], layout="columns").hole_id
    return board_ids(boards, layout="columns", threads=threads), row, ~shared


# ---------------------------------------------------------------- hands and holes


def _evaluated(cards: pa.Array, strict: bool, order: Order = HIGH) -> Classes:
    """Class and number of cards of each hand; both 0 for null."""
    read = functools.partial(_classes, order=order, strict=strict)
    return tried(read, cards, order.sizes, strict)


def _classes(cards: pa.Array, order: Order, strict: bool) -> Classes:
    n = len(cards)
    how: Any = {"strict": strict, "threads": threads_for(n)}
    if is_text(cards.type):
        return order_ids_of_text(text_column(cards), order, **how)
    ids, count = np.zeros(n, np.uint16), np.zeros(n, np.uint8)
    for rows, columns in groups_of(cards, order.sizes):
        if isinstance(rows, slice):
            order_ids(columns, order, layout="columns", out=ids, **how)
        else:
            with row_numbers(rows):
                ids[rows] = order_ids(columns, order, layout="columns", **how)
        count[rows] = len(columns)
    return ids, count


def hole_numbers(holes: pa.Array, strict: bool) -> tuple[npt.NDArray[np.uint16], Mask]:
    """The number of each hole, 0 for null, and which rows are null."""
    if pa.types.is_integer(holes.type):
        null = np.asarray(holes.is_null())
        numbers = holes.fill_null(0).to_numpy()
        outside = (numbers < 0) | (numbers >= HOLES)
        if strict and outside.any():
            row = int(np.argmax(outside))
            raise CardError(f"hole {numbers[row]} is not in 0..{HOLES - 1}", row)
        null |= outside
        return np.where(null, 0, numbers).astype(np.uint16), null
    cards = tried(_two_cards, holes, HOLE, strict)
    null = cards.count == 0
    if null.any():
        cards.cards[:, null] = np.array([[0], [1]], np.uint8)
    return hole_ids(cards.cards, layout="columns", threads=threads_for(len(null))), null


def _two_cards(column: pa.Array) -> ParsedColumn:
    return parsed(column, HOLE, "holes")


def _board_cards(column: pa.Array) -> ParsedColumn:
    return parsed(column, BOARDS, "boards")


def _five_to_seven(column: pa.Array) -> ParsedColumn:
    return parsed(column, SIZES, "deals")


def _column(values: npt.NDArray[Any], null: Mask) -> pa.Array:
    return pa.array(values, mask=null) if null.any() else pa.array(values)
