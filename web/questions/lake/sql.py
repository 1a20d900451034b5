"""A statement of a user of the page, in SQL or PQL: its rows, a chart or a file of them.

It runs as ``pokerlake sql --untrusted`` does: one select, in a process that can only read the lake,
within limits.
"""

from __future__ import annotations

import base64
import functools
import mimetypes
import os
import shlex
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from ...settings import SQL_MB, SQL_ROWS, SQL_SECONDS
from ..answer import Answer, Same
from ..registry import Asked, Asking, field, question
from ..same import call, literal

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerlake.queries.sql.named import Value
    from pokerlake.queries.untrusted import Ahead

RESULT_MB = 8
FILE_MB = 16
PQL_SECONDS = 2  # for deals, out of those of a statement
_START_SECONDS = 10.0  # for its process, and for kernels that it compiled
_MOST_TEXT = 2000  # characters of a cell that are shown
FOLDERS = "pokerlake-page-"
CHARTS = ("range", "series")


class Given(Asked):
    """A parameter, ``$name`` in a statement: its type, as in named queries, and its value."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z_]\w*$", max_length=80)]
    type: str = Field("text", max_length=40)
    value: str = Field("", max_length=4000)


class SqlAsked(Asked):
    """One select, or PQL query, and what to make of its rows.

    ``name`` is that of a format or a chart.
    """

    sql: Annotated[str, Field(min_length=1, max_length=60_000)]
    parameters: list[Given] = Field([], max_length=50)
    to: Literal["rows", "summary", "chart", "file"] = "rows"
    numbers: list[bool] = Field([], max_length=500)  # for a summary: which columns have numbers
    name: str = Field("", max_length=40)
    value: str = Field("value", max_length=1000)  # the column that the chart ``range`` shows


@question(
    "sql",
    SqlAsked,
    seconds=SQL_SECONDS + _START_SECONDS,
    at_once=1,
    warm=[{"sql": "select 1"}],  # starts the process for the next statement
)
def sql(asked: SqlAsked, asking: Asking) -> Answer:
    """The rows of one select, or a chart or a file of them.

    Rows have the text of each cell as in CSV, null for null, so that no number loses a digit; if
    there are more than the page shows, ``cut`` says so. A chart or a file covers all rows or is
    refused. A summary also covers all rows: each column's least and greatest value, and its
    distribution.
    """
    from pokerlake.queries.statements.notebook import fill

    text = fill(asked.sql, values_of(asked.parameters))
    if asked.to == "rows":
        with field("sql"):
            table = _asked(text, asking, cut=True)
        return Answer(rows_of(table), same=_same(text))
    if asked.to == "summary":
        with field("sql"):
            return _summary(text, asking, asked.numbers)
    with field("name"):
        _require_name(asked)
    with field("sql"):
        table = _asked(text, asking)
    with field("name"):
        if asked.to == "chart":
            return _chart(table, asked, text)
        made = _file(table, asked.name)
    return Answer(made, same=_same(text, f" --format {asked.name} -o {made['name']}"))


def _summary(text: str, asking: Asking, numbers: list[bool]) -> Answer:
    from pokerlake.queries.statements.notebook import read

    from .summary import columns_of, summary_sql

    (statement, *_) = read(_as_sql(text)).cells or ("",)
    asked = summary_sql(statement, numbers)
    return Answer({"columns": columns_of(_asked(asked, asking))})


def values_of(parameters: list[Given]) -> dict[str, Value]:
    """The values of parameters; errors name the field ``parameters.NAME``."""
    from pokerlake.queries.sql.named import READERS, read_value, require_apart
    from pokerlake.tables.errors import UsageError, did_you_mean

    values = {}
    for each in parameters:
        with field("parameters", each.name):
            if each.name in values:
                raise UsageError(f"${each.name} is there twice")
            if each.type not in READERS:
                raise UsageError(f"no type {each.type!r}; {did_you_mean(each.type, READERS)}")
            if not each.value and each.type != "text":
                raise UsageError(f"give a value for ${each.name}")
            values[each.name] = read_value(each.name, each.type, each.value)
    with field("parameters"):
        require_apart({each.name: each.type for each in parameters}, values)
    return values


def _asked(text: str, asking: Asking, *, cut: bool = False) -> pa.Table:
    """The rows; with ``cut``, one more than are shown, if there are more."""
    from pokerlake.queries.statements.explain import TABLES_ARE_LISTED
    from pokerlake.queries.untrusted import ask
    from pokerlake.queries.untrusted.check import ALL_ARE_LISTED
    from pokerlake.tables.errors import QueryError

    here = {
        "raise the limit": "use 'pokerlake sql', which has no limits",
        ALL_ARE_LISTED: "the list beside the editor has tables and their columns",
        TABLES_ARE_LISTED: "the list beside the editor has those that there are",
    }
    ahead = _ahead() if asking.is_home else None
    try:
        return ask(
            asking.lake,
            _as_sql(text),
            seconds=SQL_SECONDS,
            memory_mb=SQL_MB,
            rows=SQL_ROWS + cut,
            result_mb=RESULT_MB,
            cut=cut,
            listener=asking.listen,
            ahead=ahead,
        )
    except QueryError as error:
        problem = str(error.args[0])  # in the words of any door
        for words, of_the_page in here.items():
            problem = problem.replace(words, of_the_page)
        raise type(error)(problem) from error


def _as_sql(text: str) -> str:
    """The statement, or one that answers a PQL query."""
    from pokerlake.queries.pql.syntax import is_query
    from pokerlake.tables.view_sql import quoted

    if not is_query(text):
        return text
    return f"from pql('{quoted(text)}', max_seconds := '{PQL_SECONDS}')"


@functools.cache
def _ahead() -> Ahead:
    """Keeps a process ready for the next statement."""
    from pokerlake.queries.untrusted import Ahead

    return Ahead()


def rows_of(table: pa.Table) -> dict[str, Any]:
    """Columns by place, since names may repeat, and the text of their cells.

    Characters that would move text around, or hide in it, are escaped.
    """
    from pokerlake.queries.files.format import is_number
    from pokerlake.queries.files.shown import shown
    from pokerlake.tables.schema import sql_type

    first = table.slice(0, SQL_ROWS)
    columns = [
        {
            "name": each.name,
            "title": shown(each.name),
            "type": sql_type(each.type),
            "number": is_number(each.type),
        }
        for each in table.schema
    ]
    cells = [_texts(column, each) for column, each in zip(first.columns, first.schema, strict=True)]
    cut = table.num_rows > SQL_ROWS
    return {"columns": columns, "cells": cells, "rows": first.num_rows, "cut": cut}


def _texts(column: pa.ChunkedArray, column_field: pa.Field) -> list[str | None]:
    from pokerlake.queries.files.cell_text import texts_of
    from pokerlake.queries.files.format import is_plain
    from pokerlake.queries.files.plain_duckdb import duckdb_texts
    from pokerlake.queries.files.shown import shown

    values = column.combine_chunks()
    texts = texts_of(values) if is_plain(column_field.type) else duckdb_texts(values, column_field)
    return [
        None
        if text is None
        else shown(text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}…", lines=True)
        for text in texts.to_pylist()
    ]


# ---------------------------------------------------------------- charts and files


def _require_name(asked: SqlAsked) -> None:
    """Refuse an unknown chart or format before anything runs."""
    from pokerlake.queries.files.write import FORMATS
    from pokerlake.tables.errors import UsageError, did_you_mean

    formats = tuple(name for name, one in FORMATS.items() if not one.of_hands)
    known = CHARTS if asked.to == "chart" else formats
    if asked.name not in known:
        raise UsageError(f"no {asked.to} {asked.name!r}; {did_you_mean(asked.name, known)}")


def _chart(table: pa.Table, asked: SqlAsked, text: str) -> Answer:
    from pokerlake.queries.charts import chart_named

    options = {"value": asked.value} if asked.name == "range" else {}
    drawn = chart_named(asked.name).drawn(values=table.to_reader(), **options)
    changed = {name: value for name, value in options.items() if value != "value"}
    python = call("pk.chart", asked.name, sql=text, **changed)
    words = ["pokerlake chart", asked.name, "--sql", shlex.quote(text)]
    words += [shlex.quote(f"--{name}={value}") for name, value in changed.items()]
    return Answer({"svg": drawn.svg()}, same=Same(python=python, command=" ".join(words)))


def _file(table: pa.Table, name: str) -> dict[str, Any]:
    """The rows as a file: its name, its media type, and its bytes in base64."""
    from pokerlake.queries.files.format import About, too_many_bytes
    from pokerlake.queries.files.write import FORMATS, write_result

    file_name = f"result{next(iter(FORMATS[name].endings), '.txt')}"
    remove_left()
    with tempfile.TemporaryDirectory(prefix=f"{FOLDERS}{os.getpid()}-") as folder:
        path = Path(folder, file_name)
        write_result(table, name, path, about=About(most_bytes=FILE_MB << 20))
        if path.stat().st_size > FILE_MB << 20:
            raise too_many_bytes(FILE_MB << 20)
        content = path.read_bytes()
    return {
        "file": base64.b64encode(content).decode(),
        "name": file_name,
        "media_type": mimetypes.guess_type(file_name)[0] or "application/octet-stream",
    }


def remove_left() -> None:
    """Remove the folders of processes that were killed in the meantime."""
    for left in Path(tempfile.gettempdir()).glob(f"{FOLDERS}*"):
        if not _is_running(left.name.removeprefix(FOLDERS).partition("-")[0]):
            shutil.rmtree(left, ignore_errors=True)


def _is_running(process: str) -> bool:
    """Whether a process of this number exists; also true for an invalid number."""
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except (ValueError, OverflowError, PermissionError):
        return True
    return True


def _same(text: str, output: str = "") -> Same:
    from pokerlake.queries.pql.syntax import is_query

    if is_query(text):
        command = f"pokerlake pql {shlex.quote(text)}{output}"
        return Same(python=f"pk.pql({literal(text)})", command=command)
    command = f"pokerlake sql --untrusted {shlex.quote(text)}{output}"
    return Same(python=f"pk.sql({literal(text)})", command=command)
