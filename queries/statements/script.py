"""Files of SQL: several statements, of which the last gives the result, and errors with a line."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from pokerlake.tables.errors import InputError, QueryError

from .explain import refuse_changes
from .run import require_rows, sql_errors, stream

if TYPE_CHECKING:
    import pyarrow as pa

MOST_BYTES = 64 << 20  # of a script: a device never ends

# What these say of themselves is a count of rows, which nobody who runs a file asked for.
_CHANGES = {"COPY", "CREATE", "DELETE", "INSERT", "MERGE_INTO", "UPDATE"}


@dataclass(frozen=True)
class Statement:
    """One statement of several."""

    sql: str
    line: int  # where it begins, from 1
    answers: bool  # whether it is run for the rows that it returns


def read_sql(name: str, most_bytes: int = MOST_BYTES) -> str:
    """The text of a file of SQL; ``-`` is stdin.

    InputError if it cannot be read, is longer than it may be, or is not text in UTF-8.
    """
    try:
        if name == "-":
            if sys.stdin is None:
                raise InputError("stdin is closed; give a statement or a file")
            content = sys.stdin.buffer.read(most_bytes + 1)
        else:
            with Path(name).open("rb") as file:
                content = file.read(most_bytes + 1)
    except FileNotFoundError as error:
        raise InputError(f"there is no file {name}") from error
    except IsADirectoryError as error:
        raise InputError(f"{name} is a folder; give the name of a file") from error
    except OSError as error:
        raise InputError(f"{name} cannot be read: {error.strerror}") from error
    if len(content) > most_bytes:
        raise InputError(f"{source_name(name)} has more than {most_bytes:,} bytes of SQL")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(f"{source_name(name)}, line {line:,}: not text in UTF-8") from error


def source_name(name: str) -> str:
    """What messages call a file."""
    return "stdin" if name == "-" else name


def split(connection: duckdb.DuckDBPyConnection, text: str) -> list[Statement]:
    """The statements of a text, in order.

    QueryError if the text cannot be read as SQL.
    """
    text.encode()  # fails with a better error than DuckDB's
    with sql_errors():
        found = connection.extract_statements(text)
    statements = []
    position = 0
    for statement in found:
        position = text.index(statement.query, position)
        line = text.count("\n", 0, position) + 1
        statements.append(Statement(statement.query, line, _answers(statement)))
        position += len(statement.query)
    return statements


def _answers(statement: duckdb.Statement) -> bool:
    rows = duckdb.ExpectedResultType.QUERY_RESULT in statement.expected_result_type
    return rows and statement.type.name not in _CHANGES


def require_result(connection: duckdb.DuckDBPyConnection, statements: list[Statement]) -> None:
    """Refuse a script whose last statement returns no rows, as one statement would be."""
    last = [statement.sql for statement in statements[-1:]]
    parsed = connection.extract_statements(*last) if last else []
    for statement in parsed:
        refuse_changes(connection, statement)
    require_rows(parsed)


def run_silently(connection: duckdb.DuckDBPyConnection, statement: Statement) -> None:
    """Run a statement for what it does."""
    with sql_errors(statement.sql):
        for parsed in connection.extract_statements(statement.sql):
            refuse_changes(connection, parsed)
        connection.execute(statement.sql).fetchall()


def results(
    connection: duckdb.DuckDBPyConnection, statements: list[Statement], source: str
) -> Iterator[pa.RecordBatchReader]:
    """Run statements one after another, and give the rows of each that is run for its rows.

    Each result has to be read before the next is asked for. The last statement is always run for
    its rows.

    QueryError with the line of the statement that is wrong.
    """
    import pyarrow as pa

    def batches(reader: pa.RecordBatchReader, line: int) -> Iterator[pa.RecordBatch]:
        with located(source, line):
            yield from reader

    for statement in statements:
        with located(source, statement.line):
            if not statement.answers and statement is not statements[-1]:
                run_silently(connection, statement)
                continue
            reader = stream(connection, statement.sql)
        yield pa.RecordBatchReader.from_batches(reader.schema, batches(reader, statement.line))


@contextmanager
def located(source: str, line: int = 1) -> Iterator[None]:
    """Say in which line of a file SQL is wrong that begins in ``line``; 0 is no line."""
    try:
        yield
    except QueryError as error:
        message = str(error.args[0])  # in the words of either door
        shown = re.search(r" \[LINE (\d+): (.*)\]$", message)
        if shown:
            line += int(shown[1]) - 1
            message = f"{message[: shown.start()]} [{shown[2]}]"
        where = f"{source}, line {line:,}" if line else source
        raise type(error)(f"{where}: {message}") from error
