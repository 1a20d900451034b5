"""The kind of made hand of a hole on a board, without tables and without branches.

Rows are processed in blocks: masks of the boards, of the holes, and then the kinds, a vector of
rows at a time. The kind within every category is computed, and the best category decides.

Measured on random holes and boards, one thread: 540 M/s on rivers, 600 M/s on flops; a hole at a
time, with branches, 5 to 30 M/s.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, kernel
from ..signatures import U8, U16, Array, Input
from .block_steps import (
    A_SUITED,
    B_SUITED,
    BLOCK,
    FOUR,
    MANY,
    MASKS,
    SUITED,
    THREE,
    TWO,
    A,
    B,
    board_masks,
    cannot_be_dealt,
    hole_masks,
)
from .rank_steps import (
    NONE,
    ONE,
    RUN,
    all_ranks,
    but_lowest,
    highest,
    how_many,
    lowest,
    mask,
    over,
    pick,
    row_of,
    runs,
    runs_of_three,
    runs_with,
    u8,
    u16,
    up_to_three,
    when,
)

# n = rows, k = cards of a hole, b = cards of a board, m = rows of a block

RIVER = 5


class Codes(NamedTuple):
    """The lowest rank of a game's deck, and the codes of its kinds."""

    bottom: int  # the lowest rank of the deck
    quads: int  # the code of the first kind of quads, and so on
    full_house: int
    flush: int
    straight: int
    trips: int
    two_pair: int
    pair: int
    high_card: int
    board_plays: int


@borrowing
def kicker_of(cards: u16, board: u16, bottom: u16):
    """Return 0 for the highest rank that the board lacks, 1 for the next three, 2 for others."""
    above = how_many(u16(u16(all_ranks(bottom) & u16(~board)) & over(u16(cards & u16(~board)))))
    return u16(u16(above != NONE) + u16(above > u16(3)))


@borrowing
def flush_height(card: u16, suited: u16, bottom: u16):
    """Return how many ranks of a suit that the board lacks are above a card, up to three."""
    return up_to_three(u16(u16(all_ranks(bottom) & u16(~suited)) & over(card)))


@borrowing
def pair_place(a: u16, b: u16, board: u16, kicker: u16):
    """Return the kind of pair of a hole that has one, on a board without a pair."""
    is_pocket = a == b
    paired = pick(is_pocket, a, u16(u16(a | b) & board))
    above = up_to_three(u16(board & over(paired)))
    below = u16(board & u16(paired - ONE))
    pocket = pick(below == NONE, u16(10), u16(u16(2) + u16(above << ONE)))
    pocket = when(above != NONE, pocket)
    one = pick(above == NONE, u16(ONE + kicker), u16(u16(3) + u16(above << ONE)))
    return pick(is_pocket, pocket, one)


@borrowing
def straight_place(best: u16, board_row: u16, bottom: u16):
    """Return the kind of a straight, from its lowest bit."""
    missing = u16(u16(best * RUN) & u16(~board_row))
    is_nut = runs_of_three(board_row, bottom) < u16(best << ONE)
    return when(not is_nut, u16(u16(2) - u16(but_lowest(missing) != NONE)))


@borrowing
def overcards(a: u16, b: u16, board: u16):
    """Return how many of two cards are above a board."""
    return u16(u16(a > board) + u16(b > board))


