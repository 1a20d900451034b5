"""Range against range: plain enumeration, published match-ups, and both ways to go over flops."""

from itertools import combinations

import numpy as np
import pytest

from pokerlake.engine import range_equity as module
from pokerlake.engine.boards import Boards, canonical_boards
from pokerlake.engine.cards import CardError, parse_hand
from pokerlake.engine.evaluate import class_ids
from pokerlake.engine.holes import hole_cards
from pokerlake.engine.range_equity import flop_equities, range_equity, suits_alike
from pokerlake.engine.range_text import RangeError
from pokerlake.engine.ranges import parse_range
from pokerlake.engine.strength import strengths

ALL = np.ones(1326)
RANDOM = np.random.default_rng(5).random((2, 1326))
SPARSE = RANDOM[::-1] * (np.random.default_rng(6).random((2, 1326)) < 0.05)


def plain(hero, villain, board):
    """Each pair of holes on each run-out, evaluated and compared."""
    cards = hole_cards().astype(int)
    apart = (cards[:, None, :, None] != cards[None, :, None, :]).all(axis=(2, 3))
    unseen = [card for card in range(52) if card not in board]
    win = tie = deals = 0.0
    for run_out in combinations(unseen, 5 - len(board)):
        river = [*board, *run_out]
        live = ~np.isin(cards, river).any(axis=1)
        heroes, villains = (np.flatnonzero(live & (weights > 0)) for weights in (hero, villain))
        classes = np.zeros(1326, int)
        holes = np.union1d(heroes, villains)
        hands = np.hstack([np.tile(river, (len(holes), 1)), cards[holes]]).astype(np.uint8)
        classes[holes] = class_ids(hands, layout="rows")
        pairs = np.ix_(heroes, villains)
        weight = np.outer(hero[heroes], villain[villains]) * apart[pairs]
        own, theirs = classes[heroes][:, None], classes[villains][None]
        win += weight[own < theirs].sum()  # lower is better
        tie += weight[own == theirs].sum()
        deals += weight.sum()
    return win, tie, deals


@pytest.mark.parametrize(
    ("board", "ranges"),
    [
        ("3h4sJh", SPARSE),
        ("5c6c7c", (parse_range("88+,A2s+:0.3"), parse_range("9c8c,AcKd:0.7,22"))),
        ("2c2d9c9d", SPARSE),
        ("5c6c7c8c", RANDOM),
        ("2c7d9hKs3d", RANDOM),
        ("AcKcQcJcTc", RANDOM),
        ("AcKcQc2d2h", SPARSE),
    ],
)
def test_a_board_as_one_by_one(board, ranges):
    found = range_equity(*ranges, parse_hand(board))
    win, tie, deals = plain(*ranges, parse_hand(board).tolist())
    for value, expected in ((found.win, win), (found.tie, tie), (found.deals, deals)):
        assert abs(value - expected) < 1e-12 * deals
    assert abs(found.equity - (win + tie / 2) / deals) < 1e-12


@pytest.fixture(scope="module")
def random_opponents():
    return flop_equities(ALL, ALL, threads=1)


def test_all_weights_one_are_the_integers(random_opponents):
    found = random_opponents
    assert (found.deals == 1176 * 1081 * 990).all()
    assert (2 * found.win + found.tie == found.deals).all()
    assert (found.equity == 0.5).all()
    flops = np.arange(0, 1755, 130)
    counts = strengths(canonical_boards(3).cards[flops])
    for relation, sums in ((0, found.win), (1, found.tie)):
        rows = counts.size * counts.river[:, :, relation].sum(axis=1)
        assert np.bincount(counts.board, rows).tolist() == sums[flops].tolist()


def test_published_aces_against_kings():
    """81.94605 % before the flop is the mean over all flops, each with the pairs that it leaves."""
    found = flop_equities(parse_range("AA"), parse_range("KK"))
    weight = canonical_boards(3).weight
    share = (weight * (found.win + found.tie / 2)).sum() / (weight * found.deals).sum()
    assert round(100 * share, 5) == 81.94605
    assert (weight * found.deals).sum() == 10 * 36 * 1_712_304


