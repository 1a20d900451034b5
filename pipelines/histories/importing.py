"""Puts the hands of files into a lake, all four tables in one step.

New rows go to new files; the manifest then names them, which is the step; ``lake.duckdb`` follows,
and what is no longer named goes last. So a process that is killed leaves the old state or the new
one, and at worst files that nobody names: the next import removes them.

The tables are files of hands ``first..last``: ``hands_1_5070_0f1e2d3c.parquet``, with the start of
the file's digest, so that no file ever takes the place of another. An import adds a file, and joins
it with the last one where that is not at least twice as large, so that there are few files and a
row is rewritten few times, however hands come in.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING

from ...tables.database import write_database
from ...tables.errors import LakeError
from ...tables.histories import HISTORIES
from ...tables.lake import (
    DATABASE,
    MANIFEST,
    Entry,
    Lake,
    Manifest,
    package_version,
    read_manifest,
    refuse_file,
    write_manifest,
)
from ...tables.schema import Table
from ...tables.store import UNFINISHED, StoredFile, move_file, parquet_file, stored_file
from ..lock import alone
from . import pokerstars
from .columns import numbered, without
from .reading import Bad, Read, read_pieces
from .sources import Amount, Piece, amount_of, chunks, find_sources

if TYPE_CHECKING:
    import pyarrow as pa

_WORK = Path("wip", "histories")
_NAMES = "|".join(table.name for table in HISTORIES)
_PART = re.compile(rf"({_NAMES})_(?P<first>\d+)_(?P<last>\d+)_[0-9a-f]{{8}}\.parquet")
_IN_PROCESS = 4  # chunks, up to which starting other processes takes longer than reading

Listener = Callable[[Amount, int], None]
Known = dict[str, set[int | str]]  # the numbers of each site's hands; most are plain numbers


@dataclass
class Imported:
    """What an import has done: how many hands are new, known already and bad."""

    files: int
    new: int = 0
    known: int = 0
    bad: list[Bad] = field(default_factory=list)
    unreadable: int = 0

    @property
    def hands(self) -> int:
        """All hands that were met."""
        return self.new + self.known + len(self.bad) - self.unreadable


def import_histories(
    lake: Path,
    names: Sequence[str],
    *,
    input_format: str | None = None,
    anew: bool = False,
    workers: int = 1,
    listener: Listener = lambda _, __: None,
) -> Imported:
    """Read files of hand histories into the tables of a lake.

    A hand, told by site and number, that is in the lake already is left as it is, and of PokerStars
    not even read; one that is twice in the files is taken once. The tables do not depend on
    ``workers``.

    Parameters
    ----------
    lake : Path
        Made if it does not exist.
    names : sequence of str
        Files, folders, or ``-`` for stdin.
    input_format : str, optional
        ``pokerstars`` or ``phh``; by default as the endings of files say.
    anew : bool
        Whether these hands take the place of those in the lake; not if there is none among them.
    workers : int
        Processes that read, where there is much to read.
    listener : callable
        Is called with how many bytes were read, of how many, and hands so far.

    Raises
    ------
    UsageError, InputError
        As :func:`~.sources.find_sources`, before anything is done.
    LakeError
        If a build or import is at work, or the hands in the lake are damaged or of other columns.
    OutputError
        If the disk is full or cannot be written.
    """
    sources = find_sources(names, input_format)
    refuse_file(lake)
    amount = amount_of(sources)
    started = time.perf_counter()
    with alone(lake):
        _clear(lake)
        before = Manifest() if anew else read_manifest(lake)
        parts = _parts(lake, before)
        known = _known(lake, parts["hands"])
        first = 1 + max((part.last for part in parts["hands"]), default=0)
        fresh: Known = {}
        done = Imported(len(sources))
        work = lake / _WORK
        work.mkdir(parents=True)
        try:
            with ExitStack() as stack:
                writers = {
                    table.name: stack.enter_context(
                        parquet_file(work / table.file_name, table.arrow_schema(), table.key)
                    )
                    for table in HISTORIES
                }
                for read in _readings(_unknown(chunks(sources, amount), known, done), workers):
                    _add(read, known, fresh, first, writers, done)
                    listener(amount, done.hands)
            if done.new:
                span = (first, first + done.new - 1)
                _publish(lake, before, parts, span, time.perf_counter() - started)
        finally:
            shutil.rmtree(work, ignore_errors=True)
            _remove_empty(lake / _WORK.parent)
    return done


def _unknown(chunks: Iterable[list[Piece]], known: Known, done: Imported) -> Iterator[list[Piece]]:
    """The chunks less the hands that the lake has: their numbers tell, and nobody reads them."""
    numbers = known.get(pokerstars.SITE, set())
    for chunk in chunks:
        left: list[Piece] = []
        for piece in chunk:
            if numbers and piece.source.format == "pokerstars" and piece.problem is None:
                left += _unknown_hands(piece, numbers, done)
            else:
                left.append(piece)
        if left:
            yield left


def _unknown_hands(piece: Piece, known: set[int | str], done: Imported) -> Iterator[Piece]:
    """The runs of hands in a piece that are not known, and what stands before the first."""
    start, line, counted = 0, piece.line, 0  # where a run begins; the line of what was counted
    for begin, end, number in pokerstars.hands(piece.text):
        if _key(number) not in known:
            continue
        done.known += 1
        if piece.text[start:begin].strip():
            line += piece.text.count(b"\n", counted, start)
            counted = start
            yield piece._replace(line=line, text=piece.text[start:begin])
        start = end
    if piece.text[start:].strip():
        line += piece.text.count(b"\n", counted, start)
        yield piece._replace(line=line, text=piece.text[start:])


def _key(number: str) -> int | str:
    """A number as what takes the least memory."""
    plain = number.isascii() and number.isdecimal() and not number.startswith("0")
    return int(number) if plain else number


def _add(
    read: Read,
    known: Known,
    fresh: Known,
    first: int,
    writers: dict[str, Callable[[pa.Table], None]],
    done: Imported,
) -> None:
    """Write the hands that are new, and count all."""
    hands = read.tables["hands"]
    twice = []
    names = zip(hands["site"].to_pylist(), hands["number"].to_pylist(), strict=True)
    for row, (site, number) in enumerate(names):
        numbers, key = fresh.setdefault(site, set()), _key(number)
        if key in numbers or key in known.get(site, ()):
            twice.append(row)
        numbers.add(key)
    tables = without(read.tables, twice) if twice else read.tables
    for name, write in writers.items():
        write(numbered(tables[name], first + done.new))
    done.new += tables["hands"].num_rows
    done.known += len(twice)
    done.bad += read.bad
    done.unreadable += read.unreadable


# ---------------------------------------------------------------- processes


def _readings(pieces: Iterator[list[Piece]], workers: int) -> Iterator[Read]:
    """What the chunks hold, in order; other processes read where there are many."""
    begun = list(islice(pieces, _IN_PROCESS + 1))
    if workers <= 1 or len(begun) <= _IN_PROCESS:
        yield from map(read_pieces, chain(begun, pieces))
        return
    from .processes import over_processes

    yield from over_processes(read_pieces, chain(begun, pieces), workers)


# ---------------------------------------------------------------- files of the lake


@dataclass(frozen=True)
class _Part:
    """A file of a table: that of the hands ``first..last``."""

    stored: StoredFile
    first: int
    last: int

    @property
    def hands(self) -> int:
        return self.last - self.first + 1


def _parts(lake: Path, manifest: Manifest) -> dict[str, list[_Part]]:
    """The files of each table, which must be as the manifest says and of the columns of today."""
    import pyarrow.parquet as pq

    parts: dict[str, list[_Part]] = {}
    for table in HISTORIES:
        parts[table.name] = []
        if table.name not in manifest.tables:
            continue
        paths = Lake(lake, manifest).files(table.name)
        for path, stored in zip(paths, manifest.tables[table.name].files, strict=True):
            match = _PART.fullmatch(stored.name)
            if match is None or pq.read_schema(path) != table.arrow_schema():
                raise LakeError(
                    f"{path} has other columns than pokerlake {package_version()} gives "
                    f"{table.name}; import all files anew with 'pokerlake import --replace FILE'"
                )
            parts[table.name].append(_Part(stored, int(match["first"]), int(match["last"])))
    return parts


def _known(lake: Path, hands: Sequence[_Part]) -> Known:
    """Site and number of the hands that are there."""
    import pyarrow.parquet as pq

    known: Known = {}
    for part in hands:
        with pq.ParquetFile(lake / part.stored.name) as file:
            for batch in file.iter_batches(columns=["site", "number"]):
                for site, number in zip(*(c.to_pylist() for c in batch.columns), strict=True):
                    known.setdefault(site, set()).add(_key(number))
    return known


def _publish(
    lake: Path,
    before: Manifest,
    parts: dict[str, list[_Part]],
    span: tuple[int, int],
    seconds: float,
) -> None:
    """Give the new files their places, and have the manifest name them."""
    first, last = span
    kept = parts["hands"]
    while kept and kept[-1].hands < 2 * (last - first + 1):
        first = kept[-1].first
        kept = kept[:-1]
    entries = {}
    for table in HISTORIES:
        joined = parts[table.name][len(kept) :]
        stored = _join(lake, table, joined, f"{table.name}_{first}_{last}")
        files = (*(part.stored for part in parts[table.name][: len(kept)]), stored)
        old = before.tables.get(table.name)
        entries[table.name] = Entry(
            rows=sum(_rows(lake / file.name) for file in files),
            parameters={},
            files=files,
            package_version=package_version(),
            seconds=round(seconds + (old.seconds if old else 0.0), 3),
        )
    write_manifest(lake, read_manifest(lake).with_tables(entries))
    write_database(Lake.open(lake))
    _remove_unnamed(lake)


def _join(lake: Path, table: Table, parts: Iterable[_Part], name: str) -> StoredFile:
    """One file of the last files and the new rows; in the lake its name has its digest too."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    candidate = lake / _WORK / table.file_name
    paths = [lake / part.stored.name for part in parts]
    if paths:
        joined = candidate.with_name(f"{name}.parquet")
        with parquet_file(joined, table.arrow_schema(), table.key) as write:
            for path in (*paths, candidate):
                with pq.ParquetFile(path) as file:
                    for batch in file.iter_batches():
                        write(pa.Table.from_batches([batch]))
        candidate = joined
    stored = stored_file(candidate)
    final = lake / f"{name}_{stored.sha256[:8]}.parquet"
    move_file(candidate, final)
    return replace(stored, name=final.name)


