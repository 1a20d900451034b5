"""Stud, stud hi-lo and razz: all deals of small decks, by pokerkit's evaluators and each other."""

from itertools import chain, combinations

import numpy as np
import pokerkit
import pytest

from pokerlake.catalogue import RAZZ, STUD, STUD_GAMES, STUD_HI_LO
from pokerlake.engine.cards.text import CardError, format_hand, parse_hand
from pokerlake.engine.monte_carlo.plan import Holdings
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.stud import exact
from pokerlake.engine.stud.equity import plan, stud_equity
from pokerlake.engine.stud.known_text import parse_stud
from pokerlake.engine.stud.situation import situation_of

HIGH = {STUD: pokerkit.StandardHighHand, STUD_HI_LO: pokerkit.StandardHighHand}


def held(text):
    return parse_stud(text)


def kit(kind, cards):
    """The hand by pokerkit, of which the greater is the better; None where there is no low."""
    try:
        return kind.from_game(format_hand(cards))
    except ValueError:
        return None


def enumerated(rule, known, dead):
    """Who wins which half in all deals: plain loops over what comes to each player."""
    p = len(known)
    halves = np.zeros((p, p + 1, p + 2 if rule.halves else 1), np.int64)
    live = [card for card in range(52) if card not in {*chain.from_iterable(known), *dead}]
    kept = {}

    def best(kind, cards):
        key = kind, tuple(sorted(cards))
        if key not in kept:
            kept[key] = kit(kind, cards)
        return kept[key]

    def told(hands):
        there = [hand for hand in hands if hand is not None]
        top = max(there) if there else None
        return [hand is not None and hand == top for hand in hands]

    def deal(hands, left):
        if len(hands) < p:
            own = known[len(hands)]
            for more in combinations(left, 7 - len(own)):
                deal([*hands, [*own, *more]], [card for card in left if card not in more])
            return
        high = told([best(HIGH.get(rule, pokerkit.RegularLowHand), hand) for hand in hands])
        if not rule.halves:
            for player in range(p):
                halves[player, sum(high) if high[player] else 0, 0] += 1
            return
        low = told([best(pokerkit.EightOrBetterLowHand, hand) for hand in hands])
        for player in range(p):
            own = p + 1 if not any(low) else sum(low) if low[player] else 0
            halves[player, sum(high) if high[player] else 0, own] += 1

    deal([], live)
    return halves


@pytest.mark.parametrize("rule", STUD_GAMES.values(), ids=STUD_GAMES)
@pytest.mark.parametrize(
    ("hands", "left"),
    [
        (["Ah2h3d5c", "KsKd8c7h"], "4h6h9sThJhQc4s8d"),
        (["Ah2h3d5c6s", "KsKd8c7h2s", "4c4d9h9cTc"], "AsAd3h5h7d8hJs"),
    ],
)
def test_all_deals_of_a_small_deck(rule, hands, left):
    known = [parse_hand(hand).tolist() for hand in hands]
    gone = {*chain.from_iterable(known), *parse_hand(left).tolist()}
    dead = [card for card in range(52) if card not in gone]
    wanted = enumerated(rule, known, dead)
    situation = situation_of(rule, [held(hand) for hand in hands], dead)
    ways = [exact.by_sets]
    if exact._is_by_ranks(situation):
        ways.append(exact.by_ranks)
    for way in ways:
        found = way(situation, threads=2)
        assert found.halves.tolist() == wanted.tolist()
        assert found.deals == found.weight == wanted[0].sum()
        assert (found.categories.sum(axis=1) == found.deals).all()


def test_suits_and_ranks_alone_come_to_the_same():
    situation = situation_of(RAZZ, [held("A2"), held("Kc3d5h")], parse_hand("Ac2d9s" + MANY))
    sets, ranks = exact.by_sets(situation), exact.by_ranks(situation, threads=2)
    assert sets.halves.tolist() == ranks.halves.tolist()
    assert sets.categories.tolist() == ranks.categories.tolist()
    assert (sets.deals, sets.weight) == (ranks.deals, ranks.weight)


# Left out, so that there are few deals: 17 cards are left.
MANY = "KdKhKsQcQdQhQsJcJdJhJsTcTdThTs9c9d9h8c8d8h8s7c7d7h7s"


def test_high_hands_of_stud_and_of_its_halves_are_the_same():
    """Of one pot sets are met by inclusion and exclusion, of two one by one."""
    hands = [held("AhKhQs9d"), held("7c7d3s2h:0.5, 8c8d4h4s")]
    dead = parse_hand("2c2d5s6s9h" + "JcJdJhJsTcTdThTs")
    one = exact.by_sets(situation_of(STUD, hands, dead))
    two = exact.by_sets(situation_of(STUD_HI_LO, hands, dead), threads=3)
    assert one.shared.tolist() == two.shared.tolist()
    assert one.categories.tolist() == two.categories.tolist()
    assert one.deals == two.deals
    assert one.weight == two.weight == 0.75 * one.deals


