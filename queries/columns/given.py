"""Columns from any form: text, lists, arrays, Arrow, polars and pandas.

Neither polars nor pandas is imported: their series and frames are read by Arrow's protocol. Invalid
columns are a CardError of one line, with the row and the value.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.layout import Layout, in_rows
from pokerlake.engine.cards.text import CardError, ParsedColumn, check_cards

from ..files.text import is_text, joined_text, plain_text
from ..roles import refuse_no_cards
from .cards import NO_CARD, as_cards, parsed

_NEEDED = "text such as 'AsKd', or whole numbers 0..51"


def texts_of(value: Any, what: str = "cards") -> pa.Array:
    """Text in any form as an Arrow column, null for None, NaN and null.

    Parameters
    ----------
    value : str, or a column of text
        A list, a numpy array of ``str`` or objects, a series of polars or pandas (labels too), an
        Arrow array, or an object with ``__arrow_c_stream__``. A ``str`` is a column of one row.
    what : str
        What it is, for messages.

    Examples
    --------
    >>> texts_of(["AsKd", None]).to_pylist()
    ['AsKd', None]
    """
    column = arrow_of(value, what)
    if not is_text(column.type):
        raise CardError(f"{what} are {column.type}; text is needed")
    return plain_text(column)


def cards_of(
    value: Any, fewest: int, most: int, *, layout: Layout | None = None, what: str = "cards"
) -> ParsedColumn:
    """Cards in any form as arrays for the engine: a hand, a hole or a board in each row.

    Parameters
    ----------
    value : str, or a column of cards
        Any value for :func:`texts_of`, or numbers 0..51 of any integer type: a numpy array of
        shape ``(k, n)`` or ``(n, k)``, a list of lists or arrays, a column of lists or structs,
        a frame or table of ``k`` columns. A list or an array of ``k`` numbers is one hand.
    fewest, most : int
        The numbers of cards that a row may have.
    layout : "columns" or "rows", optional
        The layout of numbers in an array or list. Needed only if both would fit.
    what : str
        What it is, for messages.

    Examples
    --------
    >>> cards_of(["AsKd", "2c2d"], 2, 2).cards.tolist()
    [[51, 0], [45, 1]]
    >>> cards_of([[51, 45], [0, 1], [2, 3]], 2, 2).count.tolist()
    [2, 2, 2]
    """
    array = array_of(value)
    if array is not None:
        return _of_array(array, fewest, most, layout, what)
    column = arrow_of(value, what)
    if pa.types.is_integer(column.type) and not column.null_count:
        return _of_array(column.to_numpy(), fewest, most, layout, what)
    return parsed(text_of_cards(column), range(fewest, most + 1), what)


def text_of_cards(column: pa.Array) -> pa.Array:
    """A frame whose columns are single cards as a column of hands; other columns as they are."""
    if pa.types.is_struct(column.type) and all(is_text(field.type) for field in column.type):
        return joined_text(column.flatten())
    return column


def of_rows(given: Any, rows: int) -> pa.Array:
    """A column in any form, or one value for all rows, as an Arrow array of so many rows."""
    if isinstance(given, Real):
        return pa.array(np.full(rows, given))
    column = arrow_of(given)
    if len(column) == 1 and rows != 1:
        column = pa.repeat(column[0], rows)
    if len(column) != rows:
        raise CardError(f"a column has {len(column)} rows, and another {rows}")
    return column


# ---------------------------------------------------------------- Arrow columns


def arrow_of(value: Any, what: str = "cards") -> pa.Array:
    """A column in any form as an Arrow array; a frame is a column of structs.

    CardError if it is not a column, or its rows are not all of one kind.
    """
    if isinstance(value, str):
        return pa.array([value])
    try:
        column = _arrow_of(value)
    except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
        raise _unlike(value, what) from error
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    if not len(column) and not is_text(column.type):
        return pa.array([], pa.string())  # libraries give empty columns any type
    if pa.types.is_struct(column.type):
        if column.type.num_fields == 1:
            return column.flatten()[0]  # a frame or a relation of one column
        refuse_no_cards([field.name for field in column.type], what)
    return column


def _arrow_of(value: Any) -> pa.Array | pa.ChunkedArray:
    if isinstance(value, pa.Array | pa.ChunkedArray):
        return value
    if isinstance(value, pa.Table | pa.RecordBatch):
        return value.to_struct_array()
    if isinstance(value, np.ndarray):
        return _of_numpy(value)
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(value, pandas.DataFrame):
        # Its own Arrow stream also has the index as a column.
        return pa.Table.from_pandas(value, preserve_index=False).to_struct_array()
    if pandas is not None and isinstance(value, pandas.Series | pandas.Index):
        return pa.array(value, from_pandas=True)
    if hasattr(value, "__arrow_c_stream__"):
        return pa.chunked_array(value)
    if hasattr(value, "__arrow_c_array__"):
        return pa.array(value)
    if hasattr(value, "__array__"):
        return _of_numpy(np.asarray(value))
    if isinstance(value, bytes | dict) or not isinstance(value, Iterable):
        raise TypeError
    rows = list(value)
    kinds = set(map(type, rows))
    if len(kinds) > 1 and any(issubclass(kind, np.generic) for kind in kinds):
        # pyarrow 26 ends the process if numpy's dates and numbers are mixed.
        rows = [row.item() if isinstance(row, np.generic) else row for row in rows]
    return pa.array(rows, from_pandas=True)


def _of_numpy(array: npt.NDArray[Any]) -> pa.Array:
    if array.ndim != 1:
        raise ValueError
    if array.dtype.kind == "S":
        array = array.astype(np.str_)
    if array.dtype.kind == "T":  # numpy's strings of any length
        array = array.astype(object)
    return pa.array(array, from_pandas=True)


def _unlike(value: Any, what: str) -> CardError:
    """The error for a value that is not a column."""
    if isinstance(value, np.ndarray) and value.ndim != 1:
        return CardError(f"{what} have shape {value.shape}; a row each is needed, of text")
    if isinstance(value, bytes | dict) or not isinstance(value, Iterable):
        return CardError(f"{what} are {value!r}; {_NEEDED} are needed")
    for row, item in enumerate(value):
        if hasattr(item, "mask") and hasattr(item, "suit"):
            return CardError(f"{item!r} is a card of eval7, which from_eval7 converts", row)
        if not (isinstance(item, str) or item is None or item != item):  # NaN
            return CardError(f"{item!r} is not text as other rows of {what} are", row)
    return CardError(f"{what} of this kind cannot be read; {_NEEDED} are needed")


# ---------------------------------------------------------------- numbers in arrays and lists


def array_of(value: Any) -> npt.NDArray[Any] | None:
    """Numbers in an array, or in a list of numbers, lists or arrays; None for other values."""
    if isinstance(value, np.ndarray):
        return value if value.dtype.kind in "iufbc" else None
    if not isinstance(value, Sequence) or isinstance(value, str | bytes) or not len(value):
        return None
    if isinstance(value[0], int | float | np.number | np.bool_):
        return _numbers_in(value)
    if isinstance(value[0], np.ndarray | list | tuple):
        lengths = {len(part) for part in value if isinstance(part, np.ndarray | list | tuple)}
        if len(lengths) == 1 and all(part is not None for part in value):
            return _numbers_in(value)
    return None


def _numbers_in(value: Any) -> npt.NDArray[Any] | None:
    try:
        array = np.asarray(value)
    except (ValueError, OverflowError):
        return None
    return array if array.dtype.kind in "iufbc" else None


def _of_array(
    array: npt.NDArray[Any], fewest: int, most: int, layout: Layout | None, what: str
) -> ParsedColumn:
    sizes = range(fewest, most + 1)
    if array.ndim == 1 and len(array) in sizes:
        columns = array[:, None]
    elif in_rows(array.shape, layout, sizes, what):
        columns = array.T
    else:
        columns = array
    cards = np.full((most, columns.shape[1]), NO_CARD, np.uint8)
    cards[: len(columns)] = as_cards(list(columns), what)
    check_cards(cards[: len(columns)])
    return ParsedColumn(cards, np.full(columns.shape[1], len(columns), np.uint8))
