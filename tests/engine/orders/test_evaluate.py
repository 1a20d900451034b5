"""Hands evaluated by each order, against pokerkit and against rules written apart."""

from itertools import pairwise

import numpy as np
import pokerkit
import pytest

from oracle import naive_orders
from pokerlake.catalogue import ORDERS
from pokerlake.engine.cards.text import CardError, TextColumn, format_hand, parse_hand
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.orders.evaluate import order_class, order_ids, order_ids_of_text

POKERKIT = {
    "high": pokerkit.StandardHighHand,
    "short deck": pokerkit.ShortDeckHoldemHand,
    "ace to five": pokerkit.RegularLowHand,
    "eight or better": pokerkit.EightOrBetterLowHand,
    "deuce to seven": pokerkit.StandardLowHand,
    "badugi": pokerkit.BadugiHand,
}
# Badugi first, whose kernel no other order enters.
BY_SIZES = sorted(ORDERS.values(), key=lambda order: len(order.sizes))
CASES = [(order, cards) for order in BY_SIZES for cards in order.sizes]
OTHERS = [case for case in CASES if case[0].name != "high"]


def of_pokerkit(order, hand):
    """The class of a hand by pokerkit, whose entries count from the worst, of lows from the best.

    20,000 hands of each order and size were compared once; a few are each time.
    """
    try:
        index = POKERKIT[order.name].from_game(format_hand(hand)).entry.index
    except ValueError:  # no low
        return order.classes
    return index + 1 if order.lows_win else order.classes - index


@pytest.mark.parametrize(("order", "k"), CASES)
def test_pokerkit(order, k):
    cards = deal(300, k, seed=40 + k, dead=order.dead)
    expected = [of_pokerkit(order, hand) for hand in cards.T.tolist()]
    assert order_ids(cards, order).tolist() == expected


@pytest.mark.parametrize(("order", "k"), OTHERS)
def test_naive_twin(order, k):
    """Classes are in the order of the keys, and equal where those are."""
    cards = deal(1000, k, seed=50 + k, dead=order.dead)
    keys = [naive_orders.best_key(hand, order.name) for hand in cards.T.tolist()]
    assert_same_order(order_ids(cards, order), keys)


def assert_same_order(ids, keys):
    by_class = sorted(zip(ids.tolist(), keys, strict=True))
    for (first, key), (second, next_key) in pairwise(by_class):
        assert (key == next_key) == (first == second)
        assert key <= next_key


@pytest.mark.parametrize("k", [5, 6, 7])
def test_suited_lows(k):
    """Two suits: many flushes, and hands whose best five need a card that is worse by its rank."""
    order = ORDERS["deuce to seven"]
    cards = deal(3000, k, seed=60 + k, dead=[card for card in range(52) if card % 4 > 1])
    ids = order_ids(cards, order)
    keys = [naive_orders.best_key(hand, order.name) for hand in cards.T.tolist()]
    assert_same_order(ids, keys)
    flushes = np.array([len({card % 4 for card in hand}) == 1 for hand in cards.T.tolist()])
    assert flushes.sum() > 10
    assert (ids[flushes] > 1278).all()


@pytest.mark.parametrize("name", ["short deck", "deuce to seven", "ace to five"])
def test_more_blocks_than_one_and_memory(name):
    order = ORDERS[name]
    columns = deal(40_000, 7, seed=3, dead=order.dead)
    expected = order_ids(columns, order)
    some = slice(0, 40_000, 97)
    hands = columns.T[some].tolist()
    assert expected[some].tolist() == [order_class(hand, order) for hand in hands]
    rows = np.ascontiguousarray(columns.T)
    out = np.empty(40_000, np.uint16)
    for cards in (rows, columns.T, list(columns), np.repeat(columns, 2, axis=1)[:, ::2]):
        assert order_ids(cards, order, out=out, threads=3) is out
        assert np.array_equal(out, expected)


