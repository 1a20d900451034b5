"""The kernel that samples deals of stud: seven cards a player, evaluated in passes over a block.

Measured with three known cards each, nanoseconds a deal of two players, one thread: dealing eight
cards 3, classes of both hands 4, comparing and counting 1.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, kernel
from ..hands.evaluate_kernels import flush_suits, list_flushes, number7
from ..monte_carlo.deal_columns import deal_block, deal_room
from ..monte_carlo.deals import BLOCK, Deals
from ..monte_carlo.sampling_kernels import compare, compared_room, count, count_halves
from ..signatures import I32, I64, U8, U16, U64, Array, Input

u8 = np.uint8
u16 = np.uint16
u64 = np.uint64

# p = players, w = 1 or, with halves, p + 2

HAND = 7  # cards


class Orders(NamedTuple):
    """The tables that classify hands of seven cards."""

    first_of: Input[U16, "1820"]  # see ``NodeNumbers.first``
    rank_class: Input[U16, "50388"]  # see ``NodeNumbers.rank_class``
    flush_of_set: Input[
        U16, "8192"
    ]  # the class of ranks of one suit; all 0 if flushes do not count
    low_class: Input[U16, "50388"]  # of the low half, by the same numbers
    last_class: Input[U16, "10"]  # the last class of each category of the high half


class _HandScratch(NamedTuple):
    hand: Array[U8, "7, BLOCK"]
    low: Array[U16, "BLOCK"]
    high: Array[U16, "BLOCK"]
    flush: Array[U8, "BLOCK + 8"]
    words: Array[U64, "BLOCK / 8 + 1"]  # the same
    flushes: Array[I32, "BLOCK + 1"]


@borrowing
def _class_hands(
    by: Orders,
    room: _HandScratch,
    has_flushes: bool,
    halved: bool,
    classes: Array[U16, "BLOCK"],  # written
    lows: Array[U16, "BLOCK"],  # written if the pot is split
) -> None:
    """Classify the hands of one player."""
    hand, low, high, flush, flushes = room.hand, room.low, room.high, room.flush, room.flushes
    number7(hand, BLOCK, low, high)
    for i in range(BLOCK):
        place = by.first_of[high[i]] + low[i]
        classes[i] = by.rank_class[place]
        if halved:
            lows[i] = by.low_class[place]
    if not has_flushes:
        return
    flush_suits(hand, HAND, BLOCK, flush)
    flush_count = list_flushes(flush, room.words, BLOCK, flushes)
    for f in range(flush_count):
        i = flushes[f]
        suit = flush[i] - 1
        ranks = 0
        for c in range(HAND):
            ranks |= ((hand[c, i] & 3) == suit) << (hand[c, i] >> 2)
        classes[i] = by.flush_of_set[ranks]


@kernel
def add_stud_deals(
    deals: Deals,
    at: Input[I64, "p, 7"],  # the columns of each player's cards
    by: Orders,
    has_flushes: bool,
    no_low: int,  # the class of a hand without a low
    seed: u64,
    first: int,
    number: int,
    halves: Array[I64, "p, p + 1, w"],  # added to; see ``HalvedShares``
    shared: Array[I64, "p, p + 1"],  # added to; see ``Sample``
    categories: Array[I64, "p, 10"],  # added to
) -> None:
    """Deal ``number`` deals, from number ``first`` on, and count each player's results."""
    p = len(at)
    room = deal_room(deals)
    cards = room.cards
    high, low = compared_room(p), compared_room(p)
    flush = empty(BLOCK + 8, np.uint8)
    scratch = _HandScratch(
        empty((HAND, BLOCK), np.uint8), empty(BLOCK, np.uint16), empty(BLOCK, np.uint16),
        flush, flush.view(np.uint64), empty(BLOCK + 1, np.int32),
    )  # fmt: skip
    hand = scratch.hand
    halved = halves.shape[2] > 1
    stop = first + number
    for block in range(first // BLOCK, -(-stop // BLOCK)):
        deal_block(deals, block, seed, room)
        for j in range(p):
            for c in range(HAND):
                mine, other = cards[at[j, c]], hand[c]
                for i in range(BLOCK):
                    other[i] = mine[i]
            _class_hands(by, scratch, has_flushes, halved, high.classes[j], low.classes[j])
        compare(high)
        begin, end = max(first - block * BLOCK, 0), min(stop - block * BLOCK, BLOCK)
        count(high, begin, end, by.last_class, shared, categories)
        if halved:
            compare(low)
            count_halves(high, low, begin, end, no_low, halves)
