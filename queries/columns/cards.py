"""Cards in Arrow columns, as text or integers in structs and lists, and their invalid rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.engine.cards.text import (
    CARDS,
    CardError,
    ParsedColumn,
    check_cards,
    counted,
    no_card,
    parse_column,
)

from ..files.text import BadRows, is_text, row_numbers, text_column, without_bad_rows

NO_CARD = 255

_SHARED_ROWS = 1 << 18  # for smaller pieces, polars' streaming engine has its own threads

Cards = npt.NDArray[np.uint8]
Groups = list[tuple[Any, list[Cards]]]
Mask = npt.NDArray[np.bool_]
Found = TypeVar("Found")


def threads_for(rows: int) -> int:
    """How many threads to use: all cores if that pays."""
    return 0 if rows >= _SHARED_ROWS else 1


def parsed(column: pa.Array, sizes: Sequence[int], what: str = "cards") -> ParsedColumn:
    """The cards of text, structs or lists; their numbers in a row are ``sizes``, which ascend by 1.

    CardError for columns of other types, and for the first invalid row.
    """
    if is_text(column.type):
        text, n = text_column(column), len(column)
        return parse_column(text, fewest=sizes[0], most=sizes[-1], threads=threads_for(n))
    n, most = len(column), sizes[-1]
    cards_read = ParsedColumn(np.full((most, n), NO_CARD, np.uint8), np.zeros(n, np.uint8))
    for rows, cards in groups_of(column, sizes, what):
        for card, numbers in enumerate(cards):
            cards_read.cards[card, rows] = numbers
        cards_read.count[rows] = len(cards)
        with row_numbers(rows):
            check_cards(cards_read.cards[: len(cards), rows])
    return cards_read


def tried(
    read: Callable[[pa.Array], Found], column: pa.Array, sizes: Sequence[int], strict: bool
) -> Found:
    """A column as read by ``read``; unless ``strict``, with null for invalid rows."""
    try:
        return read(column)
    except CardError:
        if strict or not (is_text(column.type) or is_nested(column.type)):
            raise
    if is_nested(column.type):
        groups_of(column[:0], sizes)  # refuses other types
    return read(without(column, wrong_rows(column, sizes)))


def without(column: pa.Array, rows: Mask) -> pa.Array:
    """The column with null in these rows."""
    return column.take(pa.array(np.arange(len(column)), mask=rows))


def is_list(dtype: pa.DataType) -> bool:
    """Whether it has lists, of any or of a fixed length."""
    types = pa.types
    return bool(
        types.is_list(dtype) or types.is_large_list(dtype) or types.is_fixed_size_list(dtype)
    )


def is_nested(dtype: pa.DataType) -> bool:
    """Whether it has structs or lists."""
    return bool(pa.types.is_struct(dtype)) or is_list(dtype)


def as_cards(columns: Sequence[npt.NDArray[Any]], what: str = "cards") -> Cards:
    """Integers, ``k`` arrays ``(n,)``, as ``(k, n)`` ``uint8``.

    CardError for other types, and for the first row with a number that is not 0..51.
    """
    for numbers in columns:
        if numbers.dtype.kind not in "iu":
            raise CardError(f"{what} are {numbers.dtype}; whole numbers 0..51 are needed")
    outside = _outside(columns)
    if outside.any():
        row = int(np.argmax(outside))
        wrong = next(int(c[row]) for c in columns if not 0 <= c[row] < len(CARDS))
        raise CardError(no_card(wrong), row)
    return np.stack([numbers.astype(np.uint8, copy=False) for numbers in columns])


def _outside(columns: Sequence[npt.NDArray[Any]]) -> Mask:
    """Which rows have a number that is not 0..51."""
    outside: Mask = np.zeros(len(columns[0]), np.bool_)
    for numbers in columns:
        if len(numbers) and not (numbers.min() >= 0 and numbers.max() < len(CARDS)):
            outside |= (numbers < 0) | (numbers >= len(CARDS))
    return outside


def groups_of(column: pa.Array, sizes: Sequence[int], what: str = "cards") -> Groups:
    """Groups of rows with equally many cards, and the cards as arrays ``(n,)``; without null rows.

    All rows are ``slice(None)``. Then columns of a struct of ``uint8`` are neither copied nor
    checked: the caller checks that they are 0..51. CardError for other types, and for the first row
    with too few or too many cards, a null, or a number that is not 0..51.
    """
    if pa.types.is_struct(column.type) and column.type.num_fields in sizes:
        types = {field.type for field in column.type}
        if all(map(pa.types.is_integer, types)):
            return _of_struct(column)
    if is_list(column.type) and pa.types.is_integer(column.type.value_type):
        return _of_lists(column, sizes)
    numbers = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    raise CardError(
        f"{what} are read from text such as AsKd, or {numbers} whole numbers, not from "
        f"{column.type}"
    )


def _of_struct(column: pa.Array) -> Groups:
    fields = column.flatten()  # null where the struct is
    null = nulls_of(*fields)
    if null is None:
        rows: Any = slice(None)
    else:
        rows = np.flatnonzero(~null)
        fields = [field.take(pa.array(rows)) for field in fields]
    columns = [field.to_numpy() for field in fields]
    if all(numbers.dtype == np.uint8 for numbers in columns):
        return [(rows, columns)]
    return [(rows, list(_in_range(columns, rows)))]


def _of_lists(column: pa.Array, sizes: Sequence[int]) -> Groups:
    lengths = _lengths(column)
    wrong = np.flatnonzero(~np.isin(lengths, sizes) & (lengths >= 0))
    if len(wrong):
        row = int(wrong[0])
        needed = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else sizes[0]
        cards = column[row].as_py()
        raise CardError(f"{cards} has {counted(len(cards))}; {needed} are needed", row)
    groups: Groups = []
    for size in np.unique(lengths[lengths >= 0]).tolist():
        rows = np.flatnonzero(lengths == size)
        of_size = column if len(rows) == len(column) else column.take(pa.array(rows))
        values = of_size.flatten()
        if values.null_count:
            at = int(np.flatnonzero(values.is_null())[0]) // size
            raise CardError("a list of cards has a null in it", int(rows[at]))
        numbers = values.to_numpy()
        every = slice(None) if len(rows) == len(column) else rows
        if numbers.dtype != np.uint8 and numbers.min() >= 0 and numbers.max() < len(CARDS):
            numbers = numbers.astype(np.uint8)
        columns = list(numbers.reshape(len(rows), size).T)
        if numbers.dtype != np.uint8:
            columns = list(_in_range(columns, every))  # raises with the problem
        groups.append((every, columns))
    return groups


def _lengths(lists: pa.Array) -> npt.NDArray[np.int64]:
    """The length of each list; -1 for null."""
    return np.asarray(pc.list_value_length(lists).fill_null(-1)).astype(np.int64)


def _in_range(columns: Sequence[npt.NDArray[Any]], rows: Any) -> Cards:
    with row_numbers(rows):
        return as_cards(list(columns))


def nulls_of(*columns: pa.Array) -> Mask | None:
    """Which rows have a null in a column; None if no row has."""
    nulls: Mask | None = None
    for column in columns:
        if column.null_count:
            null = column.is_null().to_numpy(zero_copy_only=False)
            nulls = null if nulls is None else nulls | null
    return nulls


# ---------------------------------------------------------------- invalid rows


def wrong_rows(column: pa.Array, sizes: Sequence[int]) -> Mask:
    """Which rows of text, structs or lists do not have distinct cards, ``sizes`` of them."""
    wrong: Mask = np.zeros(len(column), np.bool_)
    if is_text(column.type):
        bad: BadRows = {}
        without_bad_rows(text_column(column), bad, fewest=sizes[0], most=sizes[-1])
        wrong[list(bad)] = True
        return wrong
    if pa.types.is_struct(column.type):
        fields = column.flatten()
        rows = np.flatnonzero(_there(nulls_of(*fields), len(column)))
        wrong[rows] = _wrong([field.take(pa.array(rows)).to_numpy() for field in fields])
        return wrong
    lengths = _lengths(column)
    wrong |= ~np.isin(lengths, sizes) & (lengths >= 0)
    for size in sizes:
        rows = np.flatnonzero(lengths == size)
        values = column.take(pa.array(rows)).flatten()
        numbers = values.fill_null(0).to_numpy().reshape(len(rows), size).T
        nothing = np.asarray(values.is_null()).reshape(len(rows), size).any(axis=1)
        wrong[rows] = _wrong(list(numbers)) | nothing
    return wrong


def _wrong(columns: list[npt.NDArray[Any]]) -> Mask:
    outside = _outside(columns)
    ordered = np.sort(np.stack([np.where(outside, 0, c).astype(np.uint8) for c in columns]), axis=0)
    wrong: Mask = outside | (ordered[1:] == ordered[:-1]).any(axis=0)
    return wrong


def _there(null: Mask | None, n: int) -> Mask:
    return np.ones(n, np.bool_) if null is None else ~null
