"""What may be rows or columns, or is no card at all, is refused: never guessed."""

import itertools
import re

import numpy as np
import pytest

from oracle import naive
from pokerlake.engine.cards.holes import format_hole, hole_cards, hole_id
from pokerlake.engine.cards.layout import is_one_hand, one_hand
from pokerlake.engine.cards.text import CardError, format_card, format_hand, parse_hand
from pokerlake.engine.cards.texture import textures
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.draw.exchange import canonical_discards, exchanges
from pokerlake.engine.draw.hands import draw_hands
from pokerlake.engine.equity.calculate import equity
from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.engine.keys.canonical_rows import board_ids, hole_ids
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.strength.transitions import river_outcomes, strengths

# Functions of batches, each with a number of cards that it takes.
BATCHES = [
    (class_ids, 5),
    (class_ids, 7),
    (textures, 3),
    (textures, 5),
    (strengths, 3),
    (strengths, 4),
    (river_outcomes, 5),
    (draw_hands, 5),
    (exchanges, 5),
    (canonical_discards, 5),
    (hole_ids, 2),
    (board_ids, 4),
]
batches = pytest.mark.parametrize(
    ("function", "k"), BATCHES, ids=[f"{function.__name__}-{k}" for function, k in BATCHES]
)


def same(first, second):
    """Whether two results are equal, whatever they are."""
    if isinstance(first, np.ndarray):
        return np.array_equal(first, second)
    parts = first if isinstance(first, tuple) else vars(first).values()
    others = second if isinstance(second, tuple) else vars(second).values()
    return all(np.array_equal(a, b) for a, b in zip(parts, others, strict=True))


def ascending(n, k):
    """Hands as columns, ``(k, n)``, with ascending cards."""
    return np.sort(deal(n, k, seed=16), axis=0)


@batches
def test_rows_columns_and_lists_are_the_same(function, k):
    columns = ascending(9, k)
    expected = function(columns)
    rows = np.ascontiguousarray(columns.T)
    assert same(function(rows), expected)
    assert same(function(list(columns)), expected)
    assert same(function(list(rows)), expected)
    assert same(function(list(rows), layout="rows"), expected)
    assert same(function(columns, layout="columns"), expected)


@batches
def test_as_many_hands_as_cards_may_be_either(function, k):
    columns = ascending(k, k)
    for cards in (columns, list(columns)):
        with pytest.raises(CardError, match=r"may be columns or rows: say layout="):
            function(cards)
    told = function(columns, layout="columns")
    assert same(function(columns.T.copy(), layout="rows"), told)
    assert same(function(list(columns.T), layout="rows"), told)
    assert not same(function(ascending(k + 1, k)[:, 1:].copy(), layout="columns"), told)


@batches
def test_no_such_layout(function, k):
    with pytest.raises(ValueError, match=r'^layout is \'foo\': give "columns" or "rows"$'):
        function(ascending(9, k), layout="foo")


@batches
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda cards: cards.astype(float), "float64"),
        (lambda cards: cards.astype(np.int64), "int64"),
        (lambda cards: list(cards.astype(float)), "float64"),
        (lambda cards: [cards[0], *cards.astype(float)[1:]], "float64"),
        (lambda cards: [cards[0][:-1], *cards[1:]], "of one length"),
        (lambda cards: [], "nothing"),
        (lambda cards: cards.reshape(-1), "shape"),
    ],
)
def test_arrays_that_are_no_cards(function, k, change, said):
    with pytest.raises(CardError, match=said):
        function(change(ascending(9, k)))


def test_hands_of_a_list_are_rows():
    texts = ["AsKsQsJsTs", "2c3d4h5s7c", "AcAdAhAsKc", "2c2d3h3s4c"]
    texts += ["KcQcJcTc9c", "7c5d4h3s2c", "AsAdKcKdQh"]
    hands = [parse_hand(text) for text in texts]
    expected = [naive.best_class(naive.parse_cards(text)) for text in texts]
    assert class_ids(hands[:3]).tolist() == expected[:3]
    assert class_ids(hands, layout="rows").tolist() == expected
    for cards in (hands, np.stack(hands)):
        with pytest.raises(CardError, match=r"^cards of shape \(7, 5\) may be columns or rows"):
            class_ids(cards)


