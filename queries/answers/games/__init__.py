"""Holes on boards by the rule of a game: Omaha and its kin, hold'em, short deck.

Belongs here: their classes, of arguments and of files; players of Omaha, as equities take them,
one situation and columns of them.
Does not: hands of any cards by an order (``evaluate.py``), and random deals (``deal.py``).

- ``evaluate_holes``: the classes of holes on one board
- ``evaluate_holes_file``: those of a file's rows
- ``OmahaSituation``: players of Omaha at a showdown to come
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .equity import OmahaSituation
    from .evaluate import evaluate_holes, evaluate_holes_file

__all__ = ["OmahaSituation", "evaluate_holes", "evaluate_holes_file"]

__getattr__ = loader(__name__)
