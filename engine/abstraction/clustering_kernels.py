"""Kernels of clustering: rows of ascending numbers, the earth mover's distance, and medians.

The earth mover's distance of two rows is the sum of the differences of their numbers, place by
place. It is at least the difference of their totals, and at least the differences of the sums of
parts: most pairs are ruled out by these bounds. All numbers are whole, so the order of adding does
not change a result.

k-means on points of eight whole numbers uses squared distances, which are whole too.
"""
# mypy: ignore-errors

from __future__ import annotations

import math

import numpy as np

from ..accelerate import borrowing, empty, kernel, zeros
from ..signatures import I32, I64, U16, U64, Array, Input

# n = rows, ordered by total; v = numbers of a row; p = parts of a row; k = centres, b = blocks

VALUES = 1981  # numbers are 0..1980
BLOCK = 1024  # rows, or points
TOGETHER = 64  # places whose medians are found at once


# n = rows, k = centres, v = numbers of a row, p = parts of a row


@borrowing
def row_distance(rows: Input[U16, "n, v"], row: int, centres: Input[U16, "k, v"], centre: int):
    """The sum of differences of a row and a centre: if ascending, the earth mover's distance."""
    total = np.int32(0)
    for i in range(rows.shape[1]):
        total += abs(np.int32(rows[row, i]) - np.int32(centres[centre, i]))
    return np.int64(total)


@borrowing
def least_distance(sums: Input[I32, "n, p"], row: int, of_centres: Input[I32, "k, p"], centre: int):
    """A lower bound of the distance: the differences of the sums of parts."""
    total = np.int32(0)
    for i in range(sums.shape[1]):
        total += abs(sums[row, i] - of_centres[centre, i])
    return np.int64(total)


@kernel
def sum_parts(rows: Input[U16, "n, v"], sums: Array[I32, "n, p"], start: int, stop: int) -> None:
    """Write the sums of the parts of rows; all parts have as many numbers."""
    parts = sums.shape[1]
    length = rows.shape[1] // parts
    for row in range(start, stop):
        for part in range(parts):
            total = np.int32(0)
            for i in range(part * length, (part + 1) * length):
                total += np.int32(rows[row, i])
            sums[row, part] = total


@kernel
def add_centre(
    rows: Input[U16, "n, v"],
    order: Input[I32, "n"],  # the row at each place, ascending by total
    totals: Input[I32, "n"],  # by place, as are all that follow
    sums: Input[I32, "n, p"],
    weights: Input[I64, "n"],
    centres: Input[U16, "k, v"],
    of_centres: Input[I32, "k, p"],
    centre: int,
    total: int,  # of the centre
    nearest: Array[I64, "n"],  # the distance to the nearest centre so far; changed
    farthest: Array[I64, "b"],  # the largest of these in a block; changed
    masses: Array[I64, "b"],  # the sum of these times weights; changed
    start: int,  # blocks
    stop: int,
) -> None:
    """Update the distances to the nearest centre with one more centre."""
    n = len(order)
    for block in range(start, stop):
        low, high = block * BLOCK, min(n, (block + 1) * BLOCK)
        short = max(totals[low] - total, total - totals[high - 1])
        if short >= farthest[block]:
            continue
        most = mass = np.int64(0)
        for place in range(low, high):
            near = nearest[place]
            if (
                abs(totals[place] - total) < near
                and least_distance(sums, place, of_centres, centre) < near
            ):
                near = min(near, row_distance(rows, order[place], centres, centre))
                nearest[place] = near
            most = max(most, near)
            mass += near * weights[place]
        farthest[block] = most
        masses[block] = mass


@kernel
def find_nearest(
    rows: Input[U16, "n, v"],
    order: Input[I32, "n"],
    totals: Input[I32, "n"],
    sums: Input[I32, "n, p"],
    centres: Input[U16, "k, v"],  # ascending by total
    of_centres: Input[I32, "k, p"],
    centre_totals: Input[I64, "k"],
    buckets: Array[I32, "n"],  # by place: where to look first; changed to the nearest
    nearest: Array[I64, "n"],  # written: the distance
    start: int,
    stop: int,
) -> None:
    """Find the nearest centre of each row, the first of equals, searching outwards from a guess."""
    count = len(centres)
    for place in range(start, stop):
        row, total = order[place], totals[place]
        best = np.int64(buckets[place])
        near = row_distance(rows, row, centres, best)
        # The first centre whose total is at least the row's.
        low, high = 0, count
        while low < high:
            middle = (low + high) >> 1
            if centre_totals[middle] < total:
                low = middle + 1
            else:
                high = middle
        up, down = low, low - 1
        while True:
            above = centre_totals[up] - total if up < count else near + 1
            below = total - centre_totals[down] if down >= 0 else near + 1
            if above > near and below > near:
                break
            if above <= below:
                centre = up
                up += 1
            else:
                centre = down
                down -= 1
            if centre == best or least_distance(sums, place, of_centres, centre) > near:
                continue
            apart = row_distance(rows, row, centres, centre)
            if apart < near or (apart == near and centre < best):
                near, best = apart, centre
        buckets[place] = best
        nearest[place] = near


