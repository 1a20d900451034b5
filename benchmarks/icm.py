"""ICM of many stacks beside plain NumPy; ``python benchmarks/icm.py`` prints seconds of all sizes.

NumPy has the same race. It recomputes the values after an all-in, as one does without the products
that leave both players out.
"""

from __future__ import annotations

import time

import numpy as np

from pokerlake.engine.push_fold.prizes import MOST_STACKS, bubble_factors, icm_values, step_of

VALUES, FACTORS = (1000, 150), (100, 15)  # stacks and prizes
FEW = 3  # all-ins that NumPy recomputes
AT_ONCE = 50  # moments: more do not fit into the cache


def icm_works():
    """Values of 1,000 stacks, and bubble factors of 100, in the order of ``run.works``."""
    stacks, prizes = example(*VALUES)
    assert np.allclose(icm_values(stacks, prizes), values_in_numpy(stacks, prizes), rtol=1e-12)
    yield (
        "ICM values of 1,000 stacks, 150 prizes",
        len(stacks),
        lambda threads: icm_values(stacks, prizes, threads=threads),
        ("plain NumPy", len(stacks), lambda: values_in_numpy(stacks, prizes)),
    )
    held, paid = example(*FACTORS)
    assert np.allclose(
        bubble_factors(held, paid)[range(FEW), range(1, FEW + 1)],
        factors_in_numpy(held, paid),
        rtol=1e-9,
    )
    yield (
        "bubble factors of 100 stacks, 15 prizes",
        len(held) * (len(held) - 1),
        lambda threads: bubble_factors(held, paid, threads=threads),
        ("plain NumPy, each all-in anew", FEW, lambda: factors_in_numpy(held, paid)),
    )


def example(players, places):
    """Random stacks of 1 to 1,000, and prizes that fall from 100 to 1."""
    rng = np.random.default_rng(players)
    return rng.uniform(1, 1000, players), np.geomspace(100, 1, places)


def values_in_numpy(stacks, prizes):
    """What stacks are worth: moments by the row, players who have come in by the column."""
    n, k = len(stacks), len(prizes)
    step = step_of(n)
    logs = np.arange(np.log(1e-17 / stacks.sum()), np.log(40 / stacks.min()) + step, step)
    values = np.zeros(n)
    for start in range(0, len(logs), AT_ONCE):
        moments = np.exp(logs[start : start + AT_ONCE, None])
        stay = np.exp(-moments * stacks)
        gone = -np.expm1(-moments * stacks)
        ahead = [np.zeros((len(moments), k))]
        ahead[0][:, 0] = 1
        for j in range(n):
            following = stay[:, [j]] * ahead[-1]
            following[:, 1:] += gone[:, [j]] * ahead[-1][:, :-1]
            ahead.append(following)
        then = np.zeros((len(moments), k + 1))
        then[:, :-1] = prizes
        for j in reversed(range(n)):
            worth = (ahead[j] * then[:, :-1]).sum(axis=1)
            values[j] += step * stacks[j] * (moments[:, 0] * stay[:, j] * worth).sum()
            then[:, :-1] = stay[:, [j]] * then[:, :-1] + gone[:, [j]] * then[:, 1:]
    return values


def factors_in_numpy(stacks, prizes):
    """The bubble factor of each of the first players against the next."""
    now = values_in_numpy(stacks, prizes)
    factors = []
    for hero in range(FEW):
        values = []
        for sign in (1, -1):
            after = stacks.copy()
            risk = after[hero : hero + 2].min()
            after[hero : hero + 2] += sign * risk, -sign * risk
            is_left = after > 0
            found = np.zeros(len(stacks))  # the last wins nothing
            found[is_left] = values_in_numpy(after[is_left], prizes)
            values.append(found[hero])
        factors.append((now[hero] - values[1]) / (values[0] - now[hero]))
    return factors


def main():
    """Print what values and all bubble factors of more and more stacks take, on all cores."""
    icm_values(*example(20, 3))  # compiles
    bubble_factors(*example(20, 3))
    print("stacks  prizes  values, s  bubble factors, s")
    for players, places in ((20, 3), (100, 15), (100, 100), (300, 45), (MOST_STACKS, 150)):
        given = example(players, places)
        started = time.perf_counter()
        icm_values(*given)
        between = time.perf_counter()
        bubble_factors(*given)
        ended = time.perf_counter()
        print(
            f"{players:6,} {places:7} {between - started:10.4f} {ended - between:18.3f}", flush=True
        )


if __name__ == "__main__":
    main()
