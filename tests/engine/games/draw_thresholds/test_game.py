"""What threshold strategies win, against rounds that are played bet by bet."""

from fractions import Fraction

import numpy as np
import pytest

from helpers.dealing import philox
from oracle import naive_thresholds as naive
from oracle.naive_rounds import round_cards
from pokerlake.engine.games.draw_thresholds import (
    MISSED_DRAW,
    MIX,
    NOBODY_OPENS,
    STRATEGIES,
    ThresholdGame,
    round_entries,
    rounded_mix,
    strategy_sets,
)
from pokerlake.engine.games.tree.flat import GameError

FRESH = 1 << 62

readings = pytest.mark.parametrize(
    ("nobody_opens", "missed_draw"), [(a, b) for a in NOBODY_OPENS for b in MISSED_DRAW]
)


def mix_of(**shares):
    """Shares by name, ``_`` for a blank; they add up to MIX."""
    mix = np.zeros(len(STRATEGIES), np.int64)
    for name, share in shares.items():
        mix[STRATEGIES.index(name)] = share
    assert mix.sum() == MIX
    return mix


LOOSE = mix_of(**{
    "straight+": 4000, "two pair+": 6000, "AA+": 10000, "99+": 10000, "any pair or draw": 15536,
    "K high+": 10000, "Q high+": 10000,
})  # fmt: skip


def hands_of(first, rounds, seed):
    cards = round_cards(rounds, seed=seed, first=first)
    return [([tuple(h) for h in ten[:5]], [tuple(h) for h in ten[5:]]) for ten in cards.tolist()]


def drawn(row, seed):
    """The strategies that the five draw: 16 bits of random words for each."""
    drawn_by = [name for name, share in zip(STRATEGIES, LOOSE, strict=True) for _ in range(share)]
    four = [int(word) for word in philox(np.uint64(1 << 32), np.uint64(row), np.uint64(seed))]
    numbers = [word & 65535 for word in four] + [four[0] >> 16]
    return [drawn_by[number] for number in numbers]


# ---------------------------------------------------------------- rounds bet by bet


@readings
def test_winnings_as_bet_by_bet(nobody_opens, missed_draw):
    rounds = 150
    random = np.random.default_rng(4)
    strategies = random.integers(3, len(STRATEGIES), (rounds, 5))
    held = round_entries(rounds, seed=8)
    before_sets, after_sets = strategy_sets()
    rung = held >> 13 & 31
    draws = (held[:, :5] >> 18 & 3) > 0
    won = ThresholdGame(nobody_opens, missed_draw).winnings(
        before_sets[strategies, rung[:, :5] + 24 * draws] > 0,
        after_sets[strategies, rung[:, 5:]] > 0,
        (held[:, 5:] & 8191).astype(np.uint16),
    )
    assert not won.sum(axis=1).any()
    for i, (before, after) in enumerate(hands_of(0, rounds, 8)):
        names = [STRATEGIES[s] for s in strategies[i]]
        expected = naive.play(names, before, after, nobody_opens, missed_draw)
        assert [Fraction(sixtieths, 60) for sixtieths in won[i].tolist()] == expected


@readings
def test_totals_as_bet_by_bet(nobody_opens, missed_draw):
    rounds, seed, first = 12, 3, 1000
    totals = dict.fromkeys(STRATEGIES, Fraction(0))
    for i, (before, after) in enumerate(hands_of(first, rounds, seed)):
        names = drawn(first + i, seed)
        for seat in range(5):
            for name in STRATEGIES:
                tried = [*names[:seat], name, *names[seat + 1 :]]
                totals[name] += naive.play(tried, before, after, nobody_opens, missed_draw)[seat]
    game = ThresholdGame(nobody_opens, missed_draw)
    found = game.totals(LOOSE, rounds, seed=seed, first=first)
    assert [Fraction(sixtieths, 60) for sixtieths in found.tolist()] == list(totals.values())


# ---------------------------------------------------------------- by hand


@pytest.mark.parametrize(
    ("nobody_opens", "missed_draw", "came", "still", "classes", "chips"),
    [
        # One comes in: he takes the antes, whatever becomes of his hand.
        ("antes back", "raises", "1....", "1....", (9, 8, 7, 6, 5), (4, -1, -1, -1, -1)),
        ("play on", "folds", "..1..", ".1...", (9, 8, 7, 6, 5), (-1, -1, 4, -1, -1)),
        # Two with 9 in each, and three antes; then a tie of two.
        ("antes back", "folds", "11...", "11...", (9, 8, 7, 6, 5), (-9, 12, -1, -1, -1)),
        ("antes back", "raises", "11...", "11...", (8, 8, 7, 6, 5), (1.5, 1.5, -1, -1, -1)),
        # Of three two have missed: the other takes 17 with any hand; or they raise all the same.
        ("antes back", "folds", "111..", "1....", (9, 8, 7, 6, 5), (12, -5, -5, -1, -1)),
        ("antes back", "raises", "111..", "1....", (9, 8, 7, 6, 5), (-9, -9, 20, -1, -1)),
        # Two of three go on, for 5 antes, 12 and 8.
        ("showdown", "folds", "111..", "11...", (9, 8, 7, 6, 5), (-9, 16, -5, -1, -1)),
        # All have missed, and check: a showdown for 17, shared by three; or for 29.
        ("antes back", "folds", "111..", ".....", (9, 8, 7, 6, 5), (-5, -5, 12, -1, -1)),
        ("antes back", "folds", "111..", "...11", (7, 7, 7, 6, 5), (2 / 3, 2 / 3, 2 / 3, -1, -1)),
        ("antes back", "raises", "111..", ".....", (9, 8, 7, 6, 5), (-9, -9, 20, -1, -1)),
        # Nobody comes in.
        ("antes back", "raises", ".....", "11...", (9, 8, 7, 6, 5), (0, 0, 0, 0, 0)),
        ("showdown", "raises", ".....", "11...", (9, 8, 7, 6, 6), (-1, -1, -1, 1.5, 1.5)),
        ("play on", "raises", ".....", ".....", (5, 5, 7, 5, 5), (0.25, 0.25, -1, 0.25, 0.25)),
        ("play on", "raises", ".....", "1....", (9, 8, 7, 6, 5), (4, -1, -1, -1, -1)),
        ("play on", "folds", ".....", "11...", (9, 8, 7, 6, 5), (-5, 8, -1, -1, -1)),
        # All go to the end.
        ("antes back", "folds", "11111", "11111", (9, 8, 7, 6, 5), (-9, -9, -9, -9, 36)),
        ("antes back", "folds", "11111", "11111", (5, 5, 5, 5, 5), (0, 0, 0, 0, 0)),
    ],
)  # fmt: skip
def test_corners(nobody_opens, missed_draw, came, still, classes, chips):
    won = ThresholdGame(nobody_opens, missed_draw).winnings(
        np.array([list(came)]) == "1",
        np.array([list(still)]) == "1",
        np.array([classes], np.uint16),
    )
    assert won.tolist() == [[round(60 * of_player) for of_player in chips]]


