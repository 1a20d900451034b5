"""Lows in Omaha: by hand, three of the board with two of the hole, and pokerkit's."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import Card, OmahaEightOrBetterLowHand

from oracle import naive, naive_omaha
from pokerlake.catalogue import EIGHT_OR_BETTER
from pokerlake.engine.cards.text import CARDS, CardError, parse_hand
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.omaha.evaluate import low_of_sets, omaha_low_ids
from pokerlake.engine.orders.evaluate import order_class

SIZES = [(hole, board) for hole in (4, 5, 6) for board in (3, 4, 5)]
LOW = [card for card in range(52) if 28 <= card < 48]  # dead: so that most hands have a low


@pytest.mark.parametrize(
    ("hole", "board", "five"),
    [
        ("As2sKhKd", "3c4d5hQsJs", "As2s3c4d5h"),
        # The ace is counterfeited: 2-4 with 3-5-A is a low, A-2 with the ace is none.
        ("As2s4hKd", "Ac3d5hQsJs", "2s4hAc3d5h"),
        # Two of the hole, not three; and three of the board, not four.
        ("2s3s4hAd", "Kc7d8hQsJs", None),
        ("AsKsQhJd", "2c3d4h5sJs", None),
        ("As8sQhJd", "2c3d4h5sJs", "As8s2c3d4h"),
        # A nine is too high, an eight is not.
        ("As9sQhJd", "2c3d4hKsJs", None),
        ("7s8sQhJd", "4c5d6hKsJs", "7s8s4c5d6h"),
        # Pairs do not count, and the best two are neither the lowest nor the first.
        ("2s2hAhAd", "3c4d8hKsKd", "2sAh3c4d8h"),
        ("2s3hAhKd", "2c3d4h8sKh", "2sAh3d4h8s"),
        ("2s3hAh5d", "2c3d4h8s7h", "Ah5d2c3d4h"),
    ],
)
def test_lows_by_hand(hole, board, five):
    expected = order_class(naive.parse_cards(five), EIGHT_OR_BETTER) if five else 57
    found = omaha_low_ids(parse_hand(hole)[:, None], parse_hand(board))
    assert found.tolist() == [expected]
    assert naive_omaha.low_of(naive.parse_cards(hole), naive.parse_cards(board)) == expected


@pytest.mark.parametrize(("hole", "board"), SIZES)
def test_random_lows_one_by_one(hole, board):
    dealt = np.concatenate(
        [deal(150, hole + board, seed=hole + board), deal(150, hole + board, seed=1, dead=LOW)],
        axis=1,
    )
    expected = [naive_omaha.low_of(hand[:hole], hand[hole:]) for hand in dealt.T.tolist()]
    assert omaha_low_ids(dealt[:hole], dealt[hole:]).tolist() == expected
    assert len(set(expected)) > 20


@given(st.permutations(range(52)), st.sampled_from(SIZES))
def test_any_hand(deck, sizes):
    hole, board = deck[: sizes[0]], deck[sizes[0] : sum(sizes)]
    found = omaha_low_ids(np.array([hole], np.uint8), np.array(board, np.uint8), layout="rows")
    assert found.tolist() == [naive_omaha.low_of(hole, board)]


@pytest.mark.large
def test_lows_of_pokerkit():
    """Pokerkit's own order of them, and where it finds none."""
    dealt = np.concatenate([deal(300, 9, seed=8), deal(1_200, 9, seed=9, dead=LOW)], axis=1)
    found = omaha_low_ids(dealt[:4], dealt[4:]).tolist()
    deck = [next(iter(Card.parse(card))) for card in CARDS]
    of_class: dict[int, OmahaEightOrBetterLowHand] = {}
    for hand, low in zip(dealt.T.tolist(), found, strict=True):
        drawn = [deck[card] for card in hand]
        theirs = OmahaEightOrBetterLowHand.from_game_or_none(drawn[:4], drawn[4:])
        assert (theirs is None) == (low == 57)
        if theirs is not None:
            assert of_class.setdefault(low, theirs) == theirs
    assert len(of_class) > 50
    best_first = [of_class[low] for low in sorted(of_class)]
    assert all(one > other for one, other in pairwise(best_first))


def test_the_table_of_sets():
    """A low of all eight ranks is five high; of four there is none."""
    table = low_of_sets().reshape(256, 256)
    assert (table.dtype, table.min(), table.max()) == (np.uint8, 1, 57)
    assert table[0b00011100, 0b00000011] == 1  # A-2 with 3-4-5
    assert table[0b11100000, 0b00011000] == 56  # 4-5 with 6-7-8
    assert table[0xFF, 0xFF] == 1
    assert table[0b00001111, 0b00001111] == 57
    assert not table.flags.writeable


def test_layouts_and_threads_give_the_same():
    dealt = deal(40_000, 9, seed=3)
    holes, boards = dealt[:4], dealt[4:]
    expected = omaha_low_ids(holes, boards)
    assert expected.dtype == np.uint16
    assert (omaha_low_ids(holes.T, boards.T) == expected).all()
    assert (omaha_low_ids(list(holes), list(boards), threads=2) == expected).all()
    out = np.empty(40_000, np.uint16)
    assert omaha_low_ids(holes, boards, out=out) is out
    assert (out == expected).all()
    assert omaha_low_ids(holes[:, :0], boards[:, :0]).shape == (0,)


def test_what_is_refused():
    dealt = deal(4_000, 9, seed=3)
    with pytest.raises(CardError, match=r"^holes of .* are columns of 3 cards, not of 4, 5 or 6"):
        omaha_low_ids(dealt[:3, :1], dealt[4:, :1])
    with pytest.raises(CardError, match="there are 2 holes and 7 boards"):
        omaha_low_ids(dealt[:4, :2], dealt[4:, :7])
    dealt[2, 3_000] = dealt[7, 3_000]
    with pytest.raises(CardError, match=r"^at index 3000: '.*' has .* twice"):
        omaha_low_ids(dealt[:4], dealt[4:])
    dealt[8, 2_999] = 52
    with pytest.raises(CardError, match=r"^at index 2999: card 52 is not in 0\.\.51"):
        omaha_low_ids(dealt[:4], dealt[4:])
