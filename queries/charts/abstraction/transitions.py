"""From the buckets of a street to those of the next, as a heat map."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import duckdb
import numpy as np
import numpy.typing as npt
from rich.text import Text

from pokerlake.tables.errors import UsageError

from ...connection import connect
from ...statements.run import own_rows
from ..drawing import numerals, svg
from ..drawing.canvas import SHADES, Canvas
from ..drawing.cells import TERMINAL, start_text
from ..drawing.colours import VIRIDIS, Scale
from ..drawing.layout import colour_legend, level_axis, upright_axis
from ..registry import Argument, Drawn, chart
from .runs import RUN, Run, run_of

MOST = 50  # rows and columns that are drawn
_PLOT, _LEFT, _GROUND = 650.0, 46.0, "#f4f4f4"
_TEXT_ROWS, _LEAST_COLUMNS, _AXIS = 25, 24, 12  # of a terminal; columns beside the map
_LEAST = 0.01  # %, at the low end of the colours
_MARKS = 10  # groups that have a mark on an axis, about

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Transitions:
    """The deals that go from the buckets of a run to those of another."""

    run: Run
    next_run: Run
    deals: npt.NDArray[np.int64]  # (buckets, next buckets), both in the order of mean equity


@dataclass(frozen=True, eq=False)
class _Map:
    """Groups of buckets, and the % of a row's deals in each cell."""

    rows: list[npt.NDArray[np.int64]]  # places of the buckets of each
    cols: list[npt.NDArray[np.int64]]
    percent: Matrix  # (rows, cols)
    deals: npt.NDArray[np.int64]  # the same

    @classmethod
    def of(cls, found: Transitions, rows: int, cols: int) -> _Map:
        above, across = (
            np.array_split(np.arange(size), min(most, size))
            for most, size in zip((rows, cols), found.deals.shape, strict=True)
        )
        deals = np.add.reduceat(found.deals, [group[0] for group in above], axis=0)
        deals = np.add.reduceat(deals, [group[0] for group in across], axis=1)
        return cls(above, across, 100 * deals / deals.sum(axis=1, keepdims=True), deals)


@chart("transitions", place=132, example="1 2", terminal=True)
def transitions_chart(
    run: RUN,
    next_run: Annotated[int, Argument("An abstraction of the next street.", "NEXT_RUN")],
    title: str = "",
    lake: Path | None = None,
) -> Drawn:
    """Draw which buckets of the next street the buckets of a street come to.

    Buckets are in the order of their mean equity; of more than 50 as many groups are drawn. A cell
    has the colour of its share of the deals of its row. Pointed at in SVG or HTML, it shows them.
    """
    with connect(lake) as connection:
        found = transitions(connection, run, next_run)
    if not title:
        title = f"From {found.run.street} buckets (run {run}) to those of the "
        title += f"{found.next_run.street} (run {next_run})"
    return Drawn(title, (found, title), draw_transitions, transitions_text)


def transitions(connection: duckdb.DuckDBPyConnection, run: int, next_run: int) -> Transitions:
    """The transitions between two runs out of the lake's tables.

    Raises
    ------
    UsageError
        If there is no such run, or the transitions have not been counted.
    QueryError
        If the lake has no transitions.
    """
    first, second = run_of(connection, run), run_of(connection, next_run)
    rows = own_rows(connection, "charts/bucket_transitions", run=run, next_run=next_run)
    if not len(rows):
        raise UsageError(
            f"bucket_transitions has none from run {run} to run {next_run}; "
            f"'pokerlake transitions {run} {next_run}' counts them"
        )
    places = [np.argsort(one.bucket) for one in (first, second)]  # by number
    deals = np.zeros((len(first.bucket), len(second.bucket)), np.int64)
    at = tuple(
        place[rows[name].to_numpy()]
        for place, name in zip(places, ("bucket", "next_bucket"), strict=True)
    )
    deals[at] = rows["deals"].to_numpy()
    return Transitions(first, second, deals)


def _scale(shown: _Map) -> Scale:
    """Of the logarithms of percentages; those under the least have its colour."""
    return Scale(math.log10(_LEAST), math.log10(float(shown.percent.max())), VIRIDIS)


def _place(percent: float) -> float:
    return math.log10(max(_LEAST, percent))


