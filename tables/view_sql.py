"""The SQL that makes tables, views and macros of ratios from a lake's Parquet files.

In SQL a whole number is a ``BIGINT``, however narrow it is in the file, so that a subtraction or
product does not overflow. DuckDB pushes filters and joins through the casts, down to the row
groups.
"""

from __future__ import annotations

import functools
import glob
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from .definitions.opportunities import OPPORTUNITIES
from .definitions.statistics import STATISTICS
from .errors import LakeError, UsageError, first_line, from_outside
from .registry import TABLES, views_on
from .schema import Table
from .stores.path import DUCKDB_PREFIX, HTTPFS_PREFIX

if TYPE_CHECKING:
    import duckdb

_NO_COLUMN = re.compile(r'Referenced column "(\w+)" not found')
MACROS = ("ratios", "flop_kinds", "omaha", "games", "money", "persons", "textures")


def read_ends_once(connection: duckdb.DuckDBPyConnection) -> None:
    """Cache the footers of Parquet files: making a view binds, and so reads, all that it needs."""
    connection.execute("set parquet_metadata_cache = true")


def create_views(
    connection: duckdb.DuckDBPyConnection,
    files: Mapping[str, Sequence[str]],
    lost: Mapping[str, LakeError] | None = None,
) -> dict[str, LakeError]:
    """Make the views of tables, the macros, and the views on those, in a connection.

    A table that cannot be opened is a view with its columns and no rows: a query of it, or of a
    view on it, raises the error.

    ``files``: the Parquet files of each table. Returns the error of each table that cannot be
    opened: the given ones, and those with damaged files. Raises LakeError if a view cannot be made,
    which cannot happen with the right columns.
    """
    import duckdb

    problems = dict(lost or {})
    for name, statement in statements(files, problems):
        try:
            connection.execute(statement)
        except duckdb.Error as error:
            problem = from_outside(error, name) or LakeError(_problem_of(name, first_line(error)))
            if name not in TABLES or not isinstance(problem, LakeError):
                raise problem from error
            problems[name] = problem
            connection.execute(_view(name, _stand_in(TABLES[name], problem), TABLES[name].one_row))
    return problems


def _problem_of(name: str, reason: str) -> str:
    """The problem of a table or view, and the remedy, from DuckDB's message."""
    lost = _NO_COLUMN.search(reason)
    if lost and name in TABLES:
        return (
            f"{name} was made without the column {lost[1]}, by an older pokerlake; "
            f"'{TABLES[name].brought_up_by}' adds it"
        )
    how = TABLES[name].made_anew_by if name in TABLES else "pokerlake build"
    return f"{name} cannot be read ({reason}); '{how}' makes a damaged table anew"


def statements(
    files: Mapping[str, Sequence[str]], lost: Mapping[str, LakeError] | None = None
) -> Iterator[tuple[str, str]]:
    """The statements of :func:`create_views`, in order, each with the name of what it makes."""
    for name, problem in (lost or {}).items():
        yield name, _view(name, _stand_in(TABLES[name], problem), TABLES[name].one_row)
    for name, paths in files.items():
        yield name, _view(name, table_sql(name, paths), TABLES[name].one_row)
    for name in MACROS:
        yield name, _macro(name)
    there = {*files, *(lost or {})}
    for view in views_on(there):
        if view.parameters:
            yield view.name, view.macro
        missing = [TABLES[name] for name in view.uses if name not in there]
        yield view.name, _view(view.name, _without(missing, view.sql), view.one_row)
        for statistic in STATISTICS.values() if view is OPPORTUNITIES else ():
            if statistic.macro:
                yield statistic.name, statistic.macro


def table_sql(name: str, paths: Sequence[str]) -> str:
    """The expression that reads a table, or a part of it, from its files."""
    patterns = ", ".join(f"'{quoted(file_itself(path))}'" for path in paths)
    # A folder year=2024 is not a column.
    source = f"read_parquet([{patterns}], hive_partitioning = false)"
    return f"from {source} select {_columns(TABLES[name])}"


@functools.cache
def _macro(name: str) -> str:
    return resources.files(__package__).joinpath("macros", f"{name}.sql").read_text("utf-8")


def _without(missing: Sequence[Table], sql: str) -> str:
    """The SQL of a view, in which missing tables have no rows."""
    if not missing:
        return sql
    nulls = {
        table.name: ", ".join(f'null::{c.sql_type} as "{c.name}"' for c in table.columns)
        for table in missing
    }
    empty = ", ".join(f"{name} as (select {values} where false)" for name, values in nulls.items())
    return f"with {empty} from ({sql})"


def _view(name: str, sql: str, one_row: str) -> str:
    comment = quoted(f"One row is {one_row}")
    return f"create or replace view {name} as {sql}\n; comment on view {name} is '{comment}'"


def _columns(table: Table) -> str:
    wide = {column.name for column in table.widened}
    return ", ".join(
        f'"{c.name}"::{c.sql_type} as "{c.name}"' if c.name in wide else f'"{c.name}"'
        for c in table.columns
    )


def _stand_in(table: Table, problem: LakeError) -> str:
    """Every value is the error, and so is the condition: DuckDB drops a column of mere nulls."""
    error = f"error('{quoted(problem)}')"
    columns = ", ".join(f'{error}::{c.sql_type} as "{c.name}"' for c in table.columns)
    return f"from (select 1) select {columns} where {error} is null"


def file_itself(path: str | Path) -> str:
    """The pattern that matches this file only: DuckDB takes ``lake[1]`` for a pattern of lake1.

    Raises UsageError if DuckDB has no such pattern: a backslash before it makes a bracket plain.
    """
    text = str(path)
    if not text.startswith((DUCKDB_PREFIX, HTTPFS_PREFIX)):
        text = str(Path(path).absolute())  # http:x.csv is a file, too
    if "\\" in text and glob.has_magic(text):
        raise UsageError(f"{text!r} has a backslash and one of * ? [ in it; rename it")
    return glob.escape(text)


def quoted(text: object) -> str:
    """A text or path quoted for SQL."""
    return str(text).replace("'", "''")
