"""The order of all live holes on a board, inlined into every kernel that sweeps over them.

A hole is live if it has no card of the board: 1,176 on a flop, 1,128 on a turn, 1,081 on a river.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np

from pokerlake.engine.accelerate import array, inlined

from .card_steps import rank_step

# m = live holes

DIGIT = 128  # a pass of the radix sort takes seven bits of the class

# The types of the graph's edges and classes, and of the classes of flushes, as kernels take them.
GRAPH = (array("uint16", 2), array("uint16"), array("uint16"))

u64 = np.uint64


@inlined
def live_holes(board, next_node, rank_class, flush_of_set, pair_class, keys):
    """Class and number of each live hole, ``class << 11 | hole_id``, and how many there are.

    Without a flush a class depends on the ranks only: 91 steps serve all holes. A flush is possible
    in one suit, of which the board has three cards or more.
    """
    node = 0
    dead = u64(0)
    suits = 0
    for card in board:
        node = rank_step(next_node, node, card)
        dead |= u64(1) << u64(card)
        suits += 1 << (8 * (card & 3))
    for high in range(13):
        one_more = next_node[node, high]
        for low in range(high + 1):
            pair_class[high, low] = rank_class[next_node[one_more, low]]
    suit = 4
    suited = 0
    for s in range(4):
        if (suits >> (8 * s)) & 255 >= 3:
            suit = s
            suited = (suits >> (8 * s)) & 255
    ranks = 0
    for card in board:
        ranks |= (card & 3 == suit) << (card >> 2)
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


@inlined
def sort_pass(keys, m, shift, counts, to):
    """One pass of a radix sort, the weakest first, by the seven bits from ``shift`` on."""
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


@inlined
def weakest_first(board, next_node, rank_class, flush_of_set, pair_class, spare, counts, keys):
    """Fill ``keys`` with ``class << 11 | hole_id``, the weakest hole first; how many are live.

    That is 7 microseconds a board of 3, 4 or 5 cards. ``pair_class`` ``(13, 13)``, ``spare`` as
    ``keys`` and ``counts`` ``(128,)`` are room to work in.
    """
    m = live_holes(board, next_node, rank_class, flush_of_set, pair_class, keys)
    sort_pass(keys, m, 11, counts, spare)
    sort_pass(spare, m, 18, counts, keys)
    return m
