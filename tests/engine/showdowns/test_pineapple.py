"""Lazy pineapple: hands against pokerkit, equities against plain enumeration of a small deck."""

import random
from itertools import combinations

import numpy as np
import pytest
from pokerkit import Card, StandardHighHand

import pokerlake as pk
from oracle import naive
from pokerlake.catalogue import PINEAPPLE
from pokerlake.engine.cards.text import CARDS, format_hand
from pokerlake.engine.equity.omaha import omaha_equity
from pokerlake.engine.ranges.omaha_holes import OmahaRange
from pokerlake.engine.showdowns.evaluate import high_ids
from pokerlake.engine.spots.equity import PINEAPPLE_WAYS

PLAYED = {"rule": PINEAPPLE, "strategy": PINEAPPLE_WAYS}
DECK = [next(iter(Card.parse(card))) for card in CARDS]


def best_of(hole, board):
    """Of at most two cards of the hole."""
    twos = combinations([DECK[card] for card in hole], 2)
    return max(StandardHighHand.from_game(two, [DECK[card] for card in board]) for two in twos)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_hands_as_pokerkit(size):
    chance = random.Random(size)
    dealt = [chance.sample(range(52), 3 + size) for _ in range(200)]
    columns = np.array(dealt, np.uint8).T.copy()
    ids = high_ids(PINEAPPLE, columns[:3], columns[3:])
    hands = [best_of(cards[:3], cards[3:]) for cards in dealt]
    for place, other in zip(range(200), chance.sample(range(200), 200), strict=True):
        assert (ids[place] < ids[other]) == (hands[place] > hands[other])
        assert (ids[place] == ids[other]) == (hands[place] == hands[other])
    texts = [
        [format_hand(cards[:3]) for cards in dealt],
        [format_hand(cards[3:]) for cards in dealt],
    ]
    for five, cards, hand in zip(pk.best_five(*texts, game="tahoe"), dealt, hands, strict=True):
        assert StandardHighHand(five) == hand
        assert len(set(naive.parse_cards(five)) & set(cards[:3])) <= 2


def test_equity_as_every_deal():
    """Of 21 cards: one range of weights, a known hole and any hole, on each board that comes."""
    live = random.Random(1).sample(range(52), 21)
    board, known = live[:3], live[3:6]
    mine = [tuple(sorted(live[at : at + 3])) for at in (6, 7, 9)]
    weights = [1.0, 0.5, 0.25]
    dead = [card for card in range(52) if card not in live]
    shared = np.zeros((2, 3))
    for hole, weight in zip(mine, weights, strict=True):
        for comes in combinations(set(live) - {*board, *known, *hole}, 2):
            keys = [
                min(naive.best_class([*two, *board, *comes]) for two in combinations(own, 2))
                for own in (hole, known)
            ]
            for player, key in enumerate(keys):
                shared[player, keys.count(key) * (key == min(keys))] += weight
    ranges = [OmahaRange.of(np.array(mine), np.array(weights)), OmahaRange.of(np.sort([known]))]
    found = omaha_equity(ranges, board, dead, **PLAYED)
    assert found.method == "exact"
    assert found.shared.tolist() == shared.tolist()
    sampled = omaha_equity(
        ranges, board, dead, **PLAYED, method="monte carlo", deals=1 << 14, seed=3
    )
    assert (abs(sampled.equity - found.equity) < 5 * sampled.standard_error).all()
    # Any hole is all holes; and categories are of the hand that plays.
    any_hole = [None, ranges[1]]
    on_river = omaha_equity(any_hole, live[10:15], dead, **PLAYED)
    assert on_river.deals == 13 * 12 * 11 / 6
    assert on_river.categories.sum(axis=1).tolist() == [on_river.deals] * 2
