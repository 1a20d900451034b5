"""``lake.duckdb``: a DuckDB file with a view per table and per ratio, for plain DuckDB.

Its views name the Parquet files with whole paths, so that it opens from any folder. DuckDB has no
way to name a file by its place beside the database. So the next build writes it anew once the lake
was moved, and ``pokerlake doctor`` says that it is out of date.
"""

from __future__ import annotations

from pathlib import Path

from pokerlake import leaving

from .errors import OutputError
from .lake import DATABASE, Lake
from .registry import views_on
from .store import whole_file
from .view_sql import create_views, file_itself, quoted, read_ends_once


def write_database(lake: Lake) -> None:
    """Write ``lake.duckdb`` anew, whole or not at all.

    DuckDB writes it elsewhere, so that a killed build leaves no log of DuckDB's in the lake. A
    table that cannot be opened is in it as in a connection: whoever asks it gets the error.

    Raises
    ------
    OutputError
        If the disk is full or cannot be written.
    """
    import duckdb

    files, lost = lake.opened()
    target = lake.path / DATABASE
    try:
        with leaving.temporary_folder(prefix="pokerlake-") as folder:
            database = Path(folder, DATABASE)
            with duckdb.connect(database) as connection:
                read_ends_once(connection)
                create_views(connection, files, lost)
            with whole_file(target) as file:
                file.write(database.read_bytes())
    except (OSError, duckdb.IOException) as error:  # of the temporary folder
        reason = getattr(error, "strerror", None) or str(error).splitlines()[0]
        raise OutputError(f"{target} cannot be written: {reason}") from error


def database_problem(lake: Lake) -> str:
    """What is wrong with ``lake.duckdb``, such as paths of before the lake was moved; or nothing.

    One that is not there is wrong only if the lake has tables.
    """
    import duckdb

    files, lost = lake.opened()
    database = lake.path / DATABASE
    anew = "'pokerlake build' writes it anew"
    if not database.is_file():
        return f"{database} is gone; {anew}" if files or lost else ""
    try:
        with duckdb.connect() as connection:
            connection.execute(f"attach '{quoted(database)}' as lake (read_only)")
            views: dict[str, str] = dict(
                connection.execute(
                    "select view_name, sql from duckdb_views() "
                    "where database_name = 'lake' and not internal"
                ).fetchall()
            )
    except duckdb.Error as error:
        return f"{database} cannot be read ({str(error).splitlines()[0]}); {anew}"
    known = {*files, *lost}
    if set(views) != known | {view.name for view in views_on(known)}:
        return f"{database} has other tables than the lake; {anew}"
    for name, paths in files.items():
        if not all(f"'{quoted(file_itself(path))}'" in views[name] for path in paths):
            return f"{database} names other files than {lake.path} has; {anew}"
    return ""
