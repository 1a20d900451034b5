"""How often each of the 7,462 classes comes, for hands of five, six and seven cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import numpy as np
import numpy.typing as npt
from rich.style import Style
from rich.text import Text

from pokerlake.engine.hands.classes import CATEGORY_NAMES, CLASSES

from ...connection import connect
from ...statements.run import own_rows
from ..drawing import svg
from ..drawing.cells import TERMINAL, start_text
from ..drawing.colours import KINDS
from ..drawing.layout import apart, upright_axis
from ..registry import Drawn, chart

CARDS = ("five", "six", "seven")
_WIDTH, _PANEL, _BETWEEN = 760.0, 170.0, 44.0
_LEFT = 78.0
_MOST_BAR, _MOST_SHARE = 60, 0.51  # columns of a terminal, and what they stand for
_DECADES = (-8, -2)  # of the share of all hands: from 4 of 133,784,560 to 747,980 of them
_MARKS = ((-2, "1 in 100"), (-4, "1 in 10k"), (-6, "1 in 1M"), (-8, "1 in 100M"))
_NAME_WIDTH, _NAME_STEP = 62.0, 18.0  # of categories' names, in two lines where they are long


class ClassCounts(NamedTuple):
    """How many hands are of each class."""

    categories: npt.NDArray[np.int64]  # (7462,), 1 to 9
    counts: npt.NDArray[np.int64]  # (3, 7462), hands of five, six and seven cards


@chart("classes", place=30, terminal=True)
def classes(
    title: str = "How often each of the 7,462 classes of hands comes", lake: Path | None = None
) -> Drawn:
    """Draw how often each class of hands comes."""
    with connect(lake) as connection:
        found = class_counts(connection)
    return Drawn(title, (found, title), draw_classes, classes_text)


def class_counts(connection: duckdb.DuckDBPyConnection) -> ClassCounts:
    """The counts of the lake's table ``classes``.

    Raises QueryError if the table is not there.
    """
    rows = own_rows(connection, "charts/class_counts")
    categories, *counts = (
        rows[name].to_numpy().astype(np.int64)
        for name in ("category", "count5", "count6", "count7")
    )
    return ClassCounts(categories, np.stack(counts))


def draw_classes(found: ClassCounts, title: str = "") -> str:
    """The share of all hands that each class is, as SVG: three panels, one below the other."""
    categories, counts = found
    head, top = svg.heading(title, _WIDTH)
    left, right = svg.MARGIN + _LEFT, _WIDTH - svg.MARGIN
    # Edges between categories, as classes: 0, 10, 166, ... 7462.
    edges = [0, *np.cumsum(np.bincount(categories, minlength=10)[1:]).tolist()]
    x = [left + (right - left) * edge / CLASSES for edge in edges]
    names_top = top
    top += 2 * _NAME_STEP + 50
    tops = [top + (_PANEL + _BETWEEN) * at for at in range(len(CARDS))]
    bottom = tops[-1] + _PANEL
    parts = [*head, *_category_names(x, names_top, tops[0] - 24)]
    for at, (cards, y) in enumerate(zip(CARDS, tops, strict=True)):
        total = int(counts[at].sum())
        there = np.count_nonzero(counts[at])
        caption = f"{cards} cards: {total:,} hands, {there:,} classes occur"
        heights = [(_height(y, 10.0**power), text) for power, text in _MARKS]
        parts += [
            svg.label(left, y - 8, caption),
            *_bands(x, y, edges, counts[at], cards),
            *upright_axis(heights, left, right),
            _dots(counts[at] / total, left, right, y, KINDS[at]),
        ]
    parts += [
        svg.label(left, bottom + 20, "class 1, the best"),
        svg.label(right, bottom + 20, f"class {CLASSES}", text_anchor="end"),
    ]
    return svg.document(title or "Classes", _WIDTH, bottom + 36, parts)


def _height(top: float, shares: npt.NDArray[np.float64] | float) -> Any:
    low, high = _DECADES
    return top + _PANEL * (high - np.log10(shares)) / (high - low)


def _dots(
    shares: npt.NDArray[np.float64], left: float, right: float, top: float, colour: str
) -> str:
    """A dot for each class that occurs; those side by side at one height are one stroke."""
    there = np.flatnonzero(shares)
    # A tenth of a unit is a fifth of a pixel at the usual size, and makes for many equal heights.
    xs = np.round((left + (right - left) * (there + 0.5) / CLASSES) * 10).astype(np.int64)
    ys = np.round(_height(top, shares[there]) * 10).astype(np.int64)
    breaks = (np.diff(ys) != 0) | (np.diff(xs) > 3)
    starts, ends = np.flatnonzero(np.append(True, breaks)), np.flatnonzero(np.append(breaks, True))
    strokes = np.stack([xs[starts], ys[starts], xs[ends] - xs[starts]], axis=1) / 10
    path = [f"M{x:g} {y:g}h{length:g}" for x, y, length in strokes.tolist()]
    look = {"stroke_width": 1.8, "stroke_linecap": "round", "fill": "none"}
    return svg.element("path", d="".join(path), stroke=colour, **look, pointer_events="none")


def _bands(
    x: list[float], top: float, edges: list[int], counts: npt.NDArray[np.int64], cards: str
) -> Iterator[str]:
    """A ground for each category, every other one grey, which tells its numbers on hovering."""
    total = int(counts.sum())
    for at, name in enumerate(CATEGORY_NAMES):
        hands = int(counts[edges[at] : edges[at + 1]].sum())
        told = (
            f"{name}: classes {edges[at] + 1} to {edges[at + 1]}, {hands:,} hands of "
            f"{cards} cards, {100 * hands / total:.4g} %"
        )
        colour = "#f3f3f3" if at % 2 == 0 else "#ffffff"
        yield svg.rectangle(x[at], top, x[at + 1] - x[at], _PANEL, told, fill=colour)


def _category_names(x: list[float], top: float, foot: float) -> Iterator[str]:
    """The categories' names, each with a line down to the middle of its band."""
    middles = [(a + b) / 2 for a, b in pairwise(x)]
    lines = [svg.wrapped(name, _NAME_WIDTH, svg.TEXT_SIZE, 2) for name in CATEGORY_NAMES]
    sizes = [max(svg.text_width(line, svg.TEXT_SIZE) for line in name) + 12 for name in lines]
    places = apart(middles, sizes, svg.MARGIN, _WIDTH - svg.MARGIN)
    yield '<g text-anchor="middle">'
    for name, place, middle in zip(lines, places, middles, strict=True):
        for row, line in enumerate(reversed(name)):
            yield svg.label(place, top + 14 + _NAME_STEP * (1 - row), line)
        start = top + 20 + _NAME_STEP
        yield svg.points([(place, start), (middle, foot)], stroke="#8c8c8c", fill="none")
    yield "</g>"


def classes_text(found: ClassCounts, title: str = "", columns: int = TERMINAL) -> Text:
    """How often each category comes, for a terminal: a bar for each number of cards."""
    text, bar = start_text(title), max(10, min(_MOST_BAR, columns - 38))
    shares = [
        np.bincount(found.categories, counts, 10)[1:] / counts.sum() for counts in found.counts
    ]
    text.append(f"{'':16} cards {'':{bar}} {'hands %':>8} classes\n")
    for at, name in enumerate(CATEGORY_NAMES):
        for row, cards in enumerate(CARDS):
            share = float(shares[row][at])
            there = np.count_nonzero(found.counts[row][found.categories == at + 1])
            text.append(f"{name if row == 0 else '':16} {cards:5} ")
            length = round(2 * bar * share / _MOST_SHARE)
            sign = "█" * (length // 2) + "▌" * (length % 2) or "▏"
            text.append(f"{sign:{bar}}", Style(color=KINDS[row]))
            shown = f"{100 * share:.2f}" if share >= 0.01 else f"{100 * share:#.2g}"
            text.append(f" {shown:>8} {there:>7,}\n")
    return text.append("Classes are those of the category that such hands have as their best.")
