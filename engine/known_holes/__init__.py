"""Two to ten known holes on every board.

Belongs here: exact enumeration where each player's two cards are known.
Does not: ranges (``equity/``) and sampling (``monte_carlo/``).

- ``heads_up``: two holes on all 1,712,304 boards: wins and ties
- ``multiway``: two to ten holes: who shares each pot
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .several import multiway
    from .two import heads_up

__all__ = ["heads_up", "multiway"]

__getattr__ = loader(__name__)
