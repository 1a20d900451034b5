"""Equity in Omaha: enumeration, both exact ways, pokerkit's showdowns, and what is refused."""

from itertools import combinations
from math import comb
from unittest.mock import patch

import numpy as np
import pytest
from pokerkit import Card, OmahaEightOrBetterLowHand, OmahaHoldemHand

from oracle import naive, naive_omaha_equity
from pokerlake.catalogue import (
    GAMES,
    OMAHA,
    OMAHA5,
    OMAHA5_HI_LO,
    OMAHA6,
    OMAHA6_HI_LO,
    OMAHA_HI_LO,
)
from pokerlake.engine.cards.text import CARDS, CardError, parse_hand
from pokerlake.engine.dealing.deck import deal
from pokerlake.engine.equity import omaha_exact as exact
from pokerlake.engine.equity.calculate import HalvedEquity
from pokerlake.engine.equity.omaha import omaha_equity, plan
from pokerlake.engine.equity.omaha_exact import by_boards, by_holes
from pokerlake.engine.equity.omaha_situation import situation_of
from pokerlake.engine.omaha.evaluate import omaha_class_ids
from pokerlake.engine.ranges.omaha_holes import OmahaRange
from pokerlake.engine.ranges.scanner import RangeError

OMAHAS = [game for game in GAMES.values() if game.used and not game.dead]


def range_of(*texts):
    return OmahaRange.of(np.stack([parse_hand(text) for text in texts]))


def of_dict(weights):
    return OmahaRange.of(np.array([*weights], np.uint8), np.array([*weights.values()]))


def both_ways(rule, ranges, board=(), dead=()):
    situation = situation_of(rule, [of_dict(own) for own in ranges], board, dead)
    ways = [by_holes(situation)]
    for most in (1000, 0):  # each hole of the smaller range by itself, and both swept
        with patch.object(exact, "_FEW", dict.fromkeys((4, 5, 6), most)):
            ways.append(by_boards(situation))
    return ways


def assert_enumerated(rule, ranges, board, dead):
    """Exactly, as weights are eighths: but for what sums of the sweep lose by rounding."""
    expected = naive_omaha_equity.enumerate_deals(ranges, board, dead)
    halves = expected.halves if rule.halves else expected.halves.sum(axis=2, keepdims=True)
    for found in both_ways(rule, ranges, board, dead):
        assert (found.deals, found.weight) == (expected.deals, expected.weight)
        assert np.allclose(found.halves, halves, rtol=1e-12, atol=0)
        assert np.allclose(found.categories, expected.categories, rtol=1e-12, atol=0)
        if all(weight == 1 for own in ranges for weight in own.values()):
            assert found.halves.dtype == np.int64
            assert (found.halves == halves).all()
    return expected


def random_ranges(rng, rule, players, weigh):
    """Few holes each, of few cards, so that many are in each other's way; low ones for halves."""
    every = [card for card in range(52) if not rule.halves or card >> 2 in (*range(7), 12)]
    pool = rng.permutation(every)[: rule.hole * players + 4]
    return [
        {
            tuple(sorted(rng.choice(pool, rule.hole, replace=False).tolist())): weigh(rng)
            for _ in range(5 if players == 2 else 3)
        }
        | {tuple(sorted(pool[rule.hole * player :][: rule.hole].tolist())): weigh(rng)}
        for player in range(players)
    ]


def eighths(rng):
    """Add up without rounding."""
    return int(rng.integers(1, 9)) / 8


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rule", OMAHAS, ids=lambda rule: rule.name)
def test_ranges_as_enumerated(rule, players):
    rng = np.random.default_rng([rule.hole, players, rule.halves])
    for cards, weigh in ((3, eighths), (4, lambda _: 1.0), (5, eighths)):
        ranges = random_ranges(rng, rule, players, weigh)
        others = [card for card in rng.permutation(52).tolist() if card not in set().union(*(
            card for own in ranges for card in own))]  # fmt: skip
        dead = rng.integers(0, 4) if cards > 3 else min(24, len(others) - 7)
        board, dead = others[:cards], others[cards : cards + dead]
        assert assert_enumerated(rule, ranges, board, dead).deals > 0


