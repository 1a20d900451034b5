"""The oracle's own evaluator: keys that tell rank multisets apart, and classes as naive ones."""

import numpy as np
import pytest

from oracle import hand_classes, naive, recount


@pytest.mark.parametrize(("cards", "number"), [(5, 6175), (6, 18395), (7, 49205)])
def test_keys_tell_rank_multisets_apart(cards, number):
    keys = recount.multisets(cards, most=4) @ hand_classes.RANK_KEYS
    assert len(np.unique(keys)) == len(keys) == number


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_classes_are_the_naive_twins(cards):
    hands = naive.random_hands(cards, 2000, seed=40 + cards)
    hands += [[4 * rank + suit for rank in range(cards)] for suit in range(4)]
    hands += [[4 * rank + suit for rank in (12, 0, 1, 2, 3, 11, 10)[:cards]] for suit in range(4)]
    hands += [[*(4 * rank + 2 for rank in (1, 3, 5, 7, 11)), 7, 15][:cards]]
    found = hand_classes.class_ids(np.array(hands, np.uint8).T)
    assert found.tolist() == [naive.best_class(hand) for hand in hands]


def test_hands_of_any_shape():
    hands = np.array(naive.random_hands(7, 60, seed=1), np.uint8).T
    flat = hand_classes.class_ids(hands)
    assert (hand_classes.class_ids(hands.reshape(7, 3, 4, 5)) == flat.reshape(3, 4, 5)).all()


def test_holes_and_hands():
    cards, hands = hand_classes.hole_cards(), hand_classes.hand_of_hole()
    assert cards[[0, 1, 1325]].tolist() == [[0, 1], [0, 2], [50, 51]]
    assert np.bincount(hands).tolist() == [
        6 if row == column else 4 if row < column else 12
        for row in range(13)
        for column in range(13)
    ]
    for hole, name in [("AsAh", "AA"), ("Kd2d", "K2s"), ("2cKd", "K2o"), ("2c2d", "22")]:
        low, high = sorted(naive.parse_cards(hole))
        assert hand_classes.hand_names()[hands[high * (high - 1) // 2 + low]] == name