def _marks(run: Run, groups: list[npt.NDArray[np.int64]]) -> list[tuple[float, str]]:
    """Where some of the groups lie, 0 to 1, and their mean equity in %."""
    step = -(-len(groups) // _MARKS)
    found = []
    for at in range(0, len(groups), step):
        of = groups[at]
        equity = np.average(run.equity[of], weights=run.deals[of])
        found.append(((at + 0.5) / len(groups), f"{100 * equity:.0f}"))
    return found


def _grouped(found: Transitions, shown: _Map) -> str:
    """Which buckets were put together; nothing where none were."""
    said = [
        f"{what} are {len(groups)} groups of {_sizes(groups)} buckets"
        for what, groups, run in (
            ("rows", shown.rows, found.run),
            ("columns", shown.cols, found.next_run),
        )
        if len(groups) < len(run.bucket)
    ]
    text = ", ".join(said)
    return f"{text[:1].upper()}{text[1:]}, in the order of equity." if text else ""


def _sizes(groups: list[npt.NDArray[np.int64]]) -> str:
    least, most = len(groups[-1]), len(groups[0])
    return f"{most}" if least == most else f"{least} or {most}"


def _axes(found: Transitions) -> tuple[str, str]:
    return (
        f"mean equity of {found.run.street} buckets, %",
        f"mean equity of {found.next_run.street} buckets, %",
    )


def draw_transitions(found: Transitions, title: str) -> str:
    """The map as SVG: a row for each bucket, or group of buckets, the best on top."""
    shown = _Map.of(found, MOST, MOST)
    left = svg.MARGIN + _LEFT
    right = left + _PLOT
    width = right + svg.MARGIN
    head, top = svg.heading(title, width)
    top += 24
    side = _PLOT / len(shown.cols), _PLOT / len(shown.rows)
    bottom = top + _PLOT
    scale = _scale(shown)
    marks = [
        (_place(mark), f"{mark:g}") for mark in (0.1, 1, 10, 100) if _place(mark) <= scale.high
    ]
    marks.insert(0, (scale.low, f"≤ {_LEAST:g}"))
    up, across = _axes(found)
    notes = [
        *svg.wrapped(_grouped(found, shown), _PLOT, svg.TEXT_SIZE, most=2),
        "Colours: % of the deals of a row, logarithmic. Grey: none.",
    ]
    parts = [
        *head,
        svg.label(svg.MARGIN, top - 10, up),
        svg.rectangle(left, top, _PLOT, _PLOT, fill=_GROUND),
        *_cells(found, shown, scale, left, bottom, side),
        *upright_axis(
            [(bottom - _PLOT * at, text) for at, text in _marks(found.run, shown.rows)], left, left
        ),
        *level_axis(
            [(left + _PLOT * at, text) for at, text in _marks(found.next_run, shown.cols)],
            bottom,
            bottom,
        ),
        svg.label((left + right) / 2, bottom + 42, across, text_anchor="middle"),
        *colour_legend(scale, left, bottom + 62, _PLOT, "% of the row", marks),
        *svg.notes(notes, left, bottom + 120),
    ]
    return svg.document(title, width, bottom + 112 + svg.LINE * len(notes), parts)


def _cells(
    found: Transitions,
    shown: _Map,
    scale: Scale,
    left: float,
    bottom: float,
    side: tuple[float, float],
) -> Iterator[str]:
    wide, high = side
    rows = [_named(found.run, group) for group in shown.rows]
    cols = [_named(found.next_run, group) for group in shown.cols]
    for row, col in np.argwhere(shown.deals).tolist():
        percent = float(shown.percent[row, col])
        share, deals = numerals.even_percent(percent / 100), shown.deals[row, col]
        told = f"{rows[row]} to {cols[col]}: {share} %, {deals:,} deals"
        x, y = left + wide * col, bottom - high * (row + 1)
        yield svg.rectangle(x, y, wide, high, told, fill=scale.colour(_place(percent)))


def _named(run: Run, group: npt.NDArray[np.int64]) -> str:
    """The numbers of the buckets of a group; a run is in the order of equity, as numbers mostly."""
    first, last = run.bucket[group[0]], run.bucket[group[-1]]
    return f"{run.street} {first}" if len(group) == 1 else f"{run.street} {first} to {last}"


def transitions_text(found: Transitions, title: str, columns: int = TERMINAL) -> Text:
    """The map for a terminal."""
    shown = _Map.of(found, _TEXT_ROWS, min(MOST, columns - _AXIS))
    text, scale = start_text(title), _scale(shown)
    wide = -(-_LEAST_COLUMNS // len(shown.cols))  # columns of a cell
    canvas = Canvas(wide * len(shown.cols) + _AXIS, len(shown.rows))
    for row, col in np.argwhere(shown.deals).tolist():
        place = _place(float(shown.percent[row, col]))
        for column in range(wide * col, wide * (col + 1)):
            canvas.shade(column, len(shown.rows) - 1 - row, scale, place)
    up, across = _axes(found)
    text.append(f"{up}\n")
    marks = _marks(found.run, shown.rows), _marks(found.next_run, shown.cols)
    canvas.append_to(text, *marks, f"{across}\n")
    signs, most = SHADES.strip(), 10**scale.high
    text.append(f"{signs} {_LEAST:g} or less to {most:.1f} % of the deals of a row, logarithmic")
    note = _grouped(found, shown)
    return text.append(f"\n{note}" if note else "")
