"""``pokerlake tables``, ``schema`` and ``doctor``: what the lake and the machine have."""

from __future__ import annotations

import typer

from ..base import FormatOption, LakeOption, OutputOption, TableArgument, show


def tables(lake: LakeOption = None, fmt: FormatOption = None, output: OutputOption = None) -> None:
    """List the tables in the lake and the views on them."""
    from pokerlake.queries.describe import lake_tables
    from pokerlake.tables.lake import Lake, lake_path

    show(lake_tables(Lake.open(lake_path(lake))), fmt, output)


def schema(table: TableArgument, fmt: FormatOption = None, output: OutputOption = None) -> None:
    """Show the columns of a table or view: name, type and meaning."""
    from pokerlake.queries.describe import columns_of

    show(columns_of(table), fmt, output)


def doctor(lake: LakeOption = None, fmt: FormatOption = None, output: OutputOption = None) -> None:
    """Show what pokerlake runs with, and what is wrong with it."""
    from pokerlake.queries.describe import machine
    from pokerlake.tables.lake import lake_path

    found = machine(lake_path(lake))
    show(found, fmt, output)
    raise typer.Exit(1 if any(found["problem"].to_pylist()) else 0)
