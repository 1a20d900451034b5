"""The draws of a hole on a flop or turn, as a set of bits: in blocks, like ``made_kernels``."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, inlined, kernel
from ..signatures import U8, U16, U32, Array, Input
from .block_steps import (
    A_BOARD,
    A_COUNT,
    A_SUITED,
    B_BOARD,
    B_COUNT,
    B_SUITED,
    BLOCK,
    COUNTS,
    FOUR,
    MANY,
    MASKS,
    SAME_SUIT,
    SUITED,
    THREE,
    TWO,
    A,
    B,
    board_masks,
    cannot_be_dealt,
    hole_masks,
    suits_of_holes,
)
from .rank_steps import (
    ACE,
    NONE,
    ONE,
    all_ranks,
    all_runs,
    but_lowest,
    highest,
    how_many,
    mask,
    over,
    pick,
    rank_bit,
    row_of,
    runs,
    runs_of_three,
    runs_with,
    suit_of,
    u8,
    u16,
    when,
)

# n = rows, k = cards of a hole, b = cards of a board, m = rows of a block

u32 = np.uint32
FLOP, RIVER = 3, 5
# The bits, in the order of ``table.DRAWS``. Those of holes of two cards fit sixteen.
(
    FLUSH_TWO, FLUSH_ONE, NUT_FLUSH, OPEN_ENDED, DOUBLE_GUTSHOT, GUTSHOT, STRAIGHT_ONE, COMBO,
    OVERCARDS, OVERCARD, LATER_FLUSH_TWO, LATER_FLUSH_ONE, LATER_STRAIGHT_TWO, LATER_STRAIGHT_ONE,
    WRAP_20, WRAP_16,
) = (u16(1 << bit) for bit in range(16))  # fmt: skip
WRAP_13, WRAP_9 = u32(1 << 16), u32(1 << 17)
A_FLUSH_DRAW = u16(FLUSH_TWO | FLUSH_ONE)
A_STRAIGHT_DRAW = u16(u16(OPEN_ENDED | DOUBLE_GUTSHOT) | GUTSHOT)


@borrowing
def is_nut(card: u16, board: u16, bottom: u16):
    """Return all bits if a card is the highest of its suit that the board lacks, otherwise 0."""
    return mask(u16(u16(all_ranks(bottom) & u16(~board)) & over(card)) == NONE)


@borrowing
def flush_draws(
    a: u16,
    b: u16,
    a_board: u16,  # the board's ranks of the suit of the first card
    b_board: u16,
    a_count: u16,
    b_count: u16,
    same: u16,  # all bits if both cards are of one suit
    flop: u16,  # all bits on a flop
    bottom: u16,
):
    """Return the bits of flush draws of two cards."""
    two, one = u16(2), u16(3)
    bits = u16(mask(a_count == two) & FLUSH_TWO)
    best = pick(a > b, a, b)
    bits = u16(bits | u16(u16(mask(a_count == two) & is_nut(best, a_board, bottom)) & NUT_FLUSH))
    bits = u16(bits | u16(u16(mask(a_count == ONE) & flop) & LATER_FLUSH_TWO))
    a_draws, b_draws = mask(a_count == one), mask(b_count == one)
    nut = u16(u16(a_draws & is_nut(a, a_board, bottom)) | u16(b_draws & is_nut(b, b_board, bottom)))
    other = u16(u16(u16(a_draws | b_draws) & FLUSH_ONE) | u16(nut & NUT_FLUSH))
    later = u16(u16(mask(a_count == two) | mask(b_count == two)) & flop)
    other = u16(other | u16(later & LATER_FLUSH_ONE))
    return u16(u16(bits & same) | u16(other & u16(~same)))


@borrowing
def lacking(row: u16, bottom: u16):
    """Return the lowest bits of runs of five that lack one rank: their lowest, the next, ..."""
    a, b, c, d = row, u16(row >> u16(1)), u16(row >> u16(2)), u16(row >> u16(3))
    e = u16(row >> u16(4))
    valid = all_runs(bottom)
    low, high = u16(u16(a & b) & valid), u16(u16(d & e) & valid)
    return (
        u16(u16(u16(b & c) & high) & u16(~a)),
        u16(u16(u16(a & c) & high) & u16(~b)),
        u16(u16(low & high) & u16(~c)),
        u16(u16(u16(low & c) & e) & u16(~d)),
        u16(u16(u16(low & c) & d) & u16(~e)),
    )


@borrowing
def outs_of(with_hole: tuple, boards: tuple, bottom: u16):
    """Return the ranks that make a straight better than the board alone has with them, as a row.

    The highest run that a rank completes counts. If the board alone has that run, it is not an out.
    ``with_hole``, ``boards``: results of :func:`lacking`, with the hole and for the board alone.
    """
    outs, seen = with_hole[0], with_hole[0]
    outs = u16(outs & u16(~boards[0]))
    for step in range(1, 5):
        more = u16(u16(with_hole[step] << u16(step)) & u16(~seen))
        outs = u16(outs | u16(more & u16(~u16(boards[step] << u16(step)))))
        seen = u16(seen | more)
    ace = u16(u16(outs >> bottom) & ONE)
    return u16(u16(outs & u16(~u16(ONE << bottom))) | u16(ace << u16(ACE + ONE)))


@borrowing
def straight_draws(row: u16, a: u16, b: u16, board: u16, flop: u16, bottom: u16):
    """Return the bits of straight draws of two cards, from rows."""
    boards = lacking(board, bottom)
    outs = outs_of(lacking(row, bottom), boards, bottom)
    a_outs = outs_of(lacking(u16(board | a), bottom), boards, bottom)
    b_outs = outs_of(lacking(u16(board | b), bottom), boards, bottom)
    two = u16(row & u16(row >> ONE))
    four = u16(two & u16(two >> u16(2)))
    kind = pick(four != NONE, OPEN_ENDED, DOUBLE_GUTSHOT)
    kind = pick(but_lowest(outs) == NONE, GUTSHOT, kind)
    alone = u16(mask(a_outs == outs) | mask(b_outs == outs))
    kind = u16(kind | u16(alone & STRAIGHT_ONE))

    # On a flop without such a draw, three ranks of a run count, unless the same two other ranks
    # give a higher straight, with a card of the hole at the bottom and a card of the board above.
    three = runs_of_three(row, bottom)
    own_a, own_b = u16(a & u16(~board)), u16(b & u16(~u16(board | a)))
    with_a, with_b = runs_with(own_a), runs_with(own_b)
    own_ranks = u16(own_a | own_b)
    above, second = u16(board >> u16(5)), u16(board >> u16(6))
    moved = u16(u16(own_ranks & u16(own_ranks >> ONE)) & u16(above & second))
    in_two = u16(u16(u16(three & with_a) & with_b) & u16(~moved))
    in_one = u16(u16(three & u16(with_a ^ with_b)) & u16(~u16(own_ranks & above)))
    later = when(in_two != NONE, LATER_STRAIGHT_TWO)
    later = u16(later | when(in_one != NONE, LATER_STRAIGHT_ONE))
    return pick(outs != NONE, kind, u16(later & flop))


@borrowing
def tell_draws(
    masks: Input[U16, "16 * 1024"],
    m: int,
    lowest_rank: int,
    house_beats_flush: bool,
    is_flop: bool,
    bits: Array[U16, "m"],  # written
) -> None:
    """Write the draws of holes of two cards, in games where any number of them play."""
    bottom = u16(u16(lowest_rank) & u16(15))
    flop, house_counts = mask(is_flop), mask(house_beats_flush)
    for i in range(m):
        a, b, one, two = masks[A + i], masks[B + i], masks[MANY + i], masks[TWO + i]
        three, four = masks[THREE + i], masks[FOUR + i]
        two_a, three_a = u16(two | u16(one & a)), u16(three | u16(two & a))
        all_two = u16(two_a | u16(u16(one | a) & b))
        all_three = u16(three_a | u16(two_a & b))
        all_four = u16(u16(four | u16(three & a)) | u16(three_a & b))
        house = u16(mask(all_three != NONE) & mask(but_lowest(all_two) != NONE))
        suited = u16(u16(masks[SUITED + i] | masks[A_SUITED + i]) | masks[B_SUITED + i])
        flush = u16(mask(how_many(suited) >= u16(5)) | mask(all_four != NONE))
        row = row_of(u16(u16(one | a) | b), bottom)
        straight = u16(u16(flush | house) | mask(runs(row) != NONE))
        flush = u16(flush | u16(house & house_counts))

        to_flush = flush_draws(
            a, b, masks[A_BOARD + i], masks[B_BOARD + i], masks[A_COUNT + i], masks[B_COUNT + i],
            masks[SAME_SUIT + i], flop, bottom,
        )  # fmt: skip
        to_flush = u16(to_flush & u16(~flush))
        to_straight = straight_draws(
            row, row_of(a, bottom), row_of(b, bottom), row_of(one, bottom), flop, bottom
        )
        both = u16(u16(OPEN_ENDED | DOUBLE_GUTSHOT) | GUTSHOT)
        both = u16(
            mask(u16(to_straight & both) != NONE) & mask(u16(to_flush & A_FLUSH_DRAW) != NONE)
        )
        to_straight = u16(to_straight | u16(both & COMBO))
        above = u16(u16(a > one) + u16(b > one))
        alone = u16(mask(a != b) & mask(u16(u16(a | b) & one) == NONE))
        to_pair = when(above != NONE, pick(above == ONE, OVERCARD, OVERCARDS))
        to_straight = u16(to_straight | u16(to_pair & alone))
        bits[i] = u16(to_flush | u16(to_straight & u16(~straight)))


# ---------------------------------------------------------------- if two of the hole play


@inlined
def wrap(cards: int):
    """Return the bit of a wrap of so many outs; 0 if there are too few."""
    if cards >= 16:
        return u32(WRAP_20 if cards >= 20 else WRAP_16)
    return WRAP_13 if cards >= 13 else WRAP_9 if cards >= 9 else u32(0)


@borrowing
def straight_draws_of_both(holes: Input[U8, "k, n"], i: int, one: u16, is_flop: bool):
    """Return the bits of straight draws of a hole if two of its cards play."""
    bottom = NONE
    board = row_of(one, bottom)
    outs = later = fours = NONE
    for j in range(len(holes)):
        for k in range(j):
            a, b = row_of(rank_bit(holes[j, i]), bottom), row_of(rank_bit(holes[k, i]), bottom)
            if a == b:
                continue
            both = u16(runs_with(a) & runs_with(b))
            row = u16(u16(board | a) | b)
            later = u16(later | u16(runs_of_three(row, bottom) & both))
            lacks = lacking(row, bottom)
            fours = u16(fours | u16(u16(lacks[0] | lacks[4]) & both))
            for step in range(5):
                outs = u16(outs | u16(u16(lacks[step] & both) << u16(step)))
    outs = u16(u16(outs | u16(u16(outs & ONE) << u16(ACE + ONE))) >> ONE)
    cards = 4 * how_many(outs)
    for rank in range(13):
        held = 0
        for j in range(len(holes)):
            held += holes[j, i] >> 2 == rank
        if u16(outs >> u16(rank)) & ONE:
            cards -= held
            if held == 4:
                outs = u16(outs & u16(~u16(ONE << u16(rank))))
    if outs == NONE:
        return u32(LATER_STRAIGHT_TWO) if is_flop and later else u32(0)
    if cards >= 9:
        return wrap(cards)
    if but_lowest(outs) == NONE:
        return u32(GUTSHOT)
    return u32(OPEN_ENDED) if fours else u32(DOUBLE_GUTSHOT)


@borrowing
def flush_draws_of_both(
    holes: Input[U8, "k, n"], boards: Input[U8, "b, n"], i: int, counts: u16, is_flop: bool
):
    """Return the bits of flush draws of a hole if two of its cards play."""
    bits = u32(0)
    for suit in range(4):
        cards = counts >> (4 * suit) & 7
        held = 0
        ranks = board = NONE
        for j in range(len(holes)):
            if suit_of(holes[j, i]) == suit:
                held += 1
                ranks = u16(ranks | rank_bit(holes[j, i]))
        if held < 2:
            continue
        if cards == 2:
            for j in range(len(boards)):
                if suit_of(boards[j, i]) == suit:
                    board = u16(board | rank_bit(boards[j, i]))
            nut = u16(is_nut(highest(ranks), board, NONE) & NUT_FLUSH)
            bits |= u32(FLUSH_TWO | nut)
        elif cards == 1 and is_flop:
            bits |= u32(LATER_FLUSH_TWO)
    return bits


@borrowing
def overcards_of_both(holes: Input[U8, "k, n"], i: int, one: u16):
    """Return the bits of overcards, for a hole in which no card makes a pair."""
    seen = one
    above = 0
    for j in range(len(holes)):
        rank = rank_bit(holes[j, i])
        if seen & rank:
            return u32(0)
        seen = u16(seen | rank)
        above += rank > one
    return u32(OVERCARDS) if above >= 2 else u32(OVERCARD) if above else u32(0)


# ---------------------------------------------------------------- batches


@kernel
def draws(
    holes: Input[U8, "2, n"],
    boards: Input[U8, "b, n"],
    lowest_rank: int,  # of the deck
    house_beats_flush: bool,
    start: int,
    stop: int,
    out: Array[U32, "n"],  # written: 0 on rivers, and if the hole cannot be dealt on its board
) -> int:
    """Write the draws of each hole of two cards.

    Returns -1, or the start of the first block with a hole that cannot be dealt on its board.
    """
    masks = empty(MASKS, np.uint16)
    bad = empty(BLOCK, np.uint8)
    bits = empty(BLOCK, np.uint16)
    is_flop, is_river = len(boards) == FLOP, len(boards) == RIVER
    first_bad = -1
    for first in range(start, stop, BLOCK):
        m = min(BLOCK, stop - first)
        first_cards, second_cards = holes[0, first : first + m], holes[1, first : first + m]
        if not is_river:
            board_masks(boards, first, m, masks)
            hole_masks(first_cards, second_cards, m, masks)
            suits_of_holes(first_cards, second_cards, boards, first, m, masks)
            tell_draws(masks, m, lowest_rank, house_beats_flush, is_flop, bits)
        if cannot_be_dealt(holes, boards, 4 * lowest_rank, first, m, bad):
            first_bad = first if first_bad < 0 else first_bad
        for i in range(m):
            there = bad[i] == u8(0) and not is_river
            out[first + i] = u32(u16(bits[i] & mask(there)))
    return first_bad


@kernel
def draws_with_both(
    holes: Input[U8, "k, n"],
    boards: Input[U8, "b, n"],
    kinds: Input[U8, "n"],  # from ``made``; 0 if the hole cannot be dealt on its board
    flushes: int,  # the last code of a flush, and of a straight
    straights: int,
    start: int,
    stop: int,
    out: Array[U32, "n"],  # written
) -> None:
    """Write the draws of each hole if two of its cards play, with three of its board."""
    is_flop = len(boards) == FLOP
    masks = empty(MASKS, np.uint16)
    for first in range(start, stop, BLOCK):
        m = min(BLOCK, stop - first)
        board_masks(boards, first, m, masks)
        for i in range(first, first + m):
            bits = u32(0)
            one = masks[MANY + i - first]
            if len(boards) < RIVER and kinds[i] > flushes:
                counts = masks[COUNTS + i - first]
                bits |= flush_draws_of_both(holes, boards, i, counts, is_flop)
            if len(boards) < RIVER and kinds[i] > straights:
                straight = straight_draws_of_both(holes, i, one, is_flop)
                if bits & u32(FLUSH_TWO) and straight & ~u32(LATER_STRAIGHT_TWO):
                    straight |= u32(COMBO)
                bits |= straight | overcards_of_both(holes, i, one)
            out[i] = bits
