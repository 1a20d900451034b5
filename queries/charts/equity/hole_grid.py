"""The equity of each hand of a range against other ranges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS
from pokerlake.engine.cards.text import format_hand

from ...answers.equity import Situation, Wanted, hole_equities
from ..drawing.numerals import even_percent
from ..grids.hand_values import HandValues
from .next_cards import players_on

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class HoleGrid:
    """The equity of a range's hands against the other ranges.

    Attributes
    ----------
    players : tuple of str
        The ranges, as given; the grid is the first's.
    board : str
    hands : HandValues
        Means in %, NaN where no hole of a hand can be dealt.
    holes : tuple of tuple of str
        A line for each hole of each hand, the best first: ``AhKh: 41.05 %``.
    """

    players: tuple[str, ...]
    board: str
    hands: HandValues
    holes: tuple[tuple[str, ...], ...]

    @property
    def title(self) -> str:
        """What stands above the grid if nothing else is wanted."""
        return f"{players_on(self.players, self.board)}: equity by hand"


def hole_grid(situation: Situation, wanted: Wanted | None = None) -> HoleGrid:
    """The equity of each hole of the first player's range, and of each hand the mean.

    Raises
    ------
    UsageError
        If no hole of the range can be dealt.
    CardError, RangeError
        As :func:`pokerlake.queries.answers.equity.situation_equity`.
    """
    rows = hole_equities(situation, wanted)
    weights, percents = rows["range_weight"].to_numpy(), 100 * rows["equity"].to_numpy()
    at = np.array([HAND_INDEX[hand] for hand in rows["hand"].to_pylist()])
    total = np.bincount(at, weights, minlength=len(HANDS))
    sums = np.bincount(at, weights * percents, minlength=len(HANDS))
    means = np.full(len(HANDS), np.nan)
    np.divide(sums, total, out=means, where=total > 0)
    lowest, highest = np.full((2, len(HANDS)), np.nan)
    np.fmin.at(lowest, at, percents)
    np.fmax.at(highest, at, percents)
    means = np.clip(means, lowest, highest)  # no rounding makes 99.9… of holes that have 100
    labels = tuple(None if np.isnan(mean) else even_percent(mean / 100) for mean in means)
    board = format_hand(situation.board)
    return HoleGrid(situation.hands, board, HandValues(means, labels), _hole_lines(rows))


def _hole_lines(rows: pa.Table) -> tuple[tuple[str, ...], ...]:
    lines: list[list[str]] = [[] for _ in HANDS]
    for row in rows.to_pylist():
        weight = "" if row["range_weight"] == 1 else f", weight {row['range_weight']:.6g}"
        lines[HAND_INDEX[row["hand"]]].append(f"{row['hole']}: {100 * row['equity']:.2f} %{weight}")
    return tuple(map(tuple, lines))
