"""Equity in Omaha by plain enumeration: all holes of all players, all boards, each hand evaluated.

Slow, to be believed at sight. Sums of weights are exact where the weights are eighths, or the like.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

import numpy as np

from oracle import naive_omaha
from oracle.naive_equity import LAST_CLASS

Range = dict[tuple[int, ...], float]
NO_LOW = 57


class Enumerated(NamedTuple):
    """What all deals come to.

    ``halves[player][h][l]`` is the weight of the deals in which he is one of h winners by the high
    hand, and one of l by the low, 0 if he loses; ``l`` is one more than the players where there is
    no low. ``categories[player][c]`` are those in which his high hand is of category c, 1 to 9.
    """

    deals: int
    weight: float
    halves: np.ndarray
    categories: np.ndarray


def enumerate_deals(
    ranges: Sequence[Range], board: Sequence[int] = (), dead: Sequence[int] = ()
) -> Enumerated:
    """All deals of holes with a weight above 0, and boards completed to five cards."""
    players = len(ranges)
    deals, weight = 0, 0.0
    halves = np.zeros((players, players + 1, players + 2))
    categories = np.zeros((players, 10))
    for holes in product(*ranges):
        of_holes = float(np.prod([own[hole] for own, hole in zip(ranges, holes, strict=True)]))
        known = [card for hole in holes for card in hole] + [*board, *dead]
        if len(set(known)) < len(known) or of_holes == 0:
            continue
        unseen = [card for card in range(52) if card not in known]
        boards = [(*board, *more) for more in combinations(unseen, 5 - len(board))]
        deals += len(boards)
        weight += of_holes * len(boards)
        high, low = zip(*(hands_on(boards, hole) for hole in holes), strict=True)
        best, best_low = np.min(high, axis=0), np.min(low, axis=0)
        winners, sharers = (high == best).sum(axis=0), (low == best_low).sum(axis=0)
        for player in range(players):
            won = np.where(high[player] == best, winners, 0)
            won_low = np.where(low[player] == best_low, sharers, 0)
            won_low[best_low == NO_LOW] = players + 1
            np.add.at(halves[player], (won, won_low), of_holes)
            category = 1 + np.searchsorted(LAST_CLASS, high[player])
            categories[player] += of_holes * np.bincount(category, minlength=10)
    return Enumerated(deals, weight, halves, categories)


def hands_on(
    boards: Sequence[tuple[int, ...]], hole: Sequence[int]
) -> tuple[np.ndarray, np.ndarray]:
    """The classes of the high hand and the low of a hole on each river."""
    columns = np.array(boards, np.uint8).T
    holes = np.repeat(np.array(hole, np.uint8)[:, None], len(boards), axis=1)
    high = naive_omaha.class_ids(holes, columns)
    own = tuple(sorted(card // 4 for card in hole))
    low = [_low(own, tuple(sorted(card // 4 for card in board))) for board in boards]
    return high.astype(np.int64), np.array(low)


@cache
def _low(hole: tuple[int, ...], board: tuple[int, ...]) -> int:
    """The class of a low, which ranks alone decide."""
    return naive_omaha.low_of([4 * rank for rank in hole], [4 * rank for rank in board])
