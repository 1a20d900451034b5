"""Kernels of draw poker with pure threshold strategies: what each would have won in rounds.

A set of seats is five bits. Chips are counted in sixtieths, so that up to five players can share a
pot.

Dealing a round to five players, exchange included, takes 200 nanoseconds on one thread.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, inlined, kernel, popcount, zeros
from ..cards.steps import sorted5
from ..dealing.deck_kernels import ROWS, fill_words, philox
from ..draw.exchange_kernels import DRAWING, class_of, discard_of, entry_of, rung_of, sorted_hand
from ..signatures import I64, U8, U16, U32, U64, Array, Input

# n = rounds, s = strategies

SEATS = 5
RUNGS = 24
MIX = 1 << 16  # the shares of a mix sum to this
UNIT = 60
ANTE = 60
BETS = 240  # four bets

ANTES_BACK, SHOWDOWN, PLAY_ON = 0, 1, 2

u64 = np.uint64
i64 = np.int64
# n = rounds

DECK = 52

LOW32 = u64(0xFFFFFFFF)
BITS = u64(32)
BLOCKS = 5  # of four words: 17 are needed for 50 cards if none is rejected


@inlined
def _count(seats: int):
    return i64(popcount(u64(seats)))


class Players(NamedTuple):
    """The strategies of all five, and the reading of the rules."""

    drawn: Array[U8, "MIX"]  # the strategy for each random number
    # Whether each hand before the exchange is in the set of each strategy.
    before: Input[U8, "s, 48"]
    after: Input[U8, "s, 24"]  # the same for hands after the exchange
    nobody_opens: int  # ``ANTES_BACK``, ``SHOWDOWN`` or ``PLAY_ON``
    missed_raises: bool


class ThresholdScratch(NamedTuple):
    """Scratch of a round."""

    classes: Array[I64, "5"]  # of the hands after the exchange
    # The rungs before the exchange (from ``RUNGS`` on with a draw) and after it.
    before: Array[I64, "5"]
    after: Array[I64, "5"]
    # What each seat wins, by whether its hand is in the set before (2) and after the exchange (1).
    won: Array[I64, "5, 4"]


@inlined
def _room():
    return ThresholdScratch(
        empty(SEATS, np.int64), empty(SEATS, np.int64), empty(SEATS, np.int64),
        empty((SEATS, 4), np.int64),
    )  # fmt: skip


@borrowing
def _won(
    seat: int,
    came: int,  # the seats whose hand was in their set before the exchange; all of them raise
    still: int,  # the seats whose hand is in their set after it
    classes: Input[I64, "5"],  # of the hands after the exchange
    # As in ``Players``.
    nobody_opens: int,
    missed_raises: bool,
):
    """What the player at a seat wins in all, in sixtieths, int64."""
    own_bit = 1 << seat
    if came == 0:
        if nobody_opens == ANTES_BACK:
            return i64(0)
        left = 31
        raisers = still if nobody_opens == PLAY_ON else 0
        paid = i64(ANTE)
    else:
        if came & own_bit == 0:
            return i64(-ANTE)
        if came == own_bit:
            return i64((SEATS - 1) * ANTE)
        left = came
        raisers = came if missed_raises else came & still
        paid = i64(ANTE + BETS)
    pot = SEATS * ANTE + _count(left) * (paid - ANTE)
    if raisers:
        if raisers & own_bit == 0:
            return -paid
        if raisers == own_bit:
            return pot - paid
        left = raisers
        paid += BETS
        pot += _count(left) * BETS
    best = classes[seat]
    sharers = 0
    for other in range(SEATS):
        if left >> other & 1:
            if classes[other] < best:
                return -paid
            sharers += classes[other] == best
    return pot // sharers - paid


@kernel
def settle(
    # Whether the hand of each seat is in its set before the exchange, and after it.
    came: Input[U8, "n, 5"],
    still: Input[U8, "n, 5"],
    classes: Input[U16, "n, 5"],  # of the hands after the exchange
    nobody_opens: int,
    missed_raises: bool,
    won: Array[I64, "n, 5"],  # written, in sixtieths
) -> None:
    """Write what each player wins in rounds."""
    for n in range(won.shape[0]):
        seats_came = i64(0)
        seats_still = i64(0)
        for seat in range(SEATS):
            seats_came |= i64(came[n, seat]) << seat
            seats_still |= i64(still[n, seat]) << seat
        for seat in range(SEATS):
            won[n, seat] = _won(
                seat, seats_came, seats_still, classes[n], nobody_opens, missed_raises
            )


@borrowing
def _play(
    held: Input[U32, "10"],  # the entries of the hands
    players: Players,
    # The number of the round, and the seed.
    number: u64,
    seed: u64,
    room: ThresholdScratch,  # written
) -> None:
    """Draw the strategies of a round, and find each seat's winnings for all its own sets."""
    # The deal uses the counters from 0 on.
    words = philox(u64(1) << u64(32), number, seed)
    classes, before, after, won = room
    came = i64(0)
    still = i64(0)
    for seat in range(SEATS):
        word = words[seat & 3] >> u64(seat >> 2 << 4) & u64(MIX - 1)
        strategy = players.drawn[i64(word)]
        dealt = held[seat]
        kept = held[SEATS + seat]
        before[seat] = rung_of(dealt) + RUNGS * (dealt & DRAWING != 0)
        after[seat] = rung_of(kept)
        classes[seat] = class_of(kept)
        came |= i64(players.before[strategy, before[seat]]) << seat
        still |= i64(players.after[strategy, after[seat]]) << seat
    for seat in range(SEATS):
        others = ~(1 << seat)
        for way in range(4):
            won[seat, way] = _won(
                seat,
                came & others | (way >> 1) << seat,
                still & others | (way & 1) << seat,
                classes,
                players.nobody_opens,
                players.missed_raises,
            )


