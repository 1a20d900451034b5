"""Strategies: what they leave to gain, and that threads change nothing; on made-up strengths."""

import functools

import numpy as np
import pytest

from pokerlake.engine.cards.holes import hand_combos
from pokerlake.engine.push_fold import several_players
from pokerlake.engine.push_fold.counts import DEALS_TO_THREE, Counts, weak_orders
from pokerlake.engine.push_fold.several_players import solve_several_players
from pokerlake.engine.push_fold.solving import solve
from pokerlake.engine.push_fold.spots import PushFoldSpot
from pokerlake.engine.starting_hands.triples import hand_triples

DEALS = 1e13


@functools.cache
def counts():
    """Hands that have no cards in common: of those left, each is the best by its strength."""
    rng = np.random.default_rng(5)
    strength = np.sort(rng.uniform(0.2, 2.0, 169))[::-1]
    one = hand_combos() / 1326
    two = np.outer(one, one)
    first = strength[:, None] / (strength[:, None] + strength)
    pairs = np.stack([two * first, two * (1 - first), 0 * two], axis=2)
    hands = hand_triples().astype(np.intp)
    three = np.zeros((len(hands), 13))
    for order, places in enumerate(weak_orders(3)[:6]):
        best, middle, last = (
            strength[hands[:, int(np.flatnonzero(places == at)[0])]] for at in range(3)
        )
        three[:, order] = best / (best + middle + last) * middle / (middle + last)
    three *= one[hands].prod(axis=1)[:, None]
    return Counts(
        np.rint(pairs * DEALS).astype(np.int64), np.rint(three * DEALS_TO_THREE).astype(np.int64)
    )


@pytest.mark.whole
@pytest.mark.large
@pytest.mark.parametrize(
    "spot",
    [
        PushFoldSpot((8.0, 12.0, 5.0), ante=0.1),
        PushFoldSpot((3.0,) * 3, prizes=(5, 3)),
    ],
)
def test_three_players(spot):
    solution = solve([spot], counts(), threads=1)[0]
    assert solution.gain < 2e-6
    assert len(solution.decisions) == 6
    wanted = 0 if not spot.prizes else sum(spot.prizes)
    assert solution.values.sum() == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize("prizes", [(), pytest.param((50, 30, 20), marks=pytest.mark.whole)])
def test_four_players(monkeypatch, prizes):
    monkeypatch.setattr(several_players, "SAMPLED", 1 << 10)
    spot = PushFoldSpot((4.0, 5.0, 6.0, 7.0), prizes=prizes)
    one, two = (solve_several_players(spot, counts(), 3, 0.0, 8, threads)[0] for threads in (1, 2))
    assert np.array_equal(one, two)
    assert one.min() == 0
    assert one.max() == 1
    assert one[0, :20].mean() > one[0, -20:].mean()
