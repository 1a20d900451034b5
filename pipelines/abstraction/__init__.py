"""Card abstractions into the lake: what is asked for, computed, and added to its tables.

Belongs here: which abstractions the lake has, what one costs, the rows of its tables, transitions.
Does not: features, distances and clustering (``engine/abstraction``).

- ``Abstraction``: a street, a kind and a number of buckets, checked
- ``abstract_into``: an abstraction looked up in the lake, or computed and added to it
- ``cost_of``: what computing one takes
- ``transitions_into``: where the holes of buckets go with the next cards
- ``buckets_by_row``: the bucket of each hole in the order of the tables
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .asked import Abstraction, cost_of
    from .measured import buckets_by_row
    from .running import abstract_into
    from .transitions import transitions_into

__all__ = ["Abstraction", "abstract_into", "buckets_by_row", "cost_of", "transitions_into"]

__getattr__ = loader(__name__)
