"""The kernel that deals rounds of five-card draw to five players, exchange included.

Measured, one thread: 200 nanoseconds a round.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from pokerlake.engine.accelerate import array, inlined, kernel
from pokerlake.engine.dealing.deck_kernels import ROWS, fill_words, philox
from pokerlake.engine.draw.hand_table_kernels import ascending, discard_of, entry_of

# n = rounds

SEATS = 5
DECK = 52

u64 = np.uint64
i64 = np.int64
LOW32 = u64(0xFFFFFFFF)
BITS = u64(32)
BLOCKS = 5  # of four words: 17 are needed for 50 cards if none is rejected


@inlined
def _swap(deck, a, b):
    card = deck[a]
    deck[a] = deck[b]
    deck[b] = card


@inlined
def _word(words, i, number, row, seed):
    """Word ``number`` of the i-th row in ``words``, which has the first ``4 * BLOCKS``."""
    if number < 4 * BLOCKS:
        return u64(words[number, i])
    block = philox(u64(number >> 2), row, seed)
    return block[3 - (number & 3)]


@inlined
def _shuffle(deck, shuffled, cards, rejected, words, used, i, row, seed):
    """Shuffle on to the front of ``deck``, until there are so many; how many, and words used.

    Fisher and Yates, three cards a random word: it is multiplied by their numbers of choices one
    after the other, and the high halves are their places, exactly uniform where a word is rejected
    whose last low half is too small, one in 32,000 at most. Source: Brackett-Rozinsky and Lemire,
    "Batched ranged random integer generation" (2024).
    """
    while shuffled < cards:
        first = _word(words, i, used, row, seed) * u64(DECK - shuffled)
        second = (first & LOW32) * u64(DECK - 1 - shuffled)
        third = (second & LOW32) * u64(DECK - 2 - shuffled)
        used += 1
        if third & LOW32 < rejected[shuffled]:
            continue
        _swap(deck, shuffled, shuffled + i64(first >> BITS))
        _swap(deck, shuffled + 1, shuffled + 1 + i64(second >> BITS))
        _swap(deck, shuffled + 2, shuffled + 2 + i64(third >> BITS))
        shuffled += 3
    return shuffled, used


@inlined
def _changed(card, thrown, deck, place):
    """The next card of the deck for one that is thrown, and where the one after it is."""
    return (i64(deck[place]), place + 1) if thrown else (card, place)


@kernel(
    types.void(
        types.uint64,
        types.uint64,
        array("uint32"),
        array("uint32", 2),
        types.uint32[:, ::1],
        types.uint8[:, :, ::1],
    )
)
def deal_rounds(seed, first, table, choose, held, cards):
    """Deal the rounds from the number ``first`` on: ``(n, 10)`` entries of ``table``.

    held : the five players' hands, and the same after the usual exchange.
    cards : (n, 10, 5), the ascending cards of these; not written where it has no rows.
    """
    deck = np.empty(DECK, np.uint8)
    words = np.empty((4 * BLOCKS, ROWS), np.uint32)
    hands = np.empty((SEATS, 5), np.int64)
    thrown = np.empty(SEATS, np.int64)
    rejected = np.zeros(DECK, np.uint64)
    for c in range(0, DECK - 2, 3):
        rejected[c] = u64(0x100000000) % u64((DECK - c) * (DECK - 1 - c) * (DECK - 2 - c))
    for n in range(held.shape[0]):
        row = first + u64(n)
        i = n % ROWS
        if i == 0:
            fill_words(words, BLOCKS, row, seed)
        for c in range(DECK):
            deck[c] = c
        needed = 5 * SEATS
        shuffled, used = _shuffle(deck, 0, needed, rejected, words, 0, i, row, seed)
        for seat in range(SEATS):
            at = 5 * seat
            a, b, c, d, e = ascending(
                i64(deck[at]), i64(deck[at + 1]), i64(deck[at + 2]), i64(deck[at + 3]),
                i64(deck[at + 4]),
            )  # fmt: skip
            entry = entry_of(table, choose, a, b, c, d, e)
            held[n, seat] = entry
            hand = hands[seat]
            hand[0], hand[1], hand[2], hand[3], hand[4] = a, b, c, d, e
            thrown[seat] = discard_of(entry)
            for j in range(5):
                needed += thrown[seat] >> j & 1
        if len(cards):
            for seat in range(SEATS):
                for j in range(5):
                    cards[n, seat, j] = hands[seat, j]
        _shuffle(deck, shuffled, needed, rejected, words, used, i, row, seed)
        place = 5 * SEATS
        for seat in range(SEATS):
            hand = hands[seat]
            bits = thrown[seat]
            a, place = _changed(hand[0], bits & 1, deck, place)
            b, place = _changed(hand[1], bits & 2, deck, place)
            c, place = _changed(hand[2], bits & 4, deck, place)
            d, place = _changed(hand[3], bits & 8, deck, place)
            e, place = _changed(hand[4], bits & 16, deck, place)
            a, b, c, d, e = ascending(a, b, c, d, e)
            held[n, SEATS + seat] = entry_of(table, choose, a, b, c, d, e)
            if len(cards):
                hand[0], hand[1], hand[2], hand[3], hand[4] = a, b, c, d, e
                for j in range(5):
                    cards[n, SEATS + seat, j] = hand[j]
