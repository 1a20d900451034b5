"""The 7,462 classes of five-card hands: their order, categories, ranks and names.

Two hands are of one class if they tie by the rules of poker. Class 1 is the royal flush, 7462 is
7-5-4-3-2 of mixed suits: Cactus Kev's numbering, in which lower is better.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from pokerlake.catalogue import HIGH

from ..cards.text import RANK_NAMES, RANK_PLURALS, RANKS
from ..cards.texture import STRAIGHTS
from ..signatures import U8, Bool

CLASSES = HIGH.classes
CATEGORY_NAMES = HIGH.category_names

Ranks = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class HandClasses:
    """The classes in order, class ``i + 1`` at index ``i``."""

    category: U8  # (c,) uint8, 1 straight flush .. 9 high card
    # (c, 5) uint8, the five ranks in deciding order: ``AAAKK`` for aces full of kings, ``5432A``
    # for the five-high straight.
    ranks: U8
    suited: Bool  # (c,) bool, whether the five are of one suit
    category_names: tuple[str, ...] = CATEGORY_NAMES  # category 1 first

    @functools.cached_property
    def names(self) -> list[str]:
        """Their English names: ``full house, aces over kings``."""
        return [
            class_text(self.category_names[category - 1], tuple(ranks))
            for category, ranks in zip(self.category.tolist(), self.ranks.tolist(), strict=True)
        ]

    @functools.cached_property
    def rank_texts(self) -> list[str]:
        """Their ranks as letters: ``AAAKK``."""
        return ["".join(RANKS[rank] for rank in ranks) for ranks in self.ranks.tolist()]


@functools.cache
def hand_classes() -> HandClasses:
    """The 7,462 classes, best first. Built in 5 ms, once."""
    row = np.dtype([("category", np.uint8), ("ranks", np.uint8, 5)])
    classes = np.fromiter(_in_order(), row)
    return HandClasses(
        category=np.ascontiguousarray(classes["category"]),
        ranks=np.ascontiguousarray(classes["ranks"]),
        suited=np.isin(classes["category"], (1, 4)),
    )


def _in_order() -> Iterator[tuple[int, Ranks]]:
    """Category and ranks of each class, best first."""
    high_to_low = range(12, -1, -1)
    runs = {tuple(sorted(run)) for run in STRAIGHTS}
    unconnected = [c for c in combinations(high_to_low, 5) if tuple(sorted(c)) not in runs]

    def others(*taken: int) -> list[int]:
        return [rank for rank in high_to_low if rank not in taken]

    yield from ((1, run) for run in STRAIGHTS)
    yield from ((2, (four,) * 4 + (kicker,)) for four in high_to_low for kicker in others(four))
    yield from ((3, (three,) * 3 + (two,) * 2) for three in high_to_low for two in others(three))
    yield from ((4, ranks) for ranks in unconnected)
    yield from ((5, run) for run in STRAIGHTS)
    for three in high_to_low:
        yield from ((6, (three,) * 3 + kickers) for kickers in combinations(others(three), 2))
    for high, low in combinations(high_to_low, 2):
        yield from ((7, (high, high, low, low, kicker)) for kicker in others(high, low))
    for two in high_to_low:
        yield from ((8, (two,) * 2 + kickers) for kickers in combinations(others(two), 3))
    yield from ((9, ranks) for ranks in unconnected)


def class_text(category: str, ranks: Ranks) -> str:
    """The English name of a class from the name of its category and its ranks in deciding order.

    Examples
    --------
    >>> class_text("full house", (12, 12, 12, 11, 11))
    'full house, aces over kings'
    """
    names = [RANK_NAMES[rank] for rank in ranks]
    plurals = [RANK_PLURALS[rank] for rank in ranks]
    if category == "straight flush" and ranks[0] == 12:
        return "royal flush"
    details = {
        "straight flush": f"{names[0]} high",
        "four of a kind": f"{plurals[0]}, {names[4]} kicker",
        "full house": f"{plurals[0]} over {plurals[3]}",
        "straight": f"{names[0]} high",
        "three of a kind": f"{plurals[0]}, {names[3]}-{names[4]} kickers",
        "two pair": f"{plurals[0]} and {plurals[2]}, {names[4]} kicker",
        "one pair": f"{plurals[0]}, {names[2]}-{names[3]}-{names[4]} kickers",
    }
    return f"{category}, {details.get(category, '-'.join(names))}"
