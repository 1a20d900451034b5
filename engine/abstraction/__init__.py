"""Card abstractions: holes that play alike, in buckets.

Belongs here: what holes are told apart by, distances, and the choice of buckets.
Does not: which row of a table a raw deal is (``keys/``), and files.

- ``run_outs``: the river equities that each hole on a flop or a turn can come to, sorted
- ``next_rows``: which holes on turns or rivers each of them is after the next card
- ``row_strengths``: the strength of every hole on every river
- ``add_transitions``: the deals that go from buckets to those of the next street
- ``optimal_buckets``: the buckets of single numbers with the least squares, exactly
- ``cluster``: buckets of sorted rows of numbers, by the earth mover's distance
- ``Clusters``: what ``cluster`` returns
- ``medians_of``: the centres of buckets that are given
- ``spread``: how far rows are from centres
- ``neighbours``: how far centres are from one another
- ``potential/``: buckets of holes by the buckets that they are in after the next card
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .clustering import Clusters, cluster, medians_of, neighbours, optimal_buckets, spread
    from .features import add_transitions, next_rows, row_strengths, run_outs

__all__ = [
    "Clusters",
    "add_transitions",
    "cluster",
    "medians_of",
    "neighbours",
    "next_rows",
    "optimal_buckets",
    "row_strengths",
    "run_outs",
    "spread",
]

__getattr__ = loader(__name__)