def _rows(path: Path) -> int:
    import pyarrow.parquet as pq

    rows: int = pq.read_metadata(path).num_rows
    return rows


def _clear(lake: Path) -> None:
    """Remove what an import that was killed has left."""
    for name in (MANIFEST, DATABASE):
        (lake / (name + UNFINISHED)).unlink(missing_ok=True)
    shutil.rmtree(lake / _WORK, ignore_errors=True)
    manifest, database = lake / MANIFEST, lake / DATABASE
    if manifest.exists() and (
        not database.exists() or database.stat().st_mtime_ns < manifest.stat().st_mtime_ns
    ):
        try:
            write_database(Lake.open(lake))
        except LakeError:  # a table is damaged, which whoever reads it is told
            return
    _remove_unnamed(lake)


def _remove_unnamed(lake: Path) -> None:
    """Remove the files of hands that the manifest does not name."""
    tables = read_manifest(lake).tables
    entries = [tables[table.name] for table in HISTORIES if table.name in tables]
    named = {file.name for entry in entries for file in entry.files}
    for path in lake.iterdir():
        if path.name not in named and _PART.fullmatch(path.name.removesuffix(UNFINISHED)):
            path.unlink()


def _remove_empty(folder: Path) -> None:
    if not any(folder.iterdir()):
        folder.rmdir()
