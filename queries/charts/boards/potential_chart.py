"""Hand strength against positive potential as a heat map."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt

from pokerlake.tables.errors import UsageError

from ...connection import connect
from ..drawing import numerals, svg
from ..drawing.colours import VIRIDIS, Scale
from ..drawing.layout import colour_legend, level_axis, upright_axis
from ..registry import Drawn, Option, chart
from .board_holes import BOARD_HELP, board_title
from .potential import BINS, Potential, board_potential, flop_potential

_CELL, _LEFT, _GROUND = 13.0, 46.0, "#f4f4f4"
_LEAST_ROWS = 25  # half of the way up, however little potential there is
_LOGARITHMIC = 100  # how many times the fewest deals the most must be


@chart("potential", place=80, example="--board 3h4sJh")
def potential(
    board: Annotated[str | None, Option(f"{BOARD_HELP}  [default: all flops]", "CARDS")] = None,
    hand: Annotated[str | None, Option("A hand: AKs.  [default: all hands]", "HAND")] = None,
    title: str = "",
    lake: Path | None = None,
) -> Drawn:
    """Draw hand strength against positive potential.

    The picture is for a board, or for all flops. Potential is two cards ahead on a flop, and one on
    a turn. Pointed at in SVG or HTML, a cell shows its deals, and on a board its combos.
    """
    if board is not None and hand is not None:
        raise UsageError("give --board or --hand, not both")
    of = f" of {hand}" if hand else ""
    title = title or board_title(f"hand strength and potential{of}", board)
    with connect(lake) as connection:
        if board is None:
            found = flop_potential(connection, hand)
        else:
            found = board_potential(connection, board)
    return Drawn(title, (found, title), draw_potential)


def draw_potential(potential: Potential, title: str = "") -> str:
    """The heat map as SVG: pointed at, a cell tells how many deals it has."""
    rows = _rows(potential.deals)
    left = svg.MARGIN + _LEFT
    width = left + BINS * _CELL + svg.MARGIN
    head, top = svg.heading(title, width)
    top += 34
    bottom = top + rows * _CELL
    marks = [count / 10 for count in range(11)]
    heights = [mark for mark in marks if mark * BINS <= rows + 1e-9]
    scale, legend = _legend(potential, left, bottom + 66, BINS * _CELL)
    parts = [
        *head,
        svg.label(svg.MARGIN, top - 14, f"{potential.steps} PPot, against one random opponent"),
        svg.rectangle(left, top, BINS * _CELL, rows * _CELL, fill=_GROUND),
        *upright_axis(
            [(bottom - at * BINS * _CELL, f"{at:g}") for at in heights], left, width - svg.MARGIN
        ),
        *level_axis([(left + at * BINS * _CELL, f"{at:g}") for at in marks], top, bottom),
        svg.label((left + width - svg.MARGIN) / 2, bottom + 44, "HS", text_anchor="middle"),
        *_cells(potential, scale, left, bottom),
        *legend,
    ]
    return svg.document(title or "Potential", width, bottom + 66 + 50, parts)


def _rows(deals: npt.NDArray[np.int64]) -> int:
    """How many steps of potential are drawn: all that there are, to a tenth above."""
    highest = int(np.flatnonzero(deals.any(axis=0))[-1]) + 1
    tenth = BINS // 10
    return max(_LEAST_ROWS, -(-highest // tenth) * tenth)


def _is_logarithmic(deals: npt.NDArray[np.int64]) -> bool:
    return bool(deals.max() >= _LOGARITHMIC * deals[deals > 0].min())


def _legend(potential: Potential, x: float, y: float, width: float) -> tuple[Scale, list[str]]:
    """The scale of the numbers of deals, or of their logarithms, and its legend."""
    deals = potential.deals
    most, fewest = int(deals.max()), int(deals[deals > 0].min())
    if _is_logarithmic(deals):
        unit, scale = "logarithmic", Scale(math.log10(fewest), math.log10(most), VIRIDIS)
        powers = range(math.ceil(scale.low), math.floor(scale.high) + 1)
        places = [(float(power), f"{10**power:,}") for power in powers]
    else:
        unit, scale = "linear", Scale(0, most, VIRIDIS)
        marks = [mark for mark in numerals.ticks(0, most, 6) if mark == int(mark)]
        places = list(zip(marks, numerals.tick_numerals(marks), strict=True))
    unit = f"{potential.counted}, {unit}"
    return scale, list(colour_legend(scale, x, y, width, unit, places))


def _cells(potential: Potential, scale: Scale, left: float, bottom: float) -> Iterator[str]:
    deals = potential.deals
    total = int(deals.sum())
    logarithmic = _is_logarithmic(deals)
    for row, col in np.argwhere(deals).tolist():
        count = int(deals[row, col])
        counted = potential.counted.removesuffix("s" if count == 1 else "")
        told = [
            f"HS {_step(row)}, PPot {_step(col)}: "
            f"{count:,} {counted}, {numerals.percent(count / total)} %"
        ]
        if (row, col) in potential.holes:
            told.append(potential.holes[row, col])
        colour = scale.colour(math.log10(count) if logarithmic else count)
        x, y = left + _CELL * row, bottom - _CELL * (col + 1)
        yield svg.rectangle(x, y, _CELL, _CELL, *told, fill=colour)


def _step(at: int) -> str:
    return f"{at / BINS:.2f} to {(at + 1) / BINS:.2f}"
