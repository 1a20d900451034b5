"""Keys of raw deals, against plain permutations of suits; tables against tables."""

import functools
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from pokerlake.engine.cards.boards import CANONICAL_BOARDS, canonical_boards, suit_images
from pokerlake.engine.cards.holes import hole_cards, hole_id
from pokerlake.engine.cards.suit_symmetry import canonical_deal, hole_images
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.keys.canonical_rows import (
    board_ids,
    canonical_rows,
    hole_ids,
    row_keys,
    table_rows,
)
from pokerlake.engine.strength.transitions import strengths

SIZES = (3, 4, 5)
ROWS = {3: 1_286_792, 4: 13_960_050, 5: 123_156_254}
PERMUTATIONS = list(permutations(range(4)))
HOLES = [tuple(cards) for cards in hole_cards().tolist()]

# What the slow way is made of: a hole and a board under all permutations of the suits.


def images(hole, board):
    """All 24 images of a raw deal, in the order of the permutations; boards ascending."""
    found = []
    for to in PERMUTATIONS:
        a, b, *cards = (card // 4 * 4 + to[card % 4] for card in (*hole, *board))
        found.append((hole_id(a, b), tuple(sorted(cards))))
    return found


@functools.cache
def number_of(k):
    """The number of each canonical board."""
    return {tuple(board): i for i, board in enumerate(canonical_boards(k).cards.tolist())}


def plain_key(hole, board):
    """The smallest board, and on it the smallest hole."""
    cards, canonical_hole = min((cards, hole) for hole, cards in images(hole, board))
    return number_of(len(board))[cards], canonical_hole


def plain_rows(board):
    """The canonical holes on a canonical board, with the numbers of raw deals."""
    alike = {}
    for hole in combinations(sorted(set(range(52)) - set(board)), 2):
        smallest = min(h for h, cards in images(hole, board) if cards == tuple(board))
        alike.setdefault(smallest, hole)
    return [(h, len(set(images(hole, board)))) for h, hole in sorted(alike.items())]


@functools.cache
def all_rows(k):
    return canonical_rows(k, threads=2)


def sample(k, rows, seed):
    """Random rows of the tables: ``board_id`` and ``hole_id``."""
    start, holes, _ = all_rows(k)
    row = np.random.default_rng(seed).integers(0, ROWS[k], rows)
    return np.searchsorted(start, row, "right") - 1, holes[row]


def dealt(k, deals, seed):
    """Raw holes, and raw boards as columns."""
    cards = deal(deals, k + 2, seed=seed)
    return hole_ids(cards[k:]), cards[:k]


# From raw deals to keys


@pytest.mark.parametrize("k", SIZES)
def test_random_deals_as_permuted_one_by_one(k):
    cards = deal(3000, k + 2, seed=k)
    keys = row_keys(hole_ids(cards[k:]), cards[:k])
    assert (keys.board_id.dtype, keys.hole_id.dtype) == (np.uint32, np.uint16)
    expected = [plain_key(hand[k:], hand[:k]) for hand in cards.T.tolist()]
    assert list(zip(keys.board_id.tolist(), keys.hole_id.tolist(), strict=True)) == expected
    assert (board_ids(cards[:k]) == keys.board_id).all()


@pytest.mark.parametrize("k", SIZES)
def test_boards_that_are_alike_in_many_ways(k):
    """Of two ranks, so that suits can be exchanged."""
    cards = deal(1000, k + 2, seed=10 + k, dead=range(8, 52))
    keys = row_keys(hole_ids(cards[k:]), cards[:k])
    expected = [plain_key(hand[k:], hand[:k]) for hand in cards.T.tolist()]
    assert list(zip(keys.board_id.tolist(), keys.hole_id.tolist(), strict=True)) == expected


@pytest.mark.whole
@pytest.mark.large
def test_every_hole_on_every_flop():
    """All 25,989,600 raw deals: each row is the key of as many as its weight says."""
    flops = np.array(list(combinations(range(52), 3)), np.uint8)
    cards = hole_cards()
    counts = np.zeros(CANONICAL_BOARDS[3] * 1326, np.int64)
    for some in np.array_split(flops, 20):
        live = np.ones((len(some), 1326), np.bool_)
        for dead in some.T:
            live &= (cards != dead[:, None, None]).all(axis=2)
        flop, hole = np.nonzero(live)
        keys = row_keys(hole.astype(np.uint16), some[flop], layout="rows")
        row = keys.board_id.astype(np.int64) * 1326 + keys.hole_id
        counts += np.bincount(row, minlength=len(counts))
    start, holes, weight = all_rows(3)
    assert counts.sum() == 25_989_600
    row = np.repeat(np.arange(CANONICAL_BOARDS[3]), np.diff(start)) * 1326 + holes
    assert (np.flatnonzero(counts) == row).all()
    assert (counts[row] == weight).all()


def smallest_images(boards):
    """A number for each board of ``(n, k)``, which boards that differ in suits only share."""
    cards = np.arange(52)
    best = np.full(len(boards), np.iinfo(np.int64).max)
    for to in PERMUTATIONS:
        image = np.sort((cards // 4 * 4 + np.array(to)[cards % 4])[boards], axis=1)
        best = np.minimum(best, image @ 52 ** np.arange(boards.shape[1])[::-1])
    return best


@pytest.mark.whole
@pytest.mark.parametrize("k", SIZES)
def test_every_flop_and_turn_and_a_slice_of_the_rivers(k):
    boards = np.array(list(combinations(range(52), k))[:: 1 if k < 5 else 17], np.uint8)
    canonical, ids = np.unique(smallest_images(boards), return_inverse=True)
    if k == 5:
        every = smallest_images(canonical_boards(5).cards)
        ids = np.searchsorted(every, canonical)[ids]
    else:
        assert len(canonical) == CANONICAL_BOARDS[k]
    shuffled = np.random.default_rng(k).permuted(boards, axis=1)
    assert (board_ids(boards) == ids).all()
    assert (board_ids(shuffled) == ids).all()


@pytest.mark.parametrize("k", [3, 4, 5])
def test_one_deal_without_a_kernel(k):
    cards = deal(500, k + 2, seed=k)
    holes = hole_ids(cards[:2], layout="columns")
    keys = row_keys(holes, np.ascontiguousarray(cards[2:]), layout="columns")
    for hole, board, number, canonical in zip(holes, cards[2:].T, *keys, strict=True):
        found_hole, found_board = canonical_deal(int(hole), board)
        assert found_hole == canonical
        assert (found_board == canonical_boards(k).cards[number]).all()


def test_hole_ids():
    cards = hole_cards()
    assert hole_ids(cards).tolist() == list(range(1326))
    assert hole_ids(cards[:, ::-1]).tolist() == list(range(1326))
    assert hole_ids(list(cards.T)).tolist() == list(range(1326))
    assert hole_ids(cards[:2].T, layout="columns").tolist() == [0, 1]


# All rows


@pytest.mark.large
@pytest.mark.parametrize("k", [3, 4, pytest.param(5, marks=pytest.mark.whole)])
def test_totals(k):
    start, holes, weight = all_rows(k)
    assert (start.dtype, holes.dtype, weight.dtype) == (np.int64, np.uint16, np.uint8)
    assert len(holes) == len(weight) == start[-1] == ROWS[k]
    assert weight.sum(dtype=np.int64) == comb(52, k) * comb(52 - k, 2)
    boards = np.add.reduceat(weight, start[:-1], dtype=np.int64)
    assert (boards == canonical_boards(k).weight * np.int64(comb(52 - k, 2))).all()


@pytest.mark.whole
@pytest.mark.parametrize(
    "board",
    [
        *("2c2d2h", "2c3c4c", "2c3d4h", "2c2d7h", "2c7c7d", "AcAdAh"),
        *("2c2d2h2s", "2c2d9c9d", "2c3c4d5d", "2c2d2h7s", "2c3d4h5s", "2c3c4c5d", "TcJcQcKc"),
        *("2c2d2h2s3c", "2c3c4c5c6c", "2c2d7c7dKh", "2c3d4h5s6c", "2c2d2h3c3d", "9cTdJdQdKd"),
    ],
)
def test_rows_of_boards_as_permuted_one_by_one(board):
    cards = parse_hand(board).tolist()
    start, holes, weight = all_rows(len(cards))
    i = number_of(len(cards))[tuple(cards)]
    rows = slice(start[i], start[i + 1])
    found = list(zip(holes[rows].tolist(), weight[rows].tolist(), strict=True))
    assert found == plain_rows(cards)


# All raw deals of a row


@pytest.mark.parametrize("k", SIZES)
def test_all_raw_deals_of_a_row_have_its_key(k):
    board, hole = sample(k, 20_000, seed=k)
    start, holes, weight = all_rows(k)
    numbers = []  # of a raw deal: its hole and cards in base 64
    for image, cards in zip(hole_images(), suit_images(), strict=True):
        deals = image[hole], np.sort(cards[canonical_boards(k).cards[board]], axis=1)
        keys = row_keys(*deals, layout="rows")
        assert (keys.board_id == board).all()
        assert (keys.hole_id == hole).all()
        numbers.append(deals[1] @ 64 ** np.arange(k) * 2048 + deals[0])
    different = 1 + (np.diff(np.sort(numbers, axis=0), axis=0) != 0).sum(axis=0)
    low, high = start[board], start[board + 1]
    rows = [a + np.searchsorted(holes[a:b], h) for a, b, h in zip(low, high, hole, strict=True)]
    assert (different == weight[rows]).all()


# How arrays come


@pytest.mark.parametrize("k", SIZES)
def test_layouts_and_threads(k, monkeypatch):
    monkeypatch.setattr("pokerlake.engine.threads.SMALLEST_SHARE", 1000)
    holes, boards = dealt(k, 30_000, seed=30 + k)
    expected = row_keys(holes, boards)
    rows = np.ascontiguousarray(boards.T)
    frozen = boards.copy()
    frozen.flags.writeable = holes.flags.writeable = False
    wide = np.repeat(boards, 3, axis=1)[:, ::3]
    for cards in (boards, rows, frozen, wide, boards.T, rows.T, list(boards), tuple(rows.T)):
        for threads in (1, 2):
            keys = row_keys(holes, cards, threads=threads)
            assert (keys.board_id == expected.board_id).all()
            assert (keys.hole_id == expected.hole_id).all()
            assert (board_ids(cards, threads=threads) == expected.board_id).all()
    assert (row_keys(np.repeat(holes, 2)[::2], boards).hole_id == expected.hole_id).all()
    if k < 5:
        rows = canonical_rows(k)
        assert all((a == b).all() for a, b in zip(rows, all_rows(k), strict=True))


def test_nothing():
    assert board_ids(np.empty((0, 4), np.uint8)).shape == (0,)
    assert hole_ids(np.empty((2, 0), np.uint8)).shape == (0,)
    keys = row_keys(np.empty(0, np.uint16), np.empty((5, 0), np.uint8))
    assert [column.shape for column in keys] == [(0,), (0,)]


def test_columns_or_rows_is_asked_where_both_fit():
    square = np.array([[0, 1, 2], [4, 5, 6], [8, 9, 11]], np.uint8)
    with pytest.raises(CardError, match=r'shape \(3, 3\) may be columns or rows: say layout="col'):
        board_ids(square)
    with pytest.raises(CardError, match=r'shape \(3, 3\) may be columns or rows: say layout="col'):
        board_ids(list(square))
    assert board_ids(square, layout="columns").tolist() != board_ids(square, layout="rows").tolist()
    with pytest.raises(CardError, match=r'shape \(2, 2\) may be columns or rows: say layout="col'):
        hole_ids(square[:2, :2])


# What is refused


@pytest.mark.parametrize(
    ("boards", "layout", "problem"),
    [
        (np.zeros((2, 9), np.uint8), None, "cards of shape (2, 9) are columns of 2 cards, not of"),
        (np.zeros((6, 4), np.uint8), "columns", "cards of shape (6, 4) are columns of 6 cards, "),
        (np.zeros((4, 9), np.int64), None, "cards are int64; uint8 is needed"),
        (np.zeros(4, np.uint8), None, "cards have shape (4,); (k, n) or (n, k) is needed"),
        (np.zeros((1, 4), np.uint8), None, "at index 0: '2c2c2c2c' has 2c twice"),
        (np.full((1, 4), 52, np.uint8), None, "at index 0: card 52 is not in 0..51"),
        (np.array([[0, 4, 255, 8]], np.uint8), None, "at index 0: card 255 is not in 0..51"),
    ],
)
def test_what_is_no_board(boards, layout, problem):
    with pytest.raises(CardError) as raised:
        board_ids(boards, layout=layout)
    assert str(raised.value).startswith(problem)
    with pytest.raises(CardError):
        row_keys(np.full(1, 1325, np.uint16), boards, layout=layout)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("k", SIZES)
def test_the_first_bad_row_is_named(k, threads):
    holes, boards = dealt(k, 100_000, seed=40 + k)
    cards = hole_cards()[holes]
    for row in (99_999, 70_000, 20_001):
        wrong = boards.copy()
        wrong[k - 1, row:] = wrong[0, row:]
        for call in (board_ids, functools.partial(row_keys, holes)):
            with pytest.raises(CardError, match=r" twice$") as raised:
                call(wrong, threads=threads)
            assert raised.value.index == row
        wrong = boards.copy()
        wrong[1, row] = 52
        for call in (board_ids, functools.partial(row_keys, holes)):
            with pytest.raises(CardError, match=r": card 52 is not in 0\.\.51$") as raised:
                call(wrong, threads=threads)
            assert raised.value.index == row
        for c in (0, 1):
            wrong = boards.copy()
            wrong[1, row:] = cards[row:, c]
            with pytest.raises(CardError, match=r" twice$") as raised:
                row_keys(holes, wrong, threads=threads)
            assert raised.value.index == row
        past = holes.copy()
        past[row:] = 1326
        with pytest.raises(CardError, match=r": hole 1326 is not in 0\.\.1325$") as raised:
            row_keys(past, boards, threads=threads)
        assert raised.value.index == row
        with pytest.raises(CardError) as raised:  # the row before is bad in another way
            row_keys(past, np.where(np.arange(100_000) == row - 1, np.uint8(7), boards))
        assert raised.value.index == row - 1
        bad_cards = cards.copy()
        bad_cards[row, 1] = bad_cards[row, 0]
        with pytest.raises(CardError) as raised:
            hole_ids(bad_cards, threads=threads)
        assert raised.value.index == row


def test_what_is_no_hole():
    boards = np.array([[0, 4, 8]], np.uint8)
    for holes in (np.array([5]), np.array([5, 6], np.uint16), np.array([[5]], np.uint16)):
        with pytest.raises(CardError, match=r"^holes are u?int\d+ \(.*\); uint16 \(1,\) is needed"):
            row_keys(holes, boards)
    for cards in ([[52, 1]], [[7, 7]], [[3, 255]]):
        with pytest.raises(CardError, match=r"^at index 0: "):
            hole_ids(np.array(cards, np.uint8))
    with pytest.raises(CardError, match=r"^cards of shape \(1, 3\) are columns of 1 cards, not of"):
        hole_ids(boards)


def test_other_sizes():
    with pytest.raises(ValueError, match=r"^a board has 3, 4 or 5 cards, not 6$"):
        canonical_rows(6)


def test_what_flops_say_of_the_turn_is_what_turns_say():
    """Opponents ahead of, tied with, behind of after the turn card: two ways to count them."""
    ids = [0, 1, 500, 1000, 1754]
    flops = canonical_boards(3).cards[ids]
    unseen = [[*flop, c] for flop in flops.tolist() for c in range(52) if c not in flop]
    turns = np.unique(board_ids(np.array(unseen, np.uint8), layout="rows"))
    found = strengths(canonical_boards(4).cards[turns])
    start, holes, _ = all_rows(4)
    rows = np.concatenate([np.arange(start[turn], start[turn + 1]) for turn in turns])
    assert (holes[rows] == found.hole).all()
    now = np.zeros((ROWS[4], 3), np.uint16)
    now[rows] = found.now
    flop = strengths(flops)
    start, holes, _ = all_rows(3)
    sums = []
    for number, cards in zip(ids, flops.tolist(), strict=True):
        for hole in holes[start[number] : start[number + 1]].tolist():
            later = [card for card in range(52) if card not in (*cards, *HOLES[hole])]
            boards = np.array([[*cards, card] for card in later], np.uint8)
            of_turn = table_rows(np.full(len(later), hole, np.uint16), boards, layout="rows")
            sums.append(now[of_turn].sum(axis=0, dtype=int))
    assert (np.array(sums) == flop.next_card.sum(axis=1)).all()
    assert (np.sum(sums, axis=1) == 1081 * 45).all()
