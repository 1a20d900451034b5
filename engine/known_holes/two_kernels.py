"""The kernel for two known holes and every board: ranks first, suits only where a flush can be.

A board matters by its ranks alone unless a player has a flush. So boards are first counted by their
ranks, as if there were no flushes: 6,175 sets of ranks in place of 1,712,304 boards, and the same
for all suits of the four cards. Then boards that hold enough of a suit are put right: they are
counted by the ranks they have in the suit, and by the ranks of their other cards.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from pokerlake.engine.accelerate import array, inlined, kernel

# p = 91 pairs of ranks, b = 6,175 boards by rank, n = match-ups
# f = boards' cards in a suit: 286 sets of 3 ranks with 91 pairs of others, 715 of 4 with 13, 1,287

i32 = np.int32


@kernel(
    types.void(
        array("uint16", 2),
        array("uint8", 2),
        array("int64", 2),
        array("uint8", 2),
        types.int64[:, :, ::1],
    )
)
def rank_outcomes(classes, copies, choose, pair_ranks, outcomes):
    """Wins and ties by ranks alone of each pair of ranks against each: ``outcomes`` ``(p, p, 2)``.

    ``classes`` ``(p, b)`` is the class of two ranks and a board, ``copies`` ``(b, 13)`` how often
    the board has each rank, ``choose[n, k]`` is C(n, k).
    """
    live = np.empty(13, np.int64)
    for hero in range(len(classes)):
        for villain in range(hero + 1):
            live[:] = 4
            for i in range(2):
                live[pair_ranks[hero, i]] -= 1
                live[pair_ranks[villain, i]] -= 1
            if live.min() < 0:
                continue
            wins = ties = losses = 0
            for board in range(classes.shape[1]):
                ways = 1
                for rank in range(13):
                    ways *= choose[live[rank], copies[board, rank]]
                wins += ways * (classes[hero, board] < classes[villain, board])
                ties += ways * (classes[hero, board] == classes[villain, board])
                losses += ways * (classes[hero, board] > classes[villain, board])
            outcomes[hero, villain, 0] = wins
            outcomes[villain, hero, 0] = losses
            outcomes[hero, villain, 1] = outcomes[villain, hero, 1] = ties


@inlined
def _pair(cards):
    """The number of two ranks, the higher card last."""
    high = np.int64(cards[1] >> 2)
    return (high * (high + 1) >> 1) + (cards[0] >> 2)


@inlined
def _put_right(hero, villain, ways, hero_flush, villain_flush):
    """How wins and ties change on boards with one set of ranks in the suit, others in ``ways``.

    ``hero`` and ``villain`` are classes by rank; a flush, 0 for none, is instead of them.
    """
    wins = ties = i32(0)
    for other in range(len(ways)):
        by_rank = hero[other]
        against = villain[other]
        mine = hero_flush if hero_flush else by_rank
        theirs = villain_flush if villain_flush else against
        wins += i32(i32(ways[other]) * i32(i32(mine < theirs) - i32(by_rank < against)))
        ties += i32(i32(ways[other]) * i32(i32(mine == theirs) - i32(by_rank == against)))
    return wins, ties


@inlined
def _suit_outcomes(
    hero_pair, villain_pair, hero_set, villain_set, hero_cards, villain_cards, others, tables
):
    """Changes for one suit, of which the players have these sets of ranks and so many cards."""
    classes3, classes4, classes5, sets3, sets4, sets5, flush_of_set, pair_ranks = tables
    taken = hero_set | villain_set
    wins = ties = 0
    if max(hero_cards, villain_cards) == 2:
        ways3 = np.empty(91, np.int16)
        for pair in range(91):
            high = pair_ranks[pair, 0]
            low = pair_ranks[pair, 1]
            if high == low:
                ways3[pair] = others[high] * (others[high] - 1) >> 1
            else:
                ways3[pair] = others[high] * others[low]
        for i in range(len(sets3)):
            if sets3[i] & taken == 0:
                mine = flush_of_set[sets3[i] | hero_set] if hero_cards == 2 else np.uint16(0)
                theirs = (
                    flush_of_set[sets3[i] | villain_set] if villain_cards == 2 else np.uint16(0)
                )
                changed = _put_right(
                    classes3[hero_pair, i], classes3[villain_pair, i], ways3, mine, theirs
                )
                wins += changed[0]
                ties += changed[1]
    if max(hero_cards, villain_cards) >= 1:
        for i in range(len(sets4)):
            if sets4[i] & taken == 0:
                mine = flush_of_set[sets4[i] | hero_set] if hero_cards else np.uint16(0)
                theirs = flush_of_set[sets4[i] | villain_set] if villain_cards else np.uint16(0)
                changed = _put_right(
                    classes4[hero_pair, i], classes4[villain_pair, i], others, mine, theirs
                )
                wins += changed[0]
                ties += changed[1]
    for i in range(len(sets5)):
        if sets5[i] & taken == 0:
            mine = flush_of_set[sets5[i] | hero_set]
            theirs = flush_of_set[sets5[i] | villain_set]
            by_rank = classes5[hero_pair, i]
            against = classes5[villain_pair, i]
            wins += (mine < theirs) - (by_rank < against)
            ties += (mine == theirs) - (by_rank == against)
    return wins, ties


@kernel(
    types.void(
        array("uint8", 2),
        array("uint8", 2),
        array("int64", 3),
        array("uint16", 3),
        array("uint16", 3),
        array("uint16", 2),
        array("uint16"),
        array("uint16"),
        array("uint16"),
        array("uint16"),
        array("uint8", 2),
        types.int64,
        types.int64,
        types.int64[:, ::1],
    )
)
def add_heads_up(
    heroes,
    villains,
    by_rank,
    classes3,
    classes4,
    classes5,
    sets3,
    sets4,
    sets5,
    flush_of_set,
    pair_ranks,
    start,
    stop,
    outcomes,
):
    """Wins and ties of match-ups ``start..stop`` over all boards: ``outcomes`` ``(n, 2)``.

    ``heroes`` and ``villains``, ``(n, 2)`` cards, the lower first, have no card in common.
    """
    tables = classes3, classes4, classes5, sets3, sets4, sets5, flush_of_set, pair_ranks
    others = np.empty(13, np.int16)
    for i in range(start, stop):
        hero = heroes[i]
        villain = villains[i]
        hero_pair = _pair(hero)
        villain_pair = _pair(villain)
        wins = by_rank[hero_pair, villain_pair, 0]
        ties = by_rank[hero_pair, villain_pair, 1]
        for suit in range(4):
            hero_set = villain_set = hero_cards = villain_cards = 0
            others[:] = 3
            for c in range(2):
                if hero[c] & 3 == suit:
                    hero_set |= 1 << (hero[c] >> 2)
                    hero_cards += 1
                else:
                    others[hero[c] >> 2] -= 1
                if villain[c] & 3 == suit:
                    villain_set |= 1 << (villain[c] >> 2)
                    villain_cards += 1
                else:
                    others[villain[c] >> 2] -= 1
            changed = _suit_outcomes(
                hero_pair,
                villain_pair,
                hero_set,
                villain_set,
                hero_cards,
                villain_cards,
                others,
                tables,
            )
            wins += changed[0]
            ties += changed[1]
        outcomes[i, 0] = wins
        outcomes[i, 1] = ties
