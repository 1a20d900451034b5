"""Kernels of hole features: each river is played once for all holes of a board.

To count against clusters, a river's holes are walked in order of strength.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel
from ..cards.steps import alike_suits, card_bits
from ..cards.suit_symmetry import AlikeHoles
from ..hands.board_order import LIVE_HOLES, end_of_tie, sort_room, weakest_first
from ..hands.board_tables import BoardTables
from ..keys.canonical_rows_kernels import list_holes
from ..signatures import I32, I64, U8, U16, U32, U64, Array, Input
from ..strength.rivers_kernels import KindsRoom, kinds_room, play_river

# n = boards, k = cards on a board, r = rows, canonical holes of all boards; v = run-outs of a hole
# m = rows times next cards

VALUES = 1981  # strengths are 0..1980

u64 = np.uint64


@borrowing
def _play(
    river: Input[U8, "5"],
    tables: BoardTables,
    room: KindsRoom,
    holes: Input[U16, "1177"],  # the canonical holes of the board
    count: int,
    first: int,  # the row of the first
    filled: Array[I64, "1177"],  # run-outs of each hole so far
    strengths: Array[U16, "r, v"],
):
    """Add a river to the rows of the holes that do not clash with it."""
    dead = play_river(river, tables, room)
    _, win, tie = room.outcomes
    hole_cards, hole_bits, kind_of = tables.hole_cards, tables.hole_bits, room.kind_of
    for i in range(count):
        hole = holes[i]
        if hole_bits[hole] & dead:
            continue
        low, high = kind_of[hole_cards[hole, 0]], kind_of[hole_cards[hole, 1]]
        strengths[first + i, filled[i]] = 2 * win[high, low] + tie[high, low]
        filled[i] += 1


@borrowing
def _sort(row: Array[U16, "v"], counts: Array[I64, "1981"]):
    """Sort a row of strengths: a short one by insertion, a long one by counting."""
    if len(row) < 64:
        for i in range(1, len(row)):
            strength, at = row[i], i
            while at > 0 and row[at - 1] > strength:
                row[at] = row[at - 1]
                at -= 1
            row[at] = strength
        return
    for value in range(VALUES):
        counts[value] = 0
    for i in range(len(row)):
        counts[row[i]] += 1
    at = 0
    for value in range(VALUES):
        for _ in range(counts[value]):
            row[at] = value
            at += 1


@kernel
def fill_run_outs(
    boards: Input[U8, "n, k"],
    tables: BoardTables,
    alike: AlikeHoles,
    # Written, as are all that follow: the columns of ``RunOuts``, board after board.
    holes: Array[U16, "r"],
    orbits: Array[U8, "r"],
    strengths: Array[U16, "r, v"],
) -> None:
    """Write the river strengths of all canonical holes on flops or turns."""
    room = kinds_room()
    river = empty(5, np.uint8)
    live_holes = empty(LIVE_HOLES + 1, np.uint16)
    filled = empty(LIVE_HOLES + 1, np.int64)
    counts = empty(VALUES, np.int64)
    cards = boards.shape[1]
    first = 0
    for board in boards:
        dead = card_bits(board)
        suits = alike_suits(board)
        orbit = alike.orbit[suits]
        count = list_holes(dead, alike.smallest[suits], tables.hole_bits, live_holes)
        for i in range(count):
            hole = live_holes[i]
            filled[i] = 0
            holes[first + i] = hole
            orbits[first + i] = orbit[hole]
        for c in range(cards):
            river[c] = board[c]
        for last in range(52):
            if dead >> u64(last) & u64(1):
                continue
            river[4] = last
            if cards == 4:
                _play(river, tables, room, live_holes, count, first, filled, strengths)
                continue
            for turn in range(last):
                if dead >> u64(turn) & u64(1) == u64(0):
                    river[3] = turn
                    _play(river, tables, room, live_holes, count, first, filled, strengths)
        for i in range(count):
            _sort(strengths[first + i], counts)
        first += count


@kernel
def deal_next(
    boards: Input[U8, "n, k"],
    hole_bits: Input[U64, "1326"],
    alike: AlikeHoles,
    # Written: each canonical hole on each board with each next card, ascending.
    holes: Array[U16, "m"],
    longer: Array[U8, "k + 1, m"],
) -> None:
    """Write the deals that follow from canonical holes on boards with each next card."""
    live_holes = empty(LIVE_HOLES + 1, np.uint16)
    cards = boards.shape[1]
    at = 0
    for board in boards:
        dead = card_bits(board)
        count = list_holes(dead, alike.smallest[alike_suits(board)], hole_bits, live_holes)
        for i in range(count):
            taken = dead | hole_bits[live_holes[i]]
            for card in range(52):
                if taken >> u64(card) & u64(1):
                    continue
                holes[at] = live_holes[i]
                for c in range(cards):
                    longer[c, at] = board[c]
                longer[cards, at] = card
                at += 1


# r = rows of some boards, c = next cards, m = all rows of the next street; k, l = buckets


@kernel
def count_next(
    rows: Input[U32, "r, c"],
    buckets: Input[U16, "r"],
    deals: Input[I64, "r"],
    next_buckets: Input[U16, "m"],
    counts: Array[I64, "k, l"],  # added to
) -> None:
    """Add the deals of each row to the buckets that it comes to."""
    for row in range(len(rows)):
        for card in range(rows.shape[1]):
            counts[buckets[row], next_buckets[rows[row, card]]] += deals[row]


# n = boards, r = rows, canonical holes of all boards

CLUSTERS = 8
# m = rows, n = points there is room for, s = slots, a power of two, more than points


@kernel
def fill_cluster_equities(
    boards: Input[U8, "n, 5"],
    tables: BoardTables,
    alike: AlikeHoles,
    cluster_of_hole: Input[U8, "1326"],
    # Written, as are all that follow: the columns of ``ClusterEquities``, board after board.
    holes: Array[U16, "r"],
    orbits: Array[U8, "r"],
    strengths: Array[U16, "r, 8"],
    opponents: Array[U16, "r, 8"],
) -> None:
    """Write the equities of all canonical holes on rivers against each cluster."""
    sort = sort_room()
    keys = empty(LIVE_HOLES, np.int32)
    live_holes = empty(LIVE_HOLES + 1, np.uint16)
    place_of = empty(1326, np.int64)  # the row of each canonical hole; -1 for others
    passed = empty(CLUSTERS, np.uint16)  # holes so far, by cluster
    with_card = empty((52, CLUSTERS), np.uint16)  # of these, those that hold a card
    cards = tables.hole_cards
    first = 0
    for board in boards:
        m = weakest_first(board, tables, sort, keys)
        suits = alike_suits(board)
        count = list_holes(card_bits(board), alike.smallest[suits], tables.hole_bits, live_holes)
        place_of[:] = -1
        for i in range(count):
            hole = live_holes[i]
            place_of[hole] = first + i
            holes[first + i] = hole
            orbits[first + i] = alike.orbit[suits, hole]
        passed[:] = 0
        with_card[:] = 0
        start = 0
        while start < m:
            stop = end_of_tie(keys, m, start)
            for i in range(start, stop):
                hole = keys[i] & 2047
                row = place_of[hole]
                if row >= 0:
                    low, high = cards[hole, 0], cards[hole, 1]
                    for c in range(CLUSTERS):
                        strengths[row, c] = passed[c] - with_card[low, c] - with_card[high, c]
            for i in range(start, stop):
                hole = keys[i] & 2047
                cluster = cluster_of_hole[hole]
                passed[cluster] += 1
                with_card[cards[hole, 0], cluster] += 1
                with_card[cards[hole, 1], cluster] += 1
            for i in range(start, stop):
                hole = keys[i] & 2047
                row = place_of[hole]
                if row >= 0:
                    low, high = cards[hole, 0], cards[hole, 1]
                    for c in range(CLUSTERS):
                        strengths[row, c] += passed[c] - with_card[low, c] - with_card[high, c]
                    # The hole itself has been passed by now, and is subtracted once for each card.
                    strengths[row, cluster_of_hole[hole]] += 1
            start = stop
        for i in range(count):
            hole = live_holes[i]
            low, high = cards[hole, 0], cards[hole, 1]
            for c in range(CLUSTERS):
                opponents[first + i, c] = passed[c] - with_card[low, c] - with_card[high, c]
            opponents[first + i, cluster_of_hole[hole]] += 1
        first += count


@kernel
def round_equities(
    strengths: Input[U16, "r, 8"],
    opponents: Input[U16, "r, 8"],
    whole: int,
    rows: Array[U16, "r, 8"],  # written
) -> None:
    """Write equities in units of 1 / ``whole``, halves rounded up."""
    for row in range(len(rows)):
        for c in range(CLUSTERS):
            # These quotients are either halves or far from halves: nothing is rounded twice.
            part = strengths[row, c] * np.float64(whole) / (2 * opponents[row, c])
            rows[row, c] = np.uint16(part + 0.5)


@borrowing
def _slot_of(rows: Input[U16, "m, 8"], row: int, strength: int):
    """Mix a row to 64 bits."""
    mixed = u64(strength)
    for c in range(CLUSTERS):
        mixed = (mixed ^ u64(rows[row, c])) * u64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> u64(29)
    return mixed


@kernel
def merge_rows(
    rows: Input[U16, "m, 8"],
    strengths: Input[U16, "m"],
    deals: Input[U8, "m"],
    begin: int,  # the number of the first row
    slots: Array[I32, "s"],  # the point of each slot; -1 for none
    count: int,  # points so far
    # Changed, as all that follow.
    equities: Array[U16, "n, 8"],
    strength_of: Array[U16, "n"],
    deals_of: Array[I64, "n"],
    rows_of: Array[I64, "n"],
    first_of: Array[U32, "n"],
    points: Array[U32, "m"],  # written: the point of each row
) -> int:
    """Add rows to equal points, or as new ones; return the number of points."""
    mask = u64(len(slots) - 1)
    for row in range(len(rows)):
        slot = _slot_of(rows, row, strengths[row]) & mask
        while True:
            point = slots[slot]
            if point < 0:
                point = count
                count += 1
                slots[slot] = point
                for c in range(CLUSTERS):
                    equities[point, c] = rows[row, c]
                strength_of[point] = strengths[row]
                deals_of[point] = rows_of[point] = 0
                first_of[point] = begin + row
                break
            same = strength_of[point] == strengths[row]
            for c in range(CLUSTERS):
                same &= equities[point, c] == rows[row, c]
            if same:
                break
            slot = (slot + u64(1)) & mask
        deals_of[point] += deals[row]
        rows_of[point] += 1
        points[row] = point
    return count
