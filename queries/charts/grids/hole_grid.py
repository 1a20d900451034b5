"""The equity of a range hand by hand, as the 13 x 13 grid."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS

from ...answers.equity import Situation, Wanted, hole_equities
from ..drawing.colours import FREE, Ends
from ..drawing.numerals import even_percent
from ..registry import Argument, Drawn, MaxOption, MinOption, chart
from .hand_values import HandValues
from .next_cards import BoardOption, DeadOption, asked, players_on
from .value_grid import ValueGrid, draw_grid, grid_text


@chart("by-hole", place=110, example="AA,KK:0.5 QQ --board Qh2h3d", terminal=True)
def by_hole(
    ranges: Annotated[
        list[str], Argument("2 to 10 hands or ranges; the first is drawn.", "RANGE", wide=True)
    ],
    board: BoardOption = "",
    dead: DeadOption = "",
    min_: MinOption = None,
    max_: MaxOption = None,
    title: str = "",
    lake: Path | None = None,
) -> Drawn:
    """Draw the equity of each hand of a range against other ranges.

    The equity of a hand is the mean of its holes, by their weight in the range. Pointed at in SVG
    or HTML, a cell shows the equity of each hole.
    """
    ends = Ends.of(min_, max_)
    grid = hole_grid(*asked(ranges, board, dead, lake), title, ends)
    return Drawn(grid.title, (grid,), draw_grid, grid_text)


def hole_grid(
    situation: Situation, wanted: Wanted | None = None, title: str = "", ends: Ends = FREE
) -> ValueGrid:
    """The equity in % of each hand of the first player's range: the mean of its holes.

    Raises UsageError if no hole of the range can be dealt; CardError, RangeError as
    :func:`pokerlake.queries.answers.equity.situation_equity`.
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
    holes: list[list[str]] = [[] for _ in HANDS]
    for row in rows.to_pylist():
        weight = "" if row["range_weight"] == 1 else f", weight {row['range_weight']:.6g}"
        holes[HAND_INDEX[row["hand"]]].append(f"{row['hole']}: {100 * row['equity']:.2f} %{weight}")
    return ValueGrid(
        HandValues(means, labels),
        [_told(*hand) for hand in zip(HANDS, means.tolist(), holes, strict=True)],
        title or f"{players_on(situation)}: equity by hand",
        "% equity",
        "The mean of a hand's holes, by their weight in the range.",
        "Grey: not in the range, or not to be dealt." if np.isnan(means).any() else "",
        ends,
    )


def _told(hand: str, mean: float, holes: list[str]) -> tuple[str, ...]:
    if not holes:
        return (f"{hand}: no equity",)
    of = "1 hole" if len(holes) == 1 else f"the mean of {len(holes)} holes"
    return f"{hand}: {mean:.2f} %, {of}", *holes
