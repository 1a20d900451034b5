"""Dealing at random, a block of deals at a time: steps inlined into the kernels that sample.

A block has a column for each card that is dealt, with a row for each deal. The processor handles 64
cards of a column in a vector, and nearly every step is additions and comparisons without a branch.
Cards that are already taken are left out of the numbering instead of being redrawn: a draw is a
number below the count of cards left, and goes up by one for each lower card that is taken.

A block has random numbers of its own, so any thread can deal it. Measured, nanoseconds a deal, one
thread: the five cards of a board 0.9; a hole of a range 2, with a card there twice now and then.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..accelerate import borrowing, inlined
from ..dealing.deck_kernels import BITS, LOW32, philox
from ..signatures import U8, U16, U32, U64, Array, Input
from .deals import BLOCK, Deals, Lists

# A tuple has a hole for each of the players who share a list, usually one player.
# g = lists, c = columns of cards, h = those of lists, d = draws

# Where the counters of a block's random numbers begin.
DRAWS = 0
CHOICES = 1 << 60
DRAWN_AGAIN = 2 << 60

u8 = np.uint8
u16 = np.uint16
u32 = np.uint32
u64 = np.uint64


class DealScratch(NamedTuple):
    """Scratch arrays for dealing a block."""

    words: Array[U32, "x"]  # random words: enough for all draws, and two for each choice
    places: Array[U32, "BLOCK"]  # the tuples tried of a list
    used: Array[U64, "BLOCK"]  # the cards of each try as a set
    alive: Array[U32, "BLOCK"]  # the tries with no card twice come first
    chosen: Array[U32, "g, BLOCK"]  # the tuple of each list for each try
    picks: Array[U32, "g, BLOCK"]  # the same for the tries that are dealt
    pairs: Array[U16, "BLOCK"]  # two cards of a hole of each deal, a byte each
    taken: Array[U8, "h + d + 1, BLOCK"]  # the cards taken so far, ascending in every deal
    cards: Array[U8, "c, BLOCK"]  # the cards dealt; see ``Deals``


# As in hands/evaluate_kernels.py, each result is narrowed again: vectors would be of 64-bit numbers
# otherwise.


@inlined
def choices_room():
    """Return ``words``, ``places``, ``used`` and ``alive`` of a :class:`DealScratch`."""
    return (
        np.empty(2 * BLOCK, np.uint32),
        np.empty(BLOCK, np.uint32),
        np.empty(BLOCK, np.uint64),
        np.empty(BLOCK, np.uint32),
    )


@inlined
def deal_room(deals: Deals):
    """Return a new :class:`DealScratch`, with the known cards in their columns."""
    lists, known, draws = deals.lists, deals.known, deals.draws
    g = len(lists.weighted)
    held = 0
    for k in range(g):
        held += lists.cards[k]
    spare = 3 * ((draws + 2) // 3)  # draws come three at a time
    cards = np.zeros((held + spare + len(known), BLOCK), np.uint8)
    for c in range(len(known)):
        cards[held + spare + c] = known[c]
    return DealScratch(
        np.empty(max(spare // 3, 2) * BLOCK, np.uint32),
        np.empty(BLOCK, np.uint32),
        np.empty(BLOCK, np.uint64),
        np.empty(BLOCK, np.uint32),
        np.empty((g, BLOCK), np.uint32),
        np.empty((g, BLOCK), np.uint32),
        np.empty(BLOCK, np.uint16),
        np.empty((held + draws + 1, BLOCK), np.uint8),
        cards,
    )


@borrowing
def _fill(words: Array[U32, "n"], n: int, counter: int, block: int, seed: u64) -> None:
    """Write ``n`` random words, a multiple of four: the first words of all counters come first."""
    calls = n >> 2
    word1 = words[calls : 2 * calls]
    word2 = words[2 * calls : 3 * calls]
    word3 = words[3 * calls : 4 * calls]
    for i in range(calls):
        a, b, c, d = philox(u64(counter) + u64(i), u64(block), seed)
        words[i] = u32(a)
        word1[i] = u32(b)
        word2[i] = u32(c)
        word3[i] = u32(d)


@inlined
def _rejected(choices: u64):
    """Return the bound below which the low half of the last product rejects a word."""
    return (u64(0x100000000) - choices) % choices


@borrowing
def _three(word: u32, n0: int, n1: int, n2: int):
    """Make a number below each ``n`` from one word, and the low half to compare with ``_rejected``.

    Exactly uniform: Brackett-Rozinsky and Lemire, "Batched ranged random integer generation"
    (2024).
    """
    product = u64(word) * u64(u32(n0))
    first = u8(product >> BITS)
    product = (product & LOW32) * u64(u32(n1))
    second = u8(product >> BITS)
    product = (product & LOW32) * u64(u32(n2))
    return first, second, u8(product >> BITS), product & LOW32


@borrowing
def numbers_below(
    left: int, n: int, words: Array[U32, "x"], draws: Array[U8, "d, BLOCK"], block: int, seed: u64
) -> None:
    """Fill row ``i`` of ``draws`` with numbers below ``left - i``, ``n`` rows.

    One word makes three numbers. Their rows are apart, so that the compiler can check once, before
    the loop, that no two of its columns overlap.
    """
    shared = (n + 2) // 3
    _fill(words, shared * BLOCK, DRAWS, block, seed)
    for w in range(shared):
        n0 = left - w
        n1 = left - (w + shared) if w + shared < n else 1
        n2 = left - (w + 2 * shared) if w + 2 * shared < n else 1
        rejected = _rejected(u64(n0 * n1 * n2))
        row = words[w * BLOCK : (w + 1) * BLOCK]
        first = draws[w]
        second = draws[w + shared]
        third = draws[w + 2 * shared]
        bad = False
        for i in range(BLOCK):
            a, b, c, low = _three(row[i], n0, n1, n2)
            first[i] = a
            second[i] = b
            third[i] = c
            bad |= low < rejected
        if bad:  # 3 % of all blocks at most
            for i in range(BLOCK):
                a, b, c, low = _three(row[i], n0, n1, n2)
                counter = u64(DRAWN_AGAIN + w * BLOCK + i)
                while low < rejected:
                    word, _, _, _ = philox(counter, u64(block), seed)
                    a, b, c, low = _three(word, n0, n1, n2)
                    counter += u64(1 << 32)
                first[i] = a
                second[i] = b
                third[i] = c


@borrowing
def insert(taken: Array[U8, "h + d + 1, BLOCK"], n: int, column: Input[U8, "BLOCK"]) -> None:
    """Insert a column into ``n`` others that ascend in every row."""
    carry = taken[n]
    for i in range(BLOCK):
        carry[i] = column[i]
    for j in range(n):
        other = taken[j]
        for i in range(BLOCK):
            low = min(other[i], carry[i])
            carry[i] = max(other[i], carry[i])
            other[i] = low


@borrowing
def make_distinct(
    draws: Array[U8, "d, BLOCK"], n: int, taken: Array[U8, "h + d + 1, BLOCK"], held: int
) -> None:
    """Renumber ``n`` draws as cards that differ from each other and from ``held`` columns.

    ``taken`` has those columns, ascending in every row, and space for all draws.
    """
    for t in range(n):
        mine = draws[t]
        for j in range(held + t):
            other = taken[j]
            for i in range(BLOCK):
                mine[i] = u8(mine[i] + u8(mine[i] >= other[i]))
        if t + 1 < n:
            insert(taken, held + t, mine)


@borrowing
def choose_tuples(
    lists: Lists,
    tries: int,
    counter: int,  # where the random numbers begin
    block: int,
    seed: u64,
    # As of ``choices_room``; the tries with no card twice are left in front of ``alive``.
    room: tuple[Any, ...],
    chosen: Array[U32, "g, BLOCK"],  # written: the tuple of each list for each try
):
    """Choose a tuple of each list, ``tries`` times, and return how many have no card twice.

    A try ends with the first card that is there twice, so fewer and fewer are left for later lists.
    """
    start, weighted = lists.start, lists.weighted
    words, places, used, alive = room
    for i in range(tries):
        used[i] = u64(0)
        alive[i] = i
    m = tries
    for k in range(len(weighted)):
        n = u64(start[k + 1] - start[k])
        rejected = _rejected(n)
        size = (m + 127) & ~127  # of which a vector's words are made at a time
        _fill(words, size << weighted[k], counter, block, seed)
        counter += BLOCK >> 1
        for i in range(m):
            places[i] = u32(u64(words[i]) * n >> BITS)
        if weighted[k]:
            # Walker's alias method: keep the place, or take its alias.
            own_keep = lists.keep[start[k] : start[k + 1]]
            own_alias = lists.alias[start[k] : start[k + 1]]
            for i in range(m):
                if words[size + i] >= own_keep[places[i]]:
                    places[i] = own_alias[places[i]]
        own_masks = lists.masks[start[k] : start[k + 1]]
        mine = chosen[k]
        left = u64(0)
        for i in range(m):
            mask = own_masks[places[i]]
            try_ = alive[i]
            fits = (used[try_] & mask == u64(0)) & (u64(words[i]) * n & LOW32 >= rejected)
            used[try_] |= mask
            mine[try_] = places[i]
            alive[left] = try_
            left += u64(fits)
        m = np.int64(left)
    return m


@borrowing
def _deal_lists(lists: Lists, block: int, seed: u64, room: DealScratch):
    """Deal to the players with a list, in the first columns, and return how many columns."""
    chosen, picks, pairs, cards = room.chosen, room.picks, room.pairs, room.cards
    choices = room.words, room.places, room.used, room.alive
    g = len(lists.weighted)
    counter = CHOICES
    filled = tried = 0
    while filled < BLOCK and g:
        missing = BLOCK - filled
        tries = BLOCK if filled == 0 else min(missing * tried // filled + 32, BLOCK)
        count = choose_tuples(lists, tries, counter, block, seed, choices, chosen)
        count = min(count, missing)
        tried += tries
        counter += g * (BLOCK >> 1)
        for k in range(g):
            mine = chosen[k]
            for i in range(count):
                picks[k, filled + i] = mine[room.alive[i]]
        filled += count
    row = 0
    for k in range(g):
        width = (lists.cards[k] + 1) >> 1  # two cards in a number
        mine = picks[k]
        for word in range(width):
            first = lists.held_start[k] + word
            for i in range(BLOCK):
                pairs[i] = lists.held[first + np.int64(mine[i]) * width]
            low = cards[row]
            for i in range(BLOCK):
                low[i] = u8(pairs[i])
            row += 1
            if 2 * word + 1 == lists.cards[k]:
                continue
            high = cards[row]
            for i in range(BLOCK):
                high[i] = u8(pairs[i] >> u16(8))
            row += 1
    return row


@borrowing
def deal_block(deals: Deals, block: int, seed: u64, room: DealScratch) -> None:
    """Write the cards of a block of deals to ``room.cards``, which already has the known cards."""
    unavailable, draws, taken, cards = deals.gone, deals.draws, room.taken, room.cards
    held = _deal_lists(deals.lists, block, seed, room)
    for c in range(held):
        insert(taken, c, cards[c])
    drawn = cards[held:]
    numbers_below(52 - len(unavailable) - held, draws, room.words, drawn, block, seed)
    make_distinct(drawn, draws, taken, held)
    for c in range(held + draws):
        column = cards[c]
        for d in range(len(unavailable)):
            card = unavailable[d]
            for i in range(BLOCK):
                column[i] = u8(column[i] + u8(column[i] >= card))
