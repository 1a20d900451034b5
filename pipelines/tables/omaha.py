"""Builds the tables of holes in Omaha: each against a random one, exact, from deal or flop on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.text import CARDS
from pokerlake.engine.omaha import Outcomes, outcomes_of, outcomes_on, rank_boards
from pokerlake.engine.omaha.flops import flop_outcomes
from pokerlake.tables.definitions.boards import OMAHA_FLOP_HANDS
from pokerlake.tables.definitions.starting_hands import OMAHA_HANDS, OMAHA_HANDS5
from pokerlake.tables.manifest import Parameters

from ..build import Build, Cost, share

PIECES = {4: 16, 5: 64}  # by cards of a hole: of all ranks that a river can have

FLOP_PIECES = 351  # of five flops each: half a second


def _outcomes(piece: int, _: Parameters, *, cards: int) -> pa.Table:
    """The sums over boards of some ranks, one below the other: ranks of all kinds in each piece."""
    found = outcomes_on(rank_boards()[piece :: PIECES[cards]], cards)
    return pa.table({"sums": np.concatenate(found.columns)})


def _hands(pieces: Iterator[pa.Table], _: Parameters, *, cards: int) -> Iterator[pa.Table]:
    total: npt.NDArray[np.int64] = sum(piece["sums"].to_numpy() for piece in pieces)
    holes = canonical_boards(cards)
    win, tie, lose = outcomes_of(Outcomes.of(total, cards), holes.cards)
    names = np.array(CARDS)[holes.cards[:, ::-1]]  # the highest card first
    yield pa.table(
        {
            "hand_id": np.arange(len(win)),
            "hand": ["".join(name) for name in names.tolist()],
            "combos": holes.weight,
            "win": win,
            "tie": tie,
            "lose": lose,
        }
    )


def _flop_hands(piece: int, _: Parameters) -> pa.Table:
    """The canonical holes of some flops, with what they come to."""
    flops = canonical_boards(3)
    part = share(len(flops.weight), piece, FLOP_PIECES)
    return pa.concat_tables(
        [
            _holes_on(board, flops.cards[board], flops.weight[board])
            for board in range(len(flops.weight))[part]
        ]
    )


def _holes_on(board: int, flop: npt.NDArray[np.uint8], weight: np.uint8) -> pa.Table:
    found = flop_outcomes(flop)
    return pa.table(
        {
            "board_id": np.full(len(found.hole_id), board, np.uint32),
            "hole_id": found.hole_id,
            "weight": found.orbit * weight,
            "class_id": found.class_id,
            "win": found.win,
            "tie": found.tie,
        }
    )


BUILDS = (  # seconds, bytes of memory, bytes on the disk
    Build(
        OMAHA_HANDS,
        partial(_outcomes, cards=4),
        Cost(9, 350_000_000, 320_000),
        PIECES[4],
        partial(_hands, cards=4),
        on_request=True,
    ),
    Build(
        OMAHA_HANDS5,
        partial(_outcomes, cards=5),
        Cost(75, 400_000_000, 2_700_000),
        PIECES[5],
        partial(_hands, cards=5),
        on_request=True,
    ),
    Build(
        OMAHA_FLOP_HANDS,
        _flop_hands,
        Cost(140, 1_500_000_000, 1_133_000_000),
        FLOP_PIECES,
        on_request=True,
    ),
)
