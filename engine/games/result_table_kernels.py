"""The kernel of the result-table learner."""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from ..accelerate import array, inlined, kernel
from ..random import below, next_word, unit

# n = nodes, s = states, c = choices of all states

MOST_MOVES = 64


@inlined
def _best(games, won, first, last):
    """The choice that has won most a game; one never made counts as 0, of equals the first."""
    best = first
    most = won[first] / games[first] if games[first] else 0.0
    for c in range(first + 1, last):
        mean = won[c] / games[c] if games[c] else 0.0
        if mean > most:
            best, most = c, mean
    return best


@kernel(
    types.void(
        array("int8"),
        array("int32"),
        array("int32"),
        array("float64"),
        array("int32"),
        array("int64"),
        array("int64", 2),
        array("int32"),
        types.uint64,
        types.int64,
        types.uint64[::1],
        types.int64[::1],
        types.int64[::1],
    )
)
def play(
    turn, first_child, children, chance, state, paid, won_at, first_choice,
    explore, rounds, random, games, won,
):  # fmt: skip
    """Play games and write each into the table ``games``, ``won``, (c,), before the next.

    explore : of 2^32 choices those that are made at random.
    """
    states = first_choice.shape[0] - 1
    best = np.empty(states, np.int32)
    for s in range(states):
        best[s] = _best(games, won, first_choice[s], first_choice[s + 1])
    # Chances that are all alike are drawn by one product.
    alike = np.zeros(turn.shape[0], np.bool_)
    for node in range(turn.shape[0]):
        if turn[node] == -1:
            alike[node] = True
            for k in range(1, children[node]):
                alike[node] &= chance[first_child[node] + k] == chance[first_child[node]]
    made = np.empty(MOST_MOVES, np.int64)
    at_node = np.empty(MOST_MOVES, np.int64)
    for _ in range(rounds):
        node = 0
        moves = 0
        while children[node]:
            word = next_word(random)
            if turn[node] < 0:
                if alike[node]:
                    node = first_child[node] + below(word, children[node])
                else:
                    left = unit(word)
                    k = 0
                    while k < children[node] - 1:
                        left -= chance[first_child[node] + k]
                        if left < 0.0:
                            break
                        k += 1
                    node = first_child[node] + k
                continue
            first = first_choice[state[node]]
            choice = np.int64(best[state[node]])
            if word >> np.uint64(32) < explore:
                choice = first + below(word, children[node])
            made[moves] = choice
            at_node[moves] = node
            moves += 1
            node = first_child[node] + choice - first
        for move in range(moves):
            before = at_node[move]
            games[made[move]] += 1
            # What he has in the end, less what he had when he chose.
            won[made[move]] += won_at[node, turn[before]] + paid[before]
            s = state[before]
            best[s] = _best(games, won, first_choice[s], first_choice[s + 1])
