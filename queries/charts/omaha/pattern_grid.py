"""All patterns of ranks of four cards in one square: two kinds of suits, on either side.

Rows and columns are the two highest ranks, as in the grid of hold'em. The cells of a block are the
third and the fourth rank, which are not above the second: so the bands of rows and columns grow
narrower from the ace to the deuce, and 13 + 12 + ... + 1 = 91 cells make a side.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from rich.text import Text

from pokerlake.engine.cards.text import RANKS

from ..drawing import numerals, svg
from ..drawing.cells import GRID, TERMINAL, Cell, cells_text
from ..drawing.colours import FREE, NOTHING, Ends, Scale, scale_of
from ..drawing.layout import colour_legend
from ..grids.value_grid import even_equity
from .patterns import ALL, PatternValues, holes

_LEFT = 22.0  # room for the names of the rows
_CELLS = 91
_SIDE = GRID / _CELLS
_LINE = 2.2  # white, between two bands

NAMES = {
    "ds": "double-suited",
    "ss": "single-suited",
    "rainbow": "rainbow",
    "ts": "three of one suit",
    "ms": "four of one suit",
    ALL: "all suits",
}


@dataclass(frozen=True)
class PatternGrid:
    """Values of patterns, and what is said of them."""

    above: PatternValues
    below: PatternValues
    title: str = ""
    unit: str = ""  # of the values, such as %
    meaning: tuple[str, ...] = ()  # what a value is
    ends: Ends = FREE  # of the scale, where they are given
    fixed: Scale | None = None  # where it does not go by the values

    @property
    def halves(self) -> tuple[PatternValues, PatternValues]:
        """What is above the diagonal, and what is below it."""
        return self.above, self.below

    @property
    def spread(self) -> tuple[float, float]:
        """The lowest and the highest value of a cell."""
        given = np.concatenate([half.mean[~np.isnan(half.mean)] for half in self.halves])
        return float(given.min()), float(given.max())

    @property
    def scale(self) -> Scale:
        """The colours of the values."""
        return self.fixed or scale_of(*self.spread, self.ends)

    @property
    def notes(self) -> tuple[str, ...]:
        """What stands below the picture."""
        above, below = (NAMES[half.suits] for half in self.halves)
        sides = f"{above} above the diagonal, {below} below it"
        means = ", ".join(
            f"{NAMES[half.suits]} {half.everywhere():.4g}{self._spaced}"
            for half in {half.suits: half for half in self.halves}.values()
            if not math.isnan(half.everywhere())
        )
        return (*self.meaning, f"{sides[0].upper()}{sides[1:]}.", f"Means: {means}.")

    @property
    def _spaced(self) -> str:
        unit = self.unit.split(" ")[0]
        return f" {unit}" if unit else ""

    def told(self, half: PatternValues, pattern: int) -> str:
        """What a cell tells: ``AAKK double-suited: 70.83 % equity, 12 combos``."""
        name = f"{holes().name(pattern)} {NAMES[half.suits]}"
        if math.isnan(half.mean[pattern]):
            return f"{name}: none"
        low, high = half.lowest[pattern], half.highest[pattern]
        text = f"{name}: {half.mean[pattern]:.5g}"
        if low < high:
            text += f" ({low:.5g} to {high:.5g})"
        many = "combo" if half.combos[pattern] == 1 else "combos"
        return f"{text}{self._spaced}, {half.combos[pattern]} {many}"


def draw_patterns(grid: PatternGrid) -> str:
    """The square as SVG: pointed at, a cell tells its pattern, value and combos. 0.4 MB."""
    left = svg.MARGIN + _LEFT
    width = left + GRID + svg.MARGIN
    head, top = svg.heading(grid.title, width)
    top += 16
    foot = top + GRID
    parts = [
        *head,
        *_names(left, top),
        *_cells(grid, left, top),
        *_bands(left, top),
        *colour_legend(
            grid.scale, left, foot + 14, GRID, grid.unit,
            spread=grid.spread, strong=even_equity(grid.unit),
        ),
        *svg.notes(
            ("Rows and columns: the highest ranks. In a block: the other two.", *grid.notes),
            left,
            foot + 78,
        ),
    ]  # fmt: skip
    height = foot + 72 + svg.LINE * (1 + len(grid.notes))
    return svg.document(grid.title or "Omaha", width, height, parts)


def _start(place: int) -> int:
    """Where the band of a rank begins, in cells; 0 is the ace."""
    return place * 13 - place * (place - 1) // 2


def _names(left: float, top: float) -> Iterator[str]:
    """The rank of each band, as large as there is room for."""
    for place in range(13):
        size = min(svg.TEXT_SIZE, _SIDE * (13 - place))
        middle = _SIDE * (_start(place) + (13 - place) / 2)
        name, look = RANKS[12 - place], {"font_size": size, "text_anchor": "middle"}
        yield svg.label(left + middle, top - 5, name, **look)
        yield svg.label(left - 11, top + middle + size * 0.36, name, **look)


def _cells(grid: PatternGrid, left: float, top: float) -> Iterator[str]:
    """The cells, in as few bytes as tell them: their side is one."""
    place = f"translate({svg.number(left)} {svg.number(top)}) scale({_SIDE:.6g})"
    yield f'<g transform="{place}">'
    scale = grid.scale
    for pattern, (first, second, third, fourth) in enumerate(holes().places.tolist()):
        low, high = _start(second) + fourth - second, _start(first) + third - second
        # Two pairs lie on the diagonal, where a half of the cell is for either side.
        shapes = ("h1v1z", "v1h1z") if low == high else ("h1v1h-1z", "h1v1h-1z")
        corners = (low, high), (high, low)
        for half, shape, (x, y) in zip(grid.halves, shapes, corners, strict=True):
            value = half.mean[pattern]
            colour = NOTHING if math.isnan(value) else scale.colour(float(value))
            told = svg.hover(grid.told(half, pattern))
            yield f'<path d="M{x} {y}{shape}" fill="{colour}">{told}</path>'
    yield "</g>"


def _bands(left: float, top: float) -> Iterator[str]:
    for place in range(1, 13):
        at = _SIDE * _start(place)
        look = {"stroke": "#ffffff", "stroke_width": _LINE, "pointer_events": "none"}
        yield svg.path("M", left + at, top, "v", GRID, **look)
        yield svg.path("M", left, top + at, "h", GRID, **look)


def patterns_text(grid: PatternGrid, columns: int = TERMINAL) -> Text:
    """The 13 x 13 grid of the two highest ranks for a terminal: of each the mean of its holes."""
    means = [half.of_top_ranks() for half in grid.halves]
    shown = np.where(np.tri(13, k=-1, dtype=bool), means[1].T, means[0])
    scale = grid.fixed or scale_of(float(np.nanmin(shown)), float(np.nanmax(shown)), grid.ends)
    write = numerals.cell_numerals(shown[~np.isnan(shown)].tolist())
    cells = []
    for row in range(13):
        for column in range(13):
            high, low = sorted((row, column))
            name, value = RANKS[12 - high] + RANKS[12 - low], float(shown[row, column])
            if math.isnan(value):
                cells.append(Cell(name))
            else:
                cells.append(Cell(name, write(value), scale.colour(value)))
    text = cells_text(cells, grid.title, columns, diagonal=True)
    unit = f" {svg.clean(grid.unit)}" if grid.unit else ""
    text.append(f"Means of the holes with these two highest ranks{unit and f', in{unit}'}.\n")
    text.append("\n".join(svg.clean(note) for note in grid.notes))
    diagonal = NAMES[grid.above.suits]
    return text.append(f"\nOn the diagonal: {diagonal}.")
