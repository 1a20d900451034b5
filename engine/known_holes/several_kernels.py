"""The kernels for two to ten known holes and every board: ranks first, suits where a flush can be.

As for two holes (see ``heads_up_kernels``) boards are counted by their ranks, in how many ways each
can be dealt; but those on which a player has a flush are taken off these ways, and are counted by
the ranks they have in the suit, and by the ranks of their other cards. Who shares the pot is a set
of players, a bit each, and what is counted is how often each set does.

Known cards of the board leave fewer boards by rank, which are listed; and a set of ranks in a suit
has to hold the known ones.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from pokerlake.engine.accelerate import array, inlined, kernel

from .flush_steps import (
    NO_FLUSH,
    NO_RANKS,
    PAIR,
    SETS,
    STRAIGHT,
    TRIPS,
    TWO_PAIR,
    WIDTH,
    beaten_with_four,
    beaten_with_three,
    boards_of_one_suit,
    least_of,
    mark_winner,
    other_ways,
    suit_boards,
)

# n = tuples of p players, b = 6,175 boards by rank, r = 8,555 multisets of up to five ranks

BOARDS = 6175
FIRST_OF_SIZE = (0, 1, 14, 105, 560, 2380, 8555)  # of the r

# The last classes of quads and full houses.
QUADS = 166
FULL_HOUSE = 322

u8 = np.uint8
u16 = np.uint16
i32 = np.int32
i64 = np.int64


@kernel(types.int64(array("uint16", 2), array("uint8", 2), types.int64))
def first_bad_tuple(holes, hole_cards, gone):
    """The first tuple of ``(n, p)`` that has a card twice, one that is ``gone``, or no hole; -1."""
    for i in range(len(holes)):
        seen = gone
        for hole in holes[i]:
            if hole >= len(hole_cards):
                return i
            for card in hole_cards[hole]:
                if seen >> card & 1:
                    return i
                seen |= 1 << card
    return -1


@inlined
def _board_ways(live, choose, stem, last, factors, ways):
    """In how many ways each multiset of ranks can be dealt, for as many as ``ways`` has.

    ``stem`` ``(r,)`` is the multiset without its highest rank, ``last`` ``(r,)`` that rank and how
    often it is there: 4 rank + copies - 1. ``choose[n, c]`` is C(n, c + 1); ``factors`` ``(52,)``
    is room to work in.
    """
    for rank in range(13):
        for c in range(4):
            factors[4 * rank + c] = choose[live[rank], c]
    ways[0] = 1
    for node in range(1, len(ways)):
        ways[node] = i32(ways[stem[node]] * factors[last[node]])


@inlined
def _list_boards(board, next_node, parent, last, listed):
    """List the multisets of ranks that complete a board, and the boards by rank that come of them.

    ``listed`` ``(2, b)`` is filled; how many there are.
    """
    k = len(board)
    first = FIRST_OF_SIZE[5 - k]
    reached = np.zeros(FIRST_OF_SIZE[6 - k], np.uint16)
    for card in board:
        reached[0] = next_node[reached[0], card >> 2]
    n = 0
    for node in range(len(reached)):
        if node:
            before = reached[parent[node]]
            # A fifth card of a rank leads to 0, the root, and nothing leads on from there.
            if before or (k == 0 and parent[node] == 0):
                reached[node] = next_node[before, last[node] >> 2]
        if node >= first and reached[node]:
            listed[0, n] = node
            listed[1, n] = reached[node] - FIRST_OF_SIZE[5]
            n += 1
    return n


@inlined
def _rank_categories(sign, row, ways, n, categories):
    """Add the ways of ``n`` boards to a player's categories, by ranks alone; or take them off."""
    quads = full_house = straight = trips = two_pair = pair = every = i32(0)
    for j in range(n):
        every += i32(ways[j])
        quads += i32(ways[j] if row[j] <= QUADS else 0)
        full_house += i32(ways[j] if row[j] <= FULL_HOUSE else 0)
        straight += i32(ways[j] if row[j] <= STRAIGHT else 0)
        trips += i32(ways[j] if row[j] <= TRIPS else 0)
        two_pair += i32(ways[j] if row[j] <= TWO_PAIR else 0)
        pair += i32(ways[j] if row[j] <= PAIR else 0)
    categories[2] += sign * quads
    categories[3] += sign * (full_house - quads)
    categories[5] += sign * (straight - full_house)
    categories[6] += sign * (trips - straight)
    categories[7] += sign * (two_pair - trips)
    categories[8] += sign * (pair - two_pair)
    categories[9] += sign * (every - pair)


