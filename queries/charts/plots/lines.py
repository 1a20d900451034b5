"""Lines: income rates by players, winnings hand by hand, and any numbers of a query."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import duckdb
import numpy as np
import pyarrow as pa

from pokerlake.engine.cards.holes import HANDS
from pokerlake.tables.errors import QueryError, UsageError, flag
from pokerlake.tables.schema import sql_type

from ...connection import connect
from ...selection import bind
from ...sql.named import named_query
from ...statements.run import own_rows, stream
from ..drawing import numerals, svg
from ..drawing.colours import FREE, KINDS, Ends
from ..drawing.figure import (
    TERMINAL,
    Axis,
    Column,
    Curve,
    Dot,
    Figure,
    Notes,
    Plot,
    Strips,
)
from ..given import given_rows, is_number, require_hands
from ..registry import Argument, MaxOption, MinOption, Option, chart

MOST_LINES = 2 * len(KINDS)  # which can be told apart by colour and dashes
_DASHES = (None, "5 3")
_LEGEND = 8  # columns of a terminal before the rates of a hand
_ERRORS = 2  # standard errors to either side: 95 % of the time the true rate is within
_MOST_NAME = 190.0  # the widest that the names at the ends of lines get
_STRIPS = 60  # that tell their values where they are pointed at
_UNITS = {"bb": "big blinds", "chips": "chips"}


@dataclass(frozen=True)
class Line:
    """Income rates of a hand."""

    hand: str
    players: tuple[int, ...]  # ascending
    rates: tuple[float, ...]  # per unit stake, of each number of players
    errors: tuple[float | None, ...]  # their standard errors; None where the rate is exact


@chart("lines", place=20, example="AA AKs 72o", terminal=True)
def lines(
    hands: Annotated[list[str], Argument("One or more hands: AA AKs 72o.", "HAND")],
    min_: MinOption = None,
    max_: MaxOption = None,
    title: str = "",
    lake: Path | None = None,
) -> Figure:
    """Draw income rates by number of players.

    Sampled rates have bars of two standard errors to either side.
    """
    ends = Ends.of(min_, max_)
    with connect(lake) as connection:
        found = income_lines(connection, hands)
    names = ", ".join(line.hand for line in found)
    return lines_figure(found, title or f"Income rate of {names} by number of players", ends)


def income_lines(connection: duckdb.DuckDBPyConnection, hands: Sequence[str]) -> list[Line]:
    """The income rates of hands from the lake's table ``income_rates``, in the order given."""
    hands = [HANDS[at] for at in require_hands(hands)]
    if not 1 <= len(hands) <= MOST_LINES:
        raise UsageError(f"{len(hands)} hands; give 1 to {MOST_LINES}, which can be told apart")
    rows = own_rows(connection, "charts/income_lines", hands=list(hands)).to_pylist()
    lines = []
    for hand in hands:
        points = [
            (row["players"], row["income_rate"], row["standard_error"])
            for row in rows
            if row["hand"] == hand
        ]
        if not points:
            raise QueryError(f"income_rates has no rows of {hand}; run 'pokerlake verify'")
        lines.append(Line(hand, *zip(*points, strict=True)))
    return lines


