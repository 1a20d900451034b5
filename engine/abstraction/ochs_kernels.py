"""Kernels of equities against clusters of hands: a river's holes are passed by their strength."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, kernel
from ..arrays import empty
from ..cards.steps import alike_suits, card_bits
from ..cards.suit_symmetry import AlikeHoles
from ..hands.board_order import LIVE_HOLES, end_of_tie, sort_room, weakest_first
from ..hands.board_tables import BoardTables
from ..keys.canonical_rows_kernels import list_holes
from ..signatures import I32, I64, U8, U16, U32, Array, Input

# n = boards, r = rows, canonical holes of all boards

CLUSTERS = 8
# m = rows, n = points there is room for, s = slots, a power of two, more than points


u64 = np.uint64


@kernel
def fill_cluster_equities(
    boards: Input[U8, "n, 5"],
    tables: BoardTables,
    alike: AlikeHoles,
    cluster_of_hole: Input[U8, "1326"],
    # Written, as all that follow: the columns of ``ClusterEquities``, board after board.
    holes: Array[U16, "r"],
    orbits: Array[U8, "r"],
    strengths: Array[U16, "r, 8"],
    opponents: Array[U16, "r, 8"],
) -> None:
    """Write what all canonical holes on rivers win against each cluster."""
    sort = sort_room()
    keys = empty(LIVE_HOLES, np.int32)
    found = empty(LIVE_HOLES + 1, np.uint16)
    place_of = empty(1326, np.int64)  # the row of each canonical hole; -1 for others
    passed = empty(CLUSTERS, np.uint16)  # holes so far, by cluster
    with_card = empty((52, CLUSTERS), np.uint16)  # of these, those that have a given card
    cards = tables.hole_cards
    first = 0
    for board in boards:
        m = weakest_first(board, tables, sort, keys)
        suits = alike_suits(board)
        count = list_holes(card_bits(board), alike.smallest[suits], tables.hole_bits, found)
        place_of[:] = -1
        for i in range(count):
            hole = found[i]
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
                own = cluster_of_hole[hole]
                passed[own] += 1
                with_card[cards[hole, 0], own] += 1
                with_card[cards[hole, 1], own] += 1
            for i in range(start, stop):
                hole = keys[i] & 2047
                row = place_of[hole]
                if row >= 0:
                    low, high = cards[hole, 0], cards[hole, 1]
                    for c in range(CLUSTERS):
                        strengths[row, c] += passed[c] - with_card[low, c] - with_card[high, c]
                    # The hole itself is passed by now, and is taken off once for each card.
                    strengths[row, cluster_of_hole[hole]] += 1
            start = stop
        for i in range(count):
            hole = found[i]
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
    """Write equities as parts of ``whole``, halves up."""
    for row in range(len(rows)):
        for c in range(CLUSTERS):
            # Quotients of such numbers are halves or far from these: nothing is rounded twice.
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
    """Add rows to the points that they are, or to new ones; return how many there are."""
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
