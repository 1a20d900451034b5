"""Strength, potential and pot odds from counts: the documents' figures, and what always holds."""

import numpy as np
import pytest

from pokerlake.engine.strength.ratios import (
    effective_hand_strength,
    equity,
    hand_strength,
    largest_call,
    negative_potential,
    positive_potential,
    pot_odds,
)

# AhQh on 3h4sJh, as in the source document with its two-step counts put right.
NOW = np.array([628, 9, 444])
NEXT_CARD = np.array([[25431, 0, 2829], [81, 324, 0], [6037, 0, 13943]])
RIVER = np.array([[529_685, 2_347, 89_688], [3_240, 5_625, 45], [221_903, 680, 216_977]])


def test_ace_queen_of_hearts():
    hs = hand_strength(NOW)
    assert hs == 0.5851063829787234
    assert hand_strength(NOW, 5) == 0.06857632055948792
    assert positive_potential(NEXT_CARD) == 0.30112721417069244
    assert negative_potential(NEXT_CARD) == 0.0993939393939394
    ppot, npot = positive_potential(RIVER), negative_potential(RIVER)
    assert ppot == 0.50417891287456507
    assert npot == 0.14514153391623746
    assert abs(effective_hand_strength(hs, ppot, npot) - 0.70936375783739) < 1e-14
    five = effective_hand_strength(hand_strength(NOW, 5), ppot, npot)
    assert abs(five - 0.5282272263) < 1e-10


def test_the_effective_hand_strength_of_one_opponent_is_the_equity():
    dealer = np.random.default_rng(1)
    transitions = dealer.integers(0, 1000, (100, 3, 3))
    now = transitions.sum(axis=2)
    ehs = effective_hand_strength(
        hand_strength(now), positive_potential(transitions), negative_potential(transitions)
    )
    np.testing.assert_allclose(ehs, equity(transitions), rtol=1e-13)
    assert equity(RIVER) == (529_685 + 3_240 + 221_903 + (2_347 + 5_625 + 680) / 2) / 1_070_190


def test_arrays_of_any_shape_and_weights():
    many = np.broadcast_to(RIVER, (2, 5, 3, 3))
    for ratio in (positive_potential, negative_potential, equity):
        np.testing.assert_array_equal(ratio(many), np.full((2, 5), ratio(RIVER)))
        assert abs(ratio(RIVER * 0.1) - ratio(RIVER)) < 1e-15
    np.testing.assert_array_equal(hand_strength(np.stack([NOW, NOW])), np.full(2, 632.5 / 1081))


def test_the_two_potentials_mirror_each_other():
    mirrored = RIVER[::-1, ::-1]
    assert positive_potential(mirrored) == negative_potential(RIVER)
    assert equity(mirrored) == 1 - equity(RIVER)


def test_where_there_is_nothing_to_divide_by():
    assert hand_strength(np.zeros((2, 3))).tolist() == [0, 0]
    always_ahead = np.array([[44, 0, 0], [0, 0, 0], [0, 0, 0]])
    assert positive_potential(always_ahead) == 0
    assert negative_potential(always_ahead) == 0
    assert negative_potential(always_ahead[::-1]) == 0
    assert equity(always_ahead) == 1
    assert equity(np.zeros((3, 3))) == 0
    assert pot_odds(0, 0) == 0


@pytest.mark.parametrize(
    ("pot", "bet", "later", "needed"),
    [
        (10, 5, 0, 1 / 3),
        (15, 5, 0, 0.25),
        (10, 5, 10, 15 / 35),
        (10, 0, 0, 0),
        (0, 1, 0, 1),
    ],
)
def test_pot_odds(pot, bet, later, needed):
    assert pot_odds(pot, bet, later) == needed


def test_pot_odds_and_the_largest_call_are_inverse():
    bets = np.array([0.5, 1, 7, 100])
    np.testing.assert_allclose(largest_call(pot_odds(12, bets), 12), bets, rtol=1e-15)
    assert largest_call([0, 0.25, 0.5, 1], 12).tolist() == [0, 4, 12, np.inf]


@pytest.mark.parametrize(
    ("ratio", "arguments", "problem"),
    [
        (hand_strength, (NOW, 0), "0 opponents: give 1 or more"),
        (pot_odds, (-1, 5), "pot -1.0 is not an amount, 0 or more"),
        (pot_odds, (10, [5, np.nan]), "bet nan is not an amount, 0 or more"),
        (pot_odds, (10, 5, np.inf), "later inf is not an amount, 0 or more"),
        (largest_call, ([0.5, 1.5], 5), "equity 1.5 is not in 0..1"),
        (largest_call, (np.nan, 5), "equity nan is not in 0..1"),
        (largest_call, (0.5, -5), "pot -5.0 is not an amount, 0 or more"),
    ],
)
def test_what_is_no_argument(ratio, arguments, problem):
    with pytest.raises(ValueError, match=r".") as raised:
        ratio(*arguments)
    assert str(raised.value) == problem
