"""What few stacks are worth: a sum over all sets of players who can have the first places.

Each player more takes twice the time and room.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def expected_prizes(
    stacks: npt.ArrayLike, prizes: Sequence[float], before: npt.ArrayLike | None = None
) -> Floats:
    """The prize that each player can expect.

    Parameters
    ----------
    stacks : (..., n) float
        Chips, in any unit. A player with 0 is out: he has the last place that is left.
    prizes : sequence of float
        For the first place, the second, and so on; the places after them win nothing.
    before : (n,) float, optional
        Stacks before the hand. Of those who are out, who had more has the better place, and who had
        the same share. By default all who are out share.

    Returns
    -------
    (..., n) float64
        In the unit of the prizes, whose sum they add up to.

    Examples
    --------
    >>> expected_prizes([50, 30, 20], [50, 30, 20]).round(2)
    array([38.39, 32.75, 28.86])
    """
    held = np.asarray(stacks, np.float64)
    rows = held.reshape(-1, held.shape[-1])
    players = rows.shape[1]
    paid = np.zeros(players)
    paid[: len(prizes)] = prizes[:players]
    expected = _of_those_in(rows, paid) + _of_those_out(rows, paid, before)
    return expected.reshape(held.shape)


def _of_those_in(rows: Floats, paid: Floats) -> Floats:
    players = rows.shape[1]
    total = rows.sum(axis=1)
    expected = np.zeros_like(rows)
    # The chance that these players have the first places, in any order.
    chances: dict[tuple[int, ...], Floats] = {(): np.ones(len(rows))}
    for place in range(int(np.flatnonzero(paid)[-1]) + 1 if paid.any() else 0):
        following = {
            first: np.zeros(len(rows)) for first in combinations(range(players), place + 1)
        }
        for first, chance in chances.items():
            left = total - rows[:, list(first)].sum(axis=1)
            # Sums of parts of a stack may leave a rest that is no chip.
            factor = np.divide(chance, left, out=np.zeros_like(left), where=left > 1e-9 * total)
            for player in range(players):
                if player not in first:
                    takes = factor * rows[:, player]
                    expected[:, player] += paid[place] * takes
                    following[tuple(sorted((*first, player)))] += takes
        chances = following
    return expected


def _of_those_out(rows: Floats, paid: Floats, before: npt.ArrayLike | None) -> Floats:
    out = rows == 0
    had = np.zeros(rows.shape[1]) if before is None else np.asarray(before, np.float64)
    more = (had[:, None] < had) & out[:, None, :]
    same = (had[:, None] == had) & out[:, None, :]
    first = (~out).sum(axis=1)[:, None] + more.sum(axis=2)
    sharing = np.maximum(same.sum(axis=2), 1)
    sums = np.concatenate([[0.0], np.cumsum(paid)])
    # Who is still in shares no such place; his are cut off here only to stay in the array.
    last = np.minimum(first + sharing, len(paid))
    return np.where(out, (sums[last] - sums[np.minimum(first, len(paid))]) / sharing, 0.0)


def changes_by_subsets(stacks: npt.ArrayLike, prizes: Sequence[float]) -> tuple[Floats, Floats]:
    """What players gain and lose where two are all in for the smaller stack.

    Parameters
    ----------
    stacks : (n,) float
        Of all players who are left.
    prizes : sequence of float
        For the first place, the second, and so on.

    Returns
    -------
    gains, losses : (n, n) float64
        ``[hero, villain]``, in the unit of the prizes: what the hero can expect after winning less
        what he can now, and that less what he can after losing. The diagonal is NaN.
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
