"""How often each hole in Omaha on a flop wins against one random opponent, exactly.

All 990 run-outs of a hole and all 123,410 holes of an opponent are counted. Run-outs are grouped by
their ranks, 91 pairs, and if a suit can have a flush by which of the two cards are of it: 289 to
357 sweeps a flop, for 1,176 turns and rivers. Sums are by kinds of cards (see ``class_tables``),
first by ranks alone as if flushes did not count, then for each suit the changes by its flushes. At
the end they are combined for each canonical hole.

Keys of holes of four cards on flops map raw deals to the row that stands for them. A row is a
canonical flop (see ``cards/boards``) and a canonical hole on it: the hole with the smallest number
under the symmetries of the flop. The number of a hole a < b < c < d is C(a, 1) + C(b, 2) + C(c, 3)
+ C(d, 4), 0 to 270,724. There are 204,461,673 such rows.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.boards import PERMUTATIONS, WAY_BITS, canonical_boards, suit_images
from ..cards.layout import Cards, Layout, as_rows
from ..cards.suit_symmetry import choose, symmetries
from ..cards.text import CardError
from ..signatures import U8, U16, U32, frozen
from ..threads import over_rows
from .class_tables import kind_tables, numbers_of_ranks, omaha_tables
from .evaluate import dealt_columns, pair_class_ids, refuse_deals

HOLES = comb(49, 4)  # on a flop
FLOP_DEALS = comb(45, 2) * comb(43, 4)  # of a hole: run-outs, times holes of the opponent
HOLE_CARDS = 4
FLOP_CARDS = 3


@dataclass(frozen=True)
class FlopOutcomes:
    """The canonical holes of a flop, ascending, and their results."""

    # (r,) uint32, the smallest number of the holes that are alike up to the symmetries of the flop
    hole_id: U32
    # (r,) uint8, how many holes are alike. Over all rows they add up to 211,876
    orbit: U8
    class_id: U16  # (r,) uint16, the class on the flop; 1 is best
    # (r,) uint32, deals of the turn, the river and an opponent's hole, of 122,175,900
    win: U32
    tie: U32


def flop_outcomes(flop: U8) -> FlopOutcomes:
    """Count wins and ties of all holes on a flop: 0.1 s on one thread.

    ``flop``: (3,) uint8, in any order. Raises CardError if it is not a flop.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> flop = flop_outcomes(parse_hand("AsKsQs"))
    >>> len(flop.hole_id), int(flop.orbit.sum()), int(flop.class_id[flop.win.argmax()])
    (41537, 211876, 1)
    """
    from .flops_kernels import add_run_outs, fill_holes

    if np.ndim(flop) != 1:
        raise CardError(f"flop has shape {np.shape(flop)}; (3,) is needed")
    cards = np.sort(as_rows(flop[:, None], "columns", (3,), "flop")[0])
    pairs = pair_class_ids(cards)  # checks the cards
    kinds = kind_tables(4)
    by_rank = np.zeros((2, comb(16, 4)), np.int64)
    by_kind = np.zeros((4, 2, comb(29, 4)), np.int64)
    add_run_outs(cards, _rivers_of(cards >> 2), omaha_tables(5), kinds, by_rank, by_kind)
    symmetric_images = suit_images()[
        (np.sort(suit_images()[:, cards], axis=1) == cards).all(axis=1)
    ]
    columns = [np.empty(HOLES, dtype) for dtype in (np.uint32, np.uint8, np.uint16, "u4", "u4")]
    tables = pairs, symmetric_images, choose(), kinds.places
    rows = fill_holes(cards, *tables, by_rank, by_kind, *columns)
    return FlopOutcomes(*(column[:rows] for column in columns))


def _rivers_of(ranks: npt.NDArray[np.integer]) -> U16:
    """The number of all ranks of the board by the ranks of turn and river, ``(13, 13)``."""
    boards = np.empty((13, 13, 5), np.intp)
    boards[..., :3] = ranks
    boards[..., 3], boards[..., 4] = np.indices((13, 13))
    return numbers_of_ranks(np.sort(boards)).astype(np.uint16)


class FlopRowKeys(NamedTuple):
    """The row of each raw deal: ``board_id`` and ``hole_id``, ``(n,)`` ``uint32`` each."""

    board_id: U32
    hole_id: U32


def flop_row_keys(
    holes: Cards, flops: Cards, *, layout: Layout | None = None, threads: int = 1
) -> FlopRowKeys:
    """The rows of raw holes on raw flops.

    ``holes``: (4, n) or (n, 4) uint8, or a list of arrays, cards 0..51, in any order. ``flops``:
    (3, n) or (n, 3) uint8, a list of arrays, or (3,) uint8: a flop for each hole, or one for all.
    ``layout``: "columns" or "rows", needed only if the shapes leave it open. ``threads``: 0 for all
    cores. The result is always the same.

    Raises CardError if the arrays are none of these, and for the first impossible deal: with a card
    past 51, or a card twice.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> keys = flop_row_keys(parse_hand("AhKhQdJd")[None], parse_hand("3h4sJh"))
    >>> keys.board_id, keys.hole_id
    (array([442], dtype=uint32), array([208723], dtype=uint32))
    """
    from .flops_kernels import find_rows

    columns, shared = dealt_columns(holes, flops, layout, (HOLE_CARDS,), (FLOP_CARDS,), "flops")
    n = columns.shape[1]
    keys = FlopRowKeys(np.empty(n, np.uint32), np.empty(n, np.uint32))
    tables = choose(), symmetries(FLOP_CARDS).key, suit_ways(), suit_images()
    bad = over_rows(
        lambda start, stop: int(find_rows(columns, shared, *tables, start, stop, *keys)), n, threads
    )
    refuse_deals(bad, columns, shared)
    return keys


@functools.cache
def suit_ways() -> U32:
    """By the colex rank of a raw flop, the ways to its canonical flop: ``(22100,)``, read-only.

    There is a bit for each permutation of ``suit_images`` that leads there; for a canonical flop
    these are its symmetries. Made in 40 ms, once.
    """
    flops = np.array([*combinations(range(52), FLOP_CARDS)], np.uint8)
    places = _colex_ranks(flops)
    canonical = symmetries(FLOP_CARDS).key[places] >> WAY_BITS
    wanted = _colex_ranks(canonical_boards(FLOP_CARDS).cards)[canonical]
    ways = np.zeros(len(flops), np.uint32)
    for permutation in range(PERMUTATIONS):
        leads = _colex_ranks(np.sort(suit_images()[permutation][flops], axis=1)) == wanted
        ways[places] |= leads.astype(np.uint32) << np.uint32(permutation)
    return frozen(ways)


def _colex_ranks(flops: U8) -> U32:
    """The colex ranks of ascending flops, ``(n,)``."""
    ranks: U32 = choose()[np.arange(FLOP_CARDS), flops].sum(axis=1, dtype="u4")
    return ranks


def hands_of_holes() -> U32:
    """The row in ``omaha_hands`` of each hole, by its number: ``(270725,)``.

    It is the rank of its canonical hole, as for boards of four cards.
    """
    hands: U32 = symmetries(HOLE_CARDS).key >> np.uint32(WAY_BITS)
    return hands