@borrowing
def tell_any(
    masks: Input[U16, "16 * 1024"], m: int, codes: Codes, is_river: bool, kinds: Array[U8, "m"]
) -> None:
    """Write the kinds of holes of two cards, in games where any number of them play."""
    river = mask(is_river)
    bottom = u16(codes.bottom)
    quads, house, flush = u16(codes.quads), u16(codes.full_house), u16(codes.flush)
    straight, trips, two_pair = u16(codes.straight), u16(codes.trips), u16(codes.two_pair)
    pair, high_card, board_plays = u16(codes.pair), u16(codes.high_card), u16(codes.board_plays)
    for i in range(m):
        a, b, a_suited, b_suited = (
            masks[A + i],
            masks[B + i],
            masks[A_SUITED + i],
            masks[B_SUITED + i],
        )
        one, two, three, four = masks[MANY + i], masks[TWO + i], masks[THREE + i], masks[FOUR + i]
        suited = masks[SUITED + i]
        both = u16(a | b)
        best = pick(a > b, a, b)
        # Hole and board together: first with the first card of the hole, then with both
        two_a, three_a = u16(two | u16(one & a)), u16(three | u16(two & a))
        all_one = u16(one | both)
        all_two = u16(two_a | u16(u16(one | a) & b))
        all_three = u16(three_a | u16(two_a & b))
        all_four = u16(u16(four | u16(three & a)) | u16(three_a & b))
        kicker = kicker_of(both, one, bottom)
        code = u16(u16(high_card + u16(2)) - overcards(a, b, one))

        of_pair = pick(two != NONE, u16(11), pair_place(a, b, one, kicker))
        code = pick(all_two != NONE, u16(pair + of_pair), code)

        high = highest(all_two)
        low = highest(u16(all_two ^ high))
        of_board = u16(u16(u16(two & high) != NONE) + u16(u16(two & low) != NONE))
        code = pick(low != NONE, u16(two_pair + of_board), code)

        of_trips = pick(three != NONE, u16(4), when(a != b, u16(ONE + kicker)))
        code = pick(all_three != NONE, u16(trips + of_trips), code)

        board_row = row_of(one, bottom)
        straights = runs(row_of(all_one, bottom))
        best_run = highest(straights)
        of_straight = straight_place(best_run, board_row, bottom)
        code = pick(straights != NONE, u16(straight + of_straight), code)

        all_suited = u16(u16(suited | a_suited) | b_suited)
        is_flush = mask(how_many(all_suited) >= u16(5))
        top_suited = pick(a_suited > b_suited, a_suited, b_suited)
        height = flush_height(top_suited, suited, bottom)
        of_flush = u16(u16(height << ONE) + u16(how_many(suited) >= u16(4)))
        code = pick(is_flush != NONE, u16(flush + of_flush), code)

        triple = highest(all_three)
        full_of = highest(u16(all_two & u16(~triple)))
        of_board_trips = pick(full_of > triple, u16(3), u16(4))
        with_one = u16(ONE + u16(u16(full_of & two) != NONE))
        of_house = when(u16(triple & two) != NONE, with_one)
        of_house = pick(u16(triple & three) != NONE, of_board_trips, of_house)
        is_house = u16(mask(all_three != NONE) & mask(low != NONE))
        code = pick(is_house != NONE, u16(house + of_house), code)

        is_quads = mask(all_four != NONE)
        of_quads = pick(four != NONE, u16(2), u16(u16(all_four & three) != NONE))
        code = pick(is_quads != NONE, u16(quads + of_quads), code)

        in_suit = runs(row_of(all_suited, bottom))
        code = pick(in_suit != NONE, ONE, code)

        # On the river the board plays if the hole adds nothing: by category, best first.
        board_runs = runs(row_of(suited, bottom))
        plays = mask(u16(in_suit ^ board_runs) < board_runs)  # no run is higher
        left = mask(in_suit == NONE)
        plays = u16(plays & u16(~left))
        same = u16(mask(four != NONE) & mask(best <= u16(one & u16(~all_four))))
        plays = u16(plays | u16(u16(left & is_quads) & same))
        left = u16(left & u16(~is_quads))
        same = mask(u16(triple & three) != NONE)
        same = u16(same & mask(full_of == u16(two & u16(~triple))))
        plays = u16(plays | u16(u16(left & is_house) & same))
        left = u16(left & u16(~is_house))
        same = u16(mask(how_many(suited) == u16(5)) & mask(top_suited < lowest(suited)))
        plays = u16(plays | u16(u16(left & is_flush) & same))
        left = u16(left & u16(~is_flush))
        same = mask(u16(u16(best_run * RUN) & u16(~board_row)) == NONE)
        is_straight = mask(straights != NONE)
        plays = u16(plays | u16(u16(left & is_straight) & same))
        left = u16(left & u16(~is_straight))
        # By ranks: no new pair or three, and no card of the hole above the lowest that counts.
        counted = u16(u16(high | low) | all_three)
        least = lowest(u16(one & u16(~counted)))
        old = u16(mask(u16(counted & u16(~two)) == NONE) & mask(all_three == three))
        none_above = mask(u16(u16(both & u16(~counted)) & over(least)) == NONE)
        plays = u16(plays | u16(u16(left & old) & none_above))
        kinds[i] = u8(code ^ u16(u16(code ^ board_plays) & u16(plays & river)))


