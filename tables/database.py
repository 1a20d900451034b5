"""``lake.duckdb``: a DuckDB file with a view per table and per ratio, for plain DuckDB.

Its views name the Parquet files without a folder, so that they work from inside the lake, wherever
that is moved. pokerlake itself makes the same views in memory, with whole paths: DuckDB looks for a
bare name in the working folder first, and would take a ``classes.parquet`` there for the lake's.
"""

from __future__ import annotations

import glob
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import LakeError, OutputError
from .lake import DATABASE, Lake
from .registry import TABLES, views_on
from .store import whole_file

if TYPE_CHECKING:
    import duckdb


def read_ends_once(connection: duckdb.DuckDBPyConnection) -> None:
    """Keep the ends of Parquet files: making a view binds, and so reads, all that it is made of."""
    connection.execute("set parquet_metadata_cache = true")


def create_views(connection: duckdb.DuckDBPyConnection, files: Mapping[str, Sequence[str]]) -> None:
    """Make the views of tables, the macros of ratios, and the views on those, in a connection.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
    files : mapping of str to sequence of str
        The Parquet files of each table.

    Raises
    ------
    LakeError
        If a file is not the Parquet file it should be.
    """
    for name, statement in statements(files):
        with _lake_errors(name):
            connection.execute(statement)


def statements(files: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """What :func:`create_views` executes, in order, each with the name of what it makes."""
    for name, paths in files.items():
        # DuckDB takes lake[1] for a pattern, and would read lake1.
        patterns = ", ".join(f"'{quoted(glob.escape(path))}'" for path in paths)
        # Nor is a folder year=2024 a column.
        sql = f"from read_parquet([{patterns}], hive_partitioning = false)"
        yield name, _view(name, sql, TABLES[name].one_row)
    yield "ratios", resources.files(__package__).joinpath("macros", "ratios.sql").read_text("utf-8")
    for view in views_on(set(files)):
        if view.parameters:
            yield view.name, view.macro
        yield view.name, _view(view.name, view.sql, view.one_row)


def _view(name: str, sql: str, one_row: str) -> str:
    comment = quoted(f"One row is {one_row}")
    return f"create or replace view {name} as {sql}\n; comment on view {name} is '{comment}'"


def quoted(text: object) -> str:
    """A text or path as it stands between SQL's quotation marks."""
    return str(text).replace("'", "''")


@contextmanager
def _lake_errors(name: str) -> Iterator[None]:
    import duckdb

    try:
        yield
    except duckdb.Error as error:
        reason = str(error).splitlines()[0]
        raise LakeError(
            f"{name} cannot be read ({reason}); 'pokerlake build' makes a damaged table anew"
        ) from error


def write_database(lake: Lake) -> None:
    """Write ``lake.duckdb`` anew, whole or not at all.

    DuckDB binds a view when it is made, and looks for its files in the working folder. So another
    process does this, whose working folder is the lake. It writes elsewhere, so that it does the
    lake no harm if it outlives a killed build or leaves DuckDB's log behind.

    Raises
    ------
    LakeError
        If DuckDB cannot read a table.
    OutputError
        If the disk is full or cannot be written.
    """
    names = [name for name in TABLES if name in lake.manifest.tables]
    files = [f"{name}={path.name}" for name in names for path in lake.files(name)]
    target = lake.path / DATABASE
    try:
        with tempfile.TemporaryDirectory(prefix="pokerlake-") as folder:
            database = Path(folder, DATABASE)
            made = subprocess.run(
                # -P: a json.py that lies in the lake is no module of ours.
                [sys.executable, "-P", "-m", __name__, str(database), *files],
                cwd=lake.path,
                capture_output=True,
                text=True,
                check=False,
            )
            if made.returncode:
                last_line = (made.stderr.strip() or "no message").splitlines()[-1]
                reason = last_line.split(": ", 1)[-1]
                raise LakeError(f"{target} cannot be written: {reason}")
            with whole_file(target) as file:
                file.write(database.read_bytes())
    except OSError as error:  # of the temporary folder
        raise OutputError(f"{target} cannot be written: {error.strerror or error}") from error


def _main(database: str, *named_files: str) -> None:
    import duckdb

    files: dict[str, list[str]] = {}
    for named in named_files:
        name, _, path = named.partition("=")
        files.setdefault(name, []).append(path)
    with duckdb.connect(database) as connection:
        read_ends_once(connection)
        create_views(connection, files)


if __name__ == "__main__":
    _main(*sys.argv[1:])
