"""How the mean distance of abstractions falls with the number of their buckets, log-log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
from rich.style import Style
from rich.text import Text

from pokerlake.tables.errors import UsageError

from ...connection import connect
from ...sql.named import named_query
from ...statements.run import stream
from ..drawing import numerals, svg
from ..drawing.canvas import LETTERS, Canvas
from ..drawing.cells import TERMINAL, start_text
from ..drawing.colours import KINDS
from ..drawing.layout import LogAxis, level_axis, upright_axis
from ..registry import Drawn, chart

_WIDTH, _PLOT, _LEFT = 760.0, 420.0, 56.0
_LEGEND, _ROW, _ROWS = 26.0, 24.0, 20
_STREETS = ("flop", "turn", "river")  # a colour each
_DASHES = {"percentile": "2 3", "potential": "9 3 2 3", "ochs": "6 3"}  # of the first word
_OWN_DISTANCE = ("potential", "ochs")  # kinds whose distance is another than that of equities
_UP, _ACROSS = "mean distance, as a part of 1", "buckets"


@dataclass(frozen=True)
class Curve:
    """The mean distances of a kind of abstractions of a street."""

    street: str
    kind: str
    ks: tuple[int, ...]  # ascending
    distances: tuple[float, ...]  # over 0

    @property
    def name(self) -> str:
        """Of the legend."""
        return f"{self.street}, {self.kind}"

    @property
    def dashes(self) -> str | None:
        """Of the line: dots for percentiles."""
        return _DASHES.get(self.kind.partition(",")[0])

    @property
    def colour(self) -> str:
        """That of its street."""
        return KINDS[_STREETS.index(self.street)]


@chart("distance-by-k", place=133, terminal=True)
def distance_by_k_chart(
    title: str = "Mean distance of holes from their buckets, by the number of buckets",
    lake: Path | None = None,
) -> Drawn:
    """Draw how the mean distance of the abstractions in the lake falls with their buckets.

    A line is a kind of a street, the best of its runs for each k; percentiles of as many buckets
    are beside it. Both axes are logarithmic. Pointed at in SVG or HTML, a point shows its numbers.
    """
    with connect(lake) as connection:
        found = distance_curves(connection)
    return Drawn(title, (found, title), draw_distances, distances_text)


def distance_curves(connection: duckdb.DuckDBPyConnection) -> list[Curve]:
    """The curves of all runs in the lake; a logarithmic axis has no place for a distance of 0.

    Raises
    ------
    UsageError
        If no run has a distance over 0.
    QueryError
        If the lake has no abstractions.
    """
    rows = stream(connection, named_query("distance_by_k").sql).read_all().to_pylist()
    curves = list(_curves(rows))
    if not curves:
        raise UsageError(
            "no abstraction has a distance over 0; 'pokerlake abstract flop' makes one"
        )
    return curves


def _curves(rows: Sequence[dict[str, Any]]) -> Iterator[Curve]:
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
                    yield Curve(street, kind, *zip(*over, strict=True))


def _axes(curves: Sequence[Curve]) -> tuple[LogAxis, LogAxis]:
    ks = [k for curve in curves for k in curve.ks]
    distances = [distance for curve in curves for distance in curve.distances]
    write = numerals.tick_numerals
    return LogAxis.over(ks, write), LogAxis.over(distances, write)


def draw_distances(curves: Sequence[Curve], title: str) -> str:
    """The curves as SVG, with a legend."""
    head, top = svg.heading(title, _WIDTH)
    top += 24
    bottom, left = top + _PLOT, svg.MARGIN + _LEFT
    names = max(svg.text_width(curve.name, svg.TEXT_SIZE) for curve in curves)
    right = _WIDTH - svg.MARGIN - names - _LEGEND - 22
    across, up = _axes(curves)
    heights = [(bottom - _PLOT * place, text) for place, text in up.marks()]
    places = [(left + (right - left) * place, text) for place, text in across.marks()]
    parts = [
        *head,
        svg.label(svg.MARGIN, top - 12, _UP),
        *upright_axis(heights, left, right),
        *level_axis(places, top, bottom),
        svg.label((left + right) / 2, bottom + 44, _ACROSS, text_anchor="middle"),
    ]
    for at, curve in enumerate(curves):
        look = {
            "stroke": curve.colour,
            "stroke_width": 2,
            "stroke_dasharray": curve.dashes,
            "fill": "none",
        }
        found = [
            (left + (right - left) * across.place(k), bottom - _PLOT * up.place(distance))
            for k, distance in zip(curve.ks, curve.distances, strict=True)
        ]
        if len(found) > 1:
            parts.append(svg.points(found, **look))
        for (x, y), k, distance in zip(found, curve.ks, curve.distances, strict=True):
            told = svg.hover(f"{curve.name}, {k:,} buckets: {distance:.6f}")
            fill = "#ffffff" if curve.kind.startswith("percentile") else curve.colour
            parts.append(
                svg.element("circle", told, cx=x, cy=y, r=3.5, fill=fill, stroke=curve.colour)
            )
        parts += [
            svg.path("M", right + 16, top + _ROW * at + 9, "h", _LEGEND, **look),
            svg.label(right + 16 + _LEGEND + 6, top + _ROW * at + 14, curve.name),
        ]
    return svg.document(title, _WIDTH, bottom + 60, parts)


def distances_text(curves: Sequence[Curve], title: str, columns: int = TERMINAL) -> Text:
    """The curves for a terminal: a letter each, and their numbers below."""
    across, up = _axes(curves)
    canvas, text = Canvas(columns, _ROWS), start_text(title).append(f"{_UP}\n")
    for letter, curve in zip(LETTERS, curves, strict=False):
        points = zip(curve.ks, curve.distances, strict=True)
        places = [(across.place(k), up.place(distance)) for k, distance in points]
        canvas.letters(places, letter, curve.colour)
    canvas.append_to(text, up.marks(), across.marks(), f"{_ACROSS}\n")
    for letter, curve in zip(LETTERS, curves, strict=False):
        text.append(letter, Style(color=curve.colour))
        last = f"{curve.distances[-1]:.4g} with {curve.ks[-1]:,} buckets"
        text.append(f"  {curve.name}: {last}\n")
    return text
