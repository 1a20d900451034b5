"""Charts of abstractions: a bucket, all buckets, transitions, and distances of holes."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import duckdb
import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS
from pokerlake.engine.given import shown
from pokerlake.tables.errors import UsageError

from ..connection import connect
from ..selection import asked_rows
from ..statements.run import own_rows
from .drawing import figure as fig
from .drawing import numerals, svg
from .drawing.colours import KINDS, VIRIDIS, Scale
from .drawing.terminal import SHADES
from .given import HandValues
from .hand_grids import ValueGrid
from .lines import legend_room
from .registry import Argument, chart

RUN = Annotated[int, Argument("An abstraction: see 'pokerlake query abstraction_list'.", "RUN")]
MOST = 50  # rows and columns of a map that are drawn
_MOST_NAMED = 20  # runs in a message
_EXAMPLES = 6
_MEANING = "Of a hand's deals with boards, those that are in the bucket, in %."
_INK_SHARE = 0.1  # of the area of the plot: the total area of all circles
_LEAST_RADIUS = 0.8
_PLOT, _LEFT, _GROUND = 650.0, 46.0, "#f4f4f4"
_TEXT_ROWS, _LEAST_COLUMNS, _AXIS = 25, 24, 12  # in a terminal; columns beside the map
_LEAST = 0.01  # %, at the low end of the colours
_MARKS = 10  # about this many groups have a mark on an axis
_STREETS = ("flop", "turn", "river")  # one colour each
_DASHES = {"percentile": "2 3", "potential": "9 3 2 3", "ochs": "6 3"}  # by the first word
_OWN_DISTANCE = ("potential", "ochs")  # kinds with a distance of their own, not of equities


@dataclass(frozen=True, eq=False)
class Run:
    """An abstraction, its buckets from the lowest mean equity to the highest."""

    number: int
    street: str
    kind: str
    bucket: npt.NDArray[np.int64]  # (buckets,) their numbers
    deals: npt.NDArray[np.int64]
    equity: npt.NDArray[np.float64]  # 0 to 1
    deviation: npt.NDArray[np.float64]
    distance: npt.NDArray[np.float64]  # from holes to the centre of their bucket, 0 to 1

    @property
    def name(self) -> str:
        """Such as ``run 2: flop, distribution, 50 buckets``."""
        return f"run {self.number}: {self.street}, {self.kind}, {len(self.bucket):,} buckets"


def run_of(connection: duckdb.DuckDBPyConnection, number: int) -> Run:
    """An abstraction, from the lake's tables."""
    runs = {row["run"]: row for row in asked_rows(connection, "abstraction_list").to_pylist()}
    if number not in runs:
        known = ", ".join(map(str, list(runs)[:_MOST_NAMED]))
        more = f", ... ({len(runs)} in all)" if len(runs) > _MOST_NAMED else ""
        hint = f"there are: {known}{more}" if runs else "'pokerlake abstract flop' makes one"
        raise UsageError(f"no run {shown(number)} in abstractions; {hint}")
    rows = own_rows(connection, "charts/abstraction_buckets", run=number)
    return Run(
        number,
        runs[number]["street"],
        runs[number]["kind"],
        *(rows[name].to_numpy() for name in rows.column_names),
    )


# ---------------------------------------------------------------- a bucket


