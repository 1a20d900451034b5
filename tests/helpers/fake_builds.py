"""A table of twelve rows, and builds of it, for tests of the runner and the store."""

from dataclasses import replace

import pyarrow as pa

from pokerlake.pipelines.build import Build, Cost
from pokerlake.tables.schema import Column, Table

# It goes by the name of a real table, since a manifest knows no others; no view reads that one.
SQUARES = Table(
    name="dag_nodes",
    one_row="a number from 0 to 11",
    rows=12,
    columns=(
        Column("number", "int32", "0..11"),
        Column("square", "int64", "its square"),
        Column("text", "string", "in digits"),
    ),
    key=("number",),
    totals={"square": 506},  # 1 + 4 + 9 + ... + 121
)


def squares(partition, _parameters):
    """Three of the twelve rows."""
    numbers = range(3 * partition, 3 * partition + 3)
    return pa.table(
        {
            "number": pa.array(numbers, pa.int32()),
            "square": [number**2 for number in numbers],
            "text": [str(number) for number in numbers],
        }
    )


SQUARES_BUILD = Build(
    table=SQUARES,
    partitions=4,
    compute=squares,
    cost=Cost(seconds=8.0, memory_bytes=1000, disk_bytes=2000),
)


def builds(**changes):
    """The one build, changed, as the runner takes builds."""
    return {"dag_nodes": replace(SQUARES_BUILD, **changes)}
