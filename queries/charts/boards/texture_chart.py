"""How a range does on flops of each texture: a bar for each kind, in groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from ...answers.ranges.given import range_weights
from ...connection import connect
from ..drawing import numerals, svg
from ..drawing.colours import KINDS
from ..registry import Argument, Drawn, Option, chart
from .board_holes import OF_HELP
from .texture import GROUPS, Average, Textures, flop_textures

_WIDTH, _STEP, _BAR = 760.0, 22.0, 16.0
_HEADING, _BETWEEN = 30.0, 8.0
_LEFT = 96.0  # room for the kinds
_COLUMNS = (84.0, 164.0, 236.0)  # from the bars' end to the ends of mean, difference and flops


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
    parts += svg.notes(notes, svg.MARGIN, y + 42)
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
    foot = top + _STEP * len(averages)
    for mark in axis.marks:
        yield svg.path("M", axis.place(mark), top, "V", foot, stroke=svg.FAINT)
    for at, (kind, average) in enumerate(averages):
        yield _bar(kind, average, textures, axis, top + _STEP * at)
    mean = axis.place(100 * (textures.everywhere.value or 0.0))
    look = {"stroke": svg.INK, "stroke_dasharray": "4 3", "pointer_events": "none"}
    yield svg.path("M", mean, top, "V", foot, **look)


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
