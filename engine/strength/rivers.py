"""Every hole on a river against every opponent, exactly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.boards import suit_images
from pokerlake.engine.cards.holes import hole_cards
from pokerlake.engine.cards.text import CardError, check_cards
from pokerlake.engine.hands.rank_graph import merged_graph
from pokerlake.engine.hands.rank_index import flush_of_set


@dataclass(frozen=True)
class Rivers:
    """The canonical holes of some rivers: one of those that differ by a board's own suits only.

    Attributes
    ----------
    board : (r,) int64
        Which of the boards; rows are in the order of the boards, then of the holes.
    hole : (r,) uint16
        The smallest of those that are the same.
    size : (r,) uint8
        How many there are.
    class_id : (r,) uint16
    win, tie : (r,) uint16
        Of 990 holes an opponent may have, those that lose to this one and those that tie with it.
    """

    board: npt.NDArray[np.int64]
    hole: npt.NDArray[np.uint16]
    size: npt.NDArray[np.uint8]
    class_id: npt.NDArray[np.uint16]
    win: npt.NDArray[np.uint16]
    tie: npt.NDArray[np.uint16]


def rivers(boards: npt.NDArray[np.uint8]) -> Rivers:
    """Showdowns of all holes on each board: 35 microseconds a board, one thread.

    Parameters
    ----------
    boards : (n, 5) uint8

    Raises
    ------
    CardError
        If the array is another, or for the first board that cannot be dealt.
    """
    from .rivers_kernels import fill_outcomes
    from .transitions_kernels import count_rows

    if boards.ndim != 2 or boards.shape[1] != 5 or boards.dtype != np.uint8:
        raise CardError(f"boards are {boards.dtype} {boards.shape}; uint8 (n, 5) is needed")
    boards = np.ascontiguousarray(boards)
    check_cards(boards.T)
    images = suit_images()
    counts = np.empty(len(boards), np.int64)
    count_rows(boards, images, counts)
    rows = int(counts.sum())
    hole, class_id, win, tie = (np.empty(rows, np.uint16) for _ in range(4))
    size = np.empty(rows, np.uint8)
    graph = merged_graph()
    tables = graph.next, graph.rank_class, flush_of_set(), hole_cards()
    fill_outcomes(boards, images, *tables, hole, size, class_id, win, tie)
    return Rivers(np.repeat(np.arange(len(boards)), counts), hole, size, class_id, win, tie)
