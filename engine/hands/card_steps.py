"""The steps of a walk over one hand's cards, inlined into every kernel that walks.

A walk begins at node 0 of the merged graph with ``SUITS_SEEN``. Whole columns of hands are
evaluated faster by :func:`pokerlake.engine.hands.evaluate.class_ids`; these are for kernels that
come by their cards one at a time, in which hands share the beginnings of their walks.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from pokerlake.engine.accelerate import inlined

# Four counters of four bits, one a suit, that start at three: the fifth card of a suit sets bit 3.
SUITS_SEEN = 0x3333
FLUSH = 0x8888
ONE_OF_EACH = 0x1111


@inlined
def rank_step(next_node, node, card):
    """The node once one more card is seen."""
    return next_node[node, card >> 2]


@inlined
def suit_step(suits, card):
    """The counters once one more card is seen."""
    return suits + (1 << ((card & 3) << 2))


@inlined
def flush_suit(suits):
    """The suit that five cards or more are of; 4 where none is."""
    for suit in range(4):
        if suits & (8 << (4 * suit)):
            return suit
    return 4


@inlined
def hand_class(cards, next_node, rank_class, flush_class):
    """The class of one hand, ``(k,)`` cards, in jitted code: 60 ns for seven cards.

    Hammer's two-stage walk, with the tables of ``merged_graph``.
    """
    node = 0
    suits = SUITS_SEEN
    for card in cards:
        node = rank_step(next_node, node, card)
        suits = suit_step(suits, card)
    if suits & FLUSH == 0:
        return rank_class[node]
    suit = flush_suit(suits)
    node = 0
    for card in cards:
        if card & 3 == suit:
            node = rank_step(next_node, node, card)
    return flush_class[node]
