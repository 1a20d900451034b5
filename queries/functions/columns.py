"""Columns of cards and holes from DuckDB as arrays for the engine.

DuckDB calls a function with vectors of 2,048 rows, so the overhead of a call matters. A kernel
reads text whose rows all have one width, as hands nearly always do (3.5 microseconds for 2,048
holes); only other text goes through the engine's parser.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.holes import HOLES, hole_bits
from pokerlake.engine.cards.text import (
    CARDS,
    FEW,
    CardError,
    ParsedColumn,
    TextColumn,
    parse_column,
)
from pokerlake.tables.errors import UsageError
from pokerlake.tables.schema import sql_type

from ..files.text import is_text, text_column

Cards = npt.NDArray[np.uint8]
Holes = npt.NDArray[np.uint16]
Mask = npt.NDArray[np.bool_]

_NONE = 255  # no card
_NO_HOLE = 65535
_EMPTY = np.empty(0, np.uint8)


def as_taken(column: pa.Array) -> pa.Array:
    """A column with integers of at most 64 bits, and lists of any length.

    UsageError for a larger integer, such as some HUGEINT.
    """
    dtype = column.type
    if pa.types.is_fixed_size_list(dtype):
        dtype = pa.list_(dtype.value_type)
    if pa.types.is_list(dtype):
        if _is_huge(dtype.value_type):
            dtype = pa.list_(pa.int64())
    elif _is_huge(dtype):
        dtype = pa.int64()
    if dtype == column.type:
        return column
    try:
        return column.cast(dtype)
    except pa.ArrowInvalid as error:
        values = column.flatten() if pa.types.is_list(dtype) else column
        wrong = next(v for v in values.drop_null().to_pylist() if not -(1 << 63) <= v < 1 << 63)
        raise UsageError(f"{wrong} is beyond the whole numbers of 64 bits") from error


def _is_huge(dtype: pa.DataType) -> bool:
    """Whether it has integers that are decimals in Arrow: HUGEINT, as from a sum."""
    return bool(pa.types.is_decimal(dtype) and dtype.scale == 0)


def is_number(dtype: pa.DataType) -> bool:
    """Whether it has integers."""
    return bool(pa.types.is_integer(dtype))


def is_real(dtype: pa.DataType) -> bool:
    """Whether it has numbers."""
    types = pa.types
    return bool(types.is_integer(dtype) or types.is_floating(dtype) or types.is_decimal(dtype))


def nulls_of(column: pa.Array) -> Mask | None:
    """Which rows are null; None if no row is."""
    if not column.null_count:
        return None
    nulls: Mask = column.is_null().to_numpy(zero_copy_only=False)
    return nulls


def either(*nulls: Mask | None) -> Mask | None:
    """Which rows are null in one of several columns."""
    there = [mask for mask in nulls if mask is not None]
    if len(there) < 2:
        return there[0] if there else None
    any_null: Mask = np.logical_or.reduce(there)
    return any_null


def numbers(
    column: pa.Array, what: str, least: int, most: int
) -> tuple[npt.NDArray[np.integer], Mask | None]:
    """Integers ``least..most``, with ``least`` for null, and which rows are null.

    UsageError for a column of another type, CardError for the first number that is out of range.
    """
    nulls = nulls_of(column)
    if pa.types.is_null(column.type):
        return np.full(len(column), least), nulls
    if not is_number(column.type):
        raise UsageError(f"a {what} is a number {least} to {most}, not {sql_type(column.type)}")
    values = (column if nulls is None else column.fill_null(0)).to_numpy()
    if nulls is not None:
        values = np.where(nulls, least, values)
    if len(values) and not (values.min() >= least and values.max() <= most):
        wrong = values[(values < least) | (values > most)][0]
        raise CardError(f"{what} {wrong} is not in {least}..{most}")
    return values, nulls


# ---------------------------------------------------------------- cards


def even_cards(column: pa.Array) -> Cards | None:
    """The cards ``(k, n)`` of text with equally many cards in each row, two letters each.

    None for other columns, or an invalid card; a card may occur twice.
    """
    n = len(column)
    if column.type != pa.string() or column.null_count or not n:
        return None
    _, offsets, data = column.buffers()
    ends = np.frombuffer(offsets, np.int32, n + 1, 4 * column.offset)
    width = int(ends[1] - ends[0])
    if not 0 < width <= 2 * len(CARDS) or width & 1:
        return None
    if n <= FEW:  # too few to load a kernel
        return _few_cards(ends, data, width)
    from pokerlake.engine.cards.text_kernels import read_even

    cards = np.empty((width >> 1, n), np.uint8)
    return cards if read_even(np.frombuffer(data, np.uint8), ends, cards) else None


def _few_cards(ends: npt.NDArray[np.int32], data: pa.Buffer, width: int) -> Cards | None:
    if (ends[1:] - ends[:-1] != width).any():
        return None
    pairs = np.frombuffer(data, np.uint16, (ends[-1] - ends[0]) >> 1, int(ends[0]))
    cards = _card_of_letters().take(pairs.reshape(-1, width >> 1).T)
    return None if cards.max() == _NONE else cards


@functools.cache
def _card_of_letters() -> Cards:
    """The card of two letters, indexed by their bytes as a number: 64 KB."""
    table = np.full(1 << 16, _NONE, np.uint8)
    for number, name in enumerate(CARDS):
        rank, suit = name[0], name[1]
        for letters in (name, name.upper(), name.lower(), rank.lower() + suit.upper()):
            table[np.frombuffer(letters.encode(), np.uint16)] = number
    return table


def cards_of(column: pa.Array, fewest: int, most: int) -> ParsedColumn:
    """The cards of each row of text, and their number; none for null.

    CardError for the first row with too few or too many cards, or a duplicate.
    """
    even = even_cards(column)
    if even is not None and fewest <= len(even) <= most and are_apart(even).all():
        cards = np.full((most, even.shape[1]), _NONE, np.uint8)
        cards[: len(even)] = even
        return ParsedColumn(cards, np.full(even.shape[1], len(even), np.uint8))
    return parse_column(text_of(column), fewest=fewest, most=most)


def text_of(column: pa.Array) -> TextColumn:
    """The engine's view of a column of text; UsageError if it is not text."""
    if not is_text(column.type):
        raise UsageError(f"cards are read from text such as 'AhKd', not {sql_type(column.type)}")
    return text_column(column)


