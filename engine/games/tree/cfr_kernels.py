"""Kernels of counterfactual regret minimisation, on the flat arrays of a game's tree.

A node has a higher number than its parent. So one forward loop carries the probabilities of
reaching each node, and one backward loop the values.

The result-table learner has its own kernel. Between two draws of chance the next choices are known.
So the line of a game after a draw is stored, with everything that it adds to the table, until one
of its choices changes: a game is then a draw and a few sums. Whether a choice changes is computed
only when it may: a counter holds the number of games for which the best choice cannot lose its
lead. This is three times as fast as walking each game.
"""
# mypy: ignore-errors

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...accelerate import borrowing, empty, kernel, zeros
from ...dealing.deck_kernels import below, next_word, unit
from ...signatures import F64, I64, U64, Array, Input
from .flat import Nodes, Walk
from .game import CHANCE, OVER

# n = nodes, m = lines, s = states, c = choices of all states, l = choices of the longest game

NEVER = 1 << 62
MOST_SAFE = 1 << 30
CLOSE = 1e-15  # more than the rounding error of a few divisions and products of float64

u64 = np.uint64


# n = nodes, c = choices of all states


@borrowing
def _match_regrets(
    regrets: Input[F64, "c"],
    first: int,
    last: int,
    strategy: Array[F64, "c"],  # written; uniform if no regret is positive
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
    # Whether it is CFR+: regrets never fall below 0, and strategies are weighted by the number of
    # the iteration. Source: Tammelin, "Solving large imperfect information games using CFR+"
    # (2014).
    plus: bool,
    regrets: Array[F64, "c"],  # updated
    # Updated: sums of strategies, weighted by the probability of reaching their states.
    sums: Array[F64, "c"],
    strategy: Array[F64, "c"],  # scratch
) -> None:
    """Continue until ``iterations`` are done in all; the players' regrets are updated in turn."""
    turn, first_child, children, chance, state, won, first_choice = nodes
    n = turn.shape[0]
    own_reach = np.ones(n)
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
                    own_reach[child] = own_reach[node] * (step if whose == player else 1.0)
                    others[child] = others[node] * (1.0 if whose == player else step)
                    if whose == player:
                        sums[at + k] += weight * own_reach[node] * step
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


@borrowing
def _pick(chances: Input[F64, "x"], first: int, count: int, word: np.uint64):
    """Draw one of ``count`` choices by a random word; return its place from ``first`` on.

    The ``chances`` from ``first`` on sum to 1.
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
    random: Array[U64, "1"],  # the random state
    # Updated.
    regrets: Array[F64, "c"],
    sums: Array[F64, "c"],
    strategy: Array[F64, "c"],  # scratch
) -> None:
    """Play until ``games`` are done in all.

    In each game one player tries all his choices, while chance and the other players sample theirs.
    The players take turns. Source: Lanctot et al., "Monte Carlo sampling for regret minimization in
    extensive games" (2009), external sampling.
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


class Table(NamedTuple):
    """A result table in use."""

    # As in :class:`.cfr.ResultTable`; the last l belong to no choice.
    games: Array[I64, "c + l"]
    won: Array[I64, "c + l"]
    # The choice of each state with the highest mean winnings, counted from its first.
    best: Array[I64, "s"]
    # For how many games that is certain; the last l belong to no state.
    safe: Array[I64, "s + l"]


class Lines(NamedTuple):
    """The lines of a walk as the table plays them."""

    length: Array[I64, "m"]  # the number of choices; -1 if the line must be worked out
    end: Array[I64, "m"]  # the node at the end
    # The choices, if the line ends the game, and their states. Padded with choices and states of
    # nobody, one for each place. Unsigned, since numba checks the sign of every signed index: a
    # quarter faster.
    choice: Array[U64, "m, l"]
    state: Array[U64, "m, l"]
    won: Array[I64, "m, l"]  # what is won after each choice


