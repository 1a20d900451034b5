"""The equity edge of known holes: of two after each street, and of one on a river."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np

from ..hands.board_order import LIVE_HOLES
from ..hands.board_tables import board_tables
from ..signatures import F64, U8
from ..threads import over_rows

STREETS = 4

_here = threading.local()


def edges_of(cards: U8, before: F64, threads: int = 1) -> F64:
    """How much more the big blind's hole wins than the dealer's: ``(4, n)``, by street.

    ``cards``: as of :meth:`Match.play`; ``before``: the edges on the first street.
    """
    from .edge_kernels import count_edges

    cards = np.ascontiguousarray(cards)
    deals = cards.shape[1]
    edge = np.empty((STREETS, deals))
    edge[0] = before
    tables = board_tables()
    over_rows(lambda start, stop: count_edges(cards, tables, start, stop, edge), deals, threads)
    return edge


def strength_of(hole: int, board: Sequence[int]) -> int:
    """2 win + tie of a hole, by number, on a river against the 990 others. Nothing is checked."""
    from .edge_kernels import strength_on

    if not hasattr(_here, "room"):  # one for each thread
        _here.room = np.empty((13, 13), np.uint16), np.empty(LIVE_HOLES + 1, np.int32)
    return int(strength_on(np.array(board, np.uint8), hole, board_tables(), *_here.room))
