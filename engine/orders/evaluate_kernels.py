"""Evaluation of batches by the orders that hold'em's kernel cannot evaluate.

These kernels work in blocks, and by the number of a hand's ranks, like
``hands/evaluate_kernels.py``. Lows in which flushes do not count need nothing else. If a flush
counts against a hand, its best five cards need not be the flush: the few hands with five cards of a
suit are evaluated five cards at a time.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel
from ..cards.steps import sorted2, sorted5
from ..hands.evaluate_kernels import (
    BLOCK,
    THIRD,
    flush_suits,
    list_flushes,
    load,
    lowest_three,
    number5,
    number6,
    number7,
    pairs,
    rank_of,
)
from ..signatures import U8, U16, U32, Array, Input

# n = hands, k = cards in a hand, m = hands in a block

u8 = np.uint8
u16 = np.uint16


@borrowing
def _numbered(
    cards: Input[U8, "k, n"],
    rows: Input[U8, "k * n"],
    first: int,
    m: int,
    block: Array[U8, "k, 4096"],  # written: hands ``first..first + m``
    low: Array[U16, "m"],  # written: the number of their three lowest ranks
    high: Array[U16, "m"],  # written: the number of their other ranks
):
    """Load and number a block; return True if one of its hands cannot be dealt."""
    k = cards.shape[0]
    # k is a literal, so that the compiler unrolls the loops over the cards of a hand.
    if k == 5:
        load(cards, rows, 5, first, m, block)
        bad = number5(block, m, low, high)
    elif k == 6:
        load(cards, rows, 6, first, m, block)
        bad = number6(block, m, low, high)
    else:
        load(cards, rows, 7, first, m, block)
        bad = number7(block, m, low, high)
    return bad


@kernel
def walk_ranks(
    cards: Input[U8, "k, n", "A"],  # laid out in any way
    # The same hands one after the other, if they lie so in memory; else empty.
    rows: Input[U8, "k * n"],
    first_of: Input[U16, "C(9 + k, k - 3)"],  # see ``NodeNumbers.first``
    rank_class: Input[U16, "C(12 + k, k)"],  # see ``NodeNumbers.rank_class``
    start: int,
    stop: int,
    out: Array[U16, "n"],  # written
) -> int:
    """Class hands ``start..stop`` by their ranks alone.

    Returns -1, or the start of the first block with a hand that cannot be dealt.
    """
    block = empty((cards.shape[0], BLOCK), np.uint8)
    low = empty(BLOCK, np.uint16)
    high = empty(BLOCK, np.uint16)
    for first in range(start, stop, BLOCK):
        m = min(BLOCK, stop - first)
        if _numbered(cards, rows, first, m, block, low, high):
            return first
        classes = out[first : first + m]
        for i in range(m):
            classes[i] = rank_class[first_of[high[i]] + low[i]]
    return -1


@borrowing
def _best_five(
    block: Input[U8, "k, m"],
    i: int,  # the hand
    places: Input[U8, "p, 5"],
    first_of: Input[U16, "91"],
    class_of: Input[U16, "6188"],
    flush_of_set: Input[U16, "8192"],
):
    """Return the best class of any five cards of a hand; parameters as in the kernel below."""
    best = u16(0xFFFF)
    for choice in range(len(places)):
        ranks = 0
        suits = 0
        for c in range(5):
            card = block[places[choice, c], i]
            ranks |= 1 << (card >> 2)
            suits |= 1 << (card & 3)
        if suits & (suits - 1):
            a, b, c, d, e = sorted5(
                block[places[choice, 0], i],
                block[places[choice, 1], i],
                block[places[choice, 2], i],
                block[places[choice, 3], i],
                block[places[choice, 4], i],
            )
            number = first_of[u16(rank_of(d) + pairs(rank_of(e)))] + lowest_three(a, b, c)
            best = min(best, class_of[number])
        else:
            best = min(best, flush_of_set[ranks])
    return best


@kernel
def walk_against_flushes(
    cards: Input[U8, "k, n", "A"],  # of six or seven cards, laid out in any way
    rows: Input[U8, "k * n"],  # as of ``walk_ranks``
    first_of: Input[U16, "C(9 + k, k - 3)"],
    rank_class: Input[U16, "C(12 + k, k)"],
    first_of_five: Input[U16, "91"],  # the same for hands of five cards
    class_of_five: Input[U16, "6188"],
    flush_of_set: Input[U16, "8192"],
    places: Input[U8, "p, 5"],  # all ways to take five of the cards
    start: int,
    stop: int,
    out: Array[U16, "n"],  # written
) -> int:
    """Class hands ``start..stop`` by an order in which a flush makes a hand worse.

    Returns -1, or the start of the first block with a hand that cannot be dealt.
    """
    k = cards.shape[0]
    block = empty((k, BLOCK), np.uint8)
    low = empty(BLOCK, np.uint16)
    high = empty(BLOCK, np.uint16)
    flush = empty(BLOCK + 8, np.uint8)
    flush_words = flush.view(np.uint64)
    flushes = empty(BLOCK + 1, np.int32)
    for first in range(start, stop, BLOCK):
        m = min(BLOCK, stop - first)
        if _numbered(cards, rows, first, m, block, low, high):
            return first
        if k == 6:
            flush_suits(block, 6, m, flush)
        else:
            flush_suits(block, 7, m, flush)
        classes = out[first : first + m]
        for i in range(m):
            classes[i] = rank_class[first_of[high[i]] + low[i]]
        count = list_flushes(flush, flush_words, m, flushes)
        for f in range(count):
            i = flushes[f]
            classes[i] = _best_five(block, i, places, first_of_five, class_of_five, flush_of_set)
    return -1


@kernel
def walk_badugi(
    cards: Input[U8, "4, n", "A"],  # laid out in any way
    rows: Input[U8, "4 * n"],  # as of ``walk_ranks``
    first_of: Input[U32, "52"],  # see ``CardNumbers``
    class_of: Input[U16, "270725"],
    start: int,
    stop: int,
    out: Array[U16, "n"],  # written
) -> int:
    """Class hands ``start..stop`` of four cards by badugi.

    Returns -1, or the start of the first block with a hand that cannot be dealt.
    """
    block = empty((4, BLOCK), np.uint8)
    low = empty(BLOCK, np.uint16)
    high = empty(BLOCK, np.uint8)
    for first in range(start, stop, BLOCK):
        m = min(BLOCK, stop - first)
        load(cards, rows, 4, first, m, block)
        bad = False
        for i in range(m):
            a, b = sorted2(block[0, i], block[1, i])
            c, d = sorted2(block[2, i], block[3, i])
            a, c = sorted2(a, c)
            b, d = sorted2(b, d)
            b, c = sorted2(b, c)
            bad |= (a == b) | (b == c) | (c == d) | (d > 51)
            # C(b, 2) and C(c, 3), whose product before the division is below 2**16.
            two = pairs(u16(u16(b) - u16(1)))
            three = u16(u16(pairs(u16(u16(c) - u16(1))) * u16(u16(c) - u16(2))) * THIRD)
            low[i] = u16(u16(u16(a) + two) + three)
            high[i] = d
        if bad:
            return first
        classes = out[first : first + m]
        for i in range(m):
            classes[i] = class_of[first_of[high[i]] + low[i]]
    return -1
