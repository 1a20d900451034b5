"""Texts of hands as columns of Arrow: names as written in files, and cards."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import kernel
from ..signatures import I32, I64, U8, Array, Bool, Input
from .records import UNKNOWN


@kernel
def gather(
    text: Input[U8, "t"],
    named: Input[I64, "n"],  # the beginning of each, shifted by 20, and its length
    offsets: Array[I32, "n + 1"],  # written
    out: Array[U8, "b"],  # written; as long as all names
) -> int:
    """Copy names one after the other. Returns their bytes."""
    at = 0
    for i in range(len(named)):
        offsets[i] = at
        start = named[i] >> 20
        for j in range(named[i] & ((1 << 20) - 1)):
            out[at] = text[start + j]
            at += 1
    offsets[len(named)] = at
    return at


@kernel
def card_texts(
    packed: Input[I64, "n"],  # 6 bits a card, their number from bit 48 on
    letters: Input[U8, "104"],  # the texts of the cards, by number
    offsets: Array[I32, "n + 1"],  # written
    out: Array[U8, "b"],  # written; 14 bytes a row are enough
    known: Array[Bool, "n"],  # written: whether there are cards, and all are known
) -> int:
    """Write packs of cards as text, ``AhKd``. Returns the bytes."""
    at = 0
    for i in range(len(packed)):
        offsets[i] = at
        cards = packed[i]
        count = cards >> 48
        known[i] = count > 0
        for j in range(count):
            if cards >> (6 * j) & 63 == UNKNOWN:
                known[i] = False
        if known[i]:
            for j in range(count):
                card = cards >> (6 * j) & 63
                out[at] = letters[2 * card]
                out[at + 1] = letters[2 * card + 1]
                at += 2
    offsets[len(packed)] = at
    return at


@kernel
def names_of_numbers(
    low: Input[I64, "n"],
    high: Input[I64, "n"],
    table: Array[I64, "s, 2"],  # written: known pairs, (0, 0) in free places; s: 2 ** k
    is_new: Array[Bool, "n"],  # written
) -> int:
    """Put pairs of numbers into a hash table. Returns how many were new.

    At least a quarter of the table must stay free.
    """
    mask = len(table) - 1
    new = 0
    for i in range(len(low)):
        place = low[i] & mask
        is_new[i] = True
        while table[place, 0] != 0 or table[place, 1] != 0:
            if table[place, 0] == low[i] and table[place, 1] == high[i]:
                is_new[i] = False
                break
            place = (place + 1) & mask
        if is_new[i]:
            table[place, 0] = low[i]
            table[place, 1] = high[i]
            new += 1
    return new


@kernel
def digests(
    offsets: Input[I32, "n + 1"],
    data: Input[U8, "b"],
    low: Array[I64, "n"],  # written
    high: Array[I64, "n"],  # written
) -> int:
    """Two 64-bit numbers that identify each text. Returns the number of texts."""
    for i in range(len(offsets) - 1):
        a = np.uint64(0xCBF29CE484222325)
        b = np.uint64(0x9E3779B97F4A7C15)
        for j in range(offsets[i], offsets[i + 1]):
            byte = np.uint64(data[j])
            a = (a ^ byte) * np.uint64(0x100000001B3)
            b = (b ^ (byte + np.uint64(0x9E37))) * np.uint64(0xFF51AFD7ED558CCD)
            b ^= b >> np.uint64(29)
        a ^= a >> np.uint64(32)
        low[i] = np.int64(a)
        high[i] = np.int64(b | np.uint64(1))
    return len(offsets) - 1
