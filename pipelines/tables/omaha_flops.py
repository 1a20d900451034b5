"""Builds the table of holes in Omaha on flops: each against a random one, at the river, exact."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.omaha.flops import flop_outcomes
from pokerlake.tables.definitions.boards import OMAHA_FLOP_HANDS
from pokerlake.tables.manifest import Parameters

from ..build import Build, Cost, share

PIECES = 351  # of five flops each: half a second, so that no more is lost when a build is killed


def _holes(piece: int, _: Parameters) -> pa.Table:
    """The canonical holes of the flops of a piece, with what they come to."""
    flops = canonical_boards(3)
    boards = np.arange(len(flops.weight))[share(len(flops.weight), piece, PIECES)]
    return pa.concat_tables([_holes_on(board) for board in boards.tolist()])


def _holes_on(board: int) -> pa.Table:
    flops = canonical_boards(3)
    found = flop_outcomes(flops.cards[board])
    return pa.table(
        {
            "board_id": np.full(len(found.hole_id), board, np.uint32),
            "hole_id": found.hole_id,
            "weight": found.orbit * flops.weight[board],
            "class_id": found.class_id,
            "win": found.win,
            "tie": found.tie,
        }
    )


BUILDS = (  # seconds, bytes of memory, bytes on the disk
    Build(
        OMAHA_FLOP_HANDS, _holes, Cost(140, 1_500_000_000, 1_133_000_000), PIECES, on_request=True
    ),
)
