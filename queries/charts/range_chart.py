"""Charts of the 13 x 13 grid: values of hands, ranges, strength on a board, push or fold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HOLDEM
from pokerlake.engine.cards.holes import HAND_INDEX, HANDS, hand_of_hole
from pokerlake.engine.given import pieces, plain_float, shown
from pokerlake.tables.errors import QueryError, UsageError, flag

from ..answers.orders import game_of
from ..connection import connect
from ..selection import asked_rows
from ..statements.run import own_rows
from .drawing import figure as fig
from .drawing import numerals
from .drawing.colours import FREE, Ends
from .given import (
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
    means_of,
    named_range,
    names_of,
    parse_board,
    require_measure,
)
from .hand_grids import (
    KindGrid,
    ValueGrid,
    filled,
    range_figure,
    range_total,
    ranges_figure,
    share_cell,
    value_grid,
)
from .registry import Option, ParamOption, QueryOption, UnitOption, ValueOption, chart

if TYPE_CHECKING:
    import pyarrow as pa

_PLAYERS = "Number of players with the same stack."
_SMALL_BLIND = "The small blind in big blinds."
_BB_ANTE = "The ante that the big blind posts for all, in big blinds."
_ANTE = "The ante of each player in big blinds."
_POSITION = "Who decides: BTN, SB, BB, ...  [default: the first to act]"
_BEFORE = "A letter for each player before: f folded, i went in.  [default: the first there is]"
_BEFORE_OR_FIRST = "A letter for each player before: f folded, i went in; first: the first."
_NEVER = "Grey: never, at any stack that was solved."
_AGAIN = "* folds at some smaller stack; pointed at, a cell tells all."


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
    ends: Ends = FREE,
    title: str = "",
    unit: UnitOption = "",
    lake: Path | None = None,
    values: Any = None,
) -> fig.Figure:
    """Draw a grid of hands: values, shares of kinds, a range, or strength on a board.

    Values come from SQL or a named query. A cell has the colour of its value; with a column named
    label, it is divided among kinds such as raise, call and fold, and each value is a share, 0 to
    1. A column named text is written in place of the value. In a range, a cell is filled by its
    share of the combos. In SVG and HTML, pointing at a cell shows its combos, and the share of all
    hands that are at least as good; on a board, it shows the value of each combo.
    """
    if is_range(values):
        if range_ is not None:
            raise UsageError("give one range; for a second, against")
        values, range_ = None, values
    sources = {"sql": sql, "query": query, "range": range_, "board": board, "values": values}
    named = [name for name, source in sources.items() if source is not None]
    if len(named) != 1:
        first, second, third, last = map(flag, ("sql", "query", "range", "board"))
        raise UsageError(f"give one of {first}, {second}, {third} and {last}")
    _require_fitting(named[0], against=against, game=game, param=param, of=of, unit=unit)
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


def _values(
    rows: pa.RecordBatchReader, value: str, title: str, unit: str, ends: Ends
) -> fig.Figure:
    if "label" in rows.schema.names:
        if "text" in rows.schema.names:
            raise UsageError("the query gives 'label' and 'text'; give one: colours show kinds")
        if ends != FREE:
            both = f"{flag('min')} and {flag('max')}"
            raise UsageError(f"{both} are for values; column 'label' gives shares of kinds")
        hands = hand_kinds(rows, value)
        title = title or f"Shares of {', '.join(hands.kinds)} of each starting hand"
        return KindGrid(hands, title, unit).figure()
    hand_numbers = hand_values(rows, value)
    if not title and (unit or value != "value"):
        shown = unit or value
        title = f"{shown[0].upper()}{shown[1:]} of each starting hand"
    return value_grid(hand_numbers, title, unit, ends).figure()


def _ranges(
    value: Any, against: Any, game: str | None, title: str, lake: Path | None
) -> fig.Figure:
    rule = HOLDEM if game is None else game_of(game)
    first = named_range(value, lake, rule)
    if against is None:
        _require_game(first, game)
        return range_figure(first.weights, title or first.name, first.game)
    second = named_range(against, lake, first.game if game is None else rule)
    for hole_range in (first, second):
        _require_game(hole_range, game or first.game.name)
    title = title or f"{first.short} against {second.short}"
    names = first.name, second.name
    return ranges_figure(first.weights, second.weights, names, title, first.game)


def _require_game(hole_range: NamedRange, game: str | None) -> None:
    """UsageError if a range is of another game than the named one."""
    if game is not None and hole_range.game != game_of(game):
        raise UsageError(
            f"a range of {hole_range.game.name} is none of {game_of(game).name}: {hole_range.short}"
        )


# ---------------------------------------------------------------- a board


def board_grid(
    board: str,
    measure: str = "ehs",
    title: str = "",
    ends: Ends = FREE,
) -> ValueGrid:
    """A measure of every hand on a board in %: the mean of the hand's live holes."""
    called = require_measure(measure, len(parse_board(board)))
    board_values = board_holes(board)
    percents = 100 * board_values.measures[measure]
    hand = hand_of_hole()[board_values.holes]
    means, _, _, combos = means_of(hand, percents, np.ones(len(hand)), len(HANDS))
    holes = [list(_hole_lines(board_values, percents, hand == at)) for at in range(len(HANDS))]
    counts = combos.astype(int).tolist()
    return grid_of_means(board_values.board, called, means, counts, holes, title, ends)


