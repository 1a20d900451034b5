"""Equity by plain enumeration: all holes of all players, all boards, each hand evaluated.

Slow, to be believed at sight. Sums of weights are exact where the weights are eighths, or the like:
then all of them are numbers that a double holds.
"""

from collections.abc import Sequence
from itertools import combinations, product
from typing import NamedTuple

import numpy as np

from oracle.hand_classes import class_ids

# The last class of each category, straight flush to high card.
LAST_CLASS = [10, 166, 322, 1599, 1609, 2467, 3325, 6185, 7462]

Range = dict[tuple[int, int], float]


class Enumerated(NamedTuple):
    """What all deals come to.

    ``shared[player][n]`` is the weight of the deals in which he is one of n winners, 0 if he loses;
    ``categories[player][c]`` of those in which his hand is of category c, 1 to 9.
    """

    deals: int
    weight: float
    shared: np.ndarray
    categories: np.ndarray


def enumerate_deals(
    ranges: Sequence[Range], board: Sequence[int] = (), dead: Sequence[int] = ()
) -> Enumerated:
    """All deals of holes with a weight above 0, and boards completed to five cards."""
    players = len(ranges)
    deals, weight = 0, 0.0
    shared, categories = np.zeros((players, players + 1)), np.zeros((players, 10))
    for holes in product(*ranges):
        of_holes = 1.0
        for hole, weights in zip(holes, ranges, strict=True):
            of_holes *= weights[hole]
        known = [card for hole in holes for card in hole] + [*board, *dead]
        if len(set(known)) < len(known) or of_holes == 0:
            continue
        unseen = [card for card in range(52) if card not in known]
        boards = np.array([[*board, *more] for more in combinations(unseen, 5 - len(board))])
        classes = np.array([classes_on(boards, hole) for hole in holes])
        winners = classes == classes.min(axis=0)
        number = winners.sum(axis=0)
        deals += len(boards)
        weight += of_holes * len(boards)
        for player in range(players):
            share = np.where(winners[player], number, 0)
            shared[player] += of_holes * np.bincount(share, minlength=players + 1)
            category = 1 + np.searchsorted(LAST_CLASS, classes[player])
            categories[player] += of_holes * np.bincount(category, minlength=10)
    return Enumerated(deals, weight, shared, categories)


def classes_on(boards: np.ndarray, hole: tuple[int, int]) -> np.ndarray:
    """The class of a hole on each board ``(n, 5)``."""
    return class_ids(np.hstack([boards, np.tile(hole, (len(boards), 1))]).astype(np.uint8).T)


def as_weights(weights: Range) -> np.ndarray:
    """The array of 1,326 weights by hole_id."""
    array = np.zeros(1326)
    for (low, high), weight in weights.items():
        array[high * (high - 1) // 2 + low] = weight
    return array
