"""Potential-aware buckets of flops: by the turn buckets of a run that the lake has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pokerlake.engine.abstraction.features import next_rows
from pokerlake.engine.abstraction.next_buckets import NextBuckets
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.threads import over_tasks
from pokerlake.tables.definitions.abstraction import ABSTRACTIONS, TURN_BUCKETS
from pokerlake.tables.definitions.boards import OWN_RUN_OUTS
from pokerlake.tables.errors import LakeError, UsageError
from pokerlake.tables.lake import Lake

from ..growing import rows_so_far
from .asked import CARDS, HOLES, Abstraction
from .holes import TASKS, Listener, share_of
from .measured import MOST, Buckets, Chosen, Space, buckets_by_row, run_of, stored_centres

NEXT_CARDS = 47  # after a flop

Rows = npt.NDArray[np.uint16]


def with_next_run(lake: Path, asked: Abstraction) -> Abstraction:
    """The same abstraction, with the number of the turn run that it looks at.

    Raises UsageError if the lake has no such run.
    """
    rows = rows_so_far(Lake.open(lake), ABSTRACTIONS).to_pylist() if lake.exists() else []
    turns = {row["run"]: row["kind"] for row in rows if row["street"] == "turn"}
    if asked.next_run is None:
        newest = max((run for run, kind in turns.items() if kind == "distribution"), default=None)
        if newest is None:
            raise UsageError(
                f"potential looks at turn buckets, and {lake} has none; make some with "
                "'pokerlake abstract turn --k 200'"
            )
        return replace(asked, next_run=newest)
    if asked.next_run not in turns:
        known = ", ".join(map(str, turns)) or "none: make one with 'pokerlake abstract turn'"
        raise UsageError(f"run {asked.next_run} of {lake} is no run of turns; there are: {known}")
    return asked


def buckets_after(cards: int, bucket: Rows, threads: int, listener: Listener) -> Rows:
    """The buckets that canonical holes reach with each next card, (n, 47) on flops."""
    boards = canonical_boards(cards).cards
    done = 0

    def look_up(task: int) -> Rows:
        nonlocal done
        first, last = share_of(len(boards), task)
        after: Rows = bucket[next_rows(boards[first:last], layout="rows")]
        done += 1
        listener(done / TASKS)
        return after

    return np.concatenate(over_tasks(look_up, range(TASKS), threads))


def next_buckets(
    lake: Path,
    asked: Abstraction,
    deals: npt.NDArray[np.int64],
    threads: int,
    listener: Callable[[str, float], object],
) -> NextBuckets:
    """All holes on flops by the turn buckets that they reach.

    ``deals``: (n,) int64, of the canonical holes, in order; ``asked``: with the run of turns that
    it looks at. Raises LakeError if that run is damaged.
    """
    assert asked.next_run is not None
    opened = Lake.open(lake)
    run = run_of(opened, asked.next_run)
    turn = buckets_by_row(opened, run, threads, lambda _: None)
    if len(turn) != HOLES["turn"]:
        raise LakeError(
            f"run {asked.next_run} of {TURN_BUCKETS.name} of {lake} has {len(turn):,} rows, and "
            f"not {HOLES['turn']:,}"
        )
    rows = buckets_after(
        CARDS[asked.street], turn, threads, lambda done: listener("next buckets", done)
    )
    return NextBuckets(rows, deals, stored_centres(opened, run), threads)


def next_space(nexts: NextBuckets) -> Space:
    """The distances of holes by their next buckets."""

    def around(bucket: Buckets) -> Chosen:
        centres = nexts.centres_of(bucket)
        return Chosen(bucket, centres, nexts.spread(centres, bucket), 0)

    return Space(NEXT_CARDS * OWN_RUN_OUTS[4] * MOST, around, nexts.neighbours)
