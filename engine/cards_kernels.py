"""Kernels that read and check columns of cards."""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from numba import types

from .accelerate import array, kernel

# n = rows, k = the most cards a row may have

_FULL = 255  # no rank, no suit, or past a hand's end
_BLANK = 254  # what stands between cards


@kernel(
    types.int64(
        array("uint8"),
        array("int64"),
        array("boolean"),
        array("uint8"),
        array("uint8"),
        types.int64,
        types.int64,
        types.int64,
        types.uint8[:, ::1],
        types.uint8[::1],
    )
)
def parse_rows(data, offsets, valid, rank_of, suit_of, fewest, start, stop, cards, count):
    """Read rows ``start..stop`` to ``cards[:, row]`` and ``count[row]``; first bad row, or -1."""
    k = cards.shape[0]
    all_valid = len(valid) == 0
    for row in range(start, stop):
        found = 0
        seen = 0
        at = offsets[row]
        there = all_valid or valid[row]
        end = offsets[row + 1] if there else at
        while at < end:
            rank = rank_of[data[at]]
            if rank == _BLANK:
                at += 1
                continue
            if data[at] == 49 and at + 1 < end and data[at + 1] == 48:  # "10"
                rank = 8
                at += 1
            at += 1
            if rank == _FULL or at >= end or found == k:
                return row
            suit = suit_of[data[at]]
            at += 1
            if suit == _FULL:
                return row
            card = 4 * rank + suit
            bit = 1 << card
            if seen & bit:
                return row
            seen |= bit
            cards[found, row] = card
            found += 1
        if found < fewest and there:
            return row
        count[row] = found
        for c in range(found, k):
            cards[c, row] = _FULL
    return -1


@kernel(types.int64(array("uint8", 2, "A"), types.int64))
def first_bad_hand(cards, first):
    """The first hand of ``(k, n)``, from ``first`` on, with a card past 51 or one twice; or -1."""
    k, n = cards.shape
    for i in range(first, n):
        seen = 0
        for c in range(k):
            bit = 1 << (cards[c, i] & 63)
            if cards[c, i] > 51 or seen & bit:
                return i
            seen |= bit
    return -1
