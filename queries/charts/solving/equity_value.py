"""What each hole of a decision wins, against its equity."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.text import Text

from ...connection import connect
from ..drawing import numerals, svg
from ..drawing.canvas import Canvas
from ..drawing.cells import TERMINAL, start_text
from ..drawing.layout import append_kinds, kind_legend, level_axis, upright_axis
from ..grids.kind_grid import looks_of
from ..registry import Drawn, chart
from .decisions import SolvedDecision, solved_decision
from .strategy import CARDS, LINE, SPOT

_WIDTH, _PLOT = 760.0, 460.0
_LEFT, _ROWS = 56.0, 24
_DOT = 4.0
_CHECKED = "The line is what equity wins if nobody bets. A point has the colour of the main action."


@chart("equity-value", place=48, example="--spot 1", terminal=True)
def equity_value(
    spot: SPOT, line: LINE = "", cards: CARDS = "", title: str = "", lake: Path | None = None
) -> Drawn:
    """Draw what each hole wins in a decision of a solved spot, against its equity.

    A point is a hole, in the colour of what it does most. Pointed at in SVG or HTML, it shows its
    numbers.
    """
    with connect(lake) as connection:
        found = solved_decision(connection, spot, line, cards)
    return Drawn(title or found.title, (found, title or found.title), draw_points, points_text)


def _points(found: SolvedDecision) -> Iterator[tuple[int, float, float, int]]:
    """Of each hole that comes here: its place, equity, value, and main action."""
    values = np.nansum(found.shares * found.values, axis=1)
    for at in np.flatnonzero(found.weight > 0).tolist():
        yield at, float(found.equity[at]), float(values[at]), int(found.shares[at].argmax())


def _span(found: SolvedDecision) -> tuple[float, float]:
    """The ends of the axis of values: 0 and the pot, and all that there are."""
    values: npt.NDArray[np.float64] = np.array([value for _, _, value, _ in _points(found)])
    return min(0.0, float(values.min())), max(float(found.pot), float(values.max()))


def draw_points(found: SolvedDecision, title: str) -> str:
    """The points as SVG."""
    looks, totals = looks_of(found.actions), found.totals
    head, top = svg.heading(title, _WIDTH)
    top += 24
    bottom, left, right = top + _PLOT, svg.MARGIN + _LEFT, _WIDTH - svg.MARGIN - 10
    low, high = _span(found)

    def x(equity: float) -> float:
        return left + (right - left) * equity

    def y(value: float) -> float:
        return bottom - _PLOT * (value - low) / (high - low)

    marks = numerals.ticks(low, high, 8)
    up = [(y(mark), text) for mark, text in zip(marks, numerals.tick_numerals(marks), strict=True)]
    across = [(x(mark / 100), str(mark)) for mark in range(0, 101, 20)]
    dots = []
    for at, equity, value, main in _points(found):
        told = [f"{found.holes[at]}: equity {100 * equity:.1f} %, wins {value:.2f}"]
        told += [
            f"{found.actions[kind]}: {numerals.percent(float(found.shares[at, kind]))} %"
            for kind in looks.order
            if found.shares[at, kind] > 0
        ]
        dots.append(
            svg.element(
                "circle",
                svg.hover(*told),
                cx=x(equity),
                cy=y(value),
                r=_DOT,
                fill=looks.colours[main],
                stroke=svg.INK,
                stroke_width=0.5,
            )
        )
    kinds = [(looks.colours[kind], totals[kind]) for kind in looks.order]
    legend, foot = kind_legend(kinds, left, bottom + 62, right - left)
    parts = [
        *head,
        svg.label(svg.MARGIN, top - 12, "value, chips"),
        *upright_axis(up, left, right),
        *level_axis(across, top, bottom),
        svg.path("M", x(0), y(0), "L", x(1), y(found.pot), stroke=svg.INK, stroke_dasharray="5 3"),
        *dots,
        svg.label((left + right) / 2, bottom + 44, "equity, %", text_anchor="middle"),
        *legend,
        svg.label(left, foot + 13, _CHECKED),
    ]
    return svg.document(title, _WIDTH, foot + 30, parts)


def points_text(found: SolvedDecision, title: str, columns: int = TERMINAL) -> Text:
    """The points for a terminal, each the letter of its main action."""
    looks, totals = looks_of(found.actions), found.totals
    text, canvas = start_text(title), Canvas(columns, _ROWS)
    low, high = _span(found)
    for _, equity, value, main in _points(found):
        place = equity, (value - low) / (high - low)
        canvas.letters([place], looks.letters[main], looks.colours[main])
    marks = numerals.ticks(low, high, 6)
    up = [
        ((mark - low) / (high - low), written)
        for mark, written in zip(marks, numerals.tick_numerals(marks), strict=True)
    ]
    across = [(mark / 100, str(mark)) for mark in range(0, 101, 20)]
    text.append("value, chips\n")
    canvas.append_to(text, up, across, "equity, %\n")
    kinds = ((looks.colours[kind], looks.letters[kind], totals[kind]) for kind in looks.order)
    return append_kinds(text, kinds).append("\n")
