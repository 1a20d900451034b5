"""Values of hands in the poker hand history format: amounts, moments, texts and actions."""
# mypy: ignore-errors

from __future__ import annotations

from ..declared import declared
from ..signatures import I64, U8, Array, Input
from .line_steps import BLANK, is_digit, rank_of, suit_of
from .records import (
    CALL_REST,
    CHIP,
    DEAL,
    FOLD,
    HOLE,
    LONGEST_LINE,
    MOST_CARDS,
    MOST_SEATS,
    MUCK,
    RAISE_TO,
)
from .toml_kernels import DECIMAL, DECIMALS, INTEGER, INTEGERS, NONE, TEXT

NOBODY = 255
_LONGEST_WHOLE = 13  # digits before the point


@declared
def amount_at(
    text: Input[U8, "t"],
    at: int,
    stop: int,
    out: Array[I64, "1"],
) -> int:
    """Write an amount in ten-thousandths to ``out``; return its end.

    -1 for a negative number, one that is too large or too fine, or anything else.
    """
    begin = at
    whole = 0
    while at < stop and is_digit(text[at]):
        if at - begin == _LONGEST_WHOLE:
            return -1
        whole = whole * 10 + text[at] - 48
        at += 1
    if at == begin or (text[begin] == 48 and at > begin + 1):
        return -1
    amount = whole * CHIP
    if at < stop and text[at] == 46:
        at += 1
        unit = CHIP // 10
        begin = at
        while at < stop and is_digit(text[at]):
            if unit == 0:
                return -1
            amount += unit * (text[at] - 48)
            unit //= 10
            at += 1
        if at == begin:
            return -1
    out[0] = amount
    return at


@declared
def amounts_of(
    text: Input[U8, "t"],
    value: int,
    kind: int,
    out: Array[I64, "10"],  # written
    room: Array[I64, "1"],  # scratch
) -> int:
    """Read a list of amounts; return their number, -1 for an invalid amount or too many."""
    if kind != INTEGERS and kind != DECIMALS:
        return -1
    at = (value >> 20) + 1
    stop = at + (value & ((1 << 20) - 1)) - 2
    count = 0
    while at < stop:
        if count == MOST_SEATS:
            return -1
        at = amount_at(text, at, stop, room)
        if at < 0:
            return -1
        out[count] = room[0]
        count += 1
        at += 2
    return count


@declared
def amount_of(
    text: Input[U8, "t"],
    value: int,
    kind: int,
    room: Array[I64, "1"],  # scratch
) -> int:
    """The amount of a value; -1 if it is not an amount."""
    if kind != INTEGER and kind != DECIMAL:
        return -1
    at = value >> 20
    stop = at + (value & ((1 << 20) - 1))
    return room[0] if amount_at(text, at, stop, room) == stop else -1


@declared
def whole_at(
    text: Input[U8, "t"],
    at: int,
    stop: int,
) -> int:
    """A whole number of at most nine digits; -1 for anything else."""
    if at == stop or stop - at > 9:
        return -1
    number = 0
    for i in range(at, stop):
        if not is_digit(text[i]):
            return -1
        number = number * 10 + text[i] - 48
    return number


