"""Builds ``dag_nodes``: the rank graph, node by node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pokerlake.tables.definitions.dag_nodes import DAG_NODES, RANKS
from pokerlake.tables.lake import Parameters

from ..build import Build, Cost

if TYPE_CHECKING:
    import pyarrow as pa


def _compute(_partition: int, _: Parameters) -> pa.Table:
    import numpy as np
    import pyarrow as pa

    from pokerlake.engine.hands.rank_graph import rank_graph

    graph = rank_graph()
    return pa.table(
        {
            "node_id": np.arange(DAG_NODES.fixed_rows, dtype=np.int32),
            **{f"next_{rank}": graph.next[:, r] for r, rank in enumerate(RANKS)},
            "flush_class": graph.flush_class,
            "rank_class": graph.rank_class,
            "cards": graph.cards,
            "worst_rank_class": graph.worst_rank_class,
            "worst_flush_class": graph.worst_flush_class,
            "best_rank_class": graph.best_rank_class,
            "best_flush_class": graph.best_flush_class,
        }
    )


BUILDS = (
    Build(
        table=DAG_NODES,
        partitions=1,
        compute=_compute,
        cost=Cost(seconds=0.3, memory_bytes=200_000_000, disk_bytes=1_150_000),
        values="80aa0b16ff694ecef226629929591419a33acb2d87dc6bb49eb2941dd3b075c2",
    ),
)
