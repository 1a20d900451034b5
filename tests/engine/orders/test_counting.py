"""How many of all hands fall in each class: by combinatorics, and dealt one by one."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from pokerlake.catalogue import ORDERS
from pokerlake.engine.orders.evaluate import hands_of, order_ids, order_ways

CASES = [(order, cards) for order in ORDERS.values() for cards in order.sizes]


@pytest.mark.parametrize(("order", "k"), CASES)
def test_as_many_as_there_are(order, k):
    ways = order_ways(order, k)
    assert ways.shape == (order.classes + 1,)
    assert ways[0] == 0
    assert ways.sum() == hands_of(order, k) == comb(36 if order.name == "short deck" else 52, k)


def test_hands_dealt_one_by_one():
    """Those of five cards are in test_orders.py; those of seven, 2-7 and A-5 too, were once."""
    order = ORDERS["short deck"]
    hands = np.fromiter(combinations(range(16, 52), 6), np.dtype((np.uint8, 6)))
    ids = order_ids(np.ascontiguousarray(hands.T), order)
    assert np.array_equal(np.bincount(ids, minlength=order.classes + 1), order_ways(order, 6))


def test_known_counts():
    """A wheel has five ranks, so 1,024 hands of five cards; the best 2-7 is no flush."""
    for name, best in (("ace to five", 1024), ("eight or better", 1024), ("deuce to seven", 1020)):
        assert order_ways(ORDERS[name], 5)[1] == best
    assert order_ways(ORDERS["badugi"], 4)[1] == 24  # 4-3-2-A of four suits
    with pytest.raises(ValueError, match="hands of 5 cards are not counted: give 4"):
        order_ways(ORDERS["badugi"], 5)
