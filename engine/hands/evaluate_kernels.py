"""Evaluation of batches: the number of the node of a hand's ranks, then the flushes.

Hammer's two-stage method, except that the ranks' node is not walked to. Its number is computed
(see ``rank_index``): seven edges, each of which waits for the one before, become arithmetic on
columns, which the compiler turns into vector instructions, and one look into a table. Then the few
hands with five cards of a suit, 3 % of seven-card hands, are mended.

Work goes by blocks of hands that stay in the first-level cache, a pass at a time: load, sort and
number (vectors), count the suits (vectors), look up (loads that do not wait for each other), mend.

Measured on random seven-card hands, one thread: Hammer's five-pointer walk 65 M/s, his two-stage
walk edge by edge 76 M/s, this 600 M/s (``make bench`` runs the first and the last).
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from ..accelerate import array, inlined, kernel, transpose_hands
from ..cards.steps import sorted2

# n = hands, k = cards in a hand, m = hands in a block

BLOCK = 4096

u8 = np.uint8
u16 = np.uint16
THIRD = u16(0xAAAB)  # its product with a multiple of 3, modulo 2**16, is a third of that


# numba widens small integers to 64 bits in every operation. Each result is narrowed again, so that
# a vector holds 64 or 32 hands and not 8: counting suits is 6 times as fast for it.


@inlined
def _pairs(rank):
    """C(rank + 1, 2): nodes of two ranks, both below ``rank``."""
    return u16(u16(rank * u16(rank + u16(1))) >> u16(1))


@inlined
def _triples(rank):
    """C(rank + 2, 3)."""
    return u16(u16(_pairs(rank) * u16(rank + u16(2))) * THIRD)


@inlined
def _quads(rank):
    """C(rank + 3, 4) = u (u + 2) / 24 with u = rank (rank + 3)."""
    u = u16(rank * u16(rank + u16(3)))
    return u16(u16(u16(u * u16(u + u16(2))) >> u16(3)) * THIRD)


@inlined
def _rank(card):
    """Return the rank of a ``card``."""
    return u16(u8(card >> u8(2)))


@inlined
def _lowest_three(a, b, c):
    """The number of three ascending cards' node in layer 3."""
    return u16(_rank(a) + u16(_pairs(_rank(b)) + _triples(_rank(c))))


@inlined
def _number5(cards, m, low, high):
    """Number the nodes of ``m`` hands of five cards; return True if one of them cannot be dealt.

    The cards are sorted by a network of comparisons; equal neighbours are a card dealt twice.

    Parameters
    ----------
    cards : (5, m) uint8
    m : int
    low : (m,) uint16
        Written: the number of the three lowest ranks in layer 3.
    high : (m,) uint16
        Written: that of the other ranks in their layer.
    """
    bad = False
    for i in range(m):
        a = cards[0, i]
        b = cards[1, i]
        c = cards[2, i]
        d = cards[3, i]
        e = cards[4, i]
        a, d = sorted2(a, d)
        b, e = sorted2(b, e)
        a, c = sorted2(a, c)
        b, d = sorted2(b, d)
        a, b = sorted2(a, b)
        c, e = sorted2(c, e)
        b, c = sorted2(b, c)
        d, e = sorted2(d, e)
        c, d = sorted2(c, d)
        bad |= (a == b) | (b == c) | (c == d) | (d == e) | (e > 51)
        low[i] = _lowest_three(a, b, c)
        high[i] = u16(_rank(d) + _pairs(_rank(e)))
    return bad


@inlined
def _number6(cards, m, low, high):
    """Do the same as :func:`_number5` for hands of six cards, to ``low`` and ``high``."""
    bad = False
    for i in range(m):
        a = cards[0, i]
        b = cards[1, i]
        c = cards[2, i]
        d = cards[3, i]
        e = cards[4, i]
        f = cards[5, i]
        a, f = sorted2(a, f)
        b, d = sorted2(b, d)
        c, e = sorted2(c, e)
        b, c = sorted2(b, c)
        d, e = sorted2(d, e)
        a, d = sorted2(a, d)
        c, f = sorted2(c, f)
        a, b = sorted2(a, b)
        c, d = sorted2(c, d)
        e, f = sorted2(e, f)
        b, c = sorted2(b, c)
        d, e = sorted2(d, e)
        bad |= (a == b) | (b == c) | (c == d) | (d == e) | (e == f) | (f > 51)
        low[i] = _lowest_three(a, b, c)
        high[i] = u16(u16(_rank(d) + _pairs(_rank(e))) + _triples(_rank(f)))
    return bad


@inlined
def _number7(cards, m, low, high):
    """Do the same as :func:`_number5` for hands of seven cards, to ``low`` and ``high``."""
    bad = False
    for i in range(m):
        a = cards[0, i]
        b = cards[1, i]
        c = cards[2, i]
        d = cards[3, i]
        e = cards[4, i]
        f = cards[5, i]
        g = cards[6, i]
        a, g = sorted2(a, g)
        c, d = sorted2(c, d)
        e, f = sorted2(e, f)
        a, c = sorted2(a, c)
        b, e = sorted2(b, e)
        d, g = sorted2(d, g)
        a, b = sorted2(a, b)
        c, f = sorted2(c, f)
        d, e = sorted2(d, e)
        b, c = sorted2(b, c)
        e, g = sorted2(e, g)
        c, d = sorted2(c, d)
        e, f = sorted2(e, f)
        b, c = sorted2(b, c)
        d, e = sorted2(d, e)
        f, g = sorted2(f, g)
        bad |= (a == b) | (b == c) | (c == d) | (d == e) | (e == f) | (f == g) | (g > 51)
        low[i] = _lowest_three(a, b, c)
        high[i] = u16(u16(u16(_rank(d) + _pairs(_rank(e))) + _triples(_rank(f))) + _quads(_rank(g)))
    return bad


