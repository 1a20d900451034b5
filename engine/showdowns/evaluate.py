"""Holes on boards by the rule of a game: classes, shares of the pot, and the next card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from pokerlake.catalogue import EIGHT_OR_BETTER, Game

from ..cards.text import CARDS, CardError, ParsedColumn, check_cards
from ..omaha.evaluate import omaha_class_ids, omaha_low_ids
from ..orders.evaluate import order_ids
from ..pot_shares import best_of
from ..signatures import F64, I64, U8, U16, Bool

BOARDS = (3, 4, 5)


def high_ids(rule: Game, holes: U8, boards: U8, *, out: U16 | None = None, threads: int = 1) -> U16:
    """The class of each hole on its board, by the order ``rule.high``.

    ``rule``: of ``GAMES``. ``holes``, ``boards``: (k, n) and (b, n) uint8, a column for each deal:
    k is ``rule.hole``, and b 3 to 5. ``out``: (n,) uint16, where the result is written. Returns
    (n,) uint16, from 1, the best. Raises CardError for the first that cannot be dealt.
    """
    if rule.up_to:
        check_cards(np.concatenate([holes, boards]))
        classes = np.stack(
            [
                order_ids([*two, *boards], rule.high, layout="columns", threads=threads)
                for two in twos_of(holes)
            ]
        )
        return np.asarray(classes.min(axis=0, out=out))
    if rule.used is not None:
        options: Any = {"layout": "columns", "out": out, "threads": threads}
        return omaha_class_ids(holes, boards, order=rule.high, **options)
    hands = [*holes, *boards]
    return order_ids(hands, rule.high, layout="columns", out=out, threads=threads)


def twos_of(holes: U8) -> Iterator[U8]:
    """Each pair of cards of holes ``(k, n)``: ``(2, n)``."""
    return (holes[list(two)] for two in combinations(range(len(holes)), 2))


def low_ids(rule: Game, holes: U8, boards: U8, *, threads: int = 1) -> U16:
    """The class of the low of each hole on its board, or of each hand of stud, by ``rule.low``.

    Parameters and errors are those of :func:`high_ids`; ValueError for a game without lows.
    """
    if rule.low is not EIGHT_OR_BETTER:
        raise ValueError(f"{rule.name} has no lows, eight or better")
    if rule.used is None:
        return order_ids([*holes, *boards], rule.low, layout="columns", threads=threads)
    return omaha_low_ids(holes, boards, layout="columns", threads=threads)


def deal_ids(
    rule: Game, holes: ParsedColumn, boards: ParsedColumn, *, threads: int = 1
) -> tuple[U16, U16 | None]:
    """The high and low classes of each row, 0 if the hole or the board is null.

    ``rule``: of ``GAMES``. Returns high, (n,) uint16, as in :func:`high_ids`, and low, (n,) uint16,
    as in :func:`low_ids`, or None. Raises CardError for the first row of a size of boards that
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


def sharing(holes: ParsedColumn, boards: ParsedColumn) -> Bool:
    """Which rows have a card in the hole and on the board, ``(n,)``."""
    ours, theirs = (
        np.bitwise_or.reduce(np.uint64(1) << (cards.cards & 63).astype(np.uint64), axis=0)
        for cards in (holes, boards)
    )
    deck = np.uint64((1 << len(CARDS)) - 1)  # masks the padding past the end of a row
    return np.asarray(ours & theirs & deck != 0)


def not_dealt(rule: Game, cards: ParsedColumn) -> Bool:
    """Which rows have a card that is not in the game's deck, ``(n,)``."""
    return np.asarray(np.isin(cards.cards, rule.dead).any(axis=0))


def repeated(cards: ParsedColumn, rows: int) -> ParsedColumn:
    """A single row repeated ``rows`` times, without a copy; other columns as they are."""
    if len(cards.count) == rows:
        return cards
    shape = len(cards.cards), rows
    return ParsedColumn(np.broadcast_to(cards.cards, shape), np.broadcast_to(cards.count, rows))


MOST_PLAYERS = 10


@dataclass(frozen=True)
class Showdown:
    """The hands of p players in n deals, and who wins."""

    # (p, n) uint16, the class of each hand, by the order that wins the pot or its high half
    high: U16
    # (p, n) uint16, the class of each low, by the order that wins the low half; None without
    # halves.
    low: U16 | None
    high_best: Bool  # (p, n) bool, who has the best hand, alone or with others
    # (p, n) bool, or None, who has the best low; nobody if none qualifies, and then the high hand
    # wins all
    low_best: Bool | None

    def units(self, unit: int) -> I64:
        """The share of each player in units of ``1 / (2 unit)`` of the pot, ``(p, n)`` int64.

        Exact if ``unit`` is divisible by the number of players who share, as ``POT`` is.
        """
        high = _divided(self.high_best, unit)
        if self.low_best is None:
            return 2 * high
        low = _divided(self.low_best, unit)
        return np.where(self.low_best.any(axis=0), high + low, 2 * high)

    @property
    def shares(self) -> F64:
        """The share of the pot of each player, ``(p, n)``, 0 to 1."""
        high = self.high_best / self.high_best.sum(axis=0)
        if self.low_best is None:
            return np.asarray(high)
        sharers = self.low_best.sum(axis=0)
        low = np.where(sharers > 0, self.low_best / np.maximum(sharers, 1), high)
        return np.asarray((high + low) / 2)


