"""Which classes holes of several cards can have, where two of them play with three of the board."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel, zeros
from ..signatures import U8, U16, U64, Array, Bool, Input

# p = holes of two cards off the board, c = classes

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
    left: Array[U64, "6"],  # room
):
    """Return whether there are so many cards, each of which may be with all others."""
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
def mark_classes(
    pairs: Input[U8, "p, 2"],  # those of the best class in front
    classes: Input[U16, "p"],
    k: int,  # cards of a hole
    there: Array[Bool, "c + 1"],  # written: which classes holes have
) -> None:
    """Mark the classes of which a hole has two cards, and none that make a better one."""
    beside = zeros(52, np.uint64)
    left = empty(6, np.uint64)
    for i in range(len(pairs)):
        a, b = pairs[i]
        beside[a] |= u64(1) << u64(b)
        beside[b] |= u64(1) << u64(a)
    start = 0
    while start < len(pairs):
        of = classes[start]
        stop = start
        while stop < len(pairs) and classes[stop] == of:
            a, b = pairs[stop]
            if not there[of]:
                there[of] = has_clique(k - 2, beside[a] & beside[b], beside, left)
            stop += 1
        for i in range(start, stop):  # better than all that follow
            a, b = pairs[i]
            beside[a] &= ~(u64(1) << u64(b))
            beside[b] &= ~(u64(1) << u64(a))
        start = stop
