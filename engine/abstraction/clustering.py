"""Buckets of sorted rows of numbers, by the earth mover's distance.

Rows are what a hole can come to, ascending; in one dimension the earth mover's distance of two is
the sum of their differences, place by place. The medians of each place make the row that is nearest
to those of a bucket, so this is k-medians: S. P. Lloyd's rounds (IEEE Transactions on Information
Theory 28, 1982) from starts chosen as in D. Arthur and S. Vassilvitskii, "k-means++", 2007:
by distance and weight. Single numbers have buckets that are the best of all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..given import shown
from ..threads import over_rows, over_tasks, worker_count
from .rounds import Best, Listener, Midway, State, best_of

Rows = npt.NDArray[np.uint16]
Ints = npt.NDArray[np.int64]

PARTS = {1081: 23, 46: 2}  # of rows of run-outs; others are one part
TASKS = 8  # a thread
CENTRES_AT_ONCE = 64  # whose distances to all others are in memory
Floats = npt.NDArray[np.float64]

BLOCK = 32  # numbers for which the beginning of the last bucket is looked for at once


@dataclass(frozen=True)
class Clusters:
    """Buckets of rows."""

    bucket: npt.NDArray[np.int32]  # (n,) int32, of each row, ascending by the total of the centre
    distance: Ints  # (n,) int64, from each row to the centre of its bucket
    centres: Rows  # (k, v) uint16
    total: int  # the sum of distances, times weights: what buckets are chosen to make small
    rounds: int  # of the restart that was best
    best: Best  # the end of this restart, with which a :class:`~.rounds.Midway` can begin the next


def cluster(
    rows: Rows,
    weights: npt.NDArray[np.integer],
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
    """Choose k buckets of rows, so that the mean distance to the centres is small.

    The result is a local optimum, the best of some restarts; the least of all is hard to find. It
    is the same for any number of threads.

    ``rows``: (n, v) uint16, each ascending, 0..1980; ``weights``: (n,) int, positive: deals; ``k``:
    buckets, at most as many as rows that differ. Raises ValueError if there are fewer different
    rows than buckets, or numbers are none that are allowed.
    """
    run = _Run(rows, np.asarray(weights, np.int64), threads)
    best = best_of(
        run, k, seed=seed, restarts=restarts, rounds=rounds, progress=progress, midway=midway,
        save=save,
    )  # fmt: skip
    back = np.empty(len(run.order), np.int64)
    back[run.order] = np.arange(len(run.order))
    (centres,) = best.state
    return Clusters(run.bucket[back], run.nearest[back], centres, best.total, best.rounds, best)


def medians_of(
    rows: Rows, weights: npt.NDArray[np.integer], bucket: npt.NDArray[np.integer], threads: int = 0
) -> Rows:
    """The lower medians of the rows of each bucket, place by place.

    ``rows``, ``weights``: as :func:`cluster` takes them; ``bucket``: (n,) int, 0 .. k - 1; some may
    be empty: zeros. Returns (k, v) uint16.
    """
    rows, of_row = np.ascontiguousarray(rows), np.ascontiguousarray(bucket, np.int32)
    centres = np.zeros((int(of_row.max()) + 1, rows.shape[1]), np.uint16)
    order = np.arange(len(rows), dtype=np.int32)
    _set_medians(rows, np.asarray(weights, np.int64), order, of_row, centres, worker_count(threads))
    return centres


def spread(rows: Rows, centres: Rows, bucket: npt.NDArray[np.integer], threads: int = 0) -> Ints:
    """The distance from each row to the centre of the bucket that it is in.

    ``rows``: (n, v) uint16; ``centres``: (k, v) uint16, such as :func:`medians_of`; ``bucket``:
    (n,) int, 0 .. k - 1. Returns (n,) int64.
    """
    from .clustering_kernels import measure

    rows, of_row = np.ascontiguousarray(rows), np.ascontiguousarray(bucket, np.int32)
    found = np.empty(len(rows), np.int64)
    over_rows(lambda *part: measure(rows, of_row, centres, found, *part), len(rows), threads)
    return found


def neighbours(centres: Rows, most: int, threads: int = 0) -> tuple[npt.NDArray[np.int32], Ints]:
    """The nearest other centres of each, and how far they are.

    ``centres``: (k, v) uint16; ``most``: so many of each, or all k - 1 others if these are fewer.
    Returns (k, m) int32, (k, m) int64: the others, ascending by number; and their distances.
    """
    from .clustering_kernels import measure_centres

    def measure(start: int, stop: int) -> Ints:
        here = np.empty((stop - start, len(centres)), np.int64)
        measure_centres(centres, start, stop, here)
        return here

    return nearest_of(measure, len(centres), most, threads)


def nearest_of(
    measure: Callable[[int, int], Ints], k: int, most: int, threads: int
) -> tuple[npt.NDArray[np.int32], Ints]:
    """The nearest others of k centres; ``measure`` says how far some of them are from all."""
    most = min(most, k - 1)
    found, apart = np.empty((k, most), np.int32), np.empty((k, most), np.int64)

    def look(start: int) -> None:
        stop = min(start + CENTRES_AT_ONCE, k)
        here = measure(start, stop)
        here[np.arange(stop - start), np.arange(start, stop)] = np.iinfo(np.int64).max
        nearest = np.sort(np.argsort(here, axis=1, kind="stable")[:, :most], axis=1)
        found[start:stop] = nearest
        apart[start:stop] = np.take_along_axis(here, nearest, axis=1)

    over_tasks(look, range(0, k, CENTRES_AT_ONCE), threads)
    return found, apart


def _set_medians(
    rows: Rows,
    weights: Ints,
    order: npt.NDArray[np.int32],
    bucket: npt.NDArray[np.int32],
    centres: Rows,
    threads: int,
) -> None:
    """Set centres to the medians of their rows; those of empty buckets stay.

    Weights and buckets are by place, and ``order`` says which row is there.
    """
    from .clustering_kernels import find_medians

    members = np.argsort(bucket, kind="stable").astype(np.int32)
    starts = np.searchsorted(bucket[members], np.arange(len(centres) + 1))
    bounds = even_shares(starts, threads)
    over_tasks(
        lambda task: find_medians(
            rows, weights, order, members, starts, centres, bounds[task], bounds[task + 1]
        ),
        range(len(bounds) - 1),
        threads,
    )


def even_shares(starts: Ints, threads: int) -> list[int]:
    """The bounds of shares of buckets, for so many threads, with about as many rows each.

    ``starts`` says where among the rows each bucket begins, and where the last ends.
    """
    k, rows = len(starts) - 1, int(starts[-1])
    shares = np.linspace(0, rows, TASKS * threads + 1)
    return [0, *np.searchsorted(starts, shares[1:-1]).clip(max=k).tolist(), k]


def draw_place(
    rng: np.random.Generator, weights: Ints, nearest: Ints, masses: Ints, block_rows: int
) -> int:
    """Draw a row by its weight times its distance to the nearest centre; -1 if none is off one.

    ``masses`` has the sums of these products over blocks of so many rows.
    """
    ends = np.cumsum(masses)
    if ends[-1] == 0:
        return -1
    drawn = rng.integers(int(ends[-1]))
    block = int(np.searchsorted(ends, drawn, "right"))
    part = slice(block * block_rows, (block + 1) * block_rows)
    inside = np.cumsum(weights[part] * nearest[part]) + (ends[block] - masses[block])
    return part.start + int(np.searchsorted(inside, drawn, "right"))


class _Run:
    """Rows in the order of their totals, and what is looked up of them."""

    def __init__(self, rows: Rows, weights: Ints, threads: int) -> None:
        from .clustering_kernels import sum_parts

        self.rows = np.ascontiguousarray(rows)
        self.threads = worker_count(threads)
        sums = np.empty((len(rows), PARTS.get(rows.shape[1], 1)), np.int32)
        over_rows(lambda *part: sum_parts(self.rows, sums, *part), len(rows), self.threads)
        totals = sums.sum(axis=1, dtype=np.int32)
        self.order = np.argsort(totals, kind="stable").astype(np.int32)
        self.totals = totals[self.order]
        self.sums = sums[self.order]
        self.weights = weights[self.order]
        self.bucket = np.zeros(len(rows), np.int32)  # by place, as it was measured last
        self.nearest = np.empty(len(rows), np.int64)

    def start(self, k: int, rng: np.random.Generator) -> State:
        """Centres of rows, each chosen by its distance to those before and its weight."""
        from .clustering_kernels import BLOCK, add_centre

        n = len(self.order)
        blocks = -(-n // BLOCK)
        nearest = np.full(n, np.iinfo(np.int32).max, np.int64)
        farthest = np.full(blocks, np.iinfo(np.int32).max, np.int64)
        masses = np.add.reduceat(self.weights, np.arange(0, n, BLOCK))
        centres = np.empty((k, self.rows.shape[1]), np.uint16)
        of_centres = np.empty((k, self.sums.shape[1]), np.int32)
        bounds = np.linspace(0, blocks, TASKS * self.threads + 1).astype(np.int64).tolist()
        for centre in range(k):
            drawn_by = nearest if centre else np.ones(n, np.int64)
            place = draw_place(rng, self.weights, drawn_by, masses, BLOCK)
            if place < 0:
                raise ValueError(
                    f"k is {shown(k)}, but only {centre:,} rows differ: give that or less"
                )
            centres[centre] = self.rows[self.order[place]]
            of_centres[centre] = self.sums[place]
            total = int(self.totals[place])

            def bring(task: int, centre: int = centre, total: int = total) -> None:
                add_centre(
                    self.rows, self.order, self.totals, self.sums, self.weights, centres,
                    of_centres, centre, total, nearest, farthest, masses, bounds[task],
                    bounds[task + 1],
                )  # fmt: skip

            over_tasks(bring, range(len(bounds) - 1), self.threads)
        return (_in_order(centres),)

    def measure(self, state: State) -> tuple[int, Ints]:
        """Find the nearest centre of each row."""
        (centres,) = state
        self.assign(centres)
        counts = np.bincount(self.bucket, minlength=len(centres))
        return int(self.nearest @ self.weights), counts

    def move(self, state: State) -> State:
        """The medians of buckets; those that are empty take the rows that are farthest off."""
        centres = state[0].copy()
        _set_medians(self.rows, self.weights, self.order, self.bucket, centres, self.threads)
        empty = np.flatnonzero(np.bincount(self.bucket, minlength=len(centres)) == 0)
        if len(empty):
            far = np.argsort(-self.nearest, kind="stable")[: len(empty)]
            centres[empty] = self.rows[self.order[far]]
        return (_in_order(centres),)

    def assign(self, centres: Rows) -> None:
        """Find the nearest centre of each row."""
        from .clustering_kernels import find_nearest, sum_parts

        sums = np.empty((len(centres), self.sums.shape[1]), np.int32)
        sum_parts(centres, sums, 0, len(centres))
        totals = sums.sum(axis=1, dtype=np.int64)
        # The centre whose total is nearest from below is a guess that depends on nothing before.
        guess = np.searchsorted(totals, self.totals).clip(max=len(centres) - 1)
        self.bucket[:] = guess
        over_rows(
            lambda *part: find_nearest(
                self.rows, self.order, self.totals, self.sums, centres, sums, totals, self.bucket,
                self.nearest, *part,
            ),
            len(self.bucket),
            self.threads,
        )  # fmt: skip


def _in_order(centres: Rows) -> Rows:
    """Centres, ascending by their totals."""
    return centres[np.argsort(centres.sum(axis=1, dtype=np.int64), kind="stable")]


def optimal_buckets(
    values: npt.NDArray[np.integer], weights: npt.NDArray[np.integer], k: int
) -> npt.NDArray[np.int32]:
    """The k buckets of numbers whose sum of squares around their means is the least of all.

    Buckets of the best choice are intervals. The best k of the first j numbers are the best k - 1
    of some of them, and an interval of the rest (W. D. Fisher, "On grouping for maximum
    homogeneity", Journal of the American Statistical Association 53, 1958).

    Parameters
    ----------
    values : (n,) int
        Ascending, each once.
    weights : (n,) int
        Positive.
    k : int
        1 .. n.

    Returns
    -------
    (n,) int32
        The bucket of each number, ascending from 0. The same sums of squares: the first bucket that
        is shorter.

    Examples
    --------
    >>> optimal_buckets(np.array([0, 1, 10, 11, 30]), np.array([1, 1, 1, 1, 1]), 3)
    array([0, 0, 1, 1, 2], dtype=int32)
    """
    n = len(values)
    if not 1 <= k <= n:
        raise ValueError(f"k is {shown(k)}: give 1 to {n:,}, the numbers that differ")
    squares = _squares(values.astype(np.float64), weights.astype(np.float64))
    least = squares[:, 0].copy()  # of the first j + 1 numbers in one bucket
    begins = np.zeros((k, n), np.int32)  # where the last of b + 1 buckets begins
    for bucket in range(1, k):
        before, least = least, np.full(n, np.inf)
        last = n - 1
        # Later numbers, and more buckets, never let the last bucket begin earlier.
        for stop in range(n, bucket, -BLOCK):
            low = max(bucket, stop - BLOCK)
            first = max(bucket, begins[bucket - 1, low])
            # Row j: what the first j + 1 numbers cost if the last bucket begins at each of these.
            ways = squares[low:stop, first : last + 1] + before[None, first - 1 : last]
            best = ways.argmin(axis=1)
            begins[bucket, low:stop] = first + best
            least[low:stop] = ways[np.arange(stop - low), best]
            last = int(begins[bucket, low])
    found = np.empty(n, np.int32)
    stop = n
    for bucket in reversed(range(k)):
        start = begins[bucket, stop - 1]
        found[start:stop] = bucket
        stop = start
    return found


def _squares(values: Floats, weights: Floats) -> Floats:
    """``(n, n)``: in row j the squares of numbers i to j around their mean; infinite for j < i.

    Each number adds what it is off the mean of those before: nothing is subtracted, and small sums
    keep their digits (B. P. Welford, Technometrics 4, 1962).
    """
    n = len(values)
    squares = np.full((n, n), np.inf)
    mass, mean, sums = np.zeros(n), np.zeros(n), np.zeros(n)
    for j in range(n):
        here = slice(0, j + 1)  # by i
        more = mass[here] + weights[j]
        off = values[j] - mean[here]
        sums[here] += off * off * mass[here] * (weights[j] / more)
        mean[here] += off * (weights[j] / more)
        mass[here] = more
        squares[j, here] = sums[here]
    return squares
