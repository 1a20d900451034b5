"""The class of one hand, from text or from numbers, without a kernel: a sum and two look-ups.

Each card has a number, and the sum over a hand has all that matters. The low 52 bits are the set of
cards: a card that is there twice carries, and the sum has fewer bits than the hand has cards. Above
them are the counts of each suit but clubs, and above those the ranks, by weights whose sums over up
to seven ranks, four of each at most, are all different (K. Leahy's, from SpecialKEval).

Python itself is the limit: seven look-ups and six additions are two thirds of the time, and even a
call of a compiled function that does nothing takes a third. For batches use ``evaluate.class_ids``,
which takes two nanoseconds a hand.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.text import CARDS, CardError, card_number, counted, format_hand, parse_hand
from .rank_graph import flush_of_set, layer_of

SIZES = (5, 6, 7)

_WEIGHTS = (
    0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181,
)  # fmt: skip
_SUITS = 52  # the first bit of the counts of each suit, three bits a suit
_RANKS = 61  # the first bit of the sum of ranks
_SET = (1 << _SUITS) - 1
_OF_SUITS = 0x1FF
_ONE_SUIT = 0x1111111111111  # the clubs of a set of cards

_NUMBERS = [
    1 << card | (1 << 3 * (card & 3) >> 3) << _SUITS | _WEIGHTS[card >> 2] << _RANKS
    for card in range(52)
]
_OF_TEXT = {
    rank + suit: _NUMBERS[card]
    for card, name in enumerate(CARDS)
    for rank, suit in product({name[0], name[0].lower()}, {name[1], name[1].upper()})
}


class _Tables(NamedTuple):
    """The look-up tables for hands of one size."""

    by_ranks: dict[int, int]  # the class of each sum of ranks, without a flush
    # The suit of the flush by the counts of the suits, or -1.
    flush_suit: list[int]


def class_of_text(text: str) -> int:
    """The class of one hand of five to seven cards, in any spelling that ``parse_hand`` reads.

    Returns
    -------
    int
        1 for a royal flush .. 7462; lower is better.

    Raises
    ------
    CardError
        If the text is not such a hand.

    Examples
    --------
    >>> class_of_text("AsKsQsJsTs"), class_of_text("7c 5d 4h 3s 2c Kd Kh")
    (1, 3750)
    """
    try:
        number = _OF_TEXT
        n = len(text)
        if n == 14:
            total = (
                number[text[:2]] + number[text[2:4]] + number[text[4:6]] + number[text[6:8]]
                + number[text[8:10]] + number[text[10:12]] + number[text[12:]]
            )  # fmt: skip
        elif n == 10:
            total = (
                number[text[:2]]
                + number[text[2:4]]
                + number[text[4:6]]
                + number[text[6:8]]
                + number[text[8:]]
            )
        elif n == 12:
            total = (
                number[text[:2]] + number[text[2:4]] + number[text[4:6]] + number[text[6:8]]
                + number[text[8:10]] + number[text[10:]]
            )  # fmt: skip
        else:
            return _read(text)
    except (KeyError, TypeError):
        return _read(text)
    n >>= 1
    cards = total & _SET
    if cards.bit_count() != n:
        return _read(text)
    by_ranks, flush_suit = _TABLES[n] or _tables(n)
    suit = flush_suit[total >> _SUITS & _OF_SUITS]
    return by_ranks[total >> _RANKS] if suit < 0 else _FLUSHES[cards >> suit & _ONE_SUIT]


def class_of(*cards: int) -> int:
    """The class of one hand of five to seven cards, given one by one as numbers 0..51.

    Returns and raises what :func:`class_of_cards` does.

    Examples
    --------
    >>> class_of(51, 47, 43, 39, 35)
    1
    """
    return class_of_cards(cards)


def class_of_cards(cards: Sequence[int] | npt.NDArray[np.integer]) -> int:
    """The class of one hand of five to seven cards, given as numbers 0..51.

    Parameters
    ----------
    cards : (k,) sequence or array of integers
        In any order.

    Returns
    -------
    int
        1 for a royal flush .. 7462; lower is better.

    Raises
    ------
    CardError
        If there are not five to seven cards, or one is not a card or is there twice.

    Examples
    --------
    >>> class_of_cards([51, 47, 43, 39, 35]), class_of_cards((20, 13, 10, 7, 0, 45, 46))
    (1, 3750)
    """
    number = _NUMBERS
    try:
        n = len(cards)
        # OR finds negative numbers, which would index from the end, and numbers that are not whole.
        if n == 7:
            a, b, c, d, e, f, g = cards
            total = (
                number[a] + number[b] + number[c] + number[d] + number[e] + number[f] + number[g]
            )
            fine = (a | b | c | d | e | f | g) >= 0
        elif n == 5:
            a, b, c, d, e = cards
            total = number[a] + number[b] + number[c] + number[d] + number[e]
            fine = (a | b | c | d | e) >= 0
        else:
            a, b, c, d, e, f = cards
            total = number[a] + number[b] + number[c] + number[d] + number[e] + number[f]
            fine = (a | b | c | d | e | f) >= 0
    except (IndexError, TypeError, ValueError):
        return _of_any(cards)
    held = total & _SET
    if not fine or held.bit_count() != n:
        return _of_any(cards)
    by_ranks, flush_suit = _TABLES[n] or _tables(n)
    suit = flush_suit[total >> _SUITS & _OF_SUITS]
    return by_ranks[total >> _RANKS] if suit < 0 else _FLUSHES[held >> suit & _ONE_SUIT]


def _read(text: str) -> int:
    """The class of a hand in another spelling; CardError if it is not a hand."""
    if not isinstance(text, str):
        raise CardError(f"{text!r} is {type(text).__name__}; a hand is text such as AsKsQsJsTs")
    cards = parse_hand(text).tolist()
    if len(cards) not in SIZES:
        raise CardError(f"{text!r} has {counted(len(cards))}; 5 to 7 are needed")
    return class_of_cards(cards)


def _of_any(cards: Sequence[int] | npt.NDArray[np.integer]) -> int:
    """The class of any other sequence of integers; CardError if it is not a hand."""
    if not isinstance(cards, Iterable):
        raise CardError(f"{cards!r} is {type(cards).__name__}; a hand is 5 to 7 numbers 0..51")
    hand = [card_number(card) for card in cards]
    if len(hand) not in SIZES:
        raise CardError(f"{counted(len(hand))}; 5 to 7 are needed")
    for card in hand:
        if hand.count(card) > 1:
            raise CardError(f"{format_hand(hand)!r} has {CARDS[card]} twice")
    return class_of_cards(hand)


_TABLES: list[_Tables | None] = [None] * (SIZES[-1] + 1)
_FLUSHES: dict[int, int] = {}  # the class of each set of five to seven clubs


def _tables(cards: int) -> _Tables:
    """The tables of hands of five, six or seven cards. They take up to 40 ms, once."""
    _fill_flushes()
    ranks, classes = layer_of(cards)
    sums = np.array(_WEIGHTS)[ranks].sum(axis=1)
    flush_suit = [-1] * (_OF_SUITS + 1)
    for others in product(range(cards + 1), repeat=3):
        numbers = cards - sum(others), *others
        if max(numbers) >= 5 and min(numbers) >= 0:
            at = sum(number << 3 * suit for suit, number in enumerate(others))
            flush_suit[at] = numbers.index(max(numbers))
    tables = _Tables(dict(zip(sums.tolist(), classes.tolist(), strict=True)), flush_suit)
    assert len(tables.by_ranks) == len(ranks)
    _TABLES[cards] = tables
    return tables


@functools.cache
def _fill_flushes() -> None:
    classes = flush_of_set()
    for ranks in np.flatnonzero(classes).tolist():
        cards = sum(1 << 4 * rank for rank in range(13) if ranks >> rank & 1)
        _FLUSHES[cards] = int(classes[ranks])
