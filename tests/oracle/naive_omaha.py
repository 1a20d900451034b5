"""Omaha in plain sight: every two cards of a hole with every three of a board."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from oracle import hand_classes, naive


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
