"""A table of twelve rows, and builds of it, for tests of the runner and the store."""

import time
from dataclasses import replace
from pathlib import Path

import pyarrow as pa

from pokerlake.pipelines import runner
from pokerlake.pipelines.parts import Build, Cost
from pokerlake.tables.schema import Column, Table

FINISHED = {".build.lock", "dag_nodes.parquet", "lake.duckdb", "manifest.json"}  # files of the lake

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


def leave_duckdb_out(monkeypatch):
    """lake.duckdb takes a tenth of a second; tests/tables has the tests of it."""
    monkeypatch.setattr(runner, "database_problem", lambda _: "")
    monkeypatch.setattr(
        runner, "write_database", lambda lake: (lake.path / "lake.duckdb").write_bytes(b"")
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


def one_square(number, parameters):
    """A row, of a part that takes some seconds, and leaves a file in a folder if there is one."""
    if "notes" in parameters:
        Path(parameters["notes"], f"{number}_{time.monotonic_ns()}").touch()
    time.sleep(parameters["seconds"])
    return pa.table(
        {
            "number": pa.array([number], pa.int32()),
            "square": [number**2],
            "text": [str(number)],
        }
    )


def many_parts(parts, seconds, compute=one_square, **parameters):
    """A build of so many parts, of a row each, that take so many seconds each."""
    total = sum(number**2 for number in range(parts))
    table = replace(SQUARES, rows=parts, totals={"square": total})
    changes = {"table": table, "partitions": parts, "compute": compute}
    return builds(parameters={"seconds": seconds, **parameters}, **changes)
