"""What is said of a class, as arrays to look it up in: category, name and percentile."""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.hands.class_counting import HANDS_OF, class_ways
from pokerlake.engine.hands.classes import hand_classes


@functools.cache
def categories() -> npt.NDArray[np.uint8]:
    """The category of each class, and 0 in front: ``(7463,)``, by ``class_id``."""
    return np.concatenate([np.zeros(1, np.uint8), hand_classes().category])


@functools.cache
def class_names() -> pa.Array:
    """The name of each class by ``class_id``; null for 0."""
    return pa.array([None, *hand_classes().names], pa.string())


@functools.cache
def top_percents(cards: int) -> npt.NDArray[np.float64]:
    """By ``class_id``, the share x 100 of hands of so many cards that are at least as strong."""
    at_least = np.cumsum(class_ways(cards))
    return 100.0 * at_least / HANDS_OF[cards]


def percentiles(
    ids: npt.NDArray[np.integer], cards: npt.NDArray[np.integer]
) -> npt.NDArray[np.float64]:
    """These shares for classes ``(n,)`` of hands of so many cards ``(n,)``; 0 where that is 0."""
    found = np.zeros(len(ids))
    for size in HANDS_OF:
        rows = cards == size
        if rows.any():
            found[rows] = top_percents(size)[ids[rows]]
    return found
