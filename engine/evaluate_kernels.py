"""Walks of the rank graph over columns and rows of hands."""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from numba import types

from .accelerate import array, inlined, kernel

# n = hands, k = cards in a hand

# Four counters of four bits, one a suit, that start at three: the fifth card of a suit sets bit 3.
SUITS_SEEN = 0x3333
FLUSH = 0x8888


@inlined
def suit_step(suits, card):
    """Count the suit of one more card."""
    return suits + (1 << ((card & 3) << 2))


@inlined
def flush_suit(suits):
    """The suit of the flush that ``suits`` has."""
    if suits & 0x0008:
        return 0
    if suits & 0x0080:
        return 1
    return 2 if suits & 0x0800 else 3


def _walk(cards, next_node, rank_class, flush_class, start, stop, out):
    """Classes of hands ``start..stop`` of ``(k, n)`` into ``out[start:stop]``.

    Hammer's two-stage method: one walk of the ranks that also counts the suits; where a suit comes
    to five (3 % of seven-card hands) a second walk of that suit's cards. His five-pointer method,
    one walk of the ranks and one of each suit side by side, takes FIVE_POINTER_RATIO times as long
    on random seven-card hands (``make bench``): it makes twice the loads for every card.
    """
    k = cards.shape[0]
    for i in range(start, stop):
        node = 0
        suits = SUITS_SEEN
        for c in range(k):
            card = cards[c, i]
            node = next_node[node, card >> 2]
            suits = suit_step(suits, card)
        if suits & FLUSH:
            suit = flush_suit(suits)
            node = 0
            for c in range(k):
                if cards[c, i] & 3 == suit:
                    node = next_node[node, cards[c, i] >> 2]
            out[i] = flush_class[node]
        else:
            out[i] = rank_class[node]


def _signature(layout):
    # Rows of (n, k) are passed as their transpose, (k, n) in Fortran order.
    return types.void(
        array("uint8", 2, layout),
        array("uint16", 2),
        array("uint16"),
        array("uint16"),
        types.int64,
        types.int64,
        types.uint16[::1],
    )


walk = kernel(_signature("C"), _signature("F"))(_walk)
