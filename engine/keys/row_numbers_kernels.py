"""Kernels from raw deals to the numbers of rows, where every row of a table lies in its order."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import kernel, popcount
from ..arrays import empty
from ..cards.boards import WAY_BITS
from ..cards.steps import alike_suits, card_bits
from ..cards.suit_symmetry import AlikeHoles
from ..signatures import I64, U8, U16, U32, U64, Array, Input
from .canonical_rows_kernels import BLOCK, HOLES, WAYS, are_live, rank_boards

# n = raw deals, k = cards on the board, b = canonical boards, w = 21 words of 64 holes

WORDS = (HOLES + 63) // 64

u64 = np.uint64


@kernel
def index_rows(
    boards: Input[U8, "b, k"],  # canonical boards
    alike: AlikeHoles,
    hole_bits: Input[U64, "1326"],
    first_row: Input[I64, "b + 1"],
    start: int,
    stop: int,
    # Written for each word of holes: which are canonical on the board, and the row of the first of
    # them.
    index: Array[U64, "b, w, 2"],
) -> None:
    """Index the rows of boards ``start..stop``."""
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


@kernel
def number_rows(
    holes: Input[U16, "n"],
    boards: Input[U8, "k, n", "A"],  # laid out in any way
    hole_cards: Input[U8, "1326, 2"],
    choose: Input[U32, "5, 52"],
    key: Input[U32, "C(52, k)"],  # see ``Symmetries``
    hole_of: Input[U16, "24 kinds, 1326"],  # see ``Symmetries``
    index: Input[U64, "b, w, 2"],  # see :func:`index_rows`
    start: int,
    stop: int,
    rows: Array[I64, "n"],  # written
) -> int:
    """Find the row numbers of raw deals ``start..stop``.

    Returns -1, or the start of the first block that has a deal which cannot be.
    """
    block = empty((len(boards), BLOCK), np.uint8)
    cards = empty((2, BLOCK), np.uint8)
    places = empty(BLOCK, np.uint32)
    found = empty(BLOCK, np.uint32)
    canonical = empty(BLOCK, np.uint16)
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
