"""Which kind of made hand a hole of two cards is on a board: masks of ranks, without tables.

Ranks are bits: the ranks of which there is at least one card, at least two, and so on, each a mask.
In masks of straights every rank stands one bit higher, and the ace a second time below the lowest
rank of the deck; a run of five is told by its lowest bit.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

from ..accelerate import inlined, kernel
from ..signatures import U8, Array, Input

# n = rows, b = cards of a board

RIVER = 5
ACE = 12  # its bit
RUNS = 0x3FF  # the lowest bits that a run of five may have


class Codes(NamedTuple):
    """What a kernel has to know of a game: its deck, and its first codes where orders differ."""

    lowest: int  # the lowest rank of the deck
    quads: int  # the code of the first kind of quads, and so on
    full_house: int
    flush: int
    straight: int
    trips: int
    two_pair: int
    pair: int
    high_card: int
    board_plays: int


class Board(NamedTuple):
    """A board, as masks of its ranks."""

    one: int  # ranks of which it has one card or more
    two: int
    three: int
    four: int
    suited: int  # the ranks of the suit of which it has three cards or more; none without one
    suit: int  # that suit; 4 without one
    is_river: bool


@inlined
def top_bit(mask: int):
    """Return the highest bit of a mask of up to 16 bits."""
    mask |= mask >> 1
    mask |= mask >> 2
    mask |= mask >> 4
    mask |= mask >> 8
    return mask ^ (mask >> 1)


@inlined
def has_several(mask: int):
    """Return whether a mask has two bits or more."""
    return mask & (mask - 1) != 0


@inlined
def how_many(mask: int):
    """Return how many bits a mask has, of up to three."""
    two = mask & (mask - 1)
    three = two & (two - 1)
    return (mask != 0) + (two != 0) + (three != 0)


@inlined
def deck_ranks(lowest: int):
    """Return the ranks of a deck."""
    return 0x1FFF >> lowest << lowest


@inlined
def in_a_row(ranks: int, lowest: int):
    """Return ranks as masks of straights have them: a bit higher, the ace twice."""
    return ranks << 1 | (ranks >> ACE & 1) << lowest


@inlined
def runs(row: int):
    """Return the lowest bits of the runs of five."""
    return row & row >> 1 & row >> 2 & row >> 3 & row >> 4


@inlined
def runs_of_three(row: int, lowest: int):
    """Return the lowest bits of runs of five of which at least three are there."""
    one = two = three = 0
    for step in range(5):
        x = row >> step
        three |= two & x
        two |= one & x
        one |= x
    return three & (RUNS >> lowest << lowest)


@inlined
def board_of(boards: Input[U8, "b, n"], i: int):
    """Return the masks of a board."""
    one = two = three = four = 0
    counts = 0
    size = len(boards)
    for j in range(size):
        rank = 1 << (boards[j, i] >> 2)
        four |= three & rank
        three |= two & rank
        two |= one & rank
        one |= rank
        counts += 1 << ((boards[j, i] & 3) << 2)
    many = (counts + 0x5555) & 0x8888  # three or more of a suit
    suit = (many > 0x8) + (many > 0x80) + (many > 0x800) + (many == 0) * 4
    suited = 0
    for j in range(size):
        if boards[j, i] & 3 == suit:
            suited |= 1 << (boards[j, i] >> 2)
    return Board(one, two, three, four, suited, suit, size == RIVER)


@inlined
def kicker(other: int, board: int, lowest: int):
    """Return 0 for the highest rank that the board lacks, 1 for the next three, 2 for others."""
    above = deck_ranks(lowest) & ~board & -(other << 1)
    four = above
    for _ in range(3):
        four &= four - 1
    return (above != 0) + (four != 0)


@inlined
def height(top: int, suited: int, lowest: int):
    """Return how many ranks that the board lacks of a suit are above a card, up to three."""
    return how_many(deck_ranks(lowest) & ~suited & -(top << 1))


@inlined
def pair_of(a: int, b: int, on: Board, codes: Codes):
    """Return the kind of a hole with a pair, where there is one pair in all."""
    if on.two:
        return codes.pair + 11
    pocket = a == b
    paired = a if pocket else (a | b) & on.one
    above = how_many(on.one & -(paired << 1))
    if pocket:
        below = on.one & (paired - 1)
        place = 0 if above == 0 else 10 if below == 0 else 2 + 2 * above
        return codes.pair + place
    if above == 0:
        return codes.pair + 1 + kicker((a | b) & ~paired, on.one, codes.lowest)
    return codes.pair + 3 + 2 * above


@inlined
def made_of(a: int, b: int, a_suit: int, b_suit: int, on: Board, codes: Codes):
    """Return the kind of a hole of two cards, of which a hand may have any number.

    ``a``, ``b``: the ranks of its cards, a bit each.
    """
    lowest = codes.lowest
    one, two, three, four = on.one, on.two, on.three, on.four
    for rank in (a, b):
        four |= three & rank
        three |= two & rank
        two |= one & rank
        one |= rank
    best = max(a, b)
    # What is the board's own on the river, unless the hole has something to add
    a_suited = a if a_suit == on.suit else 0
    b_suited = b if b_suit == on.suit else 0
    suited = on.suited | a_suited | b_suited
    of_suit = max(a_suited, b_suited)
    is_flush = suited != 0 and has_five(suited)
    if is_flush:
        straights = runs(in_a_row(suited, lowest))
        if straights:
            own = runs(in_a_row(on.suited, lowest))
            return 1 if (straights ^ own) > own else codes.board_plays
    if four:
        if four & on.four:
            rest = on.one & ~four
            plays = not on.is_river or best > rest
            return codes.quads + 2 if plays else codes.board_plays
        return codes.quads + 1 if four & on.three else codes.quads
    if three and has_several(two):
        triple = top_bit(three)
        pair = top_bit(two & ~triple)
        if triple & on.three:
            if pair == on.two & ~triple:
                return codes.board_plays
            return codes.full_house + (3 if pair > triple else 4)
        if triple & on.two:
            return codes.full_house + (2 if pair & on.two else 1)
        return codes.full_house
    if is_flush:
        if has_five(on.suited) and of_suit < (on.suited & -on.suited):
            return codes.board_plays
        with_one = has_four(on.suited)
        return codes.flush + 2 * height(of_suit, on.suited, lowest) + with_one
    row = in_a_row(one, lowest)
    straights = runs(row)
    if straights:
        on_board = in_a_row(on.one, lowest)
        top = top_bit(straights)
        missing = 31 * top & ~on_board
        if missing == 0:
            return codes.board_plays
        if runs_of_three(on_board, lowest) < 2 * top:
            return codes.straight
        return codes.straight + (1 if has_several(missing) else 2)
    if three:
        if three & on.three:
            rest = on.one & ~three
            plays = not on.is_river or best > (rest & -rest)
            return codes.trips + 4 if plays else codes.board_plays
        if a == b:
            return codes.trips
        return codes.trips + 1 + kicker((a | b) & ~three, on.one, lowest)
    if has_several(two):
        high = top_bit(two)
        low = top_bit(two & ~high)
        of_board = (on.two & high != 0) + (on.two & low != 0)
        rest = on.one & ~(high | low)
        plays = not on.is_river or of_board < 2 or top_bit((a | b) & ~(high | low)) > rest
        return codes.two_pair + of_board if plays else codes.board_plays
    if two:
        rest = on.one & ~two
        plays = not on.is_river or on.two == 0 or best > (rest & -rest)
        return pair_of(a, b, on, codes) if plays else codes.board_plays
    plays = not on.is_river or best > (on.one & -on.one)
    over = (a > on.one) + (b > on.one)
    return codes.high_card + 2 - over if plays else codes.board_plays


@inlined
def has_four(mask: int):
    """Return whether a mask has four bits or more."""
    mask &= mask - 1
    mask &= mask - 1
    return has_several(mask)


@inlined
def has_five(mask: int):
    """Return whether a mask has five bits or more."""
    return mask != 0 and has_four(mask & (mask - 1))


@inlined
def made_of_both(a: int, b: int, a_suit: int, b_suit: int, on: Board, codes: Codes):
    """Return the kind of two cards of a hole that both play, with three of the board."""
    lowest = codes.lowest
    pocket = a == b
    suited = a_suit == on.suit and b_suit == on.suit
    row = in_a_row(a | b, lowest)
    on_board = in_a_row(on.one, lowest)
    if suited:
        best = 0
        of_suit = in_a_row(on.suited, lowest)
        for low in range(lowest, 10):
            run = 31 << low
            if has_several(row & run) and run & ~(row | of_suit) == 0:
                best = run
        if best:
            return 1
    both = a | b
    if pocket:
        if both & on.two:
            return codes.quads
        if on.three:
            if both & on.one and both > on.three:
                return codes.full_house
            return codes.full_house + (3 if both > on.three else 4)
        if both & on.one and on.two:
            return codes.full_house
    else:
        if both & on.three:
            return codes.quads + 1
        if both & on.one == both and both & on.two:
            return codes.full_house + 1
    if suited:
        return codes.flush + 2 * height(max(a, b), on.suited, lowest)
    if not pocket:
        best = 0
        for low in range(lowest, 10):
            run = 31 << low
            if has_several(row & run) and run & ~(row | on_board) == 0:
                best = 1 << low
        if best:
            is_nut = runs_of_three(on_board, lowest) < 2 * best
            return codes.straight + (0 if is_nut else 1)
    if pocket and both & on.one:
        return codes.trips
    if on.three:
        return codes.trips + 4
    if not pocket and both & on.two:
        return codes.trips + 1 + kicker(both & ~on.two, on.one, lowest)
    paired = both & on.one
    if pocket:
        return codes.two_pair + 1 if on.two else pair_of(a, b, on, codes)
    if paired == both:
        of_board = top_bit(on.two) > (both & -both)
        return codes.two_pair + of_board
    if paired and on.two:
        return codes.two_pair + 1
    if paired or on.two:
        return pair_of(a, b, on, codes)
    return codes.high_card + 2 - (a > on.one) - (b > on.one)


@kernel
def made(
    holes: Input[U8, "2, n"],
    boards: Input[U8, "b, n"],
    codes: Codes,
    start: int,
    stop: int,
    out: Array[U8, "n"],  # written
) -> None:
    """Write the kind of each hole of two cards."""
    for i in range(start, stop):
        on = board_of(boards, i)
        x, y = holes[0, i], holes[1, i]
        out[i] = made_of(1 << (x >> 2), 1 << (y >> 2), x & 3, y & 3, on, codes)


@kernel
def made_with_both(
    holes: Input[U8, "k, n"],
    boards: Input[U8, "b, n"],
    codes: Codes,
    start: int,
    stop: int,
    out: Array[U8, "n"],  # written
) -> None:
    """Write the best kind of any two cards of each hole, with three of its board."""
    for i in range(start, stop):
        on = board_of(boards, i)
        best = codes.board_plays
        for j in range(len(holes)):
            for k in range(j):
                x, y = holes[j, i], holes[k, i]
                of = made_of_both(1 << (x >> 2), 1 << (y >> 2), x & 3, y & 3, on, codes)
                best = min(best, of)
        out[i] = best
