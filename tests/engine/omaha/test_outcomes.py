"""Holes in Omaha against a random one: opponent by opponent on some boards, and what adds up."""

from math import comb

import numpy as np
import pytest

from oracle import naive, naive_omaha
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.omaha.class_tables import kind_tables, list_numbers
from pokerlake.engine.omaha.outcomes import (
    Outcomes,
    deals_of,
    outcomes_of,
    outcomes_on,
    rank_boards,
)


def board_of(ranks):
    return np.array([sorted(naive.RANKS.index(rank) for rank in ranks)], np.uint8)


def test_all_ranks_that_a_river_can_have_once():
    boards = rank_boards()
    assert boards.shape == (6175, 5)
    assert len(np.unique(boards, axis=0)) == 6175
    assert (np.diff(boards.astype(int), axis=1) >= 0).all()
    assert (boards[:, 0] < boards[:, 4]).all()


@pytest.mark.parametrize("cards", [4, 5, 6])
def test_numbers_of_lists(cards):
    """Every list of kinds has a number of its own, and a list of ranks among them has the first."""
    tables = kind_tables(cards)
    kinds = np.random.default_rng(1).integers(0, 26, (2000, cards))
    kinds = -np.sort(-kinds)
    numbers = list_numbers(kinds)
    assert len(np.unique(numbers)) == len(np.unique(kinds, axis=0))
    assert numbers.max() < len(tables.ranks) == comb(25 + cards, cards)
    assert (tables.ranks[numbers] == list_numbers(-np.sort(-(kinds % 13)))).all()
    assert (list_numbers(kinds // 2) < comb(12 + cards, cards)).all()


@pytest.mark.parametrize(
    ("ranks", "hole"),
    [
        ("22225", "2c7d8d9s"), ("22225", "5c5d8d9s"), ("AAKKK", "AcKdQhQs"), ("99944", "4c5c8c8d"),
        ("TT992", "TcJc9cTd"), ("JJ987", "JcTcJdTd"), ("JJ987", "JcJd9c8d"), ("AAA32", "4c5c6d7d"),
        ("AKQ76", "AcAdAhKs"), ("5432A", "AcAd5c5d"), ("T9876", "TcTdThTs"), ("KQ932", "KcKd9c9d"),
        ("KKQQ5", "5c5d4c4d"), ("77765", "7c6c6d5c"),
    ],
)  # fmt: skip
def test_holes_as_opponent_by_opponent(ranks, hole):
    """Among them boards that can have three, four and five of a suit, and flushes in two suits."""
    cards = naive.parse_cards(hole)
    board = board_of(ranks)
    found = outcomes_of(outcomes_on(board, 4), np.array([cards], np.uint8))
    boards = naive_omaha.boards_of_ranks(board[0].tolist(), cards)
    assert [int(of[0]) for of in found] == naive_omaha.outcomes(cards, boards)


@pytest.mark.whole
@pytest.mark.parametrize(
    ("ranks", "hole"),
    [
        ("22225", "2c7d8d9s5c"), ("AAAKK", "AcQcQd8d3h"),
        ("22225", "5c5d5hJsJh8d"), ("QQQAK", "QhAhAdAc7s2s"),
    ],
)  # fmt: skip
def test_holes_of_five_and_six_as_opponent_by_opponent(ranks, hole):
    """The last has a flush on one of its boards."""
    cards = naive.parse_cards(hole)
    board = board_of(ranks)
    found = outcomes_of(outcomes_on(board, len(cards)), np.array([cards], np.uint8))
    boards = naive_omaha.boards_of_ranks(board[0].tolist(), cards)
    assert [int(of[0]) for of in found] == naive_omaha.outcomes(cards, boards)


@pytest.mark.parametrize("cards", [4, 5, pytest.param(6, marks=pytest.mark.whole)])
def test_what_one_wins_another_loses(cards):
    """Over all holes, on boards of every pattern."""
    ranks = ["2345A", "AKQJ9", "T9863", "77542", "KK922", "QQQ84", "55577", "33336"]
    boards = np.concatenate([board_of(board) for board in ranks])
    holes = canonical_boards(cards)
    win, tie, lose = outcomes_of(outcomes_on(boards, cards), holes.cards)
    combos = holes.weight.astype(np.int64)
    assert combos @ win == combos @ lose
    assert min(win.min(), tie.min(), lose.min()) == 0
    rivers = 4**5 * 3 + 6 * 4**3 + 6 * 6 * 4 + 4 * 4 * 4 + 4 * 6 + 4
    opponents = comb(47, cards) * comb(47 - cards, cards)
    assert combos @ (win + tie + lose) == rivers * opponents
    assert (combos @ tie) % 2 == 0


def test_outcomes_add_up_and_do_not_mind_the_order_of_cards():
    boards = rank_boards()[::1000]
    holes = canonical_boards(4).cards[::100]
    whole = outcomes_on(boards, 4)
    parts = [np.concatenate(outcomes_on(part, 4).columns) for part in (boards[:3], boards[3:])]
    assert (np.concatenate(whole.columns) == parts[0] + parts[1]).all()
    added = Outcomes.of(parts[0] + parts[1], 4)
    found = outcomes_of(whole, holes)
    assert all(
        (a == b).all() for a, b in zip(found, outcomes_of(added, holes[:, ::-1]), strict=True)
    )


def test_deals():
    """57,208,371,584,364,000 over all holes of four cards."""
    assert deals_of(4) == 211_315_436_640
    assert comb(52, 4) * deals_of(4) == 57_208_371_584_364_000
    assert comb(52, 5) * deals_of(5) == comb(52, 5) * comb(47, 5) * comb(42, 5)
    assert deals_of(6) == comb(46, 6) * comb(40, 5) == 6_163_441_836_552
