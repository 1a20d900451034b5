"""Kernels of exchanges: results summed over all hands that hold given cards.

Kernels that play look five cards up in a table of all hands. An entry of the table has 32 bits:
class, rung, four-flush, open-ended, and the places of the ascending hand that are usually
discarded. Sorting and looking up five random cards takes 5 nanoseconds on one thread.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, kernel, popcount, zeros
from ..cards.steps import sorted5
from ..signatures import I64, U8, U16, U32, Array, Input

# n = hands

FOUR_FLUSH = np.uint32(1 << 18)
OPEN_ENDED = np.uint32(1 << 19)
DRAWING = FOUR_FLUSH | OPEN_ENDED

u32 = np.uint32
i64 = np.int64
# n = hands; m = 11 measures of a hand: one of nine categories, its strength, its ties
# A set of cards is numbered by its colex rank, the sum of C(card, i + 1) over its ascending cards.

MEASURES = 11
SETS = 32  # sets of cards held of a hand of five


@borrowing
def sorted_hand(cards: Input[U8, "5"]):
    """Return five cards in ascending order."""
    return sorted5(i64(cards[0]), i64(cards[1]), i64(cards[2]), i64(cards[3]), i64(cards[4]))


@borrowing
def entry_of(
    table: Input[U32, "2598960"],
    binomials: Input[U32, "5, 52"],  # what a card adds to the rank, by its place
    hand: tuple[int, int, int, int, int],  # its cards, ascending
):
    """Return the entry of a hand, by its colex rank."""
    a, b, c, d, e = hand
    return table[
        binomials[0, a] + binomials[1, b] + binomials[2, c] + binomials[3, d] + binomials[4, e]
    ]


@borrowing
def class_of(entry: u32):
    """Return the class of an entry: 1 for a royal flush .. 7462."""
    return i64(entry & u32(8191))


@borrowing
def rung_of(entry: u32):
    """Return the index of an entry in ``RUNGS``, 0 the best."""
    return i64(entry >> u32(13) & u32(31))


@borrowing
def discard_of(entry: u32):
    """Return the usual discard of an entry: bit i for the card at place i of the ascending hand."""
    return i64(entry >> u32(20))


@borrowing
def _alone(ranks: Input[I64, "5"]):
    """Return the places of ascending ranks that equal no other."""
    places = 0
    for i in range(5):
        paired = (i > 0 and ranks[i] == ranks[i - 1]) or (i < 4 and ranks[i] == ranks[i + 1])
        places |= (not paired) << i
    return places


@borrowing
def _odd_suit(suits: Input[I64, "5"]):
    """Return the place of the card that breaks a four-flush, or -1."""
    for i in range(5):
        first = 0 if i else 1
        alike = 0
        for j in range(5):
            alike += j != i and suits[j] == suits[first]
        if alike == 4 and suits[i] != suits[first]:
            return i
    return -1


@kernel
def fill_table(
    columns: Input[U8, "5, n"],  # the ascending cards of each hand
    class_ids: Input[U16, "n"],
    rungs: Input[U8, "7463"],  # the rung of each class
    table: Array[U32, "n"],  # written
) -> None:
    """Fill the table of entries."""
    ranks = empty(5, np.int64)
    suits = empty(5, np.int64)
    for n in range(columns.shape[1]):
        held = 0  # a bit for each rank from 1 on, and bit 0 for the ace below the deuce
        for i in range(5):
            ranks[i] = columns[i, n] >> 2
            suits[i] = columns[i, n] & 3
            held |= 2 << ranks[i]
        held |= held >> 13
        fours = held & held >> 1 & held >> 2 & held >> 3
        straight = fours & held >> 4 != 0
        # Four in a row, from deuce to five up to ten to king, have a rank at either end.
        open_low = -1
        for low in range(1, 10):
            if fours >> low & 1 and not straight:
                open_low = low
        odd = _odd_suit(suits)
        alone = _alone(ranks)
        rung = rungs[class_ids[n]]
        if alone != 31:
            discard = alone
        elif rung == 0:
            discard = 0
        elif odd >= 0:
            discard = 1 << odd
        elif open_low >= 0:
            discard = 1 if ranks[0] + 1 != open_low else 16
        else:
            discard = 15 if ranks[4] >= 11 else 31
        entry = u32(class_ids[n]) | u32(rung) << u32(13) | u32(discard) << u32(20)
        if odd >= 0:
            entry |= FOUR_FLUSH
        if open_low >= 0:
            entry |= OPEN_ENDED
        table[n] = entry


@kernel
def look_up(
    hands: Input[U8, "n, 5"],  # cards in any order
    table: Input[U32, "2598960"],
    binomials: Input[U32, "5, 52"],
    entries: Array[U32, "n"],  # written
) -> None:
    """Look up the entry of each hand."""
    for n in range(hands.shape[0]):
        entries[n] = entry_of(table, binomials, sorted_hand(hands[n]))


class Measures(NamedTuple):
    """The measures of each class; index 0 is not used."""

    category: Array[U8, "7463"]
    # As :func:`.exchange.class_strengths` has them.
    strength: Input[I64, "7463"]
    ties: Input[I64, "7463"]


class Sums(NamedTuple):
    """Measures summed over the hands that hold a set of so many cards: a row a set, by rank."""

    none: Array[I64, "1, m"]
    one: Array[I64, "52, m"]
    two: Array[I64, "1326, m"]
    three: Array[I64, "22100, m"]
    four: Array[I64, "270725, m"]


@kernel
def fill_hands(columns: Array[U8, "5, 2598960"]) -> None:
    """Write all hands of five cards, in order of their colex rank."""
    n = 0
    for e in range(4, 52):
        for d in range(3, e):
            for c in range(2, d):
                for b in range(1, c):
                    for a in range(b):
                        columns[0, n] = a
                        columns[1, n] = b
                        columns[2, n] = c
                        columns[3, n] = d
                        columns[4, n] = e
                        n += 1


@borrowing
def _rank_without(cards: Input[I64, "x"], k: int, left_out: int, binomials: Input[U32, "5, 52"]):
    """Return the rank of the first ``k`` of some ascending cards without the card at a place."""
    rank = np.int64(0)
    place = 0
    for i in range(k):
        if i != left_out:
            rank += binomials[place, cards[i]]
            place += 1
    return rank


@kernel
def sum_over_hands(
    columns: Input[U8, "5, n"],
    class_ids: Input[U16, "n"],
    measures: Measures,
    binomials: Input[U32, "5, 52"],
    sums: Array[I64, "C(52, 4), m"],  # updated
) -> None:
    """Sum the measures of all hands that hold each set of four cards."""
    category, strength, ties = measures
    hand = empty(5, np.int64)
    for i in range(class_ids.shape[0]):
        for c in range(5):
            hand[c] = columns[c, i]
        class_id = class_ids[i]
        of_category = category[class_id] - 1
        for c in range(5):
            row = sums[_rank_without(hand, 5, c, binomials)]
            row[of_category] += 1
            row[9] += strength[class_id]
            row[10] += ties[class_id]


@kernel
def sum_over_sets(
    k: int,
    above: Input[I64, "C(52, k + 1), m"],
    binomials: Input[U32, "5, 52"],
    sums: Array[I64, "C(52, k), m"],  # zeros before
) -> None:
    """Sum measures by sets of ``k`` cards from those by sets of one card more.

    A hand that holds k cards holds 5 - k sets of one more card that contain them.
    """
    cards = empty(k + 1, np.int64)
    for i in range(k + 1):
        cards[i] = i
    for n in range(above.shape[0]):
        for c in range(k + 1):
            row = sums[_rank_without(cards, k + 1, c, binomials)]
            for m in range(MEASURES):
                row[m] += above[n, m]
        # The next set in colex order: the first card that can go up does; those below start over.
        i = 0
        while i < k and cards[i] + 1 == cards[i + 1]:
            cards[i] = i
            i += 1
        cards[i] += 1
    for n in range(sums.shape[0]):
        for m in range(MEASURES):
            sums[n, m] //= 5 - k


@borrowing
def _image_of_discard(discard: int, places: Input[I64, "5"]):
    """Return the image of a set of places under a permutation of the suits."""
    image = 0
    for i in range(5):
        if discard >> i & 1:
            image |= 1 << places[i]
    return image


@borrowing
def _symmetries(
    hand: Input[U8, "5"],
    images: Input[U8, "24, 52"],  # the cards under each permutation
    places: Array[I64, "24, 5"],  # written: a row of places for each such permutation
):
    """Find where the permutations of suits that leave a hand unchanged take its cards.

    Returns the number of rows.
    """
    symmetries = 0
    for p in range(images.shape[0]):
        kept = True
        for i in range(5):
            place = -1
            image = images[p, hand[i]]
            for j in range(5):
                if hand[j] == image:
                    place = j
            if place < 0:
                kept = False
                break
            places[symmetries, i] = place
        if kept:
            symmetries += 1
    return symmetries


@borrowing
def _alike(discard: int, places: Input[I64, "24, 5"], symmetries: int):
    """Return how many discards equal this one up to suits; 0 if a smaller one represents it.

    The first ``symmetries`` rows of ``places`` count.
    """
    seen = np.uint64(0)
    for p in range(symmetries):
        image = _image_of_discard(discard, places[p])
        if image < discard:
            return 0
        seen |= np.uint64(1) << np.uint64(image)
    return np.int64(popcount(seen))


@kernel
def count_alike(
    hands: Input[U8, "n, 5"],  # ascending cards
    images: Input[U8, "24, 52"],  # the cards under each permutation of suits
    alike: Array[U8, "n, 32"],  # written; 0 if another discard represents it
) -> int:
    """Count the discards that each represents; return the number of those that represent any.

    Bit i of a discard is set if the card at place i is discarded.
    """
    places = empty((24, 5), np.int64)
    rows = 0
    for n in range(hands.shape[0]):
        symmetries = _symmetries(hands[n], images, places)
        for discard in range(SETS):
            count = _alike(discard, places, symmetries)
            alike[n, discard] = count
            rows += count > 0
    return rows


@kernel
def fill_exchanges(
    hands: Input[U8, "n, 5"],  # ascending cards
    class_ids: Input[U16, "n"],
    alike: Input[U8, "n, 32"],  # as :func:`count_alike` writes it
    measures: Measures,
    binomials: Input[U32, "5, 52"],
    sums_over: Sums,
    results: Array[I64, "x, m"],  # written, a row for each such discard
) -> None:
    """Sum up the results of each hand, for each discard that represents others.

    Draws that bring back a discarded card are removed by inclusion and exclusion: for each place in
    turn, the sums of the sets with that card are subtracted from those without it.
    """
    category, strength, ties = measures
    none, one, two, three, four = sums_over
    sums = empty((SETS, MEASURES), np.int64)
    row = 0
    for n in range(hands.shape[0]):
        hand = hands[n]
        for held in range(SETS):
            rank = np.int64(0)
            size = 0
            for i in range(5):
                if held >> i & 1:
                    rank += binomials[size, hand[i]]
                    size += 1
            if size == 5:
                class_id = class_ids[n]
                sums[held] = 0
                sums[held, category[class_id] - 1] = 1
                sums[held, 9] = strength[class_id]
                sums[held, 10] = ties[class_id]
            else:
                source = four
                if size == 3:
                    source = three
                elif size == 2:
                    source = two
                elif size == 1:
                    source = one
                elif size == 0:
                    source = none
                for m in range(MEASURES):
                    sums[held, m] = source[rank, m]
        for i in range(5):
            for held in range(SETS):
                if held >> i & 1 == 0:
                    for m in range(MEASURES):
                        sums[held, m] -= sums[held | 1 << i, m]
        for discard in range(SETS):
            if alike[n, discard]:
                for m in range(MEASURES):
                    results[row, m] = sums[SETS - 1 - discard, m]
                row += 1


# n = canonical hands

# Where the fields of a record begin, and the bits of its sets of one to four cards.
HAND_SHIFT = 13
SET_SHIFTS = (18, 21, 25, 29)
SET_MASKS = (7, 15, 15, 7)


@kernel
def spread(
    hands: Input[U8, "n, 5"],  # ascending cards
    facts: Input[U16, "n, 2"],  # class and kind
    thrown: Input[U8, "n, 4"],  # sets of places, by size
    place: Input[U8, "32"],  # the place of each set among those of its size
    images: Input[U8, "24, 52"],  # the cards under each permutation of suits
    binomials: Input[U32, "5, 52"],
    records: Array[U32, "2598960"],  # written, by colex rank
) -> None:
    """Write the records of all hands from those of the canonical hands."""
    image = empty(5, np.uint8)
    for n in range(hands.shape[0]):
        fact = facts[n, 0] | facts[n, 1] << HAND_SHIFT
        for p in range(images.shape[0]):
            for i in range(5):
                image[i] = images[p, hands[n, i]]
            rank = np.int64(0)
            sets = zeros(4, np.int64)
            for i in range(5):
                to = 0
                for j in range(5):
                    to += image[j] < image[i]
                rank += binomials[to, image[i]]
                for size in range(4):
                    sets[size] |= (thrown[n, size] >> i & 1) << to
            record = np.int64(fact)
            for size in range(4):
                record |= np.int64(place[sets[size]]) << SET_SHIFTS[size]
            records[rank] = record
