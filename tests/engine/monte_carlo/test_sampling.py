"""Sampling: the same bits however it is cut, exact counts of what is dealt, rounds and limits."""

import hashlib
from itertools import combinations, pairwise
from math import prod

import numpy as np
import pytest

from helpers.dealing import dealt_cards, philox
from oracle import naive
from pokerlake.engine.cards.holes import parse_hole
from pokerlake.engine.cards.text import CardError, parse_hand
from pokerlake.engine.hands.evaluate import class_ids
from pokerlake.engine.monte_carlo import sampling
from pokerlake.engine.monte_carlo.deals import BLOCK
from pokerlake.engine.monte_carlo.plan import plan_deals
from pokerlake.engine.monte_carlo.sampling import PIECE, estimate, sample
from pokerlake.engine.monte_carlo.sampling_kernels import alias_table
from pokerlake.engine.pot_shares import POT
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.ranges.scanner import RangeError

LAST_CLASS = [0, 10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462]  # of each category
SIX = ["22+,A2s+,KTo+", "TT+,AQ+", "88+,ATs+,KQs", "22+", "AJs:0.3,QQ+", "54s+,KQ+:0.7"]
TEN_HANDS = ["AhKh", "QsQc", "7d7c", "JhTh", "9s8s", "5d4d", "AcAd", "Tc9c", "4s4h", "KsTs"]
SITUATIONS = {
    "two hands": (["AhKh", "QsQc"], "", ""),
    "two hands, flop": (["AhKh", "QsQc"], "Qh2h3d", ""),
    "two hands, river": (["AhKh", "QsQc"], "Qh2h3d8c9c", "2c"),
    "two at random": (["random"] * 2, "", ""),
    "three at random, one card": (["random"] * 3, "Ah", "As"),
    "ten at random": (["random"] * 10, "", ""),
    "ten hands": (TEN_HANDS, "", "2c2d2h"),
    "two ranges, two cards": (["22+,A2s+,KTo+", "TT+,AQ+"], "Td9d", ""),
    "hand, range, random": (["AhAs", "KK,QQ:0.25", "random"], "2c3c4c", "5c"),
    "six ranges": (SIX, "", ""),
    "one list for all": (["AA,KK", "AA:0.5,KK", "KK,AA:0.125"], "2c3c4c5d", ""),
    "ranges and four at random": (["AK", *["random"] * 4, "AQ,KQ:0.4"], "AhKd2c7s", "Ad"),
}


def ranges_of(texts):
    return np.array([parse_range(text) for text in texts])


def situation(name):
    texts, board, dead = SITUATIONS[name]
    return ranges_of(texts), parse_hand(board).tolist(), parse_hand(dead).tolist()


def counted(cards):
    """What ``sample`` is to count of dealt cards, by the evaluator of columns."""
    players = len(cards) // 2 - 2
    board = cards[2 * players :]
    classes = np.array(
        [class_ids(np.vstack([cards[2 * p : 2 * p + 2], board])) for p in range(players)]
    )
    won = classes == classes.min(axis=0)
    winners = won * won.sum(axis=0)
    shared = [[(mine == n).sum() for n in range(players + 1)] for mine in winners]
    categories = [np.bincount(np.searchsorted(LAST_CLASS, of), minlength=10) for of in classes]
    return shared, categories


def same(first, second):
    return all(
        np.array_equal(getattr(first, name), getattr(second, name))
        for name in ("deals", "shared", "categories", "share_sum", "share_sum_squares")
    )


@pytest.mark.parametrize("name", SITUATIONS)
def test_counts_are_those_of_the_cards_dealt(name):
    ranges, board, dead = situation(name)
    deals = 20 * BLOCK + 77
    found = sample(ranges, board, dead, deals=deals, seed=5)
    cards = dealt_cards(ranges, board, dead, deals=deals, seed=5)
    shared, categories = counted(cards)
    assert (found.shared == shared).all()
    assert (found.categories == categories).all()
    assert (found.shared.sum(axis=1) == deals).all()
    assert found.share_sum.sum() == POT * deals


