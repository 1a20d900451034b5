"""How many of all the hands of an order's deck fall in each class."""

from __future__ import annotations

import functools
from math import comb

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import BADUGI, HIGH, Order

from ..hands.class_counting import class_ways, ways_by
from ..hands.rank_graph import layer_of
from .evaluate import order_ids, sizes_text
from .tables import badugi_tables, order_tables


def hands_of(order: Order, cards: int) -> int:
    """How many hands of so many cards its deck has."""
    return comb(52 - len(order.dead), cards)


@functools.cache
def order_ways(order: Order, cards: int) -> npt.NDArray[np.int64]:
    """How many hands of so many cards each class has, by combinatorics, in some milliseconds.

    Returns
    -------
    (order.classes + 1,) int64
        At the index of the class; index 0 is not used. Read-only.

    Raises
    ------
    ValueError
        If hands of so many cards have no class.
    """
    if cards not in order.sizes:
        raise ValueError(f"hands of {cards} cards are not counted: give {sizes_text(order)}")
    if order is HIGH:
        return class_ways(cards)
    if order is BADUGI:
        counts = np.bincount(badugi_tables().class_of, minlength=order.classes + 1)
    else:
        numbers, flush_of_set = order_tables(order)
        ranks, _ = layer_of(cards)
        number_of = numbers[cards]
        flushes = functools.partial(_class_of_flush, order) if flush_of_set.any() else None
        counts = ways_by(ranks, number_of.classes_of(ranks), flushes, order.classes)
    counts.flags.writeable = False
    return counts


def _class_of_flush(
    order: Order, flushes: npt.NDArray[np.int8], others: npt.NDArray[np.int8]
) -> npt.NDArray[np.uint16]:
    """Classes of hands by their ranks in one suit and, ``(n, 0..2)``, in others."""
    suited = 4 * flushes.astype(np.uint8)
    beside = 4 * others.astype(np.uint8) + np.arange(1, 1 + others.shape[1], dtype=np.uint8)
    hands = np.concatenate([suited, beside], axis=1)
    return order_ids(hands, order, layout="rows", strict=False)
