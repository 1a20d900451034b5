"""Holes on boards by the rule of a game: Omaha and its kin, hold'em, short deck.

Belongs here: their classes, of arguments and of files.
Does not: hands of any cards by an order (``evaluate.py``), and random deals (``deal.py``).

- ``evaluate_holes``: the classes of holes on one board
- ``evaluate_holes_file``: those of a file's rows
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .evaluate import evaluate_holes, evaluate_holes_file

__all__ = ["evaluate_holes", "evaluate_holes_file"]

__getattr__ = loader(__name__)
