"""Spots after the flop in Python: what is solved, and what is read of it.

Belongs here: arguments as people give them, and results that show themselves.
Does not: solving (``engine/solving/``), and push or fold before the flop (``push_fold/``).

- ``solve``: how to play a spot
- ``Solved``: strategies of both players
- ``SolvedDecision``: what a player does at a decision
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .solved import Solved, SolvedDecision, solve

__all__ = ["Solved", "SolvedDecision", "solve"]

__getattr__ = loader(__name__)
