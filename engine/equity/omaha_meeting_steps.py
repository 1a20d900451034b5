"""Steps of a sweep: two ranges meet on a river, hole by hole from the weakest on.

The weight of the holes passed that share no card with a hole is computed by inclusion and exclusion
over the sets of the hole's cards: for each set there is a sum of the holes passed that have all of
its cards. The sums of both ranges lie side by side, so that one look-up loads both.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..accelerate import borrowing, empty, inlined, popcount, zeros
from ..signatures import F64, I32, I64, U8, U16, U32, U64, Array, Input
from .omaha_situation import Ranges

# k = cards in a hole, m = holes that meet, h = holes of both ranges, s = sets of fewer than k cards

u64 = np.uint64


class Meeting(NamedTuple):
    """The holes that meet, weakest first, and scratch arrays for counting."""

    hole: Array[I32, "h"]
    strength: Array[U16, "h"]
    masks: Array[U64, "h"]
    lows: Array[U8, "h"]  # only for halves
    weights: Array[F64, "2, h"]  # in either range; 0 if it takes no part
    numbers: Array[U32, "h, 2 ** k"]  # of all sets of the cards of each hole that ties
    sums: Array[F64, "s, 2"]  # of the holes passed, by set; 0 before and after


@inlined
def meeting_room(ranges: Ranges, sets: int):
    """Return a new :class:`Meeting`. Parts that are never written take no memory."""
    h = len(ranges.cards)
    return Meeting(
        empty(h, np.int32), empty(h, np.uint16), empty(h, np.uint64), empty(h, np.uint8),
        empty((2, h), np.float64),
        empty((h, 1 << ranges.cards.shape[1]), np.uint32), zeros((sets, 2), np.float64),
    )  # fmt: skip


@borrowing
def _number_sets(
    cards: Input[U8, "h, k"], hole: int, k: int, steps: Input[I64, "k, 52"],
    numbers: Array[U32, "h, 2 ** k"], row: int,
) -> None:  # fmt: skip
    """Write the numbers of all proper subsets of a hole's cards, by a bit for each card.

    ``k`` is a constant, so that these loops are unrolled.
    """
    numbers[row, 0] = 0
    for c in range(k):
        card = cards[hole, c]
        for lower in range(1 << c):
            if lower + (1 << c) < (1 << k) - 1:
                more = numbers[row, lower] + steps[popcount(u64(lower)), card]
                numbers[row, (1 << c) + lower] = more


@borrowing
def _apart(k: int, numbers: Input[U32, "h, 2 ** k"], row: int, sums: Input[F64, "s, 2"]):
    """Return the weights of the holes passed, in either range, that share no card with a hole.

    If the hole itself was passed, it counts in all subsets but the whole set.
    """
    first = second = 0.0
    for part in range((1 << k) - 1):
        at = u64(numbers[row, part])
        if popcount(u64(part)) & u64(1):
            first -= sums[at, 0]
            second -= sums[at, 1]
        else:
            first += sums[at, 0]
            second += sums[at, 1]
    return first, second


@borrowing
def _pass(k: int, meeting: Meeting, i: int, row: int) -> None:
    """Add a hole to the sums of its sets of cards."""
    numbers, sums, weights = meeting.numbers, meeting.sums, meeting.weights
    first = weights[0, i]
    second = weights[1, i]
    for part in range((1 << k) - 1):
        at = u64(numbers[row, part])
        sums[at, 0] += first
        sums[at, 1] += second


@borrowing
def meet(
    ranges: Ranges,
    k: int,  # a constant
    m: int,
    known: int,  # the strength of the best of other players' hands, 0 for none
    meeting: Meeting,
    # Added to: the weight of pairs of holes whose better one is weaker than ``known``, equal, or
    # stronger; by whether the first range's hole is better, the second's, or both are equal.
    pairs: Array[F64, "3, 3"],
) -> None:
    """Weigh the pairs of holes that can be dealt. The sums stay, for :func:`meet_all`."""
    self_term = 1.0 if k % 2 == 0 else -1.0  # what a hole counts for itself as a whole
    hole, strength, weights = meeting.hole, meeting.strength, meeting.weights
    numbers, sums = meeting.numbers, meeting.sums
    start = 0
    while start < m:
        level = strength[start]
        won = lost = tied = 0.0
        stop = start
        while stop < m and strength[stop] == level:
            row = stop - start
            _number_sets(ranges.cards, hole[stop], k, ranges.steps, numbers, row)
            first, second = _apart(k, numbers, row, sums)
            won += weights[0, stop] * second
            lost += weights[1, stop] * first
            stop += 1
        for i in range(start, stop):
            _pass(k, meeting, i, i - start)
        for i in range(start, stop):
            if weights[0, i] != 0.0:
                _, second = _apart(k, numbers, i - start, sums)
                tied += weights[0, i] * (second + self_term * weights[1, i])
        zone = 2 if level > known else 1 if level == known else 0
        pairs[zone, 0] += won
        pairs[zone, 1] += lost
        pairs[zone, 2] += tied - won
        start = stop


@borrowing
def pass_all(ranges: Ranges, k: int, m: int, meeting: Meeting) -> None:
    """Pass all holes at once, for :func:`meet_all` alone; ``k`` is a constant."""
    for i in range(m):
        _number_sets(ranges.cards, meeting.hole[i], k, ranges.steps, meeting.numbers, 0)
        _pass(k, meeting, i, 0)


@borrowing
def meet_all(
    ranges: Ranges,
    k: int,  # a constant
    m: int,
    category: Input[U8, "353"],  # that of each strength
    scale: float,
    meeting: Meeting,  # after :func:`meet`
    categories: Array[F64, "2, 10"],  # added to
) -> None:
    """Weigh by category how much of the other range each hole meets."""
    self_term = 1.0 if k % 2 == 0 else -1.0
    hole, strength, weights = meeting.hole, meeting.strength, meeting.weights
    numbers, sums = meeting.numbers, meeting.sums
    for i in range(m):
        _number_sets(ranges.cards, hole[i], k, ranges.steps, numbers, 0)
        first, second = _apart(k, numbers, 0, sums)
        hole_category = category[strength[i]]
        categories[0, hole_category] += scale * weights[0, i] * (second + self_term * weights[1, i])
        categories[1, hole_category] += scale * weights[1, i] * (first + self_term * weights[0, i])


@borrowing
def forget(ranges: Ranges, k: int, m: int, meeting: Meeting) -> None:
    """Set the sums to 0 again; ``k`` is a constant."""
    hole, numbers, sums = meeting.hole, meeting.numbers, meeting.sums
    if m << k > len(sums):
        for at in range(len(sums)):
            sums[at, 0] = sums[at, 1] = 0.0
        return
    for i in range(m):
        _number_sets(ranges.cards, hole[i], k, ranges.steps, numbers, 0)
        for part in range((1 << k) - 1):
            at = u64(numbers[0, part])
            sums[at, 0] = sums[at, 1] = 0.0


@borrowing
def meet_few(
    few: int,  # the range of few holes, 0 or 1
    m: int,
    known: int,
    category: Input[U8, "353"],
    scale: float,  # of the categories
    meeting: Meeting,
    pairs: Array[F64, "3, 3"],  # added to
    categories: Array[F64, "2, 10"],  # added to
) -> None:
    """Do the same as :func:`meet` and :func:`meet_all`, with a loop over all pairs of holes."""
    strength, masks = meeting.strength, meeting.masks
    few_weights = meeting.weights[few]
    weights = meeting.weights[1 - few]
    for i in range(m):
        if few_weights[i] == 0.0:
            continue
        mine = masks[i]
        level = strength[i]
        every = 0.0
        start = 0
        while start < m:
            other = strength[start]
            apart = 0.0
            stop = start
            while stop < m and strength[stop] == other:
                apart += weights[stop] * (masks[stop] & mine == u64(0))
                stop += 1
            start = stop
            best = max(level, other)
            zone = 2 if best > known else 1 if best == known else 0
            won = few if level > other else 1 - few if level < other else 2
            pairs[zone, won] += few_weights[i] * apart
            categories[1 - few, category[other]] += scale * few_weights[i] * apart
            every += apart
        categories[few, category[level]] += scale * few_weights[i] * every


@borrowing
def meet_few_halves(
    few: int,  # the range of few holes, 0 or 1
    m: int,
    known: int,
    known_low: int,  # the best low of other players' hands, ``no_low`` for none
    no_low: int,  # the value for a hole without a low
    category: Input[U8, "353"],
    scale: float,  # of the categories
    meeting: Meeting,
    met: Array[F64, "8, 3, 3"],  # added to: pairs by who has the low, see ``omaha_boards_kernels``
    categories: Array[F64, "2, 10"],  # added to
) -> None:
    """The same in a game of two halves."""
    strength, masks, lows = meeting.strength, meeting.masks, meeting.lows
    few_weights = meeting.weights[few]
    weights = meeting.weights[1 - few]
    for i in range(m):
        if few_weights[i] == 0.0:
            continue
        mine = masks[i]
        level = strength[i]
        low = min(lows[i], known_low)  # the low that others must beat
        if low == no_low:
            mine_alone = together = 7
        elif lows[i] > low:
            mine_alone, together = 6, 4 - few
        elif low == known_low:
            mine_alone, together = 3 + few, 5
        else:
            mine_alone, together = few, 2
        start = 0
        while start < m:
            other = strength[start]
            lost = shared = won = 0.0
            stop = start
            while stop < m and strength[stop] == other:
                apart = few_weights[i] * weights[stop] * (masks[stop] & mine == u64(0))
                lost += apart * (lows[stop] < low)
                shared += apart * (lows[stop] == low)
                won += apart * (lows[stop] > low)
                stop += 1
            start = stop
            best = max(level, other)
            zone = 2 if best > known else 1 if best == known else 0
            high = few if level > other else 1 - few if level < other else 2
            met[1 - few, zone, high] += lost
            met[together, zone, high] += shared
            met[mine_alone, zone, high] += won
            every = scale * (lost + shared + won)
            categories[few, category[level]] += every
            categories[1 - few, category[other]] += every