def are_apart(cards: Cards) -> Mask:
    """Which hands of ``(k, n)`` cards have no duplicate; 255 is no card."""
    bits = np.left_shift(np.uint64(1), cards, dtype=np.uint64, casting="unsafe")
    bits = np.where(cards == _NONE, np.uint64(0), bits)
    apart: Mask = np.bitwise_or.reduce(bits) == bits.sum(axis=0)
    return apart


# ---------------------------------------------------------------- holes and boards


def holes_of(column: pa.Array) -> tuple[Holes, Mask | None]:
    """The number of each hole, from text or numbers, and which rows are null.

    UsageError for a column of another type, CardError for the first invalid hole.
    """
    if is_number(column.type):
        values, nulls = numbers(column, "hole", 0, HOLES - 1)
        return values.astype(np.uint16), nulls
    even = even_cards(column)
    if even is not None and len(even) == 2:
        holes = _hole_of_cards()[even[0], even[1]]
        if holes.max() != _NO_HOLE:
            return holes, None
    if not is_text(column.type):
        raise UsageError(
            f"a hole is text such as 'AhKd', or its number 0 to 1325, not {sql_type(column.type)}"
        )
    parsed = parse_column(text_column(column), fewest=2, most=2)
    null = parsed.count == 0
    cards = np.where(null, np.array([[0], [1]], np.uint8), parsed.cards)
    return _hole_of_cards()[cards[0], cards[1]], null if null.any() else None


def hole_of_two(first: pa.Array, second: pa.Array) -> tuple[Holes, Mask | None]:
    """Holes as from :func:`holes_of`, from two columns of card numbers."""
    low, nulls = numbers(first, "card", 0, 51)
    high, more = numbers(second, "card", 0, 51)
    nulls = either(nulls, more)
    holes = _hole_of_cards()[low, high]
    twice = holes == _NO_HOLE
    if nulls is not None:
        twice &= ~nulls
    if twice.any():
        raise CardError(f"a hole has {CARDS[int(low[twice][0])]} twice")
    return holes, nulls