@pytest.mark.parametrize("name", SITUATIONS)
def test_what_is_dealt_can_be_dealt(name):
    ranges, board, dead = situation(name)
    players = len(ranges)
    cards = dealt_cards(ranges, board, dead, deals=5000, seed=6)
    together = np.vstack([cards, np.repeat(np.array(dead, np.uint8)[:, None], 5000, axis=1)])
    assert together.max() < 52
    assert (np.diff(np.sort(together, axis=0), axis=0) > 0).all()
    assert (cards[2 * players : 2 * players + len(board)] == np.array(board)[:, None]).all()
    low, high = np.sort(cards[: 2 * players].reshape(players, 2, -1), axis=1).transpose(1, 0, 2)
    holes = high.astype(int) * (high.astype(int) - 1) // 2 + low
    for mine, weights in zip(holes, ranges, strict=True):
        assert (weights[mine] > 0).all()


@pytest.mark.parametrize("name", ["six ranges", "three at random, one card"])
def test_counts_of_a_naive_evaluator(name):
    ranges, board, dead = situation(name)
    players = len(ranges)
    found = sample(ranges, board, dead, first=999, deals=60, seed=2)
    shared, categories = np.zeros_like(found.shared), np.zeros_like(found.categories)
    for deal in dealt_cards(ranges, board, dead, first=999, deals=60, seed=2).T.tolist():
        classes = [
            naive.best_class(deal[2 * p : 2 * p + 2] + deal[2 * players :]) for p in range(players)
        ]
        for p, mine in enumerate(classes):
            shared[p, classes.count(mine) if mine == min(classes) else 0] += 1
            categories[p, naive.category(mine)] += 1
    assert (found.shared == shared).all()
    assert (found.categories == categories).all()


@pytest.mark.parametrize("name", SITUATIONS)
def test_any_pieces_add_up(name):
    ranges, board, dead = situation(name)
    plan = plan_deals(ranges, board, dead)
    bounds = [1000, 1001, 1024, 2048, 2500, 7000, 7100]
    shared, categories = plan.deal(1000, 6100, 8)
    pieces = [plan.deal(first, stop - first, 8) for first, stop in pairwise(bounds)]
    assert (sum(piece[0] for piece in pieces) == shared).all()
    assert (sum(piece[1] for piece in pieces) == categories).all()
    if len(board) < 5:
        assert (plan.deal(1000, 6100, 9)[1] != categories).any()


@pytest.mark.parametrize("name", ["two hands", "six ranges", "ten at random"])
def test_any_threads_are_the_same(name):
    ranges, board, dead = situation(name)
    given = {"standard_error": 0.001, "seed": 7}
    alone = estimate(ranges, board, dead, **given)
    for threads in (0, 2, 5):
        assert same(estimate(ranges, board, dead, threads=threads, **given), alone)
    again = estimate(ranges, board, dead, deals=alone.deals, seed=7, threads=3)
    assert same(again, alone)
    assert same(sample(ranges, board, dead, deals=alone.deals, seed=7), alone)
    assert alone.standard_error.max() <= 0.001


def test_the_deals_of_a_seed_do_not_change():
    digest = hashlib.sha256()
    for name in SITUATIONS:
        cards = dealt_cards(*situation(name), first=10_000, deals=2000, seed=2**64 - 1)
        digest.update(np.sort(cards[-5:], axis=0).tobytes())
        digest.update(np.sort(cards[:-5].reshape(-1, 2, 2000), axis=1).tobytes())
    assert digest.hexdigest() == DIGEST


