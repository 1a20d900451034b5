"""Patterns of cards, and which holes have them: ``AA``, ``AxKx``, ``RROO``, ``xxyy``.

A hole has a pattern if each card of the pattern stands for another card of the hole; the hole may
have more. A variable is one rank, or one suit, wherever it stands in a pattern, and different
variables are different ones.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .hole_lists import Block, Mask, hole_lists
from .hole_range import Cards

ANY = (1 << 52) - 1
RANK_WORDS = {
    "r": "AKQJT",
    "b": "AKQJ",
    "f": "KQJ",
    "n": "KQJT9",
    "m": "T987",
    "z": "65432",
    "l": "A8765432",
    "w": "A5432",
}


@dataclass(frozen=True)
class Card:
    """A card of a pattern: one of some cards, and what it has in common with others."""

    among: int = ANY  # a bit for each card
    rank: str = ""  # a variable
    suit: str = ""

    def of_rank(self) -> Card:
        """What this says of the rank alone."""
        ranks = sum(15 << 4 * rank for rank in range(13) if self.among >> 4 * rank & 15)
        return Card(ranks, self.rank)

    def of_suit(self) -> Card:
        """What this says of the suit alone."""
        columns = [sum(1 << 4 * rank + suit for rank in range(13)) for suit in range(4)]
        return Card(sum(column for column in columns if self.among & column), "", self.suit)


Pattern = tuple[Card, ...]


@functools.lru_cache(maxsize=256)
def lists_with(pattern: Pattern, cards: int) -> tuple[Mask, Mask]:
    """The lists of ranks and of suits that a hole of so many cards must have to have a pattern."""
    lists = hole_lists(cards)
    ranks = _found(4 * lists.ranks, _demands(map(Card.of_rank, pattern)))
    return ranks, _found(lists.suits, _demands(map(Card.of_suit, pattern)))


def has_pattern(block: Block, pattern: Pattern) -> Mask:
    """Which holes of a block have a pattern, ``(n,)``."""
    ranks, suits = lists_with(pattern, block.holes.shape[1])
    found: Mask = ranks[block.rank_list] & suits[block.suit_list]
    if _demands(map(Card.of_rank, pattern)) and _demands(map(Card.of_suit, pattern)):
        rows = np.flatnonzero(found)
        found[rows] = _found(block.holes[rows], _demands(pattern))
    return found


def _demands(cards: Iterable[Card]) -> Pattern:
    """The cards that are not just any, those that are the same side by side."""
    return tuple(sorted((card for card in cards if card != Card()), key=_order))


def _order(card: Card) -> tuple[int, int, str, str]:
    """What leaves the fewest cards comes first."""
    return card.among.bit_count(), card.among, card.rank, card.suit


def _found(holes: npt.NDArray[np.uint8], pattern: Pattern) -> Mask:
    """Which rows ``(n, k)`` have all cards of a pattern, each in a place of its own."""
    found = np.zeros(len(holes), np.bool_)
    among = np.array([[card.among >> n & 1 for n in range(52)] for card in pattern], np.bool_)
    _search(holes, pattern, among, np.arange(len(holes)), (), found)
    return found


def _search(
    holes: npt.NDArray[np.uint8],
    pattern: Pattern,
    among: Mask,
    rows: npt.NDArray[np.intp],
    places: tuple[int, ...],
    found: Mask,
) -> None:
    """Give the next card of a pattern each place that is left, in the rows that allow it."""
    step = len(places)
    if step == len(pattern):
        found[rows] = True
        return
    card = pattern[step]
    # Cards that say the same are given places in one order only.
    first = places[-1] + 1 if step and pattern[step - 1] == card else 0
    for place in range(first, holes.shape[1]):
        if place in places:
            continue
        cards = holes[rows, place]
        fits = among[step][cards] & ~found[rows]
        for other, at in zip(pattern, places, strict=False):
            if card.rank and other.rank:
                fits &= (holes[rows, at] >> 2 == cards >> 2) == (card.rank == other.rank)
            if card.suit and other.suit:
                fits &= (holes[rows, at] & 3 == cards & 3) == (card.suit == other.suit)
        left = rows[fits]
        if len(left):
            _search(holes, pattern, among, left, (*places, place), found)


@dataclass(frozen=True)
class _Word:
    about: str
    suits: Callable[[tuple[int, ...]], bool] | None = None  # by how many cards a suit has, twos on
    ranks: Callable[[tuple[int, ...]], bool] | None = None  # by how many cards a rank has, twos on
    gaps: int | None = None


WORDS = {
    "ds": _Word("double-suited", suits=lambda counts: counts == (2, 2)),
    "ss": _Word("single-suited", suits=lambda counts: counts == (2,)),
    "ts": _Word("three of one suit", suits=lambda counts: counts == (3,)),
    "rb": _Word("rainbow", suits=lambda counts: not counts),
    "np": _Word("no pair", ranks=lambda counts: not counts),
    "op": _Word("one pair", ranks=lambda counts: counts == (2,)),
    "tp": _Word("two pair", ranks=lambda counts: counts == (2, 2)),
    "nt": _Word("no three of a rank", ranks=lambda counts: max(counts, default=0) < 3),
    "0g": _Word("ranks in a row", gaps=0),
    "1g": _Word("ranks in a row but for one", gaps=1),
    "2g": _Word("ranks in a row but for two", gaps=2),
    "ms": _Word("all of one suit"),
}
WORD = re.compile(rf"\$({'|'.join((*WORDS, *RANK_WORDS))})", re.IGNORECASE | re.ASCII)


@functools.cache
def lists_of(word: str, cards: int) -> tuple[Mask | None, Mask | None]:
    """The lists of ranks and of suits that a word of ``WORDS`` means; None for all lists."""
    lists, meant = hole_lists(cards), WORDS[word]
    if meant.suits:
        return None, np.array([meant.suits(_counts(row)) for row in lists.suits])
    if meant.ranks:
        return np.array([meant.ranks(_counts(row)) for row in lists.ranks]), None
    if meant.gaps is not None:
        return _in_a_row(lists.ranks, cards + meant.gaps), None
    return None, lists.suits[:, 0] == lists.suits[:, -1]


def suitedness_of(suits: Sequence[int]) -> str:
    """How a hole of these suits is suited, as a condition: ``$ds``, or ``:xxxyy``."""
    counts = sorted((suits.count(suit) for suit in set(suits)), reverse=True)
    if len(counts) == 1:
        return "$ms"
    twos = tuple(count for count in counts if count > 1)
    known = (name for name, word in WORDS.items() if word.suits and word.suits(twos))
    letters = "".join(letter * count for letter, count in zip("xyzw", counts, strict=False))
    return next((f"${name}" for name in known), f":{letters}")


def _counts(row: Cards) -> tuple[int, ...]:
    """How many there are of each that is there twice or more, the most first."""
    values = row.tolist()
    counts = sorted((values.count(value) for value in set(values)), reverse=True)
    return tuple(count for count in counts if count > 1)


def _in_a_row(ranks: Cards, width: int) -> Mask:
    """Whether ranks, all of them different, are within so many and no fewer; the ace is low too."""
    high = ranks.astype(np.int64)
    low = np.sort(np.where(high == 12, -1, high), axis=1)
    different = (np.diff(high, axis=1) > 0).all(axis=1)
    spans = [found[:, -1] - found[:, 0] + 1 == width for found in (high, low)]
    found: Mask = different & (spans[0] | spans[1])
    return found
