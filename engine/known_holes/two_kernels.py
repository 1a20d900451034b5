"""The kernel for two known holes and every board: ranks first, suits only where a flush can be.

A board matters by its ranks alone unless a player has a flush. So boards are first counted by their
ranks, as if there were no flushes: 6,175 boards by rank in place of 1,712,304 boards, and the same
for all suits of the four cards. Then boards with enough cards of a suit are corrected: they are
counted by the ranks they have in the suit, and by the ranks of their other cards, the rest.

``add_multiway`` counts the same and takes twice as long, 35 microseconds: it visits the boards by
rank for every pair of holes, and here they are visited once for every pair of ranks.

Dimensions: n = match-ups, o = pairs of ranks, or ranks, of the rest.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from ..accelerate import array, borrowing, kernel
from .rank_steps import (
    FIRST_OF_SIZE,
    OF_RANKS,
    RANK_BOARDS,
    TABLES,
    holes_of,
    rank_ways,
    read_holes,
)

u16 = np.uint16
i32 = np.int32


@kernel(types.void(OF_RANKS, types.int64[:, :, ::1]))
def rank_outcomes(ranks, outcomes):
    """Count wins and ties of each pair of ranks against each, by ranks alone.

    Parameters
    ----------
    ranks : RankTables
    outcomes : (91, 91, 2) int64
        Filled with wins and ties of the first against the second, where both can be dealt.
    """
    live = np.empty(13, np.int32)
    factors = np.empty(52, np.int32)
    ways = np.empty(FIRST_OF_SIZE[6], np.int32)
    board_ways = ways[FIRST_OF_SIZE[5] :]
    for hero in range(len(ranks.classes)):
        for villain in range(hero + 1):
            live[:] = 4
            for i in range(2):
                live[ranks.pair_ranks[hero, i]] -= i32(1)
                live[ranks.pair_ranks[villain, i]] -= i32(1)
            if live.min() < 0:
                continue
            rank_ways(live, ranks.stem, ranks.last, factors, ways)
            wins = ties = losses = 0
            for board in range(RANK_BOARDS):
                mine = ranks.classes[hero, board]
                theirs = ranks.classes[villain, board]
                wins += board_ways[board] * (mine < theirs)
                ties += board_ways[board] * (mine == theirs)
                losses += board_ways[board] * (mine > theirs)
            outcomes[hero, villain, 0] = wins
            outcomes[villain, hero, 0] = losses
            outcomes[hero, villain, 1] = outcomes[villain, hero, 1] = ties


@borrowing
def _correct(mine, theirs, ways, my_flush, their_flush):
    """Count how wins and ties change on boards with one set of ranks in a suit.

    Parameters
    ----------
    mine, theirs : (o,) uint16
        The players' classes by rank with each rest.
    ways : (o,) int16
        In how many ways each rest can be dealt.
    my_flush, their_flush : uint16
        What they have in place of ``mine`` and ``theirs``; 0 where that is no flush.

    Returns
    -------
    wins, ties : int32
    """
    wins = ties = i32(0)
    for other in range(len(ways)):
        by_rank = mine[other]
        against = theirs[other]
        first = my_flush if my_flush else by_rank
        second = their_flush if their_flush else against
        wins += i32(i32(ways[other]) * i32(i32(first < second) - i32(by_rank < against)))
        ties += i32(i32(ways[other]) * i32(i32(first == second) - i32(by_rank == against)))
    return wins, ties


@borrowing
def _correct_sets(needed, suit, holes, table, ways):
    """Count how wins and ties change on boards with three or four cards of a suit.

    Parameters
    ----------
    needed : int
        Cards of the suit with which a player has a flush: 2 or 1.
    suit : int
    holes : Holes
    table : SuitTables
    ways : (o,) int16
        In how many ways each rest can be dealt.

    Returns
    -------
    wins, ties : int64
    """
    taken = holes.taken[suit]
    hero, villain = holes.pairs
    hero_own, villain_own = holes.own[suit]
    hero_held, villain_held = holes.held[suit]
    wins = ties = 0
    for i in range(len(table.sets)):
        if table.sets[i] & taken == 0:
            mine = table.flushes[hero_own, i] if hero_held >= needed else u16(0)
            theirs = table.flushes[villain_own, i] if villain_held >= needed else u16(0)
            changed = _correct(
                table.classes[hero, i], table.classes[villain, i], ways, mine, theirs
            )
            wins += changed[0]
            ties += changed[1]
    return wins, ties


@borrowing
def _correct_one_suit(suit, holes, table):
    """Count how wins and ties change on boards of one suit; see ``_correct_sets``."""
    taken = holes.taken[suit]
    by_rank = table.classes[holes.pairs[0]].reshape(-1)
    against = table.classes[holes.pairs[1]].reshape(-1)
    mine = table.flushes[holes.own[suit, 0]]
    theirs = table.flushes[holes.own[suit, 1]]
    wins = ties = i32(0)
    for i in range(len(table.sets)):
        allowed = i32(table.sets[i] & taken == 0)
        wins += i32(allowed * i32(i32(mine[i] < theirs[i]) - i32(by_rank[i] < against[i])))
        ties += i32(allowed * i32(i32(mine[i] == theirs[i]) - i32(by_rank[i] == against[i])))
    return wins, ties


@kernel(
    types.void(
        array("uint16", 2), array("uint8", 2), array("int64", 3), TABLES, types.int64[:, ::1]
    )
)
def add_heads_up(numbers, hole_cards, by_rank, tables, outcomes):
    """Count the wins and ties of match-ups over all boards.

    Parameters
    ----------
    numbers : (n, 2) uint16
        Holes of hero and villain.
    hole_cards : (1326, 2) uint8
    by_rank : (91, 91, 2) int64
        Of ``rank_outcomes``.
    tables : Tables
    outcomes : (n, 2) int64
        Filled.
    """
    pair_ranks = tables.ranks.pair_ranks
    holes = holes_of(2)
    live = np.empty(13, np.int16)
    pair_ways = np.empty(len(pair_ranks), np.int16)
    for i in range(len(numbers)):
        holes.live[:] = 4
        holes.taken[:] = 0
        read_holes(numbers[i], hole_cards, holes)
        wins, ties = by_rank[holes.pairs[0], holes.pairs[1]]
        for suit in range(4):
            for rank in range(13):
                live[rank] = holes.live[rank] - (holes.taken[suit] >> rank & 1 ^ 1)
            most = max(holes.held[suit, 0], holes.held[suit, 1])
            if most == 2:
                for pair in range(len(pair_ranks)):
                    high, low = pair_ranks[pair]
                    twice = live[high] * (live[high] - 1) >> 1
                    pair_ways[pair] = twice if high == low else live[high] * live[low]
                changed = _correct_sets(2, suit, holes, tables.three, pair_ways)
                wins += changed[0]
                ties += changed[1]
            if most >= 1:
                changed = _correct_sets(1, suit, holes, tables.four, live)
                wins += changed[0]
                ties += changed[1]
            changed = _correct_one_suit(suit, holes, tables.five)
            wins += changed[0]
            ties += changed[1]
        outcomes[i, 0] = wins
        outcomes[i, 1] = ties
