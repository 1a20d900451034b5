"""Situations in Omaha by the thousand, a row each.

Belongs here: known holes, each row on a board of its own.
Does not: one situation with ranges, or before the flop (``equity/omaha/``).

- ``omaha_multiway``: who shares each pot, over all that can come to a flop, turn or river
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .known import omaha_multiway

__all__ = ["omaha_multiway"]

__getattr__ = loader(__name__)
