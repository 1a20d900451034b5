"""The kernel of the result-table learner.

The choices to make next are known between two draws of chance, so the line that a game takes from
there is kept, with all that it adds to the table, until one of its choices changes: a game is then
a draw and a few sums. Whether a choice changes is worked out only when it may: as long as the best
one cannot have lost its lead, its games are counted down. Three times as fast as walking each game.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import math

import numpy as np
from numba import types

from pokerlake.engine.accelerate import array, inlined, kernel
from pokerlake.engine.dealing.stream import below, next_word, unit

# n = nodes, m = lines, s = states, c = choices of all states

NEVER = 1 << 62
MOST_SAFE = 1 << 30
CLOSE = 1e-15  # more than a few divisions and products of float64 can be out by

CHANCE = -1
OVER = -2

u64 = np.uint64


@inlined
def _mean(games, won, c):
    return won[c] / games[c] if games[c] else 0.0


@inlined
def _judge(s, games, won, first_choice, least, best, safe):
    """The choice of a state that has won most a game, and for how many more games that is sure.

    Means are float64, of a choice never made 0, of equal ones the first is best. It is still best
    as long as it has won more than it would at the next one's mean, even if it now wins the
    ``least`` it can each time.
    """
    first, last = first_choice[s], first_choice[s + 1]
    leader = first
    most = _mean(games, won, first)
    second = -np.inf
    for c in range(first + 1, last):
        mean = _mean(games, won, c)
        if mean > most:
            leader, most, second = c, mean, most
        else:
            second = max(second, mean)
    best[s] = leader - first
    falls = second - least[leader]
    # Of one choice alone the lead is infinite, or no number, and the fall below 0.
    size = abs(won[leader]) + (games[leader] + MOST_SAFE) * (abs(second) + abs(least[leader]))
    lead = won[leader] - second * games[leader] - CLOSE * size
    if last - first > 1 and not lead > 0.0:
        safe[s] = 0
    elif falls <= 0.0:
        safe[s] = MOST_SAFE
    else:
        safe[s] = np.int64(min(lead / falls, float(MOST_SAFE)))


@inlined
def _draw(node, first, draws, keep, line, word):
    """The line that chance takes."""
    drawn = first[node] + below(word >> u64(32), draws[node])
    other = (word & u64(0xFFFFFFFF)) >= keep[drawn]
    return np.int64(line[drawn, np.int64(other)])


@kernel(types.int64(types.uint64[::1], types.float64))
def moves_until_random(random, log_stay):
    """How many choices are made by the table before the next one at random.

    log_stay : the logarithm of the chance that a choice is not made at random; 0 for never.
    """
    word = next_word(random)
    if log_stay == 0.0:
        return np.int64(NEVER)
    moves = math.log(1.0 - unit(word)) / log_stay
    return np.int64(moves) if moves < NEVER else np.int64(NEVER)


@kernel(
    types.void(
        array("int8"),
        array("int32"),
        array("int32"),
        array("int64"),
        array("int64", 2),
        array("int32"),
        array("int32"),
        array("int32"),
        array("int32"),
        array("uint64"),
        array("int32", 2),
        array("int32"),
        array("int32"),
        array("int32"),
        array("int64"),
        types.int64,
        types.float64,
        types.int64,
        types.uint64[::1],
        types.int64[::1],
        types.int64[::1],
        types.int64[::1],
    )
)
def play(
    turn, parent, choice, paid, won_at, first_choice,
    kind, first, draws, keep, line, start, first_line, lines, least, longest,
    log_stay, rounds, random, until_random, games_of, won_of,
):  # fmt: skip
    """Play games and write each into the table ``games_of``, ``won_of``, (c,), before the next.

    log_stay : as in :func:`moves_until_random`.
    random, until_random : (1,), the stream, and the choices to be made before the next random one.
    """
    states, choices = first_choice.shape[0] - 1, games_of.shape[0]
    # Lines are filled up to the longest with choices and states of nobody, one for each place.
    games = np.zeros(choices + longest, np.int64)
    won = np.zeros(choices + longest, np.int64)
    games[:choices] = games_of
    won[:choices] = won_of
    best = np.empty(states, np.int64)
    safe = np.full(states + longest, NEVER, np.int64)
    for s in range(states):
        _judge(s, games, won, first_choice, least, best, safe)
    length = np.full(start.shape[0], -1, np.int64)
    end = np.empty(start.shape[0], np.int64)
    # Unsigned, since numba looks at the sign of every index that has one: a quarter faster.
    line_choice = np.empty((start.shape[0], longest), np.uint64)
    line_state = np.empty((start.shape[0], longest), np.uint64)
    line_won = np.empty((start.shape[0], longest), np.int64)
    until = until_random[0]
    for _ in range(rounds):
        at = np.int64(0)
        if kind[0] == CHANCE:
            at = _draw(0, first, draws, keep, line, next_word(random))
        by_the_table = True
        while True:
            if length[at] < 0:
                node = np.int64(start[at])
                length[at] = 0
                while kind[node] >= 0:
                    node = first[node] + best[kind[node]]
                    length[at] += 1
                end[at] = node
                i = 0
                back = node if kind[node] == OVER else np.int64(0)
                while back > 0:
                    before = np.int64(parent[back])
                    if choice[back] >= 0:
                        line_choice[at, i] = u64(choice[back])
                        line_state[at, i] = u64(kind[before])
                        line_won[at, i] = won_at[node, turn[before]] + paid[before]
                        i += 1
                    back = before
                for place in range(i, longest):
                    line_choice[at, place] = u64(choices + place)
                    line_state[at, place] = u64(states + place)
                    line_won[at, place] = 0
            if until < length[at]:
                by_the_table = False
                break
            until -= length[at]
            if kind[end[at]] == OVER:
                break
            at = _draw(end[at], first, draws, keep, line, next_word(random))
        signs = np.int64(0)
        node = end[at]
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
            node = np.int64(start[at])
            while kind[node] != OVER:
                if kind[node] == CHANCE:
                    node = np.int64(start[_draw(node, first, draws, keep, line, next_word(random))])
                elif until > 0:
                    until -= 1
                    node = first[node] + best[kind[node]]
                else:
                    count = first_choice[kind[node] + 1] - first_choice[kind[node]]
                    node = first[node] + below(next_word(random), count)
                    until = moves_until_random(random, log_stay)
            back = node
            while back > 0:
                before = np.int64(parent[back])
                if choice[back] >= 0:
                    s = kind[before]
                    games[choice[back]] += 1
                    # What he has in the end, less what he had when he chose.
                    won[choice[back]] += won_at[node, turn[before]] + paid[before]
                    safe[s] -= 1
                    if choice[back] != first_choice[s] + best[s]:
                        safe[s] = -1
                    signs |= safe[s]
                back = before
        if signs < 0:
            back = node
            while back > 0:
                before = np.int64(parent[back])
                s = kind[before]
                if s >= 0 and safe[s] < 0:
                    was = best[s]
                    _judge(s, games, won, first_choice, least, best, safe)
                    if best[s] != was:
                        for i in range(first_line[s], first_line[s + 1]):
                            length[lines[i]] = -1
                back = before
    until_random[0] = until
    games_of[:] = games[:choices]
    won_of[:] = won[:choices]
