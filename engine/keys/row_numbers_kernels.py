"""Kernels from raw deals to the numbers of rows, where every row of a table lies in its order."""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from ..accelerate import array, kernel, popcount
from ..cards.boards import WAY_BITS
from ..cards.steps import alike_suits, card_bits
from .canonical_rows_kernels import ALIKE, BLOCK, HOLES, WAYS, are_live, rank_boards

# n = raw deals, k = cards on the board, b = canonical boards, w = 21 words of 64 holes

WORDS = (HOLES + 63) // 64

u64 = np.uint64


@kernel(
    types.void(
        array("uint8", 2),
        ALIKE,
        array("uint64"),
        array("int64"),
        types.int64,
        types.int64,
        types.uint64[:, :, ::1],
    )
)
def index_rows(boards, alike, hole_bits, first_row, start, stop, index):
    """Index the rows of boards ``start..stop``.

    Parameters
    ----------
    boards : (b, k) uint8
        Canonical boards.
    alike : AlikeHoles
    hole_bits : (1326,) uint64
    first_row : (b + 1,) int64
    start, stop : int
    index : (b, w, 2) uint64
        Written for each word of holes: which are canonical on the board, and the row of the first
        of them.
    """
    for i in range(start, stop):
        orbit = alike.orbit[alike_suits(boards[i])]
        dead = card_bits(boards[i])
        row = u64(first_row[i])
        for word in range(WORDS):
            rows = u64(0)
            for bit in range(min(64, HOLES - 64 * word)):
                hole = 64 * word + bit
                is_row = (hole_bits[hole] & dead == 0) & (orbit[hole] > 0)
                rows |= u64(is_row) << u64(bit)
            index[i, word, 0] = rows
            index[i, word, 1] = row
            row += popcount(rows)


@kernel(
    types.int64(
        array("uint16"),
        array("uint8", 2, "A"),
        array("uint8", 2),
        array("uint32", 2),
        array("uint32"),
        array("uint16", 2),
        array("uint64", 3),
        types.int64,
        types.int64,
        types.int64[::1],
    )
)
def number_rows(holes, boards, hole_cards, choose, key, hole_of, index, start, stop, rows):
    """Find the row numbers of raw deals ``start..stop``.

    Parameters
    ----------
    holes : (n,) uint16
    boards : (k, n) uint8
        Laid out in any way.
    hole_cards : (1326, 2) uint8
    choose : (5, 52) uint32
    key : (C(52, k),) uint32
        See ``Symmetries``.
    hole_of : (24 kinds, 1326) uint16
        See ``Symmetries``.
    index : (b, w, 2) uint64
        See :func:`index_rows`.
    start, stop : int
    rows : (n,) int64
        Written.

    Returns
    -------
    int
        -1, or the start of the first block that has a deal which cannot be.
    """
    block = np.empty((len(boards), BLOCK), np.uint8)
    cards = np.empty((2, BLOCK), np.uint8)
    places = np.empty(BLOCK, np.uint32)
    found = np.empty(BLOCK, np.uint32)
    canonical = np.empty(BLOCK, np.uint16)
    for first in range(start, stop, BLOCK):
        m = min(BLOCK, stop - first)
        own = holes[first : first + m]
        if not rank_boards(boards, first, m, choose, block, places):
            return first
        if not are_live(own, m, hole_cards, block, cards):
            return first
        # Pass by pass, so that what is loaded from far away is loaded for many deals at once.
        for i in range(m):
            found[i] = key[places[i]]
        for i in range(m):
            canonical[i] = hole_of[found[i] & WAYS, own[i]]
        for i in range(m):
            board = found[i] >> WAY_BITS
            hole = u64(canonical[i])
            word = hole >> u64(6)
            before = (u64(1) << (hole & u64(63))) - u64(1)
            row = index[board, word, 1] + popcount(index[board, word, 0] & before)
            rows[first + i] = np.int64(row)
    return -1
