"""The learning runs of a lake, and the strategy of a run at a checkpoint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pokerlake.tables.errors import UsageError

from .statements.run import own_rows

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa


def runs(connection: duckdb.DuckDBPyConnection, run: int | None = None) -> pa.Table:
    """All runs of a lake, or one, each with its final value and NashConv.

    Raises
    ------
    QueryError
        If no game was learned in this lake.
    UsageError
        If the run does not exist.
    """
    rows = own_rows(connection, "commands/runs", run=run)
    if run is not None and not len(rows):
        known = own_rows(connection, "commands/runs", run=None)["run"].to_pylist()
        raise UsageError(f"no run {run}; {_there_are('run', known)}")
    return rows


def strategy(
    connection: duckdb.DuckDBPyConnection,
    run: int | None = None,
    *,
    checkpoint: int | None = None,
    state: str = "",
) -> pa.Table:
    """The strategy of a run, by default the last one, at a checkpoint, by default the final one.

    It has the probability and the gain of each choice in each state whose name contains ``state``.

    Raises
    ------
    QueryError
        If no game was learned in this lake.
    UsageError
        If the run, the checkpoint or the state does not exist.
    """
    chosen_run = runs(connection, run)["run"].to_pylist()[-1]
    passed = own_rows(connection, "commands/checkpoints", run=chosen_run)["checkpoint"].to_pylist()
    at = passed[-1] if checkpoint is None else checkpoint
    if at not in passed:
        raise UsageError(
            f"run {chosen_run} has no checkpoint {at}; {_there_are('checkpoint', passed)}"
        )
    rows = own_rows(connection, "commands/strategy", run=chosen_run, checkpoint=at, state=state)
    if not len(rows):
        raise UsageError(
            f"no state of run {chosen_run} contains {state!r}; leave --state out to see all"
        )
    return rows


def strategy_for_people(strategy_rows: pa.Table) -> pa.Table:
    """The columns of a strategy that have values in this game, probabilities in percent."""
    import pyarrow as pa
    import pyarrow.compute as pc

    columns: dict[str, Any] = {}
    for name in strategy_rows.column_names:
        column = strategy_rows[name]
        if name == "probability":
            columns["percent"] = pc.round(pc.multiply(column, 100.0), 2)
        elif column.null_count < len(column) and (name != "player" or pc.max(column).as_py() > 0):
            rounded = pa.types.is_floating(column.type)
            columns[name] = pc.add(pc.round(column, 6), 0.0) if rounded else column  # no -0
    if not pc.any(pc.greater(strategy_rows["gain_standard_error"], 0.0)).as_py():
        columns.pop("gain_standard_error", None)
    return pa.table(columns)


def _there_are(what: str, known: list[int]) -> str:
    shown = ", ".join(map(str, known[-6:]))
    return f"there are {'..., ' if len(known) > 6 else ''}{shown}" if known else f"no {what} at all"
