"""The class of any five to seven cards, by tables over rank multisets: nothing of the engine's.

A card has two words, and a hand the sums of its cards' words.

- Its key. The lower 32 bits tell rank multisets of seven cards apart, so that they are a place in a
  table that :func:`recount.rank_classes` fills. Above them four bits count the cards of each suit.
- Its mask, with one bit of 64: the ranks of each suit take 16 bits.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from oracle import recount

Cards = npt.NDArray[np.uint8]
Classes = npt.NDArray[np.int16]
Ints = npt.NDArray[np.int64]

RANKS = "23456789TJQKA"
HOLES = 1326

# No two multisets of seven ranks, at most four of a kind, have the same sum: a test adds them up.
RANK_KEYS = np.array(
    [0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181], np.int64
)
_RANK, _SUIT = np.divmod(np.arange(52), 4)
CARD_KEYS = RANK_KEYS[_RANK] + (1 << 32 + 4 * _SUIT)
CARD_MASKS = 1 << 16 * _SUIT + _RANK

_RANK_BITS = (1 << 32) - 1
_THREE_OF_EACH = 0x3333 << 32
_FIVE_OF_ONE = 0x8888 << 32  # set by five and three
_AT_A_TIME = 1 << 13  # hands: what fits the cache takes half the time


class Words(NamedTuple):
    """The sums of some cards' keys and masks; those of a board and of a hole add up."""

    keys: Ints
    masks: Ints


def words_of(cards: Cards) -> Words:
    """The words of sets of cards, ``(k, ...)`` with the cards of one set below each other."""
    return Words(*(sum(words[column] for column in cards) for words in (CARD_KEYS, CARD_MASKS)))


def class_ids(hands: Cards) -> Classes:
    """The class of each hand.

    Parameters
    ----------
    hands : (k, ...) uint8
        The cards of the hands, k = 5, 6 or 7 of each.

    Returns
    -------
    (...) int16
        1 the best .. 7462.
    """
    columns = hands.reshape(len(hands), -1)
    found = np.empty(columns.shape[1], np.int16)
    for start in range(0, columns.shape[1], _AT_A_TIME):
        part = slice(start, start + _AT_A_TIME)
        found[part] = classes_of(len(hands), words_of(columns[:, part]))
    return found.reshape(hands.shape[1:])


def classes_of(cards: int, *parts: Words) -> Classes:
    """The classes ``(n,)`` of hands of so many cards, by the words of their parts."""
    keys, masks = (sum(words) for words in zip(*parts, strict=True))
    classes = rank_table(cards)[keys & _RANK_BITS]
    suited = np.flatnonzero((keys + _THREE_OF_EACH) & _FIVE_OF_ONE)
    if len(suited):
        ranks = masks[suited] >> 16 * np.arange(4)[:, None] & 0x1FFF
        classes[suited] = np.minimum(classes[suited], flush_table()[ranks].min(axis=0))
    return classes


@cache
def rank_table(cards: int) -> Classes:
    """The class of each rank multiset of so many cards where there is no flush, by its key."""
    rows = recount.multisets(cards, most=4)
    keys = rows @ RANK_KEYS
    table = np.zeros(keys.max() + 1, np.int16)
    table[keys] = recount.rank_classes(rows)
    return table


@cache
def flush_table() -> Classes:
    """The class of the ranks of one suit, ``(8192,)`` by their mask; 9999 below five of them."""
    rows = np.arange(1 << 13)[:, None] >> np.arange(13) & 1
    classes = recount.flush_classes(rows)
    return np.where(classes > 0, classes, 9999).astype(np.int16)


@cache
def hole_cards() -> Cards:
    """The two cards of each hole, ascending, ``(1326, 2)``: hole b (b - 1) / 2 + a has a and b."""
    return np.array([(low, high) for high in range(52) for low in range(high)], np.uint8)


@cache
def hand_names() -> list[str]:
    """The 169 hands, row by row of the grid: AA, AKs, AQs, .., AKo, KK, .., 22."""
    pairs = [(row, column) for row in range(13) for column in range(13)]
    suffix = {-1: "s", 0: "", 1: "o"}
    return [
        RANKS[12 - min(pair)] + RANKS[12 - max(pair)] + suffix[np.sign(pair[0] - pair[1])]
        for pair in pairs
    ]


@cache
def hand_of_hole() -> Ints:
    """Which of the 169 hands each hole is, ``(1326,)``."""
    low, high = (12 - hole_cards().astype(np.int64) // 4).T
    suited = hole_cards()[:, 0] % 4 == hole_cards()[:, 1] % 4
    return np.where(suited, 13 * high + low, 13 * low + high)