def grid_of_means(
    board: str,
    measure: str,
    means: npt.NDArray[np.float64],
    combos: Sequence[int],
    holes: Sequence[Sequence[str]],
    title: str = "",
    ends: Ends = FREE,
) -> ValueGrid:
    """The grid of means of live holes, from the number of holes of each hand and a line for each.

    Holes that are the same up to the board's suits share a line: ``AdKd, AcKc: 41.05 %``.
    """
    tooltips = []
    for hand, mean, count, lines in zip(HANDS, means.tolist(), combos, holes, strict=True):
        counted = "1 live combo" if count == 1 else f"the mean of {count} live combos"
        first = f"{hand}: {mean:.2f} % {measure}, {counted}"
        tooltips.append((first if count else f"{hand}: no combo is left on {board}", *lines))
    dead = ", ".join(hand for hand, count in zip(HANDS, combos, strict=True) if not count)
    return ValueGrid(
        HandValues(means),
        tooltips,
        title or board_title(f"{measure} of each hand", board),
        f"% {measure}",
        "Against one random opponent; the mean of a hand's live combos.",
        f"Grey: no combo left, {dead}." if dead else "",
        ends,
    )


def _hole_lines(
    board_values: BoardHoles, percents: npt.NDArray[np.float64], is_of_hand: npt.NDArray[np.bool_]
) -> Iterator[str]:
    """The lines of the holes of a hand, one for holes that are the same up to suits, best first."""
    groups: dict[int, list[int]] = {}
    for at in np.flatnonzero(is_of_hand).tolist():
        groups.setdefault(int(board_values.alike[at]), []).append(at)
    for group in sorted(groups.values(), key=lambda group: (-percents[group[0]], -group[-1])):
        yield f"{names_of(board_values.holes[group])}: {percents[group[0]]:.2f} %"


# ---------------------------------------------------------------- push or fold


@chart("push-fold", place=45, example="--stack 10 --position BB", terminal=True)
def push_fold_chart(
    spot: Annotated[int | None, Option("The number of a spot in the lake.", "N")] = None,
    stack: Annotated[
        float | None, Option("The stack of every player, in big blinds.", "STACK")
    ] = None,
    stacks: Annotated[
        str | None, Option("The stack of each player: 8,12,20.", "STACKS", wide=True)
    ] = None,
    players: Annotated[int, Option(_PLAYERS)] = 2,
    small_blind: Annotated[float, Option(_SMALL_BLIND)] = 0.5,
    ante: Annotated[float, Option(_ANTE)] = 0.0,
    bb_ante: Annotated[float, Option(_BB_ANTE)] = 0.0,
    prizes: Annotated[str, Option("Prizes: 50,30,20.", "PRIZES", wide=True)] = "",
    others: Annotated[
        str, Option("Stacks of players who are not in the hand.", "STACKS", wide=True)
    ] = "",
    position: Annotated[str | None, Option(_POSITION, "POSITION")] = None,
    before: Annotated[str | None, Option(_BEFORE, "LETTERS")] = None,
    title: str = "",
    lake: Path | None = None,
) -> fig.Figure:
    """Draw which hands go all-in, in a decision of a solved push-or-fold spot.

    A cell is filled by how often the hand goes in. In SVG and HTML, pointing at it shows the EV of
    going in and of folding. 'pokerlake pushfold' solves spots.
    """
    if sum(option is not None for option in (spot, stack, stacks)) != 1:
        first, second, last = map(flag, ("spot", "stack", "stacks"))
        raise UsageError(f"give one of {first}, {second} and {last}")
    asked = {
        "spot": spot, "stack": stack, "stacks": None if stacks is None else _numbers(stacks),
        "players": players, "small_blind": small_blind, "ante": ante, "bb_ante": bb_ante,
        "prizes": _numbers(prizes), "others": _numbers(others), "position": position,
        "before": before,
    }  # fmt: skip
    with connect(lake) as connection:
        rows = own_rows(connection, "charts/push_fold", **asked).to_pylist()
    if not rows:
        raise UsageError(
            "no such decision is in this lake; solve the spot with 'pokerlake pushfold' and the "
            "same options, or see 'pokerlake sql \"from push_fold_ranges\"'"
        )
    return decision_figure(rows, title)


