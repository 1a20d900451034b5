"""Change in the fewest coins: by hand, against all ways to pay, and expected as fractions."""

import random
import re
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from pokerlake.engine.coins import MOST_AMOUNT, US_COINS, change, expected


def all_ways(coins, amount):
    """Every way to pay an amount, as counts of the coins."""
    for counts in product(*(range(amount // coin + 1) for coin in coins)):
        if sum(coin * n for coin, n in zip(coins, counts, strict=True)) == amount:
            yield counts


def best_way(coins, amount):
    """The fewest coins, then the most of the largest, then of the next."""
    ways = all_ways(coins, amount)
    key = lambda way: (sum(way), [-count for count in reversed(way)])  # noqa: E731
    return min(ways, key=key, default=(-1,) * len(coins))


def greedy_way(coins, amount):
    """The largest coin that fits, again and again."""
    counts = [0] * len(coins)
    while amount:
        fitting = [place for place, coin in enumerate(coins) if coin <= amount]
        if not fitting:
            return (-1,) * len(coins)
        counts[fitting[-1]] += 1
        amount -= coins[fitting[-1]]
    return tuple(counts)


# ---------------------------------------------------------------- the fewest coins


def test_coins_of_the_united_states():
    found = change()
    assert found.coins.tolist() == [1, 5, 10, 25]
    assert found.counts.shape == (100, 4)
    assert found.counts[[0, 4, 30, 41, 99]].tolist() == [
        [0, 0, 0, 0], [4, 0, 0, 0], [0, 1, 0, 1], [1, 1, 1, 1], [4, 0, 2, 3]
    ]  # fmt: skip
    assert (found.counts @ found.coins == np.arange(100)).all()
    assert found.counts.sum(axis=0).tolist() == [200, 40, 80, 150]
    assert (found.counts == found.greedy).all()


def test_coins_that_greed_does_not_serve():
    """Six is three and three, where greed takes four, one and one."""
    found = change((1, 3, 4), 12)
    assert found.counts[6].tolist() == [0, 2, 0]
    assert found.greedy[6].tolist() == [2, 0, 1]
    different = np.flatnonzero((found.counts != found.greedy).any(axis=1))
    assert different.tolist() == [6, 10]


def test_amounts_that_cannot_be_paid():
    found = change((4, 6), 13)
    payable = [amount for amount in range(13) if found.counts[amount, 0] >= 0]
    assert payable == [0, 4, 6, 8, 10, 12]
    assert found.counts[[10, 11, 12]].tolist() == [[1, 1], [-1, -1], [0, 2]]
    assert found.greedy[[8, 10]].tolist() == [[-1, -1], [1, 1]]


@pytest.mark.parametrize("seed", range(40))
def test_as_all_ways_to_pay(seed):
    chance = random.Random(seed)
    coins = sorted(chance.sample(range(1, 13), chance.randint(1, 4)))
    amounts = chance.randint(1, 25)
    found = change(chance.sample(coins, len(coins)), amounts)
    assert found.coins.tolist() == coins
    assert list(map(tuple, found.counts.tolist())) == [best_way(coins, n) for n in range(amounts)]
    assert list(map(tuple, found.greedy.tolist())) == [greedy_way(coins, n) for n in range(amounts)]


@pytest.mark.parametrize("coins", [US_COINS, (1, 2, 5, 10, 20, 50, 100, 200), (1, 7, 10, 22)])
def test_many_amounts_one_coin_at_a_time(coins):
    """No coin taken away leaves an amount that would need fewer coins than are left."""
    found = change(coins, 20_000)
    number = found.counts.sum(axis=1)
    assert (found.counts @ found.coins == np.arange(20_000)).all()
    for coin in coins:
        assert (number[coin:] <= number[:-coin] + 1).all()
    assert (found.greedy.sum(axis=1) >= number).all()


# ---------------------------------------------------------------- what to expect


def test_expected_coins_of_the_united_states():
    found = expected(change())
    assert [row.coin for row in found] == [1, 5, 10, 25]
    assert [row.coins for row in found] == [2, Fraction(2, 5), Fraction(4, 5), Fraction(3, 2)]
    assert [row.value for row in found] == [2, 2, 8, Fraction(75, 2)]
    assert sum(row.coins for row in found) == Fraction(47, 10)
    assert sum(row.value for row in found) == Fraction(99, 2)
    assert [row.share_of_coins for row in found] == [
        Fraction(20, 47), Fraction(4, 47), Fraction(8, 47), Fraction(15, 47)
    ]  # fmt: skip
    assert [row.share_of_value for row in found] == [
        Fraction(4, 99), Fraction(4, 99), Fraction(16, 99), Fraction(25, 33)
    ]  # fmt: skip


def test_weights_of_amounts():
    """Prices that end in 99 or 95 cents, the first three times as often."""
    found = expected(change(), {1: 3, 5: 1})
    assert [row.coins for row in found] == [Fraction(3, 4), Fraction(1, 4), 0, 0]
    assert [row.value for row in found] == [Fraction(3, 4), Fraction(5, 4), 0, 0]
    assert [row.share_of_value for row in found] == [Fraction(3, 8), Fraction(5, 8), 0, 0]
    large = expected(change(), {1: 3 * 10**30, 5: 10**30})
    assert large == found
    assert expected(change(), dict.fromkeys(range(100), 7)) == expected(change())


# ---------------------------------------------------------------- arguments


@pytest.mark.parametrize(
    ("coins", "amounts", "message"),
    [
        ((), 100, "coins are []: give whole values of 1 .. 1,000,000"),
        ((0, 5), 100, "coins are [0, 5]: give whole values of 1 .. 1,000,000"),
        ((5, -1), 100, "coins are [5, -1]: give whole values of 1 .. 1,000,000"),
        ((5, 10**7), 100, "coins are [5, 10000000]: give whole values of 1 .. 1,000,000"),
        ((5, 10, 5), 100, "coins are [5, 10, 5]: one is there twice"),
        ((1, 5), 0, "amounts is 0: give 1 .. 1,000,000"),
        ((1, 5), MOST_AMOUNT + 1, "amounts is 1000001: give 1 .. 1,000,000"),
    ],
)
def test_bad_coins(coins, amounts, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        change(coins, amounts)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({3: -1}, "the weight of 3 is -1: give 0 or more"),
        ({13: 1}, "amount 13 is not in 0 .. 12"),
        ({-1: 1}, "amount -1 is not in 0 .. 12"),
        ({3: 1}, "3 cannot be paid with coins of [4, 6]"),
        ({4: 0}, "all weights are 0"),
        ({}, "all weights are 0"),
        (None, "1 cannot be paid with coins of [4, 6]"),
    ],
)
def test_bad_weights(weights, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        expected(change((4, 6), 13), weights)