@pytest.mark.parametrize(
    ("rule", "hands"),
    [
        (OMAHA, ["AsAhKsKh", "QcQdJcTd"]),
        (OMAHA, ["AsAh5s4h", "KcQdJcTd", "9s8s7h6h"]),
        (OMAHA_HI_LO, ["As2s3hKh", "Ac2d4c5d"]),
        (OMAHA_HI_LO, ["As2s3hKh", "Ac2d4c5d", "6s6h7c8d"]),
        (OMAHA5, ["AsAhKsKh2c", "QcQdJcTd9d"]),
        (OMAHA5_HI_LO, ["As2s3hKh7d", "Ac2d4c5d8h"]),
        (OMAHA6_HI_LO, ["As2s3hKh7d9c", "Ac2d4c5d8hQs"]),
    ],
    ids=lambda value: value.name if hasattr(value, "name") else " ".join(value),
)
def test_before_the_flop_as_enumerated(rule, hands):
    """With so many dead cards that a few hundred boards are left."""
    holes = [tuple(sorted(naive.parse_cards(hand))) for hand in hands]
    others = [card for card in range(52) if card not in {c for hole in holes for c in hole}]
    rng = np.random.default_rng(5)
    dead = rng.permutation(others)[11:].tolist()
    expected = naive_omaha_equity.enumerate_deals([{hole: 1.0} for hole in holes], (), dead)
    found = both_ways(rule, [{hole: 1.0} for hole in holes], (), dead)[0]
    assert found.deals == expected.deals == comb(11, 5)
    halves = expected.halves if rule.halves else expected.halves.sum(axis=2, keepdims=True)
    assert (found.halves == halves).all()
    assert (found.categories == expected.categories).all()


@pytest.mark.large
def test_two_known_hands_on_all_boards():
    """All 1,086,008, each hand evaluated by itself."""
    holes = np.stack([parse_hand("AsAhKs7h"), parse_hand("9c8d7c6d")])
    live = np.array([card for card in range(52) if card not in holes], np.uint8)
    boards = live[np.array([*combinations(range(44), 5)], np.uint8).T]
    own = [
        omaha_class_ids(np.repeat(hole[:, None], boards.shape[1], axis=1), boards) for hole in holes
    ]
    expected = [int((own[0] < own[1]).sum()), int((own[0] == own[1]).sum())]
    found = omaha_equity([range_of("AsAhKs7h"), range_of("9c8d7c6d")], threads=2)
    assert found.choice == "exact: 1 pair of holes"
    assert found.deals == 1_086_008
    assert found.shared[0, 1:].tolist() == expected
    assert found.shared[1].tolist() == [expected[0], 1_086_008 - sum(expected), expected[1]]
    assert (found.categories.sum(axis=1) == 1_086_008).all()


def test_kinds_of_holes_before_the_flop():
    """Six aces with kings against six queens with jacks: five kinds, up to suits and players."""
    aces = [f"{a}{b}" for a in ("AsAh", "AcAd") for b in ("KsKh", "KcKd")]
    queens = [f"{a}{b}" for a in ("QsQh", "QcQd") for b in ("JsJh", "JcJd")]
    dead = parse_hand("2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s7c7d7h7s8c8d8h8s")
    situation = situation_of(OMAHA, [range_of(*aces), range_of(*queens)], (), dead)
    found = by_holes(situation)
    one_by_one = [
        by_holes(situation_of(OMAHA, [range_of(ace), range_of(queen)], (), dead)).halves
        for ace in aces
        for queen in queens
    ]
    assert found.units < len(one_by_one) == 16
    assert (found.halves == sum(one_by_one)).all()


@pytest.mark.parametrize("rule", OMAHAS, ids=lambda rule: rule.name)
def test_pots_add_up(rule):
    """All pots are won, whatever ties there are."""
    rng = np.random.default_rng(rule.hole)
    dealt = np.stack([rng.permutation(52)[: 3 * rule.hole + 3] for _ in range(20)]).astype(np.uint8)
    for cards in dealt:
        holes = cards[: 3 * rule.hole].reshape(3, rule.hole)
        ranges = [OmahaRange.of(hole[None]) for hole in holes]
        found = omaha_equity(ranges, cards[3 * rule.hole :], rule=rule)
        assert found.deals == comb(49 - 3 * rule.hole, 2)
        assert (found.shared.sum(axis=1) == found.deals).all()
        assert (found.shared[:, 1:] / [1, 2, 3]).sum() == pytest.approx(found.deals, abs=1e-9)
        assert found.equity.sum() == pytest.approx(1, abs=1e-12)
        assert found.win.sum() + found.chop == pytest.approx(1, abs=1e-12)


def test_whole_ranges_on_a_river():
    """Anyone against anyone is even; of 178,365 holes 123,410 are left for the other."""
    board = parse_hand("AsKsQh7d2c")
    for rule in (OMAHA, OMAHA_HI_LO):
        found = omaha_equity([None, None], board, rule=rule, method="exact")
        assert found.deals == 178_365 * 123_410
        assert (found.shared[0] == found.shared[1]).all()
        assert (found.shared[:, :2].sum(axis=1) + found.shared[:, 2] == found.deals).all()
        assert found.equity.tolist() == [0.5, 0.5]


# Games of two halves


