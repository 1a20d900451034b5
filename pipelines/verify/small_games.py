"""What strategies of small games are worth, by plain recursion over the rules.

It shares the rules of the games with the engine, but no tree, no levels and no arrays.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pokerlake.engine.games.tree.game import CHANCE, OVER, Game

Strategy = Mapping[tuple[int, str, str], float]  # player 1 .., state, choice


@dataclass(frozen=True)
class Worth:
    """Chips a game."""

    value: float  # what the first player wins
    nash_conv: float  # what the players could win more in all, each by a best response


def worth(game: Game[Any], strategy: Strategy) -> Worth:
    """The value and the NashConv of a strategy of all players."""
    now = _won(game, strategy, game.start())
    best = [_Best(game, strategy, player).value(game.start()) for player in range(game.players)]
    return Worth(now[0], sum(best) - sum(now))


def _won(game: Game[Any], strategy: Strategy, node: Any) -> list[float]:
    """The chips that each player wins on average from a node on."""
    if game.turn(node) == OVER:
        return [float(chips) for chips in game.won(node)]
    total = [0.0] * game.players
    for chance, after in _steps(game, strategy, node):
        if chance:
            won = _won(game, strategy, after)
            total = [sum_ + chance * chips for sum_, chips in zip(total, won, strict=True)]
    return total


def _steps(game: Game[Any], strategy: Strategy, node: Any) -> list[tuple[float, Any]]:
    turn = game.turn(node)
    if turn == CHANCE:
        return [(float(chance), after) for chance, after in game.chances(node)]
    seen = game.seen(node)
    return [
        (strategy[turn + 1, seen, choice], game.after(node, choice))
        for choice in game.choices(node)
    ]


class _Best:
    """The best that one player can do against the others."""

    def __init__(self, game: Game[Any], strategy: Strategy, player: int) -> None:
        self.game, self.strategy, self.player = game, strategy, player
        # The nodes of each of his states, with the chance that the others' choices lead to them.
        self.nodes: dict[str, list[tuple[float, Any]]] = defaultdict(list)
        self.chosen: dict[str, str] = {}
        self._collect(game.start(), 1.0)

    def _collect(self, node: Any, reach: float) -> None:
        turn = self.game.turn(node)
        if turn == OVER:
            return
        if turn == self.player:
            self.nodes[self.game.seen(node)].append((reach, node))
            for choice in self.game.choices(node):
                self._collect(self.game.after(node, choice), reach)
            return
        for chance, after in _steps(self.game, self.strategy, node):
            self._collect(after, reach * chance)

    def value(self, node: Any) -> float:
        """The chips that the player wins from a node on."""
        turn = self.game.turn(node)
        if turn == OVER:
            return float(self.game.won(node)[self.player])
        if turn == self.player:
            return self.value(self.game.after(node, self._choice(self.game.seen(node))))
        steps = _steps(self.game, self.strategy, node)
        return sum(chance * self.value(after) for chance, after in steps if chance)

    def _choice(self, seen: str) -> str:
        if seen not in self.chosen:
            nodes, after = self.nodes[seen], self.game.after

            def gain(choice: str) -> float:
                reached = ((reach, node) for reach, node in nodes if reach)
                return sum(reach * self.value(after(node, choice)) for reach, node in reached)

            self.chosen[seen] = max(self.game.choices(nodes[0][1]), key=gain)
        return self.chosen[seen]
