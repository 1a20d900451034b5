"""``pokerlake drop``: tables out of the lake, and the disk space back."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ..base import note
from ..options import LakeOption, complete_table, flag


def drop(
    tables: Annotated[
        list[str],
        typer.Argument(metavar="TABLE", help="Tables.", autocompletion=complete_table),
    ],
    yes: bool = flag("--yes", "Do not ask before tables go that no build brings back."),
    lake: LakeOption = None,
) -> None:
    """Take tables out of the lake, and remove their files.

    TABLE may also be short_deck: all tables of short deck that are there. Views on them go with
    them. 'pokerlake build' brings a table back that is built. Hands that were imported and games
    that were learned are gone for good: this command asks before, or takes --yes.
    """
    from pokerlake.pipelines import growing
    from pokerlake.tables.errors import UsageError, counted
    from pokerlake.tables.lake import Lake, lake_path
    from pokerlake.tables.registry import TABLES

    path = lake_path(lake)
    there = Lake.open(path)
    chosen = growing.to_drop(there, tables)
    filled = [name for name in chosen if TABLES[name].filled and name in there.manifest.tables]
    if filled and not yes:
        rows = there.entry(filled[0]).rows
        lost = f"{', '.join(filled)} ({rows:,} rows of {filled[0]}): no build brings these back"
        if not _is_terminal():
            raise UsageError(f"{lost}; add --yes")
        if not typer.confirm(f"{lost}. Drop them?", err=True):
            note("nothing is dropped")
            raise typer.Exit(1)
    dropped = growing.drop(path, chosen)
    for one in dropped:
        name = one.table.name
        note(f"dropped {name}: {counted(one.rows, 'row')}; '{one.table.made_by}' makes it again")
    note(f"{sum(one.bytes for one in dropped):,} bytes are free again")


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()
