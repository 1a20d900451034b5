"""What is stored of a run: its row, its buckets by the row of the street's table, its centres."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from pokerlake.engine.abstraction import row_strengths
from pokerlake.engine.cards.holes import hand_of_hole
from pokerlake.tables.definitions.abstraction import (
    ABSTRACTIONS,
    BUCKET_CENTRES,
    RIVER_BUCKETS,
    RIVER_HAND_BUCKETS,
)
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake

from ..growing import rows_so_far, stored_rows
from .holes import STRENGTHS
from .measured import Row

ByRow = npt.NDArray[np.uint16]


def run_of(lake: Lake, run: int) -> Row:
    """The row of ``abstractions`` of a run.

    Raises
    ------
    UsageError
        If there is none.
    """
    rows: list[Row] = rows_so_far(lake, ABSTRACTIONS).to_pylist()
    for row in rows:
        if row["run"] == run:
            return row
    there = f"give 1 to {len(rows)}" if rows else "make one with 'pokerlake abstract flop'"
    raise UsageError(f"no abstraction {run} in {lake.path}: {there}")


def buckets_by_row(
    lake: Lake, run: Row, threads: int, listener: Callable[[float], object]
) -> ByRow:
    """The bucket of each canonical hole of a street in canonical order; or of the 1,326 holes.

    That of rivers takes 250 MB and two seconds.
    """
    street = run["street"]
    if street == "preflop":
        return hand_of_hole().astype(np.uint16)
    one = [("run", "=", run["run"])]
    if run["kind"] == "ochs":
        return _column(lake, RIVER_HAND_BUCKETS.name, "bucket", one)
    if street != "river":
        return _column(lake, f"{street}_buckets", "bucket", one)
    of_strength = np.zeros(STRENGTHS, np.uint16)
    of_strength[_column(lake, RIVER_BUCKETS.name, "strength", one)] = _column(
        lake, RIVER_BUCKETS.name, "bucket", one
    )
    found = row_strengths(threads=threads, progress=listener)
    return np.take(of_strength, found, out=found, mode="clip")


def stored_centres(lake: Lake, run: Row) -> ByRow:
    """The centres of the buckets of a run, (k, v) uint16."""
    one = [("run", "=", run["run"])]
    return _column(lake, BUCKET_CENTRES.name, "value", one).reshape(run["buckets"], -1)


def _column(lake: Lake, table: str, name: str, one: list[tuple[str, str, int]]) -> ByRow:
    found: ByRow = stored_rows(lake, table, columns=[name], filters=one)[name].to_numpy()
    return found
