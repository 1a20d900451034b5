"""Values of hands in the Open Hand History format: amounts, numbers, texts and cards."""
# mypy: ignore-errors

from __future__ import annotations

from ..declared import declared
from ..signatures import I64, U8, Array, Input
from .json_kernels import ARRAY, FALSE, INTEGER, NULL, OBJECT, TEXT, TRUE, Tokens
from .line_steps import is_digit
from .phh_kernels import NEVER
from .phh_steps import cards_at, day_number, whole_at
from .records import CHIP, LONGEST_LINE, MOST_CARDS

ABSENT = -2  # no text
_BEYOND = 2100  # later years are rejected


@declared
def look_up(
    tokens: Tokens,
    at: int,
    values: Array[I64, "k"],  # written: the token of each name's value; -1: none
) -> bool:
    """Find the values of an object; False if it is not an object, or repeats a known name.

    The names are the first words.
    """
    if tokens.kind[at] != OBJECT:
        return False
    for i in range(len(values)):
        values[i] = -1
    i = at + 1
    while i < tokens.next[at]:
        word = tokens.word[i]
        if word < len(values):
            if values[word] >= 0:
                return False
            values[word] = i + 1
        i = tokens.next[i + 1]
    return True


@declared
def word_in(
    tokens: Tokens,
    value: int,
) -> int:
    """The number of a text among the words; ABSENT if it is not a text."""
    return tokens.word[value] if value >= 0 and tokens.kind[value] == TEXT else ABSENT


@declared
def flag_in(
    tokens: Tokens,
    value: int,
) -> int:
    """1 for true, 0 for false; -1 for anything else."""
    if value < 0 or tokens.kind[value] == NULL or tokens.kind[value] == FALSE:
        return 0
    return 1 if tokens.kind[value] == TRUE else -1


@declared
def number_in(
    tokens: Tokens,
    value: int,
) -> int:
    """A whole number; -1 for anything else."""
    if value < 0 or tokens.kind[value] != INTEGER or tokens.amount[value] < 0:
        return -1
    return tokens.amount[value] // CHIP


@declared
def amount_in(
    tokens: Tokens,
    value: int,
) -> int:
    """An amount, possibly as a text; 0 for null. -1 for anything else."""
    if value < 0 or tokens.kind[value] == NULL:
        return 0
    return tokens.amount[value]


@declared
def text_in(
    text: Input[U8, "t"],
    tokens: Tokens,
    value: int,
) -> int:
    """The place of a text, or of a whole number used as one; 0: none, -1: anything else."""
    if value < 0 or tokens.kind[value] == NULL:
        return 0
    begin = tokens.begin[value]
    size = tokens.end[value] - begin
    if tokens.kind[value] == INTEGER and text[begin] == 45:
        return -1
    if (tokens.kind[value] != TEXT and tokens.kind[value] != INTEGER) or size > LONGEST_LINE:
        return -1
    return begin << 20 | size if size else 0


@declared
def cards_in(
    text: Input[U8, "t"],
    tokens: Tokens,
    value: int,
) -> int:
    """The cards of a list in the form of records, 0 without any; -1 for anything else."""
    if value < 0 or tokens.kind[value] == NULL:
        return 0
    if tokens.kind[value] == TEXT:
        return 0 if tokens.end[value] == tokens.begin[value] else -1
    if tokens.kind[value] != ARRAY:
        return -1
    packed = 0
    count = 0
    at = value + 1
    while at < tokens.next[value]:
        if tokens.kind[at] != TEXT or tokens.end[at] - tokens.begin[at] != 2 or count == MOST_CARDS:
            return -1
        card = cards_at(text, tokens.begin[at], tokens.end[at])
        if card < 0:
            return -1
        packed |= (card & 63) << (6 * count)
        count += 1
        at += 1
    return packed | count << 48 if count else 0


@declared
def moment_in(
    text: Input[U8, "t"],
    tokens: Tokens,
    value: int,
    out: Array[I64, "1"],  # written: seconds since 1970; NEVER if unknown
) -> bool:
    """Read ``2026-02-02T20:17:51.970Z``, whose end may be missing; False for anything else."""
    out[0] = NEVER
    if value < 0:
        return True
    at = tokens.begin[value]
    stop = tokens.end[value]
    if tokens.kind[value] != TEXT or stop - at < 19 or text[at + 4] != 45 or text[at + 7] != 45:
        return False
    if text[at + 10] != 84 or text[at + 13] != 58 or text[at + 16] != 58:
        return False
    year, month = whole_at(text, at, at + 4), whole_at(text, at + 5, at + 7)
    day = day_number(year, month, whole_at(text, at + 8, at + 10))
    hours, minutes = whole_at(text, at + 11, at + 13), whole_at(text, at + 14, at + 16)
    seconds = whole_at(text, at + 17, at + 19)
    if (
        day < 0
        or year >= _BEYOND
        or not (0 <= hours < 24 and 0 <= minutes < 60 and 0 <= seconds < 60)
    ):
        return False
    out[0] = 86_400 * day + 3600 * hours + 60 * minutes + seconds
    at += 19
    if at + 1 < stop and text[at] == 46 and is_digit(text[at + 1]):
        at += 1
        while at < stop and is_digit(text[at]):
            at += 1
    return at == stop or (at + 1 == stop and text[at] == 90)
