"""Builds the tables of holes in Omaha: each against a random one, over all rivers, exact."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.text import CARDS
from pokerlake.engine.omaha import Outcomes, outcomes_of, outcomes_on, rank_boards
from pokerlake.tables.definitions.starting_hands import OMAHA_HANDS, OMAHA_HANDS5
from pokerlake.tables.manifest import Parameters

from ..build import Build, Cost

PIECES = {4: 16, 5: 64}  # by cards of a hole: of all ranks that a river can have


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
)