def test_flops_that_were_dealt():
    for n in (3, 4):
        with pytest.raises(CardError, match=r"boards of shape .* may be columns or rows"):
            textures(deal(n, 3, seed=1))
        with pytest.raises(CardError, match=r"boards of shape .* may be columns or rows"):
            strengths(deal(n, 3, seed=1))
    flops = deal(3, 3, seed=1)
    found = textures(flops, layout="columns")
    for i in range(3):
        assert found.high[i] == max(format_hand(flops[:, i])[::2], key="23456789TJQKA".index)
        alone = strengths(flops[:, [i]])
        of_all = strengths(flops, layout="columns")
        assert (of_all.now[of_all.board == i] == alone.now).all()


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int16, np.uint64, int])
def test_holes_of_numpy_cards(dtype):
    ids = [hole_id(dtype(a), dtype(b)) for a, b in itertools.permutations(range(52), 2)]
    assert all(type(number) is int for number in ids)
    assert ids == [
        max(a, b) * (max(a, b) - 1) // 2 + min(a, b)
        for a, b in itertools.permutations(range(52), 2)
    ]
    assert [hole_id(*cards) for cards in hole_cards()] == list(range(1326))
    assert hole_id(*parse_hand("AsAh")) == 1325


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: hole_id(3.0, 4), "card 3.0 is not a whole number"),
        (lambda: hole_id(3, np.float64(4)), "card 4.0 is not a whole number"),
        (lambda: hole_id(-1, 4), "card -1 is not in 0..51"),
        (lambda: hole_id(1, 52), "card 52 is not in 0..51"),
        (lambda: hole_id(7, 7), "3s is there twice; a hole has two cards"),
        (lambda: hole_id("As", "Ah"), "card As is not a whole number"),
        (lambda: format_hole(-1), "hole -1 is not in 0..1325"),
        (lambda: format_hole(1326), "hole 1326 is not in 0..1325"),
        (lambda: format_hole(2.0), "hole 2.0 is not a whole number"),
        (lambda: format_card(2.0), "card 2.0 is not a whole number"),
        (lambda: format_hand([1.5, 2.5]), "card 1.5 is not a whole number"),
        (lambda: deal(3, 5, seed=1, dead=[1.0]), "card 1.0 is not a whole number"),
        (
            lambda: equity([parse_range("AA"), parse_range("KK")], [0.0, 5.0, 10.0]),
            "card 0.0 is not a whole number",
        ),
        (
            lambda: equity([parse_range("AA"), parse_range("KK")], dead=np.array([2.5])),
            "card 2.5 is not a whole number",
        ),
        (
            lambda: parse_range("AA", dead=[2.5]),
            "card 2.5 is not a whole number",
        ),
    ],
)
def test_numbers_that_are_no_cards(call, said):
    with pytest.raises(CardError) as caught:
        call()
    assert str(caught.value) == said


@pytest.mark.parametrize("seed", [-1, 2**64, 2.5, "2", None])
def test_numbers_that_are_no_seeds(seed):
    with pytest.raises(ValueError, match=r"^seed is .*: give 0 .. 2\*\*64 - 1$"):
        deal(9, 5, seed=seed)


@pytest.mark.parametrize("threads", [-1, 2.5, "2", None])
@pytest.mark.parametrize(
    "call",
    [
        lambda threads: class_ids(deal(9, 5, seed=1), threads=threads),
        lambda threads: deal(9, 5, seed=1, threads=threads),
        lambda threads: board_ids(deal(9, 3, seed=1), threads=threads),
        lambda threads: equity([parse_range("AA"), parse_range("KK")], threads=threads),
    ],
)
def test_numbers_that_are_no_threads(call, threads):
    with pytest.raises(ValueError, match=r"^threads is .*: give 0 \(all cores\) or more$"):
        call(threads)


# One hand, however it is given


@pytest.mark.parametrize(
    "given",
    ["3h4sJh", ["3h", "4s", "Jh"], [6, 11, 38], (6, 11, 38), np.array([6, 11, 38], np.int8)],
)
def test_one_hand(given):
    assert format_hand(one_hand(given)) == "3h4sJh"


@pytest.mark.parametrize("given", [5, [1.5, 2, 3], [52, 1, 2], [-1, 1, 2], np.array([0.0, 1, 2])])
def test_what_is_no_hand(given):
    with pytest.raises(CardError):
        one_hand(given)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["Jh2h3d", "2c2d2h"], "board are 2 texts, from 'Jh2h3d' on; give one"),
        ([5, 6, 5], "board '3d3h3d' have 3d twice"),
        (5, "board are 5; give text, or numbers 0..51"),
    ],
)
def test_what_is_wrong_with_one_hand(given, said):
    with pytest.raises(CardError, match=re.escape(said)):
        one_hand(given, "board")


def test_which_are_one_hand():
    one = ["AsKs", [], [51, 47], ("As", "10h"), np.array([1, 2]), np.array(["As", "Kd"]), {"As"}]
    several = [["AsKs"], ["AA", "KK"], [[51, 47]], np.zeros((2, 2)), np.array(["AsKd"]), None, 5]
    assert all(map(is_one_hand, one))
    assert not any(map(is_one_hand, several))
