"""Which five cards play, for rows whose hands may differ in their numbers of cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pokerlake.catalogue import PINEAPPLE, Order

from ..cards.text import CardError, ParsedColumn
from ..omaha.evaluate import omaha_class_ids, omaha_low_ids
from ..orders.best_five import HAND, NO_CARD, best_fives, best_fives_of_both
from ..orders.evaluate import order_ids
from ..signatures import U8
from .evaluate import high_ids, twos_of


def played_fives(
    parts: Sequence[ParsedColumn], order: Order, *, apart: bool, threads: int = 1
) -> U8:
    """The five cards of each hand that play, ``(5, n)``; 255 if a part is null, or if none play.

    ``parts``: the cards of each hand, such as hole and board. ``order``: what beats what.
    ``apart``: whether a hand takes two cards of the first part and three of the second, as in
    Omaha, or at most two cards of a first part of three, as in pineapple. Raises CardError for the
    first row of a size that cannot be dealt, with the row.
    """
    counts = np.stack([part.count for part in parts])
    best = np.full((HAND, counts.shape[1]), NO_CARD, np.uint8)
    # Sizes are coded as numbers and counted: sorting rows takes ten times as long as all the rest.
    places = np.int64(16) ** np.arange(len(parts))
    codes = places @ counts
    for code in np.flatnonzero(np.bincount(codes)).tolist():
        sizes = (code // places % 16).tolist()
        if not all(sizes):
            continue
        rows = np.flatnonzero(codes == code)
        cards = [
            np.ascontiguousarray(part.cards[:size, rows])
            for part, size in zip(parts, sizes, strict=True)
        ]
        try:
            best[:, rows] = _of_equal(cards, order, apart, threads)
        except CardError as error:
            raise CardError(error.problem, int(rows[error.index or 0])) from error
    return best


def _of_equal(cards: Sequence[U8], order: Order, apart: bool, threads: int) -> U8:
    if not apart:
        hands = np.concatenate(cards)
        ids = order_ids(hands, order, layout="columns", threads=threads)
        return best_fives(hands, ids, order, threads=threads)
    hole, board = cards
    if len(hole) == PINEAPPLE.hole:
        ids = high_ids(PINEAPPLE, hole, board, threads=threads)
        best = np.empty((HAND, len(ids)), np.uint8)
        for two in twos_of(hole):
            hands = np.concatenate([two, board])
            rows = np.flatnonzero(order_ids(hands, order, layout="columns", threads=threads) == ids)
            hands = np.ascontiguousarray(hands[:, rows])
            best[:, rows] = best_fives(hands, ids[rows], order, threads=threads)
        return best
    if order.qualifying < order.classes:
        ids = omaha_low_ids(hole, board, layout="columns", threads=threads)
    else:
        ids = omaha_class_ids(hole, board, order=order, layout="columns", threads=threads)
    return best_fives_of_both(hole, board, ids, order, threads=threads)
