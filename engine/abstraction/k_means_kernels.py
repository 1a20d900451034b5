"""Kernels of k-means on points of eight whole numbers: all sums are whole, in any order."""
# mypy: ignore-errors

from __future__ import annotations

import math

import numpy as np

from ..accelerate import borrowing, kernel
from ..signatures import I32, I64, U16, U64, Array, Input

# n = points, k = centres, m = neighbours of each, b = blocks of points that are near each other

CLUSTERS = 8
BLOCK = 1024  # points

u64 = np.uint64


@borrowing
def _squares(points: Input[U16, "n, 8"], point: int, centres: Input[U16, "k, 8"], centre: int):
    """The square of the distance."""
    total = np.int32(0)
    for c in range(CLUSTERS):
        apart = np.int32(points[point, c]) - np.int32(centres[centre, c])
        total += apart * apart
    return total


@kernel
def number_cells(
    points: Input[U16, "n, 8"],
    cells: Array[U64, "n"],  # written
    start: int,
    stop: int,
) -> None:
    """Write of each point the six highest bits of its eight numbers, by turns.

    So near points mostly have near numbers (G. M. Morton, "A computer oriented geodetic data base",
    1966).
    """
    for point in range(start, stop):
        cell = u64(0)
        for bit in range(13, 7, -1):
            for c in range(CLUSTERS):
                cell = cell << u64(1) | (u64(points[point, c]) >> u64(bit) & u64(1))
        cells[point] = cell


@borrowing
def _least(
    lows: Input[U16, "b, 8"],
    highs: Input[U16, "b, 8"],
    block: int,
    centres: Input[U16, "k, 8"],
    centre: int,
):
    """The square of the distance of a centre to the points of a block, at least."""
    total = np.int64(0)
    for c in range(CLUSTERS):
        at = np.int64(centres[centre, c])
        apart = max(np.int64(lows[block, c]) - at, at - np.int64(highs[block, c]), np.int64(0))
        total += apart * apart
    return total


@kernel
def add_start(
    points: Input[U16, "n, 8"],
    weights: Input[I64, "n"],
    lows: Input[U16, "b, 8"],  # the least numbers of the points of a block
    highs: Input[U16, "b, 8"],
    centres: Input[U16, "k, 8"],
    centre: int,
    buckets: Array[I32, "n"],  # the nearest centre so far, the first of equals; changed
    nearest: Array[I64, "n"],  # the square of the distance to it; changed
    farthest: Array[I64, "b"],  # the largest of these in a block; changed
    masses: Array[I64, "b"],  # the sum of these times weights; changed
    start: int,  # blocks
    stop: int,
) -> None:
    """Bring the nearest centres of blocks of points up to one more centre."""
    for block in range(start, stop):
        if _least(lows, highs, block, centres, centre) >= farthest[block]:
            continue
        mass = most = np.int64(0)
        for point in range(block * BLOCK, min((block + 1) * BLOCK, len(points))):
            squares = np.int64(_squares(points, point, centres, centre))
            if squares < nearest[point]:
                nearest[point] = squares
                buckets[point] = centre
            mass += weights[point] * nearest[point]
            most = max(most, nearest[point])
        farthest[block] = most
        masses[block] = mass


@kernel
def find_nearest_means(
    points: Input[U16, "n, 8"],
    weights: Input[I64, "n"],
    centres: Input[U16, "k, 8"],
    order: Input[I32, "k, m"],  # the nearest other centres of each, the nearest first
    apart: Input[I32, "k, m"],  # the squares of their distances
    start: int,
    stop: int,
    buckets: Array[I32, "n"],  # a guess of each; written: the nearest, the first of equals
    nearest: Array[I64, "n"],  # written: the squares of the distances
    sums: Array[I64, "k, 9"],  # added to: the points of each centre, times weights, and these
) -> None:
    """Find the nearest centre of each point, outwards from a guess.

    A centre that is nearer than the best so far is no farther from the guess than the point is from
    both together.
    """
    count, listed = len(centres), order.shape[1]
    for point in range(start, stop):
        guess = best = buckets[point]
        near = _squares(points, point, centres, guess)
        own = math.sqrt(np.float64(near))
        limit = 4 * np.float64(near) + 1  # more than any that counts, for all rounding
        passed = 0
        while passed < listed and apart[guess, passed] <= limit:
            centre = order[guess, passed]
            passed += 1
            squares = _squares(points, point, centres, centre)
            if squares < near:
                near, best = squares, centre
                reach = own + math.sqrt(np.float64(near))
                limit = reach * reach + 1
            elif squares == near and centre < best:
                best = centre
        if passed == listed and listed < count - 1:
            for centre in range(count):
                squares = _squares(points, point, centres, centre)
                if squares < near or (squares == near and centre < best):
                    near, best = squares, centre
        buckets[point] = best
        nearest[point] = near
        for c in range(CLUSTERS):
            sums[best, c] += weights[point] * np.int64(points[point, c])
        sums[best, CLUSTERS] += weights[point]


@kernel
def measure_from_means(
    points: Input[U16, "n, 8"],
    buckets: Input[I32, "n"],
    centres: Input[U16, "k, 8"],
    squares: Array[I64, "n"],  # written
    start: int,
    stop: int,
) -> None:
    """Write the square of the distance from each point to the centre of its bucket."""
    for point in range(start, stop):
        squares[point] = np.int64(_squares(points, point, centres, buckets[point]))
