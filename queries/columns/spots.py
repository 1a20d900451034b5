"""Functions of columns of holes on boards, and of hands and ranges against each other.

Results are those of SQL's ``strength`` and ``equity``: from the lake if it has them, else computed,
once for repeated boards and situations. Null gives null, but a null or empty board means no board.
Impossible deals are a CardError, or null unless ``strict``.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.catalogue import HIGH, Order
from pokerlake.engine.cards.holes import format_hole, hole_cards
from pokerlake.engine.cards.text import (
    CARDS,
    CardError,
    ParsedColumn,
    counted,
    format_hand,
    parse_hand,
)
from pokerlake.engine.orders.evaluate import not_in_deck
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.ranges.shapes import hole_names
from pokerlake.tables.errors import UsageError
from pokerlake.tables.lake import Lake, lake_path
from pokerlake.tables.manifest import manifest_mark

from ..answers.equity import TwoCardSituation, Wanted, situation_equity
from ..answers.lookup.boards import RATIOS
from ..answers.lookup.stored import lake_at
from ..answers.situations import HOLE_TEXT, Results, added_schema
from ..files.text import is_text, plain_text, row_numbers
from ..functions.library import Library
from ..functions.strengths import strength as ratios_of
from .cards import Mask, is_nested, parsed, tried, without, wrong_rows
from .hands import hole_numbers

RATIO_FIELDS = pa.struct([(name, pa.float64()) for name in RATIOS])

_MOST_PLAYERS = 10
_ANY = "random"
_MANY = 12  # holes on one board: from here on, comparing all at once with a range is faster
_STREETS = (0, 3, 4, 5)


def library_of(lake: Lake | Path | str | None, order: Order = HIGH) -> Library:
    """The library of a lake, cached until its manifest changes; None is the default lake, if any.

    LakeError if the given lake does not exist.
    """
    if isinstance(lake, Lake):
        lake = lake.path
    path = lake_path(lake).resolve()
    there = lake is not None or path.is_dir()
    return _library(path if there else None, manifest_mark(path), order)


@functools.lru_cache(maxsize=4)
def _library(path: Path | None, _written: object, order: Order) -> Library:
    return Library(None if path is None else lake_at(path), order)


# ---------------------------------------------------------------- strength


class _Boards(NamedTuple):
    """Boards as text, empty before the flop; their numbers of cards, and which are invalid."""

    texts: pa.Array
    cards: npt.NDArray[np.uint8]
    wrong: Mask


def strength(
    holes: pa.Array,
    boards: pa.Array | None,
    opponents: pa.Array | None,
    *,
    lake: Lake | Path | str | None = None,
    order: Order = HIGH,
    strict: bool = True,
) -> pa.Array:
    """The ratios of a hole on a board, or before the flop, as :data:`RATIO_FIELDS`.

    Opponents are their number, or the range of one. A ratio that the street lacks is null.
    """
    n = len(holes)
    numbers, null = hole_numbers(holes, strict)
    board = _read_boards(boards, n, strict)
    few = (board.cards == 1) | (board.cards == 2)
    if strict and few.any():
        row = int(np.argmax(few))
        board_text = f"board {board.texts[row].as_py()!r} has {counted(int(board.cards[row]))}"
        raise CardError(f"{board_text}; 3, 4 or 5 are needed, or none before the flop", row)
    wrong = board.wrong | few
    columns = [pa.array(numbers, mask=null | wrong), without(board.texts, wrong)]
    if opponents is not None:
        columns.append(opponents)
        null |= np.asarray(opponents.is_null())
    library = library_of(lake, order)
    try:
        ratios = ratios_of(library, *columns)
    except RangeError as error:  # of opponents
        readable = _readable(plain_text(columns[-1]), library)
        if strict:
            bad = np.asarray(readable.is_null()) & np.asarray(columns[-1].is_valid())
            raise CardError(error.problem, int(np.argmax(bad))) from error
        ratios = ratios_of(library, *columns[:-1], readable)
    impossible = np.asarray(ratios.is_null()) & ~null & ~wrong
    if strict and impossible.any():
        raise _no_spot(int(np.argmax(impossible)), numbers, board.texts, opponents, order)
    return ratios


def ratio(name: str, *columns: Any, **options: Any) -> pa.Array:
    """One of the ratios of :func:`strength`."""
    return strength(*columns, **options).flatten()[RATIOS.index(name)]


def _read_boards(boards: pa.Array | None, n: int, strict: bool) -> _Boards:
    if boards is None:
        none = np.zeros(n, np.uint8)
        return _Boards(pa.repeat("", n), none, none.astype(np.bool_))
    if is_text(boards.type):
        boards = plain_text(boards).fill_null("")
    cards_read = tried(_up_to_five, boards, range(6), strict)
    wrong = np.zeros(n, np.bool_) if strict else wrong_rows(boards, range(6))
    texts = boards if is_text(boards.type) else text_of_cards(cards_read)
    return _Boards(without(texts, wrong) if wrong.any() else texts, cards_read.count, wrong)


def _up_to_five(column: pa.Array) -> ParsedColumn:
    return parsed(column, range(6), "boards")


def text_of_cards(cards: ParsedColumn) -> pa.Array:
    """Cards as a column of text without spaces; empty for a row without cards."""
    there = np.arange(len(cards.cards)) < cards.count[:, None]
    letters = np.frombuffer("".join(CARDS).encode(), np.uint16)[cards.cards.T[there]]
    ends = np.concatenate([np.zeros(1, np.int64), 2 * np.cumsum(cards.count, dtype=np.int64)])
    buffers = [None, pa.py_buffer(ends.astype(np.int32)), pa.py_buffer(letters)]
    return pa.Array.from_buffers(pa.string(), len(cards.count), buffers)


def _no_spot(
    row: int,
    holes: npt.NDArray[np.uint16],
    boards: pa.Array,
    opponents: pa.Array | None,
    order: Order,
) -> CardError:
    hole, board = int(holes[row]), boards[row].as_py()
    for cards in (hole_cards()[hole].tolist(), parse_hand(board).tolist()):
        if not set(order.dead).isdisjoint(cards):
            return CardError(not_in_deck(cards, order), row)
    shared = np.intersect1d(hole_cards()[hole], parse_hand(board))
    if len(shared):
        both = f"hole {format_hole(hole)!r} and board {board!r} both have {format_hand(shared)}"
        return CardError(both, row)
    opponent_range = None if opponents is None else opponents[row].as_py()
    return CardError(f"of the range {opponent_range!r} no hole is left on board {board!r}", row)


# ---------------------------------------------------------------- equity


class _Given(NamedTuple):
    """Situations as text: a column for each player, the boards, the dead cards."""

    players: list[pa.Array]
    board: pa.Array | None
    dead: pa.Array | None


def equity(
    hero: pa.Array,
    board: pa.Array | None,
    dead: pa.Array | None,
    *others: pa.Array,
    lake: Lake | Path | str | None = None,
    strict: bool = True,
) -> pa.Array:
    """The first player's equity, 0 to 1; without others, it is against one random hand."""
    if len(others) > 1 or dead is not None:
        results = _results([hero, *others], board, dead, lake, strict)
        return _masked(results.equity[0], results.null)
    players = [_as_hands(player, strict) for player in (hero, *others)]
    boards = _read_boards(board, len(hero), strict)
    by_strength = _by_strength(players, boards)
    values, null = np.zeros(len(hero)), boards.wrong.copy()
    for which, is_spot in ((by_strength, True), (~by_strength, False)):
        rows = np.flatnonzero(which & ~boards.wrong)
        if not len(rows):
            continue
        some, *against = (player.take(pa.array(rows)) for player in players)
        on = boards.texts.take(pa.array(rows))
        with row_numbers(rows):
            if is_spot:
                opponents = against[0] if against else None
                results = ratio("equity", some, on, opponents, lake=lake, strict=strict)
                values[rows], null[rows] = results.fill_null(0).to_numpy(), results.is_null()
            else:
                result = _results([some, *against], on, None, lake, strict)
                values[rows], null[rows] = result.equity[0], result.null
    return _masked(values, null)


