"""The kernel that takes what is known of canonical hands to all that are the same up to suits."""
# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

import numpy as np
from numba import types

from pokerlake.engine.accelerate import array, kernel

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
def spread(hands, facts, thrown, place, images, choose, records):
    """Records of all hands, (C(52, 5),) by colex rank, from those of the canonical ones.

    hands : (n, 5) ascending; facts : (n, 2) class and kind; thrown : (n, 4) sets of places.
    place : (32,) of each set among those of its size; images : (24, 52) permutations of suits.
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
                rank += choose[to, image[i]]
                for size in range(4):
                    sets[size] |= (thrown[n, size] >> i & 1) << to
            record = np.int64(fact)
            for size in range(4):
                record |= np.int64(place[sets[size]]) << SET_SHIFTS[size]
            records[rank] = record
