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
from ..signatures import U8, U16, U32, Bool
from ..threads import over_rows
from .table import first_codes, kinds_of

if TYPE_CHECKING:
    from .made_kernels import Codes

BOARDS_AT_ONCE = 256  # in which all holes are dealt


@functools.cache
def codes_of(rule: Game) -> Codes:
    """What kernels have to know of a game."""
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

    ``rule``: of ``GAMES``; ``holes``, ``boards``: (k, n) and (b, n) uint8, cards, a column each: k
    is ``rule.hole``, and b 3 to 5. Returns (n,) uint8: from 1, the best. Of a hole of which two
    cards play, the best kind of any two. Raises CardError for the first that cannot be dealt; if
    not ``strict``, its kind is 0.
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
    """The draws of each hole on its board, a bit of ``table.DRAWS`` each: none on rivers.

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
    """What one of the functions above says of all holes of two cards on each board.

    ``boards``: (b, m) uint8. Returns (m, 1326): by ``hole_id``; 0 where the hole cannot be dealt.
    Raises CardError for the first board that cannot be dealt.
    """
    _refuse(rule, boards[:0], boards, [0])
    found = []
    holes = np.tile(hole_cards().T, min(BOARDS_AT_ONCE, boards.shape[1]))
    for start in range(0, boards.shape[1], BOARDS_AT_ONCE):
        each = np.repeat(boards[:, start : start + BOARDS_AT_ONCE], HOLES, axis=1)
        some = holes[:, : each.shape[1]]
        found.append(work(rule, some, each, strict=False, threads=threads))
    return np.concatenate(found).reshape(-1, HOLES)


def _last_codes(rule: Game) -> tuple[int, ...]:
    """The last code of a flush, and of a straight."""
    categories = [kind.category for kind in kinds_of(rule.high)]
    codes = codes_of(rule)
    first = codes.flush, codes.straight
    return tuple(code + categories.count(categories[code - 1]) - 1 for code in first)


def _refuse(rule: Game, holes: U8, boards: U8, blocks: Iterable[int]) -> None:
    """CardError for the first hole that cannot be dealt, if one of the blocks begins before it."""
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


def nut_ranks(rule: Game, holes: U8, boards: U8, *, threads: int = 1) -> U16:
    """Which of the classes that its board allows each hole has: 1 for the nuts, and so on.

    Classes that all holes of the cards off the board can make, each counted once. A batch pays each
    of its boards. Parameters and errors are those of :func:`made_kinds`. Returns (n,) uint16.
    """
    different, row = np.unique(np.sort(boards, axis=0), axis=1, return_inverse=True)
    ids = high_ids(rule, holes, boards, threads=threads)
    places = class_places(rule, np.ascontiguousarray(different), threads=threads)
    return places[row, ids]


def class_places(rule: Game, boards: U8, *, threads: int = 1) -> U16:
    """The place of each class among those that holes have on each board.

    ``boards``: (b, m) uint8. Returns (m, c + 1) uint16, by class: 0 before the first that a hole
    has.
    """
    there = np.zeros((boards.shape[1], rule.high.classes + 1), np.bool_)
    mark = _mark_any if rule.any_five else _mark_both
    over_rows(
        lambda start, stop: [mark(rule, boards[:, i], there[i]) for i in range(start, stop)],
        len(there),
        threads,
    )
    return np.cumsum(there, axis=1, dtype=np.uint16)


def _mark_any(rule: Game, board: U8, there: Bool) -> None:
    """Mark the classes of all holes of two cards on a board."""
    in_deck = ~np.isin(hole_cards(), rule.dead).any(axis=1)
    free = hole_cards()[in_deck & (hole_bits() & card_sets(board) == 0)]
    boards = np.repeat(board[:, None], len(free), axis=1)
    there[high_ids(rule, np.ascontiguousarray(free.T), boards)] = True


def _mark_both(rule: Game, board: U8, there: Bool) -> None:
    """Mark those of all holes of which two cards play."""
    from .nuts_kernels import mark_classes

    classes = pair_class_ids(board)
    order = np.argsort(classes, kind="stable")[np.count_nonzero(classes == 0) :]
    mark_classes(hole_cards()[order], classes[order], rule.hole, there)


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
    """What one of the functions above says of each row, 0 where the hole or the board is null.

    Raises CardError for the first row of a size of boards that cannot be dealt, with the row.
    """
    found = np.zeros(len(holes.count), dtype)
    count = np.where(holes.count > 0, boards.count, 0)
    for size in BOARDS:
        rows = np.flatnonzero(count == size)
        if not len(rows):
            continue
        dealt = holes.cards[: rule.hole, rows], boards.cards[:size, rows]
        try:
            found[rows] = work(rule, *map(np.ascontiguousarray, dealt), threads=threads)
        except CardError as error:
            raise CardError(error.problem, int(rows[error.index or 0])) from error
    return found
