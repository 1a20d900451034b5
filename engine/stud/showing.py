"""The classes of up cards in stud, who brings it in, and who acts first.

One to four cards are no five-card hand: pairs count, straights and flushes do not. So each multiset
of ranks is its own class. From five cards on the class is that of the game's order.
"""

from __future__ import annotations

import functools
from collections import Counter
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np

from pokerlake.catalogue import Order

from ..cards.text import RANK_NAMES, RANK_PLURALS, RANKS
from ..hands.classes import Ranks
from ..hands.order_classes import order_classes
from ..orders.evaluate import order_ids
from ..signatures import I64, U8, U16, frozen

_FEW = 4  # the most cards that are not yet a five-card hand
_RANKS = 13
_SUITS = 4
# How many cards of each of its ranks a hand has, largest first: in order from no pair up.
_CATEGORIES = {
    (1, 1, 1, 1): "no pair", (2, 1, 1): "one pair", (2, 2): "two pair",
    (3, 1): "three of a kind", (4,): "four of a kind",
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Showing:
    """The classes of so many up cards, class ``i + 1`` at index ``i``."""

    class_of: U16  # (13 ** k,) by ascending ranks as digits, the lowest first
    names: list[str]


@functools.cache
def showing_classes(order: Order, cards: int) -> Showing:
    """The classes of one to four cards by an order without suits, the best first."""
    place = {RANKS.index(rank): at for at, rank in enumerate(order.ranks)}
    sign = 1 if order.lows_win else -1

    def key(ranks: Ranks) -> tuple[int, list[int]]:
        alike = sorted(Counter(ranks).values(), reverse=True)
        kind = len(alike) - cards  # 0 for no pair, smaller for more equal cards
        return -sign * (10 * kind - alike[0]), [sign * place[rank] for rank in ranks]

    def deciding(ranks: Ranks) -> Ranks:
        many = Counter(ranks)
        return tuple(sorted(ranks, key=lambda rank: (-many[rank], -place[rank])))

    every = combinations_with_replacement(range(_RANKS), cards)
    in_order = sorted(map(deciding, every), key=key)
    class_of = np.zeros(_RANKS**cards, np.uint16)
    for number, ranks in enumerate(in_order, 1):
        class_of[_digits(np.array(sorted(ranks))[:, None])] = number
    return Showing(frozen(class_of), [_name(order, ranks) for ranks in in_order])


def _digits(ranks: I64) -> I64:
    """Numbers of ascending ranks, ``(k, n)``."""
    number = np.zeros(ranks.shape[1], np.int64)
    for row in ranks:
        number = number * _RANKS + row
    return number


def _name(order: Order, ranks: Ranks) -> str:
    alike = Counter(ranks)
    counts = tuple(alike.values())
    kind = next(name for known, name in _CATEGORIES.items() if known[: len(counts)] == counts)
    if counts[0] == 1:
        kind = order.category_names[-1] if not order.lows_win else kind
        return f"{kind}, {'-'.join(RANK_NAMES[rank] for rank in ranks)}"
    paired = [RANK_PLURALS[rank] for rank, many in alike.items() if many > 1]
    kickers = [RANK_NAMES[rank] for rank, many in alike.items() if many == 1]
    words = f" kicker{'s' * (len(kickers) > 1)}"
    with_kickers = f", {'-'.join(kickers)}{words}" if kickers else ""
    return f"{kind}, {' and '.join(paired)}{with_kickers}"


def showing_ids(order: Order, cards: U8) -> U16:
    """The class of hands of one to seven cards, ``(k, n)``; 1 is the best of that many cards."""
    if len(cards) > _FEW:
        return order_ids(cards, order, layout="columns")
    ranks = np.sort(cards >> 2, axis=0).astype(np.int64)
    return showing_classes(order, len(cards)).class_of[_digits(ranks)]


def showing_names(order: Order, cards: int) -> list[str]:
    """The names of the classes of so many cards, class ``i + 1`` at index ``i``."""
    if cards > _FEW:
        return order_classes(order).names
    return showing_classes(order, cards).names


def openers(order: Order, up: U8) -> I64:
    """Who acts first by the up cards, ``(p, k, n)``, of players in the order of seats.

    With one card each it is the player with the lowest card, who brings it in; if lows win, the
    highest. Equal ranks are compared by suit: clubs are the lowest, then diamonds, hearts, spades.
    Later it is the player with the best hand showing; of equal hands the first from the dealer's
    left. Returns ``(n,)``, the player's place.
    """
    players, cards, _ = up.shape
    if cards == 1:
        place = np.array([order.ranks.index(rank) for rank in RANKS])
        worth = _SUITS * place[up[:, 0] >> 2] + (up[:, 0] & 3)
        return np.asarray((worth.argmax if order.lows_win else worth.argmin)(axis=0))
    classes = np.stack([showing_ids(order, up[player]) for player in range(players)])
    return np.asarray(classes.argmin(axis=0))
