"""Solving spots after the flop: two players, any bets, to a given exploitability.

Belongs here: bet sizes, the public tree, boards and hands of a spot, regret minimization, and the
exploitability of a result.
Does not: push or fold before the flop (``push_fold/``), small games and draw poker (``games/``).

- ``Spot``: ranges, board, pot, stack, betting, rake
- ``Betting``: bet sizes of both players, from text
- ``Tree``: the public tree of a spot
- ``solve``: strategies of both players
- ``Solution``: what ``solve`` returns
- ``Decision``: what a player does at a node, hole by hole
- ``cost``: the memory and time that a spot takes
- ``Cost``: what ``cost`` returns
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .sizes import Betting
    from .solving import Cost, Decision, Solution, cost, solve
    from .tree import Spot, Tree

__all__ = ["Betting", "Cost", "Decision", "Solution", "Spot", "Tree", "cost", "solve"]

__getattr__ = loader(__name__)
