"""Shares of the pot of known holes of two cards over all completions of a board."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..cards.text import CARDS
from ..hands.board_tables import HIGH, BoardOrder
from ..monte_carlo.plan import classes_by_ranks
from ..pot_shares import POT, units_won
from ..signatures import F64, I64, U8, U64, frozen

if TYPE_CHECKING:
    from .run_outs_kernels import RunOutTables

# Counts are packed into a word of 63 bits: a flop has fewer than 1 << 10 completions.
_BITS = 10
_AT_ONCE = 6


def run_out_shares(holes: U8, board: U8, dead: Sequence[int] = (), order: BoardOrder = HIGH) -> F64:
    """The mean share of each player over all completions of each board, ``(p, n)``.

    ``holes``: (p, 2, n), of two to ten players. ``board``: (b, n) of b = 3 or 4 cards. ``dead``:
    cards that do not come, with those that are not in the deck. No card of a column is there twice.

    Measured: 1.5 million flops of two players a second, one thread; 4 million turns.

    Examples
    --------
    >>> from ..cards.text import parse_hand
    >>> holes = np.stack([parse_hand("AhKh"), parse_hand("QsQc")])[:, :, None]
    >>> run_out_shares(holes, parse_hand("Qh2h3d")[:, None]).round(6).tolist()
    [[0.264646], [0.735354]]
    """
    p, _, n = holes.shape
    dead_sets = np.full(n, sum(1 << card for card in dead), np.uint64)
    units = _won(holes, board, dead_sets, order, units_won(p))
    return np.asarray(units / (POT * _run_outs(holes, board, dead_sets)))


def run_out_counts(holes: U8, board: U8, dead: U64, order: BoardOrder = HIGH) -> I64:
    """On how many completions each player is one of s winners, ``(n, p, p + 1)``.

    ``dead``: (n,), the dead cards of each situation, a bit each. The rest is as in
    :func:`run_out_shares`. The counts are as in ``Multiway.shared``.

    Examples
    --------
    >>> from ..cards.text import parse_hand
    >>> holes = np.stack([parse_hand("AhKh"), parse_hand("QsQc")])[:, :, None]
    >>> run_out_counts(holes, parse_hand("Qh2h3dAs")[:, None], np.zeros(1, np.uint64)).tolist()
    [[[36, 8, 0], [8, 36, 0]]]
    """
    p, _, n = holes.shape
    shared = np.zeros((n, p, p + 1), np.int64)
    for first in range(1, p + 1, _AT_ONCE):
        sharers = range(first, min(first + _AT_ONCE, p + 1))
        worth = np.zeros(p + 1, np.int64)
        worth[sharers] = [1 << _BITS * (each - first) for each in sharers]
        won = _won(holes, board, dead, order, worth)
        for each in sharers:
            shared[:, :, each] = (won >> _BITS * (each - first) & (1 << _BITS) - 1).T
    shared[:, :, 0] = _run_outs(holes, board, dead)[:, None] - shared.sum(axis=2)
    return shared


def _won(holes: U8, board: U8, dead: U64, order: BoardOrder, worth: I64) -> I64:
    """What each player wins over all completions, ``(p, n)``; each of s winners gets worth[s]."""
    from .run_outs_kernels import share_run_outs

    won = np.empty((len(holes), holes.shape[2]), np.int64)
    columns = np.ascontiguousarray(holes), np.ascontiguousarray(board), dead
    share_run_outs(*columns, _tables(order), worth, won)
    return won


def _run_outs(holes: U8, board: U8, dead: U64) -> I64:
    """How many completions each board has, ``(n,)``."""
    left = len(CARDS) - np.bitwise_count(dead).astype(np.int64) - 2 * len(holes) - len(board)
    return np.asarray(left if len(board) == 4 else left * (left - 1) // 2)


@functools.cache
def _tables(order: BoardOrder) -> RunOutTables:
    from .run_outs_kernels import PAIRS, RunOutTables

    by_ranks = classes_by_ranks(order)
    rank_class = np.ascontiguousarray(by_ranks.rank_class.reshape(PAIRS, -1).T)
    # A copy, because the kernels of sampling declare theirs as writable.
    return frozen(RunOutTables(rank_class, by_ranks.flush_class.copy()))
