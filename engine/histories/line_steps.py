"""Steps of the kernel that reads lines: amounts, cards and names at places of a text."""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

from ..declared import declared
from ..signatures import I32, I64, U8, Array, Input
from .records import CHIP, MOST_CARDS, UNKNOWN

BLANK = 32


class Players(NamedTuple):
    """The players of a hand whose seats have been read, by place."""

    start: Array[I64, "10"]  # where each name begins
    length: Array[I64, "10"]
    seat: Array[I64, "10"]
    count: Array[I64, "1"]  # of players


@declared
def is_digit(
    byte: int,
) -> bool:
    """Whether a byte is a digit."""
    return 48 <= byte <= 57


@declared
def currency_length(
    text: Input[U8, "t"],
    at: int,
    stop: int,
) -> int:
    """The length in bytes of a currency sign or a no-break space; 0 if there is none."""
    first = text[at]
    if first == 36:  # $
        return 1
    if first == 82 and at + 2 < stop and text[at + 1] == 115 and text[at + 2] == 46:  # Rs.
        return 4 if at + 3 < stop and text[at + 3] == BLANK else 3
    if (
        first == 0xC2
        and at + 1 < stop
        and (text[at + 1] == 0xA3 or text[at + 1] == 0xA5 or text[at + 1] == 0xA0)
    ):
        return 2
    if first == 0xE2 and at + 2 < stop and text[at + 1] == 0x82:
        return 3
    return 0


@declared
def thousand(
    text: Input[U8, "t"],
    at: int,
    stop: int,
    whole: int,
) -> bool:
    """Whether a comma, point, apostrophe or space separates thousands here."""
    byte = text[at]
    after = at + 1
    if byte == 0xC2 and after < stop and text[after] == 0xA0:
        after += 1
    elif byte != 44 and byte != 39 and byte != BLANK and not (byte == 46 and whole):
        return False
    if after + 3 > stop:
        return False
    for i in range(3):
        if not is_digit(text[after + i]):
            return False
    return after + 3 == stop or not is_digit(text[after + 3])


@declared
def read_amount(
    text: Input[U8, "t"],
    at: int,
    stop: int,
    out: Array[I64, "n"],
) -> int:
    """Read an amount at ``at``, with its signs; return its end, or -1."""
    while at < stop:
        sign = currency_length(text, at, stop)
        if not sign:
            break
        at += sign
    whole = 0
    digits = 0
    while at < stop:
        byte = text[at]
        if is_digit(byte):
            whole = whole * 10 + (byte - 48)
            digits += 1
            at += 1
            if digits > 17:
                return -1
        elif digits and thousand(text, at, stop, whole):
            at += 2 if byte == 0xC2 else 1
        else:
            break
    if whole >= 10**13:
        return -1
    amount = whole * CHIP
    if (
        at < stop
        and (text[at] == 46 or text[at] == 44)
        and at + 1 < stop
        and is_digit(text[at + 1])
    ):
        at += 1
        unit = CHIP // 10
        while at < stop and is_digit(text[at]):
            if unit == 0 and text[at] != 48:
                return -1
            amount += unit * (text[at] - 48)
            unit //= 10
            at += 1
            digits += 1
    elif at < stop and text[at] == 46 and digits and (at + 1 == stop or text[at + 1] == 32):
        pass  # the end of a sentence
    if not digits:
        return -1
    if (
        at < stop
        and (text[at] == 75 or text[at] == 77)  # 1.5K, 2M
        and (at + 1 == stop or text[at + 1] < 48 or text[at + 1] == 93)
    ):
        amount *= 1000 if text[at] == 75 else 1_000_000
        at += 1
        if amount >= 10**13 * CHIP:
            return -1
    after = at
    while after < stop and text[after] == BLANK:
        after += 1
    if after < stop:
        sign = currency_length(text, after, stop)
        if sign and not (after + sign < stop and is_digit(text[after + sign])):
            at = after + sign
    out[0] = amount
    return at


@declared
def rank_of(
    byte: int,
) -> int:
    """0 for a deuce .. 12 for an ace; -1 for any other byte."""
    if 50 <= byte <= 57:
        return byte - 50
    if byte == 84 or byte == 116:
        return 8
    if byte == 74 or byte == 106:
        return 9
    if byte == 81 or byte == 113:
        return 10
    if byte == 75 or byte == 107:
        return 11
    if byte == 65 or byte == 97:
        return 12
    return -1


