"""Kernels that read and check columns of cards."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel
from ..signatures import I32, I64, U8, Array, Bool, Input
from .steps import transpose_hands

# n = rows of the results, k = the most cards a row may have

BLOCK = 4096

u8 = np.uint8
u16 = np.uint16
u64 = np.uint64

_FULL = 255  # no rank, no suit, or past the end of a hand
_BLANK = 254  # a separator between cards


@borrowing
def _read_sign(data: Input[U8, "b"], at: int, end: int):
    """Read the sign of a suit at ``data[at]``: ``♣♦♥♠``, maybe with a variation selector.

    Returns the suit, or ``_FULL`` if there is no sign, and the place after it.
    """
    if at + 3 > end or data[at] != 0xE2 or data[at + 1] != 0x99:
        return _FULL, at
    last = data[at + 2]
    suit = _FULL
    if last == 0xA3:
        suit = 0
    elif last == 0xA6:
        suit = 1
    elif last == 0xA5:
        suit = 2
    elif last == 0xA0:
        suit = 3
    at += 3
    if at + 3 <= end and data[at] == 0xEF and data[at + 1] == 0xB8 and data[at + 2] | 1 == 0x8F:
        at += 3
    return suit, at


@borrowing
def _read_row(
    data: Input[U8, "b"],
    offsets: Input[I64, "rows + 1"],
    valid: Input[Bool, "rows"],
    rank_of: Input[U8, "256"],
    suit_of: Input[U8, "256"],
    row: int,
    to: int,
    cards: Array[U8, "k, n"],
):
    """Read one row of :func:`parse_rows`, letter by letter, to ``cards[:, to]``.

    Returns the number of cards, or -1 for a bad row.
    """
    if len(valid) and not valid[row]:
        return 0
    count = 0
    seen = 0
    at = offsets[row]
    end = offsets[row + 1]
    while at < end:
        rank = rank_of[data[at]]
        if rank == _BLANK:
            at += 1
            continue
        if data[at] == 0xC2 and at + 1 < end and data[at + 1] == 0xA0:  # a no-break blank
            at += 2
            continue
        if data[at] == 49 and at + 1 < end and data[at + 1] == 48:  # "10"
            rank = 8
            at += 1
        at += 1
        if rank == _FULL or at >= end or count == cards.shape[0]:
            return -1
        suit = suit_of[data[at]]
        at += 1
        if suit == _FULL:
            suit, at = _read_sign(data, at - 1, end)
            if suit == _FULL:
                return -1
        card = 4 * rank + suit
        bit = 1 << card
        if seen & bit:
            return -1
        seen |= bit
        cards[count, to] = card
        count += 1
    return count


@borrowing
def _are_so_wide(offsets: Input[I64, "rows + 1"], first: int, stop: int, width: int):
    """Return whether rows ``first..stop`` by ``offsets`` all have ``width`` bytes."""
    starts = offsets[first:stop]
    ends = offsets[first + 1 : stop + 1]
    other = 0
    for i in range(stop - first):
        other |= (ends[i] - starts[i]) ^ width
    return other == 0


@borrowing
def _read_compact(text: Input[U8, "2 n"], n: int, cards: Array[U8, "n"]):
    """Read ``n`` cards of two letters each.

    Returns False if one is not a card. There is no branch and no table here, so the compiler
    vectorises it: 32 cards at a time.
    """
    pairs = text.view(np.uint16)
    fine = True
    for i in range(n):
        letter = u8(pairs[i])
        digit = u8(letter - u8(50))  # "2"
        letter = u8(letter | u8(32))  # either case
        is_digit = digit < u8(8)
        ten = letter == u8(116)
        jack = letter == u8(106)
        queen = letter == u8(113)
        king = letter == u8(107)
        ace = letter == u8(97)
        low = u8(u8(digit * u8(is_digit)) + u8(u8(8) * u8(ten)))
        middle = u8(u8(u8(9) * u8(jack)) + u8(u8(10) * u8(queen)))
        high = u8(u8(u8(11) * u8(king)) + u8(u8(12) * u8(ace)))
        letter = u8(u8(pairs[i] >> u16(8)) | u8(32))
        clubs = letter == u8(99)
        diamonds = letter == u8(100)
        hearts = letter == u8(104)
        spades = letter == u8(115)
        suit = u8(u8(diamonds) + u8(u8(u8(2) * u8(hearts)) + u8(u8(3) * u8(spades))))
        fine &= is_digit | ten | jack | queen | king | ace
        fine &= clubs | diamonds | hearts | spades
        cards[i] = u8(u8(u8(low + u8(middle + high)) << u8(2)) + suit)
    return fine


@borrowing
def _hand_out(hands: Input[U8, "k * m"], k: int, m: int, cards: Array[U8, "k, n"], to: int):
    """Write ``m`` hands of ``k`` cards to ``cards[:, to]`` on.

    Returns False if one has a card twice.
    """
    transpose_hands(hands, k, m, cards, to)
    twice = False
    for i in range(m):
        seen = total = u64(0)
        for c in range(k):
            bit = u64(1) << u64(cards[c, u64(to + i)])
            seen |= bit
            total += bit
        twice |= seen != total
    return not twice


@kernel
def parse_rows(
    data: Input[U8, "b"],  # the letters of all rows
    offsets: Input[I64, "rows + 1"],  # where each row begins in ``data``
    valid: Input[Bool, "rows"],  # false for null rows; empty if there are none
    # The rank and the suit of each letter; 255 for other letters, 254 for separators.
    rank_of: Input[U8, "256"],
    suit_of: Input[U8, "256"],
    fewest: int,  # how many cards a row must have at least
    start: int,
    stop: int,
    to: int,  # the column of the results at which row ``start`` is written
    cards: Array[U8, "k, n"],  # written; 255 past the end of a hand
    count: Array[U8, "n"],  # written: the number of cards, 0 for a null row
) -> int:
    """Read rows ``start..stop`` of a column of text.

    In nearly all columns each row has the same number of cards, two to seven, of two letters each
    and nothing else. Those are read by the block, six times as fast as letter by letter.

    Returns the first bad row, or -1.
    """
    most = cards.shape[0]
    hands = empty(7 * BLOCK, np.uint8)
    for first in range(start, stop, BLOCK):
        m = min(BLOCK, stop - first)
        at = to + first - start
        k = (offsets[first + 1] - offsets[first]) >> 1
        compact = (
            len(valid) == 0
            and max(2, fewest) <= k <= min(7, most)
            and _are_so_wide(offsets, first, first + m, 2 * k)
            and _read_compact(data[offsets[first] : offsets[first + m]], k * m, hands)
        )
        if compact and k == 2:  # k is spelt out, so that the compiler knows the stride
            compact = _hand_out(hands, 2, m, cards, at)
        elif compact and k == 3:
            compact = _hand_out(hands, 3, m, cards, at)
        elif compact and k == 4:
            compact = _hand_out(hands, 4, m, cards, at)
        elif compact and k == 5:
            compact = _hand_out(hands, 5, m, cards, at)
        elif compact and k == 6:
            compact = _hand_out(hands, 6, m, cards, at)
        elif compact:
            compact = _hand_out(hands, 7, m, cards, at)
        if compact:
            for row in range(at, at + m):
                count[row] = k
            for c in range(k, most):
                for row in range(at, at + m):
                    cards[c, row] = _FULL
            continue
        for row in range(first, first + m):
            found = _read_row(data, offsets, valid, rank_of, suit_of, row, at + row - first, cards)
            if found < 0 or (found < fewest and (len(valid) == 0 or valid[row])):
                return row
            count[at + row - first] = found
            for c in range(found, most):
                cards[c, at + row - first] = _FULL
    return -1


@kernel
def read_even(
    data: Input[U8, "b"],  # the letters of all rows
    offsets: Input[I32, "n + 1"],  # where each row begins in ``data``
    cards: Array[U8, "k, n"],  # written
) -> bool:
    """Read rows that all are ``k`` cards of two letters each; a card may be there twice.

    Returns False if a row is anything else. It is for a few thousand rows at a time, and the caller
    looks for cards that are there twice.
    """
    k, n = cards.shape
    uneven = 0
    for i in range(n):
        uneven |= (offsets[i + 1] - offsets[i]) ^ (2 * k)
    if uneven:
        return False
    hands = empty(k * min(n, BLOCK), np.uint8)
    for first in range(0, n, BLOCK):
        m = min(BLOCK, n - first)
        if not _read_compact(data[offsets[first] : offsets[first + m]], k * m, hands):
            return False
        if k == 2:  # k is spelt out, so that the compiler knows the stride
            transpose_hands(hands, 2, m, cards, first)
        elif k == 3:
            transpose_hands(hands, 3, m, cards, first)
        elif k == 4:
            transpose_hands(hands, 4, m, cards, first)
        elif k == 5:
            transpose_hands(hands, 5, m, cards, first)
        else:
            transpose_hands(hands, k, m, cards, first)
    return True


@kernel
def first_bad_hand(cards: Input[U8, "k, n", "A"], first: int) -> int:
    """Return the first hand that cannot be dealt, or -1.

    Hands are looked at from ``first`` on: one that cannot be dealt has a card past 51, or a card
    twice.
    """
    k, n = cards.shape
    for i in range(first, n):
        seen = 0
        for c in range(k):
            bit = 1 << (cards[c, i] & 63)
            if cards[c, i] > 51 or seen & bit:
                return i
            seen |= bit
    return -1
