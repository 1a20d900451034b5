"""Kernels of draws by any order: results of discards, and hands that draw several times.

Hands are numbered by their colex rank, the sum of C(card, i + 1) over their ascending cards.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import empty, inlined, kernel
from ..signatures import I64, U8, U16, U32, Array, Input

# h = all hands of k cards; s = 2^k sets of places; c = classes
# p = players; n = deals; x = cards of a deal

i64 = np.int64


@kernel
def count_becoming(
    k: int,
    held: Input[U8, "52"],  # the bit of the place of each card of the hand, 0 for any other card
    class_of: Input[U16, "h"],  # the class of each hand, by its rank
    counts: Array[I64, "s, c + 1"],  # added to, by what is kept and the class
) -> None:
    """Count the results of a hand for all sets of cards that are kept.

    Each hand results from one set alone: the cards that it shares with the given hand.
    """
    cards = empty(k + 1, np.int64)
    for i in range(k):
        cards[i] = i
    cards[k] = 52
    for n in range(class_of.shape[0]):
        kept = 0
        for i in range(k):
            kept |= held[cards[i]]
        counts[kept, class_of[n]] += 1
        # The next set in colex order: the first card that can go up does; those below start over.
        i = 0
        while i < k - 1 and cards[i] + 1 == cards[i + 1]:
            cards[i] = i
            i += 1
        cards[i] += 1


@inlined
def _rank_sorted(hand: Array[I64, "k"], k: int, binomials: Input[U32, "5, 52"]):
    """Sort a hand, and return its rank."""
    for i in range(1, k):
        card = hand[i]
        j = i - 1
        while j >= 0 and hand[j] > card:
            hand[j + 1] = hand[j]
            j -= 1
        hand[j + 1] = card
    rank = i64(0)
    for i in range(k):
        rank += binomials[i, hand[i]]
    return rank


@kernel
def draw_on(
    cards: Input[U8, "x, n"],  # the cards drawn in each deal: some of the rows for each player
    begins: Input[I64, "p"],  # the row of the first card of each
    hands: Input[U8, "p, k"],
    discards: Input[U8, "p"],  # the first discard of each: bit i for the card at place i
    # The rule by which each discards later, and the rules: the places to discard of each hand.
    rule_of: Input[I64, "p"],
    rules: Input[U8, "x, h"],
    later: int,  # draws after the first
    class_of: Input[U16, "h"],
    binomials: Input[U32, "5, 52"],
    start: int,
    stop: int,
    classes: Array[U16, "p, n"],  # written
) -> None:
    """Let each player draw in deals ``start..stop - 1``, and write the final classes."""
    p, k = hands.shape
    hand = empty(k, np.int64)
    for player in range(p):
        rule = rules[rule_of[player]]
        for n in range(start, stop):
            row = begins[player]
            thrown = discards[player]
            for i in range(k):
                hand[i] = hands[player, i]
                if thrown >> i & 1:
                    hand[i] = cards[row, n]
                    row += 1
            rank = _rank_sorted(hand, k, binomials)
            for _ in range(later):
                thrown = rule[rank]
                if thrown == 0:
                    break
                for i in range(k):
                    if thrown >> i & 1:
                        hand[i] = cards[row, n]
                        row += 1
                rank = _rank_sorted(hand, k, binomials)
            classes[player, n] = class_of[rank]
