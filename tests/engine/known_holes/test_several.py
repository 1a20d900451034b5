"""Several known holes: against enumeration of all boards, heads-up results, and known ties."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from pokerlake.engine.cards.holes import hole_cards, hole_id, parse_hole
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.engine.known_holes.several import heads_up, multiway

NO_BOARD = np.zeros(0, np.uint8)
LAST_OF_CATEGORY = np.array([10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462])


def holes_of(*texts):
    return np.array([[parse_hole(text) for text in texts]], np.uint16)


def shared_of(*texts, board="", dead=()):
    cards = parse_hand(board) if board else NO_BOARD
    return multiway(holes_of(*texts), cards, dead).shared[0]


def equities(shared):
    return (shared[:, 1:] / np.arange(1, len(shared) + 1)).sum(axis=1) / shared[0].sum()


@cache
def all_of(k):
    """All combinations of ``k`` of 52 cards, ``(k, n)``."""
    rows = np.array(list(combinations(range(52), k)), np.uint8)
    return np.ascontiguousarray(rows.T)


def enumerated(holes, board, dead):
    """Every board there can be, and the class of everybody's seven cards on it."""
    rest = all_of(5 - len(board))
    gone = np.zeros(52, bool)
    gone[[*hole_cards()[holes].ravel(), *board, *dead]] = True
    rest = rest[:, ~gone[rest].any(axis=0)]
    n = rest.shape[1]
    known = np.repeat(np.asarray(board, np.uint8)[:, None], n, axis=1)
    classes = np.stack([
        class_ids(
            np.concatenate([np.repeat(hole_cards()[hole][:, None], n, axis=1), known, rest]),
            layout="columns",
        )
        for hole in holes
    ])  # fmt: skip
    wins = classes == classes.min(axis=0)
    sharers = np.where(wins, wins.sum(axis=0), 0)
    p = len(holes)
    shared = [np.bincount(row, minlength=p + 1) for row in sharers]
    category = 1 + np.searchsorted(LAST_OF_CATEGORY, classes)
    return np.array(shared), np.array([np.bincount(row, minlength=10) for row in category])


def deal(rng, p, k, dead, *, close):
    """Random holes, board and dead cards; ``close`` is from one suit and a few ranks above all."""
    cards = np.arange(52)
    order = rng.random(52)
    if close:
        order += (cards & 3 != rng.integers(4)) * 0.5 + (np.abs((cards >> 2) - 6) > 3) * 0.5
    deck = np.argsort(order)
    used = deck[: 2 * p + k + dead]
    used[: 2 * p + k] = rng.permutation(used[: 2 * p + k])
    holes = [hole_id(int(a), int(b)) for a, b in used[: 2 * p].reshape(p, 2)]
    board = used[2 * p : 2 * p + k].astype(np.uint8)
    return np.array(holes, np.uint16), board, used[2 * p + k :].tolist()


def check(holes, board, dead):
    result = multiway(holes[None], board, dead)
    shared, categories = enumerated(holes, board, dead)
    assert (result.shared[0] == shared).all(), (holes, board, dead)
    assert (result.categories[0] == categories).all(), (holes, board, dead)
    alone = multiway(holes[None], board, dead, categories=False)
    assert alone.categories is None
    assert (alone.shared == result.shared).all()


@pytest.mark.parametrize("k", [pytest.param(2, marks=pytest.mark.large), 3, 4, 5])
@pytest.mark.parametrize("close", [pytest.param(False, marks=pytest.mark.large), True])
def test_small_situations(k, close):
    rng = np.random.default_rng(k)
    for _ in range(40 if k == 2 else 250):
        p = int(rng.integers(2, 11))
        check(*deal(rng, p, k, int(rng.integers(0, 12)), close=close))


@pytest.mark.whole
@pytest.mark.parametrize("k", [0, 1])
@pytest.mark.parametrize("close", [False, True])
def test_all_boards(k, close):
    rng = np.random.default_rng(10 + k)
    for p in (2, 3, 6) if k == 0 else (2, 3, 4, 7, 10):
        check(*deal(rng, p, k, int(rng.integers(0, 9)), close=close))


