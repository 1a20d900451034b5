"""Kernels that list what can be dealt: tuples of disjoint holes, and boards, up to suits."""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from pokerlake.engine.accelerate import array, inlined, kernel

# n = tuples, q = holes in a tuple, m = holes, g = permutations of the suits

u64 = np.uint64


@kernel(
    types.int64(
        array("uint16"),
        array("uint64"),
        array("int64"),
        types.int64,
        types.int64,
        types.uint16[:, ::1],
    )
)
def disjoint_tuples(holes, bits, starts, most, patience, rows):
    """How many tuples of one hole for each player there are without a common card.

    ``holes`` ``(m,)`` are those of one player after the other, of player ``j`` from ``starts[j]``
    up to ``starts[j + 1]``, and ``bits`` ``(m,)`` their cards. ``rows`` ``(n, q)`` gets the first
    of the tuples. The search ends with the tuple that makes ``most``, and with -1 after
    ``patience`` steps.
    """
    q = len(starts) - 1
    at = starts[:-1].copy()
    taken = np.zeros(q, np.uint64)
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
def _sorted_image(row, image, holes, places):
    """The holes of a tuple under one permutation, ascending, and where each of them went."""
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
def _is_less(first, second):
    """Whether a tuple is before another one of the same length."""
    for j in range(len(first)):
        if first[j] != second[j]:
            return first[j] < second[j]
    return False


@kernel(
    types.int64(
        array("uint16", 2),
        array("uint16", 2),
        types.int64[::1],
        types.uint16[:, ::1],
        types.int64[::1],
        types.uint8[:, ::1],
    )
)
def number_kinds(rows, images, table, kinds, kind_of, places):
    """Number the kinds of tuples ``(n, q)``: those up to suits and the order of the holes.

    ``images`` ``(g, 1326)`` are the holes under permutations of the suits. The smallest ascending
    image of a tuple stands for its kind. ``kinds`` ``(n, q)`` gets it, in the order in which kinds
    are met, ``kind_of`` ``(n,)`` the kind of each tuple, and ``places`` ``(n, q)`` where in the
    kind each of its holes is. How many kinds there are. ``table`` must be -1 throughout, and as
    long as a power of two above n.
    """
    q = rows.shape[1]
    holes = np.empty(q, np.uint16)
    best = np.empty(q, np.uint16)
    from_place = np.empty(q, np.int64)
    best_from = np.empty(q, np.int64)
    found = 0
    for i in range(len(rows)):
        for g in range(len(images)):
            _sorted_image(rows[i], images[g], holes, from_place)
            if g == 0 or _is_less(holes, best):
                best[:] = holes
                best_from[:] = from_place
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
            kinds[found] = best
            found += 1
        kind_of[i] = table[slot]
    return found


@kernel(
    types.int64(
        array("uint8"),
        array("uint8"),
        array("uint8", 2),
        types.uint8[:, ::1],
        types.uint8[::1],
    )
)
def list_rivers(board, unseen, images, rivers, weights):
    """Complete a board ``(k,)`` to five cards, up to suits: how many rivers that makes.

    ``unseen`` ``(u,)`` are the cards that may come, ascending, and ``images`` ``(g, 52)`` all cards
    under a group of permutations that leaves these as they are. Of ``rivers`` ``(n, 5)`` that are
    the same one is listed, and ``weights`` ``(n,)`` gets how many they are.
    """
    k = len(board)
    more = 5 - k
    u = len(unseen)
    at = np.arange(more)
    found = 0
    while more <= u:
        own = u64(0)
        for c in range(more):
            own |= u64(1) << u64(unseen[at[c]])
        alike = 0
        for g in range(len(images)):
            image = u64(0)
            for c in range(more):
                image |= u64(1) << u64(images[g, unseen[at[c]]])
            if image < own:
                alike = 0
                break
            alike += image == own
        if alike:
            rivers[found, :k] = board
            for c in range(more):
                rivers[found, k + c] = unseen[at[c]]
            weights[found] = len(images) // alike
            found += 1
        c = more - 1
        while c >= 0 and at[c] == u - more + c:
            c -= 1
        if c < 0:
            break
        at[c] += 1
        for later in range(c + 1, more):
            at[later] = at[later - 1] + 1
    return found


@kernel(types.void(array("uint8", 2), array("float64", 2), array("uint8", 3), types.float64[::1]))
def meeting_pairs(cards, weights, known, sums):
    """Pairs of holes of two ranges without a common card, beside each tuple of known holes.

    ``weights`` ``(m, 2)`` are those of the holes ``cards`` ``(m, 2)`` in either range, and
    ``known`` ``(n, q, 2)`` the other players' holes; ``sums`` ``(n,)`` gets the products.
    """
    with_card = np.empty((2, 52))
    for i in range(len(known)):
        taken = u64(0)
        for j in range(known.shape[1]):
            for card in known[i, j]:
                taken |= u64(1) << u64(card)
        with_card[:] = 0.0
        x_all = y_all = same = 0.0
        for hole in range(len(cards)):
            a = cards[hole, 0]
            b = cards[hole, 1]
            if (taken >> u64(a) | taken >> u64(b)) & u64(1) == u64(0):
                x = weights[hole, 0]
                y = weights[hole, 1]
                x_all += x
                y_all += y
                same += x * y  # which is taken off for either of its cards
                with_card[0, a] += x
                with_card[0, b] += x
                with_card[1, a] += y
                with_card[1, b] += y
        sharing = 0.0
        for card in range(52):
            sharing += with_card[0, card] * with_card[1, card]
        sums[i] = x_all * y_all - sharing + same
