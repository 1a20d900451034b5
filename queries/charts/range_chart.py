"""The chart ``range``: values of hands, ranges, or strength on a board, as the 13 x 13 grid."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pokerlake.catalogue import HOLDEM
from pokerlake.tables.errors import QueryError, UsageError

from ..answers.orders import game_of
from ..connection import connect
from ..selection import bind
from ..sql.named import named_queries, named_query
from ..statements.run import stream
from .boards.board_grid import board_grid
from .boards.board_holes import BOARD_HELP, OF_HELP
from .drawing.colours import FREE, Ends
from .given import NamedRange, given_rows, is_range, named_range, query_parameters
from .grids.hand_values import hand_kinds, hand_values
from .grids.kind_grid import draw_kinds, kind_grid, kinds_text
from .grids.share_grid import draw_range, draw_ranges, range_text, ranges_text
from .grids.value_grid import draw_grid, grid_text, value_grid
from .registry import Drawn, MaxOption, MinOption, Option, chart

if TYPE_CHECKING:
    import pyarrow as pa


@chart("range", place=10, example="--range '22+, A2s+:0.5'", terminal=True)
def range_(
    sql: Annotated[
        str | None, Option("SQL that returns hand, value, and maybe label or text.", "SQL")
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
        str | None, Option("A range: 'TT+, AKs:0.5'.", "RANGE", ("--range",), wide=True)
    ] = None,
    against: Annotated[
        str | None, Option("A second range, and the difference.", "RANGE", wide=True)
    ] = None,
    game: Annotated[
        str | None, Option("The game of the range: hold'em or short deck.", "GAME")
    ] = None,
    board: Annotated[str | None, Option(BOARD_HELP, "CARDS")] = None,
    of: Annotated[str | None, Option(f"{OF_HELP}  [default: ehs]", "MEASURE")] = None,
    min_: MinOption = None,
    max_: MaxOption = None,
    title: str = "",
    unit: Annotated[str, Option("Unit of the values, for the legend.")] = "",
    lake: Path | None = None,
    values: Any = None,
) -> Drawn:
    """Draw a grid of hands: values, shares of kinds, a range, or strength on a board.

    Values come from SQL or a named query. A cell has the colour of its value; with a column named
    label, it is divided among kinds such as raise, call and fold, and each value is a share, 0 to
    1. A column named text is written in place of the value. In a range, a cell is filled by its
    share of the combos. Pointed at in SVG or HTML, a cell shows its combos, and the share of all
    hands that are at least as good; on a board, it shows the value of each combo.
    """
    if is_range(values):
        if range_ is not None:
            raise UsageError("give one range; for a second, against")
        values, range_ = None, values
    sources = {"sql": sql, "query": query, "range": range_, "board": board, "values": values}
    given = [name for name, source in sources.items() if source is not None]
    if len(given) != 1:
        raise UsageError("give one of --sql, --query, --range and --board")
    _require_fitting(given[0], against=against, game=game, param=param, of=of, unit=unit)
    ends = Ends.of(min_, max_)
    if range_ is not None:
        if ends != FREE:
            raise UsageError("--min and --max are for values; a range is 0 to 100 % of combos")
        return _ranges(range_, against, game, title, lake)
    if board is not None:
        grid = board_grid(board, of or "ehs", title, ends)
        return Drawn(grid.title, (grid,), draw_grid, grid_text)
    if values is not None:
        try:
            return _drawn(given_rows(values), value, title, unit, ends)
        except (QueryError, UsageError) as error:
            said = str(error).replace("the query gives", "the values have").replace(" in SQL", "")
            raise type(error)(said) from None
    parameters: Mapping[str, Any] = {}
    found = None if query is None else named_query(query)
    if found is not None:
        parameters = query_parameters(param)
        found.bind(parameters)  # what is wrong with these needs no lake
        sql, title = found.sql, title or found.title
    assert sql is not None
    with connect(lake) as connection:
        bound = {} if found is None else bind(connection, found, parameters)
        return _drawn(stream(connection, sql, bound), value, title, unit, ends)


def _require_fitting(source: str, **options: Any) -> None:
    fits = {
        "against": (("range",), "--against is for a range; give the other with --range"),
        "game": (("range",), "--game is for a range; give one with --range"),
        "param": (("query",), "--param is for a named query; name it with --query"),
        "of": (("board",), "--of is for a board; give one with --board"),
    }
    for name, (sources, problem) in fits.items():
        if options[name] is not None and source not in sources:
            raise UsageError(problem)
    if options["unit"] and source in ("range", "board"):
        shown = "a range is shown in % of combos" if source == "range" else "strength is shown in %"
        raise UsageError(f"--unit is for values; {shown}")


def _drawn(rows: pa.RecordBatchReader, value: str, title: str, unit: str, ends: Ends) -> Drawn:
    if "label" in rows.schema.names:
        if "text" in rows.schema.names:
            raise UsageError("the query gives 'label' and 'text'; kinds are told by their colours")
        if ends != FREE:
            raise UsageError("--min and --max are for values; column 'label' gives shares of kinds")
        hands = hand_kinds(rows, value)
        title = title or f"Shares of {', '.join(hands.kinds)} of each starting hand"
        kinds = kind_grid(hands, title, unit)
        return Drawn(title, (kinds,), draw_kinds, kinds_text)
    found = hand_values(rows, value)
    if not title and (unit or value != "value"):
        shown = unit or value
        title = f"{shown[0].upper()}{shown[1:]} of each starting hand"
    return Drawn(title, (value_grid(found, title, unit, ends),), draw_grid, grid_text)


def _ranges(given: Any, against: Any, game: str | None, title: str, lake: Path | None) -> Drawn:
    rule = HOLDEM if game is None else game_of(game)
    first = named_range(given, lake, rule)
    if against is None:
        title = title or first.name
        _require_game(first, game)
        return Drawn(title, (first.weights, title, first.game), draw_range, range_text)
    second = named_range(against, lake, first.game if game is None else rule)
    for one in (first, second):
        _require_game(one, game or first.game.name)
    title = title or f"{first.short} against {second.short}"
    shown = first.weights, second.weights, (first.name, second.name), title, first.game
    return Drawn(title, shown, draw_ranges, ranges_text)


def _require_game(one: NamedRange, game: str | None) -> None:
    """UsageError if a range is of another game, where one is said."""
    if game is not None and one.game != game_of(game):
        raise UsageError(f"a range of {one.game.name} is none of {game_of(game).name}: {one.short}")
