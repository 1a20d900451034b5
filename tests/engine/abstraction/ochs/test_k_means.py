"""k-means beside all pairs of points and centres."""

import numpy as np
import pytest

from pokerlake.engine.abstraction import k_means
from pokerlake.engine.abstraction.k_means import cluster_points, mean_neighbours, measure_points


@pytest.fixture(scope="module")
def drawn():
    """Points around some places, many of them far from even; and weights."""
    rng = np.random.default_rng(5)
    around = rng.integers(16_384, size=(40, 8))
    points = around[rng.integers(40, size=5000)] + rng.integers(-1500, 1500, size=(5000, 8))
    return points.clip(0, 16_383).astype(np.uint16), rng.integers(1, 500, 5000)


def squares_of(points, centres):
    apart = points[:, None].astype(np.int64) - centres[None].astype(np.int64)
    return (apart**2).sum(axis=2)


@pytest.mark.parametrize("listed", [512, 3])  # neighbours: all, and few
def test_each_point_is_with_the_nearest_mean(drawn, listed, monkeypatch):
    monkeypatch.setattr(k_means, "_MOST_LISTED", listed)
    points, weights = drawn
    said = []
    found = cluster_points(
        points, weights, 30, seed=3, threads=1, progress=lambda *now: said.append(now)
    )
    known = squares_of(points, found.centres)
    assert np.array_equal(found.bucket, known.argmin(axis=1))
    assert np.array_equal(found.distance, known.min(axis=1))
    assert found.total == (found.distance * weights).sum()
    totals = [total for _, _, total in said]
    assert [done for _, done, _ in said] == list(range(1, found.rounds + 1))
    assert totals[-1] == found.total
    assert (np.diff(totals) < 1000).all()  # means are rounded
    # One more round would hardly move the means.
    centres, squares = measure_points(points, weights, found.bucket)
    means = [
        np.average(points[found.bucket == b], axis=0, weights=weights[found.bucket == b])
        for b in range(30)
    ]
    assert np.abs(centres - means).max() <= 0.5
    assert np.array_equal(squares, squares_of(points, centres)[np.arange(5000), found.bucket])
    assert 0 <= found.total - (squares * weights).sum() < 0.001 * found.total


def test_the_best_restart_is_kept_for_any_number_of_threads(drawn):
    points, weights = drawn
    alone = [cluster_points(points, weights, 12, seed=2, restarts=n) for n in (1, 4)]
    assert alone[1].total <= alone[0].total
    for threads in (1, 2, 3):
        found = cluster_points(points, weights, 12, seed=2, restarts=4, threads=threads)
        for name in ("bucket", "distance", "centres", "total", "rounds"):
            assert np.array_equal(getattr(found, name), getattr(alone[1], name))


def test_a_bucket_that_is_left_empty_takes_a_point(monkeypatch):
    points = np.repeat(np.arange(6, dtype=np.uint16)[:, None] * 100, 8, axis=1)
    weights = np.ones(6, np.int64)

    def start(*_):
        centres = points[[0, 0, 5]].copy()
        return np.zeros(6, np.int32), np.zeros(6, np.int64), centres

    monkeypatch.setattr(k_means, "_start", start)
    found = cluster_points(points, weights, 3)
    assert sorted(np.bincount(found.bucket)) == [1, 2, 3] or (
        np.bincount(found.bucket).tolist() == [2, 2, 2]
    )


def test_more_buckets_than_points_that_differ():
    points = np.zeros((9, 8), np.uint16)
    points[4:] = 7
    with pytest.raises(ValueError, match="k is 3, but only 2 points differ: give that or less"):
        cluster_points(points, np.ones(9, np.int64), 3)
    assert cluster_points(points, np.ones(9, np.int64), 2).total == 0


def test_neighbours_are_the_nearest_means(drawn):
    centres = drawn[0][:150]
    known = squares_of(centres, centres)
    np.fill_diagonal(known, np.iinfo(np.int64).max)
    for most in (200, 10):
        other, squares = mean_neighbours(centres, most, threads=2)
        nearest = np.sort(np.argsort(known, axis=1, kind="stable")[:, : min(most, 149)], axis=1)
        assert np.array_equal(other, nearest)
        assert np.array_equal(squares, np.take_along_axis(known, nearest, axis=1))
