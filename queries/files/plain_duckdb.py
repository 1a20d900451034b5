"""DuckDB as a reader of files: a connection that knows no lake, and its errors in one line."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pokerlake.causes import database_memory
from pokerlake.tables import errors

if TYPE_CHECKING:
    import duckdb

BATCH_ROWS = 122_880
UNSURE = b"pokerlake.unsure"  # in the metadata of a schema: a later batch may be refused


def plain_connection(config: Mapping[str, Any] | None = None) -> duckdb.DuckDBPyConnection:
    """A connection in memory that leaves nothing in the working folder."""
    import duckdb  # 50 ms, which results that are only shown do without

    if config is None:
        config = {"temp_directory": tempfile.gettempdir()}
        most = database_memory()
        if most is not None:
            config["memory_limit"] = f"{most}B"
    return duckdb.connect(config=dict(config))


def first_line(message: object) -> str:
    """The first line of an error, without DuckDB's name for its kind."""
    line = errors.first_line(message)
    return re.sub(r"^[A-Z][A-Za-z ]* Error: ", "", line).rstrip(" .:!")
