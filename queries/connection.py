"""The DuckDB connection to a lake, with its tables, views and functions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import duckdb

from pokerlake.tables.database import create_views, read_ends_once
from pokerlake.tables.lake import Lake, lake_path
from pokerlake.tables.registry import TABLES

from .files.plain_duckdb import plain_connection
from .functions import register_functions


def connect(
    lake: Lake | Path | str | None = None, *, config: Mapping[str, Any] | None = None
) -> duckdb.DuckDBPyConnection:
    """A DuckDB connection with every table and view of a lake, and the engine's functions.

    The lake's files are only read. What the connection itself makes is in memory and goes with it;
    close it, or use it in a ``with`` statement.

    Parameters
    ----------
    lake : Lake or path, optional
        ``$POKERLAKE_LAKE`` or ``./lake`` if not given.
    config : mapping, optional
        DuckDB's settings, instead of its own but for a folder of temporary files.

    Raises
    ------
    LakeError
        If there is no lake, or it is broken or of a later format.
    """
    if not isinstance(lake, Lake):
        lake = Lake.open(lake_path(None if lake is None else Path(lake)))
    tables = [name for name in TABLES if name in lake.manifest.tables]
    files = {name: [str(path.resolve()) for path in lake.files(name)] for name in tables}
    connection = plain_connection(config)
    if not {"lock_configuration", "parquet_metadata_cache"} & set(config or ()):
        read_ends_once(connection)
    create_views(connection, files)
    register_functions(connection, lake)
    return connection
