"""Builds ``dag_nodes``: the rank graph, node by node."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from pokerlake.engine.hands.rank_graph import LAYERS, rank_graph
from pokerlake.tables.definitions.classes import DAG_NODES, RANKS
from pokerlake.tables.manifest import Parameters

from ..build import Build, Cost

_SEVEN = sum(LAYERS[:-1])  # the first node of seven cards


def _compute(_partition: int, _: Parameters) -> pa.Table:
    columns = dict(vars(rank_graph()))
    steps = columns.pop("next")
    columns |= {f"next_{rank}": steps[:, r] for r, rank in enumerate(RANKS)}
    # Hammer's file has a class where seven cards are; the graph has those of five and six, too.
    columns["rank_class"] = np.where(np.arange(len(steps)) < _SEVEN, -1, columns["rank_class"])
    return pa.table({"node_id": np.arange(len(steps)), **columns})


BUILDS = (Build(DAG_NODES, _compute, Cost(0.3, 200_000_000, 1_150_000)),)
