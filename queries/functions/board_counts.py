"""Counts of every hole on the boards that were asked for: out of the lake, or computed once.

Strengths are asked for hole by hole, and come by the board: a flop takes the engine 14 ms, a turn
1.1 ms, a river 0.06 ms, for all its holes. What is kept are integers, twice the numerators of the
ratios of the views (a tie is half a win): a few numbers per hole, and the same last digits.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.boards import CANONICAL_BOARDS, canonical_boards
from pokerlake.engine.cards.holes import HOLES
from pokerlake.engine.threads import over_tasks
from pokerlake.tables.definitions.boards import TRANSITIONS
from pokerlake.tables.errors import LakeError

if TYPE_CHECKING:
    from pokerlake.tables.lake import Lake

Counts = npt.NDArray[np.uint32]
Sums = npt.NDArray[np.int64]

# Twice what the views divide: what is better now, what is gained and lost by the next card, and by
# the river; what is better at the river; then the sum of squares, and the raw holes, of all on the
# board, that have this equity or more.
NOW, GAIN_1, LOSS_1, GAIN_2, LOSS_2, RIVER, SQUARES, AT_LEAST = range(8)
COLUMNS = 8

_FEW = 8  # flops that are sooner computed than the table is read, 0.5 s
_MOST_ROWS = 14_000_000  # of all turns; 0.5 GB
_TASK = {3: 1, 4: 8, 5: 256}  # boards a thread takes at a time


class BoardCounts:
    """What is known of boards so far. It is asked by several threads at once.

    Parameters
    ----------
    lake : Lake, optional
        The counts of flops are read from its table if it has it.
    """

    def __init__(self, lake: Lake | None) -> None:
        self._lake = lake
        self._lock = threading.Lock()
        self._streets = {cards: _Street(cards) for cards in CANONICAL_BOARDS}

    def of(
        self, cards: int, board_id: npt.NDArray[np.uint32], hole_id: npt.NDArray[np.uint16]
    ) -> Counts:
        """The counts of canonical holes on canonical boards, ``(8, n)``.

        Raises
        ------
        LakeError
            If the table of the lake is damaged.
        """
        with self._lock:
            street = self._streets[cards]
            missing = street.missing(board_id)
            if len(missing) > _FEW and cards == 3 and self._has_flops():
                street.clear()
                street.add(*_read_flops(self._lake))  # type: ignore[arg-type]
            elif len(missing):
                if street.rows + HOLES * len(missing) > _MOST_ROWS:
                    street.clear()
                    missing = street.missing(board_id)
                street.add(*_computed(cards, missing))
            return street.of(board_id, hole_id)

    def _has_flops(self) -> bool:
        return self._lake is not None and "flop_hands" in self._lake.manifest.tables


class _Street:
    """Boards of one size: rows in the order in which the boards came, then of the holes."""

    def __init__(self, cards: int) -> None:
        self._boards = CANONICAL_BOARDS[cards]
        self.clear()

    def clear(self) -> None:
        """Forget all of them."""
        self.rows = 0
        self._place = np.full(self._boards, -1, np.int32)
        self._places = 0
        self._key = np.empty(0, np.int32)
        self._counts = np.empty((COLUMNS, 0), np.uint32)

    def missing(self, board_id: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
        """The different boards among these that are not known."""
        return np.unique(board_id[self._place[board_id] < 0])

    def add(
        self,
        boards: npt.NDArray[np.uint32],
        board: Sums,
        hole: npt.NDArray[np.uint16],
        counts: Sums,
    ) -> None:
        """Add rows of boards: which of the boards each is of, ascending, and its hole."""
        self._place[boards] = self._places + np.arange(len(boards), dtype=np.int32)
        self._make_room(len(hole))
        new = slice(self.rows, self.rows + len(hole))
        self._key[new] = (self._places + board) * HOLES + hole
        self._counts[:, new] = counts
        self._places += len(boards)
        self.rows += len(hole)

    def _make_room(self, rows: int) -> None:
        if self.rows + rows > len(self._key):
            room = max(self.rows + rows, 3 * len(self._key) // 2)
            key, counts = np.empty(room, np.int32), np.empty((COLUMNS, room), np.uint32)
            key[: self.rows] = self._key[: self.rows]
            counts[:, : self.rows] = self._counts[:, : self.rows]
            self._key, self._counts = key, counts

    def of(self, board_id: npt.NDArray[np.uint32], hole_id: npt.NDArray[np.uint16]) -> Counts:
        """The counts of holes on boards that are known."""
        key = self._place[board_id] * np.int32(HOLES) + hole_id
        rows = np.searchsorted(self._key[: self.rows], key)
        return self._counts[:, rows]


# ---------------------------------------------------------------- where they are from

Rows = tuple[npt.NDArray[np.uint32], Sums, npt.NDArray[np.uint16], Sums]


def _computed(cards: int, ids: npt.NDArray[np.uint32]) -> Rows:
    """Counts of some canonical boards, by the engine, on all cores."""
    boards = canonical_boards(cards).cards[ids]
    step = _TASK[cards]

    def some(start: int) -> tuple[Sums, npt.NDArray[np.uint16], Sums]:
        of = boards[start : start + step]
        if cards == 5:
            from pokerlake.engine.strength.rivers import rivers

            river = rivers(of)
            now = 2 * river.win.astype(np.int64) + river.tie
            counts = _counts(river.board, river.size, now, None, None, now, now * now)
            return river.board + start, river.hole, counts
        from pokerlake.engine.strength.transitions import strengths

        found = strengths(of)
        counts = _counts(
            found.board,
            found.size,
            2 * found.now[:, 0] + found.now[:, 1],
            _potentials(found.next_card),
            _potentials(found.river) if cards == 3 else None,
            2 * found.river[:, :, 0].sum(axis=1) + found.river[:, :, 1].sum(axis=1),
            found.river_strength_squares,
        )
        return found.board + start, found.hole, counts

    parts = over_tasks(some, range(0, len(boards), step), 0)
    board, hole = (np.concatenate([part[i] for part in parts]) for i in (0, 1))
    return ids, board, hole, np.concatenate([part[2] for part in parts], axis=1)


def _potentials(transitions: Sums) -> tuple[Sums, Sums]:
    """Twice what is gained and lost, ``(r,)`` each, from ``(r, 3, 3)``."""
    t = transitions.transpose(1, 2, 0)
    return 2 * t[2, 0] + t[2, 1] + t[1, 0], 2 * t[0, 2] + t[0, 1] + t[1, 2]


def _counts(
    board: Sums,
    weight: npt.NDArray[np.integer],
    now: Sums,
    next_card: tuple[Sums, Sums] | None,
    river: tuple[Sums, Sums] | None,
    equity: Sums,
    squares: Sums,
) -> Sums:
    nothing = np.zeros_like(now)
    columns = [now, *(next_card or (nothing, nothing)), *(river or (nothing, nothing))]
    return np.stack([*columns, equity, squares, _at_least(board, weight, equity)])


def _at_least(board: Sums, weight: npt.NDArray[np.integer], equity: Sums) -> Sums:
    """How many raw holes of the same board have this equity or more, ties included.

    Where the weights of a board's rows are all some times as many, so is the number.
    """
    worst = int(equity.max(initial=0))
    key = board * (worst + 1) + (worst - equity)  # by board, the best first
    order = np.argsort(key, kind="stable")
    total = np.cumsum(weight[order], dtype=np.int64)
    ends = np.flatnonzero(np.append(np.diff(key[order]) != 0, True))  # of ties
    up_to = total[ends][np.searchsorted(ends, np.arange(len(order)))]
    first = np.searchsorted(board, np.arange(board[-1] + 1))
    before = np.append(0, total)[first]
    found = np.empty(len(order), np.int64)
    found[order] = up_to - before[board[order]]
    return found


def _read_flops(lake: Lake) -> Rows:
    """The counts of all flops, out of the table."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    steps = ("turn", "river")
    names = [f"{step}_{name}" for step in steps for name in TRANSITIONS]
    own = ["board_id", "hole_id", "weight", "ahead", "tied", "river_strength_squares"]
    try:
        table = pq.read_table(lake.files("flop_hands"), columns=[*own, *names])
        column = {name: table[name].to_numpy().astype(np.int64) for name in table.column_names}
    except (OSError, pa.ArrowException) as error:
        raise LakeError(
            f"table flop_hands of {lake.path} is damaged; "
            "'pokerlake build flop_hands' makes it anew"
        ) from error
    turn, river = (
        np.stack([column[f"{step}_{name}"] for name in TRANSITIONS], axis=1).reshape(-1, 3, 3)
        for step in steps
    )
    board = column["board_id"]
    each = canonical_boards(3).weight[board]
    counts = _counts(
        board,
        column["weight"] // each,  # raw holes on one raw flop
        2 * column["ahead"] + column["tied"],
        _potentials(turn),
        _potentials(river),
        2 * river[:, :, 0].sum(axis=1) + river[:, :, 1].sum(axis=1),
        column["river_strength_squares"],
    )
    ids = np.arange(CANONICAL_BOARDS[3], dtype=np.uint32)
    return ids, board, column["hole_id"].astype(np.uint16), counts
