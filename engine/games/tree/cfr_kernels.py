"""The kernels of counterfactual regret minimisation, on the flat arrays of a game's tree.

A node has a higher number than its parent. One loop forwards therefore carries the probabilities
of reaching each node, and one loop backwards the values.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ...accelerate import inlined, kernel
from ...arrays import empty
from ...dealing.stream import next_word, unit
from ...signatures import F64, U64, Array, Input
from .flat import Nodes

# n = nodes, c = choices of all states


@inlined
def _match_regrets(
    regrets: Input[F64, "c"],
    first: int,
    last: int,
    strategy: Array[F64, "c"],  # written; uniform where no regret is positive
) -> None:
    """Write the strategy of a state: choices ``first`` to ``last`` by their positive regrets."""
    total = 0.0
    for c in range(first, last):
        total += max(regrets[c], 0.0)
    for c in range(first, last):
        strategy[c] = max(regrets[c], 0.0) / total if total > 0.0 else 1.0 / (last - first)


@kernel
def minimise(
    nodes: Nodes,
    players: int,
    # Iterations done before, and in all.
    done: int,
    iterations: int,
    # Whether it is CFR+: regrets never fall below 0, and strategies count by the number of the
    # iteration. Source: Tammelin, "Solving large imperfect information games using CFR+" (2014).
    plus: bool,
    regrets: Array[F64, "c"],  # updated
    # Updated: sums of strategies, weighted by the probability of reaching their states.
    sums: Array[F64, "c"],
    strategy: Array[F64, "c"],  # scratch
) -> None:
    """Continue until ``iterations`` are done in all, the players' regrets updated in turn."""
    turn, first_child, children, chance, state, won, first_choice = nodes
    n = turn.shape[0]
    own = np.ones(n)
    others = np.ones(n)
    value = empty(n, np.float64)
    gains = empty(regrets.shape[0], np.float64)
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
def _pick(chances: Input[F64, "x"], first: int, count: int, word: np.uint64):
    """Draw one of ``count`` choices by a random word, and return its place from ``first`` on.

    The ``chances`` from ``first`` on add up to 1.
    """
    left = unit(word)
    for k in range(count - 1):
        left -= chances[first + k]
        if left < 0.0:
            return k
    return count - 1


@kernel
def minimise_sampled(
    nodes: Nodes,
    players: int,
    # Games done before, and in all.
    done: int,
    games: int,
    random: Array[U64, "1"],  # the state of the random numbers
    # Updated.
    regrets: Array[F64, "c"],
    sums: Array[F64, "c"],
    strategy: Array[F64, "c"],  # scratch
) -> None:
    """Play until ``games`` are done in all.

    In each game one player tries all his choices, while chance and the other players draw theirs.
    The players take turns at it. Source: Lanctot et al., "Monte Carlo sampling for regret
    minimization in extensive games" (2009), external sampling.
    """
    turn, first_child, children, chance, state, won, first_choice = nodes
    n = turn.shape[0]
    visited = empty(n, np.int64)
    drawn = empty(n, np.int64)
    value = empty(n, np.float64)
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
