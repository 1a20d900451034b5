"""Ranges of Omaha as lists of holes: their order and numbers, and what is refused."""

from itertools import combinations

import numpy as np
import pytest

from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.engine.ranges.omaha_holes import OmahaRange, all_holes, hole_numbers
from pokerlake.engine.ranges.scanner import RangeError


def holes(*texts):
    return np.stack([parse_hand(text) for text in texts])


@pytest.mark.parametrize("cards", [4])
def test_all_holes_have_the_numbers_of_their_order(cards):
    found = all_holes(cards)
    assert (hole_numbers(found) == np.arange(len(found))).all()
    few = [hole for hole in found.tolist() if hole[-1] < 9]
    assert sorted(map(tuple, few)) == sorted(combinations(range(9), cards))


def test_a_range_is_sorted_and_has_no_hole_of_weight_0():
    found = OmahaRange.of(holes("AsKsAhKh", "2c2d2h2s", "QsJsTs9s"), [1, 0.5, 0])
    assert found.holes.tolist() == [[0, 1, 2, 3], [46, 47, 50, 51]]
    assert found.weights.tolist() == [0.5, 1]
    assert (len(found), found.cards, found.combos) == (2, 4, 1.5)
    assert len(found.without(parse_hand("As"))) == 1
    with pytest.raises(ValueError, match="read-only"):
        found.weights[0] = 0


def test_percent_is_of_all_holes():
    assert OmahaRange.of(all_holes(4)).percent == 100


@pytest.mark.parametrize(
    ("given", "weights", "says"),
    [
        (np.zeros((2, 8), np.uint8), 1, "holes are uint8 of shape"),
        (np.zeros((2, 4)), 1, "holes are float64"),
        (np.array([[0, 1, 2, 52]]), 1, "not in 0..51"),
        (np.array([[0, 1, 2, 3]]), 1.5, "a weight is not in"),
        (np.array([[0, 1, 2, 3]]), np.nan, "a weight is not in"),
        (np.array([[0, 1, 2, 3], [3, 2, 1, 0]]), 1, "twice"),
    ],
)
def test_what_is_no_range_is_refused(given, weights, says):
    with pytest.raises(RangeError, match=says):
        OmahaRange.of(given, weights)


def test_a_card_twice_is_refused():
    with pytest.raises(CardError):
        OmahaRange.of(np.array([[0, 1, 2, 2]]))
