"""Run-outs and next cards beside plain enumeration, and the sums that another kernel counts."""

from itertools import combinations, permutations

import numpy as np
import pytest

from pokerlake.engine.abstraction.features import next_rows, run_outs
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import hole_cards
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.hands import class_ids
from pokerlake.engine.keys.canonical_rows import canonical_rows
from pokerlake.engine.strength.transitions import strengths


@pytest.mark.parametrize(("cards", "count"), [(3, 4), (4, 40)])
def test_run_outs_have_the_sums_that_strengths_count(cards, count):
    boards = canonical_boards(cards).cards
    picked = boards[np.linspace(0, len(boards) - 1, count).astype(int)]
    found, known = run_outs(picked, layout="rows"), strengths(picked, layout="rows")
    for name in ("board", "hole", "orbit"):
        assert np.array_equal(getattr(found, name), getattr(known, name))
    whole = found.strengths.astype(np.int64)
    assert (np.diff(whole, axis=1) >= 0).all()
    assert np.array_equal((whole**2).sum(axis=1), known.river_strength_squares)
    won = known.river[:, :, 0].sum(axis=1) * 2 + known.river[:, :, 1].sum(axis=1)
    assert np.array_equal(whole.sum(axis=1), won)


@pytest.mark.parametrize("board", ["QsJh2h", "QsJs2s8s"])
def test_run_outs_are_those_of_plain_enumeration(board):
    board = parse_hand(board)
    found = run_outs(np.array([board], np.uint8), layout="rows")
    all_holes = hole_cards()
    for place in (0, len(found.hole) // 2, len(found.hole) - 1):
        own = all_holes[found.hole[place]]
        left = np.setdiff1d(np.arange(52), [*board, *own])
        known = []
        for more in list(combinations(left, 5 - len(board)))[:: 1 if len(board) == 4 else 60]:
            river = [*board, *more]
            others = all_holes[~np.isin(all_holes, [*river, *own]).any(axis=1)]
            hands = np.column_stack([others, np.tile(river, (len(others), 1))]).astype(np.uint8)
            classes = class_ids(hands, layout="rows").astype(int)
            mine = class_ids(np.array([[*own, *river]], np.uint8), layout="rows")[0]
            known.append(2 * (classes > mine).sum() + (classes == mine).sum())
        there = found.strengths[place].tolist()
        if len(board) == 4:
            assert there == sorted(known)
        else:
            assert not set(known) - set(there)


@pytest.mark.whole
@pytest.mark.parametrize("board", ["QsJh2h", "7d7c7s", "KhTh4h", "QsJs2s8s"])
def test_next_rows_are_the_same_deals_up_to_suits(board):
    """Rows stand for one deal each of those that suits make of another."""
    cards = parse_hand(board).astype(int)
    given = run_outs(cards[None].astype(np.uint8), layout="rows")
    found = next_rows(cards[None].astype(np.uint8), layout="rows")
    assert found.dtype == np.uint32
    rows, boards = canonical_rows(len(cards) + 1), canonical_boards(len(cards) + 1).cards
    board_of = np.searchsorted(rows.start, found, "right") - 1
    for place in range(0, len(found), 7):
        own = hole_cards()[given.hole[place]].astype(int)
        left = np.setdiff1d(np.arange(52), [*cards, *own])
        assert len(left) == found.shape[1]
        for column, card in enumerate(left):
            row = found[place, column]
            known = set(boards[board_of[place, column]]), set(hole_cards()[rows.hole_id[row]])
            deal = np.array([*cards, card]), own
            assert any(
                known == tuple({4 * (c // 4) + suits[c % 4] for c in part} for part in deal)
                for suits in permutations(range(4))
            )
