"""Canonical boards, against plain permutations of suits."""

from itertools import combinations, pairwise, permutations
from math import comb

import numpy as np
import pytest

from pokerlake.engine.cards.boards import CANONICAL_BOARDS, canonical_boards
from pokerlake.engine.cards.boards_kernels import list_rivers

PERMUTATIONS = list(permutations(range(4)))


def images(board):
    """The board under all 24 permutations of suits, each in ascending order."""
    return [tuple(sorted(4 * (card // 4) + to[card % 4] for card in board)) for to in PERMUTATIONS]


@pytest.mark.parametrize("cards", CANONICAL_BOARDS)
def test_numbers_and_order(cards):
    boards = canonical_boards(cards)
    assert boards.cards.shape == (CANONICAL_BOARDS[cards], cards)
    assert boards.weight.sum(dtype=int) == comb(52, cards)
    rows = boards.cards.tolist()
    assert rows == sorted(rows)
    assert all(a < b for board in rows for a, b in pairwise(board))


def test_every_flop():
    smallest = {}
    for flop in combinations(range(52), 3):
        canonical = min(images(flop))
        smallest[canonical] = smallest.get(canonical, 0) + 1
    boards = canonical_boards(3)
    assert list(map(tuple, boards.cards.tolist())) == sorted(smallest)
    assert boards.weight.tolist() == [smallest[flop] for flop in sorted(smallest)]


@pytest.mark.parametrize("cards", [4, 5])
def test_turns_and_rivers(cards):
    rng = np.random.default_rng(cards)
    boards = canonical_boards(cards)
    known = dict(zip(map(tuple, boards.cards.tolist()), boards.weight.tolist(), strict=True))
    for _ in range(5000):
        all_alike = images(rng.choice(52, cards, replace=False).tolist())
        assert known[min(all_alike)] == len(set(all_alike))


@pytest.mark.parametrize("board", [(0, 5, 10), (0, 1, 4, 9), (3, 20, 21, 22, 50)])
def test_rivers_of_a_board(board):
    maps = [[4 * (card // 4) + to[card % 4] for card in range(52)] for to in PERMUTATIONS]
    group = [image for image in maps if {image[card] for card in board} == {*board}]
    unseen = [card for card in range(52) if card not in board]
    alike = {}
    for more in combinations(unseen, 5 - len(board)):
        first = min(tuple(sorted(image[card] for card in more)) for image in group)
        alike[*board, *first] = alike.get((*board, *first), 0) + 1
    rivers, weights = np.empty((len(alike), 5), np.uint8), np.empty(len(alike), np.uint8)
    given = np.array(board, np.uint8), np.array(unseen, np.uint8), np.array(group, np.uint8)
    assert list_rivers(*given, rivers, weights) == len(alike)
    assert dict(zip(map(tuple, rivers.tolist()), weights.tolist(), strict=True)) == alike


def test_other_boards_are_refused():
    with pytest.raises(
        ValueError, match=r"^a board has 3, 4 or 5 cards and a hole up to 6, not 7$"
    ):
        canonical_boards(7)
