"""Every hole on a river against every opponent, exactly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..cards.layout import Cards, Layout, as_rows
from ..cards.suit_symmetry import alike_holes
from ..hands.board_tables import HIGH, BoardOrder
from .transitions import ClassedHoles, rows_of


@dataclass(frozen=True)
class Rivers(ClassedHoles):
    """The canonical holes of some rivers, and what opponents have.

    Attributes
    ----------
    win, tie : (r,) uint16
        Of the holes an opponent may have (of 52 cards 990), the number that lose to this one, and
        that tie with it.
    """

    win: npt.NDArray[np.uint16]
    tie: npt.NDArray[np.uint16]


def river_outcomes(
    boards: Cards, *, order: BoardOrder = HIGH, layout: Layout | None = None
) -> Rivers:
    """Showdowns of all holes on each board: 6 microseconds a board, one thread.

    ``boards``: (n, 5) or (5, n) uint8, or a list of arrays; ``order``: what beats what, and the
    deck. Raises CardError if the array is another, or for the first board that cannot be dealt.
    """
    boards, holes = rows_of(as_rows(boards, layout, (5,), "boards"), order)
    from .rivers_kernels import fill_outcomes

    class_id, win, tie = np.empty((3, len(holes.hole)), np.uint16)
    found = Rivers(**vars(holes), class_id=class_id, win=win, tie=tie)
    own = found.hole, found.orbit, found.class_id, found.win, found.tie
    fill_outcomes(boards, order.tables(), alike_holes(), *own)
    class_id[:] = order.classes(class_id)
    return found
