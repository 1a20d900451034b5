"""Scanning the text of a range, and the error that points at a character of it."""

from __future__ import annotations

import re
from typing import NoReturn

from ..cards.text import RANKS, suit_at
from ..given import around, letter

# Bounded, because Python refuses to read numbers of thousands of digits. The longest that is ever
# written is the percentage of the smallest double.
# Possessive quantifiers: backtracking would cost the square of the length.
DIGITS = r"(?:[0-9]{1,99}+\.?+[0-9]{0,400}+|\.[0-9]{1,400}+)"
NUMBER = DIGITS + "(?:[eE][-+]?[0-9]{1,4}+)?"
DEEPEST = 50  # parentheses within parentheses

# Characters that text processors and web pages use for "-" and " ".
_PLAIN = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
    | dict.fromkeys("\u00a0\u2009\u202f", " ")
)
_BLANKS = re.compile(r"[ \t\r]*")
_SEPARATOR = re.compile(r"[ \t\r]*(?:,|\n\s*,?)\s*")


class RangeError(ValueError):
    """A text that is not a range, or a range that cannot be written.

    Attributes
    ----------
    problem : str
        What is wrong, with the value, in one line.
    position : int or None
        The character where it is wrong, counting from 1; None if no text was read.
    """

    def __init__(self, problem: str, position: int | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.position = position


def error_at(text: str, at: int, problem: str) -> RangeError:
    """The error for the character ``text[at]``; it quotes only the part of a long text near it."""
    return RangeError(f"{around(text, at)} at character {at + 1}: {problem}", at + 1)


class Scanner:
    """A place in a text, and methods that read from there on."""

    def __init__(self, text: str) -> None:
        self.text = text if text.isascii() else text.translate(_PLAIN)
        self.at = 0

    def fail(self, problem: str, at: int | None = None) -> NoReturn:
        """Raise the error for this place, or for another one."""
        raise error_at(self.text, self.at if at is None else at, problem)

    def here(self, length: int = 1) -> str:
        """The next characters, in lower case; fewer at the end of the text."""
        text = self.text[self.at : self.at + length]
        return text.lower() if text.isascii() else text  # lower() turns the Kelvin sign into k

    def blanks(self) -> None:
        """Go past blanks, within a line."""
        match = _BLANKS.match(self.text, self.at)
        assert match is not None
        self.at = match.end()

    def space(self) -> None:
        """Go past blanks and line breaks."""
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def take(self, expected: str) -> bool:
        """Go past this text, in either case, if it comes next after blanks."""
        self.blanks()
        is_there = self.here(len(expected)) == expected
        if is_there:
            self.at += len(expected)
        return is_there

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Go past a match of the pattern here, if there is one."""
        match = pattern.match(self.text, self.at)
        if match:
            self.at = match.end()
        return match

    def require_separator(self) -> None:
        """Go past one comma or any line breaks, with the blanks around them, before more parts."""
        if not self.match(_SEPARATOR) and self.at < len(self.text):
            wrong = letter(self.text[self.at])
            self.fail(f"{wrong} does not belong here; parts are set apart by commas")

    def rank(self) -> int | None:
        """The rank 0..12 that comes next, also ``10`` for ``T``; None if there is none."""
        if self.here(2) == "10":
            self.at += 2
            return 8
        rank = RANKS.find(self.here().upper()) if self.here() else -1
        if rank < 0:
            return None
        self.at += 1
        return rank

    def past_blanks(self) -> None:
        """Go past blanks between known cards, as in ``Ad Ks`` after the first card."""
        at = self.at
        self.blanks()
        behind = self.at
        is_known = self.rank() is not None and self.suit() is not None
        self.at = behind if is_known else at

    def suit(self) -> int | None:
        """The suit 0..3 that comes next; None if there is none."""
        suit, width = suit_at(self.text, self.at)
        if suit < 0:
            return None
        self.at += width
        return suit
