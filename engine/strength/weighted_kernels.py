"""Kernels of weighted opponents: holes against each other, over all run-outs.

Nothing is ordered here: two holes are compared on all boards at once, by vectors of 16-bit classes,
so that what comes of each pair is an exact integer, and weights come last: nothing is taken off
again, and no digit lost. A flop has 1.26 thousand million showdowns, done in 50 ms on one thread.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from pokerlake.engine.accelerate import array, inlined, kernel
from pokerlake.engine.hands.board_order import GRAPH
from pokerlake.engine.hands.card_steps import rank_step

# m = holes, n = boards, r = run-outs of one board; classes of a hole on r boards are one row

DEAD = 65_535  # instead of a hero's 0: it is ahead of nothing, and tied with nothing

u16 = np.uint16
u64 = np.uint64
i64 = np.int64


@inlined
def _read_boards(boards, next_node, rank_class, pair_class, dead, suit, suited, ranks, flushes):
    """What a class depends on: a row of ``pair_class`` ``(169, r)`` for each two ranks, and suits.

    For each board a bit of ``dead`` for each card, the ``suit`` in which a flush is possible, how
    many cards are ``suited``, and their ``ranks``. How many boards that are; ``flushes`` lists
    them.
    """
    found = 0
    for r in range(len(boards)):
        node = 0
        cards = u64(0)
        counts = 0
        for card in boards[r]:
            node = rank_step(next_node, node, card)
            cards |= u64(1) << u64(card)
            counts += 1 << (8 * (card & 3))
        dead[r] = cards
        for high in range(13):
            one_more = next_node[node, high]
            for low in range(high + 1):
                pair_class[13 * high + low, r] = rank_class[next_node[one_more, low]]
        for s in range(4):
            if (counts >> (8 * s)) & 255 >= 3:
                suit[r] = s
                suited[r] = (counts >> (8 * s)) & 255
                ranks[r] = 0
                for card in boards[r]:
                    ranks[r] |= (card & 3 == s) << (card >> 2)
                flushes[found] = r
                found += 1
    return found


@kernel(
    types.void(array("uint8", 2), *GRAPH, array("uint8", 2), types.uint16[:, ::1]),
)
def class_rows(boards, next_node, rank_class, flush_of_set, holes, rows):
    """Classes of holes ``(m, 2)`` on each board ``(r, k)``: ``rows`` ``(m, r)``, 0 where dead.

    All holes of two ranks have one row, until flushes are put into it.
    """
    r = len(boards)
    pair_class = np.empty((169, r), np.uint16)
    dead = np.empty(r, np.uint64)
    suit = np.empty(r, np.uint8)
    suited = np.empty(r, np.uint8)
    ranks = np.empty(r, np.int64)
    flushes = np.empty(r, np.int64)
    found = _read_boards(
        boards, next_node, rank_class, pair_class, dead, suit, suited, ranks, flushes
    )
    for hole in range(len(holes)):
        low, high = i64(holes[hole, 0]), i64(holes[hole, 1])
        own = u64(1) << u64(low) | u64(1) << u64(high)
        classes = pair_class[13 * (high >> 2) + (low >> 2)]
        row = rows[hole]
        for i in range(r):
            row[i] = classes[i] if dead[i] & own == u64(0) else u16(0)
        for f in range(found):
            i = flushes[f]
            low_suited = low & 3 == suit[i]
            high_suited = high & 3 == suit[i]
            if suited[i] + low_suited + high_suited >= 5 and row[i]:
                row[i] = flush_of_set[
                    ranks[i] | low_suited << (low >> 2) | high_suited << (high >> 2)
                ]


@inlined
def _compared(hero, opponent):
    """On how many boards a hero is ahead of an opponent, and tied with him."""
    # Narrowed to 16 bits in every step, which is what makes it vectors of 32.
    ahead = tied = u16(0)
    for i in range(len(hero)):
        ahead = u16(ahead + u16(hero[i] < opponent[i]))
        tied = u16(tied + u16(hero[i] == opponent[i]))
    return i64(ahead), i64(tied)


@kernel(types.void(array("uint16"), array("uint16", 2), types.int64, types.int64[:, ::1]))
def compare_rows(hero, rows, run_outs, counts):
    """One hero ``(r,)``, who is on all boards, against opponents ``(m, r)``.

    ``counts`` ``(m, 3)`` gets the boards on which he is ahead of, tied with, and behind each, of
    the ``run_outs`` that two disjoint holes have.
    """
    for opponent in range(len(rows)):
        ahead, tied = _compared(hero, rows[opponent])
        counts[opponent, 0] = ahead
        counts[opponent, 1] = tied
        counts[opponent, 2] = run_outs - ahead - tied


@kernel(
    types.void(
        array("uint8", 2),
        array("float64"),
        array("uint16"),
        array("uint16", 2),
        types.int64,
        types.int64,
        types.int64,
        types.float64[:, ::1],
        types.float64[:, :, ::1],
    )
)
def weigh_rows(holes, weights, now, rows, run_outs, start, stop, sums, transitions):
    """Heroes ``start..stop`` of all holes ``(m, 2)`` of a board, against all of them with weights.

    ``now`` ``(m,)`` are their classes and ``rows`` ``(m, r)`` those on later boards, of which two
    disjoint holes have ``run_outs``. ``sums`` ``(m, 3)`` and ``transitions`` ``(m, 3, 3)`` must be
    zero. Weights are added in the order of the opponents, whoever does it.
    """
    m, r = rows.shape
    cards = np.empty(m, np.uint64)
    for o in range(m):
        cards[o] = u64(1) << u64(holes[o, 0]) | u64(1) << u64(holes[o, 1])
    hero = np.empty(r, np.uint16)
    for h in range(start, stop):
        for i in range(r):
            hero[i] = rows[h, i] if rows[h, i] else u16(DEAD)
        for o in range(m):
            if weights[o] == 0 or cards[o] & cards[h]:
                continue
            relation = 0 if now[h] < now[o] else 1 if now[h] == now[o] else 2
            ahead, tied = _compared(hero, rows[o])
            sums[h, relation] += weights[o]
            transitions[h, relation, 0] += weights[o] * ahead
            transitions[h, relation, 1] += weights[o] * tied
            transitions[h, relation, 2] += weights[o] * (run_outs - ahead - tied)
