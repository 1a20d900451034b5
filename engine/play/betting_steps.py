"""Steps of a hand that is played by strategies whose bettings need not be that of the table.

A player keeps a node of his own betting, and follows what is done. A bet that his betting has not
is taken for one of those next to it, by the pseudo-harmonic mapping: S. Ganzfried and T. Sandholm,
"Action Translation in Extensive-Form Games with Large Action Spaces: Axioms, Paradoxes, and the
Pseudo-Harmonic Mapping", IJCAI 2013. A bet below the least is taken for the least, one above the
greatest for the greatest. Where his betting has no bet at all, or is over before the hand is, the
node is ``OFF``: he checks and calls from there on.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, inlined
from ..signatures import I64, Array
from ..solving.tree import DEAL, DECISION, FOLD
from .strategies import WHOLE, Strategy

OFF = -1

# What is done: fold, check or call, or raise to so many chips in all, on all streets.
FOLDS, CALLS = -1, 0

# Of a state: the chips of both, who is to act, the street, whether one has acted on it, and by how
# much was raised last.
PLAYER, STREET, ACTED, RAISED = 2, 3, 4, 5
STATE = 6

GOES_ON, STREET_OVER, FOLDED, SHOWN = range(4)  # what follows what is done


@inlined
def harmonic(low: float, high: float, size: float):
    """How often a bet is taken for the lower of two, all in parts of the pot.

    (B - x) (1 + A) / ((B - A) (1 + x)): 1 at A, 0 at B.
    """
    return (high - size) * (1.0 + low) / ((high - low) * (1.0 + size))


@borrowing
def decision_after(own: Strategy, child: int):
    """Return the decision that a child leads to, or ``OFF`` if the betting is over there."""
    if own.kind[child] == DEAL:
        child = own.child[own.first[child]]
    return np.int64(child) if own.kind[child] == DECISION else np.int64(OFF)


@borrowing
def more_of(own: Strategy, node: int, child: int):
    """Return by how much an action raises: 0 for a check or a call, below 0 for a fold."""
    if own.kind[child] == FOLD:
        return np.int64(-1)
    called = max(own.put_in[node, 0], own.put_in[node, 1])
    return own.put_in[child, own.player[node]] - called


@borrowing
def least_more(own: Strategy, node: int):
    """Return the child that raises least, 0 for a check or a call; -1 if all children fold."""
    least, found = np.int64(1) << 50, -1
    for at in range(own.first[node], own.first[node + 1]):
        more = more_of(own, node, own.child[at])
        if 0 <= more < least:
            least, found = more, own.child[at]
    return found


@borrowing
def seen_as(own: Strategy, node: int, to: int, called: int, stack: int):
    """The two children that a raise is taken for, and how often for the first.

    ``to``: chips that it puts in, ``called``: those before, of ``stack``. Both are -1 if the
    betting has no raise here.
    """
    low, high, share = -1, -1, 1.0
    below, above = -1.0, 1e300
    tree = max(own.put_in[node, 0], own.put_in[node, 1])
    size = (to - called) / (2.0 * called)
    for at in range(own.first[node], own.first[node + 1]):
        child = own.child[at]
        more = more_of(own, node, child)
        if more <= 0:
            continue
        if to >= stack and tree + more == own.stack[0]:  # all in is all in
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
def chips_of_child(own: Strategy, node: int, child: int, called: int, least: int, stack: int):
    """What an action is at the table: ``FOLDS``, ``CALLS``, or what a raise puts in in all.

    It is the same part of the pot as in the betting, at least ``least`` more, and at most all.
    """
    more = more_of(own, node, child)
    if more < 0:
        return np.int64(FOLDS)
    if more == 0 or called >= stack:
        return np.int64(CALLS)
    tree = max(own.put_in[node, 0], own.put_in[node, 1])
    if tree + more == own.stack[0]:
        return np.int64(stack)
    here = (2 * more * called + tree) // (2 * tree)
    return min(called + max(here, least), stack)


@borrowing
def drawn(own: Strategy, node: int, bucket: int, point: float):
    """The place of the action that a point of 0 to 1 chooses, among a decision's children."""
    first, many = own.first[node], own.first[node + 1] - own.first[node]
    begin = own.begin[node] + bucket * many
    left = point * WHOLE
    for at in range(many - 1):
        left -= own.share[begin + at]
        if left < 0:
            return first + at
    last = many - 1  # one that is never taken is not drawn by the end of the line either
    while last > 0 and own.share[begin + last] == 0:
        last -= 1
    return first + last


@borrowing
def act(
    state: Array[I64, "6"],  # changed
    did: int,  # what is done
    last_street: int,
    stack: int,
    big_blind: int,
):
    """Do what is done at the table.

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
