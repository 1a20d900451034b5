"""Change in the fewest coins, and the expected number of each coin, as exact fractions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul

import numpy as np

from .signatures import I64

US_COINS = (1, 5, 10, 25)
MOST_AMOUNT = 1_000_000
_NEVER = 1 << 40  # the number of coins of an amount that cannot be paid


@dataclass(frozen=True)
class Change:
    """The fewest coins for every amount below a limit."""

    coins: I64  # (c,): values, ascending
    # (n, c): how many of each coin amount ``i`` takes; -1 if it cannot be paid. Of several ways
    # with the same number of coins, the one with the most of the largest coin, then of the next
    # one.
    counts: I64
    # (n, c): the same if the largest coin that fits is always taken; -1 if that does not reach the
    # amount.
    greedy: I64


@dataclass(frozen=True)
class Expected:
    """What to expect of a coin."""

    coin: int
    coins: Fraction  # the expected number
    value: Fraction  # their value
    # The share of all coins, and of their value; 0 if there are none.
    share_of_coins: Fraction
    share_of_value: Fraction


def change(coins: Sequence[int] = US_COINS, amounts: int = 100) -> Change:
    """The fewest coins for the amounts 0 .. ``amounts`` - 1.

    Raises ValueError if there are no coins, a coin is not positive or given twice, or ``amounts``
    is out of range.
    """
    values = sorted(coins)
    if not values or values[0] < 1 or values[-1] > MOST_AMOUNT:
        raise ValueError(f"coins are {list(coins)}: give whole values of 1 .. {MOST_AMOUNT:,}")
    if len(set(values)) < len(values):
        raise ValueError(f"coins are {list(coins)}: one is there twice")
    if not 1 <= amounts <= MOST_AMOUNT:
        raise ValueError(f"amounts is {amounts}: give 1 .. {MOST_AMOUNT:,}")
    return Change(
        coins=np.array(values, np.int64),
        counts=_fewest(values, amounts),
        greedy=_greedy(values, amounts),
    )


def _fewest(values: Sequence[int], amounts: int) -> I64:
    """Add one coin after the other, from the smallest, for all amounts at once."""
    counts = np.zeros((amounts, len(values)), np.int64)
    coins = np.full(amounts, _NEVER, np.int64)
    coins[0] = 0
    amount = np.arange(amounts)
    for place, value in enumerate(values):
        # Among amounts that differ by multiples of the coin, find the one from which it is best to
        # pay with this coin alone: it has the fewest coins less the multiple. The lowest one breaks
        # ties.
        rows = -(-amounts // value)
        multiple = np.arange(rows)[:, None]
        padded = np.full(rows * value, _NEVER, np.int64)
        padded[:amounts] = coins
        best = (padded.reshape(rows, value) - multiple) * rows + multiple
        start = np.minimum.accumulate(best, axis=0) % rows
        used = (multiple - start).ravel()[:amounts]
        rest = amount - used * value
        counts, coins = counts[rest], coins[rest] + used
        counts[:, place] = used
    counts[coins >= _NEVER] = -1
    return counts


def _greedy(values: Sequence[int], amounts: int) -> I64:
    counts = np.empty((amounts, len(values)), np.int64)
    left = np.arange(amounts)
    for place in reversed(range(len(values))):
        counts[:, place], left = np.divmod(left, values[place])
    counts[left > 0] = -1
    return counts


def expected(found: Change, weights: Mapping[int, int] | None = None) -> list[Expected]:
    """The expected number of each coin.

    ``weights``: how often each amount of change occurs; by default all are equally likely. Raises
    ValueError if a weight is negative, all are 0, or an amount cannot be paid or is not in
    ``found``.
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
    columns = found.counts[list(chances)].T.tolist()
    numbers = [Fraction(sum(map(mul, chances.values(), column)), total) for column in columns]
    coins = [int(coin) for coin in found.coins]
    values = [number * coin for number, coin in zip(numbers, coins, strict=True)]
    return [
        Expected(coin, number, value, _share(number, numbers), _share(value, values))
        for coin, number, value in zip(coins, numbers, values, strict=True)
    ]


def _share(part: Fraction, parts: Sequence[Fraction]) -> Fraction:
    return part / sum(parts) if any(parts) else Fraction(0)
