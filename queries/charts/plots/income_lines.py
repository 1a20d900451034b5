"""Income rate by number of players: a line for each of a few hands, with its standard errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import duckdb
from rich.style import Style
from rich.text import Text

from pokerlake.engine.cards.holes import HANDS
from pokerlake.tables.errors import QueryError, UsageError

from ...connection import connect
from ...statements.run import own_rows
from ..drawing import numerals, svg
from ..drawing.canvas import LETTERS, Canvas
from ..drawing.cells import TERMINAL, start_text
from ..drawing.colours import FREE, KINDS, Ends
from ..drawing.layout import apart, upright_axis
from ..grids.hand_values import require_hands
from ..registry import Argument, Drawn, MaxOption, MinOption, chart

MOST_LINES = 2 * len(KINDS)  # which can be told apart by colour and dashes
_WIDTH, _PLOT = 760.0, 420.0
_LEFT, _RIGHT = 66.0, 80.0  # of the lines: room for values, and for the names of hands
_DASHES = (None, "5 3")
_ROWS, _LEGEND = 22, 8  # in a terminal: rows, and columns before the rates of a hand
_ERRORS = 2  # standard errors to either side: 95 % of the time the true rate is within


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
) -> Drawn:
    """Draw income rates by number of players.

    Sampled rates have bars of two standard errors to either side.
    """
    ends = Ends.of(min_, max_)
    with connect(lake) as connection:
        found = income_lines(connection, hands)
    names = ", ".join(line.hand for line in found)
    title = title or f"Income rate of {names} by number of players"
    return Drawn(title, (found, title, ends), draw_lines, lines_text)


def income_lines(connection: duckdb.DuckDBPyConnection, hands: Sequence[str]) -> list[Line]:
    """The income rates of hands from the lake's table ``income_rates``, in the order given.

    Raises UsageError if a hand is none of the 169 or is given twice, or they are too many to tell
    apart; QueryError if the table is not there.
    """
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


@dataclass(frozen=True)
class _Axis:
    """The axis of rates: all that there are and 0, or to the ends that are given."""

    low: float
    high: float
    beyond: str  # a note on rates that it does not have

    @classmethod
    def of(cls, lines: Sequence[Line], ends: Ends) -> _Axis:
        points = [point for line in lines for point in zip(line.rates, line.errors, strict=True)]
        lowest = min(rate - _ERRORS * (error or 0) for rate, error in points)
        highest = max(rate + _ERRORS * (error or 0) for rate, error in points)
        low, high = ends.over(
            lowest if ends.most is not None and ends.most <= 0 else min(0.0, lowest),
            highest if ends.least is not None and ends.least >= 0 else max(0.0, highest),
        )
        note = f"Rates beyond {low:g} to {high:g} are drawn at the end of the axis."
        return cls(low, high, note if lowest < low or highest > high else "")

    def place(self, rate: float) -> float:
        """Where a rate lies, 0 to 1; what is beyond is at the end."""
        if self.high == self.low:
            return 0.5
        return min(1.0, max(0.0, (rate - self.low) / (self.high - self.low)))

    def marks(self, most: int) -> list[tuple[float, str]]:
        """Round rates, and how they are written."""
        values = numerals.ticks(self.low, self.high, most)
        return list(zip(values, numerals.tick_numerals(values), strict=True))


def draw_lines(lines: Sequence[Line], title: str = "", ends: Ends = FREE) -> str:
    """Lines of income rates as SVG, each with its hand at its end."""
    head, top = svg.heading(title, _WIDTH)
    top += 24
    bottom = top + _PLOT
    left, right = svg.MARGIN + _LEFT, _WIDTH - svg.MARGIN - _RIGHT
    axis = _Axis.of(lines, ends)
    first = min(line.players[0] for line in lines)
    last = max(line.players[-1] for line in lines)

    def x(players: int) -> float:
        return left + (right - left) * ((players - first) / (last - first) if last > first else 0.5)

    def y(rate: float) -> float:
        return bottom - 10 - (_PLOT - 20) * axis.place(rate)

    zero = y(0) if axis.low <= 0 <= axis.high else None
    marks = [(y(mark), text) for mark, text in axis.marks(8)]
    parts = [
        *head,
        svg.label(svg.MARGIN, top - 12, "income rate, per unit stake"),
        *upright_axis(marks, left, right, strong=zero),
        '<g text-anchor="middle">',
        *(svg.label(x(n), bottom + 20, str(n)) for n in range(first, last + 1)),
        svg.label((left + right) / 2, bottom + 44, "players who all stay to the showdown"),
        "</g>",
    ]
    names = apart(
        [y(line.rates[-1]) for line in lines], [svg.TEXT_SIZE + 4] * len(lines), top, bottom
    )
    for at, (line, end) in enumerate(zip(lines, names, strict=True)):
        colour = KINDS[at % len(KINDS)]
        look = {"stroke": colour, "stroke_dasharray": _DASHES[at // len(KINDS)]}
        places = [(x(n), y(rate)) for n, rate in zip(line.players, line.rates, strict=True)]
        start = "M", places[-1][0] + 7, places[-1][1]
        parts += [
            svg.points(places, fill="none", stroke_width=2, **look),
            svg.path(*start, "L", right + 26, end, "h", 8, fill="none", **look),
            svg.label(right + 40, end + 5, line.hand),
            *_marked(line, places, y, colour),
        ]
    notes = [numerals.minus(axis.beyond)] if axis.beyond else []
    if any(error for line in lines for error in line.errors):
        bars = f"Bars are {_ERRORS} standard errors to either side, where a rate is sampled."
        notes.insert(0, bars)
    parts += svg.notes(notes, left, bottom + 70)
    height = bottom + 64 + svg.LINE * max(1, len(notes))
    return svg.document(title or "Income rates", _WIDTH, height, parts)


def _marked(
    line: Line, places: Sequence[tuple[float, float]], y: Callable[[float], float], colour: str
) -> Iterator[str]:
    """The points of a line with their error bars, which may well be shorter than the points."""
    points = zip(line.players, line.rates, line.errors, places, strict=True)
    for players, rate, error, (middle, height) in points:
        told = f"{line.hand}, {players} players: {rate:+z.4f}"
        bar = ""
        if error:
            told += f", standard error {error:.2g}"
            top, bottom = y(rate + _ERRORS * error), y(rate - _ERRORS * error)
            ends = (step for end in (top, bottom) for step in ("M", middle - 5, end, "h", 10))
            whole = "M", middle, top, "V", bottom
            bar = svg.path(*ends, *whole, stroke=colour, stroke_width=1.5)
        else:
            told += ", exact"
        dot = svg.element("circle", cx=middle, cy=height, r=3.5, fill=colour)
        yield f"<g>{svg.hover(told)}{dot}{bar}</g>"


def lines_text(
    lines: Sequence[Line], title: str = "", ends: Ends = FREE, columns: int = TERMINAL
) -> Text:
    """The lines for a terminal: a letter for each hand, and its rates below."""
    text, canvas, axis = start_text(title), Canvas(columns, _ROWS), _Axis.of(lines, ends)
    first = min(line.players[0] for line in lines)
    last = max(line.players[-1] for line in lines)

    def x(players: int) -> float:
        return (players - first) / (last - first) if last > first else 0.5

    for at, line in enumerate(lines):
        points = zip(line.players, line.rates, strict=True)
        places = [(x(players), axis.place(rate)) for players, rate in points]
        canvas.letters(places, LETTERS[at], KINDS[at % len(KINDS)])
    if axis.low <= 0 <= axis.high:
        canvas.level(axis.place(0))
    text.append("income rate, per unit stake\n")
    up = [(axis.place(mark), mark_text) for mark, mark_text in axis.marks(8)]
    across = [(x(players), str(players)) for players in range(first, last + 1)]
    canvas.append_to(text, up, across, "players who all stay to the showdown\n")
    wide = max(len(line.hand) for line in lines)
    for at, line in enumerate(lines):
        text.append(LETTERS[at], Style(color=KINDS[at % len(KINDS)]))
        text.append(f" {line.hand:{wide}}")
        step = 1 if columns >= _LEGEND + 7 * len(line.rates) else 2
        for players, rate in list(zip(line.players, line.rates, strict=True))[::step]:
            text.append(f" {players}:{rate:+z.2f}")
        text.append("\n")
    return text.append(f"{axis.beyond}\n" if axis.beyond else "")