@chart("bucket", place=130, example="1 3", terminal=True)
def bucket_chart(
    run: RUN,
    bucket: Annotated[int, Argument("One of its buckets: 0 is the weakest.", "BUCKET")],
    title: str = "",
    lake: Path | None = None,
) -> fig.Figure:
    """Draw what is in a bucket of an abstraction: starting hands, and some holes and boards.

    A cell has the share of the hand's deals that are in the bucket. In SVG and HTML, pointing at it
    shows the share of the bucket's deals too. The first hole below is the most typical one, the
    others are from all over the bucket. For rivers, this reads the table river_hands.
    """
    with connect(lake) as connection:
        abstraction = run_of(connection, run)
        (place,) = np.flatnonzero(abstraction.bucket == bucket).tolist() or (None,)
        if place is None:
            raise UsageError(
                f"run {run} has buckets 0 to {len(abstraction.bucket) - 1}, not {bucket}"
            )
        parameters = {"run": str(run), "bucket": str(bucket)}
        hands = asked_rows(connection, "bucket_hands", parameters).to_pylist()
        parameters["count"] = str(_EXAMPLES)
        examples = asked_rows(connection, "bucket_examples", parameters).to_pylist()
    values = np.full(len(HANDS), np.nan)
    tooltips = [(f"{hand}: none",) for hand in HANDS]
    for row in hands:
        at = HAND_INDEX[row["hand"]]
        values[at] = row["percent_of_hand"]
        tooltips[at] = (
            f"{row['hand']}: {row['deals']:,} deals, {values[at]:.2f} % of the hand's, "
            f"{row['percent_of_bucket']:.2f} % of the bucket's",
        )
    labels = tuple(
        None if np.isnan(value) else numerals.even_percent(value / 100) for value in values
    )
    deals, all_deals = int(abstraction.deals[place]), int(abstraction.deals.sum())
    return ValueGrid(
        HandValues(values, labels),
        tooltips,
        title or f"Bucket {bucket} of {abstraction.name}",
        "% of the hand",
        _MEANING,
        "Grey: none are." if np.isnan(values).any() else "",
        listed=(
            f"{deals:,} deals, {numerals.even_percent(deals / all_deals)} % of all; equity "
            f"{numerals.even_percent(abstraction.equity[place])} %, deviation "
            f"{numerals.even_percent(abstraction.deviation[place])} %."
            + " For example:"
            * bool(examples),
            *map(_example, examples),
        ),
    ).figure()


def _example(row: Mapping[str, Any]) -> str:
    equity, deviation = (numerals.even_percent(row[name]) for name in ("equity", "deviation"))
    spread = f" ± {deviation}" if row["deviation"] else ""
    typical = ", the most typical" if row["nearest"] else ""
    return f"{row['hole']} on {row['board']}: {row['has']}, equity {equity}{spread} %{typical}"


# ---------------------------------------------------------------- all buckets


@chart("buckets", place=131, example="1", terminal=True)
def buckets_chart(run: RUN, title: str = "", lake: Path | None = None) -> fig.Figure:
    """Draw all buckets of an abstraction: mean equity against spread.

    The spread is the standard deviation of the equity over all holes of the bucket and their
    run-outs. In SVG and HTML, pointing at a bucket shows its numbers.
    """
    with connect(lake) as connection:
        abstraction = run_of(connection, run)
    most = max(5.0, math.ceil(100 * float(abstraction.deviation.max()) + 1e-9))
    marks, fewer = (
        [(mark, f"{mark:g}") for mark in numerals.ticks(0, most, count)] for count in (8, 6)
    )
    up = "standard deviation of equity over all run-outs, %"
    look = {"fill": KINDS[0], "fill_opacity": 0.55, "stroke": svg.INK, "stroke_width": 0.5}
    room = fig.WIDTH - 2 * fig.MARGIN - 44 - 10
    plot = fig.Plot(
        fig.Axis.percents("mean equity, %"),
        fig.Axis(0, most, marks, up, in_terminal=fewer),
        over=[fig.Dots(list(_circles(abstraction, _INK_SHARE * 440 * room)), look)],
        marks=[],
        left=44,
        right=10,
        height=440,
        rows=22,
    )
    note = "A circle is a bucket, its area in proportion to its deals."
    return fig.Figure(
        title or f"Buckets of {abstraction.name}",
        [plot, fig.Notes([note], drop=72, foot=20, indent=44)],
        [plot],
    )


def _circles(run: Run, area: float) -> Iterator[fig.Dot]:
    """A circle for each bucket, with this total area; the small ones are in front."""
    radius = np.sqrt(area * run.deals / run.deals.sum() / math.pi)
    for at in np.argsort(-run.deals, kind="stable").tolist():
        tooltip = (
            f"bucket {run.bucket[at]}: equity {100 * run.equity[at]:.2f} %, "
            f"deviation {100 * run.deviation[at]:.2f} %",
            f"{run.deals[at]:,} deals, {numerals.percent(run.deals[at] / run.deals.sum())} %",
            f"mean distance {100 * run.distance[at]:.2f} %",
        )
        place = float(run.equity[at]), float(100 * run.deviation[at])
        size = max(_LEAST_RADIUS, float(radius[at]))
        yield fig.Dot(*place, tooltip, size, letter="o", colour=KINDS[0])


# ---------------------------------------------------------------- to the next street


