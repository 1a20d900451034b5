"""Dealt rounds of five-card draw against a shuffle in plain Python, from the same random words."""

import numpy as np
import pytest

from pokerlake.engine.dealing.deck_kernels import philox
from pokerlake.engine.draw.hand_table import entries
from pokerlake.engine.draw.hands import draw_hands
from pokerlake.engine.games.draw_thresholds.rounds import round_cards, round_entries


def words(row, seed):
    block = 0
    while True:
        four = philox(np.uint64(block), np.uint64(row), np.uint64(seed))
        yield from (int(word) for word in reversed(four))
        block += 1


def shuffled(row, seed):
    """The deck of a round, and how many random words were of no use."""
    deck, random, rejected = list(range(52)), words(row, seed), 0
    for first in range(0, 51, 3):
        ways = (52 - first) * (51 - first) * (50 - first)
        while True:
            word = next(random)
            # The three places are the digits of a uniform number below their product.
            number, rest = divmod(word * ways, 1 << 32)
            if rest >= (1 << 32) % ways:
                break
            rejected += 1
        places = [
            number // ((51 - first) * (50 - first)), number // (50 - first) % (51 - first),
            number % (50 - first),
        ]  # fmt: skip
        for c, place in zip(range(first, first + 3), places, strict=True):
            deck[c], deck[c + place] = deck[c + place], deck[c]
    return deck, rejected


@pytest.mark.parametrize(("first", "seed", "rejected"), [(20830, 1, 1), (2**62, 2**64 - 1, 0)])
def test_deal_as_by_hand(first, seed, rejected):
    rounds = 20
    dealt = round_cards(rounds, seed=seed, first=first).tolist()
    of_no_use = 0
    for i in range(rounds):
        deck, useless = shuffled(first + i, seed)
        of_no_use += useless
        hands = [sorted(deck[5 * seat : 5 * seat + 5]) for seat in range(5)]
        thrown = draw_hands(np.array(hands, np.uint8)).usual_discard.tolist()
        stub = iter(deck[25:])
        kept = [
            sorted(next(stub) if discard >> place & 1 else card for place, card in enumerate(hand))
            for hand, discard in zip(hands, thrown, strict=True)
        ]
        assert dealt[i] == hands + kept
    assert of_no_use == rejected


def test_entries_are_those_of_the_cards():
    cards = round_cards(300, seed=5, first=7)
    held = round_entries(300, seed=5, first=7)
    np.testing.assert_array_equal(held, entries(cards.reshape(-1, 5)).reshape(300, 10))


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
    for deal in (round_entries, round_cards):
        with pytest.raises(ValueError, match=message):
            deal(rounds, seed=seed, first=first)
