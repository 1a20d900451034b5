"""Columns of text as Arrow holds them, given to the engine without a Python string."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.engine.cards.text import CardError, TextColumn
from pokerlake.engine.hands.evaluate import class_ids_of_text
from pokerlake.tables.errors import InputError


def is_text(dtype: pa.DataType) -> bool:
    """Whether a column of this type is text, labels of text, or nothing but nulls."""
    if pa.types.is_dictionary(dtype):
        dtype = dtype.value_type
    types = pa.types
    return bool(
        types.is_string(dtype)
        or types.is_large_string(dtype)
        or types.is_string_view(dtype)
        or types.is_null(dtype)
    )


def text_column(column: pa.Array | pa.ChunkedArray) -> TextColumn:
    """The engine's view of an Arrow column of text: its own buffers where they allow it.

    Raises
    ------
    InputError
        If the column is not text.
    """
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    if not is_text(column.type):
        raise InputError(f"cards are read from text, not from {column.type}")
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if pa.types.is_null(column.type):
        column = column.cast(pa.string())
    if pa.types.is_string_view(column.type):
        column = column.cast(pa.large_string())
    width = np.int64 if pa.types.is_large_string(column.type) else np.int32
    _, offsets, data = column.buffers()
    rows = slice(column.offset, column.offset + len(column) + 1)
    ends = np.frombuffer(offsets, width)[rows] if len(column) else np.zeros(1, width)
    text = np.frombuffer(data if data is not None else b"", np.uint8)
    valid = column.is_valid().to_numpy(zero_copy_only=False) if column.null_count else None
    return TextColumn(text, ends.astype(np.int64, copy=False), valid)


@contextmanager
def row_numbers(rows: npt.NDArray[np.intp]) -> Iterator[None]:
    """Around work on these rows of a column: a CardError says which row of the column it is."""
    try:
        yield
    except CardError as error:
        raise CardError(error.problem, int(rows[error.index or 0])) from error


def joined_text(columns: list[pa.Array]) -> pa.Array:
    """Several columns of text as one: a hole and a board as a hand. Null where one of them is."""
    if len(columns) == 1:
        return columns[0]
    text = pa.large_string()  # a blank between, so that no card is made of the ends of two columns
    return pc.binary_join_element_wise(*[c.cast(text) for c in columns], pa.scalar(" ", text))


def classes_of_text(
    cards: pa.Array | pa.ChunkedArray,
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint8]]:
    """Class and number of cards of each hand in a column of text; both 0 where it is null.

    Raises
    ------
    CardError
        For the first row that is not a hand of five to seven cards.
    """
    return class_ids_of_text(text_column(cards), threads=0)
