"""Kernels that count deals of stud: the cards that each player may still get, against the others'.

There are three methods: every tuple of sets for all players; for two players pairs of disjoint
sets, by inclusion and exclusion; and, if suits do not count, the ranks alone.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel, zeros
from ..signatures import I64, U8, U16, U64, Array, Input

u64 = np.uint64

# p = players, m = sets of cards of all players, w = 1 or, with halves, p + 2, c = cards of a set
# a, b = sets, or multisets of ranks, of the first player and of the second


@borrowing
def _tell(
    p: int,
    cells: Array[I64, "3, 4"],  # of the last player: high better, equal, worse; low; no low
    winners: int,  # which of the others have the best high hand, as bits
    sharers: int,  # which of the others have the best low, as bits; 0 if none qualifies
    halves: Array[I64, "p, p + 1, w"],  # added to
) -> None:
    """Add the results of the last player's hands against those of the others."""
    last = 1 << (p - 1)
    for how in range(3):
        high = last if how == 0 else winners | last if how == 1 else winners
        for part in range(4):
            deals = cells[how, part]
            if deals == 0:
                continue
            low = last if part == 0 else sharers | last if part == 1 else sharers
            many_high = many_low = 0
            for j in range(p):
                many_high += high >> j & 1
                many_low += low >> j & 1
            for j in range(p):
                own_high = many_high if high >> j & 1 else 0
                own_low = 0
                if halves.shape[2] > 1:
                    own_low = p + 1 if part == 3 else many_low if low >> j & 1 else 0
                halves[j, own_high, own_low] += deals


@kernel
def meet_all(
    begins: Input[I64, "p + 1"],  # where the sets of each player begin
    masks: Input[U64, "m"],  # the cards of a set, as bits
    classes: Input[U16, "m"],  # the class of the hand with them
    lows: Input[U16, "m"],  # the class of its low
    no_low: int,
    start: int,
    stop: int,  # sets of the first player
    halves: Array[I64, "p, p + 1, w"],  # added to; see ``HalvedShares``
) -> None:
    """Go through every tuple of disjoint sets."""
    p = len(begins) - 1
    at = zeros(p, np.int64)
    taken = zeros(p, np.uint64)
    best = zeros(p, np.int64)  # among the players so far
    who = zeros(p, np.int64)
    best_low = zeros(p, np.int64)
    who_low = zeros(p, np.int64)
    cells = zeros((3, 4), np.int64)
    at[0] = start - 1
    depth = 0
    while depth >= 0:
        at[depth] += 1
        row = begins[depth] + at[depth]
        if row >= begins[depth + 1] or (depth == 0 and at[0] >= stop):
            depth -= 1
            continue
        before = taken[depth - 1] if depth else u64(0)
        if masks[row] & before != u64(0):
            continue
        if depth == 0:
            best[0] = classes[row]
            who[0] = 1
            best_low[0] = lows[row]
            who_low[0] = 1
        else:
            mine = np.int64(classes[row])
            less = mine < best[depth - 1]
            best[depth] = mine if less else best[depth - 1]
            keeps = who[depth - 1] if mine >= best[depth - 1] else 0
            who[depth] = keeps | (1 << depth if mine <= best[depth - 1] else 0)
            mine = np.int64(lows[row])
            best_low[depth] = min(mine, best_low[depth - 1])
            keeps = who_low[depth - 1] if mine >= best_low[depth - 1] else 0
            who_low[depth] = keeps | (1 << depth if mine <= best_low[depth - 1] else 0)
        taken[depth] = before | masks[row]
        if depth < p - 2:
            depth += 1
            at[depth] = -1
            continue
        cells[:] = 0
        dealt, high, low = taken[depth], best[depth], best_low[depth]
        for last in range(begins[p - 1], begins[p]):
            if masks[last] & dealt != u64(0):
                continue
            mine = np.int64(classes[last])
            how = np.int64(mine >= high) + np.int64(mine > high)
            own_low = np.int64(lows[last])
            part = np.int64(own_low >= low) + np.int64(own_low > low)
            if min(own_low, low) == no_low:
                part = 3
            cells[how, part] += 1
        _tell(p, cells, who[depth], who_low[depth], halves)


