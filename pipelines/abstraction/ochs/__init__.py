"""Buckets of rivers by the equities against clusters of starting hands, into the lake.

Belongs here: the columns of such a run, and a recount of some of its rows by other code.
Does not: equities and clustering (``engine/abstraction/ochs``).

- ``ochs_points``: rivers, ready for a choice of buckets
- ``wrong_buckets``: holes of a sample that are not in the bucket with the nearest centre
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .recount import wrong_buckets
    from .running import ochs_points

__all__ = ["ochs_points", "wrong_buckets"]

__getattr__ = loader(__name__)
