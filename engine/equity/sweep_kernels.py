"""Kernels of equity over ranges: two ranges on each board at once, beside holes that are known.

All numbers are doubles. Where weights are 0 and 1 they are integers and stay below 2 ** 53 (of two
random hands on all boards there are 2.8e12), so that they are exact.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from ..accelerate import array, inlined, kernel
from ..cards.steps import card_bits
from ..hands.board_order import (
    TABLES,
    read_board,
)
from ..hands.card_steps import rank_step
from .sweep_steps import (
    NO_CLASS,
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
def _class_known(known, board, tables, classes):
    """Class the known holes of one tuple.

    Parameters
    ----------
    known : (q, 2) uint8
    board : tuple
        What ``read_board`` returns.
    tables : BoardTables
    classes : (q,) int64
        Written.

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
def _holes_beside(taken, live, holes, room):
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
def _add_shares(outcome, best, sharers, classes, weight, shared):
    """Share out the pots of one board.

    Parameters
    ----------
    outcome : Outcome
    best, sharers : int
        The class of the best known hole, and how many known holes are of it.
    classes : (q,) int64
    weight : float
        The weight of the board.
    shared : (p, p + 1) float64
        Added to.
    """
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


@kernel(
    types.void(
        array("uint8", 2),
        array("uint8"),
        TABLES,
        array("uint8", 2),
        array("float64", 2),
        array("uint8", 3),
        types.int64,
        types.int64,
        types.float64[:, :, ::1],
        types.float64[:, :, ::1],
    )
)
def sweep_boards(
    boards, board_weights, tables, cards, weights, known, start, stop, shared, categories
):
    """Meet two ranges, and known holes beside them, on rivers ``start..stop``.

    Parameters
    ----------
    boards : (n, 5) uint8
    board_weights : (n,) uint8
        How often each board counts.
    tables : BoardTables
    cards : (m, 2) uint8
        The holes of both ranges, the lower card first.
    weights : (m, 2) float64
        Their weights in either range.
    known : (t, q, 2) uint8
        The holes of the other players. For each tuple the rivers with one of its cards are left
        out.
    start, stop : int
    shared : (t, p, p + 1) float64
        Added to: who shares the pot with how many, of the known holes first, then of the ranges.
    categories : (t, p, 10) float64
        Added to: the categories of their hands.
    """
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


@kernel(
    types.void(
        array("uint8", 2),
        TABLES,
        array("uint8", 2),
        array("float64", 2),
        types.int64,
        types.int64,
        types.float64[:, ::1],
    )
)
def sweep_each(boards, tables, cards, weights, start, stop, outcomes):
    """Meet two ranges on each of the rivers ``start..stop`` by itself.

    Parameters
    ----------
    boards : (n, 5) uint8
    tables : BoardTables
    cards : (m, 2) uint8
        The holes of both ranges, the lower card first.
    weights : (m, 2) float64
        Their weights in either range.
    start, stop : int
    outcomes : (n, 2) float64
        Written: what the first range wins and ties. Each pair of disjoint holes counts with the
        product of its weights.
    """
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
