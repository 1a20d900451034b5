"""Dealt rounds of five-card draw against a shuffle in plain Python, from the same random words."""

import numpy as np
import pytest

from oracle.naive_rounds import round_cards, shuffled
from pokerlake.engine.draw.hands import entries
from pokerlake.engine.games.draw_thresholds import round_entries


@pytest.mark.parametrize(("first", "seed", "rejected"), [(20830, 1, 1), (2**62, 2**64 - 1, 0)])
def test_deal_as_by_hand(first, seed, rejected):
    rounds = 20
    cards = round_cards(rounds, seed=seed, first=first)
    held = round_entries(rounds, seed=seed, first=first)
    np.testing.assert_array_equal(held, entries(cards.reshape(-1, 5)).reshape(rounds, 10))
    assert sum(shuffled(first + i, seed)[1] for i in range(rounds)) == rejected


def test_a_round_is_told_by_its_number():
    rounds = round_entries(400, seed=5)
    np.testing.assert_array_equal(round_entries(150, seed=5, first=250), rounds[250:])
    assert (round_entries(150, seed=6, first=250) != rounds[250:]).any()


@pytest.mark.parametrize(
    ("rounds", "seed", "first", "message"),
    [
        (1, -1, 0, r"^seed is -1: give 0 \.\. 2\*\*64 - 1$"),
        (1, 2**64, 0, r"^seed is 18446744073709551616: give 0 \.\. 2\*\*64 - 1$"),
        (-1, 1, 0, r"^-1 rounds from 0 on: neither may be negative$"),
        (1, 1, -2, r"^1 rounds from -2 on: neither may be negative$"),
    ],
)
def test_no_such_rounds(rounds, seed, first, message):
    with pytest.raises(ValueError, match=message):
        round_entries(rounds, seed=seed, first=first)
