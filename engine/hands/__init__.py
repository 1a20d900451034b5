"""What a hand of five to seven cards is worth.

Belongs here: the 7,462 classes, their names, the rank graph, evaluation, and the order of holes on
a board.
Does not: how a hand may improve (``strength/``) and how often it wins (``equity/``).

- ``class_ids``: the class of each hand of a batch
- ``class_ids_of_text``: the same for a column of text
- ``class_of``: the class of one hand from its cards, one by one, without a kernel
- ``class_of_cards``: the same from a sequence
- ``class_of_text``: the same from text
- ``compare``: who wins, hand by hand
- ``hand_classes``: every class: category, ranks and English name
- ``class_counts``: how many of all hands fall in each class
- ``merged_graph``: the graph that kernels walk
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .classes import hand_classes
    from .evaluate import class_counts, class_ids, class_ids_of_text, compare
    from .one_hand import class_of, class_of_cards, class_of_text
    from .rank_graph import merged_graph

__all__ = [
    "class_counts",
    "class_ids",
    "class_ids_of_text",
    "class_of",
    "class_of_cards",
    "class_of_text",
    "compare",
    "hand_classes",
    "merged_graph",
]

__getattr__ = loader(__name__)
