"""The recounts of five-card draw, openings and change against plain Python and known counts."""

import random
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from oracle import naive, recount_openings
from oracle import recount_draw as recount
from oracle.recount_boards import canonical_boards

HANDS = ["2c2d2h2s3c", "TcJcQcKcAc", "7c7d9hKsAc", "2c5c9cJcKd", "5c6d7h8sKd", "2c3c4c5c6d"]


def cards(text):
    return np.array(naive.parse_cards(text), np.uint8)


def dealt(hand, discard):
    """Measures of every draw, added up."""
    kept = [card for place, card in enumerate(hand) if not discard >> place & 1]
    deck = [card for card in range(52) if card not in hand]
    classes = [naive.best_class([*kept, *drawn]) for drawn in combinations(deck, 5 - len(kept))]
    return sum(recount.measures()[class_id] for class_id in classes).tolist()


# ---------------------------------------------------------------- hands


def test_classes_of_hands():
    hands = naive.random_hands(5, 2000, 12)
    hands += [naive.parse_cards(hand) for hand in HANDS]
    hands += [[suit + 4 * rank for rank in range(8, 13)] for suit in range(4)]
    hands += [[suit, 4 + suit, 12 + suit, 20 + suit, 48 + suit] for suit in range(4)]
    keys = recount.card_keys()[np.array(hands)].sum(axis=1)
    assert recount.classes_of(keys).tolist() == [naive.best_class(hand) for hand in hands]


def test_all_classes_are_found():
    keys = recount.card_keys()[canonical_boards(5).cards].sum(axis=1)
    counts = np.bincount(recount.classes_of(keys), canonical_boards(5).weight)
    assert (counts == recount.measures()[:, 10]).all()


def test_measures():
    measures = recount.measures()
    assert measures[0].tolist() == [0] * 11
    assert measures[1].tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0, 2_598_960, 4]
    assert measures[7462].tolist() == [0, 0, 0, 0, 0, 0, 0, 0, 1, 1020, 1020]
    assert measures[2468].tolist() == [0, 0, 0, 0, 0, 0, 1, 0, 0, 2_524_332, 144]
    assert recount.categories().tolist() == [0, *map(naive.category, range(1, 7463))]


# ---------------------------------------------------------------- discards


def test_rows_of_hands():
    chosen = np.r_[0:60, 5000:134_459:4001]
    hands = canonical_boards(5)
    some = type(hands)(hands.cards[chosen], hands.weight[chosen], hands.keeps[chosen])
    rows = recount.rows_of(some)
    expected = []
    for number, hand in enumerate(some.cards.tolist()):
        alike = {}
        for discard in range(32):
            thrown = [card for place, card in enumerate(hand) if discard >> place & 1]
            images = set()
            for suits in permutations(range(4)):
                move = lambda card, suits=suits: card // 4 * 4 + suits[card % 4]  # noqa: E731
                if sorted(map(move, hand)) == hand:
                    images.add(sum(1 << hand.index(move(card)) for card in thrown))
            alike[discard] = images
        expected += [(number, d, len(images)) for d, images in alike.items() if d == min(images)]
    assert list(zip(*(column.tolist() for column in rows), strict=True)) == expected


def test_one_card_is_dealt():
    hands = np.sort([cards(hand) for hand in HANDS], axis=1)
    found = recount.one_card(hands)
    for hand, results in zip(hands.tolist(), found.results, strict=True):
        for place in range(5):
            assert results[place].tolist() == dealt(hand, 1 << place)
    assert (found.results[:, :, :9].sum(axis=2) == 47).all()
    assert found.straight_flush.tolist() == [False, True, False, False, False, True]
    assert found.completing[4].tolist() == [0, 0, 0, 0, 2]
    assert found.completing[0].tolist() == [0] * 5


