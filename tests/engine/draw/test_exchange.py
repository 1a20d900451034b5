"""Exchanges of five-card draw: against dealing every draw, published counts, all hands at once."""

import random
import re
from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest

from oracle import naive
from oracle import recount_draw as recount
from pokerlake.engine.cards.boards import canonical_boards, suit_images
from pokerlake.engine.cards.suit_symmetry import choose
from pokerlake.engine.cards.text import CardError, format_hand, parse_hand
from pokerlake.engine.draw.exchange import (
    DRAWS,
    HANDS,
    all_hands,
    canonical_discards,
    class_strengths,
    exchanges,
)
from pokerlake.engine.draw.exchange_kernels import spread
from pokerlake.engine.hands.classes import CATEGORY_NAMES

ALL = list(range(32))


def ascending(*hands):
    return np.sort([parse_hand(hand) for hand in hands], axis=1)


def by_discard(hand):
    """What comes of each of the 32 discards of a hand of ascending cards: all eleven measures."""
    found = exchanges(ascending(hand))
    rows = np.column_stack([found.categories, found.strength, found.ties])
    return dict(zip(found.discard.tolist(), rows.tolist(), strict=True))


def naive_results(hand, discard):
    """The same of one discard, every draw dealt."""
    strength, ties = class_strengths()
    kept = [card for place, card in enumerate(hand) if not discard >> place & 1]
    deck = [card for card in range(52) if card not in hand]
    results = [0] * 11
    for drawn in combinations(deck, 5 - len(kept)):
        class_id = naive.best_class([*kept, *drawn])
        results[naive.category(class_id) - 1] += 1
        results[9] += int(strength[class_id])
        results[10] += int(ties[class_id])
    return results


# ---------------------------------------------------------------- every draw


@pytest.mark.parametrize("seed", range(12))
def test_few_cards_as_every_draw(seed):
    hand = sorted(naive.random_hands(5, 1, seed)[0])
    found = by_discard(naive.format_cards(hand))
    chosen = [d for d in found if d.bit_count() < 2] + [
        random.Random(seed).choice([d for d in found if d.bit_count() == 2])
    ]
    assert len(chosen) == 7
    for discard in chosen:
        assert found[discard] == naive_results(hand, discard)


@pytest.mark.large
@pytest.mark.parametrize(
    "hand", ["2c2d2h2s3c", "TcJcQcKcAc", "2c3c4c5dAh", "7c7d9hKsAc", "6d7h8sTcQc", "2c2d3c3dAh"]
)
def test_all_discards_as_every_draw(hand):
    """By the evaluator of the recount: 1.7 million draws a hand."""
    (cards,) = ascending(hand)
    for discard, results in by_discard(hand).items():
        assert results == recount.replay(cards, discard).tolist()


# ---------------------------------------------------------------- published counts


@pytest.mark.parametrize(
    ("hand", "kept", "counts"),
    [
        (
            "7c7d9hKsAc",
            "7c7d",
            {
                "one pair": 11_559, "two pair": 2_592, "three of a kind": 1_854,
                "full house": 165, "four of a kind": 45,
            },
        ),
        ("7c7d9h9sAc", "7c7d9h9s", {"two pair": 43, "full house": 4}),
        (
            "7c7d7h9sAc",
            "7c7d7h",
            {"three of a kind": 969, "full house": 66, "four of a kind": 46},
        ),
        ("2c5c9cJcKd", "2c5c9cJc", {"flush": 9, "one pair": 12, "high card": 26}),
        ("5c6d7h8sKd", "5c6d7h8s", {"straight": 8, "one pair": 12, "high card": 27}),
    ],
)  # fmt: skip
def test_standard_draws(hand, kept, counts):
    thrown = [place for place in range(5) if hand[2 * place :][:2] not in kept]
    results = by_discard(hand)[sum(1 << place for place in thrown)]
    named = dict(zip(CATEGORY_NAMES, results[:9], strict=True))
    assert {name: n for name, n in named.items() if n} == counts
    assert sum(counts.values()) == comb(47, len(thrown))


def test_five_new_cards_for_a_royal_flush():
    """What is left makes the hands that hold none of its cards."""
    results = by_discard("TcJcQcKcAc")
    assert results[0] == [1, *[0] * 8, HANDS, 4]
    assert sum(results[31][:9]) == DRAWS[5] == 1_533_939
    # Six of the straight flushes of clubs hold one of its cards, and a four of a kind may be of
    # the eight lower ranks only, with 43 kickers each.
    assert results[31][:2] == [40 - 6, 8 * 43]


# ---------------------------------------------------------------- all hands


@pytest.fixture(scope="module")
def found():
    return exchanges(canonical_boards(5).cards)


@pytest.mark.whole
@pytest.mark.large
def test_every_row_adds_up(found):
    exchanged = np.array([discard.bit_count() for discard in found.discard.tolist()])
    assert (found.draws == np.array([comb(47, k) for k in range(6)])[exchanged]).all()
    assert (found.categories.sum(axis=1) == found.draws).all()
    assert (found.categories >= 0).all()
    assert (found.ties <= found.strength).all()
    assert (found.strength <= found.draws * HANDS).all()


@pytest.mark.large
def test_discards_of_all_hands_are_32(found):
    weight = canonical_boards(5).weight.astype(int)
    assert (np.bincount(found.hand, found.alike) == 32).all()
    assert (weight[found.hand] * found.alike).sum() == 32 * HANDS
    key = found.hand * 32 + found.discard
    assert (np.diff(key) > 0).all()