def draws_of(row, left, rows, seed):
    """One row of one block in Python: cards that differ, by Fisher and Yates; and words rejected.

    A draw is a place among the cards that are left, in their order. One word makes the draws
    ``w``, ``w + words`` and ``w + 2 words``.
    """
    block, lane = divmod(row, BLOCK)
    words = -(-rows // 3)
    calls = words * BLOCK // 4
    places = [0] * rows
    rejected = 0
    for w in range(words):
        part, call = divmod(w * BLOCK + lane, calls)
        word = int(philox(np.uint64(call), np.uint64(block), np.uint64(seed))[part])
        mine = range(w, rows, words)
        choices = prod(left - t for t in mine)
        for attempt in range(10):
            low = word
            for t in mine:
                places[t], low = divmod(low * (left - t), 2**32)
            if low >= 2**32 % choices:
                break
            rejected += 1
            counter = (2 << 60) + (attempt << 32) + w * BLOCK + lane
            word = int(philox(np.uint64(counter), np.uint64(block), np.uint64(seed))[0])
    deck = list(range(left))
    return [deck.pop(place) for place in places], rejected


def test_draws_are_what_plain_python_draws():
    ranges = ranges_of(["random"] * 4)
    cards = dealt_cards(ranges, deals=2 * BLOCK, seed=11)
    for row in (0, 1, BLOCK - 1, BLOCK, 2 * BLOCK - 5):
        drawn, rejected = draws_of(row, 52, 13, 11)
        assert (cards[[8, 9, 10, 11, 12, *range(8)], row].tolist(), 0) == (drawn, rejected)


def test_a_draw_with_a_word_rejected():
    """Three of 52 cards are 132,600 choices, of which a word has too many once in 80,000 times."""
    ranges = ranges_of(["2c2d", "random"])
    board = parse_hand("3c3d3h3s").tolist()
    cards = dealt_cards(ranges, board, first=REJECTED - 3, deals=6, seed=1)
    live = np.array([card for card in range(52) if card > 7 or card in (2, 3)])
    for row in range(6):
        drawn, rejected = draws_of(REJECTED - 3 + row, 46, 3, 1)
        assert cards[[8, 2, 3], row].tolist() == live[drawn].tolist()
        assert rejected == (row == 3)


def test_alias_tables_have_the_weights():
    rng = np.random.default_rng(3)
    for weights in (rng.random(1326), rng.random(7) ** 8, np.array([1, 1e-9]), np.array([0.3])):
        n = len(weights)
        keep, alias = np.empty(n, np.uint32), np.empty(n, np.uint32)
        alias_table(weights, keep, alias)
        kept = np.where(alias == np.arange(n), 1, keep / 2**32)
        chances = (kept + np.bincount(alias, 1 - kept, n)) / n
        assert np.allclose(chances, weights / weights.sum(), atol=2**-31, rtol=0)


def test_ties_by_sharers():
    royal = parse_hand("AhKhQhJhTh").tolist()
    found = sample(ranges_of(["random"] * 10), royal, deals=5000, seed=1)
    assert (found.shared[:, 10] == 5000).all()
    assert (found.categories[:, 1] == 5000).all()
    assert (found.equity == 0.1).all()
    assert (found.standard_error == 0).all()
    # A board that plays for three, of whom the fourth beats all.
    board = parse_hand("AcAdKcKdQs").tolist()
    found = sample(ranges_of(["5c5d", "6c6d", "7c8d"]), board, deals=3000, seed=1)
    assert found.shared.tolist() == [[0, 0, 0, 3000]] * 3
    assert found.share_sum.tolist() == [840 * 3000] * 3
    assert found.share_sum_squares.tolist() == [840**2 * 3000] * 3
    found = sample(ranges_of(["5c5d", "6c6d", "7c8d", "AhAs"]), board, deals=3000, seed=1)
    assert found.shared.tolist() == [[3000, 0, 0, 0, 0]] * 3 + [[0, 3000, 0, 0, 0]]


# Rounds and limits


def test_rounds_go_on_until_the_error_is_reached():
    heard = []
    ranges = ranges_of(["AhKh", "QsQc"])
    found = estimate(ranges, standard_error=0.0005, seed=3, threads=2, listener=heard.append)
    assert found is heard[-1]
    assert [progress.deals for progress in heard[:3]] == [PIECE, 2 * PIECE, 4 * PIECE]
    errors = [progress.standard_error.max() for progress in heard]
    assert errors[-1] <= 0.0005 < errors[-2]
    assert found.deals < 1.1 * 0.2475 / 0.0005**2  # variance of the share, 0.2475
    assert found.seed == 3
    assert found.seconds >= heard[0].seconds > 0
    for progress in heard:
        assert same(progress, sample(ranges, deals=progress.deals, seed=3))


@pytest.mark.parametrize("deals", [1, 1000, PIECE, PIECE + 1, 5 * PIECE - 1])
def test_as_many_deals_as_asked_for(deals):
    ranges = ranges_of(["AhKh", "QQ+", "random"])
    found = estimate(ranges, deals=deals, standard_error=1e-9, seconds=1e9, seed=2, threads=2)
    assert found.deals == deals
    assert same(found, sample(ranges, deals=deals, seed=2))


@pytest.mark.parametrize("threads", [1, 4])
def test_the_clock_stops_it_between_pieces(monkeypatch, threads):
    ranges = ranges_of(["AhKh", "QsQc"])
    calls = iter(range(10**9))
    monkeypatch.setattr(sampling.clock, "now", lambda: next(calls) / 10)
    heard = []
    found = estimate(ranges, seconds=6, seed=2, threads=threads, listener=heard.append)
    assert 4 * PIECE <= found.deals < 100 * PIECE
    assert found.deals % PIECE == 0
    assert same(heard[-1], found)
    assert same(found, sample(ranges, deals=found.deals, seed=2))
    assert estimate(ranges, seconds=1e-9, seed=2, threads=threads).deals == PIECE


def test_an_error_of_nothing_is_reached_at_once():
    found = estimate(
        ranges_of(["AhAs", "KhKs"]), parse_hand("AcAd2c2d3h").tolist(), standard_error=1e-9, seed=1
    )
    assert found.deals == PIECE
    assert found.equity.tolist() == [1, 0]


# Ranges that leave little


def test_tuples_that_are_nearly_never_free_are_listed():
    """Three players on aces and kings: of 1,728 choices 216 can be dealt, from one list."""
    plan = plan_deals(ranges_of(["AA,KK"] * 3), [], [])
    cards = np.array(list(combinations(range(44, 52), 2)))
    pairs = [set(pair) for pair in cards.tolist() if pair[0] // 4 == pair[1] // 4]
    tuples = sum(not (a & b or a & c or b & c) for a in pairs for b in pairs for c in pairs)
    assert np.diff(plan.deals.lists.start).tolist() == [tuples]
    assert plan.tries == 1


def test_players_with_few_chances_are_dealt_all_the_same():
    """Ten players with one pair of ranks each, of which each player leaves few to the others."""
    texts = ["AA,KK", "AA,KK", "AK", "AK", "QQ,JJ", "QQ,JJ", "QJ", "QJ", "TT", "TT"]
    found = sample(ranges_of(texts), deals=BLOCK, seed=1)
    assert found.share_sum.sum() == POT * BLOCK


def test_tiny_weights():
    """The others have all kings, so that he has the aces that he nearly never has."""
    ranges = ranges_of(["AA,KK", "KK", "KK"])
    ranges[0] *= np.where(parse_range("AA"), 1e-300, 1)
    ranges[0, parse_hole("AhAs")] = 5e-300
    cards = np.sort(dealt_cards(ranges, deals=10_000, seed=1)[:2], axis=0)
    assert (cards >= 48).all()
    assert (cards == [[50], [51]]).all(axis=0).mean() == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize(
    ("texts", "board", "dead", "problem"),
    [
        (["AA"] * 3, "", "", "these ranges cannot be dealt: players 1, 2 and 3 cannot all have a"),
        (["AA", "AA"], "Ac", "Ad", "these ranges cannot be dealt: player 2 has no hole without a"),
        (["AhKh", "AhKs"], "", "", "these ranges cannot be dealt: player 2 has no hole without"),
        (["AA", "KK"], "KcKd", "Kh", "these ranges cannot be dealt: player 2 has no hole without"),
        (["", "KK"], "", "", "these ranges cannot be dealt: player 1 has no hole without a card"),
        (["A2+"] * 5, "", "", "these ranges can hardly be dealt, if at all: of 4,194,304 choices"),
        (["random", "AA"], "2c3c4c5c", "6c" + "7c", None),
    ],
)
def test_ranges_that_cannot_be_dealt(texts, board, dead, problem):
    arguments = ranges_of(texts), parse_hand(board).tolist(), parse_hand(dead).tolist()
    if problem is None:
        assert sample(*arguments, deals=1, seed=1).deals == 1
        return
    with pytest.raises(RangeError) as raised:
        sample(*arguments, deals=1, seed=1)
    assert str(raised.value).startswith(problem)


def test_too_few_cards_in_the_deck():
    dead = list(range(29))
    ranges = ranges_of(["random"] * 10)
    with pytest.raises(
        RangeError, match=r"^23 cards left in the deck are too few for the holes of"
    ):
        sample(ranges, [], dead, deals=1, seed=1)
    found = sample(ranges, [], dead[4:], deals=1, seed=1)
    assert found.share_sum.sum() == POT


@pytest.mark.parametrize(
    ("changed", "error", "problem"),
    [
        ({"ranges": np.ones((1, 1326))}, ValueError, "ranges of shape (1, 1326): give (p, 1326)"),
        ({"ranges": np.ones((11, 1326))}, ValueError, "ranges of shape (11, 1326): give (p, 1326)"),
        ({"ranges": np.ones((2, 169))}, RangeError, "a range is 1326 weights"),
        ({"ranges": np.full((2, 1326), np.nan)}, RangeError, "weight nan of"),
        ({"board": [0, 1, 2, 3, 4, 5]}, CardError, "6 cards on the board; it has 5"),
        ({"board": [52]}, CardError, "card 52 is not in 0..51"),
        ({"dead": [-1]}, CardError, "card -1 is not in 0..51"),
        ({"board": [0], "dead": [0]}, CardError, "2c is there twice"),
        ({"seed": -1}, ValueError, "seed is -1: give 0 .. 2**64 - 1"),
        ({"seed": 2**64}, ValueError, "seed is 18446744073709551616: give"),
        ({"deals": 0}, ValueError, "0 deals from number 0 on"),
        ({"first": -1}, ValueError, "1 deals from number -1 on"),
    ],
)
def test_what_is_no_situation(changed, error, problem):
    arguments = {"ranges": np.ones((2, 1326)), "deals": 1, "seed": 1} | changed
    with pytest.raises(error) as raised:
        sample(**arguments)
    assert str(raised.value).startswith(problem)


@pytest.mark.parametrize(
    ("limits", "problem"),
    [
        ({}, "no limit is given: one of deals, standard_error, seconds"),
        ({"deals": 0}, "deals is 0: give more than 0"),
        ({"standard_error": 0.0}, "standard_error is 0.0: give more than 0"),
        ({"seconds": float("nan")}, "seconds is nan: give more than 0"),
    ],
)
def test_what_is_no_limit(limits, problem):
    with pytest.raises(ValueError) as raised:  # noqa: PT011 the message is held below
        estimate(np.ones((2, 1326)), seed=1, **limits)
    assert str(raised.value) == problem


DIGEST = "c54790982808cbd72ef3438b5b9ce96d18800b0a63f73eca36077e9348866372"
REJECTED = 82_864
