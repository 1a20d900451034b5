"""Buckets of sorted rows of numbers, by the earth mover's distance.

Rows hold what a hole can come to, in ascending order. In one dimension the earth mover's distance
of two rows is the sum of their differences, place by place. The medians of each place make the row
nearest to the rows of a bucket, so this is k-medians: S. P. Lloyd's rounds (IEEE Transactions on
Information Theory 28, 1982). Starts are drawn by distance and weight, as in D. Arthur and
S. Vassilvitskii, "k-means++", 2007. For single numbers the buckets are the best of all.

All kinds of clustering share the rounds from several starts. A :class:`Midway` holds everything
known between two rounds: a run that continues from it comes to the same result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from ..given import shown
from ..signatures import F64, I32, I64, U16
from ..threads import over_rows, over_tasks, worker_count

NEW_ROUND = 0.0005  # a round must reduce the mean distance by this share of it

State = tuple[npt.NDArray[Any], ...]  # the centres, and what else a kind needs
Listener = Callable[[int, int, int], object]


class Best(NamedTuple):
    """The end of the best start so far."""

    state: State
    total: int
    rounds: int


class Midway(NamedTuple):
    """The state of a clustering between two rounds or between two restarts."""

    restart: int
    rounds: int  # done in this restart
    before: int  # the sum of distances in the last of them
    state: State  # empty if no round is done
    best: Best | None  # of the restarts before


class Rounds(Protocol):
    """A kind of rows that can be put into buckets."""

    def start(self, k: int, rng: np.random.Generator) -> State:
        """Draw centres."""
        ...

    def measure(self, state: State) -> tuple[int, I64]:
        """Assign rows to buckets; return the weighted sum of distances, and rows by bucket."""
        ...

    def move(self, state: State) -> State:
        """Move the centres of the buckets measured last."""
        ...


def best_of(
    kind: Rounds,
    k: int,
    *,
    seed: int,
    restarts: int,
    rounds: int,
    progress: Listener | None = None,
    midway: Midway | None = None,
    save: Callable[[Midway], object] | None = None,
) -> Best:
    """The best buckets of several starts; the kind has measured them last.

    ``k``: buckets; ``seed``, ``restarts``, ``rounds``: at most so many rounds in each restart,
    fewer
    if one changes the sum of distances by less than a two-thousandth; ``midway``: where to
    continue; ``save``: called with the state after each round. Raises ValueError if a number is
    below 1.
    """
    for name, number in (("k", k), ("restarts", restarts), ("rounds", rounds)):
        if number < 1:
            raise ValueError(f"{name} is {shown(number)}: give 1 or more")
    best = midway.best if midway else None
    state: State = ()
    for restart in range(midway.restart if midway else 0, restarts):
        before: int | None
        if midway and midway.state and restart == midway.restart:
            state, done, before = midway.state, midway.rounds, midway.before
        else:
            state, done, before = kind.start(k, np.random.default_rng([seed, restart])), 0, None
        while True:
            total, counts = kind.measure(state)
            done += 1
            if progress is not None:
                progress(restart, done, total)
            enough = before is not None and before - total <= NEW_ROUND * before
            if counts.min() and (done >= rounds or enough):
                break
            before, state = total, kind.move(state)
            if save is not None:
                save(Midway(restart, done, before, state, best))
        if best is None or total < best.total:
            best = Best(state, total, done)
    assert best is not None
    if best.state is not state:
        kind.measure(best.state)
    return best


PARTS = {1081: 23, 46: 2}  # of rows of run-outs; other rows have one part
TASKS = 8  # a thread
CENTRES_AT_ONCE = 64  # centres whose distances to all others are in memory at a time

BLOCK = 32  # numbers whose last bucket's beginning is looked for at once


@dataclass(frozen=True)
class Clusters:
    """Buckets of rows."""

    bucket: I32  # (n,) int32, of each row, ascending by the total of the centre
    distance: I64  # (n,) int64, from each row to the centre of its bucket
    centres: U16  # (k, v) uint16
    total: int  # the weighted sum of distances, which the choice of buckets makes small
    rounds: int  # in the best restart
    best: Best  # its end, with which a :class:`Midway` can begin the next


def cluster(
    rows: U16,
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

    The result is a local optimum, the best of some restarts; the global one is hard to find. It is
    the same for any number of threads.

    ``rows``: (n, v) uint16, each ascending, 0..1980; ``weights``: (n,) int, positive: deals; ``k``:
    buckets, at most the number of different rows. Raises ValueError if there are fewer different
    rows than buckets, or a number is out of range.
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
    rows: U16, weights: npt.NDArray[np.integer], bucket: npt.NDArray[np.integer], threads: int = 0
) -> U16:
    """The lower medians of the rows of each bucket, place by place.

    ``rows``, ``weights``: as :func:`cluster` takes them; ``bucket``: (n,) int, 0 .. k - 1. An empty
    bucket has zeros. Returns (k, v) uint16.
    """
    rows, of_row = np.ascontiguousarray(rows), np.ascontiguousarray(bucket, np.int32)
    centres = np.zeros((int(of_row.max()) + 1, rows.shape[1]), np.uint16)
    order = np.arange(len(rows), dtype=np.int32)
    _set_medians(rows, np.asarray(weights, np.int64), order, of_row, centres, worker_count(threads))
    return centres


def spread(rows: U16, centres: U16, bucket: npt.NDArray[np.integer], threads: int = 0) -> I64:
    """The distance from each row to the centre of its bucket.

    ``rows``: (n, v) uint16; ``centres``: (k, v) uint16, such as :func:`medians_of`; ``bucket``:
    (n,) int, 0 .. k - 1. Returns (n,) int64.
    """
    from .clustering_kernels import measure

    rows, of_row = np.ascontiguousarray(rows), np.ascontiguousarray(bucket, np.int32)
    distances = np.empty(len(rows), np.int64)
    over_rows(lambda *part: measure(rows, of_row, centres, distances, *part), len(rows), threads)
    return distances


def neighbours(centres: U16, most: int, threads: int = 0) -> tuple[I32, I64]:
    """The nearest other centres of each, and how far they are.

    ``centres``: (k, v) uint16; ``most``: how many neighbours of each, or all k - 1 others if fewer.
    Returns (k, m) int32, (k, m) int64: the others, ascending by number; and their distances.
    """
    from .clustering_kernels import measure_centres

    def measure(start: int, stop: int) -> I64:
        here = np.empty((stop - start, len(centres)), np.int64)
        measure_centres(centres, start, stop, here)
        return here

    return nearest_of(measure, len(centres), most, threads)


def nearest_of(
    measure: Callable[[int, int], I64], k: int, most: int, threads: int
) -> tuple[I32, I64]:
    """The nearest others of k centres; ``measure`` gives the distances of some centres to all."""
    most = min(most, k - 1)
    neighbours, apart = np.empty((k, most), np.int32), np.empty((k, most), np.int64)

    def look(start: int) -> None:
        stop = min(start + CENTRES_AT_ONCE, k)
        here = measure(start, stop)
        here[np.arange(stop - start), np.arange(start, stop)] = np.iinfo(np.int64).max
        nearest = np.sort(np.argsort(here, axis=1, kind="stable")[:, :most], axis=1)
        neighbours[start:stop] = nearest
        apart[start:stop] = np.take_along_axis(here, nearest, axis=1)

    over_tasks(look, range(0, k, CENTRES_AT_ONCE), threads)
    return neighbours, apart


def _set_medians(
    rows: U16, weights: I64, order: I32, bucket: I32, centres: U16, threads: int
) -> None:
    """Set centres to the medians of their rows; centres of empty buckets stay.

    Weights and buckets are by place; ``order`` has the row at each place.
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


