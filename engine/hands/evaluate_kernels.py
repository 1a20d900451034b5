"""Evaluation of batches: the number of the node of a hand's ranks, then the flushes.

This is Hammer's two-stage method without the walk to the node of the ranks. The number of the node
is computed instead (see ``rank_graph``): seven edges, each of which waits for the one before,
become arithmetic on columns, which the compiler vectorises, and one table lookup. Then the few
hands with five cards of a suit, 3 % of seven-card hands, are corrected.

Hands are processed in blocks that stay in the first-level cache, one pass at a time: load, sort and
number (vectors), count suits (vectors), look up (independent loads), correct flushes.

Measured on random seven-card hands, one thread: Hammer's five-pointer walk 65 M/s, his two-stage
walk edge by edge 76 M/s, this 600 M/s (``make bench`` runs the first and the last).

The steps of a walk are for kernels that deal cards one at a time, in which hands share the
beginnings of their walks. A walk begins at node 0 of the merged graph with ``SUITS_SEEN``.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel, zeros
from ..cards.steps import sorted2, sorted5, transpose_hands
from ..signatures import I32, U8, U16, U32, U64, Array, Input

u8 = np.uint8
u16 = np.uint16

# Four counters of four bits, one per suit, that start at three: a suit's fifth card sets bit 3.
SUITS_SEEN = 0x3333
FLUSH = 0x8888
ONE_OF_EACH = 0x1111

THIRD = u16(0xAAAB)  # its product with a multiple of 3, modulo 2**16, is a third of that
FIFTH = u16(0xCCCD)


@borrowing
def rank_step(next_node: Input[U16, "27428, 13"], node: int, card: np.uint8):
    """Return the node after one more card; ``next_node`` has the edges."""
    return next_node[node, card >> 2]


@borrowing
def suit_step(suits: int, card: np.uint8):
    """Return the counters of suits after one more card."""
    return suits + (1 << ((card & 3) << 2))


# The number of a multiset of ascending ranks is C(a, 1) + C(b + 1, 2) + C(c + 2, 3) + ..., a step
# for each summand. numba widens small integers to 64 bits in every operation. Each result is
# narrowed again, so that a vector holds 64 or 32 hands and not 8: this makes counting suits 6 times
# as fast.


@borrowing
def rank_of(card: u8):
    """Return the rank of a card."""
    return u16(u8(card >> u8(2)))


@borrowing
def pairs(rank: u16):
    """C(rank + 1, 2)."""
    return u16(u16(rank * u16(rank + u16(1))) >> u16(1))


@borrowing
def triples(rank: u16):
    """C(rank + 2, 3)."""
    return u16(u16(pairs(rank) * u16(rank + u16(2))) * THIRD)


@borrowing
def quads(rank: u16):
    """C(rank + 3, 4) = u (u + 2) / 24 with u = rank (rank + 3)."""
    u = u16(rank * u16(rank + u16(3)))
    return u16(u16(u16(u * u16(u + u16(2))) >> u16(3)) * THIRD)


@borrowing
def fives(rank: u16):
    """C(rank + 4, 5)."""
    return u16(u16(quads(rank) * u16(rank + u16(4))) * FIFTH)


# n = hands, k = cards in a hand, m = hands in a block

BLOCK = 4096


@borrowing
def lowest_three(a: u8, b: u8, c: u8):
    """The number of the node of three ascending cards in layer 3."""
    return u16(rank_of(a) + u16(pairs(rank_of(b)) + triples(rank_of(c))))


@borrowing
def number5(
    cards: Input[U8, "5, m"],
    m: int,
    low: Array[U16, "m"],  # written: the number of the three lowest ranks in layer 3
    high: Array[U16, "m"],  # written: the number of the other ranks in their layer
):
    """Number the nodes of ``m`` hands of five cards; return True if one of them cannot be dealt.

    A sorting network sorts the cards. Equal neighbours are a card that was dealt twice.
    """
    bad = False
    for i in range(m):
        a, b, c, d, e = sorted5(cards[0, i], cards[1, i], cards[2, i], cards[3, i], cards[4, i])
        bad |= (a == b) | (b == c) | (c == d) | (d == e) | (e > 51)
        low[i] = lowest_three(a, b, c)
        high[i] = u16(rank_of(d) + pairs(rank_of(e)))
    return bad


@borrowing
def number6(cards: Input[U8, "6, m"], m: int, low: Array[U16, "m"], high: Array[U16, "m"]):
    """Do the same as :func:`number5` for hands of six cards, to ``low`` and ``high``."""
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
        low[i] = lowest_three(a, b, c)
        high[i] = u16(u16(rank_of(d) + pairs(rank_of(e))) + triples(rank_of(f)))
    return bad


@borrowing
def number7(cards: Input[U8, "7, m"], m: int, low: Array[U16, "m"], high: Array[U16, "m"]):
    """Do the same as :func:`number5` for hands of seven cards, to ``low`` and ``high``."""
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
        low[i] = lowest_three(a, b, c)
        high[i] = u16(
            u16(u16(rank_of(d) + pairs(rank_of(e))) + triples(rank_of(f))) + quads(rank_of(g))
        )
    return bad


@borrowing
def load(
    cards: Input[U8, "k, n"],
    rows: Input[U8, "k * n"],
    k: int,
    start: int,
    m: int,
    block: Array[U8, "k, 4096"],
) -> None:
    """Copy hands ``start..start + m`` of ``cards`` or ``rows`` to the front of ``block``.

    The compiler vectorises the copy if it knows the stride. Other parameters are as in
    :func:`walk`.
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


