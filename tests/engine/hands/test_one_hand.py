"""The class of one hand, from text and from numbers."""

import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest

from pokerlake.engine.cards.text import CardError, format_hand
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.engine.hands.one_hand import class_of, class_of_cards, class_of_text


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_as_batches_have_it(cards):
    hands = deal(20_000, cards, seed=cards)
    expected = class_ids(hands).tolist()
    rows = hands.T.tolist()
    assert [class_of_cards(row) for row in rows] == expected
    assert [class_of_text(format_hand(row)) for row in rows] == expected
    assert class_of(*rows[0]) == class_of_cards(hands[:, 0]) == expected[0]


@pytest.mark.parametrize("more", [(), (0,), (1, 7)])
@pytest.mark.parametrize("suit", range(4))
def test_every_flush(suit, more):
    suited = [[4 * rank + suit for rank in ranks] for ranks in combinations(range(13), 5)]
    hands = [[*flush, *more] for flush in suited if not set(flush) & set(more)]
    expected = class_ids(np.array(hands, np.uint8), layout="rows").tolist()
    assert [class_of_cards(hand) for hand in hands] == expected


@pytest.mark.parametrize(
    "text",
    [
        "AsKsQsJsTs",
        "asKSqsJStS",
        "As Ks Qs Js 10s",
        "AsKsQsJs10s",
        "As,Ks,Qs,Js,Ts 2c",
        " TsJsQsKsAs",
    ],
)
def test_all_spellings(text):
    assert class_of_text(text) == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("AsKs", r"'AsKs' has 2 cards; 5 to 7 are needed"),
        ("AsKsQsJsTs9s8s7s", r"has 8 cards; 5 to 7 are needed"),
        ("AsAsQsJsTs", r"'AsAsQsJsTs' has As twice"),
        ("AsKsQsJsXs", r"at character 9: 'X' is not a rank"),
        ("AsKsQsJsTx", r"at character 10: 'x' is not a suit"),
        ("AsKsQsJsT", r"'T' has no suit"),
        ("", r"'' has 0 cards"),
        (7, r"7 is int; a hand is text"),
        (["As", "Ks", "Qs", "Js", "Ts"], r"is list; a hand is text"),
    ],
)
def test_text_that_is_no_hand(text, problem):
    with pytest.raises(CardError, match=problem):
        class_of_text(text)


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        ([1, 2, 3, 4], r"4 cards; 5 to 7 are needed"),
        (range(8), r"8 cards; 5 to 7 are needed"),
        ([0, 1, 2, 3, 52], r"card 52 is not in 0..51"),
        ([0, 1, 2, 3, -1], r"card -1 is not in 0..51"),
        ([0, 1, 2, 3, -48, 6], r"card -48 is not in 0..51"),
        ([0, 1, 2, 3, 4, 5, 4], r"'2c2d2h2s3c3d3c' has 3c twice"),
        ([51, 51, 51, 51, 51], r"has As twice"),
        ([0, 1, 2, 3, 4.0], r"card 4.0 is not a whole number"),
        (np.array([0, 1, 2, 3, 200], np.uint8), r"card 200 is not in 0..51"),
        ("AsKsQ", r"card A is not a whole number"),
        (5, r"5 is int; a hand is 5 to 7 numbers"),
    ],
)
def test_numbers_that_are_no_hand(cards, problem):
    with pytest.raises(CardError, match=problem):
        class_of_cards(cards)


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.uint16, np.int64])
def test_any_integers(dtype):
    hand = np.array([20, 13, 10, 7, 0, 45, 46], dtype)
    assert class_of_cards(hand) == class_of_cards(list(hand)) == class_of(*hand) == 3750


def test_it_needs_no_compiler():
    program = (
        "import sys\n"
        "from pokerlake.engine.hands import class_of_text\n"
        "assert class_of_text('AsKsQsJsTs') == 1\n"
        "assert 'numba' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
