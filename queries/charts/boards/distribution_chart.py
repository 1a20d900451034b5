"""The equity distribution of one or two ranges: a line each, and what the best percents have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

from ...answers.ranges.given import range_weights
from ...connection import connect
from ..drawing import svg
from ..drawing.colours import KINDS
from ..drawing.layout import level_axis, upright_axis
from ..registry import Argument, Drawn, Option, chart
from .board_holes import BOARD_HELP, board_title, tidy_board
from .distribution import Distribution, board_distributions, flop_distributions

_WIDTH, _PLOT, _LEFT = 760.0, 420.0, 46.0
_PERCENTS = range(0, 101, 10)


@chart("distribution", place=70, example="--board 3h4sJh 'TT+, AKs:0.5' random")
def distribution(
    ranges: Annotated[list[str], Argument("One or two ranges: 'TT+, AKs:0.5'.", "RANGE")],
    board: Annotated[str | None, Option(f"{BOARD_HELP}  [default: all flops]", "CARDS")] = None,
    title: str = "",
    lake: Path | None = None,
) -> Drawn:
    """Draw the equity distribution of one or two ranges.

    The combos are ordered from the best to the worst, by equity against one random opponent.
    Pointed at in SVG or HTML, the picture shows how good the best so many percent are.
    """
    board = None if board is None else tidy_board(board)
    title = title or board_title("equity distribution", board)
    chosen = [(text, range_weights(text, lake)) for text in ranges]
    with connect(lake) as connection:
        if board is None:
            found = flop_distributions(connection, chosen)
        else:
            found = board_distributions(connection, board, chosen)
    return Drawn(title, (found, board, title), draw_distributions)


def draw_distributions(
    distributions: Sequence[Distribution], board: str | None = None, title: str = ""
) -> str:
    """The distributions of one or two ranges as SVG.

    Parameters
    ----------
    distributions : sequence of Distribution
    board : str, optional
        All flops if not given.
    title : str
        Above the chart.
    """
    head, top = svg.heading(title, _WIDTH)
    left, right = svg.MARGIN + _LEFT, _WIDTH - svg.MARGIN
    legend = list(_legend(distributions, top))
    top += 24 * len(distributions) + 34
    bottom = top + _PLOT
    x, y = (right - left) / 100, _PLOT / 100
    what = f"combos on {board}" if board else "deals on all 1,755 flops"
    below = f"% of the range's {what}, the best first"
    parts = [
        *head,
        *legend,
        svg.label(svg.MARGIN, top - 14, "% equity against one random opponent"),
        *upright_axis([(bottom - y * at, str(at)) for at in _PERCENTS], left, right),
        *level_axis([(left + x * at, str(at)) for at in _PERCENTS], top, bottom),
        svg.label((left + right) / 2, bottom + 44, below, text_anchor="middle"),
        *(
            _steps(distribution, left, bottom, colour)
            for distribution, colour in zip(distributions, KINDS, strict=False)
        ),
        *_strips(distributions, left, top, x),
    ]
    return svg.document(title or "Equity distribution", _WIDTH, bottom + 60, parts)


def _legend(distributions: Sequence[Distribution], top: float) -> Iterator[str]:
    for at, (distribution, colour) in enumerate(zip(distributions, KINDS, strict=False)):
        y = top + 24 * at
        combos = f"{distribution.combos:,.6g} combo{'' if distribution.combos == 1 else 's'}"
        numbers = f"{100 * distribution.mean:.2f} % on average, {combos}"
        numbers_left = _WIDTH - svg.MARGIN - svg.text_width(numbers, svg.TEXT_SIZE)
        name = svg.clean(distribution.name)
        name = svg.shortened(name, numbers_left - svg.MARGIN - 48, svg.TEXT_SIZE)
        yield svg.path("M", svg.MARGIN, y + 9, "h", 24, stroke=colour, stroke_width=3)
        yield svg.label(svg.MARGIN + 32, y + 14, name)
        yield svg.label(_WIDTH - svg.MARGIN, y + 14, numbers, text_anchor="end")


def _steps(distribution: Distribution, left: float, bottom: float, colour: str) -> str:
    """A line that goes across at each equity as far as it reaches, and then down to the next."""
    width = _WIDTH - svg.MARGIN - left
    xs = [svg.number(left + width * end) for end in distribution.ends.tolist()]
    ys = [svg.number(bottom - _PLOT * equity) for equity in distribution.equities.tolist()]
    path = f"M{svg.number(left)} {ys[0]}"
    for at, (x, y) in enumerate(zip(xs, ys, strict=True)):
        if at and y != ys[at - 1]:
            path += f"V{y}"
        if at + 1 == len(xs) or ys[at + 1] != y:
            path += f"H{x}"
    return svg.element("path", d=path, fill="none", stroke=colour, stroke_width=2)


def _strips(
    distributions: Sequence[Distribution], left: float, top: float, step: float
) -> Iterator[str]:
    """A strip without colour for each percent of the ranges, which tells the equity there."""
    yield '<g fill="none" pointer-events="all">'
    for percent in range(1, 101):
        told = [f"best {percent} %:"] + [
            f"{distribution.name}: {100 * distribution.at(percent / 100):.2f} % and more"
            for distribution in distributions
        ]
        x = left + step * (percent - 1)
        yield svg.rectangle(x, top, step, _PLOT, *told)
    yield "</g>"
