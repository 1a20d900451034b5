"""``pokerlake export``: a table, a view or the answer to a question as a file of any format."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Annotated

import typer

from ..base import (
    FormatOption,
    LakeOption,
    OutputOption,
    complete_query,
    complete_table,
    connected,
    progress_bars,
    show,
)

TableArgument = Annotated[
    str | None,
    typer.Argument(metavar="[TABLE]", help="A table or view.", autocompletion=complete_table),
]
QueryOption = Annotated[
    str | None,
    typer.Option("--query", metavar="NAME", help="A named query.", autocompletion=complete_query),
]
ParamOption = Annotated[
    list[str] | None,
    typer.Option("--param", "-p", metavar="NAME=VALUE", help="A parameter of the query."),
]
SqlOption = Annotated[
    str | None, typer.Option("--sql", metavar="STATEMENT", help="One statement, such as a select.")
]
ColumnsOption = Annotated[
    str | None, typer.Option(metavar="NAMES", help="Only these columns: board_id,hole_id.")
]
WhereOption = Annotated[
    str | None, typer.Option(metavar="EXPRESSION", help="Only these rows: 'board_id < 10'.")
]
NameOption = Annotated[
    str | None,
    typer.Option(
        "--table",
        metavar="NAME",
        help="Name of the database table or sheet.  [default: TABLE, the query, or 'result']",
    ),
]


def export(
    table: TableArgument = None,
    query: QueryOption = None,
    param: ParamOption = None,
    sql: SqlOption = None,
    columns: ColumnsOption = None,
    where: WhereOption = None,
    name: NameOption = None,
    lake: LakeOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Write a table, a view or the result of a query to a file.

    The ending of FILE chooses the format: .csv .tsv .json .ndjson (also with .gz or .zst),
    .parquet, .arrow, .xlsx, .sqlite, .duckdb, .npz. With -f npy, FILE is a folder of arrays. With
    -f piosolver or another dialect, rows of hands and weights become the text of a range.
    """
    from pokerlake.queries.files import choose_format
    from pokerlake.queries.selection import (
        ask_for,
        column_names,
        count_rows,
        filter_rows,
        select_columns,
    )
    from pokerlake.queries.statements.run import stream_rows
    from pokerlake.tables.errors import UsageError
    from pokerlake.tables.lake import Lake, lake_path

    if sum(given is not None for given in (table, query, sql)) != 1:
        raise UsageError("give one of these: a table or view, --query NAME, --sql STATEMENT")
    if param and query is None:
        raise UsageError("--param is for a named query; give it with --query")
    chosen = choose_format(fmt, output)
    names = None if columns is None else column_names(columns)
    there = Lake.open(lake_path(lake))
    shown = output is not None or not sys.stdout.isatty()
    with connected(lake) as connection, progress_bars(shown=shown) as bars:
        rows, about = ask_for(connection, there, table=table, query=query, given=param, sql=sql)
        if name is not None:
            about = replace(about, name=name)
        if where is not None:
            rows = filter_rows(rows, where)
            about = replace(about, rows=None, whole=False)
        if names is not None:
            rows = select_columns(rows, names)
        # A view or a filtered table is counted in a moment; a query would be run twice.
        if about.rows is None and table and (chosen.most_rows is not None or not bars.disable):
            about = replace(about, rows=count_rows(rows))
        task = bars.add_task("rows", total=about.rows)
        written = show(
            stream_rows(rows),
            fmt,
            output,
            about=about,
            listener=lambda done: bars.update(task, completed=done),
        )
        bars.update(task, total=written, completed=written)
