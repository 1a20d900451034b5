"""Shares of the pot of known holes of two cards over all that may still come on a board."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from ..cards.text import CARDS
from ..hands.board_tables import HIGH, BoardOrder
from ..monte_carlo.plan import classes_by_ranks
from ..pot_shares import POT, units_won
from ..signatures import F64, U8, frozen
from .spots import RIVER

if TYPE_CHECKING:
    from .run_outs_kernels import RunOutTables


def run_out_shares(holes: U8, board: U8, dead: Sequence[int] = (), order: BoardOrder = HIGH) -> F64:
    """The mean share of each player over all completions of each board, ``(p, n)``.

    ``holes``: (p, 2, n), of two to ten players; ``board``: (b, n) of b = 3 or 4 cards; ``dead``:
    cards that do not come, with those that are not in the deck. No card of a column is there twice.

    Measured: 1.5 million flops of two players a second, one thread; 4 million turns.

    Examples
    --------
    >>> from ..cards.text import parse_hand
    >>> holes = np.stack([parse_hand("AhKh"), parse_hand("QsQc")])[:, :, None]
    >>> run_out_shares(holes, parse_hand("Qh2h3d")[:, None]).round(6).tolist()
    [[0.264646], [0.735354]]
    """
    from .run_outs_kernels import share_run_outs

    p, _, n = holes.shape
    units = np.empty((p, n), np.int64)
    gone = np.uint64(sum(1 << card for card in dead))
    worth = units_won(p)
    share_run_outs(
        np.ascontiguousarray(holes), np.ascontiguousarray(board), gone, _tables(order), worth, units
    )
    left = len(CARDS) - len(dead) - 2 * p - len(board)
    return np.asarray(units / (POT * comb(left, RIVER - len(board))))


@functools.cache
def _tables(order: BoardOrder) -> RunOutTables:
    from .run_outs_kernels import PAIRS, RunOutTables

    by_ranks = classes_by_ranks(order)
    rank_class = np.ascontiguousarray(by_ranks.rank_class.reshape(PAIRS, -1).T)
    # A copy: sampling takes its own as writable.
    return frozen(RunOutTables(rank_class, by_ranks.flush_class.copy()))
