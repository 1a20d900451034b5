"""Range against range: plain enumeration, published match-ups, and both ways to go over flops."""

from itertools import combinations, permutations

import numpy as np
import pytest

from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.holes import hole_cards
from pokerlake.engine.cards.text import parse_hand
from pokerlake.engine.equity.all_flops import flop_equities
from pokerlake.engine.equity.calculate import equity
from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.strength.transitions import strengths

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


def on_board(hero, villain, board):
    """Wins, ties and deals on one board by the general way."""
    found = equity(np.stack([hero, villain]), board, method="exact")
    return found.shared[0, 1], found.shared[0, 2], found.weight


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
    """What flops are held against below, against enumeration."""
    found = on_board(*ranges, parse_hand(board))
    expected = plain(*ranges, parse_hand(board).tolist())
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * expected[2])


@pytest.fixture(scope="module")
def random_opponents():
    return flop_equities(ALL, ALL, threads=1)


@pytest.mark.large
@pytest.mark.whole
def test_all_weights_one_are_the_integers(random_opponents):
    found = random_opponents
    assert (found.deals == 1176 * 1081 * 990).all()
    assert (2 * found.win + found.tie == found.deals).all()
    assert (found.equity == 0.5).all()
    flops = np.arange(0, 1755, 130)
    counts = strengths(canonical_boards(3).cards[flops])
    for relation, sums in ((0, found.win), (1, found.tie)):
        rows = counts.orbit * counts.river[:, :, relation].sum(axis=1)
        assert np.bincount(counts.board, rows).tolist() == sums[flops].tolist()


def test_published_aces_against_kings():
    """81.94605 % before the flop is the mean over all flops, each with the pairs that it leaves."""
    found = flop_equities(parse_range("AA"), parse_range("KK"))
    weight = canonical_boards(3).weight
    share = (weight * (found.win + found.tie / 2)).sum() / (weight * found.deals).sum()
    assert round(100 * share, 5) == 81.94605
    assert (weight * found.deals).sum() == 10 * 36 * 1_712_304


def test_flops_as_each_by_itself():
    hero, villain = parse_range("22+,A2s+,KTs+:0.7,ATo+:0.31"), parse_range("TT+,AQ+,76s:0.123")
    found = flop_equities(hero, villain)
    for flop in range(7, 1755, 83):
        alone = on_board(hero, villain, canonical_boards(3).cards[flop])
        here = found.win[flop], found.tie[flop], found.deals[flop]
        np.testing.assert_allclose(alone, here, rtol=0, atol=1e-12 * here[2])


@pytest.mark.whole
@pytest.mark.large
def test_ranges_in_which_suits_matter():
    """A flop's numbers are means over all flops that it stands for, each as it is written."""
    hero, villain = parse_range("AhKh,QsJs:0.5,8c8d"), parse_range("TT,9d8d,AcAd:0.3")
    found = flop_equities(hero, villain)
    flops = canonical_boards(3)
    for flop in range(3, 1755, 400):
        suits = flops.cards[flop] & 3
        alike = {
            tuple(sorted(flops.cards[flop] - suits + np.array(to)[suits]))
            for to in permutations(range(4))
        }
        assert len(alike) == flops.weight[flop]
        each = [on_board(hero, villain, cards) for cards in alike]
        here = found.win[flop], found.tie[flop], found.deals[flop]
        np.testing.assert_allclose(here, np.mean(each, axis=0), rtol=1e-12)


@pytest.mark.large
def test_named_suits_over_all_flops_are_the_match_up():
    found = flop_equities(parse_range("AhKh"), parse_range("QsQc"))
    weight = canonical_boards(3).weight
    assert (weight * found.deals).sum() == pytest.approx(10 * 1_712_304, rel=1e-13)
    assert (weight * found.win).sum() == pytest.approx(10 * 787_966, rel=1e-12)
    assert (weight * found.tie).sum() == pytest.approx(10 * 6_732, rel=1e-12)


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
