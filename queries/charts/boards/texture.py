"""How a range does on flops of each texture: a bar for each kind, in groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pokerlake.engine.cards.holes import HANDS, hand_combos
from pokerlake.engine.cards.text import RANKS
from pokerlake.engine.ranges.notation import hand_weights
from pokerlake.engine.ranges.parts import Weights
from pokerlake.queries.charts.drawing import numerals, svg
from pokerlake.queries.charts.drawing.colours import KINDS
from pokerlake.queries.sql import statement_of
from pokerlake.queries.statements.run import stream
from pokerlake.tables.errors import QueryError, UsageError

from .board_holes import require_measure

if TYPE_CHECKING:
    import duckdb

# Each group of bars: the column of flops, what stands above it, and its kinds in order.
GROUPS = (
    ("suits", "Suits", ("rainbow", "two-tone", "monotone")),
    ("pairing", "Pairs", ("unpaired", "paired", "trips")),
    ("high", "Highest card", tuple(reversed(RANKS))),
    ("connected", "Most ranks that one straight can hold", ("1", "2", "3")),
    ("straights", "Pairs of ranks that make a straight", ("0", "1", "2", "3")),
)
_WIDTH, _STEP, _BAR = 760.0, 22.0, 16.0
_HEADING, _BETWEEN = 30.0, 8.0
_LEFT = 96.0  # room for the kinds
_COLUMNS = (84.0, 164.0, 236.0)  # from the bars' end to the ends of mean, difference and flops


@dataclass(frozen=True)
class Average:
    """How a range does on flops of a kind.

    Attributes
    ----------
    flops : int
        Raw flops of that kind, of 22,100.
    value : float or None
        The mean over the range's deals, 0 to 1; None where the range cannot be dealt.
    """

    flops: int
    value: float | None


@dataclass(frozen=True)
class Textures:
    """How a range does by texture.

    Attributes
    ----------
    measure : str
        What is averaged, such as ``EHS``.
    everywhere : Average
        On all flops.
    kinds : mapping of (str, str) to Average
        By the column of ``flops`` and its value, as text.
    """

    measure: str
    everywhere: Average
    kinds: Mapping[tuple[str, str], Average]


def flop_textures(
    connection: duckdb.DuckDBPyConnection, weights: Weights, measure: str = "equity"
) -> Textures:
    """How a range does by the texture of the flop, from ``flops`` and ``flop_strength``.

    Each hole on each flop that leaves it counts as often as it is dealt.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
    weights : (1326,) float64
        Of the range's holes.
    measure : str
        A column of ``flop_strength``.

    Raises
    ------
    UsageError
        If there is no such measure, or the range is empty.
    QueryError
        If table or view is not there, or has flops of no known kind.
    """
    called = require_measure(measure, 3)
    if not weights.any():
        raise UsageError("the range is empty; there is nothing to draw")
    means = hand_weights(weights) / hand_combos()
    used = np.flatnonzero(means)
    given = {
        "hands": [HANDS[hand] for hand in used],
        "range_weights": means[used].tolist(),
        "measure": measure,
    }
    sql = statement_of("charts/flop_textures")
    rows = stream(connection, sql, given).read_all().to_pylist()
    found = {(row["texture"], row["kind"]): Average(row["flops"], row["average"]) for row in rows}
    everywhere = found.pop(("all", "all"), None)
    known = {(texture, kind) for texture, _, kinds in GROUPS for kind in kinds}
    if everywhere is None or everywhere.value is None or not known.issuperset(found):
        raise QueryError("flops or flop_hands is not whole; run 'pokerlake verify'")
    return Textures(called, everywhere, found)


def draw_textures(textures: Textures, title: str = "") -> str:
    """Bars as SVG: pointed at, each tells its numbers in full."""
    head, top = svg.heading(title, _WIDTH)
    values = [100 * (average.value or 0.0) for average in textures.kinds.values()]
    marks = numerals.ticks(0, max(values), 6)
    axis = _Axis(svg.MARGIN + _LEFT, _WIDTH - svg.MARGIN - _COLUMNS[-1], marks, max(values))
    y = top + 24
    parts = [*head, *_captions(textures.measure, axis, y - 4)]
    for texture, heading, kinds in GROUPS:
        averages = [(kind, textures.kinds.get((texture, kind))) for kind in kinds]
        there = [(kind, average) for kind, average in averages if average is not None]
        parts.append(svg.label(svg.MARGIN, y + 22, heading))
        parts += _group(there, textures, axis, y + _HEADING)
        y += _HEADING + _STEP * len(there) + _BETWEEN
    for mark, text in zip(marks, numerals.tick_numerals(marks), strict=True):
        parts.append(svg.label(axis.place(mark), y + 8, text, text_anchor="middle"))
    mean = 100 * (textures.everywhere.value or 0.0)
    notes = (
        f"Dashed: {mean:.2f} % {textures.measure}, the mean over all 1,755 flops.",
        "Against one random opponent; a hole on a flop counts as often as it is dealt.",
    )
    parts += [svg.label(svg.MARGIN, y + 42 + 20 * at, note) for at, note in enumerate(notes)]
    return svg.document(title or "Texture", _WIDTH, y + 62 + svg.MARGIN, parts)


@dataclass(frozen=True)
class _Axis:
    """Where values in % lie across the picture."""

    left: float
    right: float
    marks: Sequence[float]
    largest: float

    def place(self, percent: float) -> float:
        end = max(self.largest, self.marks[-1]) or 1.0
        return self.left + (self.right - self.left) * percent / end


def _captions(measure: str, axis: _Axis, y: float) -> Iterator[str]:
    texts = f"% {measure}", "less mean", "flops"
    for text, column in zip(texts, _COLUMNS, strict=True):
        yield svg.label(axis.right + column, y, text, text_anchor="end")


def _group(
    averages: Sequence[tuple[str, Average]], textures: Textures, axis: _Axis, top: float
) -> Iterator[str]:
    """The bars of a group on the axis' lines, and over them that of the mean."""
    down = f"V{svg.number(top + _STEP * len(averages))}"
    for mark in axis.marks:
        start = f"M{svg.number(axis.place(mark))} {svg.number(top)}"
        yield svg.element("path", d=start + down, stroke=svg.FAINT)
    for at, (kind, average) in enumerate(averages):
        yield _bar(kind, average, textures, axis, top + _STEP * at)
    start = f"M{svg.number(axis.place(100 * (textures.everywhere.value or 0.0)))} {svg.number(top)}"
    look = {"stroke": svg.INK, "stroke_dasharray": "4 3", "pointer_events": "none"}
    yield svg.element("path", d=start + down, **look)


