"""Kernels of equity over ranges: two ranges on each board at once, beside holes that are known.

All numbers are doubles. Where weights are 0 and 1 they are integers and stay below 2 ** 53 (of two
random hands on all boards there are 2.8e12), so that they are exact.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import inlined, kernel
from ..cards.steps import card_bits
from ..hands.board_order import read_board
from ..hands.board_tables import BoardTables
from ..hands.card_steps import rank_step
from ..signatures import F64, I64, U8, Array, Input
from .sweep_steps import (
    NO_CLASS,
    Holes,
    Outcome,
    Room,
    add_categories,
    class_pairs,
    order_holes,
    read_holes,
    sweep,
    sweep_room,
)

# n = boards, t = tuples of known holes, q = holes in a tuple, p = q + 2 players
# m = holes of the two ranges; s = snapshots of what has been passed, one for each category

u64 = np.uint64


@inlined
def _class_known(
    known: Input[U8, "q, 2"],
    board: tuple,  # what ``read_board`` returns
    tables: BoardTables,
    classes: Array[I64, "q"],  # written
):
    """Class the known holes of one tuple.

    Returns
    -------
    best : int
        The class of the best of them; ``NO_CLASS`` if there is none.
    sharers : int
        The number of holes of that class.
    taken : uint64
        Their cards as a set.
    """
    next_node = tables.next_node
    _, board_node, suit, board_suited, board_ranks = board
    best = NO_CLASS
    sharers = 0
    taken = u64(0)
    for k in range(len(known)):
        node, suited, ranks = board_node, board_suited, board_ranks
        for card in known[k]:
            node = rank_step(next_node, node, card)
            suited += card & 3 == suit
            ranks |= (card & 3 == suit) << (card >> 2)
        classes[k] = tables.flush_of_set[ranks] if suited >= 5 else tables.rank_class[node]
        taken |= card_bits(known[k])
        if classes[k] <= best:
            sharers = 1 if classes[k] < best else sharers + 1
            best = classes[k]
    return best, sharers, taken


@inlined
def _holes_beside(taken: u64, live: int, holes: Holes, room: Room):
    """Write the holes without a taken card to ``room.beside``, and return their number.

    They are among the first ``live`` of ``room.order``; ``taken`` is a set of cards.
    """
    bits, order, beside = holes.bits, room.order, room.beside
    m = 0
    for j in range(live):
        beside[m] = order[j]
        m += (bits[order[j] & 2047] & taken) == u64(0)
    return m


@inlined
def _add_shares(
    outcome: Outcome,
    # The class of the best known hole, and how many known holes are of it.
    best: int,
    sharers: int,
    classes: Input[I64, "q"],
    weight: float,  # the weight of the board
    shared: Array[F64, "p, p + 1"],  # added to
) -> None:
    """Share out the pots of one board."""
    q = len(classes)
    total, below, x_equal, y_equal, both_equal, x_wins, both_share = outcome
    y_wins = total - below - x_equal - y_equal - both_equal - x_wins - both_share
    for k in range(q):
        if classes[k] == best:
            shared[k, sharers] += weight * below
            shared[k, sharers + 1] += weight * (x_equal + y_equal)
            shared[k, sharers + 2] += weight * both_equal
            shared[k, 0] += weight * (x_wins + y_wins + both_share)
        else:
            shared[k, 0] += weight * total
    if q:
        shared[q, sharers + 1] += weight * x_equal
        shared[q + 1, sharers + 1] += weight * y_equal
        shared[q, sharers + 2] += weight * both_equal
        shared[q + 1, sharers + 2] += weight * both_equal
    shared[q, 0] += weight * (y_wins + below + y_equal)
    shared[q, 1] += weight * x_wins
    shared[q, 2] += weight * both_share
    shared[q + 1, 0] += weight * (x_wins + below + x_equal)
    shared[q + 1, 1] += weight * y_wins
    shared[q + 1, 2] += weight * both_share


@kernel
def sweep_boards(
    boards: Input[U8, "n, 5"],
    board_weights: Input[U8, "n"],  # how often each board counts
    tables: BoardTables,
    cards: Input[U8, "m, 2"],  # the holes of both ranges, the lower card first
    weights: Input[F64, "m, 2"],  # their weights in either range
    # The holes of the other players. For each tuple the rivers with one of its cards are left out.
    known: Input[U8, "t, q, 2"],
    start: int,
    stop: int,
    # Added to: who shares the pot with how many, of the known holes first, then of the ranges.
    shared: Array[F64, "t, p, p + 1"],
    categories: Array[F64, "t, p, 10"],  # added to: the categories of their hands
) -> None:
    """Meet two ranges, and known holes beside them, on rivers ``start..stop``."""
    q = known.shape[1]
    holes = read_holes(cards, weights)
    room = sweep_room(q)
    category, classes = tables.category, room.classes
    last = -1
    for i in range(start, stop):
        weight = np.float64(board_weights[i])
        board = read_board(boards[i], tables)
        if board[1] != last:
            last = board[1]
            class_pairs(last, tables, holes, room.pair_class)
        live = order_holes(board, tables, holes, room)
        for t in range(len(known)):
            best, sharers, taken = _class_known(known[t], board, tables, classes)
            if taken & board[0]:
                continue
            keys, m = room.order, live
            if q:
                keys, m = room.beside, _holes_beside(taken, live, holes, room)
            found, outcome = sweep(keys, m, best, holes, category, True, room)
            for k in range(q):
                categories[t, k, category[classes[k]]] += weight * outcome.total
            _add_shares(outcome, best, sharers, classes, weight, shared[t])
            add_categories(
                found, outcome.total, weight, room, categories[t, q], categories[t, q + 1]
            )


@kernel
def sweep_each(
    boards: Input[U8, "n, 5"],
    tables: BoardTables,
    cards: Input[U8, "m, 2"],  # the holes of both ranges, the lower card first
    weights: Input[F64, "m, 2"],  # their weights in either range
    start: int,
    stop: int,
    # Written: what the first range wins and ties. Each pair of disjoint holes counts with the
    # product of its weights.
    outcomes: Array[F64, "n, 2"],
) -> None:
    """Meet two ranges on each of the rivers ``start..stop`` by itself."""
    holes = read_holes(cards, weights)
    room = sweep_room(0)
    last = -1
    for i in range(start, stop):
        board = read_board(boards[i], tables)
        if board[1] != last:
            last = board[1]
            class_pairs(last, tables, holes, room.pair_class)
        m = order_holes(board, tables, holes, room)
        _, outcome = sweep(room.order, m, NO_CLASS, holes, tables.category, False, room)
        outcomes[i, 0] = outcome.x_wins
        outcomes[i, 1] = outcome.both_share
