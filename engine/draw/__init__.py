"""Five-card draw: hands, exchanges, duels and opening hands.

Belongs here: exact counts for every discard of every hand, and who wins a duel.
Does not: games that are learned (``games/``).

- ``draw_hands``: what each hand draws to, and what players usually throw away
- ``exchanges``: every discard of hands: what they come to
- ``canonical_discards``: the discards of hands up to suits
- ``duel``: known hands that exchange: who wins how often
- ``openings``: with which hands to open, raise and raise again
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .duels import duel
    from .exchange import canonical_discards, exchanges
    from .hands import draw_hands
    from .opening import openings

__all__ = ["canonical_discards", "draw_hands", "duel", "exchanges", "openings"]

__getattr__ = loader(__name__)
