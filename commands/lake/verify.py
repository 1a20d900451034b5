"""``pokerlake verify``: whether the lake holds what it should."""

from __future__ import annotations

import typer

from ..base import Output, note
from ..options import LakeOption, TablesArgument


def verify(tables: TablesArgument = None, lake: LakeOption = None, *, out: Output) -> None:
    """Check the lake: bytes, keys, totals and values."""
    import pyarrow as pa

    from pokerlake.pipelines.verify.checks import verify as verified
    from pokerlake.tables.lake import Lake, lake_path
    from pokerlake.tables.manifest import FORMAT_VERSION, MANIFEST

    out.choose()  # before the work, not after it
    there = Lake.open(lake_path(lake))
    checks = verified(there, tables or ())
    rows = [{**check._asdict(), "ok": check.ok} for check in checks]
    out.show(pa.Table.from_pylist(rows))
    if there.manifest.format != FORMAT_VERSION:
        note(
            f"{there.path / MANIFEST} is of format {there.manifest.format}, without digests of "
            "what it says; the next build, import or learn writes them"
        )
    wrong = sum(not check.ok for check in checks)
    note(f"{len(checks)} checks, {wrong or 'none'} failed")
    raise typer.Exit(1 if wrong else 0)
