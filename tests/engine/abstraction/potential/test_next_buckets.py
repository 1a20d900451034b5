"""Distances and buckets of rows of buckets, beside SciPy's assignment and plain NumPy."""

import numpy as np
import pytest

from pokerlake.engine import threads
from pokerlake.engine.abstraction.next_buckets import NextBuckets, ground_distances

optimize = pytest.importorskip("scipy.optimize")


def medians(rng, buckets, width):
    """Of buckets in the order of their totals, as runs of turns have them."""
    middle = np.linspace(100, 1880, buckets)[:, None]
    rows = np.sort(middle + rng.normal(0, 150, (buckets, width)), axis=1)
    return rows.clip(0, 1980).astype(np.uint16)


def apart(ground, one, other):
    """The earth mover's distance: all ways to assign units to units."""
    cost = ground[np.ix_(one, other)]
    return cost[optimize.linear_sum_assignment(cost)].sum()


def all_apart(ground, rows, centres):
    return np.array([[apart(ground, row, centre) for centre in centres] for row in rows])


@pytest.fixture(scope="module", params=[(9, 12, 46), (47, 40, 46), (5, 90, 3)])
def some(request):
    """Rows of so many units in so many buckets, of which some are near each other."""
    units, buckets, width = request.param
    rng = np.random.default_rng(units)
    heaps = rng.integers(buckets, size=(8, 1))
    rows = heaps[rng.integers(8, size=400)] + rng.integers(-4, 5, (400, units))
    rows = rows.clip(0, buckets - 1).astype(np.uint16)
    rows[50:90] = rows[:40, ::-1]
    return rows, rng.integers(1, 25, 400), medians(rng, buckets, width)


def test_distances_are_exact_and_bounds_below(some):
    rows, weights, centres = some
    given = NextBuckets(rows, weights, centres, threads=1)
    assert np.array_equal(given.rows[given.place], np.sort(rows, axis=1))
    assert given.weights.sum() == weights.sum()
    ground = np.abs(centres[:, None].astype(int) - centres).sum(axis=2)
    assert np.array_equal(given.ground, ground)
    rng = np.random.default_rng(0)
    first, second = rng.integers(len(given.rows), size=(2, 250))
    found = given.between(given.rows, first, second)
    pairs = zip(given.rows[first], given.rows[second], strict=True)
    assert found.tolist() == [apart(ground, *pair) for pair in pairs]
    assert np.array_equal(found, given.between(given.rows, second, first))
    parts = given.features[first].astype(int) - given.features[second]
    sums = given.sums[first].astype(int) - given.sums[second]
    bounds = np.abs(parts).sum(axis=1)
    assert (np.abs(sums).sum(axis=1) <= bounds).all()
    assert (bounds <= found).all()
    assert bounds.sum() > 0.8 * found.sum()


def test_on_a_line_it_is_the_wasserstein_distance():
    stats = pytest.importorskip("scipy.stats")
    rng = np.random.default_rng(1)
    line = np.sort(rng.choice(1981, 30, replace=False)).astype(np.uint16)[:, None]
    rows = rng.integers(30, size=(60, 47)).astype(np.uint16)
    given = NextBuckets(rows, np.ones(60, int), line)
    found = given.between(given.rows, np.arange(30), np.arange(30, 60))
    for distance, one, other in zip(found, given.rows[:30], given.rows[30:], strict=True):
        known = stats.wasserstein_distance(line[one, 0], line[other, 0])
        assert distance == pytest.approx(known * 47, rel=1e-12)
    assert np.array_equal(ground_distances(line), np.abs(line - line.T.astype(int)))


def test_each_row_is_in_the_nearest_bucket(some):
    rows, weights, centres = some
    given = NextBuckets(rows, weights, centres)
    totals = []
    found = given.cluster(12, seed=3, progress=lambda _, __, total: totals.append(total))
    assert (np.diff(totals) <= 0).all()
    assert totals[-1] == found.total == (found.distance * weights).sum()
    assert len(totals) == found.rounds > 1
    known = all_apart(given.ground, np.sort(rows, axis=1), found.centres)
    assert np.array_equal(found.distance, known.min(axis=1))
    assert np.array_equal(found.bucket, known.argmin(axis=1))
    assert len(np.unique(found.bucket)) == 12
    assert (np.diff(found.centres.astype(int), axis=1) >= 0).all()


