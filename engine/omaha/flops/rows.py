"""Keys of holes of four cards on flops: from raw deals to the row that stands for them.

A row is a canonical flop (see ``cards/boards``) and a canonical hole on it: that of the smallest
number under the flop's own symmetries. The number of a hole a < b < c < d is C(a, 1) + C(b, 2) +
C(c, 3) + C(d, 4), 0 to 270,724. There are 204,461,673 such rows.
"""

from __future__ import annotations

import functools
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ...cards.boards import PERMUTATIONS, WAY_BITS, canonical_boards, suit_images
from ...cards.layout import Cards, Layout, as_columns
from ...cards.suit_symmetry import choose, symmetries
from ...cards.text import CardError, check_cards
from ...threads import over_rows

HOLE_CARDS = 4
FLOP_CARDS = 3


class FlopRowKeys(NamedTuple):
    """The row of each raw deal: ``board_id`` and ``hole_id``, ``(n,)`` ``uint32`` each."""

    board_id: npt.NDArray[np.uint32]
    hole_id: npt.NDArray[np.uint32]


def flop_row_keys(
    holes: Cards, flops: Cards, *, layout: Layout | None = None, threads: int = 1
) -> FlopRowKeys:
    """The rows of raw holes on raw flops.

    Parameters
    ----------
    holes : (4, n) or (n, 4) uint8, or a list of arrays
        Cards 0..51, in any order.
    flops : (3, n) or (n, 3) uint8, a list of arrays, or (3,) uint8
        A flop for each hole, or one for all.
    layout : "columns" or "rows", optional
        Which of the two both are. Needed only where their shapes do not say it.
    threads : int
        0 for all cores. The result is always the same.

    Raises
    ------
    CardError
        If the arrays are none of these, and for the first deal that cannot be: a card past 51, or
        one that is there twice.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> keys = flop_row_keys(parse_hand("AhKhQdJd")[None], parse_hand("3h4sJh"))
    >>> keys.board_id, keys.hole_id
    (array([442], dtype=uint32), array([208723], dtype=uint32))
    """
    from .rows_kernels import find_rows

    columns = as_columns(holes, layout, (HOLE_CARDS,), "holes")
    n = columns.shape[1]
    if isinstance(flops, np.ndarray) and flops.ndim == 1:
        one = as_columns(flops[:, None], "columns", (FLOP_CARDS,), "flops")
        shared = np.broadcast_to(one, (FLOP_CARDS, n))
    else:
        shared = as_columns(flops, layout, (FLOP_CARDS,), "flops")
    if shared.shape[1] != n:
        raise CardError(f"there are {n:,} holes and {shared.shape[1]:,} flops")
    keys = FlopRowKeys(np.empty(n, np.uint32), np.empty(n, np.uint32))
    tables = choose(), symmetries(FLOP_CARDS).key, suit_ways(), suit_images()
    bad = over_rows(
        lambda start, stop: int(find_rows(columns, shared, *tables, start, stop, *keys)), n, threads
    )
    for first in bad:
        if first >= 0:
            try:
                check_cards(np.concatenate([columns[:, first:], shared[:, first:]]))
            except CardError as error:
                raise CardError(error.problem, first + (error.index or 0)) from None
    return keys


@functools.cache
def suit_ways() -> npt.NDArray[np.uint32]:
    """By the colex rank of a raw flop, the ways to its canonical one: ``(22100,)``, read-only.

    A bit for each permutation of ``suit_images`` that leads there: of a canonical flop its own
    symmetries. Made in 40 ms, once.
    """
    flops = np.array([*combinations(range(52), FLOP_CARDS)], np.uint8)
    places = _colex_ranks(flops)
    canonical = symmetries(FLOP_CARDS).key[places] >> WAY_BITS
    wanted = _colex_ranks(canonical_boards(FLOP_CARDS).cards)[canonical]
    ways = np.zeros(len(flops), np.uint32)
    for permutation in range(PERMUTATIONS):
        leads = _colex_ranks(np.sort(suit_images()[permutation][flops], axis=1)) == wanted
        ways[places] |= leads.astype(np.uint32) << np.uint32(permutation)
    ways.flags.writeable = False
    return ways


def _colex_ranks(flops: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint32]:
    """The colex ranks of ascending flops, ``(n,)``."""
    ranks: npt.NDArray[np.uint32] = choose()[np.arange(FLOP_CARDS), flops].sum(axis=1, dtype="u4")
    return ranks


def hands_of_holes() -> npt.NDArray[np.uint32]:
    """By the number of a hole, its row in ``omaha_hands``: ``(270725,)``.

    That is its rank among the canonical ones, which boards of four cards have too.
    """
    hands: npt.NDArray[np.uint32] = symmetries(HOLE_CARDS).key >> np.uint32(WAY_BITS)
    return hands