def decision_figure(rows: Sequence[dict[str, Any]], title: str = "") -> fig.Figure:
    """The picture of a decision, from rows of the chart's SQL statement, one for each hand."""
    rows = sorted(rows, key=lambda row: HAND_INDEX[row["hand"]])
    choice = str(rows[0]["choice"])
    cells = []
    for row in rows:
        share = round(row["share"], 3)  # drop the remains of early iterations in the mean
        tooltip = [f"{row['hand']}: {choice} {numerals.percent(share)} %"]
        if row["value_in"] is not None:
            tooltip.append(f"{choice}: {numerals.exact(round(row['value_in'], 4))}")
            tooltip.append(f"fold: {numerals.exact(round(row['value_fold'], 4))}")
        cells.append(share_cell(row["hand"], share, tuple(tooltip)))
    total = range_total(np.array([row["share"] for row in rows]))
    grid, title = fig.Grid(cells, diagonal=True), title or _title(rows[0])
    return filled(grid, title, f"{choice}, by its share", total, f"{choice} in % of the times")


def _numbers(numbers: Any) -> list[float]:
    """Numbers from text with commas, or from a list."""
    if not isinstance(numbers, str):
        return [float(number) for number in numbers]
    try:
        return [plain_float(piece) for piece in pieces(numbers)]
    except ValueError as error:
        raise UsageError(f"{shown(numbers)} are no numbers; give such as 8,12,20") from error


def _title(row: dict[str, Any]) -> str:
    stacks = f"{row['stack']:g} each" if row["stack"] is not None else row["stacks"]
    parts = [f"{row['position']} {'calls' if row['choice'] == 'call' else 'pushes'}, {stacks}"]
    parts += [f"after {row['facing']}"] if row["facing"] else []
    parts += [f"small blind {row['small_blind']:g}"] if row["small_blind"] != 0.5 else []
    parts += [f"ante {row['ante']:g}"] if row["ante"] else []
    parts += [f"big blind's ante {row['bb_ante']:g}"] if row["bb_ante"] else []
    parts += [f"prizes {row['prizes']}"] if row["prizes"] else []
    parts += [f"others {row['others']}"] if row["others"] else []
    return "; ".join(parts)


# ---------------------------------------------------------------- push or fold by stacks


@chart("jam-or-fold", place=46, example="--position SB", terminal=True)
def jam_or_fold_chart(
    players: Annotated[int, Option(_PLAYERS)] = 2,
    position: Annotated[str, Option("Who decides: BTN, SB, BB, ...", "POSITION")] = "SB",
    before: Annotated[str, Option(_BEFORE_OR_FIRST, "LETTERS")] = "first",
    small_blind: Annotated[float, Option(_SMALL_BLIND)] = 0.5,
    ante: Annotated[float, Option(_ANTE)] = 0.0,
    bb_ante: Annotated[float, Option(_BB_ANTE)] = 0.0,
    title: str = "",
    lake: Path | None = None,
) -> fig.Figure:
    """Draw up to which stack each hand goes in, of the stacks that were solved.

    All players have the same stack, and chips count. In SVG and HTML, pointing at a cell shows all
    stacks at which the hand goes in. 'pokerlake pushfold 1:20:0.25' solves stacks.
    """
    asked = {
        "players": players, "position": position, "before": before.lower(),
        "small_blind": small_blind, "ante": ante, "bb_ante": bb_ante,
    }  # fmt: skip
    with connect(lake) as connection:
        parameters = {name: str(value) for name, value in asked.items()}
        rows = asked_rows(connection, "jam_or_fold", parameters).to_pylist()
    if not any(row["stack"] is not None for row in rows):
        raise UsageError(
            "no such stacks are in this lake; solve some with 'pokerlake pushfold --stack "
            "1:20:0.25' and the same options"
        )
    choice = rows[0]["choice"]
    said = f"{position.upper()} {'calls' if choice == 'call' else 'pushes'} up to this stack"
    said += f", {players} players" * (players > 2) + f", ante {ante:g}" * (ante > 0)
    said += f", big blind's ante {bb_ante:g}" * (bb_ante > 0)
    said += f", small blind {small_blind:g}" * (small_blind != 0.5)
    values = np.full(len(HANDS), np.nan)
    labels: list[str | None] = [None] * len(HANDS)
    tooltips: list[tuple[str, ...]] = [()] * len(HANDS)
    for row in rows:
        at = HAND_INDEX[row["hand"]]
        tooltips[at] = (f"{row['hand']}: {row['choice']} at {row['stacks'] or 'no stack'}",)
        if row["stack"] is not None:
            values[at] = row["stack"]
            mark = "+" if row["at_all_larger"] else ""
            again = "*" if row["intervals"] > 1 else ""
            labels[at] = f"{row['stack']:.4g}{mark}{again}"
    return ValueGrid(
        HandValues(values, tuple(labels)),
        tooltips,
        title or said,
        "big blinds",
        _AGAIN if any(row["intervals"] > 1 for row in rows) else "",
        _NEVER if np.isnan(values).any() else "",
    ).figure()