def test_halves_as_pokerkit_has_them():
    """Three players on 80 rivers of few ranks: who has which half, by pokerkit's hands."""
    dead = [card for card in range(52) if 28 <= card < 44]  # nine to queen
    dealt = deal(80, 17, seed=8, dead=dead)
    split = quartered = none = 0
    for cards in dealt.T.tolist():
        names = ["".join(CARDS[card] for card in part) for part in
                 (cards[:4], cards[4:8], cards[8:12], cards[12:])]  # fmt: skip
        holes, board = [list(Card.parse(name)) for name in names[:3]], list(Card.parse(names[3]))
        high = [OmahaHoldemHand.from_game(hole, board) for hole in holes]
        low = [OmahaEightOrBetterLowHand.from_game_or_none(hole, board) for hole in holes]
        lows = [hand for hand in low if hand is not None]
        shares = [(hand == max(high)) / high.count(max(high)) for hand in high]
        if lows:
            best = max(lows)
            shares = [
                (share + (hand == best) / low.count(best)) / 2
                for share, hand in zip(shares, low, strict=True)
            ]
        found = omaha_equity([range_of(name) for name in names[:3]], cards[12:], rule=OMAHA_HI_LO)
        assert found.deals == 1
        assert found.equity.tolist() == pytest.approx(shares)
        assert found.win.tolist() == [share == 1 for share in shares]
        assert found.tie.tolist() == [0 < share < 1 for share in shares]
        assert found.three_quarters.tolist() == [share == 0.75 for share in shares]
        assert found.quarter.tolist() == [share == 0.25 for share in shares]
        assert found.no_low == (not lows)
        split, quartered = split + (max(shares) == 0.5), quartered + (0.25 in shares)
        none += not lows
    assert min(split, quartered, none) > 3


def test_a_hand_of_two_halves():
    """The nut low and no high: half of each pot with a low, and a quarter against another one."""
    found = omaha_equity(
        [range_of("Ah2hTcTd"), range_of("KsKcQsQc")], parse_hand("3c4d8hKd9s"), rule=OMAHA_HI_LO
    )
    assert isinstance(found, HalvedEquity)
    assert found.equity.tolist() == [0.5, 0.5]
    assert (found.high_equity.tolist(), found.low_equity.tolist()) == ([0, 1], [1, 0])
    assert (found.half.tolist(), found.no_low) == ([1, 1], 0)
    assert (found.win.tolist(), found.tie.tolist(), found.chop) == ([0, 0], [1, 1], 1)
    found = omaha_equity(
        [range_of("Ah2hTcTd"), range_of("As2sKsKc")], parse_hand("3c4d8hKd9s"), rule=OMAHA_HI_LO
    )
    assert found.halves[0, 0, 2] == found.halves[1, 1, 2] == 1
    assert found.equity.tolist() == [0.25, 0.75]
    assert (found.quarter.tolist(), found.three_quarters.tolist()) == ([1, 0], [0, 1])


# Sampling


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(rule, marks=() if rule is OMAHA_HI_LO else pytest.mark.whole, id=rule.name)
        for rule in OMAHAS
    ],
)
def test_sampled_as_counted(rule):
    """Known hands, weighted ranges and any hole, within six standard errors."""
    rng = np.random.default_rng(rule.hole)
    many = np.unique(np.sort([rng.permutation(52)[: rule.hole] for _ in range(40)], axis=1), axis=0)
    weighted = OmahaRange.of(many, rng.uniform(0.1, 1, len(many)))
    known = OmahaRange.of(parse_hand("AsAh7c6d5d2s")[: rule.hole][None])
    for ranges, text in (
        ([known, weighted], "KcQd8h3s"),
        ([weighted, weighted], "8h3s4d"),
        ([known, None], "KcQd8h3s2h"),
    ):
        if ranges[1] is None and rule.hole > 4:
            continue
        board = parse_hand(text)
        expected = omaha_equity(ranges, board, rule=rule, method="exact")
        found = omaha_equity(ranges, board, rule=rule, method="monte carlo", deals=1 << 17, seed=3)
        assert (abs(found.equity - expected.equity) < 6 * found.standard_error).all()
        share = expected.categories / expected.weight
        error = np.sqrt(share * (1 - share) / found.deals)
        assert (abs(found.categories / found.weight - share) <= 6 * error + 1e-12).all()
        if rule.halves:
            share = expected.halves / expected.weight
            error = np.sqrt(share * (1 - share) / found.deals)
            assert (abs(found.halves / found.weight - share) <= 6 * error + 1e-12).all()
            assert (found.halves.sum(axis=2) == found.shared).all()


