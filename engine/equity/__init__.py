"""Equity of ranges against ranges, on any board.

Belongs here: two to ten players with ranges: how long an exact result takes, and the result, exact
or sampled.
Does not: known holes (``known_holes/``), which this room calls, and stored equities (``queries/``).

- ``Equity``: the result for all players
- ``equity``: how often each player wins
- ``plan``: how long the exact result would take
- ``Situation``: ranges, board and dead cards
- ``flop_equities``: range against range on every flop
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from ..pot_shares import Equity
    from .all_flops import flop_equities
    from .calculate import equity, plan
    from .situation import Situation

__all__ = ["Equity", "Situation", "equity", "flop_equities", "plan"]

__getattr__ = loader(__name__)
