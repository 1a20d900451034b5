"""Fetches tables of another lake: from a folder, an object store or a web server.

Files are copied into ``lake/wip/pull/<digest>/``, under names from their expected digests, so an
interrupted copy resumes, whatever its source. They are checked against the digests of the other
lake's manifest, and as ``verify`` checks the files of a table: columns, rows, keys, totals. For a
table that is built this includes its values, whose digest this pokerlake knows. Then the files are
moved into place, and the manifest names them.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path

import pyarrow as pa

from pokerlake import leaving
from pokerlake.engine.threads import over_tasks
from pokerlake.tables.database import write_database
from pokerlake.tables.digests import remember
from pokerlake.tables.errors import LakeError, OutputError, UsageError, by_door, did_you_mean
from pokerlake.tables.lake import Lake, refuse_file
from pokerlake.tables.manifest import (
    MANIFEST,
    Entry,
    Manifest,
    manifest_of,
    package_version,
    read_manifest,
    update_manifest,
)
from pokerlake.tables.registry import GROUPS, TABLES, VIEWS, tables_below, without_groups
from pokerlake.tables.store import move_file, open_parquet, remove_folder, working_folder, writing
from pokerlake.tables.stores.fetching import fetch
from pokerlake.tables.stores.path import in_store, is_remote

from .cells import looking_connection, wrong_rows
from .growing import TOGETHER, file_pattern
from .lock import WORK_FOLDER, alone, remove_unfinished, remove_work_folder
from .planning import all_builds, refuse_other_version
from .verify.checks import checks_of_files, look, looks_at

STANDARD = "standard"  # stands for all tables that 'pokerlake build' makes

HERE, NOT_HERE, PULLED = "here", "not here", "pulled"


@dataclass(frozen=True)
class Pulled:
    """A table of another lake."""

    table: str
    rows: int
    bytes: int
    state: str  # here (the same files), not here, or just pulled


@dataclass(frozen=True)
class Progress:
    """The progress of a pull."""

    table: str
    done: int  # bytes of all tables
    total: int
    checking: bool  # whether the table is being checked


Listener = Callable[[Progress], None]


@dataclass(frozen=True)
class Offer:
    """A lake to fetch tables from, and its manifest."""

    path: Path
    manifest: Manifest

    @classmethod
    def of(cls, source: Path, sha256: str = "") -> Offer:
        """Read the manifest of a lake, and nothing else of it.

        ``sha256``: of the manifest, if it is known. Raises LakeError or UsageError.
        """
        store, path = in_store(source), source / MANIFEST
        if store is None and source.is_file():
            raise LakeError(
                f"{source} is a file; give the folder of a lake with "
                f"{by_door('--from', 'source=')}: an archive is unpacked first"
            )
        try:
            content = path.read_bytes() if store is not None or path.is_file() else None
        except FileNotFoundError:
            content = None
        if content is None:
            raise LakeError(f"no lake at {source}: it has no {MANIFEST}")
        digest = hashlib.sha256(content).hexdigest()
        if sha256 and digest != sha256.lower():
            raise LakeError(f"{path} has the SHA-256 {digest}, not {sha256}: it is another one")
        return cls(source, manifest_of(path, content))

    def listed(self, lake: Path) -> list[Pulled]:
        """All its tables."""
        here = read_manifest(lake)
        return [
            _pulled(name, entry, HERE if _has(here, name, entry) else NOT_HERE)
            for name, entry in self.manifest.tables.items()
        ]

    def chosen(self, names: Sequence[str]) -> list[tuple[str, ...]]:
        """The tables of these names, with tables that belong together in one tuple.

        Raises LakeError if one is missing.
        """
        known = {*self.manifest.tables, *self.manifest.lost}
        standard = [name for name, build in all_builds().items() if not build.on_request]
        groups = {STANDARD: [name for name in standard if name in known]}
        wanted = [table for name in names for table in groups.get(name) or [name]]
        units = []
        for name in without_groups(wanted, known):
            if name not in known:
                there = ", ".join(sorted(known)) or "none"
                raise LakeError(f"table {name} is not in {self.path}; there are: {there}")
            group = next((group for group in _TOGETHER if name in group), (name,))
            units.append(tuple(table for table in group if table in known))
        for name in chain.from_iterable(units):
            if name in self.manifest.lost:
                raise self.manifest.lost[name]
        return list(dict.fromkeys(units))


# Transitions refer to abstractions by number.
_ABSTRACTION, _TRANSITIONS = (
    next(group for group in TOGETHER if table in group)
    for table in ("abstractions", "bucket_transitions")
)
_TOGETHER = (
    *(group for group in TOGETHER if group not in (_ABSTRACTION, _TRANSITIONS)),
    (*_ABSTRACTION, *_TRANSITIONS),
)


def pull(
    lake: Path,
    source: Path,
    names: Sequence[str],
    *,
    sha256: str = "",
    listener: Listener = lambda _: None,
) -> list[Pulled]:
    """Fetch tables of another lake into a lake, each whole or not at all.

    Tables that belong together, as those of imported hands, come together. A table that is here
    with the same files is left as it is. If a pull is stopped, what was fetched is kept, and the
    same call goes on.

    ``lake``: made if it does not exist; ``source``: the other lake; ``names``: tables, ``standard``
    or ``short_deck``; ``sha256``: the expected digest of its manifest. Raises UsageError, LakeError
    or OutputError.
    """
    if (store := in_store(lake)) is not None:
        store.refuse_writing()
    _refuse_unknown(names)
    _refuse_same(lake, source)
    offer = Offer.of(source, sha256)
    units = offer.chosen(names)
    refuse_file(lake)
    here = read_manifest(lake)
    entries = {name: offer.manifest.tables[name] for name in chain.from_iterable(units)}
    missing = []
    for unit in units:
        of_unit = {name: _as_here(offer, name, entries[name]) for name in unit}
        entries |= of_unit
        if not all(_is_whole(lake, here, name, of_unit[name]) for name in unit):
            _refuse_taken(lake, here, of_unit)
            missing.append(unit)
    _refuse_little_room(lake, [entries[name] for unit in missing for name in unit])
    total = sum(_bytes(entries[name]) for unit in missing for name in unit)
    done = 0
    for unit in missing:
        of_unit = {name: entries[name] for name in unit}
        _pull(lake, offer, of_unit, partial(_listening, listener, done, total))
        done += sum(map(_bytes, of_unit.values()))
    fetched = {*chain.from_iterable(missing)}
    return [
        _pulled(name, entries[name], PULLED if name in fetched else HERE)
        for name in chain.from_iterable(units)
    ]


def _listening(
    listener: Listener, before: int, total: int, table: str, done: int, *, checking: bool = False
) -> None:
    listener(Progress(table, before + done, total, checking))


def _pulled(name: str, entry: Entry, state: str) -> Pulled:
    return Pulled(name, entry.rows, _bytes(entry), state)


def _bytes(entry: Entry) -> int:
    return sum(file.bytes for file in entry.files)


# ---------------------------------------------------------------- what is refused


def _refuse_unknown(names: Iterable[str]) -> None:
    for name in names:
        if name in VIEWS:
            below = " ".join(tables_below(name))
            raise UsageError(f"{name} is a view; pull what it is made of: {below}")
        known = (*TABLES, *GROUPS, STANDARD)
        if name not in known:
            raise UsageError(f"no table {name!r}; {did_you_mean(name, known)}")


def _refuse_same(lake: Path, source: Path) -> None:
    same = (
        lake == source
        if is_remote(lake) or is_remote(source)
        else lake.exists() and source.exists() and lake.samefile(source)
    )
    if same:
        raise UsageError(
            f"{source} is the lake itself; name another with {by_door('--from', 'source=')} or "
            f"{by_door('--lake', 'lake=')}"
        )


def _as_here(offer: Offer, name: str, entry: Entry) -> Entry:
    """An entry of another lake, as this version expects it.

    For a table that is built this version knows the digest of the values, whichever version built
    it. Raises LakeError if it knows none, or if the files have other names than here.
    """
    wanted, path = TABLES[name], offer.path
    for file in entry.files:
        if not (wanted.filled or len(entry.files) == 1) or not (
            file_pattern(wanted).fullmatch(file.name)
            if wanted.filled
            else file.name == wanted.file_name
        ):
            raise LakeError(f"{path / MANIFEST}: {file.name} is no name of a file of {name}")
    if wanted.filled:
        return entry
    if entry.rows != wanted.rows:
        raise LakeError(
            f"{path} has {entry.rows:,} rows of {name}, by pokerlake {entry.package_version}; in "
            f"pokerlake {package_version()} it has {wanted.rows:,}"
        )
    try:
        build = all_builds()[name].with_parameters(entry.parameters)
    except UsageError as error:
        raise LakeError(f"{path / MANIFEST}: {error}") from error
    if not build.table.values and entry.package_version != package_version():
        raise LakeError(
            f"{path} has table {name} of pokerlake {entry.package_version} with other parameters "
            f"than the usual ones, so that pokerlake {package_version()} cannot check it; pull it "
            "with that version"
        )
    return replace(entry, package_version=package_version())


def _has(here: Manifest, name: str, entry: Entry) -> bool:
    return name in here.tables and here.tables[name].files == entry.files


def _is_whole(lake: Path, here: Manifest, name: str, entry: Entry) -> bool:
    """Whether a lake has a table with these files, undamaged."""
    return _has(here, name, entry) and name not in Lake(lake, here).opened()[1]


def _refuse_taken(lake: Path, here: Manifest, entries: Mapping[str, Entry]) -> None:
    """Raise LakeError if a table is here with other files.

    A damaged one may be replaced if it can be built.
    """
    for problem in here.problems:
        if not problem.table:
            raise LakeError(
                f"{lake / MANIFEST}: {problem}; bring {MANIFEST} back, or accept it as it is with "
                "'pokerlake build'"
            )
    for name, entry in entries.items():
        damaged = name in here.lost or (
            name in here.tables and name in Lake(lake, here).opened()[1]
        )
        may_go = _has(here, name, entry) or (damaged and not TABLES[name].filled)
        if (name in here.tables or name in here.lost) and not may_go:
            raise LakeError(
                f"{lake} has a table {name} of its own; take it out first with 'pokerlake drop "
                f"{name}', or name another lake with {by_door('--lake', 'lake=')}"
            )


def _refuse_little_room(lake: Path, entries: Iterable[Entry]) -> None:
    if is_remote(lake):
        return
    place = next(path for path in (lake.absolute(), *lake.absolute().parents) if path.exists())
    need = sum(map(_bytes, entries)) - sum(
        file.stat().st_size for file in _folder(lake).glob("*/*.parquet")
    )
    free = shutil.disk_usage(place).free
    if need > free:
        raise OutputError(
            f"{need:,} bytes are to be fetched, and {free:,} are free on the disk of {lake}; free "
            f"some, or name another lake with {by_door('--lake', 'lake=')}"
        )


# ---------------------------------------------------------------- tables that belong together


def _folder(lake: Path) -> Path:
    return lake / WORK_FOLDER / "pull"


def _pull(
    lake: Path, offer: Offer, entries: Mapping[str, Entry], listen: Callable[..., None]
) -> None:
    files = [file for entry in entries.values() for file in entry.files]
    digest = hashlib.sha256(" ".join(file.sha256 for file in files).encode()).hexdigest()[:16]
    work = _folder(lake) / digest
    with ExitStack() as afterwards, alone(work), working_folder(work) as place:
        afterwards.callback(_clear, lake, work)  # once its lock is released
        _fetch(offer, place, entries, listen)
        with alone(lake):
            _publish(lake, place, entries)


def _fetch(
    offer: Offer, place: Path, entries: Mapping[str, Entry], listen: Callable[..., None]
) -> None:
    done = 0
    for name, entry in entries.items():
        for file in entry.files:
            with writing(place / file.name):
                fetch(
                    offer.path / file.name, place / file.name, file.bytes, _from(listen, name, done)
                )
            done += file.bytes
    for name in entries:
        listen(name, done, checking=True)
        _refuse_wrong(offer, place, name, entries[name])


def _clear(lake: Path, work: Path) -> None:
    """Remove the folder of fetched files, and those above it, if they are empty."""
    if is_remote(lake) or any(file.stat().st_size for file in work.glob("*.parquet")):
        return
    remove_folder(work)
    if not any(_folder(lake).iterdir()):
        _folder(lake).rmdir()
        remove_work_folder(lake)


def _from(listen: Callable[..., None], name: str, before: int) -> Callable[[int], None]:
    return lambda there: listen(name, before + there)


def _refuse_wrong(offer: Offer, place: Path, name: str, entry: Entry) -> None:
    """Raise LakeError if the files of a table are wrong, and remove them.

    Data from another machine is read here for the first time.
    """
    staged = Lake(place, Manifest({name: entry}))
    wanted = TABLES[name]
    if not wanted.filled:
        wanted = all_builds()[name].with_parameters(entry.parameters).table
    parts = looks_at(staged, name)
    looked = over_tasks(lambda at: look(staged, name=name, looks=parts[at]), range(len(parts)), 0)
    checks = checks_of_files(staged, name, chain.from_iterable(looked), lambda: wanted.values)
    wrong = next((check for check in checks if not check.ok), None)
    if wrong is None:
        problem = next(_wrong_rows(staged, name), "")
    elif wrong.check.startswith("sha256"):
        problem = "other bytes than its manifest says: they were damaged on the way, or there"
    elif wrong.check == "columns":
        problem = f"other columns than pokerlake {package_version()} gives it: {wrong.found}"
    else:
        problem = f"{wrong.check}: {wrong.found}, not {wrong.expected}"
    if problem:
        for file in entry.files:
            (place / file.name).unlink()
        raise LakeError(f"table {name} of {offer.path} has {problem}; nothing of it is kept")


def _wrong_rows(staged: Lake, name: str) -> Iterator[str]:
    """What is wrong with rows of a table that users fill, as ``verify`` words it."""
    if not TABLES[name].filled:
        return
    with looking_connection() as connection:
        for path in staged.files(name):
            with open_parquet(path) as file:
                for batch in file.iter_batches(batch_size=1 << 18):
                    rows = pa.Table.from_batches([batch])
                    for row, problem in wrong_rows(connection, rows, name):
                        yield f"a row {row + 1:,} in {path.name} with {problem}"


def _publish(lake: Path, place: Path, entries: Mapping[str, Entry]) -> None:
    """Move files into place, and have the manifest name them, all in one step."""
    remove_unfinished(lake)
    here = read_manifest(lake)
    _refuse_taken(lake, here, entries)
    if any(not TABLES[name].filled for name in entries):
        refuse_other_version(lake, here)
    damaged = {*here.tables, *here.lost}.intersection(entries)
    if damaged:  # so that a new file is not mistaken for it
        update_manifest(lake, lambda manifest: manifest.without(damaged))
    files = [file for entry in entries.values() for file in entry.files]
    for file in files:
        move_file(place / file.name, lake / file.name)
    remember(lake, files)

    def with_tables(manifest: Manifest) -> Manifest:
        if not all(_has(manifest, name, entries[name]) for name in entries):
            _refuse_taken(lake, manifest, entries)
        return manifest.with_tables(entries)

    with leaving.whole_step():
        update_manifest(lake, with_tables)
        write_database(Lake.open(lake))
