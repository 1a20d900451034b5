"""Reads pieces of files: rows of the good hands, and what is wrong with the others."""

from __future__ import annotations

import functools
import gc
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from types import ModuleType
from typing import Any, NamedTuple

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.tables.definitions.histories import HISTORIES
from pokerlake.tables.schema import Table

from ..cells import looking_connection, wrong_rows
from . import phh, pokerstars
from .betting import Played, play, positions
from .hand import ACTIONS, BOARD_CARDS, HAND_OF_HOLE, LONGEST_LINE, STREETS, BadHandError
from .results import Result, classes_at_showdown, contested
from .results import result as result_of
from .sources import Piece

Tables = dict[str, pa.Table]

_FORMATS = {"pokerstars": pokerstars, "phh": phh}
MOST_LISTED = 1000  # hands that are bad, of which each takes 570 bytes
_COLLECT_AFTER = 100_000  # new objects
_SHOWN = 60  # characters of a line that is no hand
_SOMETHING = re.compile(rb"[^\s]")
UNFORESEEN = "cannot be read, which is a fault of pokerlake"


class Bad(NamedTuple):
    """A hand, or a file, that was left out.

    ``line`` is where the problem is, or where the hand begins. ``number`` is the number of the
    hand, if it is known.
    """

    file: str
    line: int | None
    number: str | None
    problem: str


def bad_hands(bad: Sequence[Bad]) -> pa.Table:
    """The hands and files that were left out, as a table."""
    types = (pa.string(), pa.uint32(), pa.string(), pa.string())
    schema = pa.schema(list(zip(Bad._fields, types, strict=True)))
    return pa.Table.from_pylist([one._asdict() for one in bad], schema)


@dataclass
class Read:
    """What some pieces hold: the tables of the good hands, and the bad ones.

    ``bad`` has the first ``MOST_LISTED`` hands and files that are left out, ``left_out`` is the
    number of all, and ``unreadable`` that of the files.
    """

    tables: Tables
    bad: list[Bad] = field(default_factory=list)
    left_out: int = 0
    unreadable: int = 0


def read_pieces(pieces: Sequence[Piece]) -> Read:
    """Read all hands of some pieces."""
    thresholds = gc.get_threshold()
    # The collector goes over all hands again and again, and finds nothing: a third of the time.
    gc.set_threshold(_COLLECT_AFTER, *thresholds[1:])
    try:
        return _read(pieces)
    finally:
        gc.set_threshold(*thresholds)


def _read(pieces: Sequence[Piece]) -> Read:
    bad: list[Bad] = []
    hands: list[Played] = []
    files: list[str] = []
    unreadable = 0
    order: dict[str, int] = {}
    for piece in pieces:
        order.setdefault(piece.source.name, len(order))
        if piece.problem is not None:
            bad.append(Bad(piece.source.name, None, None, piece.problem))
            unreadable += 1
            continue
        module = _FORMATS[piece.source.format]
        file = piece.source.name
        for line, text in _hands_of(piece, bad):
            try:
                _check_lines(text, line)
                hands.append(play(module.read(_decoded(text), line)))
                files.append(file)
            except BadHandError as problem:
                bad.append(Bad(file, problem.line or line, _number(module, text), str(problem)))
            except Exception as error:  # noqa: BLE001 a fault of ours; the others are read
                bad.append(Bad(file, line, _number(module, text), _unforeseen(error)))
    good: list[tuple[Played, Result]] = []
    good_files: list[str] = []
    for played, classes, file in zip(hands, classes_at_showdown(hands), files, strict=True):
        try:
            good.append((played, result_of(played, classes)))
            good_files.append(file)
        except BadHandError as problem:
            hand = played.hand
            bad.append(Bad(file, problem.line or hand.line, hand.number, str(problem)))
        except Exception as error:  # noqa: BLE001
            bad.append(Bad(file, played.hand.line, played.hand.number, _unforeseen(error)))
    tables = tables_of(good, good_files)
    if wrong := _wrong_hands(tables):
        for at, what in wrong.items():
            hand = good[at][0].hand
            bad.append(Bad(good_files[at], hand.line, hand.number, what))
        tables = without(tables, wrong)
    bad.sort(key=lambda one: (order[one.file], one.line is None, one.line))
    return Read(tables, bad[:MOST_LISTED], len(bad), unreadable)


