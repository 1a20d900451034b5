"""Statements that would change a table or a view of the lake, which is read only."""

from __future__ import annotations

import re

import duckdb

from pokerlake.tables.errors import QueryError, by_door
from pokerlake.tables.registry import TABLES, VIEWS

_COMMENT = re.compile(r"--[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_TARGET = re.compile(
    r"""
    \b(?: insert \s+ (?: or \s+ \w+ \s+ )? into | update | delete \s+ from
        | truncate (?: \s+ table )? | merge \s+ into
        | alter \s+ (?: table | view ) | drop \s+ (?: table | view )
        | create (?: \s+ or \s+ replace )? \s+ (?: table | view ) | comment \s+ on \s+ view
        | create (?: \s+ unique )? \s+ index .*? \s on | copy )
    \s+ (?: if \s+ (?: not \s+ )? exists \s+ )?
    (?: memory \. )? (?: main \. )? "? (?P<name> \w+ ) "?
    (?P<after> .* )
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_FROM = re.compile(r"\s*+(\([^)]*\))?+\s*+from\b", re.IGNORECASE)
_CHANGES = {"ALTER", "COPY", "CREATE", "DELETE", "DROP", "INSERT", "MERGE_INTO", "UPDATE"}


def read_only(name: str) -> str:
    """What to say of a statement that would change this table or view of the lake."""
    kind = "table" if name in TABLES else "view"
    return (
        f"the lake is read only, and {name!r} is a {kind} of it; 'create temp table mine as from "
        f"{name}' makes one of your own, and "
        + by_door("--output a file", "its write_parquet(path) a file")
    )


def refuse_changes(connection: duckdb.DuckDBPyConnection, statement: duckdb.Statement) -> None:
    """Refuse a statement that would change a table or a view of the lake, or take its name.

    One of the user's that has the name of one of the lake's stands before it, and may be changed.

    Raises
    ------
    QueryError
        If it would; the message says what to do instead.
    """
    if statement.type.name not in _CHANGES:
        return
    found = _TARGET.search(_COMMENT.sub(" ", statement.query))
    name = found["name"].lower() if found else ""
    if found is None or not (name in TABLES or name in VIEWS):
        return
    if statement.type.name == "COPY" and not _FROM.match(found["after"]):
        return  # to a file
    rows = connection.execute(
        "select bool_or(mine) from (select temporary or not starts_with(comment, 'One row is ') "
        "as mine from duckdb_views() where view_name = $name union all "
        "select true from duckdb_tables() where table_name = $name)",
        {"name": name},
    ).fetchall()
    if rows[0][0] is False:
        raise QueryError(read_only(name))
