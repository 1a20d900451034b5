"""Shares of actions to lock a decision to.

Belongs here: shares that have given frequencies, and shares that suits treat alike.
Does not: solving a spot whose decisions are locked (``solving.py``, one room up).

- ``modelled_shares``: a model of which hands take an action too often, or too seldom
- ``alike_by_suits``: shares that are the same for holes that suits make the same
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .raking import modelled_shares
    from .suits import alike_by_suits

__all__ = ["alike_by_suits", "modelled_shares"]

__getattr__ = loader(__name__)
