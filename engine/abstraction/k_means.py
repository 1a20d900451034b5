"""k-means of points of eight whole numbers: buckets with small squares around their means.

Rounds are those of S. P. Lloyd (IEEE Transactions on Information Theory 28, 1982), starts those of
D. Arthur and S. Vassilvitskii, "k-means++" (2007): by squares and weight. Most pairs of point and
centre are left out, exactly: centres are looked at in the order of their distance from the one that
the point had before (S. J. Phillips, "Acceleration of k-means and related clustering algorithms",
2002).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ..given import shown
from ..threads import over_rows, over_tasks, worker_count
from .clustering import Clusters, draw_place, nearest_of
from .rounds import Listener, Midway, State, best_of

_TASKS = 16  # each with sums of its own
_MOST_LISTED = 512  # neighbours of a centre that are put in order

Rows = npt.NDArray[np.uint16]
Ints = npt.NDArray[np.int64]
Buckets = npt.NDArray[np.int32]


def cluster_points(
    points: Rows,
    weights: Ints,
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
    """Choose k buckets of points with small squares of distances to their means.

    It is a local optimum, the best of some restarts, and the same for any number of threads: means
    are rounded to whole numbers, halves up.

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
    """Points that are put into buckets, near ones together."""

    def __init__(self, points: Rows, weights: Ints, threads: int) -> None:
        self.points, self.weights, self.threads = points, weights, threads
        self.sums = np.zeros((0, 9), np.int64)  # of the buckets that were measured last

    def start(self, k: int, rng: np.random.Generator) -> State:
        """Draw centres."""
        bucket, nearest, centres = _start(self.points, self.weights, k, rng, self.threads)
        return centres, bucket, nearest

    def measure(self, state: State) -> tuple[int, Ints]:
        """Find the nearest centre of each point."""
        centres, bucket, nearest = state
        self.sums = _assign(self.points, self.weights, centres, bucket, nearest, self.threads)
        return int(nearest @ self.weights), self.sums[:, 8]

    def move(self, state: State) -> State:
        """The means of buckets; those that are empty take the points that are farthest off."""
        _, bucket, nearest = state
        mass = np.maximum(self.sums[:, 8:], 1)
        centres = ((2 * self.sums[:, :8] + mass) // (2 * mass)).astype(np.uint16)
        empty = np.flatnonzero(self.sums[:, 8] == 0)
        if len(empty):
            far = np.argsort(-nearest, kind="stable")[: len(empty)]
            centres[empty] = self.points[far]
        return centres, bucket, nearest


def measure_points(
    points: Rows, weights: Ints, bucket: npt.NDArray[np.integer], threads: int = 0
) -> tuple[Rows, Ints]:
    """The means of buckets, and the squares of the distances of their points to them.

    ``points``, ``weights``: as :func:`cluster_points` takes them; ``bucket``: (n,) int, 0 .. k - 1;
    some may be empty, their means are zeros. Returns (k, 8) uint16, (n,) int64.
    """
    from .k_means_kernels import measure_from_means

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


def mean_neighbours(
    centres: Rows, most: int, threads: int = 0
) -> tuple[npt.NDArray[np.int32], Ints]:
    """The nearest other centres of each, and the squares of their distances.

    ``centres``: (k, 8) uint16; ``most``: so many of each, or all k - 1 others if these are fewer.
    Returns (k, m) int32, (k, m) int64: the others, ascending by number; and the squares.
    """

    def measure(start: int, stop: int) -> Ints:
        return _squares_between(centres, start, stop)

    return nearest_of(measure, len(centres), most, threads)


def _near_each_other(points: Rows, threads: int) -> Ints:
    """The points in an order in which those that follow each other are mostly near."""
    from .k_means_kernels import number_cells

    cells = np.empty(len(points), np.uint64)
    over_rows(lambda *part: number_cells(points, cells, *part), len(points), threads)
    return np.argsort(cells, kind="stable")


def _start(
    points: Rows, weights: Ints, k: int, rng: np.random.Generator, threads: int
) -> tuple[Buckets, Ints, Rows]:
    """Centres that are points, each drawn by weight and the square of its distance to the others.

    Returns the nearest of each point, the square of the distance to it, and the centres.
    """
    from .k_means_kernels import BLOCK, add_start

    n = len(points)
    blocks = -(-n // BLOCK)
    bounds = np.linspace(0, blocks, 8 * worker_count(threads) + 1).astype(np.int64).tolist()
    bucket = np.zeros(n, np.int32)
    nearest = np.full(n, np.iinfo(np.int32).max, np.int64)
    firsts = np.arange(0, n, BLOCK)
    lows, highs = np.minimum.reduceat(points, firsts), np.maximum.reduceat(points, firsts)
    farthest = np.full(blocks, np.iinfo(np.int32).max, np.int64)
    masses = np.add.reduceat(weights, firsts)
    drawn_by = np.ones(n, np.int64)
    centres = np.empty((k, 8), np.uint16)
    for centre in range(k):
        place = draw_place(rng, weights, drawn_by, masses, BLOCK)
        if place < 0:
            raise ValueError(
                f"k is {shown(k)}, but only {centre:,} points differ: give that or less"
            )
        centres[centre] = points[place]
        drawn_by = nearest

        def bring(task: int, centre: int = centre) -> None:
            ends = bounds[task], bounds[task + 1]
            add_start(
                points, weights, lows, highs, centres, centre, bucket, nearest, farthest, masses,
                *ends,
            )  # fmt: skip

        over_tasks(bring, range(len(bounds) - 1), threads)
    return bucket, nearest, centres


def _assign(
    points: Rows, weights: Ints, centres: Rows, bucket: Buckets, nearest: Ints, threads: int
) -> Ints:
    """Find the nearest centre of each point; return sums of points and weights, ``(k, 9)``."""
    from .k_means_kernels import find_nearest_means

    n, k = len(points), len(centres)
    order, apart = _listed(centres, min(k - 1, _MOST_LISTED), threads)

    def find(task: int) -> Ints:
        sums = np.zeros((k, 9), np.int64)
        ends = n * task // _TASKS, n * (task + 1) // _TASKS
        find_nearest_means(points, weights, centres, order, apart, *ends, bucket, nearest, sums)
        return sums

    return sum(over_tasks(find, range(_TASKS), threads), np.zeros((k, 9), np.int64))


def _listed(
    centres: Rows, count: int, threads: int = 0
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Of each centre the ``count`` nearest others, the first of equals first.

    Returns (k, count) int32, (k, count) int32: which they are, and the squares of the distances.
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


def _squares_between(centres: Rows, first: int, last: int) -> npt.NDArray[np.int64]:
    """The squares of the distances of some centres, ``first..last``, to all: exact."""
    numbers = centres.astype(np.float64)  # whole, and far below 2**53
    own = (numbers**2).sum(axis=1)
    found = own[first:last, None] + own[None] - 2 * numbers[first:last] @ numbers.T
    squares: Ints = found.astype(np.int64)
    return squares
