"""Every hole on a board against every opponent: strength, potential and their ratios.

Belongs here: counts of ahead, tied and behind, now and later, and what is reckoned from them.
Does not: known holes (``known_holes/``), and exact equity of several players (``equity/``).

- ``strengths``: all holes of flops and turns: now, next card, river, and changes between
- ``river_outcomes``: wins and ties of all holes of rivers
- ``strength_against``: one hole against a range
- ``board_strengths``: all holes of a board against a range
- ``several_opponents``: one hole against several ranges, by a product: an approximation
- ``hand_strength``: HS of counts
- ``positive_potential``: PPot of counts
- ``negative_potential``: NPot of counts
- ``effective_hand_strength``: EHS of the three
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .ratios import (
        effective_hand_strength,
        hand_strength,
        negative_potential,
        positive_potential,
    )
    from .rivers import river_outcomes
    from .transitions import strengths
    from .weighted import board_strengths, several_opponents, strength_against

__all__ = [
    "board_strengths",
    "effective_hand_strength",
    "hand_strength",
    "negative_potential",
    "positive_potential",
    "river_outcomes",
    "several_opponents",
    "strength_against",
    "strengths",
]

__getattr__ = loader(__name__)
