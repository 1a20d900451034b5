"""Orders as data: how many classes each has, how they are named, and how many hands are in each."""

import functools
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from pokerlake.catalogue import ORDERS, order_named
from pokerlake.engine.hands.classes import hand_classes
from pokerlake.engine.hands.order_classes import five_card_classes, order_classes
from pokerlake.engine.orders.evaluate import order_ids

# How many hands of five cards, of four in badugi, are of each category.
HANDS_OF = {
    "short deck": [24, 288, 480, 1728, 6120, 16128, 36288, 193536, 122400],
    "ace to five": [1317888, 1098240, 123552, 54912, 3744, 624],
    "eight or better": [57344, 2541616],
    "deuce to seven": [1303560, 1098240, 123552, 54912, 9180, 5112, 3744, 624, 36],
    "badugi": [17160, 154440, 96252, 2873],
}
# The first, second and last class of each order, and one whose place follows from the counts.
NAMED = {
    "short deck": {
        1: "royal flush", 6: "straight flush, nine high", 7: "four of a kind, aces, king kicker",
        78 + 1: "flush, ace-king-queen-jack-nine", 78 + 120 + 1: "full house, aces over kings",
        78 + 192 + 6: "straight, nine high", 1404: "high card, jack-nine-eight-seven-six",
    },
    "ace to five": {
        1: "no pair, five-four-three-deuce-ace", 2: "no pair, six-four-three-deuce-ace",
        1287 + 1: "one pair, aces, four-three-deuce kickers",
        6175: "four of a kind, kings, queen kicker",
    },
    "eight or better": {
        1: "low, five-four-three-deuce-ace", 56: "low, eight-seven-six-five-four", 57: "no low",
    },
    "deuce to seven": {
        1: "no pair, seven-five-four-three-deuce", 2: "no pair, seven-six-four-three-deuce",
        1278: "no pair, ace-king-queen-jack-nine",
        1279: "one pair, deuces, five-four-three kickers",
        1278 + 2860 + 1716 + 1: "straight, six high", 7462: "royal flush",
    },
    "badugi": {
        1: "badugi, four-three-deuce-ace", 715: "badugi, king-queen-jack-ten",
        716: "three cards, three-deuce-ace", 1092: "one card, king",
    },
}  # fmt: skip


@pytest.mark.parametrize("name", ORDERS)
def test_classes_and_names(name):
    order = ORDERS[name]
    classes = order_classes(order)
    assert len(set(classes.names)) == len(classes.names) == order.classes
    assert (np.diff(classes.category) >= 0).all()
    assert classes.category[[0, -1]].tolist() == [1, len(order.category_names)]
    for number, text in NAMED.get(name, {}).items():
        assert classes.names[number - 1] == text


def test_the_high_order_as_any_other():
    made = five_card_classes(replace(ORDERS["high"]))
    known = hand_classes()
    assert np.array_equal(made.ranks, known.ranks)
    assert np.array_equal(made.category, known.category)
    assert np.array_equal(made.suited, known.suited)


@functools.lru_cache(maxsize=1)  # three orders of one deck follow each other
def all_hands(size, dead):
    deck = [card for card in range(52) if card not in dead]
    hands = np.fromiter(combinations(deck, size), np.dtype((np.uint8, size)))
    return np.ascontiguousarray(hands.T)


@pytest.mark.parametrize("name", HANDS_OF)
def test_all_hands_by_category(name):
    order = ORDERS[name]
    size = order.sizes[0]
    hands = all_hands(size, order.dead)
    ids = order_ids(hands, order)
    assert len(np.unique(ids)) == order.classes
    of_category = np.bincount(order_classes(order).category[ids - 1])
    assert of_category[1:].tolist() == HANDS_OF[name]


def test_decks():
    assert ORDERS["short deck"].dead == tuple(range(16))
    assert not any(ORDERS[name].dead for name in ORDERS if name != "short deck")


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("high", "high"), ("Hold'em", "high"),
        ("6+", "short deck"), ("Short-Deck", "short deck"), ("six plus", "short deck"),
        ("A-5", "ace to five"), ("a5", "ace to five"), ("ace to five", "ace to five"),
        ("8 or better", "eight or better"), ("eight_or_better", "eight or better"),
        ("2-7", "deuce to seven"), ("27", "deuce to seven"), ("Deuce-to-Seven", "deuce to seven"),
        ("BADUGI", "badugi"), ("27TD", "deuce to seven"), ("A-5 lowball", "ace to five"),
    ],
)  # fmt: skip
def test_spellings(spelling, name):
    assert order_named(spelling) is ORDERS[name]


def test_no_order():
    assert order_named("omaha") is None
    assert order_named("") is None
