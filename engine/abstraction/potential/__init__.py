"""Potential-aware buckets: holes told by the buckets that they are in after the next card.

Belongs here: the earth mover's distance between rows of buckets, and buckets of such rows.
Does not: buckets of sorted numbers (``clustering`` beside this room).

- ``NextBuckets``: rows of buckets, which can be put into buckets, and measured
- ``ground_distances``: the distances of buckets from their medians
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .next_buckets import NextBuckets, ground_distances

__all__ = ["NextBuckets", "ground_distances"]

__getattr__ = loader(__name__)
