"""Omaha: a hand is two of the four, five or six cards of a hole, and three of the board.

Belongs here: classes of such hands, and how often a hole wins.
Does not: the rules as data (``rules/``), and hands of any cards of hole and board (``hands/``).

- ``omaha_class_ids``: the class of each hand of a batch
- ``pair_class_ids``: the class of each two cards on a board
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .evaluate import omaha_class_ids, pair_class_ids

__all__ = ["omaha_class_ids", "pair_class_ids"]

__getattr__ = loader(__name__)
