"""Rounds of five-card draw for five players, each dealt from its number alone, by any thread.

All players exchange what is usual (see :mod:`..draw.hands`), even those who fold later: the cards
that the others draw are as likely either way.
"""

from __future__ import annotations

import numpy as np

from ...cards.suit_symmetry import choose
from ...draw.hand_table import Entries, hand_table
from ..protocol import require_seed

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
    from .rounds_kernels import deal_rounds

    require_seed(seed)
    if min(rounds, first) < 0:
        raise ValueError(f"{rounds} rounds from {first} on: neither may be negative")
    held = np.empty((rounds, 2 * SEATS), np.uint32)
    deal_rounds(np.uint64(seed), np.uint64(first), hand_table(), choose(), held)
    return held
