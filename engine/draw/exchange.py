"""Exact results of every exchange in five-card draw, for all discards of a hand.

No draw is dealt. The results of all 2,598,960 hands are summed once for each set of up to four
cards that they hold. The draws of a hand are the hands that hold the kept cards, less those that
hold a discarded card, and so on: inclusion and exclusion, as video-poker analysers do.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

import numpy as np

from ..cards.boards import suit_images
from ..cards.layout import Cards, Layout, as_rows
from ..cards.suit_symmetry import choose
from ..cards.text import CardError
from ..hands.classes import CLASSES, hand_classes
from ..hands.evaluate import class_ids
from ..signatures import I64, U8

HANDS = comb(52, 5)
# The number of draws to a hand, by the number of cards exchanged.
DRAWS = tuple(comb(47, exchanged) for exchanged in range(6))


@dataclass(frozen=True)
class Exchanges:
    """The results of hands, a row for each discard; discards equal up to suits share a row."""

    # (r,) int64, the index of the hand. Rows are ordered by hand, then by discard
    hand: I64
    # (r,) uint8, bit i is set if the card at place i of the ascending hand is discarded. This is
    # the smallest of the discards that permutations of suits make equal without changing the hand.
    discard: U8
    # (r,) uint8, the number of equal discards; they sum to 32 for a hand
    alike: U8
    draws: I64  # (r,) int64, C(47, exchanged)
    # (r, 9) int64, the draws that end in a straight flush .. high card; they sum to ``draws``
    categories: I64
    # (r,) int64, how many of the 2,598,960 hands each result beats or ties, summed over the draws
    strength: I64
    # (r,) int64, how many it ties, including itself, summed over the draws
    ties: I64


def exchanges(cards: Cards, *, layout: Layout | None = None) -> Exchanges:
    """The exact results of all discards of each hand: 1.5 microseconds a hand, one thread.

    ``cards``: (n, 5) or (5, n) uint8, or a list of arrays, hands of five ascending cards 0..51.
    Raises CardError if the array has another shape or type, or for the first hand that cannot be
    dealt or is not ascending.
    """
    hands = np.ascontiguousarray(as_rows(cards, layout, (5,), "hands"))
    unordered = np.flatnonzero((hands[:, 1:] <= hands[:, :-1]).any(axis=1))
    if len(unordered):
        raise CardError(f"at index {unordered[0]}: the cards of a hand must ascend")
    from .exchange_kernels import MEASURES, Measures, Sums, count_alike, fill_exchanges

    alike = np.empty((len(hands), 32), np.uint8)
    rows = count_alike(hands, suit_images(), alike)
    results = np.empty((rows, MEASURES), np.int64)
    ids = class_ids(hands, layout="rows")
    measures, sums = Measures(*_measures()), Sums(*_sums())
    fill_exchanges(hands, ids, alike, measures, choose(), sums, results)
    hand, discard = np.nonzero(alike)
    exchanged = np.array([held.bit_count() for held in range(32)])[discard]
    return Exchanges(
        hand=hand,
        discard=discard.astype(np.uint8),
        alike=alike[hand, discard],
        draws=np.array(DRAWS)[exchanged],
        categories=results[:, :9],
        strength=results[:, 9],
        ties=results[:, 10],
    )


class CanonicalDiscards(NamedTuple):
    """Canonical hands, ``(n, 5)`` ascending cards, and discards of them, ``(n, 32)`` ``uint8``."""

    hands: U8
    discards: U8


def canonical_discards(cards: Cards, *, layout: Layout | None = None) -> CanonicalDiscards:
    """Translate the discards of dealt hands to those of their canonical hands, without a kernel.

    ``cards``: (n, 5) or (5, n) uint8, or a list of arrays, hands of five cards 0..51 in any order;
    ``layout``: "columns" or "rows", which of the two it is; only needed for five hands. Returns
    CanonicalDiscards: the canonical hands, and for each set of places of the dealt hand, bit i for
    place i, the equivalent set of places of the canonical hand in :func:`exchanges`. Raises
    CardError if the array has another shape or type, or for the first hand that cannot be dealt.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import format_hand, parse_hand
    >>> found = canonical_discards(np.stack([parse_hand("As2h2s3c2d")]))
    >>> format_hand(found.hands[0])
    '2c2d2h3sAc'
    >>> found.discards[0, [0b00001, 0b00010, 0b10000]]  # the ace; a deuce; another
    array([16,  2,  2], dtype=uint8)
    """
    hands = as_rows(cards, layout, (5,), "hands")
    images = suit_images()[:, hands]
    places = images.argsort(axis=2).argsort(axis=2)
    images = np.sort(images, axis=2)
    numbers = images @ 52 ** np.arange(4, -1, -1)
    smallest = numbers == numbers.min(axis=0)
    in_discard = (np.arange(32) >> np.arange(5)[:, None] & 1).astype(np.uint8)
    discards = (1 << places).astype(np.uint8) @ in_discard
    return CanonicalDiscards(
        images[smallest.argmax(axis=0), np.arange(len(hands))],
        np.where(smallest[:, :, None], discards, 32).min(axis=0).astype(np.uint8),
    )


@functools.cache
def class_strengths() -> tuple[I64, I64]:
    """How many hands each class beats or ties, and how many it ties.

    Both are ``(7463,)`` by class; index 0 is not used. Read-only.
    """
    ties = np.bincount(class_ids(all_hands()), minlength=CLASSES + 1)
    strength = ties[::-1].cumsum()[::-1].copy()
    strength.flags.writeable = ties.flags.writeable = False
    return strength, ties


def all_hands() -> U8:
    """All hands, ``(5, 2598960)`` ascending cards, by their last card, then the one before, ..."""
    from .exchange_kernels import fill_hands

    columns = np.empty((5, HANDS), np.uint8)
    fill_hands(columns)
    return columns


def _measures() -> tuple[U8, I64, I64]:
    """Category, strength and ties, each by class."""
    return np.concatenate([[np.uint8(0)], hand_classes().category]), *class_strengths()


@functools.cache
def _sums() -> tuple[I64, ...]:
    """Measures summed over the hands that hold each set of 0, 1, .. 4 cards, in 0.2 s, once."""
    from .exchange_kernels import MEASURES, Measures, sum_over_hands, sum_over_sets

    columns = all_hands()
    sums = np.zeros((comb(52, 4), MEASURES), np.int64)
    sum_over_hands(columns, class_ids(columns), Measures(*_measures()), choose(), sums)
    sums_by_size = [sums]
    for k in (3, 2, 1, 0):
        sums = np.zeros((comb(52, k), MEASURES), np.int64)
        sum_over_sets(k, sums_by_size[-1], choose(), sums)
        sums_by_size.append(sums)
    return tuple(reversed(sums_by_size))