@pytest.mark.whole
@pytest.mark.parametrize("rule", STUD_GAMES.values(), ids=STUD_GAMES)
@pytest.mark.parametrize("hands", [["Ah2d3c4s", "KsKd8c7h"], ["A2h345", "8h8d8c7s6h", "KsKdQJ9h"]])
def test_sampled_deals_are_those_that_are_counted(rule, hands):
    given = [held(hand) for hand in hands]
    dead = parse_hand("4d5c5s6d6s7dThJhJsTsTd9s9d3h3s2s" + "AdAsKcKhQhQsQdTc")
    wanted = stud_equity(given, dead, rule=rule, method="exact")
    how = {"rule": rule, "method": "monte carlo", "deals": 100_000, "seed": 5}
    found = stud_equity(given, dead, **how)
    assert (abs(found.equity - wanted.equity) < 5 * found.standard_error + 1e-9).all()
    again = stud_equity(given, dead, threads=3, **how)
    assert again.shared.tolist() == found.shared.tolist()
    assert abs(found.equity.sum() - 1) < 1e-12
    shares = found.categories / found.weight, wanted.categories / wanted.weight
    assert abs(shares[0] - shares[1]).max() < 0.01


def test_the_last_card_is_common_where_the_deck_runs_out():
    hands = ["AhKhQs9d2c", "7c7d3s2h4c"]
    live = parse_hand("7hAdTh")
    gone = {*live.tolist(), *(card for hand in hands for card in parse_hand(hand).tolist())}
    dead = [card for card in range(52) if card not in gone]
    situation = situation_of(STUD, [held(hand) for hand in hands], dead)
    assert (situation.has_common, situation.to_come) == (True, [1, 1])
    given = [held(hand) for hand in hands]
    found = stud_equity(given, dead, rule=STUD, method="monte carlo", deals=60_000, seed=1)
    wins = 0
    for common in live.tolist():
        others = [card for card in live.tolist() if card != common]
        for first, second in (others, others[::-1]):
            own = [*parse_hand(hands[0]).tolist(), first, common]
            his = [*parse_hand(hands[1]).tolist(), second, common]
            wins += kit(HIGH[STUD], own) > kit(HIGH[STUD], his)
    assert abs(found.equity[0] - wins / 6) < 5 * found.standard_error[0] + 1e-9
    with pytest.raises(RangeError, match="out of reach"):
        stud_equity([held(hand) for hand in hands], dead, rule=STUD, method="exact")
    eight = stud_equity([None] * 8, rule=STUD, method="monte carlo", deals=50_000, seed=1)
    assert abs(eight.equity - 1 / 8).max() < 5 * eight.standard_error.max()


def test_what_may_be_known_of_a_player():
    assert held("xx/x") is None
    assert held("(A♥ 2♥)/3d").cards.tolist() == [sorted(parse_hand("Ah2h3d").tolist())]
    assert held("AA2").cards.shape == (24, 3)
    weighted = held("AhKh:0.5,QsQd")
    assert weighted.weights.tolist() == [1.0, 0.5]
    for text, problem in (
        ("", "give cards as AhKhQs"),
        ("AhKh,Q", "1 card known here, and 2 cards before"),
        ("AhAh", "'AhAh' has Ah twice"),
        ("AAAAA", "no hole of 5 cards is 'AAAAA'"),
        ("AhKh:2", "weight 2"),
        ("AhKhQhJhTh9h8h7h", "8 cards; a player has 7"),
        ("Ah=Kh", "does not belong here"),
    ):
        with pytest.raises(RangeError, match=problem):
            held(text)


def test_what_cannot_be_dealt():
    for hands, dead, kind, problem in (
        (["AhKh"], (), RangeError, "1 players; stud is for 2 to 8"),
        (["AhKh", "AhQh"], (), RangeError, "players 1 and 2 cannot be dealt together"),
        (["AhKh", "Q"], parse_hand("Ah"), RangeError, "player 1 has no hole"),
        (["AhKh", "Q"], (0, 0), CardError, "2c is dead twice"),
        (["AhKh", "Q"], range(40), CardError, "too few for 2 players"),
    ):
        with pytest.raises(kind, match=problem):
            situation_of(STUD, [held(hand) for hand in hands], dead)
    with pytest.raises(RangeError, match="8 cards; in stud it is 7"):
        situation_of(STUD, [Holdings(np.arange(8, dtype=np.uint8)[None], np.ones(1)), None])


def test_what_an_exact_result_takes():
    (ranks,) = plan([held("A23"), None], rule=RAZZ)
    assert (ranks.by, ranks.units, ranks.within_reach) == ("ranks", 1820 * 50_388, True)
    (sets,) = plan([held("AhKhQsJd9c"), held("7c7d3s2h4c")], rule=STUD)
    assert (sets.by, sets.units) == ("sets", 2 * 861)