@kernel
def add_up(
    held: Array[U32, "n, 10"],  # the entries of the hands dealt from round ``first`` on
    seed: u64,
    first: u64,
    players: Players,
    totals: Array[I64, "s"],  # updated, in sixtieths
) -> None:
    """Add up what each strategy would have won at every seat of some rounds."""
    room = _room()
    before_sets, after_sets = players.before, players.after
    cells = zeros((2 * RUNGS, RUNGS, 4), np.int64)
    for n in range(held.shape[0]):
        _play(held[n], players, first + u64(n), seed, room)
        for seat in range(SEATS):
            cell = cells[room.before[seat], room.after[seat]]
            for way in range(4):
                cell[way] += room.won[seat, way]
    for b in range(2 * RUNGS):
        for a in range(RUNGS):
            ways = cells[b, a]
            if ways[0] or ways[1] or ways[2] or ways[3]:  # most hands were never visited
                for s in range(totals.shape[0]):
                    totals[s] += ways[2 * before_sets[s, b] + after_sets[s, a]]


@kernel
def add_up_products(
    # As in :func:`add_up`.
    held: Array[U32, "n, 10"],
    seed: u64,
    first: u64,
    players: Players,
    totals: Array[I64, "s"],
    products: Array[I64, "s, s"],  # updated
) -> None:
    """Add up the same totals, and the products of any two strategies' totals of a round."""
    room = _room()
    before, after, won = room.before, room.after, room.won
    before_sets, after_sets = players.before, players.after
    of_round = empty(totals.shape[0], np.int32)
    for n in range(held.shape[0]):
        _play(held[n], players, first + u64(n), seed, room)
        for s in range(totals.shape[0]):
            total = i64(0)
            for seat in range(SEATS):
                way = 2 * before_sets[s, before[seat]] + after_sets[s, after[seat]]
                total += won[seat, way]
            totals[s] += total
            of_round[s] = total
        for s in range(totals.shape[0]):
            row = products[s]
            own_total = of_round[s]
            for t in range(totals.shape[0]):
                row[t] += i64(np.int32(own_total * of_round[t]))


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
    """Shuffle more cards to the front of a deck until ``cards`` are shuffled.

    Fisher-Yates, three cards a random word: the word is multiplied by the three numbers of choices
    one after the other, and the high halves are the places. A word whose last low half is too small
    is rejected, at most one in 32,000, so all places are exactly uniform. Source:
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
    """Return a card after the exchange, and the place of the next card of the deck."""
    return (i64(deck[place]), place + 1) if thrown else (card, place)


@inlined
def _exchanged(hand: Input[I64, "5"], bits: int, deck: Input[U8, "52"], place: int):
    """Return the hand after the exchange, ascending, and the place of the next card of the deck.

    Bit i of ``bits`` is set if the i-th card of the ascending hand is discarded.
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
    # Written: the entries of the five players' hands, and of their hands after the usual exchange.
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