@inlined
def _load(cards, rows, k, start, m, block):
    """Copy hands ``start..start + m`` of ``cards`` or ``rows`` to the front of ``block``.

    The compiler copies by the vector where it knows the stride. Parameters as in :func:`walk`;
    ``block`` is ``(k, 4096)`` uint8.
    """
    if cards.strides[1] == 1:
        for c in range(k):
            column = cards[c, start : start + m]
            for i in range(m):
                block[c, i] = column[i]
    elif len(rows):
        transpose_hands(rows[k * start : k * (start + m)], k, m, block, 0)
    else:
        for i in range(m):
            for c in range(k):
                block[c, i] = cards[c, start + i]


@inlined
def _flush_suits(cards, k, m, flush):
    """Write to ``flush`` ``(m,)`` uint8 one more than the suit of each hand's flush, 0 for none.

    The hands are ``cards`` ``(k, m)`` uint8. A suit is two bits: how often each is set, and how
    often both are, tells how often each suit is there.
    """
    for i in range(m):
        low = high = both = u8(0)
        for c in range(k):
            low_bit = u8(cards[c, i] & u8(1))
            high_bit = u8(u8(cards[c, i] >> u8(1)) & u8(1))
            low = u8(low + low_bit)
            high = u8(high + high_bit)
            both = u8(both + u8(low_bit & high_bit))
        diamonds = u8(low - both)
        hearts = u8(high - both)
        clubs = u8(u8(k) - u8(low + hearts))
        flush[i] = u8(
            u8(u8(clubs >= u8(5)) + u8(u8(2) * u8(diamonds >= u8(5))))
            + u8(u8(u8(3) * u8(hearts >= u8(5))) + u8(u8(4) * u8(both >= u8(5))))
        )


@inlined
def _list_flushes(flush, words, m, flushes):
    """List the hands that have a flush to ``flushes`` ``(m + 1,)``, and return how many.

    ``words`` are the bytes of ``flush`` by eight.

    Eight hands are passed over at a time where none has one: of five cards nearly always, which
    makes evaluating those 14 % faster, of seven cards three times in four. Within eight there is no
    branch, which would be guessed wrong too often.
    """
    flush[m : m + 8] = 0
    found = 0
    for word in range((m + 7) >> 3):
        if words[word]:
            for i in range(8 * word, 8 * word + 8):
                flushes[found] = i
                found += flush[i] != 0
    return found


@kernel(
    types.int64(
        array("uint8", 2, "A"),
        array("uint8"),
        array("uint16"),
        array("uint16"),
        array("uint16"),
        types.int64,
        types.int64,
        types.uint16[::1],
    )
)
def walk(cards, rows, first_of, rank_class, flush_of_set, start, stop, out):
    """Class hands ``start..stop``.

    Hands that cannot be dealt are found in the sorted cards, at next to no cost, and before
    anything is looked up by them.

    Parameters
    ----------
    cards : (k, n) uint8
        Laid out in any way.
    rows : (k * n,) uint8
        The same hands one after the other, where they lie so in memory; else of length 0.
    first_of : (C(9 + k, k - 3),) uint16
        See ``NodeNumbers.first``.
    rank_class : (C(12 + k, k),) uint16
        See ``NodeNumbers.rank_class``.
    flush_of_set : (8192,) uint16
    start, stop : int
    out : (n,) uint16
        Written.

    Returns
    -------
    int
        -1, or the start of the first block that has a hand which cannot be dealt.
    """
    k = cards.shape[0]
    block = np.empty((k, BLOCK), np.uint8)
    low = np.empty(BLOCK, np.uint16)
    high = np.empty(BLOCK, np.uint16)
    flush = np.empty(BLOCK + 8, np.uint8)
    flush_words = flush.view(np.uint64)
    flushes = np.empty(BLOCK + 1, np.int32)
    for first in range(start, stop, BLOCK):
        m = min(BLOCK, stop - first)
        # k is spelt out, so that the compiler unrolls the loops over a hand's cards.
        if k == 5:
            _load(cards, rows, 5, first, m, block)
            bad = _number5(block, m, low, high)
            _flush_suits(block, 5, m, flush)
        elif k == 6:
            _load(cards, rows, 6, first, m, block)
            bad = _number6(block, m, low, high)
            _flush_suits(block, 6, m, flush)
        else:
            _load(cards, rows, 7, first, m, block)
            bad = _number7(block, m, low, high)
            _flush_suits(block, 7, m, flush)
        if bad:
            return first
        classes = out[first : first + m]
        for i in range(m):
            classes[i] = rank_class[first_of[high[i]] + low[i]]
        found = _list_flushes(flush, flush_words, m, flushes)
        for f in range(found):
            i = flushes[f]
            suit = flush[i] - 1
            ranks = 0
            for c in range(k):
                ranks |= ((block[c, i] & 3) == suit) << (block[c, i] >> 2)
            classes[i] = flush_of_set[ranks]
    return -1
