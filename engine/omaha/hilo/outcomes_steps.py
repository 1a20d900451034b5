"""Steps of a sweep that counts opponents by their high hand and by their low at once.

Lows go by the ranks of a hole, so holes whose cards are of the same kinds have the same one. A
board allows ten different lows, or none; here they have levels, 1 the worst, and 0 is no low. Each
counter of ``kinds_steps`` is a row of sixteen here: that in lane c counts the holes passed whose
level is c or higher. So a hole without a low, as half of them are, is added to one lane.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...accelerate import inlined, popcount
from ...arrays import empty, zeros
from ...signatures import I32, I64, U8, U32, Array, Input
from ..kinds import KindTables
from ..kinds_steps import BITS, SweepRoom, number_sets

# h = lists of four kinds, s = lists of fewer kinds

CARDS = 4
SETS = 15  # of a hole's cards, but the whole
SCALE = 1728  # 12 ** 3; 178,365 holes, so scaled, are below 2 ** 31
LANES = 16  # of which 12 are read: one above the highest level stays 0

i32 = np.int32
i64 = np.int64
u64 = np.uint64


class LowRoom(NamedTuple):
    """Room for such a sweep, and what it finds, by the outcome of the low, see ``_by_outcome``.

    Opponents that share no card with the hole, in the order of its ``SweepRoom``.
    """

    level: Array[U8, "h"]
    with_set: Array[I32, "16 * s"]
    numbers: Array[U32, "h, 16"]  # of all sets of the cards of each hole that ties
    win: Array[I64, "h, 4"]  # those with a weaker high hand
    tie: Array[I64, "h, 4"]
    whole: Array[I64, "h, 4"]  # all


@inlined
def low_room(tables: KindTables):
    """Return new room. What is never written takes no memory."""
    h = len(tables.ranks)
    s = i64(0)
    for size in range(CARDS):
        s += tables.steps[size, 0]
    return LowRoom(
        empty(h, np.uint8), zeros(LANES * s, np.int32), empty((h, SETS + 1), np.uint32),
        empty((h, 4), np.int64), empty((h, 4), np.int64), empty((h, 4), np.int64),
    )  # fmt: skip


@inlined
def find_levels(
    found: int,
    of_sets: Input[U8, "256"],  # the level of each set of the ranks ace to eight, the ace first
    room: SweepRoom,  # after ``list_holes``
    lows: LowRoom,
) -> None:
    """Write the level of each list of kinds."""
    for i in range(found):
        code = i64(room.code[i])
        ranks = 0
        for _ in range(CARDS):
            rank = room.live.kind[code & 31] % 13
            if rank == 12:
                ranks |= 1
            elif rank < 7:
                ranks |= 2 << rank
            code >>= BITS
        lows.level[i] = of_sets[ranks]


@inlined
def _apart(numbers: Input[U32, "16"], level: int, with_set: Input[I32, "16 * s"]):
    """Return how many holes passed share no card with a hole that is not passed, scaled.

    All; those of its level or a higher one; and those of a higher one.
    """
    whole = from_here = higher = i64(0)
    for part in range(SETS):
        at = u64(numbers[part]) * u64(LANES)
        a = i64(with_set[at])
        b = i64(with_set[at + u64(level)])
        c = i64(with_set[at + u64(level + 1)])
        if popcount(u64(part)) & u64(1):
            whole -= a
            from_here -= b
            higher -= c
        else:
            whole += a
            from_here += b
            higher += c
    return whole, from_here, higher


@inlined
def _by_outcome(
    numbers: Input[U32, "16"],
    level: int,
    own: int,  # ``SCALE`` if the hole is passed
    lows: LowRoom,
    found: Array[I64, "4"],
) -> None:
    """Write how many opponents have a worse low or none, as good a one, a better one.

    The last is how many have none where the hole has none.
    """
    whole, from_here, higher = _apart(numbers, level, lows.with_set)
    equal = (from_here - higher + own) // SCALE
    found[0] = (whole - from_here) // SCALE
    found[1] = equal if level else i64(0)
    found[2] = higher // SCALE
    found[3] = i64(0) if level else equal


@inlined
def sweep_lows(
    strengths: int,
    tables: KindTables,
    room: SweepRoom,  # after ``list_holes``
    lows: LowRoom,  # after ``find_levels``
) -> None:
    """Pass the holes, the weakest high hand first, and count for each those that it can meet."""
    with_set, scaled, stops = lows.with_set, room.scaled, room.stops
    for i in range(len(with_set)):
        with_set[i] = 0
    start = 0
    for strength in range(strengths):
        stop = stops[strength]
        for i in range(start, stop):
            numbers = lows.numbers[i - start]
            number_sets(u64(room.code[i]), CARDS, 0, tables.steps, numbers)
            _by_outcome(numbers, i64(lows.level[i]), 0, lows, lows.win[i])
        for i in range(start, stop):
            numbers = lows.numbers[i - start]
            holes = room.holes[i]
            lanes = u64(lows.level[i]) + u64(1)
            for part in range(SETS):
                number = u64(numbers[part])
                more = i32(holes * scaled[number])
                at = number * u64(LANES)
                for lane in range(at, at + lanes):
                    with_set[lane] = i32(with_set[lane] + more)
        for i in range(start, stop):
            numbers = lows.numbers[i - start]
            _by_outcome(numbers, i64(lows.level[i]), SCALE, lows, lows.tie[i])
            for outcome in range(4):
                lows.tie[i, outcome] -= lows.win[i, outcome]
        start = stop


@inlined
def count_all(
    found: int,
    tables: KindTables,
    room: SweepRoom,
    lows: LowRoom,  # after ``sweep_lows``
) -> None:
    """Count for each hole all that it can meet."""
    for i in range(found):
        numbers = lows.numbers[0]
        number_sets(u64(room.code[i]), CARDS, 0, tables.steps, numbers)
        _by_outcome(numbers, i64(lows.level[i]), SCALE, lows, lows.whole[i])
