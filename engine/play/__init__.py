"""Blueprint strategies at play: what a player does after a line, and who wins a match.

Belongs here: strategies as tables, bets that a tree lacks, hands that are played in batches.
Does not: how strategies are trained (``blueprint/``), and the buckets of cards (``abstraction/``).

- ``Strategy``: a betting tree and a strategy on it, in the form that kernels take
- ``strategy_of``: a strategy from lines and shares
- ``follow``: where a line leads in a betting tree
- ``Match``: two strategies that play each other
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .following import follow
    from .matches import Match
    from .strategies import Strategy, strategy_of

__all__ = ["Match", "Strategy", "follow", "strategy_of"]

__getattr__ = loader(__name__)
