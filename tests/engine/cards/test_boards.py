"""Canonical boards, against plain permutations of suits."""

from itertools import combinations, pairwise, permutations
from math import comb

import numpy as np
import pytest

from pokerlake.engine.cards.boards import CANONICAL_BOARDS, canonical_boards

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


def test_other_boards_are_refused():
    with pytest.raises(
        ValueError, match=r"^a board has 3, 4 or 5 cards and a hole up to 6, not 7$"
    ):
        canonical_boards(7)
