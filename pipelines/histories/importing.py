"""Puts the hands of files into a lake, all four tables in one step, or several for many hands."""

from __future__ import annotations

import os
import secrets
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake import leaving
from pokerlake.engine.histories.text_kernels import digests, names_of_numbers
from pokerlake.engine.signatures import I64, Bool
from pokerlake.tables.definitions.histories import HANDS, HISTORIES, TOURNAMENTS
from pokerlake.tables.errors import InputError, PokerlakeError, counted
from pokerlake.tables.lake import Lake, refuse_file
from pokerlake.tables.manifest import read_manifest
from pokerlake.tables.store import open_parquet

from ..growing import Addition, adding, rows_so_far, stored_rows
from ..processes import in_order, over_processes
from .reading import MOST_LISTED, Bad, Read, numbered, read_pieces, without
from .sources import Amount, Piece, amount_of, chunks, find_sources
from .tournaments.entries import Entry, merged

if TYPE_CHECKING:
    import pyarrow.parquet as pq

IDENTITY = ("site", "number", "file")  # columns of hands
_ORDERED = ("site", "number")
OF_A_FILE = "PokerNow"  # its numbers start again in each file
_FIRST_ROOM = 1 << 12
_AHEAD = 256  # chunks of a megabyte that workers have: more than this process can keep busy
_STEP = 500_000  # hands that are added before more are read: the most that a kill can lose
_NOTHING = pa.table({})
_IN_PROCESS = 128  # chunks, up to which starting other processes takes longer than reading

Listener = Callable[[Amount, int], None]


@dataclass
class Imported:
    """The result of an import: the numbers of new, known and bad hands.

    ``bad`` lists the first ``MOST_LISTED`` hands and files that were left out; ``left_out`` counts
    all of them, ``unreadable`` the files among them. ``others`` counts the hands of games that are
    missing from the catalogue, by game.
    """

    files: int
    new: int = 0
    known: int = 0
    bad: list[Bad] = field(default_factory=list)
    left_out: int = 0
    unreadable: int = 0
    others: Counter[str] = field(default_factory=Counter)
    summaries: int = 0  # of tournaments

    @property
    def hands(self) -> int:
        """The number of all hands in the files."""
        return self.new + self.known + self.bad_hands + self.others.total()

    @property
    def bad_hands(self) -> int:
        """The number of hands that were left out."""
        return self.left_out - self.unreadable


def import_histories(
    lake: Path,
    names: Sequence[str],
    *,
    input_format: str | None = None,
    anew: bool = False,
    workers: int = 1,
    executor: Executor | None = None,
    listener: Listener = lambda _, __: None,
) -> Imported:
    """Read files of hand histories into the tables of a lake.

    Site and number identify a hand; if numbers start again in each file, the file name too. A hand
    that the lake already has is left alone. A hand that occurs twice in the files is added once.
    The tables do not depend on ``workers``.

    Many hands are added in several steps, which remain if an error follows.

    ``lake``: made if it does not exist; ``names``: files, folders, or ``-`` for stdin;
    ``input_format``: one of ``FORMATS``; by default each file's beginning decides. Raises
    UsageError, InputError, LakeError, OutputError or PokerlakeError.
    """
    sources = find_sources(names, input_format)
    refuse_file(lake)
    amount = amount_of(sources)
    done, known = Imported(len(sources)), Known()
    with closing(_readings(chunks(sources, amount), workers, executor)) as readings:
        while _step(lake, readings, known, done, anew, lambda: listener(amount, done.hands)):
            pass
    return done


def _step(
    lake: Path,
    readings: Iterator[Read],
    known: Known,
    done: Imported,
    anew: bool,
    listener: Callable[[], None],
) -> bool:
    """Add hands to the lake, up to ``_STEP`` of them; returns whether there may be more.

    Hands that replace all others are added in one step.
    """
    with adding(
        lake, HISTORIES, anew=anew, wait=done.new > 0, checked=True, beside=[TOURNAMENTS]
    ) as addition:
        known.look_at([lake / part.stored.name for part in addition.parts["hands"]])
        none = TOURNAMENTS.arrow_schema().empty_table()
        there = none if anew else rows_so_far(Lake(lake, read_manifest(lake)), TOURNAMENTS)
        entries: list[Entry] = []
        for read in readings:
            entries += _add(read, known, addition, done)
            listener()
            if addition.things >= _STEP and not anew:
                break
        tournaments = merged(there, entries)
        if tournaments is not there or (anew and done.new):
            addition.whole[TOURNAMENTS.name] = tournaments
        return addition.things >= _STEP and not anew


