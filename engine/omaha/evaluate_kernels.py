"""Evaluation of batches in Omaha: each pair of cards of a hole is looked up in the board's row.

As for hands of seven cards (``hands/evaluate_kernels``) hands are processed in blocks that stay in
the first-level cache, one pass at a time: load, sort, number the board's ranks and count suits
(vectors), look up 6, 10 or 15 pairs in one row of 182 bytes, then correct the few flushes.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel
from ..cards.steps import sorted2, sorted5
from ..hands.evaluate_kernels import fives, pairs, quads, rank_of, triples
from ..signatures import I32, U8, U16, U64, Array, Input
from .class_tables import OmahaTables

# n = hands, k = cards in a hole, b = cards on a board, m = hands in a block

BLOCK = 1024

u8 = np.uint8
u16 = np.uint16
u64 = np.uint64
# n = hands, k = cards in a hole, b = cards on a board, m = hands in a block

u32 = np.uint32


@borrowing
def load(
    cards: Input[U8, "k, n", "A"], k: int, start: int, m: int, block: Array[U8, "k, 1024"]
) -> None:
    """Copy ``m`` columns of ``cards`` from ``start`` on; vectorised if they are contiguous."""
    for c in range(k):
        to = block[c]
        if cards.strides[1] == 1:
            column = cards[c, start : start + m]
            for i in range(m):
                to[i] = column[i]
        else:
            for i in range(m):
                to[i] = cards[c, start + i]


@borrowing
def add_bits(
    cards: Input[U8, "k, 1024"],
    k: int,
    m: int,
    seen: Array[U64, "1024"],  # the cards of each hand read before; these are added
):
    """Return True if one of ``m`` hands has a card past 51, or a card twice."""
    twice = u64(0)
    most = u8(0)
    for i in range(m):
        before = seen[i]
        for c in range(k):
            card = cards[c, i]
            most = max(most, card)
            bit = u64(1) << u64(card & u8(63))
            twice |= before & bit
            before |= bit
        seen[i] = before
    return twice != u64(0) or most > u8(51)


@borrowing
def _count_suits(cards: Input[U8, "k, 1024"], k: int, i: int):
    """Return how many of some cards are of each suit.

    A suit is two bits: the numbers of cards with each bit set, and with both, give the counts.
    """
    low = high = spades = u8(0)
    for c in range(k):
        low_bit = u8(cards[c, i] & u8(1))
        high_bit = u8(u8(cards[c, i] >> u8(1)) & u8(1))
        low = u8(low + low_bit)
        high = u8(high + high_bit)
        spades = u8(spades + u8(low_bit & high_bit))
    return u8(u8(k) - u8(low + u8(high - spades))), u8(low - spades), u8(high - spades), spades


@borrowing
def number_boards(
    boards: Input[U8, "b, 1024"],
    b: int,
    m: int,
    numbers: Array[U16, "1024"],  # written: the numbers of their ranks
    flush: Array[U8, "1024"],  # written: one more than the suit of three cards or more, or 0
) -> None:
    """Number the ranks of boards, and find the suit of a possible flush; ``b`` is a constant."""
    for i in range(m):
        if b == 5:
            v, w, x, y, z = sorted5(
                boards[0, i], boards[1, i], boards[2, i], boards[3, i], boards[4, i]
            )
            three = u16(u16(rank_of(v) + pairs(rank_of(w))) + triples(rank_of(x)))
            numbers[i] = u16(u16(three + quads(rank_of(y))) + fives(rank_of(z)))
        else:
            v, w = sorted2(boards[0, i], boards[1, i])
            w, x = sorted2(w, boards[2, i])
            v, w = sorted2(v, w)
            fourth = u16(0)
            if b == 4:
                x, y = sorted2(x, boards[3, i])
                w, x = sorted2(w, x)
                v, w = sorted2(v, w)
                fourth = quads(rank_of(y))
            three = u16(u16(rank_of(v) + pairs(rank_of(w))) + triples(rank_of(x)))
            numbers[i] = u16(three + fourth)
    for i in range(m):
        clubs, diamonds, hearts, spades = _count_suits(boards, b, i)
        flush[i] = u8(
            u8(u8(clubs >= u8(3)) + u8(u8(2) * u8(diamonds >= u8(3))))
            + u8(u8(u8(3) * u8(hearts >= u8(3))) + u8(u8(4) * u8(spades >= u8(3))))
        )


@borrowing
def _sort_holes(holes: Array[U8, "k, 1024"], k: int, m: int) -> None:
    """Sort the cards of ``m`` holes; ``k`` is a constant, so that the network is unrolled."""
    for i in range(m):
        a, b = sorted2(holes[0, i], holes[1, i])
        c, d = sorted2(holes[2, i], holes[3, i])
        a, c = sorted2(a, c)
        b, d = sorted2(b, d)
        b, c = sorted2(b, c)
        if k >= 5:
            e = holes[4, i]
            d, e = sorted2(d, e)
            c, d = sorted2(c, d)
            b, c = sorted2(b, c)
            a, b = sorted2(a, b)
            if k == 6:
                f = holes[5, i]
                e, f = sorted2(e, f)
                d, e = sorted2(d, e)
                c, d = sorted2(c, d)
                b, c = sorted2(b, c)
                a, b = sorted2(a, b)
                holes[5, i] = f
            holes[4, i] = e
        holes[0, i] = a
        holes[1, i] = b
        holes[2, i] = c
        holes[3, i] = d


@borrowing
def _keep_flushes(holes: Input[U8, "k, 1024"], k: int, m: int, flush: Array[U8, "1024"]) -> None:
    """Set ``flush`` to 0 for holes without two cards of that suit."""
    for i in range(m):
        clubs, diamonds, hearts, spades = _count_suits(holes, k, i)
        suit = flush[i]
        there = u8(
            u8(u8(suit == u8(1)) & u8(clubs >= u8(2)))
            | u8(u8(suit == u8(2)) & u8(diamonds >= u8(2)))
        ) | u8(
            u8(u8(suit == u8(3)) & u8(hearts >= u8(2)))
            | u8(u8(suit == u8(4)) & u8(spades >= u8(2)))
        )
        flush[i] = u8(suit * u8(there))


@borrowing
def _look_up(
    holes: Input[U8, "k, 1024"],  # sorted
    k: int,
    m: int,
    numbers: Input[U16, "1024"],
    of_ranks: Input[U16, "C(12 + b, b), 91"],
    classes: Array[U16, "m"],  # written
) -> None:
    """Class ``m`` hands without a flush."""
    for i in range(m):
        row = of_ranks[numbers[i]]
        best = u16(9999)
        for high in range(1, k):
            rank = u64(holes[high, i] >> u8(2))
            first = rank * (rank + u64(1)) >> u64(1)
            for low in range(high):
                best = min(best, row[first + u64(holes[low, i] >> u8(2))])
        classes[i] = best


@borrowing
def _flush(
    holes: Input[U8, "k, 1024"],
    k: int,
    boards: Input[U8, "b, 1024"],
    i: int,
    suit: int,
    tables: OmahaTables,
):
    """Return the class of the best flush of hand ``i`` in a suit."""
    ranks = 0
    for c in range(boards.shape[0]):
        ranks |= ((boards[c, i] & 3) == suit) << (boards[c, i] >> 2)
    row = tables.of_suited[tables.row_of_set[ranks]]
    best = u16(9999)
    for high in range(1, k):
        if holes[high, i] & 3 == suit:
            rank = u64(holes[high, i] >> 2)
            first = rank * (rank + u64(1)) >> u64(1)
            for low in range(high):
                if holes[low, i] & 3 == suit:
                    best = min(best, row[first + u64(holes[low, i] >> 2)])
    return best


@borrowing
def class_block(
    holes: Array[U8, "k, 1024"],  # sorted here
    k: int,
    boards: Input[U8, "b, 1024"],
    m: int,
    numbers: Input[U16, "1024"],
    flush: Array[U8, "1024"],  # of the boards; set to 0 if the hole has no flush
    tables: OmahaTables,
    flushes: Array[I32, "1025"],  # scratch
    classes: Array[U16, "m"],  # written
) -> None:
    """Class ``m`` holes on boards after ``number_boards``; ``k`` is a constant."""
    _sort_holes(holes, k, m)
    _keep_flushes(holes, k, m, flush)
    _look_up(holes, k, m, numbers, tables.of_ranks, classes)
    count = 0
    for i in range(m):  # no branch, which would be mispredicted too often
        flushes[count] = i
        count += flush[i] != 0
    for f in range(count):
        i = flushes[f]
        classes[i] = min(classes[i], _flush(holes, k, boards, i, flush[i] - 1, tables))


@kernel
def class_holes(
    holes: Input[U8, "k, n", "A"],
    boards: Input[U8, "b, n", "A"],
    tables: OmahaTables,  # of boards of b cards
    start: int,
    stop: int,
    out: Array[U16, "n"],  # written
) -> int:
    """Class hands ``start..stop``: holes of 4, 5 or 6 cards on boards of 3, 4 or 5.

    Returns -1, or the start of the first block with a hand that cannot be dealt.
    """
    k = holes.shape[0]
    b = boards.shape[0]
    hole_block = empty((k, BLOCK), np.uint8)
    board_block = empty((b, BLOCK), np.uint8)
    seen = empty(BLOCK, np.uint64)
    numbers = empty(BLOCK, np.uint16)
    flush = empty(BLOCK, np.uint8)
    flushes = empty(BLOCK + 1, np.int32)
    for first in range(start, stop, BLOCK):
        m = min(BLOCK, stop - first)
        load(holes, k, first, m, hole_block)
        load(boards, b, first, m, board_block)
        for i in range(m):
            seen[i] = u64(0)
        # k and b are literals, so that the compiler unrolls the loops over cards.
        if b == 5:
            number_boards(board_block, 5, m, numbers, flush)
            bad = add_bits(board_block, 5, m, seen)
        elif b == 4:
            number_boards(board_block, 4, m, numbers, flush)
            bad = add_bits(board_block, 4, m, seen)
        else:
            number_boards(board_block, 3, m, numbers, flush)
            bad = add_bits(board_block, 3, m, seen)
        if k == 4:
            bad |= add_bits(hole_block, 4, m, seen)
        elif k == 5:
            bad |= add_bits(hole_block, 5, m, seen)
        else:
            bad |= add_bits(hole_block, 6, m, seen)
        if bad:
            return first
        classes = out[first : first + m]
        if k == 4:
            class_block(hole_block, 4, board_block, m, numbers, flush, tables, flushes, classes)
        elif k == 5:
            class_block(hole_block, 5, board_block, m, numbers, flush, tables, flushes, classes)
        else:
            class_block(hole_block, 6, board_block, m, numbers, flush, tables, flushes, classes)
    return -1


@borrowing
def _low_set(cards: np.uint64):
    """Return which ranks from ace to eight a set of cards has: bit 0 for the ace, 7 for the eight.

    A rank has four bits, with those of the ace below those of the deuce. Each step halves the gaps.
    """
    ranks = u32(u32(cards << u64(4)) | u32(cards >> u64(48)))
    ranks |= u32(ranks >> u32(1))
    ranks = u32(ranks | u32(ranks >> u32(2))) & u32(0x11111111)
    ranks = u32(ranks | u32(ranks >> u32(3))) & u32(0x03030303)
    ranks = u32(ranks | u32(ranks >> u32(6))) & u32(0x000F000F)
    return u16(u32(ranks | u32(ranks >> u32(12))) & u32(0xFF))


@borrowing
def _read_holes(
    cards: Input[U8, "k, 1024"],
    k: int,
    m: int,
    of_board: Input[U64, "1024"],
    seen: Array[U64, "1024"],  # the same; the hole's cards are added
    at: Array[U16, "1024"],  # written: the place of each low in the table
):
    """Find the places of ``m`` lows; ``k`` is a constant. Return the result of ``add_bits``."""
    bad = add_bits(cards, k, m, seen)
    for i in range(m):
        of_hole = _low_set(seen[i] ^ of_board[i])
        at[i] = u16(u16(_low_set(of_board[i]) << u16(8)) | of_hole)
    return bad


@kernel
def low_holes(
    holes: Input[U8, "k, n", "A"],
    boards: Input[U8, "b, n", "A"],
    low_of_sets: Input[U8, "65536"],
    start: int,
    stop: int,
    out: Array[U16, "n"],  # written
) -> int:
    """Class the lows of hands ``start..stop``: holes of 4, 5 or 6 cards on boards of 3, 4 or 5.

    Returns -1, or the start of the first block with a hand that cannot be dealt.
    """
    k = holes.shape[0]
    b = boards.shape[0]
    hole_block = empty((k, BLOCK), np.uint8)
    board_block = empty((b, BLOCK), np.uint8)
    seen = empty(BLOCK, np.uint64)
    of_board = empty(BLOCK, np.uint64)
    at = empty(BLOCK, np.uint16)
    for first in range(start, stop, BLOCK):
        m = min(BLOCK, stop - first)
        load(holes, k, first, m, hole_block)
        load(boards, b, first, m, board_block)
        for i in range(m):
            of_board[i] = u64(0)
        # k and b are literals, so that the compiler unrolls the loops over cards.
        if b == 5:
            bad = add_bits(board_block, 5, m, of_board)
        elif b == 4:
            bad = add_bits(board_block, 4, m, of_board)
        else:
            bad = add_bits(board_block, 3, m, of_board)
        for i in range(m):
            seen[i] = of_board[i]
        if k == 4:
            bad |= _read_holes(hole_block, 4, m, of_board, seen, at)
        elif k == 5:
            bad |= _read_holes(hole_block, 5, m, of_board, seen, at)
        else:
            bad |= _read_holes(hole_block, 6, m, of_board, seen, at)
        if bad:
            return first
        lows = out[first : first + m]
        for i in range(m):
            lows[i] = low_of_sets[at[i]]
    return -1
