"""What a build would do: which tables, with which parameters, and what is left to compute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from pokerlake.tables.errors import LakeError, UsageError
from pokerlake.tables.lake import refuse_file
from pokerlake.tables.manifest import (
    MANIFEST,
    Manifest,
    Parameters,
    package_version,
    read_manifest,
)
from pokerlake.tables.registry import TABLES, table, without_groups
from pokerlake.tables.store import stored_file
from pokerlake.tables.stores.path import in_store

from . import tables
from .parts import Build, finished_parts, is_begun, read_plan, work_folder


def all_builds(parameters: Parameters | None = None) -> Mapping[str, Build]:
    """The builds of all tables, by name, in the order of building.

    Every module of ``pipelines/tables/`` lists its builds in ``BUILDS``.

    ``parameters``: replace the defaults in the builds that have such a parameter. Raises UsageError
    if a table cannot be built with these parameters.
    """
    builds: dict[str, Build] = {}
    for module in iter_modules(tables.__path__, f"{tables.__name__}."):
        for build in import_module(module.name).BUILDS:
            known = {k: v for k, v in (parameters or {}).items() if k in build.parameters}
            builds[build.table.name] = build.with_parameters(known)
    return {name: builds[name] for name in TABLES if name in builds}


@dataclass(frozen=True)
class Planned:
    """A table of a plan, and its cost on two cores."""

    table: str
    state: str  # built, to build, to go on (some partitions are done), or damaged
    partitions_left: int
    rows: int
    seconds: float  # for the partitions that are left
    memory_bytes: int
    disk_bytes: int


def plan(
    lake: Path, names: Sequence[str] = (), builds: Mapping[str, Build] | None = None
) -> list[Planned]:
    """What a build would do, before anything runs.

    ``names``: tables, and groups of them. If empty: those of the standard lake, and those that this
    lake has or has begun; ``builds``: replaces the standard ones with the parameters of the lake.
    Raises UsageError for an unknown table; LakeError if the lake is of another version, or a table
    in it has other parameters.
    """
    chosen = chosen_builds(lake, names, builds)
    known = read_manifest(lake).tables
    planned = []
    for build in chosen:
        refuse_other_lake(lake, build)
        table, cost = build.table, build.cost
        intact = is_intact(lake, table.name, by_reading=bool(names))
        done = len(finished_parts(lake, build))
        left = 0 if intact else build.partitions - done
        state = "damaged" if table.name in known else "to go on" if done else "to build"
        seconds = 0 if intact else round(cost.seconds * max(left, 1) / build.partitions, 1)
        takes = (table.fixed_rows, seconds, cost.memory_bytes, cost.disk_bytes)
        planned.append(Planned(table.name, "built" if intact else state, left, *takes))
    return planned


def chosen_builds(
    lake: Path, names: Sequence[str], builds: Mapping[str, Build] | None
) -> list[Build]:
    """The builds of these tables; without ``builds``, those with the parameters of the lake."""
    refuse_file(lake)
    available = all_builds() if builds is None else builds
    names = without_groups(names)
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
            else not build.on_request or name in here or is_begun(lake, build)
        )
    ]
    return chosen if builds is not None else [_as_in_lake(lake, build) for build in chosen]


def _as_in_lake(lake: Path, build: Build) -> Build:
    """A build with the parameters of the table that is built or begun."""
    entry = read_manifest(lake).tables.get(build.table.name)
    begun = None if entry else read_plan(work_folder(lake, build))
    stored = entry.parameters if entry else begun["parameters"] if begun else {}
    try:
        return build.with_parameters(stored)
    except UsageError as error:
        where = lake / MANIFEST if entry else work_folder(lake, build)
        raise LakeError(f"{where}: {error}; build another lake, or remove this one") from error


def refuse_other_lake(lake: Path, build: Build) -> None:
    """Raise LakeError if versions or parameters would be mixed in one lake."""
    manifest = read_manifest(lake)
    here = package_version()
    refuse_other_version(lake, manifest)
    name = build.table.name
    folder = work_folder(lake, build)
    begun = read_plan(folder)
    if begun is not None and begun["package_version"] != here:
        raise LakeError(
            f"{lake} has a build of {name} begun by pokerlake {begun['package_version']}, this is "
            f"{here}: go on with that version, or remove {folder}"
        )
    for where, stored in (
        ("has", manifest.tables[name].parameters if name in manifest.tables else None),
        ("has begun", begun["parameters"] if begun is not None else None),
    ):
        if stored is not None and dict(stored) != dict(build.parameters):
            raise LakeError(
                f"{lake} {where} table {name} with {_shown(stored)}, not with "
                f"{_shown(build.parameters)}: build another lake with --lake, or remove this one"
            )


def refuse_other_version(lake: Path, manifest: Manifest) -> None:
    """Raise LakeError if another version built tables of the manifest of a lake."""
    here = package_version()
    for name, entry in manifest.tables.items():
        # What users fill is theirs: no version computes it anew.
        if entry.package_version != here and not table(name).filled:
            raise LakeError(
                f"{lake} has table {name} of pokerlake {entry.package_version}, this is {here}: "
                "build another lake with --lake, or remove this one"
            )


def _shown(parameters: Parameters) -> str:
    return ", ".join(f"{name} = {value}" for name, value in parameters.items()) or "no parameters"


def is_intact(lake: Path, name: str, *, by_reading: bool = False) -> bool:
    """Whether the manifest has the table and its files match it, by their digests.

    Files in an object store are read only if ``by_reading``; else their sizes are compared.
    """
    entry = read_manifest(lake).tables.get(name)
    if (store := in_store(lake)) is not None and not by_reading:
        sizes = {name: stored.st_size for name, stored in store.files().items()}
        return entry is not None and all(sizes.get(file.name) == file.bytes for file in entry.files)
    try:
        return entry is not None and all(
            stored_file(lake / stored.name) == stored for stored in entry.files
        )
    except OSError:  # it is missing or unreadable
        return False