@chart("transitions", place=132, example="1 2", terminal=True)
def transitions_chart(
    run: RUN,
    next_run: Annotated[int, Argument("An abstraction of the next street.", "NEXT_RUN")],
    title: str = "",
    lake: Path | None = None,
) -> fig.Figure:
    """Draw which buckets of the next street the buckets of a street lead to.

    Buckets are in the order of their mean equity; more than 50 are drawn as 50 groups. The colour
    of a cell is its share of its row's deals. In SVG and HTML, pointing at a cell shows them.
    """
    with connect(lake) as connection:
        first, second = run_of(connection, run), run_of(connection, next_run)
        rows = own_rows(connection, "charts/bucket_transitions", run=run, next_run=next_run)
    if not len(rows):
        raise UsageError(
            f"bucket_transitions has none from run {run} to run {next_run}; "
            f"'pokerlake transitions {run} {next_run}' counts them"
        )
    deals = np.zeros((len(first.bucket), len(second.bucket)), np.int64)
    at = tuple(
        np.argsort(abstraction.bucket)[rows[name].to_numpy()]  # by number
        for abstraction, name in ((first, "bucket"), (second, "next_bucket"))
    )
    deals[at] = rows["deals"].to_numpy()
    title = title or (
        f"From {first.street} buckets (run {run}) to those of the {second.street} (run {next_run})"
    )
    return transitions_figure(first, second, deals, title)


def transitions_figure(
    run: Run, next_run: Run, deals: npt.NDArray[np.int64], title: str = ""
) -> fig.Figure:
    """A heat map: a row for each bucket, or group of buckets, the best at the top.

    ``deals``, ``(buckets, next buckets)``, counts deals from buckets of a run to buckets of the
    next; both are in the order of mean equity.
    """
    plot, scale, grouped = _map(run, next_run, deals, MOST, MOST)
    marks = [(_log(mark), f"{mark:g}") for mark in (0.1, 1, 10, 100) if _log(mark) <= scale.high]
    marks.insert(0, (scale.low, f"≤ {_LEAST:g}"))
    legend = fig.Colours(scale, "% of the row", _PLOT, marks, above=62, indent=_LEFT)
    notes = [
        *svg.wrapped(grouped, _PLOT, svg.TEXT_SIZE, most=2),
        "Colours: % of the deals of a row, logarithmic. Grey: none.",
    ]

    return fig.Figure(
        title,
        [plot, legend, fig.Notes(notes, drop=58, foot=12, indent=_LEFT)],
        partial(_in_letters, run, next_run, deals),
        width=plot.width,
    )


def _in_letters(
    run: Run, next_run: Run, deals: npt.NDArray[np.int64], columns: int
) -> Iterator[Any]:
    shown, scale, note = _map(run, next_run, deals, _TEXT_ROWS, min(MOST, columns - _AXIS))
    yield shown
    signs, most = SHADES.strip(), 10**scale.high
    yield f"{signs} {_LEAST:g} or less to {most:.1f} % of the deals of a row, logarithmic"
    yield f"\n{note}" if note else ""


