"""Card abstractions: holes that play alike, in buckets.

Belongs here: what holes are told apart by, distances, and the choice of buckets.
Does not: which row of a table a raw deal is (``keys/``), and files.

- ``run_outs``: the river equities that each hole on a flop or a turn can come to, sorted
- ``next_rows``: which holes on turns or rivers each of them is after the next card
- ``optimal_buckets``: the buckets of single numbers with the least squares, exactly
- ``cluster``: buckets of sorted rows of numbers, by the earth mover's distance
- ``Clusters``: what ``cluster`` returns
- ``medians_of``: the medians of buckets that are given
- ``spread``: how far rows are from these
- ``potential/``: buckets of holes by the buckets that they are in after the next card
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .clustering import Clusters, cluster, medians_of, spread
    from .features import next_rows, run_outs
    from .optimal import optimal_buckets

__all__ = [
    "Clusters",
    "cluster",
    "medians_of",
    "next_rows",
    "optimal_buckets",
    "run_outs",
    "spread",
]

__getattr__ = loader(__name__)