def _divided(best: Bool, unit: int) -> I64:
    """The share of each of the best hands in so many units."""
    return np.where(best, unit // np.maximum(best.sum(axis=0, dtype=np.int64), 1), 0)


def showdown(rule: Game, holes: Sequence[U8], boards: U8, *, threads: int = 1) -> Showdown:
    """The hands of all players, and who wins.

    ``rule``: of ``GAMES``. ``holes``: a sequence of (k, n) uint8, one for each player; k is
    ``rule.hole``. ``boards``: (b, n) uint8, of 3 to 5 cards, or of no cards in stud. ``threads``: 0
    for all cores. Raises CardError for the first hand of a player that cannot be dealt. Cards that
    two players share are not detected.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> from pokerlake.catalogue import game_named
    >>> holes = [parse_hand(hole)[:, None] for hole in ("AsKsAhKh", "Ac2cJdTd")]
    >>> showdown(game_named("omaha hi-lo"), holes, parse_hand("3h4d5hQsKd")[:, None]).shares
    array([[0.],
           [1.]])
    """
    n = boards.shape[1]
    high = np.empty((len(holes), n), np.uint16)
    for hole, classes in zip(holes, high, strict=True):
        high_ids(rule, hole, boards, out=classes, threads=threads)
    high_best, _ = best_of(high)
    if rule.low is None:
        return Showdown(high, None, high_best, None)
    low = np.empty_like(high)
    for hole, classes in zip(holes, low, strict=True):
        classes[:] = low_ids(rule, hole, boards, threads=threads)
    low_best, _ = best_of(low)
    low_best &= low <= rule.low.qualifying
    return Showdown(high, low, high_best, low_best)


DECK = len(CARDS)


def next_classes(
    rule: Game, holes: U8, boards: U8, dead: Sequence[int] = (), *, threads: int = 1
) -> U16:
    """The class of each hole after each card that may come next.

    ``rule``: of ``GAMES``. ``holes``, ``boards``: (k, n) and (b, n) uint8, a column for each deal:
    k is ``rule.hole``, and b 3 or 4. ``dead``: sequence of int, more cards that do not come besides
    those of the hole and the board. ``threads``: 0 for all cores. Returns (n, 52) uint16, by the
    next card; 0 if that cannot come. Raises CardError for the first that cannot be dealt.

    Examples
    --------
    >>> from pokerlake.catalogue import game_named
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> hole, board = (parse_hand(text)[:, None] for text in ("AhKh", "Qh2h3d"))
    >>> classes = next_classes(game_named("holdem"), hole, board)
    >>> int((classes > 0).sum()), int(((classes > 0) & (classes <= 1599)).sum())  # flush or better
    (47, 9)
    """
    known = np.concatenate([holes, boards])
    n = known.shape[1]
    comes = np.ones((n, DECK), np.bool_)
    comes[:, [*dead, *rule.dead]] = False
    comes[np.arange(n), known] = False
    rows, cards = np.nonzero(comes)
    classes = np.zeros((n, DECK), np.uint16)
    after = np.concatenate([boards[:, rows], cards[None].astype(np.uint8)])
    dealt = np.ascontiguousarray(holes[:, rows]), np.ascontiguousarray(after)
    classes[rows, cards] = high_ids(rule, *dealt, threads=threads)
    return classes


def next_shares(
    rule: Game, hole: U8, board: U8, villains: U8, weights: F64, dead: Sequence[int] = ()
) -> F64:
    """How much of a range a hole is ahead of, and tied with, after each card that may come next.

    ``hole``, ``board``: (k,) and (b,) uint8, b is 3 or 4. ``villains``: (k, m) uint8, the holes of
    the range; those with a known card are ignored. ``weights``: (m,) float64. Returns (3, 52)
    float64, by the next card: sums of weights ahead, tied and of all; 0 if it cannot come.
    """
    known = [*hole.tolist(), *board.tolist(), *dead]
    live = ~np.isin(villains, known).any(axis=0)
    villains, weights = villains[:, live], weights[live]
    sums = np.zeros((3, DECK))
    for card in sorted(set(rule.deck) - set(known)):
        theirs = (villains != card).all(axis=0)
        m = int(theirs.sum())
        if not m:
            continue
        after = np.append(board, np.uint8(card))
        mine, boards = (np.repeat(cards[:, None], m, axis=1) for cards in (hole, after))
        share = showdown(rule, [mine, np.ascontiguousarray(villains[:, theirs])], boards).shares[0]
        each = weights[theirs]
        sums[:, card] = each[share > 0.5].sum(), each[share == 0.5].sum(), each.sum()
    return sums
