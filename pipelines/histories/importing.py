"""Puts the hands of files into a lake, all four tables in one step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path

from pokerlake.tables.definitions.histories import HISTORIES
from pokerlake.tables.errors import PokerlakeError
from pokerlake.tables.lake import refuse_file
from pokerlake.tables.store import open_parquet

from ..growing import Addition, Part, adding
from ..processes import in_order, over_processes
from . import pokerstars
from .reading import MOST_LISTED, Bad, Read, numbered, read_pieces, without
from .sources import Amount, Piece, amount_of, chunks, find_sources

_LONGEST_PLAIN = 20  # digits
_AHEAD = 256  # chunks of a megabyte that workers have: more than this process can keep busy
_IN_PROCESS = 4  # chunks, up to which starting other processes takes longer than reading

Listener = Callable[[Amount, int], None]
Known = dict[str, set[int | str]]  # the numbers of each site's hands; most are plain numbers


@dataclass
class Imported:
    """What an import has done: the numbers of hands that are new, known already, and bad.

    ``bad`` lists the first ``MOST_LISTED`` hands and files that were left out; ``left_out`` is the
    number of all, of which ``unreadable`` are files.
    """

    files: int
    new: int = 0
    known: int = 0
    bad: list[Bad] = field(default_factory=list)
    left_out: int = 0
    unreadable: int = 0

    @property
    def hands(self) -> int:
        """The number of all hands in the files."""
        return self.new + self.known + self.bad_hands

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

    Site and number identify a hand. A hand that the lake has is left as it is; one of PokerStars is
    not even read. A hand that is in the files twice is taken once. The tables do not depend on
    ``workers``.

    ``lake``: made if it does not exist; ``names``: files, folders, or ``-`` for stdin;
    ``input_format``: ``pokerstars`` or ``phh``; by default as the endings of files say. Raises
    UsageError, InputError, LakeError, OutputError or PokerlakeError.
    """
    sources = find_sources(names, input_format)
    refuse_file(lake)
    amount = amount_of(sources)
    with adding(lake, HISTORIES, anew=anew) as addition:
        known = _known(lake, addition.parts["hands"])
        fresh: Known = {}
        done = Imported(len(sources))
        unknown = _unknown(chunks(sources, amount), known, done)
        for read in _readings(unknown, workers, executor):
            _add(read, known, fresh, addition, done)
            listener(amount, done.hands)
        addition.things = done.new
    return done


def _unknown(chunks: Iterable[list[Piece]], known: Known, done: Imported) -> Iterator[list[Piece]]:
    """The chunks without the hands that the lake has by their numbers, which are not read."""
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
    """The parts of a piece without known hands, and the text before the first hand."""
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
    """The number of a hand in the form that takes the least memory."""
    plain = number.isascii() and number.isdecimal() and len(number) <= _LONGEST_PLAIN
    return int(number) if plain and not number.startswith("0") else number


def _add(read: Read, known: Known, fresh: Known, addition: Addition, done: Imported) -> None:
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
    for name, write in addition.write.items():
        write(numbered(tables[name], addition.first + done.new))
    done.new += tables["hands"].num_rows
    done.known += len(twice)
    done.bad += read.bad[: MOST_LISTED - len(done.bad)]
    done.left_out += read.left_out
    done.unreadable += read.unreadable


# ---------------------------------------------------------------- processes


def _readings(
    pieces: Iterator[list[Piece]], workers: int, executor: Executor | None
) -> Iterator[Read]:
    """The hands of the chunks, in order; other processes read if there are many chunks."""
    if executor is not None:
        yield from in_order(read_pieces, pieces, executor, ahead=_AHEAD, instead=_refused)
        return
    begun = list(islice(pieces, _IN_PROCESS + 1))
    if workers <= 1 or len(begun) <= _IN_PROCESS:
        yield from map(read_pieces, chain(begun, pieces))
        return
    yield from over_processes(read_pieces, chain(begun, pieces), workers, instead=_refused)


def _refused(chunk: list[Piece], error: Exception) -> Read:
    where = f"{chunk[0].source.name} from line {chunk[0].line:,} on"
    raise PokerlakeError(
        f"{where} could not be read ({type(error).__name__}: {error}); the lake is as it was"
    ) from error


def _known(lake: Path, hands: Sequence[Part]) -> Known:
    """Site and number of the hands that are there."""
    known: Known = {}
    for part in hands:
        with open_parquet(lake / part.stored.name) as file:
            for batch in file.iter_batches(columns=["site", "number"]):
                for site, number in zip(*(c.to_pylist() for c in batch.columns), strict=True):
                    known.setdefault(site, set()).add(_key(number))
    return known
