"""Steps for kernels that play: look five cards up in a table of all hands.

An entry of the table has 32 bits: class, rung, four-flush, open-ended, and the places of the
ascending hand that are usually thrown away. To sort and look up five random cards takes 5
nanoseconds on one thread.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, inlined, kernel
from ..arrays import empty
from ..cards.steps import sorted5
from ..signatures import I64, U8, U16, U32, Array, Input

# n = hands

FOUR_FLUSH = np.uint32(1 << 18)
OPEN_ENDED = np.uint32(1 << 19)
DRAWING = FOUR_FLUSH | OPEN_ENDED

u32 = np.uint32
i64 = np.int64


@borrowing
def sorted_hand(cards: Input[U8, "5"]):
    """Return five cards in ascending order."""
    return sorted5(i64(cards[0]), i64(cards[1]), i64(cards[2]), i64(cards[3]), i64(cards[4]))


@borrowing
def entry_of(
    table: Input[U32, "2598960"],
    binomials: Input[U32, "5, 52"],  # what a card adds to the rank, by its place
    hand: tuple[int, int, int, int, int],  # its cards, ascending
):
    """Return the entry of a hand, by its colex rank."""
    a, b, c, d, e = hand
    return table[
        binomials[0, a] + binomials[1, b] + binomials[2, c] + binomials[3, d] + binomials[4, e]
    ]


@inlined
def class_of(entry: u32):
    """Return the class of an entry: 1 for a royal flush .. 7462."""
    return i64(entry & u32(8191))


@inlined
def rung_of(entry: u32):
    """Return the index of an entry in ``RUNGS``, 0 the best."""
    return i64(entry >> u32(13) & u32(31))


@inlined
def discard_of(entry: u32):
    """Return the usual discard of an entry: bit i for the card at place i of the ascending hand."""
    return i64(entry >> u32(20))


@inlined
def _alone(ranks: Input[I64, "5"]):
    """Return the set of places of ascending ranks that equal no other."""
    places = 0
    for i in range(5):
        paired = (i > 0 and ranks[i] == ranks[i - 1]) or (i < 4 and ranks[i] == ranks[i + 1])
        places |= (not paired) << i
    return places


@inlined
def _odd_suit(suits: Input[I64, "5"]):
    """Return the place of the card that is not of the suit of the four others, or -1."""
    for i in range(5):
        first = 0 if i else 1
        alike = 0
        for j in range(5):
            alike += j != i and suits[j] == suits[first]
        if alike == 4 and suits[i] != suits[first]:
            return i
    return -1


@kernel
def fill_table(
    columns: Input[U8, "5, n"],  # the ascending cards of each hand
    class_ids: Input[U16, "n"],
    rungs: Input[U8, "7463"],  # the rung of each class
    table: Array[U32, "n"],  # written
) -> None:
    """Fill the table of entries."""
    ranks = empty(5, np.int64)
    suits = empty(5, np.int64)
    for n in range(columns.shape[1]):
        held = 0  # a bit for each rank from 1 on, and bit 0 for the ace below the deuce
        for i in range(5):
            ranks[i] = columns[i, n] >> 2
            suits[i] = columns[i, n] & 3
            held |= 2 << ranks[i]
        held |= held >> 13
        fours = held & held >> 1 & held >> 2 & held >> 3
        straight = fours & held >> 4 != 0
        # Four in a row from the deuce up to those from the ten have a rank at either end.
        open_low = -1
        for low in range(1, 10):
            if fours >> low & 1 and not straight:
                open_low = low
        odd = _odd_suit(suits)
        alone = _alone(ranks)
        rung = rungs[class_ids[n]]
        if alone != 31:
            discard = alone
        elif rung == 0:
            discard = 0
        elif odd >= 0:
            discard = 1 << odd
        elif open_low >= 0:
            discard = 1 if ranks[0] + 1 != open_low else 16
        else:
            discard = 15 if ranks[4] >= 11 else 31
        entry = u32(class_ids[n]) | u32(rung) << u32(13) | u32(discard) << u32(20)
        if odd >= 0:
            entry |= FOUR_FLUSH
        if open_low >= 0:
            entry |= OPEN_ENDED
        table[n] = entry


@kernel
def look_up(
    hands: Input[U8, "n, 5"],  # cards in any order
    table: Input[U32, "2598960"],
    binomials: Input[U32, "5, 52"],
    entries: Array[U32, "n"],  # written
) -> None:
    """Look up the entry of each hand."""
    for n in range(hands.shape[0]):
        entries[n] = entry_of(table, binomials, sorted_hand(hands[n]))