@declared
def cards_at(
    text: Input[U8, "t"],
    at: int,
    stop: int,
) -> int:
    """Cards in the form of records; -1 if one is unknown, or they are not cards."""
    size = stop - at
    if size % 2 or size == 0 or size > 2 * MOST_CARDS:
        return -1
    packed = 0
    for i in range(size // 2):
        rank = text[at + 2 * i]
        suit = text[at + 2 * i + 1]
        if rank > 90 or suit < 97 or rank_of(rank) < 0 or suit_of(suit) < 0:
            return -1
        packed |= (rank_of(rank) * 4 + suit_of(suit)) << (6 * i)
    return packed | (size // 2) << 48


@declared
def player_at(
    text: Input[U8, "t"],
    at: int,
    stop: int,
) -> int:
    """The place of the player ``p1`` to ``p10`` that a word names; -1 for any other word."""
    if stop - at < 2 or stop - at > 3 or text[at] != 112 or text[at + 1] == 48:
        return -1
    number = whole_at(text, at + 1, stop)
    return number - 1 if number <= MOST_SEATS else -1


@declared
def word_end(
    text: Input[U8, "t"],
    at: int,
    stop: int,
) -> int:
    """The end of the word that begins at ``at``."""
    while at < stop and text[at] != BLANK:
        at += 1
    return at


@declared
def past_blanks(
    text: Input[U8, "t"],
    at: int,
    stop: int,
) -> int:
    """The beginning of the next word."""
    while at < stop and text[at] == BLANK:
        at += 1
    return at


@declared
def action_at(
    text: Input[U8, "t"],
    at: int,
    stop: int,
    action: Array[I64, "4"],  # written: the op, the place, the amount and the cards
    room: Array[I64, "1"],  # scratch
) -> int:
    """Read an action into ``action``: 1 record or 0; -1 if it is unusual."""
    for i in range(at, stop):
        if text[i] > 127:
            return -1
        if text[i] == 35:  # a comment
            stop = i
            break
    at = past_blanks(text, at, stop)
    if at == stop:
        return 0
    action[2] = 0
    action[3] = 0
    end = word_end(text, at, stop)
    dealer = end - at == 1 and text[at] == 100
    place = NOBODY
    if not dealer:
        place = player_at(text, at, end)
    at = past_blanks(text, end, stop)
    end = word_end(text, at, stop)
    size = end - at
    first = text[at] if size else 0
    second = text[at + 1] if size > 1 else 0
    third = text[at + 2] if size > 2 else 0
    last = past_blanks(text, end, stop)
    op = -1
    if dealer and size == 2 and first == 100 and second == 98:  # db
        op = DEAL
    elif dealer and size == 2 and first == 100 and second == 104:  # dh
        op = HOLE
        end = word_end(text, last, stop)
        place = player_at(text, last, end)
        last = past_blanks(text, end, stop)
    elif not dealer and size == 1 and first == 102:  # f
        op = FOLD
    elif not dealer and size == 2 and first == 99 and second == 99:  # cc
        op = CALL_REST
    elif not dealer and size == 3 and first == 99 and second == 98 and third == 114:  # cbr
        op = RAISE_TO
    elif not dealer and size == 2 and first == 115 and second == 109:  # sm
        op = MUCK
    if op < 0 or place < 0:
        return -1
    end = word_end(text, last, stop)
    if past_blanks(text, end, stop) != stop:
        return -1
    if op == MUCK and end > last and not (end == last + 1 and text[last] == 45):
        op = HOLE
        hidden = MUCK
    else:
        hidden = -1
    if op == RAISE_TO:
        if amount_at(text, last, end, room) != end:
            return -1
        action[2] = room[0]
    elif op in (DEAL, HOLE):
        for i in range(last, end):
            if op == HOLE and text[i] == 63:  # unknown cards
                action[0] = hidden
                action[1] = place
                return 0 if hidden < 0 else 1
        action[3] = cards_at(text, last, end)
        if action[3] < 0:
            return -1
    elif end > last and op != MUCK:
        return -1
    action[0] = op
    action[1] = place
    return 1


@declared
def day_number(
    year: int,
    month: int,
    day: int,
) -> int:
    """Days since 1970; -1 for earlier and for invalid dates."""
    if not 1970 <= year <= 2200 or not 1 <= month <= 12 or not 1 <= day <= 31:
        return -1
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    short = month == 4 or month == 6 or month == 9 or month == 11
    if (day > (29 if leap else 28) and month == 2) or (day == 31 and short):
        return -1
    # The year begins with March, so that the leap day is its last.
    y = year - (month < 3)
    of_year = (153 * (month + (9 if month < 3 else -3)) + 2) // 5 + day - 1
    return 365 * y + y // 4 - y // 100 + y // 400 + of_year - 719_468


@declared
def text_of(
    text: Input[U8, "t"],
    value: int,
    kind: int,
) -> int:
    """The place of a text without its quotes, or of a number; 0: none, -1: anything else."""
    length = value & ((1 << 20) - 1)
    if kind == NONE:
        return 0
    if kind == TEXT and length <= LONGEST_LINE:
        return ((value >> 20) + 1) << 20 | (length - 2) if length > 2 else 0
    if kind == INTEGER and text[value >> 20] != 45:
        return value
    return -1
