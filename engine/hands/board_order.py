"""The order of all live holes on a board, inlined into every kernel that sweeps over them.

A hole is live if it has no card of the board: 1,176 on a flop, 1,128 on a turn, 1,081 on a river.
A shorter deck has fewer.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, inlined, zeros
from ..cards.steps import card_bits
from ..signatures import I32, U8, U16, Array, Input
from .board_tables import BoardTables
from .evaluate_kernels import rank_step

# k = cards on a board, m = live holes

LIVE_HOLES = 1176
DIGIT = 128  # a pass of the radix sort takes seven bits of the class

u64 = np.uint64


class SortRoom(NamedTuple):
    """Scratch arrays for ordering holes."""

    # The class that two ranks make with the board, the higher rank first.
    pair_class: Array[U16, "13, 13"]
    spare: Array[I32, "1176"]  # the keys between two passes
    counts: Array[I32, "128"]  # the counters of a pass


@inlined
def sort_room():
    """Return a new :class:`SortRoom`."""
    return SortRoom(zeros((13, 13), np.uint16), empty(LIVE_HOLES, np.int32), empty(DIGIT, np.int32))


@borrowing
def read_board(board: Input[U8, "k"], tables: BoardTables):
    """Read what the class of a hole on this board depends on.

    Returns
    -------
    dead : uint64
        The cards of the board, and those that are not in the deck, as a set.
    node : int
        The node of the board's ranks.
    suit : int
        The suit of which the board has three cards or more, or 4. A flush is possible in this suit
        only.
    suited : int
        The number of cards of that suit.
    ranks : int
        The set of the ranks of that suit.
    """
    next_node = tables.next_node
    node = 0
    counts = 0
    for card in board:
        node = rank_step(next_node, node, card)
        counts += 1 << (8 * (card & 3))
    suit = 4
    suited = ranks = 0
    for s in range(4):
        if (counts >> (8 * s)) & 255 >= 3:
            suit = s
            suited = (counts >> (8 * s)) & 255
    for card in board:
        ranks |= (card & 3 == suit) << (card >> 2)
    return card_bits(board) | tables.dead[0], node, suit, suited, ranks


@borrowing
def class_pairs(
    node: int,  # that of the board
    tables: BoardTables,
    pair_class: Array[U16, "13, 13"],  # written where the higher rank is first
) -> None:
    """Class every pair of ranks with a board, without a flush. These 91 steps serve all holes."""
    next_node, rank_class = tables.next_node, tables.rank_class
    for high in range(13):
        one_more = next_node[node, high]
        for low in range(high + 1):
            pair_class[high, low] = rank_class[next_node[one_more, low]]


@borrowing
def live_holes(
    board: Input[U8, "k"],
    tables: BoardTables,
    pair_class: Array[U16, "13, 13"],  # scratch
    keys: Array[I32, "m"],  # written: ``class << 11 | hole_id``, holes ascending
):
    """List the live holes with their classes, and return their number."""
    dead, node, suit, suited, ranks = read_board(board, tables)
    class_pairs(node, tables, pair_class)
    flush_of_set = tables.flush_of_set
    m = 0
    for b in range(1, 52):
        if dead >> u64(b) & u64(1):
            continue
        first = b * (b - 1) >> 1
        classes = pair_class[b >> 2]
        b_suited = b & 3 == suit
        b_ranks = ranks | b_suited << (b >> 2)
        for a in range(b):
            if dead >> u64(a) & u64(1):
                continue
            a_suited = a & 3 == suit
            if suited + b_suited + a_suited >= 5:
                hand_class = flush_of_set[b_ranks | a_suited << (a >> 2)]
            else:
                hand_class = classes[a >> 2]
            keys[m] = np.int64(hand_class) << 11 | (first + a)
            m += 1
    return m


@borrowing
def _sort_pass(
    keys: Input[I32, "n"], m: int, shift: int, counts: Array[I32, "128"], to: Array[I32, "n"]
) -> None:
    """Sort ``m`` keys into ``to`` by the seven bits from ``shift`` on, weakest first, stably.

    ``counts`` is scratch space.
    """
    counts[:] = 0
    for i in range(m):
        counts[DIGIT - 1 - (keys[i] >> shift & DIGIT - 1)] += 1
    place = 0
    for digit in range(DIGIT):
        count = counts[digit]
        counts[digit] = place
        place += count
    for i in range(m):
        digit = DIGIT - 1 - (keys[i] >> shift & DIGIT - 1)
        to[counts[digit]] = keys[i]
        counts[digit] += 1


@borrowing
def sort_keys(
    keys: Array[I32, "n"],  # sorted
    m: int,  # at most 1,176
    room: SortRoom,
) -> None:
    """Sort the first ``m`` of ``keys`` ``class << 11 | number``, the weakest class first."""
    _sort_pass(keys, m, 11, room.counts, room.spare)
    _sort_pass(room.spare, m, 18, room.counts, keys)


@borrowing
def end_of_tie(keys: Input[I32, "n"], m: int, start: int):
    """Return the end of the run of equal classes that begins at ``start``, in ``m`` sorted keys."""
    stop = start + 1
    while stop < m and keys[stop] >> 11 == keys[start] >> 11:
        stop += 1
    return stop


@borrowing
def weakest_first(
    board: Input[U8, "k"],  # of 3, 4 or 5 cards
    tables: BoardTables,
    room: SortRoom,
    keys: Array[I32, "m"],  # written: ``class << 11 | hole_id``
):
    """Order the live holes of a board, weakest first, and return their number: 7 microseconds."""
    m = live_holes(board, tables, room.pair_class, keys)
    sort_keys(keys, m, room)
    return m
