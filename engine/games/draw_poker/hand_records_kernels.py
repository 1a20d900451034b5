"""The kernel that copies what is known of canonical hands to all that are the same up to suits."""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from ...accelerate import array, kernel

# n = canonical hands

# Where the parts of a record begin, and how many bits its sets of one to four cards have.
HAND_SHIFT = 13
SET_SHIFTS = (18, 21, 25, 29)
SET_MASKS = (7, 15, 15, 7)


@kernel(
    types.void(
        array("uint8", 2),
        array("uint16", 2),
        array("uint8", 2),
        array("uint8"),
        array("uint8", 2),
        array("uint32", 2),
        types.uint32[::1],
    )
)
def spread(hands, facts, thrown, place, images, binomials, records):
    """Write the records of all hands, from those of the canonical ones.

    Parameters
    ----------
    hands : (n, 5) uint8
        Ascending cards.
    facts : (n, 2) uint16
        Class and kind.
    thrown : (n, 4) uint8
        Sets of places, by size.
    place : (32,) uint8
        The place of each set among those of its size.
    images : (24, 52) uint8
        The cards under each permutation of suits.
    binomials : (5, 52) uint32
    records : (2598960,) uint32
        Written, by colex rank.
    """
    image = np.empty(5, np.uint8)
    for n in range(hands.shape[0]):
        fact = facts[n, 0] | facts[n, 1] << HAND_SHIFT
        for p in range(images.shape[0]):
            for i in range(5):
                image[i] = images[p, hands[n, i]]
            rank = np.int64(0)
            sets = np.zeros(4, np.int64)
            for i in range(5):
                to = 0
                for j in range(5):
                    to += image[j] < image[i]
                rank += binomials[to, image[i]]
                for size in range(4):
                    sets[size] |= (thrown[n, size] >> i & 1) << to
            record = np.int64(fact)
            for size in range(4):
                record |= np.int64(place[sets[size]]) << SET_SHIFTS[size]
            records[rank] = record
