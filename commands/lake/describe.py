"""``pokerlake tables``, ``schema`` and ``doctor``: what the lake and the machine have."""

from __future__ import annotations

import typer

from ..base import Output, note, progress_bars
from ..options import LakeOption, TableArgument, argument, complete_function, flag


def tables(lake: LakeOption = None, *, out: Output) -> None:
    """List the tables in the lake and the views on them."""
    from pokerlake.queries.describe import lake_tables
    from pokerlake.tables.lake import Lake, lake_path

    there = Lake.open(lake_path(lake))
    out.show(lake_tables(there))
    if not there.manifest.tables:
        note(
            f"{there.path} has no tables; build some with 'pokerlake build', or name another lake "
            "with --lake"
        )
    problems = there.opened()[1]
    for problem in problems.values():
        note(f"error: {problem}")
    raise typer.Exit(1 if problems else 0)


def schema(table: TableArgument, *, out: Output) -> None:
    """Show the columns of a table or view: name, type and meaning."""
    from pokerlake.queries.describe import columns_of

    out.show(columns_of(table))


def functions(
    name: str | None = argument(
        "NAME", "A function; lists all by default.", default=None, autocompletion=complete_function
    ),
    *,
    out: Output,
) -> None:
    """List the SQL functions that pokerlake adds to DuckDB's own, or explain one by an example."""
    from pokerlake.queries.describe import functions as known

    table = known(name)
    if name is not None and out.for_people():
        import pyarrow as pa

        items = [{"item": k, "value": v} for row in table.to_pylist() for k, v in row.items()]
        table = pa.Table.from_pylist(items)
    out.show(table)


def doctor(
    lake: LakeOption = None,
    warm: bool = flag("--warm", "Compile all kernels first: no later command waits for them."),
    *,
    out: Output,
) -> None:
    """Show the versions and settings that pokerlake runs with, and problems with them."""
    from pokerlake.queries.describe import machine
    from pokerlake.tables.lake import lake_path

    if warm:
        _warm_up()
    table = machine(lake_path(lake))
    out.show(table)
    raise typer.Exit(1 if any(table["problem"].to_pylist()) else 0)


def _warm_up() -> None:
    from pokerlake.engine.warm_up import warm_up

    with progress_bars() as bars:
        task = bars.add_task("modules of kernels", total=None)
        done = warm_up(listener=lambda done, total: bars.update(task, completed=done, total=total))
    note(
        f"{done.compiled} of {done.kernels} kernels compiled in {done.seconds:.1f} s; "
        "the others were in the cache"
        if 0 < done.compiled < done.kernels
        else f"{done.kernels} kernels compiled in {done.seconds:.1f} s"
        if done.compiled
        else f"all {done.kernels} kernels are compiled already"
    )
