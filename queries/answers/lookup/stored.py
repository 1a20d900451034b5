"""Rows and columns of the lake's tables, and what to say where they are damaged."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.tables.errors import LakeError, from_outside
from pokerlake.tables.lake import ENVIRONMENT_VARIABLE, Lake, lake_path
from pokerlake.tables.manifest import MANIFEST
from pokerlake.tables.store import SAME_TIME, read_table

T = TypeVar("T")

_Marks = list[tuple[int, ...]]

_lakes: dict[object, tuple[_Marks, Lake]] = {}  # by how they are named, with their manifests' marks
_kept: dict[str, tuple[object, _Marks | None, Any]] = {}


def _marks(*paths: str) -> _Marks | None:
    """What differs once one of these files was changed; None where that cannot be told.

    As of a file that is not there, is in a store, or is so new that a change would not show.
    """
    try:
        found = [os.stat(path) for path in paths]  # noqa: PTH116 a Path takes as long again
    except OSError:
        return None
    if abs(time.time_ns() - max(file.st_ctime_ns for file in found)) < SAME_TIME:
        return None
    return [(f.st_dev, f.st_ino, f.st_size, f.st_mtime_ns, f.st_ctime_ns) for f in found]


def lake_at(path: Path | None) -> Lake | None:
    """The lake that is named, which must be there; else the default one, or None without it.

    One whose manifest is as it was is given again.
    """
    name = path, os.environ.get(ENVIRONMENT_VARIABLE)
    known = _lakes.get(name)
    if known is not None and known[0] == _marks(f"{known[1].path}/{MANIFEST}"):
        return known[1]
    there = lake_path(path)
    if path is None and not there.is_dir():
        return None
    marks = _marks(f"{there}/{MANIFEST}")
    lake = Lake.open(there)
    if marks is not None and not lake.manifest.problems:
        _lakes.clear()
        _lakes[name] = marks, lake
    return lake


def kept(lake: Lake, table: str, make: Callable[[Lake], T]) -> T:
    """What is made of a small table, which stays in memory as long as the table is as it was."""
    entry = lake.manifest.tables.get(table)
    files = [] if entry is None else [f"{lake.path}/{stored.name}" for stored in entry.files]
    marks = _marks(*files) if files else None
    made_of = lake.path.absolute(), entry and entry.files
    known = _kept.get(table)
    if known is None or marks is None or known[:2] != (made_of, marks):
        lake.files(table)  # have the bytes that they were written with
        found = make(lake) if known is None or known[0] != made_of else known[2]
        known = _kept[table] = made_of, marks, found
    given: T = known[2]
    return given


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
