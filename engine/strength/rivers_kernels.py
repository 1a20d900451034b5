"""The kernel of river outcomes: one order of a board's holes, and a counter for each card."""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from pokerlake.engine.accelerate import array, inlined, kernel
from pokerlake.engine.hands.board_order import DIGIT, GRAPH, weakest_first

from .transitions_kernels import number_rows

# r = rows, canonical holes of all boards; m = 1,081 live holes

LIVE_HOLES = 1081


@inlined
def _passed_without(hole_cards, hole, passed, with_card):
    """Of the holes passed those that share no card with this one."""
    return passed - with_card[hole_cards[hole, 0]] - with_card[hole_cards[hole, 1]]


@kernel(
    types.void(
        array("uint8", 2),
        array("uint8", 2),
        *GRAPH,
        array("uint8", 2),
        types.uint16[::1],
        types.uint8[::1],
        types.uint16[::1],
        types.uint16[::1],
        types.uint16[::1],
    )
)
def fill_outcomes(
    boards, images, next_node, rank_class, flush_of_set, hole_cards, holes, sizes, classes, win, tie
):
    """Class, wins and ties of all canonical holes on rivers ``(n, 5)``, a row ``(r,)`` for each.

    Holes that are the same up to the board's own suits all write to one row, the same numbers.
    """
    keeps = np.empty(len(images), np.bool_)
    pair_class = np.zeros((13, 13), np.uint16)
    keys = np.empty(LIVE_HOLES, np.int32)
    spare = np.empty(LIVE_HOLES, np.int32)
    counts = np.empty(DIGIT, np.int32)
    row_of = np.empty(1326, np.int16)
    with_card = np.empty(52, np.int32)
    begin = 0
    for board in boards:
        rows = number_rows(board, images, keeps, row_of, holes[begin:], sizes[begin:])
        weakest_first(board, next_node, rank_class, flush_of_set, pair_class, spare, counts, keys)
        with_card[:] = 0
        start = 0
        while start < LIVE_HOLES:
            stop = start
            while stop < LIVE_HOLES and keys[stop] >> 11 == keys[start] >> 11:
                hole = keys[stop] & 2047
                row = begin + row_of[hole]
                classes[row] = keys[start] >> 11
                win[row] = _passed_without(hole_cards, hole, start, with_card)
                stop += 1
            for i in range(start, stop):
                hole = keys[i] & 2047
                with_card[hole_cards[hole, 0]] += 1
                with_card[hole_cards[hole, 1]] += 1
            for i in range(start, stop):
                hole = keys[i] & 2047
                row = begin + row_of[hole]
                # The hole itself is passed by now, and is taken off once for each of its cards.
                tie[row] = _passed_without(hole_cards, hole, stop + 1, with_card) - win[row]
            start = stop
        begin += rows
