"""Known holes in Omaha: all of them on every board that can come.

Each hole has tables of its own: the class by the ranks of a river, and by what the river has of a
suit. So a board costs a step for its ranks and one for its suits, and two look-ups for each hole:
10 nanoseconds for two holes.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ...accelerate import inlined, kernel
from ...arrays import empty
from ...signatures import I64, U8, U16, U32, Array, Input
from .tables import EquityTables

# h = holes, k = cards in a hole, u = tuples, p = players in each, w = 1 or, of halves, p + 2

ROWS = 2289
NONE = 9999
NO_LOW = 57

u64 = np.uint64


@kernel
def fill_hole_tables(
    holes: Input[U8, "h, k"],
    tables: EquityTables,
    start: int,
    stop: int,
    by_ranks: Array[U16, "h, 6188"],  # written: the class without a flush
    by_suit: Array[U16, "h, 4 * 2289"],  # written: that of a flush, by suit and row of the set
) -> None:
    """Class holes ``start..stop`` on every list of ranks, and every set of ranks of a suit."""
    of_ranks, of_suited = tables.of_ranks, tables.of_suited
    k = holes.shape[1]
    pairs = empty(15, np.int64)
    for h in range(start, stop):
        for suit in range(-1, 4):
            n = 0
            for b in range(1, k):
                for a in range(b):
                    one = holes[h, a]
                    other = holes[h, b]
                    if suit < 0 or ((one & 3) == suit and (other & 3) == suit):
                        low = min(one >> 2, other >> 2)
                        high = max(one >> 2, other >> 2)
                        pairs[n] = (high * (high + 1) >> 1) + low
                        n += 1
            if suit < 0:
                for row in range(len(of_ranks)):
                    best = np.uint16(NONE)
                    for i in range(n):
                        best = min(best, of_ranks[row, pairs[i]])
                    by_ranks[h, row] = best
            else:
                for row in range(ROWS):
                    best = np.uint16(NONE)
                    for i in range(n):
                        best = min(best, of_suited[row, pairs[i]])
                    by_suit[h, suit * ROWS + row] = best


@inlined
def _show_down(
    number: int,  # of the river's ranks
    flush: int,  # the suit of which it has three or more, times ROWS, and the row of their set
    players: Input[U32, "p"],  # their holes
    by_ranks: Input[U16, "h, 6188"],
    by_suit: Input[U16, "h, 4 * 2289"],
    low_sets: Input[U8, "h"],
    tables: EquityTables,
    classes: Array[U16, "p"],  # room
    lows: Array[U8, "p"],  # room
    halves: Array[I64, "p, p + 1, w"],  # added to
    categories: Array[I64, "p, 10"],  # added to
) -> None:
    """Count who wins on one river."""
    p = len(players)
    best = np.uint16(65535)
    winners = 0
    for j in range(p):
        hand = min(by_ranks[players[j], number], by_suit[players[j], flush])
        classes[j] = hand
        categories[j, tables.category[hand]] += 1
        if hand < best:
            best = hand
            winners = 1
        elif hand == best:
            winners += 1
    if halves.shape[2] == 1:
        for j in range(p):
            halves[j, winners if classes[j] == best else 0, 0] += 1
        return
    board = np.int64(tables.low_set[number]) << 8
    best_low = np.uint8(NO_LOW)
    sharers = p + 1
    for j in range(p):
        low = tables.low_of_sets[board | low_sets[players[j]]]
        lows[j] = low
        if low < best_low:
            best_low = low
            sharers = 1
        elif low == best_low and low < NO_LOW:
            sharers += 1
    for j in range(p):
        part = sharers if lows[j] == best_low else 0
        halves[j, winners if classes[j] == best else 0, part] += 1


@kernel
def add_known(
    tuples: Input[U32, "u, p"],  # of holes that share no card
    cards: Input[U8, "h, k"],  # of the holes
    by_ranks: Input[U16, "h, 6188"],
    by_suit: Input[U16, "h, 4 * 2289"],
    low_sets: Input[U8, "h"],
    board: Input[U8, "b"],
    unseen: Input[U8, "n"],  # the cards that are neither on the board nor dead
    tables: EquityTables,
    start: int,
    stop: int,
    # Of the unseen cards that no hole has, the first that comes is one of these places.
    first_place: int,
    last_place: int,
    halves: Array[I64, "u, p, p + 1, w"],  # added to; see ``HalvedShares``; without lows ``shared``
    categories: Array[I64, "u, p, 10"],  # added to
) -> None:
    """Go through the boards of tuples ``start..stop``."""
    p, k, b = tuples.shape[1], cards.shape[1], len(board)
    after, row_of_set = tables.after, tables.row_of_set
    live = empty(52, np.uint8)
    at = empty(6, np.int64)
    node = empty(6, np.int64)
    of_suit = empty((6, 4), np.int64)  # the ranks of each suit, after so many cards that came
    many = empty((6, 4), np.int64)
    flush_from = empty(4, np.int64)  # by the suit of the last card, as what follows
    flush_set = empty(4, np.int64)
    flush_adds = empty(4, np.int64)
    classes = empty(p, np.uint16)
    lows = empty(p, np.uint8)
    node[0] = 0
    for suit in range(4):
        of_suit[0, suit] = many[0, suit] = 0
    for card in board:
        if b < 5 or card != board[4]:
            node[0] = after[node[0], card >> 2]
        of_suit[0, card & 3] |= 1 << (card >> 2)
        many[0, card & 3] += 1
    to_come = 5 - b
    for u in range(start, stop):
        own, own_halves, own_categories = tuples[u], halves[u], categories[u]
        taken = u64(0)
        for j in range(p):
            for c in range(k):
                taken |= u64(1) << u64(cards[own[j], c])
        n = 0
        for card in unseen:
            if not taken >> u64(card) & u64(1):
                live[n] = card
                n += 1
        if to_come == 0:
            flush = 0
            for suit in range(4):
                if many[0, suit] >= 3:
                    flush = suit * ROWS + row_of_set[of_suit[0, suit]]
            _show_down(
                after[node[0], board[4] >> 2], flush, own, by_ranks, by_suit, low_sets,
                tables, classes, lows, own_halves, own_categories,
            )  # fmt: skip
            continue
        depth = 0
        at[0] = first_place
        while depth >= 0:
            end = n - (to_come - 1 - depth)
            if depth == 0:
                end = min(end, last_place)
            if depth < to_come - 1:
                if at[depth] >= end:
                    depth -= 1
                    if depth >= 0:
                        at[depth] += 1
                    continue
                card = live[at[depth]]
                node[depth + 1] = after[node[depth], card >> 2]
                for suit in range(4):
                    of_suit[depth + 1, suit] = of_suit[depth, suit]
                    many[depth + 1, suit] = many[depth, suit]
                of_suit[depth + 1, card & 3] |= 1 << (card >> 2)
                many[depth + 1, card & 3] += 1
                at[depth + 1] = at[depth] + 1
                depth += 1
                continue
            there = -1
            for suit in range(4):
                if many[depth, suit] >= 3:
                    there = suit
            for suit in range(4):
                of = there if there >= 0 else suit if many[depth, suit] == 2 else -1
                flush_from[suit] = max(of, 0) * ROWS
                flush_set[suit] = of_suit[depth, of] if of >= 0 else 0
                flush_adds[suit] = of == suit
            for i in range(at[depth], end):
                rank = live[i] >> 2
                suit = live[i] & 3
                flush = flush_from[suit] + row_of_set[flush_set[suit] | flush_adds[suit] << rank]
                _show_down(
                    after[node[depth], rank], flush, own, by_ranks, by_suit, low_sets,
                    tables, classes, lows, own_halves, own_categories,
                )  # fmt: skip
            depth -= 1
            if depth >= 0:
                at[depth] += 1