@functools.cache
def _hole_of_cards() -> Holes:
    """``hole_id`` of two cards in either order, ``(52, 52)``; 65535 on the diagonal."""
    card = np.arange(52)
    low, high = np.minimum.outer(card, card), np.maximum.outer(card, card)
    return np.where(low == high, _NO_HOLE, high * (high - 1) // 2 + low).astype(np.uint16)


@dataclass(frozen=True)
class Keys:
    """The keys of the canonical rows of holes on boards, each field ``(n,)``."""

    cards: Cards  # number on the board: 0 before the flop, 3, 4 or 5; 0 for null rows
    board_id: npt.NDArray[np.uint32]
    hole_id: Holes  # the canonical hole on the canonical board; before the flop the hole itself
    null: Mask | None  # rows with a null, or whose hole and board share a card


def keys_of(holes: pa.Array, boards: pa.Array, *, fewest: int = 3) -> Keys:
    """Holes on boards of three to five cards, or of none if ``fewest`` is 0."""
    from pokerlake.engine.keys.canonical_rows import row_keys

    raw, nulls = holes_of(holes)
    even = even_cards(boards)
    if nulls is None and even is not None and len(even) in (3, 4, 5):
        try:
            keys = row_keys(raw, even, layout="columns")
            return Keys(np.full(len(raw), len(even), np.uint8), *keys, None)
        except CardError:
            pass  # a duplicate card: the code below finds the row
    board = cards_of(boards, fewest, 5)
    few = (board.count > 0) & (board.count < 3)
    if few.any():
        cards_of(boards.filter(pa.array(few)), 3, 5)  # raises with the problem
    nulls = either(nulls, nulls_of(boards))
    known = board.cards != _NONE
    bits = np.left_shift(np.uint64(1), board.cards, dtype=np.uint64, casting="unsafe") * known
    shared = (hole_bits()[raw] & np.bitwise_or.reduce(bits) * (board.count > 0)) != 0
    if shared.any():
        nulls = shared if nulls is None else nulls | shared
    count = board.count if nulls is None else np.where(nulls, np.uint8(0), board.count)
    board_id, hole_id = np.zeros(len(raw), np.uint32), raw.copy()
    for size in (3, 4, 5):
        rows = np.flatnonzero(count == size)
        if len(rows):
            of_size = np.ascontiguousarray(board.cards[:size, rows])
            board_id[rows], hole_id[rows] = row_keys(raw[rows], of_size, layout="columns")
    return Keys(count, board_id, hole_id, nulls)


def column_of(values: npt.NDArray[np.generic], nulls: Mask | None) -> pa.Array:
    """An array as an Arrow column with nulls."""
    return pa.array(values) if nulls is None else pa.array(values, mask=nulls)


def struct_of(columns: Mapping[str, Any], nulls: Mask | None = None) -> pa.Array:
    """A column of structs from arrays by the names of fields."""
    mask = None if nulls is None else pa.array(nulls)
    return pa.StructArray.from_arrays([*map(pa.array, columns.values())], [*columns], mask=mask)


# ---------------------------------------------------------------- repeated texts


def different_texts(column: pa.Array) -> tuple[list[str | None], npt.NDArray[np.intp] | None]:
    """The distinct texts of a column, and the place of each row's text among them.

    For a constant, which DuckDB passes as a whole column, the places are None.
    """
    if not is_text(column.type):
        raise UsageError(f"a range is text such as '22+,AKs', not {sql_type(column.type)}")
    if pa.types.is_null(column.type):
        return [None], None
    n = len(column)
    if column.type == pa.string() and not column.null_count and n > 1:
        _, offsets, data = column.buffers()
        ends = np.frombuffer(offsets, np.int32, n + 1, 4 * column.offset)
        start, stop = int(ends[0]), int(ends[-1])
        width = int(ends[1]) - start
        if stop - start == n * width and (ends[1:] - ends[:-1] == width).all():
            letters = np.frombuffer(data, np.uint8, stop - start, start) if width else _EMPTY
            if (letters[width:] == letters[: len(letters) - width]).all():
                return [column[0].as_py()], None
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    column = column.dictionary_encode(null_encoding="encode")
    return column.dictionary.to_pylist(), column.indices.to_numpy().astype(np.intp)


def lists_of(
    columns: Sequence[pa.Array], make: Callable[..., pa.Table], schema: pa.Schema
) -> pa.Array:
    """The rows of a table as a list for each row of texts; null for null.

    ``make`` makes the table, once for equal texts; the list has the columns of ``schema``.
    """
    rows = list(zip(*(texts_of(column) for column in columns), strict=True))
    places = {row: place for place, row in enumerate(dict.fromkeys(rows))}
    nothing = schema.empty_table()
    tables = [nothing if None in row else make(*row).select(schema.names) for row in places]
    ends = np.cumsum([0, *map(len, tables)], dtype=np.int32)
    null = pa.array([None in row for row in places], pa.bool_())
    values = pa.concat_tables([nothing, *tables]).to_struct_array().combine_chunks()
    made = pa.ListArray.from_arrays(pa.array(ends), values, mask=null)
    return made.take(pa.array([places[row] for row in rows], pa.int64()))


def texts_of(column: pa.Array) -> list[str | None]:
    """The text of each row."""
    texts, which = different_texts(column)
    if which is None:
        return texts * len(column)
    return [texts[place] for place in which]
