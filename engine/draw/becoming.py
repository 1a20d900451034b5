"""What a hand becomes by each discard, exactly, in draw by any order of hands.

A hand that comes of a draw has some cards of the hand dealt, and these are what was kept. So one
pass over all hands there are counts the draws of all discards, class by class.
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
    """What becomes of a hand of k cards by its 2^k discards: bit i for the card at place i."""

    draws: I64  # (2^k,) int64, how many there are
    classes: I64  # (2^k, c + 1) int64, of these how many end in each class; index 0 is unused
    rungs: I64  # (2^k, r) int64, in each rung: see ``rungs_of``
    # (2^k,) int64, of all hands there are how many each result beats or ties, over all draws
    strength: I64
    ties: I64  # (2^k,) int64, how many it ties, itself among them, over all draws


def hand_size(order: Order) -> int:
    """How many cards a hand of draw has by an order."""
    return order.sizes[0]


@functools.cache
def class_of_rank(order: Order) -> U16:
    """The class of each hand by its colex rank; made once, in 0.1 s. Read-only."""
    return frozen(badugi_tables().class_of if order is BADUGI else order_ids(all_hands(), order))


@functools.cache
def strengths_of(order: Order) -> tuple[I64, I64]:
    """How many of all hands each class beats or ties, and how many it ties: both by class."""
    ties = np.bincount(class_of_rank(order), minlength=order.classes + 1)
    return frozen((ties[::-1].cumsum()[::-1].copy(), ties))


@dataclass(frozen=True, eq=False)
class Rungs:
    """The ladder of an order: categories, and of the best of them the hands by their highest."""

    names: tuple[str, ...]  # the best in front: ``seven high``
    of_class: U8  # (c + 1,) uint8, the index of the rung of each class; index 0 is not used


@functools.cache
def rungs_of(order: Order) -> Rungs:
    """The rungs of an order: of lows those of no pair, and of badugis and three cards, by rank."""
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
    """What each discard of a hand becomes, exactly: 15 ms, one thread.

    ``hand``: (5,) cards 0..51 in any order, of badugi (4,); ``order``: of ``ORDERS``, of the full
    deck. Raises CardError if it is no such hand.

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
    by_discard = np.ascontiguousarray(counts[::-1])  # what is not kept is thrown away
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