@pytest.mark.parametrize("rule", OMAHAS, ids=lambda rule: rule.name)
def test_the_same_deals_for_any_number_of_threads(rule):
    ranges = [OmahaRange.of(parse_hand("AsAh7c6d5d2s")[: rule.hole][None]), None, None]
    how = {"rule": rule, "method": "monte carlo", "deals": 200_000}
    first, *others = [omaha_equity(ranges, seed=7, threads=threads, **how) for threads in (1, 2, 3)]
    for found in others:
        assert (found.shared == first.shared).all()
        assert (found.categories == first.categories).all()
        assert (found.equity == first.equity).all()
    assert (omaha_equity(ranges, seed=8, **how).shared != first.shared).any()


def test_aces_and_kings_against_a_random_hand():
    """As ``omaha_hands`` has them: 148,999,832,330 wins and 707,700,224 ties."""
    aces = range_of("AsAhKsKh")
    found = omaha_equity([aces, None], method="monte carlo", deals=1 << 18, seed=11)
    deals = comb(48, 4) * comb(44, 5)
    expected = (148_999_832_330 + 707_700_224 / 2) / deals
    assert abs(found.equity[0] - expected) < 6 * found.standard_error[0]
    assert found.standard_error[0] == pytest.approx(0.455 / 2**9, rel=0.01)


def test_sampling_ends_at_a_standard_error():
    calls = []
    found = omaha_equity(
        [range_of("As2s3hKh"), None, None],
        rule=OMAHA_HI_LO,
        standard_error=0.002,
        seed=1,
        listener=calls.append,
    )
    assert found.method == "monte carlo"
    assert 0.0015 < found.standard_error.max() <= 0.002
    assert calls[-1].deals == found.deals
    assert isinstance(found, HalvedEquity)


# What is chosen, and what is refused


def test_the_way_that_is_chosen():
    rng = np.random.default_rng(1)
    many = OmahaRange.of(
        np.unique(np.sort([rng.permutation(52)[:4] for _ in range(2000)], axis=1), axis=0)
    )
    few = range_of("AsAhKsKh", "QcQdJcTd")
    flop = parse_hand("2c7d9h")
    assert plan([few, few], flop)[0].by == "holes"
    assert [way.by for way in plan([many, many], flop)] == ["boards", "holes"]
    assert [way.by for way in plan([many, many, many], flop, rule=OMAHA_HI_LO)] == [
        "boards", "holes"
    ]  # fmt: skip
    found = omaha_equity([many, many], max_seconds=0.1, seed=1)
    assert found.method == "monte carlo"


@pytest.mark.parametrize(
    ("ranges", "board", "dead", "message"),
    [
        ([None], "", "", "1 ranges; 2 to 10 are needed"),
        ([None] * 11, "", "", "11 ranges; 2 to 10 are needed"),
        (["AsAhKsKh", "AsQdJcTd"], "", "", "1 and 2 cannot be dealt together: both have As$"),
        (["AsAhKsKh", None], "As2c3d", "",
         "player 1 has no hole without a card of As2c3d: AsAhKsKh has As$"),
        (["AsAhKsKh,AsAhKsQh", "AsQdJcTd"], "", "",
         "together: whatever they hold, a card is there twice$"),
        (["AsAhKsKh", None], "", "Kh", "player 1 has no hole without a card of Kh"),
        (["AsAhKsKh2c", None], "", "", "player 1 has holes of 5 cards; in omaha they have 4"),
    ],
)  # fmt: skip
def test_what_cannot_be_dealt(ranges, board, dead, message):
    given = [text if text is None else range_of(*text.split(",")) for text in ranges]
    with pytest.raises(RangeError, match=message):
        omaha_equity(given, parse_hand(board), parse_hand(dead))


@pytest.mark.parametrize(
    ("board", "dead", "message"),
    [
        ("2c3c4c5c6c7c", "", "has 6 cards; a board has up to 5"),
        ("2c3c4c", "4c", "4c is there twice on the board or dead"),
        ("", "".join(CARDS[4:44]), "12 cards left; too few for 2 players of omaha and the board"),
    ],
)
def test_cards_that_cannot_be_there(board, dead, message):
    with pytest.raises(CardError, match=message):
        omaha_equity([None, None], parse_hand(board), parse_hand(dead))


def test_what_is_out_of_reach():
    with pytest.raises(RangeError, match="an exact result is out of reach: about"):
        omaha_equity([None, None], rule=OMAHA6, method="exact")
    with pytest.raises(ValueError, match="no method 'guess'"):
        omaha_equity([None, None], method="guess")
    tiny = OmahaRange.of(parse_hand("AsAhKsKh")[None], 1e-200)
    other = OmahaRange.of(parse_hand("QsQhJsJh")[None], 1e-200)
    with pytest.raises(RangeError, match="weights are so small"):
        omaha_equity([tiny, other], method="exact")
