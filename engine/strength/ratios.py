"""Hand strength, potential, equity and pot odds: ratios of counts.

Counts, or sums of weights, are arrays of any leading shape. The last axis of counts now is ahead,
tied, behind against an opponent. The last two axes of transitions are ``[now, then]`` in the same
order, where then is after the next card, or at the river. A ratio is 0 if its divisor is 0.

Definitions: D. Papp, "Dealing with imperfect information in poker" (MSc thesis, University of
Alberta, 1998).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..signatures import F64, Bool

Counts = npt.NDArray[Any]  # integers, or float64 where opponents have weights

AHEAD, TIED, BEHIND = 0, 1, 2


def hand_strength(now: Counts, opponents: int = 1) -> F64:
    """HS: the chance to be ahead, where a tie counts half.

    ``now``: (..., 3) integer or float64. ``opponents``: for several the result is a power, as if
    each had his cards from a deck of his own, which is an approximation. Returns (...) float64, 0
    to 1. Raises ValueError if there is no opponent.

    Examples
    --------
    >>> float(hand_strength(np.array([628, 9, 444])))  # AhQh on 3h4sJh
    0.5851063829787234
    """
    if opponents < 1:
        raise ValueError(f"{opponents} opponents: give 1 or more")
    strength = _ratio(now[..., AHEAD] + now[..., TIED] / 2, now.sum(axis=-1))
    product: F64 = strength**opponents
    return product


def positive_potential(transitions: Counts) -> F64:
    """PPot: the chance to get ahead, given behind or tied now.

    Of ``(..., 3, 3)`` transitions, integer or float64, it is the ``(...)`` float64
    (T[B>A] + T[B>T] / 2 + T[T>A] / 2) / (T[B] + T[T] / 2).
    """
    tied, behind = transitions[..., TIED, :], transitions[..., BEHIND, :]
    improved = behind[..., AHEAD] + (behind[..., TIED] + tied[..., AHEAD]) / 2
    return _ratio(improved, behind.sum(axis=-1) + tied.sum(axis=-1) / 2)


def negative_potential(transitions: Counts) -> F64:
    """NPot: the chance to fall behind, given ahead or tied now.

    Of ``(..., 3, 3)`` transitions, integer or float64, it is the ``(...)`` float64
    (T[A>B] + T[A>T] / 2 + T[T>B] / 2) / (T[A] + T[T] / 2).
    """
    ahead, tied = transitions[..., AHEAD, :], transitions[..., TIED, :]
    worsened = ahead[..., BEHIND] + (ahead[..., TIED] + tied[..., BEHIND]) / 2
    return _ratio(worsened, ahead.sum(axis=-1) + tied.sum(axis=-1) / 2)


def equity(transitions: Counts) -> F64:
    """The chance to be ahead then, where a tie counts half: at the river, the equity.

    Of ``(..., 3, 3)`` transitions, integer or float64, it is ``(...)`` float64, 0 to 1, against one
    opponent.
    """
    return hand_strength(transitions.sum(axis=-2))


def effective_hand_strength(
    strength: npt.ArrayLike, ppot: npt.ArrayLike, npot: npt.ArrayLike
) -> F64:
    """EHS = HS + (1 - HS) PPot - HS NPot.

    With the HS of one opponent that is the equity. With the HS of several it is an approximation:
    the potentials are those against one.
    """
    hs, up, down = (np.asarray(ratio, np.float64) for ratio in (strength, ppot, npot))
    effective: F64 = hs + (1 - hs) * up - hs * down
    return effective


def pot_odds(pot: npt.ArrayLike, bet: npt.ArrayLike, later: npt.ArrayLike = 0) -> F64:
    """The equity that a call needs, so that it does not lose money.

    ``pot``: (...) float, the pot with the opponent's bet. ``bet``: (...) float, the cost of the
    call. ``later``: (...) float, what each player will pay on later streets, for effective odds.
    Returns (...) float64: (bet + later) / (pot + bet + 2 later), 0 to 1. Raises ValueError if an
    amount is negative or not a number.

    Examples
    --------
    >>> float(pot_odds(pot=10, bet=5)), float(pot_odds(pot=10, bet=5, later=10))
    (0.3333333333333333, 0.42857142857142855)
    """
    whole, call = _amounts("pot", pot), _amounts("bet", bet)
    more = _amounts("later", later)
    return _ratio(call + more, whole + call + 2 * more)


def largest_call(equity: npt.ArrayLike, pot: npt.ArrayLike) -> F64:
    """The largest bet that a hand can call: its pot odds equal the hand's equity.

    ``equity``: (...) float, 0 to 1. ``pot``: (...) float, the pot with the opponent's bet. Returns
    (...) float64: equity pot / (1 - equity); infinite for an equity of 1. Raises ValueError if an
    equity is not in 0..1, or a pot is negative or not a number.

    Examples
    --------
    >>> float(largest_call(equity=0.25, pot=12))
    4.0
    """
    share, whole = np.asarray(equity, np.float64), _amounts("pot", pot)
    fine = (share >= 0) & (share <= 1)
    if not fine.all():
        raise ValueError(f"equity {_first(share, fine)} is not in 0..1")
    call: F64 = np.where(share < 1, _ratio(share * whole, 1 - share), np.inf)[()]
    return call


def _ratio(part: Counts, whole: Counts) -> F64:
    """``part / whole``; 0 if ``whole`` is 0."""
    if np.ndim(whole) == 0:  # in a tenth of the time
        return np.float64(part / whole if whole else 0.0)  # type: ignore[return-value]
    empty = whole == 0
    ratio: F64 = np.where(empty, 0.0, part / np.where(empty, 1, whole))[()]
    return ratio


def _amounts(name: str, values: npt.ArrayLike) -> F64:
    amounts = np.asarray(values, np.float64)
    fine = (amounts >= 0) & (amounts < np.inf)
    if not fine.all():
        raise ValueError(f"{name} {_first(amounts, fine)} is not an amount, 0 or more")
    return amounts


def _first(numbers: F64, fine: Bool) -> float:
    """The first number that is not fine."""
    return float(np.ravel(numbers)[np.argmin(np.ravel(fine))])
