"""The classes of each order: their order, categories, ranks and names."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

import numpy as np

from pokerlake.catalogue import BADUGI, EIGHT_OR_BETTER, HIGH, Order

from ..cards.text import RANK_NAMES, RANKS
from ..signatures import U8, U16, frozen
from .classes import HandClasses, Ranks, hand_classes

# The category of a hand by how many cards it has of each rank, the most first: from no pair up.
_UNSUITED = {
    (1, 1, 1, 1, 1): "no pair", (2, 1, 1, 1): "one pair", (2, 2, 1): "two pair",
    (3, 1, 1): "three of a kind", (3, 2): "full house", (4, 1): "four of a kind",
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class OrderClasses:
    """The category and name of each class of an order, class ``i + 1`` at index ``i``."""

    category: U8  # (c,) uint8, from 1, the best
    names: list[str]  # their English names


@functools.cache
def order_classes(order: Order) -> OrderClasses:
    """Categories and names of an order's classes. Built in 30 ms, once."""
    if order is BADUGI:
        ranks = list(rank_sets())
        category = np.array([5 - len(held) for held in ranks], np.uint8)
        kinds_and_ranks = zip(category.tolist(), ranks, strict=True)
        names = [_listed(order.category_names[kind - 1], held) for kind, held in kinds_and_ranks]
        return OrderClasses(category, names)
    classes = five_card_classes(order)
    if order is EIGHT_OR_BETTER:
        lows = [_listed("low", held) for held in classes.ranks[: order.qualifying].tolist()]
        category = np.repeat(np.array([1, 2], np.uint8), [order.qualifying, 1])
        return OrderClasses(category, [*lows, "no low"])
    return OrderClasses(classes.category, classes.names)


def _listed(category: str, ranks: Ranks) -> str:
    return f"{category}, {'-'.join(RANK_NAMES[rank] for rank in ranks)}"


@functools.cache
def five_card_classes(order: Order) -> HandClasses:
    """The classes of an order over five cards, best first; built in 30 ms, once.

    Eight or better has those of ace to five.
    """
    if order is HIGH:
        return hand_classes()
    categories = _UNSUITED.values() if order is EIGHT_OR_BETTER else order.category_names
    place_of = {category: place for place, category in enumerate(categories, 1)}
    rank_place = {RANKS.index(rank): place for place, rank in enumerate(order.ranks)}
    sign = 1 if order.lows_win else -1

    def key(kind: tuple[str, Ranks]) -> tuple[int, list[int]]:
        category, ranks = kind
        places = [sign * rank_place[rank] for rank in ranks]
        # Only the first card of a straight counts: an ace below it is not high.
        return place_of[category], places[:1] if "straight" in category else places

    kinds = sorted(_kinds(order, rank_place), key=key)
    return HandClasses(
        category=np.array([place_of[category] for category, _ in kinds], np.uint8),
        ranks=np.array([ranks for _, ranks in kinds], np.uint8),
        suited=np.array([category in _SUITED for category, _ in kinds]),
        category_names=tuple(categories),
    )


@functools.cache
def last_classes(order: Order) -> U16:
    """The last class of each category of an order over five cards, ``(10,)``; 0 at index 0."""
    ends = np.cumsum(np.bincount(five_card_classes(order).category, minlength=10))
    return frozen(ends.astype(np.uint16))


_SUITED = ("flush", "straight flush")


def _kinds(order: Order, rank_place: dict[int, int]) -> Iterator[tuple[str, Ranks]]:
    """Category and ranks of each class, the ranks in deciding order."""
    straights = _straights(order)
    for held in combinations_with_replacement(rank_place, 5):
        ranks = tuple(sorted(held, key=lambda r: (held.count(r), rank_place[r]), reverse=True))
        counts = tuple(sorted(map(held.count, set(held)), reverse=True))
        if counts == (5,):
            continue
        run = straights.get(frozenset(held))
        if run:
            yield from (("straight", run), ("straight flush", run))
            continue
        category = _UNSUITED[counts]
        nothing = category == "no pair"
        yield "high card" if nothing and not order.lows_win else category, ranks
        if nothing and "flush" in order.category_names:
            yield "flush", ranks


def _straights(order: Order) -> dict[frozenset[int], Ranks]:
    """The runs of five, highest first, by the set of their ranks; none if straights do not count.

    In high orders the ace also stands below the lowest rank of the deck.
    """
    if "straight" not in order.category_names:
        return {}
    ranks = [RANKS.index(rank) for rank in order.ranks]
    around = ranks if order.lows_win else [ranks[-1], *ranks]
    runs = [tuple(reversed(around[low : low + 5])) for low in range(len(around) - 4)]
    return {frozenset(run): run for run in runs}


def rank_sets() -> Iterator[Ranks]:
    """The ranks of each class of badugi, highest rank first, best class first."""
    low_to_high = [RANKS.index(rank) for rank in BADUGI.ranks]
    for cards in range(4, 0, -1):
        rank_places = (held[::-1] for held in combinations(range(13), cards))
        yield from (tuple(low_to_high[place] for place in held) for held in sorted(rank_places))
