"""Kernels of the race: sums over moments, by who has arrived by then and who has not.

By a given moment player j has arrived with probability ``gone[j]``, and not with ``stay[j]``,
independently of the others. With s places that pay more than the last, what counts is whether 0, 1,
..., s - 1 players have arrived, or more; these are the states.

``ahead`` is the probability that so many of the first players have arrived. ``then`` is the mean
prize if so many of the first players have arrived, and the others are left to chance. Both are
built player by player, one from the first on and one from the last on, of positive terms only:
nothing is subtracted, and no digit is lost.
"""
# mypy: ignore-errors

from __future__ import annotations

import math

import numpy as np

from ..accelerate import borrowing, empty, kernel
from ..signatures import F64, I64, Array, Bool, Input

# Smaller probabilities are left out: their products would be denormal, which processors are slow
# at.
_LEAST = 1e-150


@borrowing
def _add_player(
    ahead: Array[F64, "s + 1"],
    made: Array[F64, "s + 1"],  # written
    low: int,
    high: int,
    states: int,
    stay: float,
    arrived: float,
):
    """Write ``made``: ``ahead``, which is above 0 in ``low..high``, with one more player.

    Returns the new bounds, and the probability that he arrives beyond all states.
    """
    if low == high:
        return low, high, 0.0
    made[low] = stay * ahead[low]
    for m in range(low + 1, high):
        made[m] = stay * ahead[m] + arrived * ahead[m - 1]
    beyond = 0.0
    if high < states:
        made[high] = arrived * ahead[high - 1]
        high += 1
    else:
        beyond = arrived * ahead[high - 1]
    while low < high and made[low] < _LEAST:
        low += 1
    while low < high and made[high - 1] < _LEAST:
        high -= 1
    return low, high, beyond


@borrowing
def _put_before(
    then: Array[F64, "s + 1"],
    made: Array[F64, "s + 1"],  # written
    states: int,
    stay: float,
    arrived: float,
):
    """Write ``made``: ``then`` with one more player left to chance."""
    for m in range(states):
        value = stay * then[m] + arrived * then[m + 1]
        made[m] = value if value > _LEAST else 0.0
    made[states] = then[states]


@kernel
def add_values(
    speeds: Input[F64, "n"],  # stacks, in any order
    worths: Input[F64, "s + 1"],  # of places above the last, by how many are ahead; the last is 0
    moments: Input[F64, "t"],
    width: float,  # of each moment, in its logarithm
    values: Array[F64, "n"],  # added to: each player's expected prize above the last place
) -> None:
    """Add the probability that a player arrives at each moment, times the prize of his place."""
    n, s = len(speeds), len(worths) - 1
    ahead = empty((n + 1, s), np.float64)
    low = empty(n + 1, np.int64)
    high = empty(n + 1, np.int64)
    then = empty(s + 1, np.float64)
    made = empty(s + 1, np.float64)
    for moment in moments:
        ahead[0, 0] = 1.0
        low[0] = 0
        high[0] = 1
        for j in range(n):
            stay = math.exp(-speeds[j] * moment)
            arrived = -math.expm1(-speeds[j] * moment)
            low[j + 1], high[j + 1], _ = _add_player(
                ahead[j], ahead[j + 1], low[j], high[j], s, stay, arrived
            )
        for m in range(s + 1):
            then[m] = worths[m]
        for j in range(n - 1, -1, -1):
            stay = math.exp(-speeds[j] * moment)
            arrived = -math.expm1(-speeds[j] * moment)
            worth = 0.0
            for m in range(low[j], high[j]):
                worth += ahead[j, m] * then[m]
            values[j] += width * moment * speeds[j] * stay * worth
            _put_before(then, made, s, stay, arrived)
            then, made = made, then


