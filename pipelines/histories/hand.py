"""A hand as a file has it, before the betting is replayed; its cards, and its chips.

Chips are whole numbers of ten-thousandths: no amount is ever rounded.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar, cast

from pokerlake import catalogue

BOARD_CARDS = (0, 3, 4, 5)  # by street
MOST_PLAYERS = 10
LONGEST_LINE = 10_000  # characters; a site's own longest lines are chat, of some hundreds
NO_TEXT = "has bytes that are no text: neither UTF-8 nor UTF-16 nor Windows-1252"
_LONGEST_NUMBER = 9  # digits of a seat, a side pot or a player
_PROBLEM_BEGINS, _PROBLEM_ENDS = 250, 120  # characters kept of a problem that quotes too much
_SHORT = 200  # characters
Given = ParamSpec("Given")
Answer = TypeVar("Answer")

ACTIONS = (
    "ante", "small blind", "big blind", "straddle", "post",
    "fold", "check", "call", "bet", "raise",
    "stand pat", *(f"discard {cards}" for cards in range(1, 6)), "bring-in",
)  # fmt: skip


LIMITS = ("no limit", "pot limit", "fixed limit")
# Each game by its name in ``hands.game``: the limit, and the game of the catalogue.
GAMES = {
    f"{limit} {name}": game for limit in LIMITS for name, game in catalogue.PLAYED_GAMES.items()
}


def of_short_texts(most: int) -> Callable[[Callable[Given, Answer]], Callable[Given, Answer]]:
    """Cache the latest ``most`` answers for short texts that recur often.

    Long texts are not cached: thousands of them would fill the memory of a long import.
    """

    def remembering(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
        known = cast("Callable[Given, Answer]", lru_cache(most)(function))

        @wraps(function)
        def answer(*texts: Given.args, **options: Given.kwargs) -> Answer:
            for text in texts:
                if type(text) is str and len(text) > _SHORT:
                    return function(*texts, **options)
            return known(*texts, **options)

        return answer

    return remembering


class BadHandError(Exception):
    """A hand that cannot be read, or does not add up; ``line`` is None for the hand as a whole.

    The middle of a long problem is cut: it may quote a whole line.
    """

    def __init__(self, problem: str, line: int | None = None) -> None:
        if len(problem) > _PROBLEM_BEGINS + _PROBLEM_ENDS:
            problem = f"{problem[:_PROBLEM_BEGINS]} … {problem[-_PROBLEM_ENDS:]}"
        super().__init__(problem)
        self.line = line


class OtherGameError(Exception):
    """A hand of a game that is missing from the catalogue; ``game`` is its name."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game


@lru_cache(4096)
def midnight(year: int, month: int, day: int) -> int:
    """Seconds since 1970 on a clock of any zone; ValueError if there is no such day."""
    return (dt.date(year, month, day) - dt.date(1970, 1, 1)).days * 86_400


def whole_number(text: str) -> int | None:
    """A small whole number, such as a seat: a few ASCII digits; None for other texts."""
    plain = text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER
    return int(text) if plain else None


# ---------------------------------------------------------------- chips

UNIT = 10_000  # of these are one chip, or one dollar
DECIMALS = 4
MOST = 10**13 * UNIT  # ten stacks of it fit the eighteen digits of a column
_LONGEST_AMOUNT = 40  # characters

_AMOUNT = re.compile(r"(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?|\.(\d+)", re.ASCII)
CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "₹": "INR", "¥": "CNY"}


@lru_cache(100_000)  # few amounts occur, again and again
def chips(text: str) -> int:
    """The ten-thousandths of an amount: ``$1,234.5``, ``0.25``, ``100``.

    Raises BadHandError if the text is not an amount, or the amount is negative, finer than a
    ten-thousandth or too large for a column.

    Examples
    --------
    >>> chips("$0.05")
    500
    """
    if len(text) > _LONGEST_AMOUNT:
        raise BadHandError(f"{text[:_LONGEST_AMOUNT]!r}… is too long for an amount of chips")
    plain = text[1:] if text[:1] in CURRENCIES else text
    match = _AMOUNT.fullmatch(plain)
    if match is None:
        raise BadHandError(f"{text!r} is no amount of chips")
    decimals = (match[1] or match[2] or "").rstrip("0")
    if len(decimals) > DECIMALS:
        raise BadHandError(f"{text!r} is finer than a ten-thousandth of a chip")
    whole = plain.partition(".")[0].replace(",", "") or "0"
    amount = int(whole) * UNIT + int(decimals.ljust(DECIMALS, "0") or "0")
    if amount >= MOST:
        raise BadHandError(f"{text!r} is more than a column of chips holds")
    return amount


def shown(amount: int) -> str:
    """An amount as text, with as few decimals as possible.

    Examples
    --------
    >>> shown(500), shown(1_000_000)
    ('0.05', '100')
    """
    whole, part = divmod(amount, UNIT)
    return f"{whole}.{part:04}".rstrip("0") if part else str(whole)
