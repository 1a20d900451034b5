"""``lake.duckdb``: a DuckDB file with a view per table and per ratio, for plain DuckDB.

Its views name the Parquet files without a folder, so that they work from inside the lake wherever
that is moved. pokerlake itself makes the same views anew in memory, with whole paths: DuckDB looks
for a bare name in the working folder first, and a ``classes.parquet`` lying there would be taken
for the lake's.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import LakeError
from .lake import DATABASE, Lake
from .registry import TABLES, VIEWS, views_on
from .store import UNFINISHED

if TYPE_CHECKING:
    import duckdb


def create_views(connection: duckdb.DuckDBPyConnection, files: Mapping[str, Sequence[str]]) -> None:
    """Make the views of tables, and the views on those, in a connection.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
    files : mapping of str to sequence of str
        The Parquet files of each table.
    """
    for name, paths in files.items():
        connection.read_parquet(list(paths)).create_view(name)
        _comment(connection, name, TABLES[name].one_row)
    for view in views_on(set(files)):
        connection.sql(view.sql).create_view(view.name)
        _comment(connection, view.name, VIEWS[view.name].one_row)


def _comment(connection: duckdb.DuckDBPyConnection, view: str, one_row: str) -> None:
    text = f"One row is {one_row}".replace("'", "''")
    connection.execute(f"comment on view {view} is '{text}'")


def write_database(lake: Lake) -> None:
    """Write ``lake.duckdb`` anew, whole or not at all.

    DuckDB binds a view when it is made and looks for its files in the working folder, so this is
    done by a process of its own that works in the lake.

    Raises
    ------
    LakeError
        If DuckDB cannot write or cannot read a table.
    """
    names = [name for name in TABLES if name in lake.manifest.tables]
    files = [f"{name}={path.name}" for name in names for path in lake.files(name)]
    made = subprocess.run(
        [sys.executable, "-m", __name__, DATABASE + UNFINISHED, *files],
        cwd=lake.path,
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        last_line = (made.stderr.strip() or "no message").splitlines()[-1]
        raise LakeError(f"{lake.path / DATABASE} cannot be written: {last_line}")
    (lake.path / (DATABASE + UNFINISHED)).replace(lake.path / DATABASE)


def _main(database: str, *named_files: str) -> None:
    import duckdb

    files: dict[str, list[str]] = {}
    for named in named_files:
        name, _, path = named.partition("=")
        files.setdefault(name, []).append(path)
    Path(database).unlink(missing_ok=True)
    with duckdb.connect(database) as connection:
        create_views(connection, files)


if __name__ == "__main__":
    _main(*sys.argv[1:])
