"""Arrays to look up the category, name and percentile of a class, and which five cards play."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pokerlake.catalogue import HIGH, Order
from pokerlake.engine.cards.text import ParsedColumn
from pokerlake.engine.hands.classes import hand_classes
from pokerlake.engine.hands.evaluate import class_ways
from pokerlake.engine.hands.order_classes import order_classes
from pokerlake.engine.orders.best_five import HAND, NO_CARD
from pokerlake.engine.orders.evaluate import order_ways
from pokerlake.engine.showdowns.best_five import played_fives

from ..files.text import row_numbers, text_of_columns


@functools.cache
def categories(order: Order = HIGH) -> npt.NDArray[np.uint8]:
    """The category of each class by ``class_id``, 0 for class 0: ``(7463,)`` for high hands."""
    of_class = hand_classes() if order is HIGH else order_classes(order)
    return np.concatenate([np.zeros(1, np.uint8), of_class.category])


@functools.cache
def class_names(order: Order = HIGH) -> pa.Array:
    """The name of each class by ``class_id``; null for 0."""
    of_class = hand_classes() if order is HIGH else order_classes(order)
    return pa.array([None, *of_class.names], pa.string())


@functools.cache
def top_percents(cards: int, order: Order = HIGH) -> npt.NDArray[np.float64]:
    """By ``class_id``, the share x 100 of hands of that many cards that are at least as strong."""
    at_least = np.cumsum(class_ways(cards) if order is HIGH else order_ways(order, cards))
    return np.asarray(100.0 * at_least / at_least[-1])


def percentiles(
    ids: npt.NDArray[np.integer], cards: npt.NDArray[np.integer], order: Order = HIGH
) -> npt.NDArray[np.float64]:
    """The top percents of classes ``(n,)`` of hands with ``cards`` cards ``(n,)``; 0 for none."""
    percents = np.zeros(len(ids))
    for size in order.sizes:
        rows = cards == size
        if rows.any():
            percents[rows] = top_percents(size, order)[ids[rows]]
    return percents


def fives(
    parts: Sequence[ParsedColumn], order: Order, apart: npt.NDArray[np.bool_], threads: int = 1
) -> pa.Array:
    """The five cards of each hand that play, as text; null for an invalid hand.

    ``apart`` marks rows whose hand is two cards of the first part and three of the second.
    """
    best = np.full((HAND, len(apart)), NO_CARD, np.uint8)
    for is_apart in (False, True):
        rows = np.flatnonzero(apart == is_apart)
        if len(rows):
            some = [ParsedColumn(part.cards[:, rows], part.count[rows]) for part in parts]
            with row_numbers(rows):
                best[:, rows] = played_fives(some, order, apart=is_apart, threads=threads)
    plays = best[0] != NO_CARD
    texts = text_of_columns(np.where(plays, best, 0))
    return texts if plays.all() else pc.if_else(pa.array(plays), texts, None)
