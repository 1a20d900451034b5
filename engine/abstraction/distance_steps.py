"""Steps of kernels: sums of differences place by place, of rows and of sums of their parts."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing
from ..signatures import I32, U16, Input

# n = rows, k = centres, v = numbers of a row, p = parts of a row


@borrowing
def row_distance(rows: Input[U16, "n, v"], row: int, centres: Input[U16, "k, v"], centre: int):
    """The sum of differences of a row and a centre: of ascending ones, the earth mover's."""
    total = np.int32(0)
    for i in range(rows.shape[1]):
        total += abs(np.int32(rows[row, i]) - np.int32(centres[centre, i]))
    return np.int64(total)


@borrowing
def least_distance(sums: Input[I32, "n, p"], row: int, of_centres: Input[I32, "k, p"], centre: int):
    """What that is, at least: the differences of the sums of parts."""
    total = np.int32(0)
    for i in range(sums.shape[1]):
        total += abs(sums[row, i] - of_centres[centre, i])
    return np.int64(total)
