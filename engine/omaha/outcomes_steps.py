"""Steps that count over rivers by their ranks, and by those of a suit with a flush, have in common.

All boards of some ranks are counted together first, as if no flush counted. Then, for each way in
which a suit can have three of these ranks or more, what its flushes change is added for the boards
on which it has them.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import inlined, popcount
from ..signatures import I64, U8, U16, Array, Input
from .class_tables import OmahaTables
from .kinds import KindTables
from .kinds_steps import BITS, SweepRoom, list_holes, order_pairs

i64 = np.int64
u64 = np.uint64


@inlined
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
    """Return the next set of three ranks or more that a suit can have; 0 behind the last.

    Behind 0, which is no suit, comes the whole set of the board's ranks.
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


@inlined
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

    Returns
    -------
    ways : int
        How many boards are such, with a given suit; 0 if there are none, and nothing is listed.
    found : int
        How many lists of kinds the holes have.
    strengths : int
        How many classes they have.
    """
    of_each = 4 - (suited > 0)
    ways = i64(1)
    n = 0
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


@inlined
def place_of(i: int, k: int, room: SweepRoom):
    """Return the number of a list of kinds that was swept."""
    code = u64(room.code[i])
    place = i64(0)
    for following in range(k):
        place += room.live.places[following, code & u64(31)]
        code >>= u64(BITS)
    return place
