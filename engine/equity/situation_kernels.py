"""Kernels that list what can be dealt: tuples of disjoint holes, and boards, up to suits."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import inlined, kernel
from ..arrays import empty
from ..signatures import F64, I64, U8, U16, U64, Array, Input

# n = tuples, q = holes in a tuple, m = holes, g = permutations of the suits

u64 = np.uint64


@kernel
def disjoint_tuples(
    holes: Input[U16, "m"],  # the holes of one player after the other
    bits: Input[U64, "m"],  # their cards as sets
    # The holes of player ``j`` are those from ``starts[j]`` up to ``starts[j + 1]``.
    starts: Input[I64, "q + 1"],
    most: int,  # the search ends with this many tuples; -1 for all of them
    patience: int,  # the search ends after this many steps
    rows: Array[U16, "n, q"],  # written: the first n tuples
) -> int:
    """List tuples of one hole for each player without a common card.

    Returns the number of tuples found, or -1 where patience ended.
    """
    q = len(starts) - 1
    at = empty(q, np.int64)
    taken = empty(q, np.uint64)
    taken[0] = 0
    for j in range(q):
        at[j] = starts[j]
    found = steps = depth = 0
    while True:
        if depth == q - 1:
            for i in range(starts[depth], starts[depth + 1]):
                if bits[i] & taken[depth] == u64(0):
                    if found < len(rows):
                        for j in range(depth):
                            rows[found, j] = holes[at[j]]
                        rows[found, depth] = holes[i]
                    found += 1
                    if found == most:
                        return found
            steps += starts[depth + 1] - starts[depth]
            if depth == 0:
                return found
            depth -= 1
            at[depth] += 1
        while depth >= 0 and at[depth] == starts[depth + 1]:
            at[depth] = starts[depth]
            depth -= 1
            if depth >= 0:
                at[depth] += 1
        if depth < 0:
            return found
        steps += 1
        if steps > patience:
            return -1
        i = at[depth]
        if bits[i] & taken[depth]:
            at[depth] += 1
        else:
            taken[depth + 1] = taken[depth] | bits[i]
            depth += 1


@inlined
def _sorted_image(
    row: Input[U16, "q"],  # the tuple
    image: Input[U16, "1326"],  # the permutation
    holes: Array[U16, "q"],  # written
    places: Array[I64, "q"],  # written: the place in ``row``
) -> None:
    """Write the holes of a tuple under one permutation, ascending, and where each came from."""
    for j in range(len(row)):
        hole = image[row[j]]
        k = j
        while k > 0 and holes[k - 1] > hole:
            holes[k] = holes[k - 1]
            places[k] = places[k - 1]
            k -= 1
        holes[k] = hole
        places[k] = j


@inlined
def _is_less(first: Input[U16, "q"], second: Input[U16, "q"]):
    """Return whether tuple ``first`` is before ``second``."""
    for j in range(len(first)):
        if first[j] != second[j]:
            return first[j] < second[j]
    return False


@kernel
def number_kinds(
    rows: Input[U16, "n, q"],  # tuples of holes
    images: Input[U16, "g, 1326"],  # holes under permutations of the suits
    table: Array[I64, "2 ** x"],  # room for a hash table: -1 throughout, longer than n
    # Written, in the order in which kinds are met: the smallest ascending image of a tuple.
    kinds: Array[U16, "n, q"],
    kind_of: Array[I64, "n"],  # written: the kind of each tuple
    places: Array[U8, "n, q"],  # written: the place in the kind of each of its holes
    start: int,
    stop: int,
    found: int,  # the number of kinds of the tuples before ``start``
) -> int:
    """Number the kinds of tuples, which are the same up to suits and the order of the holes.

    Of tuples ``start..stop``; those before are numbered. Returns the number of kinds so far.
    """
    q = rows.shape[1]
    holes = empty(q, np.uint16)
    best = empty(q, np.uint16)
    from_place = empty(q, np.int64)
    best_from = empty(q, np.int64)
    for i in range(start, stop):
        for g in range(len(images)):
            _sorted_image(rows[i], images[g], holes, from_place)
            if g == 0 or _is_less(holes, best):
                for j in range(q):
                    best[j], best_from[j] = holes[j], from_place[j]
        key = u64(0)
        for j in range(q):
            places[i, best_from[j]] = j
            key = (key ^ u64(best[j])) * u64(0x9E3779B97F4A7C15)  # Fibonacci hashing
            key ^= key >> u64(29)
        slot = np.int64(key & u64(len(table) - 1))
        while table[slot] >= 0:
            same = True
            for j in range(q):
                same &= kinds[table[slot], j] == best[j]
            if same:
                break
            slot = (slot + 1) & (len(table) - 1)
        if table[slot] < 0:
            table[slot] = found
            for j in range(q):
                kinds[found, j] = best[j]
            found += 1
        kind_of[i] = table[slot]
    return found


@kernel
def disjoint_pairs(
    cards: Input[U8, "m, 2"],  # the holes of both ranges
    weights: Input[F64, "m, 2"],  # their weights in either range
    # Sets of cards. For each of them the holes with one of its cards are left out.
    taken: Input[U64, "n"],
    # Written: the products of the weights, added up. Pairs that share a card are taken off again,
    # so that rounding may leave something where there is no pair.
    sums: Array[F64, "n"],
    counts: Array[I64, "n"],  # written: the number of pairs of which neither weight is 0
) -> None:
    """Weigh and count the pairs of holes of two ranges that share no card."""
    with_card = empty((2, 52), np.float64)
    having = empty((2, 52), np.int64)
    for i in range(len(taken)):
        with_card[:] = 0.0
        having[:] = 0
        x_all = y_all = same = 0.0
        x_holes = y_holes = same_holes = 0
        for hole in range(len(cards)):
            a = cards[hole, 0]
            b = cards[hole, 1]
            if (taken[i] >> u64(a) | taken[i] >> u64(b)) & u64(1) == u64(0):
                x = weights[hole, 0]
                y = weights[hole, 1]
                x_all += x
                y_all += y
                same += x * y  # which is taken off for either of its cards
                x_holes += x > 0
                y_holes += y > 0
                same_holes += x * y > 0
                for card in (a, b):
                    with_card[0, card] += x
                    with_card[1, card] += y
                    having[0, card] += x > 0
                    having[1, card] += y > 0
        sharing = 0.0
        sharing_holes = 0
        for card in range(52):
            sharing += with_card[0, card] * with_card[1, card]
            sharing_holes += having[0, card] * having[1, card]
        sums[i] = x_all * y_all - sharing + same
        counts[i] = x_holes * y_holes - sharing_holes + same_holes
