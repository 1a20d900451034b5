"""What stacks are worth and an all-in changes: by subsets if they are few, else by the race."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from ..spots import MOST_PLACES, Floats
from .race import changes_by_race, values_by_race
from .subsets import changes_by_subsets, expected_prizes

# With 1,000 stacks, values take 0.1 seconds, and all bubble factors a minute, on two cores.
MOST_STACKS = 1000

# Below, subsets lose digits: of what is left when others have the first places, they have the sum
# of all stacks less theirs, and a change is a prize less a prize.
_LEAST_STACK = 1e-8  # of all chips, now or after an all-in
_LEAST_CHANGE = 1e-6  # of the first prize


def icm_values(stacks: npt.ArrayLike, prizes: Sequence[float], *, threads: int = 0) -> Floats:
    """The prize that each player can expect, by ICM (Malmuth-Harville).

    Up to 12 stacks, of which none has less than 1e-8 of all chips, this is a sum over sets of
    players, :func:`expected_prizes`. Of others it is an integral, :func:`values_by_race`, with an
    error below 1e-14 of the first prize.

    Parameters
    ----------
    stacks : (n,) float
        Chips above 0, in any unit; ``MOST_STACKS`` at most.
    prizes : sequence of float
        For the first place, the second, and so on, n at most, none above the one before; the places
        after them win nothing.
    threads : int
        0 for all cores.

    Returns
    -------
    (n,) float64
        In the unit of the prizes, whose sum they add up to.

    Raises
    ------
    ValueError
        If there are too many stacks or prizes, a stack is not above 0, or prizes go up.

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
) -> Floats:
    """What a chip lost costs, for each chip won, where two players are all in.

    Up to 12 stacks this is of differences of sums over sets of players, where these keep 8 digits
    and more. Else it is of integrals, :func:`changes_by_race`, and right to 12 digits.

    Parameters
    ----------
    stacks : (n,) float
        Of all players who are left; as :func:`icm_values` takes them.
    prizes : sequence of float
        For the first place, the second, and so on.
    threads : int
        0 for all cores.
    listener : callable, optional
        Is called with the number of parts done and of all parts, after each; from other threads.

    Returns
    -------
    (n, n) float64
        ``[hero, villain]``: the prize that the hero can expect now less that after losing, over
        that after winning less that now, both all in for the smaller stack. 1 where chips are worth
        the same won and lost, as for winner takes all. The diagonal is NaN. Infinite where winning
        gains nothing, and NaN where losing costs nothing either, as where all prizes are the same.

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


def _are_few(held: Floats, parts: Floats) -> bool:
    return len(held) <= MOST_PLACES and bool(parts.min() >= _LEAST_STACK * held.sum())


def _checked(stacks: npt.ArrayLike, prizes: Sequence[float]) -> tuple[Floats, Floats]:
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