@borrowing
def _mean(games: Input[I64, "c"], won: Input[I64, "c"], c: int):
    return won[c] / games[c] if games[c] else 0.0


@borrowing
def _judge(walk: Walk, table: Table, s: int) -> None:
    """Find the choice of state ``s`` with the highest mean, and for how long that is certain.

    Means are float64, 0 for a choice never made; of equal ones the first is best. A choice stays
    best as long as its sum is above that at the mean of the next one, even if from now on it wins
    the ``least`` possible each time.
    """
    games, won, least = table.games, table.won, walk.least
    first, last = walk.first_choice[s], walk.first_choice[s + 1]
    leader = first
    most = _mean(games, won, first)
    second = -np.inf
    for c in range(first + 1, last):
        mean = _mean(games, won, c)
        if mean > most:
            leader, most, second = c, mean, most
        else:
            second = max(second, mean)
    table.best[s] = leader - first
    falls = second - least[leader]
    # For a single choice the lead is infinite or NaN, and the fall is below 0.
    size = abs(won[leader]) + (games[leader] + MOST_SAFE) * (abs(second) + abs(least[leader]))
    lead = won[leader] - second * games[leader] - CLOSE * size
    if last - first > 1 and not lead > 0.0:
        table.safe[s] = 0
    elif falls <= 0.0:
        table.safe[s] = MOST_SAFE
    else:
        table.safe[s] = np.int64(min(lead / falls, float(MOST_SAFE)))


@borrowing
def _draw(walk: Walk, node: int, word: u64):
    """Draw at a chance ``node`` with a random uint64: the line to continue with."""
    drawn = walk.first[node] + below(word >> u64(32), walk.draws[node])
    other = (word & u64(0xFFFFFFFF)) >= walk.keep[drawn]
    return np.int64(walk.line[drawn, np.int64(other)])


@kernel
def moves_until_random(
    random: Array[U64, "1"],  # the random state
    log_stay: float,  # the logarithm of the probability that a choice is not random; 0 for never
) -> int:
    """Draw how many choices the table makes before the next random one."""
    word = next_word(random)
    if log_stay == 0.0:
        return np.int64(NEVER)
    moves = math.log(1.0 - unit(word)) / log_stay
    return np.int64(moves) if moves < NEVER else np.int64(NEVER)


@borrowing
def _work_out(walk: Walk, table: Table, lines: Lines, at: int) -> None:
    """Work out line ``at`` by the present best choices."""
    node = np.int64(walk.start[at])
    length = 0
    while walk.kind[node] >= 0:
        node = walk.first[node] + table.best[walk.kind[node]]
        length += 1
    lines.length[at] = length
    lines.end[at] = node
    i = 0
    back = node if walk.kind[node] == OVER else np.int64(0)
    while back > 0:
        before = np.int64(walk.parent[back])
        if walk.choice[back] >= 0:
            lines.choice[at, i] = u64(walk.choice[back])
            lines.state[at, i] = u64(walk.kind[before])
            lines.won[at, i] = walk.won[node, walk.turn[before]] + walk.paid[before]
            i += 1
        back = before
    choices, states = walk.least.shape[0], table.best.shape[0]
    for place in range(i, walk.longest):
        lines.choice[at, place] = u64(choices + place)
        lines.state[at, place] = u64(states + place)
        lines.won[at, place] = 0


@borrowing
def _play_node_by_node(
    walk: Walk, table: Table, node: int, until: int, log_stay: float, random: Array[U64, "1"]
):
    """Play a game on from a node, with some random choices.

    ``until`` is the number of choices before the next random one.
    -------
    node : int64
        The end of the game.
    until : int64
    """
    while walk.kind[node] != OVER:
        if walk.kind[node] == CHANCE:
            node = np.int64(walk.start[_draw(walk, node, next_word(random))])
        elif until > 0:
            until -= 1
            node = walk.first[node] + table.best[walk.kind[node]]
        else:
            state = walk.kind[node]
            count = walk.first_choice[state + 1] - walk.first_choice[state]
            node = walk.first[node] + below(next_word(random), count)
            until = moves_until_random(random, log_stay)
    return node, until


