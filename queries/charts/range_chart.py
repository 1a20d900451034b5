"""The chart ``range``: values of hands, ranges, or strength on a board, as the 13 x 13 grid."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pokerlake.tables.errors import UsageError

from ..answers.ranges.given import range_weights
from ..connection import connect
from ..sql.named import given_parameters, named_queries, named_query
from ..statements.run import stream
from .boards.board_grid import board_grid
from .boards.board_holes import BOARD_HELP, OF_HELP
from .grids.hand_values import hand_values
from .grids.share_grid import draw_range, draw_ranges, range_text, ranges_text
from .grids.value_grid import draw_grid, grid_text, value_grid
from .registry import Drawn, Option, chart


@chart("range", place=10, example="--range '22+, A2s+:0.5'", terminal=True)
def range_(
    sql: Annotated[
        str | None, Option("SQL that returns hand, value, and maybe label.", "SQL")
    ] = None,
    query: Annotated[
        str | None, Option("A named query that returns them.", "NAME", names=named_queries)
    ] = None,
    param: Annotated[
        list[str] | None, Option("A parameter of the query.", "NAME=VALUE", ("--param", "-p"))
    ] = None,
    value: Annotated[str, Option("The column of values.", "COLUMN")] = "value",
    notation: Annotated[
        str | None, Option("A range: 'TT+, AKs:0.5'.", "RANGE", ("--range",))
    ] = None,
    against: Annotated[str | None, Option("A second range, and the difference.", "RANGE")] = None,
    board: Annotated[str | None, Option(BOARD_HELP, "CARDS")] = None,
    of: Annotated[str | None, Option(f"{OF_HELP}  [default: ehs]", "MEASURE")] = None,
    title: str = "",
    unit: Annotated[str, Option("Unit of the values, for the legend.")] = "",
    lake: Path | None = None,
) -> Drawn:
    """Draw a grid of hands: values, a range, or strength on a board.

    Values come from SQL or a named query; a column named label is written in their place. A cell
    has the colour of its value, or is filled by its share of the range. Pointed at in SVG or HTML,
    it shows its combos, and the share of all hands that are at least as good; on a board, it shows
    the value of each combo.
    """
    if sum(given is not None for given in (sql, query, notation, board)) != 1:
        raise UsageError("give one of --sql, --query, --range and --board")
    if against is not None and notation is None:
        raise UsageError("--against is for a range; give the other with --range")
    if param and query is None:
        raise UsageError("--param is for a named query; name it with --query")
    if of is not None and board is None:
        raise UsageError("--of is for a board; give one with --board")
    if unit and notation is not None:
        raise UsageError("--unit is for values; a range is shown in % of combos")
    if unit and board is not None:
        raise UsageError("--unit is for values; strength is shown in %")
    if notation is not None:
        return _ranges(notation, against, title, lake)
    if board is not None:
        with connect(lake) as connection:
            grid = board_grid(connection, board, of or "ehs", title)
        return Drawn(grid.title, (grid,), draw_grid, grid_text)
    values: dict[str, Any] = {}
    if query is not None:
        found = named_query(query)
        values = found.bind(given_parameters(param or []))
        sql, title = found.sql, title or found.title
    assert sql is not None
    with connect(lake) as connection:
        grid = value_grid(hand_values(stream(connection, sql, values), value), title, unit)
    return Drawn(title, (grid,), draw_grid, grid_text)


def _ranges(notation: str, against: str | None, title: str, lake: Path | None) -> Drawn:
    first = range_weights(notation, lake)
    if against is None:
        title = title or notation
        return Drawn(title, (first, title), draw_range, range_text)
    shown = first, range_weights(against, lake), (notation, against), title
    return Drawn(title, shown, draw_ranges, ranges_text)
