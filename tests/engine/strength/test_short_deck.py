"""Holes on boards of short deck: by sweeps and by pairs, which are other kernels, and refusals."""

import numpy as np
import pytest

from pokerlake.catalogue import SHORT_DECK_HIGH
from pokerlake.engine.cards.boards import canonical_boards, numbers_in_deck
from pokerlake.engine.cards.holes import hole_cards
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.engine.cards.texture import textures
from pokerlake.engine.keys.canonical_rows import canonical_hole_counts
from pokerlake.engine.orders.evaluate import board_order, order_ids
from pokerlake.engine.strength.transitions import river_outcomes, strengths
from pokerlake.engine.strength.weighted import against_each, board_strengths, strength_against

ORDER, DEAD = board_order(SHORT_DECK_HIGH), SHORT_DECK_HIGH.dead
ANYTHING = np.ones(1326)


@pytest.mark.parametrize("text", ["6c7d8h", "9c9dKcTh"])
def test_sweeps_are_sums_over_pairs(text):
    board = parse_hand(text)
    found = strengths(board[None], order=ORDER, layout="rows")
    every = board_strengths(board, ANYTHING, order=ORDER, threads=1)
    rows = np.searchsorted(every.hole, found.hole)
    assert (found.now == every.now[rows]).all()
    assert (found.next_card == every.next_card[rows]).all()
    assert (found.river == every.river[rows]).all()
    alone = strength_against(int(found.hole[5]), board, ANYTHING, ORDER)
    assert (alone.river == found.river[5]).all()
    assert len(against_each(int(found.hole[5]), board, ORDER).hole) == found.now[5].sum()


def test_rivers_and_classes():
    board = parse_hand("6c7c8cAhAd")
    found = river_outcomes(board[None], order=ORDER, layout="rows")
    every = board_strengths(board, ANYTHING, order=ORDER, threads=1)
    rows = np.searchsorted(every.hole, found.hole)
    assert (np.stack([found.win, found.tie], axis=1) == every.now[rows][:, :2]).all()
    hands = np.vstack([hole_cards()[found.hole].T, np.repeat(board[:, None], len(rows), axis=1)])
    assert (found.class_id == order_ids(hands, SHORT_DECK_HIGH, layout="columns")).all()


def test_boards_of_the_deck():
    for cards, many, rows in ((3, 573, 186_696), (4, 3_663, 1_340_856)):
        boards = canonical_boards(cards, DEAD)
        numbers = numbers_in_deck(cards, DEAD)
        assert boards.cards.min() == 16
        assert (len(boards.cards), numbers.max(), np.count_nonzero(numbers >= 0)) == (
            many, many - 1, many,
        )  # fmt: skip
        assert (canonical_boards(cards).cards[numbers >= 0] == boards.cards).all()
        assert canonical_hole_counts(boards.cards, dead=DEAD).sum() == rows
    with pytest.raises(ValueError, match="all four of a rank are, or none"):
        canonical_boards(3, (0, 1, 2))


def test_straights_in_textures():
    board = parse_hand("6c7d8h")[None]
    full, short = (textures(board, dead=dead, layout="rows") for dead in ((), DEAD))
    # 54, 95, T9 make a straight of 52 cards; of 36 A9 and T9.
    assert (full.straights.tolist(), short.straights.tolist()) == ([3], [2])
    assert textures(parse_hand("Ac6d9h")[None], dead=DEAD, layout="rows").connected.tolist() == [3]


def test_cards_that_are_not_in_the_deck():
    boards = np.stack([parse_hand("6c7d8h"), parse_hand("6c7d2h")])
    says = "'6c7d2h' has 2h, which is not in the deck of 36 cards, 6 to A"
    with pytest.raises(CardError, match=says) as caught:
        strengths(boards, order=ORDER, layout="rows")
    assert caught.value.index == 1
    with pytest.raises(CardError, match=r"'6c7d2hAhAs' has 2h, which is not in the deck"):
        against_each(1325, boards[1], ORDER)