@borrowing
def _write_down(walk: Walk, table: Table, node: int):
    """Record the game that ends at a node in the table; negative if a best choice may change."""
    signs = np.int64(0)
    back = node
    while back > 0:
        before = np.int64(walk.parent[back])
        c = walk.choice[back]
        if c >= 0:
            s = walk.kind[before]
            table.games[c] += 1
            # His final chips less his chips when he chose.
            table.won[c] += walk.won[node, walk.turn[before]] + walk.paid[before]
            table.safe[s] -= 1
            if c != walk.first_choice[s] + table.best[s]:
                table.safe[s] = -1
            signs |= table.safe[s]
        back = before
    return signs


@borrowing
def _judge_again(walk: Walk, table: Table, lines: Lines, node: int) -> None:
    """Judge the states before a node whose lead is uncertain; forget the lines that change."""
    back = node
    while back > 0:
        before = np.int64(walk.parent[back])
        s = walk.kind[before]
        if s >= 0 and table.safe[s] < 0:
            was = table.best[s]
            _judge(walk, table, s)
            if table.best[s] != was:
                for i in range(walk.first_line[s], walk.first_line[s + 1]):
                    lines.length[walk.lines[i]] = -1
        back = before


@kernel
def play(
    walk: Walk,
    log_stay: float,  # as in :func:`moves_until_random`
    rounds: int,  # the number of games
    random: Array[U64, "1"],  # the random state
    until_random: Array[I64, "1"],  # the number of choices before the next random one
    # Updated: the table.
    games_of: Array[I64, "c"],
    won_of: Array[I64, "c"],
) -> None:
    """Play games, recording each in the table before the next."""
    longest = walk.longest
    states, choices, m = walk.first_choice.shape[0] - 1, games_of.shape[0], walk.start.shape[0]
    # Arrays that every game uses have local names here, besides their place in the tuples.
    games = zeros(choices + longest, np.int64)
    won = zeros(choices + longest, np.int64)
    for c in range(choices):
        games[c], won[c] = games_of[c], won_of[c]
    safe = np.full(states + longest, NEVER, np.int64)
    table = Table(games, won, empty(states, np.int64), safe)
    for s in range(states):
        _judge(walk, table, s)
    length = np.full(m, -1, np.int64)
    end = empty(m, np.int64)
    line_choice = empty((m, longest), np.uint64)
    line_state = empty((m, longest), np.uint64)
    line_won = empty((m, longest), np.int64)
    lines = Lines(length, end, line_choice, line_state, line_won)
    kind = walk.kind
    until = until_random[0]
    for _ in range(rounds):
        at = np.int64(0)
        if kind[0] == CHANCE:
            at = _draw(walk, 0, next_word(random))
        by_the_table = True
        while True:
            if length[at] < 0:
                _work_out(walk, table, lines, at)
            if until < length[at]:
                by_the_table = False
                break
            until -= length[at]
            if kind[end[at]] == OVER:
                break
            at = _draw(walk, end[at], next_word(random))
        node = end[at]
        signs = np.int64(0)
        if by_the_table:
            row = u64(at)
            for i in range(longest):
                c = line_choice[row, i]
                games[c] += 1
                won[c] += line_won[row, i]
                s = line_state[row, i]
                safe[s] -= 1
                signs |= safe[s]
        else:
            node = np.int64(walk.start[at])
            node, until = _play_node_by_node(walk, table, node, until, log_stay, random)
            signs = _write_down(walk, table, node)
        if signs < 0:
            _judge_again(walk, table, lines, node)
    until_random[0] = until
    for c in range(choices):
        games_of[c], won_of[c] = games[c], won[c]
