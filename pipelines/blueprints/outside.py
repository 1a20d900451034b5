"""What can be won against a blueprint in a spot of it: what solving the spot again has to beat."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pokerlake.engine.blueprint.flop_responses import FlopResponses
from pokerlake.engine.cards.holes import HOLES, meeting
from pokerlake.tables.lake import Lake

from .asked import Asked
from .stored import BucketsOf, path_of, reach_of, stored_shares

_LEAST = 1e-9  # of a range that is met: what is less is rounding

F64 = npt.NDArray[np.float64]


def outs_at(
    lake: Lake, run: int, asked: Asked, line: str, board: tuple[int, ...], buckets_of: BucketsOf
) -> F64:
    """What both players win at most in a spot against a blueprint, exactly, with each hole.

    Parameters are those of :func:`.spot_at`. Returns (2, 1326) float64: chips less half of the pot,
    the mean over all holes that each can meet, as the blueprint comes with them; 0 where a hole
    meets none.
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
