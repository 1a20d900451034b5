"""Kernels of the equity edge of known holes: of two after each street, and of one on a river."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel
from ..hands.board_order import live_holes
from ..hands.board_tables import BoardTables
from ..hands.evaluate_kernels import rank_step
from ..signatures import F64, I32, I64, U8, U16, Array, Input

# n = deals


@borrowing
def known_of(
    cards: Input[U8, "9, n"], i: int, seat: int, tables: BoardTables, known: Array[I64, "4"]
):
    """Set ``known``: node of the ranks; a suit of three or more cards, their number and ranks."""
    node = 0
    for c in (2 * seat, 2 * seat + 1, 4, 5, 6):
        node = rank_step(tables.next_node, node, cards[c, i])
    known[0] = node
    known[1], known[2], known[3] = 4, 0, 0
    for suit in range(4):
        many, ranks = 0, 0
        for c in (2 * seat, 2 * seat + 1, 4, 5, 6):
            if cards[c, i] & 3 == suit:
                many += 1
                ranks |= 1 << (cards[c, i] >> 2)
        if many >= 3:
            known[1], known[2], known[3] = suit, many, ranks


@borrowing
def class_with(known: Array[I64, "4"], turn: np.uint8, river: np.uint8, tables: BoardTables):
    """The class of a hole and a flop with two more cards."""
    on_turn, on_river = turn & 3 == known[1], river & 3 == known[1]
    if known[2] + on_turn + on_river >= 5:
        return tables.flush_of_set[
            known[3] | on_turn << np.int64(turn >> 2) | on_river << np.int64(river >> 2)
        ]
    node = rank_step(tables.next_node, known[0], turn)
    return tables.rank_class[rank_step(tables.next_node, node, river)]


@kernel
def count_edges(
    cards: Input[U8, "9, n"],  # two holes, the big blind's first, and the board
    tables: BoardTables,
    start: int,
    stop: int,
    edge: Array[F64, "4, n"],  # written except for the first row
) -> None:
    """Write how much more the first hole wins than the second on the flop, turn and river."""
    left = empty(52, np.uint8)
    known, other_known = empty(4, np.int64), empty(4, np.int64)
    for i in range(start, stop):
        many = 0
        for card in range(52):
            is_left = True
            for c in range(7):
                is_left &= cards[c, i] != card
            if is_left:
                left[many] = card
                many += 1
        known_of(cards, i, 0, tables, known)
        known_of(cards, i, 1, tables, other_known)
        flop, turn = 0, 0
        for a in range(many):
            for b in range(a):
                first = class_with(known, left[a], left[b], tables)
                second = class_with(other_known, left[a], left[b], tables)
                better = np.int64(first < second) - np.int64(first > second)
                flop += better
                if left[a] == cards[7, i] or left[b] == cards[7, i]:
                    turn += better
        edge[1, i] = flop / (many * (many - 1) / 2)
        edge[2, i] = turn / (many - 1)
        first = class_with(known, cards[7, i], cards[8, i], tables)
        second = class_with(other_known, cards[7, i], cards[8, i], tables)
        edge[3, i] = float(np.int64(first < second) - np.int64(first > second))


@kernel
def strength_on(
    board: Input[U8, "5"],
    hole: int,
    tables: BoardTables,
    pair_class: Array[U16, "13, 13"],  # scratch
    keys: Array[I32, "1177"],  # scratch
) -> int:
    """Return 2 win + tie of a hole on a river against the 990 others: 3 microseconds."""
    many = live_holes(board, tables, pair_class, keys)
    hole_bits, better = tables.hole_bits[hole], 0
    for at in range(many):
        if keys[at] & 2047 == hole:
            better = keys[at] >> 11
    strength = 0
    for at in range(many):
        other = keys[at] >> 11
        apart = tables.hole_bits[keys[at] & 2047] & hole_bits == 0
        strength += apart * ((other > better) + (other >= better))
    return strength
