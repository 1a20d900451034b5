"""Four to six players: where the model is exact, and pots of four and more on deals one by one."""

import functools
from itertools import combinations, product

import numpy as np
import pytest

from oracle import naive_push_fold as naive
from pokerlake.engine.push_fold import best_response as several
from pokerlake.engine.push_fold.best_response import actions_of, respond
from pokerlake.engine.push_fold.counts import Counts, payoffs, weak_orders
from pokerlake.engine.push_fold.exact_response import of_three
from pokerlake.engine.push_fold.spots import PushFoldSpot
from pokerlake.engine.starting_hands.triples import hand_triples

HANDS = (0, 90, 168)
STRENGTHS = {0: 1, 90: 2, 168: 1}  # two of the three hands always tie
OFTEN = {0: 0.2, 90: 0.5, 168: 0.3}


def places_of(strengths):
    """The places of hands, 0 the best; equals have the same."""
    levels = sorted(set(strengths), reverse=True)
    return tuple(levels.index(each) for each in strengths)


def dealt_apart(players):
    """Each player's hand whatever the others have, and who wins by strength: chances."""
    return {
        way: {places_of([STRENGTHS[hand] for hand in way]): np.prod([OFTEN[h] for h in way])}
        for way in product(HANDS, repeat=players)
    }


@functools.cache
def counts_apart():
    """The same of two and three players, in tenths of a hand."""
    two = np.zeros((169, 169, 3), np.int64)
    three = np.zeros((818_805, 13), np.int64)
    row_of = {tuple(hands): row for row, hands in enumerate(hand_triples().tolist())}
    for players in (2, 3):
        columns = weak_orders(players).tolist()
        for way, of in dealt_apart(players).items():
            for places, chance in of.items():
                at = (*way, columns.index(list(places)))
                if players == 2:
                    two[at] = round(100 * chance)
                elif way in row_of:
                    three[row_of[way], at[-1]] = round(1000 * chance)
    return Counts(two, three)


def random_shares(spot, seed=3):
    rng = np.random.default_rng(seed)
    return {at: rng.random(169) for at in spot.information_sets()}


@pytest.fixture(autouse=True)
def few_deals(monkeypatch):
    """Pots of four and more are sampled on few deals, which are dealt anew."""
    monkeypatch.setattr(several, "SAMPLED", 64)
    several._deals_to.cache_clear()
    yield
    several._deals_to.cache_clear()


@pytest.mark.whole
@pytest.mark.parametrize(
    "spot",
    [
        PushFoldSpot((4.0, 7.0, 3.0, 0.75), prizes=(5.0, 3.0), others=(2.0,)),
        pytest.param(PushFoldSpot((6.0, 2.0, 5.0, 9.0, 0.75), ante=0.125), marks=pytest.mark.large),
    ],
)
def test_exact_where_hands_do_not_depend_on_each_other(spot):
    """Four are never in, since that is sampled with real cards; so what it is worth is left out."""
    shares = random_shares(spot)
    for player, before in shares:
        if before.count("i") >= 3:
            shares[player, before] = np.zeros(169)
    found = respond(spot, shares, counts_apart())
    strategy = {at: {hand: float(share[hand]) for hand in HANDS} for at, share in shares.items()}
    values, _, worth, mass = naive.evaluate(spot, strategy, dealt_apart(spot.players))
    assert found.values == pytest.approx(np.array(values, float), abs=1e-9)
    for (player, before), hand in product(shares, HANDS):
        if before.count("i") < 3:
            expected = [
                float(worth[at] / mass[at])
                for at in ((player, before, True, hand), (player, before, False, hand))
            ]
            of_both = found.value_in[player, before], found.value_fold[player, before]
            assert [of[hand] for of in of_both] == pytest.approx(expected, abs=1e-9)


