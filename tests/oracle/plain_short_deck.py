"""Values of many hands of short deck, by counting ranks and suits; nothing of pokerlake is used.

A card is 4 * rank + suit, rank 4 the six and 12 the ace. The higher value wins.
"""

from itertools import combinations

import numpy as np

RANKS = 9  # six to ace, 0..8 here
DECK = range(16, 52)


def _highest_straight(ranks):
    """The rank on top of the best straight in a set of ranks, or -1; the ace is also below 6."""
    for top in range(8, 3, -1):
        if all(ranks >> rank & 1 for rank in range(top - 4, top + 1)):
            return top
    return 3 if ranks & 0b100001111 == 0b100001111 else -1


def _highest(ranks, many):
    """The highest ranks in a set, so many, as a number to the base 16."""
    held = [rank + 1 for rank in range(RANKS - 1, -1, -1) if ranks >> rank & 1][:many]
    return sum(rank << 4 * place for place, rank in zip((4, 3, 2, 1, 0), held, strict=False))


STRAIGHT = np.array([_highest_straight(ranks) for ranks in range(512)])
TOP = np.array([[_highest(ranks, many) for many in range(6)] for ranks in range(512)])


def values(cards):
    """The values of hands ``(k, n)`` of five to seven cards."""
    cards = np.asarray(cards, np.int64)
    ranks, suits = (cards >> 2) - 4, cards & 3
    of_rank = np.stack([(ranks == rank).sum(axis=0) for rank in range(RANKS)])
    bit = 1 << np.arange(RANKS)[:, None]

    def at_least(copies):
        return ((of_rank >= copies) * bit).sum(axis=0)

    def best(held):
        return np.where(held > 0, np.log2(np.maximum(held, 1)).astype(np.int64), -1)

    one, two, three, four = map(at_least, (1, 2, 3, 4))
    value = TOP[one, 5]  # high card
    pair = best(two)
    rest = one & ~np.where(pair >= 0, 1 << np.maximum(pair, 0), 0)
    value = np.where(pair >= 0, (1 << 24) + ((pair + 1) << 20) + TOP[rest, 3], value)
    under = best(two & ~(1 << np.maximum(pair, 0)))
    rest = one & ~(1 << np.maximum(pair, 0)) & ~(1 << np.maximum(under, 0))
    two_pair = (2 << 24) + ((pair + 1) << 20) + ((under + 1) << 16) + (TOP[rest, 1] >> 16)
    value = np.where(under >= 0, two_pair, value)
    trips = best(three)
    rest = one & ~(1 << np.maximum(trips, 0))
    value = np.where(trips >= 0, (3 << 24) + ((trips + 1) << 20) + TOP[rest, 2], value)
    straight = STRAIGHT[one]
    value = np.where(straight >= 0, (4 << 24) + straight, value)
    beside = best(two & ~(1 << np.maximum(trips, 0)))
    full = (trips >= 0) & (beside >= 0)
    value = np.where(full, (5 << 24) + ((trips + 1) << 4) + beside + 1, value)
    for suit in range(4):
        own = np.bitwise_or.reduce(np.where(suits == suit, 1 << ranks, 0))
        is_flush = (suits == suit).sum(axis=0) >= 5
        value = np.where(is_flush, np.maximum(value, (6 << 24) + TOP[own, 5]), value)
    quads = best(four)
    rest = one & ~(1 << np.maximum(quads, 0))
    value = np.where(quads >= 0, (7 << 24) + ((quads + 1) << 20) + TOP[rest, 1], value)
    for suit in range(4):
        own = np.bitwise_or.reduce(np.where(suits == suit, 1 << ranks, 0))
        value = np.where(STRAIGHT[own] >= 0, np.maximum(value, (8 << 24) + STRAIGHT[own]), value)
    return value


def showdowns(hero, villain, board=()):
    """On how many completions of a board a hole wins, ties and loses."""
    known = {*hero, *villain, *board}
    left = [card for card in DECK if card not in known]
    more = np.array(list(combinations(left, 5 - len(board)))).T
    shown = np.repeat(np.array(board, np.int64)[:, None], more.shape[1], axis=1)
    both = [
        values(np.vstack([np.repeat(np.array(hole)[:, None], more.shape[1], axis=1), shown, more]))
        for hole in (hero, villain)
    ]
    lose, tie, win = np.bincount(np.sign(both[0] - both[1]) + 1, minlength=3).tolist()
    return win, tie, lose
