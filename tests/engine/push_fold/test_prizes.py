"""ICM of any number of stacks: the race against sums over sets of players, and what is known."""

import math
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import naive_push_fold as naive
from pokerlake.engine.prizes import expected_prizes
from pokerlake.engine.push_fold.prizes import (
    MOST_STACKS,
    bubble_factors,
    changes_by_race,
    changes_by_subsets,
    icm_values,
    step_of,
    values_by_race,
)


@pytest.fixture
def rng():
    return np.random.default_rng(13)


def by_race(stacks, prizes):
    """Values and changes, whatever their number."""
    given = np.array(stacks, np.float64), np.array(prizes, np.float64)
    return values_by_race(*given), changes_by_race(*given)


def falling(rng, number):
    """Prizes, none above the one before."""
    return np.sort(rng.uniform(1, 100, number))[::-1]


SIZES = [(n, k) for n in range(2, 11) for k in sorted({1, 2, (n + 1) // 2, n - 1, n})] + [(12, 6)]


@pytest.mark.parametrize(("players", "places"), SIZES)
def test_the_race_is_as_subsets(rng, players, places):
    stacks, prizes = rng.integers(1, 100, players), falling(rng, places)
    values, (gains, losses) = by_race(stacks, prizes)
    assert values == pytest.approx(expected_prizes(stacks, prizes.tolist()), rel=1e-13)
    by_subsets = changes_by_subsets(stacks, prizes.tolist())
    for found, other in zip((gains, losses), by_subsets, strict=True):
        assert found == pytest.approx(other, rel=0, abs=1e-12 * prizes[0], nan_ok=True)


# Where subsets lose digits: stacks of a millionth and less, or the same but for little; prizes that
# the leader is all but sure of, and those that nearly all win.
EXTREMES = {
    "a million to one": ([10**6, 1, 1, 5, 10**5], [50, 30, 20]),
    "a million to one, a prize for each": ([10**6, 1, 1, 5, 10**5], [50, 30, 20, 10, 5]),
    "a trillion to one": ([10**12, 1, 2, 3], [50, 30, 20]),
    "a trillion, twice": ([10**12, 10**12 - 1, 2, 3], [50, 30, 20, 1]),
    "the largest and the least": ([10.0**12, 10.0**-6, 1], [5, 3, 1]),
    "nearly the same": ([7.0000001, 7, 3, 2], [5, 3, 2, 1]),
    "tickets for all but one": ([100_000, 100, 13, 5, 7, 12], [1, 1, 1, 1, 1]),
    "tickets for half": ([100_000, 100, 13, 5, 7, 12], [1, 1, 1]),
    "one more, and then tickets": ([100_000, 100, 13, 5, 7, 12, 5, 5], [2, 1, 1, 1, 1, 1, 1]),
    "ties": ([1, 1, 1, 3, 3, 3, 9], [5, 3, 2]),
    "eleven of a kind": ([50] + [3] * 7, [9, 5, 3, 1]),
    "winner takes all": ([9, 5, 4, 2, 2, 1], [7]),
    "prizes of all sizes": ([5, 4, 3, 2, 1], [1e12, 1e3, 1e3, 1, 1e-6]),
}


@pytest.mark.parametrize(("stacks", "prizes"), EXTREMES.values(), ids=EXTREMES)
def test_extremes_are_exact_to_twelve_digits(stacks, prizes):
    """Each change too, however small; ``icm_values`` and ``bubble_factors`` choose well."""
    values, changes = by_race(stacks, prizes)
    exact = list(map(float, naive.prizes_by_sets(stacks, prizes)))
    assert values == pytest.approx(exact, rel=1e-13)
    assert icm_values(stacks, prizes) == pytest.approx(exact, rel=1e-13)
    factors = bubble_factors(stacks, prizes)
    for hero in range(len(stacks)):
        for villain in range(len(stacks)):
            if hero != villain:
                gain, loss = naive.changes_by_sets(stacks, prizes, hero, villain)
                found = [of[hero, villain] for of in changes]
                assert found == pytest.approx([float(gain), float(loss)], rel=1e-12)
                assert factors[hero, villain] == pytest.approx(float(loss / gain), rel=1e-8)


@given(
    st.lists(st.floats(1e-6, 1e12), min_size=2, max_size=7),
    st.lists(st.floats(1e-6, 1e12) | st.just(0.0) | st.just(5.0), min_size=1, max_size=7),
)
@settings(max_examples=40)
def test_any_stacks_and_prizes(stacks, prizes):
    prizes = sorted(prizes, reverse=True)[: len(stacks)]
    exact = [float(value) for value in naive.prizes_by_sets(stacks, prizes)]
    values, _ = by_race(stacks, prizes)
    assert values == pytest.approx(exact, rel=1e-12, abs=1e-300)
    assert icm_values(stacks, prizes) == pytest.approx(exact, rel=1e-7, abs=1e-300)


@pytest.mark.parametrize(("players", "places"), [(13, 5), (40, 40), (100, 15), (300, 300)])
def test_values_add_up_to_the_prizes(rng, players, places):
    for stacks in (rng.uniform(1, 100, players), 10 ** rng.uniform(-6, 12, players)):
        prizes = falling(rng, places)
        values = icm_values(stacks, prizes)
        assert values.sum() == pytest.approx(prizes.sum(), rel=1e-12)
        order = np.argsort(stacks)
        assert (np.diff(values[order]) >= -1e-13 * prizes[0]).all()  # more chips are worth more


@pytest.mark.large
def test_a_thousand_stacks(rng):
    stacks, prizes = rng.uniform(1, 1000, MOST_STACKS), falling(rng, 150)
    values = icm_values(stacks, prizes)
    assert values.sum() == pytest.approx(prizes.sum(), rel=1e-12)
    assert icm_values(stacks, [5.0]) == pytest.approx(5 * stacks / stacks.sum(), rel=1e-12)


@pytest.mark.parametrize("players", [2, 13, 50, 200])
def test_equal_stacks_have_the_mean(rng, players):
    prizes = falling(rng, (players + 1) // 2)
    values, (gains, losses) = by_race([7] * players, prizes)
    assert len(set(values.tolist())) == 1
    assert values[0] == pytest.approx(prizes.sum() / players, rel=1e-13)
    apart = ~np.eye(players, dtype=bool)
    assert len({*gains[apart].tolist()}) == len({*losses[apart].tolist()}) == 1


def test_players_with_the_same_stack_are_the_same_to_the_last_bit(rng):
    stacks, prizes = rng.choice([3.0, 5.0, 5.5, 20.0], 30), falling(rng, 30)
    values, factors = icm_values(stacks, prizes), bubble_factors(stacks, prizes)
    for one in range(30):
        for other in np.flatnonzero(stacks == stacks[one]):
            assert values[one] == values[other]
            rest = np.setdiff1d(np.arange(30), [one, other])
            assert factors[one, rest].tolist() == factors[other, rest].tolist()
            assert factors[rest, one].tolist() == factors[rest, other].tolist()


def test_factors_of_many_are_those_of_stacks_after_the_all_in(rng):
    """Row and column as the stacks were given; by values alone, of which 10 digits are left."""
    stacks, prizes = rng.uniform(1, 100, 40), falling(rng, 12)
    factors = bubble_factors(stacks, prizes)
    now = icm_values(stacks, prizes)
    for hero, villain in [(0, 1), (1, 0), (39, 7), (7, 39), (12, 30)]:
        risk = min(stacks[hero], stacks[villain])
        after = []
        for sign in (1, -1):
            changed = stacks.copy()
            changed[[hero, villain]] += sign * risk, -sign * risk
            is_left = np.arange(40)[changed > 0]
            values = np.zeros(40)  # of 40 who are left, the last wins nothing
            values[is_left] = icm_values(changed[is_left], prizes)
            after.append(values[hero])
        expected = (now[hero] - after[1]) / (after[0] - now[hero])
        assert factors[hero, villain] == pytest.approx(expected, rel=1e-9)


def test_chips_are_worth_the_same_won_and_lost_where_the_winner_takes_all(rng):
    factors = bubble_factors(rng.uniform(1, 9, 50), [1.0])
    assert factors[~np.eye(50, dtype=bool)] == pytest.approx(1, rel=1e-12)
    assert np.isnan(factors.diagonal()).all()


@pytest.mark.parametrize("players", [2, 3, 12, 13, 30])
def test_the_same_prize_for_all_leaves_nothing_to_win(players):
    stacks, prizes = range(1, players + 1), [2.0] * players
    assert icm_values(stacks, prizes) == pytest.approx(2)
    assert np.isnan(bubble_factors(stacks, prizes)).all()


def test_a_prize_of_all_is_neither_lost_nor_won(rng):
    """Ten more for each of 30 places change no factor."""
    stacks, prizes = rng.uniform(1, 9, 30), falling(rng, 30)
    more = bubble_factors(stacks, prizes + 10)
    assert more == pytest.approx(bubble_factors(stacks, prizes), rel=1e-11, nan_ok=True)


def test_the_number_of_threads_changes_no_bit(rng):
    stacks, prizes = rng.uniform(1, 9, 50), falling(rng, 9)
    for works in (icm_values, bubble_factors):
        one, two = (works(stacks, prizes, threads=threads) for threads in (1, 2))
        assert np.array_equal(one, two, equal_nan=True)


def test_a_listener_hears_how_far_it_is():
    heard, lock = [], threading.Lock()

    def listener(done, of):
        with lock:
            heard.append((done, of))

    bubble_factors(range(1, 61), [3, 2, 1], listener=listener)
    assert sorted(heard) == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize("players", [2, 3, 5, 8, 13, 20, 50, 100, 300, MOST_STACKS])
def test_the_step_keeps_the_bound(players):
    """The bound of ``step_of``, for the best line: below 1e-15 of the first prize."""
    lines = np.linspace(0.01, 1.5, 300)
    moments = np.geomspace(1e-3, 40, 4000)  # by the stack; on all lines at once
    with np.errstate(over="ignore", invalid="ignore"):
        z = moments[:, None] * np.exp(1j * lines)
        sums = np.abs(np.exp(-z)) + np.abs(1 - np.exp(-z))
    largest = np.log(np.nanmax(sums, axis=0))
    exponents = players * largest - np.log(np.cos(lines)) - 2 * math.pi * lines / step_of(players)
    assert 2 * np.exp(exponents.min()) < 1e-15
    assert largest[lines < 0.3] == pytest.approx(0.324 * lines[lines < 0.3] ** 2, rel=0.05)


@pytest.mark.parametrize(
    ("stacks", "prizes", "problem"),
    [
        ([1], [1], "give 2 to 1,000 stacks"),
        ([1] * (MOST_STACKS + 1), [1], "give 2 to 1,000 stacks"),
        ([1, 0], [1], "not above 0"),
        ([1, math.nan], [1], "not above 0"),
        ([1, math.inf], [1], "not finite"),
        ([1, 2], [3, 2, 1], "give 1 to 2 prizes"),
        ([1, 2], [], "give 1 to 2 prizes"),
        ([1, 2], [1, 2], "prizes go up"),
        ([1, 2], [1, -2], "negative"),
    ],
)
def test_what_is_wrong(stacks, prizes, problem):
    for works in (icm_values, bubble_factors):
        with pytest.raises(ValueError, match=problem):
            works(stacks, prizes)
