"""Potential-aware buckets: rows of next buckets, clustered by the earth mover's distance.

A row lists the buckets of the next street that a hole is in after each possible next card. The
cost of moving from one bucket to another is their distance, as in S. Ganzfried and T. Sandholm,
"Potential-aware imperfect-recall abstraction with earth mover's distance in imperfect-information
games", AAAI 2014. They estimate distances; here all are exact, in whole numbers.

A centre is a row of as many units, so the rounds are those of k-medians. Each row goes to the
nearest centre. Then each unit of a centre moves to the bucket nearest to all buckets that the unit
is moved to on the shortest ways to its rows. Neither step increases the sum of distances.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ..signatures import I32, I64, U16, Bool
from ..threads import over_rows, over_tasks, worker_count
from .clustering import (
    CENTRES_AT_ONCE,
    Clusters,
    Listener,
    Midway,
    State,
    best_of,
    draw_starts,
    even_shares,
)

PARTS = 8  # parts of the places of medians, which bound distances
MOST = 2**31 - 1  # the largest sum in the kernels
FAR = 2**62


def ground_distances(medians: U16) -> I32:
    """The earth mover's distances between all buckets of numbers.

    ``medians``: (t, w) uint16, of each bucket, ascending. Returns (t, t) int32: the sums of
    differences, place by place.
    """
    places = np.ascontiguousarray(medians.T, np.int32)
    distances = np.empty((len(medians), len(medians)), np.int32)
    for bucket, row in enumerate(distances):
        np.abs(places - places[:, bucket : bucket + 1]).sum(axis=0, dtype=np.int32, out=row)
    return distances


class NextBuckets:
    """Rows of next buckets, ready to be clustered and measured.

    Parameters
    ----------
    rows : (n, v) uint16
        Of each hole, its buckets after each of v cards, in any order: 0 .. t - 1.
    weights : (n,) int
        Positive: deals.
    medians : (t, w) uint16
        The numbers that describe each bucket, ascending: the distance of two buckets is the sum of
        the differences place by place.
    threads : int
        0 for all cores. Results are the same.

    Raises
    ------
    ValueError
        If a row has a bucket without medians.
    """

    def __init__(
        self, rows: U16, weights: npt.NDArray[np.integer], medians: U16, threads: int = 0
    ) -> None:
        if rows.max() >= len(medians):
            raise ValueError(
                f"a row has bucket {int(rows.max())}, but there are medians of {len(medians):,}"
            )
        self.threads = worker_count(threads)
        self.ground = ground_distances(medians)
        self.units = rows.shape[1]
        assert int(self.ground.max()) * self.units <= MOST
        parts = min(PARTS, medians.shape[1])
        first = np.arange(parts) * medians.shape[1] // parts
        values = np.add.reduceat(medians, first, axis=1, dtype=np.int64)
        assert int(values.max()) < 2**16
        self.values = values.astype(np.uint16)
        self.all_weights = np.asarray(weights, np.int64)
        self._merge(np.sort(rows, axis=1))
        self.features, self.sums = self._features(self.rows)
        self.totals = self.sums.sum(axis=1, dtype=np.int64)

    def cluster(
        self,
        k: int,
        *,
        seed: int = 0,
        restarts: int = 1,
        rounds: int = 100,
        progress: Listener | None = None,
        midway: Midway | None = None,
        save: Callable[[Midway], object] | None = None,
    ) -> Clusters:
        """Choose k buckets of rows, so that the mean distance to the centres is small.

        The result is a local optimum, the best of some restarts.

        ``seed``, ``restarts``, ``rounds``, ``progress``, ``midway``, ``save``: as
        :func:`~pokerlake.engine.abstraction.clustering.cluster` takes them. The centres are rows,
        (k, v) uint16, ascending. Raises ValueError if there are fewer different rows than buckets,
        or a number is out of range.
        """
        best = best_of(
            self, k, seed=seed, restarts=restarts, rounds=rounds, progress=progress, midway=midway,
            save=save,
        )  # fmt: skip
        centres, bucket, nearest = best.state
        return Clusters(
            bucket[self.place], nearest[self.place], centres, best.total, best.rounds, best
        )

    def centres_of(self, bucket: npt.NDArray[np.integer], rounds: int = 1) -> U16:
        """Centres of the given buckets.

        ``bucket``: (n,) int, 0 .. k - 1; some may be empty; ``rounds``: how often centres move,
        from
        the medians of rows place by place. Returns (k, v) uint16.
        """
        of_row = np.ascontiguousarray(bucket, np.int32)
        centres = np.zeros((int(of_row.max()) + 1, self.units), np.uint16)
        for done in range(rounds + 1):
            self._move(centres, of_row, self.place, self.all_weights, by_place=done == 0)
        return centres

    def spread(self, centres: U16, bucket: npt.NDArray[np.integer]) -> I64:
        """The distance from each row to the centre of its bucket: (n,) int64."""
        from .next_buckets_kernels import measure

        of_row = np.ascontiguousarray(bucket, np.int32)
        distances = np.empty(len(of_row), np.int64)
        arguments = self.rows, self.place, of_row, self.ground, centres, distances
        over_rows(lambda *part: measure(*arguments, *part), len(of_row), self.threads)
        return distances

    def between(self, centres: U16, first: I64, second: I64) -> I64:
        """The distances of pairs of centres, by their numbers: (n,) int64."""
        from .next_buckets_kernels import measure

        distances = np.empty(len(first), np.int64)
        arguments = centres, first, second.astype(np.int32), self.ground, centres, distances
        over_rows(lambda *part: measure(*arguments, *part), len(first), self.threads)
        return distances

    def neighbours(self, centres: U16, most: int) -> tuple[I32, I64]:
        """The nearest others of each centre, as :func:`.clustering.neighbours` gives them."""
        from .next_buckets_kernels import find_others

        k = len(centres)
        others = np.empty((k, min(most, k - 1)), np.int32)
        apart = np.empty(others.shape, np.int64)
        features, sums = self._features(centres)
        totals = sums.sum(axis=1, dtype=np.int64)
        order = np.argsort(totals, kind="stable")
        arguments = centres, features, sums, self.ground, order, totals[order], others, apart
        over_tasks(
            lambda start: find_others(*arguments, start, min(start + CENTRES_AT_ONCE, k)),
            range(0, k, CENTRES_AT_ONCE),
            self.threads,
        )
        by_number = np.argsort(others, axis=1)
        return (
            np.take_along_axis(others, by_number, axis=1),
            np.take_along_axis(apart, by_number, axis=1),
        )

    def _merge(self, rows: U16) -> None:
        """Merge equal rows, in the order of their totals.

        Two thirds of all holes on flops share their row with others. Rows are matched by a digest.
        A
        digest that two different rows share could keep equal rows apart, which only costs time.
        """
        odd = np.random.default_rng(0).integers(2**63, size=(self.units,), dtype=np.uint64)
        total_of = self.values.sum(axis=1, dtype=np.int64)
        totals = np.zeros(len(rows), np.int64)
        digests = np.zeros(len(rows), np.uint64)
        for unit in range(self.units):
            totals += total_of[rows[:, unit]]
            digests += rows[:, unit] * odd[unit]
        order = np.lexsort((digests, totals))
        new = np.ones(len(rows), bool)
        new[1:] = (rows[order[1:]] != rows[order[:-1]]).any(axis=1)
        first = np.flatnonzero(new)
        self.rows = rows[order[first]]
        self.weights = np.add.reduceat(self.all_weights[order], first)
        self.place = np.empty(len(rows), np.int64)
        self.place[order] = np.cumsum(new) - 1

    def _features(self, rows: U16) -> tuple[U16, I32]:
        """Bounds of distances: the sorted values of parts, and their sums."""
        from .next_buckets_kernels import fill_features

        parts = self.values.shape[1]
        features = np.empty((len(rows), parts * self.units), np.uint16)
        sums = np.empty((len(rows), parts), np.int32)
        arguments = rows, self.values, features, sums
        over_rows(lambda *part: fill_features(*arguments, *part), len(rows), self.threads)
        return features, sums

    def start(self, k: int, rng: np.random.Generator) -> State:
        """Centres of rows, each drawn by its weight and its distance to those before.

        Returns them, and each row's nearest centre with its distance.
        """
        from .next_buckets_kernels import BLOCK, add_centre

        n = len(self.rows)
        bucket = np.zeros(n, np.int32)
        nearest = np.full(n, MOST, np.int64)
        farthest = np.full(-(-n // BLOCK), MOST, np.int64)
        places = np.empty(k, np.int64)

        def bring(centre: int, place: int, masses: I64, first: int, last: int) -> None:
            places[centre] = place
            add_centre(
                self.rows, self.features, self.sums, self.totals, self.weights, self.ground, place,
                centre, bucket, nearest, farthest, masses, first, last,
            )  # fmt: skip

        draw_starts(rng, self.weights, nearest, k, "rows", bring, self.threads)
        return self.rows[places], bucket, nearest

    def measure(self, state: State) -> tuple[int, I64]:
        """The sum of distances, times weights, and the rows by bucket."""
        centres, bucket, nearest = state
        return int(nearest @ self.weights), np.bincount(bucket, minlength=len(centres))

    def move(self, state: State) -> State:
        """Move centres nearer to their rows, or to far rows if empty; find the nearest again."""
        was, bucket, nearest = state
        centres = was.copy()
        self._move(centres, bucket, np.arange(len(self.rows)), self.weights)
        empty = np.flatnonzero(np.bincount(bucket, minlength=len(centres)) == 0)
        if len(empty):  # take the rows farthest from their centres
            far = np.argsort(-nearest, kind="stable")[: len(empty)]
            centres[empty] = self.rows[far]
        self._assign(centres, (centres != was).any(axis=1), bucket, nearest)
        return centres, bucket, nearest

    def _move(
        self, centres: U16, bucket: I32, place: I64, weights: I64, by_place: bool = False
    ) -> None:
        """Move centres so that the sum of distances falls; centres of empty buckets stay.

        Buckets and weights belong to the rows at these places.
        """
        from .next_buckets_kernels import move_centres

        members = np.argsort(bucket, kind="stable")
        starts = np.searchsorted(bucket[members], np.arange(len(centres) + 1))
        bounds = even_shares(starts, self.threads)
        arguments = (
            self.rows,
            place[members],
            weights[members],
            starts,
            self.ground,
            by_place,
            centres,
        )
        over_tasks(
            lambda task: move_centres(*arguments, bounds[task], bounds[task + 1]),
            range(len(bounds) - 1),
            self.threads,
        )

    def _assign(self, centres: U16, changed: Bool, bucket: I32, nearest: I64) -> None:
        """Find the nearest centre of each row after some centres have changed."""
        from .next_buckets_kernels import find_nearest

        features, sums = self._features(centres)
        totals = sums.sum(axis=1, dtype=np.int64)
        order = np.argsort(totals, kind="stable")
        arguments = (
            self.rows, self.features, self.sums, self.totals, self.ground, centres, features, sums,
            order, totals[order], changed.astype(np.uint8), bucket, nearest,
        )  # fmt: skip
        over_rows(lambda *part: find_nearest(*arguments, *part), len(bucket), self.threads)
