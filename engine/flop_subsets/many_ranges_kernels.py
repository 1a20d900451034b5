"""The kernel of many ranges against each other on all flops; whole numbers in single precision."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import empty, kernel, zeros
from ..hands.board_order import LIVE_HOLES, end_of_tie, sort_room, weakest_first
from ..hands.board_tables import BoardTables
from ..signatures import F32, F64, I32, U8, Array, Input

# n = rivers; the 32 ranges stand side by side, each in its lane

LANES = 32
HANDS = 169
DECK = 52


@kernel
def meet_on_flops(
    rivers: Input[U8, "n, 5"],
    river_weights: Input[U8, "n"],  # how often each river counts
    flops: Input[I32, "n, 10"],  # the board_id of each river's flops
    tables: BoardTables,
    weights: Input[F32, "1326, 32"],  # of each hole in each range: 0, 1 or 2
    hand_weights: Input[F32, "169, 32"],  # of each hand's holes, which all have the same weight
    start: int,
    stop: int,
    # Added to, on each flop: twice the deals that a range wins against another, plus the ties.
    points: Array[F64, "1755, 32, 32"],
    # Added to: the same of each hand against the first range.
    hand_points: Array[F64, "1755, 169"],
) -> None:
    """Play all ranges against each other on the rivers ``start..stop``, and add up by flop."""
    cards, hand_of_hole = tables.hole_cards, tables.hand_of_hole
    room = sort_room()
    keys = empty(LIVE_HOLES, np.int32)
    passed = zeros(LANES, np.float32)
    with_card = zeros((DECK, LANES), np.float32)
    scores = zeros((HANDS, LANES), np.float32)
    pairs = zeros((LANES, LANES), np.float32)
    for i in range(start, stop):
        m = weakest_first(rivers[i], tables, room, keys)
        passed[:] = np.float32(0)
        with_card[:] = np.float32(0)
        scores[:] = np.float32(0)
        pairs[:] = np.float32(0)
        first = 0
        while first < m:
            end = end_of_tie(keys, m, first)
            for j in range(first, end):
                hole = keys[j] & 2047
                hand, a, b = hand_of_hole[hole], cards[hole, 0], cards[hole, 1]
                for lane in range(LANES):
                    scores[hand, lane] += passed[lane] - (with_card[a, lane] + with_card[b, lane])
            for j in range(first, end):
                hole = keys[j] & 2047
                a, b = cards[hole, 0], cards[hole, 1]
                for lane in range(LANES):
                    weight = weights[hole, lane]
                    passed[lane] += weight
                    with_card[a, lane] += weight
                    with_card[b, lane] += weight
            for j in range(first, end):
                hole = keys[j] & 2047
                hand, a, b = hand_of_hole[hole], cards[hole, 0], cards[hole, 1]
                for lane in range(LANES):
                    apart = passed[lane] - (with_card[a, lane] + with_card[b, lane])
                    scores[hand, lane] += apart + weights[hole, lane]
            first = end
        for hand in range(HANDS):
            for hero in range(LANES):
                weight = hand_weights[hand, hero]
                if weight != np.float32(0):
                    for lane in range(LANES):
                        pairs[hero, lane] += weight * scores[hand, lane]
        times = np.float64(river_weights[i])
        for flop in flops[i]:
            for hero in range(LANES):
                for lane in range(LANES):
                    points[flop, hero, lane] += times * pairs[hero, lane]
            for hand in range(HANDS):
                hand_points[flop, hand] += times * scores[hand, 0]