@kernel
def find_medians(
    rows: Input[U16, "n, v"],
    weights: Input[I64, "n"],  # by place
    order: Input[I32, "n"],
    members: Input[I32, "n"],  # places, bucket by bucket
    starts: Input[I64, "k + 1"],  # where the places of each bucket begin
    centres: Array[U16, "k, v"],  # written, except those of empty buckets
    start: int,  # buckets
    stop: int,
) -> None:
    """Set each centre to the lower weighted medians of its rows, place by place."""
    counts = zeros((TOGETHER, VALUES), np.int64)
    least = empty(TOGETHER, np.int64)
    most = empty(TOGETHER, np.int64)
    width = rows.shape[1]
    for bucket in range(start, stop):
        first, last = starts[bucket], starts[bucket + 1]
        if first == last:
            continue
        whole = np.int64(0)
        for i in range(first, last):
            whole += weights[members[i]]
        for left in range(0, width, TOGETHER):
            wide = min(TOGETHER, width - left)
            for c in range(wide):
                least[c] = VALUES
                most[c] = 0
            for i in range(first, last):
                row, weight = order[members[i]], weights[members[i]]
                for c in range(wide):
                    value = np.int64(rows[row, left + c])
                    counts[c, value] += weight
                    least[c] = min(least[c], value)
                    most[c] = max(most[c], value)
            for c in range(wide):
                passed = np.int64(0)
                is_set = False
                for value in range(least[c], most[c] + 1):
                    passed += counts[c, value]
                    counts[c, value] = 0
                    if not is_set and 2 * passed >= whole:
                        is_set = True
                        centres[bucket, left + c] = value


@kernel
def measure(
    rows: Input[U16, "n, v"],
    buckets: Input[I32, "n"],  # by row
    centres: Input[U16, "k, v"],
    distances: Array[I64, "n"],  # written
    start: int,
    stop: int,
) -> None:
    """Write the distance from each row to the centre of its bucket."""
    for row in range(start, stop):
        distances[row] = row_distance(rows, row, centres, buckets[row])


@kernel
def measure_centres(
    centres: Input[U16, "k, v"],
    start: int,
    stop: int,
    distances: Array[I64, "stop - start, k"],  # written
) -> None:
    """Write the distances from some centres to all."""
    for centre in range(start, stop):
        for other in range(len(centres)):
            distances[centre - start, other] = row_distance(centres, centre, centres, other)


# n = points, k = centres, m = neighbours of each, b = blocks of points that are near each other

CLUSTERS = 8

u64 = np.uint64


@borrowing
def _squares(points: Input[U16, "n, 8"], point: int, centres: Input[U16, "k, 8"], centre: int):
    """The squared distance."""
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
    """Write a number of the six highest bits of each point's eight numbers, interleaved.

    Points that are near mostly get near numbers (G. M. Morton, "A computer oriented geodetic data
    base",
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
    """A lower bound of the squared distance from a centre to the points of a block."""
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
    nearest: Array[I64, "n"],  # the squared distance to it; changed
    farthest: Array[I64, "b"],  # the largest of these in a block; changed
    masses: Array[I64, "b"],  # the sum of these times weights; changed
    start: int,  # blocks
    stop: int,
) -> None:
    """Update the nearest centres of blocks of points with one more centre."""
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
    apart: Input[I32, "k, m"],  # their squared distances
    start: int,
    stop: int,
    buckets: Array[I32, "n"],  # a guess; written: the nearest, the first of equals
    nearest: Array[I64, "n"],  # written: the squared distances
    sums: Array[
        I64, "k, 9"
    ],  # added to: the weighted sum of each centre's points, and their weight
) -> None:
    """Find the nearest centre of each point, searching outwards from a guess.

    A centre nearer than the best so far is no farther from the guess than the sum of the point's
    distances to the guess and to the best.
    """
    count, listed = len(centres), order.shape[1]
    for point in range(start, stop):
        guess = best = buckets[point]
        near = _squares(points, point, centres, guess)
        distance = math.sqrt(np.float64(near))
        limit = 4 * np.float64(near) + 1  # above the largest that counts, whatever the rounding
        passed = 0
        while passed < listed and apart[guess, passed] <= limit:
            centre = order[guess, passed]
            passed += 1
            squares = _squares(points, point, centres, centre)
            if squares < near:
                near, best = squares, centre
                reach = distance + math.sqrt(np.float64(near))
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
    """Write the squared distance from each point to the centre of its bucket."""
    for point in range(start, stop):
        squares[point] = np.int64(_squares(points, point, centres, buckets[point]))
