"""``pokerlake build``, ``verify`` and ``drop``: the tables of the lake."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..base import Output, cluster_workers, note, progress_bars
from ..options import (
    ClusterOption,
    LakeOption,
    TablesArgument,
    complete_table,
    flag,
    option,
    seed_option,
    workers_option,
)
from ..signals import keeping

if TYPE_CHECKING:
    from pokerlake.pipelines.cluster.account import Progress


def build(
    tables: TablesArgument = None,
    plan: bool = flag("--plan", "Only show what would be built, and its cost."),
    status: bool = flag("--status", "Only show the progress of builds that run or were stopped."),
    workers: int = workers_option("Partitions computed at a time."),
    cluster: ClusterOption = None,
    log: Path | None = option(
        "--log",
        "Append events to FILE, a JSON object a line; - is stderr.",
        metavar="FILE",
    ),
    standard_error: float | None = option(
        "--se",
        "The largest standard error that an income rate may have.  "
        "[default: what the lake has, else 0.003]",
    ),
    seed: int | None = seed_option(
        "Seed of the sampled income rates.  [default: what the lake has, else 1]"
    ),
    lake: LakeOption = None,
    *,
    out: Output,
) -> None:
    """Build the lake, or resume a build that was stopped.

    TABLE may also be short_deck: all tables of short deck, which are built on request. However the
    build ends, a table is in the lake whole or not at all. Finished parts are kept.
    """
    from pokerlake.engine.threads import worker_count
    from pokerlake.pipelines import runner
    from pokerlake.pipelines.cluster import refuse_no_cluster
    from pokerlake.pipelines.cluster.account import open_log, status_schema
    from pokerlake.pipelines.cluster.account import status as status_of
    from pokerlake.pipelines.planning import all_builds
    from pokerlake.pipelines.planning import plan as plan_of
    from pokerlake.tables.errors import UsageError
    from pokerlake.tables.lake import lake_path

    refuse_no_cluster(cluster, workers)
    path = lake_path(lake)
    changed = {"standard_error": standard_error, "seed": seed}
    chosen = {name: value for name, value in changed.items() if value is not None}
    builds = all_builds(chosen) if chosen else None
    if plan or status:
        import pyarrow as pa

        if plan and status:
            raise UsageError("--plan and --status are two questions: ask one of them")
        if cluster is not None or log is not None:
            raise UsageError("--plan and --status compute nothing; leave --cluster and --log out")
        if status:
            statuses = status_of(path, tables or (), builds)
            if not statuses:
                note(f"no build is begun in {path}")
            out.show(pa.Table.from_pylist([vars(row) for row in statuses], status_schema()))
        else:
            rows = [vars(planned) for planned in plan_of(path, tables or (), builds)]
            out.show(pa.Table.from_pylist(rows))
        return
    if out.fmt or out.path:
        raise UsageError("--format and --output are for a plan or status; add --plan or --status")
    with (
        keeping("'pokerlake build' goes on where it stopped"),
        open_log(log) as lines,
        progress_bars(shown=str(log) != "-") as bars,
    ):
        tasks: dict[str, Any] = {}

        def listener(progress: Progress) -> None:
            if progress.note:
                bars.console.print(progress.note, highlight=False, markup=False, soft_wrap=True)
            if progress.table not in tasks:
                tasks[progress.table] = bars.add_task(progress.table, total=progress.partitions)
            bars.update(tasks[progress.table], completed=progress.done)

        built = runner.build(
            path,
            tables or (),
            workers=worker_count(workers),
            cluster=cluster,
            listener=listener,
            log=lines,
            builds=builds,
        )
    note(f"built {', '.join(built)} in {path}" if built else f"all tables are in {path} already")


def drop(
    tables: Annotated[
        list[str],
        typer.Argument(metavar="TABLE", help="Tables.", autocompletion=complete_table),
    ],
    yes: bool = flag("--yes", "Do not ask before dropping tables that no build can restore."),
    lake: LakeOption = None,
) -> None:
    """Drop tables from the lake, and remove their files.

    TABLE may also be short_deck: all tables of short deck that are there. Views on them go too.
    'pokerlake build' can build a table again. Imported hands and learned games are lost for good:
    this command asks first, or takes --yes.
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
    for each in dropped:
        name = each.table.name
        note(f"dropped {name}: {counted(each.rows, 'row')}; '{each.table.made_by}' makes it again")
    note(f"{sum(each.bytes for each in dropped):,} bytes are free again")


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def verify(
    tables: TablesArgument = None,
    cluster: ClusterOption = None,
    lake: LakeOption = None,
    *,
    out: Output,
) -> None:
    """Check the lake: bytes, keys, totals and values.

    TABLE may also be short_deck: all tables of short deck that are there. With --cluster, workers
    check tables in parallel; they must see the lake under the same path.
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
