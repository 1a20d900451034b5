"""Other orders of hands by their rules: plain Python, slow, to be believed at sight.

A card is an int, 4 * rank + suit, rank 0 the deuce and 12 the ace. A key is a list that is smaller
for the better hand. Nothing of pokerlake is imported here.
"""

from collections import Counter
from itertools import combinations


def short_deck_key(cards):
    """Five cards six to ace: a flush beats a full house, the ace is also below the six."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    counts = Counter(ranks)
    shape = sorted(counts.values(), reverse=True)
    by_count = sorted(ranks, key=lambda rank: (counts[rank], rank), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    lowest = ranks == [12, 7, 6, 5, 4]
    straight = lowest or (len(counts) == 5 and ranks[0] - ranks[4] == 4)
    if straight:
        by_count = [7 if lowest else ranks[0]]
    beaten_by = [
        straight and flush, shape == [4, 1], flush, shape == [3, 2], straight,
        shape == [3, 1, 1], shape == [2, 2, 1], shape == [2, 1, 1, 1], True,
    ].index(True)  # fmt: skip
    return [beaten_by, [-rank for rank in by_count]]


def ace_to_five_key(cards):
    """Five cards, the ace low; straights and flushes do not count."""
    ranks = [(card // 4 + 1) % 13 for card in cards]
    counts = Counter(ranks)
    by_count = sorted(ranks, key=lambda rank: (counts[rank], rank), reverse=True)
    return [sorted(counts.values(), reverse=True), by_count]


def eight_or_better_key(cards):
    """The same, where it is five ranks up to eight; nothing beats nothing else."""
    ranks = {(card // 4 + 1) % 13 for card in cards}
    low = len(ranks) == 5 and max(ranks) <= 7
    return ace_to_five_key(cards) if low else [[5], []]


def deuce_to_seven_key(cards):
    """Five cards, the ace high; what would win as a high hand loses."""
    ranks = sorted((card // 4 for card in cards), reverse=True)
    counts = Counter(ranks)
    shape = sorted(counts.values(), reverse=True)
    by_count = sorted(ranks, key=lambda rank: (counts[rank], rank), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    straight = len(counts) == 5 and ranks[0] - ranks[4] == 4
    beats = [
        straight and flush, shape == [4, 1], shape == [3, 2], flush, straight,
        shape == [3, 1, 1], shape == [2, 2, 1], shape == [2, 1, 1, 1], True,
    ].index(True)  # fmt: skip
    return [-beats, by_count]


def badugi_key(cards):
    """Cards of different suits and ranks, the ace low: the more the better; None of others."""
    ranks = sorted(((card // 4 + 1) % 13 for card in cards), reverse=True)
    apart = len(set(ranks)) == len({card % 4 for card in cards}) == len(cards)
    return [-len(cards), ranks] if apart else None


KEYS = {
    "short deck": short_deck_key,
    "ace to five": ace_to_five_key,
    "eight or better": eight_or_better_key,
    "deuce to seven": deuce_to_seven_key,
}


def best_key(cards, order):
    """The key of the best hand that any of the cards make."""
    if order == "badugi":
        parts = [part for held in range(1, 5) for part in combinations(cards, held)]
        return min(filter(None, map(badugi_key, parts)))
    return min(map(KEYS[order], combinations(cards, 5)))
