"""Columns of cards and ranges in any form, as the text that answers are asked with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.layout import in_rows
from pokerlake.engine.cards.text import CARDS, CardError, format_hand, no_card
from pokerlake.tables.errors import UsageError

from .cards import Cards, is_numbers, is_one_hand, joined_texts, one_hand, refuse_ambiguous
from .ranges import Range

if TYPE_CHECKING:
    import pyarrow as pa


def column_of(given: Any, fewest: int, most: int, what: str) -> pa.Array | str:
    """A column of text; a text where it is one hand or range, which is that of all rows.

    Numbers are cards, from ``fewest`` to ``most`` a row. CardError, with the row, for others.
    """
    from pokerlake.queries.columns.cards import is_nested
    from pokerlake.queries.columns.given import arrow_of, cards_of, texts_of
    from pokerlake.queries.columns.spots import text_of_cards

    if isinstance(given, (str, Range)):
        return str(given)
    if isinstance(given, Cards):
        return given.to_arrow()
    if is_one_hand(given) and np.size(given):
        return format_hand(one_hand(given, what))
    if isinstance(given, (list, tuple)) and any(isinstance(one, Range) for one in given):
        given = [str(one) if isinstance(one, Range) else one for one in given]
    given = joined_texts(given)
    if not is_numbers(given):
        column = arrow_of(given, what)
        if not is_nested(column.type):
            return texts_of(column, what)
    refuse_ambiguous(given, range(fewest, most + 1), what)
    array = np.asarray(given) if is_numbers(given) else None
    if array is not None and array.dtype.kind in "iu" and array.ndim == 2:
        return _text_of_numbers(array, range(fewest, most + 1), what)
    return text_of_cards(cards_of(given, fewest, most, what=what))


def _text_of_numbers(array: npt.NDArray[Any], sizes: Sequence[int], what: str) -> pa.Array:
    """Cards in an array as text; a card that is there twice is left for whoever reads it."""
    import pyarrow as pa

    columns = array.T if in_rows(array.shape, None, sizes, what) else array
    outside = (columns < 0) | (columns >= len(CARDS))
    if outside.any():
        row = int(np.argmax(outside.any(axis=0)))
        raise CardError(no_card(int(columns[:, row][outside[:, row]][0])), row)
    k, n = columns.shape
    letters = np.frombuffer("".join(CARDS).encode(), np.uint16)[np.ascontiguousarray(columns.T)]
    offsets = np.arange(n + 1, dtype=np.int64) * (2 * k)
    return pa.LargeStringArray.from_buffers(n, pa.py_buffer(offsets), pa.py_buffer(letters))


def equally_long(columns: dict[str, pa.Array | str | None]) -> list[Any]:
    """The columns, and one text as often as they are long; UsageError if two lengths differ."""
    import pyarrow as pa

    lengths = {n: len(c) for n, c in columns.items() if c is not None and not isinstance(c, str)}
    if len(set(lengths.values())) > 1:
        (one, n), (other, m) = (
            list(lengths.items())[:1]
            + [item for item in lengths.items() if item[1] != next(iter(lengths.values()))][:1]
        )
        raise UsageError(f"{one} is {n:,} long and {other} {m:,}; give equally many")
    rows = next(iter(lengths.values()), 1)
    return [
        pa.array([column]).take(pa.array(np.zeros(rows, np.int64)))
        if isinstance(column, str)
        else column
        for column in columns.values()
    ]
