"""Equity in Omaha: known holes and ranges of four, five or six cards, on any board.

Belongs here: two to ten players with ranges: how long an exact answer takes, and the answer, exact
or sampled, of a whole pot or of one with a low half.
Does not: equity in hold'em (``equity/``), how sampling goes on (``monte_carlo/``), and all holes
against a random one (``omaha/``).

- ``omaha_equity``: who wins how often
- ``HalvedEquity``: the result where the pot has a high and a low half
- ``plan``: what the exact answer would take
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .calculate import HalvedEquity, omaha_equity, plan

__all__ = ["HalvedEquity", "omaha_equity", "plan"]

__getattr__ = loader(__name__)
