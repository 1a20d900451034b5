"""Card abstractions into the lake: what is asked for, computed, and added to its tables.

Belongs here: which abstractions the lake has, what one costs, and the rows of its tables.
Does not: features, distances and clustering (``engine/abstraction``).

- ``Abstraction``: a street, a kind and a number of buckets, checked
- ``abstract_into``: an abstraction looked up in the lake, or computed and added to it
- ``cost_of``: what computing one takes
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .asked import Abstraction, cost_of
    from .running import abstract_into

__all__ = ["Abstraction", "abstract_into", "cost_of"]

__getattr__ = loader(__name__)
