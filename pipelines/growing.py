"""Adds rows to tables that users fill, and drops tables; related tables change in one step.

New rows go to new files. The step itself is the manifest that names them. Then ``lake.duckdb`` is
written, and files that are no longer named are removed. A killed process leaves either the old
state or the new one, and at worst files that the manifest does not name, which the next addition
removes.

A file holds the things ``first..last`` of a table: ``hands_1_5070_0f1e2d3c.parquet``. Its name ends
with the start of its digest, so that no file ever replaces another. An addition is one file. It is
joined with the last file unless that holds at least twice as many things, or a hundred thousand. So
there are few files, each row is rewritten a few times only, and a small addition is quick.

An object store has no lock, so another command may add to the same tables at the same time. Then
the manifest no longer has the entries that the addition started from, so the second command gets an
error and adds nothing. In a store, file names end in random letters: no two commands ever write the
same file. A file that the manifest does not name may have just been written by another command, so
it stays for a day.

A drop removes tables from the manifest first, then their files.
"""

from __future__ import annotations

import functools
import random
import re
import secrets
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import pyarrow as pa

from pokerlake import leaving
from pokerlake.tables.check import ValuesDigest
from pokerlake.tables.database import write_database
from pokerlake.tables.definitions.abstraction import ABSTRACTION, TRANSITIONS
from pokerlake.tables.definitions.blueprints import BLUEPRINT, MEASURES
from pokerlake.tables.definitions.histories import HISTORIES
from pokerlake.tables.definitions.learning import LEARNING
from pokerlake.tables.definitions.push_fold import SOLVED
from pokerlake.tables.definitions.solving import SOLUTIONS
from pokerlake.tables.digests import remember
from pokerlake.tables.errors import LakeError, OutputError, UsageError, first_line, from_outside
from pokerlake.tables.lake import Lake, how_anew
from pokerlake.tables.manifest import (
    MANIFEST,
    Entry,
    Manifest,
    manifest_mark,
    package_version,
    read_manifest,
    update_manifest,
)
from pokerlake.tables.registry import VIEWS, tables_below, without_groups
from pokerlake.tables.registry import table as known_table
from pokerlake.tables.schema import Table
from pokerlake.tables.store import (
    UNFINISHED,
    StoredFile,
    move_file,
    open_parquet,
    parquet_file,
    parquet_rows,
    parquet_schema,
    read_table,
    remove_folder,
    stored_file,
    working_folder,
)
from pokerlake.tables.stores.path import in_store, is_remote

from .cells import looking_connection, wrong_rows
from .lock import WORK_FOLDER, alone, database_is_new, remove_unfinished, remove_work_folder

if TYPE_CHECKING:
    import duckdb

SECONDS_LEFT = 24 * 3600.0
_BYTES_WAITING = 1 << 26  # of rows that wait to be written
_MOST_JOINED = 100_000  # things of a file that is still joined with more: a second's work
_ATTEMPTS = 10
_WAIT_SECONDS = 0.5

# Tables that belong together: they are dropped, and fetched from other lakes, as one.
TOGETHER = tuple(
    tuple(table.name for table in group)
    for group in (
        HISTORIES, LEARNING, SOLVED, SOLUTIONS, (*BLUEPRINT, *MEASURES), ABSTRACTION, TRANSITIONS,
    )
)  # fmt: skip

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class NumberedFile:
    """A file of a table, which holds the things ``first..last``."""

    stored: StoredFile
    first: int
    last: int

    @property
    def things(self) -> int:
        """The number of things in the file."""
        return self.last - self.first + 1


@dataclass
class Addition:
    """An addition in progress, to each table by its name."""

    parts: Mapping[str, Sequence[NumberedFile]]  # the files in the lake
    first: int  # the number of the first new thing: hand, run
    write: Mapping[str, Callable[[pa.Table], None]]  # takes more rows, ordered by the key
    things: int = 0  # new ones, to be set; nothing is added if it stays 0
    whole: dict[str, pa.Table] = field(default_factory=dict)  # tables that are replaced as a whole
    seconds: float | None = None  # of the work; by default since the addition began


