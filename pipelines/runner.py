"""Carries out builds: init, partition, finalise, so that a build stopped anywhere can go on.

Work in progress lies in ``lake/wip/<table>/``: ``plan.json``, and a file per finished partition
that has its own digest in its name. A table is in the lake once the manifest says so, which is the
last thing to happen; then the work folder goes.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pokerlake.tables.check import check_file
from pokerlake.tables.database import write_database
from pokerlake.tables.errors import LakeError, OutputError, UsageError
from pokerlake.tables.lake import (
    DATABASE,
    FORMAT_VERSION,
    MANIFEST,
    Entry,
    Lake,
    Parameters,
    package_version,
    read_manifest,
    refuse_file,
    write_manifest,
)
from pokerlake.tables.registry import table
from pokerlake.tables.store import UNFINISHED, move_file, stored_file, write_parquet, write_text

from .build import Build
from .catalogue import all_builds
from .lock import WORK_FOLDER, alone, remove_work_folder

if TYPE_CHECKING:
    import pyarrow as pa

_PLAN = "plan.json"
_PLAN_KEYS = ("format_version", "package_version", "code", "parameters", "partitions")
_PART = re.compile(r"part_(?P<number>\d{5,})_(?P<seconds>\d+\.\d{3})_(?P<digest>[0-9a-f]{16})")


@dataclass(frozen=True)
class Planned:
    """A table of a plan, and what it will take: all of it for two cores.

    Attributes
    ----------
    table : str
    state : str
        ``built``, ``to build``, ``to go on`` (some partitions are done), or ``damaged``.
    partitions_left : int
    rows : int
    seconds : float
        For the partitions that are left.
    memory_bytes, disk_bytes : int
    """

    table: str
    state: str
    partitions_left: int
    rows: int
    seconds: float
    memory_bytes: int
    disk_bytes: int


@dataclass(frozen=True)
class Progress:
    """Where a build is: ``done`` of ``partitions`` of ``table``; a ``note`` if something is odd."""

    table: str
    done: int
    partitions: int
    note: str = ""


class _Part(NamedTuple):
    """A finished partition, and how long it took."""

    path: Path
    seconds: float


Listener = Callable[[Progress], None]


def plan(
    lake: Path, names: Sequence[str] = (), builds: Mapping[str, Build] | None = None
) -> list[Planned]:
    """What a build would do, before anything runs.

    Parameters
    ----------
    lake : Path
    names : sequence of str
        The tables; if there are none, those of the standard lake and what is there or begun.
    builds : mapping, optional
        Instead of the standard ones with the parameters of the lake.

    Raises
    ------
    UsageError
        If a table is not known.
    LakeError
        If the lake is of another version, or a table in it has other parameters.
    """
    refuse_file(lake)
    manifest = read_manifest(lake)
    planned = []
    for build in _chosen(lake, names, builds):
        _refuse_other_lake(lake, build)
        intact = _is_intact(lake, build.table.name)
        done = len(_finished_parts(lake, build))
        left = 0 if intact else build.partitions - done
        known = build.table.name in manifest.tables
        state = "built" if intact else "damaged" if known else "to go on" if done else "to build"
        seconds = 0 if intact else build.cost.seconds * max(left, 1) / build.partitions
        planned.append(
            Planned(
                build.table.name,
                state,
                left,
                build.table.fixed_rows,
                round(seconds, 1),
                build.cost.memory_bytes,
                build.cost.disk_bytes,
            )
        )
    return planned


def build(
    lake: Path,
    names: Sequence[str] = (),
    *,
    workers: int = 0,
    listener: Listener = lambda _: None,
    builds: Mapping[str, Build] | None = None,
) -> list[str]:
    """Build tables, or go on with what an earlier build left.

    Tables that are there and undamaged are left alone. The bytes of a table's file depend on the
    package version and the parameters only: not on workers, nor on how often it was stopped.

    Parameters
    ----------
    lake : Path
        Made if it does not exist.
    names : sequence of str
        The tables; if there are none, those of the standard lake and what is there or begun.
    workers : int
        Partitions computed at a time; 0 for one, in the calling thread.
    listener : callable
        Is called with a :class:`Progress` after every partition.
    builds : mapping, optional
        Instead of the standard ones with the parameters of the lake.

    Returns
    -------
    list of str
        The tables that were built.

    Raises
    ------
    UsageError
        If a table is not known.
    LakeError
        If another build is at work, or the lake is of another version or has other parameters.
    OutputError
        If the disk is full or cannot be written.
    """
    refuse_file(lake)
    chosen = _chosen(lake, names, builds)
    built = []
    with alone(lake):
        for build in chosen:
            _refuse_other_lake(lake, build)
        for name in (MANIFEST, DATABASE):  # what a build that was killed was just writing
            (lake / (name + UNFINISHED)).unlink(missing_ok=True)
        for build in chosen:
            if _is_intact(lake, build.table.name):
                # A build killed once the manifest had the table did not come to this.
                shutil.rmtree(_work(lake, build), ignore_errors=True)
                continue
            started = time.perf_counter()
            earlier = init(lake, build)
            _compute_missing(lake, build, workers, listener)
            finalise(lake, build, earlier + time.perf_counter() - started)
            built.append(build.table.name)
        database = lake / DATABASE
        if built or not database.exists() or _older(database, lake / MANIFEST):
            write_database(Lake.open(lake))
        remove_work_folder(lake)
    return built


def init(lake: Path, build: Build) -> float:
    """Make the work folder of a table, or look at the one that is there.

    Returns
    -------
    float
        Seconds already spent by earlier builds.

    Raises
    ------
    LakeError
        If the work there was begun by another version or with other parameters.
    OutputError
        If it cannot be made.
    """
    _refuse_other_lake(lake, build)
    folder = _work(lake, build)
    wanted = _plan_of(build)
    if _read_plan(folder) == wanted:
        return sum(part.seconds for part in _finished_parts(lake, build).values())
    # Nothing begun, or begun by other code of this version, which only a developer meets.
    shutil.rmtree(folder, ignore_errors=True)
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise OutputError(f"{folder} cannot be made: {error.strerror}") from error
    write_text(folder / _PLAN, json.dumps(wanted, indent=2) + "\n")
    return 0.0


def partition(lake: Path, build: Build, number: int) -> Path:
    """Compute one partition into the work folder of its table; whole or not at all."""
    started = time.perf_counter()
    part = build.compute(number, build.parameters)
    folder = _work(lake, build)
    unnamed = folder / f"part_{number:05}"
    write_parquet(unnamed, [part], part.schema)
    seconds = time.perf_counter() - started
    finished = folder / f"part_{number:05}_{seconds:.3f}_{stored_file(unnamed).sha256[:16]}.parquet"
    move_file(unnamed, finished)
    return finished


def finalise(lake: Path, build: Build, seconds: float) -> None:
    """Join the partitions to the table, check it, and put it in the lake.

    Raises
    ------
    LakeError
        If a partition is missing, or the table is not what its definition says: rows, columns,
        key, totals.
    """
    target = build.table
    parts = _finished_parts(lake, build)
    if len(parts) != build.partitions:
        raise LakeError(
            f"{len(parts)} of {build.partitions} partitions of {target.name} are in "
            f"{_work(lake, build)}; run 'pokerlake build' again to go on"
        )
    candidate = _work(lake, build) / target.file_name
    write_parquet(candidate, _joined(build, parts), target.arrow_schema(), target.key)
    wrong = [check for check in check_file(target, candidate, build.values) if not check.ok]
    if wrong:
        raise _came_out_wrong(
            build, f"{wrong[0].check} is {wrong[0].found}, not {wrong[0].expected}"
        )
    final = lake / target.file_name
    move_file(candidate, final)
    entry = Entry(
        rows=target.fixed_rows,
        parameters=build.parameters,
        files=(stored_file(final),),
        package_version=package_version(),
        seconds=round(seconds, 3),
    )
    write_manifest(lake, read_manifest(lake).with_table(target.name, entry))
    shutil.rmtree(_work(lake, build), ignore_errors=True)


def _joined(build: Build, parts: Mapping[int, _Part]) -> Iterator[pa.Table]:
    """The rows of the table, with the columns that it is defined to have."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    pieces = (pq.read_table(parts[number].path) for number in sorted(parts))
    try:
        yield from build.rows(pieces)
    except (KeyError, ValueError, pa.ArrowException) as error:  # no such column, nulls, a type
        raise _came_out_wrong(build, str(error)) from error


