"""Income rates: pot shares as seat by seat, in any pieces; errors that are what they say."""

import numpy as np
import pytest

from oracle import recount_holdem as recount
from pokerlake.engine.cards.holes import HAND_INDEX, hand_combos
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.starting_hands.matchups import (
    POT,
    SAMPLED,
    deals_for,
    exact_shares,
    income_rate,
    observations_of,
    sampled_shares,
    standard_error,
)


@pytest.fixture(scope="module")
def all_outcomes(outcomes):
    return outcomes.sum(axis=0)


def oracle(sums):
    """The engine's sums as the oracle has them."""
    seats, shares, squares, pairs, both, products = sums.T
    return recount.ShareSums(
        seats, shares, squares, seats + pairs, shares + both, squares + products
    )


@pytest.mark.parametrize("players", [2, 3, *SAMPLED])
def test_shares_as_seat_by_seat(players):
    deals = 40_000  # two blocks and a part of one
    cards = deal(deals, 5 + 2 * players, seed=9, first=players << 48)
    found = oracle(sampled_shares(players, 0, deals, 9))
    for expected, column in zip(recount.share_sums(cards, players), found, strict=True):
        assert (column == expected).all()
    assert found.observations.sum() == players * deals
    assert found.share_sum.sum() == POT * deals


def test_pieces_add_up():
    whole = sampled_shares(6, 0, 50_000, 4)
    pieces = [sampled_shares(6, first, 12_500, 4) for first in range(0, 50_000, 12_500)]
    assert (np.sum(pieces, axis=0) == whole).all()
    assert (sampled_shares(6, 0, 50_000, 5) != whole).any()


@pytest.mark.parametrize("players", SAMPLED)
def test_standard_error(players):
    sums = sampled_shares(players, 0, 400_000, 2)
    error = standard_error(players, sums)
    assert np.allclose(error, recount.standard_error(players, oracle(sums)), rtol=1e-12)
    # 400,000 deals make an error for which as many are asked, and some to spare.
    assert deals_for(players, error.max()) / 400_000 == pytest.approx(1.13, abs=0.1)


@pytest.mark.large
def test_more_players_than_two_against_the_exact_rates(all_outcomes):
    """Sampled rates of three players are as far from the exact ones as their errors say."""
    shares, _ = exact_shares(all_outcomes, 3)
    exact = income_rate(3, np.full(169, observations_of(3)), shares)
    sums = sampled_shares(3, 0, 2_000_000, 3)
    z = (income_rate(3, sums[:, 0], sums[:, 1]) - exact) / standard_error(3, sums)
    assert 0.85 < np.sqrt((z**2).mean()) < 1.15
    assert abs(z).max() < 4.5


@pytest.mark.large
@pytest.mark.parametrize("players", [2, 3])
def test_exact_shares(all_outcomes, players):
    shares, squares = exact_shares(all_outcomes, players)
    assert shares @ hand_combos() * players == 1326 * observations_of(players) * POT
    assert (squares <= POT * shares).all()
    assert squares.dtype == shares.dtype == np.int64
    rate = income_rate(players, np.full(169, observations_of(players)), shares)
    aces = 2 * (1_781_508_418 + 11_402_312 / 2) / 2_097_572_400 - 1
    assert players == 3 or rate[HAND_INDEX["AA"]] == pytest.approx(aces, rel=1e-14)
    assert players == 2 or rate[HAND_INDEX["AA"]] == pytest.approx(1.2030574204, abs=1e-10)
