"""What a hole draws to on a flop or turn, as a set of bits. Masks are as of ``made_kernels``."""
# mypy: ignore-errors

from __future__ import annotations

from ..accelerate import inlined, kernel
from ..signatures import U8, U32, Array, Input
from .made_kernels import (
    ACE,
    RIVER,
    RUNS,
    Board,
    board_of,
    deck_ranks,
    has_five,
    has_several,
    in_a_row,
    runs,
    runs_of_three,
)

# n = rows, k = cards of a hole, b = cards of a board

FLOP = 3
# The bits, in the order of ``table.DRAWS``
(
    FLUSH_TWO, FLUSH_ONE, NUT_FLUSH, OPEN_ENDED, DOUBLE_GUTSHOT, GUTSHOT, STRAIGHT_ONE, COMBO,
    OVERCARDS, OVERCARD, LATER_FLUSH_TWO, LATER_FLUSH_ONE, LATER_STRAIGHT_TWO, LATER_STRAIGHT_ONE,
    WRAP_20, WRAP_16, WRAP_13, WRAP_9,
) = (1 << bit for bit in range(18))  # fmt: skip


@inlined
def of_one_suit(boards: Input[U8, "b, n"], i: int, suit: int):
    """Return the ranks of a suit on a board, and how many cards of it there are."""
    ranks = cards = 0
    for j in range(len(boards)):
        if boards[j, i] & 3 == suit:
            ranks |= 1 << (boards[j, i] >> 2)
            cards += 1
    return ranks, cards


@inlined
def is_nut(card: int, ranks: int, lowest: int):
    """Return whether a card is the highest of its suit that the board lacks."""
    return deck_ranks(lowest) & ~ranks & -(card << 1) == 0


@inlined
def missing_one(row: int, step: int):
    """Return the lowest bits of runs that lack the rank so many steps above, and no other."""
    found = RUNS
    for other in range(5):
        if other != step:
            found &= row >> other
    return found & ~(row >> step)


@inlined
def outs(row: int, on_board: int, lowest: int):
    """Return the ranks that make a straight which beats what the board has with them.

    Of the runs that a rank completes the highest counts: it is no out where that is the board's.
    """
    found = seen = 0
    for step in range(5):
        runs_with = RUNS >> lowest << lowest
        with_hole = (missing_one(row, step) & runs_with) << step & ~seen
        found |= with_hole & ~((missing_one(on_board, step) & runs_with) << step)
        seen |= with_hole
    ace = found >> lowest & 1
    return found & ~(1 << lowest) | ace << (ACE + 1)


@inlined
def straight_draw(row: int, a: int, b: int, on_board: int, lowest: int):
    """Return the bits of the straight draw of two cards, of rows as of ``in_a_row``."""
    ranks = outs(row, on_board, lowest)
    if ranks == 0:
        return 0
    four = row & row >> 1 & row >> 2 & row >> 3
    kind = GUTSHOT if not has_several(ranks) else OPEN_ENDED if four else DOUBLE_GUTSHOT
    of_a = outs(on_board | a, on_board, lowest)
    of_b = outs(on_board | b, on_board, lowest)
    return kind | (STRAIGHT_ONE if of_a == ranks or of_b == ranks else 0)


@inlined
def later_straight(row: int, a: int, b: int, on_board: int, lowest: int):
    """Return the bits of backdoor straights of a hole without a straight draw, on a flop.

    A run counts of which three are there, unless the board has a higher straight with the same two
    other ranks: with one of the hole at the bottom and one of the board above the top, or two.
    """
    three = runs_of_three(row, lowest)
    own_a, own_b = a & ~on_board, b & ~(on_board | a)
    with_a = own_a | own_a >> 1 | own_a >> 2 | own_a >> 3 | own_a >> 4
    with_b = own_b | own_b >> 1 | own_b >> 2 | own_b >> 3 | own_b >> 4
    own = own_a | own_b
    two = three & with_a & with_b & ~(own & own >> 1 & on_board >> 5 & on_board >> 6)
    one = three & (with_a ^ with_b) & ~(own & on_board >> 5)
    return (LATER_STRAIGHT_TWO if two else 0) | (LATER_STRAIGHT_ONE if one else 0)


@inlined
def draws_of(
    x: int,  # the cards of the hole
    y: int,
    boards: Input[U8, "b, n"],
    i: int,
    on: Board,
    lowest: int,
    house_beats_flush: bool,
):
    """Return the draws of a hole of two cards, of which a hand may have any number."""
    a, b = 1 << (x >> 2), 1 << (y >> 2)
    two = on.two | on.one & a | (on.one | a) & b
    three = on.three | on.two & a | (on.two | on.one & a) & b
    four = on.four | on.three & a | (on.three | on.two & a) & b
    has_house = three != 0 and has_several(two)
    suited = on.suited
    suited |= a if x & 3 == on.suit else 0
    suited |= b if y & 3 == on.suit else 0
    row = in_a_row(on.one | a | b, lowest)
    flush_made = has_five(suited)
    is_flop = len(boards) == FLOP
    found = 0
    if not (flush_made or four or (has_house and house_beats_flush)):
        of_x, x_cards = of_one_suit(boards, i, x & 3)
        of_y, y_cards = of_one_suit(boards, i, y & 3)
        if x & 3 == y & 3:
            if x_cards == 2:
                found |= FLUSH_TWO | (NUT_FLUSH if is_nut(max(a, b), of_x, lowest) else 0)
            elif x_cards == 1 and is_flop:
                found |= LATER_FLUSH_TWO
        else:
            if x_cards == 3:
                found |= FLUSH_ONE | (NUT_FLUSH if is_nut(a, of_x, lowest) else 0)
            if y_cards == 3:
                found |= FLUSH_ONE | (NUT_FLUSH if is_nut(b, of_y, lowest) else 0)
            if is_flop and (x_cards == 2 or y_cards == 2):
                found |= LATER_FLUSH_ONE
    if flush_made or four or has_house or runs(row):
        return found
    on_board = in_a_row(on.one, lowest)
    a_row, b_row = in_a_row(a, lowest), in_a_row(b, lowest)
    straight = straight_draw(row, a_row, b_row, on_board, lowest)
    if straight == 0 and is_flop:
        straight = later_straight(row, a_row, b_row, on_board, lowest)
    elif straight and found & (FLUSH_TWO | FLUSH_ONE):
        straight |= COMBO
    found |= straight
    if a != b and (a | b) & on.one == 0:
        found |= OVERCARDS if min(a, b) > on.one else OVERCARD if max(a, b) > on.one else 0
    return found


