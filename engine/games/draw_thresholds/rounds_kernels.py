"""The kernel that deals rounds of five-card draw to five players, exchange included.

Measured, one thread: 200 nanoseconds a round.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ...accelerate import borrowing, inlined, kernel
from ...arrays import empty, zeros
from ...cards.steps import sorted5
from ...dealing.deck_kernels import ROWS, fill_words, philox
from ...draw.hand_table_kernels import discard_of, entry_of, sorted_hand
from ...signatures import I64, U8, U32, U64, Array, Input

# n = rounds

SEATS = 5
DECK = 52

u64 = np.uint64
i64 = np.int64
LOW32 = u64(0xFFFFFFFF)
BITS = u64(32)
BLOCKS = 5  # of four words: 17 are needed for 50 cards if none is rejected


@borrowing
def _swap(deck: Array[U8, "52"], a: int, b: int) -> None:
    card = deck[a]
    deck[a] = deck[b]
    deck[b] = card


@borrowing
def _word(words: Input[U32, "4 * BLOCKS, ROWS"], i: int, number: int, row: u64, seed: u64):
    """Return the random word ``number`` of a row, uint64.

    ``words`` are the first words of each row; the row's column is ``i``.
    """
    if number < 4 * BLOCKS:
        return u64(words[number, i])
    block = philox(u64(number >> 2), row, seed)
    return block[3 - (number & 3)]


@borrowing
def _shuffle(
    deck: Array[U8, "52"],  # written
    # The cards shuffled before, and those needed.
    shuffled: int,
    cards: int,
    # The smallest last half that is not rejected, by the cards shuffled before.
    rejected: Input[U64, "52"],
    # As in :func:`_word`.
    words: Input[U32, "4 * BLOCKS, ROWS"],
    used: int,  # the words used before
    i: int,
    row: u64,
    seed: u64,
):
    """Shuffle more cards to the front of a deck, until there are ``cards``.

    Fisher and Yates, three cards a random word: the word is multiplied by their three numbers of
    choices one after the other, and the high halves are their places. A word whose last low half is
    too small is rejected, one in 32,000 at most, so that all places are exactly uniform. Source:
    Brackett-Rozinsky and Lemire, "Batched ranged random integer generation" (2024).

    Returns
    -------
    shuffled, used : int
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


@borrowing
def _changed(card: int, thrown: int, deck: Input[U8, "52"], place: int):
    """A card after the exchange, and the place of the next card of the deck."""
    return (i64(deck[place]), place + 1) if thrown else (card, place)


@inlined
def _exchanged(hand: Input[I64, "5"], bits: int, deck: Input[U8, "52"], place: int):
    """Return the hand after the exchange, ascending, and the place of the next card of the deck.

    Bit i of ``bits`` is set where the i-th card of the ascending hand is thrown away.
    """
    a, place = _changed(hand[0], bits & 1, deck, place)
    b, place = _changed(hand[1], bits & 2, deck, place)
    c, place = _changed(hand[2], bits & 4, deck, place)
    d, place = _changed(hand[3], bits & 8, deck, place)
    e, place = _changed(hand[4], bits & 16, deck, place)
    return sorted5(a, b, c, d, e), place


@kernel
def deal_rounds(
    seed: u64,
    first: u64,  # the number of the first round
    table: Input[U32, "2598960"],  # the entry of each hand
    binomials: Input[U32, "5, 52"],  # what a card adds to the colex rank, by its place in the hand
    # Written: the entries of the five players' hands, and those after the usual exchange.
    held: Array[U32, "n, 10"],
) -> None:
    """Deal rounds, exchange included."""
    deck = empty(DECK, np.uint8)
    words = empty((4 * BLOCKS, ROWS), np.uint32)
    hands = empty((SEATS, 5), np.int64)
    thrown = empty(SEATS, np.int64)
    rejected = zeros(DECK, np.uint64)
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
            cards = sorted_hand(deck[at : at + 5])
            entry = entry_of(table, binomials, cards)
            held[n, seat] = entry
            hand = hands[seat]
            hand[0], hand[1], hand[2], hand[3], hand[4] = cards
            thrown[seat] = discard_of(entry)
            for j in range(5):
                needed += thrown[seat] >> j & 1
        _shuffle(deck, shuffled, needed, rejected, words, used, i, row, seed)
        place = 5 * SEATS
        for seat in range(SEATS):
            cards, place = _exchanged(hands[seat], thrown[seat], deck, place)
            held[n, SEATS + seat] = entry_of(table, binomials, cards)