class MeanwhileError(LakeError):
    """Another command wrote to the same tables at the same time; nothing was added."""


def once_more(add: Callable[P, T]) -> Callable[P, T]:
    """A function that adds; it is called again, a few times, if another command was faster."""

    @functools.wraps(add)
    def added(*args: P.args, **options: P.kwargs) -> T:
        for attempt in range(1, _ATTEMPTS):
            try:
                return add(*args, **options)
            except MeanwhileError:
                time.sleep(random.uniform(0, _WAIT_SECONDS * attempt))
        return add(*args, **options)

    return added


@contextmanager
def adding(
    lake: Path,
    tables: Sequence[Table],
    *,
    anew: bool = False,
    wait: bool = False,
    checked: bool = False,
    beside: Sequence[Table] = (),
) -> Iterator[Addition]:
    """Add to tables that belong together; the rows are in the lake once the block has ended.

    If the block raises, the lake does not change.

    ``lake``: made if it does not exist; ``tables``: the first of them has one row for each thing;
    ``anew``: whether the new rows replace all others; ``checked``: whether the caller has already
    made the checks of ``verify``; ``beside``: small tables that may be replaced in the same step.
    Raises LakeError or OutputError.
    """
    started = time.perf_counter()
    with alone(lake, wait=wait):
        if is_remote(lake) and manifest_mark(lake) is None:
            update_manifest(lake, lambda manifest: manifest)  # like the folder of a local lake
        there = before = read_manifest(lake)
        every = (*tables, *beside)
        if not anew:
            _refuse_damaged(lake, before, every)
        _clear(lake, every)
        if anew:
            before = Manifest()
        parts = {table.name: parts_of(lake, before, table) for table in every}
        first = 1 + max((part.last for part in parts[tables[0].name]), default=0)
        with _working(lake, tables) as work:
            digests = {table.name: ValuesDigest(table.arrow_schema()) for table in every}
            with ExitStack() as stack:
                writers = {
                    table.name: stack.enter_context(
                        _file(work / table.file_name, table, digests[table.name])
                    )
                    for table in tables
                }
                if not checked:
                    looking = stack.enter_context(looking_connection())
                    writers = {
                        table.name: _looked_at(looking, table, writers[table.name])
                        for table in tables
                    }
                addition = Addition(parts, first, writers)
                yield addition
            if addition.things or addition.whole:
                if addition.seconds is None:
                    addition.seconds = time.perf_counter() - started
                _Publishing(lake, there, before, every, work, digests).publish(addition)


@contextmanager
def _file(path: Path, table: Table, digest: ValuesDigest) -> Iterator[Callable[[pa.Table], None]]:
    """A file of a table, as :func:`parquet_file`; its rows are added to a digest.

    One thread computes the digest, another packs: each takes part of the seconds of an addition.
    """
    schema = table.arrow_schema()
    with parquet_file(path, schema, table.key, table.layout) as packing, _beside(packing) as write:

        def counted(rows: pa.Table) -> None:
            rows = rows.select(schema.names).cast(schema)
            for batch in rows.to_batches():
                digest.update(batch)
            write(rows)

        with _beside(counted) as count:
            yield count


@contextmanager
def _beside(write: Callable[[pa.Table], None]) -> Iterator[Callable[[pa.Table], None]]:
    """A function that hands rows to a thread, which writes them in order.

    An error in the thread is raised with one of the next rows, or at the end.
    """
    waiting: deque[tuple[Future[None], int]] = deque()
    with ThreadPoolExecutor(1, thread_name_prefix="pokerlake-write") as thread:

        def written(rows: pa.Table) -> None:
            while waiting and (
                waiting[0][0].done() or sum(size for _, size in waiting) > _BYTES_WAITING
            ):
                waiting.popleft()[0].result()
            waiting.append((thread.submit(write, rows), rows.nbytes))

        yield written
        for done, _ in waiting:
            done.result()


