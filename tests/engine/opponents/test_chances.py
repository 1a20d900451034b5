"""Holes of several opponents against naive enumeration of sets and of deals."""

import math
import random
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest

from pokerlake.engine.opponents import disjoint
from pokerlake.engine.opponents.chances import nobody_has, nobody_sampled
from pokerlake.engine.opponents.disjoint import disjoint_sets


def sets_of(holes, weights, most):
    """The weights of all sets of disjoint holes, by their size."""
    found = [Fraction(0)] * (most + 1)

    def go_on(first, used, size, weight):
        found[size] += weight
        if size < most:
            for at in range(first, len(holes)):
                if used.isdisjoint(holes[at]):
                    go_on(at + 1, used | {*holes[at]}, size + 1, weight * weights[at])

    go_on(0, frozenset(), 0, Fraction(1))
    return found


def nobody_of_deals(live, weights, players, size=2):
    """The mean over all deals of the chance that nobody has one of the holes, and their number."""
    total, number = Fraction(0), 0
    for dealt in permutations(live, players * size):
        holes = [dealt[at : at + size] for at in range(0, len(dealt), size)]
        if all([*hole] == sorted(hole) for hole in holes):
            number += 1
            total += math.prod(1 - weights.get(hole, 0) for hole in holes)
    return total / number


@pytest.mark.parametrize("seed", range(30))
def test_sets_are_those_of_naive_enumeration(seed):
    chance = random.Random(seed)
    deck = chance.sample(range(52), chance.randint(4, 11))
    every = [*combinations(deck, 2)]
    holes = chance.sample(every, chance.randint(1, min(20, len(every))))
    steps = [Fraction(1)] if seed % 2 else [Fraction(1), Fraction(1, 2), Fraction(1, 3)]
    weights = [chance.choice(steps) for _ in holes]
    assert disjoint_sets(np.array(holes, np.uint8).T, weights, 5) == sets_of(holes, weights, 5)


def test_all_holes_are_as_many_sets_as_deals():
    every = np.array([*combinations(range(52), 2)], np.uint8).T
    found = disjoint_sets(every, [Fraction(1)] * 1326, 22)
    assert found == [
        math.prod(math.comb(52 - 2 * i, 2) for i in range(k)) // math.factorial(k)
        for k in range(23)
    ]


def test_more_states_than_there_may_be(monkeypatch):
    """No two cards of these holes are alike."""
    every = [*combinations(range(40), 2)]
    holes = np.array(random.Random(1).sample(every, 300), np.uint8).T
    weights = [Fraction(1)] * holes.shape[1]
    whole = disjoint_sets(holes, weights, 4)
    monkeypatch.setattr(disjoint, "MOST_STATES", 1 << 10)
    assert disjoint_sets(holes, weights, 4) is None
    assert whole[:3] == sets_of([*map(tuple, holes.T.tolist())], weights, 2)


def test_weights_of_too_many_decimals():
    assert disjoint_sets(np.array([[1], [2]], np.uint8), [Fraction("0.1234567891234")], 2) is None


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8, 1.0])
def test_chances_are_those_of_all_deals(share):
    chance = random.Random(share)
    live = sorted(chance.sample(range(52), 8))
    every = [*combinations(live, 2)]
    held = chance.sample(every, round(share * len(every)))
    weights = {hole: chance.choice([1.0, 1.0, 0.5, 0.25]) for hole in held}
    holes = np.array(held, np.uint8).T
    wanted = [
        nobody_of_deals(live, {h: Fraction(w) for h, w in weights.items()}, n) for n in (1, 2, 3)
    ]
    assert nobody_has(live, holes, [*weights.values()], 3) == wanted

    dead = [card for card in range(52) if card not in live]
    mean, error = nobody_sampled(dead, holes, np.array([*weights.values()]), 3, 40_000, 5)
    assert (np.abs(mean - np.array([*map(float, wanted)])) <= 5 * error + 1e-12).all()


def test_sampled_holes_of_omaha():
    live = [0, 5, 9, 14, 22, 31, 40, 51, 50]
    held = [(0, 5, 9, 14), (5, 9, 14, 22), (31, 40, 50, 51)]
    dead = [card for card in range(52) if card not in live]
    wanted = float(nobody_of_deals(live, dict.fromkeys(held, 1), 2, 4))
    holes = np.array(held, np.uint8)[:, ::-1].T  # in any order
    mean, error = nobody_sampled(dead, np.ascontiguousarray(holes), np.ones(3), 2, 100_000, 1)
    assert mean[0] == pytest.approx(1 - 3 / math.comb(9, 4), abs=5 * error[0])
    assert mean[1] == pytest.approx(wanted, abs=5 * error[1])
