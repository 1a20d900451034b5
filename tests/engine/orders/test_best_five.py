"""Which five cards play: they are of the hand, and no other five beat them, by naive rules."""

from itertools import combinations

import numpy as np
import pytest

from oracle import naive, naive_omaha, naive_orders
from oracle.naive import parse_cards
from pokerlake.catalogue import BADUGI, DEUCE_TO_SEVEN, EIGHT_OR_BETTER, HIGH, OMAHA_HI_LO, ORDERS
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.orders.best_five import NO_CARD, best_fives, best_fives_of_both
from pokerlake.engine.orders.evaluate import order_class, order_ids
from pokerlake.engine.showdowns.evaluate import low_ids


def key(five, order):
    """What is the less, the better the hand."""
    if order is HIGH:
        return naive.best_class(five)
    return naive_orders.best_key(five, order.name)


FIVES = [order for order in ORDERS.values() if order is not BADUGI]


@pytest.mark.parametrize("order", FIVES)
@pytest.mark.parametrize("k", [5, 6, 7])
def test_no_other_five_are_better(order, k):
    cards = deal(400, k, seed=60 + k, dead=order.dead)
    best = best_fives(cards, order_ids(cards, order), order, threads=2)
    for hand, five in zip(cards.T.tolist(), best.T.tolist(), strict=True):
        best_key = min(key(each, order) for each in combinations(hand, 5))
        if five[0] == NO_CARD:
            assert order is EIGHT_OR_BETTER
            assert best_key == key(parse_cards("KsKdKhQcJs"), order)
            continue
        assert len({*five}) == 5
        assert {*five} <= {*hand}
        assert key(five, order) == best_key


@pytest.mark.parametrize("hole", [4, 5, 6])
@pytest.mark.parametrize("board", [3, 4, 5])
def test_two_of_the_hole_and_three_of_the_board(hole, board):
    dealt = deal(300, hole + board, seed=hole + 10 * board)
    holes, boards = dealt[:hole], dealt[hole:]
    high = naive_omaha.class_ids(holes, boards).astype(np.uint16)
    lows = low_ids(OMAHA_HI_LO, holes, boards)
    of_high = best_fives_of_both(holes, boards, high, HIGH)
    of_low = best_fives_of_both(holes, boards, lows, EIGHT_OR_BETTER)
    for i in range(300):
        five = of_high[:, i].tolist()
        assert (len({*five} & {*holes[:, i]}), len({*five} & {*boards[:, i]})) == (2, 3)
        assert order_class(five, HIGH) == high[i]
        low = naive_omaha.low_of(holes[:, i].tolist(), boards[:, i].tolist())
        five = of_low[:, i].tolist()
        assert (five[0] == NO_CARD) == (low == EIGHT_OR_BETTER.classes)
        if five[0] != NO_CARD:
            assert (len({*five} & {*holes[:, i]}), len({*five} & {*boards[:, i]})) == (2, 3)
            assert order_class(five, EIGHT_OR_BETTER) == low


@pytest.mark.parametrize(
    ("hand", "order", "five"),
    [
        ("2c2dAhKsQdJcJh", HIGH, "JcJh2c2dAh"),  # what decides first is in front
        ("2c2d2hAsAdAcKs", HIGH, "AsAdAc2c2d"),  # and of as good cards those in front
        ("As2d3c4h5sKsKd", HIGH, "5s4h3c2dAs"),
        ("Ah2h9h4h5hKhAd", HIGH, "AhKh9h5h4h"),
        ("7h5h4h3h2h2c", DEUCE_TO_SEVEN, "7h5h4h3h2c"),  # not five of one suit
        ("7h5h4h3h2hKc", DEUCE_TO_SEVEN, "Kc5h4h3h2h"),
    ],
)
def test_by_hand(hand, order, five):
    cards = np.array([parse_cards(hand)], np.uint8).T
    best = best_fives(cards, order_ids(cards, order), order)
    assert best[:, 0].tolist() == parse_cards(five)


def test_badugi_has_no_five():
    with pytest.raises(ValueError, match="up to four"):
        best_fives(np.zeros((4, 1), np.uint8), np.ones(1, np.uint16), BADUGI)
