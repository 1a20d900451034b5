"""Values as the text that DuckDB has for them: what has no other, and times past all calendars."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from .plain_duckdb import plain_connection


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
