"""Cards as numbers and as text: single cards, hands, and whole columns of text.

A card is a ``uint8`` 0..51 = 4 * rank + suit; rank 0 is the deuce, 12 the ace; suits are clubs,
diamonds, hearts, spades. Its text is a rank of ``23456789TJQKA`` and a suit of ``cdhs``. ``10`` for
``T``, either case, and the signs ``♣♦♥♠`` are read too. Blanks, also no-break ones, and commas may
stand between cards.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import RANKS as RANKS

from ..given import around, is_whole, letter, shown
from ..signatures import I64, U8, Bool
from ..threads import over_rows

SUITS = "cdhs"
RANK_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight",
    "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
RANK_PLURALS = tuple(f"{name}es" if name == "six" else f"{name}s" for name in RANK_NAMES)
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
CARDS = tuple(rank + suit for rank in RANKS for suit in SUITS)

_OF_TWO_LETTERS = {
    rank + suit: card
    for card, name in enumerate(CARDS)
    for rank in {name[0], name[0].lower()}
    for suit in {name[1], name[1].upper()}
}

_SEPARATORS = " \t,\u00a0"
FEW = 16  # rows of text: they take 0.1 ms without a kernel
_SIGNS = "♣♦♥♠"
_VARIANTS = "\ufe0e\ufe0f"  # after a sign: show it as text, or as a picture, which phones write
SUIT_PATTERN = f"(?:[{SUITS}]|[{_SIGNS}][{_VARIANTS}]?)"  # a regular expression
_LEAST_OF_TREYS = 0x10000  # the numbers of treys have a bit for the rank from here on
_LONG_NAMES = {
    f"{rank} of {suit}": 4 * r + s
    for r, rank in enumerate(RANK_NAMES)
    for s, suit in enumerate(SUIT_NAMES)
} | {f"two of {suit}": s for s, suit in enumerate(SUIT_NAMES)}

Column = npt.NDArray[np.uint8]


class CardError(ValueError):
    """Text or numbers that are not the cards they should be.

    Attributes
    ----------
    problem : str
        What is wrong, with the value, in one line.
    index : int or None
        The row, counting from 0, if a whole column was read.
    """

    def __init__(self, problem: str, index: int | None = None) -> None:
        super().__init__(problem if index is None else f"at index {index}: {problem}")
        self.problem = problem
        self.index = index


class TextColumn(NamedTuple):
    """A column of text as Arrow and polars hold it.

    ``data`` is ``(bytes,)`` ``uint8``, UTF-8; row ``i`` is ``data[offsets[i]:offsets[i + 1]]``,
    with ``offsets`` ``(rows + 1,)`` ``int64``. ``valid``, ``(rows,)`` ``bool``, is False for null
    rows; it is None if no row is null.
    """

    data: U8
    offsets: I64
    valid: Bool | None = None

    @classmethod
    def of(cls, texts: Iterable[str | None]) -> TextColumn:
        """A column from Python strings: convenient for small ones."""
        rows = [None if text is None else text.encode() for text in texts]
        lengths = np.array([0 if row is None else len(row) for row in rows], dtype=np.int64)
        offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
        data = np.frombuffer(b"".join(row for row in rows if row is not None), dtype=np.uint8)
        valid = np.array([row is not None for row in rows], dtype=np.bool_)
        return cls(data, offsets, None if valid.all() else valid)

    def text(self, row: int) -> str:
        """The text of one row; bytes that are not UTF-8 are shown escaped."""
        raw = self.data[self.offsets[row] : self.offsets[row + 1]].tobytes()
        return raw.decode("utf-8", "backslashreplace")


def deck_text(dead: Sequence[int]) -> str:
    """A deck without these cards, all of some ranks, in words for a message."""
    ranks = [rank for place, rank in enumerate(RANKS) if 4 * place not in dead]
    return f"the deck of {52 - len(dead)} cards, {ranks[0]} to {ranks[-1]}"


def not_in_deck(hand: Sequence[int], dead: Sequence[int]) -> str:
    """The message for a hand with a card that is not in the deck."""
    wrong = next(card for card in hand if card in dead)
    return f"{format_hand(hand)!r} has {CARDS[wrong]}, which is not in {deck_text(dead)}"


@dataclass(frozen=True)
class ParsedColumn:
    """Cards read from a column of text."""

    # (k, n) uint8, card ``c`` of hand ``i`` at ``[c, i]``, in the order of the text; 255 past the
    # end of a hand.
    cards: U8
    count: U8  # (n,) uint8, how many cards each row has; 0 for a null row


def parse_card(text: str) -> int:
    """One card from its short or long name: ``As``, ``10h``, ``ace of spades``.

    Raises
    ------
    CardError
        If the text is anything but one card.

    Examples
    --------
    >>> parse_card("As"), parse_card("Ace of Spades"), parse_card("10c")
    (51, 51, 32)
    """
    long = _LONG_NAMES.get(" ".join(text.lower().split())) if text.isascii() else None
    if long is not None:
        return long
    cards = parse_hand(text)
    if len(cards) != 1:
        raise CardError(f"{shown(text)} is {counted(len(cards))}, not one")
    return int(cards[0])


def cards_in(text: str) -> list[str]:
    """The cards in a text without blanks, two letters each, in the order written.

    Examples
    --------
    >>> cards_in("AsKdTh")
    ['As', 'Kd', 'Th']
    """
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def parse_hand(text: str) -> Column:
    """The cards of a hand, in the order written, as ``(k,)`` ``uint8``.

    Raises
    ------
    CardError
        If something in the text is not a card, or a card is there twice.

    Examples
    --------
    >>> parse_hand("AsKd 10h")
    array([51, 45, 34], dtype=uint8)
    """
    try:  # two letters a card, as most people write them
        compact = [_OF_TWO_LETTERS[text[at : at + 2]] for at in range(0, len(text), 2)]
    except KeyError:
        pass
    else:
        if len({*compact}) == len(compact):
            return np.array(compact, dtype=np.uint8)
    cards: list[int] = []
    at = 0
    while at < len(text):
        if text[at] in _SEPARATORS:
            at += 1
            continue
        ten = text.startswith("10", at)
        rank = 8 if ten else RANKS.find(text[at].upper())
        suit, width = suit_at(text, at + 1 + ten)
        end = at + 1 + ten + width
        if rank < 0 or suit < 0:
            raise CardError(_nonsense(text, at, rank >= 0, end))
        card = 4 * rank + suit
        if card in cards:
            raise CardError(f"{around(text, at)} has {CARDS[card]} twice")
        cards.append(card)
        at = end
    return np.array(cards, dtype=np.uint8)


def suit_at(text: str, at: int) -> tuple[int, int]:
    """The suit 0..3 that stands at ``text[at]``, or -1, and how many characters it has."""
    sign = _SIGNS.find(text[at : at + 1]) if at < len(text) else -1
    if sign >= 0:
        return sign, 1 + (text[at + 1 : at + 2] in [*_VARIANTS])
    return SUITS.find(text[at : at + 1].lower()) if at < len(text) else -1, 1


def _nonsense(text: str, at: int, rank_is_fine: bool, end: int) -> str:
    if not rank_is_fine:
        wrong, problem = at, f"{letter(text[at])} is not a rank; ranks are {RANKS}"
    elif end > len(text):
        wrong, problem = at, f"{text[at:]!r} has no suit; suits are {SUITS}"
    else:
        wrong, problem = end - 1, f"{letter(text[end - 1])} is not a suit; suits are {SUITS}"
    return f"{around(text, wrong)} at character {wrong + 1}: {problem}"


def card_number(card: object) -> int:
    """A card as a Python int; CardError if it is not a whole number 0..51."""
    if type(card) is int and 0 <= card < len(CARDS):  # most of them, in a tenth of the time
        return card
    if is_whole(card) and not 0 <= card < len(CARDS):
        raise CardError(no_card(int(card)))
    return whole_number("card", card, len(CARDS))


def no_card(number: int) -> str:
    """The message for a whole number that is not a card."""
    hint = "; from_treys converts the cards of treys" if number >= _LEAST_OF_TREYS else ""
    return f"card {shown(number)} is not in 0..{len(CARDS) - 1}{hint}"


def whole_number(what: str, value: object, end: int) -> int:
    """A number as a Python int; CardError if it is not a whole number from 0 up to ``end`` - 1."""
    if not is_whole(value):
        raise CardError(f"{what} {_number(value)} is not a whole number")
    if not 0 <= value < end:
        raise CardError(f"{what} {shown(int(value))} is not in 0..{end - 1}")
    return int(value)


def _number(value: object) -> str:
    """A value for a message: ``0.5`` rather than ``np.float64(0.5)``, and text without quotes."""
    if isinstance(value, str):
        return shown(value)[1:-1]
    return shown(value.item() if isinstance(value, np.generic) else value)


def format_card(card: int) -> str:
    """The short name of a card: ``As``; CardError if it is not 0..51."""
    return CARDS[card_number(card)]


def format_hand(cards: Sequence[int] | Column) -> str:
    """The cards of one hand as text without blanks: ``AsKdTh``."""
    numbers = cards.tolist() if isinstance(cards, np.ndarray) else cards
    return "".join([CARDS[card_number(card)] for card in numbers])


def parse_column(
    text: TextColumn, *, fewest: int = 0, most: int = 7, threads: int = 1
) -> ParsedColumn:
    """Read a whole column of text, with no Python object per row.

    Parameters
    ----------
    text : TextColumn
        Null rows give a count of 0.
    fewest, most : int
        How many cards a row may have; ``most`` is the ``k`` of the result.
    threads : int
        0 for all cores.

    Raises
    ------
    CardError
        For the first row with something that is not a card, a card twice, or too few or too many
        cards. The error has the index and text of the row.
    """
    rows = len(text.offsets) - 1
    if rows <= FEW:
        return _parse_few(text, fewest, most)
    cards = np.empty((most, rows), dtype=np.uint8)
    count = np.empty(rows, dtype=np.uint8)
    read = row_reader(text, fewest)
    over = over_rows(lambda start, stop: read(start, stop, start, cards, count), rows, threads)
    for row in over:
        refuse_row(text, row, fewest, most)
    return ParsedColumn(cards, count)


def _parse_few(text: TextColumn, fewest: int, most: int) -> ParsedColumn:
    """The same for so few rows that loading or compiling a kernel does not pay."""
    rows = len(text.offsets) - 1
    parsed = ParsedColumn(np.full((most, rows), 255, np.uint8), np.zeros(rows, np.uint8))
    for row in range(rows):
        if text.valid is not None and not text.valid[row]:
            continue
        try:
            hand = parse_hand(text.text(row))
        except CardError as error:
            raise CardError(error.problem, row) from None
        if not fewest <= len(hand) <= most:
            refuse_row(text, row, fewest, most)
        parsed.cards[: len(hand), row] = hand
        parsed.count[row] = len(hand)
    return parsed


def row_reader(text: TextColumn, fewest: int) -> Callable[[int, int, int, Column, Column], int]:
    """A function that reads rows ``start..stop`` into ``cards`` and ``count`` from ``to`` on.

    It is called with ``start``, ``stop``, ``to``, ``cards`` ``(k, n)`` and ``count`` ``(n,)``, both
    ``uint8``, and returns the first row that cannot be read, or -1.
    """
    from .text_kernels import parse_rows

    valid = np.empty(0, np.bool_) if text.valid is None else text.valid
    columns = text.data, text.offsets, valid, *_reading_tables(), fewest
    return lambda *rows_and_results: int(parse_rows(*columns, *rows_and_results))


def refuse_row(text: TextColumn, row: int, fewest: int, most: int) -> None:
    """Raise the :class:`CardError` of a row that could not be read. Row -1 raises nothing."""
    if row < 0:
        return
    hand = text.text(row)
    try:
        cards = parse_hand(hand)
    except CardError as error:
        raise CardError(error.problem, row) from None
    needed = f"{fewest} to {most}" if fewest < most else fewest
    raise CardError(f"{shown(hand)} has {counted(len(cards))}; {needed} are needed", row)


def counted(cards: int) -> str:
    """How many cards, in words for a message."""
    return "1 card" if cards == 1 else f"{cards} cards"


@functools.cache
def _reading_tables() -> tuple[Column, Column]:
    rank_of = np.full(256, 255, dtype=np.uint8)
    suit_of = np.full(256, 255, dtype=np.uint8)
    for rank, name in enumerate(RANKS):
        rank_of[[ord(name), ord(name.lower())]] = rank
    for suit, name in enumerate(SUITS):
        suit_of[[ord(name), ord(name.upper())]] = suit
    for separator in filter(str.isascii, _SEPARATORS):
        rank_of[ord(separator)] = 254
    return rank_of, suit_of


def format_column(cards: U8) -> TextColumn:
    """Hands of ``(k, n)`` ``uint8`` cards as a column of text, 2k bytes each: ``AsKdTh``.

    A card that is not 0..51, or twice in a hand, raises CardError.
    """
    k, n = cards.shape
    check_cards(cards)
    letters = np.frombuffer("".join(CARDS).encode(), dtype=np.uint16)
    data = letters[cards.T].reshape(-1).view(np.uint8)
    return TextColumn(data, np.arange(n + 1, dtype=np.int64) * (2 * k))


def check_cards(cards: U8, *, first: int = 0) -> None:
    """Raise CardError for the first hand of ``(k, n)``, from ``first`` on, that cannot be dealt.

    Such a hand has a card that is not 0..51, or a card twice. The error has its index.
    """
    from .text_kernels import first_bad_hand

    bad = int(first_bad_hand(cards, first))
    if bad < 0:
        return
    hand = [int(card) for card in cards[:, bad]]
    outside = [card for card in hand if card >= len(CARDS)]
    if outside:
        raise CardError(f"card {outside[0]} is not in 0..51", bad)
    twice = next(card for card in hand if hand.count(card) > 1)
    raise CardError(f"{format_hand(hand)!r} has {CARDS[twice]} twice", bad)
