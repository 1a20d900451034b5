"""Clusters beside NumPy and SciPy, and the best buckets of numbers beside all that there are."""

from itertools import combinations

import numpy as np
import pytest

from pokerlake.engine.abstraction.clustering import (
    cluster,
    medians_of,
    neighbours,
    optimal_buckets,
    spread,
)


@pytest.fixture(scope="module", params=[46, 1081, 7])
def some(request):
    """Rows that lie in a few heaps, with weights; some are there twice."""
    rng = np.random.default_rng(request.param)
    heaps = rng.integers(0, 1600, (9, 1))
    rows = heaps[rng.integers(9, size=2500)] + rng.integers(0, 380, (2500, request.param))
    rows[100:200] = rows[:100]
    return np.sort(rows, axis=1).astype(np.uint16), rng.integers(1, 25, 2500)


def test_each_row_is_in_the_nearest_bucket(some):
    rows, weights = some
    found = cluster(rows, weights, 40, seed=3, threads=1)
    signed, centres = rows.astype(np.int32), found.centres.astype(np.int32)
    apart = np.column_stack([np.abs(signed - centre).sum(axis=1) for centre in centres])
    assert np.array_equal(found.bucket, apart.argmin(axis=1))
    assert np.array_equal(found.distance, apart.min(axis=1))
    assert found.total == (found.distance * weights).sum()
    assert len(np.unique(found.bucket)) == 40
    # What is left to move is small: medians of the buckets are hardly nearer.
    later = medians_of(rows, weights, found.bucket)
    assert found.total * 0.99 < (spread(rows, later, found.bucket) * weights).sum() <= found.total


def test_it_is_the_same_for_any_number_of_threads(some):
    rows, weights = some
    one = cluster(rows, weights, 30, seed=5, restarts=2, threads=1)
    three = cluster(rows, weights, 30, seed=5, restarts=2, threads=3)
    assert np.array_equal(one.bucket, three.bucket)
    assert np.array_equal(one.centres, three.centres)
    other = cluster(rows, weights, 30, seed=6, threads=1)
    assert not np.array_equal(one.centres, other.centres)
    assert one.total <= cluster(rows, weights, 30, seed=5, restarts=1, threads=1).total


