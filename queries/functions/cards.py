"""Cards as lists of numbers, and as text again."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.engine.cards.text import CARDS, parse_column
from pokerlake.tables.errors import UsageError

from .columns import column_of, is_number, nulls_of, numbers, sql_type, text_of
from .library import Library


def cards(_: Library, texts: pa.Array) -> pa.Array:
    """The cards of a text, in its order, as a list of numbers 0..51; any number of them."""
    text = text_of(texts)
    longest = int(np.diff(text.offsets).max(initial=0))
    parsed = parse_column(text, most=min(max(longest // 2, 1), len(CARDS)))
    there = np.arange(len(parsed.cards)) < parsed.count[:, None]
    ends = np.concatenate([np.zeros(1, np.int32), np.cumsum(parsed.count, dtype=np.int32)])
    nulls = nulls_of(texts)
    mask = None if nulls is None else pa.array(nulls)
    return pa.ListArray.from_arrays(pa.array(ends), pa.array(parsed.cards.T[there]), mask=mask)


def card_text(_: Library, given: pa.Array) -> pa.Array:
    """Text of a list of card numbers, or of one: the way back."""
    if is_number(given.type):
        card, nulls = numbers(given, "card", 0, len(CARDS) - 1)
        return column_of(np.array(CARDS, object)[card], nulls).cast(pa.string())
    if pa.types.is_null(given.type):
        return pa.nulls(len(given), pa.string())
    if not pa.types.is_list(given.type):
        raise UsageError(
            f"card_text takes a list of card numbers, or one, not {sql_type(given.type)}"
        )
    lengths = np.asarray(pc.list_value_length(given).fill_null(0)).astype(np.int64)
    card, nothing = numbers(given.flatten(), "card", 0, len(CARDS) - 1)
    letters = np.frombuffer("".join(CARDS).encode(), np.uint16)[card]
    ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
    offsets = pa.py_buffer((2 * ends).astype(np.int32))
    text = pa.StringArray.from_buffers(len(given), offsets, pa.py_buffer(letters.tobytes()))
    null = np.asarray(given.is_null())
    if nothing is not None:
        null[np.repeat(np.arange(len(given)), lengths)[nothing]] = True
    return pc.if_else(pa.array(null), None, text)
