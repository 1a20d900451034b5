"""DuckDB as a reader of files: no lake, errors in one line, and values as its own text."""

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


def duckdb_texts(column: pa.Array, field: pa.Field | None = None) -> pa.Array:
    """The text of each value as ``::varchar`` gives it, null for null.

    ``field`` has what Arrow knows of the column besides its type.
    """
    field = pa.field("x", column.type) if field is None else field.with_name("x")
    rows = pa.Table.from_arrays([column], schema=pa.schema([field]))
    with plain_connection() as connection:
        zone = _zone_in(field.type)
        if zone is not None:
            connection.execute("set timezone = $zone", {"zone": zone})
        texts = connection.from_arrow(rows).project("x::varchar as x").to_arrow_table()
    found: pa.Array = texts["x"].combine_chunks()
    return found


def _zone_in(dtype: Any) -> str | None:
    """The time zone of a type or of a type in it: DuckDB gives all of a result the same."""
    if pa.types.is_nested(dtype):
        zones = (_zone_in(dtype.field(place).type) for place in range(dtype.num_fields))
        return next(filter(None, zones), None)
    zone: str | None = getattr(dtype, "tz", None)
    return zone


def quoted_name(name: str) -> str:
    """A name as SQL has it, whatever is in it."""
    return '"' + name.replace('"', '""') + '"'
