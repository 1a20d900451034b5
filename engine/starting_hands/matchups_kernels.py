"""Kernels that go over river boards: all holes in order of strength, then one sweep.

The 1,081 live holes of a board are ordered once. Then they are passed from the weakest to the
strongest: a hole beats the holes passed so far, which are counted. The holes that it cannot meet,
because they share a card with it, are subtracted with counters for each card.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, inlined, kernel, zeros
from ..hands.board_order import LIVE_HOLES, end_of_tie, sort_room, weakest_first
from ..hands.board_tables import BoardTables
from ..pot_shares import POT
from ..signatures import I16, I64, U8, U16, Array, Input
from .triples_steps import (
    HANDS,
    LINE,
    PLACES,
    WIDTH,
    HoleTables,
    Meeting,
    Sums,
    Thirds,
    add_middle_hand,
    add_products,
    add_third_holes,
    count_hole,
    join_below,
    leave_above,
    new_holes,
    new_sums,
    new_tie,
)

# n = boards, h = 169 starting hands

CARD_WIDTH = 64  # 52, padded to whole vectors

u8 = np.uint8
u16 = np.uint16
u64 = np.uint64
i16 = np.int16
i32 = np.int32


@kernel
def add_matchup_wins(
    boards: Input[U8, "n, 5"],
    # How often each board counts. Boards of equal weight should be together.
    weights: Input[U8, "n"],
    tables: BoardTables,
    wins: Array[I64, "h, h"],  # added to: ``[hero, villain]``
) -> None:
    """Count how often each starting hand beats each other one.

    The row of a hole's hand grows by the counters of all holes passed, less those that share a card
    with it: 169 bytes at a time, in vectors. The rows have 16 bits, enough for 455 boards of at
    most 144 pairs of holes of two hands.
    """
    hole_cards, hand_of_hole = tables.hole_cards, tables.hand_of_hole
    room = sort_room()
    keys = empty(LIVE_HOLES, np.int32)
    passed_with = empty((52, WIDTH), np.uint8)
    passed = empty(WIDTH, np.uint8)
    beaten = zeros((HANDS, WIDTH), np.uint16)
    gathered = 0
    for board in range(len(boards)):
        live = weakest_first(boards[board], tables, room, keys)
        passed_with[:] = 0
        passed[:] = 0
        start = 0
        while start < live:
            stop = end_of_tie(keys, live, start)
            for i in range(start, stop):
                hole = keys[i] & 2047
                first = passed_with[hole_cards[hole, 0]]
                second = passed_with[hole_cards[hole, 1]]
                row = beaten[hand_of_hole[hole]]
                for hand in range(WIDTH):
                    row[hand] += u16(u8(passed[hand] - u8(first[hand] + second[hand])))
            for i in range(start, stop):
                hole = keys[i] & 2047
                hand = hand_of_hole[hole]
                passed[hand] += u8(1)
                passed_with[hole_cards[hole, 0], hand] += u8(1)
                passed_with[hole_cards[hole, 1], hand] += u8(1)
            start = stop
        gathered += 1
        if gathered == 455 or board + 1 == len(boards) or weights[board + 1] != weights[board]:
            weight = np.int64(weights[board])
            for hero in range(HANDS):
                for villain in range(HANDS):
                    wins[hero, villain] += weight * np.int64(beaten[hero, villain])
            beaten[:] = 0
            gathered = 0


@borrowing
def _pass(
    hole_cards: Input[U8, "1326, 2"],
    hole: int,
    passed_with: Array[I16, "64"],
    passed: Array[I16, "52, 64"],
) -> None:
    """Add a hole to ``passed_with``, by its cards, and to ``passed``, by pairs of cards."""
    a = hole_cards[hole, 0]
    b = hole_cards[hole, 1]
    passed[a, b] = 1
    passed[b, a] = 1
    passed_with[a] += i16(1)
    passed_with[b] += i16(1)


@inlined
def _disjoint_pairs(holes: int, squares: int):
    """Return how many pairs of ``holes`` different holes share no card.

    ``squares`` is the sum over all cards of the squared degree, which is the number of holes that
    have the card. Two different holes share at most one card, so the number of pairs that share one
    is the sum of C(degree, 2). The degrees add up to twice the number of holes.
    """
    return (holes * (holes - 1) - (squares - 2 * holes)) >> 1


@kernel
def add_random_outcomes(
    boards: Input[U8, "n, 5"],
    weights: Input[U8, "n"],  # how often each board counts
    tables: BoardTables,
    # Added to. Columns: one opponent is weaker; he is equal; of two opponents both are weaker; one
    # is weaker and the other equal; both are equal.
    outcomes: Array[I64, "h, 5"],
) -> None:
    """Count the results of each starting hand against one and against two opponents.

    No two of the three holes share a card. There are counters of how many of the holes passed have
    each card, and whether the hole of each two cards is among them. So the card removal by a hero's
    cards is two rows of 52.
    """
    hole_cards, hand_of_hole = tables.hole_cards, tables.hand_of_hole
    room = sort_room()
    keys = empty(LIVE_HOLES, np.int32)
    weaker_with = empty(CARD_WIDTH, np.int16)
    weaker = empty((52, CARD_WIDTH), np.int16)
    up_to_with = empty(CARD_WIDTH, np.int16)  # weaker or equal
    up_to = empty((52, CARD_WIDTH), np.int16)
    for board in range(len(boards)):
        live = weakest_first(boards[board], tables, room, keys)
        weight = np.int64(weights[board])
        weaker_with[:] = 0
        weaker[:] = 0
        up_to_with[:] = 0
        up_to[:] = 0
        start = 0
        while start < live:
            stop = end_of_tie(keys, live, start)
            for i in range(start, stop):
                _pass(hole_cards, keys[i] & 2047, up_to_with, up_to)
            for i in range(start, stop):
                hole = keys[i] & 2047
                a = hole_cards[hole, 0]
                b = hole_cards[hole, 1]
                weaker_a = weaker[a]
                weaker_b = weaker[b]
                up_to_a = up_to[a]
                up_to_b = up_to[b]
                low_squares = equal_squares = all_squares = i32(0)
                for card in range(CARD_WIDTH):
                    low = i16(weaker_with[card] - i16(weaker_a[card] + weaker_b[card]))
                    every = i16(up_to_with[card] - i16(up_to_a[card] + up_to_b[card]))
                    equal = i16(every - low)
                    low_squares += i32(i32(low) * i32(low))
                    equal_squares += i32(i32(equal) * i32(equal))
                    all_squares += i32(i32(every) * i32(every))
                # The entries at the hero's own two cards do not count and are subtracted again. The
                # hero himself is among the holes up to him, once for each card.
                low_a = np.int64(weaker_with[a])
                low_b = np.int64(weaker_with[b])
                all_a = np.int64(up_to_with[a]) - 1
                all_b = np.int64(up_to_with[b]) - 1
                lows = start - low_a - low_b
                alls = stop - 1 - all_a - all_b
                low_pairs = _disjoint_pairs(lows, low_squares - low_a**2 - low_b**2)
                all_pairs = _disjoint_pairs(alls, all_squares - all_a**2 - all_b**2)
                equal_pairs = _disjoint_pairs(
                    alls - lows, equal_squares - (all_a - low_a) ** 2 - (all_b - low_b) ** 2
                )
                hand = hand_of_hole[hole]
                outcomes[hand, 0] += weight * lows
                outcomes[hand, 1] += weight * (alls - lows)
                outcomes[hand, 2] += weight * low_pairs
                outcomes[hand, 3] += weight * (all_pairs - low_pairs - equal_pairs)
                outcomes[hand, 4] += weight * equal_pairs
            for i in range(start, stop):
                _pass(hole_cards, keys[i] & 2047, weaker_with, weaker)
            start = stop


# n = deals, s = seats, h = 169 starting hands


@kernel
def add_pot_shares(
    holes: Input[U8, "2 s, n"],  # the cards of each seat
    classes: Input[U16, "s, n"],  # the class of each seat's hand
    hand_of_hole: Input[U8, "1326"],
    # Added to. Columns 0 to 2: seats, their shares in units of 1/2520, the squares of these.
    # Columns 3 to 5 are over pairs of seats that hold the same hand in one deal, which are not
    # independent: 2 for each pair, the shares of both, twice their product.
    sums: Array[I64, "h, 6"],
) -> None:
    """Share out the pots of all deals, and add up the shares by starting hand.

    There is a pass over all deals for each step and seat, so that all steps but the last are
    vectorised.
    """
    seats, n = classes.shape
    best = np.full(n, u16(65535))
    winners = zeros(n, np.uint8)
    hands = empty((seats, n), np.uint8)
    for seat in range(seats):
        mine = classes[seat]
        for i in range(n):
            best[i] = min(best[i], mine[i])
    for seat in range(seats):
        mine = classes[seat]
        for i in range(n):
            winners[i] += u8(mine[i] == best[i])
    for seat in range(seats):
        first = holes[2 * seat]
        second = holes[2 * seat + 1]
        hand = hands[seat]
        for i in range(n):
            a = u16(min(first[i], second[i]))
            b = u16(max(first[i], second[i]))
            hand[i] = hand_of_hole[u16(u16(u16(b * u16(b - u16(1))) >> u16(1)) + a)]
    holder = np.full(256, -1)  # the last seat that held each hand, and in which deal
    for i in range(n):
        share = POT // np.int64(winners[i])
        for seat in range(seats):
            hand = np.int64(hands[seat, i])
            won = share * (classes[seat, i] == best[i])
            sums[hand, 0] += 1
            sums[hand, 1] += won
            sums[hand, 2] += won * won
            if holder[hand] == i:
                for other in range(seat):
                    if hands[other, i] == hand:
                        theirs = share * (classes[other, i] == best[i])
                        sums[hand, 3] += 2
                        sums[hand, 4] += won + theirs
                        sums[hand, 5] += 2 * won * theirs
            holder[hand] = i


GATHERED = 64  # boards whose sums fit 16 bits
PRODUCTS = 1024  # boards whose products are exact in single precision


class Totals(NamedTuple):
    """The sums of all boards, each times its weight; as in ``Sums``."""

    pairs: Array[I64, "169, 13, 26, 32"]
    to_above: Array[I64, "169, 2, 13, 2, 32"]
    to_below: Array[I64, "169, 2, 13, 2, 32"]
    own: Array[I64, "169, 2, 26, 32"]
    crossing: Array[I64, "169, 2, 13, 2, 2"]
    matrix: Array[I64, "169, 169, 192"]


@borrowing
def _move_small_sums(sums: Sums, weight: int, totals: Totals) -> None:
    """Add the sums of 16 bits to the totals, and reset them."""
    for hand in range(HANDS):
        for rank in range(13):
            for low in range(PLACES):
                for high in range(LINE):
                    totals.pairs[hand, rank, low, high] += (
                        weight * sums.pairs[hand, rank, low, high]
                    )
                    sums.pairs[hand, rank, low, high] = 0
        for side in range(2):
            for rank in range(13):
                for suited in range(2):
                    for place in range(LINE):
                        at = hand, side, rank, suited, place
                        totals.to_above[at] += weight * sums.to_above[at]
                        totals.to_below[at] += weight * sums.to_below[at]
                        sums.to_above[at] = 0
                        sums.to_below[at] = 0
                    for other in range(2):
                        at = hand, side, rank, suited, other
                        totals.crossing[at] += weight * sums.crossing[at]
                        sums.crossing[at] = 0
            for low in range(PLACES):
                for high in range(LINE):
                    totals.own[hand, side, low, high] += weight * sums.own[hand, side, low, high]
                    sums.own[hand, side, low, high] = 0


@borrowing
def _move_matrices(tables: HoleTables, sums: Sums, weight: int, totals: Totals) -> None:
    """Add the matrices to the totals, and reset them."""
    for hand in range(HANDS):
        add_products(hand, tables, sums)
        for low in range(HANDS):
            for high in range(WIDTH):
                totals.matrix[hand, low, high] += weight * np.int64(sums.matrix[hand, low, high])
                sums.matrix[hand, low, high] = 0


@kernel
def add_orders(
    boards: Input[U8, "n, 5"],
    # How often each board counts. Boards of equal weight should be together.
    weights: Input[U8, "n"],
    board_tables: BoardTables,
    tables: HoleTables,
    totals: Totals,  # added to
    thirds: Thirds,  # added to
) -> None:
    """Count the pairs of holes below and above each hand, and the third holes for two that tie."""
    room = sort_room()
    keys = empty(LIVE_HOLES, np.int32)
    below = new_holes()
    above = new_holes()
    meeting = Meeting(
        zeros((13, PLACES, LINE), np.uint8), zeros((52, 13, 2, LINE), np.uint8),
        zeros((52, 13, 2, LINE), np.uint8),
    )  # fmt: skip
    tie = new_tie()
    sums = new_sums()
    gathered = 0
    for board in range(len(boards)):
        weight = np.int64(weights[board])
        live = weakest_first(boards[board], board_tables, room, keys)
        for i in range(live):
            count_hole(above, keys[i] & 2047, tables, 1)
        start = 0
        while start < live:
            stop = end_of_tie(keys, live, start)
            hands = 0
            for i in range(start, stop):
                hole = keys[i] & 2047
                leave_above(hole, below, above, meeting, tables)
                hand = board_tables.hand_of_hole[hole]
                if tie.first[hand] < 0:
                    tie.hands[hands] = hand
                    hands += 1
                tie.following[i] = tie.first[hand]
                tie.first[hand] = i
            if start > 0 and stop < live:
                for i in range(hands):
                    add_middle_hand(
                        np.int64(tie.hands[i]), keys, tie, below, above, meeting, tables, sums
                    )
            if stop - start > 1:
                for i in range(hands):
                    for j in range(i, hands):
                        first = np.int64(min(tie.hands[i], tie.hands[j]))
                        second = np.int64(max(tie.hands[i], tie.hands[j]))
                        add_third_holes(
                            first, second, weight, keys, tie, below, above, tables, thirds
                        )
            for i in range(start, stop):
                hole = keys[i] & 2047
                tie.first[board_tables.hand_of_hole[hole]] = -1
                join_below(hole, below, above, meeting, tables)
            start = stop
        # Nothing is above, so nothing meets.
        for i in range(live):
            count_hole(below, keys[i] & 2047, tables, -1)
        gathered += 1
        last = board + 1 == len(boards) or weights[board + 1] != weights[board]
        if last or gathered % GATHERED == 0:
            _move_small_sums(sums, weight, totals)
        if last or gathered == PRODUCTS:
            _move_matrices(tables, sums, weight, totals)
            gathered = 0
