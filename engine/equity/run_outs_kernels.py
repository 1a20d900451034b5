"""The kernel that shares the pot over all cards that may still come on a flop or a turn.

For most run-outs the ranks alone decide which hand is best. So the 91 pairs of ranks that may come
are compared first, each times the number of pairs of cards that it stands for. The few run-outs
that make a flush are then corrected, suit by suit. Only one suit can have three cards on a board.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, kernel, popcount
from ..cards.steps import sorted5
from ..hands.evaluate_kernels import fives, pairs, quads, rank_of, triples
from ..signatures import I64, U8, U16, U64, Array, Input

# n = situations, p = players, b = cards of the board, e = pairs that may make a flush

PAIRS = 91
MOST = 45 + 9 * 13 + PAIRS  # pairs with two, one or no cards of a suit

u64 = np.uint64


class RunOutTables(NamedTuple):
    """The classes of hands; the lower wins."""

    # By five ranks, numbered as multisets, and each pair of ranks; 0 if they are impossible.
    rank_class: Input[U16, "6188, 91"]
    flush_class: Input[U16, "8192"]  # by the ranks of a suit; 65535 for no flush


class _RunOutScratch(NamedTuple):
    """Scratch arrays for one situation."""

    left: Array[I64, "13"]  # how many cards of each rank may come
    of_suit: Array[I64, "4"]  # the ranks of these cards in each suit, a bit each
    weights: Array[I64, "91"]  # how many pairs of cards a pair of ranks stands for
    node: Array[I64, "p"]  # the ranks of hole and flop of each player
    sets: Array[I64, "p + 1, 4"]  # each player's ranks in each suit with the board; the board last
    pair: Array[I64, "e"]
    added: Array[I64, "e"]  # the ranks of the suit that come
    ways: Array[I64, "e"]
    best: Array[I64, "91"]
    sharers: Array[I64, "91"]


@borrowing
def _read(
    i: int,
    holes: Input[U8, "p, 2, n"],
    board: Input[U8, "b, n"],
    dead: Input[U64, "n"],
    room: _RunOutScratch,
) -> None:
    """Read a situation: the ranks and suits of each player, and which cards are left."""
    p, b = len(holes), len(board)
    taken = dead[i]
    shown = room.sets[p]
    for suit in range(4):
        shown[suit] = 0
    for c in range(b):
        card = board[c, i]
        taken |= u64(1) << u64(card)
        shown[card & 3] |= 1 << np.int64(card >> 2)
    for player in range(p):
        for suit in range(4):
            room.sets[player, suit] = shown[suit]
        for c in range(2):
            card = holes[player, c, i]
            taken |= u64(1) << u64(card)
            room.sets[player, card & 3] |= 1 << np.int64(card >> 2)
        first, second = holes[player, 0, i], holes[player, 1, i]
        v, w, x, y, z = sorted5(first, second, board[0, i], board[1, i], board[2, i])
        room.node[player] = (
            np.int64(rank_of(v))
            + np.int64(pairs(rank_of(w)))
            + np.int64(triples(rank_of(x)))
            + np.int64(quads(rank_of(y)))
            + np.int64(fives(rank_of(z)))
        )
    for suit in range(4):
        room.of_suit[suit] = 0
    for rank in range(13):
        cards = ~(taken >> u64(4 * rank)) & u64(15)
        room.left[rank] = np.int64(popcount(cards))
        for suit in range(4):
            room.of_suit[suit] |= np.int64(cards >> u64(suit) & u64(1)) << rank


@borrowing
def _weigh(turn: int, room: _RunOutScratch) -> None:
    """Write the ways of each pair of ranks; one of the two is ``turn``, or -1 before the turn."""
    at = 0
    for high in range(13):
        for low in range(high):
            known = room.left[low] * (turn == high) + room.left[high] * (turn == low)
            room.weights[at + low] = room.left[high] * room.left[low] if turn < 0 else known
        mine = room.left[high]
        room.weights[at + high] = mine * (mine - 1) // 2 if turn < 0 else mine * (turn == high)
        at += high + 1


@borrowing
def _list_of_suit(turn: int, suit: int, most: int, room: _RunOutScratch) -> int:
    """List the pairs that make a flush for a player with ``most`` of a suit; return how many."""
    n = 0
    mine = room.of_suit[suit]
    for high in range(13):
        has_high = mine >> high & 1
        others = room.left[high] - has_high
        if turn >= 0:
            pair = max(high, turn) * (max(high, turn) + 1) // 2 + min(high, turn)
            for is_in in range(2):
                room.pair[n] = pair
                room.added[n] = is_in << high
                room.ways[n] = has_high if is_in else others * (most >= 5)
                n += room.ways[n] > 0
            continue
        for low in range(high + 1):
            has_low = mine >> low & 1
            rest = room.left[low] - has_low
            pair = high * (high + 1) // 2 + low
            if has_high and has_low and low < high:
                room.pair[n], room.added[n], room.ways[n] = pair, 1 << high | 1 << low, 1
                n += 1
            if most >= 4 and has_high and rest:
                room.pair[n], room.added[n], room.ways[n] = pair, 1 << high, rest
                n += 1
            if most >= 4 and has_low and others and low < high:
                room.pair[n], room.added[n], room.ways[n] = pair, 1 << low, others
                n += 1
            if most >= 5:
                ways = others * rest if low < high else others * (others - 1) // 2
                room.pair[n], room.added[n], room.ways[n] = pair, 0, ways
                n += ways > 0
    return n


@borrowing
def _share_by_rank(
    i: int,
    tables: RunOutTables,
    worth: Input[I64, "p + 1"],
    room: _RunOutScratch,
    units: Array[I64, "p, n"],
) -> None:
    """Write what each player would win without flushes."""
    best, sharers, weights = room.best, room.sharers, room.weights
    first = tables.rank_class[room.node[0]]
    for j in range(PAIRS):
        best[j] = first[j]
    for player in range(1, len(units)):
        row = tables.rank_class[room.node[player]]
        for j in range(PAIRS):
            best[j] = min(best[j], np.int64(row[j]))
    for j in range(PAIRS):
        sharers[j] = 0
    for player in range(len(units)):
        row = tables.rank_class[room.node[player]]
        for j in range(PAIRS):
            sharers[j] += np.int64(row[j]) == best[j]
    for j in range(PAIRS):
        sharers[j] = worth[sharers[j]] * weights[j]
    for player in range(len(units)):
        row = tables.rank_class[room.node[player]]
        won = 0
        for j in range(PAIRS):
            won += sharers[j] * (np.int64(row[j]) == best[j])
        units[player, i] = won


@borrowing
def _mend(
    i: int,
    suit: int,
    n: int,
    tables: RunOutTables,
    worth: Input[I64, "p + 1"],
    room: _RunOutScratch,
    units: Array[I64, "p, n"],
) -> None:
    """Subtract what pairs of a suit give by rank, and add what they give with flushes."""
    p = len(units)
    for e in range(n):
        pair, added = room.pair[e], room.added[e]
        by_rank = by_all = 1 << 20
        ranked = flushed = 0
        for player in range(p):
            mine = np.int64(tables.rank_class[room.node[player], pair])
            flush = np.int64(tables.flush_class[room.sets[player, suit] | added])
            whole = min(mine, flush)
            ranked = (0 if mine < by_rank else ranked) + (mine <= by_rank)
            by_rank = min(by_rank, mine)
            flushed = (0 if whole < by_all else flushed) + (whole <= by_all)
            by_all = min(by_all, whole)
        if by_all == by_rank:
            continue
        for player in range(p):
            mine = np.int64(tables.rank_class[room.node[player], pair])
            flush = np.int64(tables.flush_class[room.sets[player, suit] | added])
            units[player, i] += room.ways[e] * (
                worth[flushed] * (min(mine, flush) == by_all) - worth[ranked] * (mine == by_rank)
            )


@kernel
def share_run_outs(
    holes: Input[U8, "p, 2, n"],
    board: Input[U8, "b, n"],  # three cards, or four
    dead: Input[U64, "n"],  # other cards that do not come, a set each
    tables: RunOutTables,
    worth: Input[I64, "p + 1"],  # what each of s winners gets
    units: Array[I64, "p, n"],  # written: what each player wins over all run-outs
) -> None:
    """Share the pot over all run-outs of each situation."""
    p, n = units.shape
    room = _RunOutScratch(
        empty(13, np.int64),
        empty(4, np.int64),
        empty(PAIRS, np.int64),
        empty(p, np.int64),
        empty((p + 1, 4), np.int64),
        empty(MOST, np.int64),
        empty(MOST, np.int64),
        empty(MOST, np.int64),
        empty(PAIRS, np.int64),
        empty(PAIRS, np.int64),
    )
    for i in range(n):
        _read(i, holes, board, dead, room)
        turn = np.int64(board[3, i] >> 2) if len(board) == 4 else -1
        _weigh(turn, room)
        _share_by_rank(i, tables, worth, room, units)
        for suit in range(4):
            most = 0
            for player in range(p):
                most = max(most, np.int64(popcount(u64(room.sets[player, suit]))))
            if most + 5 - len(board) >= 5:
                count = _list_of_suit(turn, suit, most, room)
                _mend(i, suit, count, tables, worth, room, units)
