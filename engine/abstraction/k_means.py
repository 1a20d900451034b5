"""k-means of points of eight whole numbers: buckets with small squared distances to their means.

Rounds are those of S. P. Lloyd (IEEE Transactions on Information Theory 28, 1982), starts those of
D. Arthur and S. Vassilvitskii, "k-means++" (2007): drawn by squared distance and weight. Most pairs
of point and centre are ruled out exactly: centres are tried in the order of their distance from the
point's previous centre (S. J. Phillips, "Acceleration of k-means and related clustering
algorithms",
2002).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ..signatures import I32, I64, U16
from ..threads import over_rows, over_tasks
from .clustering import Clusters, Listener, Midway, State, best_of, draw_starts, nearest_of

_TASKS = 16  # each with its own sums
_MOST_LISTED = 512  # neighbours listed for a centre


def cluster_points(
    points: U16,
    weights: I64,
    k: int,
    *,
    seed: int = 0,
    restarts: int = 1,
    rounds: int = 100,
    threads: int = 0,
    progress: Listener | None = None,
    midway: Midway | None = None,
    save: Callable[[Midway], object] | None = None,
) -> Clusters:
    """Choose k buckets of points with small squared distances to their means.

    The result is a local optimum, the best of some restarts. It is the same for any number of
    threads: means are rounded to whole numbers, halves up.

    ``points``: (n, 8) uint16, 0..16,383; ``weights``: (n,) int64, positive; together at most 2.9
    billion; ``midway``, ``save``: as :func:`~pokerlake.engine.abstraction.clustering.cluster` takes
    them. The distances and the total are squares. Raises ValueError if there are fewer
    different points than buckets.
    """
    order = _near_each_other(np.ascontiguousarray(points), threads)
    kind = _Points(points[order], weights[order], threads)
    best = best_of(
        kind, k, seed=seed, restarts=restarts, rounds=rounds, progress=progress, midway=midway,
        save=save,
    )  # fmt: skip
    centres, bucket, nearest = best.state
    back = np.empty(len(order), np.int64)
    back[order] = np.arange(len(order))
    return Clusters(bucket[back], nearest[back], centres, best.total, best.rounds, best)


class _Points:
    """Points that are put into buckets, stored near each other if they are near."""

    def __init__(self, points: U16, weights: I64, threads: int) -> None:
        self.points, self.weights, self.threads = points, weights, threads
        self.sums = np.zeros((0, 9), np.int64)  # of the buckets measured last

    def start(self, k: int, rng: np.random.Generator) -> State:
        """Draw centres."""
        bucket, nearest, centres = _start(self.points, self.weights, k, rng, self.threads)
        return centres, bucket, nearest

    def measure(self, state: State) -> tuple[int, I64]:
        """Find the nearest centre of each point."""
        centres, bucket, nearest = state
        self.sums = _assign(self.points, self.weights, centres, bucket, nearest, self.threads)
        return int(nearest @ self.weights), self.sums[:, 8]

    def move(self, state: State) -> State:
        """The means of buckets; empty buckets take the points farthest from their centres."""
        _, bucket, nearest = state
        mass = np.maximum(self.sums[:, 8:], 1)
        centres = ((2 * self.sums[:, :8] + mass) // (2 * mass)).astype(np.uint16)
        empty = np.flatnonzero(self.sums[:, 8] == 0)
        if len(empty):
            far = np.argsort(-nearest, kind="stable")[: len(empty)]
            centres[empty] = self.points[far]
        return centres, bucket, nearest


def measure_points(
    points: U16, weights: I64, bucket: npt.NDArray[np.integer], threads: int = 0
) -> tuple[U16, I64]:
    """The means of buckets, and the squared distances of their points to them.

    ``points``, ``weights``: as :func:`cluster_points` takes them; ``bucket``: (n,) int, 0 .. k - 1.
    The mean of an empty bucket is zeros. Returns (k, 8) uint16, (n,) int64.
    """
    from .clustering_kernels import measure_from_means

    of_point = np.ascontiguousarray(bucket, np.int32)
    mass = np.maximum(np.bincount(of_point, weights), 1)
    centres = np.column_stack(
        [np.floor(np.bincount(of_point, weights * column) / mass + 0.5) for column in points.T]
    ).astype(np.uint16)
    squares = np.empty(len(points), np.int64)
    over_rows(
        lambda *part: measure_from_means(points, of_point, centres, squares, *part),
        len(points),
        threads,
    )
    return centres, squares


def mean_neighbours(centres: U16, most: int, threads: int = 0) -> tuple[I32, I64]:
    """The nearest other centres of each, and their squared distances.

    ``centres``: (k, 8) uint16; ``most``: how many neighbours of each, or all k - 1 others if fewer.
    Returns (k, m) int32, (k, m) int64: the others, ascending by number; and the squares.
    """

    def measure(start: int, stop: int) -> I64:
        return _squares_between(centres, start, stop)

    return nearest_of(measure, len(centres), most, threads)


def _near_each_other(points: U16, threads: int) -> I64:
    """An order of the points in which neighbours in the list are mostly near each other."""
    from .clustering_kernels import number_cells

    cells = np.empty(len(points), np.uint64)
    over_rows(lambda *part: number_cells(points, cells, *part), len(points), threads)
    return np.argsort(cells, kind="stable")


def _start(
    points: U16, weights: I64, k: int, rng: np.random.Generator, threads: int
) -> tuple[I32, I64, U16]:
    """Starting centres: points, each drawn by weight and squared distance to those before.

    Returns each point's nearest centre, the squared distance to it, and the centres.
    """
    from .clustering_kernels import BLOCK, add_start

    n = len(points)
    bucket = np.zeros(n, np.int32)
    nearest = np.full(n, np.iinfo(np.int32).max, np.int64)
    firsts = np.arange(0, n, BLOCK)
    lows, highs = np.minimum.reduceat(points, firsts), np.maximum.reduceat(points, firsts)
    farthest = np.full(len(firsts), np.iinfo(np.int32).max, np.int64)
    centres = np.empty((k, 8), np.uint16)

    def bring(centre: int, place: int, masses: I64, first: int, last: int) -> None:
        centres[centre] = points[place]
        add_start(
            points, weights, lows, highs, centres, centre, bucket, nearest, farthest, masses, first,
            last,
        )  # fmt: skip

    draw_starts(rng, weights, nearest, k, "points", bring, threads)
    return bucket, nearest, centres


def _assign(
    points: U16, weights: I64, centres: U16, bucket: I32, nearest: I64, threads: int
) -> I64:
    """Find the nearest centre of each point; return sums of points and weights, ``(k, 9)``."""
    from .clustering_kernels import find_nearest_means

    n, k = len(points), len(centres)
    order, apart = _listed(centres, min(k - 1, _MOST_LISTED), threads)

    def find(task: int) -> I64:
        sums = np.zeros((k, 9), np.int64)
        ends = n * task // _TASKS, n * (task + 1) // _TASKS
        find_nearest_means(points, weights, centres, order, apart, *ends, bucket, nearest, sums)
        return sums

    return sum(over_tasks(find, range(_TASKS), threads), np.zeros((k, 9), np.int64))


def _listed(centres: U16, count: int, threads: int = 0) -> tuple[I32, I32]:
    """The ``count`` nearest others of each centre, the first of equals first.

    Returns (k, count) int32, (k, count) int32: their numbers, and the squared distances.
    """
    k = len(centres)
    other, apart = np.empty((2, k, count), np.int32)

    def find(first: int) -> None:
        last = min(first + 64, k)
        keys = _squares_between(centres, first, last) << 14 | np.arange(k)
        keys[np.arange(last - first), np.arange(first, last)] = np.iinfo(np.int64).max
        if count < k - 1:
            keys = np.partition(keys, count, axis=1)[:, :count]
        keys = np.sort(keys, axis=1)[:, :count]
        other[first:last], apart[first:last] = keys & 16_383, keys >> 14

    over_tasks(find, range(0, k, 64), threads)
    return other, apart


def _squares_between(centres: U16, first: int, last: int) -> I64:
    """The exact squared distances of some centres, ``first..last``, to all."""
    numbers = centres.astype(np.float64)  # whole, and far below 2**53
    norms = (numbers**2).sum(axis=1)
    between = norms[first:last, None] + norms[None] - 2 * numbers[first:last] @ numbers.T
    squares: I64 = between.astype(np.int64)
    return squares
