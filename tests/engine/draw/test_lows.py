"""Draw by other orders: what hands become, rules of discards, and duels, against plain Python."""

import random
from collections import Counter
from itertools import combinations, pairwise
from math import comb

import numpy as np
import pytest

from oracle import naive_orders
from pokerlake.catalogue import ACE_TO_FIVE, BADUGI, DEUCE_TO_SEVEN, HIGH
from pokerlake.engine.cards.text import CardError, format_hand, parse_hand
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.draw.becoming import becoming, rungs_of
from pokerlake.engine.draw.duels import duel
from pokerlake.engine.draw.exchange import exchanges
from pokerlake.engine.draw.rules import rule_table, thrown_by
from pokerlake.engine.orders.evaluate import order_ways

LOWS = [DEUCE_TO_SEVEN, ACE_TO_FIVE, BADUGI]


def key_of(cards, order):
    return repr_key(naive_orders.best_key(cards, order.name))


def repr_key(key):
    """Lists as tuples, which can be counted."""
    return tuple(tuple(part) if isinstance(part, list) else part for part in key)


def dealt(order, seed):
    return random.Random(seed).sample(range(52), order.sizes[0])


def without(hand, discard):
    return [card for place, card in enumerate(hand) if not discard >> place & 1]


@pytest.mark.parametrize("order", LOWS)
def test_what_a_hand_becomes_as_every_draw(order):
    hand = dealt(order, 5)
    found = becoming(hand, order)
    deck = [card for card in range(52) if card not in hand]
    for discard in [0, 0b0001, 0b0100, 0b1010]:
        kept = without(hand, discard)
        draws = combinations(deck, len(hand) - len(kept))
        keys = Counter(key_of([*kept, *drawn], order) for drawn in draws)
        counts = found.classes[discard]
        assert counts[counts > 0].tolist() == [keys[key] for key in sorted(keys)]
        assert found.draws[discard] == keys.total() == found.rungs[discard].sum()


@pytest.mark.parametrize("order", LOWS)
def test_all_discards_together_become_each_hand_once(order):
    found = becoming(dealt(order, 2), order)
    ways = order_ways(order, order.sizes[0])
    assert (found.classes.sum(axis=0) == ways).all()
    assert (found.classes.sum(axis=1) == found.draws).all()
    of_rung = np.bincount(rungs_of(order).of_class[1:], ways[1:]).tolist()
    assert found.rungs.sum(axis=0).tolist() == of_rung
    beaten = ways[::-1].cumsum()[::-1]
    assert found.strength.tolist() == (found.classes @ beaten).tolist()


def test_known_numbers():
    """Badugis and hands of fewer cards; 1,020 hands a class of no pair; as exchanges count."""
    assert order_ways(BADUGI, 4).sum() == comb(52, 4)
    rungs = becoming(parse_hand("Ac2d3hKh"), BADUGI).rungs.sum(axis=0)
    ends = [0, 10, 21, 22, 23]
    sums = [int(rungs[a:b].sum()) for a, b in pairwise(ends)]
    assert sums == [17_160, 154_440, 96_252, 2_873]
    assert set(order_ways(DEUCE_TO_SEVEN, 5)[1:1279].tolist()) == {1020}
    hand = np.sort(parse_hand("7c7d9hKsAc"))
    one, other = becoming(hand.tolist(), HIGH), exchanges(hand[None])
    assert (one.strength[other.discard] == other.strength).all()
    assert (one.rungs[other.discard] == other.categories).all()


def test_hands_that_are_none():
    with pytest.raises(CardError, match=r"^4 cards; a hand here has 5$"):
        becoming([0, 1, 2, 3], DEUCE_TO_SEVEN)
    with pytest.raises(CardError, match=r"^2d is there twice$"):
        becoming([0, 1, 1, 3], BADUGI)


