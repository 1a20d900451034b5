"""Builds the rank graphs, node by node."""

from __future__ import annotations

from functools import partial

import numpy as np
import pyarrow as pa

from pokerlake.catalogue import HIGH, SHORT_DECK_HIGH, TWO_CARD_GAMES, Order
from pokerlake.engine.hands.rank_graph import rank_graph
from pokerlake.engine.orders.classes import five_card_classes
from pokerlake.tables.definitions.classes import DAG_NODES, SHORT_DAG_NODES
from pokerlake.tables.manifest import Parameters

from ..build import Build, Cost


def _compute(_partition: int, _: Parameters, *, order: Order) -> pa.Table:
    columns = dict(vars(rank_graph(five_card_classes(order))))
    steps = columns.pop("next")
    ranks = TWO_CARD_GAMES[order].ranks
    columns |= {f"next_{rank}": steps[:, r] for r, rank in enumerate(ranks)}
    # Hammer's file has a class where seven cards are, to which none can be added; the graph has
    # those of five and six, too.
    columns["rank_class"] = np.where(steps.any(axis=1), -1, columns["rank_class"])
    return pa.table({"node_id": np.arange(len(steps)), **columns})


BUILDS = (  # seconds, bytes of memory, bytes on the disk
    Build(DAG_NODES, partial(_compute, order=HIGH), Cost(0.3, 200_000_000, 1_150_000)),
    Build(
        SHORT_DAG_NODES,
        partial(_compute, order=SHORT_DECK_HIGH),
        Cost(0.1, 200_000_000, 150_000),
        on_request=True,
    ),
)
