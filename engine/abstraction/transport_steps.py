"""Steps of the earth mover's distance between rows of buckets.

What two rows have in common stays where it is, because the distance of buckets is a metric. The
rest is a small transportation problem, solved by shortest paths from one source after the other
(N. Tomizawa, "On some techniques useful for solution of transportation network problems",
Networks 1, 1971). Sources and sinks have prices: the prices of a source and a sink never sum to
more than their distance. So the prices of all units sum to at most the earth mover's distance.
That sum grows with each path, and at the end it equals the distance. A caller that only needs to
know whether a row is nearer than a limit can stop once the sum passes the limit.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, inlined
from ..signatures import I32, I64, U16, Array, Input

# n = rows, k = centres, v = units of a row, t = buckets that units are in

MOST = np.int32(2**31 - 1)


class TransportScratch(NamedTuple):
    """Sources and sinks of two rows, and the flow between them."""

    source: Array[I64, "v"]  # the bucket of each source, ascending
    sink: Array[I64, "v"]
    supply: Array[I32, "v"]  # units of each source
    demand: Array[I32, "v"]
    here: Array[I32, "v"]  # units of each source that have not moved yet
    free: Array[I32, "v"]  # units that each sink can still take
    cost: Array[I32, "v, v"]  # from source to sink
    flow: Array[I32, "v, v"]  # units moved
    source_price: Array[I32, "v"]
    sink_price: Array[I32, "v"]
    far: Array[I32, "v"]  # from the beginning of a path to each sink, less prices
    source_far: Array[I32, "v"]
    by: Array[I64, "v"]  # the source before each sink on the path
    source_by: Array[I64, "v"]  # the sink before each source; -1 where the path begins
    passed: Array[I64, "v"]  # sinks in the order in which paths reached them
    reached: Array[I64, "v"]  # sources in the order in which paths reached them
    is_passed: Array[I64, "v"]
    is_reached: Array[I64, "v"]


@inlined
def transport_room(units: int):
    """Scratch for rows of so many units."""
    return TransportScratch(
        empty(units, np.int64), empty(units, np.int64), empty(units, np.int32),
        empty(units, np.int32), empty(units, np.int32), empty(units, np.int32),
        empty((units, units), np.int32), empty((units, units), np.int32),
        empty(units, np.int32), empty(units, np.int32), empty(units, np.int32),
        empty(units, np.int32), empty(units, np.int64), empty(units, np.int64),
        empty(units, np.int64), empty(units, np.int64), empty(units, np.int64),
        empty(units, np.int64),
    )  # fmt: skip


@borrowing
def _put(bucket: int, count: int, buckets: Array[I64, "v"], units: Array[I32, "v"]):
    """Add a unit to a list of buckets; return its length."""
    if count > 0 and buckets[count - 1] == bucket:
        units[count - 1] += 1
        return count
    buckets[count] = bucket
    units[count] = 1
    return count + 1


@borrowing
def _part(
    rows: Input[U16, "n, v"],
    row: int,
    centres: Input[U16, "k, v"],
    centre: int,
    room: TransportScratch,
):
    """List the units that only one of the two rows has; return the numbers of sources and sinks."""
    units = rows.shape[1]
    i = j = m = n = 0
    while i < units or j < units:
        a = np.int64(rows[row, i]) if i < units else np.int64(MOST)
        b = np.int64(centres[centre, j]) if j < units else np.int64(MOST)
        if a == b:
            i += 1
            j += 1
        elif a < b:
            m = _put(a, m, room.source, room.supply)
            i += 1
        else:
            n = _put(b, n, room.sink, room.demand)
            j += 1
    return m, n


@borrowing
def _price(m: int, n: int, ground: Input[I32, "t, t"], room: TransportScratch):
    """Set costs and first prices, and move what these allow; return the sum of prices."""
    cost, at_source, at_sink = room.cost, room.source_price, room.sink_price
    for j in range(n):
        at_sink[j] = MOST
    for i in range(m):
        bucket = room.source[i]
        for j in range(n):
            distance = ground[bucket, room.sink[j]]
            cost[i, j] = distance
            at_sink[j] = min(at_sink[j], distance)
    total = np.int64(0)
    for j in range(n):
        total += np.int64(at_sink[j]) * room.demand[j]
        room.free[j] = room.demand[j]
    for i in range(m):
        least = MOST
        for j in range(n):
            least = min(least, cost[i, j] - at_sink[j])
        at_source[i] = least
        total += np.int64(least) * room.supply[i]
    return total


@borrowing
def _send(m: int, n: int, room: TransportScratch):
    """Move what the first prices allow."""
    for i in range(m):
        left, price = room.supply[i], room.source_price[i]
        for j in range(n):
            sent = np.int32(0)
            if room.cost[i, j] == price + room.sink_price[j]:
                sent = min(left, room.free[j])
                left -= sent
                room.free[j] -= sent
            room.flow[i, j] = sent
        room.here[i] = left


@borrowing
def _path(first: int, m: int, n: int, room: TransportScratch):
    """Find the shortest path from a source to a sink with room left.

    Returns the sink, and how many sinks were passed and sources reached.
    """
    far, by = room.far, room.by
    for j in range(n):
        far[j] = room.cost[first, j] - room.source_price[first] - room.sink_price[j]
        by[j] = first
        room.is_passed[j] = 0
    for i in range(m):
        room.is_reached[i] = 0
    room.is_reached[first] = 1
    room.reached[0] = first
    room.source_far[first] = 0
    room.source_by[first] = -1
    passed, reached = 0, 1
    while True:
        least, sink = MOST, 0
        for j in range(n):
            if room.is_passed[j] == 0 and far[j] < least:
                least, sink = far[j], j
        room.is_passed[sink] = 1
        room.passed[passed] = sink
        passed += 1
        if room.free[sink] > 0:
            return sink, passed, reached
        for i in range(m):
            if room.flow[i, sink] == 0 or room.is_reached[i] == 1:
                continue
            room.is_reached[i] = 1
            room.reached[reached] = i
            reached += 1
            room.source_far[i] = least
            room.source_by[i] = sink
            more = least - room.source_price[i]
            for j in range(n):
                way = more + room.cost[i, j] - room.sink_price[j]
                if room.is_passed[j] == 0 and way < far[j]:
                    far[j] = way
                    by[j] = i


@borrowing
def _reprice(sink: int, passed: int, reached: int, room: TransportScratch):
    """Raise prices until the path costs nothing more; return by how much their sum grows."""
    least = room.far[sink]
    gain = np.int64(0)
    for place in range(reached):
        i = room.reached[place]
        more = least - room.source_far[i]
        room.source_price[i] += more
        gain += np.int64(more) * room.supply[i]
    for place in range(passed):
        j = room.passed[place]
        less = least - room.far[j]
        room.sink_price[j] -= less
        gain -= np.int64(less) * room.demand[j]
    return gain


@borrowing
def _follow(first: int, sink: int, room: TransportScratch):
    """Move as many units along the path as it can take."""
    sent = min(room.here[first], room.free[sink])
    j = sink
    while True:
        i = room.by[j]
        before = room.source_by[i]
        if before < 0:
            break
        sent = min(sent, room.flow[i, before])
        j = before
    room.here[first] -= sent
    room.free[sink] -= sent
    j = sink
    while True:
        i = room.by[j]
        room.flow[i, j] += sent
        before = room.source_by[i]
        if before < 0:
            break
        room.flow[i, before] -= sent
        j = before


@borrowing
def transport(
    rows: Input[U16, "n, v"],  # buckets of units, ascending
    row: int,
    centres: Input[U16, "k, v"],
    centre: int,
    ground: Input[I32, "t, t"],  # the distances of buckets: a metric
    limit: int,
    room: TransportScratch,
):
    """The earth mover's distance, or a number above the limit if it is above the limit.

    Returns it, and the numbers of sources and sinks. The scratch then also holds the flow between
    them, unless the distance is above the limit.
    """
    m, n = _part(rows, row, centres, centre, room)
    if m == 0:
        return np.int64(0), m, n
    total = _price(m, n, ground, room)
    if total > limit:
        return total, m, n
    _send(m, n, room)
    for i in range(m):
        while room.here[i] > 0:
            sink, passed, reached = _path(i, m, n, room)
            total += _reprice(sink, passed, reached, room)
            if total > limit:
                return total, m, n
            _follow(i, sink, room)
    return total, m, n
