"""Carries out builds: init, partition, finalise, so that a build stopped anywhere can go on.

A table is in the lake once the manifest says so, which is the last thing to happen; then its work
folder goes.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pyarrow as pa

from pokerlake.tables.check import check_file
from pokerlake.tables.database import database_problem, write_database
from pokerlake.tables.digests import remember
from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake
from pokerlake.tables.manifest import (
    Entry,
    Manifest,
    package_version,
    read_manifest,
    update_manifest,
)
from pokerlake.tables.store import (
    move_file,
    remove_folder,
    stored_file,
    working_folder,
    write_parquet,
)
from pokerlake.tables.stores import is_remote

from .build import Build
from .cluster.account import Account, Listener, Log, no_log
from .cluster.building import compute_parts
from .cluster.executors import executor
from .lock import alone, database_is_new, remove_unfinished, remove_work_folder
from .parts import Part, begin, finished_parts, read_part, remove_damaged, work_folder
from .planning import chosen_builds, is_intact, refuse_other_lake, refuse_other_version


def build(
    lake: Path,
    names: Sequence[str] = (),
    *,
    workers: int = 0,
    cluster: str | None = None,
    listener: Listener = lambda _: None,
    log: Log = no_log,
    builds: Mapping[str, Build] | None = None,
) -> list[str]:
    """Build tables, or go on with what an earlier build left.

    Tables that are there and undamaged are left alone. In an object store only those that are named
    are read for that; of others the sizes of their files will do. The bytes of a table's file
    depend on the package version and the parameters only: not on workers, nor on how often it was
    stopped.

    ``lake``: made if it does not exist; ``names``: the tables, or ``short_deck`` for all of short
    deck. If empty: those of the standard lake, and what is in this lake or begun. Returns the
    tables that were built. Raises UsageError, LakeError, OutputError or ClusterError.
    """
    chosen = chosen_builds(lake, names, builds)
    built = []
    with alone(lake):
        for build in chosen:
            refuse_other_lake(lake, build)
        remove_unfinished(lake)
        if read_manifest(lake).to_mend:
            update_manifest(lake, lambda manifest: manifest)
        with Account(lake, cluster, listener, log) as account, ExitStack() as stack:

            @functools.cache
            def pool() -> Executor | None:
                return stack.enter_context(_pool(cluster, workers, account))

            for build in chosen:
                if is_intact(lake, build.table.name, by_reading=bool(names)):
                    # A build killed once the manifest had the table did not come to this.
                    remove_folder(work_folder(lake, build))
                    continue
                started = time.perf_counter()
                earlier = init(lake, build)
                _compute_missing(lake, build, pool, account)
                seconds = earlier + time.perf_counter() - started
                finalise(lake, build, seconds)
                account.table_done(seconds)
                built.append(build.table.name)
        there = Lake.open(lake)
        if built or not database_is_new(lake) or database_problem(there):
            write_database(there)
        remove_work_folder(lake)
    return built


@contextmanager
def _pool(cluster: str | None, workers: int, account: Account) -> Iterator[Executor | None]:
    """What computes the parts of all tables: a cluster, threads, or nothing but this thread."""
    if cluster is None and workers <= 1:
        yield None
        return
    if cluster is not None:
        account.write()
    sees = (account.path.absolute(), account.beat.run)
    with executor(cluster, workers, sees=sees, tell=account.happened) as pool:
        yield pool


def init(lake: Path, build: Build) -> float:
    """Make the work folder of a table, or go on with the one that is there: the seconds it took.

    It refuses what :func:`build` refuses.
    """
    refuse_other_lake(lake, build)
    return begin(lake, build)


def finalise(lake: Path, build: Build, seconds: float) -> None:
    """Join the partitions to the table, check it, and put it in the lake.

    Raises LakeError if a partition is missing, or the table is not what it should be: rows,
    columns, key, totals, values.
    """
    target = build.table
    folder = work_folder(lake, build)
    parts = finished_parts(lake, build)
    if len(parts) != build.partitions:
        if is_remote(lake) and is_intact(lake, target.name):
            raise LakeError(f"another command has just built {target.name} in {lake}; it is there")
        raise LakeError(
            f"{len(parts)} of {build.partitions} partitions of {target.name} are in {folder}; "
            "run 'pokerlake build' again to go on"
        )
    with working_folder(folder) as place:
        candidate = place / target.file_name
        write_parquet(candidate, _joined(build, parts), target.arrow_schema(), target.key)
        wrong = [check for check in check_file(target, candidate) if not check.ok]
        if wrong:
            raise _came_out_wrong(
                build, f"{wrong[0].check} is {wrong[0].found}, not {wrong[0].expected}"
            )
        files = (stored_file(candidate),)
        move_file(candidate, lake / target.file_name)
    remember(lake, files)
    entry = Entry(
        rows=target.fixed_rows,
        parameters=build.parameters,
        files=files,
        package_version=package_version(),
        seconds=round(seconds, 3),
    )

    def with_table(manifest: Manifest) -> Manifest:
        refuse_other_version(lake, manifest)
        return manifest.with_table(target.name, entry)

    update_manifest(lake, with_table)
    remove_folder(folder)


def _joined(build: Build, parts: Mapping[int, Part]) -> Iterator[pa.Table]:
    """The rows of the table, from its partitions in order."""
    pieces = (read_part(parts[number]) for number in sorted(parts))
    try:
        yield from build.rows(pieces)
    except (KeyError, ValueError, pa.ArrowException) as error:  # no such column, nulls, a type
        raise _came_out_wrong(build, str(error)) from error


def _came_out_wrong(build: Build, why: str) -> LakeError:
    return LakeError(
        f"table {build.table.name} came out wrong: {why}; "
        "this is a fault of pokerlake, please report it"
    )


def _compute_missing(
    lake: Path, build: Build, pool: Callable[[], Executor | None], account: Account
) -> None:
    finished = finished_parts(lake, build)
    damaged = remove_damaged(lake, build, finished)
    notes = [f"{path} is damaged: it is made anew" for path in damaged]
    account.begin(build, len(finished), notes)
    missing = sorted(set(range(build.partitions)) - set(finished))
    if missing:
        compute_parts(lake, build, missing, pool(), account)
