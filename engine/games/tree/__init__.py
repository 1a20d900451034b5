"""Small games as trees: learned, solved and judged.

Belongs here: any game that fits in memory, described by ``Game``, as flat arrays for kernels.
Does not: draw poker, which is too large for a tree.

- ``Game``: what chance, players and choices are
- ``Tree``: a game as arrays
- ``tree_of``: the tree of a game
- ``Regrets``: counterfactual regret minimisation
- ``ResultTable``: the draw-poker blog's learner
- ``solve``: the equilibrium, by a linear programme
- ``best_response``: the most that a player can win against a strategy
- ``nash_conv``: how far a strategy is from an equilibrium
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .cfr import Regrets, ResultTable
    from .flat import Tree, tree_of
    from .game import Game
    from .values import best_response, nash_conv, solve

__all__ = [
    "Game",
    "Regrets",
    "ResultTable",
    "Tree",
    "best_response",
    "nash_conv",
    "solve",
    "tree_of",
]

__getattr__ = loader(__name__)
