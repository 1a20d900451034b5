"""Boards: strength and potential of holes on them, and how a range does on flops of each kind."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import duckdb
import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HANDS
from pokerlake.engine.cards.text import RANKS
from pokerlake.engine.ranges.parser import Weights
from pokerlake.tables.errors import QueryError, UsageError, flag

from ...connection import connect
from ...statements.run import own_rows
from ..drawing import numerals
from ..drawing.colours import FREE, VIRIDIS, Ends, Scale
from ..drawing.figure import (
    MARGIN,
    Axis,
    Colours,
    Difference,
    Differences,
    Figure,
    Ground,
    HeatMap,
    Notes,
    Plot,
)
from ..drawing.terminal import SHADES
from ..given import (
    BOARD_HELP,
    OF_HELP,
    STREETS,
    board_holes,
    board_title,
    named_range,
    names_of,
    parse_board,
    require_hands,
    require_measure,
)
from ..hands.hand_grids import hand_shares
from ..registry import Argument, MaxOption, MinOption, Option, chart

BINS = 50  # of potential and of strength: each of 0 to 1, either way
_MOST_NAMED = 24  # holes that a cell names
_CELL, _GROUND = 13.0, "#f4f4f4"
_LEAST_ROWS = 25  # half of the way up, however little potential there is
_AXIS = 12  # columns of a terminal beside the map
_LOGARITHMIC = 100  # how many times the fewest deals the most must be

# Each group of bars: the column of flops, what stands above it, and its kinds in order.
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
    """How many deals have which hand strength and potential."""

    # (50, 50), [hs, ppot], in steps of 0.02: cell i is from 0.02 i up to, but without, the next
    # one's; the last has 1 as well.
    deals: npt.NDArray[np.int64]
    counted: str  # combos of a board, or deals on all flops
    steps: str  # how far ahead the potential looks: one-step or two-step
    holes: Mapping[Bin, str] = field(default_factory=dict)  # the names of those in a cell


@chart("potential", place=80, example="--board 3h4sJh", terminal=True)
def potential(
    board: Annotated[str | None, Option(f"{BOARD_HELP}  [default: all flops]", "CARDS")] = None,
    hand: Annotated[str | None, Option("A hand: AKs.  [default: all hands]", "HAND")] = None,
    min_: MinOption = None,
    max_: MaxOption = None,
    title: str = "",
    lake: Path | None = None,
) -> Figure:
    """Draw hand strength against positive potential.

    The picture is for a board, or for all flops. Potential is two cards ahead on a flop, and one on
    a turn. Pointed at in SVG or HTML, a cell shows its deals, and on a board its combos.
    """
    ends = Ends.of(min_, max_)
    if min_ is not None and min_ < 1:
        raise UsageError(f"{flag('min', f'{min_:g}')}; a cell with a colour has 1 deal or more")
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
    found = board_holes(board)
    steps, column = ("two-step", "ppot2") if cards == 3 else ("one-step", "ppot1")
    ratios = np.stack([found.measures["hs"], found.measures[column]])
    bins = np.minimum(np.floor(BINS * ratios), BINS - 1).astype(np.int64)
    deals = np.zeros((BINS, BINS), np.int64)
    np.add.at(deals, tuple(bins), 1)
    holes: dict[Bin, list[int]] = {}
    for hole, row, col in zip(found.holes.tolist(), *bins.tolist(), strict=True):
        holes.setdefault((row, col), []).append(hole)
    named = {place: _named(members) for place, members in holes.items()}
    return Potential(deals, "combos", steps, named)


def _named(holes: list[int]) -> str:
    more = len(holes) - _MOST_NAMED
    shown = sorted(holes, reverse=True)[:_MOST_NAMED]
    return names_of(shown) + (f" and {more} more" if more > 0 else "")


def flop_potential(connection: duckdb.DuckDBPyConnection, hand: str | None = None) -> Potential:
    """The deals of a hand, or of all, on all flops, from the lake's view ``flop_strength``."""
    if hand is not None:
        hand = HANDS[require_hands([hand])[0]]
    rows = own_rows(connection, "charts/flop_potential", hand=hand, bins=BINS)
    if not len(rows):
        raise QueryError(f"flop_hands has no rows of {hand or 'any hand'}; run 'pokerlake verify'")
    deals = np.zeros((BINS, BINS), np.int64)
    deals[rows["hs_bin"].to_numpy(), rows["ppot_bin"].to_numpy()] = rows["deals"].to_numpy()
    return Potential(deals, "deals", "two-step")


