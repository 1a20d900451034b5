"""Carries out builds: init, partition, finalise, so that a build can resume wherever it stopped.

Threads of this process, or the workers of a cluster, compute the parts of a table.

A table is in the lake once the manifest names it, which is the last step; then its work folder is
removed.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pyarrow as pa

from pokerlake.tables.check import check_file
from pokerlake.tables.database import database_problem, write_database
from pokerlake.tables.digests import remember
from pokerlake.tables.errors import ClusterError, LakeError, PokerlakeError
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
from pokerlake.tables.stores.path import in_store, is_remote

from .cluster.account import Account, Listener, Log, Made, no_log
from .cluster.executors import executor
from .cluster.on_worker import worker_name
from .cluster.tasks import ClusterExecutor
from .lock import alone, database_is_new, remove_unfinished, remove_work_folder
from .parts import (
    Build,
    Part,
    begin,
    finished_part,
    finished_parts,
    named_part,
    named_parts,
    partition,
    read_part,
    remove_damaged,
    work_folder,
)
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
    """Build tables, or resume an earlier build.

    Tables that exist and are undamaged are left alone. In an object store this check reads the
    files of named tables only; for others it compares sizes. The bytes of a table's file depend on
    the package version and the parameters only: not on workers, nor on how often it was stopped.

    ``lake``: made if it does not exist; ``names``: tables, or ``short_deck`` for all of short deck.
    If empty: those of the standard lake, and those that this lake has or has begun. Returns the
    tables that were built. Raises UsageError, LakeError, OutputError or ClusterError.
    """
    if (store := in_store(lake)) is not None:
        store.refuse_writing()
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
                    # A build that was killed after the manifest named the table did not get here.
                    remove_folder(work_folder(lake, build))
                    continue
                started = time.perf_counter()
                earlier = init(lake, build)
                finished = finished_parts(lake, build)
                damaged = remove_damaged(lake, build, finished)
                notes = [f"{path} is damaged: it is made anew" for path in damaged]
                account.begin(build, len(finished), notes)
                if missing := sorted(set(range(build.partitions)) - set(finished)):
                    compute_parts(lake, build, missing, pool(), account)
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
    """What computes the parts of all tables: a cluster, threads, or None for this thread."""
    if cluster is None and workers <= 1:
        yield None
        return
    if cluster is not None:
        account.write()
    sees = (account.path.absolute(), account.beat.run)
    with executor(cluster, workers, sees=sees, tell=account.happened) as pool:
        yield pool


def init(lake: Path, build: Build) -> float:
    """Make the work folder of a table, or resume the existing one; return the seconds it took.

    It refuses what :func:`build` refuses.
    """
    refuse_other_lake(lake, build)
    return begin(lake, build)


def finalise(lake: Path, build: Build, seconds: float) -> None:
    """Join the partitions to the table, check it, and put it in the lake.

    Raises LakeError if a partition is missing, or if rows, columns, key, totals or values of the
    table are wrong.
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
        write_parquet(
            candidate, _joined(build, parts), target.arrow_schema(), target.key, target.layout
        )
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
        return manifest.with_tables({target.name: entry})

    update_manifest(lake, with_table)
    remove_folder(folder)


def _joined(build: Build, parts: Mapping[int, Part]) -> Iterator[pa.Table]:
    """The rows of the table, from its partitions in order."""
    pieces = (read_part(parts[number]) for number in sorted(parts))
    try:
        yield from build.rows(pieces)
    except (KeyError, ValueError, pa.ArrowException) as error:  # a column, nulls, a type
        raise _came_out_wrong(build, str(error)) from error


def _came_out_wrong(build: Build, why: str) -> LakeError:
    return LakeError(
        f"table {build.table.name} came out wrong: {why}; "
        "this is a fault of pokerlake, please report it"
    )


# ---------------------------------------------------------------- parts

