"""The grid of hands for a terminal: 78 columns wide, and as legible without colours."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from pokerlake.engine.cards.holes import HANDS
from pokerlake.queries.charts.drawing import numerals, svg
from pokerlake.queries.charts.drawing.colours import (
    DIVERGING,
    NOTHING,
    SHARE,
    WHITE,
    Scale,
    mixed,
    scale_of,
    text_colour,
)

from .hand_values import HandValues
from .range_grid import SIDE
from .range_picture import difference, range_total

_WIDTH = 6  # of a cell: thirteen are 78 columns
_BAR = 24
_DIFFERENCE = Scale(-1, 1, DIVERGING)

Cell = tuple[str, str | None]  # the line below the hand, and the colour, if any


def grid_text(hands: HandValues, title: str = "", unit: str = "") -> Text:
    """The grid of values; as :func:`.range_grid.draw_grid`, for a terminal."""
    given = hands.given.tolist()
    scale = scale_of(min(given), max(given))
    write = numerals.cell_numerals(given)
    cells: list[Cell] = []
    for value, label in zip(hands.values.tolist(), hands.labels, strict=True):
        if math.isnan(value):
            cells.append(("", None))
        else:
            shown = write(value) if label is None else svg.clean(label)
            cells.append((shown, scale.colour(value)))
    text = _grid(cells, title)
    low, high = (f"{end:.6g}" for end in (min(given), max(given)))
    text.append(f"{low} to {high}{f' {svg.clean(unit)}' if unit else ''}")
    if len(given) < len(HANDS):
        text.append(f"; {len(given)} of {len(HANDS)} hands have a value")
    text.append("  ")
    ends = scale.place(min(given)), scale.place(max(given))
    for step in range(_BAR):  # blank where there are no colours
        place = ends[0] + (ends[1] - ends[0]) * step / (_BAR - 1)
        text.append(" ", Style(bgcolor=mixed(scale.colours, place)))
    return text


def range_text(shares: npt.NDArray[np.float64], title: str = "") -> Text:
    """One range: the percentage of each hand's combos that is in it."""
    cells: list[Cell] = [
        (numerals.percent(share), mixed((WHITE, SHARE), share)) if share else ("", NOTHING)
        for share in shares.tolist()
    ]
    text = _grid(cells, title)
    text.append(f"% of a hand's combos that is in the range: {range_total(shares)}")
    return text


def ranges_text(
    first: npt.NDArray[np.float64],
    second: npt.NDArray[np.float64],
    names: tuple[str, str],
    title: str = "",
) -> Text:
    """Two ranges as one grid: how many % more of each hand's combos the first has."""
    cells: list[Cell] = [
        (difference(a, b), _DIFFERENCE.colour(a - b)) if a or b else ("", NOTHING)
        for a, b in zip(first.tolist(), second.tolist(), strict=True)
    ]
    text = _grid(cells, title)
    text.append("% of a hand's combos, A less B; = in both alike")
    for name, given, shares in zip("AB", names, (first, second), strict=True):
        text.append(f"\n{name}: {svg.clean(given)}: {range_total(shares)}")
    return text


def _grid(cells: Iterable[Cell], title: str) -> Text:
    """Thirteen rows of two lines: the hands, and what is to be said of them."""
    text = Text(no_wrap=True, overflow="ignore")
    if title:
        text.append(f"{svg.clean(title)}\n\n")
    rows = list(zip(HANDS, cells, strict=True))
    for start in range(0, len(rows), SIDE):
        row = rows[start : start + SIDE]
        for line in (0, 1):
            for hand, (below, colour) in row:
                shown = _centred(below if line else hand)
                style = Style(color=text_colour(colour), bgcolor=colour) if colour else Style()
                text.append(shown, style)
            text.append("\n")
    return text.append("\n")


def _centred(text: str) -> str:
    if cell_len(text) > _WIDTH:
        text = set_cell_size(text, _WIDTH - 1).rstrip() + "…"
    before = (_WIDTH - cell_len(text) + 1) // 2
    return set_cell_size(" " * before + text, _WIDTH)