@pytest.mark.whole
@pytest.mark.parametrize(
    "texts",
    [
        ("AhKh", "QsQc"),
        ("AhKh", "QsQc", "7d7c"),
        ("AhKd", "AsKc"),
        ("2c2d", "2h2s"),
        ("AhKh", "QhJh", "ThTs", "9h9c"),  # four hold one suit
        ("6s7s", "8s9s", "TsJs", "QsKs", "As2s"),  # and five all but three of it
    ],
)
def test_all_boards_of_given_hands(texts):
    check(holes_of(*texts)[0], NO_BOARD, [])


def test_published():
    """Poker50's example, and what pokerfast says of three."""
    assert shared_of("AhKh", "QsQc").tolist() == [
        [917_606, 787_966, 6_732],
        [787_966, 917_606, 6_732],
    ]
    three = equities(shared_of("AhKh", "QsQc", "7d7c"))
    assert three.round(8).tolist() == [0.38983630, 0.42599669, 0.18416701]
    assert shared_of("AhKh", "QsQc", board="Qh2h3dAs").tolist() == [[36, 8, 0], [8, 36, 0]]


def test_mirrored_hands_tie():
    first, second = shared_of("AhKd", "AsKc")
    assert first.tolist() == second.tolist()
    assert shared_of("AhKd", "AsKc", board="2c3c7h9d").tolist() == [[0, 0, 44], [0, 0, 44]]


def test_a_board_that_plays():
    shared = shared_of("2c3c", "2d3d", "4h5h", board="AhKdQcJsTh")
    assert shared.tolist() == [[0, 0, 0, 1]] * 3


def test_ten_players_with_a_royal_flush_on_the_board():
    deck = [card for card in range(52) if card not in parse_hand("AsKsQsJsTs")]
    holes = np.array([[hole_id(*deck[2 * i : 2 * i + 2]) for i in range(10)]], np.uint16)
    result = multiway(holes, parse_hand("AsKsQsJsTs"))
    assert result.shared[0].tolist() == [[0] * 10 + [1]] * 10
    assert result.categories[0].tolist() == [[0, 1] + [0] * 8] * 10


def pairs_of_holes(rng, n):
    cards = np.argsort(rng.random((n, 52)), axis=1)[:, :4].astype(int)
    return np.array([[hole_id(a, b), hole_id(c, d)] for a, b, c, d in cards], np.uint16)


def test_heads_up():
    holes = pairs_of_holes(np.random.default_rng(2), 500)
    win, tie, lose = heads_up(*holes.T).T
    result = multiway(holes, NO_BOARD)
    assert (result.shared[:, 0] == np.column_stack([lose, win, tie])).all()
    assert (result.shared[:, 1] == np.column_stack([win, lose, tie])).all()
    assert (result.categories.sum(axis=2) == 1_712_304).all()


def test_one_card_known_or_dead_adds_up_to_heads_up():
    """Each board has five first cards, and 43 cards that may be dead."""
    holes = pairs_of_holes(np.random.default_rng(3), 60)
    known, dead = np.zeros((60, 2, 3), np.int64), np.zeros((60, 2, 3), np.int64)
    by_category = np.zeros((60, 2, 10), np.int64)
    for card in range(52):
        free = (hole_cards()[holes] != card).all(axis=(1, 2))
        with_it = multiway(holes[free], np.array([card], np.uint8))
        known[free] += with_it.shared
        by_category[free] += with_it.categories
        dead[free] += multiway(holes[free], NO_BOARD, [card], categories=False).shared
    all_boards = multiway(holes, NO_BOARD)
    assert (known == 5 * all_boards.shared).all()
    assert (dead == 43 * all_boards.shared).all()
    assert (by_category == 5 * all_boards.categories).all()


