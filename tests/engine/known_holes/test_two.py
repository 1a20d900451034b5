"""Two holes on every board: against enumeration, published counts, and all 47,008 at once."""

import hashlib

import numpy as np
import pytest

from oracle import recount_holdem as recount
from pokerlake.engine.cards.holes import hole_cards, parse_hole
from pokerlake.engine.known_holes.several import heads_up, suited_matchups


def outcome(hero, villain):
    ((win, tie, lose),) = heads_up([parse_hole(hero)], [parse_hole(villain)]).tolist()
    return win, tie, lose


@pytest.mark.parametrize(
    ("hero", "villain", "expected"),
    [
        ("AhKh", "QsQc", (787_966, 6_732, 917_606)),  # Poker50's example
        ("AdAc", "KdKc", (1_410_336, 9_308, 292_660)),
        ("AdAc", "7d2c", (1_519_445, 8_217, 184_642)),
        ("QdJc", "JsTh", (1_217_747, 63_212, 431_345)),
    ],
)
def test_published(hero, villain, expected):
    assert outcome(hero, villain) == expected
    assert outcome(villain, hero) == expected[::-1]


@pytest.mark.whole
@pytest.mark.large
def test_random_matchups_on_every_board():
    rng = np.random.default_rng(5)
    cards = np.argsort(rng.random((10, 52)), axis=1)[:, :4]
    cards[:4] = [[51, 47, 50, 46], [51, 47, 43, 39], [0, 1, 2, 3], [0, 4, 8, 12]]  # suited, pairs
    low, high = np.sort(cards.reshape(-1, 2, 2), axis=2).transpose(2, 1, 0)
    heroes, villains = high * (high - 1) // 2 + low
    expected = [recount.match_up(*pair) for pair in zip(heroes, villains, strict=True)]
    assert heads_up(heroes, villains).tolist() == list(map(list, expected))


def test_all_suited_matchups_are_the_orbits():
    matchups = suited_matchups()
    canonical = recount.canonical_pairs(matchups.hero.astype(int), matchups.villain.astype(int))
    orbits = recount.suit_orbits()
    place = np.lexsort((canonical.villain, canonical.hero))
    assert (canonical.hero[place] == orbits.hero).all()
    assert (canonical.villain[place] == orbits.villain).all()
    assert (matchups.weight[place] == orbits.weight).all()
    ranks = hole_cards() >> 2
    higher = 13 * ranks[:, 1].astype(int) + ranks[:, 0]
    assert (higher[matchups.hero] >= higher[matchups.villain]).all()


def test_all_suited_matchups_as_enumerated():
    """All 47,008 were once enumerated by ``recount.match_up``, 80 billion boards: their digest."""
    orbits = recount.suit_orbits()
    counts = heads_up(orbits.hero, orbits.villain, threads=2)
    table = np.stack([orbits.hero, orbits.villain, orbits.weight, *counts.T]).astype("<i8")
    digest = hashlib.sha256(np.ascontiguousarray(table).tobytes()).hexdigest()
    assert digest == "a179e9ce4447f6090d242a2b62f27ca5ebb7f1b620847579e4a537a4b78318ad"


def test_no_matchups():
    assert heads_up([], []).shape == (0, 3)


@pytest.mark.parametrize(
    ("hero", "villain", "problem"),
    [
        ([1326], [0], "holes 1326 to 1326: a hole is a number 0..1325"),
        ([0], [-1], "holes -1 to -1: a hole is a number 0..1325"),
        ([0, 5], [9, 5], "holes 5 and 5 at index 1 share a card"),
        ([0, 0], [9, 2], "holes 0 and 2 at index 1 share a card"),
        ([0], [9, 2], "1 heroes and 2 villains: give as many of both"),
    ],
)
def test_what_is_no_matchup(hero, villain, problem):
    with pytest.raises(ValueError) as raised:  # noqa: PT011 the message is held below
        heads_up(hero, villain)
    assert str(raised.value) == problem
