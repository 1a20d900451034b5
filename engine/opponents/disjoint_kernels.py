"""The kernels of disjoint holes: a table of states, card after card; and random deals."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, kernel
from ..signatures import F64, I64, U8, U64, Array, Input

u64 = np.uint64
# c = classes of cards, b = places of a table, a power of 2; n = opponents; w = words of a number

LOW32 = u64(0xFFFFFFFF)
FREE = u64(0xFFFFFFFFFFFFFFFF)  # no state: a place of the table with nothing in it


@borrowing
def _place(state: u64, keys: Array[U64, "b"]):
    """The place of a state in a table, or the free one that it goes to."""
    mask = u64(len(keys) - 1)
    at = ((state ^ (state >> u64(29))) * u64(0x9E3779B97F4A7C15)) >> u64(20) & mask
    while keys[at] != FREE and keys[at] != state:
        at = (at + u64(1)) & mask
    return at


@borrowing
def _add(
    state: u64,
    ways: Input[U64, "n + 1, w"],
    times: u64,
    more: int,
    keys: Array[U64, "b"],
    sums: Array[U64, "b, n + 1, w"],
):
    """Add ``times`` the ways to a state, with ``more`` holes more; return 1 if it is new."""
    words = sums.shape[2]
    some = u64(0)
    for k in range(sums.shape[1] - more):
        for w in range(words):
            some |= ways[k, w]
    if some == u64(0):  # the number of holes has reached its limit
        return 0
    at = _place(state, keys)
    new = 0
    if keys[at] == FREE:
        keys[at] = state
        new = 1
        for k in range(sums.shape[1]):
            for w in range(words):
                sums[at, k, w] = u64(0)
    for k in range(sums.shape[1] - more):
        carry = u64(0)
        for w in range(words):
            carry += ways[k, w] * times + sums[at, k + more, w]
            sums[at, k + more, w] = carry & LOW32
            carry >>= u64(32)
    return new


@kernel
def give_card(
    card_class: int,
    shift: Input[I64, "c"],
    size: Input[I64, "c"],
    later: Input[I64, "l"],
    times: Input[U64, "c"],
    most: int,
    old_keys: Input[U64, "a"],
    old_sums: Input[U64, "a, n + 1, w"],
    keys: Array[U64, "b"],
    sums: Array[U64, "b, n + 1, w"],
) -> int:
    """Give the next free card of a class to nobody, or with another card to an opponent.

    A state has the number of used cards of each class ``d``, in as many bits as ``size[d]`` needs,
    from ``shift[d]`` on. ``card_class`` is the class of the card. ``later`` has the classes that
    can share a hole with it, itself included. ``times`` is the weight of a hole with a card of each
    class, below 2 ** 26. ``sums`` has the ways of each state by the number of holes, in words of 32
    bits, low word first. Returns the number of states; -1 if there are more than ``most``, which is
    less than the places of the table.
    """
    for at in range(len(keys)):
        keys[at] = FREE
    states = 0
    for old in range(len(old_keys)):
        state = old_keys[old]
        if state == FREE:
            continue
        if states + len(later) + 1 > most:
            return -1
        ways = old_sums[old]
        if _used(state, card_class, shift, size) == size[card_class]:
            states += _add(state, ways, u64(1), 0, keys, sums)
            continue
        state += u64(1) << u64(shift[card_class])
        states += _add(state, ways, u64(1), 0, keys, sums)
        for d in later:
            free = size[d] - _used(state, d, shift, size)
            if free > 0:
                with_one = state + (u64(1) << u64(shift[d]))
                states += _add(with_one, ways, u64(free) * times[d], 1, keys, sums)
    return states


@borrowing
def _used(state: u64, card_class: int, shift: Input[I64, "c"], size: Input[I64, "c"]):
    """How many cards of a class a state has used."""
    bits = 0
    while size[card_class] >> bits:
        bits += 1
    return np.int64(state >> u64(shift[card_class]) & ((u64(1) << u64(bits)) - u64(1)))


@kernel
def add_deals(
    dealt: Input[U8, "n * k, m"],
    choose: Input[I64, "k, 52"],
    misses: Input[F64, "h"],
    sums: Array[F64, "n"],
    squares: Array[F64, "n"],
) -> None:
    """Sum the probability that none of the first 1 to n holes of a deal is of a list.

    A deal has the k cards of each hole, hole after hole. ``misses`` has, by the colex rank of a
    hole, the probability that it is not of the list; ``choose`` has C(card, i + 1) at ``[i,
    card]``. Probabilities are added to ``sums``, their squares to ``squares``.
    """
    k = choose.shape[0]
    hole = np.empty(k, np.int64)
    for deal in range(dealt.shape[1]):
        nobody = 1.0
        for n in range(len(sums)):
            rank = 0
            for i in range(k):
                card = np.int64(dealt[n * k + i, deal])
                at = i
                while at and hole[at - 1] > card:
                    hole[at] = hole[at - 1]
                    at -= 1
                hole[at] = card
            for i in range(k):
                rank += choose[i, hole[i]]
            nobody *= misses[rank]
            sums[n] += nobody
            squares[n] += nobody * nobody