def files_of_hands(lake: Path) -> list[str]:
    """The files that the hands and tournaments of a lake were read from, by name.

    Raises LakeError if a table cannot be read, and InputError if there are no hands, or if files no
    longer exist.
    """
    there = Lake.open(lake)
    names = [
        name
        for table in (HANDS, TOURNAMENTS)
        if table.name in there.manifest.tables
        for name in pc.unique(stored_rows(there, table.name, columns=["file"])["file"]).to_pylist()
    ]
    if not names:
        raise InputError(f"no hands are in {lake}; there is nothing to read again")
    files = list(dict.fromkeys(names))
    missing = [name for name in files if not Path(name).exists()]
    if missing:
        raise InputError(
            f"{missing[0]} is not there"
            + (f", nor are {len(missing) - 1:,} other files" if len(missing) > 1 else "")
            + f", of {counted(len(files), 'file')} that the hands were read from; bring it back, "
            "or leave its hands out with 'pokerlake import --replace FILE...'"
        )
    return files


def _add(read: Read, known: Known, addition: Addition, done: Imported) -> list[Entry]:
    """Write the new hands, and count all; returns their facts about tournaments."""
    is_new = known.add(read.tables["hands"])
    twice = np.flatnonzero(~is_new).tolist()
    tables = without(read.tables, twice) if twice else read.tables
    for name, write in addition.write.items():
        write(numbered(tables[name], addition.first + addition.things))
    addition.things += tables["hands"].num_rows
    done.new += tables["hands"].num_rows
    done.known += len(twice)
    done.bad += read.bad[: MOST_LISTED - len(done.bad)]
    done.left_out += read.left_out
    done.unreadable += read.unreadable
    done.others += read.others
    done.summaries += read.summaries
    return read.entries + [entry for row, entry in read.bounties if is_new[row]]


class Known:
    """The hands that exist: two numbers of 64 bits for each stand for its site and its number.

    The chance that two of a hundred million hands share both is one in 10 ** 22.

    A row group of a lake's file is read only when a hand comes whose site and number are within
    those of the group: sites count upwards, so few groups are read.
    """

    def __init__(self) -> None:
        self._table = np.zeros((_FIRST_ROOM, 2), np.int64)
        self._hands = 0
        self._seen: set[Path] = set()
        self._unread: list[_Group] = []

    def look_at(self, stored: Sequence[Path]) -> None:
        """Add the hands in the files of a lake."""
        new = [path for path in stored if path not in self._seen]
        self._seen.update(new)
        self._unread += [group for path in new for group in _groups(path)]

    def add(self, hands: pa.Table | pa.RecordBatch) -> Bool:
        """Add hands, of which the columns ``IDENTITY`` are read; returns which are new."""
        if self._unread and hands.num_rows:
            ranges = [pc.min_max(hands.column(name)).as_py() for name in _ORDERED]
            there = [group for group in self._unread if group.may_hold(ranges)]
            self._unread = [group for group in self._unread if group not in there]
            for group in there:
                with open_parquet(group.path) as file:
                    self._take(file.read_row_group(group.place, columns=list(IDENTITY)))
        return self._take(hands)

    def _take(self, hands: pa.Table | pa.RecordBatch) -> Bool:
        low, high = _digests(hands)
        self._make_room(len(low))
        is_new = np.empty(len(low), np.bool_)
        self._hands += names_of_numbers(low, high, self._table, is_new)
        return is_new

    def _make_room(self, more: int) -> None:
        while 2 * (self._hands + more) > len(self._table):
            old = self._table[self._table[:, 1] != 0]
            self._table = np.zeros((2 * len(self._table), 2), np.int64)
            low, high = (np.ascontiguousarray(column) for column in old.T)
            names_of_numbers(low, high, self._table, np.empty(len(old), np.bool_))


