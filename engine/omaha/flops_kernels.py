"""Kernels for holes of four cards on flops: rows of raw deals, and outcomes over all run-outs."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel, popcount
from ..cards.boards import WAY_BITS
from ..cards.boards_kernels import colex_rank
from ..cards.steps import sorted2
from ..signatures import I64, U8, U16, U32, Array, Input
from .class_tables import KindTables, OmahaTables
from .kinds_steps import BITS, SweepRoom, sweep, sweep_room
from .outcomes_kernels import list_on, place_of

# n = deals, p = 24 permutations of the suits

u8 = np.uint8
u32 = np.uint32
u64 = np.uint64
# r = 1,820 lists of four ranks, h = 23,751 lists of four kinds, g = symmetries of the flop

i64 = np.int64

LOW, HIGH, BOTH = 1, 2, 3  # which of two cards are of a suit


@borrowing
def image_number(
    a: np.uint8,
    b: np.uint8,
    c: np.uint8,
    d: np.uint8,
    image: Input[U8, "52"],  # the cards under a permutation of the suits
    choose: Input[U32, "5, 52"],
):
    """Return the number of the hole that a hole becomes under a permutation."""
    a, b = sorted2(image[a], image[b])
    c, d = sorted2(image[c], image[d])
    a, c = sorted2(a, c)
    b, d = sorted2(b, d)
    b, c = sorted2(b, c)
    return choose[0, a] + choose[1, b] + choose[2, c] + choose[3, d]


@kernel
def find_rows(
    holes: Input[U8, "4, n", "A"],
    flops: Input[U8, "3, n", "A"],
    choose: Input[U32, "5, 52"],
    key: Input[U32, "22100"],  # see ``Symmetries``
    ways: Input[U32, "22100"],  # see ``suit_ways``
    images: Input[U8, "p, 52"],  # cards under permutations of the suits
    start: int,
    stop: int,
    board_ids: Array[U32, "n"],  # written, like the next
    hole_ids: Array[U32, "n"],
) -> int:
    """Find the rows of deals ``start..stop``; return -1, or the first impossible deal."""
    flop = empty(3, np.uint8)
    for i in range(start, stop):
        seen = u64(0)
        most = u8(0)
        for c in range(4):
            most = max(most, holes[c, i])
            seen |= u64(1) << u64(holes[c, i] & u8(63))
        for c in range(3):
            flop[c] = flops[c, i]
            most = max(most, flop[c])
            seen |= u64(1) << u64(flop[c] & u8(63))
        if most > 51 or popcount(seen) != u64(7):
            return i
        place = colex_rank(flop, choose)
        board_ids[i] = key[place] >> WAY_BITS
        left = ways[place]
        best = u32(1 << 31)
        permutation = 0
        while left:
            if left & u32(1):
                number = image_number(
                    holes[0, i], holes[1, i], holes[2, i], holes[3, i], images[permutation], choose
                )
                best = min(best, number)
            left >>= u32(1)
            permutation += 1
        hole_ids[i] = best
    return -1


@borrowing
def _run_outs(
    i: int,  # the list of kinds
    high: int,
    low: int,
    of_suit: int,  # ``LOW``, ``HIGH``, ``BOTH``, or 0; ``LOW`` for one of two cards of a rank
    left: Input[I64, "13"],  # how many cards of each rank, not of the suit, the flop leaves
    room: SweepRoom,
):
    """Return how many turns and rivers of these ranks and suits are possible with hole ``i``."""
    code = i64(room.code[i])
    high_left = left[high]
    low_left = left[low]
    for _ in range(4):
        kind = i64(room.live.kind[code & 31])
        high_left -= kind == high
        low_left -= kind == low
        code >>= BITS
    if of_suit == BOTH:
        return i64(1)
    if of_suit == HIGH:
        return low_left
    if of_suit == LOW:
        return high_left
    if high == low:
        return high_left * (high_left - 1) >> 1
    return high_left * low_left


@kernel
def add_run_outs(
    flop: Input[U8, "3"],
    numbers: Input[U16, "13, 13"],  # of the board's ranks, by those of turn and river
    tables: OmahaTables,  # of boards of five cards
    kinds: KindTables,  # of holes of four cards
    # Added to: wins and ties by list of ranks, as if flushes did not count.
    by_rank: Array[I64, "2, r"],
    by_kind: Array[I64, "4, 2, h"],  # added to: the changes by the flushes of each suit
) -> None:
    """Count the opponents that each hole beats and ties with, on all run-outs of a flop.

    The counts of a list of kinds are those of a single hole.
    """
    room = sweep_room(4, kinds)
    counts = empty(13, np.int64)
    left = empty(13, np.int64)
    plain = empty((2, by_rank.shape[1]), np.int64)
    for high in range(13):
        for low in range(high + 1):
            of_ranks = tables.of_ranks[numbers[high, low]]
            for play in range(17):  # 0: no flush; then each suit, with the cards that are of it
                suit = (play - 1) >> 2
                of_suit = (play - 1) & 3 if play else 0
                suited = i64(0)
                for rank in range(13):
                    counts[rank] = 0
                    left[rank] = 4 - (play > 0)
                for card in flop:
                    rank = card >> 2
                    counts[rank] += 1
                    if play and card & 3 == suit:
                        suited |= 1 << rank
                    else:
                        left[rank] -= 1
                counts[high] += 1
                counts[low] += 1
                if play:
                    new = (of_suit & LOW and 1 << low) | (of_suit & HIGH and 1 << high)
                    if new & suited or (high == low and of_suit >= HIGH):
                        continue
                    suited |= new
                    if popcount(u64(suited)) < u64(3):
                        continue
                ways, count, strengths = list_on(counts, suited, of_ranks, tables, 4, kinds, room)
                if ways == 0:
                    continue
                sweep(strengths, 4, 1728, kinds, room)
                for i in range(count):
                    place = place_of(i, 4, room)
                    times = _run_outs(i, high, low, of_suit, left, room)
                    if play == 0:
                        plain[0, place] = room.win[i]
                        plain[1, place] = room.tie[i]
                        by_rank[0, place] += times * room.win[i]
                        by_rank[1, place] += times * room.tie[i]
                    else:
                        ranks = kinds.ranks[place]
                        by_kind[suit, 0, place] += times * (room.win[i] - plain[0, ranks])
                        by_kind[suit, 1, place] += times * (room.tie[i] - plain[1, ranks])


@borrowing
def _kinds_number(
    hole: Input[U8, "4"],  # ascending
    suit: int,  # 4 for none: ranks alone
    places: Input[I64, "6, 26"],
):
    """Return the number of the list of kinds of a hole's cards; see ``kinds``."""
    number = i64(0)
    following = 3
    for i in range(3, -1, -1):
        if hole[i] & 3 == suit:
            number += places[following, 13 + (hole[i] >> 2)]
            following -= 1
    for i in range(3, -1, -1):
        if hole[i] & 3 != suit:
            number += places[following, hole[i] >> 2]
            following -= 1
    return number


