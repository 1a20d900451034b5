"""Income rate by number of players: a line for each of a few hands, with its standard errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import duckdb

from pokerlake.tables.errors import QueryError, UsageError

from ...connection import connect
from ...statements.run import own_rows
from ..drawing import numerals, svg
from ..drawing.colours import KINDS
from ..drawing.layout import apart, upright_axis
from ..grids.hand_values import require_hands
from ..registry import Argument, Drawn, chart

MOST_LINES = 2 * len(KINDS)  # which can be told apart by colour and dashes
_WIDTH, _PLOT = 760.0, 420.0
_LEFT, _RIGHT = 66.0, 80.0  # of the lines: room for values, and for the names of hands
_DASHES = (None, "5 3")
_ERRORS = 2  # standard errors to either side: 95 % of the time the true rate is within


@dataclass(frozen=True)
class Line:
    """Income rates of a hand."""

    hand: str
    players: tuple[int, ...]  # ascending
    rates: tuple[float, ...]  # per unit stake, of each number of players
    errors: tuple[float | None, ...]  # their standard errors; None where the rate is exact


@chart("lines", place=20, example="AA AKs 72o")
def lines(
    hands: Annotated[list[str], Argument("One or more hands: AA AKs 72o.", "HAND")],
    title: str = "Income rate by number of players",
    lake: Path | None = None,
) -> Drawn:
    """Draw income rates by number of players.

    Sampled rates have bars of two standard errors to either side.
    """
    with connect(lake) as connection:
        found = income_lines(connection, hands)
    return Drawn(title, (found, title), draw_lines)


def income_lines(connection: duckdb.DuckDBPyConnection, hands: Sequence[str]) -> list[Line]:
    """The income rates of hands from the lake's table ``income_rates``, in the order given.

    Raises UsageError if a hand is none of the 169 or is given twice, or they are too many to tell
    apart; QueryError if the table is not there.
    """
    require_hands(hands)
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


def draw_lines(lines: Sequence[Line], title: str = "") -> str:
    """Lines of income rates as SVG, each with its hand at its end."""
    head, top = svg.heading(title, _WIDTH)
    top += 24
    bottom = top + _PLOT
    left, right = svg.MARGIN + _LEFT, _WIDTH - svg.MARGIN - _RIGHT
    points = [point for line in lines for point in zip(line.rates, line.errors, strict=True)]
    low = min(0.0, *(rate - _ERRORS * (error or 0) for rate, error in points))
    high = max(0.0, *(rate + _ERRORS * (error or 0) for rate, error in points))
    first = min(line.players[0] for line in lines)
    last = max(line.players[-1] for line in lines)

    def x(players: int) -> float:
        return left + (right - left) * ((players - first) / (last - first) if last > first else 0.5)

    def y(rate: float) -> float:
        return bottom - 10 - (_PLOT - 20) * ((rate - low) / (high - low) if high > low else 0.5)

    marks = numerals.ticks(low, high, 8)
    texts = zip(marks, numerals.tick_numerals(marks), strict=True)
    parts = [
        *head,
        svg.label(svg.MARGIN, top - 12, "income rate, per unit stake"),
        *upright_axis([(y(mark), text) for mark, text in texts], left, right, strong=y(0)),
        '<g text-anchor="middle">',
        *(svg.label(x(n), bottom + 20, str(n)) for n in range(first, last + 1)),
        svg.label((left + right) / 2, bottom + 44, "players who all stay to the showdown"),
        "</g>",
    ]
    ends = apart(
        [y(line.rates[-1]) for line in lines], [svg.TEXT_SIZE + 4] * len(lines), top, bottom
    )
    for at, (line, end) in enumerate(zip(lines, ends, strict=True)):
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
    if any(error for _, error in points):
        note = f"Bars are {_ERRORS} standard errors to either side, where a rate is sampled."
        parts.append(svg.label(left, bottom + 70, note))
    return svg.document(title or "Income rates", _WIDTH, bottom + 84, parts)


def _marked(
    line: Line, places: Sequence[tuple[float, float]], y: Callable[[float], float], colour: str
) -> Iterator[str]:
    """The points of a line with their error bars, which may well be shorter than the points."""
    points = zip(line.players, line.rates, line.errors, places, strict=True)
    for players, rate, error, (middle, height) in points:
        told = f"{line.hand}, {players} players: {rate:+.4f}"
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
