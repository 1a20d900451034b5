"""The exact solution of a two-player zero-sum game: a linear programme over its sequences."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlake.lazy import extra

from .flat import GameError, Tree, sequences
from .game import OVER
from .values import reach_of, values

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Solution:
    """An equilibrium."""

    value: float  # the chips that it is worth to the first player
    strategy: Floats  # (c,): of both players; uniform in states that they never reach


def solve(tree: Tree) -> Solution:
    """Solve a game of two players in which one wins what the other loses.

    Each player's programme is over his sequences: the chance, by his own choices alone, of coming
    to each of them. Source: Koller, Megiddo, von Stengel, "Fast algorithms for finding randomized
    strategies in game trees" (1994); HiGHS solves it.

    Raises
    ------
    GameError
        If the game is not of two players, or not zero-sum.
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
    return Solution(float(values(tree, strategy)[0]), strategy)


def check_zero_sum(tree: Tree) -> None:
    """Raise GameError if the game is not of two players, one of whom wins what the other loses."""
    if tree.players != 2 or tree.won.sum(axis=1).any():
        raise GameError(
            f"{tree.name} is not a game of two players in which one wins what the other loses: "
            "it has no linear programme"
        )


def _plan(tree: Tree, player: int) -> Floats:
    """The chances of a player's sequences, ``(1 + c,)``: the empty one, then by last choice.

    He maximises what he gets at the start of the game if in each of the opponent's states the
    opponent takes the choice that leaves him least.
    """
    with extra("games"):
        from scipy.optimize import linprog
        from scipy.sparse import coo_array

    own, other = sequences(tree, player), sequences(tree, 1 - player)
    count, states = 1 + len(tree.choices), len(tree.names)
    # Variables: the chances of his sequences, then what is left to him at each state of the other.
    n = count + states + 1
    ends = np.flatnonzero(tree.turn == OVER)
    reach = reach_of(tree, tree.chance)[ends] * tree.won[ends, player]
    theirs = np.flatnonzero(tree.state_turn == 1 - player)

    # value(state before a choice) <= sum over games it ends + sum of values of the states after it.
    before = np.full(1 + len(tree.choices), count + states)  # the state a sequence's choice is of
    for state in theirs:
        before[1 + tree.first_choice[state] : 1 + tree.first_choice[state + 1]] = count + state
    used = np.concatenate([[0], *(1 + np.arange(*tree.first_choice[s : s + 2]) for s in theirs)])
    used = used.astype(np.int64)
    after = np.full(states, -1)
    mine = np.flatnonzero(tree.turn == 1 - player)
    after[tree.state[mine]] = other[mine]
    rows = np.concatenate([used, other[ends], after[theirs]])
    columns = np.concatenate([before[used], own[ends], count + theirs])
    entries = np.concatenate([np.ones(len(used)), -reach, -np.ones(len(theirs))])
    bounds = coo_array((entries, (rows, columns)), shape=(count, n)).tocsr()[used]

    # The empty sequence has chance 1; the choices of a state share the chance of coming to it.
    equal_rows, equal_columns, equal_entries = [0], [0], [1.0]
    nodes = np.flatnonzero(tree.turn == player)
    came = np.full(states, -1)
    came[tree.state[nodes]] = own[nodes]
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
    found = linprog(
        goal, A_ub=bounds, b_ub=np.zeros(len(used)), A_eq=equal, b_eq=right, bounds=limits
    )
    if found.status != 0:
        raise GameError(f"{tree.name} cannot be solved: {found.message}")
    plan: Floats = np.maximum(found.x[:count], 0)
    return plan