def _looked_at(
    connection: duckdb.DuckDBPyConnection, table: Table, write: Callable[[pa.Table], None]
) -> Callable[[pa.Table], None]:
    """A function that writes rows, and refuses those that ``verify`` would always report."""

    def written(rows: pa.Table) -> None:
        for row, problem in wrong_rows(connection, rows, table.name):
            raise LakeError(f"row {row + 1:,} for {table.name} has {problem}; nothing is added")
        write(rows)

    return written


@contextmanager
def _working(lake: Path, tables: Sequence[Table]) -> Iterator[Path]:
    """The folder for new rows; in a lake on a disk, :func:`tidy` removes what is left of it."""
    folder = work_of_adding(lake, tables)
    with working_folder(folder) as work:
        if not is_remote(lake):
            work.mkdir(parents=True)
        try:
            yield work
        finally:
            remove_folder(work)
            remove_work_folder(lake)


def tidy(lake: Path, tables: Sequence[Table]) -> None:
    """Remove what is left of a command that was killed while it added to these tables."""
    if work_of_adding(lake, tables).exists():
        with adding(lake, tables, wait=True):
            pass


def stored_rows(lake: Lake, name: str, **how: object) -> pa.Table:
    """The rows of a table of a lake.

    ``**how``: arguments of :func:`pyarrow.parquet.read_table`: columns, filters. Raises LakeError
    if the lake does not have the table, or it is damaged.
    """
    try:
        return read_table(lake.files(name), **how)
    except (OSError, pa.ArrowException) as error:
        what = f"table {name} of {lake.path}"
        raise (
            from_outside(error, what)
            or LakeError(f"{what} cannot be read: {first_line(error)}; {how_anew(name)}")
        ) from error


def rows_so_far(lake: Lake, table: Table, **how: object) -> pa.Table:
    """As :func:`stored_rows`; no rows, with all columns, if the table does not exist yet."""
    if table.name in (*lake.manifest.tables, *lake.manifest.lost):
        return stored_rows(lake, table.name, **how)
    return table.arrow_schema().empty_table()


def work_of_adding(lake: Path, tables: Sequence[Table]) -> Path:
    """The folder in which an addition is written; it exists only while the addition runs."""
    return lake / WORK_FOLDER / f"more_{tables[0].name}"


def file_pattern(table: Table) -> re.Pattern[str]:
    """The pattern of file names of a table that users fill."""
    return re.compile(rf"{table.name}_(?P<first>\d+)_(?P<last>\d+)_[0-9a-f]{{8}}\.parquet")


def parts_of(lake: Path, manifest: Manifest, table: Table) -> list[NumberedFile]:
    """The files of a table; they must match the manifest and have today's columns."""
    if table.name not in manifest.tables:
        return []
    parts = []
    paths = Lake(lake, manifest).files(table.name)
    for path, stored in zip(paths, manifest.tables[table.name].files, strict=True):
        match = file_pattern(table).fullmatch(stored.name)
        if match is None or parquet_schema(path) != table.arrow_schema():
            raise LakeError(
                f"{path} has other columns than pokerlake {package_version()} gives {table.name}; "
                f"begin anew with '{table.brought_up_by}'"
            )
        parts.append(NumberedFile(stored, int(match["first"]), int(match["last"])))
    return parts


