"""Hammer's other flush method, jitted: the twin that the engine's two-stage walk is held against.

Five pointers walk the graph at once, one by the ranks of all cards and one by those of each suit. A
suit's pointer that comes to five cards or more has a flush class; otherwise the first one decides.
"""

import numba
import numpy as np

from pokerlake.engine.hands.classes import hand_classes


@numba.njit(nogil=True)
def five_pointer_walk(cards, next_node, rank_class, flush_class, out):
    """Classes of ``(k, n)`` hands; the tables are those of the engine's merged graph."""
    # k = cards in a hand, n = hands
    k, n = cards.shape
    pointers = np.zeros(5, np.int64)
    for i in range(n):
        pointers[:] = 0
        for c in range(k):
            rank = cards[c, i] >> 2
            suit = cards[c, i] & 3
            pointers[suit] = next_node[pointers[suit], rank]
            pointers[4] = next_node[pointers[4], rank]
        flush = 0
        for suit in range(4):
            flush += flush_class[pointers[suit]]
        out[i] = flush if flush else rank_class[pointers[4]]


def flush_classes(rank_class):
    """The class that the cards of a node have if all are of one suit; 0 where they cannot be.

    Cards of one suit have no pair, so that they are a straight or high cards; both lists stand once
    more, in the same order, among the suited classes.
    """
    category = hand_classes().category
    suited = np.zeros(len(category) + 1, np.uint16)
    for of_suit, mixed in ((1, 5), (4, 9)):
        suited[1 + np.flatnonzero(category == mixed)] = 1 + np.flatnonzero(category == of_suit)
    return suited[rank_class]