def _wrong_hands(tables: Tables) -> dict[int, str]:
    """The hands that ``verify`` would find to be wrong, and what is wrong with each."""
    found: dict[int, str] = {}
    for name, rows in tables.items():
        for row, problem in wrong_rows(_looking(), numbered(rows, 1), name):
            found.setdefault(rows["hand_id"][row].as_py(), problem)
    return found


@functools.cache
def _looking() -> duckdb.DuckDBPyConnection:
    return looking_connection()


def _number(module: ModuleType, text: bytes) -> str | None:
    """The number of a bad hand, if it has one of a usual length."""
    match = module.NUMBER.search(text)
    return match[1].decode("ascii", "replace") if match and match[1] else None


def _unforeseen(error: Exception) -> str:
    return f"{UNFORESEEN} ({type(error).__name__}: {error!s:.200})"


def _check_lines(text: bytes, first: int) -> None:
    """Refuse a line that is too long; ``first`` is the number of the hand's first line."""
    if len(text) <= LONGEST_LINE:
        return
    for at, line in enumerate(text.split(b"\n"), first):
        if len(line) > LONGEST_LINE:
            raise BadHandError(f"a line is longer than {LONGEST_LINE:,} bytes", at)


def _hands_of(piece: Piece, bad: list[Bad]) -> Iterator[tuple[int, bytes]]:
    """The line and the text of each hand of a piece; other text between them is listed as bad."""
    module = _FORMATS[piece.source.format]
    text, file, line = piece.text, piece.source.name, piece.line
    starts = [match.start() for match in module.BEGINNING.finditer(text)]
    first = starts[0] if starts else len(text)
    before = text[:first]
    if module is phh and b"=" in before:
        starts, first = [0, *starts], 0
    else:
        bad += _stray(file, line, before)
    line += text.count(b"\n", 0, first)
    ends = [*starts[1:], len(text)] if starts else []
    for start, end in zip(starts, ends, strict=True):
        over = pokerstars.end(text, start, end) if module is pokerstars else None
        yield line, text[start:over] if over else text[start:end]
        if over and (after := text[over:end]).strip():
            bad += _stray(file, line + text.count(b"\n", start, over), after)
        line += text.count(b"\n", start, end)


def _stray(file: str, line: int, text: bytes) -> list[Bad]:
    """The first line of a text that does not belong to a hand, if there is one."""
    start = 0
    while found := _SOMETHING.search(text, start):  # not line by line: there may be millions
        begin = text.rfind(b"\n", start, found.start()) + 1 or start
        stop = text.find(b"\n", found.start()) % (len(text) + 1)
        raw = text[begin : min(stop, begin + LONGEST_LINE)]
        shown = raw.decode("utf-8", "backslashreplace").strip().removeprefix("\ufeff")
        if shown and not shown.startswith("#") and not pokerstars.BETWEEN.fullmatch(shown):
            at = line + text.count(b"\n", 0, begin)
            return [Bad(file, at, None, f"no hand begins here: {shown[:_SHOWN]!r:.{_SHOWN}}")]
        start = stop
    return []


def _decoded(text: bytes) -> str:
    """The text: UTF-8, or the Windows-1252 of old clients; UTF-16 is UTF-8 by now."""
    for encoding in ("utf-8", "cp1252"):
        with suppress(UnicodeDecodeError):
            return text.decode(encoding)
    raise BadHandError("has bytes that are no text: neither UTF-8 nor UTF-16 nor Windows-1252")


# ---------------------------------------------------------------- rows