def test_sets():
    before, after = strategy_sets()
    assert STRATEGIES[:4] == ("straight+", "three of a kind+", "two pair+", "AA+")
    assert STRATEGIES[15:18] == ("22+", "any pair or draw", "A high+")
    assert before[15:18].sum(axis=1).tolist() == [32, 40, 34]
    assert after[15:18].sum(axis=1).tolist() == [16, 16, 17]


def test_rounds_are_added_up_alike_in_any_lots():
    game = ThresholdGame("play on", "folds")
    whole = game.totals(LOOSE, 5000, seed=2, first=100)
    parts = [(100, 3000), (3100, 1), (3101, 1999)]
    added = sum(game.totals(LOOSE, n, seed=2, first=first, threads=2) for first, n in parts)
    assert whole.tolist() == added.tolist()


# ---------------------------------------------------------------- how good a mix is


def test_gain_where_nobody_else_has_a_hand():
    # In these ten rounds no hand is a straight or better at first, and eight are aces or better.
    held = round_entries(10, seed=1, first=FRESH)[:, :5]
    rungs = (held >> 13 & 31).astype(np.int64)
    assert (rungs.min(), (rungs <= 3).sum()) == (1, 8)
    gains = ThresholdGame("antes back").gains(mix_of(**{"straight+": MIX}), 10, seed=1)
    assert gains.gain[[0, 3, 24]] == pytest.approx([0, 4 * 8 / 50, 4])
    assert gains.gain[gains.best] == pytest.approx(4)
    assert gains.standard_error[[0, 24]] == pytest.approx([0, 0])
    of_rounds = 4 / 5 * (rungs <= 3).sum(axis=1)
    assert gains.standard_error[3] == pytest.approx(of_rounds.std(ddof=1) / 10**0.5)


def test_gains_and_errors_as_from_single_rounds():
    game, rounds = ThresholdGame("play on", "folds"), 200
    of_rounds = np.stack(
        [game.totals(LOOSE, 1, seed=6, first=FRESH + i) / 300 for i in range(rounds)]
    )
    of_rounds -= (of_rounds @ LOOSE / MIX)[:, None]
    gains = game.gains(LOOSE, rounds, seed=6, threads=2)
    np.testing.assert_allclose(gains.gain, of_rounds.mean(axis=0), atol=1e-12)
    errors = of_rounds.std(axis=0, ddof=1) / rounds**0.5
    np.testing.assert_allclose(gains.standard_error, errors, rtol=1e-9)


@pytest.mark.parametrize(
    ("weights", "mix"),
    [([2, 1, 0], [43691, 21845, 0]), ([0, 0, 0], [21846, 21845, 21845]), ([0, 7, 0], [0, MIX, 0])],
)
def test_rounding(weights, mix):
    assert rounded_mix(np.array(weights, float)).tolist() == mix


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("readings_given", "message"),
    [
        (("nobody", "raises"), "nobody_opens is 'nobody': give antes back, showdown, play on"),
        (("play on", "calls"), "missed_draw is 'calls': give raises, folds"),
    ],
)
def test_no_such_reading(readings_given, message):
    with pytest.raises(GameError, match=f"^{message}$"):
        ThresholdGame(*readings_given)


@pytest.mark.parametrize(
    ("mix", "shares"),
    [
        ([1] * 25, "25 shares among 25"),
        ([MIX], "65536 shares among 1"),
        ([MIX + 1, -1] + [0] * 23, "65536 shares among 25"),
    ],
)
def test_no_such_mix(mix, shares):
    message = f"^a mix of {shares} strategies: 65536 among 25 are needed, none negative$"
    with pytest.raises(GameError, match=message):
        ThresholdGame().totals(np.array(mix), 1, seed=1)


def test_winnings_of_arrays_that_are_not_alike():
    message = r"^arrays of shapes \(2, 5\), \(2, 5\), \(1, 5\): three of \(n, 5\) are needed$"
    flags = np.zeros((2, 5), bool)
    with pytest.raises(GameError, match=message):
        ThresholdGame().winnings(flags, flags, np.ones((1, 5), np.uint16))
