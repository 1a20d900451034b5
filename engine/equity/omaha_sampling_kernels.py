"""The kernel that samples deals of Omaha: holes and boards are dealt and compared as in hold'em."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, inlined, kernel
from ..arrays import empty
from ..monte_carlo.deal_columns import deal_block, deal_room
from ..monte_carlo.deals import BLOCK, Deals
from ..monte_carlo.sampling_kernels import Compared, compare, compared_room, count
from ..omaha.class_tables import OmahaTables
from ..omaha.evaluate_kernels import class_block, number_boards
from ..signatures import I64, U8, U16, Array, Input

# p = players, k = cards in a hole, c = columns of cards, w = 1 or, of halves, p + 2

NO_LOW = 57

u8 = np.uint8
u16 = np.uint16
u64 = np.uint64


@borrowing
def _copy(cards: Input[U8, "c, BLOCK"], column: int, to: Array[U8, "x, BLOCK"], row: int) -> None:
    """Copy a column of cards."""
    mine = cards[column]
    other = to[row]
    for i in range(BLOCK):
        other[i] = mine[i]


@borrowing
def _low_sets(cards: Input[U8, "x, BLOCK"], sets: Array[U8, "BLOCK"]) -> None:
    """Write the ranks from ace to eight of each column: bit 0 for the ace, 7 for the eight."""
    for i in range(BLOCK):
        sets[i] = u8(0)
    for c in range(len(cards)):
        mine = cards[c]
        for i in range(BLOCK):
            rank = u16(mine[i] >> u8(2))
            sets[i] = u8(sets[i] | u8(u8(u16(2) << rank) | u8(rank == u16(12))))


@inlined
def _count_halves(
    high: Compared,
    low: Compared,
    begin: int,
    end: int,
    halves: Array[I64, "p, p + 1, w"],  # added to
) -> None:
    """Count who shares which half in deals ``begin..end``."""
    p = len(high.classes)
    for j in range(p):
        for i in range(begin, end):
            winners = high.winners[i] if high.classes[j, i] == high.best[i] else u8(0)
            sharers = low.winners[i] if low.classes[j, i] == low.best[i] else u8(0)
            part = p + 1 if low.best[i] == NO_LOW else np.int64(sharers)
            halves[j, winners, part] += 1


@kernel
def add_omaha_deals(
    deals: Deals,
    tables: OmahaTables,  # of boards of five cards
    low_of_sets: Input[U8, "65536"],
    last_class: Input[U16, "10"],  # the last class of each category
    seed: u64,
    first: int,
    number: int,
    halves: Array[I64, "p, p + 1, w"],  # added to; see ``HalvedShares``
    shared: Array[I64, "p, p + 1"],  # added to; see ``Sample``
    categories: Array[I64, "p, 10"],  # added to
) -> None:
    """Deal ``number`` deals, from number ``first`` on, and count what becomes of each player."""
    seats, k, p = deals.seats, deals.hole, len(deals.seats)
    room = deal_room(deals)
    cards = room.cards
    high, low = compared_room(p), compared_room(p)
    boards = empty((5, BLOCK), np.uint8)
    hole = empty((k, BLOCK), np.uint8)
    numbers = empty(BLOCK, np.uint16)
    suits = empty(BLOCK, np.uint8)
    flush = empty(BLOCK, np.uint8)
    flushes = empty(BLOCK + 1, np.int32)
    board_sets = empty(BLOCK, np.uint8)
    sets = empty(BLOCK, np.uint8)
    halved = halves.shape[2] > 1
    stop = first + number
    for block in range(first // BLOCK, -(-stop // BLOCK)):
        deal_block(deals, block, seed, room)
        for c in range(5):
            _copy(cards, deals.board[c], boards, c)
        number_boards(boards, 5, BLOCK, numbers, suits)
        if halved:
            _low_sets(boards, board_sets)
        for j in range(p):
            for c in range(k):
                _copy(cards, seats[j] + c, hole, c)
            for i in range(BLOCK):
                flush[i] = suits[i]
            mine = high.classes[j]
            # k is spelt out, so that the compiler unrolls the loops over cards.
            if k == 4:
                class_block(hole, 4, boards, BLOCK, numbers, flush, tables, flushes, mine)
            elif k == 5:
                class_block(hole, 5, boards, BLOCK, numbers, flush, tables, flushes, mine)
            else:
                class_block(hole, 6, boards, BLOCK, numbers, flush, tables, flushes, mine)
            if halved:
                _low_sets(hole, sets)
                lows = low.classes[j]
                for i in range(BLOCK):
                    lows[i] = low_of_sets[u64(board_sets[i]) << u64(8) | u64(sets[i])]
        compare(high)
        begin, end = max(first - block * BLOCK, 0), min(stop - block * BLOCK, BLOCK)
        count(high, begin, end, last_class, shared, categories)
        if halved:
            compare(low)
            _count_halves(high, low, begin, end, halves)
