"""Rows and columns of the lake's tables, and what to say where they are damaged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.tables.errors import LakeError, from_outside
from pokerlake.tables.lake import Lake, lake_path
from pokerlake.tables.store import read_table

T = TypeVar("T")

_kept: dict[str, tuple[object, Any]] = {}


def lake_at(path: Path | None) -> Lake | None:
    """The lake that is named, which must be there; else the default one, or None without it."""
    there = lake_path(path)
    return None if path is None and not there.is_dir() else Lake.open(there)


def kept(lake: Lake, table: str, make: Callable[[Lake], T]) -> T:
    """What is made of a small table, which stays in memory as long as the table is as it was."""
    lake.files(table)  # have the bytes that they were written with
    made_of = lake.path.absolute(), lake.entry(table).files
    if table not in _kept or _kept[table][0] != made_of:
        _kept[table] = made_of, make(lake)
    found: T = _kept[table][1]
    return found


def stored_row(lake: Lake, table: str, **wanted: object) -> dict[str, Any]:
    """The only row of a table that has these values."""
    rows = stored_rows(lake, table, **wanted)
    if len(rows) != 1:
        raise damaged(lake, table)
    return rows[0]


def stored_rows(lake: Lake, table: str, **wanted: object) -> list[dict[str, Any]]:
    """The rows of a table that have these values; at least one.

    No more than the groups of rows that may have them are read.
    """
    filters = [(name, "=", value) for name, value in wanted.items()]
    rows: list[dict[str, Any]] = _read(lake, table, filters=filters).to_pylist()
    if not rows:
        raise damaged(lake, table)
    return rows


def stored_columns(
    lake: Lake, table: str, names: Sequence[str], **wanted: object
) -> dict[str, npt.NDArray[Any]]:
    """Columns of a table as arrays ``(n,)``: all rows, or those that have some values."""
    read = stored_table(lake, table, names, **wanted)
    return {name: np.asarray(read[name]) for name in names}


def stored_table(lake: Lake, table: str, names: Sequence[str], **wanted: object) -> pa.Table:
    """The same in Arrow; a list of values lets rows have any of them."""
    equal = {False: "=", True: "in"}
    filters = [(name, equal[isinstance(value, list)], value) for name, value in wanted.items()]
    return _read(lake, table, columns=list(names), filters=filters or None)


def _read(lake: Lake, table: str, **how: Any) -> pa.Table:
    try:
        return read_table(lake.files(table), **how)
    except (OSError, pa.ArrowException) as error:
        what = f"table {table} of {lake.path}"
        raise from_outside(error, what) or damaged(lake, table) from error


def damaged(lake: Lake, table: str) -> LakeError:
    """The error of a table that lacks what it must have."""
    return LakeError(
        f"table {table} of {lake.path} is damaged; 'pokerlake build {table}' makes it anew"
    )
