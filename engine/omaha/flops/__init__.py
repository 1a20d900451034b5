"""Every hole of four cards on every flop: the rows that stand for them, and what they come to.

Belongs here: canonical holes on canonical flops, and how often they win at the river.
Does not: all rivers at once (``omaha/``), and the same of two cards (``keys/``, ``strength/``).

- ``flop_outcomes``: class, wins and ties of each canonical hole on a flop
- ``FlopOutcomes``: what ``flop_outcomes`` returns
- ``flop_row_keys``: the row of each raw hole on a raw flop
- ``FlopRowKeys``: what ``flop_row_keys`` returns
- ``hands_of_holes``: the hole of the smallest suits before the flop, by number
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .outcomes import FlopOutcomes, flop_outcomes
    from .rows import FlopRowKeys, flop_row_keys, hands_of_holes

__all__ = [
    "FlopOutcomes",
    "FlopRowKeys",
    "flop_outcomes",
    "flop_row_keys",
    "hands_of_holes",
]

__getattr__ = loader(__name__)