def test_one_hand():
    short, low, eight, seven, badugi = [ORDERS[name] for name in POKERKIT if name != "high"]
    assert order_class(parse_hand("9s8s7s6sAs"), short) == 6
    assert order_class(parse_hand("As2d3c4h5s"), low) == 1
    assert order_class(parse_hand("8s7d6c5h4sKdKc"), eight) == 56
    assert order_class(parse_hand("9s7d6c5h4sKdKc"), eight) == 57
    assert order_class(parse_hand("7s5d4c3h2s"), seven) == 1
    assert order_class(parse_hand("As2d3c4h"), badugi) == 1
    assert order_class(parse_hand("AsKsQsJsTs"), ORDERS["high"]) == 1


@pytest.mark.parametrize(
    ("name", "hand", "problem"),
    [
        ("short deck", "AsKsQsJs5s", "'AsKsQsJs5s' has 5s, which is not in the deck of 36"),
        ("badugi", "As2d3c4h5s", "5 cards; 4 are needed for badugi"),
        ("ace to five", "As2d3c4h", "4 cards; 5 to 7 are needed for ace to five"),
    ],
)
def test_what_is_no_hand(name, hand, problem):
    with pytest.raises(CardError) as raised:
        order_class(parse_hand(hand), ORDERS[name])
    assert str(raised.value).startswith(problem)


def test_a_card_twice_or_none():
    with pytest.raises(CardError, match="'2c2c3d4h' has 2c twice"):
        order_class([0, 0, 5, 10], ORDERS["badugi"])
    with pytest.raises(CardError, match=r"card 52 is not in 0\.\.51"):
        order_class([0, 52, 5, 10], ORDERS["badugi"])


@pytest.mark.parametrize(("order", "k"), OTHERS)
def test_a_wrong_card_wherever_it_is(order, k):
    for wrong, problem in ((52, "card 52 is not in"), (None, "twice")):
        for place in range(k):
            cards = deal(100, k, seed=k, dead=order.dead)
            cards[place, 37] = cards[place - 1, 37] if wrong is None else wrong
            with pytest.raises(CardError, match=rf"^at index 37: .*{problem}"):
                order_ids(cards, order)


@pytest.mark.parametrize("k", [5, 6, 7])
def test_a_card_that_is_not_in_the_deck(k):
    order = ORDERS["short deck"]
    dealt = deal(100, k, seed=k, dead=order.dead)
    for place in range(k):
        cards = dealt.copy()
        cards[place, 37] = place % 16
        for given in (cards, list(cards), cards.T):
            with pytest.raises(CardError, match=r"^at index 37: .* not in the deck of 36 cards"):
                order_ids(given, order)
        assert order_ids(cards, order, strict=False)[37] == 0


@pytest.mark.parametrize("hand", ["2sAsKsQsJs9s8s", "AsKsQsJs9s2d", "AsKsQsJs9s2d2h"])
def test_a_flush_does_not_hide_it(hand):
    with pytest.raises(CardError, match=r"^at index 0: .* has 2[sd], which is not in the deck"):
        order_ids(parse_hand(hand)[:, None], ORDERS["short deck"])
    assert order_ids(parse_hand(hand)[:, None], ORDERS["short deck"], strict=False) == [0]


@pytest.mark.parametrize("rows", [5, 500])
@pytest.mark.parametrize("name", ORDERS)
def test_text(name, rows):
    order = ORDERS[name]
    sizes = np.resize(order.sizes, rows)
    hands = deal(rows, max(order.sizes), seed=9, dead=order.dead).T.tolist()
    hands = [hand[:size] for hand, size in zip(hands, sizes.tolist(), strict=True)]
    texts = [format_hand(hand) for hand in hands]
    texts[2] = None
    ids, count = order_ids_of_text(TextColumn.of(texts), order)
    expected = [order_class(hand, order) for hand in hands]
    expected[2] = 0
    assert ids.tolist() == expected
    assert count[2] == 0
    assert np.delete(count, 2).tolist() == np.delete(sizes, 2).tolist()
    if order.dead:
        texts[4], texts[3] = "AsKsQsJs2d", "AsKsQsJs3d6s"
        with pytest.raises(CardError, match=r"^at index 3: 'AsKsQsJs3d6s' has 3d, which is not in"):
            order_ids_of_text(TextColumn.of(texts), order)
        ids, _ = order_ids_of_text(TextColumn.of(texts), order, strict=False)
        assert ids[[2, 3, 4]].tolist() == [0, 0, 0]
