"""Subsets of flops: the kernel beside that of two ranges, the choice on small examples."""

import numpy as np
import pytest

from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import hand_of_hole, hole_cards
from pokerlake.engine.equity import all_flops
from pokerlake.engine.equity.sweep_kernels import sweep_each
from pokerlake.engine.flop_subsets import fitting
from pokerlake.engine.flop_subsets import fitting as shapes
from pokerlake.engine.flop_subsets.fitting import chosen
from pokerlake.engine.flop_subsets.many_ranges_kernels import meet_on_flops
from pokerlake.engine.hands.board_tables import board_tables
from pokerlake.engine.ranges.scanner import RangeError

RANGES = shapes.held_out_ranges()
BY_HOLE = RANGES.T[hand_of_hole()]


def test_points_are_those_of_two_ranges():
    rivers = canonical_boards(5)
    some = np.random.default_rng(1).choice(len(rivers.weight), 12, replace=False)
    boards, weight = rivers.cards[some], rivers.weight[some]
    flops = fitting._flops_of_rivers()[some]
    points, hand_points = np.zeros((1755, 32, 32)), np.zeros((1755, 169))
    doubled, doubled_hands = (2 * w.astype(np.float32) for w in (BY_HOLE, RANGES.T))
    doubled_hands = np.ascontiguousarray(doubled_hands)
    meet_on_flops(
        boards, weight, flops, board_tables(), doubled, doubled_hands, 0, 12, points, hand_points
    )

    def expected(hero, villain):
        outcomes = np.zeros((12, 2))
        pair = np.column_stack([hero, villain])
        sweep_each(boards, board_tables(), hole_cards(), pair, 0, 12, outcomes)
        both = weight * (2 * outcomes[:, 0] + outcomes[:, 1])
        return np.bincount(flops.ravel(), np.repeat(both, 10), 1755)

    for hero, villain in ((0, 1), (1, 0), (2, 31), (5, 5)):
        found = expected(BY_HOLE[:, hero], BY_HOLE[:, villain])
        assert (points[:, hero, villain] == 4 * found).all()
    for hand in (0, 1, 168):
        held = (hand_of_hole() == hand).astype(np.float64)
        assert (hand_points[:, hand] == 2 * expected(held, BY_HOLE[:, 0])).all()


def test_deals_are_those_of_two_ranges():
    deals, hand_deals = fitting._deals(BY_HOLE)
    flops = canonical_boards(3).cards
    for hero, villain in ((0, 1), (31, 31)):
        expected = all_flops._deals(flops, BY_HOLE[:, hero], BY_HOLE[:, villain]) / 990
        assert np.allclose(deals[:, hero, villain], expected, rtol=1e-12)
    held = (hand_of_hole() == 7).astype(np.float64)
    expected = all_flops._deals(flops, held, BY_HOLE[:, 0].copy()) / 990
    assert np.allclose(hand_deals[:, 7], expected, rtol=1e-12)


def test_ranges_that_are_refused():
    with pytest.raises(RangeError, match=r"shape \(31, 169\): give \(32, 169\)"):
        fitting.many_flop_equities(RANGES[1:])
    with pytest.raises(RangeError, match=r"weight 0\.25: give 0, 0\.5 or 1"):
        fitting.many_flop_equities(RANGES / 2)


def test_shapes():
    fitted = shapes.fitted_ranges()
    combos = np.bincount(hand_of_hole())
    for ranges in (fitted, RANGES):
        assert ranges.shape == (32, 169)
        assert np.isin(ranges, (0, 0.5, 1)).all()
        assert (ranges @ combos > 0.04 * 1326).all()
        assert len(np.unique(ranges, axis=0)) == 32
    assert (fitted[0] == 1).all()


def test_rows_that_stand_for_all():
    random = np.random.default_rng(3)
    numbers = random.random((60, 6))
    wanted = numbers[[4, 17, 40]].T @ [0.2, 0.5, 0.3]
    rows, weights = chosen(numbers, wanted, 6, 1e-9)
    assert (np.diff(rows) > 0).all()
    assert (weights > 0).all()
    assert np.allclose(numbers[rows].T @ weights, wanted, atol=1e-4)
    with pytest.raises(ValueError, match="1 rows do as well as 2: choose so many"):
        chosen(np.eye(3), np.array([1.0, 0, 0]), 2, 1e-9)


def test_weights_are_parts_of_a_million():
    subset = fitting._subset(np.arange(3), np.array([1.0, 1, 1]))
    assert subset.weights.tolist() == [333_334, 333_333, 333_333]


def test_an_error_over_all_flops_is_none():
    random = np.random.default_rng(4)
    missed, deals = fitting.missed(random.random((1755, 2)), random.random((1755, 2)))
    assert np.allclose(fitting.flop_shares() @ missed, 0, atol=1e-15)
    assert np.allclose(fitting.flop_shares() @ deals, 1)
