"""Steps of the sweep over three hands: which holes are below and above, and which of them meet.

All live holes of a board are passed in order of strength. While the holes of one class are passed,
the others are *below* or *above*. Each hole passed is the middle of many triples: one hole below,
one above, no two with a common card. By starting hand these are a matrix: the product of the holes
below, by hand, and the holes above, less the pairs that share a card. Such pairs are local: the
holes of a card make 25 hands. So they are kept in *lines*, one for each card.

For the middle hole with cards p and q, and the vectors b of holes below and a of those above (of
all; of a card's), the triples are::

    (b - b[p] - b[q]) (a - a[p] - a[q])'  less, for each other card x,
    (b[x] - b[xp] - b[xq]) (a[x] - a[xp] - a[xq])'

Multiplied out, each product is of one of five kinds, and each kind has sums of its own (``Sums``).
Holes of one hand and one class are combined wherever a product allows it.

Dimensions: 52 cards, 13 ranks, 169 hands padded to 192, 26 places of a line padded to 32.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, inlined, popcount, zeros
from ..signatures import F32, I16, I32, I64, U8, U32, U64, Array, Input

HANDS = 169
WIDTH = 192
PLACES = 26
LINE = 32
COLUMNS = 32  # products that are added to the matrix of a hand at once

u8 = np.uint8
u32 = np.uint32
u64 = np.uint64
i16 = np.int16
i32 = np.int32
f32 = np.float32


class HoleTables(NamedTuple):
    """Read-only tables of holes and hands."""

    hole_cards: Input[U8, "1326, 2"]  # the cards of each hole, the lower first
    hand_of_cards: Input[U8, "52, 52"]  # the hand of two cards
    # The place of a hole in the lines of its cards: the rank of the other card, plus 13 if the
    # suits and the ranks differ.
    places: Input[U8, "1326, 2"]
    hand_of_place: Input[U8, "13, 26"]  # by the rank of the line's card; 191 for an unused place
    near: Input[U8, "169, 169"]  # 1 if two hands share a rank


class Holes(NamedTuple):
    """A set of live holes, counted."""

    hands: Array[U8, "192"]  # by hand
    lines: Array[U8, "52, 32"]  # those with a card, by place
    ranks: Array[U8, "13, 32"]  # those with a card of a rank, by place
    partners: Array[U64, "52"]  # the other cards of those with a card, as a set


class Meeting(NamedTuple):
    """Pairs of one hole below and one above that share a card x."""

    pairs: Array[U8, "13, 26, 32"]  # by the rank of x, place below and place above
    # By p, the rank of x and whether the suits are the same: hole xp is below, the other above by
    # its place; hole xp is above, the other below by its place.
    to_above: Array[U8, "52, 13, 2, 32"]
    to_below: Array[U8, "52, 13, 2, 32"]


class Sums(NamedTuple):
    """The sums for each middle hand, over boards of one weight.

    On one board no entry of 16 bits exceeds 432 in absolute value, and no product of the matrix
    8,640. The kernel moves them to ``Totals`` before they overflow.
    """

    pairs: Array[I16, "169, 13, 26, 32"]  # pairs that share a card of one rank
    # By the lower or higher card of the middle hole; otherwise as in ``Meeting``.
    to_above: Array[I16, "169, 2, 13, 2, 32"]
    to_below: Array[I16, "169, 2, 13, 2, 32"]
    # Holes below with the middle hole's lower card, above with its higher one, by place; the other
    # way round.
    own: Array[I16, "169, 2, 26, 32"]
    # Cards x, with xp below and xq above, for the lower card p and the higher q; the other way
    # round. By the rank of x, and whether it has the suit of p, of q.
    crossing: Array[I16, "169, 2, 13, 2, 2"]
    matrix: Array[F32, "169, 169, 192"]  # holes below by hand, and above; whole numbers
    # Columns and rows whose products are still to be added to ``matrix``, and how many there are.
    columns: Array[F32, "169, 32, 192"]
    rows: Array[F32, "169, 32, 192"]
    # The same for columns of the holes below that share a rank with the hand; others are 0.
    near_columns: Array[F32, "169, 32, 192"]
    near_rows: Array[F32, "169, 32, 192"]
    waiting: Array[I64, "169"]


class Thirds(NamedTuple):
    """Third holes below and above two of one class, by the hands of the two, lower number first.

    Two of the same hand are counted once. Numbers are modulo 2^32, which no count over all rivers
    reaches. The lines have the holes with a card of one of the two, which must be subtracted: a
    line for each rank of the first hand and of the second, lower rank first, by place. The line of
    a repeated rank is empty.
    """

    below: Array[U32, "169, 169, 192"]
    above: Array[U32, "169, 169, 192"]
    lines_below: Array[U32, "169, 169, 4, 32"]
    lines_above: Array[U32, "169, 169, 4, 32"]


class Tie(NamedTuple):
    """The holes of one class, in lists by hand; and scratch arrays for counting."""

    following: Array[I32, "1176"]  # the next key of the same hand, -1 after the last
    first: Array[I32, "169"]  # the first key of each hand, or -1
    hands: Array[U8, "169"]  # the hands of the class
    cards: Array[I32, "52"]  # scratch: how often each card occurs
    spread: Array[I32, "2, 192"]  # scratch


@inlined
def new_holes():
    """Return an empty set of holes."""
    lines = zeros((52, LINE), np.uint8)
    return Holes(zeros(WIDTH, np.uint8), lines, zeros((13, LINE), np.uint8), zeros(52, np.uint64))


@inlined
def new_sums():
    """Return empty sums."""
    return Sums(
        zeros((HANDS, 13, PLACES, LINE), np.int16), zeros((HANDS, 2, 13, 2, LINE), np.int16),
        zeros((HANDS, 2, 13, 2, LINE), np.int16), zeros((HANDS, 2, PLACES, LINE), np.int16),
        zeros((HANDS, 2, 13, 2, 2), np.int16), zeros((HANDS, HANDS, WIDTH), np.float32),
        empty((HANDS, COLUMNS, WIDTH), np.float32), empty((HANDS, COLUMNS, WIDTH), np.float32),
        empty((HANDS, COLUMNS, WIDTH), np.float32), empty((HANDS, COLUMNS, WIDTH), np.float32),
        zeros(HANDS, np.int64),
    )  # fmt: skip


@inlined
def new_tie():
    """Return an empty :class:`Tie`."""
    first = empty(HANDS, np.int32)
    for hand in range(HANDS):
        first[hand] = -1
    return Tie(
        empty(1176, np.int32), first, empty(HANDS, np.uint8), empty(52, np.int32),
        empty((2, WIDTH), np.int32),
    )  # fmt: skip


@inlined
def _low_bit(bits: int):
    """Return the number of the lowest bit of a word that is not 0."""
    return np.int64(popcount(bits ^ (bits - u64(1)))) - 1


@borrowing
def count_hole(holes: Holes, hole: int, tables: HoleTables, one: int) -> None:
    """Add a hole to a set (``one`` is 1), or remove it (-1)."""
    x = tables.hole_cards[hole, 0]
    y = tables.hole_cards[hole, 1]
    hand = tables.hand_of_cards[x, y]
    holes.hands[hand] += u8(one)
    holes.lines[x, tables.places[hole, 0]] += u8(one)
    holes.lines[y, tables.places[hole, 1]] += u8(one)
    holes.ranks[x >> 2, tables.places[hole, 0]] += u8(one)
    holes.ranks[y >> 2, tables.places[hole, 1]] += u8(one)
    holes.partners[x] ^= u64(1) << u64(y)
    holes.partners[y] ^= u64(1) << u64(x)


@borrowing
def _count_at(fixed: Array[U8, "52, 13, 2, 32"], others: int, x: int, place: int, one: int) -> None:
    """Count a hole of card x in all lines where it meets a hole xp, for all p in ``others``."""
    rank = x >> 2
    while others:
        p = _low_bit(others)
        others &= others - u64(1)
        fixed[p, rank, np.int64(p & 3 == x & 3), place] += u8(one)


@borrowing
def _add_line(to: Array[U8, "32"], line: Array[U8, "32"], one: int) -> None:
    for place in range(LINE):
        to[place] += u8(u8(one) * line[place])


@borrowing
def leave_above(
    hole: int, below: Holes, above: Holes, meeting: Meeting, tables: HoleTables
) -> None:
    """Remove a hole from those above."""
    x = np.int64(tables.hole_cards[hole, 0])
    y = np.int64(tables.hole_cards[hole, 1])
    at_x = tables.places[hole, 0]
    at_y = tables.places[hole, 1]
    suited = np.int64(x & 3 == y & 3)
    for place in range(PLACES):
        meeting.pairs[x >> 2, place, at_x] -= below.lines[x, place]
        meeting.pairs[y >> 2, place, at_y] -= below.lines[y, place]
    _count_at(meeting.to_above, below.partners[x], x, at_x, -1)
    _count_at(meeting.to_above, below.partners[y], y, at_y, -1)
    _add_line(meeting.to_below[y, x >> 2, suited], below.lines[x], -1)
    _add_line(meeting.to_below[x, y >> 2, suited], below.lines[y], -1)
    count_hole(above, hole, tables, -1)


@borrowing
def join_below(hole: int, below: Holes, above: Holes, meeting: Meeting, tables: HoleTables) -> None:
    """Add a hole to those below."""
    x = np.int64(tables.hole_cards[hole, 0])
    y = np.int64(tables.hole_cards[hole, 1])
    at_x = tables.places[hole, 0]
    at_y = tables.places[hole, 1]
    suited = np.int64(x & 3 == y & 3)
    _add_line(meeting.pairs[x >> 2, at_x], above.lines[x], 1)
    _add_line(meeting.pairs[y >> 2, at_y], above.lines[y], 1)
    _count_at(meeting.to_below, above.partners[x], x, at_x, 1)
    _count_at(meeting.to_below, above.partners[y], y, at_y, 1)
    _add_line(meeting.to_above[y, x >> 2, suited], above.lines[x], 1)
    _add_line(meeting.to_above[x, y >> 2, suited], above.lines[y], 1)
    count_hole(below, hole, tables, 1)


@borrowing
def _add_rows(
    to: Array[F32, "192"],
    place: int,
    columns: Array[F32, "32, 192"],
    rows: Array[F32, "32, 192"],
    number: int,
) -> None:
    """Add rows, each times the number of its column at a place, four at a time."""
    for k in range(0, number, 4):
        first = columns[k, place]
        second = columns[k + 1, place]
        third = columns[k + 2, place]
        fourth = columns[k + 3, place]
        for high in range(WIDTH):
            to[high] += (first * rows[k, high] + second * rows[k + 1, high]) + (
                third * rows[k + 2, high] + fourth * rows[k + 3, high]
            )


@borrowing
def add_products(hand: int, tables: HoleTables, sums: Sums) -> None:
    """Add the waiting products to the matrix of a hand."""
    waiting = sums.waiting[hand]
    columns = sums.columns[hand]
    near_columns = sums.near_columns[hand]
    rows = sums.rows[hand]
    near_rows = sums.near_rows[hand]
    for k in range(waiting, (waiting + 3) & ~3):
        for place in range(WIDTH):
            columns[k, place] = f32(0)
            near_columns[k, place] = f32(0)
            rows[k, place] = f32(0)
            near_rows[k, place] = f32(0)
    for low in range(HANDS):
        to = sums.matrix[hand, low]
        _add_rows(to, low, columns, rows, waiting)
        if tables.near[hand, low]:
            _add_rows(to, low, near_columns, near_rows, waiting)
    sums.waiting[hand] = 0


@borrowing
def _add_outer(
    to: Array[I16, "26, 32"], times: int, below: Array[U8, "32"], above: Array[U8, "32"]
) -> None:
    for low in range(PLACES):
        factor = i16(times * below[low])
        if factor:
            row = to[low]
            for high in range(LINE):
                row[high] += i16(factor * i16(above[high]))


@borrowing
def _add_times(to: Array[I16, "32"], times: int, line: Array[U8, "32"]) -> None:
    for place in range(LINE):
        to[place] += i16(i16(times) * i16(line[place]))


@borrowing
def add_middle_hand(
    hand: int,
    keys: Input[I32, "n"],
    tie: Tie,
    below: Holes,
    above: Holes,
    meeting: Meeting,
    tables: HoleTables,
    sums: Sums,
) -> None:
    """Add the triples with a middle hole of one hand, among the holes of one class."""
    holes = 0
    low_rank = high_rank = np.int64(0)
    for card in range(52):
        tie.cards[card] = 0
    for place in range(WIDTH):
        tie.spread[0, place] = 0
        tie.spread[1, place] = 0
    key = np.int64(tie.first[hand])
    while key >= 0:
        hole = keys[key] & 2047
        p = np.int64(tables.hole_cards[hole, 0])
        q = np.int64(tables.hole_cards[hole, 1])
        low_rank = p >> 2
        high_rank = q >> 2
        holes += 1
        tie.cards[p] += 1
        tie.cards[q] += 1
        for side in range(2):
            low = q if side else p
            high = p if side else q
            _add_outer(sums.own[hand, side], 1, below.lines[low], above.lines[high])
            others = below.partners[low] & above.partners[high]
            while others:
                x = _low_bit(others)
                others &= others - u64(1)
                at_p = np.int64(x & 3 == p & 3)
                at_q = np.int64(x & 3 == q & 3)
                sums.crossing[hand, side, x >> 2, at_p, at_q] += i16(1)
        key = np.int64(tie.following[key])
    for rank in range(13):
        for low in range(PLACES):
            if below.ranks[rank, low]:
                _add_times(sums.pairs[hand, rank, low], -holes, meeting.pairs[rank, low])
    for side in range(2 - (low_rank == high_rank)):
        rank = high_rank if side else low_rank
        for card in range(4 * rank, 4 * rank + 4):
            times = np.int64(tie.cards[card])
            if times == 0:
                continue
            _add_outer(sums.pairs[hand, rank], 2 * times, below.lines[card], above.lines[card])
            for place in range(PLACES):
                other = tables.hand_of_place[rank, place]
                tie.spread[0, other] += i32(times * below.lines[card, place])
                tie.spread[1, other] += i32(times * above.lines[card, place])
            for place in range(PLACES):
                # The line has a suited place for each rank but the card's own.
                x = place if place < 13 else place - 13
                suited = np.int64(place < 13 and x != rank)
                if below.lines[card, place]:
                    to = sums.to_above[hand, side, x, suited]
                    _add_times(to, times, meeting.to_above[card, x, suited])
                if above.lines[card, place]:
                    to = sums.to_below[hand, side, x, suited]
                    _add_times(to, times, meeting.to_below[card, x, suited])
    waiting = sums.waiting[hand]
    columns = sums.columns[hand, waiting]
    near_columns = sums.near_columns[hand, waiting]
    rows = sums.rows[hand, waiting]
    near_rows = sums.near_rows[hand, waiting]
    for place in range(WIDTH):
        columns[place] = f32(below.hands[place])
        rows[place] = f32(i32(holes) * i32(above.hands[place]) - tie.spread[1, place])
        near_columns[place] = f32(-tie.spread[0, place])
        near_rows[place] = f32(above.hands[place])
    sums.waiting[hand] = waiting + 1
    if waiting + 1 == COLUMNS:
        add_products(hand, tables, sums)


@borrowing
def _add_thirds(
    weight: int,
    pairs: int,
    cards: Array[I32, "52"],
    ranks: tuple[int, int, int, int],
    holes: Holes,
    to: Array[U32, "192"],
    lines: Array[U32, "4, 32"],
) -> None:
    """Add all holes of a set for each pair, and the holes with a card of the pair to the lines."""
    times = u32(weight * pairs)
    for hand in range(WIDTH):
        to[hand] += u32(times * u32(holes.hands[hand]))
    for slot in range(4):
        rank = ranks[slot]
        seen = False
        for earlier in range(slot):
            seen |= ranks[earlier] == rank
        if seen:
            continue
        line = lines[slot]
        for card in range(4 * rank, 4 * rank + 4):
            times = u32(weight * cards[card])
            if times:
                for place in range(LINE):
                    line[place] += u32(times * u32(holes.lines[card, place]))


@borrowing
def add_third_holes(
    first: int,
    second: int,
    weight: int,
    keys: Input[I32, "n"],
    tie: Tie,
    below: Holes,
    above: Holes,
    tables: HoleTables,
    thirds: Thirds,  # added to
) -> None:
    """Count the third holes below and above each pair of holes of one class, by their two hands.

    No two of the three share a card: from all holes below, those with one of the four cards are
    subtracted, and those with two of them are added again. Each pair is counted once, even if both
    hands are the same.
    """
    pairs = 0
    for card in range(52):
        tie.cards[card] = 0
    to_below = thirds.below[first, second]
    to_above = thirds.above[first, second]
    ranks = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    times = u32(weight)
    i = np.int64(tie.first[first])
    while i >= 0:
        p = np.int64(tables.hole_cards[keys[i] & 2047, 0])
        q = np.int64(tables.hole_cards[keys[i] & 2047, 1])
        j = np.int64(tie.following[i] if first == second else tie.first[second])
        while j >= 0:
            r = np.int64(tables.hole_cards[keys[j] & 2047, 0])
            s = np.int64(tables.hole_cards[keys[j] & 2047, 1])
            if p != r and p != s and q != r and q != s:
                pairs += 1
                ranks = p >> 2, q >> 2, r >> 2, s >> 2
                tie.cards[p] += 1
                tie.cards[q] += 1
                tie.cards[r] += 1
                tie.cards[s] += 1
                for crossing in range(4):
                    x = q if crossing & 1 else p
                    y = s if crossing & 2 else r
                    hand = tables.hand_of_cards[x, y]
                    to_below[hand] += u32(times * u32(below.partners[x] >> u64(y) & u64(1)))
                    to_above[hand] += u32(times * u32(above.partners[x] >> u64(y) & u64(1)))
            j = np.int64(tie.following[j])
        i = np.int64(tie.following[i])
    if pairs:
        lines = thirds.lines_below[first, second]
        _add_thirds(weight, pairs, tie.cards, ranks, below, to_below, lines)
        lines = thirds.lines_above[first, second]
        _add_thirds(weight, pairs, tie.cards, ranks, above, to_above, lines)
