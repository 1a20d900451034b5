"""The tables that hands are looked up in, for each order."""

from __future__ import annotations

import functools
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import ACE_TO_FIVE, EIGHT_OR_BETTER, Order

from ..hands.rank_graph import NodeNumbers, flush_of_set_of, node_numbers_of
from .classes import five_card_classes, rank_sets

_RANKS = 13
_NONE = 0xFFFF


class OrderTables(NamedTuple):
    """What classes over five cards are looked up in."""

    # The numbers of ranks, and the classes by them without a flush, for 5, 6 and 7 cards.
    numbers: dict[int, NodeNumbers]
    # (8192,): the class of cards of one suit, by the set of their ranks.
    flush_of_set: npt.NDArray[np.uint16]


@functools.cache
def order_tables(order: Order) -> OrderTables:
    """The tables of an order over five cards. Built in 50 ms, once.

    Class 0 is what has a card that is not in the deck.
    """
    if order is EIGHT_OR_BETTER:
        numbers, flushes = order_tables(ACE_TO_FIVE)
        worst = np.uint16(order.classes)
        of_low = {
            cards: NodeNumbers(of.first, np.minimum(of.rank_class, worst))
            for cards, of in numbers.items()
        }
        return OrderTables(of_low, flushes)
    classes = five_card_classes(order)
    return OrderTables(node_numbers_of(classes), flush_of_set_of(classes))


@functools.cache
def places_of_five(cards: int) -> npt.NDArray[np.uint8]:
    """Which five of six or seven cards to take, ``(6 or 21, 5)``."""
    return np.array(list(combinations(range(cards), 5)), np.uint8)


class CardNumbers(NamedTuple):
    """The tables of badugi: the class of four cards by their number among all 270,725.

    With a < b < c < d the number is C(a, 1) + C(b, 2) + C(c, 3) + C(d, 4).
    """

    first_of: npt.NDArray[np.uint32]  # (52,) the first number with this highest card
    class_of: npt.NDArray[np.uint16]  # (270725,)


@functools.cache
def badugi_tables() -> CardNumbers:
    """The tables of badugi. Built in 60 ms, once."""
    class_of_set = np.full(1 << _RANKS, _NONE, np.uint16)
    for number, ranks in enumerate(rank_sets(), 1):
        class_of_set[sum(1 << rank for rank in ranks)] = number
    hands = _fours()
    rank_bit, suit_bit = np.uint16(1) << (hands >> 2), np.uint16(1) << (hands & 3)
    best = np.full(hands.shape[1], _NONE, np.uint16)
    for held in range(1, 16):
        at = [place for place in range(4) if held >> place & 1]
        ranks = np.bitwise_or.reduce(rank_bit[at])
        suits = np.bitwise_or.reduce(suit_bit[at])
        fewer = np.minimum(np.bitwise_count(ranks), np.bitwise_count(suits)) < len(at)
        best = np.minimum(best, np.where(fewer, np.uint16(_NONE), class_of_set[ranks]))
    first_of = np.array([comb(card, 4) for card in range(52)], np.uint32)
    return CardNumbers(first_of, best)


def _fours() -> npt.NDArray[np.uint16]:
    """Any four cards ascending, ``(4, 270725)``, by their numbers: by the highest card first."""
    falling = range(51, -1, -1)
    hands = np.fromiter(combinations(falling, 4), np.dtype((np.uint16, 4)), comb(52, 4))
    return np.ascontiguousarray(hands[::-1, ::-1].T)