@pytest.mark.parametrize("hand", HANDS)
def test_replays(hand):
    held = cards(hand)
    chance = random.Random(hand)
    for number in (0, 1, 2):
        discard = chance.choice([d for d in range(32) if d.bit_count() == number])
        assert recount.replay(held, discard).tolist() == dealt(held.tolist(), discard)


def test_replays_of_many_cards():
    """As published: a pair that draws three; and what is left of 2,598,960 for five new cards."""
    found = recount.replay(cards("7c7d9hKsAc"), 0b11100)
    assert found[:9].tolist() == [0, 45, 165, 0, 0, 1854, 2592, 11_559, 0]
    found = recount.replay(cards("TcJcQcKcAc"), 31)
    assert found[:9].sum() == comb(47, 5)
    assert found[:2].tolist() == [34, 344]


def test_sums_over_all_hands():
    hands = canonical_boards(5)
    found = recount.one_card(hands.cards[:2000])
    assert found.results.shape == (2000, 5, 11)
    assert recount.in_all(0)[:9].tolist() == [
        40, 624, 3744, 5108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540
    ]  # fmt: skip
    assert (recount.in_all(1) == 5 * 47 * recount.in_all(0)).all()
    assert (recount.in_all(5) == comb(47, 5) * recount.in_all(0)).all()
    assert [recount.draws_of(k) for k in range(6)] == [1, 47, 1081, 16_215, 178_365, 1_533_939]


@pytest.mark.parametrize(
    ("hand", "completing", "draw"),
    [
        ("TcJcQcKcAc", [0] * 5, ("pat", 0)),
        ("2c2d2h2s3c", [0] * 5, ("four of a kind", 16)),
        ("7c7d7h9sAc", [0] * 5, ("three of a kind", 24)),
        ("7c7d9h9sAc", [0] * 5, ("two pair", 16)),
        ("7c7d9hKsAc", [0] * 5, ("pair", 28)),
        ("2c5c9cJcKd", [0] * 5, ("four-flush", 16)),
        ("5c6d7h8sKd", [0, 0, 0, 0, 2], ("open-ended", 16)),
        ("2c5d9hJsKc", [0] * 5, ("ace or king high", 15)),
        ("2c4d7h9sQc", [0] * 5, ("nothing", 31)),
    ],
)
def test_usual_discards(hand, completing, draw):
    held = naive.parse_cards(hand)
    category = naive.category(naive.best_class(held))
    assert recount.usual(held, category, completing) == draw


# ---------------------------------------------------------------- openings, change


def test_openings():
    rows = recount_openings.openings()
    assert len(rows) == 937
    three = {row.line: row.top_percent for row in rows if row.players == 3}
    assert three == {"": 29, "b": 12, "bf": 14, "br": 4, "c": 40, "cb": 19, "cc": 53}
    assert [row.line for row in rows if row.players == 4] == sorted(
        ["", "b", "bf", "bff", "bfr", "br", "brf", "brr", "c", "cb", "cbf", "cbr", "cc", "ccb",
         "ccc"]
    )  # fmt: skip
    assert {row.action for row in rows if "b" in row.line} == {"raise"}
    assert {row.action for row in rows if "b" not in row.line} == {"bet"}


def test_where_the_chance_is_even():
    percents = {(2, ""): 50.0, (2, "b"): 25.0, (2, "c"): 75.0}
    assert all(recount_openings.is_even(*line, percents) for line in percents)
    assert not recount_openings.is_even(2, "b", {**percents, (2, "b"): 25.00001})
    assert not recount_openings.is_even(2, "b", {**percents, (2, ""): 50.00001})


def test_fewest_coins():
    assert recount_openings.fewest_coins(0) == {1: 0, 5: 0, 10: 0, 25: 0}
    assert recount_openings.fewest_coins(99) == {1: 4, 5: 0, 10: 2, 25: 3}
    assert recount_openings.fewest_coins(41) == {1: 1, 5: 1, 10: 1, 25: 1}
