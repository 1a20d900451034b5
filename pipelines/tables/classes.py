"""Builds ``classes``: every hand of five, six and seven cards is dealt and counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pokerlake.tables.definitions.classes import CLASSES
from pokerlake.tables.lake import Parameters

from ..build import Build, Cost

if TYPE_CHECKING:
    import pyarrow as pa

_SIZES = (5, 6, 7)


def _compute(partition: int, _: Parameters) -> pa.Table:
    import numpy as np
    import pyarrow as pa

    from pokerlake.engine.hands.class_counting import SHARES, class_counts_of

    counts = {f"count{k}": class_counts_of(k, *SHARES[partition])[1:] for k in _SIZES}
    return pa.table({"class_id": np.arange(1, CLASSES.fixed_rows + 1, dtype=np.uint16), **counts})


def _combine(parts: Iterator[pa.Table], _: Parameters) -> Iterator[pa.Table]:
    import numpy as np
    import pyarrow as pa

    from pokerlake.engine.hands.classes import hand_classes

    totals = {f"count{k}": np.zeros(CLASSES.fixed_rows, np.int64) for k in _SIZES}
    for part in parts:
        for name, total in totals.items():
            total += part[name].to_numpy()
    classes = hand_classes()
    yield pa.table(
        {
            "class_id": np.arange(1, CLASSES.fixed_rows + 1, dtype=np.uint16),
            "category": classes.category,
            "name": classes.names,
            "ranks": classes.rank_texts,
            "suited": classes.suited,
            **totals,
        }
    )


BUILDS = (
    Build(
        table=CLASSES,
        partitions=8,  # the SHARES of class_counting, which planning a build does not load
        compute=_compute,
        combine=_combine,
        cost=Cost(seconds=0.5, memory_bytes=280_000_000, disk_bytes=75_000),
        values="5eb0eab1129721d4d233a2ea4b90eb0cb3797ae3751bb888b560e41d5c70d660",
    ),
)