def _by_strength(players: Sequence[pa.Array], boards: _Boards) -> Mask:
    """Rows whose equity comes from :func:`strength`: an equal result, computed by the board.

    These have only a hole, or a hole and a range that many rows with that board share.
    """
    hero, *others = players
    by_strength: Mask = np.isin(boards.cards, _STREETS) & _are_holes(hero)
    if not others:
        return by_strength
    villain = others[0]
    by_strength &= (boards.cards > 0) & np.asarray(villain.is_valid()) & ~_are_holes(villain)
    rows = np.flatnonzero(by_strength)
    of_board, of_range = (
        np.asarray(text.take(pa.array(rows)).dictionary_encode().indices, np.int64)
        for text in (boards.texts, villain)
    )
    _, which, counts = np.unique(
        of_board * (len(rows) + 1) + of_range, return_inverse=True, return_counts=True
    )
    by_strength[rows] = counts[which] >= _MANY
    return by_strength


def equities(
    hero: pa.Array,
    board: pa.Array | None,
    dead: pa.Array | None,
    *others: pa.Array,
    lake: Lake | Path | str | None = None,
    strict: bool = True,
) -> pa.Array:
    """Equity, wins and ties of each player, as :func:`equity_fields`; alone, against any hole."""
    results = _results([hero, *others], board, dead, lake, strict)
    fields = list(equity_fields(len(results.equity)))
    mask = pa.array(results.null) if results.null.any() else None
    return pa.StructArray.from_arrays(list(results.arrays()), fields=fields, mask=mask)


