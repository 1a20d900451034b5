"""Exact evaluation of strategies: values, best responses and NashConv.

A strategy has a probability for each choice of each state of all players, ``(c,)``. An array of
:class:`fractions.Fraction` objects gives exact fractions, and ``float64`` gives floats.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.lazy import extra

from ...signatures import F64, I32, I64
from .flat import GameError, Tree, sequences
from .game import OVER

Numbers = npt.NDArray[Any]

_SUMS_TO_ONE = 1e-9


@dataclass(frozen=True)
class BestResponse:
    """A player's best response to the others' strategies."""

    value: Any  # the chips that it wins
    # (s,): his choice in each of his states, of all c choices; -1 in others' states and in states
    # that he cannot reach.
    choice: I32


def values(tree: Tree, strategy: Numbers) -> Numbers:
    """The chips that each player wins on average, ``(p,)``: floats or fractions as the strategy.

    Raises GameError if it is not a strategy of the game, here and below.
    """
    strategy = _checked(tree, strategy)
    value = _backwards(tree, tree.won.astype(strategy.dtype), _steps(tree, strategy))
    return np.asarray(value[0])


def best_response(tree: Tree, strategy: Numbers, player: int) -> BestResponse:
    """The best response of one player to the strategies of the others.

    Raises GameError if it is not a strategy of the game.
    """
    strategy = _checked(tree, strategy)
    is_own = np.zeros(len(tree.turn), bool)
    is_own[1:] = tree.turn[tree.parent[1:]] == player
    steps = _steps(tree, strategy)
    steps[is_own] = 1 + 0 * steps[is_own]
    reach = reach_of(tree, steps)
    value = tree.won[:, player].astype(strategy.dtype)
    best = np.full(len(tree.names), -1, np.int32)
    gains = np.zeros(len(tree.choices), strategy.dtype)
    for nodes in reversed(_levels(tree)):
        mine = nodes[tree.turn[nodes] == player]
        if len(mine):
            below = _below(tree, mine)
            np.add.at(gains, tree.choice[below], reach[below] * value[below])
            for state in np.unique(tree.state[mine]):
                first, last = tree.first_choice[state : state + 2]
                best[state] = first + int(np.argmax(gains[first:last]))
            chosen = best[tree.state[mine]] - tree.first_choice[tree.state[mine]]
            value[mine] = value[tree.first_child[mine] + chosen]
        others = nodes[(tree.turn[nodes] != player) & (tree.turn[nodes] != OVER)]
        if len(others):
            value[others] = _sums(tree, others, steps * value)
    reached = np.zeros(len(tree.names), bool)
    mine = tree.turn == player
    reached[tree.state[mine & (reach > 0)]] = True
    return BestResponse(value[0], np.where(reached, best, -1).astype(np.int32))


def nash_conv(tree: Tree, strategy: Numbers) -> Any:
    """The sum of the players' gains, each from changing alone to a best response.

    It is 0 in an equilibrium. Source: Lanctot et al., "A unified game-theoretic approach to
    multiagent reinforcement learning" (2017).

    Raises GameError if it is not a strategy of the game.
    """
    now = values(tree, strategy)
    gains = [best_response(tree, strategy, p).value - now[p] for p in range(tree.players)]
    return sum(gains[1:], gains[0])


def choice_gains(tree: Tree, strategy: Numbers) -> Numbers:
    """The chips a game that a player would win more by always making a choice, ``(c,)``.

    He plays so as to reach its state, makes the choice whenever he is there, and changes nothing
    else: this is the counterfactual regret. Source: Zinkevich et al., "Regret minimization in games
    with incomplete information" (2007).
    """
    strategy = _checked(tree, strategy)
    steps = _steps(tree, strategy)
    value = _backwards(tree, tree.won.astype(strategy.dtype), steps)
    gains = np.zeros(len(tree.choices), strategy.dtype)
    for player in range(tree.players):
        chosen = np.flatnonzero((tree.choice >= 0) & (tree.turn[tree.parent] == player))
        others = steps.copy()
        others[chosen] = 1 + 0 * others[chosen]
        reach = reach_of(tree, others)
        more = value[chosen, player] - value[tree.parent[chosen], player]
        np.add.at(gains, tree.choice[chosen], reach[chosen] * more)
    return gains


def _checked(tree: Tree, strategy: Numbers) -> Numbers:
    if strategy.shape != (len(tree.choices),):
        raise GameError(
            f"a strategy of {tree.name} has {len(tree.choices)} chances, not {strategy.shape}"
        )
    if strategy.dtype != object:
        strategy = strategy.astype(np.float64)
    sums = np.add.reduceat(strategy, tree.first_choice[:-1])
    wrong = np.flatnonzero(~(np.abs(sums - 1) <= _SUMS_TO_ONE).astype(bool))  # NaN too
    if len(wrong) or (strategy < 0).any():
        negative = np.flatnonzero(tree.first_choice[1:] > np.argmin(strategy))
        state = tree.names[[*wrong, *negative][0]]
        raise GameError(f"the chances in state {state!r} are not chances that add up to 1")
    return strategy


def _levels(tree: Tree) -> list[I64]:
    return [np.arange(a, b) for a, b in zip(tree.levels[:-1], tree.levels[1:], strict=True)]


def _below(tree: Tree, nodes: I64) -> I64:
    """The children of some nodes, node by node."""
    counts = tree.children[nodes]
    ends = np.cumsum(counts)
    return np.repeat(tree.first_child[nodes] - ends + counts, counts) + np.arange(ends[-1])


def _steps(tree: Tree, strategy: Numbers) -> Numbers:
    """The probability of each node after its parent."""
    exact = strategy.dtype == object
    steps = np.array(tree.exact_chance, object) if exact else tree.chance.copy()
    chosen = tree.choice >= 0
    steps[chosen] = strategy[tree.choice[chosen]]
    return steps


def reach_of(tree: Tree, steps: Numbers) -> Numbers:
    """The probability of each node, from the probabilities of nodes after their parents."""
    reach = steps.copy()
    for nodes in _levels(tree)[1:]:
        reach[nodes] = reach[tree.parent[nodes]] * steps[nodes]
    return reach


def _sums(tree: Tree, nodes: I64, weighted: Numbers) -> Numbers:
    counts = tree.children[nodes]
    starts = np.cumsum(counts) - counts
    sums: Numbers = np.add.reduceat(weighted[_below(tree, nodes)], starts, axis=0)
    return sums


def _backwards(tree: Tree, value: Numbers, steps: Numbers) -> Numbers:
    """The values of all nodes, computed backwards from the ends of the game."""
    for nodes in reversed(_levels(tree)):
        inner = nodes[tree.turn[nodes] != OVER]
        if len(inner):
            value[inner] = _sums(tree, inner, steps[:, None] * value)
    return value


@dataclass(frozen=True)
class TreeSolution:
    """An equilibrium."""

    value: float  # the chips that it is worth to the first player
    strategy: F64  # (c,): of both players; uniform in states that they never reach


def solve(tree: Tree) -> TreeSolution:
    """Solve a two-player game in which one wins what the other loses.

    Each player's linear programme is over his sequences: the probability, by his own choices alone,
    of coming to each of them. Source: Koller, Megiddo, von Stengel, "Fast algorithms for finding
    randomized strategies in game trees" (1994); HiGHS solves it.

    Raises
    ------
    GameError
        If the game does not have two players, or is not zero-sum.
    MissingExtraError
        If scipy is not installed.
    """
    check_zero_sum(tree)
    strategy = tree.uniform()
    for player in range(2):
        plan = _plan(tree, player)
        for state in np.flatnonzero(tree.state_turn == player):
            first, last = tree.first_choice[state : state + 2]
            total = plan[1 + first : 1 + last].sum()
            if total > 1e-12:
                strategy[first:last] = plan[1 + first : 1 + last] / total
    return TreeSolution(float(values(tree, strategy)[0]), strategy)


def check_zero_sum(tree: Tree) -> None:
    """Raise GameError unless the game has two players and one wins what the other loses."""
    if tree.players != 2 or tree.won.sum(axis=1).any():
        raise GameError(
            f"{tree.name} is not a game of two players in which one wins what the other loses: "
            "it has no linear programme"
        )


def _plan(tree: Tree, player: int) -> F64:
    """The probabilities of a player's sequences, ``(1 + c,)``: the empty one, then by last choice.

    He maximises his value at the start of the game, given that in each of the opponent's states the
    opponent takes the choice that leaves him least.
    """
    with extra("games"):
        from scipy.optimize import linprog
        from scipy.sparse import coo_array

    own_sequences, other_sequences = sequences(tree, player), sequences(tree, 1 - player)
    count, states = 1 + len(tree.choices), len(tree.names)
    # Variables: the probabilities of his sequences, then his value at each state of the other.
    n = count + states + 1
    ends = np.flatnonzero(tree.turn == OVER)
    reach = reach_of(tree, tree.chance)[ends] * tree.won[ends, player]
    theirs = np.flatnonzero(tree.state_turn == 1 - player)

    # value(state before a choice) <= sum over games it ends + sum of values of the states after it.
    before = np.full(1 + len(tree.choices), count + states)  # the state of a sequence's last choice
    for state in theirs:
        before[1 + tree.first_choice[state] : 1 + tree.first_choice[state + 1]] = count + state
    used = np.concatenate([[0], *(1 + np.arange(*tree.first_choice[s : s + 2]) for s in theirs)])
    used = used.astype(np.int64)
    after = np.full(states, -1)
    mine = np.flatnonzero(tree.turn == 1 - player)
    after[tree.state[mine]] = other_sequences[mine]
    rows = np.concatenate([used, other_sequences[ends], after[theirs]])
    columns = np.concatenate([before[used], own_sequences[ends], count + theirs])
    entries = np.concatenate([np.ones(len(used)), -reach, -np.ones(len(theirs))])
    bounds = coo_array((entries, (rows, columns)), shape=(count, n)).tocsr()[used]

    # The empty sequence has chance 1; the choices of a state share the chance of coming to it.
    equal_rows, equal_columns, equal_entries = [0], [0], [1.0]
    nodes = np.flatnonzero(tree.turn == player)
    came = np.full(states, -1)
    came[tree.state[nodes]] = own_sequences[nodes]
    for row, state in enumerate(np.flatnonzero(tree.state_turn == player), 1):
        choices = 1 + np.arange(*tree.first_choice[state : state + 2])
        equal_rows += [row] * (len(choices) + 1)
        equal_columns += [int(came[state]), *choices.tolist()]
        equal_entries += [-1.0, *[1.0] * len(choices)]
    equal = coo_array(
        (equal_entries, (equal_rows, equal_columns)), shape=(equal_rows[-1] + 1, n)
    ).tocsr()
    right = np.zeros(equal.shape[0])
    right[0] = 1
    goal = np.zeros(n)
    goal[-1] = -1
    limits = [(0, None)] * count + [(None, None)] * (states + 1)
    solution = linprog(
        goal, A_ub=bounds, b_ub=np.zeros(len(used)), A_eq=equal, b_eq=right, bounds=limits
    )
    if solution.status != 0:
        raise GameError(f"{tree.name} cannot be solved: {solution.message}")
    plan: F64 = np.maximum(solution.x[:count], 0)
    return plan
