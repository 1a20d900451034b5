"""Hand strength against positive potential as a heat map: of a board, a hand, or all flops."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import duckdb
import numpy as np
import numpy.typing as npt

from pokerlake.tables.errors import QueryError, UsageError

from ...sql import statement_of
from ...statements.run import stream
from ..grids.hand_values import require_hands
from .board_holes import STREETS, board_holes, names_of, parse_board

BINS = 50  # of 0 to 1, either way
_MOST_NAMED = 24  # holes that a cell names

Bin = tuple[int, int]


@dataclass(frozen=True)
class Potential:
    """How many deals have which hand strength and potential.

    Attributes
    ----------
    deals : (50, 50) int64
        ``[hs, ppot]``, in steps of 0.02: cell ``i`` is from ``0.02 i`` up to, but without, the next
        one's; the last has 1 as well.
    counted : str
        What is counted: ``combos`` of a board, or ``deals`` on all flops.
    steps : str
        How far ahead the potential looks: ``one-step`` or ``two-step``.
    holes : mapping of (int, int) to str
        Names of the holes in a cell.
    """

    deals: npt.NDArray[np.int64]
    counted: str
    steps: str
    holes: Mapping[Bin, str] = field(default_factory=dict)


def board_potential(connection: duckdb.DuckDBPyConnection, board: str) -> Potential:
    """The holes on a flop or a turn, from the lake's view of that street.

    Raises
    ------
    CardError
        If the text is no board.
    UsageError
        If it is a river.
    QueryError
        If the view is not there.
    """
    cards = len(parse_board(board))
    if cards == 5:
        raise UsageError(f"{board} is a {STREETS[5]}, with no card to come: it has no potential")
    found = board_holes(connection, board)
    ppot = found.measures["ppot2" if cards == 3 else "ppot1"]
    bins = [
        np.minimum(np.floor(BINS * values), BINS - 1).astype(np.int64)
        for values in (found.measures["hs"], ppot)
    ]
    deals = np.zeros((BINS, BINS), np.int64)
    np.add.at(deals, tuple(bins), 1)
    holes: dict[Bin, list[int]] = {}
    for hole, row, col in zip(found.holes.tolist(), *(part.tolist() for part in bins), strict=True):
        holes.setdefault((row, col), []).append(hole)
    named = {place: _named(members) for place, members in holes.items()}
    return Potential(deals, "combos", "two-step" if cards == 3 else "one-step", named)


def _named(holes: list[int]) -> str:
    more = len(holes) - _MOST_NAMED
    shown = sorted(holes, reverse=True)[:_MOST_NAMED]
    return names_of(shown) + (f" and {more} more" if more > 0 else "")


def flop_potential(connection: duckdb.DuckDBPyConnection, hand: str | None = None) -> Potential:
    """The deals of a hand, or of all, on all flops, from the lake's view ``flop_strength``.

    Raises
    ------
    UsageError
        If the hand is none of the 169.
    QueryError
        If the view is not there, or lacks the hand.
    """
    if hand is not None:
        require_hands([hand])
    sql = statement_of("charts/flop_potential")
    rows = stream(connection, sql, {"hand": hand, "bins": BINS}).read_all()
    if not len(rows):
        raise QueryError(f"flop_hands has no rows of {hand or 'any hand'}; run 'pokerlake verify'")
    deals = np.zeros((BINS, BINS), np.int64)
    deals[rows["hs_bin"].to_numpy(), rows["ppot_bin"].to_numpy()] = rows["deals"].to_numpy()
    return Potential(deals, "deals", "two-step")
