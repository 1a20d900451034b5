"""The abstractions of a lake and their buckets, as pictures need them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import duckdb
import numpy as np
import numpy.typing as npt

from pokerlake.engine.given import shown
from pokerlake.tables.errors import UsageError

from ...sql.named import named_query
from ...statements.run import own_rows, stream
from ..registry import Argument

RUN = Annotated[int, Argument("An abstraction: see 'pokerlake query abstraction_list'.", "RUN")]
_MOST_NAMED = 20  # runs in a message


@dataclass(frozen=True, eq=False)
class Run:
    """An abstraction, its buckets from the lowest mean equity to the highest."""

    number: int
    street: str
    kind: str
    bucket: npt.NDArray[np.int64]  # (buckets,) their numbers
    deals: npt.NDArray[np.int64]
    equity: npt.NDArray[np.float64]  # 0 to 1
    deviation: npt.NDArray[np.float64]
    distance: npt.NDArray[np.float64]  # from holes to the centre of their bucket, as a part of 1

    @property
    def name(self) -> str:
        """Such as ``run 2: flop, distribution, 50 buckets``."""
        return f"run {self.number}: {self.street}, {self.kind}, {len(self.bucket):,} buckets"


def listed_runs(connection: duckdb.DuckDBPyConnection) -> list[dict[str, Any]]:
    """The abstractions of the lake; QueryError if it has no such table."""
    found = stream(connection, named_query("abstraction_list").sql).read_all()
    rows: list[dict[str, Any]] = found.to_pylist()
    return rows


def run_of(connection: duckdb.DuckDBPyConnection, number: int) -> Run:
    """An abstraction out of the lake's tables.

    Raises
    ------
    UsageError
        If there is no such run.
    QueryError
        If the lake has no abstractions.
    """
    runs = {row["run"]: row for row in listed_runs(connection)}
    if number not in runs:
        known = ", ".join(map(str, list(runs)[:_MOST_NAMED]))
        more = f", ... ({len(runs)} in all)" if len(runs) > _MOST_NAMED else ""
        hint = f"there are: {known}{more}" if runs else "'pokerlake abstract flop' makes one"
        raise UsageError(f"no run {shown(number)} in abstractions; {hint}")
    rows = own_rows(connection, "charts/abstraction_buckets", run=number)
    return Run(
        number,
        runs[number]["street"],
        runs[number]["kind"],
        *(rows[name].to_numpy() for name in rows.column_names),
    )
