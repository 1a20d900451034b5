"""Omaha in plain sight: every two cards of a hole with every three of a board."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, combinations, product

import numpy as np
import numpy.typing as npt

from oracle import hand_classes, naive

NO_LOW = 57


def class_of(hole: Sequence[int], board: Sequence[int]) -> int:
    """Class of one hand, by plain Python."""
    return min(
        naive.class_of(tuple(sorted(card // 4 for card in five)), len({c % 4 for c in five}) == 1)
        for two in combinations(hole, 2)
        for three in combinations(board, 3)
        for five in [(*two, *three)]
    )


def class_ids(holes: npt.NDArray[np.uint8], boards: npt.NDArray[np.uint8]) -> npt.NDArray[np.int16]:
    """Classes of hands ``(k, n)`` on boards ``(b, n)``, all fives of them one by one."""
    fives = [
        hand_classes.class_ids(np.stack([*two, *three]))
        for two in combinations(holes, 2)
        for three in combinations(boards, 3)
    ]
    best: npt.NDArray[np.int16] = np.minimum.reduce(fives)
    return best


def outcomes(hole: Sequence[int], boards: Iterable[Sequence[int]]) -> list[int]:
    """Opponents that a hole beats, ties with and loses to on rivers: each is looked at."""
    found = np.zeros(3, np.int64)
    for board in boards:
        classes = classes_of_all_pairs(board)
        own = min(classes[a, b] for a, b in combinations(sorted(hole), 2))
        live = np.array([card for card in range(52) if card not in (*board, *hole)])
        theirs = best_of_pairs(classes, live, len(hole))
        found += [(theirs > own).sum(), (theirs == own).sum(), (theirs < own).sum()]
    return [int(count) for count in found]


def hilo_outcomes(hole: Sequence[int], boards: Iterable[Sequence[int]]) -> list[list[int]]:
    """As ``outcomes``, by the high half and by the low: win, tie, lose, and no low at all."""
    found = np.zeros((3, 4), np.int64)
    for board in boards:
        live = np.array([card for card in range(52) if card not in (*board, *hole)])
        own, theirs = [], []
        for classes in (classes_of_all_pairs(board), lows_of_all_pairs(board)):
            own.append(min(classes[a, b] for a, b in combinations(sorted(hole), 2)))
            theirs.append(best_of_pairs(classes, live, len(hole)))
        high, low = (1 - np.sign(their - our) for our, their in zip(own, theirs, strict=True))
        none = (own[1] == NO_LOW) & (theirs[1] == NO_LOW)
        np.add.at(found, (high, np.where(none, 3, low)), 1)
    return found.tolist()


def boards_of_ranks(ranks: Sequence[int], dead: Sequence[int]) -> list[tuple[int, ...]]:
    """All rivers of these ranks without the dead cards."""
    each = [
        [*combinations([4 * rank + suit for suit in range(4) if 4 * rank + suit not in dead], n)]
        for rank, n in Counter(ranks).items()
    ]
    return [tuple(card for cards in parts for card in cards) for parts in product(*each)]


def classes_of_all_pairs(board: Sequence[int]) -> npt.NDArray[np.int16]:
    """Classes of each two cards on a board, ``[a, b]`` for a < b; of what is dealt nonsense."""
    a, b = np.array([*combinations(range(52), 2)], np.uint8).T
    on_board = np.repeat(np.array(board, np.uint8)[:, None], len(a), axis=1)
    live = ~(np.isin(a, board) | np.isin(b, board))
    found = np.zeros((52, 52), np.int16)
    found[a[live], b[live]] = class_ids(np.stack([a, b])[:, live], on_board[:, live])
    return found


def lows_of_all_pairs(board: Sequence[int]) -> npt.NDArray[np.int16]:
    """Lows of each two cards on a board, ``[a, b]``."""
    by_ranks = _lows_of_ranks(tuple(sorted(card // 4 for card in board)))
    return by_ranks[np.arange(52)[:, None] // 4, np.arange(52) // 4]


@cache
def _lows_of_ranks(board: tuple[int, ...]) -> npt.NDArray[np.int16]:
    on_board = [4 * rank for rank in board]
    two = [[low_of([4 * a, 4 * b], on_board) for a in range(13)] for b in range(13)]
    return np.array(two, np.int16)


def best_of_pairs(
    classes: npt.NDArray[np.int16], live: npt.NDArray[np.intp], cards: int
) -> npt.NDArray[np.int16]:
    """The classes of all holes of so many of the live cards, which ascend."""
    of_live = classes[np.ix_(live, live)].ravel()
    places = _places(len(live), cards)
    best = np.full(len(places[0]), np.iinfo(np.int16).max, np.int16)
    for i, j in combinations(range(cards), 2):
        pairs = len(live) * places[i] + places[j]
        np.minimum(best, of_live[pairs], out=best)
    return best


@cache
def _places(live: int, cards: int) -> npt.NDArray[np.uint16]:
    """So many of the live cards in every way, ``(cards, n)``: 4,496,388 for six cards of 41."""
    every = chain.from_iterable(combinations(range(live), cards))
    return np.fromiter(every, np.uint16).reshape(-1, cards).T.copy()


def low_of(hole: Sequence[int], board: Sequence[int]) -> int:
    """Class of the best low of one hand: its place among all lows, or after them."""
    lows = sorted(combinations(range(8), 5), key=lambda ranks: ranks[::-1])
    found = [len(lows)]
    for two, three in product(combinations(hole, 2), combinations(board, 3)):
        ranks = tuple(sorted((card // 4 + 1) % 13 for card in (*two, *three)))
        found += [lows.index(ranks)] if ranks in lows else []
    return 1 + min(found)
