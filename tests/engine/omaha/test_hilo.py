"""Holes in Omaha hi-lo against a random one: opponent by opponent, and what adds up."""

import numpy as np
import pytest

from oracle import naive, naive_omaha
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.omaha.outcomes import (
    HiLoOutcomes,
    hilo_outcomes_of,
    hilo_outcomes_on,
    low_levels,
    outcomes_of,
    outcomes_on,
    rank_boards,
)


def board_of(ranks):
    return np.array([sorted(naive.RANKS.index(rank) for rank in ranks)], np.uint8)


@pytest.mark.whole
@pytest.mark.parametrize(
    ("ranks", "hole"),
    [
        ("A2345", "AcAdAh2s"), ("AA234", "AcAdKs5c"), ("88762", "8c8d7s6s"), ("44432", "AcAd5c2d"),
        ("2233A", "2c2d3c4c"), ("3345K", "3c3d4c5c"), ("AAA88", "2c3d4h5s"), ("77765", "KcKdQcQd"),
        ("KKQQ2", "KcKdAc2d"), ("22225", "AcAdAhAs"),
    ],
)  # fmt: skip
def test_holes_as_opponent_by_opponent(ranks, hole):
    """On boards of two to five low ranks, with flushes, and with ranks that the hole has too."""
    cards = naive.parse_cards(hole)
    board = board_of(ranks)
    (found,) = hilo_outcomes_of(hilo_outcomes_on(board), np.array([cards], np.uint8))
    boards = naive_omaha.boards_of_ranks(board[0].tolist(), cards)
    assert found.tolist() == naive_omaha.hilo_outcomes(cards, boards)


RANKS = ["2345A", "A876K", "A2QJ7", "T9863", "77542", "KK922", "QQQ84", "55577", "33336", "AAA27"]


def test_what_one_wins_another_loses():
    """Over all holes, on boards of every pattern: high and low, and both at once."""
    boards = np.concatenate([board_of(board) for board in RANKS])
    holes = canonical_boards(4)
    found = hilo_outcomes_of(hilo_outcomes_on(boards), holes.cards)
    assert found.min() == 0
    over_all = np.tensordot(holes.weight.astype(np.int64), found, 1)
    as_villain = over_all[::-1][:, [2, 1, 0, 3]]
    assert (over_all == as_villain).all()
    assert (over_all > 0).all()


def test_the_high_half_is_that_of_omaha_without_lows():
    boards = np.concatenate([board_of(board) for board in RANKS])
    holes = canonical_boards(4).cards
    found = hilo_outcomes_of(hilo_outcomes_on(boards), holes).sum(axis=2)
    assert (found == np.stack(outcomes_of(outcomes_on(boards, 4), holes), axis=1)).all()


def test_outcomes_add_up_and_do_not_mind_the_order_of_cards():
    boards = rank_boards()[5::1000]
    holes = canonical_boards(4).cards[::100]
    whole = hilo_outcomes_on(boards)
    parts = [np.concatenate(hilo_outcomes_on(part).columns) for part in (boards[:3], boards[3:])]
    assert (np.concatenate(whole.columns) == parts[0] + parts[1]).all()
    added = HiLoOutcomes.of((parts[0] + parts[1]).ravel())
    assert (hilo_outcomes_of(whole, holes) == hilo_outcomes_of(added, holes[:, ::-1])).all()


def test_levels_of_lows():
    """Ten lows on each board with three low ranks; of two holes the one with the lower cards."""
    levels = low_levels()
    three = np.bitwise_count(np.arange(256)) >= 3
    assert (levels.max(axis=1) == np.where(three, 10, 0)).all()
    on_842, on_a2345 = 0b10001010, 0b11111
    assert levels[on_842, 0b101] == 10
    assert levels[on_842, 0b1001] == 0  # A-4 of which the four is on the board
    assert levels[on_842, 0b1100101] == 10  # A-3-6-7
    assert levels[on_842, 0b1100000] == 1  # 6-7
    assert levels[on_a2345, 0b11] == levels[on_a2345, 0b11000] == 10  # 5-4-3-2-A of any two
    assert levels[on_a2345, 0b10000001] < levels[on_a2345, 0b1000001] < 10
