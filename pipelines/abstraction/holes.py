"""All holes of a street as points to cluster: strengths on the river, and deals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlake.engine.abstraction.features import run_outs
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.keys.canonical_rows import canonical_hole_counts
from pokerlake.engine.strength.transitions import river_outcomes
from pokerlake.engine.threads import over_tasks
from pokerlake.tables.definitions.boards import OWN_RUN_OUTS

TASKS = 128  # a part has 1 / 128 of the boards
STRENGTHS = 1981

Ints = npt.NDArray[np.int64]
Listener = Callable[[float], object]


class Holes(NamedTuple):
    """All canonical holes of a street, in the order of the tables; or the strengths of rivers."""

    board: npt.NDArray[np.uint32]
    hole: npt.NDArray[np.uint16]
    strengths: npt.NDArray[np.uint16]  # (n, v)
    deals: Ints
    rows: Ints  # canonical holes that a point stands for: 1 except on rivers


def holes_of(cards: int, threads: int, listener: Listener) -> Holes:
    """All canonical holes on flops or turns, with their run-outs."""
    boards = canonical_boards(cards)
    counts = canonical_hole_counts(boards.cards)
    starts = np.concatenate([[0], np.cumsum(counts)])
    n = int(starts[-1])
    holes = Holes(
        np.empty(n, np.uint32),
        np.empty(n, np.uint16),
        np.empty((n, OWN_RUN_OUTS[cards]), np.uint16),
        np.empty(n, np.int64),
        np.ones(n, np.int64),
    )
    done = 0

    def fill(task: int) -> None:
        nonlocal done
        first, last = share_of(len(counts), task)
        here = run_outs(boards.cards[first:last], layout="rows")
        rows = slice(int(starts[first]), int(starts[last]))
        holes.board[rows] = first + here.board
        holes.hole[rows] = here.hole
        holes.strengths[rows] = here.strengths
        holes.deals[rows] = boards.weight[first + here.board].astype(np.int64) * here.orbit
        done += 1
        listener(done / TASKS)

    over_tasks(fill, range(TASKS), threads)
    return holes


def river_strengths(threads: int, listener: Listener) -> Holes:
    """The strengths that occur on rivers, each with its deals and the first row that has it."""
    boards = canonical_boards(5)
    done = 0

    def count(task: int) -> Any:
        nonlocal done
        first, last = share_of(len(boards.weight), task)
        here = river_outcomes(boards.cards[first:last], layout="rows")
        strength = 2 * here.win.astype(np.int64) + here.tie
        deals = boards.weight[first + here.board].astype(np.int64) * here.orbit
        place = np.zeros(STRENGTHS, np.int64)
        place[strength[::-1]] = np.arange(len(strength))[::-1]  # the first row with each
        totals = np.zeros((2, STRENGTHS), np.int64)
        totals[0] = np.bincount(strength, deals, STRENGTHS)
        totals[1] = np.bincount(strength, minlength=STRENGTHS)
        done += 1
        listener(done / TASKS)
        values = np.flatnonzero(totals[1])
        return totals, values, first + here.board[place[values]], here.hole[place[values]]

    totals = np.zeros((2, STRENGTHS), np.int64)
    board = np.zeros(STRENGTHS, np.uint32)
    hole = np.zeros(STRENGTHS, np.uint16)
    for more, values, boards_there, holes_there in over_tasks(count, range(TASKS), threads):
        new = totals[0, values] == 0
        board[values[new]], hole[values[new]] = boards_there[new], holes_there[new]
        totals += more
    there = np.flatnonzero(totals[0])
    strengths = there.astype(np.uint16)[:, None]
    return Holes(board[there], hole[there], strengths, totals[0, there], totals[1, there])


def share_of(boards: int, task: int) -> tuple[int, int]:
    """The boards of a task: the first, and the one after the last."""
    return boards * task // TASKS, boards * (task + 1) // TASKS