def test_the_model_is_exact_for_three():
    """Chances of all ends, and what those of three come to, also where hands hang together."""
    rng = np.random.default_rng(8)
    chosen = np.flatnonzero(np.isin(hand_triples(), HANDS).all(axis=1))
    triples = hand_triples()[chosen].astype(int)
    three = np.zeros((818_805, 13), np.int64)
    places = weak_orders(3).astype(int)
    for row, hands in zip(chosen, triples, strict=True):
        for column, order in enumerate(places):
            # Who of two with the same hand is better is a matter of chance.
            key = sorted(zip(hands.tolist(), order.tolist(), strict=True))
            three[row, column] = sum((a + 2) * (b + 1) ** 2 for a, b in key) % 97 + 1
    two = np.zeros((169, 169, 3), np.int64)
    for way in product(HANDS, repeat=3):
        order = np.argsort(way, kind="stable")
        row = chosen[(triples == np.array(way)[order]).all(axis=1)][0]
        for column, of_sorted in enumerate(places):
            first, second = (of_sorted[np.flatnonzero(order == player)[0]] for player in (0, 1))
            outcome = 0 if first < second else 1 if first > second else 2
            two[way[0], way[1], outcome] += three[row, column]
    counts = Counts(two, three)
    spot = PushFoldSpot((3.0, 8.0, 5.0), prizes=(5.0, 3.0))
    shares = {at: rng.random(169) for at in spot.information_sets()}
    ends = list(payoffs(spot).items())
    actions = np.stack([actions_of(spot, shares, inside) for inside, _ in ends])
    exact, found = (of(ends, actions, counts) for of in (of_three, several.of_several))
    assert found.mass == pytest.approx(exact.mass, abs=1e-12)
    assert found.total == pytest.approx(exact.total, abs=1e-12)
    assert found.paid == pytest.approx(exact.paid, abs=1e-12)
    for end, (inside, _) in enumerate(ends):
        for player in inside:
            assert found.worth[end, player] == pytest.approx(exact.worth[end, player], abs=1e-12)


@pytest.mark.whole
def test_pots_of_four_and_more_deal_by_deal():
    """Five players, all or four of them in, in each of the seats in turn."""
    spot = PushFoldSpot((6.0, 2.0, 5.0, 9.0, 3.0), ante=0.125)
    shares = random_shares(spot)
    counts = counts_apart()
    ends = [end for end in payoffs(spot).items() if len(end[0]) >= 4]
    actions = np.stack([actions_of(spot, shares, inside) for inside, _ in ends])
    chances = several.chances_of(counts)
    folds = several.Folds(actions, chances)
    mass, worth = np.zeros((2, len(ends), 5, 169))
    found = several.Sums(mass, worth, np.zeros(len(ends)), np.zeros((len(ends), 5)))
    several._add_sampled_pots(found, ends, actions, chances, counts, folds)
    for end, (inside, _) in enumerate(ends):
        m = len(inside)
        deals = several._deals_to(m, 32 >> 2 * (m - 4), counts)
        each, two = folds.factors(end, [p for p in range(5) if p not in inside], m)
        total, paid, worth = 0.0, np.zeros(5), np.zeros((5, 169))
        for turn, deal in product(range(m), range(deals.hands.shape[1])):
            hands = [int(deals.hands[(place - turn) % m, deal]) for place in range(m)]
            classes = [int(deals.classes[(place - turn) % m, deal]) for place in range(m)]
            chance = deals.weights[deal] / m * np.prod(each[hands])
            for first, second in combinations(hands, 2):
                chance *= two[first, second]
            does = np.array([actions[end, p, hand] for p, hand in zip(inside, hands, strict=True)])
            places = places_of([-each_class for each_class in classes])
            gets = naive.pays(spot, dict(zip(inside, places, strict=True)))
            gets = np.array([float(each_gets) for each_gets in gets])
            total += chance * does.prod()
            paid += chance * does.prod() * gets
            for place, (player, hand) in enumerate(zip(inside, hands, strict=True)):
                worth[player, hand] += chance * np.delete(does, place).prod() * gets[player]
        assert found.total[end] == pytest.approx(total)
        assert found.paid[end] == pytest.approx(paid)
        assert found.worth[end, list(inside)] == pytest.approx(worth[list(inside)])


def test_sampled_deals_make_up_for_what_is_dealt_too_often():
    """Aces come as often as they should, and win as often against three: 63.9 % of the pot."""
    deals = several._deals_to(4, 1 << 16, counts_apart())
    assert deals.weights.sum() == pytest.approx(1)
    aces = deals.hands == 0
    assert aces.mean() > 2 * 6 / 1326
    assert (aces * deals.weights).sum() / 4 == pytest.approx(6 / 1326, rel=0.05)
    both = aces[0] & (deals.hands[1] == 168)
    assert (both * deals.weights).sum() == pytest.approx(6 / 1326 * 6 / 1225, rel=0.5)
    best = deals.classes == deals.classes.min(axis=0)
    wins = (aces * best / best.sum(axis=0) * deals.weights).sum()
    assert wins / (aces * deals.weights).sum() == pytest.approx(0.639, abs=0.05)


def test_who_always_goes_in_is_no_problem():
    """Nobody folds to him; what comes after a fold of his has no value."""
    spot = PushFoldSpot((6.0, 6.0, 6.0, 0.5))
    shares = random_shares(spot) | {(0, ""): np.ones(169)}
    found = respond(spot, shares, counts_apart())
    assert np.isfinite(found.values).all()
    assert np.isfinite(found.gains).all()
    assert found.reach[1, "f"] == 0
    assert np.isnan(found.value_in[1, "f"]).all()
