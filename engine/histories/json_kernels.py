"""Tokens of JSON, on which the readers of its hands work.

Anything that ``json`` might not read as a value is rejected here, and read by the Python reader.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

from ..declared import declared
from ..signatures import I32, I64, U8, Array, Input
from .line_steps import is_digit
from .phh_steps import amount_at

# Kinds of tokens. The span of a key or a text excludes its quotes. ESCAPED is a text with escapes.
OBJECT, ARRAY, TEXT, ESCAPED, INTEGER, DECIMAL, TRUE, FALSE, NULL = range(9)

NO_WORD = 255
_LONGEST_NUMBER = 40  # characters
_VALUE, _VALUE_OR_END, _KEY, _KEY_OR_END, _BEHIND = range(5)


class Tokens(NamedTuple):
    """The tokens of a value, a row each: an object has its keys and values in turn."""

    kind: Array[U8, "n"]
    word: Array[U8, "n"]  # the number of a text that is a known word, otherwise NO_WORD
    begin: Array[I32, "n"]  # in the text
    end: Array[I32, "n"]
    next: Array[I32, "n"]  # the token after it and everything inside it
    amount: Array[I64, "n"]  # of a number or a text, in ten-thousandths; -1: not an amount
    about: Array[
        I64, "5"
    ]  # the tokens, the ends of lines among them, whether a key has an escape, and
    # how many texts are each of the first two words, or end with one after an escaped quote


TOKENS, LINES, ODD, MARKED = range(4)


@declared
def hashed(
    text: Input[U8, "t"],
    at: int,
    size: int,
) -> int:
    """The first of 256 places to look a word up."""
    return (size * 37 + text[at] * 5 + text[at + size - 1] * 11 + text[at + size // 2] * 3) & 255


@declared
def word_at(
    text: Input[U8, "t"],
    at: int,
    size: int,
    words: Input[U8, "w, 24"],  # zero-padded
    places: Input[U8, "256"],  # the word at this ``hashed`` place or the next free one, or NO_WORD
) -> int:
    """The number of a text among the words; NO_WORD if it is not one of them."""
    if size == 0 or size >= words.shape[1]:
        return NO_WORD
    place = hashed(text, at, size)
    while places[place] != NO_WORD:
        word = places[place]
        i = 0
        while i < size and words[word, i] == text[at + i]:
            i += 1
        if i == size and words[word, size] == 0:
            return word
        place = (place + 1) & 255
    return NO_WORD


@declared
def escape_end(
    text: Input[U8, "t"],
    at: int,
    stop: int,
) -> int:
    """The end of the escape that begins at ``at``; -1 if invalid."""
    byte = text[at + 1] if at + 1 < stop else 0
    if byte == 117:  # u and four digits
        if at + 6 > stop:
            return -1
        for i in range(at + 2, at + 6):
            digit = text[i] | 32
            if not is_digit(text[i]) and not 97 <= digit <= 102:
                return -1
        return at + 6
    fine = byte == 34 or byte == 92 or byte == 47 or byte == 98 or byte == 102 or byte == 110
    return at + 2 if fine or byte == 114 or byte == 116 else -1


@declared
def number_end(
    text: Input[U8, "t"],
    at: int,
    stop: int,
) -> int:
    """The end of a number, which may have a sign and a point; -1 if invalid."""
    begin = at
    if text[at] == 45:
        at += 1
    first = at
    while at < stop and is_digit(text[at]):
        at += 1
    if at == first or (text[first] == 48 and at > first + 1):
        return -1
    if at < stop and text[at] == 46:
        at += 1
        first = at
        while at < stop and is_digit(text[at]):
            at += 1
        if at == first:
            return -1
    return at if at - begin <= _LONGEST_NUMBER else -1


@declared
def spells(
    text: Input[U8, "t"],
    at: int,
    stop: int,
    size: int,
    letters: int,
) -> bool:
    """Whether a word of ``size`` bytes here ends in three letters, packed in a number."""
    if at + size > stop:
        return False
    word = text[at + size - 3] << 16 | text[at + size - 2] << 8 | text[at + size - 1]
    return word == letters


@declared
def scalar_end(
    text: Input[U8, "t"],
    at: int,
    stop: int,
    tokens: Tokens,  # written
    n: int,
) -> int:
    """Write a number, or one of three words. Returns its end; -1 for anything else."""
    byte = text[at]
    end = -1
    if byte == 116 and spells(text, at, stop, 4, 0x727565):
        tokens.kind[n] = TRUE
        end = at + 4
    elif byte == 110 and spells(text, at, stop, 4, 0x756C6C):
        tokens.kind[n] = NULL
        end = at + 4
    elif byte == 102 and spells(text, at, stop, 5, 0x6C7365) and text[at + 1] == 97:
        tokens.kind[n] = FALSE
        end = at + 5
    elif byte == 45 or is_digit(byte):
        end = number_end(text, at, stop)
        tokens.kind[n] = INTEGER
        for i in range(at, end):
            if text[i] == 46:
                tokens.kind[n] = DECIMAL
    tokens.begin[n] = at
    tokens.end[n] = end
    return end


@declared
def text_token(
    text: Input[U8, "t"],
    at: int,
    stop: int,
    words: Input[U8, "w, 24"],
    places: Input[U8, "256"],
    tokens: Tokens,  # written
    n: int,
) -> int:
    """Write a text whose opening quote is at ``at``. Returns its end; -1 if invalid."""
    begin = at + 1
    at = begin
    odd = False
    while at < stop and text[at] != 34:
        if text[at] < 32:
            return -1
        if text[at] == 92:
            odd = True
            at = escape_end(text, at, stop)
            if at < 0:
                return -1
        else:
            at += 1
    if at >= stop:
        return -1
    tokens.kind[n] = ESCAPED if odd else TEXT
    first = at
    while odd and first > begin and text[first - 1] != 34:
        first -= 1
    first = first if odd else begin
    word = word_at(text, first, at - first, words, places)
    if word < 2:
        tokens.about[MARKED + word] += 1
    tokens.word[n] = NO_WORD if odd else word
    tokens.begin[n] = begin
    tokens.end[n] = at
    return at + 1


@declared
def past_blanks(
    text: Input[U8, "t"],
    at: int,
    tokens: Tokens,  # where ends of lines are counted
) -> int:
    """The beginning of the next token."""
    while at < len(text) and (text[at] in (32, 10, 13, 9)):
        tokens.about[LINES] += text[at] == 10
        at += 1
    return at


@declared
def find_tokens(
    text: Input[U8, "t"],
    at: int,
    words: Input[U8, "w, 24"],
    places: Input[U8, "256"],
    inside: Array[I64, "32"],  # scratch
    room: Array[I64, "1"],  # scratch
    tokens: Tokens,  # written
) -> int:
    """Find the tokens of the object or array at ``at``. Returns its end.

    -1 if it is invalid, nested too deeply or has too many tokens.
    """
    stop = len(text)
    n = 0
    depth = 0
    wanted = _VALUE
    for i in range(len(tokens.about)):
        tokens.about[i] = 0
    while True:
        at = past_blanks(text, at, tokens)
        if at >= stop or n >= len(tokens.kind):
            return -1
        byte = text[at]
        if byte == 125 or byte == 93:
            if depth == 0:
                return -1
            if wanted != _BEHIND and wanted != (_KEY_OR_END if byte == 125 else _VALUE_OR_END):
                return -1
            depth -= 1
            opener = inside[depth]
            if tokens.kind[opener] != (OBJECT if byte == 125 else ARRAY):
                return -1
            at += 1
            tokens.end[opener] = at
            tokens.next[opener] = n
            if depth == 0:
                tokens.about[TOKENS] = n
                return at
            wanted = _BEHIND
        elif wanted == _BEHIND:
            if byte != 44:
                return -1
            at += 1
            wanted = _KEY if tokens.kind[inside[depth - 1]] == OBJECT else _VALUE
        elif wanted in (_KEY, _KEY_OR_END) and byte != 34:
            return -1
        elif byte in (123, 91):
            if depth == len(inside):
                return -1
            tokens.kind[n] = OBJECT if byte == 123 else ARRAY
            tokens.begin[n] = at
            tokens.amount[n] = -1
            inside[depth] = n
            depth += 1
            n += 1
            at += 1
            wanted = _KEY_OR_END if byte == 123 else _VALUE_OR_END
        else:
            if byte == 34:
                at = text_token(text, at, stop, words, places, tokens, n)
            else:
                at = scalar_end(text, at, stop, tokens, n)
            if at < 0:
                return -1
            first, end = tokens.begin[n], tokens.end[n]
            is_amount = is_digit(text[first]) and amount_at(text, first, end, room) == end
            tokens.amount[n] = room[0] if is_amount else -1
            n += 1
            tokens.next[n - 1] = n
            if wanted in (_KEY, _KEY_OR_END):
                tokens.about[ODD] |= tokens.kind[n - 1] == ESCAPED
                at = past_blanks(text, at, tokens)
                if at >= stop or text[at] != 58:
                    return -1
                at += 1
                wanted = _VALUE
            else:
                wanted = _BEHIND
