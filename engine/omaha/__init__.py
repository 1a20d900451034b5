"""Omaha: a hand is two of the four, five or six cards of a hole, and three of the board.

Belongs here: classes of such hands, and how often a hole wins.
Does not: the rules as data (``rules/``), and hands of any cards of hole and board (``hands/``).

- ``omaha_class_ids``: the class of each hand of a batch
- ``pair_class_ids``: the class of each two cards on a board
- ``outcomes_on``: wins and ties of all holes against a random one, on boards of some ranks
- ``outcomes_of``: those of each hole, of these sums
- ``Outcomes``: what ``outcomes_on`` returns
- ``rank_boards``: the ranks that a river can have
- ``deals_of``: how many deals a hole has over all rivers
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .evaluate import omaha_class_ids, pair_class_ids
    from .outcomes import Outcomes, deals_of, outcomes_of, outcomes_on, rank_boards

__all__ = [
    "Outcomes",
    "deals_of",
    "omaha_class_ids",
    "outcomes_of",
    "outcomes_on",
    "pair_class_ids",
    "rank_boards",
]

__getattr__ = loader(__name__)