@pytest.mark.parametrize(
    ("order", "hand", "rule", "kept"),
    [
        (DEUCE_TO_SEVEN, "2c3d4h7sKs", "8", "2c3d4h7s"),
        (DEUCE_TO_SEVEN, "2c3d4h7sAs", "8", "2c3d4h7s"),
        (DEUCE_TO_SEVEN, "2c2d4h9sKs", "9", "2c4h9s"),
        (DEUCE_TO_SEVEN, "2c3d4h5s6s", "8", "2c3d4h5s"),  # a straight
        (DEUCE_TO_SEVEN, "7c2c3c5c4c", "8", "2c3c5c4c"),  # a flush
        (DEUCE_TO_SEVEN, "2c3d4h5s8s", "pat", "2c3d4h5s8s"),
        (ACE_TO_FIVE, "Ac2c3c4c5c", "8", "Ac2c3c4c5c"),
        (ACE_TO_FIVE, "Ac2d3h9sAs", "8", "Ac2d3h"),
        (BADUGI, "Ac2c3d4h", "8", "Ac3d4h"),
        (BADUGI, "Ac2d3hKs", "8", "Ac2d3h"),
        (BADUGI, "Ac2d3hKs", "K", "Ac2d3hKs"),
        (BADUGI, "KcKdQcQd", "8", ""),
    ],
)
def test_rules(order, hand, rule, kept):
    cards = parse_hand(hand)
    (thrown,) = thrown_by(cards[None], order, rule)
    assert format_hand(np.array(without(cards.tolist(), thrown), np.uint8)) == kept


def shared_of(order, hands, draws_of):
    """Who wins how often over all draws that can be dealt together, one by one."""
    shared = np.zeros((len(hands), len(hands) + 1), int)

    def go_on(deck, keys):
        if len(keys) == len(hands):
            winners = [key == min(keys) for key in keys]
            for player, wins in enumerate(winners):
                shared[player, sum(winners) * wins] += 1
            return
        kept = draws_of[len(keys)]
        for drawn in combinations(deck, len(hands[0]) - len(kept)):
            key = key_of([*kept, *drawn], order)
            go_on([card for card in deck if card not in drawn], [*keys, key])

    return shared, go_on


@pytest.mark.parametrize("order", LOWS)
@pytest.mark.parametrize("players", [2, 3])
def test_duels_of_small_decks_as_every_draw(order, players):
    chance = random.Random(players)
    k = order.sizes[0]
    cards = chance.sample(range(52), 52)
    hands = [cards[k * player : k * player + k] for player in range(players)]
    deck, dead = cards[k * players : k * players + 7], cards[k * players + 7 :]
    discards = [0b0011, 0b0101, 0b1000][:players]
    kept = [without(hand, of) for hand, of in zip(hands, discards, strict=True)]
    shared, go_on = shared_of(order, hands, kept)
    go_on(sorted(deck), [])
    found = duel(np.array(hands, np.uint8), discards, dead, order=order)
    assert found.method == "exact"
    assert found.shared.tolist() == shared.tolist()
    assert found.equity.sum() == pytest.approx(1, abs=1e-12)
    assert (found.categories.sum(axis=1) == found.deals).all()


@pytest.mark.parametrize(("order", "rules"), [(DEUCE_TO_SEVEN, "8T"), (BADUGI, "8K")])
def test_several_draws_as_they_are_played(order, rules):
    """The same cards dealt, thrown away by the rule one hand at a time."""
    k = order.sizes[0]
    cards = random.Random(4).sample(range(52), 2 * k)
    hands, discards = np.array(cards, np.uint8).reshape(2, k), [0b0011, 0]
    given = {"order": order, "later": 2, "rules": [*rules]}
    found = duel(hands, discards, deals=60, seed=3, **given)
    first = [2, 0]
    columns = deal(60, sum(first) + 4 * k, seed=3, dead=cards)
    shared = np.zeros((2, 3), int)
    for dealt_now in columns.T.tolist():
        keys = []
        for player, hand in enumerate(hands.tolist()):
            begin = 0 if player == 0 else first[0] + 2 * k
            comes = iter(dealt_now[begin:])
            thrown = discards[player]
            for turn in range(3):
                if turn:
                    hand.sort()
                    row = np.array([hand], np.uint8)
                    thrown = int(thrown_by(row, order, rules[player])[0])
                hand[:] = [
                    next(comes) if thrown >> place & 1 else card for place, card in enumerate(hand)
                ]
            keys.append(key_of(hand, order))
        winners = [key == min(keys) for key in keys]
        for player, wins in enumerate(winners):
            shared[player, sum(winners) * wins] += 1
    assert found.shared.tolist() == shared.tolist()
    assert (found.method, found.seed) == ("monte carlo", 3)
    with pytest.raises(ValueError, match=r"^several draws are not counted"):
        duel(hands, discards, method="exact", **given)


def test_the_table_of_a_rule_is_the_rule():
    hands = np.sort(np.array([dealt(BADUGI, seed) for seed in range(200)], np.uint8), axis=1)
    ranks = sum(np.array([comb(c, i + 1) for c in range(52)])[hands[:, i]] for i in range(4))
    assert (rule_table(BADUGI, "9")[ranks] == thrown_by(hands, BADUGI, "9")).all()
