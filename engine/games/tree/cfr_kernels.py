"""The kernels of counterfactual regret minimisation, on the flat arrays of a game's tree.

A node has a higher number than its parent. One loop forwards therefore carries the probabilities
of reaching each node, and one loop backwards the values.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from ...accelerate import inlined, kernel
from ...dealing.stream import next_word, unit
from .flat import Nodes

# n = nodes, c = choices of all states

# The nodes of a tree, all arrays as numpy makes them.
NODES = types.NamedTuple(
    (
        types.int8[::1], types.int32[::1], types.int32[::1], types.float64[::1], types.int32[::1],
        types.int64[:, ::1], types.int32[::1],
    ),
    Nodes,
)  # fmt: skip


@inlined
def _match_regrets(regrets, first, last, strategy):
    """The strategy of one state: choices ``first`` to ``last`` in proportion to positive regrets.

    Parameters
    ----------
    regrets : (c,) float64
    first, last : int
    strategy : (c,) float64
        Written; uniform where no regret is positive.
    """
    total = 0.0
    for c in range(first, last):
        total += max(regrets[c], 0.0)
    for c in range(first, last):
        strategy[c] = max(regrets[c], 0.0) / total if total > 0.0 else 1.0 / (last - first)


@kernel(
    types.void(
        NODES,
        types.int64,
        types.int64,
        types.int64,
        types.boolean,
        types.float64[::1],
        types.float64[::1],
        types.float64[::1],
    )
)
def minimise(nodes, players, done, iterations, plus, regrets, sums, strategy):
    """Continue until ``iterations`` are done in all, the players' regrets updated in turn.

    Parameters
    ----------
    nodes : Nodes
    players : int
    done, iterations : int
        Iterations done before, and in all.
    plus : bool
        Whether it is CFR+: regrets never fall below 0, and strategies count by the number of the
        iteration. Source: Tammelin, "Solving large imperfect information games using CFR+" (2014).
    regrets : (c,) float64
        Updated.
    sums : (c,) float64
        Updated: sums of strategies, weighted by the probability of reaching their states.
    strategy : (c,) float64
        Scratch.
    """
    turn, first_child, children, chance, state, won, first_choice = nodes
    n = turn.shape[0]
    own = np.ones(n)
    others = np.ones(n)
    value = np.empty(n)
    gains = np.empty(regrets.shape[0])
    for iteration in range(done, iterations):
        weight = float(iteration + 1) if plus else 1.0
        for player in range(players):
            for s in range(first_choice.shape[0] - 1):
                _match_regrets(regrets, first_choice[s], first_choice[s + 1], strategy)
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
    """Draw one of ``count`` choices: its place, counted from ``first``.

    chances : (x,) float64, which add up to 1 from ``first`` on; word : uint64, random.
    """
    left = unit(word)
    for k in range(count - 1):
        left -= chances[first + k]
        if left < 0.0:
            return k
    return count - 1


@kernel(
    types.void(
        NODES,
        types.int64,
        types.int64,
        types.int64,
        types.uint64[::1],
        types.float64[::1],
        types.float64[::1],
        types.float64[::1],
    )
)
def minimise_sampled(nodes, players, done, games, random, regrets, sums, strategy):
    """Play until ``games`` are done in all.

    In each game one player tries all his choices, while chance and the other players draw theirs.
    The players take turns at it. Source: Lanctot et al., "Monte Carlo sampling for regret
    minimization in extensive games" (2009), external sampling.

    Parameters
    ----------
    nodes : Nodes
    players : int
    done, games : int
        Games done before, and in all.
    random : (1,) uint64
        The state of the random numbers.
    regrets, sums : (c,) float64
        Updated.
    strategy : (c,) float64
        Scratch.
    """
    turn, first_child, children, chance, state, won, first_choice = nodes
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
                _match_regrets(regrets, first, last, strategy)
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
