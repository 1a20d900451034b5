"""All hands of five-card draw, each as one word: its class, its kind, what it best throws away."""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.boards import canonical_boards, suit_images
from pokerlake.engine.cards.suit_symmetry import choose
from pokerlake.engine.cards.text import RANKS
from pokerlake.engine.draw.exchange import HANDS, exchanges
from pokerlake.engine.draw.hands import draw_hands
from pokerlake.engine.hands.classes import CLASSES, hand_classes

from .states import FINAL_HANDS, FIRST_HANDS

# The sets of one to four of five places, of which a record has one each.
SETS = [[held for held in range(32) if held.bit_count() == size] for size in range(1, 5)]
# Hands at once: exchanges take 2 kB a hand.
CHUNK = 16_384
JACK = 9

Bytes = npt.NDArray[np.uint8]


class HandRecords(NamedTuple):
    """Tables for kernels. All are read-only.

    Attributes
    ----------
    records : (2598960,) uint32
        By the colex rank of the hand: ``class_id``, 13 bits; its place in ``FIRST_HANDS``, 5; then
        for one, two, three and four cards thrown away 3, 4, 4 and 3 bits: the place in ``sets``.
    sets : (4, 10) uint8
        Sets of one to four places of an ascending hand, bit i for place i; ascending.
    final_hand : (7463,) uint8
        The place in ``FINAL_HANDS`` of each class; index 0 is not used.
    choose : (5, 52) uint32
        What cards add to the colex rank, by place.
    """

    records: npt.NDArray[np.uint32]
    sets: Bytes
    final_hand: Bytes
    choose: npt.NDArray[np.uint32]


@functools.cache
def hand_records() -> HandRecords:
    """The tables, made in 0.8 s, once.

    Of so many cards those are thrown away without which the hand, drawn to, beats or ties most of
    all hands on average, which is exact; of equals any.
    """
    from .hand_records_kernels import spread

    hands = canonical_boards(5).cards
    facts = np.empty((len(hands), 2), np.uint16)
    thrown = np.empty((len(hands), len(SETS)), np.uint8)
    for start in range(0, len(hands), CHUNK):
        chunk = slice(start, start + CHUNK)
        found = draw_hands(hands[chunk])
        facts[chunk, 0] = found.class_id
        facts[chunk, 1] = first_hands(hands[chunk])
        thrown[chunk] = best_discards(hands[chunk])
    sets = np.zeros((len(SETS), 10), np.uint8)
    place = np.zeros(32, np.uint8)
    for row, held in zip(sets, SETS, strict=True):
        row[: len(held)] = held
        place[held] = np.arange(len(held))
    records = np.empty(HANDS, np.uint32)
    spread(hands, facts, thrown, place, suit_images(), choose(), records)
    tables = HandRecords(records, sets, final_hands(), choose())
    for table in tables:
        table.flags.writeable = False
    return tables


def best_discards(hands: Bytes) -> Bytes:
    """Of one to four cards the best to throw away, of each hand.

    Parameters
    ----------
    hands : (n, 5) uint8
        Ascending cards.

    Returns
    -------
    (n, 4) uint8
        Bit i for place i; of equals the smallest.
    """
    found = exchanges(hands)
    strength = np.full((len(hands), 32), -1, np.int64)
    strength[found.hand, found.discard] = found.strength
    best = [np.array(held)[strength[:, held].argmax(axis=1)] for held in SETS]
    return np.stack(best, axis=1).astype(np.uint8)


def first_hands(hands: Bytes) -> Bytes:
    """What hands are before the exchange, places in ``FIRST_HANDS``, ``(n,)``.

    Parameters
    ----------
    hands : (n, 5) uint8
        Cards 0..51.
    """
    found = draw_hands(hands)
    high = (hands >> 2).max(axis=1)
    chosen = {
        "quads": found.category == 2,
        "straight+": found.category <= 5,
        "trips": found.category == 6,
        "two-pair-high": (found.category == 7) & (found.pair_rank >= JACK),
        "two-pair-low": found.category == 7,
        **_pairs(found.category, found.pair_rank),
        "four-flush": found.four_flush,
        "open-ended": found.open_ended,
        "A-high": high == 12,
        "K-high": high == 11,
    }
    return _places(chosen, FIRST_HANDS)


def final_hands() -> Bytes:
    """What classes are after the exchange, places in ``FINAL_HANDS``, ``(7463,)``; 0 at 0."""
    classes = hand_classes()
    category = classes.category
    lead = classes.ranks[:, 0]
    chosen = {
        "full-house+": category <= 3,
        "flush": category == 4,
        "straight": category == 5,
        "trips": category == 6,
        "two-pair-high": (category == 7) & (lead >= JACK),
        "two-pair-low": category == 7,
        **_pairs(category, lead),
        "A-high": lead == 12,
        "K-high": lead == 11,
    }
    found = np.zeros(CLASSES + 1, np.uint8)
    found[1:] = _places(chosen, FINAL_HANDS)
    return found


def _pairs(category: Bytes, rank: npt.NDArray[np.integer]) -> dict[str, npt.NDArray[np.bool_]]:
    """Which are a pair of each rank."""
    return {
        name: (category == 8) & (rank == RANKS.index(name[0]))
        for name in FINAL_HANDS
        if name[0] == name[1]
    }


def _places(chosen: dict[str, npt.NDArray[np.bool_]], names: tuple[str, ...]) -> Bytes:
    """The place in ``names`` of the first that is chosen; without, of the last name."""
    places = [names.index(name) for name in chosen]
    return np.select(list(chosen.values()), places, len(names) - 1).astype(np.uint8)
