"""Abstractions beside scikit-learn, faiss, POT and SciPy: `make bench-clustering` prints it.

Libraries choose buckets by squares, not by the earth mover's distance: what they find is measured
by the same distance as what is found here, with the medians of their buckets.
"""

from __future__ import annotations

import functools
import os
import time

import faiss
import numpy as np
import ot
from scipy.stats import wasserstein_distance
from sklearn.cluster import KMeans
from threadpoolctl import threadpool_limits

from pokerlake.engine.abstraction.clustering import cluster, medians_of, optimal_buckets, spread
from pokerlake.engine.abstraction.features import next_rows, row_strengths, run_outs
from pokerlake.engine.abstraction.next_buckets import NextBuckets
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.keys.canonical_rows import canonical_rows

ROWS, K = 20_000, 50
TURNS = 24  # boards, spread over all
PAIRS = 300  # of which libraries measure the distance
AGAIN = 3


def main() -> None:
    boards = canonical_boards(4)
    some = np.linspace(0, len(boards.cards) - 1, TURNS).astype(int)
    holes = run_outs(boards.cards[some], layout="rows")
    rows = holes.strengths[:ROWS]
    deals = boards.weight[some][holes.board][:ROWS].astype(np.int64) * holes.orbit[:ROWS]
    turns(rows, deals)
    rivers()
    distances(rows)
    moves()


def turns(rows, deals) -> None:
    """Buckets of holes on turns."""
    print(f"{len(rows):,} holes on turns in {K} buckets: mean earth mover's distance, seconds\n")
    head("", "distance", "1 thread", "2 threads")
    values = rows.astype(np.float32)

    def ours(threads):
        return cluster(rows, deals, K, seed=1, threads=threads).bucket

    def sklearn(threads):
        with threadpool_limits(threads):
            return KMeans(K, n_init=1, random_state=1).fit(values, sample_weight=deals).labels_

    def of_faiss(threads):
        faiss.omp_set_num_threads(threads)
        found = faiss.Kmeans(46, K, niter=25, seed=1, max_points_per_centroid=len(rows))
        found.train(values, weights=deals.astype(np.float32))
        return found.index.search(values, 1)[1][:, 0]

    for name, choose in (("pokerlake", ours), ("scikit-learn", sklearn), ("faiss", of_faiss)):
        bucket = choose(2)
        apart = spread(rows, medians_of(rows, deals, bucket), bucket)
        distance = apart @ deals / (46 * 1980 * deals.sum())
        line(name, f"{distance:.5f}", *(f"{seconds(choose, n):.3f}" for n in (1, 2)))


def rivers() -> None:
    """Buckets of all rivers: the strengths that differ, with their deals."""
    deals = np.bincount(row_strengths(), canonical_rows(5).weight).astype(np.int64)
    values = np.flatnonzero(deals)
    deals = deals[values]
    print(f"\nall rivers, {len(values):,} strengths, in {K} buckets: sum of squares, seconds\n")
    head("", "squares", "1 thread", "2 threads")

    def ours(_threads):
        return optimal_buckets(values, deals, K)

    def sklearn(threads, starts=1):
        with threadpool_limits(threads):
            found = KMeans(K, n_init=starts, random_state=1)
            return found.fit(values[:, None].astype(float), sample_weight=deals).labels_

    many = functools.partial(sklearn, starts=20)
    least = squares(values, deals, ours(1))
    for name, choose in (("pokerlake", ours), ("scikit-learn", sklearn), ("20 starts", many)):
        found = squares(values, deals, choose(2)) / least
        line(name, f"{found:.5f}", *(f"{seconds(choose, n):.3f}" for n in (1, 2)))


def distances(rows) -> None:
    """Distances of sorted values, one pair after the other."""
    print("\nearth mover's distance of 46 values: microseconds a pair, one thread\n")
    first, second = rows[:PAIRS].astype(float), rows[-PAIRS:].astype(float)
    own = np.repeat(rows[:100], 200, axis=0), np.tile(rows[:200], (100, 1))
    bucket = np.arange(len(own[0]), dtype=np.int32)
    took = seconds(lambda _: spread(own[0], own[1], bucket, threads=1), 1)
    line("pokerlake", f"{1e6 * took / len(bucket):.4f}")
    for name, measure in (("SciPy", wasserstein_distance), ("POT", ot.wasserstein_1d)):
        found = [float(measure(*pair)) for pair in zip(first, second, strict=True)]
        known = np.abs(first - second).mean(axis=1)
        assert np.allclose(found, known), name
        took = seconds(lambda _, m=measure: [m(*p) for p in zip(first, second, strict=True)], 1)
        line(name, f"{1e6 * took / PAIRS:.4f}")


def moves() -> None:
    """Distances of flops by the turn buckets that they come to, which are drawn."""
    print("\nearth mover's distance of 47 turn buckets of 200: microseconds a pair, one thread\n")
    rng = np.random.default_rng(1)
    turn = rng.integers(200, size=13_960_050, dtype=np.uint16)
    rows = np.sort(turn[next_rows(canonical_boards(3).cards[:1], layout="rows")], axis=1)[:PAIRS]
    medians = np.sort(rng.integers(1981, size=(200, 46), dtype=np.uint16), axis=1)
    holes = NextBuckets(rows, np.ones(len(rows), np.int64), medians, 1)
    pairs = np.arange(len(holes.rows)), np.roll(np.arange(len(holes.rows)), 1)
    took = seconds(lambda _: holes.between(holes.rows, *pairs), 1)
    line("pokerlake", f"{1e6 * took / len(holes.rows):.1f}")
    ground = holes.ground.astype(float)
    shares = np.array([np.bincount(row, minlength=200) for row in holes.rows], float)

    def pot(_threads):
        return [ot.emd2(shares[one], shares[other], ground) for one, other in np.transpose(pairs)]

    assert np.allclose(pot(1), holes.between(holes.rows, *pairs))
    line("POT", f"{1e6 * seconds(pot, 1) / len(holes.rows):.1f}")


def squares(values, deals, bucket) -> float:
    """The sum of squares around the means of buckets."""
    mean = np.bincount(bucket, deals * values) / np.bincount(bucket, deals)
    return float((deals * (values - mean[bucket]) ** 2).sum())


def seconds(call, threads: int) -> float:
    """The fewest of some runs."""
    call(threads)
    took = []
    for _ in range(AGAIN):
        started = time.perf_counter()
        call(threads)
        took.append(time.perf_counter() - started)
    return min(took)


def head(*names: str) -> None:
    line(*names)
    line(*("-" * max(4, len(name)) for name in names))


def line(name: str, *cells: str) -> None:
    print(f"{name:14}" + "".join(f"{cell:>12}" for cell in cells), flush=True)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "2")
    main()
