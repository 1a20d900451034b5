"""The kernel that follows a line of the table in a player's own betting tree."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel
from ..signatures import F64, I64, Array, Input
from .betting_steps import (
    CALLS,
    OFF,
    PLAYER,
    RAISED,
    act,
    chips_of_child,
    decision_after,
    least_more,
    seen_as,
)
from .match_kernels import begin
from .strategies import Rules, Strategy

# w = words of the line, b = branches


@borrowing
def nearest(strategy: Strategy, node: int, did: int, called: int, least: int, stack: int):
    """The child nearest in chips to the player's own raise; -1 if there is none."""
    best, off = -1, np.int64(1) << 50
    for at in range(strategy.first[node], strategy.first[node + 1]):
        child = strategy.child[at]
        chips = chips_of_child(strategy, node, child, called, least, stack)
        if chips > CALLS and abs(chips - did) < off:
            best, off = child, abs(chips - did)
    return best


@borrowing
def add_to(node: int, share: float, nodes: Array[I64, "b"], shares: Array[F64, "b"], many: int):
    """Add a branch, or merge it into the branch at the same node."""
    for b in range(many):
        if nodes[b] == node:
            shares[b] += share
            return many
    nodes[many], shares[many] = node, share
    return many + 1


@kernel
def follow_line(
    strategy: Strategy,
    did: Input[I64, "w"],  # the actions, as in ``betting_steps``
    point: Input[F64, "w"],  # draws for the mapping of each; below 0: follow both children
    rules: Rules,
    last_street: int,
    state: Array[I64, "6"],  # written: of the table, after the line
    nodes: Array[I64, "b"],  # written: the nodes that it may have led to
    shares: Array[F64, "b"],  # written: their probabilities
) -> int:
    """Follow a line for the player to act after it; return the number of branches."""
    begin(rules, state)
    for word in range(len(did)):
        act(state, did[word], last_street, rules.stack, rules.big_blind)
    me = state[PLAYER]
    begin(rules, state)
    room = len(nodes)
    before, weight = empty(room, np.int64), empty(room, np.float64)
    nodes[0], shares[0] = 0, 1.0
    many = 1
    for word in range(len(did)):
        called = max(state[0], state[1])
        branches = many
        for b in range(branches):
            before[b], weight[b] = nodes[b], shares[b]
        many = 0
        for b in range(branches):
            node, low, high, share = before[b], -1, -1, 1.0
            if node != OFF:
                if did[word] == CALLS:
                    low = high = least_more(strategy, node)
                elif state[PLAYER] == me:
                    low = high = nearest(
                        strategy, node, did[word], called, state[RAISED], rules.stack
                    )
                else:
                    low, high, share = seen_as(strategy, node, did[word], called, rules.stack)
            if low != high and point[word] >= 0:
                low = high = low if point[word] < share else high
                share = 1.0
            to_low = decision_after(strategy, low) if low >= 0 else np.int64(OFF)
            many = add_to(to_low, weight[b] * (share if low != high else 1.0), nodes, shares, many)
            if low != high:
                to_high = decision_after(strategy, high)
                many = add_to(to_high, weight[b] * (1 - share), nodes, shares, many)
        act(state, did[word], last_street, rules.stack, rules.big_blind)
    return many