def lines_figure(found: Sequence[Line], title: str = "", ends: Ends = FREE) -> Figure:
    """Lines of income rates, each with its hand at its end; in a terminal its rates are below."""
    points = [point for line in found for point in zip(line.rates, line.errors, strict=True)]
    lowest = min(rate - _ERRORS * (error or 0) for rate, error in points)
    highest = max(rate + _ERRORS * (error or 0) for rate, error in points)
    low, high = ends.over(
        lowest if ends.most is not None and ends.most <= 0 else min(0.0, lowest),
        highest if ends.least is not None and ends.least >= 0 else max(0.0, highest),
    )
    zero = 0.0 if low <= 0 <= high else None
    up = Axis.over(low, high, "income rate, per unit stake", strong=zero)
    first = min(line.players[0] for line in found)
    last = max(line.players[-1] for line in found)
    counts = [(float(count), str(count)) for count in range(first, last + 1)]
    across = Axis(first, last, counts, "players who all stay to the showdown", grouped=True)
    beyond = [f"Rates beyond {low:g} to {high:g} are drawn at the end of the axis."]
    beyond = beyond if lowest < low or highest > high else []
    wide = max(len(line.hand) for line in found)

    def plot(columns: int = TERMINAL) -> Plot:
        curves = [
            Curve(
                line.hand,
                np.array(line.players, np.float64),
                np.array(line.rates),
                KINDS[at % len(KINDS)],
                _rates(line, wide, columns),
                _DASHES[at // len(KINDS)],
                list(_dots(line)),
                caps=True,
            )
            for at, line in enumerate(found)
        ]
        return Plot(across, up, curves, left=66, right=80, inset=10, rows=22)

    notes = [numerals.minus(note) for note in beyond]
    if any(error for line in found for error in line.errors):
        bars = f"Bars are {_ERRORS} standard errors to either side, where a rate is sampled."
        notes.insert(0, bars)
    return Figure(
        title,
        [plot(), Notes(notes, drop=70, foot=14, indent=66, empty=84)],
        lambda columns: [plot(columns), *(f"{note}\n" for note in beyond)],
        "Income rates",
    )


def _rates(line: Line, wide: int, columns: int) -> str:
    """The rates of a hand in a line of a terminal; where it is narrow, every other one."""
    step = 1 if columns >= _LEGEND + 7 * len(line.rates) else 2
    points = list(zip(line.players, line.rates, strict=True))[::step]
    rates = "".join(f" {players}:{rate:+z.2f}" for players, rate in points)
    return f" {line.hand:{wide}}{rates}\n"


def _dots(line: Line) -> Iterator[Dot]:
    for players, rate, error in zip(line.players, line.rates, line.errors, strict=True):
        told, bar = f"{line.hand}, {players} players: {rate:+z.4f}", None
        if error:
            told += f", standard error {error:.2g}"
            bar = rate + _ERRORS * error, rate - _ERRORS * error
        else:
            told += ", exact"
        yield Dot(players, rate, (told,), 3.5, bar=bar)


# ---------------------------------------------------------------- any numbers


@dataclass(frozen=True)
class Series:
    """Lines over a number, from left to right."""

    x: Column  # (n,), ascending; n is 1 or more
    lines: tuple[tuple[str, Column], ...]  # names, and (n,) each; NaN where there is no value
    along: str  # what the number is
    up: str  # what the lines are
    title: str

    def figure(self) -> Figure:
        """The lines with their names at their ends; in a terminal two by signs, more by letters."""
        low = min(0.0, *(float(np.nanmin(values)) for _, values in self.lines))
        high = max(0.0, *(float(np.nanmax(values)) for _, values in self.lines))
        along = Axis.over(self.x[0], self.x[-1], self.along)
        if np.array_equal(self.x, np.round(self.x)):
            marks = [value for value, _ in along.marks if value == round(value)]
            texts = zip(marks, numerals.tick_numerals(marks), strict=True)
            along = Axis(along.low, along.high, list(texts), self.along)
        curves = [
            Curve(
                name,
                self.x,
                values,
                KINDS[at % len(KINDS)],
                f" {svg.clean(name)}: {_told(values[~np.isnan(values)][-1])} at the end\n",
                _DASHES[at // len(KINDS)],
                drawn=True,
            )
            for at, (name, values) in enumerate(self.lines)
        ]
        names = (svg.clean(name) for name, _ in self.lines)
        shown = [svg.shortened(name, _MOST_NAME, svg.TEXT_SIZE) for name in names]
        plot = Plot(
            along,
            Axis.over(low, high, self.up, strong=0.0),
            [*curves, Strips(list(self._strips()), {"fill": "#ffffff", "fill_opacity": "0"})],
            left=66,
            right=max(svg.text_width(name, svg.TEXT_SIZE) for name in shown) + 44,
            inset=10,
        )
        return Figure(self.title, [plot, Notes([], empty=64)], lambda _: [plot], self.up)

    def _strips(self) -> Iterator[tuple[str, ...]]:
        """What is told of the values at a number near the middle of each strip."""
        count = min(_STRIPS, len(self.x))
        for strip in range(count):
            part = (strip + 0.5) / count
            middle = self.x[0] * (1 - part) + self.x[-1] * part
            at = int(np.abs(self.x / 2 - middle / 2).argmin())
            there = ((name, values[at]) for name, values in self.lines)
            told = (f"{name}: {_told(value)}" for name, value in there if not np.isnan(value))
            yield f"{self.along}: {_told(self.x[at])}", *told


def _told(value: float) -> str:
    return numerals.minus(f"{value:z,.0f}" if value == round(value) else f"{value:,.6g}")


@chart(
    "series",
    place=25,
    example="--sql 'select players, avg(income_rate) as income from income_rates group by all'",
    terminal=True,
)
def series(
    sql: Annotated[
        str | None, Option("SQL that returns numbers; the first column is along.", "SQL")
    ] = None,
    title: str = "",
    lake: Path | None = None,
    values: Any = None,
) -> Figure:
    """Draw numbers of any query as lines: each column of numbers over the first.

    Rows are ordered by the first column. Other columns that are no numbers are left out, and so
    are values that are missing or not finite.
    """
    if (sql is None) == (values is None):
        raise UsageError(f"give {flag('sql')}" + (" or values, not both" if sql else ""))
    if sql is None:
        return series_of(given_rows(values), title).figure()
    with connect(lake) as connection:
        return series_of(stream(connection, sql), title).figure()


def series_of(rows: pa.RecordBatchReader, title: str = "") -> Series:
    """The columns of numbers over the first."""
    first, *others = rows.schema
    if not is_number(first.type):
        raise UsageError(
            f"column {first.name!r} is {sql_type(first.type)}, not a number; the first column is "
            "along the chart"
        )
    at = [place for place, field in enumerate(others, 1) if is_number(field.type)]
    if not 1 <= len(at) <= MOST_LINES:
        raise UsageError(
            f"{len(at)} columns of numbers behind the first; give 1 to {MOST_LINES}, which can be "
            "told apart"
        )
    table = rows.read_all()
    x = _numbers(table.column(0))
    order = np.flatnonzero(np.isfinite(x))
    order = order[np.argsort(x[order], kind="stable")]
    lines = []
    for place in at:
        heights = _numbers(table.column(place))[order]
        heights[~np.isfinite(heights)] = np.nan
        if not np.isnan(heights).all():
            lines.append((rows.schema.field(place).name, heights))
    if not lines:
        raise QueryError("the query gives no numbers to draw")
    names = ", ".join(name for name, _ in lines)
    up = lines[0][0] if len(lines) == 1 else "value"
    return Series(x[order], tuple(lines), first.name, up, title or f"{names} by {first.name}")


def _numbers(column: pa.ChunkedArray) -> Column:
    numbers = column.cast(pa.float64(), safe=False).fill_null(np.nan)
    return np.array(numbers.to_numpy(), np.float64)


# ---------------------------------------------------------------- winnings


@chart("winnings", place=140, example="Ann", terminal=True)
def winnings_chart(
    player: Annotated[str, Argument("The name of a player in imported hands.", "PLAYER")],
    unit: Annotated[str, Option("What is counted: bb, chips.", "UNIT")] = "bb",
    since: Annotated[str, Option("The first day, such as 2019-07-11.", "DAY")] = "any",
    until: Annotated[str, Option("The last day.", "DAY")] = "any",
    big_blind: Annotated[float, Option("Hands of this big blind alone; 0 is any.", "CHIPS")] = 0,
    title: str = "",
    lake: Path | None = None,
) -> Figure:
    """Draw what a player has won, hand by hand, and with his all-ins at their expected value.

    Where the betting was over before the river and all holes are known, the second line has his
    share of the pot by his equity then, in place of what he won. What is between the lines is luck.
    """
    if unit not in _UNITS:
        raise UsageError(f"{flag('unit')} is {unit!r}; give one of {', '.join(_UNITS)}")
    given = {
        "player": player, "since": since, "until": until, "big_blind": f"{big_blind!r}"
    }  # fmt: skip
    with connect(lake) as connection:
        return winnings(connection, given, unit, title).figure()


def winnings(
    connection: duckdb.DuckDBPyConnection,
    given: Mapping[str, str],
    unit: str = "bb",
    title: str = "",
) -> Series:
    """The lines of a player from the lake's imported hands; ``given`` is for the named query."""
    query = named_query("winnings")
    found = stream(connection, query.sql, bind(connection, query, given)).read_all()
    player = given["player"]
    if not found.num_rows:
        raise UsageError(f"no hand of {player} is of these days and stakes")
    currencies = {str(one or "chips") for one in found["currency"].to_pylist()}
    if unit == "chips" and len(currencies) > 1:
        raise UsageError(f"{player} played for {' and '.join(sorted(currencies))}; count bb")
    ending = "_bb" if unit == "bb" else ""
    lines = [
        (name, np.append(0.0, found[f"{column}{ending}"].to_numpy()))
        for name, column in (("won", "won"), ("all-ins at equity", "expected"))
    ]
    (counted,) = currencies if unit == "chips" else {_UNITS["bb"]}
    return Series(
        np.arange(found.num_rows + 1.0),
        tuple(lines),
        "hands",
        counted,
        title or f"Winnings of {player}",
    )
