"""The kernel that finds the rows of raw holes of four cards on raw flops."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ...accelerate import kernel, popcount
from ...arrays import empty
from ...cards.boards import WAY_BITS
from ...cards.suit_symmetry_kernels import colex_rank
from ...signatures import U8, U32, Array, Input
from .rows_steps import image_number

# n = deals, p = 24 permutations of the suits

u8 = np.uint8
u32 = np.uint32
u64 = np.uint64


@kernel
def find_rows(
    holes: Input[U8, "4, n", "A"],
    flops: Input[U8, "3, n", "A"],
    choose: Input[U32, "5, 52"],
    key: Input[U32, "22100"],  # see ``Symmetries``
    ways: Input[U32, "22100"],  # see ``suit_ways``
    images: Input[U8, "p, 52"],  # cards under permutations of the suits
    start: int,
    stop: int,
    board_ids: Array[U32, "n"],  # written, as the next
    hole_ids: Array[U32, "n"],
) -> int:
    """Find the rows of deals ``start..stop``; return -1, or the first deal that cannot be."""
    flop = empty(3, np.uint8)
    for i in range(start, stop):
        seen = u64(0)
        most = u8(0)
        for c in range(4):
            most = max(most, holes[c, i])
            seen |= u64(1) << u64(holes[c, i] & u8(63))
        for c in range(3):
            flop[c] = flops[c, i]
            most = max(most, flop[c])
            seen |= u64(1) << u64(flop[c] & u8(63))
        if most > 51 or popcount(seen) != u64(7):
            return i
        place = colex_rank(flop, choose)
        board_ids[i] = key[place] >> WAY_BITS
        left = ways[place]
        best = u32(1 << 31)
        permutation = 0
        while left:
            if left & u32(1):
                number = image_number(
                    holes[0, i], holes[1, i], holes[2, i], holes[3, i], images[permutation], choose
                )
                best = min(best, number)
            left >>= u32(1)
            permutation += 1
        hole_ids[i] = best
    return -1
