"""Kinds, draws and ranks among the nuts of holes on boards, by the rule of a game."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from pokerlake.catalogue import Game

from ..cards.holes import HOLES, card_sets, hole_bits, hole_cards
from ..cards.text import CardError, ParsedColumn, check_cards
from ..omaha.evaluate import pair_class_ids
from ..orders.evaluate import not_in_deck
from ..showdowns.evaluate import BOARDS, high_ids
from ..signatures import U8, U16, U32, U64
from ..threads import over_rows
from .table import first_codes, kinds_of

if TYPE_CHECKING:
    from .made_kernels import Codes

BOARDS_AT_ONCE = 256  # in which all holes are dealt


@functools.cache
def codes_of(rule: Game) -> Codes:
    """The codes of a game for the kernels."""
    from .made_kernels import Codes

    first = first_codes(rule.high)
    return Codes(
        bottom=min(rule.deck) >> 2,
        quads=first["four of a kind"],
        full_house=first["full house"],
        flush=first["flush"],
        straight=first["straight"],
        trips=first["three of a kind"],
        two_pair=first["two pair"],
        pair=first["one pair"],
        high_card=first["high card"],
        board_plays=first["board"],
    )


def made_kinds(rule: Game, holes: U8, boards: U8, *, strict: bool = True, threads: int = 1) -> U8:
    """The kind of each hole on its board: a code of ``table.kinds_of(rule.high)``.

    ``rule``: of ``GAMES``. ``holes``, ``boards``: (k, n) and (b, n) uint8, a column for each deal:
    k is ``rule.hole``, and b 3 to 5. Returns (n,) uint8, from 1, the best. In games where two cards
    of the hole play, it is the best kind of any two. Raises CardError for the first that cannot be
    dealt; if not ``strict``, its kind is 0.
    """
    from .made_kernels import made

    holes, boards = map(np.ascontiguousarray, (holes, boards))
    codes, n = codes_of(rule), holes.shape[1]
    kinds = np.empty(n, np.uint8)

    def work(start: int, stop: int) -> int:
        return made(holes, boards, codes, not rule.any_five, start, stop, kinds)

    blocks = over_rows(work, n, threads)
    if strict:
        _refuse(rule, holes, boards, blocks)
    return kinds


def draw_bits(rule: Game, holes: U8, boards: U8, *, strict: bool = True, threads: int = 1) -> U32:
    """The draws of each hole on its board, a bit for each of ``table.DRAWS``: 0 on rivers.

    Parameters and errors are those of :func:`made_kinds`. Returns (n,) uint32.
    """
    from .draws_kernels import draws, draws_with_both

    holes, boards = map(np.ascontiguousarray, (holes, boards))
    n = holes.shape[1]
    bits = np.empty(n, np.uint32)
    codes = codes_of(rule)
    if rule.any_five:
        house = codes.full_house < codes.flush

        def work(start: int, stop: int) -> int:
            return draws(holes, boards, codes.bottom, house, start, stop, bits)

        blocks = over_rows(work, n, threads)
        if strict:
            _refuse(rule, holes, boards, blocks)
        return bits
    kinds = made_kinds(rule, holes, boards, strict=strict, threads=threads)
    flushes, straights = _last_codes(rule)
    over_rows(
        lambda start, stop: draws_with_both(
            holes, boards, kinds, flushes, straights, start, stop, bits
        ),
        n,
        threads,
    )
    return bits


def on_boards(work: Callable[..., Any], rule: Game, boards: U8, *, threads: int = 1) -> Any:
    """The result of one of the functions above for all holes of two cards on each board.

    ``boards``: (b, m) uint8. Returns (m, 1326), by ``hole_id``; 0 if the hole cannot be dealt.
    Raises CardError for the first board that cannot be dealt.
    """
    _refuse(rule, boards[:0], boards, [0])
    results = []
    holes = np.tile(hole_cards().T, min(BOARDS_AT_ONCE, boards.shape[1]))
    for start in range(0, boards.shape[1], BOARDS_AT_ONCE):
        each = np.repeat(boards[:, start : start + BOARDS_AT_ONCE], HOLES, axis=1)
        some = holes[:, : each.shape[1]]
        results.append(work(rule, some, each, strict=False, threads=threads))
    return np.concatenate(results).reshape(-1, HOLES)


def _last_codes(rule: Game) -> tuple[int, ...]:
    """The last code of a flush, and of a straight."""
    categories = [kind.category for kind in kinds_of(rule.high)]
    codes = codes_of(rule)
    first = codes.flush, codes.straight
    return tuple(code + categories.count(categories[code - 1]) - 1 for code in first)


def _refuse(rule: Game, holes: U8, boards: U8, blocks: Iterable[int]) -> None:
    """Raise CardError for the first hole that cannot be dealt. ``blocks`` has blocks, or -1."""
    bad = [first for first in blocks if first >= 0]
    if bad:
        first = min(bad)
        cards = np.concatenate([holes[:, first:], boards[:, first:]])
        try:
            check_cards(cards)
        except CardError as error:
            raise CardError(error.problem, first + (error.index or 0)) from None
        dead = np.isin(cards, rule.dead).any(axis=0)
        if dead.any():
            row = int(dead.argmax())
            raise CardError(not_in_deck(cards[:, row].tolist(), rule.high), first + row)


# ---------------------------------------------------------------- among the nuts


def nut_ranks(rule: Game, holes: U8, boards: U8, *, strict: bool = True, threads: int = 1) -> U16:
    """The rank of each hole among the classes that its board allows: 1 for the nuts, and so on.

    Each class that any hole of the cards off the board can make counts once. In a batch each
    different board costs 25 microseconds, in Omaha 200. Parameters and errors are those of
    :func:`made_kinds`. Returns (n,) uint16.
    """
    from .nuts_kernels import places_among

    ranks = np.zeros(holes.shape[1], np.uint16)
    if not strict:
        there = made_kinds(rule, holes, boards, strict=False, threads=threads) > 0
        ranks[there] = nut_ranks(rule, holes[:, there], boards[:, there], threads=threads)
        return ranks
    ids = high_ids(rule, *map(np.ascontiguousarray, (holes, boards)), threads=threads)
    sets = card_sets(boards.T)
    board_of_row = np.unique(sets, return_inverse=True)[1]
    order = np.argsort(board_of_row, kind="stable")
    board_of_row, ids = board_of_row[order], ids[order]
    starts = np.flatnonzero(np.diff(board_of_row, prepend=-1, append=len(board_of_row)))
    different = boards[:, order[starts[:-1]]]

    def work(start: int, stop: int) -> None:
        for first in range(start, stop, BOARDS_AT_ONCE):
            last = min(first + BOARDS_AT_ONCE, stop)
            rows = slice(starts[first], starts[last])
            classes = classes_there(rule, different[:, first:last])
            places = np.empty(rows.stop - rows.start, np.uint16)
            places_among(classes, board_of_row[rows] - first, ids[rows], places)
            ranks[order[rows]] = places

    over_rows(work, len(starts) - 1, threads)
    return ranks


def classes_there(rule: Game, boards: U8) -> U64:
    """The classes that holes have on each board, ``(b, m)``, as bits of words, ``(m, w)``."""
    from .nuts_kernels import mark_any, mark_both

    sets = np.zeros((boards.shape[1], (rule.high.classes >> 6) + 1), np.uint64)
    if not rule.any_five:
        for board, board_set in zip(boards.T, sets, strict=True):
            classes = pair_class_ids(board, rule.high)
            order = np.argsort(classes, kind="stable")[np.count_nonzero(classes == 0) :]
            mark_both(hole_cards()[order], classes[order], rule.hole, board_set)
        return sets
    unavailable = card_sets(boards.T) | card_sets(np.array(rule.dead, np.uint8))
    board, hole = np.nonzero(hole_bits() & unavailable[:, None] == 0)  # equally many holes on each
    dealt = np.ascontiguousarray(hole_cards()[hole].T), np.ascontiguousarray(boards[:, board])
    mark_any(high_ids(rule, *dealt).reshape(len(sets), -1), sets)
    return sets


# ---------------------------------------------------------------- columns of several streets


def on_streets(
    work: Callable[..., Any],
    dtype: Any,
    rule: Game,
    holes: ParsedColumn,
    boards: ParsedColumn,
    *,
    threads: int = 1,
) -> Any:
    """The result of one of the functions above for each row, 0 if the hole or the board is null.

    Raises CardError for the first row of a size of boards that cannot be dealt, with the row.
    """
    results = np.zeros(len(holes.count), dtype)
    count = np.where(holes.count > 0, boards.count, 0)
    for size in BOARDS:
        hole, board = holes.cards[: rule.hole], boards.cards[:size]
        is_size = count == size
        if len(results) and is_size.all():
            return work(rule, hole, board, threads=threads).astype(dtype, copy=False)
        rows: Any = np.flatnonzero(is_size)
        if not len(rows):
            continue
        try:
            results[rows] = work(
                rule, hole.take(rows, axis=1), board.take(rows, axis=1), threads=threads
            )
        except CardError as error:
            raise CardError(error.problem, int(rows[error.index or 0])) from error
    return results
