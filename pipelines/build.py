"""What a build is: how a table is cut into partitions, computed and put together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pokerlake.tables.lake import Parameters
from pokerlake.tables.schema import Table

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Cost:
    """What building a table takes on two cores: measured, and shown before anything runs."""

    seconds: float
    memory_bytes: int
    disk_bytes: int


def _as_they_are(parts: Iterator[pa.Table], _: Parameters) -> Iterator[pa.Table]:
    return parts


@dataclass(frozen=True)
class Build:
    """How a table is made.

    Attributes
    ----------
    table : Table
    partitions : int
        How many pieces can be computed apart from each other, each lost as a whole if the build is
        killed.
    compute : callable
        ``compute(partition, parameters)`` gives one piece. It depends on nothing else.
    cost : Cost
    combine : callable
        ``combine(pieces, parameters)`` makes the table's rows, in order, of the pieces in order.
        By default one after another.
    parameters : mapping
        What the table depends on besides, with default values.
    on_request : bool
        Whether it is made only where it is named: it is no part of the standard lake.
    """

    table: Table
    partitions: int
    compute: Callable[[int, Parameters], pa.Table]
    cost: Cost
    combine: Callable[[Iterator[pa.Table], Parameters], Iterator[pa.Table]] = _as_they_are
    parameters: Parameters = field(default_factory=dict)
    on_request: bool = False
