"""The kernel that deals every hand there is and counts its class."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import kernel
from ..arrays import zeros
from ..signatures import U16, U32, Array, Input
from .card_steps import FLUSH, ONE_OF_EACH, SUITS_SEEN, rank_step, suit_step

# k = cards in a hand, p = k - 2 = cards of a prefix


@kernel
def count_hands(
    k: int,  # 5, 6 or 7
    # The node of the merged graph after one more card of each rank.
    next_node: Input[U16, "27428, 13"],
    class_with: Input[U16, "27428, 13"],  # the rank class of that node
    flush_of_set: Input[U16, "8192"],  # the class of a set of ranks of one suit; 0 below five ranks
    first: int,
    last: int,
    counts: Array[U32, "7463"],  # added to, by class
) -> None:
    """Count every hand of ``k`` cards whose lowest card is one of ``first..last - 1``, by class.

    Hands are ascending tuples of cards, so that one walk serves all that begin alike. The four
    cards of a rank lead to one class: four counters for them, lest an increment wait for the one
    before, were tried and are no faster.
    """
    p = k - 2
    hand = zeros(p, np.int64)
    node = zeros(p + 1, np.int64)
    suits = np.full(p + 1, SUITS_SEEN, np.int64)
    ranks_of_suit = zeros(4, np.int64)
    depth = 0
    hand[0] = first - 1
    while depth >= 0:
        hand[depth] += 1
        card = hand[depth]
        if card > 51 or (depth == 0 and card >= last):
            depth -= 1
            continue
        node[depth + 1] = rank_step(next_node, node[depth], card)
        suits[depth + 1] = suit_step(suits[depth], card)
        if depth + 1 < p:
            depth += 1
            hand[depth] = card
            continue
        base = node[p]
        seen = suits[p]
        for e in range(card + 1, 52):
            row = class_with[rank_step(next_node, base, e)]
            if (suit_step(seen, e) + ONE_OF_EACH) & FLUSH == 0:
                # No suit has four: whatever comes last, its rank alone decides.
                rank = e >> 2
                for _ in range(3 - (e & 3)):
                    counts[row[rank]] += 1
                for higher in range(rank + 1, 13):
                    class_id = row[higher]
                    for _ in range(4):
                        counts[class_id] += 1
            else:
                ranks_of_suit[:] = 0
                for c in range(p):
                    ranks_of_suit[hand[c] & 3] |= 1 << (hand[c] >> 2)
                ranks_of_suit[e & 3] |= 1 << (e >> 2)
                flush = 0
                for suit in range(4):
                    flush |= flush_of_set[ranks_of_suit[suit]]
                for f in range(e + 1, 52):
                    of_suit = flush_of_set[ranks_of_suit[f & 3] | (1 << (f >> 2))]
                    class_id = of_suit if of_suit else flush if flush else row[f >> 2]
                    counts[class_id] += 1
