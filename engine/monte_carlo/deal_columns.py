"""Dealing at random, a block of deals at a time: steps inlined into the kernels that sample.

A block is columns: one for each card that is dealt, with a row for each deal. A column is a vector
of 64 cards for the processor, and nearly every step is additions and comparisons without a branch.
Cards that are there already are not dealt again, but left out of the numbering: a draw is a number
below the count of cards left, and goes up by one for each lower card that is taken.

A block has random numbers of its own, so that any thread can deal it. Measured, nanoseconds a deal,
one thread: the five cards of a board 0.9; a hole of a range 2, a card there twice now and then.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from ..accelerate import inlined
from ..dealing.deck_kernels import BITS, LOW32, philox

# A tuple is a hole for each of the players who share a list; mostly that is one player.

BLOCK = 1024  # deals

# Where the counters of a block's random numbers begin.
DRAWS = 0
CHOICES = 1 << 60
DRAWN_AGAIN = 2 << 60

u8 = np.uint8
u16 = np.uint16
u32 = np.uint32
u64 = np.uint64


# As in evaluate_kernels, each result is narrowed again, or else vectors would be of 64-bit numbers.


@inlined
def _fill(words, n, counter, block, seed):
    """``n`` random words, a multiple of four: the first words of all counters in front."""
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
def _rejected(choices):
    """Below this the last product's low half makes a word one of those that are too many."""
    return (u64(0x100000000) - choices) % choices


@inlined
def _three(word, n0, n1, n2):
    """Numbers below each ``n`` from one word, and what is to be compared with ``_rejected``.

    Exactly uniform: Brackett-Rozinsky and Lemire, "Batched ranged random integer generation"
    (2024).
    """
    product = u64(word) * u64(u32(n0))
    first = u8(product >> BITS)
    product = (product & LOW32) * u64(u32(n1))
    second = u8(product >> BITS)
    product = (product & LOW32) * u64(u32(n2))
    return first, second, u8(product >> BITS), product & LOW32


@inlined
def numbers_below(left, n, words, draws, block, seed):
    """Fill row ``i`` of ``draws`` with numbers below ``left - i``, ``n`` rows.

    One word makes three numbers. Their rows are apart, so that the compiler sees that no two of
    the loop's columns overlap, however often it goes round: it checks that in front of all.
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


@inlined
def insert(taken, n, column):
    """Add a column to ``n`` others that ascend in every row."""
    carry = taken[n]
    for i in range(BLOCK):
        carry[i] = column[i]
    for j in range(n):
        other = taken[j]
        for i in range(BLOCK):
            low = min(other[i], carry[i])
            carry[i] = max(other[i], carry[i])
            other[i] = low


@inlined
def make_distinct(draws, n, taken, held):
    """Number ``n`` draws anew, as cards that differ from each other and from ``held`` columns.

    ``taken`` are those columns, ascending in every row, with room for all draws.
    """
    for t in range(n):
        mine = draws[t]
        for j in range(held + t):
            other = taken[j]
            for i in range(BLOCK):
                mine[i] = u8(mine[i] + u8(mine[i] >= other[i]))
        if t + 1 < n:
            insert(taken, held + t, mine)


@inlined
def choose(lists, tries, counter, block, seed, room, chosen):
    """Choose a tuple of each list, ``tries`` times; how many choices have no card twice.

    Which they are stands at the front of ``alive``, the last array of ``room``. A try ends with the
    first card that is there twice, so that fewer and fewer are left for the lists that follow.
    """
    start, weighted, keep, alias, masks = lists
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
            # Walker's alias method: keep what is there, or take its alias.
            own_keep = keep[start[k] : start[k + 1]]
            own_alias = alias[start[k] : start[k + 1]]
            for i in range(m):
                if words[size + i] >= own_keep[places[i]]:
                    places[i] = own_alias[places[i]]
        own_masks = masks[start[k] : start[k + 1]]
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


@inlined
def hold(lists, held_start, held, block, seed, room, chosen, picks, pairs, cards):
    """Fill the first rows of ``cards`` with the holes of players with a list."""
    start = lists[0]
    alive = room[3]
    counter = CHOICES
    filled = tried = 0
    while filled < BLOCK:
        missing = BLOCK - filled
        tries = BLOCK if filled == 0 else min(missing * tried // filled + 32, BLOCK)
        found = min(choose(lists, tries, counter, block, seed, room, chosen), missing)
        tried += tries
        counter += len(chosen) * (BLOCK >> 1)
        for k in range(len(chosen)):
            mine = chosen[k]
            for i in range(found):
                picks[k, filled + i] = mine[alive[i]]
        filled += found
    row = 0
    for k in range(len(chosen)):
        n = start[k + 1] - start[k]
        width = (held_start[k + 1] - held_start[k]) // n
        mine = picks[k]
        for player in range(width):
            first = held_start[k] + player
            for i in range(BLOCK):
                pairs[i] = held[first + np.int64(mine[i]) * width]
            low = cards[row]
            high = cards[row + 1]
            for i in range(BLOCK):
                low[i] = u8(pairs[i])
            for i in range(BLOCK):
                high[i] = u8(pairs[i] >> u16(8))
            row += 2
