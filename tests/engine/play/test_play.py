"""Hands that are played: bets that a betting has not, all lines, luck, and what is drawn."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from helpers.play import Seat, asked_of, buckets_of, made_up, side_of, worth
from pokerlake.engine.cards.holes import dead_holes, hole_bits, hole_cards
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.dealing import deal
from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.engine.keys.canonical_rows import hole_ids
from pokerlake.engine.play import Match, follow
from pokerlake.engine.play.edges import edges_of, strength_of
from pokerlake.engine.play.following import point_of, table_of
from pokerlake.engine.play.matches import PLAYED, WON
from pokerlake.engine.play.strategies import Rules, rules_of

SIZES = asked_of(stack=20.0, opens="2,4", reraises="a", bets="50,150", raises="a")
OTHER = asked_of(stack=20.0, opens="3,a", bets="33,100,a", raises="50", limps=False)
OUTCOMES = np.random.default_rng(1).integers(1, 9, (169, 169, 3))
OUTCOMES[:, :, 1], OUTCOMES[:, :, 2] = OUTCOMES[:, :, 0].T, 2 * (OUTCOMES[:, :, 2] + 9)
OUTCOMES[:, :, 2] += OUTCOMES[:, :, 2].T


def taken_for(to, asked=SIZES, scale=1):
    """How often an open to so many chips is taken for each of the betting's, by line."""
    rules = rules_of(asked.rules)
    rules = Rules(*(scale * each for each in rules))
    found = follow(made_up(asked, 1), rules, [scale * to])
    lines = [asked.lines.line(node) for node in found.nodes]
    return dict(zip(lines, found.shares.tolist(), strict=True))


def test_bets_are_taken_for_others_by_the_pseudo_harmonic_mapping():
    """The properties and the formula of Ganzfried and Sandholm, 2013."""
    assert taken_for(200) == {"r2": 1.0}
    assert taken_for(400) == {"r4": 1.0}
    shares = [taken_for(to)["r2"] for to in range(205, 400, 5)]
    assert all(np.diff(shares) < 0)
    assert 0 < shares[-1] < shares[0] < 1
    a, b, x = 0.5, 1.5, 1.0  # of the pot of two big blinds that a call makes
    assert taken_for(300)["r2"] == pytest.approx((b - x) * (1 + a) / ((b - a) * (1 + x)))
    assert taken_for(300) == pytest.approx({"r2": 3 / 8, "r4": 5 / 8})
    assert taken_for(300, scale=7) == pytest.approx(taken_for(300))
    # Half of each: f(x*) = 1/2 at x* = (A + B + 2AB) / (A + B + 2).
    middle = (a + b + 2 * a * b) / (a + b + 2)
    assert taken_for(round(100 + 200 * middle))["r2"] == pytest.approx(0.5, abs=2e-3)
    assert taken_for(101 + 99) == {"r2": 1.0}
    assert taken_for(2000) == {"r4": 1.0}  # above the greatest
    assert taken_for(200, OTHER) == {"r3": 1.0}  # below the least


def test_a_line_is_followed_by_draws_that_keep_to_one_seed():
    rules, own = rules_of(SIZES.rules), made_up(SIZES, 1)
    table = table_of(rules, "r3 c b2.5", SIZES.rules.chip)
    whole = follow(own, rules, table.did)
    assert whole.shares.sum() == pytest.approx(1)
    drawn = [
        follow(own, rules, table.did, [point_of(seed, place) for place in range(3)]).nodes
        for seed in range(2000)
    ]
    often = [np.mean(np.concatenate(drawn) == node) for node in whole.nodes]
    assert often == pytest.approx(whole.shares, abs=0.04)
    off = follow(own, rules, table_of(rules, "r4 r12 r20", 0.01).did)  # it has all-in alone
    assert off.nodes.tolist() == [-1]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("r3 x", "'x': c calls a bet"),
        ("c c", "'c': c calls a bet, and x checks where there is none"),
        ("r3 c r4", "'r4': b bets, and r raises a bet"),
        ("r3 q", "'q': give x, c, f, b2 or r4.5"),
        ("r1.5", "'r1.5': a raise is to 200 to 2000 chips"),
        ("r30", "'r30': a raise is to 200 to 2000 chips"),
        ("r20 r30", "'r30': all are all in"),
        ("f f", "'f': the hand is over"),
        ("c x f", "'f': there is nothing to fold to"),
    ],
)
def test_what_is_no_line_is_refused(line, problem):
    with pytest.raises(ValueError, match=f"has {problem}"):
        table_of(rules_of(SIZES.rules), line, 0.01)


