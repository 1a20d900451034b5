"""The chart ``range``: values of hands, ranges, or strength on a board, as the 13 x 13 grid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HOLDEM
from pokerlake.engine.cards.holes import HANDS, hand_of_hole
from pokerlake.tables.errors import QueryError, UsageError, flag

from ...answers.orders import game_of
from ..drawing.colours import FREE, Ends
from ..drawing.figure import Figure
from ..given import (
    BOARD_HELP,
    OF_HELP,
    AskedRows,
    BoardHoles,
    HandValues,
    NamedRange,
    board_holes,
    board_title,
    given_rows,
    hand_kinds,
    hand_values,
    is_range,
    named_range,
    names_of,
    parse_board,
    require_measure,
)
from ..registry import (
    MaxOption,
    MinOption,
    Option,
    ParamOption,
    QueryOption,
    UnitOption,
    ValueOption,
    chart,
)
from .hand_grids import KindGrid, ValueGrid, range_figure, ranges_figure, value_grid

if TYPE_CHECKING:
    import pyarrow as pa


@chart("range", place=10, example="--range '22+, A2s+:0.5'", terminal=True)
def range_(
    sql: Annotated[
        str | None, Option("SQL that returns hand, value, and maybe label or text.", "SQL")
    ] = None,
    query: QueryOption = None,
    param: ParamOption = None,
    value: ValueOption = "value",
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
    unit: UnitOption = "",
    lake: Path | None = None,
    values: Any = None,
) -> Figure:
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
        first, second, third, last = map(flag, ("sql", "query", "range", "board"))
        raise UsageError(f"give one of {first}, {second}, {third} and {last}")
    _require_fitting(given[0], against=against, game=game, param=param, of=of, unit=unit)
    ends = Ends.of(min_, max_)
    if range_ is not None:
        if ends != FREE:
            both = f"{flag('min')} and {flag('max')}"
            raise UsageError(f"{both} are for values; a range is 0 to 100 % of combos")
        return _ranges(range_, against, game, title, lake)
    if board is not None:
        return board_grid(board, of or "ehs", title, ends).figure()
    if values is not None:
        try:
            return _values(given_rows(values), value, title, unit, ends)
        except (QueryError, UsageError) as error:
            said = str(error).replace("the query gives", "the values have").replace(" in SQL", "")
            raise type(error)(said) from None
    asked = AskedRows(sql, query, param)
    with asked.rows(lake) as rows:
        return _values(rows, value, title or asked.title, unit, ends)


def _require_fitting(source: str, **options: Any) -> None:
    fits = {
        "against": ("range", "a range; give the other"),
        "game": ("range", "a range; give one"),
        "param": ("query", "a named query; name it"),
        "of": ("board", "a board; give one"),
    }
    for name, (wanted, problem) in fits.items():
        if options[name] is not None and source != wanted:
            raise UsageError(f"{flag(name)} is for {problem} with {flag(wanted)}")
    if options["unit"] and source in ("range", "board"):
        shown = "a range is shown in % of combos" if source == "range" else "strength is shown in %"
        raise UsageError(f"{flag('unit')} is for values; {shown}")


def _values(rows: pa.RecordBatchReader, value: str, title: str, unit: str, ends: Ends) -> Figure:
    if "label" in rows.schema.names:
        if "text" in rows.schema.names:
            raise UsageError("the query gives 'label' and 'text'; kinds are told by their colours")
        if ends != FREE:
            both = f"{flag('min')} and {flag('max')}"
            raise UsageError(f"{both} are for values; column 'label' gives shares of kinds")
        hands = hand_kinds(rows, value)
        title = title or f"Shares of {', '.join(hands.kinds)} of each starting hand"
        return KindGrid(hands, title, unit).figure()
    found = hand_values(rows, value)
    if not title and (unit or value != "value"):
        shown = unit or value
        title = f"{shown[0].upper()}{shown[1:]} of each starting hand"
    return value_grid(found, title, unit, ends).figure()


def _ranges(given: Any, against: Any, game: str | None, title: str, lake: Path | None) -> Figure:
    rule = HOLDEM if game is None else game_of(game)
    first = named_range(given, lake, rule)
    if against is None:
        _require_game(first, game)
        return range_figure(first.weights, title or first.name, first.game)
    second = named_range(against, lake, first.game if game is None else rule)
    for one in (first, second):
        _require_game(one, game or first.game.name)
    title = title or f"{first.short} against {second.short}"
    names = first.name, second.name
    return ranges_figure(first.weights, second.weights, names, title, first.game)


def _require_game(one: NamedRange, game: str | None) -> None:
    """UsageError if a range is of another game, where one is said."""
    if game is not None and one.game != game_of(game):
        raise UsageError(f"a range of {one.game.name} is none of {game_of(game).name}: {one.short}")


# ---------------------------------------------------------------- a board


def board_grid(
    board: str,
    measure: str = "ehs",
    title: str = "",
    ends: Ends = FREE,
) -> ValueGrid:
    """A measure of every hand on a board in %: the mean of the hand's live holes."""
    called = require_measure(measure, len(parse_board(board)))
    found = board_holes(board)
    percents = 100 * found.measures[measure]
    hand = hand_of_hole()[found.holes]
    combos = np.bincount(hand, minlength=len(HANDS))
    sums = np.bincount(hand, percents, minlength=len(HANDS))
    means = np.where(combos, sums / np.maximum(combos, 1), np.nan)
    holes = [list(_hole_lines(found, percents, hand == at)) for at in range(len(HANDS))]
    return grid_of_means(found.board, called, means, combos.tolist(), holes, title, ends)


def grid_of_means(
    board: str,
    measure: str,
    means: npt.NDArray[np.float64],
    combos: Sequence[int],
    holes: Sequence[Sequence[str]],
    title: str = "",
    ends: Ends = FREE,
) -> ValueGrid:
    """The grid of the means of live holes: of each hand, how many there are, and a line for each.

    Holes that are the same up to the board's suits share a line: ``AdKd, AcKc: 41.05 %``.
    """
    told = []
    for hand, mean, count, lines in zip(HANDS, means.tolist(), combos, holes, strict=True):
        counted = "1 live combo" if count == 1 else f"the mean of {count} live combos"
        first = f"{hand}: {mean:.2f} % {measure}, {counted}"
        told.append((first if count else f"{hand}: no combo is left on {board}", *lines))
    dead = ", ".join(hand for hand, count in zip(HANDS, combos, strict=True) if not count)
    return ValueGrid(
        HandValues(means),
        told,
        title or board_title(f"{measure} of each hand", board),
        f"% {measure}",
        "Against one random opponent; the mean of a hand's live combos.",
        f"Grey: no combo left, {dead}." if dead else "",
        ends,
    )


def _hole_lines(
    found: BoardHoles, percents: npt.NDArray[np.float64], own: npt.NDArray[np.bool_]
) -> Iterator[str]:
    """The holes of a hand, those that are the same up to suits together, the best first."""
    groups: dict[int, list[int]] = {}
    for at in np.flatnonzero(own).tolist():
        groups.setdefault(int(found.alike[at]), []).append(at)
    for group in sorted(groups.values(), key=lambda group: (-percents[group[0]], -group[-1])):
        yield f"{names_of(found.holes[group])}: {percents[group[0]]:.2f} %"
