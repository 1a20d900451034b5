"""Kernels of rows of next buckets: bounds, nearest centres, and the moves of centres.

A row lists the buckets of the next street that a hole is in after each card: one unit a card,
ascending. The distance of two buckets is the sum of the distances of the parts of their medians. So
the earth mover's distance of two rows is at least the sum of the one-dimensional distances of the
parts. ``features`` has the sorted values of each part, and most pairs are ruled out by them. All
numbers are whole, so the order of adding does not change a result.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel, zeros
from ..signatures import I32, I64, U8, U16, Array, Input
from .clustering_kernels import least_distance, row_distance
from .transport_steps import TransportScratch, transport, transport_room

# n = rows, ascending by total; v = units of a row; t = buckets that units are in; p = parts;
# f = p * v features; k = centres; b = blocks; m = rows by bucket, some more than once

BLOCK = 1024  # rows
FAR = 2**62
PICKED = 256  # sample buckets that are tried as places for a unit of a centre


@kernel
def fill_features(
    rows: Input[U16, "n, v"],
    values: Input[U16, "t, p"],  # of each bucket
    features: Array[U16, "n, f"],  # written: part by part the values of all units, ascending
    sums: Array[I32, "n, p"],  # written: the sums of parts
    start: int,
    stop: int,
) -> None:
    """Write the features that bound the distances of rows."""
    units = rows.shape[1]
    for row in range(start, stop):
        for part in range(values.shape[1]):
            first = part * units
            total = np.int32(0)
            for i in range(units):
                value, at = values[rows[row, i], part], first + i
                total += np.int32(value)
                while at > first and features[row, at - 1] > value:
                    features[row, at] = features[row, at - 1]
                    at -= 1
                features[row, at] = value
            sums[row, part] = total


@kernel
def add_centre(
    rows: Input[U16, "n, v"],
    features: Input[U16, "n, f"],
    sums: Input[I32, "n, p"],
    totals: Input[I64, "n"],
    weights: Input[I64, "n"],
    ground: Input[I32, "t, t"],
    place: int,  # the row that becomes a centre
    centre: int,
    buckets: Array[I32, "n"],  # the nearest centre so far; changed
    nearest: Array[I64, "n"],  # its distance; changed
    farthest: Array[I64, "b"],  # the largest of these in a block; changed
    masses: Array[I64, "b"],  # the sum of these times weights; changed
    start: int,  # blocks
    stop: int,
) -> None:
    """Update the distances to the nearest centre with one more centre."""
    room = transport_room(rows.shape[1])
    n = len(rows)
    total = totals[place]
    for block in range(start, stop):
        low, high = block * BLOCK, min(n, (block + 1) * BLOCK)
        short = max(totals[low] - total, total - totals[high - 1])
        if short >= farthest[block]:
            continue
        most = mass = np.int64(0)
        for row in range(low, high):
            near = nearest[row]
            if (
                abs(totals[row] - total) < near
                and least_distance(sums, row, sums, place) < near
                and row_distance(features, row, features, place) < near
            ):
                apart, _, _ = transport(rows, row, rows, place, ground, near - 1, room)
                if apart < near:
                    near = apart
                    nearest[row] = near
                    buckets[row] = centre
            most = max(most, near)
            mass += near * weights[row]
        farthest[block] = most
        masses[block] = mass


@kernel
def find_nearest(
    rows: Input[U16, "n, v"],
    features: Input[U16, "n, f"],
    sums: Input[I32, "n, p"],
    totals: Input[I64, "n"],
    ground: Input[I32, "t, t"],
    centres: Input[U16, "k, v"],
    centre_features: Input[U16, "k, f"],
    centre_sums: Input[I32, "k, p"],
    order: Input[I64, "k"],  # centres, ascending by total
    centre_totals: Input[I64, "k"],  # in this order
    changed: Input[U8, "k"],  # whether a centre has moved since buckets and nearest were found
    buckets: Array[I32, "n"],  # where to look first; changed to the nearest
    nearest: Array[I64, "n"],  # the distance before; changed
    start: int,
    stop: int,
) -> None:
    """Find the nearest centre of each row, the first of equals.

    If a row's own centre is no farther than before, centres that have not moved are no nearer.
    """
    room = transport_room(rows.shape[1])
    k = len(centres)
    bounds = empty(k, np.int64)
    likely = empty(k, np.int64)
    for row in range(start, stop):
        best = np.int64(buckets[row])
        near = nearest[row]
        only_changed = True
        if changed[best]:
            before = near
            near, _, _ = transport(rows, row, centres, best, ground, FAR, room)
            only_changed = near <= before
        total = totals[row]
        # The first centre whose total is high enough to be worth trying.
        low, high = 0, k
        while low < high:
            middle = (low + high) >> 1
            if centre_totals[middle] < total - near:
                low = middle + 1
            else:
                high = middle
        count = 0
        while low < k and centre_totals[low] <= total + near:
            centre = order[low]
            low += 1
            if centre == best or (only_changed and not changed[centre]):
                continue
            if least_distance(sums, row, centre_sums, centre) > near:
                continue
            bound = row_distance(features, row, centre_features, centre)
            if bound > near:
                continue
            at = count
            while at > 0 and bounds[at - 1] > bound:
                bounds[at] = bounds[at - 1]
                likely[at] = likely[at - 1]
                at -= 1
            bounds[at] = bound
            likely[at] = centre
            count += 1
        for at in range(count):
            if bounds[at] > near:
                break
            centre = likely[at]
            apart, _, _ = transport(rows, row, centres, centre, ground, near, room)
            if apart < near or (apart == near and centre < best):
                near, best = apart, centre
        buckets[row] = best
        nearest[row] = near


@borrowing
def _add(
    counts: Array[I64, "v, t"],
    unit: int,
    bucket: int,
    weight: int,
    used: Array[I64, "v, t"],  # the buckets that each unit goes to
    uses: Array[I64, "v"],
):
    """Note that a unit of a centre moves to a bucket."""
    if counts[unit, bucket] == 0:
        used[unit, uses[unit]] = bucket
        uses[unit] += 1
    counts[unit, bucket] += weight


@borrowing
def _add_flows(
    centres: Input[U16, "k, v"],
    centre: int,
    m: int,
    n: int,
    room: TransportScratch,
    weight: int,
    counts: Array[I64, "v, t"],
    used: Array[I64, "v, t"],
    uses: Array[I64, "v"],
):
    """Note where all units of a centre move; units of one bucket go in order of their targets."""
    units = centres.shape[1]
    unit = sink = 0
    while unit < units:
        bucket = np.int64(centres[centre, unit])
        stop = unit
        while stop < units and centres[centre, stop] == bucket:
            stop += 1
        staying = stop - unit
        is_sink = sink < n and room.sink[sink] == bucket
        if is_sink:
            staying -= room.demand[sink]
        for i in range(m + 1):
            # Units that stay come between the sources below and above.
            if staying > 0 and (i == m or room.source[i] > bucket):
                for _ in range(staying):
                    _add(counts, unit, bucket, weight, used, uses)
                    unit += 1
                staying = 0
            if i < m and is_sink:
                for _ in range(room.flow[i, sink]):
                    _add(counts, unit, room.source[i], weight, used, uses)
                    unit += 1
        if is_sink:
            sink += 1


@borrowing
def _way(
    counts: Array[I64, "v, t"],
    unit: int,
    bucket: int,
    ground: Input[I32, "t, t"],
    used: Array[I64, "v, t"],
    uses: Array[I64, "v"],
    least: int,
):
    """The sum of distances from a bucket to all targets of a unit, cut off at ``least``."""
    total = np.int64(0)
    for j in range(uses[unit]):
        to = used[unit, j]
        total += counts[unit, to] * ground[bucket, to]
        if total >= least:
            break
    return total


@borrowing
def _pick(
    counts: Array[I64, "v, t"],
    unit: int,
    used: Array[I64, "v, t"],
    uses: Array[I64, "v"],
    picked: Array[I64, "PICKED"],
):
    """Write sample buckets that stand for all targets of a unit, each for as many deals."""
    whole = np.int64(0)
    for j in range(uses[unit]):
        whole += counts[unit, used[unit, j]]
    passed, at = np.int64(0), 0
    for j in range(uses[unit]):
        passed += counts[unit, used[unit, j]]
        while at < PICKED and (2 * at + 1) * whole < 2 * PICKED * passed:
            picked[at] = used[unit, j]
            at += 1


@borrowing
def _nearest_bucket(
    counts: Array[I64, "v, t"],
    unit: int,
    now: int,
    ground: Input[I32, "t, t"],
    used: Array[I64, "v, t"],
    uses: Array[I64, "v"],
    picked: Array[I64, "PICKED"],
):
    """The bucket nearest to all targets of a unit: the present one, or one of the targets.

    If there are too many targets to try, a sample of them is tried.
    """
    best = np.int64(now)
    least = _way(counts, unit, best, ground, used, uses, FAR)
    if uses[unit] <= PICKED:
        for i in range(uses[unit]):
            candidate = used[unit, i]
            total = _way(counts, unit, candidate, ground, used, uses, least)
            if total < least:
                best, least = candidate, total
        return best
    _pick(counts, unit, used, uses, picked)
    candidate, nearest = np.int64(0), np.int64(FAR)
    for i in range(PICKED):
        total = np.int64(0)
        for j in range(PICKED):
            total += ground[picked[i], picked[j]]
        if total < nearest:
            candidate, nearest = picked[i], total
    return candidate if _way(counts, unit, candidate, ground, used, uses, least) < least else best


@borrowing
def _sort(centres: Array[U16, "k, v"], centre: int):
    """Sort a centre, which is nearly in order."""
    for unit in range(1, centres.shape[1]):
        bucket, at = centres[centre, unit], unit
        while at > 0 and centres[centre, at - 1] > bucket:
            centres[centre, at] = centres[centre, at - 1]
            at -= 1
        centres[centre, at] = bucket


@kernel
def move_centres(
    rows: Input[U16, "n, v"],
    members: Input[I64, "m"],  # rows, bucket by bucket
    weights: Input[I64, "m"],  # of members
    starts: Input[I64, "k + 1"],  # where in them each bucket begins
    ground: Input[I32, "t, t"],
    by_place: bool,  # units go to those of rows place by place, not by the shortest ways
    centres: Array[U16, "k, v"],  # changed
    start: int,  # buckets
    stop: int,
) -> None:
    """Move each unit of a centre to the bucket nearest to all its targets, over all rows.

    The sum of distances never grows: the ways found before are no longer than they were.
    """
    units = rows.shape[1]
    room = transport_room(units)
    counts = zeros((units, len(ground)), np.int64)
    used = empty((units, len(ground)), np.int64)
    uses = zeros(units, np.int64)
    picked = empty(PICKED, np.int64)
    for bucket in range(start, stop):
        for place in range(starts[bucket], starts[bucket + 1]):
            row, weight = members[place], weights[place]
            if by_place:
                for unit in range(units):
                    _add(counts, unit, np.int64(rows[row, unit]), weight, used, uses)
            else:
                _, m, n = transport(rows, row, centres, bucket, ground, FAR, room)
                _add_flows(centres, bucket, m, n, room, weight, counts, used, uses)
        for unit in range(units):
            now = centres[bucket, unit]
            centres[bucket, unit] = _nearest_bucket(counts, unit, now, ground, used, uses, picked)
            for j in range(uses[unit]):
                counts[unit, used[unit, j]] = 0
            uses[unit] = 0
        _sort(centres, bucket)


@borrowing
def _insert(
    others: Array[I32, "k, m"],
    distances: Array[I64, "k, m"],
    centre: int,
    count: int,
    other: int,
    apart: int,
):
    """Insert a centre into the nearest so far if it is one of them; return how many these are."""
    at = count
    if count == others.shape[1]:
        at -= 1
        last = distances[centre, at]
        if apart > last or (apart == last and other > others[centre, at]):
            return count
    else:
        count += 1
    while at > 0:
        before = distances[centre, at - 1]
        if before < apart or (before == apart and others[centre, at - 1] < other):
            break
        others[centre, at] = others[centre, at - 1]
        distances[centre, at] = before
        at -= 1
    others[centre, at] = other
    distances[centre, at] = apart
    return count


@kernel
def find_others(
    centres: Input[U16, "k, v"],
    features: Input[U16, "k, f"],
    sums: Input[I32, "k, p"],
    ground: Input[I32, "t, t"],
    order: Input[I64, "k"],  # centres, ascending by total
    totals: Input[I64, "k"],  # in this order
    others: Array[I32, "k, m"],  # written: the nearest m others, the nearest first
    distances: Array[I64, "k, m"],  # written: how far they are
    start: int,  # places in the order
    stop: int,
) -> None:
    """Find the nearest others of centres, outwards by total until none can be nearer."""
    room = transport_room(centres.shape[1])
    k, most = len(centres), others.shape[1]
    for place in range(start, stop):
        centre = order[place]
        count, up, down = 0, place + 1, place - 1
        while up < k or down >= 0:
            worst = distances[centre, most - 1] if count == most else np.int64(FAR)
            above = totals[up] - totals[place] if up < k else np.int64(FAR)
            below = totals[place] - totals[down] if down >= 0 else np.int64(FAR)
            if above > worst and below > worst:
                break
            if above <= below:
                other = order[up]
                up += 1
            else:
                other = order[down]
                down -= 1
            if least_distance(sums, centre, sums, other) > worst:
                continue
            if row_distance(features, centre, features, other) > worst:
                continue
            apart, _, _ = transport(centres, centre, centres, other, ground, worst, room)
            if apart <= worst:
                count = _insert(others, distances, centre, count, other, apart)


@kernel
def measure(
    rows: Input[U16, "n, v"],
    places: Input[I64, "m"],  # the rows that are measured
    buckets: Input[I32, "m"],  # the centre to which each is measured
    ground: Input[I32, "t, t"],
    centres: Input[U16, "k, v"],
    distances: Array[I64, "m"],  # written
    start: int,
    stop: int,
) -> None:
    """Write the earth mover's distances from rows to centres."""
    room = transport_room(rows.shape[1])
    for i in range(start, stop):
        distances[i], _, _ = transport(rows, places[i], centres, buckets[i], ground, FAR, room)