def _map(
    run: Run, next_run: Run, deals: npt.NDArray[np.int64], most_rows: int, most_columns: int
) -> tuple[fig.Plot, Scale, str]:
    """A heat map of groups of buckets, by the logarithms of percentages, along mean equities.

    It comes with its scale and a note on how buckets are grouped, if they are.
    """
    rows, columns = (
        np.array_split(np.arange(size), min(most, size))
        for most, size in zip((most_rows, most_columns), deals.shape, strict=True)
    )
    deals = np.add.reduceat(deals, [group[0] for group in rows], axis=0)
    deals = np.add.reduceat(deals, [group[0] for group in columns], axis=1)
    percents = 100 * deals / deals.sum(axis=1, keepdims=True)
    scale = Scale(math.log10(_LEAST), math.log10(float(percents.max())), VIRIDIS)
    cells = []
    for row, column in np.argwhere(deals).tolist():
        percent = float(percents[row, column])
        tooltip = (
            f"{_named(run, rows[row])} to {_named(next_run, columns[column])}: "
            f"{numerals.even_percent(percent / 100)} %, {deals[row, column]:,} deals"
        )
        cells.append((column, row, _log(percent), (tooltip,)))
    wide = -(-_LEAST_COLUMNS // len(columns))  # columns of a cell
    said = []
    for what, groups, abstraction in (("rows", rows, run), ("columns", columns, next_run)):
        if len(groups) < len(abstraction.bucket):
            least, most = len(groups[-1]), len(groups[0])
            sizes = f"{most}" if least == most else f"{least} or {most}"
            said.append(f"{what} are {len(groups)} groups of {sizes} buckets")
    text = ", ".join(said)
    plot = fig.Plot(
        _equities(next_run, columns),
        _equities(run, rows),
        [],
        ground=[fig.Ground(_GROUND), fig.HeatMap(len(columns), len(rows), cells, scale, wide)],
        left=_LEFT,
        width=2 * fig.MARGIN + _LEFT + _PLOT,
        height=_PLOT,
        drop=10,
        below=42,
        rows=len(rows),
        columns=wide * len(columns),
    )
    return plot, scale, f"{text[:1].upper()}{text[1:]}, in the order of equity." if text else ""


def _log(percent: float) -> float:
    return math.log10(max(_LEAST, percent))


def _equities(run: Run, groups: list[npt.NDArray[np.int64]]) -> fig.Axis:
    """An axis of groups; some have a mark with their mean equity in %."""
    marks = []
    for at in range(0, len(groups), -(-len(groups) // _MARKS)):
        group = groups[at]
        equity = np.average(run.equity[group], weights=run.deals[group])
        marks.append(((at + 0.5) / len(groups), f"{100 * equity:.0f}"))
    return fig.Axis(0, 1, marks, f"mean equity of {run.street} buckets, %", ruled=False)


def _named(run: Run, group: npt.NDArray[np.int64]) -> str:
    """The numbers of the buckets of a group; they mostly ascend with equity."""
    first, last = run.bucket[group[0]], run.bucket[group[-1]]
    return f"{run.street} {first}" if len(group) == 1 else f"{run.street} {first} to {last}"


# ---------------------------------------------------------------- distances


@chart("distance-by-k", place=133, terminal=True)
def distance_by_k_chart(
    title: str = "Mean distance of holes from their buckets, by the number of buckets",
    lake: Path | None = None,
) -> fig.Figure:
    """Draw how the mean distance of the abstractions in the lake falls with their buckets.

    A line is a kind of abstraction of a street, the best of its runs for each k. Percentile buckets
    are drawn for comparison. Both axes are logarithmic. In SVG and HTML, pointing at a point shows
    its numbers.
    """
    with connect(lake) as connection:
        curves = list(_curves(asked_rows(connection, "distance_by_k").to_pylist()))
    if not curves:
        raise UsageError(
            "no abstraction has a distance over 0; 'pokerlake abstract flop' makes one"
        )
    plot = fig.Plot(
        fig.Axis.powers((k for curve in curves for k in curve.x.tolist()), "buckets"),
        fig.Axis.powers(
            (far for curve in curves for far in curve.y.tolist()), "mean distance, as a part of 1"
        ),
        curves,
        right=legend_room(curve.name for curve in curves),
    )
    return fig.Figure(title, [plot, fig.Notes([], empty=60)], [plot])


def _curves(rows: Sequence[dict[str, Any]]) -> Iterator[fig.Curve]:
    """A line for each street and kind, without distances of 0: the axis is logarithmic."""
    for street in _STREETS:
        for distance in ("", *_OWN_DISTANCE):
            here = [
                row
                for row in rows
                if row["street"] == street
                and (row["kind"] if row["kind"] in _OWN_DISTANCE else "") == distance
            ]
            lines: dict[str, dict[int, float]] = {}
            for row in here:
                if row["kind"] != "percentile":
                    lines.setdefault(row["kind"], {})[row["k"]] = row["mean_distance"]
            name = f"percentile, by {distance}" if distance else "percentile"
            lines[name] = {row["k"]: row["percentile_distance"] for row in here}
            for kind, points in lines.items():
                over = sorted((k, far) for k, far in points.items() if far > 0)
                if over:
                    yield _curve(street, kind, over)


def _curve(street: str, kind: str, points: Sequence[tuple[int, float]]) -> fig.Curve:
    name, colour = f"{street}, {kind}", KINDS[_STREETS.index(street)]
    fill = "#ffffff" if kind.startswith("percentile") else colour
    look = {"fill": fill, "stroke": colour}
    k, far = points[-1]
    return fig.Curve(
        name,
        np.array([k for k, _ in points], np.float64),
        np.array([far for _, far in points], np.float64),
        colour,
        f"  {name}: {far:.4g} with {k:,} buckets\n",
        _DASHES.get(kind.partition(",")[0]),
        [fig.Dot(k, far, (f"{name}, {k:,} buckets: {far:.6f}",), 3.5, look) for k, far in points],
        at_end=False,
    )
