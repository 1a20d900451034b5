"""The kernels of counterfactual regret minimisation, on the flat arrays of a game's tree.

A node's number is above its parent's, so that one loop forwards carries the chances of coming to
each node, and one loop backwards the values.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from pokerlake.engine.accelerate import array, inlined, kernel
from pokerlake.engine.dealing.stream import next_word, unit

# n = nodes, s = states, c = choices of all states, p = players

TREE = (
    array("int8"),
    array("int32"),
    array("int32"),
    array("float64"),
    array("int32"),
    array("int64", 2),
    array("int32"),
)


@inlined
def _match_regrets(regrets, first_choice, strategy):
    """Each state's choices as often as their regrets, where these are positive, say."""
    for state in range(first_choice.shape[0] - 1):
        first, last = first_choice[state], first_choice[state + 1]
        total = 0.0
        for c in range(first, last):
            total += max(regrets[c], 0.0)
        for c in range(first, last):
            strategy[c] = max(regrets[c], 0.0) / total if total > 0.0 else 1.0 / (last - first)


@kernel(
    types.void(
        *TREE,
        types.int64,
        types.int64,
        types.int64,
        types.boolean,
        types.float64[::1],
        types.float64[::1],
        types.float64[::1],
    )
)
def minimise(
    turn, first_child, children, chance, state, won, first_choice,
    players, done, iterations, plus, regrets, sums, strategy,
):  # fmt: skip
    """Go on until ``iterations`` are done in all; the players' regrets are updated in turn.

    plus : whether it is CFR+: sums of regrets are never below 0, and strategies count by the
        number of the iteration. Source: Tammelin, "Solving large imperfect information games using
        CFR+" (2014).
    regrets, sums : (c,), of regrets, and of strategies by the chance of coming to their states.
    """
    n = turn.shape[0]
    own = np.ones(n)
    others = np.ones(n)
    value = np.empty(n)
    gains = np.empty(regrets.shape[0])
    for iteration in range(done, iterations):
        weight = float(iteration + 1) if plus else 1.0
        for player in range(players):
            _match_regrets(regrets, first_choice, strategy)
            gains[:] = 0.0
            for node in range(n):
                if children[node] == 0:
                    value[node] = won[node, player]
                    continue
                whose = turn[node]
                at = first_choice[state[node]] if whose >= 0 else 0
                for k in range(children[node]):
                    child = first_child[node] + k
                    step = strategy[at + k] if whose >= 0 else chance[child]
                    own[child] = own[node] * (step if whose == player else 1.0)
                    others[child] = others[node] * (1.0 if whose == player else step)
                    if whose == player:
                        sums[at + k] += weight * own[node] * step
            for node in range(n - 1, -1, -1):
                if children[node] == 0:
                    continue
                whose = turn[node]
                at = first_choice[state[node]] if whose >= 0 else 0
                total = 0.0
                for k in range(children[node]):
                    child = first_child[node] + k
                    step = strategy[at + k] if whose >= 0 else chance[child]
                    total += step * value[child]
                value[node] = total
                if whose == player:
                    for k in range(children[node]):
                        gains[at + k] += others[node] * (value[first_child[node] + k] - total)
            for c in range(regrets.shape[0]):
                regrets[c] += gains[c]
                if plus:
                    regrets[c] = max(regrets[c], 0.0)


@inlined
def _pick(chances, first, count, word):
    """The place of a choice drawn with chances that add up to 1."""
    left = unit(word)
    for k in range(count - 1):
        left -= chances[first + k]
        if left < 0.0:
            return k
    return count - 1


@kernel(
    types.void(
        *TREE,
        types.int64,
        types.int64,
        types.int64,
        types.uint64[::1],
        types.float64[::1],
        types.float64[::1],
        types.float64[::1],
    )
)
def minimise_sampled(
    turn, first_child, children, chance, state, won, first_choice,
    players, done, games, random, regrets, sums, strategy,
):  # fmt: skip
    """Play until ``games`` are done in all.

    In each, one player tries all of his choices, chance and the others draw theirs; the players
    take turns at it.

    Source: Lanctot et al., "Monte Carlo sampling for regret minimization in extensive games"
    (2009), external sampling.
    """
    n = turn.shape[0]
    visited = np.empty(n, np.int64)
    drawn = np.empty(n, np.int64)
    value = np.empty(n)
    for game in range(done, games):
        player = game % players
        visited[0] = 0
        count = 1
        at = 0
        while at < count:
            node = visited[at]
            at += 1
            whose = turn[node]
            if children[node] == 0:
                continue
            if whose >= 0:
                first, last = first_choice[state[node]], first_choice[state[node] + 1]
                total = 0.0
                for c in range(first, last):
                    total += max(regrets[c], 0.0)
                for c in range(first, last):
                    strategy[c] = (
                        max(regrets[c], 0.0) / total if total > 0.0 else 1.0 / (last - first)
                    )
            if whose == player:
                for k in range(children[node]):
                    visited[count] = first_child[node] + k
                    count += 1
                continue
            word = next_word(random)
            if whose >= 0:
                for c in range(first, last):
                    sums[c] += strategy[c]
                k = _pick(strategy, first, last - first, word)
            else:
                k = _pick(chance, first_child[node], children[node], word)
            drawn[node] = first_child[node] + k
            visited[count] = drawn[node]
            count += 1
        for at in range(count - 1, -1, -1):
            node = visited[at]
            if children[node] == 0:
                value[node] = won[node, player]
            elif turn[node] != player:
                value[node] = value[drawn[node]]
            else:
                first = first_choice[state[node]]
                total = 0.0
                for k in range(children[node]):
                    total += strategy[first + k] * value[first_child[node] + k]
                value[node] = total
                for k in range(children[node]):
                    regrets[first + k] += value[first_child[node] + k] - total
