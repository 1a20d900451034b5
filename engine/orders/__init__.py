"""Other orders of hands than hold'em's: short deck, lows and badugi.

Belongs here: the names of the classes of each order, and evaluation by it.
Does not: the order of hold'em (``hands/``), and what an order is, which is data
(``pokerlake.catalogue``).

- ``order_classes``: category and English name of each class
- ``order_ids``: the class of each hand of a batch
- ``order_ids_of_text``: the same for a column of text
- ``order_class``: the class of one hand, without a kernel
- ``order_ways``: how many of all hands fall in each class
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .classes import order_classes
    from .evaluate import order_class, order_ids, order_ids_of_text, order_ways

__all__ = [
    "order_class",
    "order_classes",
    "order_ids",
    "order_ids_of_text",
    "order_ways",
]

__getattr__ = loader(__name__)
