"""Random cards.

Belongs here: decks, deals and streams of random numbers, all repeatable from a seed.
Does not: what uses the deals (``monte_carlo/``, ``games/``).

- ``deal``: cards without replacement, a column for each
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .deck import deal

__all__ = ["deal"]

__getattr__ = loader(__name__)