@borrowing
def tell_both(masks: Input[U16, "16 * 1024"], m: int, codes: Codes, kinds: Array[U8, "m"]) -> None:
    """Write the kinds of two cards that both play, if they are better than those written."""
    bottom = u16(codes.bottom)
    quads, house, flush = u16(codes.quads), u16(codes.full_house), u16(codes.flush)
    straight, trips, two_pair = u16(codes.straight), u16(codes.trips), u16(codes.two_pair)
    pair, high_card = u16(codes.pair), u16(codes.high_card)
    for i in range(m):
        a, b, a_suited, b_suited = (
            masks[A + i],
            masks[B + i],
            masks[A_SUITED + i],
            masks[B_SUITED + i],
        )
        one, two, three, suited = (
            masks[MANY + i],
            masks[TWO + i],
            masks[THREE + i],
            masks[SUITED + i],
        )
        both = u16(a | b)
        best = pick(a > b, a, b)
        is_pocket = mask(a == b)
        paired = u16(both & one)
        kicker = kicker_of(both, one, bottom)
        code = u16(u16(high_card + u16(2)) - overcards(a, b, one))

        of_pair = pick(two != NONE, u16(11), pair_place(a, b, one, kicker))
        is_pair = u16(u16(paired | two) | is_pocket)
        code = pick(is_pair != NONE, u16(pair + of_pair), code)

        # Both cards have a pair; a pair on the board may be better than one of these
        is_both = u16(mask(paired == both) & u16(~is_pocket))
        better = highest(two) > lowest(both)
        code = pick(is_both != NONE, u16(two_pair + u16(better)), code)
        one_pair = u16(mask(paired != NONE) | is_pocket)
        beside = u16(u16(one_pair & mask(two != NONE)) & u16(~is_both))
        code = pick(beside != NONE, u16(two_pair + ONE), code)

        of_trips = when(is_pocket == NONE, u16(ONE + kicker))
        is_trips = pick(is_pocket != NONE, paired, u16(both & two))
        code = pick(is_trips != NONE, u16(trips + of_trips), code)
        code = pick(highest(three) > is_trips, u16(trips + u16(4)), code)
        is_set = u16(is_pocket & mask(paired != NONE))
        code = pick(is_set != NONE, trips, code)

        board_row = row_of(one, bottom)
        with_both = u16(runs_with(row_of(a, bottom)) & runs_with(row_of(b, bottom)))
        with_both = u16(with_both & u16(~is_pocket))
        straights = u16(runs(u16(board_row | row_of(both, bottom))) & with_both)
        is_nut = runs_of_three(board_row, bottom) < u16(highest(straights) << ONE)
        code = pick(straights != NONE, u16(straight + u16(not is_nut)), code)

        is_suited = u16(mask(a_suited != NONE) & mask(b_suited != NONE))
        height = flush_height(best, suited, bottom)
        code = pick(is_suited != NONE, u16(flush + u16(height << ONE)), code)

        board_trips = highest(three)
        of_house = pick(both > board_trips, u16(3), u16(4))
        of_house = when(u16(is_set & mask(both > board_trips)) == NONE, of_house)
        is_house = u16(is_pocket & mask(three != NONE))
        code = pick(is_house != NONE, u16(house + of_house), code)
        is_house = u16(u16(is_set & mask(two != NONE)) & mask(three == NONE))
        code = pick(is_house != NONE, house, code)
        is_house = u16(is_both & mask(u16(both & two) != NONE))
        code = pick(is_house != NONE, u16(house + ONE), code)

        is_quads = u16(is_pocket & mask(u16(both & two) != NONE))
        code = pick(is_quads != NONE, quads, code)
        is_quads = u16(u16(~is_pocket) & mask(u16(both & three) != NONE))
        code = pick(is_quads != NONE, u16(quads + ONE), code)

        in_suit = u16(runs(row_of(u16(suited | both), bottom)) & with_both)
        in_suit = u16(in_suit & is_suited)
        code = pick(in_suit != NONE, ONE, code)
        kinds[i] = min(kinds[i], u8(code))


@kernel
def made(
    holes: Input[U8, "k, n"],
    boards: Input[U8, "b, n"],
    codes: Codes,
    both_play: bool,  # whether exactly two cards of the hole play, instead of any number
    start: int,
    stop: int,
    kinds: Array[U8, "n"],  # written: 0 if the hole cannot be dealt on its board
) -> int:
    """Write the kind of each hole on its board; the best of any two cards if two play.

    Returns -1, or the start of the first block with a hole that cannot be dealt on its board.
    """
    masks = empty(MASKS, np.uint16)
    bad = empty(BLOCK, np.uint8)
    first_bad = -1
    for first in range(start, stop, BLOCK):
        m = min(BLOCK, stop - first)
        board_masks(boards, first, m, masks)
        out = kinds[first : first + m]
        for i in range(m):
            out[i] = codes.board_plays
        for j in range(len(holes)):
            for k in range(j):
                hole_masks(holes[k, first : first + m], holes[j, first : first + m], m, masks)
                if both_play:
                    tell_both(masks, m, codes, out)
                else:
                    tell_any(masks, m, codes, len(boards) == RIVER, out)
        if cannot_be_dealt(holes, boards, 4 * codes.bottom, first, m, bad):
            first_bad = first if first_bad < 0 else first_bad
            for i in range(m):
                out[i] = u8(out[i] * u8(bad[i] == u8(0)))
    return first_bad
