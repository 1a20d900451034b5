"""The worth of stacks, and of changes by all-ins: by subsets for few players, else by the race.

The race values many stacks: each player arrives at a random moment.

If the moments are exponential, with rates proportional to the stacks, the first to arrive is drawn
in proportion to the stacks, then the second, and so on: this is Malmuth-Harville. By any given
moment the players have arrived independently of each other. So the probability of a place is an
integral over the moment at which a player arrives, of a product over the others; J. Pitman and
N. Tran, "Size-biased permutation of a finite sequence with independent and identically distributed
terms", Bernoulli 21 (2015), has the representation.

The integral is taken over the logarithm of the moment, by the trapezoidal rule. There the integrand
is analytic in a strip, and the error falls exponentially with the step: L. N. Trefethen and
J. A. C. Weideman, "The exponentially convergent trapezoidal rule", SIAM Review 56 (2014), theorem
5.1. See :func:`step_of`.

For few stacks see :mod:`pokerlake.engine.prizes`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..prizes import MOST_PLACES, expected_prizes
from ..signatures import F64, Bool
from ..threads import over_tasks, pieces

# With 1,000 stacks, values take 0.1 seconds, and all bubble factors a minute, on two cores.
MOST_STACKS = 1000

# Below these, subsets lose digits: they subtract other stacks from the sum of all stacks, and a
# change is a difference of two prizes.
_LEAST_STACK = 1e-8  # of all chips, now or after an all-in
_LEAST_CHANGE = 1e-6  # of the first prize
_STARTS, _ENDS = 1e-17, 40.0  # the smallest moment times all stacks, the largest times the smallest
_SHARES = 16  # into which moments are split: sums of floats depend on it
_ROWS = 16  # players whose all-ins are one task; each task lists all products of the others once
_AT_ONCE = 1e8  # additions between two checks for Ctrl-C: 0.2 seconds


def icm_values(stacks: npt.ArrayLike, prizes: Sequence[float], *, threads: int = 0) -> F64:
    """The prize that each player can expect, by ICM (Malmuth-Harville).

    For up to 12 stacks, none with less than 1e-8 of all chips, this is a sum over sets of players,
    :func:`expected_prizes`. Otherwise it is an integral, :func:`values_by_race`, with an error
    below 1e-14 of the first prize.

    Parameters
    ----------
    stacks : (n,) float
        Chips above 0, in any unit; ``MOST_STACKS`` at most.
    prizes : sequence of float
        For the first place, the second, and so on; at most n, none above the one before. Lower
        places win nothing.
    threads : int
        0 for all cores.

    Returns
    -------
    (n,) float64
        In the unit of the prizes, to whose sum they add up.

    Raises
    ------
    ValueError
        If there are too many stacks or prizes, a stack is not above 0, or prizes increase.

    Examples
    --------
    >>> icm_values([50, 30, 20], [50, 30, 20]).round(2)
    array([38.39, 32.75, 28.86])
    >>> icm_values(range(1, 101), [50, 30, 20])[-1].round(4)
    np.float64(1.9708)
    """
    held, paid = _checked(stacks, prizes)
    if _are_few(held, held):
        return expected_prizes(held, paid.tolist())
    return values_by_race(held, paid, threads=threads)


def bubble_factors(
    stacks: npt.ArrayLike,
    prizes: Sequence[float],
    *,
    threads: int = 0,
    listener: Callable[[int, int], object] = lambda *_: None,
) -> F64:
    """The cost of a chip lost, in chips won, when two players are all in.

    For up to 12 stacks this is from differences of sums over sets of players, if these keep 8
    digits or more. Otherwise it is from integrals, :func:`changes_by_race`, and accurate to 12
    digits.

    Parameters
    ----------
    stacks : (n,) float
        Of all remaining players; as :func:`icm_values` takes them.
    prizes : sequence of float
        For the first place, the second, and so on.
    threads : int
        0 for all cores.
    listener : callable, optional
        Called with the number of parts done and of all parts, after each; from other threads.

    Returns
    -------
    (n, n) float64
        ``[hero, villain]``: the hero's expected prize now less that after losing, over that after
        winning less that now, both all in for the smaller stack. 1 if chips are worth the same won
        and lost, as in winner takes all. The diagonal is NaN. Infinite if winning gains nothing,
        and NaN if losing also costs nothing, as when all prizes are the same.

    Raises
    ------
    ValueError
        As :func:`icm_values`.

    Examples
    --------
    >>> bubble_factors([50, 30, 20], [50, 30, 20]).round(2)
    array([[ nan, 1.17, 1.09],
           [1.55,  nan, 1.11],
           [1.35, 1.17,  nan]])
    """
    held, paid = _checked(stacks, prizes)
    gains, losses = np.empty((2, 0, 0))
    left_after = np.diff(np.unique(held), prepend=0.0)
    by_subsets = _are_few(held, left_after)
    if by_subsets:
        gains, losses = changes_by_subsets(held, paid.tolist())
        by_subsets = min(np.nanmin(gains), np.nanmin(losses)) >= _LEAST_CHANGE * paid[0]
    if not by_subsets:
        gains, losses = changes_by_race(held, paid, threads=threads, listener=listener)
    with np.errstate(divide="ignore", invalid="ignore"):
        return losses / gains


def _are_few(held: F64, parts: F64) -> bool:
    return len(held) <= MOST_PLACES and bool(parts.min() >= _LEAST_STACK * held.sum())


def _checked(stacks: npt.ArrayLike, prizes: Sequence[float]) -> tuple[F64, F64]:
    held, paid = np.asarray(stacks, np.float64), np.asarray(prizes, np.float64)
    if held.ndim != 1 or not 2 <= len(held) <= MOST_STACKS:
        raise ValueError(f"stacks has the shape {held.shape}; give 2 to {MOST_STACKS:,} stacks")
    if not (np.isfinite(held) & (held > 0)).all():
        raise ValueError("a stack is not above 0, or not finite")
    if paid.ndim != 1 or not 1 <= len(paid) <= len(held):
        raise ValueError(f"prizes has the shape {paid.shape}; give 1 to {len(held):,} prizes")
    if not (np.isfinite(paid).all() and paid[-1] >= 0 and (np.diff(paid) <= 0).all()):
        raise ValueError("prizes go up, or one is negative or not finite")
    return held, paid


class _Race(NamedTuple):
    """Stacks and prizes as the kernels take them."""

    order: npt.NDArray[np.intp]  # of the players, the largest stack first
    speeds: F64
    worths: F64  # of the places, 0 for the last and 1 for the first
    moments: F64
    step: float  # of their logarithms
    last: float  # the last place's prize
    span: float  # the first place's prize less the last place's


def step_of(players: int) -> float:
    """The step of the logarithm of moments for which values are within 1e-15 of the first prize.

    On the line in the complex plane at distance d from the real one, the probability that a player
    has arrived and the probability that he has not have absolute values whose sum is at most
    exp(B), with B about 0.32 d² and the largest at a moment of 1.6 over his stack. So the integral
    of the absolute value of the integrand is at most exp(n B) / cos d of the first prize, and the
    error is at most 2 exp(n B) / cos d / (exp(2 pi d / step) - 1) of it, for any d below pi / 2.
    The best d makes this 1e-15 for steps of 0.24 (2 players) to 0.93 / sqrt(n) (many), which are
    above these.

    ``players``: n.
    """
    return 0.8 / math.sqrt(players + 10)


def values_by_race(stacks: F64, prizes: F64, *, threads: int = 0) -> F64:
    """The expected prize of each player, as an integral.

    The error is below 1e-15 of the first prize, and rounding adds about as much. Players with the
    same stack have the same value to the last bit.

    ``stacks``: (n,) float64, above 0; ``prizes``: (k,) float64, ``1 <= k <= n``; none is above the
    one before, or below 0. Returns (n,) float64.
    """
    race = _race_of(stacks, prizes)
    values = np.empty(len(stacks))
    values[race.order] = race.last + race.span * _values(race, threads)
    return values


def changes_by_race(
    stacks: F64,
    prizes: F64,
    *,
    threads: int = 0,
    listener: Callable[[int, int], object] = lambda *_: None,
) -> tuple[F64, F64]:
    """Gains and losses of players when two are all in for the smaller stack, as integrals.

    The change itself is integrated, from products without the two players: no small difference of
    large numbers is taken. So a change is accurate to 13 digits or more, however small it is, until
    probabilities fall below 1e-150.

    ``stacks``, ``prizes``: as :func:`values_by_race` takes them. Returns gains, losses : (n, n)
    float64: ``[hero, villain]``, in the unit of the prizes: the hero's expected prize after winning
    less that now, and that now less that after losing. The diagonal is NaN.
    """
    race = _race_of(stacks, prizes)
    n = len(stacks)
    values = _values(race, threads)
    gains, losses = np.zeros((2, n, n))
    # Players with the same stack have the same changes: only the first two of them are computed.
    _, first, group = np.unique(-race.speeds, return_index=True, return_inverse=True)
    asked = np.zeros(n, np.bool_)
    asked[first] = True
    if len(race.worths) > 1:
        _add_changes(race, asked, values > 0.5, gains, losses, threads, listener)
    alike, row, column = group[:, None] == group, first[group][:, None], first[group]
    column = np.where(alike, np.minimum(column + 1, n - 1), column)
    gains, losses = race.span * gains[row, column], race.span * losses[row, column]
    # A player who loses everything gets the last place.
    covered = race.speeds[:, None] <= race.speeds
    losses[covered] = np.broadcast_to(race.span * values[:, None], (n, n))[covered]
    back = np.argsort(race.order)
    for changes in (gains, losses):
        np.fill_diagonal(changes, np.nan)
    return gains[back][:, back], losses[back][:, back]


def _race_of(stacks: F64, prizes: F64) -> _Race:
    order = np.argsort(-stacks, kind="stable")
    speeds = stacks[order]
    last = float(prizes[-1]) if len(prizes) == len(stacks) else 0.0
    span = float(prizes[0]) - last
    above = prizes[prizes > last] - last
    step = step_of(len(stacks))
    least = math.floor(math.log(_STARTS / speeds.sum()) / step)
    most = math.ceil(math.log(_ENDS / speeds[-1]) / step)
    return _Race(
        order,
        speeds,
        np.append(above / (span or 1.0), 0.0),
        np.exp(step * np.arange(least, most + 1)),
        step,
        last,
        span,
    )


def _values(race: _Race, threads: int) -> F64:
    """Expected prizes above the last place, as shares of the first's; in the players' order."""
    from .prizes_kernels import add_values

    n, states = len(race.speeds), len(race.worths) - 1
    if not states:
        return np.zeros(n)
    at_once = max(1, int(_AT_ONCE / n / states / 4))

    def add_share(share: int) -> F64:
        moments = race.moments[share::_SHARES].copy()
        values = np.zeros(n)
        for start, stop in pieces(0, len(moments), at_once):
            add_values(race.speeds, race.worths, moments[start:stop], race.step, values)
        return values

    values = np.sum(over_tasks(add_share, range(_SHARES), threads), axis=0)
    _, first, group = np.unique(-race.speeds, return_index=True, return_inverse=True)
    alike: F64 = values[first][group]
    return alike


def _add_changes(
    race: _Race,
    asked: Bool,
    from_top: Bool,
    gains: F64,
    losses: F64,
    threads: int,
    listener: Callable[[int, int], object],
) -> None:
    from .prizes_kernels import add_changes

    n, states = len(race.speeds), len(race.worths) - 1
    rows = np.flatnonzero(asked)
    tasks = range(-(-len(rows) // _ROWS))
    at_once = max(1, int(_AT_ONCE / (3 * n * states * (_ROWS + 4))))
    done: list[int] = []

    def add_rows(task: int) -> None:
        some = rows[task * _ROWS : (task + 1) * _ROWS]
        for start, stop in pieces(0, len(race.moments), at_once):
            add_changes(
                race.speeds, asked, from_top, some, race.worths, race.moments[start:stop],
                race.step, gains, losses,
            )  # fmt: skip
        done.append(task)
        listener(len(done), len(tasks))

    over_tasks(add_rows, tasks, threads)


def changes_by_subsets(stacks: npt.ArrayLike, prizes: Sequence[float]) -> tuple[F64, F64]:
    """Gains and losses of players when two are all in for the smaller stack.

    ``stacks``: (n,) float, of all remaining players. Returns gains, losses : (n, n) float64:
    ``[hero, villain]``, in the unit of the prizes: the hero's expected prize after winning less
    that now, and that now less that after losing. The diagonal is NaN.
    """
    held = np.asarray(stacks, np.float64)
    players = len(held)
    hero, villain = (of.ravel() for of in np.indices((players, players)))
    apart = hero != villain
    hero, villain = hero[apart], villain[apart]
    pairs = np.arange(len(hero))
    risk = np.minimum(held[hero], held[villain])
    after = np.tile(held, (2, len(hero), 1))  # the hero wins; he loses
    for outcome, sign in enumerate((1, -1)):
        after[outcome, pairs, hero] += sign * risk
        after[outcome, pairs, villain] -= sign * risk
    won, lost = expected_prizes(after, prizes, held)[:, pairs, hero]
    now = expected_prizes(held, prizes)[hero]
    gains, losses = np.full((2, players, players), np.nan)
    gains[hero, villain] = won - now
    losses[hero, villain] = now - lost
    return gains, losses
