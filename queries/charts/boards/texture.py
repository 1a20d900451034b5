"""How a range does on flops of each texture: a bar for each kind, in groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import duckdb
import numpy as np

from pokerlake.engine.cards.holes import HANDS
from pokerlake.engine.cards.text import RANKS
from pokerlake.engine.ranges.parts import Weights
from pokerlake.tables.errors import QueryError

from ...answers.ranges.given import range_weights
from ...connection import connect
from ...statements.run import own_rows
from ..drawing import numerals, svg
from ..drawing.colours import KINDS
from ..grids.share_grid import hand_shares
from ..registry import Argument, Drawn, Option, chart
from .board_holes import OF_HELP, require_measure

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
_COLUMNS = (84.0, 164.0, 236.0)  # from the bars' end to the ends of mean, difference and flops
_LEFT, _RIGHT = svg.MARGIN + 96.0, _WIDTH - svg.MARGIN - _COLUMNS[-1]  # of the bars


@dataclass(frozen=True)
class Average:
    """How a range does on flops of a kind."""

    flops: int  # raw flops of that kind, of 22,100
    value: float | None  # the mean over the range's deals, 0 to 1; None where it cannot be dealt

    @property
    def percent(self) -> float:
        """The mean in %, and 0 where there is none."""
        return 100 * (self.value or 0.0)


@dataclass(frozen=True)
class Textures:
    """How a range does by texture."""

    measure: str  # what is averaged, such as EHS
    everywhere: Average  # on all flops
    kinds: Mapping[tuple[str, str], Average]  # by the column of flops and its value, as text


@chart("texture", place=90, example="'TT+, AKs:0.5'")
def texture(
    notation: Annotated[str, Argument("A range: 'TT+, AKs:0.5'.", "RANGE")],
    of: Annotated[str, Option(OF_HELP, "MEASURE")] = "equity",
    title: str = "",
    lake: Path | None = None,
) -> Drawn:
    """Draw how a range does on flops of each texture.

    A bar is the mean over all flops of a kind, weighted by deals, against one random opponent.
    """
    weights = range_weights(notation, lake)
    with connect(lake) as connection:
        found = flop_textures(connection, weights, of)
    title = title or f"{found.measure[0].upper()}{found.measure[1:]} of {notation} by texture"
    return Drawn(title, (found, title), draw_textures)


def flop_textures(
    connection: duckdb.DuckDBPyConnection, weights: Weights, measure: str = "equity"
) -> Textures:
    """How a range does by the texture of the flop, from ``flops`` and ``flop_strength``.

    Each hole on each flop that leaves it counts as often as it is dealt. The measure is a column of
    ``flop_strength``.

    Raises UsageError if there is no such measure, or the range is empty; QueryError if table or
    view is not there, or has flops of no known kind.
    """
    called = require_measure(measure, 3)
    shares = hand_shares(weights)
    used = np.flatnonzero(shares)
    rows = own_rows(
        connection,
        "charts/flop_textures",
        hands=[HANDS[hand] for hand in used],
        range_weights=shares[used].tolist(),
        measure=measure,
    ).to_pylist()
    found = {(row["texture"], row["kind"]): Average(row["flops"], row["average"]) for row in rows}
    everywhere = found.pop(("all", "all"), None)
    known = {(texture, kind) for texture, _, kinds in GROUPS for kind in kinds}
    if everywhere is None or everywhere.value is None or not known.issuperset(found):
        raise QueryError("flops or flop_hands is not whole; run 'pokerlake verify'")
    return Textures(called, everywhere, found)


def draw_textures(textures: Textures, title: str = "") -> str:
    """Bars as SVG: pointed at, each tells its numbers in full."""
    head, top = svg.heading(title, _WIDTH)
    largest = max(average.percent for average in textures.kinds.values())
    marks = numerals.ticks(0, largest, 6)
    axis = _Axis(marks, max(largest, marks[-1]) or 1.0)
    y = top + 24
    captions = f"% {textures.measure}", "less mean", "flops"
    parts = [*head, *_row(captions, y - 4)]
    for texture, heading, kinds in GROUPS:
        there = [kind for kind in kinds if (texture, kind) in textures.kinds]
        parts.append(svg.label(svg.MARGIN, y + 22, heading))
        parts += _group(textures, texture, there, axis, y + _HEADING)
        y += _HEADING + _STEP * len(there) + _BETWEEN
    for mark, text in zip(marks, numerals.tick_numerals(marks), strict=True):
        parts.append(svg.label(axis.place(mark), y + 8, text, text_anchor="middle"))
    mean = textures.everywhere.percent
    notes = (
        f"Dashed: {mean:.2f} % {textures.measure}, the mean over all 1,755 flops.",
        "Against one random opponent; a hole on a flop counts as often as it is dealt.",
    )
    parts += svg.notes(notes, svg.MARGIN, y + 42)
    return svg.document(title or "Texture", _WIDTH, y + 62 + svg.MARGIN, parts)


@dataclass(frozen=True)
class _Axis:
    """Where values in % lie across the picture."""

    marks: Sequence[float]
    end: float

    def place(self, percent: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * percent / self.end


def _row(texts: Sequence[str], y: float) -> list[str]:
    """Texts at the ends of the three columns."""
    return [
        svg.label(_RIGHT + column, y, text, text_anchor="end")
        for text, column in zip(texts, _COLUMNS, strict=True)
    ]


def _group(
    textures: Textures, texture: str, kinds: Sequence[str], axis: _Axis, top: float
) -> Iterator[str]:
    """The bars of a group on the axis' lines, and over them that of the mean."""
    foot = top + _STEP * len(kinds)
    for mark in axis.marks:
        yield svg.path("M", axis.place(mark), top, "V", foot, stroke=svg.FAINT)
    for at, kind in enumerate(kinds):
        yield _bar(kind, textures.kinds[texture, kind], textures, axis, top + _STEP * at)
    mean = axis.place(textures.everywhere.percent)
    look = {"stroke": svg.INK, "stroke_dasharray": "4 3", "pointer_events": "none"}
    yield svg.path("M", mean, top, "V", foot, **look)


def _bar(kind: str, average: Average, textures: Textures, axis: _Axis, y: float) -> str:
    """A kind's name, bar and numbers; a ground without colour tells them wherever it is met."""
    told = f"{kind}: {average.flops:,} of {textures.everywhere.flops:,} flops"
    texts, length = ["–", "", f"{average.flops:,}"], 0.0
    if average.value is None:
        told += ", on which the range cannot be dealt"
    else:
        value, mean = average.percent, textures.everywhere.percent
        told += f", {value:.3f} % {textures.measure}, {value - mean:+.3f} against the mean"
        texts[:2] = f"{value:.2f}", numerals.minus(f"{value - mean:+.2f}")
        length = axis.place(value) - _LEFT
    base = y + _STEP / 2 + 5
    width = _WIDTH - 2 * svg.MARGIN
    shown = [
        svg.rectangle(svg.MARGIN, y, width, _STEP, fill="none", pointer_events="all"),
        svg.label(_LEFT - 8, base, kind, text_anchor="end"),
        svg.rectangle(_LEFT, y + (_STEP - _BAR) / 2, length, _BAR, fill=KINDS[0]),
        *_row(texts, base),
    ]
    return f"<g>{svg.hover(told)}{''.join(shown)}</g>"