@pytest.mark.parametrize("board", ["", "Ah7d2c"])
def test_threads_and_many_tuples(board):
    cards = parse_hand(board) if board else NO_BOARD
    rng = np.random.default_rng(4)
    free = np.setdiff1d(np.arange(52), cards)
    deck = free[np.argsort(rng.random((400, len(free))), axis=1)[:, :6]].reshape(400, 3, 2)
    low, high = np.sort(deck, axis=2).transpose(2, 0, 1).astype(int)
    holes = (high * (high - 1) // 2 + low).astype(np.uint16)
    one, two = (multiway(holes, cards, threads=threads) for threads in (1, 2))
    assert (one.shared == two.shared).all()
    assert (one.categories == two.categories).all()
    alone = [multiway(holes[i : i + 1], cards) for i in range(0, 400, 57)]
    assert (one.shared[::57] == np.concatenate([result.shared for result in alone])).all()
    # Each other tuple has a dead card of its own.
    dead = [next(card for card in free if card not in row) for row in deck[::57].reshape(-1, 6)]
    dead[1::2] = [-1] * len(dead[1::2])
    bits = np.array([0 if card < 0 else 1 << int(card) for card in dead])
    beside = multiway(holes[::57], cards, also_dead=bits).shared
    for i, card in enumerate(dead):
        want = multiway(holes[57 * i : 57 * i + 1], cards, [] if card < 0 else [card]).shared
        assert (beside[i] == want[0]).all()


def test_no_tuples():
    result = multiway(np.zeros((0, 3), np.uint16), NO_BOARD)
    assert result.shared.shape == (0, 3, 4)
    assert result.categories.shape == (0, 3, 10)
    assert multiway(np.zeros((0, 2), np.uint16), NO_BOARD).shared.shape == (0, 2, 3)


@pytest.mark.parametrize(
    ("holes", "board", "dead", "problem"),
    [
        ([["AhKh", "QsQc"], ["AhKh", "KhQc"]], "", "", "at index 1: AhKh and KhQc share Kh"),
        ([["AhKh", "QsQc", "AhKh"]], "", "", "at index 0: AhKh and AhKh share Kh"),
        ([["2c2d", "2h2s"], ["AhKh", "QsQc"]], "KhTh9h", "", "at index 1: AhKh: Kh is on the"),
        ([["AhKh", "QsQc"]], "", "Qs", "at index 0: QsQc: Qs is on the board or dead"),
        ([["AhKh", "QsQc"]], "2c3c4c", "3c", "3c is twice on the board or dead"),
        ([["AhKh", "QsQc"]], "2c3c4c5c6c7c", "", "the board is uint8 of shape (6,): up to five"),
        ([["AhKh"]], "", "", "holes are uint16 of shape (1, 1): uint16 of shape (n, p) is needed"),
    ],
)
def test_bad_situations(holes, board, dead, problem):
    numbers = np.array([[parse_hole(text) for text in row] for row in holes], np.uint16)
    cards = parse_hand(board) if board else NO_BOARD
    with pytest.raises(CardError) as raised:
        multiway(numbers, cards, parse_hand(dead) if dead else ())
    assert problem in str(raised.value)


def test_bad_numbers():
    with pytest.raises(CardError, match=r"at index 1: 1326 is no hole: a hole is a number 0\.\."):
        multiway(np.array([[0, 5], [0, 1326]], np.uint16), NO_BOARD)
    with pytest.raises(CardError, match="holes are int64 of shape"):
        multiway(np.array([[0, 5]]), NO_BOARD)
    with pytest.raises(CardError, match="card 52 is not in"):
        multiway(np.array([[0, 5]], np.uint16), np.array([52], np.uint8))
    with pytest.raises(CardError, match="card -1 is not in"):
        multiway(np.array([[0, 5]], np.uint16), NO_BOARD, [-1])


def test_too_few_cards_left():
    ten = np.array([[hole_id(2 * i, 2 * i + 1) for i in range(10)]], np.uint16)
    result = multiway(ten, NO_BOARD, range(25, 52))
    assert (result.shared.sum(axis=2) == 1).all()
    with pytest.raises(CardError, match="28 cards on the board or dead: too few are left for 10"):
        multiway(ten, NO_BOARD, range(24, 52))
    with pytest.raises(CardError, match="at index 0: 2c is twice on the board or dead"):
        multiway(ten, NO_BOARD, [0], also_dead=np.ones(1, np.int64))
