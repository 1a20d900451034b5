"""The steps of a walk over one hand's cards, and the arithmetic that can take a walk's place.

A walk begins at node 0 of the merged graph, with ``SUITS_SEEN``. These steps are for kernels that
deal cards one at a time, in which hands share the beginnings of their walks. Whole columns of hands
are evaluated faster by :func:`pokerlake.engine.hands.evaluate.class_ids`.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import inlined
from ..signatures import U16, Input

# Four counters of four bits, one a suit, that start at three: the fifth card of a suit sets bit 3.
SUITS_SEEN = 0x3333
FLUSH = 0x8888
ONE_OF_EACH = 0x1111

u8 = np.uint8
u16 = np.uint16
THIRD = u16(0xAAAB)  # its product with a multiple of 3, modulo 2**16, is a third of that
FIFTH = u16(0xCCCD)


@inlined
def rank_step(next_node: Input[U16, "27428, 13"], node: int, card: np.uint8):
    """Return the node after one more card; ``next_node`` has the edges."""
    return next_node[node, card >> 2]


@inlined
def suit_step(suits: int, card: np.uint8):
    """Return the counters of suits after one more card."""
    return suits + (1 << ((card & 3) << 2))


# The number of a multiset of ascending ranks is C(a, 1) + C(b + 1, 2) + C(c + 2, 3) + ..., a step
# for each summand. numba widens small integers to 64 bits in every operation. Each result is
# narrowed again, so that a vector holds 64 or 32 hands and not 8: counting suits is 6 times as fast
# for it.


@inlined
def rank_of(card: u8):
    """Return the rank of a card."""
    return u16(u8(card >> u8(2)))


@inlined
def pairs(rank: u16):
    """C(rank + 1, 2)."""
    return u16(u16(rank * u16(rank + u16(1))) >> u16(1))


@inlined
def triples(rank: u16):
    """C(rank + 2, 3)."""
    return u16(u16(pairs(rank) * u16(rank + u16(2))) * THIRD)


@inlined
def quads(rank: u16):
    """C(rank + 3, 4) = u (u + 2) / 24 with u = rank (rank + 3)."""
    u = u16(rank * u16(rank + u16(3)))
    return u16(u16(u16(u * u16(u + u16(2))) >> u16(3)) * THIRD)


@inlined
def fives(rank: u16):
    """C(rank + 4, 5)."""
    return u16(u16(quads(rank) * u16(rank + u16(4))) * FIFTH)
