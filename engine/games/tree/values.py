"""What strategies are worth, exactly: values, best responses and NashConv.

A strategy is a chance for each choice of each state, ``(c,)``, of all players together. As an array
of objects, :class:`fractions.Fraction`, it gives exact fractions; as ``float64`` it gives floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from .flat import GameError, Tree
from .game import OVER

Numbers = npt.NDArray[Any]

_SUMS_TO_ONE = 1e-9


@dataclass(frozen=True)
class BestResponse:
    """The best that a player can do against the others' strategies.

    Attributes
    ----------
    value : Fraction or float
        Chips he wins by it.
    choice : (s,) int32
        What he chooses in each of his states, of all c choices; -1 in others' and where he does not
        come whatever he does.
    """

    value: Any
    choice: npt.NDArray[np.int32]


def exact_strategy(values: Sequence[Fraction | int | float | str]) -> Numbers:
    """Chances as fractions, in an array of objects; a float is taken for what it is in binary."""
    return np.array([Fraction(value) for value in values], object)


def values(tree: Tree, strategy: Numbers) -> Numbers:
    """Chips each player wins on average, ``(p,)``, floats or fractions as the strategy.

    Raises
    ------
    GameError
        If it is no strategy of the game.
    """
    strategy = _checked(tree, strategy)
    steps = _steps(tree, strategy)
    won = tree.won.astype(strategy.dtype)
    found = _backwards(tree, won, steps)
    result: Numbers = found[0]
    return result


def best_response(tree: Tree, strategy: Numbers, player: int) -> BestResponse:
    """The best response of one player to the strategies of the others.

    Raises
    ------
    GameError
        If it is no strategy of the game.
    """
    strategy = _checked(tree, strategy)
    own = np.zeros(len(tree.turn), bool)
    own[1:] = tree.turn[tree.parent[1:]] == player
    steps = _steps(tree, strategy)
    steps[own] = 1 + 0 * steps[own]
    reach = _reach(tree, steps)
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
    """How much the players could gain in all if each alone went over to a best response.

    0 in an equilibrium. Source: Lanctot et al., "A unified game-theoretic approach to multiagent
    reinforcement learning" (2017).

    Raises
    ------
    GameError
        If it is no strategy of the game.
    """
    now = values(tree, strategy)
    gains = [best_response(tree, strategy, p).value - now[p] for p in range(tree.players)]
    return sum(gains[1:], gains[0])


def choice_gains(tree: Tree, strategy: Numbers) -> Numbers:
    """Chips a game that a player would win more who always made a choice, ``(c,)``.

    He makes it whenever he comes to its state, to which he goes as far as it is up to him, and does
    nothing else differently: its counterfactual regret. Source: Zinkevich et al., "Regret
    minimization in games with incomplete information" (2007).

    Raises
    ------
    GameError
        If it is no strategy of the game.
    """
    strategy = _checked(tree, strategy)
    steps = _steps(tree, strategy)
    value = _backwards(tree, tree.won.astype(strategy.dtype), steps)
    gains = np.zeros(len(tree.choices), strategy.dtype)
    for player in range(tree.players):
        chosen = np.flatnonzero((tree.choice >= 0) & (tree.turn[tree.parent] == player))
        others = steps.copy()
        others[chosen] = 1 + 0 * others[chosen]
        reach = _reach(tree, others)
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
        state = (
            int(wrong[0])
            if len(wrong)
            else int(np.argmax(tree.first_choice[1:] > np.argmin(strategy)))
        )
        raise GameError(
            f"the chances in state {tree.names[state]!r} are no chances that add up to 1"
        )
    return strategy


def _levels(tree: Tree) -> list[npt.NDArray[np.int64]]:
    return [np.arange(a, b) for a, b in zip(tree.levels[:-1], tree.levels[1:], strict=True)]


def _below(tree: Tree, nodes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The children of nodes, one node's after the other's."""
    counts = tree.children[nodes]
    ends = np.cumsum(counts)
    return np.repeat(tree.first_child[nodes] - ends + counts, counts) + np.arange(ends[-1])


def _steps(tree: Tree, strategy: Numbers) -> Numbers:
    """How likely each node follows on the one before."""
    exact = strategy.dtype == object
    steps = np.array(tree.exact_chance, object) if exact else tree.chance.copy()
    chosen = tree.choice >= 0
    steps[chosen] = strategy[tree.choice[chosen]]
    return steps


def _reach(tree: Tree, steps: Numbers) -> Numbers:
    reach = steps.copy()
    for nodes in _levels(tree)[1:]:
        reach[nodes] = reach[tree.parent[nodes]] * steps[nodes]
    return reach


def _sums(tree: Tree, nodes: npt.NDArray[np.int64], weighted: Numbers) -> Numbers:
    counts = tree.children[nodes]
    starts = np.cumsum(counts) - counts
    sums: Numbers = np.add.reduceat(weighted[_below(tree, nodes)], starts, axis=0)
    return sums


def _backwards(tree: Tree, value: Numbers, steps: Numbers) -> Numbers:
    """The values of all nodes, from those at which the game is over."""
    for nodes in reversed(_levels(tree)):
        inner = nodes[tree.turn[nodes] != OVER]
        if len(inner):
            value[inner] = _sums(tree, inner, steps[:, None] * value)
    return value
