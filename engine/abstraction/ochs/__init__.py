"""Opponent cluster hand strength: the equity of a hole on a river against groups of hands.

M. Johanson, N. Burch, R. Valenzano and M. Bowling, "Evaluating state-space abstractions in
extensive-form games" (AAMAS 2013).

Belongs here: the clusters of starting hands, equities against each, and buckets of these.
Does not: buckets by the distribution of equities (``clustering`` beside this room).

- ``HAND_CLUSTERS``: the eight clusters of the 169 starting hands
- ``find_hand_clusters``: how they are found
- ``cluster_equities``: all holes on rivers against each cluster
- ``ClusterEquities``: what that returns
- ``rounded``: equities as whole numbers of 16,383
- ``river_points``: the holes of all rivers, those that are the same as one point
- ``RiverPoints``: what that returns
- ``cluster_points``: buckets of points
- ``measure_points``: how far points are from the means of buckets that are given
- ``mean_neighbours``: how far means are from one another
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.lazy import loader

if TYPE_CHECKING:
    from .features import ClusterEquities, cluster_equities, rounded
    from .hands import HAND_CLUSTERS, find_hand_clusters
    from .k_means import cluster_points, mean_neighbours, measure_points
    from .points import RiverPoints, river_points

__all__ = [
    "HAND_CLUSTERS",
    "ClusterEquities",
    "RiverPoints",
    "cluster_equities",
    "cluster_points",
    "find_hand_clusters",
    "mean_neighbours",
    "measure_points",
    "river_points",
    "rounded",
]

__getattr__ = loader(__name__)
