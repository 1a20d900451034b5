"""The 7,462 classes, against the recount's own list of them."""

import numpy as np

from oracle import naive, recount
from pokerlake.engine.hands.classes import CATEGORY_NAMES, hand_classes


def test_the_whole_list_is_the_recounts():
    classes, keys = hand_classes(), recount.class_keys()
    assert len(classes.category) == 7462
    assert (classes.category == keys.category).all()
    assert classes.rank_texts == list(keys.ranks)
    assert (classes.suited == keys.suited).all()
    class_ids = range(1, 7463)
    assert classes.category.tolist() == [naive.category(class_id) for class_id in class_ids]
    assert classes.rank_texts == [naive.class_ranks(class_id) for class_id in class_ids]


def test_classes_by_category():
    # Cactus Kev's table
    counts = np.bincount(hand_classes().category)[1:].tolist()
    assert dict(zip(CATEGORY_NAMES, counts, strict=True)) == {
        "straight flush": 10,
        "four of a kind": 156,
        "full house": 156,
        "flush": 1277,
        "straight": 10,
        "three of a kind": 858,
        "two pair": 858,
        "one pair": 2860,
        "high card": 1277,
    }


def test_names():
    names = hand_classes().names
    assert len(set(names)) == 7462
    assert [names[class_id - 1] for class_id in (1, 2, 10, 11, 166, 167, 322, 323)] == [
        "royal flush",
        "straight flush, king high",
        "straight flush, five high",
        "four of a kind, aces, king kicker",
        "four of a kind, deuces, three kicker",
        "full house, aces over kings",
        "full house, deuces over threes",
        "flush, ace-king-queen-jack-nine",
    ]
    assert [names[class_id - 1] for class_id in (1599, 1600, 1609, 1610, 2468, 3326, 7462)] == [
        "flush, seven-five-four-three-deuce",
        "straight, ace high",
        "straight, five high",
        "three of a kind, aces, king-queen kickers",
        "two pair, aces and kings, queen kicker",
        "one pair, aces, king-queen-jack kickers",
        "high card, seven-five-four-three-deuce",
    ]
