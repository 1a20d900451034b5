"""Starts of three cards against a random hand, exactly: of razz by ranks, of stud up to suits.

In razz suits never count: a hand is its number of cards of each rank, one of 49,205, and is
compared with as many. In stud each hand of seven cards up to suits is compared with all worse hands
that share no card with it, see ``starts_kernels``. Its results are added to each three of its
cards.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

import numpy as np

from pokerlake.catalogue import ACE_TO_FIVE, EIGHT_OR_BETTER, Game, Order

from ..cards.boards import canonical_boards
from ..orders.evaluate import order_ids
from ..signatures import I32, I64, U8, U16, frozen
from ..threads import pieces
from .exact import Met, counts_of, multisets, ways_to_deal

START = 3
_HAND = 7
_SUITS = 4
_SETS = 1 << 13  # of ranks
_PERMUTATIONS = 24
_LOWS = EIGHT_OR_BETTER.qualifying
_AT_ONCE = 1 << 15  # hands between two checks for Ctrl-C

# ---------------------------------------------------------------- by ranks


@dataclass(frozen=True)
class RankStarts:
    """Results of three cards by ranks against a random hand, by an order without suits."""

    ranks: U8  # (s, 13) how many cards of each rank
    combos: I64  # (s,) how many sets of cards
    win: I64  # (s,) deals that one of these wins
    tie: I64
    lose: I64
    no_hand: I64  # (s,) the deals of ``tie`` in which neither qualifies


def rank_starts(
    order: Order = ACE_TO_FIVE, dead: Iterable[int] = (), *, threads: int = 1
) -> RankStarts:
    """All starts of three cards by ranks, against a random hand from the deck without dead cards.

    Sorted by their ascending ranks. Takes 4 seconds of one core with a whole deck.
    """
    dead_ranks = np.bincount([card >> 2 for card in dead], minlength=13).astype(np.uint8)
    nothing = np.zeros((2, 13), np.uint8)
    met = Met.of(order, nothing, dead_ranks, [_HAND, _HAND])
    wins, ties = met.shares(threads)
    there = 4 - dead_ranks.astype(np.int64)
    starts = multisets(START)
    starts = starts[(starts <= there).all(axis=1)]
    none = met.first_classes > order.qualifying
    results = np.zeros((len(starts), 4), np.int64)
    parts = np.column_stack([wins, ties, met.every - wins - ties, np.where(none, ties, 0)])
    for row, start in enumerate(starts):
        within = (met.first >= start).all(axis=1)
        more = met.first[within] - start
        results[row] = ways_to_deal(there - start, more) @ parts[within]
    return RankStarts(starts, ways_to_deal(there, starts), *results.T)


# ---------------------------------------------------------------- up to suits


class Numbers(NamedTuple):
    """Tables that number sets of up to seven cards up to suits, those of fewer cards first.

    A set is four sets of ranks a >= b >= c >= d, as bits. Among the sets of as many cards, its
    number is the number of sets with a smaller first set, plus those with the same a and a smaller
    second set, and so on: ``before[3, a, all cards] + before[2, b, cards but those of a] + ...``.
    """

    sizes: U8  # (8192,) how many ranks a set has
    before: I32  # (4, 8193, 8)
    starts: I64  # (8,) where the sets of each number of cards begin


@functools.cache
def numbers_of(ranks: int = _SETS - 1) -> Numbers:
    """The tables of a deck with these ranks, as bits."""
    every = np.arange(_SETS)
    sizes = np.bitwise_count(every).astype(np.uint8)
    within = (every & ~ranks == 0) & (sizes <= _HAND)
    before = np.zeros((_SUITS + 1, _SETS + 1, _HAND + 1), np.int64)
    before[0, :, 0] = 1
    for many in range(1, _SUITS + 1):
        with_it = np.zeros((_SETS, _HAND + 1), np.int64)
        for size in range(_HAND + 1):
            rows = np.flatnonzero(within & (sizes == size))
            with_it[rows, size:] = before[many - 1, rows + 1, : _HAND + 1 - size]
        np.cumsum(with_it, axis=0, out=before[many, 1:])
    of_size = before[_SUITS, _SETS]
    starts = np.concatenate([[0], np.cumsum(of_size)[:-1]])
    return Numbers(*frozen((sizes, before[1:].astype(np.int32), starts)))


def numbered(masks: I64, numbers: Numbers) -> I64:
    """The numbers of sets, ``(n,)``, given as four sets of ranks in any order, ``(n, 4)``."""
    masks = np.sort(masks, axis=1)[:, ::-1]
    left = np.cumsum(numbers.sizes[masks].astype(np.int64)[:, ::-1], axis=1)[:, ::-1]
    parts = [numbers.before[3 - at, masks[:, at], left[:, at]] for at in range(_SUITS)]
    return np.asarray(numbers.starts[left[:, 0]] + np.sum(parts, axis=0, dtype=np.int64))


def masks_of(cards: U8) -> I64:
    """Four sets of ranks, ``(n, 4)``, of rows of cards."""
    masks = np.zeros((len(cards), _SUITS), np.int64)
    for column in cards.T.astype(np.int64):
        masks[np.arange(len(cards)), column & 3] |= 1 << (column >> 2)
    return masks


class Hands(NamedTuple):
    """All hands of seven cards up to suits, the worst first."""

    masks: U16  # (n, 4)
    classes: U16  # (n,)
    weights: U8  # (n,) how many hands are equal up to suits
    lows: U8  # (n,) the place of the low among those that qualify; the number of lows without one


def _sets(cards: int, ranks: int) -> tuple[U16, U8]:
    """All sets of so many cards up to suits: ``(n, 4)`` sets of ranks, and ``(cards, n)`` cards."""
    from .starts_kernels import list_sets

    numbers = numbers_of(ranks)
    within = [mask for mask in range(_SETS) if mask & ~ranks == 0 and mask.bit_count() <= _HAND]
    within.sort(key=lambda mask: (mask.bit_count(), mask))
    of_a_suit = np.array(within, np.uint16)
    begins = np.searchsorted(numbers.sizes[of_a_suit], np.arange(_HAND + 2)).astype(np.int64)
    many = int(numbers.before[3, _SETS, cards])
    masks, cards_of = np.empty((many, _SUITS), np.uint16), np.empty((cards, many), np.uint8)
    list_sets(of_a_suit, begins, masks, cards_of)
    return masks, cards_of


@functools.cache
def _hands(rule: Game, ranks: int) -> Hands:
    masks, cards = _sets(_HAND, ranks)
    classes = order_ids(cards, rule.high, layout="columns")
    worst = np.argsort(~classes, kind="stable")
    lows = np.zeros(len(classes), np.uint8)
    if rule.low is not None:
        lows = (order_ids(cards, rule.low, layout="columns") - 1).astype(np.uint8)
    masks = np.ascontiguousarray(masks[worst])
    weights = (_PERMUTATIONS // _alike(masks)).astype(np.uint8)
    return Hands(*frozen((masks, classes[worst], weights, lows[worst])))


def _alike(masks: U16) -> U8:
    """How many permutations of suits leave a set, the greatest first, unchanged."""
    same = masks[:, 1:] == masks[:, :-1]
    runs, ways = np.ones(len(masks), np.uint8), np.ones(len(masks), np.uint8)
    for column in same.T:
        runs = np.where(column, runs + 1, 1).astype(np.uint8)
        ways *= runs
    return ways


@functools.cache
def _alike_of_sets(ranks: int) -> I32:
    """The same for all sets of up to six cards, by their numbers."""
    numbers = numbers_of(ranks)
    alike = np.zeros(numbers.starts[_HAND], np.int32)
    for cards in range(_HAND):
        masks, _ = _sets(cards, ranks)
        alike[numbered(masks.astype(np.int64), numbers)] = _alike(masks)
    return frozen(alike)


def meet_piece(rule: Game, piece: int, pieces_of: int, ranks: int = _SETS - 1) -> I64:
    """Wins and ties of a part of all hands, by their sets of three cards: ``(s, 2, 4)``.

    By the high hand: win and tie; by the low: win, tie, lose, or no low, which is all if the game
    has none. Sums are over all sets of three cards that are equal up to suits, in the order of
    their numbers, see ``Numbers``.
    """
    from .starts_kernels import add_hands, meet_hands

    numbers, alike = numbers_of(ranks), _alike_of_sets(ranks)
    hands = _hands(rule, ranks)
    sets = len(alike)
    there = np.zeros((sets, 2 if rule.halves else 1), np.int32)
    by_low = np.zeros((sets, _LOWS if rule.halves else 0), np.int32)
    begins = np.concatenate([[0], np.flatnonzero(np.diff(hands.classes)) + 1, [len(hands.classes)]])
    first, last = (
        int(begins[np.searchsorted(begins, len(hands.classes) * at // pieces_of)])
        for at in (piece, piece + 1)
    )
    for start, stop in pieces(0, first, _AT_ONCE):
        add_hands(hands.masks, hands.weights, hands.lows, start, stop, *numbers, there, by_low)
    totals = np.zeros((int(numbers.starts[START + 1] - numbers.starts[START]), 8), np.int64)
    while first < last:
        stop = int(begins[np.searchsorted(begins, min(first + _AT_ONCE, last))])
        meet_hands(*hands, first, stop, *numbers, alike, there, by_low, totals)
        first = stop
    return totals.reshape(-1, 2, 4)


@dataclass(frozen=True)
class Starts:
    """Results of starts against a random hand; rows are canonical boards of three cards."""

    # (s, 3) deals that a start wins, ties and loses; (s, 3, 4) by the high hand, and by the low:
    # win, tie, lose, or neither has one.
    counts: I64


def starts_of(rule: Game, met: I64, *, threads: int = 1) -> Starts:
    """Results of starts from the sum of ``meet_piece`` over all pieces, ``(s * 8,)``.

    Losses are the rest of all deals; for the low they are the rest of deals counted as in razz.
    """
    numbers = numbers_of()
    boards = canonical_boards(START)
    number = numbered(masks_of(boards.cards), numbers) - numbers.starts[START]
    won = met.reshape(-1, 2, 4)[number] // boards.weight.astype(np.int64)[:, None, None]
    if not rule.halves:
        won = won[:, :, 3]
        deals = comb(52 - START, _HAND - START) * comb(52 - _HAND, _HAND)
        return Starts(np.column_stack([won, deals - won.sum(axis=1)]))
    assert rule.low is not None
    by_ranks = rank_starts(rule.low, threads=threads)
    of_ranks = {start.tobytes(): row for row, start in enumerate(by_ranks.ranks)}
    rows = [of_ranks[start.tobytes()] for start in counts_of((boards.cards >> 2).astype(np.uint8))]
    tie = by_ranks.tie - by_ranks.no_hand
    every = np.column_stack([by_ranks.win, tie, by_ranks.lose, by_ranks.no_hand])[rows]
    return Starts(np.concatenate([won, (every - won.sum(axis=1))[:, None]], axis=1))