def _came_out_wrong(build: Build, why: str) -> LakeError:
    return LakeError(
        f"table {build.table.name} came out wrong: {why}; "
        "this is a fault of pokerlake, please report it"
    )


def _chosen(lake: Path, names: Sequence[str], builds: Mapping[str, Build] | None) -> list[Build]:
    """The builds of these tables; where none are given, with the parameters the lake has."""
    available = all_builds() if builds is None else builds
    for name in names:
        if name not in available and table(name).filled:
            raise UsageError(f"{name} is not built: {table(name).how_made}")
    here = read_manifest(lake).tables
    chosen = [
        build
        for name, build in available.items()
        if (
            name in names
            if names
            else not build.on_request or name in here or _work(lake, build).is_dir()
        )
    ]
    return chosen if builds is not None else [_as_in_lake(lake, build) for build in chosen]


def _as_in_lake(lake: Path, build: Build) -> Build:
    """A build with the parameters of the table that is there, or begun."""
    entry = read_manifest(lake).tables.get(build.table.name)
    if entry is not None:
        return build.with_parameters(entry.parameters)
    begun = _read_plan(_work(lake, build))
    return build if begun is None else build.with_parameters(begun["parameters"])


def _refuse_other_lake(lake: Path, build: Build) -> None:
    """Refuse to mix versions or parameters in one lake."""
    manifest = read_manifest(lake)
    here = package_version()
    for name, entry in manifest.tables.items():
        # What users fill is theirs: no version computes it anew.
        if entry.package_version != here and not table(name).filled:
            raise LakeError(
                f"{lake} has table {name} of pokerlake {entry.package_version}, this is {here}: "
                "build another lake with --lake, or remove this one"
            )
    name = build.table.name
    begun = _read_plan(_work(lake, build))
    if begun is not None and begun["package_version"] != here:
        raise LakeError(
            f"{lake} has a build of {name} begun by pokerlake {begun['package_version']}, this is "
            f"{here}: go on with that version, or remove {_work(lake, build)}"
        )
    for where, found in (
        ("has", manifest.tables[name].parameters if name in manifest.tables else None),
        ("has begun", begun["parameters"] if begun is not None else None),
    ):
        if found is not None and dict(found) != dict(build.parameters):
            raise LakeError(
                f"{lake} {where} table {name} with {_shown(found)}, not with "
                f"{_shown(build.parameters)}: build another lake with --lake, or remove this one"
            )


