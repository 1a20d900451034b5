"""Kernels of weighted opponents: holes against each other, over all run-outs.

Nothing is ordered here: two holes are compared on all boards at once, by vectors of 16-bit classes,
so that what comes of each pair is an exact integer, and weights come last: nothing is taken off
again, and no digit lost. A flop has 1.26 thousand million showdowns, done in 50 ms on one thread.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import inlined, kernel
from ..arrays import empty
from ..cards.steps import card_bits
from ..hands.board_order import class_pairs, read_board
from ..hands.board_tables import BoardTables
from ..signatures import F64, I64, U8, U16, Array, Input

# m = holes, n = boards, r = run-outs of one board; classes of a hole on r boards are one row

DEAD = 65_535  # instead of a hero's 0: it is ahead of nothing, and tied with nothing

u16 = np.uint16
u64 = np.uint64
i64 = np.int64


@kernel
def class_rows(
    boards: Input[U8, "r, k"],
    tables: BoardTables,
    holes: Input[U8, "m, 2"],
    rows: Array[U16, "m, r"],  # written; 0 where a hole has a card of the board
) -> None:
    """Class holes on many boards.

    All holes of two ranks have one row, until flushes are put into it.
    """
    r = len(boards)
    pair_class = empty((13, 13, r), np.uint16)
    dead = empty(r, np.uint64)
    suit = empty(r, np.uint8)
    suited = empty(r, np.uint8)
    ranks = empty(r, np.int64)
    flushes = empty(r, np.int64)
    found = 0
    for i in range(r):
        dead[i], node, suit[i], suited[i], ranks[i] = read_board(boards[i], tables)
        class_pairs(node, tables, pair_class[:, :, i])
        flushes[found] = i
        found += suit[i] < 4
    for hole in range(len(holes)):
        low, high = i64(holes[hole, 0]), i64(holes[hole, 1])
        own = card_bits(holes[hole])
        classes = pair_class[high >> 2, low >> 2]
        row = rows[hole]
        for i in range(r):
            row[i] = classes[i] if dead[i] & own == u64(0) else u16(0)
        for f in range(found):
            i = flushes[f]
            low_suited = low & 3 == suit[i]
            high_suited = high & 3 == suit[i]
            if suited[i] + low_suited + high_suited >= 5 and row[i]:
                own_ranks = low_suited << (low >> 2) | high_suited << (high >> 2)
                row[i] = tables.flush_of_set[ranks[i] | own_ranks]


@inlined
def _compared(hero: Input[U16, "r"], opponent: Input[U16, "r"]):
    """Return on how many boards a hero is ahead of an opponent, and on how many they tie."""
    # Narrowed to 16 bits in every step, which is what makes it vectors of 32.
    ahead = tied = u16(0)
    for i in range(len(hero)):
        ahead = u16(ahead + u16(hero[i] < opponent[i]))
        tied = u16(tied + u16(hero[i] == opponent[i]))
    return i64(ahead), i64(tied)


@kernel
def compare_rows(
    hero: Input[U16, "r"],  # his class on each board
    rows: Input[U16, "m, r"],  # the classes of each opponent; 0 where he is dead
    run_outs: int,  # the number of boards on which two disjoint holes are live
    counts: Array[I64, "m, 3"],  # written: boards on which the hero is ahead, tied, behind
) -> None:
    """Compare one hero, who is on all boards, with each opponent."""
    for opponent in range(len(rows)):
        ahead, tied = _compared(hero, rows[opponent])
        counts[opponent, 0] = ahead
        counts[opponent, 1] = tied
        counts[opponent, 2] = run_outs - ahead - tied


@kernel
def weigh_rows(
    holes: Input[U8, "m, 2"],  # all live holes: the heroes, and the opponents
    weights: Input[F64, "m"],  # those of the opponents
    now: Input[U16, "m"],  # the classes now
    rows: Input[U16, "m, r"],  # the classes on all later boards; 0 where a hole is dead
    run_outs: int,  # the number of later boards on which two disjoint holes are live
    start: int,
    stop: int,
    # Zero before. Written: weights ahead, tied, behind now.
    sums: Array[F64, "m, 3"],
    # Zero before. Written: weights times later boards, ``[hero, now, then]``.
    transitions: Array[F64, "m, 3, 3"],
) -> None:
    """Weigh all opponents of heroes ``start..stop`` on one board.

    Weights are added in the order of the opponents, whichever thread does it.
    """
    m, r = rows.shape
    cards = empty(m, np.uint64)
    for o in range(m):
        cards[o] = card_bits(holes[o])
    hero = empty(r, np.uint16)
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
