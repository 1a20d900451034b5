"""The class of a hole on a board, by the rule of a game."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import EIGHT_OR_BETTER, Game

from ..cards.text import CARDS, CardError, ParsedColumn
from ..omaha.evaluate import omaha_class_ids
from ..omaha.lows import omaha_low_ids
from ..orders.evaluate import order_ids

BOARDS = (3, 4, 5)

Classes = npt.NDArray[np.uint16]
Column = npt.NDArray[np.uint8]


def high_ids(
    rule: Game, holes: Column, boards: Column, *, out: Classes | None = None, threads: int = 1
) -> Classes:
    """The class of each hole on its board, of the order ``rule.high``.

    ``holes``, ``boards``: (k, n) and (b, n) uint8, cards, a column each: k is ``rule.hole``, and b
    3 to 5; ``out``: (n,) uint16, where the result is written; ``rule``: of ``GAMES``. Returns (n,)
    uint16: from 1, the best. Raises CardError for the first that cannot be dealt.
    """
    if rule.used is not None:
        return omaha_class_ids(holes, boards, layout="columns", out=out, threads=threads)
    hands = [*holes, *boards]
    return order_ids(hands, rule.high, layout="columns", out=out, threads=threads)


def low_ids(rule: Game, holes: Column, boards: Column, *, threads: int = 1) -> Classes:
    """The class of the low of each hole on its board, of the order ``rule.low``.

    Parameters and errors are those of :func:`high_ids`; ValueError for a game without lows.
    """
    if rule.low is not EIGHT_OR_BETTER or rule.used is None:
        raise ValueError(f"{rule.name} has no lows of two cards of the hole, eight or better")
    return omaha_low_ids(holes, boards, layout="columns", threads=threads)


def deal_ids(
    rule: Game, holes: ParsedColumn, boards: ParsedColumn, *, threads: int = 1
) -> tuple[Classes, Classes | None]:
    """Both classes of each row, 0 where the hole or the board is null.

    ``rule``: of ``GAMES``. Returns high : (n,) uint16, as of :func:`high_ids`; low : (n,) uint16,
    or None, as of :func:`low_ids`. Raises CardError for the first row of a size of boards that
    cannot be dealt, with the row.
    """
    n = len(holes.count)
    count = np.where(holes.count > 0, boards.count, 0)
    high = np.zeros(n, np.uint16)
    low = None if rule.low is None else np.zeros(n, np.uint16)
    for size in BOARDS:
        rows: Any = np.flatnonzero(count == size)
        if not len(rows):
            continue
        dealt = holes.cards[: rule.hole], boards.cards[:size]
        if len(rows) < n:
            dealt = np.ascontiguousarray(dealt[0][:, rows]), np.ascontiguousarray(dealt[1][:, rows])
        try:
            high[rows] = high_ids(rule, *dealt, threads=threads)
        except CardError as error:
            raise CardError(error.problem, int(rows[error.index or 0])) from error
        if low is not None:
            low[rows] = low_ids(rule, *dealt, threads=threads)
    return high, low


def sharing(holes: ParsedColumn, boards: ParsedColumn) -> npt.NDArray[np.bool_]:
    """Which rows have a card in the hole and on the board, ``(n,)``."""
    ours, theirs = (
        np.bitwise_or.reduce(np.uint64(1) << (cards.cards & 63).astype(np.uint64), axis=0)
        for cards in (holes, boards)
    )
    deck = np.uint64((1 << len(CARDS)) - 1)  # past the end of a row stands no card
    return np.asarray(ours & theirs & deck != 0)


def not_dealt(rule: Game, cards: ParsedColumn) -> npt.NDArray[np.bool_]:
    """Which rows have a card that is not in the game's deck, ``(n,)``."""
    return np.asarray(np.isin(cards.cards, rule.dead).any(axis=0))


def repeated(cards: ParsedColumn, rows: int) -> ParsedColumn:
    """A row for all as so many rows, which are not copied; other columns as they are."""
    if len(cards.count) == rows:
        return cards
    shape = len(cards.cards), rows
    return ParsedColumn(np.broadcast_to(cards.cards, shape), np.broadcast_to(cards.count, rows))