class _Group(NamedTuple):
    """A row group of a file of hands."""

    path: Path
    place: int
    ranges: tuple[tuple[str, str] | None, ...]  # of the columns ``_ORDERED``; None if unknown

    def may_hold(self, ranges: Sequence[dict[str, str]]) -> bool:
        """Whether hands with these least and greatest values may be in it."""
        return all(
            range_here is None or (range_here[0] <= its["max"] and its["min"] <= range_here[1])
            for range_here, its in zip(self.ranges, ranges, strict=True)
        )


def _groups(path: Path) -> list[_Group]:
    with open_parquet(path) as file:
        about = file.metadata
        columns = [file.schema_arrow.names.index(name) for name in _ORDERED]
        return [
            _Group(path, place, tuple(_range(about.row_group(place), column) for column in columns))
            for place in range(about.num_row_groups)
        ]


def _range(group: pq.RowGroupMetaData, column: int) -> tuple[str, str] | None:
    ends = group.column(column).statistics
    return (ends.min, ends.max) if ends is not None and ends.has_min_max else None


def _digests(hands: pa.Table | pa.RecordBatch) -> tuple[I64, I64]:
    site, number, file = (hands.column(name) for name in IDENTITY)
    name = pc.replace_substring_regex(file, r"^.*[/\\\\]", "")
    within = pc.if_else(pc.equal(site, OF_A_FILE), name, "")
    text = pc.binary_join_element_wise(site, number, within, "\x1f")
    if isinstance(text, pa.ChunkedArray):
        text = text.combine_chunks()
    low, high = np.empty(len(text), np.int64), np.empty(len(text), np.int64)
    if len(text):
        _, offsets, data = text.buffers()
        begins = np.frombuffer(offsets, np.int32)[text.offset : text.offset + len(text) + 1]
        digests(begins, np.frombuffer(data, np.uint8), low, high)
    return low, high


# ---------------------------------------------------------------- processes


def _readings(
    pieces: Iterator[list[Piece]], workers: int, executor: Executor | None
) -> Generator[Read]:
    """The hands of the chunks, in order; other processes read them if there are many."""
    if executor is not None:
        yield from in_order(read_pieces, pieces, executor, ahead=_AHEAD, instead=_refused)
        return
    begun = list(islice(pieces, _IN_PROCESS + 1))
    if workers <= 1 or len(begun) <= _IN_PROCESS:
        yield from map(read_pieces, chain(begun, pieces))
        return
    with leaving.temporary_folder(prefix="pokerlake-") as folder:
        beside = partial(_read_beside, folder)
        for read in over_processes(beside, chain(begun, pieces), workers, instead=_refused):
            yield _taken(read)


class _Beside(NamedTuple):
    """The hands another process read; the tables are in a file, which costs half of a pipe."""

    read: Read
    path: Path


def _read_beside(folder: str, pieces: list[Piece]) -> _Beside:
    read = read_pieces(pieces)
    path = Path(folder, secrets.token_hex(8))
    with path.open("wb") as file:
        for table in read.tables.values():
            with pa.ipc.new_stream(file, table.schema) as stream:
                stream.write_table(table)
    return _Beside(replace(read, tables=dict.fromkeys(read.tables, _NOTHING)), path)


def _taken(beside: _Beside) -> Read:
    """The hands that were read. Their file is removed once the tables are no longer used."""
    with pa.memory_map(os.fspath(beside.path)) as file:
        tables = {name: pa.ipc.open_stream(file).read_all() for name in beside.read.tables}
    beside.path.unlink()
    return replace(beside.read, tables=tables)


def _refused(chunk: list[Piece], error: Exception) -> NoReturn:
    where = f"{chunk[0].source.name} from line {chunk[0].line:,} on"
    raise PokerlakeError(
        f"{where} could not be read ({type(error).__name__}: {error}); hands that the lake has "
        "by now are known when you import again"
    ) from error