def even_shares(starts: I64, threads: int) -> list[int]:
    """The bounds of shares of buckets, one a thread, with about as many rows each.

    ``starts``: where the rows of each bucket begin, and where the last ends.
    """
    k, rows = len(starts) - 1, int(starts[-1])
    shares = np.linspace(0, rows, TASKS * threads + 1)
    return [0, *np.searchsorted(starts, shares[1:-1]).clip(max=k).tolist(), k]


def draw_starts(
    rng: np.random.Generator,
    weights: I64,
    nearest: I64,
    k: int,
    what: str,
    bring: Callable[[int, int, I64, int, int], None],
    threads: int,
) -> None:
    """Draw k centres among rows, each by its weight and its distance to the centres before.

    ``nearest``: the distances so far; ``bring(centre, place, masses, first, last)`` takes the row
    at a place as a centre, for some blocks of rows, and keeps each block's weighted sum of
    distances
    in ``masses``. Raises ValueError if fewer rows, called ``what``, differ.
    """
    from .clustering_kernels import BLOCK

    n = len(weights)
    masses = np.add.reduceat(weights, np.arange(0, n, BLOCK))
    shares = np.linspace(0, len(masses), TASKS * worker_count(threads) + 1)
    bounds = shares.astype(np.int64).tolist()
    drawn_by = np.ones(n, np.int64)
    for centre in range(k):
        place = draw_place(rng, weights, drawn_by, masses, BLOCK)
        if place < 0:
            raise ValueError(
                f"k is {shown(k)}, but only {centre:,} {what} differ: give that or less"
            )

        def take(task: int, centre: int = centre, place: int = place) -> None:
            bring(centre, place, masses, bounds[task], bounds[task + 1])

        over_tasks(take, range(len(bounds) - 1), threads)
        drawn_by = nearest


