"""The kernel for two known holes and every board: ranks first, then suits for flushes.

Only the ranks of a board matter unless a player has a flush. So boards are first counted by their
ranks, as if there were no flushes: 6,175 boards by rank instead of 1,712,304 boards, and the same
for all suits of the four cards. Then boards with enough cards of a suit are corrected: they are
counted by their ranks in the suit, and by the ranks of their other cards, the rest.

``add_multiway`` counts the same and takes twice as long, 35 microseconds: it visits the boards by
rank for every pair of holes, whereas here they are visited once for every pair of ranks.

Dimensions: n = match-ups, o = pairs of ranks, or ranks, of the rest.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel, vectorized
from ..signatures import I16, I64, U8, U16, Array, Input
from .rank_tables import RankTables, SuitTables, Tables
from .steps import FIRST_OF_SIZE, RANK_BOARDS, Holes, holes_of, rank_ways, read_holes

u16 = np.uint16
i32 = np.int32


@kernel
def rank_outcomes(
    ranks: RankTables,
    # Filled with wins and ties of the first against the second, if both can be dealt.
    outcomes: Array[I64, "91, 91, 2"],
) -> None:
    """Count wins and ties of each pair of ranks against each other one, by ranks alone."""
    live = empty(13, np.int32)
    factors = empty(52, np.int32)
    ways = empty(FIRST_OF_SIZE[6], np.int32)
    board_ways = ways[FIRST_OF_SIZE[5] :]
    for hero in range(len(ranks.classes)):
        for villain in range(hero + 1):
            for rank in range(13):
                live[rank] = 4
            for i in range(2):
                live[ranks.pair_ranks[hero, i]] -= i32(1)
                live[ranks.pair_ranks[villain, i]] -= i32(1)
            least = i32(0)
            for rank in range(13):
                least = min(least, live[rank])
            if least < 0:
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


@vectorized
def _correct(
    # The players' classes by rank with each rest.
    mine: Input[U16, "o"],
    theirs: Input[U16, "o"],
    ways: Input[I16, "o"],  # in how many ways each rest can be dealt
    # Their flushes in place of ``mine`` and ``theirs``; 0 for no flush.
    my_flush: u16,
    their_flush: u16,
):
    """Return the changes of wins and ties, ``int32``, on boards with one set of ranks in a suit."""
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
def _correct_sets(
    needed: int,  # cards of the suit with which a player has a flush: 2 or 1
    suit: int,
    holes: Holes,
    table: SuitTables,
    ways: Input[I16, "o"],  # in how many ways each rest can be dealt
):
    """Return the changes of wins and ties, ``int64``, on boards with 3 or 4 cards of a suit."""
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
def _correct_one_suit(suit: int, holes: Holes, table: SuitTables):
    """Return the changes of wins and ties on boards of one suit; see ``_correct_sets``."""
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


@kernel
def add_heads_up(
    numbers: Input[U16, "n, 2"],  # holes of hero and villain
    hole_cards: Input[U8, "1326, 2"],
    by_rank: Input[I64, "91, 91, 2"],  # of ``rank_outcomes``
    tables: Tables,
    outcomes: Array[I64, "n, 2"],  # filled
) -> None:
    """Count the wins and ties of match-ups over all boards."""
    pair_ranks = tables.ranks.pair_ranks
    holes = holes_of(2)
    live = empty(13, np.int16)
    pair_ways = empty(len(pair_ranks), np.int16)
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
