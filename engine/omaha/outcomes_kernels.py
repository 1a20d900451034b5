"""The kernels that sweep over rivers by their ranks, and by the ranks of a suit with a flush.

All boards of some ranks are counted together first, as if flushes did not count. Then, for each way
in which a suit can have three of these ranks or more, the changes by its flushes are added for the
boards on which it has them.

In hi-lo a sweep counts opponents by their high hand and by their low at once. Lows depend on the
ranks of a hole, so holes with cards of the same kinds have the same low. A board allows ten
different lows, or none. They have levels from 1, the worst; 0 is no low. Each counter of
``kinds_steps`` is a row of sixteen lanes here: lane c counts the holes passed with level c or
higher. So a hole without a low, which half of them are, is added to one lane only.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, inlined, kernel, popcount, zeros
from ..signatures import I32, I64, U8, U16, U32, Array, Input
from .class_tables import KindTables, OmahaTables
from .kinds_steps import BITS, SweepRoom, list_holes, number_sets, order_pairs, sweep, sweep_room

i64 = np.int64
u64 = np.uint64
# h = lists of four kinds, s = lists of fewer kinds

CARDS = 4
SETS = 15  # the proper subsets of a hole's cards
SCALE = 1728  # 12 ** 3; 178,365 holes times this are below 2 ** 31
LANES = 16  # 12 are read: the one above the highest level stays 0

i32 = np.int32
# n = boards, r = lists of four ranks, h = lists of four kinds

OUTCOMES = 4  # of the low: win, tie, lose, and no low


@borrowing
def ranks_of_board(board: Input[U8, "5"], counts: Array[I64, "13"]):
    """Write how many cards a board has of each rank; return the set of these ranks."""
    ranks = 0
    for rank in range(13):
        counts[rank] = 0
    for rank in board:
        counts[rank] += 1
        ranks |= 1 << rank
    return ranks


@inlined
def next_suited(suited: int, ranks: int):
    """Return the next set of three ranks or more that a suit can have; 0 after the last.

    After 0, which is no suit, comes the whole set of the board's ranks.
    """
    suited = suited - 1 & ranks
    while popcount(u64(suited)) < u64(3) and suited:
        suited = suited - 1 & ranks
    return suited


@inlined
def _choose(n: int, k: int):
    """C(n, k) for n up to 4."""
    ways = i64(1)
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


@borrowing
def list_on(
    counts: Input[I64, "13"],  # how many cards the board has of each rank
    suited: int,  # the set of ranks that it has of a suit in which a flush is possible, or 0
    of_ranks: Input[U16, "91"],
    tables: OmahaTables,
    k: int,
    kinds: KindTables,
    room: SweepRoom,  # written
):
    """List the holes on a board.

    Returns the number of such boards for a given suit (0 if there are none, and nothing is listed),
    the number of lists of kinds, and the number of different strengths.
    """
    of_each = 4 - (suited > 0)
    ways = i64(1)
    n = i64(0)
    for rank in range(13):
        others = counts[rank] - (suited >> rank & 1)
        ways *= _choose(of_each, others)
        if others < of_each:
            room.live.kind[n] = rank
            room.live.cards[n] = of_each - others
            n += 1
    if ways == 0:
        return i64(0), 0, 0
    if suited:
        for rank in range(13):
            if not suited >> rank & 1:
                room.live.kind[n] = 13 + rank
                room.live.cards[n] = 1
                n += 1
    strengths = order_pairs(n, of_ranks, tables.of_suited[tables.row_of_set[suited]], room)
    scale = i64(12) ** (k - 1)
    return ways, list_holes(n, strengths, k, scale, kinds, room), strengths


@borrowing
def place_of(i: int, k: int, room: SweepRoom):
    """Return the number of list ``i`` of kinds."""
    code = u64(room.code[i])
    place = i64(0)
    for following in range(k):
        place += room.live.places[following, code & u64(31)]
        code >>= u64(BITS)
    return place


class LowRoom(NamedTuple):
    """Scratch arrays of a hi-lo sweep, and its results by outcome of the low: see ``_by_outcome``.

    Results are numbers of disjoint opponents, in the order of ``SweepRoom``.
    """

    level: Array[U8, "h"]
    with_set: Array[I32, "16 * s"]
    numbers: Array[U32, "h, 16"]  # of all sets of the cards of each hole that ties
    win: Array[I64, "h, 4"]  # opponents with a weaker high hand
    tie: Array[I64, "h, 4"]
    whole: Array[I64, "h, 4"]  # all opponents


@inlined
def low_room(tables: KindTables):
    """Return a new :class:`LowRoom`. Parts that are never written take no memory."""
    h = len(tables.ranks)
    s = i64(0)
    for size in range(CARDS):
        s += tables.steps[size, 0]
    return LowRoom(
        empty(h, np.uint8), zeros(LANES * s, np.int32), empty((h, SETS + 1), np.uint32),
        empty((h, 4), np.int64), empty((h, 4), np.int64), empty((h, 4), np.int64),
    )  # fmt: skip


@borrowing
def find_levels(
    count: int,
    of_sets: Input[U8, "256"],  # the level of each set of the ranks ace to eight, the ace first
    room: SweepRoom,  # after ``list_holes``
    lows: LowRoom,
) -> None:
    """Write the level of each list of kinds."""
    for i in range(count):
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


@borrowing
def _apart(numbers: Input[U32, "16"], level: int, with_set: Input[I32, "16 * s"]):
    """Return how many holes passed share no card with a hole, scaled.

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


