"""How a range does on flops of each texture: a bar for each kind, from the mean of all flops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import duckdb
import numpy as np
from rich.style import Style
from rich.text import Text

from pokerlake.engine.cards.holes import HANDS
from pokerlake.engine.cards.text import RANKS
from pokerlake.engine.ranges.parts import Weights
from pokerlake.tables.errors import QueryError, UsageError

from ...connection import connect
from ...statements.run import own_rows
from ..drawing import numerals, svg
from ..drawing.cells import TERMINAL, start_text
from ..drawing.colours import FREE, Ends
from ..given import named_range
from ..grids.share_grid import hand_shares
from ..registry import Argument, Drawn, MaxOption, MinOption, Option, chart
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
_ABOVE, _BELOW = "#e08214", "#4393c3"  # of bars: better than the mean, and worse
_NAME, _FIGURES, _MOST_BAR = 10, 26, 60  # columns of a terminal


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


@chart("texture", place=90, example="'TT+, AKs:0.5'", terminal=True)
def texture(
    range_: Annotated[str, Argument("A range: 'TT+, AKs:0.5'.", "RANGE", wide=True)],
    of: Annotated[str, Option(OF_HELP, "MEASURE")] = "equity",
    min_: MinOption = None,
    max_: MaxOption = None,
    title: str = "",
    lake: Path | None = None,
) -> Drawn:
    """Draw how a range does on flops of each texture.

    A bar goes from the mean over all flops to the mean over all flops of a kind, weighted by deals,
    against one random opponent. Its axis is the difference in %.
    """
    ends = Ends.of(min_, max_)
    given = named_range(range_, lake)
    with connect(lake) as connection:
        found = flop_textures(connection, given.weights, of)
    measure = f"{found.measure[0].upper()}{found.measure[1:]}"
    title = title or f"{measure} of {given.short} by the texture of the flop, against a random hand"
    return Drawn(title, (found, title, ends), draw_textures, textures_text)


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


@dataclass(frozen=True)
class _Axis:
    """Where differences from the mean lie: all that there are and 0, or to the given ends."""

    low: float
    high: float
    beyond: str  # a note on those that it does not have

    @classmethod
    def of(cls, textures: Textures, ends: Ends) -> _Axis:
        mean = textures.everywhere.percent
        found = [one.percent - mean for one in textures.kinds.values() if one.value is not None]
        lowest, highest = min(0.0, *found), max(0.0, *found)
        if lowest == highest:
            lowest, highest = -1.0, 1.0
        low, high = ends.over(lowest, highest)
        if not low <= 0 <= high:
            raise UsageError(
                f"an axis from {low:g} to {high:g}; it needs 0, the mean, where bars begin"
            )
        note = f"Differences beyond {low:+g} to {high:+g} are cut off, with an arrow."
        return cls(low, high, note if lowest < low or highest > high else "")

    def place(self, difference: float) -> float:
        """0 to 1; what is beyond is at the end."""
        return min(1.0, max(0.0, (difference - self.low) / (self.high - self.low)))

    def x(self, difference: float) -> float:
        """Across the picture."""
        return _LEFT + (_RIGHT - _LEFT) * self.place(difference)

    def is_cut(self, difference: float) -> bool:
        """Whether a bar goes on beyond the end."""
        return not self.low - 1e-12 <= difference <= self.high + 1e-12

    def marks(self) -> list[tuple[float, str]]:
        """Round differences with their signs; that of nothing is the mean."""
        values = numerals.ticks(self.low, self.high, 6)
        texts = numerals.tick_numerals(values)
        return [
            (value, text if value <= 0 else f"+{text}")
            for value, text in zip(values, texts, strict=True)
        ]


def draw_textures(textures: Textures, title: str = "", ends: Ends = FREE) -> str:
    """Bars as SVG: pointed at, each tells its numbers in full."""
    head, top = svg.heading(title, _WIDTH)
    axis = _Axis.of(textures, ends)
    mean = textures.everywhere.percent
    y = top + 24
    captions = f"% {textures.measure}", "less mean", "flops"
    parts = [*head, *_row(captions, y - 4)]
    for texture, heading, kinds in GROUPS:
        there = [kind for kind in kinds if (texture, kind) in textures.kinds]
        parts.append(svg.label(svg.MARGIN, y + 22, heading))
        parts += _group(textures, texture, there, axis, y + _HEADING)
        y += _HEADING + _STEP * len(there) + _BETWEEN
    for mark, text in axis.marks():
        parts.append(svg.label(axis.x(mark), y + 8, numerals.minus(text), text_anchor="middle"))
    notes = [
        f"Bars go from {mean:.2f} % {textures.measure}, the mean over all 1,755 flops (0).",
        "Against one random opponent; a hole on a flop counts as often as it is dealt.",
    ]
    if _even(textures, axis) is not None:
        notes.append("Dashed: 50 % equity.")
    if axis.beyond:
        notes.append(numerals.minus(axis.beyond))
    parts += svg.notes(notes, svg.MARGIN, y + 42)
    height = y + 22 + svg.LINE * len(notes) + svg.MARGIN
    return svg.document(title or "Texture", _WIDTH, height, parts)


def _even(textures: Textures, axis: _Axis) -> float | None:
    """How far 50 % is from the mean, where equity is shown and the axis has it."""
    difference = 50 - textures.everywhere.percent
    is_shown = textures.measure == "equity" and axis.low < difference < axis.high
    return difference if is_shown else None


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
    for mark, _ in axis.marks():
        yield svg.path("M", axis.x(mark), top, "V", foot, stroke=svg.FAINT)
    for at, kind in enumerate(kinds):
        yield _bar(kind, textures.kinds[texture, kind], textures, axis, top + _STEP * at)
    yield svg.path("M", axis.x(0), top, "V", foot, stroke=svg.INK, pointer_events="none")
    even = _even(textures, axis)
    if even is not None:
        look = {"stroke": svg.INK, "stroke_dasharray": "4 3", "pointer_events": "none"}
        yield svg.path("M", axis.x(even), top, "V", foot, **look)


def _bar(kind: str, average: Average, textures: Textures, axis: _Axis, y: float) -> str:
    """A kind's name, bar and numbers; a ground without colour tells them wherever it is met."""
    told = f"{kind}: {average.flops:,} of {textures.everywhere.flops:,} flops"
    texts, middle, base = ["–", "", f"{average.flops:,}"], y + _STEP / 2, y + _STEP / 2 + 5
    width = _WIDTH - 2 * svg.MARGIN
    shown = [
        svg.rectangle(svg.MARGIN, y, width, _STEP, fill="none", pointer_events="all"),
        svg.label(_LEFT - 8, base, kind, text_anchor="end"),
    ]
    if average.value is None:
        told += ", on which the range cannot be dealt"
    else:
        value = average.percent
        less = value - textures.everywhere.percent
        told += f", {value:.3f} % {textures.measure}, {less:+z.3f} against the mean"
        texts[:2] = f"{value:.2f}", numerals.minus(f"{less:+z.2f}")
        start, end = sorted((axis.x(0), axis.x(less)))
        colour = _ABOVE if less > 0 else _BELOW
        shown.append(svg.rectangle(start, middle - _BAR / 2, end - start, _BAR, fill=colour))
        if axis.is_cut(less):
            tip, back = (end, 9) if less > 0 else (start, -9)
            arrow = ("M", tip, middle, "l", -back, -_BAR / 2, "v", _BAR, "z")
            shown.append(svg.path(*arrow, fill=svg.INK))
    shown += _row(texts, base)
    return f"<g>{svg.hover(told)}{''.join(shown)}</g>"


