"""Which five cards of a hand play: any five, or two of the hole and three of the board."""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np

from pokerlake.catalogue import ACE_TO_FIVE, BADUGI, EIGHT_OR_BETTER, Order

from ..hands.order_classes import five_card_classes
from ..signatures import U8, U16, U64
from ..threads import over_rows

HAND = 5
NO_CARD = 255

_FLUSH, _NO_FLUSH, _ANY_SUITS = 1, 0, 2


class FiveTables(NamedTuple):
    """The cards of each class of an order, ``(c + 1,)``, by its number: see the kernels."""

    needs: U64
    places: U64
    kinds: U8


@functools.cache
def five_tables(order: Order) -> FiveTables:
    """The tables of an order over five cards. Built in 20 ms, once."""
    classes = five_card_classes(order)
    known = order.qualifying if order is EIGHT_OR_BETTER else order.classes
    ranks = classes.ranks[:known].astype(np.uint64)
    needs, places = np.zeros((2, order.classes + 1), np.uint64)
    for place, rank in enumerate(ranks.T):
        digit = np.uint64(4) * rank
        first = (needs[1 : known + 1] >> digit & np.uint64(7)) == 0
        places[1 : known + 1] |= np.where(first, np.uint64(place) << digit, np.uint64(0))
        needs[1 : known + 1] += np.uint64(1) << digit
    kinds = np.full(order.classes + 1, _ANY_SUITS, np.uint8)
    if order not in (ACE_TO_FIVE, EIGHT_OR_BETTER):
        kinds[1:] = np.where(classes.suited, _FLUSH, _NO_FLUSH)
    return FiveTables(needs, places, kinds)


def best_fives(cards: U8, classes: U16, order: Order, *, threads: int = 1) -> U8:
    """The five cards of each hand that make its class.

    Among cards of one rank that serve equally, the earlier ones are taken.

    ``cards``: (k, n) uint8, hands of 5 to 7 cards, a column each. ``classes``: (n,) uint16, from
    :func:`~.evaluate.order_ids`. ``order``: of ``ORDERS``, with five cards. Returns (5, n) uint8,
    the cards in deciding order; 255 if the class has no five cards, such as "no low". Raises
    ValueError for badugi.
    """
    from .best_five_kernels import pick

    tables = _tables(order)
    best = np.empty((HAND, len(classes)), np.uint8)
    over_rows(
        lambda start, stop: pick(cards, classes, *tables, start, stop, best), len(classes), threads
    )
    return best


def best_fives_of_both(
    holes: U8, boards: U8, classes: U16, order: Order, *, threads: int = 1
) -> U8:
    """The two cards of each hole and three of its board that make its class.

    ``holes``, ``boards``: (k, n) and (b, n) uint8, as in :func:`~..showdowns.evaluate.high_ids`.
    The rest is as in :func:`best_fives`.
    """
    from .best_five_kernels import pick_of_both

    tables = _tables(order)
    best = np.empty((HAND, len(classes)), np.uint8)
    over_rows(
        lambda start, stop: pick_of_both(holes, boards, classes, *tables, start, stop, best),
        len(classes),
        threads,
    )
    return best


def _tables(order: Order) -> FiveTables:
    if order is BADUGI:
        raise ValueError("a hand of badugi has up to four cards")
    return five_tables(order)
