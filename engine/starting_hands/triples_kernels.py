"""The kernel that counts in which orders three starting hands come, on river boards."""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, kernel
from ..arrays import empty, zeros
from ..hands.board_order import LIVE_HOLES, end_of_tie, sort_room, weakest_first
from ..hands.board_tables import BoardTables
from ..signatures import I64, U8, Array, Input
from .triples_steps import (
    HANDS,
    LINE,
    PLACES,
    WIDTH,
    HoleTables,
    Meeting,
    Sums,
    Thirds,
    add_middle_hand,
    add_products,
    add_third_holes,
    count_hole,
    join_below,
    leave_above,
    new_holes,
    new_sums,
    new_tie,
)

GATHERED = 64  # boards whose sums fit 16 bits
PRODUCTS = 1024  # boards whose products are exact in single precision


class Totals(NamedTuple):
    """The sums of all boards, each times its weight; as in ``Sums``."""

    pairs: Array[I64, "169, 13, 26, 32"]
    to_above: Array[I64, "169, 2, 13, 2, 32"]
    to_below: Array[I64, "169, 2, 13, 2, 32"]
    own: Array[I64, "169, 2, 26, 32"]
    crossing: Array[I64, "169, 2, 13, 2, 2"]
    matrix: Array[I64, "169, 169, 192"]


@borrowing
def _move_small_sums(sums: Sums, weight: int, totals: Totals) -> None:
    """Add the sums of 16 bits to the totals, and begin anew."""
    for hand in range(HANDS):
        for rank in range(13):
            for low in range(PLACES):
                for high in range(LINE):
                    totals.pairs[hand, rank, low, high] += (
                        weight * sums.pairs[hand, rank, low, high]
                    )
                    sums.pairs[hand, rank, low, high] = 0
        for side in range(2):
            for rank in range(13):
                for suited in range(2):
                    for place in range(LINE):
                        at = hand, side, rank, suited, place
                        totals.to_above[at] += weight * sums.to_above[at]
                        totals.to_below[at] += weight * sums.to_below[at]
                        sums.to_above[at] = 0
                        sums.to_below[at] = 0
                    for other in range(2):
                        at = hand, side, rank, suited, other
                        totals.crossing[at] += weight * sums.crossing[at]
                        sums.crossing[at] = 0
            for low in range(PLACES):
                for high in range(LINE):
                    totals.own[hand, side, low, high] += weight * sums.own[hand, side, low, high]
                    sums.own[hand, side, low, high] = 0


@borrowing
def _move_matrices(tables: HoleTables, sums: Sums, weight: int, totals: Totals) -> None:
    for hand in range(HANDS):
        add_products(hand, tables, sums)
        for low in range(HANDS):
            for high in range(WIDTH):
                totals.matrix[hand, low, high] += weight * np.int64(sums.matrix[hand, low, high])
                sums.matrix[hand, low, high] = 0


@kernel
def add_orders(
    boards: Input[U8, "n, 5"],
    # How often each board counts. Boards of one weight are best together.
    weights: Input[U8, "n"],
    board_tables: BoardTables,
    tables: HoleTables,
    totals: Totals,  # added to
    thirds: Thirds,  # added to
) -> None:
    """Count, for each hand, the holes below and above it; and for two that tie, the third ones."""
    room = sort_room()
    keys = empty(LIVE_HOLES, np.int32)
    below = new_holes()
    above = new_holes()
    meeting = Meeting(
        zeros((13, PLACES, LINE), np.uint8), zeros((52, 13, 2, LINE), np.uint8),
        zeros((52, 13, 2, LINE), np.uint8),
    )  # fmt: skip
    tie = new_tie()
    sums = new_sums()
    gathered = 0
    for board in range(len(boards)):
        weight = np.int64(weights[board])
        live = weakest_first(boards[board], board_tables, room, keys)
        for i in range(live):
            count_hole(above, keys[i] & 2047, tables, 1)
        start = 0
        while start < live:
            stop = end_of_tie(keys, live, start)
            hands = 0
            for i in range(start, stop):
                hole = keys[i] & 2047
                leave_above(hole, below, above, meeting, tables)
                hand = board_tables.hand_of_hole[hole]
                if tie.first[hand] < 0:
                    tie.hands[hands] = hand
                    hands += 1
                tie.following[i] = tie.first[hand]
                tie.first[hand] = i
            if start > 0 and stop < live:
                for i in range(hands):
                    add_middle_hand(
                        np.int64(tie.hands[i]), keys, tie, below, above, meeting, tables, sums
                    )
            if stop - start > 1:
                for i in range(hands):
                    for j in range(i, hands):
                        first = np.int64(min(tie.hands[i], tie.hands[j]))
                        second = np.int64(max(tie.hands[i], tie.hands[j]))
                        add_third_holes(
                            first, second, weight, keys, tie, below, above, tables, thirds
                        )
            for i in range(start, stop):
                hole = keys[i] & 2047
                tie.first[board_tables.hand_of_hole[hole]] = -1
                join_below(hole, below, above, meeting, tables)
            start = stop
        # Nothing is above, so that nothing meets.
        for i in range(live):
            count_hole(below, keys[i] & 2047, tables, -1)
        gathered += 1
        last = board + 1 == len(boards) or weights[board + 1] != weights[board]
        if last or gathered % GATHERED == 0:
            _move_small_sums(sums, weight, totals)
        if last or gathered == PRODUCTS:
            _move_matrices(tables, sums, weight, totals)
            gathered = 0
