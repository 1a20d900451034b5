"""Values and gains by deviating against play of every deal, and heads-up values by a programme."""

import functools
from itertools import product

import numpy as np
import pytest

from oracle import naive_push_fold as naive
from pokerlake.engine.push_fold.best_response import respond
from pokerlake.engine.push_fold.counts import Counts, weak_orders
from pokerlake.engine.push_fold.spots import PushFoldSpot
from pokerlake.engine.starting_hands.triples import hand_triples

HANDS = (0, 17, 90, 168)  # of the 169, the only ones dealt here


@functools.cache
def few_hands(players):
    """Random counts of four hands: chances of each deal and order, and the same as ``Counts``.

    Who has which hand changes nothing, so a count is one of hands with their places.
    """
    rng = np.random.default_rng(7)
    drawn = {}

    def count(hands, places):
        key = tuple(sorted(zip(hands, places, strict=True)))
        return drawn.setdefault(key, int(rng.integers(1, 1000)))

    orders = [tuple(order) for order in weak_orders(players).tolist()]
    deals = {
        hands: {order: count(hands, order) for order in orders}
        for hands in product(HANDS, repeat=players)
    }
    total = sum(sum(of.values()) for of in deals.values())
    chances = {
        hands: {order: count / total for order, count in of.items()} for hands, of in deals.items()
    }
    if players == 2:
        two = np.zeros((169, 169, 3), np.int64)
        for hands, of in deals.items():
            two[hands] = list(of.values())
        return chances, Counts(two)
    three = np.zeros((818_805, 13), np.int64)
    for row in np.flatnonzero(np.isin(hand_triples(), HANDS).all(axis=1)):
        three[row] = list(deals[tuple(hand_triples()[row].tolist())].values())
    return chances, Counts(np.zeros((169, 169, 3), np.int64), three)


def random_shares(spot, seed=3):
    rng = np.random.default_rng(seed)
    return {at: rng.random(169) for at in spot.information_sets()}


def assert_as_deal_by_deal(spot, shares):
    chances, counts = few_hands(spot.players)
    found = respond(spot, shares, counts)
    strategy = {at: {hand: float(share[hand]) for hand in HANDS} for at, share in shares.items()}
    values, gains, worth, mass = naive.evaluate(spot, strategy, chances)
    assert found.values == pytest.approx(np.array(values, float), abs=1e-12)
    assert found.gains == pytest.approx(np.array(gains, float), abs=1e-12)
    assert list(found.reach) == spot.information_sets()
    for (player, before), share in shares.items():
        comes = 0.0
        for hand in HANDS:
            for goes_in, of in ((True, found.value_in), (False, found.value_fold)):
                at = (player, before, goes_in, hand)
                expected = worth[at] / mass[at] if mass[at] else np.nan
                value = of[player, before][hand]
                assert value == pytest.approx(float(expected), abs=1e-12, nan_ok=True)
            comes += mass[player, before, True, hand] * share[hand]
            comes += mass[player, before, False, hand] * (1 - share[hand])
        assert found.reach[player, before] == pytest.approx(comes, abs=1e-12)


@pytest.mark.parametrize(
    "spot",
    [
        PushFoldSpot((10.0, 10.0)),
        PushFoldSpot((3.0, 0.75), small_blind=0.25, ante=0.125),
        PushFoldSpot((3.0, 5.0), prizes=(7.0, 3.0, 1.0), others=(2.0,)),
        PushFoldSpot((6.0, 6.0, 6.0)),
        PushFoldSpot((3.0, 8.0, 5.0), ante=0.125),
        PushFoldSpot((8.0, 3.0, 0.5), small_blind=0.25, prizes=(5.0, 3.0), others=(2.0,)),
        PushFoldSpot((4.0, 4.0, 9.0), prizes=(5.0, 3.0, 1.0)),
    ],
)
def test_as_deal_by_deal(spot):
    assert_as_deal_by_deal(spot, random_shares(spot))


def test_decisions_that_never_come_up():
    """The button never goes in: what follows a push of his has no value, and gains nobody."""
    spot = PushFoldSpot((3.0, 8.0, 5.0))
    shares = random_shares(spot) | {(0, ""): np.zeros(169)}
    assert_as_deal_by_deal(spot, shares)
    found = respond(spot, shares, few_hands(3)[1])
    assert found.reach[2, "if"] == 0
    assert np.isnan(found.value_in[2, "if"]).all()


def test_a_third_who_always_folds_changes_nothing():
    spot, heads_up = PushFoldSpot((9.0, 8.0, 5.0)), PushFoldSpot((8.0, 5.0))
    shares = random_shares(spot) | {(0, ""): np.zeros(169)}
    counts = few_hands(3)[1]
    found = respond(spot, shares, counts)
    two = respond(heads_up, {(0, ""): shares[1, "f"], (1, "i"): shares[2, "fi"]}, of_two(counts))
    assert found.values == pytest.approx([0.0, *two.values], abs=1e-12)
    assert found.gains[1:] == pytest.approx(two.gains, abs=1e-12)
    assert found.value_in[2, "fi"] == pytest.approx(two.value_in[1, "i"], nan_ok=True)


def of_two(counts):
    """The counts of two hands that those of three come to."""
    places = weak_orders(3)
    rows = np.flatnonzero(counts.three.any(axis=1))
    two = np.zeros((169, 169, 3), np.int64)
    for row in rows:
        hands = hand_triples()[row]
        for way in {tuple(hands[list(w)]): w for w in PERMUTATIONS}.values():
            first, second = (places[:, w].astype(int) for w in way[:2])
            for outcome, those in enumerate((first < second, first > second, first == second)):
                two[hands[way[0]], hands[way[1]], outcome] += counts.three[row, those].sum()
    return Counts(two)


PERMUTATIONS = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))


def test_three_players_need_the_counts_of_three():
    spot = PushFoldSpot((5.0, 5.0, 5.0))
    with pytest.raises(ValueError, match="three players or more need the counts of three hands"):
        respond(spot, random_shares(spot), few_hands(2)[1])
