"""Batch evaluation against twins that share nothing with it."""

import os
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle import naive, recount
from oracle.five_pointer import five_pointer_walk, flush_classes
from pokerlake.engine.cards import text as text_module
from pokerlake.engine.cards.text import CardError, TextColumn, format_column, parse_hand
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.hands import evaluate
from pokerlake.engine.hands.evaluate import class_ids, class_ids_of_text, compare
from pokerlake.engine.hands.evaluate_kernels import walk
from pokerlake.engine.hands.rank_graph import flush_of_set, merged_graph, node_numbers

SIZES = (5, 6, 7)


def oracle(cards):
    """Classes of ``(k, n)`` hands from the recount's scores: the better of ranks and flush."""
    k, n = cards.shape
    hand = np.tile(np.arange(n), k)
    held = np.zeros((n, 4, 13), np.int64)
    np.add.at(held, (hand, (cards & 3).ravel(), (cards >> 2).ravel()), 1)
    best = recount.rank_classes(held.sum(axis=1))
    for suit in range(4):
        flush = recount.flush_classes(held[:, suit])
        best = np.where(flush > 0, np.minimum(best, np.abs(flush)), best)
    return best


def five_pointers(cards):
    graph = merged_graph()
    out = np.empty(cards.shape[1], np.uint16)
    five_pointer_walk(cards, graph.next, graph.rank_class, flush_classes(graph.rank_class), out)
    return out


@pytest.mark.large  # with bounds checks: all hands of five cards, and suited hands of each size
@pytest.mark.parametrize("k", SIZES)
def test_many_random_hands(k):
    cards = deal(150_000, k, seed=k)
    ids = class_ids(cards)
    assert ids.dtype == np.uint16
    assert (ids == oracle(cards)).all()
    assert (ids == five_pointers(cards)).all()


@pytest.mark.parametrize("k", SIZES)
def test_suited_hands(k):
    """Hands of few suits, where flushes and straight flushes are: one in four is no flush."""
    cards = deal(200_000, k, seed=10 + k, dead=[c for c in range(52) if c & 3 > 1])
    ids = class_ids(cards)
    assert (ids == oracle(cards)).all()
    assert (ids == five_pointers(cards)).all()
    assert len(np.unique(ids[ids <= 10])) == 10
    assert len(np.unique(ids[(ids >= 323) & (ids <= 1599)])) > 100


def test_all_five_card_hands():
    hands = np.fromiter(
        (card for hand in combinations(range(52), 5) for card in hand), np.uint8, 2_598_960 * 5
    ).reshape(-1, 5)
    counts = np.bincount(class_ids(hands), minlength=7463)
    assert np.array_equal(counts, recount.class_counts(5))


@pytest.mark.parametrize("k", SIZES)
def test_naive_twin(k):
    cards = deal(300, k, seed=20 + k)
    assert class_ids(cards).tolist() == [naive.best_class(hand) for hand in cards.T.tolist()]


@pytest.mark.parametrize(
    ("ranks", "class_id", "why"),
    [
        ("AAAAKKK", 11, "the kicker of four aces may come from a triple"),
        ("AAAKKKQ", 167, "two triples are a full house"),
        ("KKKAAQQ", 179, "of two pairs under a triple the higher plays: kings over aces"),
        ("AAKKQQJ", 2468, "the kicker of two pairs may come from a third"),
        ("A234567", 1607, "a seven-high straight, not the five-high one"),
        ("A2345KK", 1609, "the wheel, not a pair"),
        ("QKA2345", 1609, "no straight runs round the corner"),
        ("9875432", 7414, "the worst of any seven cards"),
    ],
)
def test_where_seven_cards_are_easily_misread(ranks, class_id, why):
    hand = "".join(rank + "cdhs"[place % 4] for place, rank in enumerate(ranks))
    assert class_ids(parse_hand(hand)[:, None]).tolist() == [class_id], why


@given(st.permutations(range(52)), st.sampled_from(SIZES), st.randoms(use_true_random=False))
def test_the_order_of_cards_does_not_matter(deck, k, random):
    hand = deck[:k]
    other = random.sample(hand, k)
    pair = np.array([hand, other], np.uint8)
    ids = class_ids(pair, layout="rows")
    assert ids[0] == ids[1] == naive.best_class(hand)


@pytest.mark.parametrize("k", SIZES)
def test_layouts_and_memory(k, monkeypatch):
    monkeypatch.setattr("pokerlake.engine.threads.SMALLEST_SHARE", 100)
    columns = deal(3000, k, seed=30 + k)
    expected = oracle(columns)
    rows = np.ascontiguousarray(columns.T)
    frozen = columns.copy()
    frozen.flags.writeable = False
    wide = np.repeat(columns, 3, axis=1)[:, ::3]
    for cards in (columns, rows, frozen, wide, columns.T, list(columns), tuple(rows.T)):
        assert (class_ids(cards) == expected).all()
        assert (class_ids(cards, threads=3) == expected).all()
        assert (class_ids(cards) == expected).all()
    out = np.zeros(3000, np.uint16)
    assert class_ids(columns, out=out) is out
    assert (out == expected).all()


def test_no_hands():
    assert class_ids(np.empty((7, 0), np.uint8)).shape == (0,)
    assert class_ids(np.empty((0, 7), np.uint8)).shape == (0,)


