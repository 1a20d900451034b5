"""Counts the transitions from an abstraction to one of the next street, and stores them."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.abstraction.features import add_transitions
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import hand_of_hole
from pokerlake.engine.keys.canonical_rows import canonical_rows, row_starts
from pokerlake.engine.threads import over_tasks, worker_count
from pokerlake.tables.definitions.abstraction import BUCKET_TRANSITIONS, TRANSITIONS
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake

from ..growing import adding, rows_so_far, tidy
from .asked import CARDS
from .computing import Listener
from .holes import TASKS, share_of
from .measured import ByRow, Row, buckets_by_row, run_of, table_of

_APART = 1 << 24  # pairs of buckets that each thread counts in its own table, at most

Counts = npt.NDArray[np.int64]


def transitions_into(
    lake: Path,
    run: int,
    next_run: int,
    *,
    anew: bool = False,
    threads: int = 0,
    listener: Listener = lambda *_: None,
) -> pa.Table:
    """Look the transitions between two abstractions up in a lake, or count them and add them.

    ``run``, ``next_run``: rows of ``abstractions``, of a street and of the next one; ``anew``:
    whether to count them even if the lake has them, and replace all transitions. Returns the rows
    of ``bucket_transitions``. Raises UsageError, LakeError or OutputError.
    """
    opened = Lake.open(lake)
    before, after = run_of(opened, run), run_of(opened, next_run)
    streets = list(CARDS)
    now = streets.index(before["street"])
    if streets[now + 1 :][:1] != [after["street"]]:
        raise UsageError(
            f"run {run} is of the {before['street']} and run {next_run} of the {after['street']}; "
            "give two that follow each other, of "
            + ", ".join(f"{a} and {b}" for a, b in itertools.pairwise(streets))
        )
    pair = [("run", "=", run), ("next_run", "=", next_run)]
    if not anew:
        known = rows_so_far(opened, BUCKET_TRANSITIONS, filters=pair)
        if len(known):
            tidy(lake, TRANSITIONS)
            return known
    counts = _counted(opened, before, after, threads, listener)
    bucket, next_bucket = np.nonzero(counts)
    with adding(lake, TRANSITIONS, anew=anew, wait=True) as addition:
        rows = table_of(
            BUCKET_TRANSITIONS,
            {
                "pair": addition.first,
                "run": run,
                "next_run": next_run,
                "bucket": bucket,
                "next_bucket": next_bucket,
                "deals": counts[bucket, next_bucket],
            },
        )
        addition.write[BUCKET_TRANSITIONS.name](rows)
        addition.things = 1
    return rows


def _counted(lake: Lake, run: Row, next_run: Row, threads: int, listener: Listener) -> Counts:
    """``(k, l)`` deals that go from bucket to bucket."""
    street, to = run["street"], next_run["street"]
    after = buckets_by_row(lake, next_run, threads, lambda done: listener(f"{to} buckets", done))
    shape = run["buckets"], next_run["buckets"]
    if street == "preflop":
        rows = canonical_rows(CARDS[to])
        counts = np.zeros(shape, np.int64)
        np.add.at(counts, (hand_of_hole()[rows.hole_id], after), rows.weight)
        return counts
    before = buckets_by_row(lake, run, threads, lambda _: None)
    return _added(CARDS[street], before, after, shape, threads, lambda d: listener("next cards", d))


def _added(
    cards: int,
    before: ByRow,
    after: ByRow,
    shape: tuple[int, int],
    threads: int,
    listener: Callable[[float], object],
) -> Counts:
    """Deals from bucket to bucket over all boards; threads share tables of counts in turns."""
    boards = canonical_boards(cards).cards
    start = row_starts(cards)
    deals = canonical_rows(cards).weight.astype(np.int64)
    tables = worker_count(threads) if shape[0] * shape[1] <= _APART else 1
    free = [np.zeros(shape, np.int64) for _ in range(tables)]
    enough = threading.Semaphore(tables)
    done = 0

    def add(task: int) -> None:
        nonlocal done
        first, last = share_of(len(boards), task)
        rows = slice(int(start[first]), int(start[last]))
        with enough:
            counts = free.pop()
            add_transitions(
                boards[first:last], before[rows], deals[rows], after, counts, layout="rows"
            )
            free.append(counts)
        done += 1
        listener(done / TASKS)

    over_tasks(add, range(TASKS), threads)
    for counts in free[1:]:
        free[0] += counts
    return free[0]
