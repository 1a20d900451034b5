"""The kernel that merges equal rows."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ...accelerate import borrowing, kernel
from ...signatures import I32, I64, U8, U16, U32, Array, Input

# m = rows, n = points there is room for, s = slots, a power of two, more than points

CLUSTERS = 8

u64 = np.uint64


@borrowing
def _slot_of(rows: Input[U16, "m, 8"], row: int, strength: int):
    """Mix a row to 64 bits."""
    mixed = u64(strength)
    for c in range(CLUSTERS):
        mixed = (mixed ^ u64(rows[row, c])) * u64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> u64(29)
    return mixed


@kernel
def merge_rows(
    rows: Input[U16, "m, 8"],
    strengths: Input[U16, "m"],
    deals: Input[U8, "m"],
    begin: int,  # the number of the first row
    slots: Array[I32, "s"],  # the point of each slot; -1 for none
    count: int,  # points so far
    # Changed, as all that follow.
    equities: Array[U16, "n, 8"],
    strength_of: Array[U16, "n"],
    deals_of: Array[I64, "n"],
    rows_of: Array[I64, "n"],
    first_of: Array[U32, "n"],
    points: Array[U32, "m"],  # written: the point of each row
) -> int:
    """Add rows to the points that they are, or to new ones; return how many there are."""
    mask = u64(len(slots) - 1)
    for row in range(len(rows)):
        slot = _slot_of(rows, row, strengths[row]) & mask
        while True:
            point = slots[slot]
            if point < 0:
                point = count
                count += 1
                slots[slot] = point
                for c in range(CLUSTERS):
                    equities[point, c] = rows[row, c]
                strength_of[point] = strengths[row]
                deals_of[point] = rows_of[point] = 0
                first_of[point] = begin + row
                break
            same = strength_of[point] == strengths[row]
            for c in range(CLUSTERS):
                same &= equities[point, c] == rows[row, c]
            if same:
                break
            slot = (slot + u64(1)) & mask
        deals_of[point] += deals[row]
        rows_of[point] += 1
        points[row] = point
    return count
