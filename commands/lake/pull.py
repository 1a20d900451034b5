"""``pokerlake pull``: tables of other lakes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ..base import Output, note, progress_bars
from ..options import LakeOption, complete_table, lake_word, option
from ..signals import keeping

if TYPE_CHECKING:
    from pokerlake.pipelines.pulling import Progress


def pull(
    names: list[str] | None = typer.Argument(
        None,
        metavar="TABLE",
        help="Tables; standard: all that 'pokerlake build' makes; by default, list those there.",
        autocompletion=complete_table,
    ),
    source: Path | None = typer.Option(
        None,
        "--from",
        help="The lake that has them: its address, as https://host/lake or s3://bucket/lake, or a "
        "folder.",
        metavar="LAKE",
        parser=lake_word,
    ),
    sha256: str = option(
        "--sha256", "The SHA-256 that its manifest must have.", default="", metavar="DIGEST"
    ),
    lake: LakeOption = None,
    *,
    out: Output,
) -> None:
    """Fetch tables of another lake into the lake, each whole or not at all.

    TABLE may also be short_deck. Tables that belong together come together. The bytes, columns,
    rows and keys of each file are checked, and for a built table also the values: they must be
    those that 'pokerlake build' would compute. A fetch that is interrupted can be resumed.
    """
    import pyarrow as pa

    from pokerlake.pipelines.pulling import PULLED, Offer
    from pokerlake.pipelines.pulling import pull as pulled
    from pokerlake.tables.errors import UsageError
    from pokerlake.tables.lake import lake_path

    if source is None:
        raise UsageError("name the lake that has the tables: --from https://host/lake")
    path = lake_path(lake)
    out.choose()  # before the work, not after it
    if not names:
        rows = Offer.of(source, sha256).listed(path)
        out.show(pa.Table.from_pylist([vars(row) for row in rows]))
        return
    with (
        keeping("what was fetched is kept: the same command goes on there"),
        progress_bars() as bars,
    ):
        task = bars.add_task("MB", total=None)

        def listener(progress: Progress) -> None:
            bars.update(
                task,
                description=f"{'checking' if progress.checking else 'MB of'} {progress.table}",
                completed=round(progress.done / 1e6, 1),
                total=round(progress.total / 1e6, 1),
            )

        rows = pulled(path, source, names, sha256=sha256, listener=listener)
    out.show(pa.Table.from_pylist([vars(row) for row in rows]))
    new = [row for row in rows if row.state == PULLED]
    note(
        f"{sum(row.bytes for row in new):,} bytes of {', '.join(row.table for row in new)} are in "
        f"{path}"
        if new
        else f"all of that is in {path} already"
    )
