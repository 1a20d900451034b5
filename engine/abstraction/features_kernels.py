"""Kernels of what holes come to: each later river is played once for all holes of a board."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, kernel
from ..arrays import empty
from ..cards.steps import alike_suits, card_bits
from ..cards.suit_symmetry import AlikeHoles
from ..hands.board_order import LIVE_HOLES
from ..hands.board_tables import BoardTables
from ..keys.canonical_rows_kernels import list_holes
from ..signatures import I64, U8, U16, U32, U64, Array, Input
from ..strength.rivers_kernels import KindsRoom, kinds_room, play_river

# n = boards, k = cards on a board, r = rows, canonical holes of all boards; v = run-outs of a hole
# m = rows times next cards

VALUES = 1981  # what a strength may be, from 0

u64 = np.uint64


@borrowing
def _play(
    river: Input[U8, "5"],
    tables: BoardTables,
    room: KindsRoom,
    holes: Input[U16, "1177"],  # the canonical holes of the board
    count: int,
    first: int,  # the row of the first
    filled: Array[I64, "1177"],  # run-outs of each hole so far
    strengths: Array[U16, "r, v"],
):
    """Add a river to those of the holes that it leaves live."""
    dead = play_river(river, tables, room)
    _, win, tie = room.outcomes
    hole_cards, hole_bits, kind_of = tables.hole_cards, tables.hole_bits, room.kind_of
    for i in range(count):
        hole = holes[i]
        if hole_bits[hole] & dead:
            continue
        low, high = kind_of[hole_cards[hole, 0]], kind_of[hole_cards[hole, 1]]
        strengths[first + i, filled[i]] = 2 * win[high, low] + tie[high, low]
        filled[i] += 1


@borrowing
def _sort(row: Array[U16, "v"], counts: Array[I64, "1981"]):
    """Sort a row of strengths: a short one by insertion, a long one by counting."""
    if len(row) < 64:
        for i in range(1, len(row)):
            one, at = row[i], i
            while at > 0 and row[at - 1] > one:
                row[at] = row[at - 1]
                at -= 1
            row[at] = one
        return
    for value in range(VALUES):
        counts[value] = 0
    for i in range(len(row)):
        counts[row[i]] += 1
    at = 0
    for value in range(VALUES):
        for _ in range(counts[value]):
            row[at] = value
            at += 1


@kernel
def fill_run_outs(
    boards: Input[U8, "n, k"],
    tables: BoardTables,
    alike: AlikeHoles,
    # Written, as all that follow: the columns of ``RunOuts``, board after board.
    holes: Array[U16, "r"],
    orbits: Array[U8, "r"],
    strengths: Array[U16, "r, v"],
) -> None:
    """Write what rivers all canonical holes on flops or turns come to."""
    room = kinds_room()
    river = empty(5, np.uint8)
    found = empty(LIVE_HOLES + 1, np.uint16)
    filled = empty(LIVE_HOLES + 1, np.int64)
    counts = empty(VALUES, np.int64)
    cards = boards.shape[1]
    first = 0
    for board in boards:
        dead = card_bits(board)
        suits = alike_suits(board)
        orbit = alike.orbit[suits]
        count = list_holes(dead, alike.smallest[suits], tables.hole_bits, found)
        for i in range(count):
            hole = found[i]
            filled[i] = 0
            holes[first + i] = hole
            orbits[first + i] = orbit[hole]
        for c in range(cards):
            river[c] = board[c]
        for last in range(52):
            if dead >> u64(last) & u64(1):
                continue
            river[4] = last
            if cards == 4:
                _play(river, tables, room, found, count, first, filled, strengths)
                continue
            for turn in range(last):
                if dead >> u64(turn) & u64(1) == u64(0):
                    river[3] = turn
                    _play(river, tables, room, found, count, first, filled, strengths)
        for i in range(count):
            _sort(strengths[first + i], counts)
        first += count


@kernel
def deal_next(
    boards: Input[U8, "n, k"],
    hole_bits: Input[U64, "1326"],
    alike: AlikeHoles,
    # Written: each canonical hole on each board with each next card, ascending.
    holes: Array[U16, "m"],
    longer: Array[U8, "k + 1, m"],
) -> None:
    """Write the deals that canonical holes on boards come to with the next card."""
    found = empty(LIVE_HOLES + 1, np.uint16)
    cards = boards.shape[1]
    at = 0
    for board in boards:
        dead = card_bits(board)
        count = list_holes(dead, alike.smallest[alike_suits(board)], hole_bits, found)
        for i in range(count):
            taken = dead | hole_bits[found[i]]
            for card in range(52):
                if taken >> u64(card) & u64(1):
                    continue
                holes[at] = found[i]
                for c in range(cards):
                    longer[c, at] = board[c]
                longer[cards, at] = card
                at += 1


# r = rows of some boards, c = next cards, m = all rows of the next street; k, l = buckets


@kernel
def count_next(
    rows: Input[U32, "r, c"],
    buckets: Input[U16, "r"],
    deals: Input[I64, "r"],
    next_buckets: Input[U16, "m"],
    counts: Array[I64, "k, l"],  # added to
) -> None:
    """Add the deals of each row to the buckets that it comes to."""
    for row in range(len(rows)):
        for card in range(rows.shape[1]):
            counts[buckets[row], next_buckets[rows[row, card]]] += deals[row]
