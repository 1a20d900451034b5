"""Builds ``classes``: every hand of five, six and seven cards is dealt and counted."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from pokerlake.engine.hands.class_counting import SHARES, class_counts_of
from pokerlake.engine.hands.classes import hand_classes
from pokerlake.tables.definitions.classes import CLASSES
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
    classes = hand_classes()
    yield pa.table(
        {
            "class_id": np.arange(1, CLASSES.fixed_rows + 1),
            "category": classes.category,
            "name": classes.names,
            "ranks": classes.rank_texts,
            "suited": classes.suited,
            **totals,
        }
    )


BUILDS = (Build(CLASSES, _compute, Cost(0.5, 280_000_000, 75_000), len(SHARES), _combine),)
