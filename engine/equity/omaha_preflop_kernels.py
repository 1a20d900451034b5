"""Known holes in Omaha before the flop, each set with its own cards, on all boards.

Boards are counted by their ranks: 6,188 lists of five instead of a million boards. Boards on which
a player has a flush are subtracted from these, and shown down by their ranks in the suit and the
ranks of their other cards.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, kernel, popcount
from ..signatures import I64, U8, U16, Array, Input
from .omaha_known_kernels import NONE, low_bits, read_pairs, show_down_row
from .omaha_situation import EquityTables

# p = players, k = cards in a hole, n = rows, d = dead cards, w = 1 or, of halves, p + 2

LISTS = 6188  # of five ranks

u16 = np.uint16
u64 = np.uint64


class _Lists(NamedTuple):
    """The lists of five ranks that a board may have, for one row."""

    ways: Array[I64, "6188"]  # in how many ways each can be dealt
    high: Array[U16, "p, 6188"]  # the class of each player without a flush
    low: Array[U8, "6188, p"]
    live: Array[I64, "13"]  # how many cards of each rank can be dealt
    others: Array[I64, "13"]  # how many of them are not of the suit
    flushed: Array[U16, "p"]  # the class of each player's flush, for a set of ranks
    classes: Array[U16, "p"]  # scratch


@borrowing
def _one_more(live: Input[I64, "13"], rank: int, before: int, run: int, ways: int):
    """Return the ways with one more rank, and the length of its run of equal ranks."""
    if rank == before:
        return ways * (live[rank] - run) // (run + 1), run + 1
    return ways * live[rank], 1


@borrowing
def _deal_lists(live: Input[I64, "13"], ways: Array[I64, "6188"]) -> None:
    """Write in how many ways each list of five ranks can be dealt."""
    n = 0
    for e in range(13):
        for d in range(e + 1):
            of_two, run_two = _one_more(live, d, e, 1, live[e])
            for c in range(d + 1):
                of_three, run_three = _one_more(live, c, d, run_two, of_two)
                for b in range(c + 1):
                    of_four, run_four = _one_more(live, b, c, run_three, of_three)
                    for a in range(b):
                        ways[n] = of_four * live[a]
                        n += 1
                    ways[n] = of_four * (live[b] - run_four) // (run_four + 1)
                    n += 1


@borrowing
def _move_list(number: int, ways: int, lists: _Lists, counts: Array[I64, "p, p + 1, w"]) -> None:
    """Subtract boards with flushes from a list of ranks, and show them down."""
    lists.ways[number] -= ways
    for j in range(len(lists.classes)):
        lists.classes[j] = min(lists.high[j, number], lists.flushed[j])
    show_down_row(lists.classes, lists.low[number], ways, counts)


@borrowing
def _flush(
    cards: int,  # the ranks of a suit that are on the board, a bit each
    suited: Input[I64, "p, 15"],
    many: Input[I64, "p"],
    tables: EquityTables,
    lists: _Lists,
) -> None:
    """Write the flushes of players who have two cards of the suit."""
    suited_classes = tables.of_suited[tables.row_of_set[cards]]
    for j in range(len(lists.flushed)):
        best = u16(NONE)
        for i in range(many[j]):
            best = min(best, suited_classes[suited[j, i]])
        lists.flushed[j] = best


@borrowing
def _move_flushes(
    left: int,  # the ranks of the suit that can be dealt, a bit each
    suited: Input[I64, "p, 15"],
    many: Input[I64, "p"],
    tables: EquityTables,
    lists: _Lists,
    counts: Array[I64, "p, p + 1, w"],  # added to
) -> None:
    """Show down the boards with three cards of a suit or more."""
    after, others = tables.after, lists.others
    for e in range(13):
        if not left >> e & 1:
            continue
        for d in range(e):
            if not left >> d & 1:
                continue
            two = np.int64(after[after[0, e], d])
            for c in range(d):
                if not left >> c & 1:
                    continue
                three = np.int64(after[two, c])
                _flush(1 << e | 1 << d | 1 << c, suited, many, tables, lists)
                for y in range(13):
                    four = np.int64(after[three, y])
                    for x in range(y):
                        ways = others[y] * others[x]
                        if ways:
                            _move_list(np.int64(after[four, x]), ways, lists, counts)
                    ways = others[y] * (others[y] - 1) >> 1
                    if ways:
                        _move_list(np.int64(after[four, y]), ways, lists, counts)
                for b in range(c):
                    if not left >> b & 1:
                        continue
                    four = np.int64(after[three, b])
                    _flush(1 << e | 1 << d | 1 << c | 1 << b, suited, many, tables, lists)
                    for x in range(13):
                        if others[x]:
                            _move_list(np.int64(after[four, x]), others[x], lists, counts)
                    for a in range(b):
                        if left >> a & 1:
                            cards = 1 << e | 1 << d | 1 << c | 1 << b | 1 << a
                            _flush(cards, suited, many, tables, lists)
                            _move_list(np.int64(after[four, a]), 1, lists, counts)


@kernel
def count_before_flop(
    holes: Input[U8, "p, k, n", "A"],
    dead: Input[U8, "d, n", "A"],
    tables: EquityTables,
    by_pair: Input[U16, "91, 6188"],  # ``EquityTables.of_ranks``, transposed
    start: int,
    stop: int,
    counts: Array[I64, "n, p, p + 1, w"],  # added to; see ``HalvedShares``
) -> None:
    """Evaluate all boards of rows ``start..stop``."""
    p, k = holes.shape[0], holes.shape[1]
    ranks = empty((p, 15), np.int64)
    suited = empty((p, 4, 15), np.int64)
    many = empty((p, 4), np.int64)
    of_suit = empty((4, p, 15), np.int64)
    many_of = empty((4, p), np.int64)
    lists = _Lists(
        empty(LISTS, np.int64),
        empty((p, LISTS), np.uint16),
        empty((LISTS, p), np.uint8),
        empty(13, np.int64),
        empty(13, np.int64),
        empty(p, np.uint16),
        empty(p, np.uint16),
    )
    for row in range(start, stop):
        taken = u64(0)
        for c in range(len(dead)):
            taken |= u64(1) << u64(dead[c, row])
        for j in range(p):
            for c in range(k):
                taken |= u64(1) << u64(holes[j, c, row])
        read_pairs(holes, row, ranks, suited, many)
        for j in range(p):
            mine = lists.high[j]
            first = by_pair[ranks[j, 0]]
            for number in range(LISTS):
                mine[number] = first[number]
            for i in range(1, k * (k - 1) >> 1):
                other = by_pair[ranks[j, i]]
                for number in range(LISTS):
                    mine[number] = min(mine[number], other[number])
            for suit in range(4):
                many_of[suit, j] = many[j, suit]
                for i in range(many[j, suit]):
                    of_suit[suit, j, i] = suited[j, suit, i]
            if counts.shape[3] > 1:
                hole_low = np.int64(low_bits(holes[j], row))
                for number in range(LISTS):
                    sets = np.int64(tables.low_set[number]) << 8 | hole_low
                    lists.low[number, j] = tables.low_of_sets[sets]
        for rank in range(13):
            cards = ~(taken >> u64(4 * rank)) & u64(15)
            lists.live[rank] = np.int64(popcount(cards))
        _deal_lists(lists.live, lists.ways)
        for suit in range(4):
            holding = 0
            for j in range(p):
                holding += many[j, suit]
            if holding:
                left = 0
                for rank in range(13):
                    is_left = np.int64(~(taken >> u64(4 * rank + suit)) & u64(1))
                    left |= is_left << rank
                    lists.others[rank] = lists.live[rank] - is_left
                _move_flushes(left, of_suit[suit], many_of[suit], tables, lists, counts[row])
        for number in range(LISTS):
            if lists.ways[number]:
                for j in range(p):
                    lists.classes[j] = lists.high[j, number]
                show_down_row(lists.classes, lists.low[number], lists.ways[number], counts[row])
