"""Lows of batches in Omaha, by blocks: all but the last look-up goes by vectors."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import inlined, kernel
from ..arrays import empty
from ..signatures import U8, U16, U64, Array, Input
from .evaluate_kernels import BLOCK, add_bits, load

# n = hands, k = cards in a hole, b = cards on a board, m = hands in a block

u16 = np.uint16
u32 = np.uint32
u64 = np.uint64


@inlined
def _low_set(cards: np.uint64):
    """Return which ranks from ace to eight a set of cards has: bit 0 for the ace, 7 for the eight.

    Four bits to a rank, the ace's below those of the deuce; each step halves the gaps.
    """
    ranks = u32(u32(cards << u64(4)) | u32(cards >> u64(48)))
    ranks |= u32(ranks >> u32(1))
    ranks = u32(ranks | u32(ranks >> u32(2))) & u32(0x11111111)
    ranks = u32(ranks | u32(ranks >> u32(3))) & u32(0x03030303)
    ranks = u32(ranks | u32(ranks >> u32(6))) & u32(0x000F000F)
    return u16(u32(ranks | u32(ranks >> u32(12))) & u32(0xFF))


@inlined
def _read_holes(
    own: Input[U8, "k, 1024"],
    k: int,
    m: int,
    of_board: Input[U64, "1024"],
    seen: Array[U64, "1024"],  # the same; the hole's cards are added
    at: Array[U16, "1024"],  # written: where each low stands in the table
):
    """Find where ``m`` lows stand; ``k`` is a constant. Return what ``add_bits`` does."""
    bad = add_bits(own, k, m, seen)
    for i in range(m):
        of_hole = _low_set(seen[i] ^ of_board[i])
        at[i] = u16(u16(_low_set(of_board[i]) << u16(8)) | of_hole)
    return bad


@kernel
def low_holes(
    holes: Input[U8, "k, n", "A"],
    boards: Input[U8, "b, n", "A"],
    low_of_sets: Input[U8, "65536"],
    start: int,
    stop: int,
    out: Array[U16, "n"],  # written
) -> int:
    """Class the lows of hands ``start..stop``: holes of 4, 5 or 6 cards on boards of 3, 4 or 5.

    Returns -1, or the start of the first block that has a hand which cannot be dealt.
    """
    k = holes.shape[0]
    b = boards.shape[0]
    own = empty((k, BLOCK), np.uint8)
    shared = empty((b, BLOCK), np.uint8)
    seen = empty(BLOCK, np.uint64)
    of_board = empty(BLOCK, np.uint64)
    at = empty(BLOCK, np.uint16)
    for first in range(start, stop, BLOCK):
        m = min(BLOCK, stop - first)
        load(holes, k, first, m, own)
        load(boards, b, first, m, shared)
        for i in range(m):
            of_board[i] = u64(0)
        # k and b are spelt out, so that the compiler unrolls the loops over cards.
        if b == 5:
            bad = add_bits(shared, 5, m, of_board)
        elif b == 4:
            bad = add_bits(shared, 4, m, of_board)
        else:
            bad = add_bits(shared, 3, m, of_board)
        for i in range(m):
            seen[i] = of_board[i]
        if k == 4:
            bad |= _read_holes(own, 4, m, of_board, seen, at)
        elif k == 5:
            bad |= _read_holes(own, 5, m, of_board, seen, at)
        else:
            bad |= _read_holes(own, 6, m, of_board, seen, at)
        if bad:
            return first
        lows = out[first : first + m]
        for i in range(m):
            lows[i] = low_of_sets[at[i]]
    return -1
