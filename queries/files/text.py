"""Columns of Arrow text for the engine, without Python strings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import HIGH, Order
from pokerlake.engine.cards.text import (
    CARDS,
    CardError,
    TextColumn,
    check_cards,
    parse_hand,
    refuse_row,
    row_reader,
)
from pokerlake.engine.orders.evaluate import not_in_deck, order_ids_of_text
from pokerlake.lazy import LazyModule
from pokerlake.tables.errors import InputError
from pokerlake.tables.schema import sql_type

pc = LazyModule("pyarrow.compute")

BadRows = dict[int, str]  # bad rows and their problems
_BLOCK = 4096  # rows that are read again after a bad one


def is_text(dtype: pa.DataType) -> bool:
    """Whether a column of this type has text, labels of text, or only nulls."""
    if pa.types.is_dictionary(dtype):
        dtype = dtype.value_type
    types = pa.types
    return bool(
        types.is_string(dtype)
        or types.is_large_string(dtype)
        or types.is_string_view(dtype)
        or types.is_null(dtype)
    )


def plain_text(column: pa.Array) -> pa.Array:
    """A column of any type of text as ``string`` or ``large_string``."""
    if pa.types.is_dictionary(column.type):
        labels = plain_text(column.dictionary)  # Arrow cannot take rows of a string view
        column = pa.DictionaryArray.from_arrays(column.indices, labels).dictionary_decode()
    if pa.types.is_null(column.type):
        return column.cast(pa.string())
    return column.cast(pa.large_string()) if pa.types.is_string_view(column.type) else column


def text_column(column: pa.Array | pa.ChunkedArray) -> TextColumn:
    """The engine's view of an Arrow column of text, without a copy if possible.

    Raises InputError if the column is not text.
    """
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    if not is_text(column.type):
        raise InputError(f"cards are read from text, not from {sql_type(column.type)}")
    column = plain_text(column)
    width = np.int64 if pa.types.is_large_string(column.type) else np.int32
    _, offsets, data = column.buffers()
    rows = slice(column.offset, column.offset + len(column) + 1)
    ends = np.frombuffer(offsets, width)[rows] if len(column) else np.zeros(1, width)
    text = np.frombuffer(data if data is not None else b"", np.uint8)
    valid = column.is_valid().to_numpy(zero_copy_only=False) if column.null_count else None
    return TextColumn(text, ends.astype(np.int64, copy=False), valid)


def text_of_columns(cards: npt.NDArray[np.uint8]) -> pa.Array:
    """Hands of ``(k, n)`` cards 0..51 as text: ``AsKd``. Cards are not checked."""
    k, n = cards.shape
    letters = np.frombuffer("".join(CARDS).encode(), np.uint16)
    letters = letters.take(np.ascontiguousarray(cards.T))
    ends = np.arange(n + 1) * (2 * k)
    if ends[-1] > np.iinfo(np.int32).max:
        return pa.LargeStringArray.from_buffers(n, pa.py_buffer(ends), pa.py_buffer(letters))
    return pa.StringArray.from_buffers(
        n, pa.py_buffer(ends.astype(np.int32)), pa.py_buffer(letters)
    )


@contextmanager
def row_numbers(rows: npt.NDArray[np.intp] | slice) -> Iterator[None]:
    """While working on these rows of a column: a CardError gets the row of the column."""
    try:
        yield
    except CardError as error:
        at = error.index or 0
        row = at if isinstance(rows, slice) else int(rows[at])
        raise CardError(error.problem, row) from error


def joined_text(columns: list[pa.Array]) -> pa.Array:
    """Several columns of text as one: a hole and a board as a hand. Null if one of them is."""
    if len(columns) == 1:
        return columns[0]
    text = pa.large_string()  # a space between, so that two columns never make up one card
    return pc.binary_join_element_wise(*[c.cast(text) for c in columns], pa.scalar(" ", text))


def without_bad_rows(text: TextColumn, bad: BadRows, *, fewest: int, most: int) -> TextColumn:
    """The column with null for each row without that many cards; these are noted in ``bad``.

    It takes 20 microseconds for a bad row, and little for the others.
    """
    rows = len(text.offsets) - 1
    valid = np.ones(rows, np.bool_) if text.valid is None else text.valid.copy()
    read = row_reader(text, fewest)
    cards, count = np.empty((most, _BLOCK), np.uint8), np.empty(_BLOCK, np.uint8)
    start = 0
    while start < rows:
        stop = min(start + _BLOCK, rows)
        row = read(start, stop, 0, cards, count)
        start = stop if row < 0 else row + 1
        try:
            refuse_row(text, row, fewest, most)
        except CardError as error:
            bad[row] = error.problem
            valid[row] = False
    return TextColumn(text.data, text.offsets, valid)


def classes_of_text(
    cards: pa.Array | pa.ChunkedArray, bad: BadRows | None = None, order: Order = HIGH
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint8]]:
    """Class and number of cards of each hand in a column of text; both 0 for null.

    If ``bad`` is given, invalid hands are null too, and are noted there.

    Raises CardError for the first invalid hand, or one whose number of cards the order refuses.
    """
    text = text_column(cards)
    if bad is None:
        return order_ids_of_text(text, order, threads=0)
    sizes = order.sizes
    text = without_bad_rows(text, bad, fewest=sizes[0], most=sizes[-1])
    ids, count = order_ids_of_text(text, order, strict=False, threads=0)
    for row in np.flatnonzero((ids == 0) & (count > 0)).tolist():
        bad[row] = not_in_deck(parse_hand(text.text(row)).tolist(), order)
        count[row] = 0
    return ids, count


def are_apart(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Which columns of ``(k, n)`` have no duplicate card."""
    bits = np.uint64(1) << cards.astype(np.uint64)
    apart: npt.NDArray[np.bool_] = np.bitwise_or.reduce(bits) == bits.sum(axis=0)
    return apart


def without_twice(
    cards: npt.NDArray[np.uint8], rows: npt.NDArray[np.intp], bad: BadRows
) -> npt.NDArray[np.bool_]:
    """Which columns of ``(k, n)`` have no duplicate card; the others are noted in ``bad``.

    ``rows``, ``(n,)``, are the numbers of the rows.
    """
    apart = are_apart(cards)
    for column in np.flatnonzero(~apart).tolist():
        try:
            check_cards(cards[:, column : column + 1])
        except CardError as error:
            bad[int(rows[column])] = error.problem
    return apart


def error_column(bad: BadRows, rows: int) -> pa.Array:
    """The problem of each row; null for none."""
    texts = np.full(rows, None, object)
    texts[list(bad)] = list(bad.values())
    return pa.array(texts, pa.string())
