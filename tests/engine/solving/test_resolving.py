"""Spots of larger strategies that are solved again, with a way out for who knows of it."""

from dataclasses import replace

import numpy as np
import pytest
from tests.helpers.spots import spot, strategy_of

from pokerlake.engine.cards.holes import HOLES
from pokerlake.engine.solving.best_response import respond
from pokerlake.engine.solving.resolving import resolve

WIDE = "22+,A2+,K2+,Q5+,T8+,97+,86+"


@pytest.fixture(scope="module")
def wide():
    return spot("QsJh2h8c3d", WIDE, WIDE)


@pytest.fixture(scope="module")
def outs(wide):
    """What can be won against strategies that are not good, with each hole."""
    return np.nan_to_num(resolve(wide, np.zeros((2, HOLES)), iterations=10).excess)


def narrow(wide, player):
    """The opponent comes with other hands, if he keeps to what he does."""
    ranges = wide.ranges.copy()
    ranges[1 - player] = spot("QsJh2h8c3d", "QQ+,AK", "QQ+,AK").ranges[1 - player]
    return replace(wide, ranges=ranges)


@pytest.mark.parametrize("player", [0, 1])
def test_with_a_way_out_nobody_gains_by_coming(wide, outs, player):
    one, other = narrow(wide, player), 1 - player
    plain, safe = (resolve(one, outs, to_whom, to=1e-4) for to_whom in (None, player))
    assert np.nanmax(plain.excess[other]) > 0.01 * one.pot
    assert np.nanmax(safe.excess[other]) < 0.005 * one.pot
    # Who need not come wins no less in the game than outside: what is more is what both can gain.
    more = np.nansum(np.maximum(safe.excess, 0) * safe.met) / safe.met.sum()
    assert np.isnan(safe.excess[player]).all()
    assert 0 <= more <= 2 * safe.gain + 1e-9 * one.pot
    assert safe.gain <= 1e-4 * one.pot
    assert plain.gain == pytest.approx(plain.solution.exploitability, abs=1e-6 * one.pot)


@pytest.mark.parametrize("player", [None, 1])
def test_what_a_hole_wins_is_what_plain_numpy_says(wide, outs, player):
    """The best response of one hole at a time, against the strategy that was found."""
    found = resolve(narrow(wide, 1), outs, player, iterations=20)
    strategy = strategy_of(found.solution)
    for hole in np.flatnonzero(found.met[0] > 0)[[0, 40, 99]]:
        alone = wide.ranges.copy()
        alone[0] = np.arange(HOLES) == hole
        best = respond(replace(wide, ranges=alone), strategy).best[0] - wide.pot / 2
        assert found.excess[0, hole] == pytest.approx(best - outs[0, hole], abs=1e-4 * wide.pot)


def test_what_cannot_be_solved_again_is_refused(wide):
    with pytest.raises(ValueError, match="no rake, prizes or locks"):
        resolve(replace(wide, rake=0.05), np.zeros((2, HOLES)))
