"""The classes that holes can have on boards, as sets of bits; and the rank of a hole among them."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel, popcount, zeros
from ..signatures import I64, U8, U16, U64, Array, Input

# n = rows, m = boards, h and p = holes of two cards off a board, c = classes, w = words of 64 bits

u64 = np.uint64


@borrowing
def lowest_card(cards: u64):
    """Return the lowest of a set of cards."""
    card = 0
    while cards >> u64(card) & u64(1) == u64(0):
        card += 1
    return card


@borrowing
def has_clique(
    size: int,
    among: u64,
    beside: Input[U64, "52"],  # the cards that each card may be with
    left: Array[U64, "6"],  # scratch
):
    """Return whether there are ``size`` cards that may all be with each other."""
    if size == 0:
        return True
    depth = 0
    left[0] = among
    while depth >= 0:
        if left[depth] == u64(0):
            depth -= 1
            continue
        if depth + 1 == size:
            return True
        card = lowest_card(left[depth])
        left[depth] &= left[depth] - u64(1)
        left[depth + 1] = left[depth] & beside[card]
        depth += 1
    return False


@kernel
def mark_any(
    classes: Input[U16, "m, h"],  # of all holes
    sets: Array[U64, "m, w"],  # written: a bit for each class that a hole has
) -> None:
    """Mark the classes that holes of two cards have on each board."""
    for board in range(len(classes)):
        for hole in range(classes.shape[1]):
            hand_class = u64(classes[board, hole])
            sets[board, hand_class >> u64(6)] |= u64(1) << (hand_class & u64(63))


@kernel
def mark_both(
    pairs: Input[U8, "p, 2"],  # best class first
    classes: Input[U16, "p"],
    k: int,  # cards of a hole
    there: Array[U64, "w"],  # written: a bit for each class that a hole has
) -> None:
    """Mark the classes that are the best of some hole: it has no two cards of a better class."""
    beside = zeros(52, np.uint64)
    left = empty(6, np.uint64)
    for i in range(len(pairs)):
        a, b = pairs[i]
        beside[a] |= u64(1) << u64(b)
        beside[b] |= u64(1) << u64(a)
    start = 0
    while start < len(pairs):
        hand_class = u64(classes[start])
        is_there = False
        stop = start
        while stop < len(pairs) and classes[stop] == classes[start]:
            a, b = pairs[stop]
            is_there = is_there or has_clique(k - 2, beside[a] & beside[b], beside, left)
            stop += 1
        if is_there:
            there[hand_class >> u64(6)] |= u64(1) << (hand_class & u64(63))
        for i in range(start, stop):  # these pairs beat all that follow
            a, b = pairs[i]
            beside[a] &= ~(u64(1) << u64(b))
            beside[b] &= ~(u64(1) << u64(a))
        start = stop


@kernel
def places_among(
    sets: Input[U64, "m, w"],  # the classes that there are on each board, a bit each
    boards: Input[I64, "n"],  # the board of each row, in ascending order
    classes: Input[U16, "n"],
    places: Array[U16, "n"],  # written: the place of each row's class among them, from 1
) -> None:
    """Write how many classes of the board are at least as good as that of the row."""
    before = empty(sets.shape[1], np.int64)
    last_board = -1
    for i in range(len(boards)):
        board = boards[i]
        if board != last_board:
            last_board = board
            many = 0
            for word in range(sets.shape[1]):
                before[word] = many
                many += popcount(sets[board, word])
        hand_class = u64(classes[i])
        word = hand_class >> u64(6)
        upto = (u64(2) << (hand_class & u64(63))) - u64(1)
        places[i] = before[word] + popcount(sets[board, word] & upto)
