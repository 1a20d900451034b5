"""The 13 x 13 grid of starting hands, coloured by a value: pairs on the diagonal, suited above."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from rich.style import Style
from rich.text import Text

from pokerlake.engine.cards.holes import HANDS, hand_combos

from ..drawing import numerals, svg
from ..drawing.cells import GRID, TERMINAL, Cell, append_cards, cells_text, draw_cells
from ..drawing.colours import FREE, Ends, Scale, mixed, scale_of, text_colour
from ..drawing.layout import colour_legend
from .hand_values import HandValues

Lines = tuple[str, ...]

DIAGONAL = "Pairs are framed; suited hands are above them, offsuit hands below."
DIAGONAL_TEXT = "Suited hands are above the diagonal of pairs, offsuit hands below."
_BAR = 24  # characters of a terminal


@dataclass(frozen=True)
class ValueGrid:
    """Values of starting hands, and what is said of them."""

    hands: HandValues  # at least one hand has a value
    told: Sequence[Lines]  # of each hand, what its cell tells while it is pointed at
    title: str = ""
    unit: str = ""  # of the values, such as %
    meaning: str = ""  # what a value is
    grey: str = ""  # which hands have none
    ends: Ends = FREE  # of the scale, where they are given
    listed: Lines = ()  # what stands below all

    @functools.cached_property
    def scale(self) -> Scale:
        """The colours of the values."""
        return scale_of(*self.spread, self.ends)

    @property
    def spread(self) -> tuple[float, float]:
        """The lowest and the highest value."""
        given = self.hands.given.tolist()
        return min(given), max(given)

    @property
    def even(self) -> float | None:
        """An equity of a half, where the values are equities."""
        return even_equity(self.unit)

    def cells(self) -> list[Cell]:
        """A cell for each of the 169 hands."""
        scale, write = self.scale, numerals.cell_numerals(self.hands.given.tolist())
        rows = zip(HANDS, self.hands.values.tolist(), self.hands.labels, self.told, strict=True)
        cells = []
        for hand, value, label, told in rows:
            if math.isnan(value):
                cells.append(Cell(hand, told=told))
            else:
                below = write(value) if label is None else label
                ground, is_text = scale.colour(value), label is not None
                cells.append(Cell(hand, below, ground, told, label=is_text))
        return cells


def even_equity(unit: str) -> float | None:
    """What half a pot is in a unit of equity; None for another unit.

    Examples
    --------
    >>> even_equity("% equity"), even_equity("equity"), even_equity("%")
    (50.0, 0.5, None)
    """
    if "equity" not in unit.casefold():
        return None
    return 50.0 if "%" in unit else 0.5


def value_grid(hands: HandValues, title: str = "", unit: str = "", ends: Ends = FREE) -> ValueGrid:
    """The grid of any values: a cell tells its hand's value, combos, and rank among all hands."""
    told: list[Lines] = []
    tops = hands.top_percent().tolist()
    rows = zip(HANDS, hands.values.tolist(), hands.labels, tops, hand_combos(), strict=True)
    for hand, value, label, top, combos in rows:
        text = f"{hand}: no value, {combos} combos"
        if not math.isnan(value):
            facts = [f"{hand}: {numerals.exact(value)}{_spaced(unit)}", *([label] if label else [])]
            text = ", ".join([*facts, f"{combos} combos", f"top {top:.1f} %"])
        told.append((text,))
    given = len(hands.given)
    grey = f"{given} of {len(HANDS)} hands have a value; the others are grey."
    return ValueGrid(hands, told, title, unit, grey=grey if given < len(HANDS) else "", ends=ends)


def draw_grid(grid: ValueGrid) -> str:
    """The grid as SVG: each cell has its hand, its value, and more while pointed at."""
    width = 2 * svg.MARGIN + GRID
    head, top = svg.heading(grid.title, width)
    foot = top + GRID
    notes = [note for note in (grid.meaning, grid.grey, DIAGONAL, *grid.listed) if note]
    spread, even = grid.spread, grid.even
    parts = [
        *head,
        *draw_cells(grid.cells(), svg.MARGIN, top, diagonal=True),
        *colour_legend(
            grid.scale, svg.MARGIN, foot + 14, GRID, grid.unit, spread=spread, strong=even
        ),
        *svg.notes(notes, svg.MARGIN, foot + 78),
    ]
    height = foot + 72 + svg.LINE * len(notes)
    return svg.document(grid.title or "Starting hands", width, height, parts)


def grid_text(grid: ValueGrid, columns: int = TERMINAL) -> Text:
    """The grid for a terminal, 78 columns wide, or 65 where there are fewer."""
    text = cells_text(grid.cells(), grid.title, columns, diagonal=True)
    (lowest, highest), scale = grid.spread, grid.scale
    text.append(f"{lowest:.6g} to {highest:.6g}{_spaced(svg.clean(grid.unit))}")
    given = len(grid.hands.given)
    if given < len(HANDS):
        text.append(f"; {given} of {len(HANDS)} hands have a value")
    text.append("  ")
    # Without given ends the colours are those that occur.
    low, high = (0.0, 1.0) if grid.ends != FREE else map(scale.place, grid.spread)
    mark = None
    if grid.even is not None and lowest < grid.even < highest and low < high:
        mark = round((scale.place(grid.even) - low) / (high - low) * (_BAR - 1))
    for step in range(_BAR):  # blank where there are no colours
        colour = mixed(scale.colours, low + (high - low) * step / (_BAR - 1))
        text.append(_bar_sign(step, mark), Style(color=text_colour(colour), bgcolor=colour))
    if mark is not None:
        text.append(f"  ┼ is {grid.even:g}")
    if grid.ends != FREE:
        text.append(f"\nThe colours go from {scale.low:g} to {scale.high:g}")
        text.append("; values beyond have those of the ends." * _is_clipped(grid) or ".")
    text.append("\n")
    append_cards(text, f"{grid.meaning}\n" if grid.meaning else "")
    text.append(DIAGONAL_TEXT)
    for line in grid.listed:
        append_cards(text, f"\n{line}")
    return text


def _bar_sign(step: int, mark: int | None) -> str:
    return " " if mark is None else "┼" if step == mark else "─"


def _is_clipped(grid: ValueGrid) -> bool:
    low, high = grid.spread
    return low < grid.scale.low or high > grid.scale.high


def _spaced(unit: str) -> str:
    return f" {unit}" if unit else ""
