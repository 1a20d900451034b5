"""The buckets of raw deals, by the row of each in the table of an abstraction.

A table has its holes in the order of all canonical rows, so the engine knows the row of a deal
without reading the keys. Only the column of buckets is read, once a process.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import hand_of_hole
from pokerlake.engine.keys.canonical_rows import row_of, table_rows
from pokerlake.engine.play.edges import strength_of
from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake, lake_path
from pokerlake.tables.registry import table as lake_table

from ..lookup.stored import stored_columns
from .rivers import RIVERS, STRENGTHS, taken
from .runs import STREETS, Run, chosen_run

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

Holes = npt.NDArray[np.uint16]
Boards = npt.NDArray[np.uint8]
Values = npt.NDArray[np.uint16]

ROWS = {  # of one run in each table
    "flop_buckets": 1_286_792,
    "turn_buckets": 13_960_050,
    "river_buckets": 1_950,  # strengths
    "river_hand_buckets": 123_156_254,
}

_PIECE = 1 << 23  # deals that are looked up at a time: 64 MB of row numbers
_KEPT = 6  # columns of buckets in memory
_NO_BUCKET = 65535

_columns: OrderedDict[Hashable, Values] = OrderedDict()
_reading = threading.Lock()


class Buckets:
    """The abstractions of a lake; before the flop no lake is needed."""

    def __init__(self, lake: Lake | None) -> None:
        self._lake = lake
        self._chosen: dict[Hashable, Run] = {}

    def run(
        self,
        street: str | None,
        *,
        run: int | None = None,
        kind: str | None = None,
        k: int | None = None,
    ) -> Run:
        """Return :func:`~pokerlake.queries.answers.buckets.runs.chosen_run`, looked up once."""
        asked = street, run, kind, k
        if asked not in self._chosen:
            self._chosen[asked] = chosen_run(self._lake, street, run=run, kind=kind, k=k)
        return self._chosen[asked]

    def of(self, run: Run, holes: Holes, boards: Boards, *, threads: int = 1) -> Values:
        """The bucket of each raw hole on its raw board, ``(n,)``.

        ``holes`` are ``(n,)``, ``boards`` ``(k, n)`` with the cards of the run's street, none
        before the flop. CardError for the first impossible deal, LakeError for a damaged table.
        """
        if STREETS[run.street] == 0:
            return hand_of_hole()[holes].astype(np.uint16)
        values = self._column(run)
        buckets = np.empty(len(holes), np.uint16)
        for first in range(0, len(holes), _PIECE):
            here = slice(first, first + _PIECE)
            buckets[here] = _of_piece(run, values, holes[here], boards[:, here], threads)
        return buckets

    def known(self, run: Run) -> Callable[[int, Sequence[int]], int]:
        """Return a function that looks up the bucket of a hole on a board, in 10 microseconds.

        The table of the run is read now: LakeError if it is damaged. Deals are not checked.
        """
        if STREETS[run.street] == 0:
            hands = hand_of_hole().tolist()
            return lambda hole, _: int(hands[hole])
        values = self._column(run)
        if _by_strength(run):
            return lambda hole, board: int(values[strength_of(hole, board)])

        row = row_of(STREETS[run.street])
        return lambda hole, board: int(values[row(hole, board)])

    def row(self, run: Run) -> dict[str, object]:
        """The row of a run in the table of abstractions."""
        from ..lookup.stored import stored_row

        return stored_row(self._opened(), "abstractions", run=run.run)

    def _opened(self) -> Lake:
        return Lake.open(lake_path(None)) if self._lake is None else self._lake

    def _column(self, run: Run) -> Values:
        """The buckets of a run in the order of its table, or by strength."""
        lake, table = self._opened(), _table(run)
        files = tuple(
            stored.name for stored in lake.entry(table).files
        )  # digests are in their names
        asked = lake.path.resolve(), files, run.run
        with _reading:
            if asked in _columns:
                _columns.move_to_end(asked)
            else:
                _columns[asked] = _read(lake, table, run)
                if len(_columns) > _KEPT:
                    _columns.popitem(last=False)
            return _columns[asked]


def _by_strength(run: Run) -> bool:
    """Whether the strength of a hole alone decides its bucket."""
    return run.street == "river" and run.kind != "ochs"


def _table(run: Run) -> str:
    """The table with the buckets of a run."""
    return f"{run.street}{'_hand' * (run.kind == 'ochs')}_buckets"


def _of_piece(run: Run, values: Values, holes: Holes, boards: Boards, threads: int) -> Values:
    if _by_strength(run):
        return values[RIVERS.of(holes, boards, threads)]
    return taken(values, table_rows(holes, boards, layout="columns", threads=threads), threads)


def _read(lake: Lake, table: str, run: Run) -> Values:
    by_strength = _by_strength(run)
    names = ["strength", "bucket"] if by_strength else ["bucket"]
    read = stored_columns(lake, table, names, run=run.run)
    buckets = read["bucket"].astype(np.uint16, copy=False)
    if len(buckets) != ROWS[table]:
        has = f"has {len(buckets):,} rows of run {run.run}, not {ROWS[table]:,}"
        how = lake_table(table).made_anew_by
        raise LakeError(f"table {table} of {lake.path} {has}; begin anew with '{how}'")
    if not by_strength:
        return buckets
    values = np.full(STRENGTHS, _NO_BUCKET, np.uint16)
    values[read["strength"]] = buckets
    return values
