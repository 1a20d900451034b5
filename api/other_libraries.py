"""Cards as other libraries number them; phevaluator does as we do, 4 * rank + suit."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.text import CARDS, CardError, card_number

from .cards import Cards, one_hand

Card = npt.NDArray[np.uint8]


@functools.cache
def _treys() -> npt.NDArray[np.int64]:
    """The number of each of our cards in treys: bit of rank, bit of suit, rank, and a prime."""
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
    return np.array(
        [
            1 << 16 + rank | 8 >> suit << 12 | rank << 8 | primes[rank]
            for rank in range(13)
            for suit in range(4)
        ],
        np.int64,
    )


@functools.cache
def _eval7() -> npt.NDArray[np.uint64]:
    """The mask of each of our cards in eval7: thirteen bits a suit."""
    return np.array([1 << 13 * suit + rank for rank in range(13) for suit in range(4)], np.uint64)


def from_treys(cards: Any) -> Card:
    """Cards 0..51 from treys' integers, in an array of the same shape, ``uint8``.

    CardError for the first number that is no card of treys.

    Examples
    --------
    >>> from_treys([268442665, 134236965])
    array([51, 45], dtype=uint8)
    """
    return _found(cards, _treys(), "treys")


def to_treys(cards: Any) -> npt.NDArray[np.int64]:
    """Treys' integers of cards: text, or numbers 0..51 of any shape; ``.tolist()`` for treys.

    Examples
    --------
    >>> to_treys("AsKd").tolist()
    [268442665, 134236965]
    """
    return _treys()[_numbers(cards)]


def from_eval7(cards: Any) -> Card:
    """Cards 0..51 from eval7's ``Card`` objects, or the masks of single cards; ``uint8``.

    The array has the shape of what is given. CardError for the first that is no card of eval7.

    Examples
    --------
    >>> from_eval7([1 << 51, 1])
    array([51,  0], dtype=uint8)
    """
    if hasattr(cards, "mask"):
        cards = cards.mask
    elif isinstance(cards, (list, tuple)):
        cards = [getattr(card, "mask", card) for card in cards]
    return _found(cards, _eval7(), "eval7")


def to_eval7(cards: Any) -> npt.NDArray[np.uint64]:
    """eval7's masks of cards, one for each: text, or numbers 0..51 of any shape.

    ``eval7.Card("As")`` takes text, so that :func:`format_cards` gives what makes the objects.

    Examples
    --------
    >>> to_eval7("As2c")
    array([2251799813685248,                1], dtype=uint64)
    """
    return _eval7()[_numbers(cards)]


def _found(given: Any, numbers: npt.NDArray[Any], library: str) -> Card:
    array = np.asarray(given)
    if array.dtype.kind not in "iu":
        raise CardError(f"cards of {library} are whole numbers, not {array.dtype}")
    flat = array.ravel()
    order = np.argsort(numbers)
    place = np.searchsorted(numbers[order], flat).clip(max=len(CARDS) - 1)
    wrong = numbers[order][place] != flat
    if wrong.any():
        at = int(np.argmax(wrong))
        raise CardError(f"{flat[at]} is no card of {library}", at)
    return np.asarray(order[place], np.uint8).reshape(array.shape)


def _numbers(given: Any) -> npt.NDArray[np.intp]:
    """Cards as indices of any shape."""
    if isinstance(given, Cards):
        return given.rows.astype(np.intp)
    if isinstance(given, (int, np.integer)):
        return np.asarray(card_number(given))
    if isinstance(given, str):
        return np.array(one_hand(given), np.intp)
    if isinstance(given, (list, tuple)) and given and isinstance(given[0], str):
        return Cards(given).rows.astype(np.intp)
    array = np.asarray(given)
    if array.dtype.kind not in "iu":
        raise CardError(f"cards are {array.dtype}; whole numbers 0..51 are needed")
    outside = (array < 0) | (array >= len(CARDS))
    if outside.any():
        raise CardError(f"card {array[outside].flat[0]} is not in 0..51")
    return array.astype(np.intp)
