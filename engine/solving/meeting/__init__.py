"""What hands of the two players can meet, and what they beat.

Belongs here: sums over the other's hands that share no card with a hand.
Does not: what betting lines are worth (``showdown_steps.py``, one room up).

- ``meet``: what each hand can meet, and what it beats on a river
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .hands import meet

__all__ = ["meet"]

__getattr__ = loader(__name__)
