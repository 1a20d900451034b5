"""A model of players whose action frequencies differ from an equilibrium."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..cards.suit_symmetry import hole_images
from ..given import shown
from ..signatures import F64
from .dealing import symmetries_of
from .tree import Spot

TREMBLE = 0.01
TEMPERATURE = 0.02  # of the pot: above the error of solutions, below the cost of mistakes
CLOSE = 1e-9
STEPS = 500
LOWEST = -700.0  # of logarithms: below it a double underflows


def modelled_shares(
    shares: F64,
    values: F64,
    weights: F64,
    parts: Sequence[int],
    frequencies: Sequence[float],
    pot: float,
) -> F64:
    """Shares with given action frequencies, nearest to those of an equilibrium.

    This is a model: many strategies have the same frequencies, and nobody knows which one a player
    has. Here he plays the equilibrium, except that in one of a hundred decisions he chooses by
    value, each action by ``exp(-loss / temperature)``: the loss is the value of the best action
    less its own, and the temperature 2 % of the pot. Of all shares with the frequencies, those with
    the least relative entropy to this are returned, as a mean over ``weights``. They have the form
    ``share * exp(bias of the action)``. So hands that mix in the equilibrium change first, and of
    the others those for which the other action costs least.

    Parameters
    ----------
    shares : (n, a) float64
        Of the equilibrium, by hole and action.
    values : (n, a) float64
        The value of each action, in chips. If it is NaN, no action counts as a loss.
    weights : (n,) float64
        The reach of each hole.
    parts : (a,) int
        The frequency that each action counts towards, from 0.
    frequencies : (p,) float64
        The wanted frequencies over everything that reaches the decision; they sum to 1.
    pot : float
        Chips, before the decision.

    Returns
    -------
    (n, a) float64
        With these frequencies, to within 1e-6.

    Raises
    ------
    ValueError
        If nothing reaches the decision, or frequencies are invalid.

    References
    ----------
    I. Csiszár, "I-divergence geometry of probability distributions and minimization problems",
    Annals of Probability 3, 1975: these shares are unique.

    Examples
    --------
    Three holes have the same weight. Folding costs the first nothing, the others 5 and 50 chips.

    >>> equilibrium = np.array([[0.5, 0.5], [0, 1], [0, 1]])
    >>> values = np.array([[0, 0], [0, 5], [0, 50]])
    >>> found = modelled_shares(equilibrium, values, np.ones(3), [0, 1], [0.5, 0.5], pot=100)
    >>> found.round(2)
    array([[1. , 0. ],
           [0.5, 0.5],
           [0. , 1. ]])
    """
    wanted = np.asarray(frequencies, np.float64)
    if not (wanted >= 0).all() or abs(wanted.sum() - 1) > 1e-6:
        raise ValueError(
            f"frequencies are {shown(list(frequencies))}: give shares that add up to 1"
        )
    if not weights.sum() > 0:
        raise ValueError("no hole comes to this decision")
    groups = np.asarray(parts, np.int64)
    logs = _logs(shares, values, pot)
    logs[:, wanted[groups] == 0] = -np.inf
    whole = logs.max(axis=1, keepdims=True)
    logs -= whole + np.log(np.exp(logs - whole).sum(axis=1, keepdims=True))
    by_part = np.stack(
        [np.logaddexp.reduce(logs[:, groups == part], axis=1) for part in range(len(wanted))],
        axis=1,
    )
    bias = _biases(by_part, weights / weights.sum(), wanted / wanted.sum())
    return _shares(logs + bias[groups])


def _logs(shares: F64, values: F64, pot: float) -> F64:
    """The logarithms of the player's shares without habits."""
    loss = values.max(axis=1, keepdims=True) - values
    exponent = np.maximum(-np.nan_to_num(loss) / (TEMPERATURE * pot), LOWEST)
    chosen = exponent - np.log(np.exp(exponent).sum(axis=1, keepdims=True))
    with np.errstate(divide="ignore"):
        played = np.log((1 - TREMBLE) * shares)
    logs: F64 = np.logaddexp(played, np.log(TREMBLE) + chosen)
    return logs


def _shares(logs: F64) -> F64:
    odds = np.exp(logs - logs.max(axis=1, keepdims=True))
    shares: F64 = odds / odds.sum(axis=1, keepdims=True)
    return shares


def _biases(logs: F64, weights: F64, wanted: F64) -> F64:
    """The biases for which shares have the frequencies, by Newton's method on their potential.

    The potential, the mean logarithm of the sum of odds less the wanted share of each bias, is
    convex; its slope is the error of the frequencies. A step that does not lower it is halved, and
    damped if the slope hardly changes, because many hands then stay with one action.
    """
    here = wanted > 0
    bias = np.zeros(len(wanted))
    damping = 1e-3

    def potential(bias: F64) -> float:
        odds = logs[:, here] + bias[here]
        return float(weights @ np.logaddexp.reduce(odds, axis=1) - bias[here] @ wanted[here])

    now = potential(bias)
    for _ in range(STEPS):
        shares = _shares(logs[:, here] + bias[here])
        taken = weights @ shares
        slope = taken - wanted[here]
        if np.abs(slope).max() < CLOSE:
            return bias
        bend = np.diag(taken) - (shares * weights[:, None]).T @ shares
        while damping < 1e12:
            step = np.zeros(len(wanted))
            step[here] = -np.linalg.solve(bend + damping * np.diag(wanted[here]), slope)
            after = potential(bias + step)
            if after < now:
                bias, now, damping = bias + step, after, max(damping / 10, 1e-15)
                break
            damping *= 10
        else:
            break
    if np.abs(slope).max() > 1e-6:
        raise ValueError(f"no shares have the frequencies {shown(wanted.tolist())}")
    return bias


def alike_by_suits(spot: Spot, shares: F64) -> F64:
    """The mean of shares over holes that are equal up to suits, given the board and both ranges.

    Shares of a solution differ there by rounding, and boards that could be solved once would each
    be solved on their own.

    ``shares``: (1326, a) float64, by hole and action. Returns (1326, a) float64.
    """
    locked = list(spot.locks.values())
    keeping = symmetries_of(spot.board, spot.ranges, locked)
    smallest = hole_images()[keeping].min(axis=0).astype(np.int64)
    count = np.bincount(smallest, minlength=len(shares))
    means = np.zeros_like(shares)
    for action, column in enumerate(shares.T):
        sums = np.bincount(smallest, column, len(shares))
        means[:, action] = sums / np.maximum(count, 1)
    alike: F64 = means[smallest]
    return alike
