"""The equity distribution of one or two ranges, on one board or over all flops.

The holes of a range lie side by side from the best to the worst, each as wide as its share of the
range and as high as its equity: against one random hand, or of two ranges against each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import duckdb
import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, dead_holes, hand_combos
from pokerlake.engine.cards.text import format_hand
from pokerlake.engine.ranges.top_percent import hand_weights
from pokerlake.tables.errors import QueryError, UsageError, flag

from ...connection import connect
from ...statements.run import own_rows
from ..drawing import numerals
from ..drawing.colours import FREE, KINDS, Ends
from ..drawing.figure import Axis, Curve, Figure, Notes, Plot, Strips
from ..given import (
    BOARD_HELP,
    NamedRange,
    board_holes,
    board_title,
    named_range,
    parse_board,
)
from ..registry import Argument, MaxOption, MinOption, Option, chart

MOST_RANGES = 2


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
) -> Figure:
    """Draw the equity distribution of one or two ranges.

    The combos are ordered from the best to the worst, by equity against one random opponent, or,
    with --hero and --villain, each range against the other. Pointed at in SVG or HTML, the picture
    shows how good the best so many percent are.
    """
    ends = Ends.of(min_, max_)
    low, high = (0.0 if min_ is None else min_), (100.0 if max_ is None else max_)
    if not 0 <= low < high <= 100:
        raise UsageError(f"an axis from {low:g} to {high:g} %; equities are 0 to 100")
    board = None if board is None else format_hand(parse_board(board))
    if hero is not None or villain is not None:
        return _against_each_other(ranges, hero, villain, board, title, lake, ends)
    if not ranges:
        both = f"{flag('hero')} and {flag('villain')}"
        raise UsageError(f"give one or two ranges, or {both}")
    chosen = [named_range(given, lake) for given in ranges]
    _require_ranges(chosen)
    title = title or board_title(f"equity of {' and '.join(one.short for one in chosen)}", board)
    if board is not None:
        made = board_distributions(board, chosen)
    else:
        with connect(lake) as connection:
            made = flop_distributions(connection, chosen)
    return distributions_figure(made, board, title, ends=ends)


def _against_each_other(
    ranges: Any,
    hero: Any,
    villain: Any,
    board: str | None,
    title: str,
    lake: Path | None,
    ends: Ends,
) -> Figure:
    both = f"{flag('hero')} and {flag('villain')}"
    if ranges:
        raise UsageError(f"give ranges against a random hand, or {both}, not both")
    if hero is None or villain is None:
        raise UsageError(f"{both} go together; give both")
    if board is None:
        raise UsageError(f"{both} need a board; give a flop, turn or river with {flag('board')}")
    named = named_range(hero, lake), named_range(villain, lake)
    made = versus_distributions(board, *named)
    title = title or board_title(f"equity of {named[0].short}", board, named[1].short)
    return distributions_figure(made, board, title, "the other range", ends)


def versus_distributions(board: str, hero: NamedRange, villain: NamedRange) -> list[Distribution]:
    """The distributions of two ranges on a board, each against the other.

    A hole counts as often as it is dealt: by its weight, times those of the holes that the other
    may have beside it. So the averages are the equities of the ranges, and are 1 together.
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
    """The distributions of ranges on a board, less the holes that the board makes impossible."""
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


def distributions_figure(
    distributions: Sequence[Distribution],
    board: str | None,
    title: str = "",
    against: str = "one random opponent",
    ends: Ends = FREE,
) -> Figure:
    """The distributions of one or two ranges, on a board or over all flops.

    A terminal has the first in blocks, the second in dots.
    """
    low = 0.0 if ends.least is None else ends.least
    high = 100.0 if ends.most is None else ends.most
    even = 50.0 if low <= 50 <= high else None
    values = sorted({*numerals.ticks(low, high, 10), *([] if even is None else [even])})
    marks = list(zip(values, numerals.tick_numerals(values), strict=True))
    where = f"combos on {board}" if board else "deals on all 1,755 flops"
    across = Axis.percents(f"% of the range's {where}, the best first", 10)
    curves = [
        Curve(
            one.name,
            one.ends,
            100 * one.equities,
            colour,
            f"{100 * one.mean:.2f} % on average, {_combos(one.combos)}",
            drawn=True,
            steps=True,
        )
        for one, colour in zip(distributions, KINDS, strict=False)
    ]
    told = [
        (
            f"best {percent} %:",
            *(f"{one.name}: {100 * one.at(percent / 100):.2f} % and more" for one in distributions),
        )
        for percent in range(1, 101)
    ]
    group = {"fill": "none", "pointer_events": "all"}
    plot = Plot(
        across,
        Axis(low, high, marks, f"% equity against {against}", strong=even),
        [*curves, Strips(told, group=group)],
        left=46,
        above=24 * len(distributions) + 34,
        drop=14,
        listed_above=True,
        apart=False,
    )
    reached = [100 * one.equities[at] for one in distributions for at in (0, -1)]
    beyond = []
    if min(reached) < low or max(reached) > high:
        beyond = [f"Equities beyond {low:g} to {high:g} % are drawn at the end of the axis."]
    return Figure(
        title,
        [plot, Notes(beyond, drop=68, foot=16, indent=46, empty=60)],
        lambda _: [plot, *(f"{note}\n" for note in beyond)],
        "Equity distribution",
    )


def _combos(combos: float) -> str:
    return f"{combos:,.6g} combo{'' if combos == 1 else 's'}"
