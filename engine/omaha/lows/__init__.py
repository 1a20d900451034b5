"""Lows in Omaha: eight or better, of two cards of the hole and three of the board.

Belongs here: classes of such lows.
Does not: the order of lows as data (``orders/``), and high hands (``omaha/``).

- ``omaha_low_ids``: the class of the low of each hand of a batch
- ``low_of_sets``: the class of each set of ranks of a hole on each of a board
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .evaluate import omaha_low_ids
    from .tables import low_of_sets

__all__ = ["low_of_sets", "omaha_low_ids"]

__getattr__ = loader(__name__)