def potential_figure(found: Potential, title: str = "", ends: Ends = FREE) -> Figure:
    """The heat map: pointed at, a cell tells how many deals it has.

    In a terminal a column is a step of strength, or two, and a row two of potential.
    """
    rows, total = _rows(found.deals), int(found.deals.sum())
    marks = [mark / 10 for mark in range(11)]
    above = f"{found.steps} PPot, against one random opponent"
    heights = [(mark, f"{mark:g}") for mark in marks if mark * BINS <= rows + 1e-9]
    across = Axis(0, 1, [(mark, f"{mark:g}") for mark in marks], "HS")
    colours = _Counted.of(found.deals, ends)
    scale, unit = colours.scale, f"{found.counted}, {colours.name}"
    plot = Plot(
        across,
        Axis(0, rows / BINS, heights, above),
        [HeatMap(BINS, rows, _cells(found, colours, total), scale)],
        ground=[Ground(_GROUND)],
        left=46,
        width=2 * MARGIN + 46 + BINS * _CELL,
        height=rows * _CELL,
        above=34,
        drop=14,
    )
    legend = Colours(scale, unit, BINS * _CELL, colours.marks(), above=66, indent=46)

    def words(columns: int) -> Iterator[Any]:
        wide = 1 if columns >= BINS + _AXIS else 2
        high = -(-rows // 2)
        deals = found.deals.reshape(BINS // wide, wide, BINS // 2, 2).sum(axis=(1, 3))
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
        yield Plot(
            across,
            Axis(0, high - 1, up, above),
            [HeatMap(BINS // wide, high, cells, shown.scale)],
            rows=high,
            columns=BINS // wide,
        )
        low, most = ends.over(*shown.spread)
        yield f"{SHADES.strip()} {low:,.9g} to {most:,.9g} {found.counted}, {shown.name}"
        yield from (f"\n{note}" for note in _beyond(shown.spread, ends))

    return Figure(
        title,
        [plot, legend, Notes(_beyond(colours.spread, ends), drop=60, foot=10, indent=46, empty=50)],
        words,
        "Potential",
        plot.width,
    )


@dataclass(frozen=True)
class _Counted:
    """The colours of numbers of deals, by the numbers or by their logarithms."""

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
        """Where a number is on the scale."""
        return math.log10(count) if self.name == "logarithmic" else count

    def marks(self) -> list[tuple[float, str]]:
        """Powers of ten, or whole numbers."""
        low, high = self.scale.low, self.scale.high
        if self.name == "logarithmic":
            powers = range(math.ceil(low - 1e-9), math.floor(high + 1e-9) + 1)
            return [(float(power), f"{10**power:,}") for power in powers]
        whole = [mark for mark in numerals.ticks(low, high, 6) if mark == int(mark)]
        return list(zip(whole, numerals.tick_numerals(whole), strict=True))


def _beyond(spread: tuple[float, float], ends: Ends) -> list[str]:
    """A note on numbers that the scale does not have."""
    low, high = ends.over(*spread)
    fewer = [f"fewer than {low:,.9g}"] * (spread[0] < low)
    more = [f"more than {high:,.9g}"] * (spread[1] > high)
    beyond = " or ".join(fewer + more)
    return [f"Cells of {beyond} have the colour of the end."] if beyond else []


def _rows(deals: npt.NDArray[np.int64]) -> int:
    """How many steps of potential are drawn: all that there are, to a tenth above."""
    highest = int(np.flatnonzero(deals.any(axis=0))[-1]) + 1
    tenth = BINS // 10
    return max(_LEAST_ROWS, -(-highest // tenth) * tenth)


def _cells(
    found: Potential, colours: _Counted, total: int
) -> Iterator[tuple[int, int, float, tuple[str, ...]]]:
    for row, col in np.argwhere(found.deals).tolist():
        count = int(found.deals[row, col])
        counted = found.counted.removesuffix("s" if count == 1 else "")
        told = [
            f"HS {_step(row)}, PPot {_step(col)}: "
            f"{count:,} {counted}, {numerals.percent(count / total)} %"
        ]
        if (row, col) in found.holes:
            told.append(found.holes[row, col])
        yield row, col, colours.value(count), tuple(told)


def _step(at: int) -> str:
    return f"{at / BINS:.2f} to {(at + 1) / BINS:.2f}"


# ---------------------------------------------------------------- textures


@dataclass(frozen=True)
class Average:
    """How a range does on flops of a kind."""

    flops: int  # raw flops of that kind, of 22,100
    value: float | None  # the mean over the range's deals, 0 to 1; None where it cannot be dealt

    @property
    def percent(self) -> float:
        """The mean in %, and 0 where there is none."""
        return 100 * (self.value or 0.0)


@dataclass(frozen=True)
class Textures:
    """How a range does by texture."""

    measure: str  # what is averaged, such as EHS
    everywhere: Average  # on all flops
    kinds: Mapping[tuple[str, str], Average]  # by the column of flops and its value, as text


@chart("texture", place=90, example="'TT+, AKs:0.5'", terminal=True)
def texture(
    range_: Annotated[str, Argument("A range: 'TT+, AKs:0.5'.", "RANGE", wide=True)],
    of: Annotated[str, Option(OF_HELP, "MEASURE")] = "equity",
    min_: MinOption = None,
    max_: MaxOption = None,
    title: str = "",
    lake: Path | None = None,
) -> Figure:
    """Draw how a range does on flops of each texture.

    A bar goes from the mean over all flops to the mean over all flops of a kind, weighted by deals,
    against one random opponent. Its axis is the difference in %.
    """
    ends = Ends.of(min_, max_)
    given = named_range(range_, lake)
    with connect(lake) as connection:
        found = flop_textures(connection, given.weights, of)
    measure = f"{found.measure[0].upper()}{found.measure[1:]}"
    title = title or f"{measure} of {given.short} by the texture of the flop, against a random hand"
    return textures_figure(found, title, ends)


def flop_textures(
    connection: duckdb.DuckDBPyConnection, weights: Weights, measure: str = "equity"
) -> Textures:
    """How a range does by the texture of the flop, from ``flops`` and ``flop_strength``.

    Each hole on each flop that leaves it counts as often as it is dealt. The measure is a column of
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
    found = {(row["texture"], row["kind"]): Average(row["flops"], row["average"]) for row in rows}
    everywhere = found.pop(("all", "all"), None)
    known = {(texture, kind) for texture, _, kinds in GROUPS for kind in kinds}
    if everywhere is None or everywhere.value is None or not known.issuperset(found):
        raise QueryError("flops or flop_hands is not whole; run 'pokerlake verify'")
    return Textures(called, everywhere, found)


def _groups(textures: Textures) -> Iterator[tuple[str, list[Difference]]]:
    """What stands above each group, and its bars."""
    everywhere = textures.everywhere
    for group, heading, names in GROUPS:
        bars = []
        for name in names:
            found = textures.kinds.get((group, name))
            if found is None:
                continue
            told = f"{name}: {found.flops:,} of {everywhere.flops:,} flops"
            less, figures = None, ("–", "", f"{found.flops:,}")
            if found.value is None:
                told += ", on which the range cannot be dealt"
            else:
                less = found.percent - everywhere.percent
                told += f", {found.percent:.3f} % {textures.measure}, {less:+z.3f} against the mean"
                figures = f"{found.percent:.2f}", f"{less:+z.2f}", figures[2]
            bars.append(Difference(name, less, told, figures))
        yield heading, bars


def textures_figure(textures: Textures, title: str = "", ends: Ends = FREE) -> Figure:
    """Bars of differences from the mean: pointed at, each tells its numbers in full."""
    groups, mean = list(_groups(textures)), textures.everywhere.percent
    found = [bar.value for _, bars in groups for bar in bars if bar.value is not None]
    lowest, highest = min(0.0, *found), max(0.0, *found)
    if lowest == highest:
        lowest, highest = -1.0, 1.0
    low, high = ends.over(lowest, highest)
    if not low <= 0 <= high:
        raise UsageError(
            f"an axis from {low:g} to {high:g}; it needs 0, the mean, where bars begin"
        )
    axis = Axis.over(low, high, most=6)
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
    bars = Differences(groups, axis, (f"% {textures.measure}", *heads), even)
    brief = replace(bars, heads=(f"{textures.measure} %", *heads))
    return Figure(
        title,
        [bars, Notes(notes, drop=42, foot=20)],
        lambda _: [
            brief,
            f"\n{begin}.\n{each}\n{beyond}" + "\n" * bool(beyond),
        ],
        "Texture",
    )
