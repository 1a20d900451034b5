"""Builds the tables of holes in Omaha: against a random one, over all rivers, and on each flop."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.text import CARDS
from pokerlake.engine.omaha.flops import flop_outcomes
from pokerlake.engine.omaha.outcomes import (
    HiLoOutcomes,
    Outcomes,
    hilo_outcomes_of,
    hilo_outcomes_on,
    outcomes_of,
    outcomes_on,
    rank_boards,
)
from pokerlake.tables.definitions.boards import OMAHA_FLOP_HANDS
from pokerlake.tables.definitions.starting_hands import (
    HI_LO_OUTCOMES,
    OMAHA8_HANDS,
    OMAHA_HANDS,
    OMAHA_HANDS5,
    OMAHA_HANDS6,
)
from pokerlake.tables.manifest import Parameters
from pokerlake.tables.schema import Table

from ..parts import Build, Cost, share

Ints = npt.NDArray[np.int64]
# The sums that boards of some ranks add, as arrays; and the columns for holes from all sums.
SumsOn = Callable[[npt.NDArray[np.uint8]], tuple[Ints, ...]]
ColumnsOf = Callable[[Ints, npt.NDArray[np.uint8]], Mapping[str, Ints]]

_ROWS = 1 << 18  # computed at once: all holes except those of six cards
_FLOP_PIECES = (
    351  # of five flops each: half a second, so that no more is lost when a build is killed
)


def _outcomes(piece: int, _: Parameters, *, sums_on: SumsOn, pieces: int) -> pa.Table:
    """The sums over boards of some ranks, stacked: every piece has ranks of all kinds."""
    sums = sums_on(rank_boards()[piece::pieces])
    return pa.table({"sums": np.concatenate([array.ravel() for array in sums])})


def _hands(
    pieces: Iterator[pa.Table], _: Parameters, *, columns_of: ColumnsOf, cards: int
) -> Iterator[pa.Table]:
    total: Ints = sum(piece["sums"].to_numpy() for piece in pieces)
    holes = canonical_boards(cards)
    for start in range(0, len(holes.cards), _ROWS):
        some = holes.cards[start : start + _ROWS]
        highest_first = np.ascontiguousarray(some[:, ::-1])
        names = np.array(CARDS, "S2")[highest_first].view(f"S{2 * cards}")[:, 0]
        yield pa.table(
            {
                "hand_id": np.arange(start, start + len(some)),
                "hand": pa.array(names).cast(pa.string()),
                "combos": holes.weight[start : start + _ROWS],
                **columns_of(total, some),
            }
        )


def _high(total: Ints, holes: npt.NDArray[np.uint8]) -> Mapping[str, Ints]:
    counts = outcomes_of(Outcomes.of(total, holes.shape[1]), holes)
    return dict(zip(("win", "tie", "lose"), counts, strict=True))


def _hi_lo(total: Ints, holes: npt.NDArray[np.uint8]) -> Mapping[str, Ints]:
    counts = hilo_outcomes_of(HiLoOutcomes.of(total), holes).reshape(len(holes), -1)
    return dict(zip(HI_LO_OUTCOMES, counts.T, strict=True))


def _build(
    table: Table, cards: int, pieces: int, sums_on: SumsOn, columns_of: ColumnsOf, cost: Cost
) -> Build:
    return Build(
        table,
        partial(_outcomes, sums_on=sums_on, pieces=pieces),
        cost,
        pieces,
        partial(_hands, columns_of=columns_of, cards=cards),
        on_request=True,
    )


def _high_on(boards: npt.NDArray[np.uint8], *, cards: int) -> tuple[Ints, ...]:
    return outcomes_on(boards, cards).columns


def _hi_lo_on(boards: npt.NDArray[np.uint8]) -> tuple[Ints, ...]:
    return hilo_outcomes_on(boards).columns


def _flop_holes(piece: int, _: Parameters) -> pa.Table:
    """The canonical holes of the flops of a piece, with their outcomes."""
    flops = canonical_boards(3)
    boards = np.arange(len(flops.weight))[share(len(flops.weight), piece, _FLOP_PIECES)]
    return pa.concat_tables([_flop_holes_on(board) for board in boards.tolist()])


def _flop_holes_on(board: int) -> pa.Table:
    flops = canonical_boards(3)
    outcomes = flop_outcomes(flops.cards[board])
    return pa.table(
        {
            "board_id": np.full(len(outcomes.hole_id), board, np.uint32),
            "hole_id": outcomes.hole_id,
            "weight": outcomes.orbit * flops.weight[board],
            "class_id": outcomes.class_id,
            "win": outcomes.win,
            "tie": outcomes.tie,
        }
    )


BUILDS = (  # seconds, bytes of memory, bytes on the disk
    _build(OMAHA_HANDS, 4, 16, partial(_high_on, cards=4), _high, Cost(9, 350_000_000, 320_000)),
    _build(
        OMAHA_HANDS5, 5, 64, partial(_high_on, cards=5), _high, Cost(75, 400_000_000, 2_700_000)
    ),
    _build(
        OMAHA_HANDS6, 6, 64, partial(_high_on, cards=6), _high, Cost(190, 450_000_000, 20_200_000)
    ),
    _build(OMAHA8_HANDS, 4, 32, _hi_lo_on, _hi_lo, Cost(21, 350_000_000, 950_000)),
    Build(
        OMAHA_FLOP_HANDS,
        _flop_holes,
        Cost(140, 1_500_000_000, 1_133_000_000),
        _FLOP_PIECES,
        on_request=True,
    ),
)