@inlined
def _sharers(counts, total, shared):
    """From how often each set of players wins, how often each player shares with how many."""
    for players in range(1, len(counts)):
        boards = i64(counts[players].sum())
        if boards:
            sharers = 0
            for i in range(len(shared)):
                sharers += players >> i & 1
            for i in range(len(shared)):
                shared[i, sharers] += boards * (players >> i & 1)
    for i in range(len(shared)):
        shared[i, 0] = total - shared[i, 1:].sum()


RANK_TABLES = types.Tuple(
    (
        array("uint8", 2),
        array("uint16", 2),
        array("uint16"),
        array("uint16"),
        array("uint8"),
        array("uint16", 2),
    )
)
SUIT_TABLES = types.Tuple(
    (
        array("uint16", 3),
        array("uint16", 2),
        array("uint16"),
        array("uint16", 2),
        array("uint16", 2),
    )
)
FIVE_TABLES = types.Tuple(
    (array("uint16", 2), array("uint16"), array("uint16", 2), array("uint16")),
)


@kernel(
    types.void(
        array("uint16", 2),
        array("uint8", 2),
        array("uint8"),
        types.int64,
        RANK_TABLES,
        SUIT_TABLES,
        SUIT_TABLES,
        FIVE_TABLES,
        array("uint16", 3),
        array("uint8", 2),
        types.int64,
        types.int64,
        types.int64[:, :, ::1],
        types.int64[:, :, ::1],
    )
)
def add_multiway(
    holes,
    hole_cards,
    board,
    gone,
    by_rank,
    with_three,
    with_four,
    with_five,
    paired,
    ranks4,
    start,
    stop,
    shared,
    categories,
):
    """Who shares the pot, and with what, over all boards of tuples ``start..stop`` of ``(n, p)``.

    ``board`` ``(k,)`` is known, and ``gone`` has the bits of its cards and of the dead. ``shared``
    ``(n, p, p + 1)`` and ``categories`` ``(n, p, 10)`` must be zero; an empty one is left out.
    """
    p = holes.shape[1]
    k = len(board)
    pair_ranks, next_node, parent, stem, last, classes = by_rank
    classes5, sets5, flushes5, boards5 = with_five
    listed = np.empty((2, BOARDS), np.uint16)
    m = _list_boards(board, next_node, parent, last, listed)
    gone_of = np.zeros(4, np.int64)
    known_of = np.zeros(4, np.int64)
    left = np.full(13, 4, np.int32)
    total = 1
    cards = 52 - 2 * p
    for card in range(52):
        if gone >> card & 1:
            gone_of[card & 3] |= 1 << (card >> 2)
            left[card >> 2] -= i32(1)
            cards -= 1
    for card in board:
        known_of[card & 3] |= 1 << (card >> 2)
    for i in range(5 - k):
        total = total * (cards - i) // (i + 1)

    ways = np.empty(FIRST_OF_SIZE[6], np.int32)
    board_ways = ways[FIRST_OF_SIZE[5] :]
    listed_ways = np.empty(BOARDS, np.int32)
    rows = np.empty((p, BOARDS), np.uint16)
    best = np.empty(BOARDS, np.uint16)
    winners = np.empty(BOARDS, np.uint16)
    live = np.empty(13, np.int32)
    pairs = np.empty(p, np.uint8)
    own = np.empty((4, p), np.uint8)
    held = np.empty((4, p), np.uint8)
    taken = np.empty(4, np.int64)
    counts = np.zeros((1 << p if len(shared) else 0, 4), np.int32)
    choose = np.array(
        [[0, 0, 0, 0], [1, 0, 0, 0], [2, 1, 0, 0], [3, 3, 1, 0], [4, 6, 4, 1]], np.int32
    )
    factors = np.empty(52, np.int32)
    other_live = np.empty(13, np.int32)
    of_others = np.empty(WIDTH, np.int32)
    lanes = np.empty(WIDTH, np.uint8)
    of_one_suit = np.empty(SETS[2], np.int32)
    beaten = np.empty(SETS[1], np.uint16)
    suit_room = (
        np.empty(SETS[1], np.uint16),
        beaten,
        np.empty(4 * WIDTH, np.uint16),
        np.empty(SETS[1], np.uint16),
        np.empty(SETS[1], np.uint16),
        np.empty(SETS[1], np.uint16),
    )
    five_room = np.empty(SETS[2], np.int32), np.empty(SETS[2], np.uint16)

    for t in range(start, stop):
        live[:] = left
        taken[:] = gone_of
        own[:] = NO_RANKS
        held[:] = 0
        counts[:] = 0
        of_one_suit[:] = 0
        of_tuple = categories[t : t + 1].reshape(-1, 10)
        for i in range(p):
            a = i64(hole_cards[holes[t, i], 0])
            b = i64(hole_cards[holes[t, i], 1])
            low = a >> 2
            high = b >> 2
            pairs[i] = (high * (high + 1) >> 1) + low
            live[low] -= i32(1)
            live[high] -= i32(1)
            taken[a & 3] |= 1 << low
            taken[b & 3] |= 1 << high
            held[a & 3, i] += u8(1)
            held[b & 3, i] += u8(1)
            own[a & 3, i] = (low * (low + 1) >> 1) + low
            own[b & 3, i] = (high * (high + 1) >> 1) + (low if a & 3 == b & 3 else high)

        _board_ways(live, choose, stem, last, factors, ways[: FIRST_OF_SIZE[6 - k]])
        for j in range(m):
            listed_ways[j] = ways[listed[0, j]]
        for j in range(m):
            board_ways[listed[1, j]] = listed_ways[j]
        for i in range(p):
            row = classes[pairs[i]]
            if k:
                for j in range(m):
                    rows[i, j] = row[listed[1, j]]
            else:  # all of them, which is eight times as fast
                for j in range(BOARDS):
                    rows[i, j] = row[j]
            if len(of_tuple):
                _rank_categories(1, rows[i], listed_ways, m, of_tuple[i])

        some_of_one_suit = False
        for suit in range(4):
            known = known_of[suit]
            others = k
            for rank in range(13):
                others -= known >> rank & 1
                other_live[rank] = live[rank] - i32(taken[suit] >> rank & 1 ^ 1)
            players = pairs, own[suit], held[suit]
            most = 0
            for i in range(p):
                most = max(most, held[suit, i])
            if most == 2 and others <= 2:
                n, sum_of_ways = other_ways(
                    suit, 2, board, other_live, pair_ranks, of_others, lanes
                )
                ways_of_others = of_others, lanes[:n], sum_of_ways
                n = suit_boards(
                    2,
                    WIDTH,
                    taken[suit],
                    known,
                    ways_of_others,
                    players,
                    with_three,
                    suit_room,
                    board_ways,
                    counts,
                    of_tuple,
                )
                beaten_with_three(
                    beaten[:n],
                    with_three[0],
                    ways_of_others,
                    players,
                    suit_room,
                    best,
                    winners,
                    counts,
                )
            if most >= 1 and others <= 1:
                n, sum_of_ways = other_ways(
                    suit, 1, board, other_live, pair_ranks, of_others, lanes
                )
                ways_of_others = of_others, lanes[:n], sum_of_ways
                n = suit_boards(
                    1,
                    16,
                    taken[suit],
                    known,
                    ways_of_others,
                    players,
                    with_four,
                    suit_room,
                    board_ways,
                    counts,
                    of_tuple,
                )
                beaten_with_four(
                    beaten[:n],
                    paired,
                    ranks4,
                    ways_of_others,
                    players,
                    suit_room,
                    best,
                    winners,
                    counts,
                )
            if others == 0:
                some_of_one_suit = True
                boards_of_one_suit(
                    sets5,
                    flushes5,
                    taken[suit],
                    known,
                    players,
                    five_room,
                    best,
                    winners,
                    counts,
                    of_tuple,
                    of_one_suit,
                )
        if some_of_one_suit:
            for j in range(SETS[2]):
                board_ways[boards5[j]] -= of_one_suit[j]
            for i in range(len(of_tuple)):
                _rank_categories(-1, classes5[pairs[i]], of_one_suit, SETS[2], of_tuple[i])
        if len(counts):
            for j in range(m):
                best[j] = u16(NO_FLUSH)
                winners[j] = u16(0)
            for i in range(p):
                least_of(rows[i], best, m)
            for i in range(p):
                mark_winner(rows[i], best, i, winners, m)
            for j in range(m):
                counts[winners[j], j & 3] += board_ways[listed[1, j]]
            _sharers(counts, total, shared[t])