def textures_text(
    textures: Textures, title: str = "", ends: Ends = FREE, columns: int = TERMINAL
) -> Text:
    """The bars for a terminal: of each kind its mean, and what that is more or less than all's."""
    text, axis = start_text(title), _Axis.of(textures, ends)
    bar = max(12, min(_MOST_BAR, columns - _NAME - _FIGURES - 2))
    zero = round(axis.place(0) * bar)
    figures = f"{textures.measure} %"
    text.append(f"{'':{_NAME + bar + 3}}{figures:>8} {'less mean':>9} {'flops':>6}\n")
    for texture, heading, kinds in GROUPS:
        text.append(f"{heading}\n")
        for kind in kinds:
            if (texture, kind) not in textures.kinds:
                continue
            average = textures.kinds[texture, kind]
            less = average.percent - textures.everywhere.percent
            less = 0.0 if average.value is None else less
            text.append(f"{kind:>{_NAME}} ")
            _append_bar(text, axis, less, zero, bar)
            shown = (f"{average.percent:.2f}", f"{less:+z.2f}")
            shown = ("–", "") if average.value is None else shown
            text.append(f" {shown[0]:>8} {shown[1]:>9} {average.flops:>6,}\n")
    mean = textures.everywhere.percent
    text.append(f"\nBars go from {mean:.2f} % {textures.measure}, the mean over all 1,755 flops.\n")
    text.append("Against one random opponent; each hole counts as often as it is dealt.\n")
    return text.append(f"{axis.beyond}\n" if axis.beyond else "")


def _append_bar(text: Text, axis: _Axis, less: float, zero: int, bar: int) -> None:
    """A bar to the left or the right of the mean, to half a column."""
    halves = round(2 * bar * abs(axis.place(less) - axis.place(0)))
    cut = axis.is_cut(less)
    if less > 0:
        sign = "█" * (halves // 2) + "▌" * (halves % 2)
        sign = f"{sign[:-1]}▶" if cut and sign else sign
        text.append(" " * zero + "│")
        text.append(f"{sign:{bar - zero}}"[: bar - zero], Style(color=_ABOVE))
    else:
        sign = "▐" * (halves % 2) + "█" * (halves // 2)
        sign = f"◀{sign[1:]}" if cut and sign else sign
        text.append(f"{sign:>{zero}}"[-zero:] if zero else "", Style(color=_BELOW))
        text.append("│" + " " * (bar - zero))