def tables_of(hands: Sequence[tuple[Played, Result]], file: Sequence[str]) -> Tables:
    """The rows of the hands, in order; ``hand_id`` counts from 0 until :func:`numbered` raises it.

    ``hands``: sequence of (Played, Result); ``file``: the file of each.
    """
    rows: dict[str, list[Any]] = {table.name: [] for table in HISTORIES}
    for number, ((played, result), name) in enumerate(zip(hands, file, strict=True)):
        rows["hands"].append(_hand(number, played, result, name))
        rows["seats"].extend(_seats(number, played, result))
        rows["actions"].extend(_actions(number, played))
        rows["showdowns"].extend(_showdowns(number, played, result))
    return {table.name: _table(table, rows[table.name]) for table in HISTORIES}


def numbered(table: pa.Table, first: int) -> pa.Table:
    """A table of :func:`tables_of` whose first hand gets this ``hand_id``."""
    return table.set_column(0, table.schema.field(0), pc.add(table["hand_id"], np.uint64(first)))


def without(tables: Tables, hands: Iterable[int]) -> Tables:
    """The tables without some hands; the others are numbered anew."""
    keep = np.ones(tables["hands"].num_rows, bool)
    keep[list(hands)] = False
    number = np.cumsum(keep).astype(np.uint64) - 1
    found = {}
    for name, table in tables.items():
        ids = table["hand_id"].to_numpy()
        kept = table.filter(pa.array(keep[ids]))
        column = pa.array(number[ids[keep[ids]]], pa.uint64())
        found[name] = kept.set_column(0, table.schema.field(0), column)
    return found


def _hand(number: int, played: Played, result: Result, file: str) -> tuple[Any, ...]:
    hand = played.hand
    return (
        number,
        hand.site,
        hand.number,
        file,
        hand.line,
        None if hand.played is None else 1000 * hand.played,
        hand.zone,
        hand.table_name,
        hand.tournament,
        hand.game,
        hand.currency,
        hand.small_blind,
        hand.big_blind,
        played.ante,
        hand.button,
        len(played.order),
        played.board or None,
        played.total,
        result.rake,
        len(played.pots[0].seats) > 1,
    )


def _seats(number: int, played: Played, result: Result) -> Iterable[tuple[Any, ...]]:
    hand = played.hand
    position, invested = positions(played), played.invested
    for seat in sorted(played.order):
        hole = hand.holes.get(seat)
        folded = played.folded.get(seat)
        yield (
            number,
            seat,
            hand.players[seat],
            position[seat],
            hand.stacks[seat],
            hole,
            HAND_OF_HOLE.get(hole) if hole else None,
            invested[seat],
            result.collected[seat],
            None if folded is None else STREETS[folded],
        )


def _actions(number: int, played: Played) -> Iterable[tuple[Any, ...]]:
    players = played.hand.players
    boards = [played.board[: 2 * cards] or None for cards in BOARD_CARDS]
    for at, (street, seat, kind, *rest) in enumerate(played.actions, 1):
        begin = (number, at, STREETS[street], seat, players[seat], ACTIONS[kind])
        yield (*begin, *rest, boards[street])


def _showdowns(number: int, played: Played, result: Result) -> Iterable[tuple[Any, ...]]:
    hand = played.hand
    for pot in contested(played):
        wins = result.wins[pot]
        for seat in sorted(played.pots[pot].seats):
            yield (
                number,
                pot,
                seat,
                hand.players[seat],
                hand.holes.get(seat),
                result.classes.high.get(seat),
                played.pots[pot].size,
                result.won[pot][seat],
                None if wins is None else wins[seat],
            )


def _table(table: Table, rows: list[tuple[Any, ...]]) -> pa.Table:
    schema = table.arrow_schema()
    flat = list(chain.from_iterable(rows))
    columns = ((flat[at :: len(schema)], field.type) for at, field in enumerate(schema))
    arrays = [
        _decimals(values) if pa.types.is_decimal(dtype) else pa.array(values, dtype)
        for values, dtype in columns
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


def _decimals(values: list[int]) -> pa.Array:
    """Ten-thousandths as decimals of four places: 128 bits each, the low ones first."""
    wide = np.empty((len(values), 2), "<i8")
    wide[:, 0] = values
    wide[:, 1] = wide[:, 0] >> 63
    return pa.Array.from_buffers(
        pa.decimal128(18, 4), len(values), [None, pa.py_buffer(np.ascontiguousarray(wide))]
    )
