"""Adds the solved spots of another lake to this one, checked by the digests of that lake."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from pokerlake.tables.definitions.solving import (
    SOLUTIONS,
    SOLVED_NODES,
    SOLVED_SPOTS,
    SOLVED_STRATEGIES,
)
from pokerlake.tables.errors import UsageError, by_door, did_you_mean
from pokerlake.tables.lake import Lake, refuse_file, whole_name
from pokerlake.tables.store import open_parquet

from ..growing import adding, once_more, parts_of, rows_so_far, stored_rows
from .asked import key_of_row
from .rows import numbered, spot_rows

Row = dict[str, Any]

_APART = {"spot", "name", "board", "seconds", "package_version"}  # may differ


@once_more
def copy_spots(
    source: Path,
    lake: Path,
    *,
    name: str | None = None,
    anew: bool = False,
    listener: Callable[[int, int], None] = lambda *_: None,
) -> tuple[list[Row], int]:
    """Add the solved spots of a lake to another, in one step.

    Spots get other numbers there. A spot that is already there with the same solution is left
    alone.

    ``name``: only spots of that name; ``anew``: whether they replace all spots; ``listener``: takes
    the rows that are written, and of how many. Returns the rows of the spots in the lake, and how
    many are new. Raises UsageError if there is no such spot, or if one is in the lake with another
    solution; LakeError if a file has changed since it was written; OutputError.
    """
    refuse_file(lake)
    there = Lake.open(source)
    if whole_name(source) == whole_name(lake):
        raise UsageError(f"{source} is the lake itself; give another")
    rows = stored_rows(there, SOLVED_SPOTS.name).to_pylist()
    numbers = np.zeros(1 + max(row["spot"] for row in rows), np.int64)  # new ones, by the old
    if name is not None:
        named = {row["name"] for row in rows}
        if name not in named:
            raise UsageError(f"no spot {name!r} in {source}; {did_you_mean(name, named)}")
        rows = [row for row in rows if row["name"] == name]
    for table in SOLUTIONS:
        parts_of(source, there.manifest, table)  # refuses files with other columns
    files = [(table, there.files(table.name)) for table in (SOLVED_NODES, SOLVED_STRATEGIES)]
    with adding(lake, SOLUTIONS, anew=anew, wait=True) as addition:
        known = {} if anew else _known(lake)
        copied: list[Row] = []
        for row in rows:
            same = known.get(key_of_row(row), [])
            alike = [one for one in same if _solution(one) == _solution(row)]
            if same and not alike:
                raise UsageError(_otherwise(source, row, lake, same[-1]))
            if not alike:
                addition.things += 1
                numbers[row["spot"]] = addition.first + addition.things - 1
            copied.append(alike[0] if alike else {**row, "spot": int(numbers[row["spot"]])})
        new = [row for row in copied if row["spot"] >= addition.first]
        addition.seconds = sum(row["seconds"] for row in new)
        if new:
            addition.write[SOLVED_SPOTS.name](spot_rows(new))
            total = sum(there.entry(table.name).rows for table, _ in files)
            done = 0
            for table, paths in files:
                for batch in chain.from_iterable(map(_batches, paths)):
                    part = numbered(pa.Table.from_batches([batch]), numbers)
                    if part.num_rows:
                        addition.write[table.name](part)
                    done += batch.num_rows
                    listener(done, total)
    return copied, len(new)


def _batches(path: Path) -> Iterator[pa.RecordBatch]:
    with open_parquet(path) as file:
        yield from file.iter_batches()


def _known(path: Path) -> dict[Hashable, list[Row]]:
    """The rows of the spots that a lake has, by identity."""
    known: dict[Hashable, list[Row]] = {}
    for row in rows_so_far(Lake.open(path), SOLVED_SPOTS).to_pylist():
        known.setdefault(key_of_row(row), []).append(row)
    return known


def _solution(row: Row) -> Row:
    return {name: value for name, value in row.items() if name not in _APART}


def _otherwise(source: Path, row: Row, lake: Path, there: Row) -> str:
    return (
        f"spot {row['spot']} of {source}, {row['board']}, is spot {there['spot']} of {lake} with "
        f"another solution: {row['iterations']:,} iterations to {row['exploitability']:.3g} %, not "
        f"{there['iterations']:,} to {there['exploitability']:.3g} %, or other decisions are kept; "
        f"choose others with {by_door('--name', 'name=')}, or replace all spots of the lake with "
        f"{by_door('--replace', 'replace=True')}"
    )