def test_it_is_the_same_for_any_number_of_threads(some, monkeypatch):
    rows, weights, centres = some
    monkeypatch.setattr(threads, "SMALLEST_SHARE", 32)
    one, two, three = (
        NextBuckets(rows, weights, centres, count).cluster(15, seed=5, restarts=2)
        for count in (1, 2, 3)
    )
    for other in (two, three):
        assert np.array_equal(one.bucket, other.bucket)
        assert np.array_equal(one.centres, other.centres)
    first = NextBuckets(rows, weights, centres).cluster(15, seed=5)
    assert one.total <= first.total


def test_the_same_rows_count_as_often_as_they_are_there(some):
    rows, weights, centres = some
    once = NextBuckets(rows, 2 * weights, centres).cluster(7)
    twice = NextBuckets(
        np.concatenate([rows, rows]), np.concatenate([weights, weights]), centres
    ).cluster(7)
    assert once.total == twice.total
    assert np.array_equal(once.bucket, twice.bucket[: len(rows)])


def test_a_centre_of_single_units_is_the_nearest_of_them():
    rng = np.random.default_rng(7)
    centres = medians(rng, 30, 46)
    rows, weights = rng.integers(30, size=(200, 1)).astype(np.uint16), rng.integers(1, 9, 200)
    given = NextBuckets(rows, weights, centres)
    bucket = np.arange(200) % 4
    found = given.spread(given.centres_of(bucket, rounds=0), bucket)
    for one in range(4):
        here = bucket == one
        ways = given.ground[rows[here, 0]]
        best = min((ways[:, to] * weights[here]).sum() for to in np.unique(rows[here]))
        assert (found[here] * weights[here]).sum() == best


def test_a_centre_of_very_many_single_units_is_near_the_nearest():
    """There are more places than are tried: 256 stand for all."""
    rng = np.random.default_rng(8)
    centres = medians(rng, 700, 46)
    rows, weights = rng.permutation(700).astype(np.uint16)[:, None], rng.integers(1, 9, 700)
    given = NextBuckets(rows, weights, centres)
    bucket = np.zeros(700, int)
    found = given.spread(given.centres_of(bucket, rounds=2), bucket) @ weights
    best = (given.ground @ np.bincount(rows[:, 0], weights).astype(int)).min()
    assert best <= found <= 1.02 * best


def test_neighbours_are_the_nearest_centres(some):
    rows, weights, centres = some
    given = NextBuckets(rows, weights, centres, threads=2)
    rows = given.rows[np.random.default_rng(3).permutation(len(given.rows))[:90]]
    first, second = np.divmod(np.arange(90 * 90), 90)
    apart = given.between(rows, first, second).reshape(90, 90)
    np.fill_diagonal(apart, np.iinfo(np.int64).max)
    for most in (11, 1000):
        other, distance = given.neighbours(rows, most)
        nearest = np.argsort(apart, axis=1, kind="stable")[:, : min(most, 89)]
        assert np.array_equal(other, np.sort(nearest, axis=1))
        assert np.array_equal(distance, np.take_along_axis(apart, other, axis=1))


def test_centres_only_come_nearer(some):
    rows, weights, centres = some
    given = NextBuckets(rows, weights, centres)
    bucket = np.random.default_rng(2).integers(6, size=len(rows))
    sums = [
        int(given.spread(given.centres_of(bucket, rounds), bucket) @ weights) for rounds in range(4)
    ]
    assert (np.diff(sums) <= 0).all()


def test_as_many_buckets_as_rows_that_differ(some):
    rows, weights, centres = some
    few = np.unique(np.sort(rows[:60], axis=1), axis=0)
    given = NextBuckets(np.repeat(few, 2, axis=0), np.repeat(weights[: len(few)], 2), centres)
    assert given.cluster(len(few)).total == 0
    with pytest.raises(ValueError, match=f"only {len(few)} rows differ"):
        given.cluster(len(few) + 1)


def test_what_cannot_be(some):
    rows, weights, centres = some
    with pytest.raises(ValueError, match="but there are medians of 3"):
        NextBuckets(rows, weights, centres[:3])
    for name in ("k", "restarts", "rounds"):
        with pytest.raises(ValueError, match=f"{name} is 0: give 1 or more"):
            NextBuckets(rows, weights, centres).cluster(**{"k": 2, name: 0})
