"""The 13 x 13 grid of starting hands, coloured by a value: pairs on the diagonal, suited above."""

from __future__ import annotations

import math
from collections.abc import Sequence

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


def draw_grid(hands: HandValues, title: str = "", unit: str = "") -> str:
    """The grid of hands as SVG: each cell has its hand, its value, and more while pointed at.

    Parameters
    ----------
    hands : HandValues
        At least one hand has a value.
    title : str
        Above the grid.
    unit : str
        Of the values, such as ``%``: named in the legend.

    Returns
    -------
    str
        The same for the same values, byte for byte.
    """
    given = len(hands.given)
    notes = (f"{given} of {len(HANDS)} hands have a value; the others are grey.",)
    return draw_values(hands, _told(hands, unit), title, unit, notes if given < len(HANDS) else ())


def _told(hands: HandValues, unit: str) -> list[Lines]:
    told: list[Lines] = []
    rows = zip(
        HANDS, hands.values.tolist(), hands.labels, hands.top_percent().tolist(), strict=True
    )
    for (hand, value, label, top), combos in zip(rows, hand_combos(), strict=True):
        text = f"{hand}: no value, {combos} combos"
        if not math.isnan(value):
            facts = [f"{hand}: {numerals.exact(value)}{_spaced(unit)}", *([label] if label else [])]
            text = ", ".join([*facts, f"{combos} combos", f"top {top:.1f} %"])
        told.append((text,))
    return told


def draw_values(
    hands: HandValues,
    told: Sequence[Lines],
    title: str = "",
    unit: str = "",
    notes: Sequence[str] = (),
) -> str:
    """Values of hands as SVG, with what each cell tells.

    Parameters
    ----------
    hands : HandValues
        At least one hand has a value.
    told : sequence of tuple of str
        169: the lines that a cell tells while it is pointed at.
    title : str
        Above the grid.
    unit : str
        Of the values.
    notes : sequence of str
        Below the legend.
    """
    width = 2 * svg.MARGIN + GRID
    head, top = svg.heading(title, width)
    foot = top + GRID
    scale = _scale(hands)
    parts = [
        *head,
        *draw_cells(_cells(hands, scale, told), svg.MARGIN, top),
        *colour_legend(scale, svg.MARGIN, foot + 14, GRID, unit),
        *svg.notes(notes, svg.MARGIN, foot + 78),
    ]
    height = foot + (72 + svg.LINE * len(notes) if notes else 70)
    return svg.document(title or "Starting hands", width, height, parts)


def _scale(hands: HandValues) -> Scale:
    given = hands.given.tolist()
    return scale_of(min(given), max(given))


def _cells(hands: HandValues, scale: Scale, told: Sequence[Lines]) -> list[Cell]:
    write = numerals.cell_numerals(hands.given.tolist())
    rows = zip(HANDS, hands.values.tolist(), hands.labels, told, strict=True)
    cells = []
    for hand, value, label, lines in rows:
        if math.isnan(value):
            cells.append(Cell(hand, told=lines))
        else:
            below = write(value) if label is None else label
            ground, text = scale.colour(value), label is not None
            cells.append(Cell(hand, below, ground, lines, label=text))
    return cells


def grid_text(hands: HandValues, title: str = "", unit: str = "") -> Text:
    """The grid for a terminal, 78 columns wide; as :func:`draw_grid`."""
    scale = _scale(hands)
    text = cells_text(_cells(hands, scale, [()] * len(HANDS)), title)
    given = hands.given.tolist()
    text.append(f"{min(given):.6g} to {max(given):.6g}{_spaced(svg.clean(unit))}")
    if len(given) < len(HANDS):
        text.append(f"; {len(given)} of {len(HANDS)} hands have a value")
    text.append("  ")
    low, high = scale.place(min(given)), scale.place(max(given))
    for step in range(_BAR):  # blank where there are no colours
        place = low + (high - low) * step / (_BAR - 1)
        text.append(" ", Style(bgcolor=mixed(scale.colours, place)))
    return text


def _spaced(unit: str) -> str:
    return f" {unit}" if unit else ""
