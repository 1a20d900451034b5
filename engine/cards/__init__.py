"""Cards, holes, boards and suits: what everything else is made of.

Belongs here: their numbers and text, canonical forms up to suits, and the texture of boards.
Does not: what a hand is worth (``hands/``) or the row of a table (``keys/``).

- ``parse_card``: one card from text
- ``parse_hand``: several cards from text
- ``parse_column``: a column of text as columns of cards
- ``format_hand``: cards as text
- ``CardError``: raised for anything that is not a card, a hand or a board
- ``hole_id``: two cards as a number, 0 to 1325
- ``hole_cards``: the cards of every hole
- ``hand_of_hole``: the starting hand of every hole, 0 to 168
- ``canonical_boards``: flops, turns or rivers up to suits, with weights
- ``textures``: suits, pairs and connections of boards
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .boards import canonical_boards
    from .holes import hand_of_hole, hole_cards, hole_id
    from .text import CardError, format_hand, parse_card, parse_column, parse_hand
    from .texture import textures

__all__ = [
    "CardError",
    "canonical_boards",
    "format_hand",
    "hand_of_hole",
    "hole_cards",
    "hole_id",
    "parse_card",
    "parse_column",
    "parse_hand",
    "textures",
]

__getattr__ = loader(__name__)