_LISTED = 5  # numbers of failed parts that a message lists
_SECONDS_TO_SEE = 60.0  # a file that another machine wrote; file systems cache for that long


def compute_parts(
    lake: Path, build: Build, numbers: Sequence[int], pool: Executor | None, account: Account
) -> None:
    """Compute parts into the work folder of a table.

    On a cluster, a failed part does not stop the others. Elsewhere it ends the build at once.

    ``numbers``: the parts, which are unfinished; ``pool``: computes them; None for this thread.
    Raises LakeError or ClusterError.
    """
    cluster = pool if isinstance(pool, ClusterExecutor) else None
    results: Iterable[tuple[int, Callable[[], Made]]]
    if pool is None:
        account.count_running = lambda: (1, 1)
        work = functools.partial(make, lake, build)
        results = ((number, functools.partial(work, number)) for number in numbers)
    else:
        # A worker has another working directory.
        work = functools.partial(make if cluster is None else make_once, lake.absolute(), build)
        futures = {pool.submit(work, number): number for number in numbers}
        results = ((futures[future], future.result) for future in as_completed(futures))

        def running() -> tuple[int, int]:
            at_work = sum(future.running() for future in list(futures))
            return at_work, at_work

        account.count_running = running if cluster is None else cluster.counts
    if cluster is not None:
        account.write()  # the number of workers is known now
    made_here: set[str] = set()
    failed: dict[int, Exception] = {}
    for number, result in results:
        try:
            made = result()
        except ClusterError:  # a lost scheduler is not the part's fault
            raise
        except BaseException as error:
            account.part_failed(number, error)
            if cluster is None or not isinstance(error, Exception):
                raise
            failed[number] = error
        else:
            made_here.add(made.file)
            account.part_done(number, made)
    if failed:
        raise _some_failed(build, failed)
    if cluster is not None:
        _wait_to_see(lake, build, made_here)


def make(lake: Path, build: Build, number: int) -> Made:
    """Compute a part into the work folder of its table."""
    return _made(partition(lake, build, number))


def make_once(lake: Path, build: Build, number: int) -> Made:
    """As :func:`make`, but a finished part is left as it is.

    It exists if a worker was lost after finishing it and before reporting it, or if a worker of an
    earlier client was still running.
    """
    finished = finished_part(lake, build, number)
    return _made(finished.path) if finished else make(lake, build, number)


def _made(path: Path) -> Made:
    part = named_part(path)
    assert part is not None
    return Made(path.name, path.stat().st_size, part.seconds, worker_name())


def _some_failed(build: Build, failed: Mapping[int, Exception]) -> LakeError:
    """The error for parts that failed on workers; the rest is finished."""
    numbers = sorted(failed)
    first = failed[numbers[0]]
    why = str(first) if isinstance(first, PokerlakeError) else f"{type(first).__name__}: {first}"
    listed = ", ".join(map(str, numbers[:_LISTED])) + (", ..." if len(numbers) > _LISTED else "")
    which = f"part {listed} of {build.partitions} failed"
    if len(numbers) > 1:
        which = f"{len(numbers)} of {build.partitions} parts failed ({listed}), the first"
    error = LakeError(
        f"{build.table.name}: {which} twice: {why}; the others are kept: 'pokerlake build' goes on "
        "with them"
    )
    error.__cause__ = first
    return error


def _wait_to_see(lake: Path, build: Build, files: Collection[str]) -> None:
    """Wait for the files of parts that other machines wrote; a network may delay them.

    Raises ClusterError if one does not appear within a minute.
    """
    until = time.monotonic() + _SECONDS_TO_SEE
    while missing := set(files) - {part.path.name for part in named_parts(lake, build)}:
        if time.monotonic() > until:
            raise ClusterError(
                f"{min(missing)} was written by a worker and is not in {work_folder(lake, build)}: "
                "give --lake a folder that all workers share"
            )
        time.sleep(0.2)