@pytest.mark.whole
@pytest.mark.large
def test_sums_over_all_hands(found):
    """Each result comes of C(5, k) sets of drawn cards for C(47, k) sets of others."""
    strength, ties = class_strengths()
    weight = canonical_boards(5).weight.astype(int)[found.hand] * found.alike
    dealt = [40, 624, 3744, 5108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540]
    for k in range(6):
        rows = found.draws == comb(47, k)
        ways = comb(5, k) * comb(47, k)
        assert (weight[rows] @ found.categories[rows]).tolist() == [n * ways for n in dealt]
        assert weight[rows] @ found.strength[rows] == ways * int(ties @ strength)
        assert weight[rows] @ found.ties[rows] == ways * int(ties @ ties)


def test_suits_do_not_matter():
    rng = random.Random(8)
    for hand in naive.random_hands(5, 20, 8):
        suits = rng.sample(range(4), 4)
        other = [card // 4 * 4 + suits[card % 4] for card in hand]
        results = [by_discard(naive.format_cards(sorted(cards))) for cards in (hand, other)]
        assert Counter(map(tuple, results[0].values())) == Counter(map(tuple, results[1].values()))


# ---------------------------------------------------------------- discards as they are dealt


def test_discards_of_hands_as_dealt():
    """Any order, any suits: they come to what dealing says."""
    hands = naive.random_hands(5, 40, 11)
    hands[:3] = [naive.parse_cards(text) for text in ("As2h2s3c2d", "7d7c9hKsAc", "KhTd2sKd2c")]
    found = canonical_discards(np.array(hands, np.uint8))
    rng = random.Random(3)
    for hand, canonical, discards in zip(hands, *found, strict=True):
        results = by_discard(format_hand(canonical))
        assert discards[0] == 0
        assert discards[31] == 31
        assert sorted(set(discards.tolist())) == list(results)
        for discard in [1, 2, 4, 8, 16, *rng.sample(ALL, 1)]:
            of_given = recount.replay(np.array(hand), discard)
            assert results[int(discards[discard])] == of_given.tolist()


def test_canonical_hands_are_those_of_the_table():
    boards = canonical_boards(5)
    rng = np.random.default_rng(2)
    chosen = rng.choice(len(boards.weight), 300)
    hands = boards.cards[chosen]
    shuffled = rng.permuted(hands, axis=1).astype(int)
    suits = np.array([rng.permutation(4) for _ in chosen])
    renamed = shuffled & ~3 | np.take_along_axis(suits, shuffled & 3, axis=1)
    assert (canonical_discards(renamed.astype(np.uint8)).hands == hands).all()
    own = canonical_discards(hands).discards
    expected = exchanges(hands)
    counts = np.zeros((len(hands), 32), int)
    np.add.at(counts, (np.arange(len(hands))[:, None], own), 1)
    assert (counts[expected.hand, expected.discard] == expected.alike).all()
    assert counts.sum() == expected.alike.sum() == 32 * len(hands)


# ---------------------------------------------------------------- classes, hands, errors


def test_class_strengths():
    strength, ties = class_strengths()
    assert (strength[1], ties[1]) == (HANDS, 4)
    assert (strength[7462], ties[7462]) == (1020, 1020)
    assert ties.sum() == HANDS
    assert (ties == recount.measures()[:, 10]).all()
    assert (strength[1:] == recount.measures()[1:, 9]).all()


def test_all_hands():
    hands = all_hands()
    assert hands.shape == (5, HANDS)
    ranks = sum(np.array([comb(card, i + 1) for card in range(52)])[hands[i]] for i in range(5))
    assert (ranks == np.arange(HANDS)).all()
    assert hands[:, -1].tolist() == [47, 48, 49, 50, 51]


def test_no_hands():
    found = exchanges(np.empty((0, 5), np.uint8))
    assert len(found.hand) == 0
    assert found.categories.shape == (0, 9)
    empty = canonical_discards(np.empty((0, 5), np.uint8))
    assert empty.discards.shape == (0, 32)


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        (np.zeros((2, 4), np.uint8), "hands of shape (2, 4) are columns of 2 cards, not of 5"),
        (np.zeros(5, np.uint8), "hands have shape (5,); (k, n) or (n, k) is needed"),
        (np.array([[1, 2, 3, 4, 5]]), "hands are int64; uint8 is needed"),
        (np.array([[1, 2, 3, 4, 52]], np.uint8), "at index 0: card 52 is not in 0..51"),
        (
            np.array([[1, 2, 3, 4, 5], [1, 2, 3, 5, 5]], np.uint8),
            "at index 1: '2d2h2s3d3d' has 3d twice",
        ),
    ],
)
@pytest.mark.parametrize("function", [exchanges, canonical_discards])
def test_errors(function, hands, message):
    with pytest.raises(CardError, match=f"^{re.escape(message)}$"):
        function(hands)


def test_hands_that_do_not_ascend():
    hands = np.array([[1, 2, 3, 4, 5], [1, 2, 4, 3, 5]], np.uint8)
    with pytest.raises(CardError, match=r"^at index 1: the cards of a hand must ascend$"):
        exchanges(hands)


def test_what_is_known_of_a_hand_is_copied_to_all_that_are_the_same():
    royal = np.sort(parse_hand("AcKcQcJcTc"))[None]
    facts, thrown = np.array([[1, 3]], np.uint16), np.array([[1, 3, 7, 15]], np.uint8)
    place = np.zeros(32, np.uint8)
    place[[1, 3, 7, 15]] = 4, 5, 6, 7
    records = np.zeros(HANDS, np.uint32)
    spread(royal, facts, thrown, place, suit_images(), choose(), records)
    (rows,) = np.nonzero(records)
    assert len(rows) == 4
    assert set(records[rows].tolist()) == {1 | 3 << 13 | 4 << 18 | 5 << 21 | 6 << 25 | 7 << 29}