def _shown(parameters: Parameters) -> str:
    return ", ".join(f"{name} = {value}" for name, value in parameters.items()) or "no parameters"


def _is_intact(lake: Path, name: str) -> bool:
    """Whether the manifest has the table and its files are what it says, by their digests."""
    entry = read_manifest(lake).tables.get(name)
    try:
        return entry is not None and all(
            stored_file(lake / stored.name) == stored for stored in entry.files
        )
    except OSError:  # gone, or not to be read
        return False


def _work(lake: Path, build: Build) -> Path:
    return lake / WORK_FOLDER / build.table.name


def _plan_of(build: Build) -> dict[str, Any]:
    return {
        "format_version": FORMAT_VERSION,
        "package_version": package_version(),
        "code": _code_digest(),
        "parameters": dict(build.parameters),
        "partitions": build.partitions,
    }


def _read_plan(folder: Path) -> dict[str, Any] | None:
    """The plan of a work folder; None if there is none yet."""
    path = folder / _PLAN
    try:
        found = json.loads(path.read_text("utf-8"))
        return {key: found[key] for key in _PLAN_KEYS}
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise LakeError(f"{path} is not a plan of pokerlake ({reason}); remove {folder}") from error
    except OSError as error:
        raise LakeError(f"{path} cannot be read: {error.strerror}") from error


@functools.cache
def _code_digest() -> str:
    """A digest of the sources that decide what a partition holds."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for room in ("engine", "tables", "pipelines"):
        for path in sorted((package / room).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _finished_parts(lake: Path, build: Build) -> dict[int, _Part]:
    """The partitions that are there, by number; one whose bytes do not fit its name is not."""
    parts = {}
    for path in sorted(_work(lake, build).glob("part_*.parquet")):
        name = _PART.fullmatch(path.stem)
        # A plan made while a build is at work may find that the file has just gone.
        with suppress(FileNotFoundError):
            if name and stored_file(path).sha256.startswith(name["digest"]):
                parts[int(name["number"])] = _Part(path, float(name["seconds"]))
    return parts


def _compute_missing(lake: Path, build: Build, workers: int, listener: Listener) -> None:
    finished = _finished_parts(lake, build)
    intact = {part.path for part in finished.values()}
    for path in set(_work(lake, build).glob("part_*.parquet")) - intact:
        note = f"{path} is damaged: it is made anew"
        listener(Progress(build.table.name, len(finished), build.partitions, note))
        path.unlink()
    missing = sorted(set(range(build.partitions)) - set(finished))
    done = build.partitions - len(missing)
    listener(Progress(build.table.name, done, build.partitions))
    if workers <= 1:
        for number in missing:
            partition(lake, build, number)
            done += 1
            listener(Progress(build.table.name, done, build.partitions))
        return
    pool = ThreadPoolExecutor(workers)
    try:
        for future in as_completed([pool.submit(partition, lake, build, n) for n in missing]):
            future.result()
            done += 1
            listener(Progress(build.table.name, done, build.partitions))
    finally:
        pool.shutdown(cancel_futures=True)


def _older(path: Path, other: Path) -> bool:
    return path.stat().st_mtime_ns < other.stat().st_mtime_ns
