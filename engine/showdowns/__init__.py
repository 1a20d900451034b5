"""Showdowns by the rule of a game: what hands are worth, and who has which share of the pot.

Belongs here: holes on boards, one player's or those of all, by a rule.
Does not: the rules as data (``catalogue``), and how often players win on one board (``equity/``,
``known_holes/``); on two boards from one deck that is in ``two_boards/``.

- ``high_ids``: the class of each hole on its board
- ``low_ids``: the class of its low, in games of two halves
- ``deal_ids``: both, of rows that may be null and boards of several sizes
- ``sharing``: which rows have a card in the hole and on the board
- ``showdown``: the hands and the shares of all players
- ``Showdown``: what ``showdown`` returns
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .evaluate import deal_ids, high_ids, low_ids, sharing
    from .shares import Showdown, showdown

__all__ = ["Showdown", "deal_ids", "high_ids", "low_ids", "sharing", "showdown"]

__getattr__ = loader(__name__)
