"""A hand as a file tells it, before the betting is replayed; its cards, and its chips.

Chips are whole numbers of ten-thousandths: no amount is ever rounded.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from pokerlake import catalogue
from pokerlake.catalogue import Game
from pokerlake.engine.cards.holes import HANDS, hand_of_hole, hole_id
from pokerlake.engine.cards.text import CARDS

STREETS = ("preflop", "flop", "turn", "river")
BOARD_CARDS = (0, 3, 4, 5)
MOST_PLAYERS = 10
LONGEST_LINE = 10_000  # characters; of a site's own the longest are talk, of some hundreds
ONLY = "only hold'em, Omaha and short deck are read"
_LONGEST_NUMBER = 9  # digits of a seat, a side pot or a player
_PROBLEM_BEGINS, _PROBLEM_ENDS = 250, 120  # characters of a problem that quotes too much

CARD_NUMBER = {text: number for number, text in enumerate(CARDS)}
HAND_OF_HOLE = {
    first + second: HANDS[hand_of_hole()[hole_id(a, b)]]
    for first, a in CARD_NUMBER.items()
    for second, b in CARD_NUMBER.items()
    if a != b
}

ACTIONS = (
    "ante", "small blind", "big blind", "straddle", "post",
    "fold", "check", "call", "bet", "raise",
)  # fmt: skip


LIMITS = ("no limit", "pot limit", "fixed limit")
# Each game by its name in ``hands.game``: the limit, and the game of the catalogue.
GAMES = {f"{limit} {name}": game for limit in LIMITS for name, game in catalogue.GAMES.items()}


class Kind:
    """What happens, by number: the actions in their order, and two more."""

    ANTE, SMALL_BLIND, BIG_BLIND, STRADDLE, POST, FOLD, CHECK, CALL, BET, RAISE = range(10)
    DEAL = 10  # of board cards: no player's action
    RAISE_TO = 11  # a bet or a raise, as the bets on the street decide


AS_NEEDED = -1  # of a call: what it takes, or all that is left


class BadHandError(Exception):
    """A hand that cannot be read, or does not add up; ``line`` is None for the hand as a whole.

    A long problem loses its middle: what it quotes may be as long as a line.
    """

    def __init__(self, problem: str, line: int | None = None) -> None:
        if len(problem) > _PROBLEM_BEGINS + _PROBLEM_ENDS:
            problem = f"{problem[:_PROBLEM_BEGINS]} … {problem[-_PROBLEM_ENDS:]}"
        super().__init__(problem)
        self.line = line


def unlike(what: str, told: str, found: str) -> BadHandError:
    """A file and the betting do not agree."""
    return BadHandError(f"{what} {told} by the file, {found} by the betting")


class AmountError(BadHandError):
    """Text that is not an amount of chips."""


class Event(NamedTuple):
    """Something that happened: an action of a seat, or board cards that were dealt.

    ``amount`` is what an action moves into the pot. For a raise it is the total of the player's
    bets on the street. For a call it may be ``AS_NEEDED``, which may come to nothing: a check.
    ``dead`` is the part of a post that is not a bet. ``all_in`` is True where the file says so,
    ``stuck`` where the player may not bet more (a cap).
    """

    kind: int
    seat: int
    amount: int
    line: int | None = None  # where it stands, if that is not where the hand begins
    dead: int = 0
    all_in: bool = False
    stuck: bool = False
    cards: str = ""


class Collected(NamedTuple):
    """Chips that a seat took from a pot: 0 the main pot, 1, 2, ...; None where it is not told."""

    seat: int
    amount: int
    pot: int | None = None
    line: int | None = None


@lru_cache(4096)
def midnight(year: int, month: int, day: int) -> int:
    """Seconds since 1970 on a clock of any zone; ValueError if there is no such day."""
    return (dt.date(year, month, day) - dt.date(1970, 1, 1)).days * 86_400


@dataclass(slots=True)
class Hand:
    """A hand as a file tells it.

    ``game`` is one of ``GAMES``. Amounts are in ten-thousandths of a chip. ``players`` and
    ``stacks`` are by seat, for all who may have been dealt in. ``holes`` has the known ones as
    text, ``AhKd``. ``collected``, ``pots``, ``total_pot``, ``rake``, ``returned`` and ``finishing``
    are what the file says, or None. They are checked with the betting.
    """

    site: str
    number: str
    line: int
    game: str
    small_blind: int
    big_blind: int
    button: int = 0
    played: int | None = None
    zone: str | None = None
    table_name: str | None = None
    tournament: str | None = None
    currency: str | None = None
    players: dict[int, str] = field(default_factory=dict)
    stacks: dict[int, int] = field(default_factory=dict)
    holes: dict[int, str] = field(default_factory=dict)
    mucked: set[int] = field(default_factory=set)
    events: list[Event] = field(default_factory=list)
    trimmed_antes: bool = True
    returned: dict[int, int] | None = None
    collected: list[Collected] | None = None
    pots: list[int] | None = None
    total_pot: int | None = None
    rake: int | None = None
    finishing: dict[int, int] | None = None

    @property
    def rule(self) -> Game:
        """The rule of its game."""
        return GAMES[self.game]

    def know(self, seat: int, cards: list[str]) -> None:
        """Take a hole that the file tells; where it is told twice, it must be the same."""
        known = self.holes.setdefault(seat, "".join(cards))
        if set(cards_of(known)) != set(cards):
            raise BadHandError(f"{self.players[seat]} has {known}, and then {''.join(cards)}")


def card_texts(text: str) -> list[str]:
    """The cards of ``Ah Kd`` or ``AhKd``, each by itself; BadHandError if a part is not a card."""
    cards = cards_of(text.replace(" ", ""))
    for card in cards:
        if card not in CARD_NUMBER:
            raise BadHandError(f"{card!r} in {text!r} is no card")
    return cards


def cards_of(text: str) -> list[str]:
    """The cards of ``AhKd``, whatever each is."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def whole_number(text: str) -> int | None:
    """A seat or the like, ``3``: plain digits of ASCII and not many; None if it is not such."""
    plain = text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER
    return int(text) if plain else None


