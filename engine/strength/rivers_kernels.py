"""The kernel of river outcomes."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import kernel
from ..arrays import empty
from ..cards.steps import alike_suits
from ..cards.suit_symmetry import AlikeHoles
from ..hands.board_order import LIVE_HOLES
from ..hands.board_tables import BoardTables
from ..keys.canonical_rows_kernels import list_holes
from ..signatures import U8, U16, Array, Input
from .rivers_steps import kinds_room, play_river

# n = boards, r = rows, canonical holes of all boards


@kernel
def fill_outcomes(
    boards: Input[U8, "n, 5"],
    tables: BoardTables,
    alike: AlikeHoles,
    # Written, as all that follow: the columns of ``Rivers``, board after board.
    holes: Array[U16, "r"],
    orbits: Array[U8, "r"],
    classes: Array[U16, "r"],
    wins: Array[U16, "r"],
    ties: Array[U16, "r"],
) -> None:
    """Write class, wins and ties of all canonical holes on rivers."""
    room = kinds_room()
    found = empty(LIVE_HOLES + 1, np.uint16)
    hole_cards, hole_bits, kind_of = tables.hole_cards, tables.hole_bits, room.kind_of
    class_of, win_of, tie_of = room.outcomes
    row = 0
    for board in boards:
        dead = play_river(board, tables, room)
        suits = alike_suits(board)
        orbit = alike.orbit[suits]
        for i in range(list_holes(dead, alike.smallest[suits], hole_bits, found)):
            hole = found[i]
            low = kind_of[hole_cards[hole, 0]]
            high = kind_of[hole_cards[hole, 1]]
            holes[row] = hole
            orbits[row] = orbit[hole]
            classes[row] = class_of[high, low]
            wins[row] = win_of[high, low]
            ties[row] = tie_of[high, low]
            row += 1
