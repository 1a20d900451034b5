"""Naive twins of the fast code: plain Python, slow, to be believed at sight.

A card is an int, 4 * rank + suit, rank 0 the deuce and 12 the ace, suits c, d, h, s. A class is
1 (royal flush) .. 7462 (7-5-4-3-2 of several suits). Nothing of pokerlake is imported here.
"""

import functools
import random
import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, permutations

RANKS = "23456789TJQKA"
SUITS = "cdhs"


# Cards as text


def parse_card(text: str) -> int:
    """'As', 'aS', 'Td', '10d' -> 0..51."""
    rank, suit = text[:-1].upper(), text[-1:].lower()
    if rank == "10":
        rank = "T"
    if len(rank) != 1 or rank not in RANKS or len(suit) != 1 or suit not in SUITS:
        raise ValueError(f"not a card: {text!r}")
    return 4 * RANKS.index(rank) + SUITS.index(suit)


def parse_cards(text: str) -> list[int]:
    """'AsKd10h' or 'As Kd 10h' -> [51, 45, 34]."""
    words = re.findall(r"10.|\S.", text)
    if "".join(words) != "".join(text.split()):
        raise ValueError(f"not cards: {text!r}")
    cards = [parse_card(word) for word in words]
    if len(set(cards)) != len(cards):
        raise ValueError(f"a card twice: {text!r}")
    return cards


def format_card(card: int) -> str:
    """0..51 -> '2c' .. 'As'."""
    return RANKS[card // 4] + SUITS[card % 4]


def format_cards(cards: Sequence[int]) -> str:
    """[51, 45] -> 'AsKd'."""
    return "".join(format_card(card) for card in cards)


def canonical_key(hole: Sequence[int], board: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """The smallest ascending board over all ways to rename the suits, and the smallest hole then.

    The number of a hole is b (b - 1) / 2 + a for cards a < b.
    """
    keys = []
    for to in permutations(range(4)):
        low, high = sorted(4 * (card // 4) + to[card % 4] for card in hole)
        on = tuple(sorted(4 * (card // 4) + to[card % 4] for card in board))
        keys.append((on, high * (high - 1) // 2 + low))
    return min(keys)


# Classes


def score_ranks(ranks: Sequence[int], suited: bool) -> tuple[int, ...]:
    """Category and ranks in order of significance of five cards.

    Of two hands the better one has the smaller category; in one category, the greater ranks.
    """
    held = Counter(ranks)
    significant = sorted(ranks, key=lambda rank: (held[rank], rank), reverse=True)
    if significant == [12, 3, 2, 1, 0]:
        significant = [3, 2, 1, 0, 12]  # the ace plays low
        straight = True
    else:
        straight = len(held) == 5 and max(ranks) - min(ranks) == 4
    shape = sorted(held.values(), reverse=True)
    if straight and suited:
        category = 1
    elif shape == [4, 1]:
        category = 2
    elif shape == [3, 2]:
        category = 3
    elif suited:
        category = 4
    elif straight:
        category = 5
    elif shape == [3, 1, 1]:
        category = 6
    elif shape == [2, 2, 1]:
        category = 7
    elif shape == [2, 1, 1, 1]:
        category = 8
    else:
        category = 9
    return category, *significant


def score(cards: Sequence[int]) -> tuple[int, ...]:
    """Category and ranks in order of significance of five cards."""
    return score_ranks([card // 4 for card in cards], len({card % 4 for card in cards}) == 1)


def all_scores() -> list[tuple[int, ...]]:
    """List the scores of all classes, best first: the royal flush, .., 7-5-4-3-2."""
    scores = set()
    for ranks in combinations_with_replacement(range(13), 5):
        if max(Counter(ranks).values()) <= 4:
            scores.add(score_ranks(ranks, suited=False))
        if len(set(ranks)) == 5:
            scores.add(score_ranks(ranks, suited=True))
    return sorted(scores, key=lambda s: (s[0], [-rank for rank in s[1:]]))


SCORES = all_scores()
CLASS_OF_SCORE = {s: class_id for class_id, s in enumerate(SCORES, start=1)}


def best_class(cards: Sequence[int]) -> int:
    """Class of the best five of five or more cards: all subsets of five are tried."""
    return min(
        class_of(tuple(card >> 2 for card in five), len({card & 3 for card in five}) == 1)
        for five in combinations(sorted(cards), 5)
    )


@functools.cache
def class_of(ranks: tuple[int, ...], suited: bool) -> int:
    """Class of five cards; of ascending ranks there are few."""
    return CLASS_OF_SCORE[score_ranks(ranks, suited)]


def category(class_id: int) -> int:
    """1 straight flush .. 9 high card."""
    return SCORES[class_id - 1][0]


def class_ranks(class_id: int) -> str:
    """Write the five ranks in order of significance: 'AAAKK', '5432A'."""
    return "".join(RANKS[rank] for rank in SCORES[class_id - 1][1:])


def compare(first: Sequence[int], second: Sequence[int]) -> int:
    """1 if the first hand is stronger, -1 if it is weaker, 0 if they are equal."""
    a, b = best_class(first), best_class(second)
    return (a < b) - (a > b)


def random_hands(cards: int, number: int, seed: int) -> list[list[int]]:
    """Random hands, each dealt from a full deck."""
    dealer = random.Random(seed)
    return [dealer.sample(range(52), cards) for _ in range(number)]
