"""What draw players discard by a rule: from one hand, and from all hands as a table.

Lows keep one card of each rank up to a highest rank. If all five cards are kept and make a straight
or a flush that counts against them, the highest goes. Badugi keeps the best cards of different
suits and ranks up to the highest rank. Where the high hand wins, the rule is the usual discard.
"""

from __future__ import annotations

import functools

import numpy as np

from pokerlake.catalogue import BADUGI, HIGH, Order

from ..cards.text import RANKS
from ..hands.order_classes import last_classes
from ..orders.evaluate import all_fours, order_ids
from ..signatures import I8, U8, Bool, frozen
from .becoming import class_of_rank
from .exchange import all_hands
from .hands import draw_hands, hand_table

USUAL = "8"  # the highest rank that lows keep by default
PAT = "pat"  # draws no more cards


def thrown_by(hands: U8, order: Order, rule: str) -> U8:
    """The discard of each hand by a rule.

    ``hands``: (n, k) uint8, hands of draw by the order, in any order; ``rule``: the highest rank
    that is kept, of ``RANKS``, or ``PAT``. Where the high hand wins, any rank means the usual
    discard. Returns (n,) uint8, bit i for the card at place i.
    """
    n, k = hands.shape
    if rule == PAT:
        return np.zeros(n, np.uint8)
    if order is HIGH:
        return draw_hands(hands, layout="rows").usual_discard
    places = np.array([order.ranks.index(rank) for rank in RANKS], np.int8)[hands >> 2]
    low = places <= order.ranks.index(rule)
    if order is BADUGI:
        kept = _best_badugi(hands, places, low)
    else:
        first = np.ones((n, k), np.bool_)
        for place in range(1, k):
            alike = hands[:, :place] >> 2 == hands[:, place : place + 1] >> 2
            first[:, place] = ~alike.any(axis=1)
        kept = low & first
        all_five = np.flatnonzero(kept.all(axis=1))
        if len(all_five) and "flush" in order.category_names:
            rows = np.ascontiguousarray(hands[all_five])
            against = all_five[order_ids(rows, order, layout="rows") > last_classes(order)[1]]
            kept[against, places[against].argmax(axis=1)] = False
    bits: U8 = (~kept << np.arange(k)).sum(axis=1).astype(np.uint8)
    return bits


def _best_badugi(hands: U8, places: I8, low: Bool) -> Bool:
    """Which cards of each hand to keep: the most, and of these the lowest."""
    n, k = hands.shape
    rank_bit = np.int64(1) << places.astype(np.int64)
    suit_bit = np.int64(1) << (hands & 3).astype(np.int64)
    best = np.full(n, -1, np.int64)
    kept = np.zeros((n, k), np.bool_)
    for held in range(1, 1 << k):
        at = [place for place in range(k) if held >> place & 1]
        ranks, suits = (np.bitwise_or.reduce(bits[:, at], axis=1) for bits in (rank_bit, suit_bit))
        fits = low[:, at].all(axis=1)
        for bits in (ranks, suits):
            fits &= np.bitwise_count(bits) == len(at)
        # More cards are better, and of as many the lower ones: their ranks make a smaller number.
        worth = np.where(fits, len(at) << 13 | (1 << 13) - ranks, -1)
        better = worth > best
        best[better] = worth[better]
        kept[better] = [held >> place & 1 for place in range(k)]
    return kept


@functools.lru_cache(4)
def rule_table(order: Order, rule: str) -> U8:
    """The discard of each ascending hand, by colex rank; made once, in up to 1 s.

    ``order``, ``rule``: as of :func:`thrown_by`. Read-only.
    """
    if rule == PAT:
        return frozen(np.zeros(len(class_of_rank(order)), np.uint8))
    if order is HIGH:
        return frozen((hand_table() >> 20).astype(np.uint8))
    hands = all_fours().astype(np.uint8) if order is BADUGI else all_hands()
    return frozen(thrown_by(np.ascontiguousarray(hands.T), order, rule))
