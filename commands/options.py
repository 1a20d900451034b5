"""The options and arguments that commands share, and how one is declared."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer


def option(*words: str, default: Any = None, **settings: Any) -> Any:
    """An option: its name, unless it is the parameter's, and its help."""
    *names, text = words
    return typer.Option(default, *names, help=text, **settings)


def flag(name: str, text: str) -> Any:
    """An option that is given or not."""
    return typer.Option(False, name, help=text)


def argument(metavar: str | None, text: str, *, default: Any = ..., **settings: Any) -> Any:
    """An argument: its name in the help, unless it is the parameter's, and its help."""
    return typer.Argument(default, metavar=metavar, help=text, **settings)


def format_option(rest: str) -> Any:
    """The option ``--format`` with the list of formats, which ``rest`` completes."""
    formats = "table, csv, tsv (no header), json, ndjson, parquet, arrow, xlsx, sqlite, duckdb, npy"
    return option("--format", "-f", formats + rest)


def seed_option(text: str) -> Any:
    """The option ``--seed`` of a command, and what it seeds."""
    return option(text, min=0, max=2**64 - 1)


def workers_option(text: str) -> Any:
    """The option ``--workers`` of a command, and what they are."""
    text = f"{text}  [default: 0, one per core]"
    return option(text, default=0, min=0, show_default=False)


def complete_table(start: str) -> list[str]:
    """Names of tables and views that begin so."""
    from pokerlake.tables.registry import TABLES, VIEWS

    return [name for name in (*TABLES, *VIEWS) if name.startswith(start)]


def complete_query(start: str) -> list[str]:
    """Names of queries that begin so."""
    from pokerlake.queries.sql.named import named_queries

    return [name for name in named_queries() if name.startswith(start)]


LakeOption = Annotated[
    Path | None,
    typer.Option("--lake", help="The folder of the lake.  [default: $POKERLAKE_LAKE, else ./lake]"),
]
InputFormatOption = Annotated[
    str | None,
    typer.Option(help="csv, parquet or ndjson.  [default: by FILE's ending; csv on stdin]"),
]
ParamOption = Annotated[
    list[str] | None,
    typer.Option("--param", "-p", metavar="NAME=VALUE", help="A parameter of the query."),
]
TablesArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="TABLE", help="Tables; all by default.", autocompletion=complete_table),
]
TableArgument = Annotated[
    str,
    typer.Argument(metavar="TABLE", help="A table or view.", autocompletion=complete_table),
]
