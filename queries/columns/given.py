"""What people have, made columns: texts, lists, arrays, Arrow, polars and pandas.

Neither polars nor pandas is imported: their series and frames say themselves what they are, by
Arrow's protocol. What is no column of cards is a CardError of one line, with the row and the value.
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


def texts_of(given: Any, what: str = "cards") -> pa.Array:
    """Text in any form as an Arrow column, null where a row is None, NaN or null.

    Parameters
    ----------
    given : str, or a column of text
        A list, a numpy array of ``str`` or objects, a series of polars or pandas (labels too), an
        Arrow array, or what gives one by ``__arrow_c_stream__``. A ``str`` is a column of one row.
    what : str
        What it is, for messages.

    Examples
    --------
    >>> texts_of(["AsKd", None]).to_pylist()
    ['AsKd', None]
    """
    column = arrow_of(given, what)
    if not is_text(column.type):
        raise CardError(f"{what} are {column.type}; text is needed")
    return plain_text(column)


def cards_of(
    given: Any, fewest: int, most: int, *, layout: Layout | None = None, what: str = "cards"
) -> ParsedColumn:
    """Cards in any form as the engine takes them: a hand, a hole or a board a row.

    Parameters
    ----------
    given : str, or a column of cards
        All that :func:`texts_of` takes, or numbers 0..51 of any integer type: a numpy array of
        shape ``(k, n)`` or ``(n, k)``, a list of lists or arrays, a column of lists or structs,
        a frame or table of ``k`` columns. A list or an array of ``k`` numbers is one hand.
    fewest, most : int
        How many cards a row may have.
    layout : "columns" or "rows", optional
        How numbers in an array or list lie. Needed only where both fit: that is refused.
    what : str
        What it is, for messages.

    Examples
    --------
    >>> cards_of(["AsKd", "2c2d"], 2, 2).cards.tolist()
    [[51, 0], [45, 1]]
    >>> cards_of([[51, 45], [0, 1], [2, 3]], 2, 2).count.tolist()
    [2, 2, 2]
    """
    array = array_of(given)
    if array is not None:
        return _of_array(array, fewest, most, layout, what)
    column = arrow_of(given, what)
    if pa.types.is_integer(column.type) and not column.null_count:
        return _of_array(column.to_numpy(), fewest, most, layout, what)
    return parsed(text_of_cards(column), range(fewest, most + 1), what)


def text_of_cards(column: pa.Array) -> pa.Array:
    """A frame with the text of a card a column as a column of hands; all else as it is."""
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


# ---------------------------------------------------------------- columns as Arrow has them


def arrow_of(given: Any, what: str = "cards") -> pa.Array:
    """A column in any form as an Arrow array; a frame is a column of structs.

    CardError if it is none, or its rows are not all of one kind.
    """
    if isinstance(given, str):
        return pa.array([given])
    try:
        column = _arrow_of(given)
    except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
        raise _unlike(given, what) from error
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    if not len(column) and not is_text(column.type):
        return pa.array([], pa.string())  # of nothing, libraries make columns of any type
    if pa.types.is_struct(column.type):
        if column.type.num_fields == 1:
            return column.flatten()[0]  # a frame or a relation of one column
        refuse_no_cards([field.name for field in column.type], what)
    return column


def _arrow_of(given: Any) -> pa.Array | pa.ChunkedArray:
    if isinstance(given, pa.Array | pa.ChunkedArray):
        return given
    if isinstance(given, pa.Table | pa.RecordBatch):
        return given.to_struct_array()
    if isinstance(given, np.ndarray):
        return _of_numpy(given)
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(given, pandas.DataFrame):
        # Its own Arrow stream has the index as a column, too.
        return pa.Table.from_pandas(given, preserve_index=False).to_struct_array()
    if pandas is not None and isinstance(given, pandas.Series | pandas.Index):
        return pa.array(given, from_pandas=True)
    if hasattr(given, "__arrow_c_stream__"):
        return pa.chunked_array(given)
    if hasattr(given, "__arrow_c_array__"):
        return pa.array(given)
    if hasattr(given, "__array__"):
        return _of_numpy(np.asarray(given))
    if isinstance(given, bytes | dict) or not isinstance(given, Iterable):
        raise TypeError
    rows = list(given)
    kinds = set(map(type, rows))
    if len(kinds) > 1 and any(issubclass(kind, np.generic) for kind in kinds):
        # pyarrow 26 ends the process where numpy's dates stand beside its numbers.
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


def _unlike(given: Any, what: str) -> CardError:
    """What to say of something that is no column."""
    if isinstance(given, np.ndarray) and given.ndim != 1:
        return CardError(f"{what} have shape {given.shape}; a row each is needed, of text")
    if isinstance(given, bytes | dict) or not isinstance(given, Iterable):
        return CardError(f"{what} are {given!r}; {_NEEDED} are needed")
    for row, value in enumerate(given):
        if hasattr(value, "mask") and hasattr(value, "suit"):
            return CardError(f"{value!r} is a card of eval7, which from_eval7 converts", row)
        if not (isinstance(value, str) or value is None or value != value):  # which is NaN
            return CardError(f"{value!r} is not text as other rows of {what} are", row)
    return CardError(f"{what} of this kind cannot be read; {_NEEDED} are needed")


# ---------------------------------------------------------------- numbers in arrays and lists


def array_of(given: Any) -> npt.NDArray[Any] | None:
    """Numbers in an array, or in a list of numbers, lists or arrays; None if it is another."""
    if isinstance(given, np.ndarray):
        return given if given.dtype.kind in "iufbc" else None
    if not isinstance(given, Sequence) or isinstance(given, str | bytes) or not len(given):
        return None
    if isinstance(given[0], int | float | np.number | np.bool_):
        return _numbers_in(given)
    if isinstance(given[0], np.ndarray | list | tuple):
        lengths = {len(part) for part in given if isinstance(part, np.ndarray | list | tuple)}
        if len(lengths) == 1 and all(part is not None for part in given):
            return _numbers_in(given)
    return None


def _numbers_in(given: Any) -> npt.NDArray[Any] | None:
    try:
        array = np.asarray(given)
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