@borrowing
def _by_outcome(
    numbers: Input[U32, "16"],
    level: int,
    self_term: int,  # ``SCALE`` if the hole is passed
    lows: LowRoom,
    outcomes: Array[I64, "4"],
) -> None:
    """Write how many opponents have a worse low or none, an equal low, a better low.

    The last number is how many have no low, if the hole has none either.
    """
    whole, from_here, higher = _apart(numbers, level, lows.with_set)
    equal = (from_here - higher + self_term) // SCALE
    outcomes[0] = (whole - from_here) // SCALE
    outcomes[1] = equal if level else i64(0)
    outcomes[2] = higher // SCALE
    outcomes[3] = i64(0) if level else equal


@borrowing
def sweep_lows(
    strengths: int,
    tables: KindTables,
    room: SweepRoom,  # after ``list_holes``
    lows: LowRoom,  # after ``find_levels``
) -> None:
    """Pass the holes, weakest high hand first, and count the disjoint opponents of each."""
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


@borrowing
def count_all(
    count: int,
    tables: KindTables,
    room: SweepRoom,
    lows: LowRoom,  # after ``sweep_lows``
) -> None:
    """Count all disjoint opponents of each hole."""
    for i in range(count):
        numbers = lows.numbers[0]
        number_sets(u64(room.code[i]), CARDS, 0, tables.steps, numbers)
        _by_outcome(numbers, i64(lows.level[i]), SCALE, lows, lows.whole[i])


# n = boards, k = cards in a hole, r = lists of k ranks, h = lists of k kinds


