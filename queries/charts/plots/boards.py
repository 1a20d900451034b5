"""Boards: strength and potential of holes on them, and how a range does on flops of each kind."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import duckdb
import numpy as np
import numpy.typing as npt

from pokerlake.engine.cards.holes import HANDS
from pokerlake.engine.cards.text import RANKS
from pokerlake.engine.ranges.parts import Weights
from pokerlake.tables.errors import QueryError, UsageError, flag

from ...connection import connect
from ...statements.run import own_rows
from ..drawing import numerals, svg
from ..drawing.colours import FREE, VIRIDIS, Ends, Scale
from ..drawing.figure import (
    MARGIN,
    WIDTH,
    Axis,
    Colours,
    Drawing,
    Figure,
    Ground,
    HeatMap,
    Notes,
    Plot,
    Span,
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
_STEP, _BAR = 22.0, 16.0
_HEADING, _BETWEEN = 30.0, 8.0
_COLUMNS = (84.0, 164.0, 236.0)  # from the bars' end to the ends of mean, difference and flops
_LEFT, _RIGHT = MARGIN + 96.0, WIDTH - MARGIN - _COLUMNS[-1]  # of the bars
_ABOVE, _BELOW = "#e08214", "#4393c3"  # of bars: better than the mean, and worse
_NAME, _FIGURES, _MOST_BAR = 10, 26, 60  # columns of a terminal

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


@dataclass(frozen=True)
class _Kind:
    """A bar: of flops of a kind."""

    name: str
    less: float | None  # what their mean is less that of all flops, in %; None where there is none
    told: str
    figures: tuple[str, str, str]  # mean, difference, flops


def _groups(textures: Textures) -> Iterator[tuple[str, list[_Kind]]]:
    """What stands above each group, and its bars."""
    everywhere = textures.everywhere
    for group, heading, names in GROUPS:
        kinds = []
        for name in names:
            found = textures.kinds.get((group, name))
            if found is None:
                continue
            told = f"{name}: {found.flops:,} of {everywhere.flops:,} flops"
            if found.value is None:
                told += ", on which the range cannot be dealt"
                kinds.append(_Kind(name, None, told, ("–", "", f"{found.flops:,}")))
                continue
            less = found.percent - everywhere.percent
            told += f", {found.percent:.3f} % {textures.measure}, {less:+z.3f} against the mean"
            figures = f"{found.percent:.2f}", f"{less:+z.2f}", f"{found.flops:,}"
            kinds.append(_Kind(name, less, told, figures))
        yield heading, kinds


def textures_figure(textures: Textures, title: str = "", ends: Ends = FREE) -> Figure:
    """Bars of differences from the mean: pointed at, each tells its numbers in full."""
    groups, mean = list(_groups(textures)), textures.everywhere.percent
    found = [kind.less for _, kinds in groups for kind in kinds if kind.less is not None]
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
    shown = _Shown(textures.measure, groups, axis, even)
    height = 24 + sum(_HEADING + _STEP * len(kinds) + _BETWEEN for _, kinds in groups)
    return Figure(
        title,
        [Drawing(shown.parts, height), Notes(notes, drop=42, foot=20)],
        lambda columns: [
            *shown.words(columns),
            f"\n{begin}.\n{each}\n{beyond}" + "\n" * bool(beyond),
        ],
        "Texture",
    )


@dataclass(frozen=True)
class _Shown:
    """Bars to either side of the mean."""

    measure: str
    groups: Sequence[tuple[str, list[_Kind]]]
    axis: Axis  # of differences
    even: float | None  # how far 50 % is from the mean, where it is shown

    def x(self, difference: float) -> float:
        """Across the picture."""
        return _LEFT + (_RIGHT - _LEFT) * self.axis.place(difference)

    def is_cut(self, difference: float) -> bool:
        """Whether a bar goes on beyond the end."""
        return not self.axis.low - 1e-12 <= difference <= self.axis.high + 1e-12

    def parts(self, x: float, y: float) -> Iterator[str]:
        """The groups as SVG, each on the axis' lines, and over them that of the mean."""
        y += 24
        yield from _row((f"% {self.measure}", "less mean", "flops"), y - 4)
        for heading, kinds in self.groups:
            yield svg.label(x, y + 22, heading)
            top = y + _HEADING
            y = top + _STEP * len(kinds)
            for mark, _ in self.axis.marks:
                yield svg.path("M", self.x(mark), top, "V", y, stroke=svg.FAINT)
            for at, kind in enumerate(kinds):
                yield self.bar(kind, top + _STEP * at)
            yield svg.path("M", self.x(0), top, "V", y, stroke=svg.INK, pointer_events="none")
            if self.even is not None:
                look = {"stroke": svg.INK, "stroke_dasharray": "4 3", "pointer_events": "none"}
                yield svg.path("M", self.x(self.even), top, "V", y, **look)
            y += _BETWEEN
        for mark, text in self.axis.marks:
            text = text if mark <= 0 else f"+{text}"
            yield svg.label(self.x(mark), y + 8, numerals.minus(text), text_anchor="middle")

    def bar(self, kind: _Kind, y: float) -> str:
        """A kind's name, bar and numbers; a ground without colour tells them wherever it is met."""
        middle, base, width = y + _STEP / 2, y + _STEP / 2 + 5, WIDTH - 2 * MARGIN
        shown = [
            svg.rectangle(MARGIN, y, width, _STEP, fill="none", pointer_events="all"),
            svg.label(_LEFT - 8, base, kind.name, text_anchor="end"),
        ]
        if kind.less is not None:
            start, end = sorted((self.x(0), self.x(kind.less)))
            colour = _ABOVE if kind.less > 0 else _BELOW
            shown.append(svg.rectangle(start, middle - _BAR / 2, end - start, _BAR, fill=colour))
            if self.is_cut(kind.less):
                tip, back = (end, 9) if kind.less > 0 else (start, -9)
                arrow = ("M", tip, middle, "l", -back, -_BAR / 2, "v", _BAR, "z")
                shown.append(svg.path(*arrow, fill=svg.INK))
        mean, difference, flops = kind.figures
        shown += _row((mean, numerals.minus(difference), flops), base)
        return f"<g>{svg.hover(kind.told)}{''.join(shown)}</g>"

    def words(self, columns: int) -> Iterator[str | Span]:
        """The groups for a terminal: of each kind its mean, and what that is more or less."""
        room = max(12, min(_MOST_BAR, columns - _NAME - _FIGURES - 2))
        zero = round(self.axis.place(0) * room)
        head = f"{self.measure} %"
        yield f"{'':{_NAME + room + 3}}{head:>8} {'less mean':>9} {'flops':>6}\n"
        for heading, kinds in self.groups:
            yield f"{heading}\n"
            for kind in kinds:
                yield f"{kind.name:>{_NAME}} "
                yield from self.line(kind.less or 0.0, zero, room)
                mean, difference, flops = kind.figures
                yield f" {mean:>8} {difference:>9} {flops:>6}\n"

    def line(self, less: float, zero: int, room: int) -> Iterator[str | Span]:
        """A bar to the left or the right of the mean, to half a column."""
        halves = round(2 * room * abs(self.axis.place(less) - self.axis.place(0)))
        cut = self.is_cut(less)
        if less > 0:
            sign = "█" * (halves // 2) + "▌" * (halves % 2)
            sign = f"{sign[:-1]}▶" if cut and sign else sign
            yield " " * zero + "│"
            yield Span(f"{sign:{room - zero}}"[: room - zero], _ABOVE)
        else:
            sign = "▐" * (halves % 2) + "█" * (halves // 2)
            sign = f"◀{sign[1:]}" if cut and sign else sign
            yield Span(f"{sign:>{zero}}"[-zero:] if zero else "", _BELOW)
            yield "│" + " " * (room - zero)


def _row(texts: Sequence[str], y: float) -> list[str]:
    """Texts at the ends of the three columns."""
    return [
        svg.label(_RIGHT + column, y, text, text_anchor="end")
        for text, column in zip(texts, _COLUMNS, strict=True)
    ]
