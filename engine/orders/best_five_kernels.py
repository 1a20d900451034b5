"""Which five cards of a hand make its class: one pass over its cards.

A class has a number of cards of each rank, in one suit or in any. Two numbers describe that, each
with a digit of four bits for each rank: how many cards of the rank there are, and the place of the
first of them among the five. A card is taken while the digit of its rank is not zero.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, kernel
from ..hands.evaluate_kernels import SUITS_SEEN, suit_step
from ..signatures import U8, U16, U64, Array, Input

# n = hands, k = cards in a hand, h and b = cards of a hole and a board, c = classes

u8 = np.uint8
u64 = np.uint64
NO_CARD = np.uint8(255)


@borrowing
def digit(card: u8):
    """The place of a card's rank among the digits."""
    return u64((card >> 2) << 2)


@borrowing
def flush_suit(cards: Input[U8, "k, n"], i: int):
    """Return the suit that has five cards or more."""
    counts = SUITS_SEEN
    for j in range(cards.shape[0]):
        counts = suit_step(counts, cards[j, i])
    suit = 0
    while counts >> (suit << 2) & 8 == 0:
        suit += 1
    return suit


@borrowing
def mixed(cards: Input[U8, "k, n"], i: int, best: Array[U8, "5, n"]):
    """Swap in a card of another suit if the five of a class without a flush are of one suit."""
    suit = best[0, i] & 3
    for p in range(1, 5):
        if best[p, i] & 3 != suit:
            return
    for j in range(cards.shape[0]):
        if cards[j, i] & 3 != suit:
            for p in range(5):
                if best[p, i] >> 2 == cards[j, i] >> 2:
                    best[p, i] = cards[j, i]
                    return


@kernel
def pick(
    cards: Input[U8, "k, n"],
    classes: Input[U16, "n"],
    needs: Input[U64, "c + 1"],  # cards of each rank; 0 for a class that has no five cards
    places: Input[U64, "c + 1"],  # the place of the first of them
    kinds: Input[U8, "c + 1"],  # 1 a flush, 0 none, 2 of any suits
    start: int,
    stop: int,
    best: Array[U8, "5, n"],  # written; ``NO_CARD`` for a class that has no five cards
) -> int:
    """Pick the cards of the class of each hand. Returns how many hands have no such cards."""
    without = 0
    k = len(cards)
    for i in range(start, stop):
        need, place = needs[classes[i]], places[classes[i]]
        if need == u64(0):
            without += 1
            for p in range(5):
                best[p, i] = NO_CARD
            continue
        is_flush = kinds[classes[i]] == 1
        suit = flush_suit(cards, i) if is_flush else 0
        for j in range(k):
            card = cards[j, i]
            at = digit(card)
            if (need >> at) & u64(7) != u64(0) and (not is_flush or card & 3 == suit):
                best[(place >> at) & u64(7), i] = card
                need -= u64(1) << at
                place += u64(1) << at
        if kinds[classes[i]] == 0:
            mixed(cards, i, best)
    return without


@borrowing
def take_both(
    holes: Input[U8, "h, n"],
    boards: Input[U8, "b, n"],
    i: int,
    need: u64,
    place: u64,
    kind: int,  # 1 a flush, 0 none, 2 of any suits
    best: Array[U8, "5, n"],
):
    """Write the first two cards of a hole and three of a board that make a class, if any do."""
    h, b = len(holes), len(boards)
    for u in range(h):
        for v in range(u + 1, h):
            a, c = holes[u, i], holes[v, i]
            hole_digits = (u64(1) << digit(a)) + (u64(1) << digit(c))
            for x in range(b):
                for y in range(x + 1, b):
                    for z in range(y + 1, b):
                        d, e, f = boards[x, i], boards[y, i], boards[z, i]
                        two_digits = (u64(1) << digit(d)) + (u64(1) << digit(e))
                        if hole_digits + two_digits + (u64(1) << digit(f)) != need:
                            continue
                        unlike = ((a ^ c) | (a ^ d) | (a ^ e) | (a ^ f)) & 3
                        if kind == (unlike != 0):
                            continue
                        for card in (a, c, d, e, f):
                            best[(place >> digit(card)) & u64(7), i] = card
                            place += u64(1) << digit(card)
                        return True
    return False


@kernel
def pick_of_both(
    holes: Input[U8, "h, n"],
    boards: Input[U8, "b, n"],
    classes: Input[U16, "n"],
    needs: Input[U64, "c + 1"],
    places: Input[U64, "c + 1"],
    kinds: Input[U8, "c + 1"],  # 1 a flush, 0 none, 2 of any suits
    start: int,
    stop: int,
    best: Array[U8, "5, n"],  # written, as by ``pick``
) -> int:
    """Pick two cards of each hole and three of its board. Returns how many hands have no such."""
    without = 0
    for i in range(start, stop):
        hand_class = classes[i]
        need = needs[hand_class]
        if need == u64(0) or not take_both(
            holes, boards, i, need, places[hand_class], kinds[hand_class], best
        ):
            without += 1
            for p in range(5):
                best[p, i] = NO_CARD
    return without
