"""What hands draw to: by hand, by completing them card by card, and counted over all hands."""

import re

import numpy as np
import pytest

from oracle import naive
from oracle import recount_draw as recount
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.engine.draw.hands import DRAWS, draw_hands

INSIDE = "four_flush", "inside_straight", "four_straight_flush"
FLAGS = "four_flush", "open_ended", "inside_straight", "four_straight_flush"
RANKS = {**dict(enumerate(naive.RANKS)), -1: None}


def look(*hands):
    return draw_hands(np.stack([parse_hand(hand) for hand in hands]), layout="rows")


def naive_flags(hand):
    """What a hand draws to, by the cards that would complete four of it."""
    made = naive.category(naive.best_class(hand)) in (1, 5)
    completing, straight_flush = [], False
    for left_out in hand:
        kept = [card for card in hand if card != left_out]
        deck = [card for card in range(52) if card not in hand]
        ends = {card: naive.category(naive.best_class([*kept, card])) for card in deck}
        completing.append(len({card // 4 for card, category in ends.items() if category in (1, 5)}))
        straight_flush |= 1 in ends.values()
    suits = [sum(card % 4 == suit for card in hand) for suit in range(4)]
    return (
        4 in suits,
        not made and 2 in completing,
        not made and 1 in completing and 2 not in completing,
        4 in suits and straight_flush,
    )


# ---------------------------------------------------------------- by hand


@pytest.mark.parametrize(
    ("hand", "draw", "thrown", "flags"),
    [
        ("TcJcQcKcAc", "pat", "", ()),
        ("2c3d4h5s6c", "pat", "", ()),
        ("2c3c4c5c6d", "pat", "", ("four_flush", "four_straight_flush")),
        ("2c3c4c5cAd", "pat", "", ("four_flush", "four_straight_flush")),
        ("2c5c9cJcKc", "pat", "", ()),
        ("2c3c4c5c9c", "pat", "", ("open_ended",)),
        ("7c7d7h9s9c", "pat", "", ()),
        ("7c7d7h7s9c", "four of a kind", "9c", ()),
        ("7c7d7h9sAc", "three of a kind", "9sAc", ()),
        ("7c7d9h9sAc", "two pair", "Ac", ()),
        ("7c7d9hKsAc", "pair", "9hKsAc", ()),
        ("6c7c7d8c9c", "pair", "6c8c9c", ("four_flush", "open_ended", "four_straight_flush")),
        ("2c5c9cJcKd", "four-flush", "Kd", ("four_flush",)),
        ("5c6c7c8cKd", "four-flush", "Kd", ("four_flush", "open_ended", "four_straight_flush")),
        ("4c5h6h7h9h", "four-flush", "4c", ("four_flush", "open_ended", "four_straight_flush")),
        (
            "TcJcQcAc2d",
            "four-flush",
            "2d",
            INSIDE,
        ),
        ("5c6d7h8sKd", "open-ended", "Kd", ("open_ended",)),
        ("2c3d4h5sKd", "open-ended", "Kd", ("open_ended",)),
        ("TcJdQhKs2d", "open-ended", "2d", ("open_ended",)),
        ("JcQdKhAs2d", "ace or king high", "JcQdKh2d", ("inside_straight",)),
        ("2c3d4hAs9d", "ace or king high", "2c3d4h9d", ("inside_straight",)),
        ("2c5d9hJsKc", "ace or king high", "2c5d9hJs", ()),
        ("6d7h8sTcQc", "nothing", "6d7h8sTcQc", ("inside_straight",)),
        ("2c4d7h9sQc", "nothing", "2c4d7h9sQc", ()),
    ],
)
def test_by_hand(hand, draw, thrown, flags):
    found = look(hand)
    assert DRAWS[found.draw[0]] == draw
    discard = int(found.usual_discard[0])
    cards = [hand[2 * place : 2 * place + 2] for place in range(5)]
    assert "".join(card for place, card in enumerate(cards) if discard >> place & 1) == thrown
    assert tuple(name for name in FLAGS if getattr(found, name)[0]) == flags


@pytest.mark.parametrize(
    ("hand", "pair", "kicker"),
    [
        ("7c7d9hKsAc", "7", "A"),
        ("7c7d9h9sAc", "9", "A"),
        ("7c7d9h9s2c", "9", "2"),
        ("7c7d7h9s9c", "9", None),
        ("7c7d7h2s2c", "7", None),
        ("7c7d7h7s2c", "7", "2"),
        ("7c7d7hTs2c", "7", "T"),
        ("2c4d7h9sQc", None, "Q"),
    ],
)
def test_pair_and_kicker(hand, pair, kicker):
    found = look(hand)
    assert RANKS[found.pair_rank[0]] == pair
    assert RANKS[found.kicker[0]] == kicker


def test_the_order_of_the_cards_does_not_matter():
    rng = np.random.default_rng(4)
    hands = canonical_boards(5).cards[::997]
    shuffled = rng.permuted(np.tile(np.arange(5), (len(hands), 1)), axis=1)
    first, other = draw_hands(hands), draw_hands(np.take_along_axis(hands, shuffled, axis=1))
    for name in ("class_id", "category", "pair_rank", "kicker", "draw", *FLAGS):
        assert (getattr(first, name) == getattr(other, name)).all()
    thrown = first.usual_discard[:, None] >> shuffled & 1
    assert (other.usual_discard == (thrown << np.arange(5)).sum(axis=1)).all()


# ---------------------------------------------------------------- card by card


def test_flags_as_card_by_card():
    hands = naive.random_hands(5, 60, 3)
    hands += [naive.parse_cards(text) for text in ("2c3c4c5c6d", "4c5h6h7h9h", "6c7c7d8c9c")]
    found = draw_hands(np.array(hands, np.uint8), layout="rows")
    rows = zip(*(getattr(found, name).tolist() for name in FLAGS), strict=True)
    assert list(rows) == [naive_flags(hand) for hand in hands]
    assert found.class_id.tolist() == [naive.best_class(hand) for hand in hands]


@pytest.fixture(scope="module")
def every_hand():
    return draw_hands(canonical_boards(5).cards)


def test_usual_discards_are_those_of_the_rule(every_hand):
    """Nobody throws away more than one set of cards that his hand's symmetries make alike."""
    hands = canonical_boards(5).cards[::41]
    completing = recount.one_card(hands).completing.tolist()
    category = every_hand.category[::41].tolist()
    expected = [recount.usual(*of) for of in zip(hands.tolist(), category, completing, strict=True)]
    found = zip(every_hand.draw[::41], every_hand.usual_discard[::41].tolist(), strict=True)
    assert [(DRAWS[draw], discard) for draw, discard in found] == expected


# ---------------------------------------------------------------- all hands


def hands_with(flags):
    return int(canonical_boards(5).weight[flags].sum(dtype=np.int64))


def test_dealt_draws_without_a_pair(every_hand):
    """The judged counts: 137,100 hands have a four-flush or an open-ended straight and no pair."""
    high = every_hand.category == 9
    four_flush, open_ended = every_hand.four_flush & high, every_hand.open_ended & high
    assert hands_with(four_flush) == 76_620
    assert hands_with(open_ended) == 64_260
    assert hands_with(four_flush & open_ended) == 3_780
    assert hands_with(four_flush | open_ended) == 137_100


def test_hands_by_draw(every_hand):
    counts = {name: hands_with(every_hand.draw == i) for i, name in enumerate(DRAWS)}
    assert counts == {
        "pat": 40 + 3744 + 5108 + 10_200,
        "four of a kind": 624,
        "three of a kind": 54_912,
        "two pair": 123_552,
        "pair": 1_098_240,
        "four-flush": 76_620,
        "open-ended": 64_260 - 3_780,
        "ace or king high": 768_960,
        "nothing": 396_480,
    }
    assert sum(counts.values()) == 2_598_960


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        (np.zeros((2, 4), np.uint8), "hands of shape (2, 4) are columns of 2 cards, not of 5"),
        (np.zeros((1, 5)), "hands are float64; uint8 is needed"),
        (np.array([[1, 2, 3, 4, 52]], np.uint8), "at index 0: card 52 is not in 0..51"),
        (np.array([[1, 2, 3, 4, 1]], np.uint8), "at index 0: '2d2h2s3c2d' has 2d twice"),
    ],
)
def test_errors(hands, message):
    with pytest.raises(CardError, match=f"^{re.escape(message)}$"):
        draw_hands(hands)
