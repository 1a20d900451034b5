"""Holes: a player's two cards as a number 0..1325, and the 169 starting hands.

``hole_id`` is ``b (b - 1) / 2 + a`` for cards ``a < b``. The 169 hands are numbered along the rows
of the 13 x 13 grid from its corner ``AA``: 13 row + col, suited above the diagonal (row < col).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from math import comb

import numpy as np

from ..signatures import F64, I64, U8, U64, Bool, frozen
from .text import (
    CARDS,
    RANKS,
    CardError,
    card_number,
    counted,
    format_hand,
    parse_hand,
    whole_number,
)

HOLES = comb(52, 2)
HANDS: tuple[str, ...] = tuple(
    high + low + ("" if row == col else "s" if row < col else "o")
    for row in range(13)
    for col in range(13)
    for high, low in [(RANKS[12 - min(row, col)], RANKS[12 - max(row, col)])]
)
HAND_INDEX = {hand: index for index, hand in enumerate(HANDS)}


@functools.cache
def hole_cards() -> U8:
    """The two cards of each hole, the lower first: ``(1326, 2)`` ``uint8``, read-only."""
    return frozen(np.array([(a, b) for b in range(52) for a in range(b)], np.uint8))


def card_sets(cards: U8) -> U64:
    """Rows of cards ``(..., k)`` as sets, a bit for each card: ``(...)``."""
    sets: U64 = np.bitwise_or.reduce(np.uint64(1) << cards.astype(np.uint64), axis=-1)
    return sets


@functools.cache
def hole_bits() -> U64:
    """The cards of each hole, a bit each, ``(1326,)``; read-only."""
    return frozen(card_sets(hole_cards()))


@functools.cache
def hand_of_hole() -> U8:
    """Which of the 169 ``HANDS`` each hole is: ``(1326,)`` ``uint8``, read-only."""
    low, high = (hole_cards() >> 2).T.astype(np.int64)  # the higher card has no lower rank
    suited = hole_cards()[:, 0] & 3 == hole_cards()[:, 1] & 3
    row, col = np.where(suited, 12 - high, 12 - low), np.where(suited, 12 - low, 12 - high)
    hands: U8 = (13 * row + col).astype(np.uint8)
    return frozen(hands)


def meeting(weights: F64) -> F64:
    """How much of a range each hole can meet: the weight of the holes that share no card with it.

    ``weights``: (1326,) float64. Returns (1326,) float64.
    """
    low, high = hole_cards().T
    of_card = np.bincount(low, weights, len(CARDS)) + np.bincount(high, weights, len(CARDS))
    met: F64 = weights.sum() - of_card[low] - of_card[high] + weights
    return met


@functools.cache
def hand_combos() -> I64:
    """The combos of each hand, ``(169,)`` ``int64``: 6 for a pair, 4 suited, 12 offsuit."""
    return frozen(np.bincount(hand_of_hole(), minlength=len(HANDS)))


def hole_id(first: int | np.integer, second: int | np.integer) -> int:
    """The number of the hole of two cards, in either order.

    Raises
    ------
    CardError
        If a card is not 0..51, or both are the same.

    Examples
    --------
    >>> hole_id(50, 51), hole_id(1, 0)
    (1325, 0)
    """
    low, high = sorted((card_number(first), card_number(second)))
    if low == high:
        raise CardError(f"{CARDS[low]} is there twice; a hole has two cards")
    return high * (high - 1) // 2 + low


def parse_hole(text: str) -> int:
    """The number of a hole given as text: ``AhKh``; CardError if the text is not two cards."""
    cards = parse_hand(text)
    if len(cards) != 2:
        raise CardError(f"{text!r} has {counted(len(cards))}; a hole has 2")
    return hole_id(cards[0], cards[1])


def format_hole(hole: int) -> str:
    """The text of a hole, the higher card first: ``AhKd``; CardError if it is not 0..1325."""
    low, high = hole_cards()[whole_number("hole", hole, HOLES)]
    return format_hand([high, low])


def dead_holes(dead: Iterable[int]) -> Bool:
    """Which holes have one of these cards, as ``(1326,)`` ``bool``.

    A card that is not 0..51, or is there twice, raises CardError.
    """
    cards = [card_number(card) for card in dead]
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise CardError(f"dead card {CARDS[card]} is there twice")
    if not cards:
        return np.zeros(HOLES, np.bool_)
    blocked: Bool = (hole_bits() & np.uint64(sum(1 << card for card in cards))) != 0
    return blocked


@functools.cache
def hands_without(dead: tuple[int, ...]) -> I64:
    """Which of the 169 hands a deck without these cards has, ``(h,)``: 81 in short deck.

    A card that is not 0..51, or is there twice, raises CardError.
    """
    return frozen(np.unique(hand_of_hole()[~dead_holes(dead)]).astype(np.int64))


def opponents_of_one(board_cards: int, deck: int = 52) -> int:
    """How many holes an opponent may have if a hole and a board are known."""
    return comb(deck - 2 - board_cards, 2)


def run_outs_of_two(board_cards: int, more: int, deck: int = 52) -> int:
    """In how many ways ``more`` cards can come if two holes and a board are known."""
    return comb(deck - 4 - board_cards, more)
