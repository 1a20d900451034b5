"""Rows of tables from cards: every row of flops, and raw deals against their canonical keys."""

import numpy as np
import pytest

from pokerlake.engine.cards.boards import canonical_boards, suit_images
from pokerlake.engine.cards.holes import parse_hole
from pokerlake.engine.cards.suit_symmetry import hole_images
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.keys.canonical_rows import canonical_rows, hole_ids, row_keys, table_rows

ROWS = {3: 1_286_792, 4: 13_960_050, 5: 123_156_254}


@pytest.mark.large
def test_every_deal_on_every_flop():
    rows = canonical_rows(3, threads=2)
    board = np.repeat(np.arange(len(rows.start) - 1), np.diff(rows.start))
    cards = canonical_boards(3).cards[board]
    for image, suits in zip(hole_images(), suit_images(), strict=True):
        found = table_rows(image[rows.hole_id], suits[cards], layout="rows", threads=2)
        assert (found == np.arange(len(board))).all()


@pytest.mark.whole
@pytest.mark.parametrize("k", [3, 4, pytest.param(5, marks=pytest.mark.large)])
def test_random_deals(k):
    """Rows count holes up: so many canonical ones are before, on boards before and on this one."""
    n = 20_000
    cards = deal(n, 2 + k, seed=k)
    holes, boards = hole_ids(cards[:2]), cards[2:]
    keys = row_keys(holes, boards)
    rows = canonical_rows(k)
    found = table_rows(holes, boards)
    assert found.dtype == np.int64
    assert (rows.hole_id[found] == keys.hole_id).all()
    assert (rows.start[keys.board_id] <= found).all()
    assert (found < rows.start[keys.board_id.astype(np.int64) + 1]).all()
    for threads in (2, 0):
        assert (table_rows(holes, boards, threads=threads) == found).all()
    by_rows = np.ascontiguousarray(boards.T)
    assert (table_rows(holes, by_rows, layout="rows") == found).all()
    assert (table_rows(holes, list(boards)) == found).all()
    holes.flags.writeable = by_rows.flags.writeable = False
    assert (table_rows(holes, by_rows) == found).all()


@pytest.mark.parametrize("k", [3, 4, 5])
def test_first_and_last_row(k):
    """The least hole on the least board is row 0, the greatest on the greatest the last."""
    boards = canonical_boards(k).cards[[0, -1]]
    all_rows = canonical_rows(k)
    ends = all_rows.hole_id[[0, -1]]
    assert table_rows(ends, boards, layout="rows").tolist() == [0, ROWS[k] - 1]


def test_no_deals_and_one():
    none = np.empty(0, np.uint16)
    assert table_rows(none, np.empty((3, 0), np.uint8), layout="columns").shape == (0,)
    one = np.array([parse_hole("AhQh")], np.uint16)
    assert table_rows(one, parse_hand("Jh4s3h")[None]).tolist() == [323_565]


@pytest.mark.parametrize(
    ("hole", "board", "problem"),
    [
        (1326, [0, 1, 2], "at index 5000: hole 1326 is not in 0..1325"),
        (0, [0, 8, 12], "at index 5000: '2c2d2c4c5c' has 2c twice"),
        (1325, [52, 1, 2], "at index 5000: card 52 is not in 0..51"),
    ],
)
def test_the_first_deal_that_cannot_be_is_named(hole, board, problem):
    holes = np.full(6000, 1325, np.uint16)
    boards = np.tile(np.array([0, 1, 2], np.uint8), (6000, 1))
    holes[5000:], boards[5000:] = hole, board
    with pytest.raises(CardError) as raised:
        table_rows(holes, boards)
    assert str(raised.value).startswith(problem[:30])
    assert raised.value.index == 5000


@pytest.mark.parametrize(
    ("holes", "boards", "problem"),
    [
        (np.zeros(2, np.uint16), np.zeros((3, 1), np.uint8), "holes are uint16"),
        (np.zeros(1, np.int64), np.zeros((3, 1), np.uint8), "holes are int64"),
        (np.zeros(1, np.uint16), np.zeros((2, 1), np.uint8), "cards of shape"),
        (np.zeros(1, np.uint16), np.zeros((3, 1), np.int8), "cards are int8"),
    ],
)
def test_arrays_that_are_not_as_they_should_be(holes, boards, problem):
    with pytest.raises(CardError, match=problem):
        table_rows(holes, boards)
