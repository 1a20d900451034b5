"""Change in the fewest coins, and how many of each coin to expect, as exact fractions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

US_COINS = (1, 5, 10, 25)
MOST_AMOUNT = 1_000_000


@dataclass(frozen=True)
class Change:
    """The fewest coins for every amount below a limit.

    Attributes
    ----------
    coins : (c,) int64
        Values, ascending.
    counts : (n, c) int64
        How many of each coin amount ``i`` takes; -1 where it cannot be paid. Of several ways with
        as many coins, that with the most of the largest coin, then of the next one.
    greedy : (n, c) int64
        The same if the largest coin that fits is always taken; -1 where that comes to no end.
    """

    coins: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    greedy: npt.NDArray[np.int64]


@dataclass(frozen=True)
class Expected:
    """What a coin comes to on average.

    Attributes
    ----------
    coin : int
    coins : Fraction
        How many to expect.
    value : Fraction
        What they are worth.
    share_of_coins, share_of_value : Fraction
        Of all coins, and of their value; 0 where there are none.
    """

    coin: int
    coins: Fraction
    value: Fraction
    share_of_coins: Fraction
    share_of_value: Fraction


def change(coins: Sequence[int] = US_COINS, amounts: int = 100) -> Change:
    """The fewest coins for the amounts 0 .. ``amounts`` - 1.

    Raises
    ------
    ValueError
        If there are no coins, one is not positive or there twice, or ``amounts`` is out of range.
    """
    values = sorted(coins)
    if not values or values[0] < 1:
        raise ValueError(f"coins are {list(coins)}: give whole values of 1 or more")
    if len(set(values)) < len(values):
        raise ValueError(f"coins are {list(coins)}: one is there twice")
    if not 1 <= amounts <= MOST_AMOUNT:
        raise ValueError(f"amounts is {amounts}: give 1 .. {MOST_AMOUNT:,}")
    counts = np.full((amounts, len(values)), -1, np.int64)
    greedy = counts.copy()
    counts[0] = greedy[0] = 0
    fewest = np.full(amounts, np.iinfo(np.int64).max, np.int64)
    fewest[0] = 0
    for amount in range(1, amounts):
        fitting = [place for place, value in enumerate(values) if value <= amount]
        payable = [place for place in fitting if counts[amount - values[place], 0] >= 0]
        if payable:
            # Of equals the largest coin: max takes the first, so that it looks from behind.
            place = min(reversed(payable), key=lambda p: fewest[amount - values[p]])
            counts[amount] = counts[amount - values[place]]
            counts[amount, place] += 1
            fewest[amount] = fewest[amount - values[place]] + 1
        if fitting and greedy[amount - values[fitting[-1]], 0] >= 0:
            greedy[amount] = greedy[amount - values[fitting[-1]]]
            greedy[amount, fitting[-1]] += 1
    return Change(np.array(values, np.int64), counts, greedy)


def expected(found: Change, weights: Mapping[int, int] | None = None) -> list[Expected]:
    """How many of each coin to expect.

    Parameters
    ----------
    found : Change
    weights : mapping of int to int, optional
        How often each amount of change comes; all are equally likely without.

    Raises
    ------
    ValueError
        If a weight is negative, all are 0, or an amount cannot be paid or is not in ``found``.
    """
    chances = dict.fromkeys(range(len(found.counts)), 1) if weights is None else dict(weights)
    for amount, weight in chances.items():
        if weight < 0:
            raise ValueError(f"the weight of {amount} is {weight}: give 0 or more")
        if not 0 <= amount < len(found.counts):
            raise ValueError(f"amount {amount} is not in 0 .. {len(found.counts) - 1}")
        if weight and found.counts[amount, 0] < 0:
            raise ValueError(f"{amount} cannot be paid with coins of {found.coins.tolist()}")
    total = sum(chances.values())
    if not total:
        raise ValueError("all weights are 0")
    numbers = [
        Fraction(sum(w * int(found.counts[a, place]) for a, w in chances.items()), total)
        for place in range(len(found.coins))
    ]
    coins = [int(coin) for coin in found.coins]
    values = [number * coin for number, coin in zip(numbers, coins, strict=True)]
    return [
        Expected(coin, number, value, _share(number, numbers), _share(value, values))
        for coin, number, value in zip(coins, numbers, values, strict=True)
    ]


def _share(part: Fraction, parts: Sequence[Fraction]) -> Fraction:
    return part / sum(parts) if any(parts) else Fraction(0)
