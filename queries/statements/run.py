"""One SQL statement run: its rows a batch at a time, and what is wrong with it in one line."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import duckdb

from pokerlake.causes import Cause, cause_of
from pokerlake.tables.errors import (
    LakeError,
    PokerlakeError,
    QueryError,
    did_you_mean,
    from_outside,
)

from ..files.plain_duckdb import BATCH_ROWS, UNSURE
from .carried import for_streams
from .explain import explain
from .read_only import refuse_changes

if TYPE_CHECKING:
    import pyarrow as pa

# What the view of a table says that cannot be opened.
_LOST = re.compile(
    "^Invalid Input Error: .*(is gone, though the manifest has table|it is cut short or changed;"
    "|cannot be read: .*; (bring the file back|build it anew|change its rights|"
    "look at its disk)|makes a damaged table anew$)"
)


def stream(
    connection: duckdb.DuckDBPyConnection, sql: str, parameters: Mapping[str, Any] | None = None
) -> pa.RecordBatchReader:
    """Run one SQL statement and give its result a batch of rows at a time, never all of it.

    Whole numbers that DuckDB widens to 128 bits, as every ``sum`` does, come as ``int64``, and what
    Arrow has not as text: see :mod:`.carried`.

    Raises
    ------
    QueryError
        If the SQL is wrong, is not one statement, or returns nothing.
    """
    return stream_rows(ask(connection, sql, parameters))


def own_rows(connection: duckdb.DuckDBPyConnection, name: str, /, **parameters: Any) -> pa.Table:
    """All rows of a statement of a chart or a command, by its path in ``sql/``: ``charts/ladder``.

    Raises
    ------
    QueryError
        If a table that it reads is not in the lake.
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

    Raises
    ------
    QueryError
        If they cannot be computed.
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
