"""Keys of (hole, board) tables: from raw deals to the row that stands for them.

A row is a canonical board (see ``boards``) and a canonical hole on it, the smallest ``hole_id``
under the board's own symmetries. Rows are ordered by ``board_id``, then ``hole_id``: 1,286,792 on
flops, 13,960,050 on turns and 123,156,254 on rivers.

The tables of holes on flops, turns and rivers have a row for each canonical hole on each canonical
board, in this order (see ``canonical_rows``). So a row number is that of the board's first hole,
plus the place of the hole among those of the board. The engine knows both without the tables.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..cards.boards import CANONICAL_BOARDS, canonical_boards
from ..cards.holes import HOLES, hole_bits, hole_cards
from ..cards.layout import Cards, Layout, as_columns
from ..cards.suit_symmetry import alike_holes, choose, symmetries
from ..cards.text import CardError, check_cards
from ..signatures import I64, U8, U16, U32, U64, frozen
from ..threads import over_rows, over_tasks

# Canonical boards that a thread takes at a time: milliseconds of work.
SHARE = {3: 32, 4: 64, 5: 1024}


class RowKeys(NamedTuple):
    """The row of each raw deal: ``board_id``, ``(n,)`` ``uint32``, and ``hole_id``, ``uint16``."""

    board_id: U32
    hole_id: U16


class Rows(NamedTuple):
    """All rows of boards of some size.

    Board ``i`` has rows ``start[i]`` to ``start[i + 1]``; ``start`` is ``(b + 1,)`` ``int64``.
    ``hole_id`` ``(r,)`` ``uint16`` ascends on each board. ``weight`` ``(r,)`` ``uint8`` is how many
    raw deals a row stands for.
    """

    start: I64
    hole_id: U16
    weight: U8


def hole_ids(cards: Cards, *, layout: Layout | None = None, threads: int = 1) -> U16:
    """The numbers of holes from their cards: 600 M a second on one thread.

    Parameters
    ----------
    cards : (2, n) or (n, 2) uint8, or 2 arrays of (n,) uint8
        Cards 0..51, in either order, laid out as :func:`board_ids` takes them.
    layout : "columns" or "rows", optional
        Needed only for two holes.
    threads : int
        0 for all cores. The result is always the same.

    Returns
    -------
    (n,) uint16

    Raises
    ------
    CardError
        If the array is none of these, and for the first hole with a card past 51 or a card twice.

    Examples
    --------
    >>> hole_ids(np.array([[50, 51], [1, 0], [0, 2]], np.uint8))
    array([1325,    0,    1], dtype=uint16)
    """
    from .canonical_rows_kernels import number_holes

    columns = as_columns(cards, layout, (2,))
    n = columns.shape[1]
    holes = np.empty(n, np.uint16)
    if not all(
        over_rows(lambda start, stop: bool(number_holes(columns, start, stop, holes)), n, threads)
    ):
        check_cards(columns)
    return holes


def board_ids(boards: Cards, *, layout: Layout | None = None, threads: int = 1) -> U32:
    """The canonical boards of raw ones: 150 M rivers a second on one thread, 450 M flops.

    Parameters
    ----------
    boards : (k, n) or (n, k) uint8, or k arrays of (n,) uint8
        Boards of k = 3, 4 or 5 cards 0..51, in any order. Columns, ``(k, n)`` in C order, are the
        fastest. Nothing is copied, whatever the memory layout. Read-only arrays are fine.
    layout : "columns" or "rows", optional
        How ``boards`` lie. Needed only if both sides are 3, 4 or 5 long.
    threads : int
        0 for all cores. The result is always the same.

    Returns
    -------
    (n,) uint32
        Rows of :func:`~pokerlake.engine.cards.boards.canonical_boards`.

    Raises
    ------
    CardError
        If the array is not of 3 to 5 cards or not ``uint8``, and for the first board that cannot
        be dealt: with a card past 51, or a card twice.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> board_ids(np.stack([parse_hand("2c2d2h3c"), parse_hand("AsAhAdAc")]))
    array([    1, 16431], dtype=uint32)
    """
    from .canonical_rows_kernels import find_boards

    columns = as_columns(boards, layout, tuple(CANONICAL_BOARDS))
    n = columns.shape[1]
    ids = np.empty(n, np.uint32)
    tables = choose(), symmetries(len(columns)).key
    bad = over_rows(
        lambda start, stop: int(find_boards(columns, *tables, start, stop, ids)), n, threads
    )
    for block in bad:
        if block >= 0:
            check_cards(columns, first=block)
    return ids


def row_keys(
    holes: U16, boards: Cards, *, layout: Layout | None = None, threads: int = 1
) -> RowKeys:
    """The rows of raw holes on raw boards: 110 M rivers a second on one thread, 300 M flops.

    Parameters
    ----------
    holes : (n,) uint16
        Raw holes 0..1325; :func:`hole_ids` numbers them.
    boards, layout, threads
        See :func:`board_ids`.

    Raises
    ------
    CardError
        If the shape or type of an array is wrong, and for the first row that cannot be dealt: with
        a card or a hole out of range, or a card twice, those of the hole included.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> from pokerlake.engine.cards.holes import format_hole, parse_hole
    >>> key = row_keys(np.array([parse_hole("AhQh")], np.uint16), parse_hand("3h4sJh")[None])
    >>> key.board_id, [format_hole(hole) for hole in key.hole_id]
    (array([442], dtype=uint32), ['AcQc'])
    """
    from .canonical_rows_kernels import find_rows

    holes, columns, tables = raw_deals(holes, boards, layout)
    n = len(holes)
    keys = RowKeys(np.empty(n, np.uint32), np.empty(n, np.uint16))
    bad = over_rows(
        lambda start, stop: int(find_rows(holes, columns, *tables, start, stop, *keys)), n, threads
    )
    refuse_deals(holes, columns, bad)
    return keys


def raw_deals(
    holes: U16, boards: Cards, layout: Layout | None
) -> tuple[U16, U8, tuple[U8, U32, U32, U16]]:
    """Holes and boards ``(k, n)`` in the form that kernels take, and the tables for such boards."""
    columns = as_columns(boards, layout, tuple(CANONICAL_BOARDS))
    n = columns.shape[1]
    if holes.shape != (n,) or holes.dtype != np.uint16:
        raise CardError(f"holes are {holes.dtype} {holes.shape}; uint16 ({n},) is needed")
    tables = symmetries(len(columns))
    return np.ascontiguousarray(holes), columns, (hole_cards(), choose(), tables.key, tables.hole)


def refuse_deals(holes: U16, boards: U8, bad: Sequence[int]) -> None:
    """Raise CardError for the first impossible deal. ``bad`` has blocks with such a deal, or -1."""
    from .canonical_rows_kernels import BLOCK

    for block in bad:
        if block >= 0:
            rows = slice(block, block + BLOCK)
            _refuse_row(holes[rows], boards[:, rows], block)


def _refuse_row(holes: U16, boards: U8, first: int) -> None:
    """Raise the error of the first row that cannot be dealt, of rows from ``first`` on."""
    past = np.flatnonzero(holes >= HOLES)
    fine = int(past[0]) if len(past) else len(holes)
    try:
        check_cards(np.vstack([hole_cards()[holes[:fine]].T, boards[:, :fine]]))
    except CardError as error:
        raise CardError(error.problem, first + (error.index or 0)) from None
    raise CardError(f"hole {holes[fine]} is not in 0..{HOLES - 1}", first + fine)


def canonical_rows(cards: int, *, threads: int = 1) -> Rows:
    """All rows of boards of 3, 4 or 5 cards, in order. Rivers: 370 MB, a second on one thread.

    Other numbers of cards raise ValueError.
    """
    from .canonical_rows_kernels import fill_rows

    start = row_starts(cards, threads=threads)
    boards = canonical_boards(cards)
    rows = Rows(start, np.empty(start[-1], np.uint16), np.empty(start[-1], np.uint8))
    tables = boards.cards, boards.weight, alike_holes(), hole_bits(), start
    over_boards(lambda first, stop: fill_rows(*tables, first, stop, *rows[1:]), cards, threads)
    return rows


def row_starts(cards: int, *, threads: int = 1) -> I64:
    """The first row of each canonical board of 3, 4 or 5 cards, then the number of all rows.

    That is ``(b + 1,)``. Other numbers of cards raise ValueError.
    """
    if cards not in CANONICAL_BOARDS:
        raise ValueError(f"a board has 3, 4 or 5 cards, not {cards}")
    counts = canonical_hole_counts(canonical_boards(cards).cards, threads=threads)
    return np.concatenate([[0], np.cumsum(counts)])


def canonical_hole_counts(boards: U8, *, dead: tuple[int, ...] = (), threads: int = 1) -> I64:
    """The number of canonical holes of each board, ``(n,)``: 0.2 microseconds a board.

    The boards, ``(n, k)``, may be canonical or not, and are not checked. Dead cards are those that
    are not in the deck: whole ranks.
    """
    from .canonical_rows_kernels import count_holes

    counts = np.empty(len(boards), np.int64)
    dead_set = np.uint64(sum(1 << card for card in dead))
    tables = boards, alike_holes(), hole_bits(), dead_set
    over_rows(lambda start, stop: count_holes(*tables, start, stop, counts), len(boards), threads)
    return counts


def over_boards(work: Callable[[int, int], None], cards: int, threads: int) -> None:
    """Call ``work(start, stop)`` on shares of all canonical boards."""
    n, share = CANONICAL_BOARDS[cards], SHARE[cards]
    over_tasks(lambda first: work(first, min(first + share, n)), range(0, n, share), threads)


def table_rows(holes: U16, boards: Cards, *, layout: Layout | None = None, threads: int = 1) -> I64:
    """The rows of raw holes on raw boards, in the tables of holes on flops, turns or rivers.

    Parameters
    ----------
    holes : (n,) uint16
        Raw holes 0..1325; :func:`~pokerlake.engine.keys.canonical_rows.hole_ids` numbers them.
    boards, layout, threads
        See :func:`~pokerlake.engine.keys.canonical_rows.board_ids`.

    Returns
    -------
    (n,) int64
        0 to 1,286,791 on flops, 13,960,049 on turns, 123,156,253 on rivers.

    Raises
    ------
    CardError
        As :func:`~pokerlake.engine.keys.canonical_rows.row_keys`.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> from pokerlake.engine.cards.holes import parse_hole
    >>> table_rows(np.array([parse_hole("AhQh")], np.uint16), parse_hand("3h4sJh")[None])
    array([323565])
    """
    from .canonical_rows_kernels import number_rows

    holes, columns, tables = raw_deals(holes, boards, layout)
    n = len(holes)
    rows = np.empty(n, np.int64)
    arguments = holes, columns, *tables, _index(len(columns))
    bad = over_rows(lambda start, stop: int(number_rows(*arguments, start, stop, rows)), n, threads)
    refuse_deals(holes, columns, bad)
    return rows


def row_of(cards: int) -> Callable[[int, Sequence[int]], int]:
    """A function from one hole, by number, and one board of so many cards to its row.

    It returns what :func:`table_rows` does, in a third of the time, and raises CardError for a deal
    that cannot be dealt.
    """
    from .canonical_rows_kernels import number_rows

    board_tables = symmetries(cards)
    tables = hole_cards(), choose(), board_tables.key, board_tables.hole, _index(cards)

    def find(hole: int, board: Sequence[int]) -> int:
        holes, rows = np.array([hole], np.uint16), np.empty(1, np.int64)
        boards = np.array(board, np.uint8)[:, None]
        if number_rows(holes, boards, *tables, 0, 1, rows) >= 0:
            refuse_deals(holes, boards, [0])
        return int(rows[0])

    return find


@functools.cache
def _index(cards: int) -> U64:
    """The rows of each board by words of 64 holes: 45 MB for rivers, made in 0.5 s, once."""
    from .canonical_rows_kernels import WORDS, index_rows

    boards = canonical_boards(cards).cards
    index = np.empty((len(boards), WORDS, 2), np.uint64)
    tables = boards, alike_holes(), hole_bits(), row_starts(cards, threads=0)
    over_boards(lambda first, stop: index_rows(*tables, first, stop, index), cards, 0)
    return frozen(index)
