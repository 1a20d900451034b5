"""Buckets of rivers by the equities against clusters of starting hands."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from pokerlake.engine.abstraction.ochs import (
    RiverPoints,
    cluster_points,
    mean_neighbours,
    measure_points,
    river_points,
)
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.keys.canonical_rows import canonical_hole_counts
from pokerlake.tables.definitions.abstraction import (
    BUCKET_CENTRES,
    BUCKET_DISTANCES,
    BUCKETS,
    RIVER_HAND_BUCKETS,
)
from pokerlake.tables.errors import UsageError

from ..asked import CARDS, Abstraction
from ..checkpoints import Checkpoint
from ..holes import Holes
from ..measured import (
    Buckets,
    Centres,
    Chosen,
    Columns,
    Ints,
    Row,
    Space,
    buckets_of,
    by_equity,
    centres_of,
    distances_of,
    row_of,
    totals_of,
)

WHOLE = 16_383  # an equity of 1, in centres
PARTS = 256  # of a unit of equities, to which roots of squares are rounded


def ochs_buckets(
    asked: Abstraction,
    kept: Checkpoint | None,
    threads: int,
    listener: Callable[[str, float], object],
) -> tuple[Row, dict[str, Columns]]:
    """The row of an abstraction, and the columns of its tables.

    Raises
    ------
    UsageError
        If fewer holes differ than there are to be buckets.
    """
    boards = canonical_boards(CARDS[asked.street])
    points = river_points(boards, threads=threads, progress=lambda done: listener("equities", done))
    counts = canonical_hole_counts(boards.cards)
    holes = _holes(points, counts)
    totals = totals_of(holes.strengths, threads)
    space = _space(points, threads)

    def progress(restart: int, done: int, squares: int) -> None:
        off = math.sqrt(squares / (8 * WHOLE**2 * float(points.deals.sum())))
        listener(
            f"restart {restart + 1} of {asked.restarts}, round {done}: "
            f"root of the mean square {off:.5f}",
            math.nan,
        )

    assert kept is not None
    on = kept.midway
    listener(f"going on after round {on.rounds}" if on else "starts", math.nan)
    try:
        found = cluster_points(
            points.equities,
            points.deals,
            asked.k,
            seed=asked.seed,
            restarts=asked.restarts,
            threads=threads,
            progress=progress,
            midway=on,
            save=kept.save,
        )
    except ValueError as error:
        raise UsageError(str(error)) from error
    chosen = Chosen(found.bucket, found.centres, _roots(found.distance), found.rounds)
    chosen = by_equity(holes, totals.sums, chosen)
    columns: dict[str, Columns] = {
        BUCKETS.name: buckets_of(holes, totals, chosen, space),
        RIVER_HAND_BUCKETS.name: {
            "board_id": np.repeat(np.arange(len(counts), dtype=np.uint32), counts),
            "hole_id": points.hole,
            "bucket": chosen.bucket.astype(np.uint16)[points.point],
        },
        BUCKET_CENTRES.name: centres_of(chosen.centres),
        BUCKET_DISTANCES.name: distances_of(chosen.centres, space),
    }
    return row_of(asked, holes, totals.sums, chosen, space), columns


def _holes(points: RiverPoints, counts: npt.NDArray[np.integer]) -> Holes:
    """Points as holes; the first of each stands for all."""
    board = np.searchsorted(np.cumsum(counts), points.first, "right").astype(np.uint32)
    hole = points.hole[points.first]
    return Holes(board, hole, points.strength[:, None], points.deals, points.rows)


def _space(points: RiverPoints, threads: int) -> Space:
    """Points by the roots of the mean squares of their eight differences."""

    def around(bucket: Buckets) -> Chosen:
        centres, squares = measure_points(points.equities, points.deals, bucket, threads)
        return Chosen(bucket, centres, _roots(squares), 0)

    def neighbours(centres: Centres, most: int) -> tuple[Buckets, Ints]:
        other, squares = mean_neighbours(centres, most, threads)
        return other, _roots(squares)

    return Space(math.sqrt(8) * WHOLE * PARTS, around, neighbours)


def _roots(squares: Ints) -> Ints:
    """Distances, in parts of the unit of equities, from their squares."""
    roots: Ints = np.rint(np.sqrt(squares) * PARTS).astype(np.int64)
    return roots
