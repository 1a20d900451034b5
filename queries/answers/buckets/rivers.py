"""The strength of holes on rivers: 2 win + tie against 990 holes, 0 .. 1980.

A few rivers are swept on demand. For many, all 134,459 are swept once and kept in the process: that
takes two seconds of one core and 246 MB.
"""

from __future__ import annotations

import threading

import numpy as np
import numpy.typing as npt

from pokerlake.engine.abstraction.features import row_strengths
from pokerlake.engine.cards.boards import CANONICAL_BOARDS, canonical_boards
from pokerlake.engine.cards.holes import HOLES
from pokerlake.engine.keys.canonical_rows import row_keys, table_rows
from pokerlake.engine.strength.transitions import river_outcomes
from pokerlake.engine.threads import over_rows, over_tasks

Holes = npt.NDArray[np.uint16]
Boards = npt.NDArray[np.uint8]
Values = npt.NDArray[np.uint16]

STRENGTHS = 1981

_FEW = 30_000  # rivers: sweeping these takes a quarter of the time of all
_SHARE = 512  # rivers that a thread sweeps at a time


class RiverStrengths:
    """Strengths of holes on rivers, safe for several threads at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._swept = 0  # rivers, summed over calls
        self._every: Values | None = None  # by the row of the table of all holes on rivers

    def of(self, holes: Holes, boards: Boards, threads: int) -> Values:
        """The strengths of raw holes ``(n,)`` on raw boards ``(5, n)``.

        CardError for the first impossible deal.
        """
        every = self._every
        if every is None:
            keys = row_keys(holes, boards, layout="columns", threads=threads)
            there = np.zeros(CANONICAL_BOARDS[5], np.bool_)
            there[keys.board_id] = True
            rivers = np.flatnonzero(there)
            with self._lock:
                self._swept += len(rivers)
                if self._every is None and self._swept > _FEW:
                    self._every = row_strengths(threads=threads)
                every = self._every
            if every is None:
                return _of_some(rivers, keys.board_id, keys.hole_id, threads)
        return taken(every, table_rows(holes, boards, layout="columns", threads=threads), threads)


def taken(values: Values, rows: npt.NDArray[np.int64], threads: int) -> Values:
    """``values[rows]``; all rows are valid."""
    picked = np.empty(len(rows), np.uint16)
    over_rows(
        lambda start, stop: values.take(rows[start:stop], out=picked[start:stop], mode="clip"),
        len(rows),
        threads,
    )
    return picked


def _of_some(
    rivers: npt.NDArray[np.intp], board_id: npt.NDArray[np.uint32], hole_id: Holes, threads: int
) -> Values:
    """The strengths of canonical holes on some canonical rivers, in ascending order."""
    boards = canonical_boards(5).cards

    def sweep(first: int) -> tuple[npt.NDArray[np.int64], Values]:
        board, hole, strength = _strengths(boards[rivers[first : first + _SHARE]])
        return (board.astype(np.int64) + first) * HOLES + hole, strength

    parts = over_tasks(sweep, range(0, len(rivers), _SHARE), threads)
    if not parts:
        return np.empty(0, np.uint16)
    key, strength = (np.concatenate([part[i] for part in parts]) for i in range(2))
    place = np.searchsorted(rivers, board_id)
    return strength[np.searchsorted(key, place * HOLES + hole_id)]


def _strengths(boards: Boards) -> tuple[npt.NDArray[np.integer], Holes, Values]:
    """The canonical holes of rivers ``(n, 5)``: place of the board, hole, strength."""
    outcomes = river_outcomes(boards, layout="rows")
    strength: Values = outcomes.win * np.uint16(2) + outcomes.tie
    return outcomes.board, outcomes.hole, strength


RIVERS = RiverStrengths()  # one for the process: strengths are the same for every lake
