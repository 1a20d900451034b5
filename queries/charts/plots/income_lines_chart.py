"""Income rate by number of players: a line for each of a few hands, with its standard errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated

from ...connection import connect
from ..drawing import numerals, svg
from ..drawing.colours import KINDS
from ..drawing.layout import apart, upright_axis
from ..registry import Argument, Drawn, chart
from .income_lines import Line, income_lines

_WIDTH, _PLOT = 760.0, 420.0
_LEFT, _RIGHT = 66.0, 80.0  # of the lines: room for values, and for the names of hands
_DASHES = (None, "5 3")
_ERRORS = 2  # standard errors to either side: 95 % of the time the true rate is within


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


def draw_lines(lines: Sequence[Line], title: str = "") -> str:
    """Lines of income rates as SVG, each with its hand at its end."""
    width = _WIDTH
    head, top = svg.heading(title, width)
    top += 24
    bottom = top + _PLOT
    right = width - svg.MARGIN - _RIGHT
    left = svg.MARGIN + _LEFT
    low = min(0.0, *(rate - _ERRORS * (e or 0) for rate, e in _points(lines)))
    high = max(0.0, *(rate + _ERRORS * (e or 0) for rate, e in _points(lines)))
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
        look = {"stroke": KINDS[at % len(KINDS)], "stroke_dasharray": _DASHES[at // len(KINDS)]}
        places = [(x(n), y(rate)) for n, rate in zip(line.players, line.rates, strict=True)]
        parts += [
            svg.points(places, fill="none", stroke_width=2, **look),
            svg.path(
                "M",
                places[-1][0] + 7,
                places[-1][1],
                "L",
                right + 26,
                end,
                "h",
                8,
                fill="none",
                **look,
            ),
            svg.label(right + 40, end + 5, line.hand),
            *_marked(line, places, y, KINDS[at % len(KINDS)]),
        ]
    if any(error for _, error in _points(lines)):
        note = f"Bars are {_ERRORS} standard errors to either side, where a rate is sampled."
        parts.append(svg.label(left, bottom + 70, note))
    return svg.document(title or "Income rates", width, bottom + 84, parts)


def _points(lines: Sequence[Line]) -> list[tuple[float, float | None]]:
    return [point for line in lines for point in zip(line.rates, line.errors, strict=True)]


def _marked(
    line: Line, places: Sequence[tuple[float, float]], y: Callable[[float], float], colour: str
) -> Iterator[str]:
    """The points of a line with their error bars, which may well be shorter than the points."""
    points = zip(line.players, line.rates, line.errors, places, strict=True)
    for players, rate, error, (middle, height) in points:
        told = f"{line.hand}, {players} players: {numerals.signed(rate)}"
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
