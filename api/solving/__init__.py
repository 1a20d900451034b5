"""Spots after the flop in Python: what is solved, and what is read of it.

Belongs here: arguments as people give them, and results that show themselves.
Does not: solving (``engine/solving/``), and push or fold before the flop (``push_fold/``).

- ``solve``: how to play a spot
- ``Solved``: strategies of both players
- ``Countered``: the same against a player who keeps to habits
- ``SolvedDecision``: what a player does at a decision
- ``solve_many``: spots solved into the lake
- ``SolvedMany``: their rows
- ``solved_spot``: open one of them
- ``SolvedSpot``: a spot of the lake
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .many import SolvedMany, SolvedSpot, solve_many, solved_spot
    from .solved import Countered, Solved, SolvedDecision, solve

__all__ = [
    "Countered",
    "Solved",
    "SolvedDecision",
    "SolvedMany",
    "SolvedSpot",
    "solve",
    "solve_many",
    "solved_spot",
]

__getattr__ = loader(__name__)
