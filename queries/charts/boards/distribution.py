"""The equity distribution of one or two ranges, on one board or over all flops.

The holes of a range lie side by side from the best to the worst, each as wide as its share of the
range and as high as its equity.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import duckdb
import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, hand_combos
from pokerlake.engine.ranges.parts import Weights
from pokerlake.engine.ranges.weights import hand_weights
from pokerlake.tables.errors import QueryError, UsageError

from ...sql import statement_of
from ...statements.run import stream
from .board_holes import board_holes

MOST_RANGES = 2

NamedRange = tuple[str, Weights]


@dataclass(frozen=True)
class Distribution:
    """How equity is spread over a range.

    Attributes
    ----------
    name : str
        The range as it was given.
    equities : (n,) float64
        0 to 1, descending.
    weights : (n,) float64
        How much of the range has each: of combos on a board, of deals over many. Positive.
    combos : float
        How many combos of the range there are.
    """

    name: str
    equities: npt.NDArray[np.float64]
    weights: npt.NDArray[np.float64]
    combos: float

    @property
    def mean(self) -> float:
        """The average equity of the range."""
        return float(np.average(self.equities, weights=self.weights))

    @property
    def ends(self) -> npt.NDArray[np.float64]:
        """The share of the range that is as good as each equity or better, ``(n,)``, up to 1."""
        sums = np.cumsum(self.weights)
        shares: npt.NDArray[np.float64] = sums / sums[-1]
        return shares

    def at(self, share: float) -> float:
        """The equity that so much of the range has or exceeds; ``share`` is over 0, and up to 1."""
        place = int(np.searchsorted(self.ends, share - 1e-9))
        return float(self.equities[min(place, len(self.equities) - 1)])


def board_distributions(
    connection: duckdb.DuckDBPyConnection, board: str, ranges: Sequence[NamedRange]
) -> list[Distribution]:
    """The distributions of ranges on a board, from the lake's view of that street.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
    board : str
        Three to five cards.
    ranges : sequence of tuple
        Each a name and ``(1326,)`` weights of holes. Holes that the board makes impossible do not
        count.

    Raises
    ------
    CardError
        If the text is no board.
    UsageError
        If there are too many ranges, or none of a range is left on the board.
    QueryError
        If the view is not there.
    """
    _require_ranges(ranges)
    found = board_holes(connection, board)
    made = []
    for name, weights in ranges:
        live = weights[found.holes]
        if not live.any():
            raise UsageError(f"no combo of {name!r} is left on {found.board}")
        levels = _levels(found.measures["equity"], live)
        made.append(Distribution(name, *levels, combos=float(live.sum())))
    return made


def flop_distributions(
    connection: duckdb.DuckDBPyConnection, ranges: Sequence[NamedRange]
) -> list[Distribution]:
    """The distributions of ranges over all flops, from the lake's view ``flop_strength``.

    Each hole on each flop that leaves it counts as often as it is dealt. Equities are in steps of a
    thousandth, each the mean of those in it, so that the average is exact.

    Raises
    ------
    UsageError
        If there are too many ranges, or a range is empty.
    QueryError
        If the view is not there, or lacks a hand.
    """
    _require_ranges(ranges)
    needed = [hand_weights(weights) > 0 for _, weights in ranges]
    hands = [hand for hand, used in zip(HANDS, np.any(needed, axis=0), strict=True) if used]
    sql = statement_of("charts/flop_equities")
    rows = stream(connection, sql, {"hands": hands}).read_all()
    hand = np.array([HAND_INDEX[name] for name in rows["hand"].to_pylist()], np.int64)
    missing = [name for name in hands if HAND_INDEX[name] not in hand]
    if missing:
        raise QueryError(f"flop_hands has no rows of {missing[0]}; run 'pokerlake verify'")
    bins, deals, sums = (rows[name].to_numpy() for name in ("thousandth", "deals", "equity_sum"))
    made = []
    for name, weights in ranges:
        means = (hand_weights(weights) / hand_combos())[hand]
        shares = np.bincount(bins, means * deals).astype(np.float64)
        there = np.flatnonzero(shares)[::-1]
        equities = np.bincount(bins, means * sums)[there] / shares[there]
        made.append(Distribution(name, equities, shares[there], combos=float(weights.sum())))
    return made


def _require_ranges(ranges: Sequence[NamedRange]) -> None:
    if not 1 <= len(ranges) <= MOST_RANGES:
        raise UsageError(f"{len(ranges)} ranges; give one or two")
    for name, weights in ranges:
        if not weights.any():
            raise UsageError(f"the range {name!r} is empty; there is nothing to draw")


def _levels(
    equities: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The different equities of what has a weight, the best first, and how much has each."""
    levels, place = np.unique(-equities[weights > 0], return_inverse=True)
    return -levels, np.bincount(place, weights[weights > 0]).astype(np.float64)
