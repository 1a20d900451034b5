"""Strength before the flop: the equity of each hole against a random hand, out of the lake."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HOLES, hand_of_hole
from pokerlake.tables.errors import LakeError
from pokerlake.tables.lake import Lake


@dataclass(frozen=True)
class Preflop:
    """The equity of each hole, and the share of all that have at least as much.

    Attributes
    ----------
    equity : (1326,) float64
    percentile : (1326,) float64
        The ``top_percent`` of ``hand_equities``.
    """

    equity: npt.NDArray[np.float64]
    percentile: npt.NDArray[np.float64]

    @classmethod
    def of(cls, lake: Lake | None) -> Preflop:
        """Out of ``starting_hands``.

        Raises
        ------
        LakeError
            If there is no lake, or it lacks the table.
        """
        from pokerlake.queries.answers.ranges.given import lake_ranking

        if lake is None:
            raise LakeError("the strength before the flop is in a lake, and there is none")
        equity = lake_ranking(lake)[hand_of_hole()]
        ascending = np.sort(equity)
        at_least = HOLES - np.searchsorted(ascending, equity)
        return cls(equity, 100.0 * at_least / HOLES)