def equity_fields(players: int) -> pa.DataType:
    """The struct of :func:`equities` for that many players."""
    return pa.struct(list(added_schema(players)))


def _results(
    players: Sequence[pa.Array],
    board: pa.Array | None,
    dead: pa.Array | None,
    lake: Lake | Path | str | None,
    strict: bool,
) -> Results:
    n = len(players[0])
    texts = [_as_hands(player, strict) for player in players]
    if len(texts) == 1:
        texts.append(pa.repeat(_ANY, n))
    if len(texts) > _MOST_PLAYERS:
        raise UsageError(f"{len(texts)} players; give 2 to 10 hands or ranges")
    boards = _read_boards(board, n, strict)
    dead_cards = None if dead is None else _as_cards_text(dead, 52, strict)
    situations = _Given(texts, boards.texts, dead_cards)
    library = library_of(lake)
    try:
        results = library.situations.equities(*situations)
    except CardError:
        if strict:
            raise
        readable = [_readable(text, library) for text in texts]
        results = library.situations.equities(readable, boards.texts, dead_cards)
    results.null |= boards.wrong
    if strict:
        missing = np.logical_or.reduce([np.asarray(text.is_null()) for text in texts])
        impossible = results.null & ~missing
        if impossible.any():
            raise _no_deal(int(np.argmax(impossible)), situations, library)
    elif dead_cards is not None and dead is not None:
        results.null |= np.asarray(dead_cards.is_null()) & ~np.asarray(dead.is_null())
    return results


def _as_hands(column: pa.Array, strict: bool) -> pa.Array:
    """Hands or ranges as text; holes may be given by number, or as two cards."""
    if is_text(column.type):
        return plain_text(column)
    if not (pa.types.is_integer(column.type) or is_nested(column.type)):
        raise CardError(
            f"hands and ranges are {column.type}; text such as 'AhKh' or '22+,AKs' is needed"
        )
    numbers, null = hole_numbers(column, strict)
    return pa.array(hole_names()).take(pa.array(numbers, mask=null))


def _as_cards_text(column: pa.Array, most: int, strict: bool) -> pa.Array:
    """Dead cards as text; null for null, and for invalid cards."""
    sizes = range(most + 1)
    if not is_text(column.type):
        read = tried(lambda cards: parsed(cards, sizes, "dead cards"), column, sizes, strict)
        return text_of_cards(read)
    column = plain_text(column)
    return column if strict else without(column, wrong_rows(column, sizes))


def _are_holes(texts: pa.Array) -> Mask:
    are_holes: Mask = np.asarray(pc.match_substring_regex(texts, HOLE_TEXT).fill_null(False))
    return are_holes


def _readable(texts: pa.Array, library: Library) -> pa.Array:
    """The texts, with null for those that are neither holes nor ranges."""
    holes = _are_holes(texts)
    wrong = wrong_rows(texts, (2,)) & holes
    for text, rows in _different(texts.filter(pa.array(~holes))):
        try:
            library.weights(text)
        except RangeError:
            wrong[np.flatnonzero(~holes)[rows]] = True
    return without(texts, wrong)


def _different(texts: pa.Array) -> Iterator[tuple[str, npt.NDArray[np.intp]]]:
    """The distinct texts of a column, and the rows of each."""
    coded = texts.dictionary_encode()
    which = np.asarray(coded.indices.fill_null(-1))
    order = np.argsort(which, kind="stable")
    names = coded.dictionary.to_pylist()
    ends = np.searchsorted(which[order], np.arange(len(names) + 1))
    for number, name in enumerate(names):
        yield name, order[ends[number] : ends[number + 1]]


def _no_deal(row: int, situations: _Given, library: Library) -> CardError:
    """The error for a situation that cannot be dealt."""
    hands = [text[row].as_py() for text in situations.players]
    board, dead = (
        "" if text is None else text[row].as_py() or ""
        for text in (situations.board, situations.dead)
    )
    problem = "it cannot be dealt"
    try:
        situation_equity(
            TwoCardSituation.parse(hands, board, dead, library), Wanted(seed=1), threads=1
        )
    except (CardError, RangeError) as error:
        problem = error.problem
    on = f" on {board!r}" if board else ""
    return CardError(f"{' against '.join(map(repr, hands))}{on}: {problem}", row)


def _masked(values: npt.NDArray[np.float64], null: Mask) -> pa.Array:
    return pa.array(values, mask=null) if null.any() else pa.array(values)
