"""Showdowns of all holes on rivers: each against each one by one, and what holds on every board."""

from itertools import combinations, permutations

import numpy as np
import pytest

from oracle import naive
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import hole_cards, hole_id
from pokerlake.engine.cards.text import CardError
from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.engine.keys.canonical_rows import row_starts
from pokerlake.engine.strength.transitions import river_outcomes


def orbits(board):
    """The smallest of the holes that are the same on this board, of every hole that is live."""
    images = [
        {card: card // 4 * 4 + to[card % 4] for card in range(52)} for to in permutations(range(4))
    ]
    own = [image for image in images if {image[card] for card in board} == set(board)]
    return {
        (a, b): min(hole_id(image[a], image[b]) for image in own)
        for a, b in combinations(sorted(set(range(52)) - set(board)), 2)
    }


def plain_rows(board):
    """Hole, size, class, win and tie of each canonical hole, from a table of all against all."""
    alike = orbits(board)
    holes = np.array(list(alike))
    cards = np.column_stack([holes, np.tile(board, (len(holes), 1))]).astype(np.uint8)
    classes = class_ids(cards, layout="rows").astype(int)
    apart = ~(holes[:, None, :, None] == holes[None, :, None, :]).any(axis=(2, 3))
    win = (apart & (classes[:, None] < classes[None])).sum(axis=1)  # lower is better
    tie = (apart & (classes[:, None] == classes[None])).sum(axis=1)
    rows = {}
    for each in zip(alike.values(), classes.tolist(), win.tolist(), tie.tolist(), strict=True):
        rows[each] = rows.get(each, 0) + 1
    return sorted(
        (hole, size, class_id, win, tie) for (hole, class_id, win, tie), size in rows.items()
    )


def rows_of(found):
    columns = found.hole, found.orbit, found.class_id, found.win, found.tie
    return list(zip(*(column.tolist() for column in columns), strict=True))


BOARDS = {
    "2c7d9hKsAc": "nothing alike",
    "4c5d7hTcQd": "nothing alike, no flush",
    "2c2d2h9c9d": "two suits alike",
    "2c2d7c7dKh": "two pair",
    "2c2d2h2s7c": "quads, three suits alike",
    "AcAdAhAs2c": "quads, the kicker plays",
    "2c2d2h2sAc": "the board plays",
    "TcJdQhKsAc": "the board plays",
    "TcJcQcKcAc": "a royal flush, the board plays",
    "5c6c7c8c9c": "a straight flush that two cards raise",
    "2c4c7c9cKc": "monotone",
    "2c4c7c9cKd": "four of a suit",
    "3c3d8c8dAh": "two suits alike",
    "Ac2d3h4s5c": "a straight",
    "AsKsQs2h2d": "not canonical",
    "9s9h8s8h7d": "not canonical, two suits alike",
}


@pytest.mark.parametrize("board", BOARDS)
def test_boards_as_one_by_one(board):
    cards = sorted(naive.parse_cards(board))
    found = river_outcomes(np.array([cards], np.uint8))
    expected = plain_rows(cards)
    assert rows_of(found) == expected
    assert sum(size for _, size, *_ in expected) == 1081
    assert set(found.board.tolist()) == {0}


def test_many_boards_at_once():
    """Each as by itself, in the order given; cards and boards in any order, not contiguous."""
    texts = list(BOARDS)[::-1]
    boards = np.array([naive.parse_cards(text) for text in texts], np.uint8)
    found = river_outcomes(np.repeat(boards, 2, axis=1)[:, ::2])
    assert np.unique(found.board).tolist() == list(range(len(texts)))
    assert (np.diff(found.board) >= 0).all()
    split = np.flatnonzero(np.diff(found.board)) + 1
    each = np.split(np.array(rows_of(found)), split)
    for board, rows in zip(boards, each, strict=True):
        alone = river_outcomes(np.sort(board)[None])
        assert rows.tolist() == [list(row) for row in rows_of(alone)]


@pytest.mark.parametrize(
    ("board", "hole", "outcome"),
    [
        ("TcJcQcKcAc", "2d3d", (0, 990)),
        ("2c2d2h2sAc", "KdKh", (0, 990)),
        ("Tc2d2hQcKc", "AcJc", (990, 0)),
        ("2c7d9hKsAc", "AdAh", (990, 0)),
        ("2c4c7c9cKc", "Ac3d", (990, 0)),
        # The board plays. Better: 44 with the ace, a king or a queen, a pair, and jack-ten.
        ("AcAdAhKsQs", "2c3d", (0, 38 * 37 // 2 - (3 + 3 + 8 * 6) - 16)),
    ],
)
def test_holes_by_hand(board, hole, outcome):
    cards = naive.parse_cards(board)
    found = river_outcomes(np.array([cards], np.uint8))
    (row,) = np.flatnonzero(found.hole == orbits(cards)[tuple(sorted(naive.parse_cards(hole)))])
    assert (found.win[row], found.tie[row]) == outcome


def test_what_holds_on_every_board():
    boards = canonical_boards(5).cards[::67].copy()
    found = river_outcomes(boards)
    columns = found.hole, found.orbit, found.class_id, found.win, found.tie
    types = [np.uint16, np.uint8, np.uint16, np.uint16, np.uint16]
    assert [column.dtype for column in columns] == types
    assert (np.bincount(found.board) == np.diff(row_starts(5))[::67]).all()
    assert (np.bincount(found.board, weights=found.orbit) == 1081).all()
    win, tie, size = (column.astype(np.int64) for column in (found.win, found.tie, found.orbit))
    assert (win + tie <= 990).all()
    # What somebody wins somebody loses.
    assert (np.bincount(found.board, weights=size * (2 * win + tie)) == 1081 * 990).all()
    for row in range(0, len(found.board), len(found.board) // 50):
        hand = [*hole_cards()[found.hole[row]].tolist(), *boards[found.board[row]].tolist()]
        assert found.class_id[row] == naive.best_class(hand)


def test_no_boards():
    found = river_outcomes(np.empty((0, 5), np.uint8))
    assert [column.shape for column in vars(found).values()] == [(0,)] * 6


@pytest.mark.parametrize(
    ("boards", "problem"),
    [
        (np.zeros((2, 4), np.uint8), "boards of shape (2, 4) are columns of 2 cards, not of 5"),
        (np.zeros(5, np.uint8), "boards have shape (5,); (k, n) or (n, k) is needed"),
        (np.zeros((2, 5), np.int64), "boards are int64; uint8 is needed"),
        (
            np.array([[0, 1, 2, 3, 4], [5, 6, 7, 8, 5]], np.uint8),
            "at index 1: '3d3h3s4c3d' has 3d twice",
        ),
        (np.array([[0, 1, 2, 3, 52]], np.uint8), "at index 0: card 52 is not in 0..51"),
    ],
)
def test_what_is_no_river(boards, problem):
    with pytest.raises(CardError) as raised:
        river_outcomes(boards)
    assert str(raised.value) == problem
