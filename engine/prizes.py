"""ICM: what stacks are worth in prizes, as a sum over all sets of players in the first places.

Each additional player doubles time and memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from .given import shown
from .signatures import F64

LEAST_PRIZE, MOST_PRIZE = 1e-6, 1e12  # of prizes above 0, in any unit
MOST_PLACES = 12  # players in the hand and others, where there are prizes


def check_prizes(prizes: Sequence[float], players: int) -> None:
    """Raise ValueError for prizes that so many players cannot win, or whose sums lose digits."""
    if not prizes:
        raise ValueError(f"prizes has none; give 1 to {players:,}, the first place's first")
    if len(prizes) > players:
        raise ValueError(
            f"prizes has {len(prizes):,} for {players:,} players; leave "
            f"{len(prizes) - players:,} out, or give the stacks of all who are left"
        )
    wrong = [prize for prize in prizes if prize != 0 and not LEAST_PRIZE <= prize <= MOST_PRIZE]
    if wrong:
        most = f"{LEAST_PRIZE:f} to {MOST_PRIZE:,.0f}"
        raise ValueError(f"prizes has {shown(wrong[0])}; give 0, or {most}")
    if not sum(prizes):
        raise ValueError("prizes has 0 alone; give one above 0")
    if list(prizes) != sorted(prizes, reverse=True):
        raise ValueError(
            f"prizes is {shown(list(prizes))}, which goes up; give the first place's first"
        )


def expected_prizes(
    stacks: npt.ArrayLike, prizes: Sequence[float], before: npt.ArrayLike | None = None
) -> F64:
    """The prize that each player can expect.

    Parameters
    ----------
    stacks : (..., n) float
        Chips, in any unit. A player with 0 is out: he takes the last place that is left.
    prizes : sequence of float
        For the first place, the second, and so on; the places after them win nothing.
    before : (n,) float, optional
        Stacks before the hand. Of the players who are out, those who had more take the better
        places, and those who had the same share. By default all who are out share.

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


def _of_those_in(rows: F64, paid: F64) -> F64:
    """The expected prizes of players with chips."""
    players = rows.shape[1]
    total = rows.sum(axis=1)
    expected = np.zeros_like(rows)
    # The chance that these players have the first places, in any order.
    chances: dict[tuple[int, ...], F64] = {(): np.ones(len(rows))}
    for place in range(int(np.flatnonzero(paid)[-1]) + 1 if paid.any() else 0):
        following = {
            first: np.zeros(len(rows)) for first in combinations(range(players), place + 1)
        }
        for first, chance in chances.items():
            left = total - rows[:, list(first)].sum(axis=1)
            # Rounding may leave a rest that is smaller than any chip.
            factor = np.divide(chance, left, out=np.zeros_like(left), where=left > 1e-9 * total)
            for player in range(players):
                if player not in first:
                    takes = factor * rows[:, player]
                    expected[:, player] += paid[place] * takes
                    following[tuple(sorted((*first, player)))] += takes
        chances = following
    return expected


def _of_those_out(rows: F64, paid: F64, before: npt.ArrayLike | None) -> F64:
    """The prizes of players without chips."""
    out = rows == 0
    had = np.zeros(rows.shape[1]) if before is None else np.asarray(before, np.float64)
    more = (had[:, None] < had) & out[:, None, :]
    same = (had[:, None] == had) & out[:, None, :]
    first = (~out).sum(axis=1)[:, None] + more.sum(axis=2)
    sharing = np.maximum(same.sum(axis=2), 1)
    sums = np.concatenate([[0.0], np.cumsum(paid)])
    # Players who are still in share no such place. Theirs are clipped only to stay in the array.
    last = np.minimum(first + sharing, len(paid))
    return np.where(out, (sums[last] - sums[np.minimum(first, len(paid))]) / sharing, 0.0)
