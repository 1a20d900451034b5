"""Patterns of cards, and which holes have them: ``AA``, ``AxKx``, ``RROO``, ``xxyy``.

A hole has a pattern if each card of the pattern stands for another card of the hole; the hole may
have more. A variable is one rank, or one suit, wherever it stands in a pattern, and different
variables are different ones.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .hole_lists import Block, Mask, hole_lists

ANY = (1 << 52) - 1


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
