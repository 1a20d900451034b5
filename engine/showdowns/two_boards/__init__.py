"""Two boards from one deck: run it twice, and games of two boards.

Belongs here: what players win on both of two boards, which have no card in common: exactly or by
sampling, in any game of the catalogue.
Does not: what they win on one board, which decides the mean (``equity/``).

- ``paired``: how often each player wins what on the first board, and what on the second
- ``PairedShares``: the result, with means, spreads and scoops
- ``Table``: players, boards and dead cards
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .calculate import paired
    from .shares import PairedShares
    from .table import Table

__all__ = ["PairedShares", "Table", "paired"]

__getattr__ = loader(__name__)
