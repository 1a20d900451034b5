"""Five-card draw: what a hand comes to when cards of it are exchanged, exactly, for all discards.

No draw is dealt. The results of all 2,598,960 hands are added up once for each set of up to four
cards that they hold; a hand's draws are those that hold the cards kept, less those that hold one
thrown away, less ...: inclusion and exclusion, as video-poker analysers do.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.boards import suit_images
from pokerlake.engine.cards.suit_symmetry import choose
from pokerlake.engine.cards.text import CardError, check_cards
from pokerlake.engine.hands.classes import CLASSES, hand_classes
from pokerlake.engine.hands.evaluate import class_ids

HANDS = comb(52, 5)
# Draws to a hand by the number of cards exchanged.
DRAWS = tuple(comb(47, exchanged) for exchanged in range(6))


@dataclass(frozen=True)
class Exchanges:
    """What hands come to, a row for each discard; those that are the same up to suits are one.

    Attributes
    ----------
    hand : (r,) int64
        Which of the hands; rows are in the order of the hands, then of the discards.
    discard : (r,) uint8
        Bit i is set where the card at place i of the ascending hand is thrown away. The smallest of
        those that permutations of suits which leave the hand as it is make the same.
    alike : (r,) uint8
        How many these are; they add up to 32 for a hand.
    draws : (r,) int64
        C(47, exchanged).
    categories : (r, 9) int64
        Draws that end in a straight flush .. high card; they add up to ``draws``.
    strength : (r,) int64
        Of the 2,598,960 hands those that each result beats or ties, added up over the draws.
    ties : (r,) int64
        Those that it ties, its own among them, added up over the draws.
    """

    hand: npt.NDArray[np.int64]
    discard: npt.NDArray[np.uint8]
    alike: npt.NDArray[np.uint8]
    draws: npt.NDArray[np.int64]
    categories: npt.NDArray[np.int64]
    strength: npt.NDArray[np.int64]
    ties: npt.NDArray[np.int64]


def exchanges(hands: npt.NDArray[np.uint8]) -> Exchanges:
    """All discards of each hand, exactly: 1.5 microseconds a hand, one thread.

    Parameters
    ----------
    hands : (n, 5) uint8
        Ascending cards 0..51.

    Raises
    ------
    CardError
        If the array is another, or for the first hand that cannot be dealt or is not ascending.
    """
    from .exchange_kernels import MEASURES, count_alike, fill_exchanges

    _check_hands(hands)
    unordered = np.flatnonzero((hands[:, 1:] <= hands[:, :-1]).any(axis=1))
    if len(unordered):
        raise CardError(f"at index {unordered[0]}: the cards of a hand must ascend")
    alike = np.empty((len(hands), 32), np.uint8)
    rows = count_alike(hands, suit_images(), alike)
    results = np.empty((rows, MEASURES), np.int64)
    ids = class_ids(hands, layout="rows")
    tables = *_measures(), choose()
    none, one, two, three, four = _sums()
    fill_exchanges(hands, ids, alike, *tables, none, one, two, three, four, results)
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

    hands: npt.NDArray[np.uint8]
    discards: npt.NDArray[np.uint8]


def canonical_discards(hands: npt.NDArray[np.uint8]) -> CanonicalDiscards:
    """The discards of hands as they are dealt, as those of their canonical hands; no kernel.

    Parameters
    ----------
    hands : (n, 5) uint8
        Cards 0..51 in any order.

    Returns
    -------
    CanonicalDiscards
        The canonical hands, and for each set of places of the hand given, bit i for place i, the
        set of places of the canonical one that stands for it in :func:`exchanges`.

    Raises
    ------
    CardError
        If the array is another, or for the first hand that cannot be dealt.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import format_hand, parse_hand
    >>> found = canonical_discards(np.stack([parse_hand("As2h2s3c2d")]))
    >>> format_hand(found.hands[0])
    '2c2d2h3sAc'
    >>> found.discards[0, [0b00001, 0b00010, 0b10000]]  # the ace; a deuce; another
    array([16,  2,  2], dtype=uint8)
    """
    _check_hands(hands)
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
def class_strengths() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Of all hands those that each class beats or ties, and those that it ties.

    Returns
    -------
    strength, ties : (7463,) int64
        At the index of the class; index 0 is not used. Read-only.
    """
    ties = np.bincount(class_ids(all_hands()), minlength=CLASSES + 1)
    strength = ties[::-1].cumsum()[::-1].copy()
    strength.flags.writeable = ties.flags.writeable = False
    return strength, ties


def all_hands() -> npt.NDArray[np.uint8]:
    """All hands of five cards, ordered by their last card, then by the one before, ...

    Returns
    -------
    (5, 2598960) uint8
        Ascending cards.
    """
    from .exchange_kernels import fill_hands

    columns = np.empty((5, HANDS), np.uint8)
    fill_hands(columns)
    return columns


def _check_hands(hands: npt.NDArray[np.uint8]) -> None:
    if hands.ndim != 2 or hands.shape[1] != 5 or hands.dtype != np.uint8:
        raise CardError(f"hands are {hands.dtype} {hands.shape}; uint8 (n, 5) is needed")
    ordered = np.sort(hands, axis=1)
    if (ordered[:, 1:] == ordered[:, :-1]).any() or (ordered > 51).any():
        check_cards(hands.T)


def _measures() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Category, strength and ties, each by class."""
    return np.concatenate([[np.uint8(0)], hand_classes().category]), *class_strengths()


@functools.cache
def _sums() -> tuple[npt.NDArray[np.int64], ...]:
    """Measures added up over the hands that hold a set of 0, 1, .. 4 cards: in 0.2 s, once."""
    from .exchange_kernels import MEASURES, sum_over_hands, sum_over_sets

    columns = all_hands()
    sums = np.zeros((comb(52, 4), MEASURES), np.int64)
    sum_over_hands(columns, class_ids(columns), *_measures(), choose(), sums)
    found = [sums]
    for k in (3, 2, 1, 0):
        sums = np.zeros((comb(52, k), MEASURES), np.int64)
        sum_over_sets(k, found[-1], choose(), sums)
        found.append(sums)
    return tuple(reversed(found))
