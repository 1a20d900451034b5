"""The steps of a walk over one hand's cards, inlined into every kernel that walks.

A walk begins at node 0 of the merged graph, with ``SUITS_SEEN``. These steps are for kernels that
deal cards one at a time, in which hands share the beginnings of their walks. Whole columns of hands
are evaluated faster by :func:`pokerlake.engine.hands.evaluate.class_ids`.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from ..accelerate import inlined

# Four counters of four bits, one a suit, that start at three: the fifth card of a suit sets bit 3.
SUITS_SEEN = 0x3333
FLUSH = 0x8888
ONE_OF_EACH = 0x1111


@inlined
def rank_step(next_node, node, card):
    """Return the node after one more card; ``next_node`` ``(27428, 13)`` uint16 has the edges."""
    return next_node[node, card >> 2]


@inlined
def suit_step(suits, card):
    """Return the counters of suits after one more card."""
    return suits + (1 << ((card & 3) << 2))
