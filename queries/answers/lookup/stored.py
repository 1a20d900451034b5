"""Rows and columns of the lake's tables, and the error for a damaged table."""

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

_lakes: dict[object, tuple[_Marks, Lake]] = {}  # by name, with the marks of their manifests
_kept: dict[str, tuple[object, _Marks | None, Any]] = {}


def _marks(*paths: str) -> _Marks | None:
    """Marks that differ once one of these files changes; None if a change might not show.

    A change might not show if a file is missing, is in an object store, or is very new.
    """
    try:
        stats = [os.stat(path) for path in paths]  # noqa: PTH116 a Path takes as long again
    except OSError:
        return None
    if abs(time.time_ns() - max(file.st_ctime_ns for file in stats)) < SAME_TIME:
        return None
    return [(f.st_dev, f.st_ino, f.st_size, f.st_mtime_ns, f.st_ctime_ns) for f in stats]


def lake_at(path: Path | None) -> Lake | None:
    """The named lake, which must exist; else the default one, or None if that does not exist.

    A lake is opened again only if its manifest has changed.
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
    """The result of ``make`` for a small table, in memory until the table changes."""
    entry = lake.manifest.tables.get(table)
    files = [] if entry is None else [f"{lake.path}/{stored.name}" for stored in entry.files]
    marks = _marks(*files) if files else None
    made_of = lake.path.absolute(), entry and entry.files
    known = _kept.get(table)
    if known is None or marks is None or known[:2] != (made_of, marks):
        lake.files(table)  # checks their bytes
        made = make(lake) if known is None or known[0] != made_of else known[2]
        known = _kept[table] = made_of, marks, made
    result: T = known[2]
    return result


def stored_row(lake: Lake, table: str, **wanted: object) -> dict[str, Any]:
    """The only row of a table with these values."""
    rows = stored_rows(lake, table, **wanted)
    if len(rows) != 1:
        raise damaged(lake, table)
    return rows[0]


def stored_rows(lake: Lake, table: str, **wanted: object) -> list[dict[str, Any]]:
    """The rows of a table with these values; at least one.

    Only the row groups that may have them are read.
    """
    filters = [(name, "=", value) for name, value in wanted.items()]
    rows: list[dict[str, Any]] = _read(lake, table, filters=filters).to_pylist()
    if not rows:
        raise damaged(lake, table)
    return rows


def stored_columns(
    lake: Lake, table: str, names: Sequence[str], **wanted: object
) -> dict[str, npt.NDArray[Any]]:
    """Columns of a table as arrays ``(n,)``: all rows, or those with some values."""
    read = stored_table(lake, table, names, **wanted)
    return {name: np.asarray(read[name]) for name in names}


def stored_table(lake: Lake, table: str, names: Sequence[str], **wanted: object) -> pa.Table:
    """The same in Arrow; a list of values matches any of them."""
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
    """The error for a table that lacks what it must have."""
    return LakeError(
        f"table {table} of {lake.path} is damaged; 'pokerlake build {table}' makes it anew"
    )
