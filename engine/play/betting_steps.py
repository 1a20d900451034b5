"""Steps of a hand played by strategies whose betting trees may differ from the table's betting.

Each player keeps a node of his own tree and follows the actions at the table. A bet that his tree
lacks is mapped to one of the two next to it, by the pseudo-harmonic mapping: S. Ganzfried and T.
Sandholm, "Action Translation in Extensive-Form Games with Large Action Spaces: Axioms, Paradoxes,
and the Pseudo-Harmonic Mapping", IJCAI 2013. A bet below the smallest is mapped to the smallest,
one above the largest to the largest. If his tree has no bet at all, or ends before the hand does,
the node is ``OFF``: he checks and calls from there on.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, inlined
from ..signatures import I64, Array
from ..solving.tree import DEAL, DECISION, FOLD
from .strategies import WHOLE, Strategy

OFF = -1

# Actions: fold, check or call, or raise to so many chips in all, over all streets.
FOLDS, CALLS = -1, 0

# A state: the chips of both players, the player to act, the street, whether one has acted on it,
# and the size of the last raise.
PLAYER, STREET, ACTED, RAISED = 2, 3, 4, 5
STATE = 6

GOES_ON, STREET_OVER, FOLDED, SHOWN = range(4)  # what follows an action


@inlined
def harmonic(low: float, high: float, size: float):
    """The probability of mapping a bet to the lower of two; all sizes are shares of the pot.

    (B - x) (1 + A) / ((B - A) (1 + x)): 1 at A, 0 at B.
    """
    return (high - size) * (1.0 + low) / ((high - low) * (1.0 + size))


@borrowing
def decision_after(strategy: Strategy, child: int):
    """Return the decision that a child leads to, or ``OFF`` if the betting is over there."""
    if strategy.kind[child] == DEAL:
        child = strategy.child[strategy.first[child]]
    return np.int64(child) if strategy.kind[child] == DECISION else np.int64(OFF)


@borrowing
def more_of(strategy: Strategy, node: int, child: int):
    """Return the size of a raise: 0 for a check or a call, below 0 for a fold."""
    if strategy.kind[child] == FOLD:
        return np.int64(-1)
    called = max(strategy.put_in[node, 0], strategy.put_in[node, 1])
    return strategy.put_in[child, strategy.player[node]] - called


@borrowing
def least_more(strategy: Strategy, node: int):
    """Return the child with the smallest raise, 0 for a check or call; -1 if all children fold."""
    least, best = np.int64(1) << 50, -1
    for at in range(strategy.first[node], strategy.first[node + 1]):
        more = more_of(strategy, node, strategy.child[at])
        if 0 <= more < least:
            least, best = more, strategy.child[at]
    return best


@borrowing
def seen_as(strategy: Strategy, node: int, to: int, called: int, stack: int):
    """The two children that a raise is mapped to, and the probability of the first.

    ``to``: chips put in after the raise; ``called``: before it, of ``stack``. Both children are -1
    if the tree has no raise here.
    """
    low, high, share = -1, -1, 1.0
    below, above = -1.0, 1e300
    tree = max(strategy.put_in[node, 0], strategy.put_in[node, 1])
    size = (to - called) / (2.0 * called)
    for at in range(strategy.first[node], strategy.first[node + 1]):
        child = strategy.child[at]
        more = more_of(strategy, node, child)
        if more <= 0:
            continue
        if to >= stack and tree + more == strategy.stack[0]:  # an all-in maps to the all-in
            return child, child, 1.0
        this = more / (2.0 * tree)
        if more * called <= (to - called) * tree and this > below:
            below, low = this, child
        if more * called >= (to - called) * tree and this < above:
            above, high = this, child
    if low < 0:
        low = high
    elif high < 0:
        high = low
    if low != high:
        share = harmonic(below, above, size)
    return low, high, share


@borrowing
def chips_of_child(strategy: Strategy, node: int, child: int, called: int, least: int, stack: int):
    """The table action of a child: ``FOLDS``, ``CALLS``, or the chips in all after a raise.

    It is the same share of the pot as in the tree, at least ``least`` more, and at most all in.
    """
    more = more_of(strategy, node, child)
    if more < 0:
        return np.int64(FOLDS)
    if more == 0 or called >= stack:
        return np.int64(CALLS)
    tree = max(strategy.put_in[node, 0], strategy.put_in[node, 1])
    if tree + more == strategy.stack[0]:
        return np.int64(stack)
    here = (2 * more * called + tree) // (2 * tree)
    return min(called + max(here, least), stack)


@borrowing
def drawn(strategy: Strategy, node: int, bucket: int, point: float):
    """The place of the action, among a decision's children, that a point from 0 to 1 selects."""
    first, many = strategy.first[node], strategy.first[node + 1] - strategy.first[node]
    begin = strategy.begin[node] + bucket * many
    left = point * WHOLE
    for at in range(many - 1):
        left -= strategy.share[begin + at]
        if left < 0:
            return first + at
    last = many - 1  # an action that is never taken is not drawn at the upper end either
    while last > 0 and strategy.share[begin + last] == 0:
        last -= 1
    return first + last


@borrowing
def act(
    state: Array[I64, "6"],  # changed
    did: int,  # the action
    last_street: int,
    stack: int,
    big_blind: int,
):
    """Take an action at the table.

    Returns what follows: ``GOES_ON``, a decision on the same street, ``STREET_OVER``, ``FOLDED`` or
    ``SHOWN``.
    """
    me = state[PLAYER]
    called = max(state[0], state[1])
    if did == FOLDS:
        return FOLDED
    if did > CALLS:
        state[RAISED] = max(did - called, state[RAISED])
        state[me] = did
        state[ACTED] = 1
        state[PLAYER] = 1 - me
        return GOES_ON
    state[me] = called
    if state[ACTED] == 0:
        state[ACTED] = 1
        state[PLAYER] = 1 - me
        return GOES_ON
    if called >= stack or state[STREET] == last_street:
        return SHOWN
    state[STREET] += 1
    state[PLAYER] = 0
    state[ACTED] = 0
    state[RAISED] = big_blind
    return STREET_OVER
