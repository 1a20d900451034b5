"""The kernel that sweeps over rivers by their ranks, and by those of a suit with a flush.

All boards of some ranks are counted together first, as if no flush counted. Then, for each way in
which a suit can have three of these ranks or more, what its flushes change is added for the boards
on which it has them.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import inlined, kernel, popcount
from ..arrays import empty
from ..signatures import I64, U8, U16, Array, Input
from .kinds import KindTables
from .kinds_steps import SweepRoom, list_holes, order_pairs, sweep, sweep_room
from .tables import OmahaTables

# n = boards, k = cards in a hole, r = lists of k ranks, h = lists of k kinds

BITS = 5

i64 = np.int64
u64 = np.uint64


@inlined
def _choose(n: int, k: int):
    """C(n, k) for n up to 4."""
    ways = i64(1)
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


@inlined
def _play(
    counts: Input[I64, "13"],  # how many cards the board has of each rank; not of ``suited``
    suited: int,  # the set of ranks that it has of a suit in which a flush is possible, or 0
    of_ranks: Input[U16, "91"],
    tables: OmahaTables,
    k: int,
    kinds: KindTables,
    room: SweepRoom,  # written
):
    """Sweep over a board.

    Returns
    -------
    ways : int
        How many boards are such, with a given suit; 0 if there are none, and nothing is swept.
    found : int
        How many lists of kinds the holes have.
    """
    of_each = 4 - (suited > 0)
    ways = i64(1)
    n = 0
    for rank in range(13):
        ways *= _choose(of_each, counts[rank])
        if counts[rank] < of_each:
            room.live.kind[n] = rank
            room.live.cards[n] = of_each - counts[rank]
            n += 1
    if ways == 0:
        return i64(0), 0
    if suited:
        for rank in range(13):
            if not suited >> rank & 1:
                room.live.kind[n] = 13 + rank
                room.live.cards[n] = 1
                n += 1
    strengths = order_pairs(n, of_ranks, tables.of_suited[tables.row_of_set[suited]], room)
    scale = i64(12) ** (k - 1)
    found = list_holes(n, strengths, k, scale, kinds, room)
    # The number of cards is spelt out, so that the compiler unrolls the loops over their sets.
    if k == 4:
        sweep(strengths, 4, 1728, kinds, room)
    else:
        sweep(strengths, 5, 20736, kinds, room)
    return ways, found


@inlined
def _place(i: int, k: int, kinds: KindTables, room: SweepRoom):
    """Return the number of a list of kinds that was swept."""
    code = i64(room.code[i])
    place = i64(0)
    for following in range(k):
        place += kinds.places[following, room.live.kind[code >> (BITS * following) & 31]]
    return place


@kernel
def add_outcomes(
    boards: Input[U8, "n, 5"],  # the ranks of each, ascending
    numbers: Input[U16, "n"],  # of these ranks: the row in ``tables.of_ranks``
    k: int,  # 4 or 5
    tables: OmahaTables,  # of boards of five cards
    kinds: KindTables,  # of holes of k cards
    # Added to, as all that follow. Of all holes of each list of ranks the boards; and over these
    # wins and ties, as if no flush counted.
    all_boards: Array[I64, "r"],
    win: Array[I64, "r"],
    tie: Array[I64, "r"],
    # Of each list of kinds what the flushes of one suit add to that.
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
        ranks = 0
        for rank in range(13):
            counts[rank] = 0
        for rank in boards[board]:
            counts[rank] += 1
            ranks |= 1 << rank
        suited = 0  # then all sets of these ranks, from the whole one down
        while True:
            if suited == 0 or popcount(u64(suited)) >= u64(3):
                for rank in range(13):
                    counts[rank] -= suited >> rank & 1
                ways, found = _play(counts, suited, of_ranks, tables, k, kinds, room)
                for i in range(found):
                    place = _place(i, k, kinds, room)
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
                for rank in range(13):
                    counts[rank] += suited >> rank & 1
            suited = suited - 1 & ranks
            if suited == 0:
                break
