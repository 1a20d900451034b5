"""The steps of a walk over one hand's cards, inlined into every kernel that walks.

A walk begins at node 0 of the merged graph with ``SUITS_SEEN``.
"""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from .accelerate import inlined

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
