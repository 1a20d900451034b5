"""Charts of boards: strength and potential of holes, equity of ranges, and by texture."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import duckdb
import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, dead_holes
from pokerlake.engine.cards.text import RANKS, format_hand
from pokerlake.engine.ranges.parser import Weights
from pokerlake.tables.errors import QueryError, UsageError, flag

from ..connection import connect
from ..statements.run import own_rows
from .drawing import figure as fig
from .drawing import numerals
from .drawing.colours import FREE, KINDS, VIRIDIS, Ends, Scale
from .drawing.terminal import SHADES
from .given import (
    BOARD_HELP,
    OF_HELP,
    STREETS,
    NamedRange,
    board_holes,
    board_title,
    named_range,
    names_of,
    parse_board,
    require_hands,
    require_measure,
)
from .hand_grids import hand_shares
from .registry import Argument, Option, chart

BINS = 50  # of potential and of strength, each 0 to 1
_MOST_NAMED = 24  # holes that a cell names
_CELL, _GROUND = 13.0, "#f4f4f4"
_LEAST_ROWS = 25  # half of the full height, even if all potential is low
_AXIS = 12  # columns of a terminal beside the map
_MOST_RANGES = 2
_LOGARITHMIC = 100  # the scale is logarithmic from this ratio of most to fewest deals on

# Each group of bars: the column of flops, its heading, and its kinds in order.
GROUPS = (
    ("suits", "Suits", ("rainbow", "two-tone", "monotone")),
    ("pairing", "Pairs", ("unpaired", "paired", "trips")),
    ("high", "Highest card", tuple(reversed(RANKS))),
    ("connected", "Most ranks that one straight can hold", ("1", "2", "3")),
    ("straights", "Pairs of ranks that make a straight", ("0", "1", "2", "3")),
)

Bin = tuple[int, int]


# ---------------------------------------------------------------- potential


@dataclass(frozen=True)
class Potential:
    """The number of deals by hand strength and potential."""

    # (50, 50), [hs, ppot], in steps of 0.02: cell i starts at 0.02 i and excludes the start of the
    # next cell; the last includes 1.
    deals: npt.NDArray[np.int64]
    counted: str  # combos of a board, or deals on all flops
    steps: str  # how far ahead the potential looks: one-step or two-step
    holes: Mapping[Bin, str] = field(default_factory=dict)  # names of the holes in a cell


@chart("potential", place=80, example="--board 3h4sJh", terminal=True)
def potential(
    board: Annotated[str | None, Option(f"{BOARD_HELP}  [default: all flops]", "CARDS")] = None,
    hand: Annotated[str | None, Option("A hand: AKs.  [default: all hands]", "HAND")] = None,
    ends: Ends = FREE,
    title: str = "",
    lake: Path | None = None,
) -> fig.Figure:
    """Draw hand strength against positive potential.

    The picture is for a board, or for all flops. Potential is two cards ahead on a flop, and one on
    a turn. In SVG and HTML, pointing at a cell shows its deals, and on a board its combos.
    """
    if ends.least is not None and ends.least < 1:
        least = flag("min", f"{ends.least:g}")
        raise UsageError(f"{least}; a cell with a colour has 1 deal or more")
    if board is not None and hand is not None:
        raise UsageError(f"give {flag('board')} or {flag('hand')}, not both")
    whose = hand or "each hand"
    title = title or board_title(f"hand strength and potential of {whose}", board)
    if board is not None:
        return potential_figure(board_potential(board), title, ends)
    with connect(lake) as connection:
        return potential_figure(flop_potential(connection, hand), title, ends)


def board_potential(board: str) -> Potential:
    """The holes on a flop or a turn."""
    cards = len(parse_board(board))
    if cards == 5:
        raise UsageError(f"{board} is a {STREETS[5]}, with no card to come: it has no potential")
    board_values = board_holes(board)
    steps, column = ("two-step", "ppot2") if cards == 3 else ("one-step", "ppot1")
    ratios = np.stack([board_values.measures["hs"], board_values.measures[column]])
    bins = np.minimum(np.floor(BINS * ratios), BINS - 1).astype(np.int64)
    deals = np.zeros((BINS, BINS), np.int64)
    np.add.at(deals, tuple(bins), 1)
    holes: dict[Bin, list[int]] = {}
    for hole, row, col in zip(board_values.holes.tolist(), *bins.tolist(), strict=True):
        holes.setdefault((row, col), []).append(hole)
    named = {}
    for place, members in holes.items():
        more = len(members) - _MOST_NAMED
        shown = sorted(members, reverse=True)[:_MOST_NAMED]
        named[place] = names_of(shown) + (f" and {more} more" if more > 0 else "")
    return Potential(deals, "combos", steps, named)


def flop_potential(connection: duckdb.DuckDBPyConnection, hand: str | None = None) -> Potential:
    """The deals of a hand, or of all hands, on all flops, from the view ``flop_strength``."""
    if hand is not None:
        hand = HANDS[require_hands([hand])[0]]
    rows = own_rows(connection, "charts/flop_potential", hand=hand, bins=BINS)
    if not len(rows):
        raise QueryError(f"flop_hands has no rows of {hand or 'any hand'}; run 'pokerlake verify'")
    deals = np.zeros((BINS, BINS), np.int64)
    deals[rows["hs_bin"].to_numpy(), rows["ppot_bin"].to_numpy()] = rows["deals"].to_numpy()
    return Potential(deals, "deals", "two-step")


def potential_figure(potential: Potential, title: str = "", ends: Ends = FREE) -> fig.Figure:
    """The heat map; the tooltip of a cell has its number of deals.

    In a terminal, a column is one step of strength, or two, and a row two steps of potential.
    """
    # All steps of potential up to the highest, rounded up to a tenth.
    tenth, highest = BINS // 10, int(np.flatnonzero(potential.deals.any(axis=0))[-1]) + 1
    rows = max(_LEAST_ROWS, -(-highest // tenth) * tenth)
    marks = [mark / 10 for mark in range(11)]
    above = f"{potential.steps} PPot, against one random opponent"
    heights = [(mark, f"{mark:g}") for mark in marks if mark * BINS <= rows + 1e-9]
    across = fig.Axis(0, 1, [(mark, f"{mark:g}") for mark in marks], "HS")
    colours = _Counted.of(potential.deals, ends)
    scale, unit = colours.scale, f"{potential.counted}, {colours.name}"
    plot = fig.Plot(
        across,
        fig.Axis(0, rows / BINS, heights, above),
        [fig.HeatMap(BINS, rows, list(_cells(potential, colours)), scale)],
        ground=[fig.Ground(_GROUND)],
        left=46,
        width=2 * fig.MARGIN + 46 + BINS * _CELL,
        height=rows * _CELL,
        above=34,
        drop=14,
    )
    legend = fig.Colours(scale, unit, BINS * _CELL, colours.marks(), above=66, indent=46)

    return fig.Figure(
        title,
        [
            plot,
            legend,
            fig.Notes(_beyond(colours.spread, ends), drop=60, foot=10, indent=46, empty=50),
        ],
        partial(_in_letters, potential, across, above, rows, ends),
        "Potential",
        plot.width,
    )


def _in_letters(
    potential: Potential, across: fig.Axis, above: str, rows: int, ends: Ends, columns: int
) -> Iterator[Any]:
    wide = 1 if columns >= BINS + _AXIS else 2
    high = -(-rows // 2)
    deals = potential.deals.reshape(BINS // wide, wide, BINS // 2, 2).sum(axis=(1, 3))
    shown = _Counted.of(deals, ends)
    cells = [
        (column, row, shown.value(int(deals[column, row])), ())
        for column, row in np.argwhere(deals).tolist()
        if row < high
    ]
    up = [
        (mark * BINS / 20 - 0.5, f"{mark / 10:g}")
        for mark in range(1, 11)
        if mark * BINS / 20 - 0.5 <= high - 1
    ]
    yield fig.Plot(
        across,
        fig.Axis(0, high - 1, up, above),
        [fig.HeatMap(BINS // wide, high, cells, shown.scale)],
        rows=high,
        columns=BINS // wide,
    )
    low, most = ends.over(*shown.spread)
    yield f"{SHADES.strip()} {low:,.9g} to {most:,.9g} {potential.counted}, {shown.name}"
    yield from (f"\n{note}" for note in _beyond(shown.spread, ends))


@dataclass(frozen=True)
class _Counted:
    """The colours for numbers of deals, by the numbers or their logarithms."""

    name: str  # linear or logarithmic
    scale: Scale
    spread: tuple[float, float]  # the fewest and the most

    @classmethod
    def of(cls, deals: npt.NDArray[np.int64], ends: Ends) -> _Counted:
        spread = float(deals[deals > 0].min()), float(deals.max())
        fewest, most = ends.over(*spread)
        if most >= _LOGARITHMIC * fewest:
            scale = Scale(math.log10(fewest), math.log10(most), VIRIDIS)
            return cls("logarithmic", scale, spread)
        return cls("linear", Scale(0 if ends.least is None else fewest, most, VIRIDIS), spread)

    def value(self, count: int) -> float:
        """The place of a number on the scale."""
        return math.log10(count) if self.name == "logarithmic" else count

    def marks(self) -> list[tuple[float, str]]:
        """The marks of the scale: powers of ten, or integers."""
        low, high = self.scale.low, self.scale.high
        if self.name == "logarithmic":
            powers = range(math.ceil(low - 1e-9), math.floor(high + 1e-9) + 1)
            return [(float(power), f"{10**power:,}") for power in powers]
        whole = [mark for mark in numerals.ticks(low, high, 6) if mark == int(mark)]
        return list(zip(whole, numerals.tick_numerals(whole), strict=True))


def _beyond(spread: tuple[float, float], ends: Ends) -> list[str]:
    """A note on numbers beyond the scale."""
    low, high = ends.over(*spread)
    fewer = [f"fewer than {low:,.9g}"] * (spread[0] < low)
    more = [f"more than {high:,.9g}"] * (spread[1] > high)
    beyond = " or ".join(fewer + more)
    return [f"Cells of {beyond} have the colour of the end."] if beyond else []


def _cells(
    potential: Potential, colours: _Counted
) -> Iterator[tuple[int, int, float, tuple[str, ...]]]:
    total = int(potential.deals.sum())
    for row, col in np.argwhere(potential.deals).tolist():
        count = int(potential.deals[row, col])
        counted = potential.counted.removesuffix("s" if count == 1 else "")
        hs, ppot = (f"{at / BINS:.2f} to {(at + 1) / BINS:.2f}" for at in (row, col))
        tooltip = [
            f"HS {hs}, PPot {ppot}: {count:,} {counted}, {numerals.percent(count / total)} %"
        ]
        if (row, col) in potential.holes:
            tooltip.append(potential.holes[row, col])
        yield row, col, colours.value(count), tuple(tooltip)


# ---------------------------------------------------------------- textures


@dataclass(frozen=True)
class Average:
    """The mean of a range on flops of one kind."""

    flops: int  # raw flops of that kind, of 22,100
    value: float | None  # the mean over the range's deals, 0 to 1; None if it cannot be dealt

    @property
    def percent(self) -> float:
        """The mean in %; 0 if there is none."""
        return 100 * (self.value or 0.0)


@dataclass(frozen=True)
class Textures:
    """The means of a range by texture."""

    measure: str  # of the mean, such as EHS
    everywhere: Average  # on all flops
    kinds: Mapping[tuple[str, str], Average]  # by the column of flops and its value, as text


@chart("texture", place=90, example="'TT+, AKs:0.5'", terminal=True)
def texture(
    range_: Annotated[str, Argument("A range: 'TT+, AKs:0.5'.", "RANGE", wide=True)],
    of: Annotated[str, Option(OF_HELP, "MEASURE")] = "equity",
    ends: Ends = FREE,
    title: str = "",
    lake: Path | None = None,
) -> fig.Figure:
    """Draw how a range does on flops of each texture.

    A bar goes from the mean over all flops to the mean over all flops of a kind, weighted by deals,
    against one random opponent. Its axis is the difference in %.
    """
    hole_range = named_range(range_, lake)
    with connect(lake) as connection:
        textures = flop_textures(connection, hole_range.weights, of)
    measure = f"{textures.measure[0].upper()}{textures.measure[1:]}"
    title = (
        title
        or f"{measure} of {hole_range.short} by the texture of the flop, against a random hand"
    )
    return textures_figure(textures, title, ends)


def flop_textures(
    connection: duckdb.DuckDBPyConnection, weights: Weights, measure: str = "equity"
) -> Textures:
    """The means of a range by the texture of the flop, from ``flops`` and ``flop_strength``.

    Each live hole on each flop counts as often as it is dealt. The measure is a column of
    ``flop_strength``.
    """
    called = require_measure(measure, 3)
    shares = hand_shares(weights)
    used = np.flatnonzero(shares)
    rows = own_rows(
        connection,
        "charts/flop_textures",
        hands=[HANDS[hand] for hand in used],
        range_weights=shares[used].tolist(),
        measure=measure,
    ).to_pylist()
    averages = {
        (row["texture"], row["kind"]): Average(row["flops"], row["average"]) for row in rows
    }
    everywhere = averages.pop(("all", "all"), None)
    known = {(texture, kind) for texture, _, kinds in GROUPS for kind in kinds}
    if everywhere is None or everywhere.value is None or not known.issuperset(averages):
        raise QueryError("flops or flop_hands is not whole; run 'pokerlake verify'")
    return Textures(called, everywhere, averages)


def _groups(textures: Textures) -> Iterator[tuple[str, list[fig.Difference]]]:
    """The heading of each group, and its bars."""
    everywhere = textures.everywhere
    for group, heading, names in GROUPS:
        bars = []
        for name in names:
            average = textures.kinds.get((group, name))
            if average is None:
                continue
            tooltip = f"{name}: {average.flops:,} of {everywhere.flops:,} flops"
            less, figures = None, ("–", "", f"{average.flops:,}")
            if average.value is None:
                tooltip += ", on which the range cannot be dealt"
            else:
                less = average.percent - everywhere.percent
                tooltip += (
                    f", {average.percent:.3f} % {textures.measure}, {less:+z.3f} against the mean"
                )
                figures = f"{average.percent:.2f}", f"{less:+z.2f}", figures[2]
            bars.append(fig.Difference(name, less, tooltip, figures))
        yield heading, bars


def textures_figure(textures: Textures, title: str = "", ends: Ends = FREE) -> fig.Figure:
    """Bars of differences from the mean; the tooltip of each has its exact numbers."""
    groups, mean = list(_groups(textures)), textures.everywhere.percent
    differences = [bar.value for _, bars in groups for bar in bars if bar.value is not None]
    lowest, highest = min(0.0, *differences), max(0.0, *differences)
    if lowest == highest:
        lowest, highest = -1.0, 1.0
    low, high = ends.over(lowest, highest)
    if not low <= 0 <= high:
        raise UsageError(
            f"an axis from {low:g} to {high:g}; it needs 0, the mean, where bars begin"
        )
    axis = fig.Axis.over(low, high, most=6)
    beyond = f"Differences beyond {low:+g} to {high:+g} are cut off, with an arrow."
    beyond = beyond if lowest < low or highest > high else ""
    even = 50 - mean if textures.measure == "equity" and low < 50 - mean < high else None
    begin = f"Bars go from {mean:.2f} % {textures.measure}, the mean over all 1,755 flops"
    notes = [
        f"{begin} (0).",
        "Against one random opponent; a hole on a flop counts as often as it is dealt.",
        *["Dashed: 50 % equity."] * (even is not None),
        *[numerals.minus(beyond)] * bool(beyond),
    ]
    each = "Against one random opponent; each hole counts as often as it is dealt."
    heads = ("less mean", "flops")
    bars = fig.Differences(groups, axis, (f"% {textures.measure}", *heads), even)
    brief = replace(bars, heads=(f"{textures.measure} %", *heads))
    return fig.Figure(
        title,
        [bars, fig.Notes(notes, drop=42, foot=20)],
        [
            brief,
            f"\n{begin}.\n{each}\n{beyond}" + "\n" * bool(beyond),
        ],
        "Texture",
    )


# ---------------------------------------------------------------- distributions


@dataclass(frozen=True)
class Distribution:
    """The equity distribution of a range."""

    name: str  # the range as written
    equities: npt.NDArray[np.float64]  # (n,), 0 to 1, descending
    weights: npt.NDArray[np.float64]  # (n,), above 0: combos on a board, or deals over many
    combos: float  # of the range

    @property
    def mean(self) -> float:
        """The mean equity of the range."""
        return float(np.average(self.equities, weights=self.weights))

    @property
    def ends(self) -> npt.NDArray[np.float64]:
        """The share of the range with at least each equity, ``(n,)``, up to 1."""
        sums = np.cumsum(self.weights)
        shares: npt.NDArray[np.float64] = sums / sums[-1]
        return shares

    def at(self, share: float) -> float:
        """The equity that this share of the range, above 0 and up to 1, has or exceeds."""
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
    ends: Ends = FREE,
    title: str = "",
    lake: Path | None = None,
) -> fig.Figure:
    """Draw the equity distribution of one or two ranges.

    The combos are ordered from the best to the worst, by equity against one random opponent, or,
    with --hero and --villain, each range against the other. In SVG and HTML, pointing at the
    picture shows the lowest equity among the best percent of each range up to there.
    """
    low, high = ends.within(0, 100)
    if not 0 <= low < high <= 100:
        raise UsageError(f"an axis from {low:g} to {high:g} %; equities are 0 to 100")
    board = None if board is None else format_hand(parse_board(board))
    both = f"{flag('hero')} and {flag('villain')}"
    is_versus = hero is not None or villain is not None
    if not is_versus and not ranges:
        raise UsageError(f"give one or two ranges, or {both}")
    if is_versus and ranges:
        raise UsageError(f"give ranges against a random hand, or {both}, not both")
    if is_versus and (hero is None or villain is None):
        raise UsageError(f"{both} go together; give both")
    if is_versus and board is None:
        raise UsageError(f"{both} need a board; give a flop, turn or river with {flag('board')}")
    chosen = [named_range(text, lake) for text in (ranges or (hero, villain))]
    if len(chosen) > _MOST_RANGES:
        raise UsageError(f"{len(chosen)} ranges; give one or two")
    for hole_range in chosen:
        if not hole_range.weights.any():
            raise UsageError(f"the range {hole_range.name!r} is empty; there is nothing to draw")
    against = [hole_range.short for hole_range in chosen[1:]] if is_versus else []
    names = (
        chosen[0].short if is_versus else " and ".join(hole_range.short for hole_range in chosen)
    )
    title = title or board_title(f"equity of {names}", board, *against)
    if board is None:
        with connect(lake) as connection:
            return distributions_figure(flop_distributions(connection, chosen), None, title, ends)
    if is_versus:
        made = versus_distributions(board, *chosen)
        return distributions_figure(made, board, title, ends, "the other range")
    return distributions_figure(board_distributions(board, chosen), board, title, ends)


def versus_distributions(board: str, hero: NamedRange, villain: NamedRange) -> list[Distribution]:
    """The distributions of two ranges on a board, each against the other.

    A hole counts as often as it is dealt: by its weight, times the weights of the other's holes
    that it does not block. So the means are the equities of the ranges, and sum to 1.
    """
    from pokerlake.engine.strength.weighted import board_strengths

    cards = parse_board(board)
    live = ~dead_holes(cards.tolist())
    for hole_range in (hero, villain):
        if not hole_range.weights[live].any():
            raise UsageError(f"no combo of {hole_range.name!r} is left on {board}")
    made = []
    for first, second in ((hero, villain), (villain, hero)):
        strengths = board_strengths(cards, second.weights)
        ahead, tied, behind = strengths.river.sum(axis=1).T
        total = ahead + tied + behind
        deals = first.weights[strengths.hole] * total
        there = deals > 0
        if not there.any():
            raise UsageError(f"{hero.name!r} and {villain.name!r} cannot meet on {board}")
        equities = (ahead + tied / 2)[there] / total[there]
        combos = float(first.weights[strengths.hole][there].sum())
        made.append(_distribution(first.name, equities, deals[there], combos))
    return made


def _distribution(
    name: str,
    equities: npt.NDArray[np.float64],
    weights: npt.NDArray[np.float64],
    combos: float,
) -> Distribution:
    """The distribution of holes in any order; holes of equal equity are one step."""
    levels, place = np.unique(-equities, return_inverse=True)
    return Distribution(name, -levels, np.bincount(place, weights).astype(np.float64), combos)


def board_distributions(board: str, ranges: Sequence[NamedRange]) -> list[Distribution]:
    """The distributions of ranges on a board, without the holes that it blocks."""
    board_values = board_holes(board)
    made = []
    for hole_range in ranges:
        live = hole_range.weights[board_values.holes]
        if not live.any():
            raise UsageError(f"no combo of {hole_range.name!r} is left on {board_values.board}")
        there = live > 0
        equities = board_values.measures["equity"][there]
        made.append(_distribution(hole_range.name, equities, live[there], float(live.sum())))
    return made


def flop_distributions(
    connection: duckdb.DuckDBPyConnection, ranges: Sequence[NamedRange]
) -> list[Distribution]:
    """The distributions of ranges over all flops, from the view ``flop_strength``.

    Each live hole on each flop counts as often as it is dealt. Equities are binned by thousandths;
    a bin has the mean of its equities, so that the overall mean is exact.
    """
    shares = [hand_shares(hole_range.weights) for hole_range in ranges]
    hands = [HANDS[hand] for hand in np.flatnonzero(np.any(shares, axis=0))]
    rows = own_rows(connection, "charts/flop_equities", hands=hands)
    hand = np.array([HAND_INDEX[name] for name in rows["hand"].to_pylist()], np.int64)
    missing = [name for name in hands if HAND_INDEX[name] not in hand]
    if missing:
        raise QueryError(f"flop_hands has no rows of {missing[0]}; run 'pokerlake verify'")
    bins, deals, sums = (rows[name].to_numpy() for name in ("thousandth", "deals", "equity_sum"))
    made = []
    for hole_range, of_hand in zip(ranges, shares, strict=True):
        weighed = np.bincount(bins, of_hand[hand] * deals).astype(np.float64)
        there = np.flatnonzero(weighed)[::-1]
        equities = np.bincount(bins, of_hand[hand] * sums)[there] / weighed[there]
        combos = float(hole_range.weights.sum())
        made.append(Distribution(hole_range.name, equities, weighed[there], combos))
    return made


def distributions_figure(
    distributions: Sequence[Distribution],
    board: str | None,
    title: str = "",
    ends: Ends = FREE,
    against: str = "one random opponent",
) -> fig.Figure:
    """The distributions of one or two ranges, on a board or over all flops.

    A terminal shows the first in blocks, the second in dots.
    """
    low, high = ends.within(0, 100)
    even = 50.0 if low <= 50 <= high else None
    values = sorted({*numerals.ticks(low, high, 10), *([] if even is None else [even])})
    marks = list(zip(values, numerals.tick_numerals(values), strict=True))
    where = f"combos on {board}" if board else "deals on all 1,755 flops"
    across = fig.Axis.percents(f"% of the range's {where}, the best first", 10)
    curves = [
        fig.Curve(
            spread.name,
            spread.ends,
            100 * spread.equities,
            colour,
            f"{100 * spread.mean:.2f} % on average, "
            f"{spread.combos:,.6g} combo{'s' * (spread.combos != 1)}",
            drawn=True,
            steps=True,
        )
        for spread, colour in zip(distributions, KINDS, strict=False)
    ]
    tooltips = [
        (
            f"best {percent} %:",
            *(
                f"{spread.name}: {100 * spread.at(percent / 100):.2f} % and more"
                for spread in distributions
            ),
        )
        for percent in range(1, 101)
    ]
    group = {"fill": "none", "pointer_events": "all"}
    plot = fig.Plot(
        across,
        fig.Axis(low, high, marks, f"% equity against {against}", strong=even),
        [*curves, fig.Strips(tooltips, group=group)],
        left=46,
        above=24 * len(distributions) + 34,
        drop=14,
        listed_above=True,
        apart=False,
    )
    reached = [100 * spread.equities[at] for spread in distributions for at in (0, -1)]
    beyond = []
    if min(reached) < low or max(reached) > high:
        beyond = [f"Equities beyond {low:g} to {high:g} % are drawn at the end of the axis."]
    return fig.Figure(
        title,
        [plot, fig.Notes(beyond, drop=68, foot=16, indent=46, empty=60)],
        [plot, *(f"{note}\n" for note in beyond)],
        "Equity distribution",
    )
