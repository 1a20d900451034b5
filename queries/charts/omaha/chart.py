"""The chart ``omaha``: values of all holes of four cards, or a range of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from pokerlake.catalogue import OMAHA
from pokerlake.engine.keys.canonical_rows import board_ids
from pokerlake.engine.ranges.omaha import OmahaRange, format_omaha_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.tables.errors import UsageError, did_you_mean

from ...answers.ranges.omaha import OmahaReader
from ...connection import connect
from ...reading import reading
from ...selection import bind
from ...sql.named import named_queries, named_query
from ...statements.run import stream
from ..drawing.colours import FREE, NOTHING, SHARE, Ends, Scale
from ..given import query_parameters, shortened
from ..registry import Drawn, MaxOption, MinOption, Option, chart
from .pattern_grid import PatternGrid, draw_patterns, patterns_text
from .patterns import ALL, SUITS, Floats, by_pattern, hole_values, holes

EQUITIES = "select hand, 100 * equity as value from omaha_equities"
_KINDS = "ds, ss, rainbow, ts, ms or all"
_TAIL = 0.005  # of all combos, whose values are beyond the ends of the colours


@chart("omaha", place=55, example="--range 'AAxx'", terminal=True)
def omaha(
    sql: Annotated[
        str | None, Option("SQL that returns hand, four cards, and value.", "SQL")
    ] = None,
    query: Annotated[
        str | None, Option("A named query that returns them.", "NAME", names=named_queries)
    ] = None,
    param: Annotated[
        list[str] | None,
        Option("A parameter of the query.", "NAME=VALUE", ("--param", "-p"), wide=True),
    ] = None,
    value: Annotated[str, Option("The column of values.", "COLUMN")] = "value",
    range_: Annotated[
        str | None, Option("A range: 'AAxx$ds, KQJT'.", "RANGE", ("--range",), wide=True)
    ] = None,
    above: Annotated[str, Option(f"Suits above the diagonal: {_KINDS}.", "SUITS")] = "ds",
    below: Annotated[str, Option("Suits below it.", "SUITS")] = "rainbow",
    min_: MinOption = None,
    max_: MaxOption = None,
    title: str = "",
    unit: Annotated[str, Option("Unit of the values, for the legend.")] = "",
    lake: Path | None = None,
) -> Drawn:
    """Draw all holes of four cards in Omaha, by their ranks and suits.

    Rows and columns are the two highest ranks, and in each block the third and the fourth. Without
    SQL, a query or a range, the values are equities against one random hand, from omaha_hands. In a
    range a cell has the share of its combos. Pointed at in SVG or HTML, a cell shows its ranks,
    value and combos.
    """
    sources = {"--sql": sql, "--query": query, "--range": range_}
    if sum(source is not None for source in sources.values()) > 1:
        raise UsageError("give one of --sql, --query and --range")
    if param is not None and query is None:
        raise UsageError("--param is for a named query; name it with --query")
    sides = _side("above", above), _side("below", below)
    ends = Ends.of(min_, max_)
    if range_ is not None:
        if ends != FREE or unit:
            raise UsageError("--min, --max and --unit are for values; a range is in % of combos")
        return _range(range_, sides, title, lake)
    parameters: Mapping[str, Any] = {}
    found = None if query is None else named_query(query)
    if found is not None:
        parameters = query_parameters(param)
        found.bind(parameters)  # what is wrong with these needs no lake
        sql, title = found.sql, title or found.title
    if sql is None:
        sql, unit = EQUITIES, unit or "% equity"
        title = title or "Equity of Omaha's holes against one random hand"
    with connect(lake) as connection:
        bound = {} if found is None else bind(connection, found, parameters)
        values = hole_values(stream(connection, sql, bound), value)
    above_values, below_values = (by_pattern(values, side) for side in sides)
    if np.isnan(above_values.mean).all() and np.isnan(below_values.mean).all():
        raise UsageError(f"no hole that is {sides[0]} or {sides[1]} has a value")
    title = title or f"{(unit or value).capitalize()} of Omaha's holes"
    ends = ends if ends != FREE else _most(values)
    grid = PatternGrid(above_values, below_values, title, unit, ends=ends)
    return Drawn(title, (grid,), draw_patterns, patterns_text)


def _range(given: Any, sides: tuple[str, str], title: str, lake: Path | None) -> Drawn:
    """A range: of each pattern the share of its combos, in %."""
    with reading("a range", given, RangeError):
        found = _read(given, lake)
    if not len(found):
        raise UsageError("the range is empty; there is nothing to draw")
    ids = board_ids(found.holes, layout="rows")
    of = holes()
    combos = np.bincount(ids, found.weights, len(of.combos))
    shares = np.minimum(100 * combos / of.combos, 100.0)  # no rounding makes more of it
    above, below = (by_pattern(shares, side) for side in sides)
    by_suits = np.bincount(of.suits, combos, len(SUITS))
    parts = ", ".join(
        f"{suits} {share:,.6g}"
        for suits, share in zip(SUITS, by_suits.tolist(), strict=True)
        if share
    )
    total = f"{found.combos:,.6g} of {of.combos.sum():,} combos, {found.percent:.3g} %"
    if not title:  # writing a large range takes a while
        title = shortened(given if isinstance(given, str) else format_omaha_range(found))
    grid = PatternGrid(
        above,
        below,
        title,
        "% of combos",
        (f"{total}: {parts}.",),
        fixed=Scale(0, 100, (NOTHING, SHARE)),
    )
    return Drawn(title, (grid,), draw_patterns, patterns_text)


def _read(given: Any, lake: Path | None) -> OmahaRange:
    """A range of four cards; files by their names are the command line's."""
    reader = OmahaReader(OMAHA, lake)
    if isinstance(given, str):
        return reader.given(given)
    return reader.any(given)


def _side(name: str, given: str) -> str:
    kinds = [*SUITS, ALL]
    plain = given.strip().casefold()
    if plain not in kinds:
        raise UsageError(f"--{name} {given!r} is no kind of suits; {did_you_mean(given, kinds)}")
    return plain


def _most(values: Floats) -> Ends:
    """Ends for the colours, beyond which is one combo in a hundred."""
    there = np.flatnonzero(~np.isnan(values))
    order = there[np.argsort(values[there], kind="stable")]
    share = np.cumsum(holes().combos[order]) / holes().combos[order].sum()
    low, high = (float(values[order[np.searchsorted(share, end)]]) for end in (_TAIL, 1 - _TAIL))
    low, high = float(f"{low:.3g}"), float(f"{high:.3g}")  # as a legend writes them
    return Ends(low, high) if low < high else FREE