@borrowing
def _numbers_of_subsets(
    cards: Input[U8, "c, n"],
    row: int,
    choose: Input[I64, "53, 5"],
    starts: Input[I64, "5"],  # where the sets of each size begin
    numbers: Array[I64, "16"],  # written
    signs: Array[I64, "16"],  # written: -1 for an odd number of cards
):
    """Number the subsets of a set of up to four ascending cards; return how many there are."""
    c = len(cards)
    for subset in range(1 << c):
        size = number = 0
        for place in range(c):
            if subset >> place & 1:
                size += 1
                number += choose[cards[place, row], size]
        numbers[subset] = starts[size] + number
        signs[subset] = 1 - 2 * (size & 1)
    return 1 << c


@kernel
def meet_disjoint(
    first_cards: Input[U8, "c, a"],  # sets of the first player, the best first, cards ascending
    first_classes: Input[U16, "a"],
    second_cards: Input[U8, "x, b"],
    second_classes: Input[U16, "b"],
    choose: Input[I64, "53, 5"],
    starts: Input[I64, "5"],
    sets: int,  # the number of sets of up to four cards
    outcomes: Array[I64, "2"],  # written: the number of deals that the first player wins, and ties
) -> None:
    """Count pairs of disjoint sets by who has the better hand.

    Sets of the second player are added from the worst on. Those disjoint from a set of the first
    are then all sets, less those with each of its cards, plus those with each two of its cards, and
    so on.
    """
    there = zeros(sets, np.int64)
    numbers, signs = empty(16, np.int64), empty(16, np.int64)
    outcomes[:] = 0
    below = len(second_classes) - 1
    row = len(first_classes) - 1
    while row >= 0:
        own_class = first_classes[row]
        begin = row
        while begin >= 0 and first_classes[begin] == own_class:
            begin -= 1
        # First the worse hands, which he beats; then the equal ones.
        for tied in range(2):
            while (below >= 0 and second_classes[below] > own_class) or (
                tied == 1 and below >= 0 and second_classes[below] == own_class
            ):
                many = _numbers_of_subsets(second_cards, below, choose, starts, numbers, signs)
                for i in range(many):
                    there[numbers[i]] += 1
                below -= 1
            for mine in range(begin + 1, row + 1):
                many = _numbers_of_subsets(first_cards, mine, choose, starts, numbers, signs)
                for i in range(many):
                    deals = signs[i] * there[numbers[i]]
                    if tied == 0:
                        outcomes[0] += deals
                        outcomes[1] -= deals
                    else:
                        outcomes[1] += deals
        row = begin


# x = patterns of the first seven ranks, y = those of the other six


@kernel
def meet_by_ranks(
    left: Input[I64, "13"],  # cards of each rank left in the deck
    first: Input[U8, "a, 13"],  # multisets of the first player
    worse: Input[I64, "a"],  # the first multiset of the second that this hand beats
    tied: Input[I64, "a"],  # the first that it beats or ties
    front: Input[U8, "x, 7"],
    back: Input[U8, "y, 6"],
    front_of: Input[U16, "b"],  # the two patterns of each multiset of the second player,
    back_of: Input[U16, "b"],  # the best hand first
    choose: Input[I64, "53, 5"],
    every: int,  # in how many ways the second player is dealt
    start: int,
    stop: int,
    wins: Array[I64, "a"],  # written: in how many ways the second has a worse hand
    ties: Array[I64, "a"],  # written: in how many ways he has an equal hand
) -> None:
    """Count the second player's worse and equal hands, by multiset of the first."""
    of_front = empty(len(front), np.int64)
    of_back = empty(len(back), np.int64)
    n = len(front_of)
    for row in range(start, stop):
        for pattern in range(len(front)):
            ways = 1
            for rank in range(7):
                ways *= choose[left[rank] - first[row, rank], front[pattern, rank]]
            of_front[pattern] = ways
        for pattern in range(len(back)):
            ways = 1
            for rank in range(6):
                ways *= choose[left[rank + 7] - first[row, rank + 7], back[pattern, rank]]
            of_back[pattern] = ways
        same = 0
        for other in range(tied[row], worse[row]):
            same += of_front[front_of[other]] * of_back[back_of[other]]
        beaten = 0
        if 2 * worse[row] > n:  # count whichever are fewer
            for other in range(worse[row], n):
                beaten += of_front[front_of[other]] * of_back[back_of[other]]
        else:
            for other in range(tied[row]):
                beaten += of_front[front_of[other]] * of_back[back_of[other]]
            beaten = every - same - beaten
        wins[row], ties[row] = beaten, same