@kernel
def add_changes(
    speeds: Input[F64, "n"],  # stacks, the largest first
    asked: Input[Bool, "n"],  # the players to compute: the first of those with the same stack
    from_top: Input[Bool, "n"],  # whether a player can expect more than half of the first prize
    rows: Input[I64, "r"],  # some of those computed, in order: pairs of each and one behind him
    worths: Input[F64, "s + 1"],  # as above
    moments: Input[F64, "t"],
    width: float,
    gains: Array[F64, "n, n"],  # added to: the first's gain from winning an all-in with the second
    losses: Array[F64, "n, n"],  # added to: the first's loss to the second, who has less
) -> None:
    """Add how an all-in of two players changes their expected prizes, moment by moment.

    The expected prize of a player with x chips, against another with y, is the integral of

        x exp(-x t) (following + exp(-y t) drop)

    over t: ``following`` is the prize of his place if the other has arrived, and ``drop`` how much
    more it is if he has not. Both depend only on the other n - 2 players, and so are the same
    before and after the hand. What is added are differences of two such integrands, with like terms
    combined. Any constant may be added to ``following``, because the integral of its difference is
    0 unless a player loses everything: counted from the top, it is the shortfall from the second
    place, so that no digit is lost if a shortfall is unlikely.
    """
    n, s = len(speeds), len(worths) - 1
    followings = empty((n + 1, s + 1), np.float64)
    missings = empty((n + 1, s + 1), np.float64)
    drops = empty((n + 1, s + 1), np.float64)
    ahead = empty(s, np.float64)
    before = empty(s, np.float64)
    made = empty(s, np.float64)
    stay = empty(n, np.float64)
    arrived = empty(n, np.float64)
    second = worths[1]
    for m in range(s):
        followings[n, m] = worths[m + 1]
        missings[n, m] = second - worths[m + 1]
        drops[n, m] = worths[m] - worths[m + 1]
    followings[n, s] = drops[n, s] = 0.0
    missings[n, s] = second
    for moment in moments:
        for j in range(n):
            stay[j] = math.exp(-speeds[j] * moment)
            arrived[j] = -math.expm1(-speeds[j] * moment)
        for j in range(n - 1, rows[0] + 1, -1):
            _put_before(followings[j + 1], followings[j], s, stay[j], arrived[j])
            _put_before(missings[j + 1], missings[j], s, stay[j], arrived[j])
            _put_before(drops[j + 1], drops[j], s, stay[j], arrived[j])
        before[0] = 1.0
        first, last, past = 0, 1, 0.0
        done = 0
        for i in rows:
            for j in range(done, i):
                first, last, more = _add_player(before, made, first, last, s, stay[j], arrived[j])
                past += more
                before, made = made, before
            done = i
            low, high, beyond = first, last, past
            for m in range(low, high):
                ahead[m] = before[m]
            x = speeds[i]
            for j in range(i + 1, n):
                if asked[j] or j == i + 1:
                    y = speeds[j]
                    following = drop = 0.0
                    for m in range(low, high):
                        following += ahead[m] * followings[j + 1, m]
                        drop += ahead[m] * drops[j + 1, m]
                    missing = 0.0
                    if from_top[i] or from_top[j]:
                        missing = beyond * second
                        for m in range(low, high):
                            missing += ahead[m] * missings[j + 1, m]
                    weight = width * moment
                    gains[i, j] += (
                        weight
                        * stay[i]
                        * (
                            (-missing if from_top[i] else following)
                            * (y * stay[j] - x * arrived[j])
                            + y * stay[j] * drop
                        )
                    )
                    if asked[j]:
                        gains[j, i] += (
                            weight
                            * y
                            * stay[j]
                            * (
                                (-missing if from_top[j] else following) * (stay[j] - arrived[j])
                                + stay[i] * drop
                            )
                        )
                    # A player left with little has much to lose: counting from the top gains
                    # nothing.
                    losses[i, j] += (
                        weight
                        * math.exp((y - x) * moment)
                        * (
                            (-missing if from_top[i] and x > 2.0 * y else following)
                            * (y - x * arrived[j])
                            + y * stay[j] * stay[j] * drop
                        )
                    )
                low, high, more = _add_player(ahead, made, low, high, s, stay[j], arrived[j])
                beyond += more
                ahead, made = made, ahead
