"""What can be won against a blueprint in a spot of it: the values that re-solving has to beat."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pokerlake.engine.blueprint.flop_responses import FlopResponses
from pokerlake.engine.cards.holes import HOLES, meeting
from pokerlake.tables.lake import Lake

from .asked import Asked
from .stored import BucketsOf, path_of, reach_of, stored_shares

_LEAST = 1e-9  # of the range that is met: less is rounding

F64 = npt.NDArray[np.float64]


def outs_at(
    lake: Lake, run: int, asked: Asked, line: str, board: tuple[int, ...], buckets_of: BucketsOf
) -> F64:
    """The most that both players win in a spot against a blueprint, exactly, with each hole.

    Parameters are those of :func:`.spot_at`. Returns (2, 1326) float64: chips less half of the pot,
    averaged over all holes that each hole can meet, weighted by the reach of the blueprint; 0 for a
    hole that meets none.
    """
    path = path_of(asked.lines, line, len(board))
    reach = reach_of(lake, run, asked, path, board, buckets_of)
    every = np.ones(HOLES, np.bool_)
    below = FlopResponses(asked.lines, stored_shares(lake, run, asked), buckets_of, every, ())
    root = below.root_of(path[-1])
    roots = np.zeros((2, len(below.lines.roots[len(board) - 2]), HOLES))
    roots[:, root] = reach
    best = below.values(board, roots)[0, :, root]
    met = np.stack([meeting(reach[1 - player]) for player in range(2)])
    there = met > _LEAST
    outs: F64 = np.where(there, best / np.where(there, met * below.to_come[len(board) - 2], 1), 0)
    return outs