@dataclass(frozen=True)
class _Publishing:
    """Puts new rows into a lake."""

    lake: Path
    there: Manifest  # the manifest of the lake when the addition began
    before: Manifest  # what remains of it
    tables: Sequence[Table]
    work: Path  # the folder with the new rows
    digests: Mapping[str, ValuesDigest]  # of the new rows, by table

    def publish(self, addition: Addition) -> None:
        """Move the new files into place, and have the manifest name them."""
        first, last = addition.first, addition.first + addition.things - 1
        kept = list(addition.parts[self.tables[0].name])
        while kept and kept[-1].things < min(2 * (last - first + 1), _MOST_JOINED):
            first = kept.pop().first
        entries: dict[str, Entry] = {}
        files: tuple[StoredFile, ...]
        for table in self.tables:
            parts = addition.parts[table.name]
            if table.name in addition.whole:
                rows = addition.whole[table.name]
                with _file(self.work / table.file_name, table, self.digests[table.name]) as write:
                    write(rows)
                files = (self._join(table, (), f"{table.name}_1_{rows.num_rows}"),)
            elif addition.things and table.name in addition.write:
                stored = self._join(table, parts[len(kept) :], f"{table.name}_{first}_{last}")
                files = (*(part.stored for part in parts[: len(kept)]), stored)
            else:
                continue
            old = self.before.tables.get(table.name)
            entries[table.name] = Entry(
                rows=sum(parquet_rows(self.lake / file.name) for file in files),
                parameters={},
                files=files,
                package_version=package_version(),
                seconds=round((addition.seconds or 0.0) + (old.seconds if old else 0.0), 3),
            )
        with leaving.whole_step():
            update_manifest(self.lake, functools.partial(self._with, entries))
            write_database(Lake.open(self.lake))
            _remove_unnamed(self.lake, self.tables)

    def _with(self, entries: Mapping[str, Entry], manifest: Manifest) -> Manifest:
        """A manifest with the new entries, if it still has those that they build on."""
        new = {entry.files[-1].name for entry in entries.values()}
        if new <= manifest.named_files():  # ours was written, but the store's answer was lost
            return manifest
        for name in entries:
            if manifest.tables.get(name) != self.there.tables.get(name):
                for file in new:
                    (self.lake / file).unlink()
                raise MeanwhileError(
                    f"another command wrote to {name} of {self.lake} meanwhile, and nothing is "
                    "added; run the command again"
                )
        return manifest.with_tables(entries)

    def _join(self, table: Table, parts: Iterable[NumberedFile], name: str) -> StoredFile:
        """Join the last files and the new rows; the name of the file in the lake has its digest."""
        candidate, digest = self.work / table.file_name, self.digests[table.name]
        paths = [self.lake / part.stored.name for part in parts]
        if paths:
            joined = candidate.with_name(f"{name}.parquet")
            digest = ValuesDigest(table.arrow_schema())
            with _file(joined, table, digest) as write:
                for path in (*paths, candidate):
                    with open_parquet(path) as file:
                        for batch in file.iter_batches():
                            write(pa.Table.from_batches([batch]))
            candidate = joined
        stored = stored_file(candidate)
        ending = secrets.token_hex(4) if is_remote(self.lake) else stored.sha256[:8]
        final = self.lake / f"{name}_{ending}.parquet"
        move_file(candidate, final)
        stored = replace(stored, name=final.name, values=digest.hexdigest())
        remember(self.lake, [stored])
        return stored


def _refuse_damaged(lake: Path, manifest: Manifest, tables: Sequence[Table]) -> None:
    """Raise LakeError if rows of users may be in files that the manifest does not name."""
    for table in tables:
        if table.name in manifest.lost:
            raise manifest.lost[table.name]
    for problem in manifest.problems:
        if problem.table == "":
            raise LakeError(
                f"{lake / MANIFEST}: {problem}; bring {MANIFEST} back, or accept it as it is with "
                "'pokerlake build'"
            )


def _clear(lake: Path, tables: Sequence[Table]) -> None:
    """Remove what a killed addition left behind."""
    remove_unfinished(lake)
    if not is_remote(lake):
        remove_folder(work_of_adding(lake, tables))
    if (lake / MANIFEST).exists() and not database_is_new(lake):
        write_database(Lake.open(lake))
    _remove_unnamed(lake, tables)


