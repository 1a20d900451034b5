"""All hands of five-card draw in a word each: class, kind, and the best cards to throw away."""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...cards.boards import canonical_boards, suit_images
from ...cards.suit_symmetry import choose
from ...cards.text import RANKS
from ...draw.exchange import HANDS, exchanges
from ...draw.hands import draw_hands
from ...hands.classes import CLASSES, hand_classes
from ...signatures import U8, U32, Input
from .states import FINAL_HANDS, FIRST_HANDS

# The sets of one to four of five places; a record names one of each size.
SETS = [[held for held in range(32) if held.bit_count() == size] for size in range(1, 5)]
# Hands at a time: exchanges take 2 kB a hand.
CHUNK = 16_384
JACK = 9

Bytes = npt.NDArray[np.uint8]


class HandRecords(NamedTuple):
    """Read-only tables for kernels."""

    # A record for each hand, by its colex rank. The low 13 bits are ``class_id``, the next 5 the
    # place in ``FIRST_HANDS``. Then follow 3, 4, 4 and 3 bits for one, two, three and four cards
    # thrown away: the place in ``sets``.
    records: Input[U32, "2598960"]
    # The sets of one to four places of an ascending hand, in ascending order; bit i for place i.
    sets: Input[U8, "4, 10"]
    final_hand: Input[U8, "7463"]  # the place in ``FINAL_HANDS`` of each class; index 0 is not used
    binomials: Input[U32, "5, 52"]  # what a card adds to the colex rank, by its place in the hand


@functools.cache
def hand_records() -> HandRecords:
    """The tables, which are made once, in 0.8 s.

    For each number of cards a hand throws away those after which it beats or ties the most hands
    on average, which is counted exactly. Of equal sets any is taken.
    """
    from .hand_records_kernels import spread

    hands = canonical_boards(5).cards
    facts = np.empty((len(hands), 2), np.uint16)
    thrown = np.empty((len(hands), len(SETS)), np.uint8)
    for start in range(0, len(hands), CHUNK):
        chunk = slice(start, start + CHUNK)
        found = draw_hands(hands[chunk], layout="rows")
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
    """The best one, two, three and four cards to throw away from each hand, ``(n, 4)``.

    The hands are ``(n, 5)`` ascending cards. Bit i is set for place i; of equal sets it is the
    smallest.
    """
    found = exchanges(hands, layout="rows")
    strength = np.full((len(hands), 32), -1, np.int64)
    strength[found.hand, found.discard] = found.strength
    best = [np.array(held)[strength[:, held].argmax(axis=1)] for held in SETS]
    return np.stack(best, axis=1).astype(np.uint8)


def first_hands(hands: Bytes) -> Bytes:
    """The kinds of hands ``(n, 5)`` before the exchange: places in ``FIRST_HANDS``, ``(n,)``."""
    found = draw_hands(hands, layout="rows")
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
    """The kinds of classes after the exchange: places in ``FINAL_HANDS``, ``(7463,)``; 0 at 0."""
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
    """For each rank, which hands are a pair of it."""
    return {
        name: (category == 8) & (rank == RANKS.index(name[0]))
        for name in FINAL_HANDS
        if name[0] == name[1]
    }


def _places(chosen: dict[str, npt.NDArray[np.bool_]], names: tuple[str, ...]) -> Bytes:
    """The place in ``names`` of the first that is chosen, or of the last name if none is."""
    places = [names.index(name) for name in chosen]
    return np.select(list(chosen.values()), places, len(names) - 1).astype(np.uint8)
