"""One SQL statement run: its rows a batch at a time, and what is wrong with it in one line.

Types of DuckDB that Arrow has not, or has in another way, are cast to what is carried whole. Arrow
has no number of 128 bits, and DuckDB hands its own over as decimals of 38 digits: the largest
``uhugeint`` would come as -1. A ``timetz`` would lose its zone, an ``interval`` of 300 years its
first digits, and a ``bit``, ``bignum`` or ``variant`` would come as the bytes that DuckDB keeps.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeVar

import duckdb

from pokerlake.causes import Cause, cause_of
from pokerlake.tables.errors import (
    LakeError,
    PokerlakeError,
    QueryError,
    did_you_mean,
    from_outside,
)

from ..files.plain_duckdb import BATCH_ROWS, UNSURE, quoted_name
from ..interrupts import InterruptibleConnection
from .explain import explain, refuse_changes
from .hand_names import refuse_misnamed

if TYPE_CHECKING:
    import pyarrow as pa

T = TypeVar("T")

# What the view of a table says that cannot be opened.
_LOST = re.compile(
    "^Invalid Input Error: .*(is gone, though the manifest has table|it is cut short or changed;"
    "|cannot be read: .*; (bring the file back|build it anew|change its rights|"
    "look at its disk)|makes a damaged table anew$)"
)
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


class RowsError(QueryError, duckdb.Error):
    """What DuckDB meets while it computes rows, in one line; of DuckDB's errors, too."""


class TellingConnection(InterruptibleConnection):
    """A connection whose relations end with :class:`RowsError`: see :meth:`told_by`."""

    __slots__ = ()

    @classmethod
    def told_by(cls, relation: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
        """The relation, of a connection of its own, whose errors are of one line from now on."""
        relation._con.__class__ = cls
        return relation

    def _ended(self, call: Callable[[], T]) -> T:
        try:
            return super()._ended(call)
        except duckdb.Error as error:
            outside = _from_outside(error)
            raise RowsError(str(outside) if outside else explain(str(error))) from error


def stream(
    connection: duckdb.DuckDBPyConnection, sql: str, parameters: Mapping[str, Any] | None = None
) -> pa.RecordBatchReader:
    """Run one SQL statement and give its result a batch of rows at a time, never all of it.

    Whole numbers that DuckDB widens to 128 bits, as every ``sum`` does, come as ``int64``, and what
    Arrow has not as text: see :func:`for_streams`.

    Raises QueryError if the SQL is wrong, is not one statement, or returns nothing.
    """
    return stream_rows(ask(connection, sql, parameters))


def own_rows(connection: duckdb.DuckDBPyConnection, name: str, /, **parameters: Any) -> pa.Table:
    """All rows of a statement of a chart or a command, by its path in ``sql/``: ``charts/ladder``.

    Raises QueryError if a table that it reads is not in the lake.
    """
    sql = files("pokerlake.queries.sql").joinpath(f"{name}.sql").read_text("utf-8")
    return stream(connection, sql, parameters).read_all()


def ask(
    connection: duckdb.DuckDBPyConnection, sql: str, parameters: Mapping[str, Any] | None = None
) -> duckdb.DuckDBPyRelation:
    """What one SQL statement returns, before it is run: to be filtered, or streamed.

    Raises
    ------
    QueryError
        As :func:`stream`, as far as the statement alone tells.
    """
    sql.encode()  # fails with a better error than DuckDB's
    with sql_errors(sql):
        statements = connection.extract_statements(sql)
        for statement in statements:
            refuse_changes(connection, statement)
        require_rows(statements)
        _refuse_unknown(statements[0], parameters or {})
        refuse_misnamed(connection, sql, parameters or {})
        return connection.sql(sql, params=dict(parameters or {}))


def _refuse_unknown(statement: duckdb.Statement, parameters: Mapping[str, Any]) -> None:
    """Refuse a value for what the statement has no ``$name`` of: perhaps a table is meant."""
    known = {name.lower() for name in statement.named_parameters}
    for name, value in parameters.items():
        if name.lower() not in known:
            hint = did_you_mean(name, known) if known else "leave it out"
            if not isinstance(value, (str, int, float)):
                kind = type(value).__name__
                hint = f"a {kind} is no table: give a frame, Arrow's table, a relation or a result"
            raise QueryError(f"the statement has no ${name}; {hint}")


def stream_rows(relation: duckdb.DuckDBPyRelation) -> pa.RecordBatchReader:
    """The rows of a relation, a batch at a time, as :func:`stream` has them.

    Raises QueryError if they cannot be computed.
    """
    import pyarrow as pa

    try:
        with sql_errors():
            carried, may_fail = for_streams(relation)
            reader = carried.to_arrow_reader(BATCH_ROWS)
    except (RecursionError, pa.ArrowInvalid) as error:  # a type may be computed from text
        raise QueryError("a column is nested too deep; cast it to varchar in SQL") from error
    schema = reader.schema.with_metadata({UNSURE: b""}) if may_fail else reader.schema

    def batches() -> Iterator[pa.RecordBatch]:
        with sql_errors():
            yield from _batches(reader)

    return pa.RecordBatchReader.from_batches(schema, batches())


def _from_outside(error: Exception) -> PokerlakeError | None:
    # A statement writes nothing but what memory has no room for.
    is_full = cause_of(error) is Cause.SPACE
    what = tempfile.gettempdir() if is_full else "what the statement reads"
    return from_outside(error, what, QueryError)


def _batches(reader: pa.RecordBatchReader) -> Iterator[pa.RecordBatch]:
    """The batches; what DuckDB finds wrong with a file meanwhile comes as an error of Arrow's."""
    import pyarrow as pa

    try:
        yield from reader
    except (OSError, pa.ArrowException) as error:
        outside = _from_outside(error)
        raise outside or QueryError(explain(str(error))) from error


def require_rows(statements: list[duckdb.Statement]) -> None:
    """Refuse what would run and show nothing, or show only the last of several answers."""
    if len(statements) != 1:
        raise QueryError(f"{len(statements) or 'no'} statements; give one, such as a select")
    statement = statements[0]
    # What a `create` makes would be gone with the command, though DuckDB counts its rows.
    answers = duckdb.ExpectedResultType.QUERY_RESULT in statement.expected_result_type
    if not answers or statement.type == duckdb.StatementType.CREATE:
        kind = statement.type.name.lower()
        raise QueryError(f"{kind!r} returns no rows; give a statement that does, such as a select")


@contextmanager
def sql_errors(sql: str = "") -> Iterator[None]:
    """Turn what DuckDB raises into a :class:`QueryError` of one line with the nearest name.

    The tables that the SQL names are those whose columns may be meant. A table of the lake that
    cannot be opened is a :class:`LakeError`: see :func:`pokerlake.tables.view_sql.create_views`.
    """
    try:
        yield
    except duckdb.Error as error:
        outside = _from_outside(error)
        if outside is not None:
            raise outside from error
        problem = explain(str(error), sql)
        raise (LakeError if _LOST.search(str(error)) else QueryError)(problem) from error


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
        f"{f'cast(#{place} as {wanted})' if wanted else f'#{place}'} as {quoted_name(name)}"
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
        inner = [f"{quoted_name(name)} {t}" for (name, _), t in zip(children, inner, strict=True)]
    return f"{kind}({', '.join(inner)})"
