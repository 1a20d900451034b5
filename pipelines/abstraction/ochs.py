"""Buckets of rivers by the equities against clusters of starting hands."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from pokerlake.engine.abstraction.features import RiverPoints, river_points
from pokerlake.engine.abstraction.k_means import cluster_points, mean_neighbours, measure_points
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.keys.canonical_rows import canonical_hole_counts
from pokerlake.tables.definitions.abstraction import (
    BUCKET_CENTRES,
    BUCKET_DISTANCES,
    BUCKETS,
    RIVER_HAND_BUCKETS,
)

from .asked import CARDS, Abstraction
from .holes import Holes
from .measured import (
    Buckets,
    Centres,
    Chosen,
    Columns,
    Ints,
    Ready,
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


def ochs_points(
    asked: Abstraction, threads: int, listener: Callable[[str, float], object]
) -> Ready:
    """All rivers as points, ready for a choice of buckets."""
    boards = canonical_boards(CARDS[asked.street])
    points = river_points(boards, threads=threads, progress=lambda done: listener("equities", done))
    counts = canonical_hole_counts(boards.cards)
    holes = _holes(points, counts)
    totals = totals_of(holes.strengths, threads)
    space = _space(points, threads)

    def finish(chosen: Chosen) -> tuple[Row, dict[str, Columns]]:
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

    whole = 8 * WHOLE**2 * float(points.deals.sum())
    return Ready(
        functools.partial(cluster_points, points.equities, points.deals, threads=threads),
        lambda found: _roots(found.distance),
        lambda squares: f"root of the mean square {math.sqrt(squares / whole):.5f}",
        finish,
    )


def _holes(points: RiverPoints, counts: npt.NDArray[np.integer]) -> Holes:
    """Points as holes; the first row of each stands for all."""
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
