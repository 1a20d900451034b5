"""What it gains to go in where strategies fold, beside the exact best response."""

import numpy as np
import pytest

from pokerlake.engine.push_fold import one_more
from pokerlake.engine.push_fold.best_response import actions_of, respond
from pokerlake.engine.push_fold.counts import payoffs
from pokerlake.engine.push_fold.spots import PushFoldSpot
from pokerlake.pipelines.push_fold.solving import counts_of
from pokerlake.tables.lake import Lake


class NobodyElse:
    """How likely others fold, of whom there are none."""

    def __init__(self, actions, chances):
        pass

    def factors(self, end, players, inside):
        assert not players
        return np.ones(169), np.ones((169, 169))


@pytest.mark.large  # it asks a lake
def test_one_more_is_as_exact_as_its_deals(lake, monkeypatch):
    """The big blind folds all; what calling would gain him is known exactly of two players."""
    counts = counts_of(Lake.open(lake))
    spot = PushFoldSpot((10.0, 8.0), bb_ante=1.0)
    push = np.random.default_rng(2).random(169)
    shares = {(0, ""): push, (1, "i"): np.zeros(169)}
    exact = respond(spot, shares, counts).gains[1]
    monkeypatch.setattr(one_more, "Folds", NobodyElse)
    monkeypatch.setattr(one_more, "chances_of", lambda _: None)
    monkeypatch.setattr(one_more, "DEALS", 2048)
    known = payoffs(spot)
    actions = actions_of(spot, {(0, ""): push}, (0, 1))[None]
    found = one_more.gains_of_one_more(known, [((0, 1), known[0, 1])], actions, counts)
    assert found[0] == 0
    assert exact > 0.2
    assert found[1] == pytest.approx(exact, rel=0.1)


def test_seven_players_and_more_have_no_fifth():
    for players, decisions in ((6, 62), (7, 97), (8, 161), (9, 254)):
        spot = PushFoldSpot((5.0,) * players)
        sets = spot.information_sets()
        assert len(sets) == len(set(sets)) == decisions
        assert max(before.count("i") for _, before in sets) == (5 if players == 6 else 3)
        assert max(map(len, payoffs(spot))) == (6 if players == 6 else 4)
        assert len(set(spot.positions)) == players
