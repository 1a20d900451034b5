"""Rounds of five-card draw for five players, told by their numbers: any thread deals any of them.

All players exchange what is usual (see :mod:`..draw.hands`), also those who will have folded: the
cards that the others draw are as likely whatever becomes of theirs.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.suit_symmetry import choose
from pokerlake.engine.draw.hand_table import Entries, hand_table

SEATS = 5


def round_entries(rounds: int, *, seed: int, first: int = 0) -> Entries:
    """What the five players hold before and after the exchange.

    Parameters
    ----------
    rounds : int
    seed : int
        0 .. 2**64 - 1.
    first : int
        The number of the first round, from 0 on.

    Returns
    -------
    (rounds, 10) uint32
        Entries of :func:`..draw.hand_table.hand_table`: the hands dealt to seats 1 .. 5, and what
        they have after the exchange.

    Raises
    ------
    ValueError
        If the seed is out of range or a number is negative.
    """
    return _deal(rounds, seed, first, np.empty((0, 2 * SEATS, 5), np.uint8))


def round_cards(rounds: int, *, seed: int, first: int = 0) -> npt.NDArray[np.uint8]:
    """The cards of the same rounds.

    Returns
    -------
    (rounds, 10, 5) uint8
        Ascending cards of the hands dealt to seats 1 .. 5, and of what they have then.

    Raises
    ------
    ValueError
        If the seed is out of range or a number is negative.
    """
    cards = np.empty((max(rounds, 0), 2 * SEATS, 5), np.uint8)
    _deal(rounds, seed, first, cards)
    return cards


def _deal(rounds: int, seed: int, first: int, cards: npt.NDArray[np.uint8]) -> Entries:
    from .rounds_kernels import deal_rounds

    if not 0 <= seed < 1 << 64:
        raise ValueError(f"seed is {seed}: give 0 .. 2**64 - 1")
    if min(rounds, first) < 0:
        raise ValueError(f"{rounds} rounds from {first} on: neither may be negative")
    held = np.empty((rounds, 2 * SEATS), np.uint32)
    deal_rounds(seed, first, hand_table(), choose(), held, cards)
    return held
