"""Columns of cards and ranges in any form, as the text that answers are asked with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pokerlake.engine.cards.layout import in_rows, is_one_hand, one_hand
from pokerlake.engine.cards.text import format_hand
from pokerlake.tables.errors import UsageError

from .cards import Cards, joined_texts, refuse_ambiguous
from .ranges import Range

if TYPE_CHECKING:
    import pyarrow as pa


def column_of(given: Any, fewest: int, most: int, what: str) -> pa.Array | str:
    """A column of text; a text where it is one hand or range, which is that of all rows.

    Numbers are cards, from ``fewest`` to ``most`` a row. CardError, with the row, for others.
    """
    from pokerlake.queries.columns.cards import as_cards, is_nested
    from pokerlake.queries.columns.given import array_of, arrow_of, cards_of, texts_of
    from pokerlake.queries.columns.spots import text_of_cards
    from pokerlake.queries.files.text import text_of_columns

    if isinstance(given, (str, Range)):
        return str(given)
    if isinstance(given, Cards):
        return given.to_arrow()
    if is_one_hand(given) and np.size(given):
        return format_hand(one_hand(given, what))
    if isinstance(given, (list, tuple)) and any(isinstance(one, Range) for one in given):
        given = [str(one) if isinstance(one, Range) else one for one in given]
    given = joined_texts(given)
    array = array_of(given)
    if array is None:
        column = arrow_of(given, what)
        if not is_nested(column.type):
            return texts_of(column, what)
    sizes = range(fewest, most + 1)
    refuse_ambiguous(given, sizes, what)
    if array is not None and array.ndim == 2:
        columns = array.T if in_rows(array.shape, None, sizes, what) else array
        return text_of_columns(as_cards(list(columns), what))  # a card twice is for whoever reads
    return text_of_cards(cards_of(given, fewest, most, what=what))


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
        pa.repeat(column, rows) if isinstance(column, str) else column
        for column in columns.values()
    ]
