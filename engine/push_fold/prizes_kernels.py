"""The kernels of the race: sums over moments, of who has come in by then and who has not.

By a moment player j has come in with chance ``gone[j]``, and not with ``stay[j]``, whoever else
has. With s places that win more than the last, what counts is whether 0, 1, ..., s - 1 players have
come in, or more; these are the states.

``ahead`` is how likely so many of the first players have come in. ``then`` is what a place is worth
on average if so many of the first players have, the others being left to chance. Both are made
player by player, one from the first on and one from the last on, of positive terms alone: nothing
is subtracted, and no digit is lost.
"""
# mypy: ignore-errors

from __future__ import annotations

import math

import numpy as np

from ..accelerate import borrowing, empty, kernel
from ..signatures import F64, I64, Array, Bool, Input

# Chances below are left out: products of two are no numbers that processors are slow with.
_LEAST = 1e-150


@borrowing
def _add_player(
    ahead: Array[F64, "s + 1"],
    made: Array[F64, "s + 1"],  # written
    low: int,
    high: int,
    states: int,
    stay: float,
    gone: float,
):
    """Write ``made``: ``ahead``, which is above 0 in ``low..high``, with one player more.

    Returns the new bounds, and the chance that more than all states have come in with him.
    """
    if low == high:
        return low, high, 0.0
    made[low] = stay * ahead[low]
    for m in range(low + 1, high):
        made[m] = stay * ahead[m] + gone * ahead[m - 1]
    beyond = 0.0
    if high < states:
        made[high] = gone * ahead[high - 1]
        high += 1
    else:
        beyond = gone * ahead[high - 1]
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
    gone: float,
):
    """Write ``made``: ``then``, where one player more is left to chance."""
    for m in range(states):
        value = stay * then[m] + gone * then[m + 1]
        made[m] = value if value > _LEAST else 0.0
    made[states] = then[states]


@kernel
def add_values(
    speeds: Input[F64, "n"],  # stacks, in any order
    worths: Input[F64, "s + 1"],  # of places above the last, by how many are ahead; the last is 0
    moments: Input[F64, "t"],
    width: float,  # of each moment, in its logarithm
    values: Array[F64, "n"],  # added to: what each can expect above the last place
) -> None:
    """Add the chance that a player comes in at each of the moments, times what his place wins."""
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
            gone = -math.expm1(-speeds[j] * moment)
            low[j + 1], high[j + 1], _ = _add_player(
                ahead[j], ahead[j + 1], low[j], high[j], s, stay, gone
            )
        for m in range(s + 1):
            then[m] = worths[m]
        for j in range(n - 1, -1, -1):
            stay = math.exp(-speeds[j] * moment)
            gone = -math.expm1(-speeds[j] * moment)
            worth = 0.0
            for m in range(low[j], high[j]):
                worth += ahead[j, m] * then[m]
            values[j] += width * moment * speeds[j] * stay * worth
            _put_before(then, made, s, stay, gone)
            then, made = made, then


@kernel
def add_changes(
    speeds: Input[F64, "n"],  # stacks, the largest first
    asked: Input[Bool, "n"],  # of which players: the first of those with the same stack
    from_top: Input[Bool, "n"],  # who can expect more than half of what the first place wins
    rows: Input[I64, "r"],  # some of those asked, in order: the pairs of each and one behind him
    worths: Input[F64, "s + 1"],  # as above
    moments: Input[F64, "t"],
    width: float,
    gains: Array[F64, "n, n"],  # added to: what the first gains of the second, if both are all in
    losses: Array[F64, "n, n"],  # added to: what the first loses to the second, who has less
) -> None:
    """Add how an all-in of two players changes what they can expect, moment by moment.

    A player with x chips, where another has y, can expect the integral of

        x exp(-x t) (following + exp(-y t) drop)

    over t: ``following`` is what his place is worth if the other has come in, and ``drop`` how much
    more it is if he has not. Both are of the other n - 2 alone, and so the same before the hand and
    after. What is added are differences of two such integrands, in which like terms are taken
    together. Any constant may be added to ``following``, of which the integral of a difference is 0
    unless a player loses all he has: from the top, it is what is missing to the second place, so
    that no digit is lost where that is hardly ever missed.
    """
    n, s = len(speeds), len(worths) - 1
    followings = empty((n + 1, s + 1), np.float64)
    missings = empty((n + 1, s + 1), np.float64)
    drops = empty((n + 1, s + 1), np.float64)
    ahead = empty(s, np.float64)
    before = empty(s, np.float64)
    made = empty(s, np.float64)
    stay = empty(n, np.float64)
    gone = empty(n, np.float64)
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
            gone[j] = -math.expm1(-speeds[j] * moment)
        for j in range(n - 1, rows[0] + 1, -1):
            _put_before(followings[j + 1], followings[j], s, stay[j], gone[j])
            _put_before(missings[j + 1], missings[j], s, stay[j], gone[j])
            _put_before(drops[j + 1], drops[j], s, stay[j], gone[j])
        before[0] = 1.0
        first, last, past = 0, 1, 0.0
        done = 0
        for i in rows:
            for j in range(done, i):
                first, last, more = _add_player(before, made, first, last, s, stay[j], gone[j])
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
                            (-missing if from_top[i] else following) * (y * stay[j] - x * gone[j])
                            + y * stay[j] * drop
                        )
                    )
                    if asked[j]:
                        gains[j, i] += (
                            weight
                            * y
                            * stay[j]
                            * (
                                (-missing if from_top[j] else following) * (stay[j] - gone[j])
                                + stay[i] * drop
                            )
                        )
                    # Who is left with little has much to lose: nothing is gained from the top.
                    losses[i, j] += (
                        weight
                        * math.exp((y - x) * moment)
                        * (
                            (-missing if from_top[i] and x > 2.0 * y else following)
                            * (y - x * gone[j])
                            + y * stay[j] * stay[j] * drop
                        )
                    )
                low, high, more = _add_player(ahead, made, low, high, s, stay[j], gone[j])
                beyond += more
                ahead, made = made, ahead