@declared
def suit_of(
    byte: int,
) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades; -1 for any other byte."""
    if byte == 99 or byte == 67:
        return 0
    if byte == 100 or byte == 68:
        return 1
    if byte == 104 or byte == 72:
        return 2
    if byte == 115 or byte == 83:
        return 3
    return -1


@declared
def last_suit_of(
    text: Input[U8, "t"],
    at: int,
    stop: int,
) -> int:
    """The suit after a rank, which may be a German word; ``p`` and ``t`` are Spanish."""
    byte = text[at]
    if byte == 112 or byte == 80:
        return 3
    if byte == 116:
        return 2
    if byte == 75 and at + 1 < stop:  # Karo, Kreuz
        return 1 if text[at + 1] == 97 else 0 if text[at + 1] == 114 else -1
    return suit_of(byte)


@declared
def foreign_rank(
    text: Input[U8, "t"],
    at: int,
    stop: int,
) -> int:
    """The rank of a Russian letter, also if its Windows-1251 was taken for Windows-1252."""
    if at + 1 >= stop:
        return -1
    last = text[at + 1]
    if text[at] == 0xC3:
        last += 16
    elif text[at] != 0xD0:
        return -1
    if last == 0x92:  # valet
        return 9
    if last == 0x94:  # dama
        return 10
    if last == 0x9A:  # korol
        return 11
    if last == 0xA2:  # tuz
        return 12
    return -1


@declared
def read_cards(
    text: Input[U8, "t"],
    at: int,
    stop: int,
    out: Array[I64, "n"],
) -> int:
    """Read cards separated by spaces or commas into ``out[0]``; return their end."""
    packed = 0
    count = 0
    while True:
        while at < stop and (text[at] == 32 or text[at] == 44):
            at += 1
        if at >= stop or text[at] == 93 or text[at] == 91 or text[at] == 46:
            break
        if count == MOST_CARDS:
            return -1
        byte = text[at]
        if byte == 88 or byte == 42 or byte == 63 or byte == 120 or byte == 45:  # X, *, ?, x, -
            card = UNKNOWN
            at += 1
            if at < stop and text[at] == byte:
                at += 1
        else:
            suit = -1
            if suit_of(byte) >= 0:  # C10 of other programs
                suit = suit_of(byte)
                at += 1
                if at >= stop:
                    return -1
                byte = text[at]
            if byte == 49 and at + 1 < stop and text[at + 1] == 48:
                rank = 8
                at += 2
            elif byte == 75 and at + 1 < stop and text[at + 1] == 110:  # Kn, a jack of Swedish
                rank = 9
                at += 2
            elif byte > 127:
                rank = foreign_rank(text, at, stop)
                at += 2
            else:
                rank = rank_of(byte)
                at += 1
            if rank < 0:
                return -1
            if suit < 0:
                if at >= stop:
                    return -1
                if text[at] == 0xE2 and at + 2 < stop and text[at + 1] == 0x99:
                    sign = text[at + 2]
                    suit = (
                        3
                        if sign == 0xA0
                        else 2
                        if sign == 0xA5
                        else 1
                        if sign == 0xA6
                        else 0
                        if sign == 0xA3
                        else -1
                    )
                    at += 3
                else:
                    if (
                        text[at] == BLANK
                        and at + 4 < stop
                        and text[at + 1] == 111
                        and text[at + 2] == 102
                    ):
                        at += 4  # 6 of d
                    suit = last_suit_of(text, at, stop)
                    word = 65 <= text[at] <= 90
                    at += 1
                    while word and at < stop and 97 <= text[at] <= 122:
                        at += 1
                if suit < 0:
                    return -1
            card = rank * 4 + suit
        packed |= card << (6 * count)
        count += 1
    out[0] = packed | (count << 48)
    return at


@declared
def begins(
    text: Input[U8, "t"],
    at: int,
    stop: int,
    program: Input[I32, "p"],
    p: int,
) -> bool:
    """Whether a literal of a program stands at ``at``; ``p`` is the place of its length."""
    length = program[p]
    if at + length > stop:
        return False
    i = 0
    while i < length and text[at + i] == program[p + 1 + i]:
        i += 1
    return i == length


@declared
def stands(
    text: Input[U8, "t"],
    at: int,
    stop: int,
    what: Array[U8, "b"],
) -> bool:
    """Whether the given bytes stand at ``at``."""
    if at + len(what) > stop:
        return False
    i = 0
    while i < len(what) and text[at + i] == what[i]:
        i += 1
    return i == len(what)


@declared
def known_player(
    text: Input[U8, "t"],
    at: int,
    stop: int,
    players: Players,
    below: int,
) -> int:
    """The player with the longest name, shorter than ``below``, that stands here."""
    player = -1
    longest = 0
    for i in range(players.count[0]):
        length = players.length[i]
        start = players.start[i]
        if longest < length < below and at + length <= stop and text[start] == text[at]:
            j = 1
            while j < length and text[start + j] == text[at + j]:
                j += 1
            if j >= length:
                player = i
                longest = length
    return player


@declared
def after_hero(
    text: Input[U8, "t"],
    at: int,
    stop: int,
    hero: Array[U8, "h"],
) -> int:
    """The place after the mark of the hero, which may follow spaces."""
    after = at
    while len(hero) and after < stop and text[after] == BLANK:
        after += 1
    return after + len(hero) if after > at and stands(text, after, stop, hero) else at


@declared
def after_code(
    text: Input[U8, "t"],
    at: int,
    stop: int,
) -> int:
    """The place after three capitals, which may stand here after spaces."""
    after = at
    while after < stop and text[after] == BLANK:
        after += 1
    if after + 3 > stop:
        return at
    for i in range(3):
        if not 65 <= text[after + i] <= 90:
            return at
    return after + 3


@declared
def begins_seat(
    text: Input[U8, "t"],
    at: int,
    stop: int,
) -> bool:
    """Whether ``Seat `` stands here."""
    return (
        at + 5 < stop
        and text[at] == 83
        and text[at + 1] == 101
        and text[at + 2] == 97
        and text[at + 3] == 116
        and text[at + 4] == BLANK
    )
