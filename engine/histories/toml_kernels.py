"""Values of hands that are TOML tables as programs write them: a key a line.

For each value its place and its kind are found. A hand that is in any way unusual is left to a
reader of all of TOML.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel
from ..signatures import I64, U8, Array, Bool, Input
from .line_steps import BLANK, is_digit

# Kinds of values.
NONE, INTEGER, DECIMAL, TEXT, FLAG, HOUR, INTEGERS, DECIMALS, TEXTS, ROWS = range(10)

_OTHER_KEYS = 12  # that a hand may have besides those that are looked for


@kernel
def find_hands(
    text: Input[U8, "t"],
    start: Array[I64, "s"],  # written: where lines begin that are a name in brackets
    line: Array[I64, "s"],  # written: the number of lines before each
) -> int:
    """Find the headings of hands. Returns their number; at most ``s`` are written."""
    headings = 0
    lines = 0
    at = 0
    while at < len(text):
        if text[at] == 91 and headings < len(start):
            i = at + 1
            inside = i < len(text) and text[i] != 95  # user-defined tables begin with an underscore
            while i < len(text) and text[i] != 10 and text[i] != 91 and text[i] != 93:
                i += 1
            if inside and i > at + 1 and i < len(text) and text[i] == 93:
                i += 1
                while i < len(text) and (text[i] == BLANK or text[i] == 9):
                    i += 1
                if i == len(text) or text[i] == 10:
                    start[headings] = at
                    line[headings] = lines
                    headings += 1
        while at < len(text) and text[at] != 10:
            at += 1
        at += 1
        lines += 1
    return headings


@borrowing
def text_end(
    text: Input[U8, "t"],
    at: int,
    stop: int,
) -> int:
    """The end of a quoted text at ``at`` without escapes; -1 otherwise."""
    mark = text[at]
    if mark != 34 and mark != 39:
        return -1
    for i in range(at + 1, stop):
        byte = text[i]
        if byte == mark:
            return i + 1
        if byte < 32 or byte == 127 or (byte == 92 and mark == 34):
            return -1
    return -1


@borrowing
def number_end(
    text: Input[U8, "t"],
    at: int,
    stop: int,
) -> int:
    """The end of a number after its sign, including a point; -1 if invalid."""
    if at < stop and text[at] == 45:
        at += 1
    begin = at
    while at < stop and is_digit(text[at]):
        at += 1
    if at == begin or at - begin > 17 or (text[begin] == 48 and at > begin + 1):
        return -1
    if at < stop and text[at] == 46:
        begin = at
        at += 1
        while at < stop and is_digit(text[at]):
            at += 1
        if at == begin + 1:
            return -1
    return at


@borrowing
def numbers_end(
    text: Input[U8, "t"],
    at: int,
    stop: int,
) -> int:
    """The end of bracketed numbers that begin at ``at``; -1 if invalid."""
    at += 1
    if at < stop and text[at] == 93:
        return at + 1
    while True:
        at = number_end(text, at, stop)
        if at < 0 or at >= stop:
            return -1
        if text[at] == 93:
            return at + 1
        if text[at] != 44 or at + 1 >= stop or text[at + 1] != BLANK:
            return -1
        at += 2


@borrowing
def kind_of(
    text: Input[U8, "t"],
    at: int,
    stop: int,
) -> int:
    """The kind of the value here; NONE for an unusual one."""
    if at >= stop:
        return NONE
    byte = text[at]
    if byte == 34 or byte == 39:
        return TEXT if text_end(text, at, stop) == stop else NONE
    if byte == 91:
        inside = text[at + 1] if at + 1 < stop else BLANK
        if inside != 34 and inside != 39 and inside != 91:
            if numbers_end(text, at, stop) != stop:
                return NONE
            for i in range(at, stop):
                if text[i] == 46:
                    return DECIMALS
            return INTEGERS
        at += 1
        while True:
            if at >= stop or text[at] != inside:
                return NONE
            at = numbers_end(text, at, stop) if inside == 91 else text_end(text, at, stop)
            if at < 0 or at >= stop:
                return NONE
            if text[at] == 93:
                if at + 1 != stop:
                    return NONE
                return ROWS if inside == 91 else TEXTS
            if text[at] != 44 or at + 1 >= stop or text[at + 1] != BLANK:
                return NONE
            at += 2
    if byte == 116 and stop - at == 4:
        fine = text[at + 1] == 114 and text[at + 2] == 117 and text[at + 3] == 101
        return FLAG if fine else NONE
    if byte == 102 and stop - at == 5:
        fine = text[at + 1] == 97 and text[at + 2] == 108 and text[at + 3] == 115
        return FLAG if fine and text[at + 4] == 101 else NONE
    if stop - at == 8 and text[at + 2] == 58:
        for i in range(8):
            if not is_digit(text[at + i]) and i != 2 and i != 5:
                return NONE
        hour = (byte - 48) * 10 + text[at + 1] - 48
        fine = hour < 24 and text[at + 3] < 54 and text[at + 6] < 54 and text[at + 5] == 58
        return HOUR if fine else NONE
    if number_end(text, at, stop) != stop:
        return NONE
    for i in range(at, stop):
        if text[i] == 46:
            return DECIMAL
    return INTEGER


@borrowing
def same(
    text: Input[U8, "t"],
    first: int,
    second: int,
    length: int,
) -> bool:
    """Whether two places have the same bytes."""
    i = 0
    while i < length and text[first + i] == text[second + i]:
        i += 1
    return i == length


@kernel
def find_values(
    text: Input[U8, "t"],
    start: Input[I64, "h"],
    end: Input[I64, "h"],
    keys: Input[U8, "k, 24"],  # the keys to read, zero-padded
    value: Array[I64, "h, k"],  # written: the beginning of each, shifted by 20, and its length
    kind: Array[U8, "h, k"],  # written
    fine: Array[Bool, "h"],  # written: whether each line of a hand is in the usual form
) -> int:
    """Find the values of all hands. Returns how many are in the usual form."""
    other = empty(_OTHER_KEYS, np.int64)
    size = empty(_OTHER_KEYS, np.int64)
    count = 0
    for h in range(len(start)):
        for k in range(len(keys)):
            kind[h, k] = NONE
            value[h, k] = 0
        at = start[h]
        if at < end[h] and text[at] == 91:  # the heading
            at += 1
            while at < end[h] and text[at] != 93 and text[at] != 91 and text[at] != 10:
                at += 1
            if at + 1 < end[h] and text[at] == 93:
                at += 1
        others = 0
        last = 0
        good = at == start[h] or (at < end[h] and text[at] == 10)
        while good and at < end[h]:
            if text[at] == 10:
                at += 1
                continue
            stop = at
            while stop < end[h] and text[stop] != 10:
                stop += 1
            begin = at
            while at < stop and (
                97 <= text[at] <= 122 or text[at] == 95 or is_digit(text[at])
                or 65 <= text[at] <= 90
            ):  # fmt: skip
                at += 1
            length = at - begin
            good = length > 0 and at + 3 < stop and stop - at < 1 << 20
            good = good and text[at] == BLANK and text[at + 1] == 61 and text[at + 2] == BLANK
            if not good:
                break
            at += 3
            what = kind_of(text, at, stop)
            key = -1
            if length < keys.shape[1]:
                for i in range(len(keys)):
                    k = (last + i) % len(keys)
                    if keys[k, 0] == text[begin] and keys[k, length] == 0:
                        j = 1
                        while j < length and keys[k, j] == text[begin + j]:
                            j += 1
                        if j == length:
                            key = k
                            break
            if key >= 0:
                good = what != NONE and kind[h, key] == NONE
                kind[h, key] = what
                value[h, key] = at << 20 | (stop - at)
                last = key + 1
            else:
                good = what != NONE and others < _OTHER_KEYS
                for i in range(others):
                    good = good and not (size[i] == length and same(text, other[i], begin, length))
                if good:
                    other[others] = begin
                    size[others] = length
                    others += 1
            at = stop
        fine[h] = good
        count += good
    return count
