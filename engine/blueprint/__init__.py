"""Whole strategies for two players, from the first card on: cards in buckets, declared betting.

Belongs here: betting trees of all streets, deals of the board with all holes, and training.
Does not: spots with a known board (``solving/``), the buckets themselves (``abstraction/``).

- ``Limit``: fixed bets, and how many a street allows
- ``Lines``: the betting of a game, node by node
- ``lines_of``: the betting that the rules allow
- ``Deal``: the holes on one deal of the board, and their buckets
- ``Training``: a strategy that improves deal by deal
- ``Responses``: how good a strategy is: exact best responses to it, flop by flop
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .deals import Deal
    from .lines import Limit, Lines, lines_of
    from .responses import Responses
    from .training import Training

__all__ = ["Deal", "Limit", "Lines", "Responses", "Training", "lines_of"]

__getattr__ = loader(__name__)
