"""A chart of all holes of four cards: a square of ranks, with a kind of suits on each side.

There are 1,820 patterns of ranks and five of suits. A value of a pattern is the mean over its
holes, each of which counts as often as it is dealt.

Rows and columns are the two highest ranks, as in the grid of hold'em. The cells of a block are the
third and the fourth rank, which are at most the second: so bands get narrower from the ace to the
deuce, and a side has 13 + 12 + ... + 1 = 91 cells.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import OMAHA
from pokerlake.engine.cards.boards import canonical_boards
from pokerlake.engine.cards.text import RANKS, CardError, parse_column
from pokerlake.engine.keys.canonical_rows import board_ids
from pokerlake.engine.ranges.omaha_patterns import format_omaha_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.tables.errors import QueryError, UsageError, did_you_mean, flag
from pokerlake.tables.schema import sql_type

from ..answers.ranges.omaha import OmahaReader
from ..files.text import text_column
from ..reading import reading
from .drawing import figure as fig
from .drawing import numerals, svg
from .drawing.colours import FREE, NOTHING, SHARE, Ends, Scale, scale_of
from .given import AskedRows, Floats, means_of, one_column, require_number, shortened
from .hand_grids import even_equity
from .registry import Option, ParamOption, QueryOption, UnitOption, ValueOption, chart

# The numbers of cards of each suit, the largest first.
SUITS = {
    "ds": (2, 2, 0, 0),
    "ss": (2, 1, 1, 0),
    "rainbow": (1, 1, 1, 1),
    "ts": (3, 1, 0, 0),
    "ms": (4, 0, 0, 0),
}
ALL = "all"
NAMES = {
    "ds": "double-suited",
    "ss": "single-suited",
    "rainbow": "rainbow",
    "ts": "three of one suit",
    "ms": "four of one suit",
    ALL: "all suits",
}
EQUITIES = "select hand, 100 * equity as value from omaha_equities"
_KINDS = "ds, ss, rainbow, ts, ms or all"
_TAIL = 0.005  # share of combos with values beyond each end of the colours
_LEFT, _TOP = 22.0, 16.0  # room for the names of the rows and columns
_CELLS = 91
_SIDE = fig.GRID / _CELLS
_LINE = 2.2  # white, between two bands

Ints = npt.NDArray[np.int64]


@chart("omaha", place=55, example="--range 'AAxx'", terminal=True)
def omaha(
    sql: Annotated[
        str | None, Option("SQL that returns hand, four cards, and value.", "SQL")
    ] = None,
    query: QueryOption = None,
    param: ParamOption = None,
    value: ValueOption = "value",
    range_: Annotated[
        str | None, Option("A range: 'AAxx$ds, KQJT'.", "RANGE", ("--range",), wide=True)
    ] = None,
    above: Annotated[str, Option(f"Suits above the diagonal: {_KINDS}.", "SUITS")] = "ds",
    below: Annotated[str, Option("Suits below it.", "SUITS")] = "rainbow",
    ends: Ends = FREE,
    title: str = "",
    unit: UnitOption = "",
    lake: Path | None = None,
) -> fig.Figure:
    """Draw all holes of four cards in Omaha, by their ranks and suits.

    Rows and columns are the two highest ranks, and in each block the third and the fourth. Without
    SQL, a query or a range, the values are equities against one random hand, from omaha_hands. In a
    range a cell has the share of its combos. In SVG and HTML, pointing at a cell shows its ranks,
    value and combos.
    """
    if sum(source is not None for source in (sql, query, range_)) > 1:
        first, second, last = map(flag, ("sql", "query", "range"))
        raise UsageError(f"give one of {first}, {second} and {last}")
    if param is not None and query is None:
        raise UsageError(f"{flag('param')} is for a named query; name it with {flag('query')}")
    sides = _side("above", above), _side("below", below)
    if range_ is not None:
        if ends != FREE or unit:
            first, second, last = map(flag, ("min", "max", "unit"))
            only = f"{first}, {second} and {last} are for values"
            raise UsageError(f"{only}; a range is in % of combos")
        return _range(range_, sides, title, lake)
    asked = AskedRows(sql, query, param)
    title = title or asked.title
    if not asked.sql:
        asked.sql, unit = EQUITIES, unit or "% equity"
        title = title or "Equity of Omaha's holes against one random hand"
    with asked.rows(lake) as rows:
        values = hole_values(rows, value)
    above_values, below_values = (by_pattern(values, side) for side in sides)
    if np.isnan(above_values.mean).all() and np.isnan(below_values.mean).all():
        raise UsageError(f"no hole that is {sides[0]} or {sides[1]} has a value")
    title = title or f"{(unit or value).capitalize()} of Omaha's holes"
    ends = ends if ends != FREE else _most(values)
    return PatternGrid(above_values, below_values, title, unit, ends=ends).figure()


def _range(value: Any, sides: tuple[str, str], title: str, lake: Path | None) -> fig.Figure:
    """The chart of a range: the share of combos of each pattern, in %."""
    reader = OmahaReader(OMAHA, lake)
    with reading("a range", value, RangeError):  # only the command line reads files by name
        hole_range = reader.given(value) if isinstance(value, str) else reader.any(value)
    if not len(hole_range):
        raise UsageError("the range is empty; there is nothing to draw")
    ids = board_ids(hole_range.holes, layout="rows")
    all_holes = holes()
    combos = np.bincount(ids, hole_range.weights, len(all_holes.combos))
    shares = np.minimum(100 * combos / all_holes.combos, 100.0)  # rounding must not exceed it
    above, below = (by_pattern(shares, side) for side in sides)
    by_suits = np.bincount(all_holes.suits, combos, len(SUITS))
    parts = ", ".join(
        f"{suits} {share:,.6g}"
        for suits, share in zip(SUITS, by_suits.tolist(), strict=True)
        if share
    )
    total = (
        f"{hole_range.combos:,.6g} of {all_holes.combos.sum():,} combos, {hole_range.percent:.3g} %"
    )
    if not title:  # writing a large range takes a while
        title = shortened(value if isinstance(value, str) else format_omaha_range(hole_range))
    return PatternGrid(
        above,
        below,
        title,
        "% of combos",
        (f"{total}: {parts}.",),
        fixed=Scale(0, 100, (NOTHING, SHARE)),
    ).figure()


def _side(name: str, suits: str) -> str:
    kinds = [*SUITS, ALL]
    plain = suits.strip().casefold()
    if plain not in kinds:
        raise UsageError(
            f"{flag(name, repr(suits))} is no kind of suits; {did_you_mean(suits, kinds)}"
        )
    return plain


def _most(values: Floats) -> Ends:
    """Ends for the colours that leave one combo in a hundred outside."""
    there = np.flatnonzero(~np.isnan(values))
    order = there[np.argsort(values[there], kind="stable")]
    share = np.cumsum(holes().combos[order]) / holes().combos[order].sum()
    low, high = (float(values[order[np.searchsorted(share, end)]]) for end in (_TAIL, 1 - _TAIL))
    low, high = float(f"{low:.3g}"), float(f"{high:.3g}")  # as a legend writes them
    return Ends(low, high) if low < high else FREE


# ---------------------------------------------------------------- patterns


@dataclass(frozen=True)
class Holes:
    """The 16,432 holes up to suits, in the order of ``omaha_hands``. Arrays are read-only."""

    pattern: Ints  # (16432,): the row of ``places``
    suits: Ints  # (16432,): of SUITS
    combos: Ints  # (16432,)
    places: Ints  # (1820, 4): the ranks of each pattern, the highest first; 0 is the ace

    def name(self, pattern: int) -> str:
        """The ranks of a pattern: ``AAKQ``."""
        return "".join(RANKS[12 - place] for place in self.places[pattern])


@functools.cache
def holes() -> Holes:
    """All holes up to suits, listed in 20 ms, once."""
    listed = canonical_boards(4)
    cards = listed.cards.astype(np.int64)
    ranks = 12 - np.sort(cards >> 2, axis=1)[:, ::-1]
    places, pattern = np.unique(ranks, axis=0, return_inverse=True)
    of_suit = (cards[:, :, None] & 3 == np.arange(4)).sum(axis=1)
    of_suit = -np.sort(-of_suit, axis=1)
    kinds = np.array(list(SUITS.values()))
    suits = (of_suit[:, None] == kinds).all(axis=2).argmax(axis=1)
    every = Holes(pattern.ravel(), suits, listed.weight.astype(np.int64), places)
    for array in vars(every).values():
        array.flags.writeable = False
    return every


@dataclass(frozen=True)
class PatternValues:
    """Values of patterns, for one kind of suits or all."""

    suits: str  # of SUITS, or ALL
    mean: Floats  # (1820,): NaN if no hole has a value
    lowest: Floats  # (1820,): of the holes of the pattern
    highest: Floats  # (1820,)
    combos: Ints  # (1820,): of the holes that have a value

    def of_top_ranks(self) -> Floats:
        """The mean over all holes with the same two highest ranks, ``(13, 13)``: row <= column."""
        return self._by(holes().places[:, 0] * 13 + holes().places[:, 1], 169).reshape(13, 13)

    def everywhere(self) -> float:
        """The mean over all holes; NaN without any value."""
        return float(self._by(np.zeros(len(self.mean), np.int64), 1)[0])

    def _by(self, groups: Ints, size: int) -> Floats:
        there = self.combos > 0
        return means_of(groups[there], self.mean[there], self.combos[there], size)[0]


def by_pattern(values: Floats, suits: str) -> PatternValues:
    """The values of patterns, from a value for each hole ``(16432,)``; NaN for none."""
    all_holes = holes()
    chosen = ~np.isnan(values)
    if suits != ALL:
        chosen &= all_holes.suits == list(SUITS).index(suits)
    columns = all_holes.pattern[chosen], values[chosen], all_holes.combos[chosen]
    mean, lowest, highest, combos = means_of(*columns, len(all_holes.places))
    return PatternValues(suits, mean, lowest, highest, combos.astype(np.int64))


def hole_values(rows: pa.RecordBatchReader, value: str = "value") -> Floats:
    """A value for each of the 16,432 holes, from rows with columns ``hand`` and ``value``.

    A hand is four cards in any order and suits; holes without a row are NaN.
    """
    place = {name: one_column(rows.schema, name) for name in ("hand", value)}
    require_number(rows.schema.field(place[value]))
    hand = rows.schema.field(place["hand"])
    if not (pa.types.is_string(hand.type) or pa.types.is_large_string(hand.type)):
        raise UsageError(f"column 'hand' is {sql_type(hand.type)}; a hole is text: AsAhKsKh")
    table = rows.read_all()
    if not len(table):
        raise QueryError("the query gives no rows; a chart needs one for each hole it shows")
    texts = table.column(place["hand"]).cast(pa.string()).combine_chunks()
    hands = _numbers(texts)
    twice = np.flatnonzero(np.bincount(hands, minlength=len(holes().pattern)) > 1)
    if len(twice):
        rows_of = np.flatnonzero(hands == twice[0])[:2].tolist()
        first, second = (texts[row].as_py() for row in rows_of)
        raise QueryError(f"the query gives {first} and {second}, which are one hole up to suits")
    numbers = table.column(place[value]).cast(pa.float64(), safe=False).to_numpy()
    bad = np.flatnonzero(~np.isfinite(numbers))
    if len(bad):
        raise QueryError(
            f"the value of {texts[int(bad[0])].as_py()} is null, NaN or infinite; leave holes "
            "without a value out in SQL ('where isfinite(value)')"
        )
    values = np.full(len(holes().pattern), np.nan)
    values[hands] = numbers
    return values


def _numbers(texts: pa.Array) -> npt.NDArray[np.uint32]:
    """The number of each hole up to suits; QueryError for the first invalid text."""
    if texts.null_count:
        raise QueryError("null in column 'hand' is no hole; a hole is four cards: AsAhKsKh")
    try:
        parsed = parse_column(text_column(texts), fewest=4, most=4)
        return board_ids(parsed.cards, layout="columns")
    except CardError as error:
        raise QueryError(
            f"column 'hand': {error.problem}; a hole is four cards: AsAhKsKh"
        ) from None


# ---------------------------------------------------------------- the square


@dataclass(frozen=True)
class PatternGrid:
    """Values of patterns, and their texts."""

    above: PatternValues
    below: PatternValues
    title: str = ""
    unit: str = ""  # of the values, such as %
    meaning: fig.Lines = ()  # of a value
    ends: Ends = FREE  # of the scale, if given
    fixed: Scale | None = None  # a scale that does not depend on the values

    @property
    def halves(self) -> tuple[PatternValues, PatternValues]:
        """The values above the diagonal, and below it."""
        return self.above, self.below

    @property
    def spread(self) -> tuple[float, float]:
        """The lowest and the highest value of a cell."""
        values = np.concatenate([half.mean[~np.isnan(half.mean)] for half in self.halves])
        return float(values.min()), float(values.max())

    @property
    def scale(self) -> Scale:
        """The colours of the values."""
        return self.fixed or scale_of(*self.spread, self.ends)

    @property
    def notes(self) -> fig.Lines:
        """The notes below the picture."""
        above, below = (NAMES[half.suits] for half in self.halves)
        sides = f"{above} above the diagonal, {below} below it"
        means = ", ".join(
            f"{NAMES[half.suits]} {half.everywhere():.4g}{self._spaced}"
            for half in {half.suits: half for half in self.halves}.values()
            if not math.isnan(half.everywhere())
        )
        return (*self.meaning, f"{sides[0].upper()}{sides[1:]}.", f"Means: {means}.")

    @property
    def _spaced(self) -> str:
        return fig.spaced(self.unit.split(" ")[0])

    def tooltip(self, half: PatternValues, pattern: int) -> str:
        """The tooltip of a cell: ``AAKK double-suited: 70.83 % equity, 12 combos``."""
        name = f"{holes().name(pattern)} {NAMES[half.suits]}"
        if math.isnan(half.mean[pattern]):
            return f"{name}: none"
        low, high = half.lowest[pattern], half.highest[pattern]
        text = f"{name}: {half.mean[pattern]:.5g}"
        if low < high:
            text += f" ({low:.5g} to {high:.5g})"
        many = "combo" if half.combos[pattern] == 1 else "combos"
        return f"{text}{self._spaced}, {half.combos[pattern]} {many}"

    def figure(self) -> fig.Figure:
        """The square, 0.4 MB of SVG; tooltips have the pattern, value and combos of a cell.

        A terminal shows the 13 x 13 grid of the two highest ranks, with means of holes.
        """
        legend = fig.Colours(
            self.scale, self.unit, spread=self.spread, strong=even_equity(self.unit), indent=_LEFT
        )
        ranks = "Rows and columns: the highest ranks. In a block: the other two."
        return fig.Figure(
            self.title,
            [
                fig.Drawing(functools.partial(_square, self), _TOP + fig.GRID),
                legend,
                fig.Notes([ranks, *self.notes], indent=_LEFT),
            ],
            self._words,
            "Omaha",
            2 * fig.MARGIN + _LEFT + fig.GRID,
        )

    def _words(self, _: int) -> Iterator[str | fig.Grid]:
        means = [half.of_top_ranks() for half in self.halves]
        shown = np.where(np.tri(13, k=-1, dtype=bool), means[1].T, means[0])
        scale = self.fixed or scale_of(float(np.nanmin(shown)), float(np.nanmax(shown)), self.ends)
        write = numerals.cell_numerals(shown[~np.isnan(shown)].tolist())
        cells = []
        for (row, column), value in np.ndenumerate(shown):
            high, low = sorted((row, column))
            name = RANKS[12 - high] + RANKS[12 - low]
            there = not math.isnan(value)
            cells.append(
                fig.Cell(name, write(value), scale.colour(value)) if there else fig.Cell(name)
            )
        yield fig.Grid(cells, diagonal=True)
        unit = f", in {svg.clean(self.unit)}" if self.unit else ""
        yield f"Means of the holes with these two highest ranks{unit}.\n"
        yield "\n".join(svg.clean(note) for note in self.notes)
        yield f"\nOn the diagonal: {NAMES[self.above.suits]}."


def _start(place: int) -> int:
    """The first cell of the band of a rank; 0 is the ace."""
    return place * 13 - place * (place - 1) // 2


def _square(grid: PatternGrid, x: float, y: float) -> Iterator[str]:
    left, top = x + _LEFT, y + _TOP
    for place in range(13):  # the rank of each band, as large as there is room for
        size = min(svg.TEXT_SIZE, _SIDE * (13 - place))
        middle = _SIDE * (_start(place) + (13 - place) / 2)
        name, look = RANKS[12 - place], {"font_size": size, "text_anchor": "middle"}
        yield svg.label(left + middle, top - 5, name, **look)
        yield svg.label(left - 11, top + middle + size * 0.36, name, **look)
    # The cells, in few bytes: their side is one.
    place_of_all = f"translate({svg.number(left)} {svg.number(top)}) scale({_SIDE:.6g})"
    yield f'<g transform="{place_of_all}">'
    scale = grid.scale
    for pattern, (first, second, third, fourth) in enumerate(holes().places.tolist()):
        low, high = _start(second) + fourth - second, _start(first) + third - second
        # Two pairs are on the diagonal: each side has half of the cell.
        shapes = ("h1v1z", "v1h1z") if low == high else ("h1v1h-1z", "h1v1h-1z")
        corners = (low, high), (high, low)
        for half, shape, (x, y) in zip(grid.halves, shapes, corners, strict=True):
            value = half.mean[pattern]
            colour = NOTHING if math.isnan(value) else scale.colour(float(value))
            tooltip = svg.hover(grid.tooltip(half, pattern))
            yield f'<path d="M{x} {y}{shape}" fill="{colour}">{tooltip}</path>'
    yield "</g>"
    look = {"stroke": "#ffffff", "stroke_width": _LINE, "pointer_events": "none"}
    for place in range(1, 13):
        at = _SIDE * _start(place)
        yield svg.path("M", left + at, top, "v", fig.GRID, **look)
        yield svg.path("M", left, top + at, "h", fig.GRID, **look)