@pytest.mark.whole
def test_it_can_go_on_after_each_round(some):
    rows, weights = some
    kept = []
    whole = cluster(rows, weights, 30, seed=5, restarts=3, save=kept.append)
    assert {midway.restart for midway in kept} == {0, 1, 2}
    for midway in kept[:: len(kept) // 6]:
        found = cluster(rows, weights, 30, seed=5, restarts=3, midway=midway, threads=1)
        assert (found.total, found.rounds) == (whole.total, whole.rounds)
        assert np.array_equal(found.bucket, whole.bucket)
        assert np.array_equal(found.distance, whole.distance)
        assert np.array_equal(found.centres, whole.centres)


def test_the_distance_is_the_earth_movers(some):
    stats = pytest.importorskip("scipy.stats")
    rows, weights = some
    found = cluster(rows, weights, 5, threads=1)
    for place in range(0, 2500, 250):
        known = stats.wasserstein_distance(rows[place], found.centres[found.bucket[place]])
        assert found.distance[place] == pytest.approx(known * rows.shape[1], rel=1e-12)


def test_medians_are_nearest_of_all_rows_to_a_bucket(some):
    """No number in any place would be nearer."""
    rows, weights = some
    bucket = np.arange(2500) % 3
    found = spread(rows, medians_of(rows, weights, bucket), bucket)
    for one in range(3):
        here = bucket == one
        values = rows[here].astype(int)
        for place in range(0, rows.shape[1], 97):
            least = min(
                (np.abs(values[:, place] - v) * weights[here]).sum() for v in values[:, place]
            )
            order = np.argsort(values[:, place], kind="stable")
            passed = np.cumsum(weights[here][order])
            median = values[order[np.searchsorted(passed, passed[-1] / 2)], place]
            assert (np.abs(values[:, place] - median) * weights[here]).sum() == least
        centre = [
            sorted_values[np.searchsorted(passed, passed[-1] / 2)]
            for sorted_values, passed in (
                (column[o], np.cumsum(weights[here][o]))
                for column in values.T
                for o in [np.argsort(column, kind="stable")]
            )
        ]
        assert np.array_equal(found[here], np.abs(values - centre).sum(axis=1))


def test_neighbours_are_the_nearest_centres(some):
    rows, _ = some
    centres = rows[:150]  # some are there twice
    apart = np.abs(centres[:, None].astype(int) - centres[None].astype(int)).sum(axis=2)
    other, distance = neighbours(centres, 1000, threads=2)
    assert other.shape == (150, 149)
    for one in (0, 64, 149):
        assert other[one].tolist() == [place for place in range(150) if place != one]
        assert np.array_equal(distance[one], apart[one, other[one]])
    other, distance = neighbours(centres, 7)
    assert (np.diff(other, axis=1) > 0).all()
    np.fill_diagonal(apart, apart.max() + 1)
    assert np.array_equal(np.sort(distance, axis=1), np.sort(apart, axis=1)[:, :7])


def test_as_many_buckets_as_rows_that_differ(some):
    rows, weights = some
    few = np.unique(rows[:30], axis=0)
    found = cluster(np.repeat(few, 2, axis=0), weights[: 2 * len(few)], len(few))
    assert found.total == 0
    with pytest.raises(ValueError, match=f"only {len(few)} rows differ"):
        cluster(np.repeat(few, 2, axis=0), weights[: 2 * len(few)], len(few) + 1)


@pytest.mark.parametrize("name", ["k", "restarts", "rounds"])
def test_what_is_below_one(name, some):
    with pytest.raises(ValueError, match=f"{name} is 0: give 1 or more"):
        cluster(*some, **{"k": 2, name: 0})


def squares(values, weights, bucket):
    total = 0.0
    for one in np.unique(bucket):
        here = bucket == one
        mean = np.average(values[here], weights=weights[here])
        total += (weights[here] * (values[here] - mean) ** 2).sum()
    return total


def test_no_other_buckets_of_numbers_have_smaller_squares():
    rng = np.random.default_rng(0)
    for _ in range(200):
        n = int(rng.integers(1, 9))
        k = int(rng.integers(1, n + 1))
        values = np.sort(rng.choice(40, n, replace=False))
        weights = rng.integers(1, 9, n)
        found = optimal_buckets(values, weights, k)
        assert np.unique(found).tolist() == list(range(k))
        least = min(
            squares(values, weights, np.searchsorted(ends, np.arange(n), side="right"))
            for ends in combinations(range(1, n), k - 1)
        )
        assert squares(values, weights, found) == pytest.approx(least, abs=1e-9)


@pytest.mark.parametrize("k", [2, 33, 150, 299])
def test_the_blocks_of_the_search_leave_nothing_out(k):
    """Beside the recurrence over all beginnings, and never worse than clusters by rounds."""
    rng = np.random.default_rng(k)
    values, weights = np.sort(rng.choice(1981, 300, replace=False)), rng.integers(1, 999, 300)
    prefix = np.concatenate([[0], np.cumsum(weights)]).astype(object)
    first = np.concatenate([[0], np.cumsum(weights * values)]).astype(object)
    second = np.concatenate([[0], np.cumsum(weights * values * values)]).astype(object)
    cost = np.full((301, 301), np.inf)
    for i in range(300):
        for j in range(i + 1, 301):
            mass, sums = prefix[j] - prefix[i], first[j] - first[i]
            cost[i, j] = ((second[j] - second[i]) * mass - sums * sums) / mass
    least = cost[0]
    for _ in range(k - 1):
        least = (least[:, None] + cost).min(axis=0)
    found = squares(values, weights, optimal_buckets(values, weights, k))
    assert found == pytest.approx(least[300], rel=1e-9)
    rounds = cluster(values[:, None].astype(np.uint16), weights, k)
    assert found <= squares(values, weights, rounds.bucket) * (1 + 1e-12)


@pytest.mark.parametrize("k", [0, 4])
def test_more_buckets_than_numbers(k):
    with pytest.raises(ValueError, match=f"k is {k}: give 1 to 3"):
        optimal_buckets(np.arange(3), np.ones(3, int), k)
