"""The rows of the tables that a run fills."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from pokerlake.engine.games.protocol import Learned, Profit
from pokerlake.tables.definitions.learning import (
    LEARNED_PROFITS,
    LEARNING_RUNS,
    RESULT_TABLE,
    STRATEGIES,
)
from pokerlake.tables.manifest import package_version
from pokerlake.tables.schema import Table
from pokerlake.tables.store import read_table, write_parquet

from .lessons import Lesson


def write_checkpoint(folder: Path, done: int, learned: Learned) -> None:
    """Write the rows of a checkpoint, a file for each table; the run gets its number at the end."""
    found = {"run": 0, "checkpoint": done, **vars(learned)}
    for table in (STRATEGIES, RESULT_TABLE):
        if table is STRATEGIES or learned.games is not None:
            schema = table.arrow_schema()
            columns = [_column(found[field.name], len(learned.choice), field) for field in schema]
            order = [(name, "ascending") for name in ("player", "state", "choice")]
            rows = pa.table(columns, schema=schema).sort_by(order)
            write_parquet(folder / f"{table.name}_{done:016}.parquet", [rows], schema, table.key)


def _column(values: Any, rows: int, field: pa.Field) -> pa.Array:
    """The values of a column, or as many of the one value that all its rows have."""
    one = values is None or isinstance(values, int | float)
    return pa.array([values] * rows if one else values).cast(field.type)


def checkpoint_rows(folder: Path, table: Table, run: int) -> Iterator[pa.Table]:
    """The rows of all checkpoints in order, with the number of the run."""
    for path in sorted(folder.glob(f"{table.name}_*.parquet")):
        rows = read_table(path, schema=table.arrow_schema())
        yield rows.set_column(0, rows.schema.field(0), pa.array([run] * len(rows), pa.uint32()))


def run_row(run: int, lesson: Lesson, games: int, seconds: float, threads: int) -> pa.Table:
    """The row of a run that has played so many games."""
    row = {
        "run": run,
        "game": lesson.game.name,
        "algorithm": lesson.algorithm.name,
        "parameters": lesson.parameters_text,
        "seed": lesson.seed,
        "games_asked": lesson.games,
        "games": games,
        "players": lesson.game.players,
        "unit": lesson.algorithm.unit,
        "seconds": round(seconds, 3),
        "threads": threads,
        "package_version": package_version(),
    }
    return pa.Table.from_pylist([row], LEARNING_RUNS.arrow_schema())


def profit_rows(run: int, profits: Sequence[Profit]) -> pa.Table:
    """What was won from each opponent."""
    rows = [{"run": run, **vars(profit)} for profit in sorted(profits, key=lambda p: p.opponent)]
    return pa.Table.from_pylist(rows, LEARNED_PROFITS.arrow_schema())
