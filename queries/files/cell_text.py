"""The values of columns as text, as CSV and JSON have them: a column at a time, by Arrow."""

from __future__ import annotations

import json

import numpy as np
import pyarrow as pa

from pokerlake.lazy import LazyModule

from .format import is_time, is_usual
from .text import is_text

pc = LazyModule("pyarrow.compute")

TEXT = pa.large_string()


def texts_of(column: pa.Array) -> pa.Array:
    """The text of each plain value, null for null.

    A fraction has the fewest digits that tell it from its neighbours, and always a point or an
    exponent: ``1.0``, ``0.00001``, ``1e-7``, ``1e+16``, ``NaN``. Days and times that are in no
    calendar are as in SQL: ``infinity``, ``24:00:00``, ``0044-03-15 (BC)``.
    """
    dtype = column.type
    if pa.types.is_dictionary(dtype):
        return texts_of(column.dictionary_decode())
    if pa.types.is_string_view(dtype):
        return column.cast(pa.string()).cast(TEXT)
    if pa.types.is_decimal(dtype):
        return _decimals(column)
    if is_time(dtype):
        return _times(column)
    return _fractions(column) if pa.types.is_floating(dtype) else column.cast(TEXT)


def _decimals(column: pa.Array) -> pa.Array:
    texts = column.cast(pa.string()).cast(TEXT)
    tiny = pc.match_substring(texts, "E").fill_null(False)  # 1E-8
    if not pc.any(tiny).as_py():
        return texts
    written = [f"{value:f}" for value in column.filter(tiny).to_pylist()]
    return pc.replace_with_mask(texts, tiny, pa.array(written, TEXT))


def _times(column: pa.Array) -> pa.Array:
    """Arrow's texts of the years 1 to 9999 and of the hours of a day."""
    usual = is_usual(column)
    if pc.all(usual, min_count=0).as_py():
        return column.cast(TEXT)
    from .plain_duckdb import duckdb_texts

    odd = pc.invert(usual)
    texts = pc.if_else(usual, column, pa.scalar(None, column.type)).cast(TEXT)
    return pc.replace_with_mask(texts, odd, duckdb_texts(column.filter(odd)).cast(TEXT))


def _fractions(column: pa.Array) -> pa.Array:
    """Arrow's texts but for ``1``, ``nan``, ``1e+10`` to ``1e+15`` and ``0.000001``."""
    texts = column.cast(TEXT)
    values = np.abs(column.fill_null(0).to_numpy(zero_copy_only=False))
    with np.errstate(invalid="ignore"):
        is_whole = values == np.trunc(values)
    if is_whole.any():
        bare = pc.invert(pc.match_substring_regex(texts, "[.en]"))
        texts = pc.if_else(bare, joined(texts, ".0"), texts)
    double = column.type == pa.float64()
    large = (values >= 1e10) & (values < (1e16 if double else 1e13))
    small = (values >= 1e-6) & (values < 1e-5) & double
    odd = large | small | np.isnan(values)
    if not odd.any():
        return texts
    mask = pa.array(odd)
    written = [
        "NaN"
        if value != value
        else np.format_float_positional(value, trim="0")
        if abs(value) > 1
        else repr(float(value)).replace("e-0", "e-")
        for value in column.filter(mask).to_numpy()
    ]
    return pc.replace_with_mask(texts, mask, pa.array(written, TEXT))


def quoted(texts: pa.Array, separator: str) -> pa.Array:
    """Text as a cell of CSV: in quotes where it is empty or has a quote, separator or line end."""
    special = pc.match_substring_regex(texts, f'[{separator}"\n\r]|^$').fill_null(False)
    if not pc.any(special).as_py():
        return texts
    doubled = pc.replace_substring(texts, '"', '""')
    return pc.if_else(special, joined('"', doubled, '"'), texts)


def json_of(column: pa.Array, *, nested: bool = False) -> pa.Array:
    """The JSON of each value, ``null`` for null; a decimal inside of others is text."""
    dtype, types = column.type, pa.types
    if types.is_dictionary(dtype):
        return json_of(column.dictionary_decode(), nested=nested)
    if types.is_nested(dtype):
        found = _json_of_nested(column)
    else:
        found = texts_of(column)
        if is_text(dtype):
            found = _json_strings(found)
        elif types.is_floating(dtype):
            found = pc.if_else(pc.is_finite(column), found, pa.scalar(None, TEXT))
        elif is_time(dtype) or (types.is_decimal(dtype) and nested):
            found = joined('"', found, '"')
    return found.fill_null("null")


def _json_of_nested(column: pa.Array) -> pa.Array:
    if pa.types.is_struct(column.type):
        pieces: list[object] = []
        for name, values in zip(column.type.names, column.flatten(), strict=True):
            key = json.dumps(name, ensure_ascii=False)
            pieces += [f"{',' if pieces else '{'}{key}:", json_of(values, nested=True)]
        found = joined(*pieces, "}") if pieces else pa.scalar("{}", TEXT)
        return pc.if_else(column.is_valid(), found, pa.scalar(None, TEXT))
    is_map = pa.types.is_map(column.type)
    if is_map:
        column = column.cast(pa.list_(pa.struct([column.type.key_field, column.type.item_field])))
    within = column.flatten()
    if is_map:
        keys, values = within.flatten()
        of_keys = json_of(keys) if pa.types.is_nested(keys.type) else texts_of(keys)
        each = joined(_json_strings(of_keys), ":", json_of(values, nested=True))
    else:
        each = json_of(within, nested=True)
    lengths = pc.list_value_length(column).fill_null(0).to_numpy()
    ends = pa.array(np.append(0, np.cumsum(lengths, dtype=np.int64)))
    rows = pc.binary_join(pa.LargeListArray.from_arrays(ends, each), pa.scalar(",", TEXT))
    found = joined(*("{", rows, "}") if is_map else ("[", rows, "]"))
    return pc.if_else(column.is_valid(), found, pa.scalar(None, TEXT))


def _json_strings(texts: pa.Array) -> pa.Array:
    special = pc.match_substring_regex(texts, r'["\\\x00-\x1f]').fill_null(False)
    found = joined('"', texts, '"')
    if not pc.any(special).as_py():
        return found
    written = [json.dumps(text, ensure_ascii=False) for text in texts.filter(special).to_pylist()]
    return pc.replace_with_mask(found, special, pa.array(written, TEXT))


def joined(*pieces: object, separator: str = "", **nulls: str) -> pa.Array:
    """Columns of text, and texts that every row has, side by side in each row."""
    given = [pa.scalar(one, TEXT) if isinstance(one, str) else one for one in (*pieces, separator)]
    return pc.binary_join_element_wise(*given, **nulls)


def joined_bytes(*pieces: object, separator: str = "") -> memoryview:
    """The same, one row after the other; null is nothing."""
    rows = joined(*pieces, separator=separator, null_handling="replace", null_replacement="")
    _, ends, data = rows.buffers()
    end = int(np.frombuffer(ends, np.int64)[rows.offset + len(rows)])
    return memoryview(data)[:end]
