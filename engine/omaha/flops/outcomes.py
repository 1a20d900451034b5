"""How often each hole in Omaha on a flop wins against one random opponent, exactly.

All 990 run-outs of a hole and all 123,410 holes of an opponent are counted. Run-outs go by their
ranks, 91 of them, and where a suit can have a flush by which of them are of it: 289 to 357 sweeps a
flop, for 1,176 turns and rivers. Sums go by kinds of cards (see ``omaha/kinds``), first by ranks
alone as if no flush counted, then for each suit what its flushes change. They are put together for
each canonical hole in the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from ...cards.boards import suit_images
from ...cards.layout import as_rows
from ...cards.suit_symmetry import choose
from ...cards.text import CardError
from ..class_tables import numbers_of_ranks, omaha_tables
from ..evaluate import pair_class_ids
from ..kinds import kind_tables

HOLES = comb(49, 4)  # on a flop
FLOP_DEALS = comb(45, 2) * comb(43, 4)  # of a hole: run-outs, and opponents


@dataclass(frozen=True)
class FlopOutcomes:
    """The canonical holes of a flop, ascending, and what they come to.

    Attributes
    ----------
    hole_id : (r,) uint32
        The smallest number of those holes that differ by the flop's own suits only.
    orbit : (r,) uint8
        How many these are. Over all rows they add up to 211,876.
    class_id : (r,) uint16
        The class on the flop; 1 is best.
    win, tie : (r,) uint32
        Deals of the turn, the river and an opponent's hole, of 122,175,900.
    """

    hole_id: npt.NDArray[np.uint32]
    orbit: npt.NDArray[np.uint8]
    class_id: npt.NDArray[np.uint16]
    win: npt.NDArray[np.uint32]
    tie: npt.NDArray[np.uint32]


def flop_outcomes(flop: npt.NDArray[np.uint8]) -> FlopOutcomes:
    """Count wins and ties of all holes on a flop: 0.1 s on one thread.

    Parameters
    ----------
    flop : (3,) uint8
        In any order.

    Raises
    ------
    CardError
        If it is no flop.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> found = flop_outcomes(parse_hand("AsKsQs"))
    >>> len(found.hole_id), int(found.orbit.sum()), int(found.class_id[found.win.argmax()])
    (41537, 211876, 1)
    """
    from .outcomes_kernels import add_run_outs, fill_holes

    if np.ndim(flop) != 1:
        raise CardError(f"flop has shape {np.shape(flop)}; (3,) is needed")
    cards = np.sort(as_rows(flop[:, None], "columns", (3,), "flop")[0])
    pairs = pair_class_ids(cards)  # which looks at the cards
    kinds = kind_tables(4)
    by_rank = np.zeros((2, comb(16, 4)), np.int64)
    by_kind = np.zeros((4, 2, comb(29, 4)), np.int64)
    add_run_outs(cards, _rivers_of(cards >> 2), omaha_tables(5), kinds, by_rank, by_kind)
    own = suit_images()[(np.sort(suit_images()[:, cards], axis=1) == cards).all(axis=1)]
    columns = [np.empty(HOLES, dtype) for dtype in (np.uint32, np.uint8, np.uint16, "u4", "u4")]
    tables = pairs, own, choose(), kinds.places
    rows = fill_holes(cards, *tables, by_rank, by_kind, *columns)
    return FlopOutcomes(*(column[:rows] for column in columns))


def _rivers_of(ranks: npt.NDArray[np.integer]) -> npt.NDArray[np.uint16]:
    """By the ranks of turn and river the number of all ranks of the board, ``(13, 13)``."""
    boards = np.empty((13, 13, 5), np.intp)
    boards[..., :3] = ranks
    boards[..., 3], boards[..., 4] = np.indices((13, 13))
    return numbers_of_ranks(np.sort(boards)).astype(np.uint16)
