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
from ..drawing.cells import GRID, Cell, cells_text, draw_cells
from ..drawing.colours import Scale, mixed, scale_of
from ..drawing.layout import colour_legend
from .hand_values import HandValues

Lines = tuple[str, ...]

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

    @functools.cached_property
    def scale(self) -> Scale:
        """The colours of the values."""
        given = self.hands.given.tolist()
        return scale_of(min(given), max(given))

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


def value_grid(hands: HandValues, title: str = "", unit: str = "") -> ValueGrid:
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
    return ValueGrid(hands, told, title, unit, grey=grey if given < len(HANDS) else "")


def draw_grid(grid: ValueGrid) -> str:
    """The grid as SVG: each cell has its hand, its value, and more while pointed at."""
    width = 2 * svg.MARGIN + GRID
    head, top = svg.heading(grid.title, width)
    foot = top + GRID
    notes = [note for note in (grid.meaning, grid.grey) if note]
    parts = [
        *head,
        *draw_cells(grid.cells(), svg.MARGIN, top),
        *colour_legend(grid.scale, svg.MARGIN, foot + 14, GRID, grid.unit),
        *svg.notes(notes, svg.MARGIN, foot + 78),
    ]
    height = foot + (72 + svg.LINE * len(notes) if notes else 70)
    return svg.document(grid.title or "Starting hands", width, height, parts)


def grid_text(grid: ValueGrid) -> Text:
    """The grid for a terminal, 78 columns wide; as :func:`draw_grid`."""
    text = cells_text(grid.cells(), grid.title)
    given, scale = grid.hands.given.tolist(), grid.scale
    text.append(f"{min(given):.6g} to {max(given):.6g}{_spaced(svg.clean(grid.unit))}")
    if len(given) < len(HANDS):
        text.append(f"; {len(given)} of {len(HANDS)} hands have a value")
    text.append("  ")
    low, high = scale.place(min(given)), scale.place(max(given))
    for step in range(_BAR):  # blank where there are no colours
        place = low + (high - low) * step / (_BAR - 1)
        text.append(" ", Style(bgcolor=mixed(scale.colours, place)))
    return text.append(f"\n{grid.meaning}" if grid.meaning else "")


def _spaced(unit: str) -> str:
    return f" {unit}" if unit else ""
