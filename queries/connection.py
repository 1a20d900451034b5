"""The DuckDB connection to a lake, with its tables, views and functions.

DuckDB binds a view when it is created, and reads the files below it: 70 ms for all views. Creating
the macros takes 9 ms. Copying both from a database takes 6 ms, so a connection stores its views and
macros in the user's cache.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import duckdb
import platformdirs

from pokerlake import leaving
from pokerlake.caches import keep_private, users_folder, why_foreign
from pokerlake.tables.definitions.histories import ACTIONS, HANDS, SEATS
from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake, lake_path
from pokerlake.tables.view_sql import create_views, quoted, read_ends_once, statements, table_sql

from .files.plain_duckdb import plain_connection
from .functions.registry import add_functions, add_macros, macros_text
from .interrupts import InterruptibleConnection

_PARTED = (HANDS.name, SEATS.name, ACTIONS.name)
_PARTS: WeakKeyDictionary[duckdb.DuckDBPyConnection, Sequence[str]] = WeakKeyDictionary()
KEPT_VIEWS = 40  # lakes, in half a megabyte each


def connect(
    lake: Lake | Path | str | None = None, *, config: Mapping[str, Any] | None = None
) -> duckdb.DuckDBPyConnection:
    """A DuckDB connection with every table and view of a lake, and the engine's functions.

    The lake's files are only read. Tables that you create in the connection are in memory, and gone
    when it is closed; close it, or use it in a ``with`` statement.

    Ctrl-C stops its statements, even long ones, with KeyboardInterrupt.

    If files of a table are missing, truncated or damaged, other tables still work: a statement that
    reads the table, or a view on it, ends with an error that says so.

    Parameters
    ----------
    lake : Lake or path, optional
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given.
    config : mapping, optional
        DuckDB's settings, instead of its defaults with a folder for temporary files.

    Raises
    ------
    LakeError
        If there is no lake, or its manifest is broken or of a later format.
    """
    if not isinstance(lake, Lake):
        lake = Lake.open(lake_path(lake))
    files, lost = lake.opened()
    connection = InterruptibleConnection.open(config)
    if not {"lock_configuration", "parquet_metadata_cache"} & set(config or ()):
        read_ends_once(connection)
    lake.let_read(connection)
    add_functions(connection, lake)
    named = lake.by_httpfs(connection, files)
    _add_views(connection, lake, named, lost)
    _PARTS[connection] = _parts(named)
    return connection


def parts_of(connection: duckdb.DuckDBPyConnection) -> Sequence[str]:
    """For a connection to a lake with several files of hands: SQL for the tables of each file.

    DuckDB knows the range of hand numbers of one file, but not of several. So it joins the hands of
    one file by a perfect hash table, which takes a fifth of a hash table's time.
    """
    return _PARTS.get(connection, ())


def _parts(files: Mapping[str, list[str]]) -> Sequence[str]:
    # Hands are added to all tables in one step, so their files go together.
    by_table = [[table_sql(name, [path]) for path in files.get(name, ())] for name in _PARTED]
    together = zip(*by_table, strict=True) if len({*map(len, by_table)}) == 1 else ()
    parts = [
        ", ".join(f"{name} as ({sql})" for name, sql in zip(_PARTED, part, strict=True))
        for part in together
    ]
    return parts if len(parts) > 1 else ()


def _add_views(
    connection: duckdb.DuckDBPyConnection,
    lake: Lake,
    files: Mapping[str, list[str]],
    lost: Mapping[str, LakeError],
) -> None:
    kept = _views_path(lake, files, lost)
    try:
        if kept.exists() and why_foreign(kept):  # the views of another user must not run
            kept.unlink()
        connection.execute(f"attach '{quoted(kept)}' as kept (read_only)")
        connection.execute("copy from database kept to memory; detach kept")
    except (duckdb.Error, OSError):  # it does not exist yet, or is damaged
        connection.execute("detach database if exists kept")
        problems = create_views(connection, files, lost)
        add_macros(connection)
        if not problems:  # problems may be mended later
            _keep_views(connection, kept)


def kept_views(lake: Lake) -> Path:
    """The database with the views and macros of a lake, in the user's cache; created if missing.

    It is for a process that can read neither the lake nor other files of the cache.
    """
    files, lost = lake.opened()
    kept = _views_path(lake, files, lost)
    if not kept.exists():
        with plain_connection() as connection:
            lake.let_read(connection)
            add_functions(connection, lake)
            _add_views(connection, lake, files, lost)
    return kept


def _views_path(lake: Lake, files: Mapping[str, list[str]], lost: Mapping[str, LakeError]) -> Path:
    # A digest of all that the views depend on: their statements also name the lake's files.
    made = (*statements(files, lost), macros_text())
    made_of = repr((duckdb.__version__, made, lake.marks()))
    digest = hashlib.sha256(made_of.encode()).hexdigest()[:32]
    return platformdirs.user_cache_path("pokerlake") / "views" / f"{digest}.duckdb"


def _keep_views(connection: duckdb.DuckDBPyConnection, kept: Path) -> None:
    # If the cache is not writable, the next connection creates its views again.
    with suppress(OSError, duckdb.Error):
        users_folder(kept.parent)
        with leaving.temporary_folder(dir=kept.parent) as folder:
            unfinished = Path(folder, kept.name)
            connection.execute(f"attach '{quoted(unfinished)}' as kept")
            try:
                connection.execute("copy from database memory to kept")
            finally:
                connection.execute("detach kept")
            keep_private(unfinished, kept.parent)
            unfinished.replace(kept)
        by_age = sorted(kept.parent.glob("*.duckdb"), key=lambda path: path.stat().st_mtime)
        for old in by_age[:-KEPT_VIEWS]:
            old.unlink(missing_ok=True)
