"""Computes an abstraction: holes, a choice of buckets, and its rows.

The workers of an executor may compute it. The starts of a choice are independent, so each restart
is a task: its worker computes the points of all holes, which is faster than sending them, and
returns where the restart ends. One worker then finishes the best, just as a command that resumes
after its last restart does.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pokerlake.engine.abstraction.clustering import Best, Clusters, Midway, cluster, optimal_buckets
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import HANDS, HOLES, hand_combos, hand_of_hole
from pokerlake.engine.strength.transitions import river_outcomes
from pokerlake.engine.threads import over_tasks
from pokerlake.tables.definitions.abstraction import BUCKET_CENTRES, BUCKET_DISTANCES, BUCKETS
from pokerlake.tables.errors import UsageError
from pokerlake.tables.manifest import package_version

from ..processes import in_order, threads_of_task
from .asked import CARDS, DRAWN, Abstraction, refuse_memory
from .checkpoints import Checkpoint, Resumable, StartOnly
from .holes import TASKS, Holes, holes_of, river_strengths, share_of
from .measured import (
    MOST,
    Chosen,
    Columns,
    Ints,
    Ready,
    Row,
    Space,
    Totals,
    buckets_of,
    by_equity,
    centres_of,
    distances_of,
    percentiles,
    row_of,
    strength_space,
    totals_of,
)
from .ochs import ochs_points
from .potential import next_buckets, next_space

Listener = Callable[[str, float], object]  # the current step, and the share of it that is done


def computed(
    lake: Path, asked: Abstraction, kept: Resumable | None, threads: int, listener: Listener
) -> tuple[Row, dict[str, Columns]]:
    """The row of an abstraction, and the columns of its tables.

    ``lake``: has the run that ``potential`` looks at; ``kept``: the state that a choice with random
    starts begins from. Raises UsageError or LakeError.
    """
    if asked.street == "preflop":
        return starting_hands(asked, threads, lambda done: listener("rivers", done))
    if asked.kind in DRAWN:
        assert kept is not None
        ready = _ready(lake, asked, threads, listener)
        chosen = _chosen(ready, asked, kept, listener)
        return ready.finish(
            Chosen(chosen.bucket, chosen.centres, ready.distances(chosen), chosen.rounds)
        )
    holes, totals = _holes(asked, threads, listener)
    space = strength_space(holes, threads)
    if asked.kind == "percentile":
        bucket = percentiles(holes, totals.sums, asked.k)
    else:
        values = holes.strengths[:, 0]
        bucket = optimal_buckets(values, holes.deals, min(asked.k, len(values)))
    return _finished(asked, holes, totals, space, space.around(bucket))


def clusters(lake: Path, asked: Abstraction, kept: Resumable, threads: int) -> Clusters:
    """The choice of buckets alone, for a kind with random starts."""
    return _chosen(_ready(lake, asked, threads, _unheard), asked, kept, _unheard)


def _unheard(*_: object) -> None:
    pass


def _holes(asked: Abstraction, threads: int, listener: Listener) -> tuple[Holes, Totals]:
    """All holes of a street after the flop, and their sums."""
    holes = (
        river_strengths(threads, lambda done: listener("strengths", done))
        if asked.street == "river"
        else holes_of(CARDS[asked.street], threads, lambda done: listener("run-outs", done))
    )
    return holes, totals_of(holes.strengths, threads)


def _ready(lake: Path, asked: Abstraction, threads: int, listener: Listener) -> Ready:
    """The holes of a street for a kind with random starts."""
    if asked.kind == "ochs":
        return ochs_points(asked, threads, listener)
    holes, totals = _holes(asked, threads, listener)
    space: Space
    choose: Callable[..., Clusters]
    if asked.kind == "potential":  # gigabytes that are not needed again
        holes = holes._replace(strengths=np.empty((0, holes.strengths.shape[1]), np.uint16))
        nexts = next_buckets(lake, asked, holes.deals, threads, listener)
        space, choose = next_space(nexts), nexts.cluster
    else:
        space = strength_space(holes, threads)
        choose = functools.partial(cluster, holes.strengths, holes.deals, threads=threads)
    whole = space.whole * float(holes.deals.sum())
    return Ready(
        choose,
        lambda found: found.distance,
        lambda total: f"mean distance {total / whole:.5f}",
        lambda chosen: _finished(asked, holes, totals, space, chosen),
    )


def _chosen(ready: Ready, asked: Abstraction, kept: Resumable, listener: Listener) -> Clusters:
    """The best of the restarts, continued from a saved state."""

    def progress(restart: int, done: int, total: int) -> None:
        words = f"restart {restart + 1} of {asked.restarts}, round {done}: {ready.told(total)}"
        listener(words, math.nan)

    on = kept.midway
    listener(f"going on after round {on.rounds}" if on else "starts", math.nan)
    try:
        return ready.choose(
            asked.k,
            seed=asked.seed,
            restarts=asked.restarts,
            progress=progress,
            midway=on,
            save=kept.save,
        )
    except ValueError as error:
        raise UsageError(str(error)) from error


def _finished(
    asked: Abstraction, holes: Holes, totals: Totals, space: Space, chosen: Chosen
) -> tuple[Row, dict[str, Columns]]:
    """The row of an abstraction by strengths or next buckets, and the columns of its tables."""
    chosen = by_equity(holes, totals.sums, chosen)
    of_holes: Columns = {"bucket": chosen.bucket}
    if asked.street == "river":
        of_holes |= {"strength": holes.strengths[:, 0], "deals": holes.deals}
    else:
        of_holes |= {"board_id": holes.board, "hole_id": holes.hole}
    columns = {
        BUCKETS.name: buckets_of(holes, totals, chosen, space),
        f"{asked.street}_buckets": of_holes,
        BUCKET_CENTRES.name: centres_of(chosen.centres),
        BUCKET_DISTANCES.name: distances_of(chosen.centres, space),
    }
    return row_of(asked, holes, totals.sums, chosen, space), columns


# ---------------------------------------------------------------- by workers


class _Task(NamedTuple):
    """An abstraction, and the state from which a worker begins."""

    lake: Path
    asked: Abstraction
    midway: Midway | None


def computed_elsewhere(
    lake: Path,
    asked: Abstraction,
    kept: Checkpoint | None,
    executor: Executor,
    listener: Callable[[str, float], object],
) -> tuple[Row, dict[str, Columns]]:
    """What :func:`computed` returns, by workers.

    Every finished restart is saved.
    """
    there, restarts = lake.absolute(), asked.restarts
    midway = kept.midway if kept is not None else None
    if asked.kind in DRAWN and restarts > 1:
        assert kept is not None
        begun = midway or _before(0, None)
        tasks = [_Task(there, asked, begun._replace(best=None))] if begun.restart < restarts else []
        tasks += [
            _Task(there, asked, _before(restart, None))
            for restart in range(begun.restart + 1, restarts)
        ]
        best = begun.best
        for done, result in enumerate(in_order(_restart, tasks, executor), begun.restart + 1):
            if best is None or result.total < best.total:
                best = result
            kept.write(_before(done, best))
            listener(f"restart {done} of {restarts}", done / restarts)
        midway = _before(restarts, best)
    listener("one worker", 0.0)
    ((row, columns),) = in_order(_whole, [_Task(there, asked, midway)], executor)
    return row, columns


def _before(restart: int, best: Best | None) -> Midway:
    """The state of a choice before a restart, or after the last."""
    return Midway(restart, 0, 0, (), best)


# ---------------------------------------------------------------- on a worker


def _restart(task: _Task) -> Best:
    """The result of one restart."""
    lake, asked, midway = task
    assert midway is not None
    refuse_memory(asked)
    # The restarts up to this one; earlier ones are not done again.
    until_here = replace(asked, restarts=midway.restart + 1)
    return clusters(lake, until_here, StartOnly(midway), threads_of_task()).best


def _whole(task: _Task) -> tuple[Row, dict[str, Columns]]:
    """The rest of an abstraction, after its restarts."""
    lake, asked, midway = task
    refuse_memory(asked)
    return computed(lake, asked, StartOnly(midway), threads_of_task(), lambda *_: None)


def starting_hands(
    asked: Abstraction, threads: int, listener: Callable[[float], object]
) -> tuple[Row, dict[str, Columns]]:
    """The row of an abstraction of the starting hands, and the columns of its tables."""
    deals, sums, squares = _river_sums(threads, listener)
    mean = sums / deals
    row = {
        **asked.columns,
        "mean_distance": 0.0,
        "percentile_distance": None,
        "random_distance": None,
        "buckets": len(HANDS),
        "rounds": 0,
        "rows": len(HANDS),
        "deals": HOLES,
        "package_version": package_version(),
    }
    hands, smallest = np.unique(hand_of_hole(), return_index=True)
    columns = {
        "bucket": hands,
        "rows": np.ones(len(HANDS), np.int64),
        "deals": hand_combos(),
        "mean_equity": mean / MOST,
        "equity_deviation": np.sqrt(squares / deals - mean**2) / MOST,
        "mean_distance": np.zeros(len(HANDS)),
        "typical_board_id": [None] * len(HANDS),
        "typical_hole_id": smallest,
    }
    return row, {BUCKETS.name: columns}


def _river_sums(threads: int, listener: Callable[[float], object]) -> tuple[Ints, Ints, Ints]:
    """For each starting hand: deals with a river, the sum of strengths, and of their squares."""
    boards = canonical_boards(5)
    done = 0

    def count(task: int) -> Ints:
        nonlocal done
        first, last = share_of(len(boards.weight), task)
        here = river_outcomes(boards.cards[first:last], layout="rows")
        strength = 2 * here.win.astype(np.int64) + here.tie
        deals = boards.weight[first + here.board].astype(np.int64) * here.orbit
        hand = hand_of_hole()[here.hole]
        done += 1
        listener(done / TASKS)
        return np.array(
            [
                np.bincount(hand, part, len(HANDS)).astype(np.int64)
                for part in (deals, deals * strength, deals * strength**2)
            ]
        )

    deals, sums, squares = np.sum(over_tasks(count, range(TASKS), threads), axis=0)
    return deals, sums, squares
