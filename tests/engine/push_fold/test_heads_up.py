"""Heads-up spots against linear programmes written from the rules."""

import functools

import numpy as np
import pyarrow.parquet as pq
import pytest

from oracle import naive_push_fold as naive
from pokerlake.engine.push_fold.counts import Counts
from pokerlake.engine.push_fold.solving import solve
from pokerlake.engine.push_fold.spots import PushFoldSpot


@functools.cache
def two_of(lake):
    """The table ``matchups`` as counts."""
    table = pq.read_table(lake / "matchups.parquet", columns=["win", "lose", "tie"])
    return np.stack([column.to_numpy() for column in table.columns], 1).reshape(169, 169, 3)


SPOTS = [
    PushFoldSpot((2.0, 2.0)),
    PushFoldSpot((5.0, 7.0)),
    PushFoldSpot((8.0, 8.0), ante=0.125),
    PushFoldSpot((10.0, 10.0)),
    PushFoldSpot((20.0, 15.0), small_blind=0.25),
    PushFoldSpot((25.0, 25.0)),
    PushFoldSpot((12.0, 6.0), prizes=(7.0, 3.0)),
]


@pytest.mark.large  # the lake, which the run with bounds checks would build for itself
@pytest.mark.parametrize("spot", SPOTS)
def test_value_as_of_the_linear_programme(lake, spot):
    two = two_of(lake)
    value = naive.value_by_linear_programme(spot, two)
    (solution,) = solve([spot], Counts(two.astype(np.int64)))
    assert solution.values[0] == pytest.approx(value, abs=1e-7)
    assert 0 <= solution.gain <= 1e-7
    assert solution.values.sum() == pytest.approx(sum(spot.prizes), abs=1e-12)


def test_value_without_a_big_blind_who_can_fold_is_the_equity():
    """His 0.75 are in with the blind, so the small blind's share is a matter of chance."""
    two = np.zeros((169, 169, 3), np.int64)
    two[0, 1], two[1, 0] = (6, 3, 1), (3, 6, 1)
    (solution,) = solve([PushFoldSpot((5.0, 0.75))], Counts(two))
    assert solution.values == pytest.approx([0.0, 0.0])
    assert solution.decisions[0].value_in[:2] == pytest.approx([0.225, -0.225])
