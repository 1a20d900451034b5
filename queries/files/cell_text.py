"""The values of columns as text, for CSV and JSON, by the column in Arrow."""

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

    A float has the fewest digits that tell it from its neighbours, and always a point or an
    exponent: ``1.0``, ``0.00001``, ``1e-7``, ``1e+16``, ``NaN``. Days and times outside the
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
    """Arrow's texts for the years 1 to 9999 and the hours of a day, and DuckDB's for others."""
    usual = is_usual(column)
    if pc.all(usual, min_count=0).as_py():
        return column.cast(TEXT)
    from .plain_duckdb import duckdb_texts

    odd = pc.invert(usual)
    texts = pc.if_else(usual, column, pa.scalar(None, column.type)).cast(TEXT)
    return pc.replace_with_mask(texts, odd, duckdb_texts(column.filter(odd)).cast(TEXT))


def _fractions(column: pa.Array) -> pa.Array:
    """Arrow's texts, except for ``1``, ``nan``, ``1e+10`` to ``1e+15`` and ``0.000001``."""
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
    """Text as a cell of CSV: quoted if it is empty or has a quote, separator or line end."""
    special = pc.match_substring_regex(texts, f'[{separator}"\n\r]|^$').fill_null(False)
    if not pc.any(special).as_py():
        return texts
    doubled = pc.replace_substring(texts, '"', '""')
    return pc.if_else(special, joined('"', doubled, '"'), texts)


def json_of(column: pa.Array, *, nested: bool = False) -> pa.Array:
    """The JSON of each value, ``null`` for null; decimals in nested values are text."""
    dtype, types = column.type, pa.types
    if types.is_dictionary(dtype):
        return json_of(column.dictionary_decode(), nested=nested)
    if types.is_nested(dtype):
        json_texts = _json_of_nested(column)
    else:
        json_texts = texts_of(column)
        if is_text(dtype):
            json_texts = _json_strings(json_texts)
        elif types.is_floating(dtype):
            json_texts = pc.if_else(pc.is_finite(column), json_texts, pa.scalar(None, TEXT))
        elif is_time(dtype) or (types.is_decimal(dtype) and nested):
            json_texts = joined('"', json_texts, '"')
    return json_texts.fill_null("null")


def _json_of_nested(column: pa.Array) -> pa.Array:
    if pa.types.is_struct(column.type):
        pieces: list[object] = []
        for name, values in zip(column.type.names, column.flatten(), strict=True):
            key = json.dumps(name, ensure_ascii=False)
            pieces += [f"{',' if pieces else '{'}{key}:", json_of(values, nested=True)]
        texts = joined(*pieces, "}") if pieces else pa.scalar("{}", TEXT)
        return pc.if_else(column.is_valid(), texts, pa.scalar(None, TEXT))
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
    texts = joined(*("{", rows, "}") if is_map else ("[", rows, "]"))
    return pc.if_else(column.is_valid(), texts, pa.scalar(None, TEXT))


def _json_strings(texts: pa.Array) -> pa.Array:
    special = pc.match_substring_regex(texts, r'["\\\x00-\x1f]').fill_null(False)
    strings = joined('"', texts, '"')
    if not pc.any(special).as_py():
        return strings
    written = [json.dumps(text, ensure_ascii=False) for text in texts.filter(special).to_pylist()]
    return pc.replace_with_mask(strings, special, pa.array(written, TEXT))


def joined(*pieces: object, separator: str = "", **nulls: str) -> pa.Array:
    """Columns of text and constant texts, joined in each row."""
    parts = [
        pa.scalar(part, TEXT) if isinstance(part, str) else part for part in (*pieces, separator)
    ]
    return pc.binary_join_element_wise(*parts, **nulls)


def joined_bytes(*pieces: object, separator: str = "") -> memoryview:
    """The same as bytes, one row after the other; null is empty."""
    rows = joined(*pieces, separator=separator, null_handling="replace", null_replacement="")
    _, ends, data = rows.buffers()
    end = int(np.frombuffer(ends, np.int64)[rows.offset + len(rows)])
    return memoryview(data)[:end]