# ---------------------------------------------------------------- chips

UNIT = 10_000  # of these are one chip, or one dollar
DECIMALS = 4
MOST = 10**13 * UNIT  # ten stacks of it fit the eighteen digits of a column
_LONGEST_AMOUNT = 40  # characters

_AMOUNT = re.compile(r"(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?|\.(\d+)", re.ASCII)
CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "₹": "INR", "¥": "CNY"}


@lru_cache(100_000)  # few amounts are written again and again
def chips(text: str) -> int:
    """The ten-thousandths of an amount: ``$1,234.5``, ``0.25``, ``100``.

    Raises AmountError if it is not an amount, or negative, finer than a ten-thousandth or too large
    for a column.

    Examples
    --------
    >>> chips("$0.05")
    500
    """
    if len(text) > _LONGEST_AMOUNT:
        raise AmountError(f"{text[:_LONGEST_AMOUNT]!r}… is too long for an amount of chips")
    plain = text[1:] if text[:1] in CURRENCIES else text
    match = _AMOUNT.fullmatch(plain)
    if match is None:
        raise AmountError(f"{text!r} is no amount of chips")
    decimals = (match[1] or match[2] or "").rstrip("0")
    if len(decimals) > DECIMALS:
        raise AmountError(f"{text!r} is finer than a ten-thousandth of a chip")
    whole = plain.partition(".")[0].replace(",", "") or "0"
    amount = int(whole) * UNIT + int(decimals.ljust(DECIMALS, "0") or "0")
    if amount >= MOST:
        raise AmountError(f"{text!r} is more than a column of chips holds")
    return amount


def shown(amount: int) -> str:
    """An amount as text, with as few decimals as it has.

    Examples
    --------
    >>> shown(500), shown(1_000_000)
    ('0.05', '100')
    """
    whole, part = divmod(amount, UNIT)
    return f"{whole}.{part:04}".rstrip("0") if part else str(whole)


def unit_of(amounts: list[int]) -> int:
    """The largest unit that divides all amounts: a chip, a hundredth, or a ten-thousandth."""
    return next(unit for unit in (UNIT, 100, 1) if not any(amount % unit for amount in amounts))
