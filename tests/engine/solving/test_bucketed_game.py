"""The game by buckets of ``benchmarks/``: without buckets as solved, with one bucket blind."""

import sys

import numpy as np
import pytest

from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.solving import Betting, Spot, solve
from pokerlake.engine.solving.best_response import respond


@pytest.fixture(scope="module")
def game(checkout):
    pytest.importorskip("scipy.sparse")
    sys.path.insert(0, str(checkout / "benchmarks/buckets"))
    try:
        from bucketed_game import BucketedGame
    finally:
        sys.path.pop(0)
    return BucketedGame


@pytest.fixture(scope="module")
def spot():
    ranges = np.array([parse_range("QQ+,AKs,98s"), parse_range("KQs,TT,77,T9s")])
    return Spot(tuple(parse_hand("QsJh2h8c")), ranges, 100, 150, Betting.of("75", ""))


def test_who_sees_all_plays_as_the_solver_does(game, spot):
    seen = game(spot, [None, None])
    seen.solve(100)
    found = respond(spot, seen.strategy)
    assert found.exploitability < 0.25
    assert found.values == pytest.approx(solve(spot, to=0.001).values, abs=0.3)


def test_who_is_blind_on_the_river_plays_all_holes_alike(game, spot):
    """And loses by it; buckets of one hole on one board each are none."""
    blind = game(spot, [None, np.zeros((48, 1326), int)])
    blind.solve(50)
    line = "x x"
    (node,) = [spot.tree().node(line)]
    assert blind.average[node].shape[0] == 1
    shares = blind.strategy(line, (0,))[blind.holes[0]]
    assert (shares == shares[0]).all()
    lost = respond(spot, blind.strategy).exploitability
    apart = game(spot, [None, np.arange(48 * 1326).reshape(48, 1326)])
    apart.solve(50)
    whole = game(spot, [None, None])
    whole.solve(50)
    assert np.array_equal(apart.average[node], whole.average[node])
    assert lost > 10 * respond(spot, whole.strategy).exploitability
