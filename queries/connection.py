"""The DuckDB connection to a lake, and what goes wrong with SQL said in one line."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from ..tables.database import create_views
from ..tables.errors import PokerlakeError, QueryError, did_you_mean
from ..tables.lake import Lake, lake_path
from ..tables.registry import TABLES, VIEWS
from .functions import register_functions

if TYPE_CHECKING:
    import pyarrow as pa

BATCH_ROWS = 122_880


def connect(lake: Lake | Path | str | None = None) -> duckdb.DuckDBPyConnection:
    """A DuckDB connection with every table and view of a lake, and the function ``class_of``.

    The lake's files are only read. What the connection itself makes is in memory and goes with it;
    close it, or use it in a ``with`` statement.

    Parameters
    ----------
    lake : Lake or path, optional
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given.

    Raises
    ------
    LakeError
        If there is no lake, or it is broken or of a later format.
    """
    if not isinstance(lake, Lake):
        lake = Lake.open(lake_path(None if lake is None else Path(lake)))
    tables = [name for name in TABLES if name in lake.manifest.tables]
    files = {name: [str(path.resolve()) for path in lake.files(name)] for name in tables}
    connection = plain_connection()
    create_views(connection, files)
    register_functions(connection)
    return connection


def plain_connection() -> duckdb.DuckDBPyConnection:
    """A connection in memory that leaves nothing in the working folder."""
    return duckdb.connect(config={"temp_directory": tempfile.gettempdir()})


def stream(
    connection: duckdb.DuckDBPyConnection, sql: str, parameters: Mapping[str, Any] | None = None
) -> pa.RecordBatchReader:
    """Run SQL and give its result a batch of rows at a time, without holding all of it.

    Whole numbers that DuckDB widens to 128 bits, as every ``sum`` does, come as ``int64``.

    Raises
    ------
    QueryError
        If the SQL is wrong or returns nothing.
    """
    import pyarrow as pa

    with sql_errors(connection):
        relation = connection.sql(sql, params=dict(parameters or {}))
        if relation is None:
            raise QueryError("the statement returns no rows; give one that does, such as a select")
        reader = relation.to_arrow_reader(BATCH_ROWS)
    schema = pa.schema([_narrow(field) for field in reader.schema])

    def batches() -> Iterator[pa.RecordBatch]:
        with sql_errors(connection):
            for batch in reader:
                try:
                    yield batch.cast(schema)
                except pa.ArrowInvalid as error:
                    raise QueryError(
                        f"a number in the result does not fit 64 bits ({error}); "
                        "cast it to double or varchar"
                    ) from error

    return pa.RecordBatchReader.from_batches(schema, batches())


def _narrow(field: pa.Field) -> pa.Field:
    import pyarrow as pa

    if pa.types.is_decimal128(field.type) and field.type.scale == 0:
        return field.with_type(pa.int64())
    return field


@contextmanager
def sql_errors(connection: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Turn what DuckDB raises into a :class:`QueryError` of one line with the nearest name."""
    try:
        yield
    except PokerlakeError:
        raise
    except duckdb.Error as error:
        raise QueryError(explain(str(error), _known_names(connection))) from error


def _known_names(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Columns of the lake's tables and views."""
    try:
        rows = connection.sql("select distinct column_name from duckdb_columns()").fetchall()
    except duckdb.Error:  # the connection is in no state to answer; the message does without
        return []
    return sorted(str(name) for (name,) in rows)


def explain(message: str, columns: Iterable[str]) -> str:
    r"""One line for what DuckDB says in several.

    Examples
    --------
    >>> explain(
    ...     'Binder Error: Referenced column "clas_id" not found in FROM clause!'
    ...     '\nCandidate bindings: "class_id"\n\nLINE 1: select clas_id from classes',
    ...     [],
    ... )
    "there is no column 'clas_id' here; did you mean 'class_id'?"
    """
    missing = re.search(r'(?:Referenced column|column) "([^"]+)" not found', message)
    missing = missing or re.search(r'does not have a column named "([^"]+)"', message)
    if missing:
        near = re.search(r'Candidate bindings:\s*:?\s*"([^"]+)"', message)
        hint = f"did you mean {near[1]!r}?" if near else did_you_mean(missing[1], columns)
        return f"there is no column {missing[1]!r} here; {hint}"
    missing = re.search(r"Table with name (\S+) does not exist", message)
    if missing:
        return f"there is no table {missing[1]!r}; {did_you_mean(missing[1], [*TABLES, *VIEWS])}"
    raised = re.search(r"Python exception occurred while executing the UDF: \w+: (.*)", message)
    if raised:
        return raised[1]
    lines = [line.strip() for line in message.splitlines()]
    at = next((n for n, line in enumerate(lines) if line.startswith("LINE ")), None)
    first = lines[0] + (f" {lines[1]}" if len(lines) > 1 and lines[1].startswith("Did you") else "")
    return first if at is None else f"{first} [{lines[at]}]"
