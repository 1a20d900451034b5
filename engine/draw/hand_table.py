"""All hands of five-card draw in one table, for games that look hands up while they play."""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from ..cards.suit_symmetry import choose
from ..cards.text import RANKS
from ..hands.classes import hand_classes
from ..hands.evaluate import class_ids
from .exchange import HANDS, all_hands

# The ladder of hands by which draw players think, best first.
RUNGS = (
    "straight or better",
    "three of a kind",
    "two pair",
    *(2 * rank for rank in reversed(RANKS)),
    *(f"{rank} high" for rank in reversed(RANKS[5:])),
)
THREES, TWO_PAIR, ACES, ACE_HIGH = 1, 2, 3, 16

Entries = npt.NDArray[np.uint32]


@functools.cache
def hand_table() -> Entries:
    """An entry for each hand, by the colex rank of its ascending cards; made once, in 0.1 s.

    Returns
    -------
    (2598960,) uint32
        Bits 0-12 are the class, 13-17 the index in ``RUNGS``, 18 four-flush, 19 open-ended, and
        20-24 the places of the ascending hand that are usually thrown away, as in :mod:`.hands`.
        Read-only.
    """
    from .hand_table_kernels import fill_table

    columns = all_hands()
    table = np.empty(HANDS, np.uint32)
    fill_table(columns, class_ids(columns), rung_of_class(), table)
    table.flags.writeable = False
    return table


@functools.cache
def rung_of_class() -> npt.NDArray[np.uint8]:
    """The index in ``RUNGS`` of each class, ``(7463,)``; index 0 is not used. Read-only."""
    classes = hand_classes()
    category, top = classes.category.astype(np.int64), classes.ranks[:, 0].astype(np.int64)
    rungs = np.select(
        [category <= 5, category == 6, category == 7, category == 8],
        [0, THREES, TWO_PAIR, ACES + 12 - top],
        ACE_HIGH + 12 - top,
    )
    found = np.concatenate([[0], rungs]).astype(np.uint8)
    found.flags.writeable = False
    return found


def entries(hands: npt.NDArray[np.uint8]) -> Entries:
    """The entry in the table of each hand, ``(n, 5)`` cards in any order. They are not checked."""
    from .hand_table_kernels import look_up

    found = np.empty(len(hands), np.uint32)
    look_up(hands, hand_table(), choose(), found)
    return found