def draw_place(
    rng: np.random.Generator, weights: I64, nearest: I64, masses: I64, block_rows: int
) -> int:
    """Draw a row by weight times distance to the nearest centre; -1 if all distances are 0.

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
    """Rows in the order of their totals, and what is looked up about them."""

    def __init__(self, rows: U16, weights: I64, threads: int) -> None:
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
        self.bucket = np.zeros(len(rows), np.int32)  # by place, as last measured
        self.nearest = np.empty(len(rows), np.int64)

    def start(self, k: int, rng: np.random.Generator) -> State:
        """Centres of rows, each drawn by its weight and its distance to those before."""
        from .clustering_kernels import BLOCK, add_centre

        n = len(self.order)
        nearest = np.full(n, np.iinfo(np.int32).max, np.int64)
        farthest = np.full(-(-n // BLOCK), np.iinfo(np.int32).max, np.int64)
        centres = np.empty((k, self.rows.shape[1]), np.uint16)
        of_centres = np.empty((k, self.sums.shape[1]), np.int32)

        def bring(centre: int, place: int, masses: I64, first: int, last: int) -> None:
            centres[centre] = self.rows[self.order[place]]
            of_centres[centre] = self.sums[place]
            add_centre(
                self.rows, self.order, self.totals, self.sums, self.weights, centres, of_centres,
                centre, int(self.totals[place]), nearest, farthest, masses, first, last,
            )  # fmt: skip

        draw_starts(rng, self.weights, nearest, k, "rows", bring, self.threads)
        return (_in_order(centres),)

    def measure(self, state: State) -> tuple[int, I64]:
        """Find the nearest centre of each row."""
        (centres,) = state
        self.assign(centres)
        counts = np.bincount(self.bucket, minlength=len(centres))
        return int(self.nearest @ self.weights), counts

    def move(self, state: State) -> State:
        """The medians of buckets; empty buckets take the rows farthest from their centres."""
        centres = state[0].copy()
        _set_medians(self.rows, self.weights, self.order, self.bucket, centres, self.threads)
        empty = np.flatnonzero(np.bincount(self.bucket, minlength=len(centres)) == 0)
        if len(empty):
            far = np.argsort(-self.nearest, kind="stable")[: len(empty)]
            centres[empty] = self.rows[self.order[far]]
        return (_in_order(centres),)

    def assign(self, centres: U16) -> None:
        """Find the nearest centre of each row."""
        from .clustering_kernels import find_nearest, sum_parts

        sums = np.empty((len(centres), self.sums.shape[1]), np.int32)
        sum_parts(centres, sums, 0, len(centres))
        totals = sums.sum(axis=1, dtype=np.int64)
        # The centre with the next lower total is a guess that does not depend on earlier rounds.
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


def _in_order(centres: U16) -> U16:
    """Centres, ascending by their totals."""
    return centres[np.argsort(centres.sum(axis=1, dtype=np.int64), kind="stable")]


def optimal_buckets(
    values: npt.NDArray[np.integer], weights: npt.NDArray[np.integer], k: int
) -> I32:
    """The k buckets of numbers with the least sum of squares around their means.

    The best buckets are intervals. The best k of the first j numbers are the best k - 1 of some of
    them, and an interval of the rest (W. D. Fisher, "On grouping for maximum homogeneity", Journal
    of the American Statistical Association 53, 1958).

    ``values``: (n,) int, ascending, each once; ``weights``: (n,) int, positive; ``k``: 1 .. n.
    Returns (n,) int32: the bucket of each number, ascending from 0. Of equal sums of squares the
    one with the shorter first bucket is taken.
    first bucket that is shorter.

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
        # The last bucket never begins earlier for later numbers or for more buckets.
        for stop in range(n, bucket, -BLOCK):
            low = max(bucket, stop - BLOCK)
            first = max(bucket, begins[bucket - 1, low])
            # Row j: the cost of the first j + 1 numbers if the last bucket begins at each of these.
            ways = squares[low:stop, first : last + 1] + before[None, first - 1 : last]
            best = ways.argmin(axis=1)
            begins[bucket, low:stop] = first + best
            least[low:stop] = ways[np.arange(stop - low), best]
            last = int(begins[bucket, low])
    buckets = np.empty(n, np.int32)
    stop = n
    for bucket in reversed(range(k)):
        start = begins[bucket, stop - 1]
        buckets[start:stop] = bucket
        stop = start
    return buckets


def _squares(values: F64, weights: F64) -> F64:
    """``(n, n)``: in row j the squares of numbers i to j around their mean; infinite for j < i.

    Each number adds its distance from the mean of those before. Nothing is subtracted, so small
    sums keep their digits (B. P. Welford, Technometrics 4, 1962).
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
