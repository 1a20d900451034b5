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

    out.choose()  # before the work, not after it
    checks = verified(Lake.open(lake_path(lake)), tables or ())
    rows = [{**check._asdict(), "ok": check.ok} for check in checks]
    out.show(pa.Table.from_pylist(rows))
    wrong = sum(not check.ok for check in checks)
    note(f"{len(checks)} checks, {wrong or 'none'} failed")
    raise typer.Exit(1 if wrong else 0)
