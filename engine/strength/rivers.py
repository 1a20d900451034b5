"""Every hole on a river against every opponent, exactly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..cards.suit_symmetry import alike_holes
from ..cards.text import CardError, check_cards
from ..hands.board_tables import board_tables
from ..keys.canonical_rows import canonical_hole_counts


@dataclass(frozen=True)
class Rivers:
    """The canonical holes of some rivers: one of those that differ by a board's own suits only.

    Attributes
    ----------
    board : (r,) int64
        The index of the board; rows are in the order of the boards, then of the holes.
    hole : (r,) uint16
        The smallest of the holes that are the same.
    orbit : (r,) uint8
        The number of holes that are the same.
    class_id : (r,) uint16
    win, tie : (r,) uint16
        Of 990 holes an opponent may have, the number that lose to this one, and that tie with it.
    """

    board: npt.NDArray[np.int64]
    hole: npt.NDArray[np.uint16]
    orbit: npt.NDArray[np.uint8]
    class_id: npt.NDArray[np.uint16]
    win: npt.NDArray[np.uint16]
    tie: npt.NDArray[np.uint16]


def river_outcomes(boards: npt.NDArray[np.uint8]) -> Rivers:
    """Showdowns of all holes on each board: 6 microseconds a board, one thread.

    Parameters
    ----------
    boards : (n, 5) uint8

    Raises
    ------
    CardError
        If the array is another, or for the first board that cannot be dealt.
    """
    from .rivers_kernels import fill_outcomes

    if boards.ndim != 2 or boards.shape[1] != 5 or boards.dtype != np.uint8:
        raise CardError(f"boards are {boards.dtype} {boards.shape}; uint8 (n, 5) is needed")
    boards = np.ascontiguousarray(boards)
    check_cards(boards.T)
    counts = canonical_hole_counts(boards)
    rows = int(counts.sum())
    hole, class_id, win, tie = (np.empty(rows, np.uint16) for _ in range(4))
    orbit = np.empty(rows, np.uint8)
    fill_outcomes(boards, board_tables(), alike_holes(), hole, orbit, class_id, win, tie)
    return Rivers(np.repeat(np.arange(len(boards)), counts), hole, orbit, class_id, win, tie)