def _remove_unnamed(lake: Path, tables: Sequence[Table]) -> None:
    """Remove the files of these tables that the manifest does not name."""
    named = read_manifest(lake).named_files()
    patterns = [file_pattern(table) for table in tables]
    for path in lake.iterdir():
        name = path.name.removesuffix(UNFINISHED)
        ours = any(pattern.fullmatch(name) for pattern in patterns)
        if ours and path.name not in named and not path.is_dir() and is_left(path):
            path.unlink(missing_ok=True)


def is_left(path: Path) -> bool:
    """Whether a file that the manifest does not name is left over: in a store, if it is a day old.

    The command that wrote a younger file may still be running.
    """
    store = in_store(path)
    if store is None:
        return True
    listed = store.parent.files().get(store.name)
    return listed is not None and time.time() - listed.st_mtime > SECONDS_LEFT


# ---------------------------------------------------------------- dropping


@dataclass(frozen=True)
class Dropped:
    """A table that was removed from a lake."""

    table: Table
    rows: int
    bytes: int  # bytes that are free again


def drop(lake: Path, names: Sequence[str]) -> list[Dropped]:
    """Remove tables from a lake, with their files and the unfinished work on them.

    ``names``: the tables. Tables that users fill are dropped with those that belong to them.
    Returns the dropped tables in the order of the names. Raises UsageError, LakeError or
    OutputError.
    """
    Lake.open(lake)  # the lock would make a folder
    with alone(lake), leaving.whole_step():
        remove_unfinished(lake)
        there = Lake.open(lake)
        chosen = to_drop(there, names)
        named = there.manifest.named_files()
        files = {name: _files(lake, name, named) for name in chosen}
        for name in chosen:
            known = {*there.manifest.tables, *there.manifest.lost}
            if name not in known and not files[name]:
                raise LakeError(f"table {name} is not in {lake}: there is nothing to drop")
        update_manifest(lake, lambda manifest: manifest.without(chosen))
        dropped = []
        for name in chosen:
            entry = there.manifest.tables.get(name)
            size = sum(_removed(path) for path in files[name])
            remove_folder(lake / WORK_FOLDER / name)
            dropped.append(Dropped(known_table(name), entry.rows if entry else 0, size))
        remove_work_folder(lake)
        write_database(Lake.open(lake))
    return dropped


def to_drop(lake: Lake, names: Sequence[str]) -> list[str]:
    """The names, each once, if dropping these tables leaves no others incomplete.

    Raises UsageError as :func:`drop` does.
    """
    names = without_groups(names, {*lake.manifest.tables, *lake.manifest.lost})
    for name in names:
        if name in VIEWS:
            below = ", ".join(tables_below(name))
            raise UsageError(
                f"{name} is a view{' of ' + below if below else ''}: it has no file to drop"
            )
        known_table(name)
    for group in TOGETHER:
        known = {*lake.manifest.tables, *lake.manifest.lost}
        together = [name for name in group if name in known]
        missing = [name for name in together if name not in names]
        chosen = [name for name in together if name in names]
        if chosen and missing:
            raise UsageError(
                f"{chosen[0]} belongs together with {', '.join(missing)}: "
                f"drop all of them with 'pokerlake drop {' '.join(together)}'"
            )
    return list(dict.fromkeys(names))


def _files(lake: Path, name: str, named: Collection[str]) -> list[Path]:
    """The files of a table, whether the manifest names them or not."""
    pattern = file_pattern(known_table(name))
    return [
        path
        for path in sorted(lake.iterdir())
        if path.name == known_table(name).file_name or pattern.fullmatch(path.name)
        if path.name in named or is_left(path)
    ]


def _removed(path: Path) -> int:
    """Remove a file, and return its size in bytes."""
    try:
        size = (path.stat() if is_remote(path) else path.lstat()).st_size
        path.unlink()
    except OSError as error:
        raise OutputError(
            f"{path} cannot be removed: {error.strerror}; the lake no longer has its table, and "
            "dropping it again removes the file"
        ) from error
    return size
