"""Steps that the kernels of two and of several known holes inline: holes and boards by their ranks.

Dimensions: p = players, m = boards by rank that complete the known board, at most 6,175.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, inlined
from ..arrays import empty
from ..signatures import I32, I64, U8, U16, Array, Input
from .rank_tables import NO_RANKS, RankTables

FIRST_OF_SIZE = (0, 1, 14, 105, 560, 2380, 8555)  # of the multisets of so many ranks
RANK_BOARDS = 6175

# The last class of each category.
STRAIGHT_FLUSH = 10
QUADS = 166
FULL_HOUSE = 322
STRAIGHT = 1609
TRIPS = 2467
TWO_PAIR = 3325
PAIR = 6185

CHOOSE = np.array(  # [n, c] is C(n, c + 1)
    [[0, 0, 0, 0], [1, 0, 0, 0], [2, 1, 0, 0], [3, 3, 1, 0], [4, 6, 4, 1]], np.int32
)

u8 = np.uint8
i32 = np.int32
i64 = np.int64


class Holes(NamedTuple):
    """What the players of a tuple hold, by rank and by suit."""

    pairs: Array[U8, "p"]  # the number of each player's pair of ranks
    # The number of the ranks that each player has of each suit: a pair of ranks for two, the rank
    # twice for one, ``NO_RANKS`` for none.
    own: Array[U8, "4, p"]
    held: Array[U8, "4, p"]  # how many cards of each suit each player has
    taken: Array[I64, "4"]  # the ranks of each suit that cannot be dealt, a bit each
    live: Array[I32, "13"]  # how many cards of each rank can be dealt


@inlined
def holes_of(p: int):
    """Room for the holes of ``p`` players."""
    return Holes(
        empty(p, np.uint8),
        empty((4, p), np.uint8),
        empty((4, p), np.uint8),
        empty(4, np.int64),
        empty(13, np.int32),
    )


@borrowing
def read_holes(
    numbers: Input[U16, "p"],  # their holes
    hole_cards: Input[U8, "1326, 2"],  # the lower card first
    holes: Holes,  # changed: ``taken`` and ``live`` are as without these holes before
) -> None:
    """Read what the players of a tuple hold."""
    pairs, own, held, taken, live = holes
    own[:] = NO_RANKS
    held[:] = 0
    for i in range(len(numbers)):
        a = i64(hole_cards[numbers[i], 0])
        b = i64(hole_cards[numbers[i], 1])
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


@borrowing
def rank_ways(
    live: Input[I32, "13"],  # how many cards of each rank can be dealt
    # Of ``RankTables``.
    stem: Input[U16, "8555"],
    last: Input[U8, "8555"],
    factors: Array[I32, "52"],  # scratch
    ways: Array[I32, "r"],  # filled, for the first r multisets
) -> None:
    """Count in how many ways each multiset of ranks can be dealt."""
    for rank in range(13):
        for c in range(4):
            factors[4 * rank + c] = CHOOSE[live[rank], c]
    ways[0] = 1
    for node in range(1, len(ways)):
        ways[node] = i32(ways[stem[node]] * factors[last[node]])


@inlined
def list_boards(
    board: Input[U8, "k"],  # the known cards
    ranks: RankTables,
    listed: Array[U16, "2, 6175"],  # filled with multisets and boards
):
    """List the multisets of ranks that complete a board, and the boards by rank that they make.

    Returns m, how many there are.
    """
    k = len(board)
    first = FIRST_OF_SIZE[5 - k]
    reached = empty(FIRST_OF_SIZE[6 - k], np.uint16)
    for node in range(len(reached)):
        reached[node] = 0
    for i in range(k):
        reached[0] = ranks.next_node[reached[0], board[i] >> 2]
    m = 0
    for node in range(len(reached)):
        if node:
            before = reached[ranks.parent[node]]
            # A fifth card of a rank leads to 0, the root, and nothing leads on from there.
            if before or (k == 0 and ranks.parent[node] == 0):
                reached[node] = ranks.next_node[before, ranks.last[node] >> 2]
        if node >= first and reached[node]:
            listed[0, m] = node
            listed[1, m] = reached[node] - FIRST_OF_SIZE[5]
            m += 1
    return m


@borrowing
def rank_categories(
    sign: int,  # 1 or -1
    row: Input[U16, "m"],  # the player's class by rank on each board
    ways: Input[I32, "m"],  # in how many ways each board can be dealt
    categories: Array[I64, "10"],  # changed
) -> None:
    """Add boards to the categories of a player's hand by rank alone, or take them off."""
    quads = full_house = straight = trips = two_pair = pair = every = i32(0)
    for j in range(len(ways)):
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
