"""``pokerlake verify``: whether the lake holds what it should."""

from __future__ import annotations

import typer

from ..base import FormatOption, LakeOption, OutputOption, TablesArgument, note, show


def verify(
    tables: TablesArgument = None,
    lake: LakeOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Check the lake: bytes, keys, totals and values."""
    import pyarrow as pa

    from pokerlake.pipelines.verify.checks import verify as verified
    from pokerlake.queries.files import choose_format
    from pokerlake.tables.lake import Lake, lake_path

    choose_format(fmt, output)  # before the work, not after it
    checks = verified(Lake.open(lake_path(lake)), tables or ())
    rows = [{**check._asdict(), "ok": check.ok} for check in checks]
    show(pa.Table.from_pylist(rows), fmt, output)
    wrong = sum(not check.ok for check in checks)
    note(f"{len(checks)} checks, {wrong or 'none'} failed")
    raise typer.Exit(1 if wrong else 0)
