"""The equity of a range hand by hand, as the 13 x 13 grid."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from rich.text import Text

from pokerlake.engine.cards.holes import HANDS

from ..grids.value_grid import draw_values, grid_text
from ..registry import Argument, Drawn, chart
from .hole_grid import HoleGrid, hole_grid
from .next_cards_chart import BoardOption, DeadOption, asked

_MEANING = "The mean of a hand's holes, by their weight in the range."


@chart("by-hole", place=110, example="AA,KK:0.5 QQ --board Qh2h3d", terminal=True)
def by_hole(
    ranges: Annotated[list[str], Argument("2 to 10 hands or ranges; the first is drawn.", "RANGE")],
    board: BoardOption = "",
    dead: DeadOption = "",
    title: str = "",
    lake: Path | None = None,
) -> Drawn:
    """Draw the equity of each hand of a range against other ranges.

    The equity of a hand is the mean of its holes, by their weight in the range. Pointed at in SVG
    or HTML, a cell shows the equity of each hole.
    """
    grid = hole_grid(*asked(ranges, board, dead, lake))
    title = title or grid.title
    return Drawn(title, (grid, title), draw_holes, holes_text)


def draw_holes(grid: HoleGrid, title: str = "") -> str:
    """The grid as SVG: pointed at, a cell tells the equity of each of its holes."""
    notes = [_MEANING]
    if len(grid.hands.given) < len(HANDS):
        notes.append("Grey: not in the range, or not to be dealt.")
    told = [_told(grid, at) for at in range(len(HANDS))]
    return draw_values(grid.hands, told, title or grid.title, "% equity", notes)


def _told(grid: HoleGrid, at: int) -> tuple[str, ...]:
    holes = grid.holes[at]
    if not holes:
        return (f"{HANDS[at]}: no equity",)
    of = "1 hole" if len(holes) == 1 else f"the mean of {len(holes)} holes"
    return f"{HANDS[at]}: {grid.hands.values[at]:.2f} %, {of}", *holes


def holes_text(grid: HoleGrid, title: str = "") -> Text:
    """The grid for a terminal; as :func:`draw_holes`."""
    return grid_text(grid.hands, title or grid.title, "% equity").append(f"\n{_MEANING}")
