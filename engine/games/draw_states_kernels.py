"""The kernel that copies what is known of canonical hands to all that are the same up to suits."""
# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from ..accelerate import kernel
from ..arrays import empty, zeros
from ..signatures import U8, U16, U32, Array, Input

# n = canonical hands

# Where the parts of a record begin, and how many bits its sets of one to four cards have.
HAND_SHIFT = 13
SET_SHIFTS = (18, 21, 25, 29)
SET_MASKS = (7, 15, 15, 7)


@kernel
def spread(
    hands: Input[U8, "n, 5"],  # ascending cards
    facts: Input[U16, "n, 2"],  # class and kind
    thrown: Input[U8, "n, 4"],  # sets of places, by size
    place: Input[U8, "32"],  # the place of each set among those of its size
    images: Input[U8, "24, 52"],  # the cards under each permutation of suits
    binomials: Input[U32, "5, 52"],
    records: Array[U32, "2598960"],  # written, by colex rank
) -> None:
    """Write the records of all hands, from those of the canonical ones."""
    image = empty(5, np.uint8)
    for n in range(hands.shape[0]):
        fact = facts[n, 0] | facts[n, 1] << HAND_SHIFT
        for p in range(images.shape[0]):
            for i in range(5):
                image[i] = images[p, hands[n, i]]
            rank = np.int64(0)
            sets = zeros(4, np.int64)
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
