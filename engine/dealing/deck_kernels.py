"""The kernel that deals: a partial shuffle for each row, from the random numbers of that row.

A deal's random numbers depend only on a counter. Games, in which each draw depends on the last,
take random numbers one after the other: ``next_word``.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..accelerate import borrowing, empty, inlined, kernel
from ..signatures import U8, U32, U64, Array, Input

u64 = np.uint64
# n = deals, k = cards dealt

ROWS = 128


LOW32 = u64(0xFFFFFFFF)
BITS = u64(32)


@borrowing
def next_word(state: Array[U64, "1"]):
    """Return the next 64 random bits of a stream, and advance its state: SplitMix64.

    Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014).
    """
    state[0] += u64(0x9E3779B97F4A7C15)
    word = state[0]
    word = (word ^ (word >> u64(30))) * u64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> u64(27))) * u64(0x94D049BB133111EB)
    return word ^ (word >> u64(31))


@inlined
def unit(word: u64):
    """Return a number from 0 up to 1, made from 53 bits of a word."""
    return np.float64(word >> u64(11)) * (1.0 / 9007199254740992.0)


@inlined
def below(word: u64, n: int):
    """Return a whole number below a small ``n``, made from the 32 low bits of a word."""
    return np.int64(((word & u64(0xFFFFFFFF)) * u64(n)) >> u64(32))


def stream(state: np.uint64 | np.int64) -> npt.NDArray[Any]:
    """The state of a stream as an array ``(1,)`` for a kernel, in a cache line of its own.

    Two threads with streams side by side in one array wrote to the same cache line, and took longer
    than one thread.
    """
    padded = np.zeros(32, np.asarray(state).dtype)
    padded[16] = state
    return padded[16:17]


@inlined
def _round(a: u64, b: u64, c: u64, d: u64, key0: u64, key1: u64):
    left = u64(0xD2511F53) * a
    right = u64(0xCD9E8D57) * c
    return (
        (right >> BITS) ^ b ^ key0,
        right & LOW32,
        (left >> BITS) ^ d ^ key1,
        left & LOW32,
        (key0 + u64(0x9E3779B9)) & LOW32,
        (key1 + u64(0xBB67AE85)) & LOW32,
    )


@inlined
def philox(counter: u64, row: u64, seed: u64):
    """Four random 32-bit words for a counter and a row: Philox4x32, ten rounds.

    A counter-based generator needs no state, so any thread can deal any row. Source:
    Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011).
    """
    a, b, c, d = counter & LOW32, counter >> BITS, row & LOW32, row >> BITS
    key0, key1 = seed & LOW32, seed >> BITS
    # Unrolled: the compiler does not vectorise over rows if there is a loop inside.
    a, b, c, d, key0, key1 = _round(a, b, c, d, key0, key1)
    a, b, c, d, key0, key1 = _round(a, b, c, d, key0, key1)
    a, b, c, d, key0, key1 = _round(a, b, c, d, key0, key1)
    a, b, c, d, key0, key1 = _round(a, b, c, d, key0, key1)
    a, b, c, d, key0, key1 = _round(a, b, c, d, key0, key1)
    a, b, c, d, key0, key1 = _round(a, b, c, d, key0, key1)
    a, b, c, d, key0, key1 = _round(a, b, c, d, key0, key1)
    a, b, c, d, key0, key1 = _round(a, b, c, d, key0, key1)
    a, b, c, d, key0, key1 = _round(a, b, c, d, key0, key1)
    a, b, c, d, key0, key1 = _round(a, b, c, d, key0, key1)
    return a, b, c, d


@borrowing
def fill_words(
    words: Array[U32, "4 * blocks, ROWS"], blocks: int, first_row: u64, seed: u64
) -> None:
    """Write the first words of ``ROWS`` rows, in the order in which they are used.

    The compiler vectorises over rows: eight times as fast as block after block.
    """
    for block in range(blocks):
        word3 = words[4 * block]
        word2 = words[4 * block + 1]
        word1 = words[4 * block + 2]
        word0 = words[4 * block + 3]
        for i in range(ROWS):
            a, b, c, d = philox(u64(block), first_row + u64(i), seed)
            word0[i] = np.uint32(a)
            word1[i] = np.uint32(b)
            word2[i] = np.uint32(c)
            word3[i] = np.uint32(d)


@borrowing
def _deal_by_the_word(
    stub: Input[U8, "m"],
    rejected: Input[U64, "52"],
    row: u64,
    seed: u64,
    k: int,
    deck: Array[U8, "m"],
    words: Array[U64, "4"],
) -> None:
    """Shuffle ``k`` cards of one row to the front of ``deck``, drawing as many words as needed."""
    m = len(stub)
    counter = u64(0)
    left = 0
    for c in range(m):
        deck[c] = stub[c]
    for c in range(k):
        while True:
            if left == 0:
                words[0], words[1], words[2], words[3] = philox(counter, row, seed)
                counter += u64(1)
                left = 4
            left -= 1
            product = words[left] * u64(m - c)
            if product & u64(0xFFFFFFFF) >= rejected[c]:
                break
        place = c + np.int64(product >> u64(32))
        card = deck[place]
        deck[place] = deck[c]
        deck[c] = card


@kernel
def deal_rows(
    stub: Input[U8, "m"], seed: u64, first_row: u64, start: int, stop: int, cards: Array[U8, "k, n"]
) -> None:
    """Deal ``k`` cards of ``stub`` into ``cards[:, start:stop]``, uniformly over their orders.

    ``stub`` holds the m cards that can be dealt. This is Fisher-Yates from the front: card ``c``
    swaps with one of those from ``c`` on. The place is an exactly uniform number below m - c, by
    Lemire's multiplication with rejection ("Fast random integer generation in an interval", 2019).
    In one row of ten million a word is rejected: its whole block is dealt word by word.
    """
    k = cards.shape[0]
    m = len(stub)
    deck = empty(m, np.uint8)
    four = empty(4, np.uint64)
    blocks = (k + 3) >> 2
    words = empty((4 * blocks, ROWS), np.uint32)
    block = empty((k, ROWS), np.uint8)
    rejected = empty(k, np.uint64)
    for c in range(k):
        choices = u64(m - c)
        rejected[c] = (u64(0x100000000) - choices) % choices
    for first in range(start, stop, ROWS):
        fill_words(words, blocks, first_row + u64(first), seed)
        rows = min(ROWS, stop - first)
        bad = False
        for c in range(k):
            for i in range(ROWS):
                bad |= u64(words[c, i]) * u64(m - c) & u64(0xFFFFFFFF) < rejected[c]
        for i in range(rows):
            for c in range(m):
                deck[c] = stub[c]
            if bad:
                row = first_row + u64(first + i)
                _deal_by_the_word(stub, rejected, row, seed, k, deck, four)
                for c in range(k):
                    block[c, i] = deck[c]
                continue
            for c in range(k):  # places before c are not read again
                place = u64(c) + (u64(words[c, i]) * u64(m - c) >> u64(32))
                block[c, i] = deck[place]
                deck[place] = deck[c]
        for c in range(k):
            for i in range(rows):
                cards[c, first + i] = block[c, i]
