"""All buckets of an abstraction: mean equity against spread."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from rich.text import Text

from ...connection import connect
from ..drawing import numerals, svg
from ..drawing.canvas import Canvas
from ..drawing.cells import TERMINAL, start_text
from ..drawing.colours import KINDS
from ..drawing.layout import level_axis, upright_axis
from ..registry import Drawn, chart
from .runs import RUN, Run, run_of

_WIDTH, _PLOT, _LEFT = 760.0, 440.0, 44.0
_INK_SHARE = 0.1  # of the plot's area, that all circles have together
_LEAST_RADIUS = 0.8
_ROWS = 22
_MARKS = range(0, 101, 20)
_UP = "standard deviation of equity over all run-outs, %"
_NOTE = "A circle is a bucket, its area in proportion to its deals."


@chart("buckets", place=131, example="1", terminal=True)
def buckets_chart(run: RUN, title: str = "", lake: Path | None = None) -> Drawn:
    """Draw all buckets of an abstraction: mean equity against spread.

    The spread is the standard deviation of the equity over all holes of the bucket and their
    run-outs. Pointed at in SVG or HTML, a bucket shows its numbers.
    """
    with connect(lake) as connection:
        found = run_of(connection, run)
    title = title or f"Buckets of {found.name}"
    return Drawn(title, (found, title), draw_buckets, buckets_text)


def _most(run: Run) -> float:
    """The end of the axis of deviations, in %: at least 5, and a whole number."""
    return max(5.0, math.ceil(100 * float(run.deviation.max()) + 1e-9))


def draw_buckets(run: Run, title: str) -> str:
    """The buckets as SVG."""
    head, top = svg.heading(title, _WIDTH)
    top += 24
    bottom, left, right = top + _PLOT, svg.MARGIN + _LEFT, _WIDTH - svg.MARGIN - 10
    most = _most(run)
    area = _INK_SHARE * _PLOT * (right - left)
    radius = np.sqrt(area * run.deals / run.deals.sum() / math.pi)
    xs = left + (right - left) * run.equity
    ys = bottom - _PLOT * 100 * run.deviation / most
    marks = numerals.ticks(0, most, 8)
    up = [(bottom - _PLOT * mark / most, f"{mark:g}") for mark in marks]
    across = [(left + (right - left) * mark / 100, str(mark)) for mark in _MARKS]
    circles = []
    for at in np.argsort(-run.deals, kind="stable").tolist():  # the small ones in front
        told = (
            f"bucket {run.bucket[at]}: equity {100 * run.equity[at]:.2f} %, "
            f"deviation {100 * run.deviation[at]:.2f} %",
            f"{run.deals[at]:,} deals, {numerals.percent(run.deals[at] / run.deals.sum())} %",
            f"mean distance {100 * run.distance[at]:.2f} %",
        )
        circles.append(
            svg.element(
                "circle",
                svg.hover(*told),
                cx=float(xs[at]),
                cy=float(ys[at]),
                r=max(_LEAST_RADIUS, float(radius[at])),
            )
        )
    parts = [
        *head,
        svg.label(svg.MARGIN, top - 12, _UP),
        *upright_axis(up, left, right),
        *level_axis(across, top, bottom),
        f'<g fill="{KINDS[0]}" fill-opacity="0.55" stroke="{svg.INK}" stroke-width="0.5">',
        *circles,
        "</g>",
        svg.label((left + right) / 2, bottom + 44, "mean equity, %", text_anchor="middle"),
        svg.label(left, bottom + 72, _NOTE),
    ]
    return svg.document(title, _WIDTH, bottom + 72 + svg.MARGIN, parts)


def buckets_text(run: Run, title: str, columns: int = TERMINAL) -> Text:
    """The buckets for a terminal, a sign each."""
    text, canvas, most = start_text(title), Canvas(columns, _ROWS), _most(run)
    for equity, deviation in zip(run.equity.tolist(), run.deviation.tolist(), strict=True):
        canvas.letters([(equity, 100 * deviation / most)], "o", KINDS[0])
    up = [(mark / most, f"{mark:g}") for mark in numerals.ticks(0, most, 6)]
    across = [(mark / 100, str(mark)) for mark in _MARKS]
    text.append(f"{_UP}\n")
    return canvas.append_to(text, up, across, "mean equity, %\n")