def test_columns_or_rows_is_asked_where_both_fit():
    square = deal(7, 7, seed=1)
    with pytest.raises(CardError, match=r'shape \(7, 7\) may be columns or rows: say layout="col'):
        class_ids(square)
    assert (class_ids(square, layout="columns") == oracle(square)).all()
    rows = np.ascontiguousarray(square.T)
    assert (class_ids(rows, layout="rows") == oracle(square)).all()


@pytest.mark.parametrize(
    ("cards", "layout", "problem"),
    [
        (np.zeros((4, 9), np.uint8), None, "cards of shape (4, 9) are columns of 4 cards, not"),
        (np.zeros((8, 9), np.uint8), "rows", "cards of shape (8, 9) are rows of 9 cards, not of"),
        (np.zeros((7, 9), np.int64), None, "cards are int64; uint8 is needed"),
        (np.zeros(7, np.uint8), None, "cards have shape (7,); (k, n) or (n, k) is needed"),
        (np.zeros((5, 1), np.uint8), None, "at index 0: '2c2c2c2c2c' has 2c twice"),
        (np.full((5, 1), 52, np.uint8), None, "at index 0: card 52 is not in 0..51"),
    ],
)
def test_what_is_not_a_hand(cards, layout, problem):
    with pytest.raises(CardError) as raised:
        class_ids(cards, layout=layout)
    assert str(raised.value).startswith(problem)


@pytest.mark.skipif("NUMBA_BOUNDSCHECK" not in os.environ, reason="the run with bounds checks")
def test_bounds_checks_are_on():
    tables = node_numbers(5)
    with pytest.raises(IndexError):
        walk(
            deal(1, 5, seed=1),
            np.empty(0, np.uint8),
            tables.first,
            tables.rank_class,
            flush_of_set(),
            0,
            2,
            np.empty(2, np.uint16),
        )


@pytest.mark.parametrize("k", [5, 6, 7])
def test_card_52_is_found_wherever_it_is(k):
    for place in range(k):
        cards = deal(100, k, seed=k)
        cards[place, 37] = 52
        with pytest.raises(CardError, match=r"^at index 37: card 52 is not in 0..51$"):
            class_ids(cards)


def test_out_must_fit():
    cards = deal(3, 5, seed=1)
    for out in (np.zeros(4, np.uint16), np.zeros(3, np.int64), np.zeros(6, np.uint16)[::2]):
        with pytest.raises(ValueError, match=r"^out is .*: contiguous uint16 of shape \(3,\) is"):
            class_ids(cards, out=out)


@pytest.mark.parametrize("few", [0, 16])  # rows that are read without a kernel
def test_hands_of_several_sizes_and_nulls(monkeypatch, few):
    monkeypatch.setattr(evaluate, "FEW", few)
    monkeypatch.setattr(text_module, "FEW", few)
    texts = ["AsKsQsJsTs", None, "AsKsQsJs9s2d", "AsKsQsJs9s2d2c", "2c3d4h5s7c"]
    ids, count = class_ids_of_text(TextColumn.of(texts))
    assert ids.tolist() == [1, 0, 323, 323, 7462]
    assert count.tolist() == [5, 0, 6, 7, 5]
    with pytest.raises(CardError, match=r"^at index 1: 'AsKsQsJs' has 4 cards; 5 to 7 are needed$"):
        class_ids_of_text(TextColumn.of(["AsKsQsJsTs", "AsKsQsJs"]))
    none, _ = class_ids_of_text(TextColumn.of([]))
    assert none.shape == (0,)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_long_columns_of_text(threads):
    """Runs of each size, long and short, so that all are read by the block and by the letter."""
    sizes = np.repeat(np.tile([5, 7, 6, 7], 6), np.tile([9000, 20_000, 1, 8193, 3, 4096], 4))
    hands = deal(len(sizes), 7, seed=3)
    letters = format_column(hands).data.reshape(-1, 14)
    data = letters[np.arange(14) < 2 * sizes[:, None]]
    offsets = np.concatenate([[0], np.cumsum(2 * sizes)])
    ids, count = class_ids_of_text(TextColumn(data, offsets), threads=threads)
    assert (count == sizes).all()
    for k in (5, 6, 7):
        assert (ids[sizes == k] == class_ids(np.ascontiguousarray(hands[:k, sizes == k]))).all()
    for bad in ([3, 80_000], [80_000, 80_001]):
        wrong = data.copy()
        for row in bad:
            wrong[offsets[row]] = 0
        with pytest.raises(CardError) as raised:
            class_ids_of_text(TextColumn(wrong, offsets), threads=threads)
        assert raised.value.index == bad[0]


@pytest.mark.parametrize(
    ("first", "second", "result"),
    [
        # "if one player has the 9C QD hole cards and the other one has 8S 9S, it is a split pot"
        ("9c7dQsKsJsAsTs", "8s9sQsKsJsAsTs", 0),
        ("AsAdAhKsKd", "AcAdAhQsQd", 1),
        ("2s3s4s5sAd", "2s3s4s5s6d", -1),  # the wheel is the lowest straight
        ("7s5d4h3s2c", "7c5h4d3c2d", 0),
    ],
)
def test_compare(first, second, result):
    ids = [class_ids(parse_hand(hand)[:, None]) for hand in (first, second)]
    assert compare(*ids).tolist() == [result]
    assert naive.compare(parse_hand(first).tolist(), parse_hand(second).tolist()) == result
