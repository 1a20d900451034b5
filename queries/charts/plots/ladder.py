"""The ladder of five-card hands: categories, pairs by rank, other hands by their highest card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from pathlib import Path

import duckdb
from rich.style import Style
from rich.text import Text

from pokerlake.engine.hands.classes import hand_classes

from ...connection import connect
from ...statements.run import own_rows
from ..drawing import svg
from ..drawing.cells import TERMINAL, start_text
from ..drawing.colours import KINDS, WHITE, mixed
from ..drawing.layout import level_axis
from ..registry import Drawn, chart

_WIDTH = 560.0  # narrow, so that text is legible at 400 pixels
_ROW, _BAR, _BETWEEN = 22.0, 16.0, 8.0
_NAMES, _FIGURES = 128.0, 136.0  # room to the left and to the right of the bars
_FIGURE = 70.0  # of one figure
_LEAST = 1.5  # of a bar: 40 straight flushes are to be seen

_COLUMNS = 40  # of a bar, for a terminal of 78 columns or more
_FULL, _LIGHT = "█", "░"


@dataclass(frozen=True)
class Rung:
    """A rung of the ladder, and how many hands stand on it or above it."""

    name: str  # three of a kind; one pair, aces; king high
    class_id: int  # of the weakest hand on it
    hands: int  # on it
    at_least: int  # on it or above: the top percent, times all hands


@chart("ladder", place=40, terminal=True)
def ladder(title: str = "The ladder of five-card hands", lake: Path | None = None) -> Drawn:
    """Draw the ladder of five-card hands.

    It goes from straight flush to seven high. A rung is a category, a pair or a high card, with its
    top percent. Pointed at in SVG or HTML, it shows its exact numbers.
    """
    with connect(lake) as connection:
        rungs = ladder_rungs(connection)
    return Drawn(title, (rungs, title), draw_ladder, ladder_text)


def ladder_rungs(connection: duckdb.DuckDBPyConnection) -> list[Rung]:
    """The rungs of the lake's view ``draw_ladder``, the strongest first.

    Raises QueryError if the table that it is made of is not there.
    """
    rows = own_rows(connection, "charts/ladder").to_pylist()
    sums = accumulate(row["hands"] for row in rows)
    return [Rung(**row, at_least=at_least) for row, at_least in zip(rows, sums, strict=True)]


def draw_ladder(rungs: Sequence[Rung], title: str = "") -> str:
    """The ladder as SVG: a bar of each rung as long as its top percent, its own share in full."""
    head, top = svg.heading(title, _WIDTH)
    left, right = svg.MARGIN + _NAMES, _WIDTH - svg.MARGIN - _FIGURES
    top += 20
    total = rungs[-1].at_least
    heights = list(_heights(rungs, top + 8))
    bottom = heights[-1] + _ROW + 4
    marks = [(left + (right - left) * mark / 100, str(mark)) for mark in range(0, 101, 20)]
    parts = [
        *head,
        svg.label(_WIDTH - svg.MARGIN - _FIGURE, top, "dealt %", text_anchor="end"),
        svg.label(_WIDTH - svg.MARGIN, top, "top %", text_anchor="end"),
        *level_axis(marks, top + 4, bottom),
        *(_row(rung, total, y, left, right) for rung, y in zip(rungs, heights, strict=True)),
        svg.label(
            (left + right) / 2,
            bottom + 44,
            "% of hands on the rung or above it; its own share is dark",
            text_anchor="middle",
        ),
    ]
    return svg.document(title or "The ladder of hands", _WIDTH, bottom + 60, parts)


def _heights(rungs: Sequence[Rung], top: float) -> Iterator[float]:
    """Where each row begins: there is a gap between kinds."""
    for kind, members in groupby(rungs, _kind):
        top += _BETWEEN * (kind > 0)
        for _ in members:
            yield top
            top += _ROW


def _row(rung: Rung, total: int, y: float, left: float, right: float) -> str:
    ends = rung.at_least - rung.hands, rung.at_least
    start, end = (left + (right - left) * (hands / total) for hands in ends)
    start, end = max(left, min(start, end - _LEAST)), max(end, left + _LEAST)
    base = y + _BAR / 2 + 5
    shape = {"y": y, "height": _BAR}
    colour, right_end = KINDS[_kind(rung)], _WIDTH - svg.MARGIN
    # A ground without a colour, so that all of the row tells its numbers.
    ground = {"fill": "none", "pointer_events": "all"}
    content = [
        svg.hover(*told(rung, total)),
        svg.element("rect", x=0, width=_WIDTH, y=y - 3, height=_ROW, **ground),
        svg.label(left - 8, base, rung.name, text_anchor="end"),
        svg.element("rect", x=left, width=start - left, fill=pale(colour), **shape),
        svg.element("rect", x=start, width=end - start, fill=colour, **shape),
        svg.label(right_end - _FIGURE, base, percent(rung.hands / total), text_anchor="end"),
        svg.label(right_end, base, percent(rung.at_least / total), text_anchor="end"),
    ]
    return svg.element("g", "".join(content))


def pale(colour: str) -> str:
    """A colour for what is there and not meant."""
    return mixed((colour, WHITE), 0.75)


def _kind(rung: Rung) -> int:
    """Straights and better, three of a kind, two pair, one pair, high card: 0 to 4."""
    return max(0, int(hand_classes().category[rung.class_id - 1]) - 5)


def percent(share: float) -> str:
    """To a hundredth, and where it is below 1 to three digits.

    Examples
    --------
    >>> percent(1), percent(0.03250), percent(0.0017), percent(40 / 2_598_960)
    ('100.00', '3.25', '0.170', '0.00154')
    """
    return f"{100 * share:.2f}" if share >= 0.01 else f"{100 * share:#.3g}"


def told(rung: Rung, total: int) -> tuple[str, ...]:
    """What a rung tells when it is pointed at: exact numbers, and its weakest hand."""
    return (
        f"{rung.name}: {rung.hands:,} of {total:,} hands, {100 * rung.hands / total:.6g} %",
        f"top {100 * rung.at_least / total:.6g} %: {rung.at_least:,} hands are at least as strong",
        f"the weakest: {hand_classes().names[rung.class_id - 1]} (class {rung.class_id:,})",
    )


def ladder_text(rungs: Sequence[Rung], title: str = "", columns: int = TERMINAL) -> Text:
    """The ladder for a terminal: bars of 40 columns, or as many as it leaves."""
    bar = max(10, min(_COLUMNS, columns - 37))
    total = rungs[-1].at_least
    text = start_text(title)
    text.append(f"{'':16}  {'0 %':{bar - 5}}100 %  {'dealt %':>7}  {'top %':>7}\n")
    for rung, before in zip(rungs, [rungs[0], *rungs], strict=False):
        kind = _kind(rung)
        text.append("\n" * (kind != _kind(before)))
        start, end = (round(bar * n / total) for n in (rung.at_least - rung.hands, rung.at_least))
        start, end = (start, end) if end > start else (max(end - 1, 0), max(end, 1))
        text.append(f"{rung.name:16}  ")
        text.append(_LIGHT * start, Style(color=pale(KINDS[kind])))
        text.append(_FULL * (end - start), Style(color=KINDS[kind]))
        figures = percent(rung.hands / total), percent(rung.at_least / total)
        text.append(" " * (bar - end) + "".join(f"  {figure:>7}" for figure in figures) + "\n")
    return text
