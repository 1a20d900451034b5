"""``lake.duckdb``: a DuckDB file with a view per table and per ratio, for plain DuckDB.

Its views name the Parquet files by absolute paths, so it opens from any folder: DuckDB cannot name
a file relative to the database. After a lake was moved, ``pokerlake doctor`` says that it is out of
date, and the next build rewrites it.

A lake in an object store has none: its views could not read it without pokerlake.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import OutputError, from_outside
from .lake import DATABASE, Lake
from .store import whole_path
from .stores.path import is_remote
from .view_sql import create_views, quoted, read_ends_once

if TYPE_CHECKING:
    import duckdb


def write_database(lake: Lake) -> None:
    """Write ``lake.duckdb`` anew, whole or not at all.

    A table that cannot be opened is in it as in a connection: a query of it raises the error. An
    empty folder with its name is removed.

    Raises OutputError if the disk is full or read-only, or a folder with files has the name.
    """
    if is_remote(lake.path):
        return
    import duckdb

    files, lost = lake.opened()
    target = lake.path / DATABASE
    try:
        if target.is_dir() and not target.is_symlink():
            if any(target.iterdir()):
                raise OutputError(f"{target} is a folder with something in it; move it away")
            target.rmdir()
        elif target.exists() and not target.is_file():
            target.unlink()
        with whole_path(target) as unfinished, duckdb.connect(unfinished) as connection:
            read_ends_once(connection)
            create_views(connection, files, lost)
    except (OSError, duckdb.IOException) as error:
        reason = getattr(error, "strerror", None) or str(error).splitlines()[0]
        raise (
            from_outside(error, target, OutputError, done="written")
            or OutputError(f"{target} cannot be written: {reason}")
        ) from error


def database_problem(lake: Lake) -> str:
    """What is wrong with ``lake.duckdb``, such as paths from before a move; empty if nothing is.

    A missing file is wrong only if the lake has tables and is on a disk.
    """
    if is_remote(lake.path):
        return ""
    import duckdb

    files, lost = lake.opened()
    database = lake.path / DATABASE
    anew = "'pokerlake build' writes it anew"
    if not database.is_file():
        if database.exists():
            return f"{database} is no file; {anew}"
        return f"{database} is gone; {anew}" if files or lost else ""
    with duckdb.connect() as connection:
        try:
            connection.execute(f"attach '{quoted(database)}' as lake (read_only)")
            made = _made(connection, "lake")
        except duckdb.Error as error:
            outside = from_outside(error, database)
            if outside is not None:
                raise outside from error
            return f"{database} cannot be read ({str(error).splitlines()[0]}); {anew}"
        read_ends_once(connection)
        create_views(connection, files, lost)
        wanted = _made(connection, "memory")
    if made.keys() != wanted.keys():
        return f"{database} has other tables than the lake; {anew}"
    if made != wanted:
        return f"{database} reads other files than {lake.path} has, or in another way; {anew}"
    return ""


def _made(connection: duckdb.DuckDBPyConnection, database: str) -> dict[str, str]:
    """The views and macros of a database, and its other objects, each with its definition."""
    rows: list[tuple[str, str]] = connection.execute(
        """
        from duckdb_views() select view_name, sql
        where database_name = $database and not internal
        union all
        from duckdb_functions()
        select function_name, concat(parameters::varchar, ' ', macro_definition)
        where database_name = $database and not internal
        union all
        from duckdb_tables() select table_name, sql where database_name = $database
        """,
        {"database": database},
    ).fetchall()
    return dict(rows)
