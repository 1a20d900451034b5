"""One row of a table of the lake, without loading more than a group of rows."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from ..tables.errors import LakeError
from ..tables.lake import Lake


def stored_row(lake: Lake, table: str, **wanted: object) -> dict[str, Any]:
    """The row of a table that has these values, of which there is one.

    Raises
    ------
    LakeError
        If the table cannot be read, or has no such row, or several.
    """
    import pyarrow.parquet as pq

    filters = [(name, "=", value) for name, value in wanted.items()]
    try:
        rows = pq.read_table(lake.files(table), filters=filters).to_pylist()
    except (OSError, pa.ArrowException) as error:
        raise _damaged(lake, table) from error
    if len(rows) != 1:
        raise _damaged(lake, table)
    row: dict[str, Any] = rows[0]
    return row


def _damaged(lake: Lake, table: str) -> LakeError:
    return LakeError(
        f"table {table} of {lake.path} is damaged; 'pokerlake build {table}' makes it anew"
    )