@borrowing
def _orbit(
    hole: Input[U8, "4"],
    number: np.uint32,
    symmetries: Input[U8, "g, 52"],
    choose: Input[U32, "5, 52"],
):
    """Return how many holes are alike up to symmetry if this is the smallest of them, else 0."""
    same = 0
    for permutation in symmetries:
        image = image_number(hole[0], hole[1], hole[2], hole[3], permutation, choose)
        if image < number:
            return 0
        same += image == number
    return len(symmetries) // same


@borrowing
def _best_pair(hole: Input[U8, "4"], classes: Input[U16, "1326"]):
    """Return the class of a hole's best two cards."""
    best = classes[0] | np.uint16(0xFFFF)
    for high in range(1, 4):
        first = i64(hole[high]) * (i64(hole[high]) - 1) >> 1
        for low in range(high):
            best = min(best, classes[first + hole[low]])
    return best


@kernel
def fill_holes(
    flop: Input[U8, "3"],
    classes: Input[U16, "1326"],  # of two cards on the flop, by ``hole_id``
    symmetries: Input[
        U8, "g, 52"
    ],  # cards under the permutations of suits that leave the flop as it is
    choose: Input[U32, "5, 52"],
    places: Input[I64, "6, 26"],
    by_rank: Input[I64, "2, r"],  # see :func:`add_run_outs`
    by_kind: Input[I64, "4, 2, h"],
    # Written: the canonical holes, ascending, how many each stands for, class, wins and ties.
    hole_ids: Array[U32, "211876"],
    orbits: Array[U8, "211876"],
    class_ids: Array[U16, "211876"],
    wins: Array[U32, "211876"],
    ties: Array[U32, "211876"],
) -> int:
    """List the canonical holes of a flop with their counts; return how many there are."""
    live = empty(49, np.uint8)
    n = 0
    suits = 0
    for card in flop:
        suits |= 1 << (card & 3)
    for card in range(52):
        if card != flop[0] and card != flop[1] and card != flop[2]:
            live[n] = card
            n += 1
    hole = empty(4, np.uint8)
    rows = 0
    for d in range(3, n):
        hole[3] = live[d]
        for c in range(2, d):
            hole[2] = live[c]
            for b in range(1, c):
                hole[1] = live[b]
                for a in range(b):
                    hole[0] = live[a]
                    number = choose[0, hole[0]] + choose[1, hole[1]]
                    number += choose[2, hole[2]] + choose[3, hole[3]]
                    orbit = _orbit(hole, number, symmetries, choose)
                    if orbit == 0:
                        continue
                    place = _kinds_number(hole, 4, places)
                    win = by_rank[0, place]
                    tie = by_rank[1, place]
                    for suit in range(4):
                        if suits >> suit & 1:
                            place = _kinds_number(hole, suit, places)
                            win += by_kind[suit, 0, place]
                            tie += by_kind[suit, 1, place]
                    hole_ids[rows] = number
                    orbits[rows] = orbit
                    class_ids[rows] = _best_pair(hole, classes)
                    wins[rows] = win
                    ties[rows] = tie
                    rows += 1
    return rows
