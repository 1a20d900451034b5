"""``pokerlake verify``: whether the lake holds what it should."""

from __future__ import annotations

import typer

from ..base import Output, cluster_workers, note, progress_bars
from ..options import ClusterOption, LakeOption, TablesArgument


def verify(
    tables: TablesArgument = None,
    cluster: ClusterOption = None,
    lake: LakeOption = None,
    *,
    out: Output,
) -> None:
    """Check the lake: bytes, keys, totals and values.

    TABLE may also be short_deck: all tables of short deck that are there. With --cluster workers
    check tables side by side; they see the lake under the same path.
    """
    import pyarrow as pa

    from pokerlake.pipelines.cluster import refuse_no_cluster
    from pokerlake.pipelines.verify.checks import damaged
    from pokerlake.pipelines.verify.checks import verify as verified
    from pokerlake.tables.errors import counted
    from pokerlake.tables.lake import Lake, how_anew, lake_path
    from pokerlake.tables.manifest import FORMAT_VERSION, MANIFEST

    refuse_no_cluster(cluster)
    out.choose()  # before the work, not after it
    there = Lake.open(lake_path(lake))
    with progress_bars() as bars, cluster_workers(cluster, bars, lake=there.path) as executor:
        checks = verified(there, tables or (), executor=executor)
    rows = [{**check._asdict(), "ok": check.ok} for check in checks]
    out.show(pa.Table.from_pylist(rows))
    if there.manifest.format != FORMAT_VERSION:
        note(
            f"{there.path / MANIFEST} is of format {there.manifest.format}, without digests of "
            "what it says; the next build, import or learn writes them"
        )
    for name in damaged(checks):
        note(f"a file of {name} is damaged: {how_anew(name)}")
    wrong = sum(not check.ok for check in checks)
    note(f"{counted(len(checks), 'check')}, {wrong or 'none'} failed")
    raise typer.Exit(1 if wrong else 0)
