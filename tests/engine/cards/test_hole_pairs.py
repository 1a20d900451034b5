"""Pairs of holes and boards by those that stand for them, against all 24 permutations."""

import numpy as np
import pytest

from oracle import recount_holdem as recount
from pokerlake.engine.cards.boards import WAY_BITS, canonical_boards
from pokerlake.engine.cards.holes import hole_cards, parse_hole
from pokerlake.engine.cards.suit_symmetry import choose, pair_keys, symmetries
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.known_holes.several import heads_up, suited_matchups

RANKS = hole_cards().astype(int) >> 2
STRENGTH = 13 * RANKS[:, 1] + RANKS[:, 0]


@pytest.fixture(scope="module")
def pairs():
    """All 812,175 of disjoint holes, the smaller number first."""
    first, second = np.triu_indices(1326, 1)
    cards = hole_cards()
    apart = (cards[first][:, :, None] != cards[second][:, None, :]).all(axis=(1, 2))
    return first[apart], second[apart]


@pytest.fixture(scope="module")
def keys(pairs):
    return pair_keys(*pairs)


def numbers(keys):
    return 1326 * keys.hero + keys.villain


# ---------------------------------------------------------------- pairs of holes


def test_every_pair_becomes_its_key_by_one_permutation(pairs, keys):
    first, second = pairs
    assert len(first) == 812_175
    reached = np.zeros(len(first), bool)
    for image in recount.hole_images():
        one, other = image[first], image[second]
        hero, villain = np.where(keys.swapped, other, one), np.where(keys.swapped, one, other)
        reached |= (hero == keys.hero) & (villain == keys.villain)
    assert reached.all()
    assert (STRENGTH[keys.hero] >= STRENGTH[keys.villain]).all()


def test_keys_are_the_match_ups_with_their_weights(keys):
    matchups = suited_matchups()
    number, count = np.unique(numbers(keys), return_counts=True)
    assert len(number) == len(recount.suit_orbits().hero) == 47_008
    assert (number == 1326 * matchups.hero.astype(int) + matchups.villain).all()
    assert (count == matchups.weight).all()


def test_the_other_order_has_the_same_key(pairs, keys):
    first, second = pairs
    back = pair_keys(second, first)
    assert (numbers(back) == numbers(keys)).all()
    alike = back.swapped == keys.swapped  # both orders are one by suits, as AcKd v AdKc
    assert not keys.swapped[alike].any()
    win, _, lose = heads_up(keys.hero[alike][:500], keys.villain[alike][:500]).T
    assert (win == lose).all()
    assert (STRENGTH[first[alike]] == STRENGTH[second[alike]]).all()


def test_a_key_has_the_pairs_own_wins_and_losses(pairs):
    some = np.random.default_rng(3).choice(len(pairs[0]), 300, replace=False)
    first, second = pairs[0][some], pairs[1][some]
    for one, other in ((first, second), (second, first)):
        keys = pair_keys(one, other)
        assert keys.swapped.any()
        assert not keys.swapped.all()
        found = heads_up(keys.hero, keys.villain)
        found[keys.swapped] = found[keys.swapped][:, ::-1]
        assert (found == heads_up(one, other)).all()


@pytest.mark.parametrize(
    ("first", "second", "hero", "villain", "swapped"),
    [
        ("AcKc", "QcQd", "AcKc", "QcQd", False),
        ("AhKh", "QsQh", "AcKc", "QcQd", False),
        ("QsQh", "AhKh", "AcKc", "QcQd", True),
        ("2c2d", "2h2s", "2c2d", "2h2s", False),
        ("2h2s", "2c2d", "2c2d", "2h2s", False),
    ],
)
def test_pairs_at_sight(first, second, hero, villain, swapped):
    keys = pair_keys([parse_hole(first)], [parse_hole(second)])
    assert [column.tolist() for column in keys] == [
        [parse_hole(hero)], [parse_hole(villain)], [swapped],
    ]  # fmt: skip


def test_no_pairs():
    assert [len(column) for column in pair_keys([], [])] == [0, 0, 0]


# ---------------------------------------------------------------- boards


@pytest.mark.parametrize("size", [3, 4, 5])
def test_a_permutation_takes_a_board_to_its_canonical_one(size):
    boards = np.sort(deal(5_000, size, seed=size), axis=0)
    rank = choose()[np.arange(size)[:, None], boards].sum(axis=0)
    wanted = canonical_boards(size).cards[symmetries(size).key[rank] >> WAY_BITS]
    images = [np.sort(cards[boards], axis=0).T for cards in recount.card_images()]
    assert np.any([(image == wanted).all(axis=1) for image in images], axis=0).all()