def test_both_ways_over_the_flops(monkeypatch):
    hero, villain = parse_range("22+,A2s+,KTs+:0.7,ATo+:0.31"), parse_range("TT+,AQ+,76s:0.123")
    by_river = flop_equities(hero, villain)
    flops = canonical_boards(3)
    some = np.arange(7, 1755, 83)
    few = Boards(np.ascontiguousarray(flops.cards[some]), flops.weight[some])
    monkeypatch.setattr(module, "suits_alike", lambda weights: False)
    monkeypatch.setattr(module, "canonical_boards", lambda cards: few)
    by_flop = flop_equities(hero, villain)
    np.testing.assert_array_equal(by_flop.deals, by_river.deals[some])
    for one, other in ((by_flop.win, by_river.win), (by_flop.tie, by_river.tie)):
        assert (abs(one - other[some]) < 1e-12 * by_flop.deals).all()
    for row, cards in enumerate(few.cards):
        alone = range_equity(hero, villain, cards)
        assert (alone.win, alone.tie) == (by_flop.win[row], by_flop.tie[row])


def test_ranges_in_which_suits_matter(monkeypatch):
    """Each flop as it is written: here no run-out of one can stand for another."""
    flops = canonical_boards(3)
    some = np.arange(3, 1755, 400)
    few = Boards(np.ascontiguousarray(flops.cards[some]), flops.weight[some])
    monkeypatch.setattr(module, "canonical_boards", lambda cards: few)
    hero, villain = parse_range("AhKh,QsJs:0.5,8c8d"), parse_range("TT,9d8d,AcAd:0.3")
    assert not suits_alike(hero)
    found = flop_equities(hero, villain)
    for row, cards in enumerate(few.cards):
        win, tie, deals = plain(hero, villain, cards.tolist())
        np.testing.assert_allclose(
            [found.win[row], found.tie[row], found.deals[row]], [win, tie, deals], rtol=1e-13
        )


def test_suits_alike():
    assert suits_alike(ALL)
    assert suits_alike(parse_range("AA,AKs:0.5,72o:0.1"))
    assert not suits_alike(parse_range("AA,AhKh"))
    assert not suits_alike(RANDOM[0])


def test_on_any_number_of_threads(monkeypatch):
    hero, villain = parse_range("AA,T9s:0.3"), parse_range("KK,A5s:0.7")
    one, three = (flop_equities(hero, villain, threads=threads) for threads in (1, 3))
    assert one.win.tobytes() == three.win.tobytes()
    assert one.tie.tobytes() == three.tie.tobytes()


def test_flops_on_which_no_two_holes_can_meet(monkeypatch):
    """Aces against aces need all four; rounding of what cancels is not taken for a deal."""
    found = flop_equities(0.3 * parse_range("AA"), 0.7 * parse_range("AA"))
    has_ace = (canonical_boards(3).cards >= 48).any(axis=1)
    assert ((found.deals == 0) == has_ace).all()
    assert (found.win[has_ace] == 0).all()
    assert (found.equity[has_ace] == 0).all()
    np.testing.assert_allclose(found.equity[~has_ace], 0.5)


@pytest.mark.parametrize(
    ("call", "error", "problem"),
    [
        (
            lambda: range_equity(ALL, ALL, np.arange(2, dtype=np.uint8)),
            CardError,
            "a board is uint8 (2,); uint8 (3,), (4,) or (5,) is needed",
        ),
        (
            lambda: range_equity(ALL, ALL, np.zeros(3, np.uint8)),
            CardError,
            "'2c2c2c' has 2c twice",
        ),
        (
            lambda: range_equity(parse_range("AhKh"), parse_range("AhQh"), parse_hand("2c3d4h")),
            RangeError,
            "no two holes of the ranges can meet on 2c3d4h",
        ),
        (
            lambda: flop_equities(parse_range("AhKh"), parse_range("AhQh")),
            RangeError,
            "no two holes of the ranges can meet on any flop",
        ),
        (
            lambda: flop_equities(ALL, -ALL),
            RangeError,
            "weight -1.0 of 2d2c is not in 0..1",
        ),
        (
            lambda: flop_equities(ALL[:5], ALL),
            RangeError,
            "a range is 1326 weights; an array of shape (5,) is not",
        ),
    ],
)
def test_what_is_no_argument(call, error, problem):
    with pytest.raises(error) as raised:
        call()
    assert str(raised.value) == problem
