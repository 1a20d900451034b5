"""What many stacks are worth: by a race, in which each player comes in at a random moment.

With moments that are exponential, each player's at a rate as his stack is, who comes first is drawn
with chances as the stacks are, then who comes second, and so on: this is Malmuth-Harville. At a
moment each player has come in or not, whoever else has. So the chance of a place is an integral
over the moment at which a player comes in, of a product of others; J. Pitman and N. Tran,
"Size-biased permutation of a finite sequence with independent and identically distributed terms",
Bernoulli 21 (2015), has the representation.

The integral is taken over the logarithm of the moment, by the trapezoidal rule. There the integrand
is analytic in a strip, and the error falls exponentially with the step: L. N. Trefethen and
J. A. C. Weideman, "The exponentially convergent trapezoidal rule", SIAM Review 56 (2014), theorem
5.1. See :func:`step_of`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...threads import over_tasks, pieces
from ..spots import Floats

_STARTS, _ENDS = 1e-17, 40.0  # of the least moment by all stacks, and the largest by the smallest
_SHARES = 16  # of the moments: sums of floats depend on it
_ROWS = 16  # players whose all-ins are one task; each lists all products of the others once
_AT_ONCE = 1e8  # additions, before Ctrl-C is heard: 0.2 seconds


class _Race(NamedTuple):
    """Stacks and prizes as the kernels take them."""

    order: npt.NDArray[np.intp]  # of the players, the largest stack first
    speeds: Floats
    worths: Floats  # of the places, 0 for the last and 1 for the first
    moments: Floats
    step: float  # of their logarithms
    last: float  # the last place's prize
    span: float  # what the first place's is above it


def step_of(players: int) -> float:
    """The step of the logarithm of moments, with which values are within 1e-15 of the first prize.

    On the line through the complex plane that is d off the real one, a chance that a player has
    come in and the chance that he has not have absolute values whose sum is at most exp(B), with B
    about 0.32 d² and the largest at a moment of 1.6 over his stack. So the integral of the absolute
    value of the integrand is at most exp(n B) / cos d of the first prize, and the error is at most
    2 exp(n B) / cos d / (exp(2 pi d / step) - 1) of it, for any d below pi / 2. The best d makes
    this 1e-15 for steps of 0.24 (2 players) to 0.93 / sqrt(n) (many), which are above these.

    Parameters
    ----------
    players : int
        n.
    """
    return 0.8 / math.sqrt(players + 10)


def values_by_race(stacks: Floats, prizes: Floats, *, threads: int = 0) -> Floats:
    """The prize that each player can expect, as an integral.

    The error is below 1e-15 of the first prize, and rounding adds about as much. Players with the
    same stack have the same value to the last bit.

    Parameters
    ----------
    stacks : (n,) float64
        Above 0.
    prizes : (k,) float64
        ``1 <= k <= n``; none is above the one before, or below 0.
    threads : int
        0 for all cores; the result does not depend on it.

    Returns
    -------
    (n,) float64
    """
    race = _race_of(stacks, prizes)
    found = np.empty(len(stacks))
    found[race.order] = race.last + race.span * _values(race, threads)
    return found


def changes_by_race(
    stacks: Floats,
    prizes: Floats,
    *,
    threads: int = 0,
    listener: Callable[[int, int], object] = lambda *_: None,
) -> tuple[Floats, Floats]:
    """What players gain and lose where two are all in for the smaller stack, as integrals.

    What is integrated is the change itself, from products that leave both players out: no small
    difference of large numbers is taken, and a change is right to 13 digits and more, however small
    it is, until chances come to less than 1e-150.

    Parameters
    ----------
    stacks, prizes
        As :func:`values_by_race` takes them.
    threads : int
        0 for all cores; the result does not depend on it.
    listener : callable, optional
        Is called with the number of parts done and of all parts, after each; from other threads.

    Returns
    -------
    gains, losses : (n, n) float64
        ``[hero, villain]``, in the unit of the prizes: what the hero can expect after winning less
        what he can now, and that less what he can after losing. The diagonal is NaN.
    """
    race = _race_of(stacks, prizes)
    n = len(stacks)
    values = _values(race, threads)
    gains, losses = np.zeros((2, n, n))
    # Players with the same stack have the same changes: the first two of them are asked.
    _, first, of = np.unique(-race.speeds, return_index=True, return_inverse=True)
    asked = np.zeros(n, np.bool_)
    asked[first] = True
    if len(race.worths) > 1:
        _add_changes(race, asked, values > 0.5, gains, losses, threads, listener)
    alike, row, column = of[:, None] == of, first[of][:, None], first[of]
    column = np.where(alike, np.minimum(column + 1, n - 1), column)
    gains, losses = race.span * gains[row, column], race.span * losses[row, column]
    # Who loses all has the last place.
    covered = race.speeds[:, None] <= race.speeds
    losses[covered] = np.broadcast_to(race.span * values[:, None], (n, n))[covered]
    back = np.argsort(race.order)
    for changes in (gains, losses):
        np.fill_diagonal(changes, np.nan)
    return gains[back][:, back], losses[back][:, back]


def _race_of(stacks: Floats, prizes: Floats) -> _Race:
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


def _values(race: _Race, threads: int) -> Floats:
    """What each can expect above the last place, of what the first has above it; in their order."""
    from .race_kernels import add_values

    n, states = len(race.speeds), len(race.worths) - 1
    if not states:
        return np.zeros(n)
    at_once = max(1, int(_AT_ONCE / n / states / 4))

    def add_share(share: int) -> Floats:
        moments = race.moments[share::_SHARES].copy()
        values = np.zeros(n)
        for start, stop in pieces(0, len(moments), at_once):
            add_values(race.speeds, race.worths, moments[start:stop], race.step, values)
        return values

    values = np.sum(over_tasks(add_share, range(_SHARES), threads), axis=0)
    _, first, of = np.unique(-race.speeds, return_index=True, return_inverse=True)
    alike: Floats = values[first][of]
    return alike


def _add_changes(
    race: _Race,
    asked: npt.NDArray[np.bool_],
    from_top: npt.NDArray[np.bool_],
    gains: Floats,
    losses: Floats,
    threads: int,
    listener: Callable[[int, int], object],
) -> None:
    from .race_kernels import add_changes

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
