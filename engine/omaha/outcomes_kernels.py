"""The kernel that sweeps over rivers by their ranks, and by those of a suit with a flush."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import kernel
from ..arrays import empty
from ..signatures import I64, U8, U16, Array, Input
from .class_tables import OmahaTables
from .kinds import KindTables
from .kinds_steps import sweep, sweep_room
from .outcomes_steps import list_on, next_suited, place_of, ranks_of_board

# n = boards, k = cards in a hole, r = lists of k ranks, h = lists of k kinds


@kernel
def add_outcomes(
    boards: Input[U8, "n, 5"],  # the ranks of each, ascending
    numbers: Input[U16, "n"],  # of these ranks: the row in ``tables.of_ranks``
    k: int,  # 4, 5 or 6
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
        ranks = ranks_of_board(boards[board], counts)
        suited = 0
        while True:
            ways, found, strengths = list_on(counts, suited, of_ranks, tables, k, kinds, room)
            # The number of cards is spelt out: the compiler unrolls the loops over their sets.
            if k == 4:
                sweep(strengths, 4, 1728, kinds, room)
            elif k == 5:
                sweep(strengths, 5, 20736, kinds, room)
            else:
                sweep(strengths, 6, 248832, kinds, room)
            for i in range(found):
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