@borrowing
def flush_suits(cards: Input[U8, "k, m"], k: int, m: int, flush: Array[U8, "m + 8"]) -> None:
    """Write to ``flush`` one more than the suit of each hand's flush, or 0.

    A suit is two bits. The numbers of cards with each bit set, and with both, give the number of
    cards of each suit.
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


@borrowing
def list_flushes(
    flush: Array[U8, "m + 8"], words: Input[U64, "m / 8"], m: int, flushes: Array[I32, "m + 1"]
):
    """List the hands that have a flush, and return how many.

    ``words`` are the bytes of ``flush``, eight at a time.

    Eight hands without a flush are skipped at once: nearly always with five cards, which makes
    evaluating those 14 % faster, and three times in four with seven. Within eight hands there is no
    branch, which would be mispredicted too often.
    """
    for i in range(m, m + 8):
        flush[i] = 0
    count = 0
    for word in range((m + 7) >> 3):
        if words[word]:
            for i in range(8 * word, 8 * word + 8):
                flushes[count] = i
                count += flush[i] != 0
    return count


@kernel
def walk(
    cards: Input[U8, "k, n", "A"],  # laid out in any way
    # The same hands one after the other, if they lie so in memory; else empty.
    rows: Input[U8, "k * n"],
    first_of: Input[U16, "C(9 + k, k - 3)"],  # see ``NodeNumbers.first``
    rank_class: Input[U16, "C(12 + k, k)"],  # see ``NodeNumbers.rank_class``
    flush_of_set: Input[U16, "8192"],
    start: int,
    stop: int,
    out: Array[U16, "n"],  # written
) -> int:
    """Class hands ``start..stop``.

    Hands that cannot be dealt are detected in the sorted cards, at almost no cost, before they are
    used for a lookup.

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
        # k is a literal, so that the compiler unrolls the loops over the cards of a hand.
        if k == 5:
            load(cards, rows, 5, first, m, block)
            bad = number5(block, m, low, high)
            flush_suits(block, 5, m, flush)
        elif k == 6:
            load(cards, rows, 6, first, m, block)
            bad = number6(block, m, low, high)
            flush_suits(block, 6, m, flush)
        else:
            load(cards, rows, 7, first, m, block)
            bad = number7(block, m, low, high)
            flush_suits(block, 7, m, flush)
        if bad:
            return first
        classes = out[first : first + m]
        for i in range(m):
            classes[i] = rank_class[first_of[high[i]] + low[i]]
        count = list_flushes(flush, flush_words, m, flushes)
        for f in range(count):
            i = flushes[f]
            suit = flush[i] - 1
            ranks = 0
            for c in range(k):
                ranks |= ((block[c, i] & 3) == suit) << (block[c, i] >> 2)
            classes[i] = flush_of_set[ranks]
    return -1


# k = cards in a hand, p = k - 2 = cards of a prefix


@kernel
def count_hands(
    k: int,  # 5, 6 or 7
    # The node of the merged graph after one more card of each rank.
    next_node: Input[U16, "27428, 13"],
    class_with: Input[U16, "27428, 13"],  # the rank class of that node
    flush_of_set: Input[U16, "8192"],  # the class of a set of ranks of one suit; 0 below five ranks
    first: int,
    last: int,
    counts: Array[U32, "7463"],  # added to, by class
) -> None:
    """Count every hand of ``k`` cards whose lowest card is one of ``first..last - 1``, by class.

    Hands are ascending tuples of cards, so that one walk serves all that begin alike. The four
    cards of a rank lead to one class. Four separate counters, so that no increment waits for the
    one before, were tried and are no faster.
    """
    p = k - 2
    hand = zeros(p, np.int64)
    node = zeros(p + 1, np.int64)
    suits = np.full(p + 1, SUITS_SEEN, np.int64)
    ranks_of_suit = zeros(4, np.int64)
    depth = 0
    hand[0] = first - 1
    while depth >= 0:
        hand[depth] += 1
        card = hand[depth]
        if card > 51 or (depth == 0 and card >= last):
            depth -= 1
            continue
        node[depth + 1] = rank_step(next_node, node[depth], card)
        suits[depth + 1] = suit_step(suits[depth], card)
        if depth + 1 < p:
            depth += 1
            hand[depth] = card
            continue
        base = node[p]
        seen = suits[p]
        for e in range(card + 1, 52):
            row = class_with[rank_step(next_node, base, e)]
            if (suit_step(seen, e) + ONE_OF_EACH) & FLUSH == 0:
                # No suit has four cards: only the rank of the last card matters.
                rank = e >> 2
                for _ in range(3 - (e & 3)):
                    counts[row[rank]] += 1
                for higher in range(rank + 1, 13):
                    class_id = row[higher]
                    for _ in range(4):
                        counts[class_id] += 1
            else:
                ranks_of_suit[:] = 0
                for c in range(p):
                    ranks_of_suit[hand[c] & 3] |= 1 << (hand[c] >> 2)
                ranks_of_suit[e & 3] |= 1 << (e >> 2)
                flush = 0
                for suit in range(4):
                    flush |= flush_of_set[ranks_of_suit[suit]]
                for f in range(e + 1, 52):
                    suit_class = flush_of_set[ranks_of_suit[f & 3] | (1 << (f >> 2))]
                    class_id = suit_class if suit_class else flush if flush else row[f >> 2]
                    counts[class_id] += 1