def _bar(kind: str, average: Average, textures: Textures, axis: _Axis, y: float) -> str:
    """A kind's name, bar and numbers; a ground without colour tells them wherever it is met."""
    told = f"{kind}: {average.flops:,} of {textures.everywhere.flops:,} flops"
    texts, length = ["–", "", f"{average.flops:,}"], 0.0
    if average.value is None:
        told += ", on which the range cannot be dealt"
    else:
        value, mean = 100 * average.value, 100 * (textures.everywhere.value or 0.0)
        told += f", {value:.3f} % {textures.measure}, {value - mean:+.3f} against the mean"
        texts[:2] = f"{value:.2f}", numerals.minus(f"{value - mean:+.2f}")
        length = axis.place(value) - axis.left
    base = y + _STEP / 2 + 5
    width = _WIDTH - 2 * svg.MARGIN
    shown = [
        svg.rectangle(svg.MARGIN, y, width, _STEP, fill="none", pointer_events="all"),
        svg.label(axis.left - 8, base, kind, text_anchor="end"),
        svg.rectangle(axis.left, y + (_STEP - _BAR) / 2, length, _BAR, fill=KINDS[0]),
        *(
            svg.label(axis.right + column, base, text, text_anchor="end")
            for text, column in zip(texts, _COLUMNS, strict=True)
        ),
    ]
    return f"<g>{svg.hover(told)}{''.join(shown)}</g>"
