"""The table of all hands against what the hands are, one by one."""

import numpy as np
import pytest

from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.draw.exchange import HANDS, all_hands
from pokerlake.engine.draw.hands import RUNGS, draw_hands, entries, hand_table


def test_ladder():
    assert RUNGS[:5] == ("straight or better", "three of a kind", "two pair", "AA", "KK")
    assert RUNGS[14:18] == ("33", "22", "A high", "K high")
    assert (len(RUNGS), RUNGS[-1]) == (24, "7 high")


@pytest.mark.parametrize(
    ("hand", "rung", "four_flush", "open_ended", "thrown"),
    [
        ("TcJcQcKcAc", "straight or better", False, False, 0b00000),
        ("7c7d7h7s9c", "straight or better", False, False, 0b10000),
        ("2c2d2hKsAc", "three of a kind", False, False, 0b11000),
        ("6c7c7d8c9c", "77", True, True, 0b11001),
        ("2c6c7d8s9h", "9 high", False, True, 0b00001),
        ("2c5c9cJcKd", "K high", True, False, 0b10000),
        ("Ac2d3h4s6c", "A high", False, False, 0b01111),
        ("7c5d4h3s2c", "7 high", False, True, 0b10000),
        ("8c6d4h3s2c", "8 high", False, False, 0b11111),
    ],
)
def test_hands(hand, rung, four_flush, open_ended, thrown):
    (entry,) = entries(parse_hand(hand)[None]).tolist()
    assert RUNGS[entry >> 13 & 31] == rung
    assert (bool(entry >> 18 & 1), bool(entry >> 19 & 1)) == (four_flush, open_ended)
    assert entry >> 20 == thrown


def test_all_hands_as_they_are_one_by_one():
    every = slice(None, None, 11)
    table = hand_table()[every]
    hands = draw_hands(np.ascontiguousarray(all_hands().T[every]))
    assert len(hand_table()) == HANDS
    np.testing.assert_array_equal(table & 8191, hands.class_id)
    np.testing.assert_array_equal(table >> 18 & 1, hands.four_flush)
    np.testing.assert_array_equal(table >> 19 & 1, hands.open_ended)
    np.testing.assert_array_equal(table >> 20, hands.usual_discard)
    high = 16 + 12 - hands.kicker
    pair = 3 + 12 - hands.pair_rank
    rung = np.select([hands.category == c for c in (6, 7, 8, 9)], [1, 2, pair, high], 0)
    np.testing.assert_array_equal(table >> 13 & 31, rung)


def test_order_of_cards_is_all_one():
    random = np.random.default_rng(9)
    numbers = random.integers(HANDS, size=2000)
    hands = random.permuted(all_hands().T[numbers], axis=1)
    np.testing.assert_array_equal(entries(hands), hand_table()[numbers])