@inlined
def wrap(cards: int):
    """Return the bit of a wrap of so many outs; 0 if there are too few."""
    if cards >= 16:
        return WRAP_20 if cards >= 20 else WRAP_16
    return WRAP_13 if cards >= 13 else WRAP_9 if cards >= 9 else 0


@inlined
def straight_of_both(holes: Input[U8, "k, n"], i: int, on: Board, is_flop: bool, lowest: int):
    """Return the bits of straight draws of two cards of a hole and three of a board to come."""
    on_board = in_a_row(on.one, lowest)
    ranks = later = 0
    in_four = False
    for j in range(len(holes)):
        for k in range(j):
            a = in_a_row(1 << (holes[j, i] >> 2), lowest)
            b = in_a_row(1 << (holes[k, i] >> 2), lowest)
            if a == b:
                continue
            row = on_board | a | b
            for low in range(lowest, 10):
                run = 31 << low
                if a & run == 0 or b & run == 0:
                    continue
                missing = run & ~row
                if has_several(missing):
                    later |= not has_several(missing & (missing - 1))
                else:
                    ranks |= missing
                    in_four |= missing == 1 << low or missing == 16 << low
    if ranks == 0:
        return LATER_STRAIGHT_TWO if is_flop and later else 0
    if ranks >> lowest & 1:
        ranks = ranks & ~(1 << lowest) | 1 << (ACE + 1)
    cards = 0
    for rank in range(13):
        if ranks >> (rank + 1) & 1:
            live = 4
            for j in range(len(holes)):
                live -= holes[j, i] >> 2 == rank
            cards += live
            if live == 0:
                ranks &= ~(2 << rank)
    bit = wrap(cards)
    if bit or ranks == 0:
        return bit
    return GUTSHOT if not has_several(ranks) else OPEN_ENDED if in_four else DOUBLE_GUTSHOT


@inlined
def flush_of_both(
    holes: Input[U8, "k, n"], boards: Input[U8, "b, n"], i: int, is_flop: bool, lowest: int
):
    """Return the bits of flush draws of two cards of a hole and three of a board to come."""
    found = 0
    for suit in range(4):
        ranks, cards = of_one_suit(boards, i, suit)
        held, count = of_one_suit(holes, i, suit)
        if count >= 2 and cards == 2:
            top = held
            while top & (top - 1):
                top &= top - 1
            found |= FLUSH_TWO | (NUT_FLUSH if is_nut(top, ranks, lowest) else 0)
        elif count >= 2 and cards == 1 and is_flop:
            found |= LATER_FLUSH_TWO
    return found


@inlined
def over_board(holes: Input[U8, "k, n"], i: int, on: Board):
    """Return the bits of cards above the board, of a hole in which no card makes a pair."""
    seen = on.one
    above = 0
    for j in range(len(holes)):
        rank = 1 << (holes[j, i] >> 2)
        if seen & rank:
            return 0
        seen |= rank
        above += rank > on.one
    return OVERCARDS if above >= 2 else OVERCARD if above else 0


@kernel
def draws(
    holes: Input[U8, "2, n"],
    boards: Input[U8, "b, n"],
    lowest: int,  # the lowest rank of the deck
    house_beats_flush: bool,
    start: int,
    stop: int,
    out: Array[U32, "n"],  # written
) -> None:
    """Write the draws of each hole of two cards."""
    for i in range(start, stop):
        if len(boards) == RIVER:
            out[i] = 0
        else:
            on = board_of(boards, i)
            out[i] = draws_of(holes[0, i], holes[1, i], boards, i, on, lowest, house_beats_flush)


@kernel
def draws_with_both(
    holes: Input[U8, "k, n"],
    boards: Input[U8, "b, n"],
    kinds: Input[U8, "n"],  # as of ``made_with_both``
    lowest: int,
    flushes: int,  # the last code of a flush, and of a straight
    straights: int,
    start: int,
    stop: int,
    out: Array[U32, "n"],  # written
) -> None:
    """Write the draws of each hole of which two cards play, with three of its board."""
    is_flop = len(boards) == FLOP
    for i in range(start, stop):
        found = 0
        if len(boards) < RIVER:
            if kinds[i] > flushes:
                found |= flush_of_both(holes, boards, i, is_flop, lowest)
            if kinds[i] > straights:
                on = board_of(boards, i)
                straight = straight_of_both(holes, i, on, is_flop, lowest)
                if straight & ~LATER_STRAIGHT_TWO and found & FLUSH_TWO:
                    straight |= COMBO
                found |= straight | over_board(holes, i, on)
        out[i] = found
