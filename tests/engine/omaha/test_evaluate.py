"""Omaha hands: all of their fives one by one, pokerkit's showdowns, and what is refused."""

import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import Card, OmahaHoldemHand

from oracle import naive, naive_omaha
from pokerlake.engine.cards.holes import hole_id
from pokerlake.engine.cards.text import CARDS, CardError, parse_hand
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.omaha.evaluate import omaha_class_ids, pair_class_ids

SIZES = [(hole, board) for hole in (4, 5, 6) for board in (3, 4, 5)]


def cards(text):
    return naive.parse_cards(text)


@pytest.mark.parametrize(
    ("hole", "board", "fives"),
    [
        ("AsKsAhKh", "QsJsTs2h2c", "AsKsQsJsTs"),
        # One spade in the hole is no flush, nor are four on the board.
        ("AsKdQhJc", "9s7s4s2s3h", "AsKd9s7s4s"),
        # Three aces in the hole are a pair, and with the last on the board three.
        ("AcAdAhKs", "Qs9h7d4c2s", "AcAdQs9h7d"),
        ("AcAdAhKs", "As9h7d4c2s", "AcAdAs9h7d"),
        # Quads on the board give three of them; two of the hole make the hand.
        ("KcQdJhTs", "9c9d9h9s2c", "KcQd9c9d9h"),
        ("2d2hJhTs", "9c9d9h9s2c", "2d2h9c9d9h"),
        # A straight on the board is none without two cards of it, and the ace is low in one.
        ("AhAd2c2d", "3h4s5c6d7h", "Ah2c3h4s5c"),
        ("KhKdQcQd", "3h4s5c6d7h", "KhKd7h6d5c"),
        # Two pairs in the hole are one of them.
        ("AhAdKcKd", "9s9h7c5d2s", "AhAd9s9h7c"),
        # The best flush is no straight flush of the wrong cards, and a low one is.
        ("As2s8h9d", "3s4s5sKsQs", "As2s3s4s5s"),
        ("As9s6s7s", "3s4s5sKsQs", "6s7s5s4s3s"),
    ],
)
def test_hands_by_hand(hole, board, fives):
    expected = naive.class_of(
        tuple(sorted(card // 4 for card in cards(fives))), len({c % 4 for c in cards(fives)}) == 1
    )
    found = omaha_class_ids(parse_hand(hole)[:, None], parse_hand(board))
    assert found.tolist() == [expected] == [naive_omaha.class_of(cards(hole), cards(board))]


@pytest.mark.parametrize(("hole", "board"), SIZES)
def test_random_hands_as_five_by_five(hole, board):
    dealt = deal(3000, hole + board, seed=10 * hole + board)
    found = omaha_class_ids(dealt[:hole], dealt[hole:])
    assert (found == naive_omaha.class_ids(dealt[:hole], dealt[hole:])).all()


@pytest.mark.parametrize(("hole", "board"), SIZES)
def test_hands_with_flushes_as_five_by_five(hole, board):
    """Of two suits, or of six ranks: flushes, straight flushes and full houses of all kinds."""
    narrow = deal(2000, hole + board, seed=7, dead=[c for c in range(52) if c % 4 > 1])
    paired = deal(2000, hole + board, seed=8, dead=range(4, 32))
    dealt = np.concatenate([narrow, paired], axis=1)
    found = omaha_class_ids(dealt[:hole], dealt[hole:])
    assert (found == naive_omaha.class_ids(dealt[:hole], dealt[hole:])).all()


@given(st.permutations(range(52)), st.sampled_from(SIZES), st.randoms(use_true_random=False))
def test_the_order_of_cards_does_not_matter(deck, sizes, random):
    hole, board = deck[: sizes[0]], deck[sizes[0] : sum(sizes)]
    once = omaha_class_ids(np.array([hole], np.uint8), np.array(board, np.uint8), layout="rows")
    assert once.tolist() == [naive_omaha.class_of(hole, board)]
    random.shuffle(hole)
    random.shuffle(board)
    again = omaha_class_ids(np.array([hole], np.uint8), np.array(board, np.uint8), layout="rows")
    assert again.tolist() == once.tolist()


@pytest.mark.large
def test_showdowns_of_pokerkit():
    """Random ones: who wins, and that the better hand has the better class.

    ``SHOWDOWNS=10000`` deals more of them; each takes pokerkit 1.5 ms.
    """
    dealt = deal(int(os.environ.get("SHOWDOWNS", "300")), 13, seed=22)
    first = omaha_class_ids(dealt[:4], dealt[8:]).astype(int)
    second = omaha_class_ids(dealt[4:8], dealt[8:]).astype(int)
    of_cards = [Card.parse(card) for card in CARDS]
    deck = [next(iter(card)) for card in of_cards]
    for hand, one, other in zip(dealt.T.tolist(), first, second, strict=True):
        drawn = [deck[card] for card in hand]
        ours, theirs = (
            OmahaHoldemHand.from_game(hole, drawn[8:]) for hole in (drawn[:4], drawn[4:8])
        )
        assert (one < other, one == other) == (ours > theirs, ours == theirs)


# ---------------------------------------------------------------- two cards on a board


@pytest.mark.parametrize(
    "board", ["2c7d9hKsAc", "4c5c7cTcQd", "2c4c7c9cKc", "9c9d9h9s2c", "5c6c7c", "AsKsQsJh"]
)
def test_pairs_on_a_board(board):
    found = pair_class_ids(parse_hand(board))
    on_board = cards(board)
    assert found.shape == (1326,)
    live = [card for card in range(52) if card not in on_board]
    pairs = np.array([(a, b) for b in live for a in live if a < b], np.uint8).T
    expected = naive_omaha.class_ids(pairs, np.repeat(np.array(on_board)[:, None], len(pairs.T), 1))
    assert found[[hole_id(a, b) for a, b in pairs.T]].tolist() == expected.tolist()
    assert np.count_nonzero(found) == len(pairs.T)
    # A hole is the best of its pairs.
    holes = deal(500, 5, seed=4, dead=on_board)
    best = np.min([found[[hole_id(a, b) for a, b in zip(holes[i], holes[j], strict=True)]]
                   for i in range(5) for j in range(i)], axis=0)  # fmt: skip
    assert (omaha_class_ids(holes, parse_hand(board)) == best).all()


# ---------------------------------------------------------------- how arrays lie, what is refused


def test_layouts_and_threads_give_the_same():
    dealt = deal(40_000, 9, seed=3)
    holes, boards = dealt[:4], dealt[4:]
    expected = omaha_class_ids(holes, boards)
    assert expected.dtype == np.uint16
    assert (omaha_class_ids(holes.T, boards.T) == expected).all()
    assert (omaha_class_ids(np.ascontiguousarray(holes.T), boards.T) == expected).all()
    assert (omaha_class_ids(list(holes), list(boards)) == expected).all()
    assert (omaha_class_ids(holes, boards, threads=2) == expected).all()
    out = np.empty(40_000, np.uint16)
    assert omaha_class_ids(holes, boards, out=out) is out
    assert (out == expected).all()
    assert omaha_class_ids(holes[:, :0], boards[:, :0]).shape == (0,)


@pytest.mark.parametrize(
    ("holes", "boards", "more", "problem"),
    [
        ("AsKsQs", "2c3c4c", {}, "^holes of .* are columns of 3 cards, not of 4, 5 or 6"),
        ("AsKsQsJs", "2c3c", {}, "^boards of .* are columns of 2 cards, not of 3, 4 or 5"),
        ("AsKsQsJs", "2c3cAs", {}, "at index 0: 'AsKsQsJs2c3cAs' has As twice"),
        ("AsKsQsJs", "2c3c4c", {"out": np.empty(2, np.uint16)}, r"out is uint16 of shape \(2,\)"),
        ("AsKsQsJs", "2c3c4c", {"threads": -1}, "threads is -1"),
    ],
)  # fmt: skip
def test_what_is_refused(holes, boards, more, problem):
    with pytest.raises(ValueError, match=problem):
        omaha_class_ids(parse_hand(holes)[:, None], parse_hand(boards), **more)


def test_the_first_hand_that_cannot_be_dealt_is_named():
    dealt = deal(40_000, 9, seed=3)
    dealt[2, 39_000] = 52
    dealt[8, 38_123] = dealt[0, 38_123]
    card = CARDS[dealt[0, 38_123]]
    for threads in (1, 2):
        with pytest.raises(CardError, match=rf"^at index 38123: '.*' has {card} twice"):
            omaha_class_ids(dealt[:4], dealt[4:], threads=threads)
    with pytest.raises(CardError, match=r"^at index 700: card 52 is not in 0\.\.51"):
        omaha_class_ids(dealt[:4, 38_300:39_300], dealt[4:, 38_300:39_300])
    with pytest.raises(CardError, match="there are 2 holes and 7 boards"):
        omaha_class_ids(dealt[:4, :2], dealt[4:, :7])
    with pytest.raises(CardError, match=r"board has shape \(1, 5\)"):
        pair_class_ids(dealt[:5, :1].T)
