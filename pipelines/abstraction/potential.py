"""Potential-aware buckets of flops: by the turn buckets of a run that the lake has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlake.engine.abstraction import Clusters, medians_of, next_rows
from pokerlake.engine.abstraction.potential import NextBuckets
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.threads import over_tasks
from pokerlake.tables.definitions.abstraction import ABSTRACTIONS, TURN_BUCKETS
from pokerlake.tables.errors import LakeError, UsageError
from pokerlake.tables.lake import Lake

from ..growing import rows_so_far, stored_rows
from .asked import CARDS, HOLES, Abstraction
from .holes import TASKS, Listener, holes_of, share_of

Rows = npt.NDArray[np.uint16]


class TurnRun(NamedTuple):
    """A run of turns: the bucket of each canonical hole, in order, and the medians of buckets."""

    bucket: Rows
    medians: Rows


def with_next_run(lake: Path, asked: Abstraction) -> Abstraction:
    """The same abstraction, with the number of the turn run that it looks at.

    Raises
    ------
    UsageError
        If the lake has no such run.
    """
    rows = rows_so_far(Lake.open(lake), ABSTRACTIONS).to_pylist() if lake.exists() else []
    turns = {row["run"]: row["kind"] for row in rows if row["street"] == "turn"}
    if asked.next_run is None:
        found = max((run for run, kind in turns.items() if kind == "distribution"), default=None)
        if found is None:
            raise UsageError(
                f"potential looks at turn buckets, and {lake} has none; make some with "
                "'pokerlake abstract turn --k 200'"
            )
        return replace(asked, next_run=found)
    if asked.next_run not in turns:
        known = ", ".join(map(str, turns)) or "none: make one with 'pokerlake abstract turn'"
        raise UsageError(f"run {asked.next_run} of {lake} is no run of turns; there are: {known}")
    return asked


def turn_run(lake: Path, run: int, threads: int, listener: Listener) -> TurnRun:
    """Read a run of turns, and find the medians of its buckets."""
    read = stored_rows(
        Lake.open(lake), TURN_BUCKETS.name, columns=["bucket"], filters=[("run", "==", run)]
    )
    bucket = read["bucket"].to_numpy()
    if len(bucket) != HOLES["turn"]:
        raise LakeError(
            f"run {run} of {TURN_BUCKETS.name} of {lake} has {len(bucket):,} rows, and not "
            f"{HOLES['turn']:,}"
        )
    turns = holes_of(CARDS["turn"], threads, listener)
    return TurnRun(bucket, medians_of(turns.strengths, turns.deals, bucket, threads))


def buckets_after(cards: int, bucket: Rows, threads: int, listener: Listener) -> Rows:
    """The buckets that canonical holes are in after each next card, (n, 47) on flops."""
    boards = canonical_boards(cards).cards
    done = 0

    def look_up(task: int) -> Rows:
        nonlocal done
        first, last = share_of(len(boards), task)
        found: Rows = bucket[next_rows(boards[first:last], layout="rows")]
        done += 1
        listener(done / TASKS)
        return found

    return np.concatenate(over_tasks(look_up, range(TASKS), threads))


def potential_buckets(
    lake: Path,
    asked: Abstraction,
    deals: npt.NDArray[np.int64],
    threads: int,
    listener: Callable[[str, float], object],
    progress: Callable[[int, int, int], None],
) -> tuple[NextBuckets, Clusters]:
    """Choose buckets of all holes on flops, by the turn buckets that they are in next.

    Parameters
    ----------
    lake : Path
    asked : Abstraction
        With the run of turns that it looks at.
    deals : (n,) int64
        Of the canonical holes, in order.
    threads : int
    listener : callable
        Is told what is at hand, and the share of that which is done.
    progress : callable
        Is told the restart, the round and the mean distance after each round.

    Returns
    -------
    NextBuckets, Clusters
        The holes as they are measured, and their buckets.

    Raises
    ------
    ValueError
        If fewer holes differ than there are to be buckets.
    """
    assert asked.next_run is not None
    turns = turn_run(lake, asked.next_run, threads, lambda done: listener("turns", done))
    rows = buckets_after(
        CARDS[asked.street], turns.bucket, threads, lambda done: listener("next buckets", done)
    )
    holes = NextBuckets(rows, deals, turns.medians, threads)
    found = holes.cluster(asked.k, seed=asked.seed, restarts=asked.restarts, progress=progress)
    return holes, found
