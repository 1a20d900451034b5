"""The equity distribution of one or two ranges, on one board or over all flops.

The holes of a range lie side by side from the best to the worst, each as wide as its share of the
range and as high as its equity.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import duckdb
import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, hand_combos
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.ranges.parts import Weights
from pokerlake.engine.ranges.weights import hand_weights
from pokerlake.tables.errors import QueryError, UsageError

from ...answers.ranges.given import range_weights
from ...connection import connect
from ...statements.run import own_rows
from ..drawing import svg
from ..drawing.colours import KINDS
from ..drawing.layout import level_axis, upright_axis
from ..registry import Argument, Drawn, Option, chart
from .board_holes import BOARD_HELP, board_holes, board_title, parse_board

MOST_RANGES = 2
_WIDTH, _PLOT, _LEFT = 760.0, 420.0, 46.0
_PERCENTS = range(0, 101, 10)

NamedRange = tuple[str, Weights]  # as given, and the weights of holes


@dataclass(frozen=True)
class Distribution:
    """How equity is spread over a range."""

    name: str  # the range as it was given
    equities: npt.NDArray[np.float64]  # (n,), 0 to 1, descending
    weights: npt.NDArray[np.float64]  # (n,), over 0: combos on a board, or deals over many
    combos: float  # of the range

    @property
    def mean(self) -> float:
        """The average equity of the range."""
        return float(np.average(self.equities, weights=self.weights))

    @property
    def ends(self) -> npt.NDArray[np.float64]:
        """The share of the range that is as good as each equity or better, ``(n,)``, up to 1."""
        sums = np.cumsum(self.weights)
        shares: npt.NDArray[np.float64] = sums / sums[-1]
        return shares

    def at(self, share: float) -> float:
        """The equity that so much of the range has or exceeds; ``share`` is over 0, and up to 1."""
        place = int(np.searchsorted(self.ends, share - 1e-9))
        return float(self.equities[min(place, len(self.equities) - 1)])


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
    board = None if board is None else format_hand(parse_board(board))
    title = title or board_title("equity distribution", board)
    chosen = [(text, range_weights(text, lake)) for text in ranges]
    with connect(lake) as connection:
        if board is None:
            found = flop_distributions(connection, chosen)
        else:
            found = board_distributions(connection, board, chosen)
    return Drawn(title, (found, board, title), draw_distributions)


def board_distributions(
    connection: duckdb.DuckDBPyConnection, board: str, ranges: Sequence[NamedRange]
) -> list[Distribution]:
    """The distributions of ranges on a board, less the holes that the board makes impossible.

    Raises CardError if the text is no board; UsageError if there are too many ranges, or none of a
    range is left on the board; QueryError if the view is not there.
    """
    _require_ranges(ranges)
    found = board_holes(connection, board)
    made = []
    for name, weights in ranges:
        live = weights[found.holes]
        if not live.any():
            raise UsageError(f"no combo of {name!r} is left on {found.board}")
        there = live > 0
        levels, place = np.unique(-found.measures["equity"][there], return_inverse=True)
        weighed = np.bincount(place, live[there]).astype(np.float64)
        made.append(Distribution(name, -levels, weighed, float(live.sum())))
    return made


def flop_distributions(
    connection: duckdb.DuckDBPyConnection, ranges: Sequence[NamedRange]
) -> list[Distribution]:
    """The distributions of ranges over all flops, from the lake's view ``flop_strength``.

    Each hole on each flop that leaves it counts as often as it is dealt. Equities are in steps of a
    thousandth, each the mean of those in it, so that the average is exact.

    Raises UsageError if there are too many ranges, or a range is empty; QueryError if the view is
    not there, or lacks a hand.
    """
    _require_ranges(ranges)
    shares = [hand_weights(weights) / hand_combos() for _, weights in ranges]
    hands = [HANDS[hand] for hand in np.flatnonzero(np.any(shares, axis=0))]
    rows = own_rows(connection, "charts/flop_equities", hands=hands)
    hand = np.array([HAND_INDEX[name] for name in rows["hand"].to_pylist()], np.int64)
    missing = [name for name in hands if HAND_INDEX[name] not in hand]
    if missing:
        raise QueryError(f"flop_hands has no rows of {missing[0]}; run 'pokerlake verify'")
    bins, deals, sums = (rows[name].to_numpy() for name in ("thousandth", "deals", "equity_sum"))
    made = []
    for (name, weights), of_hand in zip(ranges, shares, strict=True):
        weighed = np.bincount(bins, of_hand[hand] * deals).astype(np.float64)
        there = np.flatnonzero(weighed)[::-1]
        equities = np.bincount(bins, of_hand[hand] * sums)[there] / weighed[there]
        made.append(Distribution(name, equities, weighed[there], float(weights.sum())))
    return made


def _require_ranges(ranges: Sequence[NamedRange]) -> None:
    if not 1 <= len(ranges) <= MOST_RANGES:
        raise UsageError(f"{len(ranges)} ranges; give one or two")
    for name, weights in ranges:
        if not weights.any():
            raise UsageError(f"the range {name!r} is empty; there is nothing to draw")


def draw_distributions(
    distributions: Sequence[Distribution], board: str | None = None, title: str = ""
) -> str:
    """The distributions of one or two ranges as SVG, on a board or over all flops."""
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
        room = numbers_left - svg.MARGIN - 48
        name = svg.shortened(svg.clean(distribution.name), room, svg.TEXT_SIZE)
        yield svg.path("M", svg.MARGIN, y + 9, "h", 24, stroke=colour, stroke_width=3)
        yield svg.label(svg.MARGIN + 32, y + 14, name)
        yield svg.label(_WIDTH - svg.MARGIN, y + 14, numbers, text_anchor="end")


def _steps(distribution: Distribution, left: float, bottom: float, colour: str) -> str:
    """A line that goes across at each equity as far as it reaches, and then down to the next."""
    width = _WIDTH - svg.MARGIN - left
    xs = [svg.number(left + width * end) for end in distribution.ends.tolist()]
    ys = [svg.number(bottom - _PLOT * equity) for equity in distribution.equities.tolist()]
    farthest = dict(zip(ys, xs, strict=True))  # of each height, as it is drawn
    steps = "V".join(f"{y}H{x}" for y, x in farthest.items())
    path = f"M{svg.number(left)} {steps}"
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