@kernel
def add_outcomes(
    boards: Input[U8, "n, 5"],  # the ranks of each, ascending
    numbers: Input[U16, "n"],  # of these ranks: the row in ``tables.of_ranks``
    k: int,  # 4, 5 or 6
    tables: OmahaTables,  # of boards of five cards
    kinds: KindTables,  # of holes of k cards
    # Added to, like all that follow, summed over all holes of each list of ranks: the boards, and
    # wins and ties on them, as if flushes did not count.
    all_boards: Array[I64, "r"],
    win: Array[I64, "r"],
    tie: Array[I64, "r"],
    # By list of kinds, what the flushes of one suit add.
    flush_win: Array[I64, "h"],
    flush_tie: Array[I64, "h"],
) -> None:
    """Count the opponents that each hole beats and ties with, on all boards of these ranks."""
    room = sweep_room(k, kinds)
    counts = empty(13, np.int64)
    wins = empty(len(win), np.int64)
    ties = empty(len(win), np.int64)
    for board in range(len(boards)):
        of_ranks = tables.of_ranks[numbers[board]]
        ranks = ranks_of_board(boards[board], counts)
        suited = i64(0)
        while True:
            ways, count, strengths = list_on(counts, suited, of_ranks, tables, k, kinds, room)
            # k is a literal, so that the compiler unrolls the loops over sets of cards.
            if k == 4:
                sweep(strengths, 4, 1728, kinds, room)
            elif k == 5:
                sweep(strengths, 5, 20736, kinds, room)
            else:
                sweep(strengths, 6, 248832, kinds, room)
            for i in range(count):
                place = place_of(i, k, room)
                times = ways * room.holes[i]
                if suited == 0:
                    wins[place] = room.win[i]
                    ties[place] = room.tie[i]
                    all_boards[place] += times
                    win[place] += times * room.win[i]
                    tie[place] += times * room.tie[i]
                else:
                    plain = kinds.ranks[place]
                    flush_win[place] += times * (room.win[i] - wins[plain])
                    flush_tie[place] += times * (room.tie[i] - ties[plain])
            suited = next_suited(suited, ranks)
            if suited == 0:
                break


@kernel
def add_hilo_outcomes(
    boards: Input[U8, "n, 5"],  # the ranks of each, ascending
    numbers: Input[U16, "n"],  # of these ranks: the row in ``tables.of_ranks``
    levels: Input[U8, "n, 256"],  # the level of each set of low ranks, see ``find_levels``
    tables: OmahaTables,  # of boards of five cards
    kinds: KindTables,  # of holes of four cards
    # Added to, like all that follow, by the outcome of the low, summed over all holes of each list
    # of ranks: the opponents on all boards; and those with a weaker high hand, and an equal one, as
    # if flushes did not count.
    whole: Array[I64, "r, 4"],
    win: Array[I64, "r, 4"],
    tie: Array[I64, "r, 4"],
    # By list of kinds, what the flushes of one suit add.
    flush_win: Array[I64, "h, 4"],
    flush_tie: Array[I64, "h, 4"],
) -> None:
    """Count the opponents of each hole by both halves, on all boards of these ranks."""
    room = sweep_room(CARDS, kinds)
    lows = low_room(kinds)
    counts = empty(13, np.int64)
    wins = empty(win.shape, np.int64)
    ties = empty(win.shape, np.int64)
    for board in range(len(boards)):
        of_ranks = tables.of_ranks[numbers[board]]
        ranks = ranks_of_board(boards[board], counts)
        suited = i64(0)
        while True:
            ways, count, strengths = list_on(counts, suited, of_ranks, tables, CARDS, kinds, room)
            find_levels(count, levels[board], room, lows)
            sweep_lows(strengths, kinds, room, lows)
            if suited == 0:
                count_all(count, kinds, room, lows)
            for i in range(count):
                place = place_of(i, CARDS, room)
                times = ways * room.holes[i]
                if suited == 0:
                    for low in range(OUTCOMES):
                        wins[place, low] = lows.win[i, low]
                        ties[place, low] = lows.tie[i, low]
                        whole[place, low] += times * lows.whole[i, low]
                        win[place, low] += times * lows.win[i, low]
                        tie[place, low] += times * lows.tie[i, low]
                else:
                    plain = kinds.ranks[place]
                    for low in range(OUTCOMES):
                        flush_win[place, low] += times * (lows.win[i, low] - wins[plain, low])
                        flush_tie[place, low] += times * (lows.tie[i, low] - ties[plain, low])
            suited = next_suited(suited, ranks)
            if suited == 0:
                break
