"""A few rows of a table of the lake, without loading more than a group of rows."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake


def stored_row(lake: Lake, table: str, **wanted: object) -> dict[str, Any]:
    """The row of a table that has these values, of which there is one.

    Raises
    ------
    LakeError
        If the table cannot be read, or has no such row, or several.
    """
    rows = stored_rows(lake, table, **wanted)
    if len(rows) != 1:
        raise damaged(lake, table)
    return rows[0]


def stored_rows(lake: Lake, table: str, **wanted: object) -> list[dict[str, Any]]:
    """The rows of a table that have these values, of which there is at least one.

    Raises
    ------
    LakeError
        If the table cannot be read, or has no such row.
    """
    import pyarrow.parquet as pq

    filters = [(name, "=", value) for name, value in wanted.items()]
    try:
        rows: list[dict[str, Any]] = pq.read_table(lake.files(table), filters=filters).to_pylist()
    except (OSError, pa.ArrowException) as error:
        raise damaged(lake, table) from error
    if not rows:
        raise damaged(lake, table)
    return rows


def damaged(lake: Lake, table: str) -> LakeError:
    """What to say of a table that has not what it must have."""
    return LakeError(
        f"table {table} of {lake.path} is damaged; 'pokerlake build {table}' makes it anew"
    )
