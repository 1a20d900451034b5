"""Kernels that count the wins of seven cards against seven others, for all different hands.

A hand of seven cards beats as many others as there are worse hands that share no card with it: all
worse hands, less those with each of its cards, plus those with each two of its cards, and so on.
Hands that are equal up to suits are counted once, and so are the sets of cards inside them:
6,009,159 hands, and 1,115,817 sets of up to six cards.

Measured in nanoseconds: a set that is numbered and added to or read, 10; 127 are inside a hand.
Listing them once for all uses would take a fifth longer.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel, zeros
from ..signatures import I32, I64, U8, U16, Array, Input

# n = hands of seven cards, t = sets of up to six, l = classes of lows that qualify, s = starts
# A set is four sets of ranks, one for each suit, as bits, the greatest first: so it stands for all
# sets that are equal up to suits.

HAND = 7


@kernel
def list_sets(
    masks: Input[U16, "x"],  # sets of ranks of one suit, by their size, ascending
    begins: Input[I64, "9"],  # where those of each size begin
    sets: Array[U16, "n, 4"],  # written
    cards: Array[U8, "k, n"],  # written: their cards
) -> int:
    """List all sets of k cards up to suits; return how many there are."""
    many = len(cards)
    count = 0
    for p in range(many + 1):
        for i in range(begins[p], begins[p + 1]):
            a = masks[i]
            for q in range(many + 1 - p):
                for j in range(begins[q], begins[q + 1]):
                    b = masks[j]
                    if b > a:
                        break
                    for r in range(many + 1 - p - q):
                        last = many - p - q - r
                        for k in range(begins[r], begins[r + 1]):
                            c = masks[k]
                            if c > b:
                                break
                            for m in range(begins[last], begins[last + 1]):
                                if masks[m] > c:
                                    break
                                sets[count, 0] = a
                                sets[count, 1] = b
                                sets[count, 2] = c
                                sets[count, 3] = masks[m]
                                count += 1
    for row in range(count):
        at = 0
        for suit in range(4):
            for rank in range(13):
                if sets[row, suit] >> rank & 1:
                    cards[at, row] = 4 * rank + suit
                    at += 1
    return count


@borrowing
def _number(
    a: int,
    b: int,
    c: int,
    d: int,  # four sets of ranks, in any order
    sizes: Input[U8, "8192"],  # how many ranks a set has
    before: Input[I32, "4, 8193, 8"],  # see ``Numbers``
    starts: Input[I64, "8"],  # where the sets of each number of cards begin
) -> int:
    """The number of a set among all that differ up to suits."""
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    last = np.int64(sizes[d])
    two = last + sizes[c]
    three = two + sizes[b]
    every = three + sizes[a]
    return (
        starts[every]
        + before[3, a, every]
        + before[2, b, three]
        + before[1, c, two]
        + before[0, d, last]
    )


@borrowing
def _add(
    hand: Input[U16, "n, 4"],
    row: int,
    weight: int,
    column: int,
    sizes: Input[U8, "8192"],
    before: Input[I32, "4, 8193, 8"],
    starts: Input[I64, "8"],
    there: Array[I32, "t, l"],  # added to
) -> None:
    """Add a hand to each set of up to six of its cards."""
    a, b = np.int64(hand[row, 0]), np.int64(hand[row, 1])
    c, d = np.int64(hand[row, 2]), np.int64(hand[row, 3])
    i = a
    while True:
        j = b
        while True:
            k = c
            while True:
                m = d
                while True:
                    number = _number(i, j, k, m, sizes, before, starts)
                    if number < len(there):
                        there[number, column] += weight
                    if m == 0:
                        break
                    m = (m - 1) & d
                if k == 0:
                    break
                k = (k - 1) & c
            if j == 0:
                break
            j = (j - 1) & b
        if i == 0:
            break
        i = (i - 1) & a


@borrowing
def _read(
    hand: Input[U16, "n, 4"],
    row: int,
    sizes: Input[U8, "8192"],
    before: Input[I32, "4, 8193, 8"],
    starts: Input[I64, "8"],
    alike: Input[I32, "t"],  # how many of the 24 permutations of suits leave a set unchanged
    there: Input[I32, "t, l"],
    disjoint: Array[I64, "l"],  # written: 24 times the number of hands disjoint from the hand
) -> None:
    """Count the added hands that share no card with a hand."""
    a, b = np.int64(hand[row, 0]), np.int64(hand[row, 1])
    c, d = np.int64(hand[row, 2]), np.int64(hand[row, 3])
    columns = there.shape[1]
    for column in range(columns):
        disjoint[column] = 0
    i = a
    while True:
        j = b
        while True:
            k = c
            while True:
                m = d
                while True:
                    number = _number(i, j, k, m, sizes, before, starts)
                    if number < len(there):
                        cards = sizes[i] + sizes[j] + sizes[k] + sizes[m]
                        times = np.int64(alike[number])
                        if cards & 1:
                            times = -times
                        for column in range(columns):
                            disjoint[column] += times * there[number, column]
                    if m == 0:
                        break
                    m = (m - 1) & d
                if k == 0:
                    break
                k = (k - 1) & c
            if j == 0:
                break
            j = (j - 1) & b
        if i == 0:
            break
        i = (i - 1) & a


@borrowing
def _tell(
    hand: Input[U16, "n, 4"],
    row: int,
    weight: int,
    cells: Input[I64, "k"],
    places: Array[U16, "10"],  # scratch
    sizes: Input[U8, "8192"],
    before: Input[I32, "4, 8193, 8"],
    starts: Input[I64, "8"],
    totals: Array[I64, "s, k"],  # added to
) -> None:
    """Add the results of a hand to each set of three of its cards."""
    cards = 0
    for card in range(52):
        if hand[row, card & 3] >> (card >> 2) & 1:
            places[cards] = card
            cards += 1
    for i in range(HAND):
        for j in range(i):
            for k in range(j):
                places[HAND] = places[HAND + 1] = places[HAND + 2] = 0
                a = b = c = d = 0
                for at in (i, j, k):
                    bit = 1 << (places[at] >> 2)
                    suit = places[at] & 3
                    a |= bit * (suit == 0)
                    b |= bit * (suit == 1)
                    c |= bit * (suit == 2)
                    d |= bit * (suit == 3)
                start = _number(a, b, c, d, sizes, before, starts) - starts[3]
                for cell in range(len(cells)):
                    totals[start, cell] += weight * cells[cell]


@kernel
def add_hands(
    hand: Input[U16, "n, 4"],
    weights: Input[U8, "n"],  # how many are equal up to suits
    lows: Input[U8, "n"],  # the column of a low, from 0; the number of lows without one
    start: int,
    stop: int,
    sizes: Input[U8, "8192"],
    before: Input[I32, "4, 8193, 8"],
    starts: Input[I64, "8"],
    there: Array[I32, "t, 1 or 2"],  # added to: those without a low, those with one
    by_low: Array[I32, "t, l"],  # added to: those with each low
) -> None:
    """Add hands to the sets of up to six of their cards."""
    none = by_low.shape[1]
    for row in range(start, stop):
        weight = np.int64(weights[row])
        low = np.int64(lows[row])
        _add(hand, row, weight, np.int64(low < none), sizes, before, starts, there)
        if low < none:
            _add(hand, row, weight, low, sizes, before, starts, by_low)


@kernel
def meet_hands(
    hand: Input[U16, "n, 4"],  # the worst first
    classes: Input[U16, "n"],
    weights: Input[U8, "n"],
    lows: Input[U8, "n"],
    start: int,
    stop: int,  # whole classes; all before them are added
    sizes: Input[U8, "8192"],
    before: Input[I32, "4, 8193, 8"],
    starts: Input[I64, "8"],
    alike: Input[I32, "t"],
    there: Array[I32, "t, 1 or 2"],  # added to, see ``add_hands``
    by_low: Array[I32, "t, l"],  # added to
    totals: Array[I64, "s, 8"],  # added to: see ``Totals``
) -> None:
    """Compare hands with worse and equal ones; add the results to their sets of three cards."""
    none = by_low.shape[1]
    disjoint, found_lows = empty(there.shape[1], np.int64), empty(max(none, 1), np.int64)
    cells = zeros((max(stop - start, 1), 8), np.int64)
    places = zeros(10, np.uint16)
    begin = start
    while begin < stop:
        end = begin
        while end < stop and classes[end] == classes[begin]:
            end += 1
        for tied in range(2):
            if tied == 1:
                for row in range(begin, end):
                    weight, low = np.int64(weights[row]), np.int64(lows[row])
                    _add(hand, row, weight, np.int64(low < none), sizes, before, starts, there)
                    if low < none:
                        _add(hand, row, weight, low, sizes, before, starts, by_low)
            for row in range(begin, end):
                at = row - start
                low = np.int64(lows[row])
                if tied == 1:
                    for part in range(4):
                        cells[at, 4 + part] = -cells[at, part]
                    # The hand itself, which sets of six cards do not exclude: -1 to the seventh
                    # power.
                    cells[at, 5 if low < none else 7] -= 24
                _read(hand, row, sizes, before, starts, alike, there, disjoint)
                base = 4 * tied
                if low >= none:
                    cells[at, base + 3] += disjoint[0]
                    if len(disjoint) > 1:
                        cells[at, base + 2] += disjoint[1]
                    continue
                _read(hand, row, sizes, before, starts, alike, by_low, found_lows)
                cells[at, base] += disjoint[0]
                for other in range(none):
                    part = np.int64(other <= low) + np.int64(other < low)
                    cells[at, base + part] += found_lows[other]
        for row in range(begin, end):
            own_cells = cells[row - start]
            for cell in range(8):
                own_cells[cell] //= 24
            weight = np.int64(weights[row])
            _tell(hand, row, weight, own_cells, places, sizes, before, starts, totals)
        begin = end
