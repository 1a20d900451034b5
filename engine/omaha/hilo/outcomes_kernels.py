"""The kernel that sweeps over rivers for both halves of the pot."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ...accelerate import kernel
from ...arrays import empty
from ...signatures import I64, U8, U16, Array, Input
from ..class_tables import OmahaTables
from ..kinds import KindTables
from ..kinds_steps import sweep_room
from ..outcomes_steps import list_on, next_suited, place_of, ranks_of_board
from .outcomes_steps import CARDS, count_all, find_levels, low_room, sweep_lows

# n = boards, r = lists of four ranks, h = lists of four kinds

OUTCOMES = 4  # of the low: win, tie, lose, and none


@kernel
def add_hilo_outcomes(
    boards: Input[U8, "n, 5"],  # the ranks of each, ascending
    numbers: Input[U16, "n"],  # of these ranks: the row in ``tables.of_ranks``
    levels: Input[U8, "n, 256"],  # the level of each set of low ranks, see ``outcomes_steps``
    tables: OmahaTables,  # of boards of five cards
    kinds: KindTables,  # of holes of four cards
    # Added to, as all that follow, by the outcome of the low. Of all holes of each list of ranks
    # the opponents on all boards; and those with a weaker high hand, and as strong a one, as if no
    # flush counted.
    whole: Array[I64, "r, 4"],
    win: Array[I64, "r, 4"],
    tie: Array[I64, "r, 4"],
    # Of each list of kinds what the flushes of one suit add to that.
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
        suited = 0
        while True:
            ways, found, strengths = list_on(counts, suited, of_ranks, tables, CARDS, kinds, room)
            find_levels(found, levels[board], room, lows)
            sweep_lows(strengths, kinds, room, lows)
            if suited == 0:
                count_all(found, kinds, room, lows)
            for i in range(found):
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
