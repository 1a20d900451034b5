"""The kernels of two boards from one deck: pairs of completions with no common card, and deals.

Pairs are not enumerated. By inclusion and exclusion, the sum of f(a) g(b) over pairs of completions
a, b without a common card is the sum of (-1)^|S| F(S) G(S) over all sets S of cards, where F(S) is
the sum of f over the completions that have all cards of S. On a flop that takes 990 completions for
893,970 pairs, before the flop 1,712,304 for 1,648,260,455,552.
"""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import borrowing, empty, kernel
from ..monte_carlo.deal_columns import deal_block, deal_room
from ..monte_carlo.deals import BLOCK, Deals
from ..signatures import I64, U8, Array, Input

# t = tuples of holes, p = players, o = amounts that can be won, k and l = cards to come on the
# boards, n and m = completions of the boards, s = sets of cards

u64 = np.uint64


@borrowing
def _sum_by_sets(
    cards: Input[U8, "k, n"],
    won: Input[U8, "p, n"],
    binomials: Input[I64, "6, 53"],
    first: Input[I64, "7"],
    most: int,
    size: Array[I64, "32"],  # scratch
    number: Array[I64, "32"],  # scratch
    sums: Array[I64, "s, p, o"],  # filled
) -> None:
    """Count the completions that have each set of up to ``most`` cards, by the amount won."""
    k, p = len(cards), len(won)
    for row in range(len(sums)):
        for j in range(p):
            for u in range(sums.shape[2]):
                sums[row, j, u] = 0
    number[0] = 0
    size[0] = 0
    for i in range(cards.shape[1]):
        for place in range(k):
            for lower in range(1 << place):
                chosen = lower | 1 << place
                size[chosen] = size[lower] + 1
                number[chosen] = number[lower] + binomials[size[chosen], cards[place, i]]
        for chosen in range(1 << k):
            if size[chosen] <= most:
                row = sums[u64(first[size[chosen]] + number[chosen])]
                for j in range(p):
                    row[j, won[j, i]] += 1


@kernel
def add_pairs(
    ones: Input[U8, "k, n"],  # the completions of the first board: places in the deck, ascending
    others: Input[U8, "l, m"],  # the completions of the second board
    won: Input[U8, "t, p, n"],  # the number of the amount that is won
    won_too: Input[U8, "t, p, m"],
    binomials: Input[I64, "6, 53"],  # [i, c]: the subsets of i of c cards
    first: Input[I64, "7"],  # where the sets of each size begin
    alike: bool,  # whether ``won_too`` is the same as ``won``
    sums: Array[I64, "2, s, p, o"],  # scratch
    pairs: Array[I64, "t, p, o, o"],  # added to: pairs by the amounts won on both boards
) -> None:
    """Count the pairs of completions that have no common card, for each tuple of holes."""
    k, more = len(ones), len(others)
    p, o = pairs.shape[1], pairs.shape[2]
    # If both boards lack k cards, the sets of k cards are the completions themselves.
    most = k - 1 if k == more else min(k, more)
    size = empty(32, np.int64)
    number = empty(32, np.int64)
    for t in range(len(won)):
        if most >= 0:
            _sum_by_sets(ones, won[t], binomials, first, most, size, number, sums[0])
            if not alike:
                _sum_by_sets(others, won_too[t], binomials, first, most, size, number, sums[1])
            mine = sums[0]
            theirs = sums[0] if alike else sums[1]
            for cards in range(most + 1):
                sign = 1 - 2 * (cards & 1)
                for row in range(first[cards], first[cards + 1]):
                    for j in range(p):
                        for u in range(o):
                            factor = sign * mine[row, j, u]
                            for v in range(o):
                                pairs[t, j, u, v] += factor * theirs[row, j, v]
        if k == more:
            sign = 1 - 2 * (k & 1)
            for j in range(p):
                for i in range(won.shape[2]):
                    pairs[t, j, won[t, j, i], won_too[t, j, i]] += sign


@kernel
def deal_cards(
    deals: Deals,
    columns: Input[I64, "c"],  # the columns that are wanted
    seed: np.uint64,
    first: int,
    number: int,
    cards: Array[U8, "c, n"],  # filled
) -> None:
    """Deal ``number`` deals, from number ``first`` on, a multiple of a block."""
    room = deal_room(deals)
    dealt = room.cards
    for start in range(0, number, BLOCK):
        deal_block(deals, (first + start) // BLOCK, seed, room)
        for c in range(len(columns)):
            column = dealt[columns[c]]
            mine = cards[c]
            for i in range(min(BLOCK, number - start)):
                mine[start + i] = column[i]
