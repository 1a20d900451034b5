"""DuckDB without a lake, to read files: errors in one line, and values as its text."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from pokerlake.causes import database_memory
from pokerlake.tables import errors

if TYPE_CHECKING:
    import duckdb

BATCH_ROWS = 122_880
UNSURE = b"pokerlake.unsure"  # in the metadata of a schema: a later batch may fail


def plain_connection(config: Mapping[str, Any] | None = None) -> duckdb.DuckDBPyConnection:
    """A connection in memory that leaves nothing in the working folder."""
    import duckdb  # 50 ms, which results that are only shown should not take

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


def duckdb_texts(column: pa.Array, field: pa.Field | None = None) -> pa.Array:
    """The text of each value, as ``::varchar`` gives it, null for null.

    ``field`` has Arrow's metadata of the column.
    """
    field = pa.field("x", column.type) if field is None else field.with_name("x")
    rows = pa.Table.from_arrays([column], schema=pa.schema([field]))
    with plain_connection() as connection:
        zone = _zone_in(field.type)
        if zone is not None:
            connection.execute("set timezone = $zone", {"zone": zone})
        texts = connection.from_arrow(rows).project("x::varchar as x").to_arrow_table()
    column_texts: pa.Array = texts["x"].combine_chunks()
    return column_texts


def _zone_in(dtype: Any) -> str | None:
    """The time zone in a type: DuckDB gives all columns of a result the same one."""
    if pa.types.is_nested(dtype):
        zones = (_zone_in(dtype.field(place).type) for place in range(dtype.num_fields))
        return next(filter(None, zones), None)
    zone: str | None = getattr(dtype, "tz", None)
    return zone


def quoted_name(name: str) -> str:
    """A quoted name for SQL."""
    return '"' + name.replace('"', '""') + '"'
