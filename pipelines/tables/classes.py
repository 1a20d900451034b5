"""Builds ``classes``, and the rank graphs, node by node.

Every hand of five, six and seven cards is dealt and counted. Those of short deck are counted by
combinatorics.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import HIGH, SHORT_DECK_HIGH, TWO_CARD_GAMES, Order
from pokerlake.engine.hands.classes import HandClasses, hand_classes
from pokerlake.engine.hands.evaluate import SHARES, class_counts_of
from pokerlake.engine.hands.rank_graph import rank_graph
from pokerlake.engine.orders.classes import five_card_classes
from pokerlake.engine.orders.evaluate import order_ways
from pokerlake.tables.definitions.classes import CLASSES, DAG_NODES, SHORT_CLASSES, SHORT_DAG_NODES
from pokerlake.tables.manifest import Parameters

from ..build import Build, Cost

_SIZES = (5, 6, 7)


def _compute(partition: int, _: Parameters) -> pa.Table:
    return pa.table({f"count{k}": class_counts_of(k, *SHARES[partition])[1:] for k in _SIZES})


def _combine(parts: Iterator[pa.Table], _: Parameters) -> Iterator[pa.Table]:
    totals = {f"count{k}": np.zeros(CLASSES.fixed_rows, np.int64) for k in _SIZES}
    for part in parts:
        for name, total in totals.items():
            total += part[name].to_numpy()
    yield _rows(hand_classes(), totals)


def _short_deck(_: int, __: Parameters) -> pa.Table:
    counts = {f"count{k}": order_ways(SHORT_DECK_HIGH, k)[1:] for k in _SIZES}
    return _rows(five_card_classes(SHORT_DECK_HIGH), counts)


def _rows(classes: HandClasses, counts: dict[str, npt.NDArray[np.int64]]) -> pa.Table:
    return pa.table(
        {
            "class_id": np.arange(1, len(classes.category) + 1),
            "category": classes.category,
            "name": classes.names,
            "ranks": classes.rank_texts,
            "suited": classes.suited,
            **counts,
        }
    )


def _graph(_partition: int, _: Parameters, *, order: Order) -> pa.Table:
    columns = dict(vars(rank_graph(five_card_classes(order))))
    steps = columns.pop("next")
    ranks = TWO_CARD_GAMES[order].ranks
    columns |= {f"next_{rank}": steps[:, r] for r, rank in enumerate(ranks)}
    # Hammer's file has a class where seven cards are, to which none can be added; the graph has
    # those of five and six, too.
    columns["rank_class"] = np.where(steps.any(axis=1), -1, columns["rank_class"])
    return pa.table({"node_id": np.arange(len(steps)), **columns})


BUILDS = (  # seconds, bytes of memory, bytes on the disk
    Build(CLASSES, _compute, Cost(0.5, 280_000_000, 75_000), len(SHARES), _combine),
    Build(SHORT_CLASSES, _short_deck, Cost(0.3, 360_000_000, 17_000), on_request=True),
    Build(DAG_NODES, partial(_graph, order=HIGH), Cost(0.3, 200_000_000, 1_150_000)),
    Build(
        SHORT_DAG_NODES,
        partial(_graph, order=SHORT_DECK_HIGH),
        Cost(0.1, 200_000_000, 150_000),
        on_request=True,
    ),
)
