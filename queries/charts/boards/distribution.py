"""The equity distribution of one or two ranges, on one board or over all flops.

The holes of a range lie side by side from the best to the worst, each as wide as its share of the
range and as high as its equity: against one random hand, or of two ranges against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import duckdb
import numpy as np
import numpy.typing as npt
from rich.style import Style
from rich.text import Text

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, dead_holes, hand_combos
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.ranges.weights import hand_weights
from pokerlake.tables.errors import QueryError, UsageError

from ...connection import connect
from ...statements.run import own_rows
from ..drawing import numerals, svg
from ..drawing.canvas import DOTTED, SOLID, Canvas
from ..drawing.cells import TERMINAL, append_cards, start_text
from ..drawing.colours import FREE, KINDS, Ends
from ..drawing.layout import level_axis, upright_axis
from ..given import NamedRange, named_range
from ..registry import Argument, Drawn, MaxOption, MinOption, Option, chart
from .board_holes import BOARD_HELP, board_holes, board_title, parse_board

MOST_RANGES = 2
_WIDTH, _PLOT, _LEFT = 760.0, 420.0, 46.0
_PERCENTS = range(0, 101, 10)
_ROWS = 20  # in a terminal


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


@dataclass(frozen=True)
class Spread:
    """Distributions, and what is said of them."""

    distributions: Sequence[Distribution]
    board: str | None  # None for all flops
    title: str = ""
    against: str = "one random opponent"  # or "each other"
    ends: Ends = FREE  # of the axis in %, where they are given

    @property
    def axis(self) -> tuple[float, float]:
        """The lowest and the highest equity that is drawn, in %."""
        return (
            0.0 if self.ends.least is None else self.ends.least,
            100.0 if self.ends.most is None else self.ends.most,
        )

    def marks(self) -> list[tuple[float, str]]:
        """Equities in % along the axis, and how they are written; 50 is one if it is drawn."""
        low, high = self.axis
        values = {*numerals.ticks(low, high, 10), *([50.0] if low <= 50 <= high else [])}
        return list(zip(sorted(values), numerals.tick_numerals(sorted(values)), strict=True))

    @property
    def across(self) -> str:
        """What lies along the other axis."""
        what = f"combos on {self.board}" if self.board else "deals on all 1,755 flops"
        return f"% of the range's {what}, the best first"

    @property
    def beyond(self) -> str:
        """A note on equities that the axis does not have; empty if there are none."""
        low, high = self.axis
        equities = [100 * one.equities[at] for one in self.distributions for at in (0, -1)]
        if min(equities) >= low and max(equities) <= high:
            return ""
        return f"Equities beyond {low:g} to {high:g} % are drawn at the end of the axis."


@chart("distribution", place=70, example="--board 3h4sJh 'TT+, AKs:0.5' random", terminal=True)
def distribution(
    ranges: Annotated[
        list[str] | None,
        Argument(
            "One or two ranges, each against a random hand: 'TT+, AKs:0.5'.", "RANGE", wide=True
        ),
    ] = None,
    hero: Annotated[
        str | None, Option("A range against --villain, on a board.", "RANGE", wide=True)
    ] = None,
    villain: Annotated[
        str | None, Option("The range that --hero is against.", "RANGE", wide=True)
    ] = None,
    board: Annotated[str | None, Option(f"{BOARD_HELP}  [default: all flops]", "CARDS")] = None,
    min_: MinOption = None,
    max_: MaxOption = None,
    title: str = "",
    lake: Path | None = None,
) -> Drawn:
    """Draw the equity distribution of one or two ranges.

    The combos are ordered from the best to the worst, by equity against one random opponent, or,
    with --hero and --villain, each range against the other. Pointed at in SVG or HTML, the picture
    shows how good the best so many percent are.
    """
    ends = _ends(min_, max_)
    board = None if board is None else format_hand(parse_board(board))
    if hero is not None or villain is not None:
        found = _against_each_other(ranges, hero, villain, board, title, lake, ends)
        return Drawn(found.title, (found,), draw_distributions, distributions_text)
    if not ranges:
        raise UsageError("give one or two ranges, or --hero and --villain")
    chosen = [named_range(given, lake) for given in ranges]
    _require_ranges(chosen)
    title = title or board_title(f"equity of {' and '.join(one.short for one in chosen)}", board)
    if board is not None:
        made = board_distributions(board, chosen)
    else:
        with connect(lake) as connection:
            made = flop_distributions(connection, chosen)
    spread = Spread(made, board, title, ends=ends)
    return Drawn(title, (spread,), draw_distributions, distributions_text)


def _ends(least: float | None, most: float | None) -> Ends:
    ends = Ends.of(least, most)
    low, high = (0.0 if least is None else least), (100.0 if most is None else most)
    if not 0 <= low < high <= 100:
        raise UsageError(f"an axis from {low:g} to {high:g} %; equities are 0 to 100")
    return ends


def _against_each_other(
    ranges: Any,
    hero: Any,
    villain: Any,
    board: str | None,
    title: str,
    lake: Path | None,
    ends: Ends,
) -> Spread:
    if ranges:
        raise UsageError("give ranges against a random hand, or --hero and --villain, not both")
    if hero is None or villain is None:
        raise UsageError("--hero and --villain go together; give both")
    if board is None:
        raise UsageError(
            "--hero and --villain need a board; give a flop, turn or river with --board"
        )
    both = named_range(hero, lake), named_range(villain, lake)
    made = versus_distributions(board, *both)
    title = title or board_title(f"equity of {both[0].short}", board, both[1].short)
    return Spread(made, board, title, "the other range", ends)


def versus_distributions(board: str, hero: NamedRange, villain: NamedRange) -> list[Distribution]:
    """The distributions of two ranges on a board, each against the other.

    A hole counts as often as it is dealt: by its weight, times those of the holes that the other
    may have beside it. So the averages are the equities of the ranges, and are 1 together.

    Raises CardError if the text is no board; UsageError if a range is empty, nothing of it is left
    on the board, or the two cannot meet.
    """
    from pokerlake.engine.strength.weighted import board_strengths

    cards = parse_board(board)
    _require_ranges([hero, villain])
    live = ~dead_holes(cards.tolist())
    for one in (hero, villain):
        if not one.weights[live].any():
            raise UsageError(f"no combo of {one.name!r} is left on {board}")
    made = []
    for own, other in ((hero, villain), (villain, hero)):
        found = board_strengths(cards, other.weights)
        ahead, tied, behind = found.river.sum(axis=1).T
        total = ahead + tied + behind
        deals = own.weights[found.hole] * total
        there = deals > 0
        if not there.any():
            raise UsageError(f"{hero.name!r} and {villain.name!r} cannot meet on {board}")
        equities = (ahead + tied / 2)[there] / total[there]
        combos = float(own.weights[found.hole][there].sum())
        made.append(_distribution(own.name, equities, deals[there], combos))
    return made


def _distribution(
    name: str,
    equities: npt.NDArray[np.float64],
    weights: npt.NDArray[np.float64],
    combos: float,
) -> Distribution:
    """That of holes in any order: those of one equity are one step."""
    levels, place = np.unique(-equities, return_inverse=True)
    return Distribution(name, -levels, np.bincount(place, weights).astype(np.float64), combos)


def board_distributions(board: str, ranges: Sequence[NamedRange]) -> list[Distribution]:
    """The distributions of ranges on a board, less the holes that the board makes impossible.

    Raises CardError if the text is no board; UsageError if there are too many ranges, or none of a
    range is left on the board.
    """
    _require_ranges(ranges)
    found = board_holes(board)
    made = []
    for one in ranges:
        live = one.weights[found.holes]
        if not live.any():
            raise UsageError(f"no combo of {one.name!r} is left on {found.board}")
        there = live > 0
        equities = found.measures["equity"][there]
        made.append(_distribution(one.name, equities, live[there], float(live.sum())))
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
    shares = [hand_weights(one.weights) / hand_combos() for one in ranges]
    hands = [HANDS[hand] for hand in np.flatnonzero(np.any(shares, axis=0))]
    rows = own_rows(connection, "charts/flop_equities", hands=hands)
    hand = np.array([HAND_INDEX[name] for name in rows["hand"].to_pylist()], np.int64)
    missing = [name for name in hands if HAND_INDEX[name] not in hand]
    if missing:
        raise QueryError(f"flop_hands has no rows of {missing[0]}; run 'pokerlake verify'")
    bins, deals, sums = (rows[name].to_numpy() for name in ("thousandth", "deals", "equity_sum"))
    made = []
    for one, of_hand in zip(ranges, shares, strict=True):
        weighed = np.bincount(bins, of_hand[hand] * deals).astype(np.float64)
        there = np.flatnonzero(weighed)[::-1]
        equities = np.bincount(bins, of_hand[hand] * sums)[there] / weighed[there]
        combos = float(one.weights.sum())
        made.append(Distribution(one.name, equities, weighed[there], combos))
    return made


def _require_ranges(ranges: Sequence[NamedRange]) -> None:
    if not 1 <= len(ranges) <= MOST_RANGES:
        raise UsageError(f"{len(ranges)} ranges; give one or two")
    for one in ranges:
        if not one.weights.any():
            raise UsageError(f"the range {one.name!r} is empty; there is nothing to draw")


def draw_distributions(spread: Spread) -> str:
    """The distributions of one or two ranges as SVG, on a board or over all flops."""
    distributions = spread.distributions
    head, top = svg.heading(spread.title, _WIDTH)
    left, right = svg.MARGIN + _LEFT, _WIDTH - svg.MARGIN
    legend = list(_legend(distributions, top))
    top += 24 * len(distributions) + 34
    bottom = top + _PLOT
    x = (right - left) / 100

    def y(percent: float) -> float:
        return bottom - _PLOT * _place(spread, percent)

    parts = [
        *head,
        *legend,
        svg.label(svg.MARGIN, top - 14, f"% equity against {spread.against}"),
        *upright_axis([(y(at), text) for at, text in spread.marks()], left, right, strong=y(50)),
        *level_axis([(left + x * at, str(at)) for at in _PERCENTS], top, bottom),
        svg.label((left + right) / 2, bottom + 44, spread.across, text_anchor="middle"),
        *(
            _steps(distribution, left, y, colour)
            for distribution, colour in zip(distributions, KINDS, strict=False)
        ),
        *_strips(distributions, left, top, x),
    ]
    if spread.beyond:
        parts.append(svg.label(left, bottom + 68, spread.beyond))
    height = bottom + (84 if spread.beyond else 60)
    return svg.document(spread.title or "Equity distribution", _WIDTH, height, parts)


def _place(spread: Spread, percent: float) -> float:
    """Where an equity in % lies along the axis, 0 to 1; what is beyond is at its end."""
    low, high = spread.axis
    return min(1.0, max(0.0, (percent - low) / (high - low)))


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


def _steps(
    distribution: Distribution, left: float, y: Callable[[float], float], colour: str
) -> str:
    """A line that goes across at each equity as far as it reaches, and then down to the next."""
    width = _WIDTH - svg.MARGIN - left
    xs = [svg.number(left + width * end) for end in distribution.ends.tolist()]
    ys = [svg.number(y(100 * equity)) for equity in distribution.equities.tolist()]
    farthest = dict(zip(ys, xs, strict=True))  # of each height, as it is drawn
    steps = "V".join(f"{height}H{end}" for height, end in farthest.items())
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


def distributions_text(spread: Spread, columns: int = TERMINAL) -> Text:
    """The distributions for a terminal: the first in blocks, the second in dots."""
    text, canvas = start_text(spread.title), Canvas(columns, _ROWS)
    for distribution, signs, colour in zip(
        spread.distributions, (SOLID, DOTTED), KINDS, strict=False
    ):
        shares = [(column + 0.5) / canvas.columns for column in range(canvas.columns)]
        heights = [_place(spread, 100 * distribution.at(share)) for share in shares]
        canvas.curve(heights, signs, colour)
        text.append(signs[2] * 3, Style(color=colour))
        combos = f"{distribution.combos:,.6g} combo{'' if distribution.combos == 1 else 's'}"
        name = svg.clean(distribution.name)
        append_cards(text, f" {name}: {100 * distribution.mean:.2f} % on average, {combos}\n")
    low, high = spread.axis
    if low <= 50 <= high:
        canvas.level(_place(spread, 50))
    marks = [(_place(spread, value), mark) for value, mark in spread.marks()]
    text.append(f"% equity against {spread.against}\n")
    canvas.append_to(text, marks, [(at / 100, str(at)) for at in _PERCENTS], spread.across)
    return text.append(f"{spread.beyond}\n" if spread.beyond else "")
