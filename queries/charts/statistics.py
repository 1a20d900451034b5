"""Charts of statistics: over time with bands, by any column with whiskers, by starting hand."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS
from pokerlake.tables.definitions.statistics import COUNT, STATISTICS, SUM
from pokerlake.tables.errors import UsageError

from ..statistics.asked import Statistics, stats
from ..statistics.shown import Shown
from .drawing import figure as fig
from .drawing import numerals, svg
from .drawing.colours import FREE, KINDS, Ends
from .given import HandValues
from .hand_grids import ValueGrid
from .lines import MOST_LINES
from .played import WhereOption
from .registry import Argument, Option, chart

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_TIMES = ("day", "month", "year", "hour", "weekday")
_MOST_BARS = 120
_MOST_DOTS = 60  # of a line: more are too close for tooltips
_MOST_KEYS = 2
_MOST_NAME = 190.0  # the largest width of the name at the end of a line
_NAMES, _NAME_COLUMNS = 136.0, 16  # room for names of bars
_FIGURES = (62.0, 186.0, 250.0)
_FIGURE_COLUMNS = (9, 17, 9)
_TITLE_NAMES = 4


@chart("stats", place=142, example="vpip --by position", terminal=True)
def stats_chart(
    statistics: Annotated[
        str, Argument("Their names: vpip,pfr.", "NAMES", names=lambda: STATISTICS)
    ],
    by: Annotated[
        str,
        Option("Columns to group by: month, position, hand, 'stack: 20 50'.", "COLUMNS", wide=True),
    ] = "",
    where: WhereOption = None,
    player: Annotated[str, Option("Of one player; hero is the owner of the files.", "NAME")] = "",
    beside: Annotated[
        str,
        Option(
            "Another cohort, as a stroke over bars: others, a player, or conditions.",
            "COHORT",
            wide=True,
        ),
    ] = "",
    least: Annotated[int, Option("Leave out cells with fewer chances.", "CHANCES")] = 1,
    ends: Ends = FREE,
    title: str = "",
    lake: Path | None = None,
) -> fig.Figure:
    """Draw statistics of imported hands.

    By a column of time, day, month, year, hour or weekday, each is a line with the band that holds
    it in 95 %. By hand it is a grid of the 169 hands. By any other column it is bars, with whiskers
    that hold it in 95 %; decisions by size, where action=bet, is how often each size is bet.
    """  # fmt: skip
    conditions = where[0] if where and len(where) == 1 else where
    results = stats(
        statistics, by=by, where=conditions, player=player, beside=beside, least=least, lake=lake
    )
    return statistics_figure(results, title, ends)


@dataclass(frozen=True)
class _Row:
    """A cell of one statistic."""

    labels: tuple[Any, ...]
    statistic: str
    value: float
    low: float
    high: float
    chances: float
    other: float  # of another cohort; NaN if there is none

    @property
    def text(self) -> str:
        """Its value, interval and count as text."""
        if math.isnan(self.value):
            return "no value"
        unit = fig.spaced(STATISTICS[self.statistic].unit)
        text = f"{_written(self.statistic, self.value)}{unit}"
        if not math.isnan(self.low):
            text += f", {self.between}"
        text = text if self.is_sum else f"{text}, of {self.chances:,.0f}"
        if math.isnan(self.other):
            return text
        return f"{text}; beside {_written(self.statistic, self.other)}{unit}"

    @property
    def is_sum(self) -> bool:
        """Whether it has no chances."""
        return STATISTICS[self.statistic].kind in (COUNT, SUM)

    @property
    def between(self) -> str:
        """The 95 % interval as text; empty if there is none."""
        if math.isnan(self.low):
            return ""
        low, high = (_written(self.statistic, end) for end in (self.low, self.high))
        return f"{low} to {high}"


def _written(statistic: str, value: float) -> str:
    definition = STATISTICS[statistic]
    return f"{value:z,.{0 if definition.kind in (COUNT, SUM) else 1 if definition.unit else 2}f}"


def statistics_figure(statistics: Statistics, title: str = "", ends: Ends = FREE) -> fig.Figure:
    """The picture of statistics; UsageError if they cannot be drawn."""
    names = list(dict.fromkeys(statistics.statistic.tolist()))
    if not names:
        raise UsageError(f"there is nothing to draw: {statistics.summary()}")
    units = list(dict.fromkeys(STATISTICS[name].unit or "numbers" for name in names))
    if len(units) > 1:
        raise UsageError(f"statistics are in {', '.join(units)}; draw those of one unit")
    if len(statistics.by) > _MOST_KEYS:
        raise UsageError(
            f"by has {len(statistics.by)} columns; a picture has room for {_MOST_KEYS}"
        )
    title = title or _title(statistics, names)
    rows = [_Row(*each) for each in zip(_cells(statistics), *_columns(statistics), strict=True)]
    if "hand" in statistics.by:
        if len(statistics.by) > 1 or len(names) > 1:
            raise UsageError("a grid shows one statistic by hand; leave out the rest")
        return _grid(rows, title, ends)
    times = [name for name in statistics.by if name in _TIMES]
    if times:
        return _over_time(rows, statistics.by.index(times[0]), times[0], names, title, ends)
    return _bars(rows, statistics, names, title, ends)


def _cells(statistics: Statistics) -> Iterable[tuple[Any, ...]]:
    labels = statistics.to_arrow().select(list(statistics.by)).to_pydict()
    return zip(*labels.values(), strict=True) if labels else [()] * len(statistics.value)


def _columns(statistics: Statistics) -> Iterator[list[Any]]:
    for name in ("statistic", "value", "low", "high", "chances"):
        yield getattr(statistics, name).tolist()
    other = (
        statistics.to_arrow()["other"].to_pylist()
        if "other" in statistics
        else [None] * len(statistics)
    )
    yield [math.nan if value is None else value for value in other]


def _title(statistics: Statistics, names: Sequence[str]) -> str:
    titles = ", ".join(STATISTICS[name].title for name in names[:_TITLE_NAMES])
    titles += ", …" if len(names) > _TITLE_NAMES else ""
    by = f" by {' and '.join(statistics.by)}" if statistics.by else ""
    return f"{titles}{f' of {statistics.player}' if statistics.player else ''}{by}"


def _named(label: Any) -> str:
    return "not known" if label is None else str(label)


def _ends(rows: Sequence[_Row], ends: Ends, *, zero: bool) -> tuple[float, float]:
    """The ends of the axis, from the lowest value shown to the highest."""
    values = [value for row in rows for value in (row.value, row.low, row.high)]
    values += [row.other for row in rows if zero]
    there = [value for value in values if math.isfinite(value)]
    if not there:
        raise UsageError("no cell has a value; ask for other conditions")
    there += [0.0] * zero
    low, high = min(there), max(there)
    return ends.over(low, high if low < high else low + 1)


# ---------------------------------------------------------------- over time


def _over_time(
    rows: Sequence[_Row], at: int, time: str, names: Sequence[str], title: str, ends: Ends
) -> fig.Figure:
    """A line with its band for each statistic, or for each value of the other column."""
    several = len(names) > 1
    lines: dict[str, list[tuple[float, _Row]]] = {}
    for row in rows:
        if row.labels[at] is not None:
            others = [_named(label) for place, label in enumerate(row.labels) if place != at]
            name_parts = (
                [STATISTICS[row.statistic].title] if several or not others else []
            ) + others
            lines.setdefault(", ".join(name_parts), []).append((_place(time, row.labels[at]), row))
    if not 1 <= len(lines) <= MOST_LINES:
        raise UsageError(f"{len(lines)} lines; draw 1 to {MOST_LINES}, which can be told apart")
    low, high = _ends(
        [row for name_parts in lines.values() for _, row in name_parts], ends, zero=False
    )
    unit = STATISTICS[names[0]].unit
    up = fig.Axis.over(
        low, high, unit or STATISTICS[names[0]].title, strong=0.0 if low <= 0 <= high else None
    )
    places = sorted({place for points in lines.values() for place, _ in points})
    bands: list[fig.Band] = []
    curves = []
    for number, (name, points) in enumerate(lines.items()):
        points.sort(key=lambda point: point[0])
        colour = KINDS[number % len(KINDS)]
        x = np.array([place for place, _ in points])
        value, least, most = (
            np.array([getattr(row, end) for _, row in points]) for end in ("value", "low", "high")
        )
        if np.isnan(value).all():
            continue
        bands.append(fig.Band(x, least, most, colour))
        dots = [
            fig.Dot(place, row.value, (f"{name}, {_label(time, row.labels[at])}: {row.text}",), 3)
            for place, row in points
            if not math.isnan(row.value)
        ]
        last = next(row for _, row in reversed(points) if not math.isnan(row.value))
        curves.append(
            fig.Curve(
                name, x, value, colour, f" {name}: {last.text} at the end\n",
                "5 3" if number >= len(KINDS) else None,
                dots if len(dots) <= _MOST_DOTS else (), drawn=True,
            )
        )  # fmt: skip
    right = max(min(svg.text_width(name, svg.TEXT_SIZE), _MOST_NAME) for name in lines) + 44
    plot = fig.Plot(_axis(time, places), up, curves, bands, left=66, right=right, inset=10)
    note = "Bands hold the value in 95 %."
    return fig.Figure(title, [plot, fig.Notes([note], drop=70, indent=66)], [plot])


def _place(time: str, label: Any) -> float:
    if time == "day":
        return float(label.toordinal())
    if time == "month":
        return float(dt.date.fromisoformat(f"{label}-01").toordinal())
    return float(label)


def _label(time: str, label: Any) -> str:
    return _DAYS[label - 1] if time == "weekday" else str(label)


def _axis(time: str, places: Sequence[float]) -> fig.Axis:
    first, last = places[0], places[-1]
    if time in ("day", "month"):
        return fig.Axis.days(first, last, time)
    if time == "weekday":
        return fig.Axis(1, 7, [(n + 1.0, name) for n, name in enumerate(_DAYS)], time)
    marks = [mark for mark in numerals.ticks(first, last, 8) if mark == round(mark)]
    return fig.Axis(first, last, [(mark, f"{mark:.0f}") for mark in marks], time)


# ---------------------------------------------------------------- bars


def _bars(
    rows: Sequence[_Row], statistics: Statistics, names: Sequence[str], title: str, ends: Ends
) -> fig.Figure:
    """Bars in groups: by statistic, or by the first of two columns of one statistic."""
    if len(rows) > _MOST_BARS:
        raise UsageError(
            f"{len(rows)} bars; a picture has room for {_MOST_BARS}: ask for more chances a cell, "
            "or group by less"
        )
    by_first = len(names) == 1 and len(statistics.by) == _MOST_KEYS
    groups: dict[str, list[tuple[str, _Row]]] = {}
    for row in rows:
        labels = [_named(label) for label in row.labels]
        statistic = STATISTICS[row.statistic].title
        if by_first:
            heading, name = f"{statistics.by[0]} {labels[0]}", labels[1]
        elif statistics.by:
            heading, name = statistic, " · ".join(labels)
        else:
            heading, name = "", statistic
        groups.setdefault(heading, []).append((name, row))
    low, high = _ends(rows, ends, zero=True)
    if not low <= 0 <= high:
        raise UsageError(f"an axis from {low:g} to {high:g}; it needs 0, where bars begin")
    is_count = all(STATISTICS[name].kind == COUNT for name in names)
    heads = ("count", "% of all", "") if is_count else (
        STATISTICS[names[0]].unit or "value", "95 % interval", "of"
    )  # fmt: skip
    shown = [
        (heading, [_bar(name, row, group, is_count=is_count) for name, row in group])
        for heading, group in groups.items()
    ]
    block = fig.Differences(
        shown, fig.Axis.over(low, high, most=6), heads, signed=False, names=_NAMES, ends=_FIGURES,
        columns=(_NAME_COLUMNS, *_FIGURE_COLUMNS),
    )  # fmt: skip
    notes = ["Whiskers hold the value in 95 %."] * any(row.between for row in rows)
    notes += ["Blue strokes are the other cohort."] * any(not math.isnan(row.other) for row in rows)
    return fig.Figure(title, [block, fig.Notes(notes, drop=42, foot=20, empty=24)], [block])


def _bar(
    name: str, row: _Row, group: Sequence[tuple[str, _Row]], *, is_count: bool
) -> fig.Difference:
    value = None if math.isnan(row.value) else row.value
    written = "–" if value is None else _written(row.statistic, value)
    figures = written, row.between, "" if row.is_sum else f"{row.chances:,.0f}"
    if is_count:
        whole = sum(each.value for _, each in group)
        figures = written, f"{100 * row.value / whole:.1f}" if whole else "", ""
    interval = None if math.isnan(row.low) else (row.low, row.high)
    other = None if math.isnan(row.other) else row.other
    return fig.Difference(name, value, f"{name}: {row.text}", figures, interval, other)


# ---------------------------------------------------------------- by starting hand


def _grid(rows: Sequence[_Row], title: str, ends: Ends) -> fig.Figure:
    values = np.full(len(HANDS), np.nan)
    tooltips: list[fig.Lines] = [(f"{hand}: not known",) for hand in HANDS]
    for row in rows:
        if row.labels[0] is not None:
            at = HAND_INDEX[row.labels[0]]
            values[at] = row.value
            tooltips[at] = (f"{row.labels[0]}: {row.text}",)
    if np.isnan(values).all():
        raise UsageError("no hole is known; a grid shows known holes")
    unit = STATISTICS[rows[0].statistic].unit
    grid = ValueGrid(HandValues(values), tooltips, title, unit, ends=ends)
    return grid.figure()


def shown_figure(hands_shown: Shown, acting: Sequence[str], title: str = "") -> fig.Figure:
    """The grid of hands that players showed; tooltips have counts, and intervals or bounds.

    UsageError if no hand is known.
    """
    action = " or ".join(acting)
    name = "percent" if acting and hands_shown.whole else "share"
    values = np.full(len(HANDS), np.nan)
    tooltips: list[fig.Lines] = [(f"{hand}: not known",) for hand in HANDS]
    holds = "95 % interval" if hands_shown.whole else "at least and at most"
    for row in hands_shown.to_arrow().to_pylist():
        if row[name] is not None:
            values[HAND_INDEX[row["hand"]]] = row[name]
            did = f", {row['taken']:,} with {action}" if acting else ""
            ends = f"{row[f'{name}_low']:.2f} to {row[f'{name}_high']:.2f} %"
            tooltips[HAND_INDEX[row["hand"]]] = (
                f"{row['hand']}: {row[name]:.2f} %, {row['dealt']:,} known there{did}",
                f"{holds}: {ends}",
            )
    if np.isnan(values).all():
        raise UsageError("no hole is known; a grid shows known holes")
    unit = f"% {action}" if name == "percent" else "% of the hands shown"
    sample = "a sample" if hands_shown.whole else "no sample"
    known = (
        f"{int(hands_shown.dealt.sum()):,} of {hands_shown.chances:,} holes are known: {sample}."
    )
    known += " Pointing at a hand shows low and high."
    return ValueGrid(
        HandValues(values), tooltips, title or f"{unit} of each starting hand", unit, known
    ).figure()
