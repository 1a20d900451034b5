"""Types of DuckDB that Arrow has not, or has in another way: cast to what is carried whole.

Arrow has no number of 128 bits, and DuckDB hands its own over as decimals of 38 digits: the largest
``uhugeint`` would come as -1. A ``timetz`` would lose its zone, an ``interval`` of 300 years its
first digits, and a ``bit``, ``bignum`` or ``variant`` would come as the bytes that DuckDB keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import duckdb

_LONG_DIGITS = 18  # of decimals that 64 bits hold

# What takes the place of a type, by DuckDB's names.
_TEXT = {
    "bignum": "VARCHAR",
    "bit": "VARCHAR",
    "time with time zone": "VARCHAR",
    "type": "VARCHAR",
}
_IN_STREAMS = _TEXT | {
    "geometry": "VARCHAR",
    "hugeint": "BIGINT",
    "interval": "VARCHAR",
    "timestamp_s": "TIMESTAMP_MS",  # Parquet has no seconds
    "uhugeint": "UBIGINT",
    "variant": "JSON",
}
_IN_FRAMES = _TEXT | {"uhugeint": "DECIMAL(38,0)"}
_MAY_FAIL = ("HUGEINT",)  # in the name of a type: not all of its values can be cast


def for_streams(relation: duckdb.DuckDBPyRelation) -> tuple[duckdb.DuckDBPyRelation, bool]:
    """The relation for Arrow and every format, and whether a value in it may not fit.

    Whole numbers have 64 bits; what Arrow has not is the text that it is in SQL.
    """
    types = relation.types
    may_fail = any(name in str(dtype) for dtype in types for name in _MAY_FAIL)
    return _cast(relation, types, lambda dtype: _stream_type(dtype, nested=False)), may_fail


def for_frames(relation: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    """The relation for a program that makes frames of it, or fetches its rows as it is.

    Only what no frame would have right is cast; the largest ``uhugeint`` is refused as it is read.
    """
    return _cast(relation, relation.types, lambda dtype: _replaced(dtype, _IN_FRAMES, _frame_type))


def _cast(
    relation: duckdb.DuckDBPyRelation,
    types: list[Any],
    target: Callable[[Any], str | None],
) -> duckdb.DuckDBPyRelation:
    targets = [target(dtype) for dtype in types]
    if not any(targets):
        return relation
    columns = [
        f"{f'cast(#{place} as {wanted})' if wanted else f'#{place}'} as {_quoted(name)}"
        for place, (name, wanted) in enumerate(zip(relation.columns, targets, strict=True), 1)
    ]
    return relation.project(", ".join(columns))


def _stream_type(dtype: Any, *, nested: bool = True) -> str | None:
    if dtype.id == "decimal":
        (_, digits), (_, scale) = dtype.children
        return "BIGINT" if scale == 0 and digits <= _LONG_DIGITS else None
    if nested and dtype.id == "enum":
        return "VARCHAR"  # labels inside others have a list of their own each
    if nested and dtype.id == "null":
        return "INTEGER"  # DuckDB gives Arrow fewer nulls than its lists have, where they are many
    return _replaced(dtype, _IN_STREAMS, _stream_type)


def _frame_type(dtype: Any) -> str | None:
    return _replaced(dtype, _IN_FRAMES, _frame_type)


def _replaced(
    dtype: Any, own: Mapping[str, str], within: Callable[[Any], str | None]
) -> str | None:
    """The type in SQL that takes the place of another; None where it can stay."""
    kind = dtype.id
    if kind in own:
        return own[kind]
    if kind not in ("list", "array", "struct", "tuple", "map", "union"):
        return None
    children = [(name, child) for name, child in dtype.children if name != "size"]
    if kind == "union":
        del children[0]  # which of the others a value is
    wanted = [within(child) for _, child in children]
    if kind == "map" and children[0][1].id == "null":
        wanted[0] = "INTEGER"  # there are no keys; and Arrow and Parquet have none of no type
    if not any(wanted):
        return None
    inner = [new or str(child) for new, (_, child) in zip(wanted, children, strict=True)]
    if kind in ("list", "array"):
        size = dict(dtype.children).get("size", "")
        return f"{inner[0]}[{size}]"
    if kind in ("struct", "union"):
        inner = [f"{_quoted(name)} {t}" for (name, _), t in zip(children, inner, strict=True)]
    return f"{kind}({', '.join(inner)})"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
