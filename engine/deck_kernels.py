"""The kernel that deals: a partial shuffle for each row, from random numbers of the row's own."""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from .accelerate import inlined, kernel

# n = deals, k = cards dealt


@inlined
def philox(counter, row, seed, words):
    """Four random 32-bit words for a counter and a row: Philox4x32, ten rounds.

    A counter-based generator needs no state, so that any row can be dealt by any thread. Source:
    Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011).
    """
    low32 = np.uint64(0xFFFFFFFF)
    bits = np.uint64(32)
    a = counter & low32
    b = counter >> bits
    c = row & low32
    d = row >> bits
    key0 = seed & low32
    key1 = seed >> bits
    for _ in range(10):
        left = np.uint64(0xD2511F53) * a
        right = np.uint64(0xCD9E8D57) * c
        a = (right >> bits) ^ b ^ key0
        c = (left >> bits) ^ d ^ key1
        b = right & low32
        d = left & low32
        key0 = (key0 + np.uint64(0x9E3779B9)) & low32
        key1 = (key1 + np.uint64(0xBB67AE85)) & low32
    words[0] = a
    words[1] = b
    words[2] = c
    words[3] = d


@kernel(
    types.void(
        types.uint8[::1], types.uint64, types.uint64, types.int64, types.int64, types.uint8[:, ::1]
    )
)
def deal_rows(stub, seed, first_row, start, stop, cards):
    """Deal ``k`` cards of ``stub`` into ``cards[:, start:stop]``, uniformly over their orders.

    ``stub`` holds the m cards that can be dealt. Fisher and Yates from the front: card ``c``
    changes places with one of those from ``c`` on. The place is an exactly uniform number below
    m - c, by Lemire's multiplication with rejection ("Fast random integer generation in an
    interval", 2019).
    """
    k = cards.shape[0]
    m = len(stub)
    deck = np.empty(m, np.uint8)
    words = np.empty(4, np.uint64)
    low32 = np.uint64(0xFFFFFFFF)
    for i in range(start, stop):
        row = first_row + np.uint64(i)
        for c in range(m):
            deck[c] = stub[c]
        counter = np.uint64(0)
        left = 0
        for c in range(k):
            choices = np.uint64(m - c)
            threshold = (np.uint64(0x100000000) - choices) % choices
            while True:
                if left == 0:
                    philox(counter, row, seed, words)
                    counter += np.uint64(1)
                    left = 4
                left -= 1
                product = words[left] * choices
                if product & low32 >= threshold:
                    break
            place = c + np.int64(product >> np.uint64(32))
            card = deck[place]
            deck[place] = deck[c]
            cards[c, i] = card
