"""The 13 x 13 grid of starting hands on one board."""

from __future__ import annotations

from rich.text import Text

from pokerlake.engine.cards.holes import HANDS

from ..grids.value_grid import draw_values, grid_text
from .board_grid import BoardGrid

_MEANING = "Against one random opponent; the mean of a hand's live combos."


def draw_board(grid: BoardGrid, title: str = "") -> str:
    """The grid as SVG: pointed at, a cell tells the value of each of its holes."""
    dead = [hand for hand, combos in zip(HANDS, grid.combos, strict=True) if not combos]
    notes = [_MEANING, *([f"Grey: no combo left, {', '.join(dead)}."] if dead else [])]
    told = [_told(grid, at) for at in range(len(HANDS))]
    return draw_values(grid.hands, told, title or grid.title, f"% {grid.measure}", notes)


def _told(grid: BoardGrid, at: int) -> tuple[str, ...]:
    combos, value = grid.combos[at], grid.hands.values[at]
    if not combos:
        return (f"{HANDS[at]}: no combo is left on {grid.board}",)
    counted = "1 live combo" if combos == 1 else f"the mean of {combos} live combos"
    return f"{HANDS[at]}: {value:.2f} % {grid.measure}, {counted}", *grid.holes[at]


def board_text(grid: BoardGrid, title: str = "") -> Text:
    """The grid for a terminal; as :func:`draw_board`."""
    text = grid_text(grid.hands, title or grid.title, f"% {grid.measure}")
    return text.append(f"\n{_MEANING}")
