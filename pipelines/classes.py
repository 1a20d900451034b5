"""Builds ``classes``: every hand of five, six and seven cards is dealt and counted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..tables.classes import CLASSES
from ..tables.lake import Parameters
from .build import Build, Cost

if TYPE_CHECKING:
    import pyarrow as pa

# Hands are shared out by their lowest card. Of the seven-card hands 7/52 have a deuce of clubs as
# their lowest, 6/7 * 7/52 or so the next card: these cuts make eight shares of about one size.
_CUTS = (0, 1, 2, 3, 4, 6, 8, 12, 52)
_SIZES = (5, 6, 7)


def _compute(partition: int, _: Parameters) -> pa.Table:
    import numpy as np
    import pyarrow as pa

    from ..engine.count import class_counts_of

    first, last = _CUTS[partition : partition + 2]
    counts = {f"count{k}": class_counts_of(k, first, last)[1:] for k in _SIZES}
    return pa.table({"class_id": np.arange(1, CLASSES.rows + 1, dtype=np.uint16), **counts})


def _combine(parts: Iterator[pa.Table]) -> Iterator[pa.Table]:
    import numpy as np
    import pyarrow as pa

    from ..engine.classes import hand_classes

    totals = {f"count{k}": np.zeros(CLASSES.rows, np.int64) for k in _SIZES}
    for part in parts:
        for name, total in totals.items():
            total += part[name].to_numpy()
    classes = hand_classes()
    yield pa.table(
        {
            "class_id": np.arange(1, CLASSES.rows + 1, dtype=np.uint16),
            "category": classes.category,
            "name": classes.names,
            "ranks": classes.rank_texts,
            "suited": classes.suited,
            **totals,
        }
    )


CLASSES_BUILD = Build(
    table=CLASSES,
    partitions=len(_CUTS) - 1,
    compute=_compute,
    combine=_combine,
    cost=Cost(seconds=0.4, memory_bytes=200_000_000, disk_bytes=110_000),
)