def test_all_lines_are_those_of_plain_loops():
    """Two bettings, of which each takes the other's bets for its own; and limit."""
    cards = deal(2, 9, seed=2)
    holes = [hole_ids(cards[at : at + 2], layout="columns") for at in (0, 2)]
    buckets = [buckets_of(hole, cards[4:]) for hole in holes]
    small = [replace(asked, stack=9.0) for asked in (SIZES, OTHER)]
    for mine, his in (small, [asked_of("limit")] * 2):
        rules = rules_of(mine.rules)
        sides = side_of(mine, 1), side_of(his, 2)
        match = Match(*sides, rules, OUTCOMES, 1, all_lines=True, threads=1)
        found = match.play(cards)[: 1 if mine is his else 2]
        edge = edges_of(cards, np.zeros(2))[3]
        for deal_ in range(len(found)):
            for seat in range(1 if mine is his else 2):
                pair = ((mine, sides[0]), (his, sides[1]))[:: 1 if seat == 0 else -1]
                seats = [
                    Seat(asked, side.strategy, buckets[place][:, deal_])
                    for place, (asked, side) in enumerate(pair)
                ]
                known = worth(seats, rules, edge[deal_]) * (1 if seat == 0 else -1)
                assert found[deal_, seat, WON] == pytest.approx(known)


def test_what_is_drawn_comes_to_all_lines():
    """One deal, again and again: the mean of what is played, and of what luck is taken off."""
    rules, sides = rules_of(SIZES.rules), (side_of(SIZES, 1), side_of(OTHER, 2))
    cards = np.repeat(deal(1, 9, seed=5), 20_000, axis=1)
    whole = Match(*sides, rules, OUTCOMES, 1, all_lines=True, threads=1).play(cards[:, :1])[0]
    drawn = Match(*sides, rules, OUTCOMES, 1, threads=2).play(cards)
    assert drawn[:, :, PLAYED].tolist() == drawn[:, :, WON].tolist()
    error = drawn.std(axis=0) / len(drawn) ** 0.5
    assert (np.abs(drawn.mean(axis=0) - whole)[:, WON:] <= 4 * error[:, WON:] + 1e-9).all()
    alone = Match(*sides, rules, OUTCOMES, 1, threads=1)
    assert np.array_equal(drawn, alone.play(cards))  # bit for bit


def test_luck_is_nothing_on_average():
    """Over all turns and rivers of a flop, exactly; and over all starting hands."""
    known = parse_hand("AhKd7c7sQsJh2h").tolist()
    left = [card for card in range(52) if card not in known]
    cards = np.array([[*known, *later] for later in permutations(left, 2)], np.uint8).T.copy()
    edge = edges_of(cards, np.zeros(cards.shape[1]))
    assert len(np.unique(edge[1])) == 1
    assert edge[2].mean() == pytest.approx(edge[1, 0])
    for turn in left[:3]:
        of = cards[7] == turn
        assert edge[3, of].mean() == pytest.approx(edge[2, of][0])
    one, other = (
        class_ids(np.vstack([cards[at : at + 2], cards[4:]]), layout="columns").astype(int)
        for at in (0, 2)
    )
    assert edge[3].tolist() == np.sign(other - one).tolist()
    match = Match(side_of(SIZES, 1), side_of(OTHER, 2), rules_of(SIZES.rules), OUTCOMES, 1)
    often = OUTCOMES.sum(axis=2)
    assert (match.worth_of_hands * often).sum(axis=(1, 2)) == pytest.approx(0, abs=1e-6)


def test_the_strength_on_a_river_is_that_of_all_others():
    board = parse_hand("QsJh2h8c3d")
    holes = np.flatnonzero(~dead_holes(tuple(board.tolist())))
    hands = np.hstack([hole_cards()[holes], np.repeat(board[None], len(holes), axis=0)])
    classes = class_ids(np.ascontiguousarray(hands), layout="rows").astype(int)
    for place in (0, 77, 500, 1080):
        apart = hole_bits()[holes] & hole_bits()[holes[place]] == 0
        others = classes[apart]
        known = 2 * (others > classes[place]).sum() + (others == classes[place]).sum()
        assert strength_of(int(holes[place]), board.tolist()) == known
