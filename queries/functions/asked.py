"""SQL functions of declared questions: a list of rows for each row of arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from pokerlake.engine.cards.text import CardError
from pokerlake.engine.given import as_whole
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.tables.schema import sql_type

from ..files.text import is_text, plain_text
from ..questions.question import Question, questions
from .columns import is_real
from .library import Library

_TYPES = {
    "VARCHAR": pa.string(),
    "BIGINT": pa.int64(),
    "DOUBLE": pa.float64(),
    "BOOLEAN": pa.bool_(),
}


def rows_type(asked: Question) -> pa.DataType:
    """The type of a column of answers: a list of rows."""
    fields = [pa.field(column.name, _TYPES[column.sql_type]) for column in asked.columns]
    return pa.list_(pa.struct(fields))


def answers(
    asked: Question, columns: Mapping[str, pa.Array], lake: Any = None, *, strict: bool = True
) -> pa.Array:
    """The rows of the answer for each row of arguments; null if a required field is null.

    Columns are by the names of fields. Each distinct row is asked once. A row that cannot be
    answered is an error, or null if not ``strict``.
    """
    values = [_values(name, column) for name, column in columns.items()]
    known: dict[tuple[Any, ...], list[dict[str, Any]] | None] = {}
    rows = []
    for key in zip(*values, strict=True):
        if key not in known:
            known[key] = _rows(asked, dict(zip(columns, key, strict=True)), lake, strict)
        rows.append(known[key])
    return pa.array(rows, rows_type(asked))


def _values(name: str, column: pa.Array) -> list[Any]:
    """Text, numbers, or the cards of a row; None where it is null."""
    if pa.types.is_null(column.type):
        return [None] * len(column)
    if is_text(column.type):
        return list(plain_text(column).to_pylist())
    if pa.types.is_nested(column.type):
        return [None if cards is None else tuple(cards) for cards in column.to_pylist()]
    if is_real(column.type):
        return [None if value is None else _number(value) for value in column.to_pylist()]
    raise CardError(f"{name} is {sql_type(column.type)}; give text")


def _number(value: Any) -> int | float:
    whole = as_whole(value)
    return float(value) if whole is None else whole


def _rows(
    asked: Question, arguments: dict[str, Any], lake: Any, strict: bool
) -> list[dict[str, Any]] | None:
    if any(arguments[field.name] is None for field in asked.by_place):
        return None
    try:
        there = {name: value for name, value in arguments.items() if value is not None}
        rows: list[dict[str, Any]] = asked.ask(there, lake).to_dicts()
        return rows
    except (CardError, RangeError):
        if strict:
            raise
        return None


def __getattr__(name: str) -> Any:
    """The SQL function of a question, of a library and columns, as in the other modules here."""
    if name not in questions():
        raise AttributeError(name)
    asked = questions()[name]

    def function(library: Library, *columns: pa.Array) -> pa.Array:
        names = [field.name for field in asked.fields]
        named = dict(zip(names, columns, strict=False))
        return answers(asked, named, library.lake and library.lake.path)

    return function
