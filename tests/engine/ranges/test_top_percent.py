"""The top x % of the hands: exact sums, whole ties."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, hand_combos, hand_of_hole
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.ranges.top_percent import hole_places, top_range

BY_GRID = np.linspace(1, 0, 169)


def by_hand(weights):
    """The weight of each hand, which all its holes have."""
    firsts = [int(np.flatnonzero(hand_of_hole() == hand)[0]) for hand in range(169)]
    np.testing.assert_array_equal(weights, weights[firsts][hand_of_hole()])
    return weights[firsts]


def naive_shares(ranking, percent):
    """Hand by hand from the best, ties together, in exact fractions."""
    left = Fraction(percent) * 1326 / 100
    shares = {}
    for value in sorted(set(ranking), reverse=True):
        tied = [hand for hand in range(169) if ranking[hand] == value]
        combos = sum(int(hand_combos()[hand]) for hand in tied)
        share = min(Fraction(1), left / combos)
        left -= share * combos
        shares.update(dict.fromkeys(tied, share))
    return [shares[hand] for hand in range(169)]


def test_hands_are_taken_in_the_order_of_the_ranking():
    ranking = np.zeros(169)
    ranking[[HAND_INDEX[hand] for hand in ("72o", "AA", "AKs")]] = 3, 2, 1
    weights = by_hand(top_range(ranking, "1.5"))  # 19.89 combos: 12, 6, and 1.89 of 4
    found = {HANDS[hand]: weights[hand] for hand in np.flatnonzero(weights)}
    assert found == {"72o": 1.0, "AA": 1.0, "AKs": 0.4725}


def test_ties_are_taken_together():
    ranking = np.zeros(169)
    ranking[[HAND_INDEX["AA"], HAND_INDEX["KK"]]] = 1
    weights = by_hand(top_range(ranking, "0.5"))  # 6.63 combos of the twelve
    assert weights[HAND_INDEX["AA"]] == weights[HAND_INDEX["KK"]] == 0.5525
    assert np.count_nonzero(weights) == 2
    np.testing.assert_array_equal(top_range(np.zeros(169), 15), np.full(1326, 0.15))


@pytest.mark.parametrize("percent", ["100", 100, 100.0, Fraction(100)])
def test_all(percent):
    np.testing.assert_array_equal(top_range(BY_GRID, percent), np.ones(1326))
    assert top_range(BY_GRID, percent, percent).sum() == 0
    assert top_range(BY_GRID, 0).sum() == 0
    assert top_range(BY_GRID, "1e-999999999").sum() == 0


def test_an_exact_boundary_takes_the_hand_whole():
    # AA is 6 of 1,326 combos: 100 / 221 percent, which no float is
    np.testing.assert_array_equal(by_hand(top_range(BY_GRID, Fraction(100, 221))), [1] + [0] * 168)


@given(
    st.lists(st.integers(0, 20), min_size=169, max_size=169),
    st.decimals(0, 100, places=3),
    st.decimals(0, 100, places=3),
)
def test_as_counted_hand_by_hand(values, one, other):
    low, high = sorted((one, other))
    ranking = np.array(values, np.float64)
    expected = [
        float(b - a)
        for a, b in zip(
            naive_shares(values, str(low)), naive_shares(values, str(high)), strict=True
        )
    ]
    np.testing.assert_array_equal(by_hand(top_range(ranking, str(one), str(other))), expected)


@pytest.mark.parametrize(
    ("percent", "problem"),
    [
        ("x", "'x' is not a percentage; give a number 0 to 100"),
        ("", "'' is not a percentage; give a number 0 to 100"),
        (float("nan"), "nan percent is not in 0..100"),
        ("1e999999999", "1e999999999 percent is not in 0..100"),
        (-1, "-1 percent is not in 0..100"),
        ("100.1", "100.1 percent is not in 0..100"),
    ],
)
def test_what_is_no_percentage(percent, problem):
    with pytest.raises(RangeError) as raised:
        top_range(BY_GRID, percent)
    assert str(raised.value) == problem


def test_hands_that_the_deck_does_not_have():
    """Percentages are of the holes there are: here of AA, AKs, AKo and KK, 28 in all."""
    ranking = np.full(169, -np.inf)
    for hand, value in (("AA", 4), ("KK", 3), ("AKs", 2), ("AKo", 1)):
        ranking[HAND_INDEX[hand]] = value
    assert top_range(ranking, 100).sum() == 28
    assert top_range(ranking, 50).sum() == pytest.approx(14)
    assert top_range(ranking, 100, 50).sum() == pytest.approx(14)
    assert top_range(ranking, "50")[hand_of_hole() == HAND_INDEX["22"]].sum() == 0
    places = hole_places(ranking)
    assert places[hand_of_hole() == HAND_INDEX["AA"]].tolist() == [25 / 28] * 6
    with pytest.raises(RangeError, match="169 finite numbers"):
        top_range(np.full(169, -np.inf), 15)
