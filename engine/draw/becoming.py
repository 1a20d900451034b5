"""The results of each discard of a hand, exactly, in draw by any order of hands.

The cards that a drawn hand shares with the dealt hand are the cards that were kept. So one pass
over all hands counts the draws of all discards, class by class.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from pokerlake.catalogue import BADUGI, Order

from ..cards.text import CARDS, RANK_NAMES, CardError, card_number
from ..hands.classes import Ranks
from ..hands.order_classes import five_card_classes, order_classes, rank_sets
from ..orders.evaluate import badugi_tables, order_ids
from ..signatures import I64, U8, U16, frozen
from .exchange import all_hands


@dataclass(frozen=True, eq=False)
class Becoming:
    """The results of a hand of k cards by its 2^k discards: bit i for the card at place i."""

    draws: I64  # (2^k,) int64, the number of draws
    classes: I64  # (2^k, c + 1) int64, how many of these end in each class; index 0 is unused
    rungs: I64  # (2^k, r) int64, the same by rung: see ``rungs_of``
    # (2^k,) int64, how many of all hands each result beats or ties, summed over the draws
    strength: I64
    ties: I64  # (2^k,) int64, how many it ties, itself included, summed over the draws


def hand_size(order: Order) -> int:
    """The number of cards in a hand of draw by an order."""
    return order.sizes[0]


@functools.cache
def class_of_rank(order: Order) -> U16:
    """The class of each hand by its colex rank; made once, in 0.1 s. Read-only."""
    return frozen(badugi_tables().class_of if order is BADUGI else order_ids(all_hands(), order))


@functools.cache
def strengths_of(order: Order) -> tuple[I64, I64]:
    """By class: how many of all hands it beats or ties, and how many it ties."""
    ties = np.bincount(class_of_rank(order), minlength=order.classes + 1)
    return frozen((ties[::-1].cumsum()[::-1].copy(), ties))


@dataclass(frozen=True, eq=False)
class Rungs:
    """The ladder of an order: categories, with the best of them split by the highest rank."""

    names: tuple[str, ...]  # the best first, such as ``seven high``
    of_class: U8  # (c + 1,) uint8, the rung of each class; index 0 is unused


@functools.cache
def rungs_of(order: Order) -> Rungs:
    """The rungs of an order; lows without a pair, badugis and three cards are split by rank."""
    ranks: list[Ranks]
    ranks = list(rank_sets()) if order is BADUGI else five_card_classes(order).ranks.tolist()
    by_rank = {"no pair", "badugi", "three cards"}
    named = []
    for category, held in zip(order_classes(order).category.tolist(), ranks, strict=True):
        name = order.category_names[category - 1]
        high = f"{RANK_NAMES[held[0]]} high"
        if name in by_rank:
            name = high if name == "no pair" else f"{name}, {high}"
        named.append(name)
    names = list(dict.fromkeys(named))
    place = {name: number for number, name in enumerate(names)}
    of_class = np.array([0, *(place[name] for name in named)], np.uint8)
    return Rungs(tuple(names), frozen(of_class))


def becoming(hand: Sequence[int], order: Order) -> Becoming:
    """The results of each discard of a hand, exactly: 15 ms, one thread.

    ``hand``: (5,) cards 0..51 in any order, of badugi (4,); ``order``: of ``ORDERS``, of the full
    deck. Raises CardError for an invalid hand.

    Examples
    --------
    >>> from pokerlake.catalogue import DEUCE_TO_SEVEN
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> found = becoming(parse_hand("2c3d4h7sKs"), DEUCE_TO_SEVEN)
    >>> found.draws[[0, 16, 31]].tolist(), found.rungs[16, :3].tolist()
    ([1, 47, 1533939], [8, 4, 4])
    """
    from .becoming_kernels import count_becoming

    k = hand_size(order)
    cards = [card_number(card) for card in hand]
    if len(cards) != k:
        raise CardError(f"{len(cards)} cards; a hand here has {k}")
    held = np.zeros(len(CARDS), np.uint8)
    for place, card in enumerate(cards):
        if held[card]:
            raise CardError(f"{CARDS[card]} is there twice")
        held[card] = 1 << place
    counts = np.zeros((1 << k, order.classes + 1), np.int64)
    count_becoming(k, frozen(held), class_of_rank(order), counts)
    by_discard = np.ascontiguousarray(counts[::-1])  # from cards kept to cards discarded
    rungs = rungs_of(order)
    of_rung = np.zeros((1 << k, len(rungs.names)), np.int64)
    np.add.at(of_rung.T, rungs.of_class[1:], by_discard.T[1:])
    strength, ties = strengths_of(order)
    thrown = np.bitwise_count(np.arange(1 << k))
    return Becoming(
        draws=np.array([comb(len(CARDS) - k, size) for size in range(k + 1)])[thrown],
        classes=by_discard,
        rungs=of_rung,
        strength=by_discard @ strength,
        ties=by_discard @ ties,
    )
