"""``pokerlake chart``: pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pokerlake.commands.base import LakeOption, complete_query, connected

from .pictures import (
    BOARD_HELP,
    OF_HELP,
    GridOption,
    PictureOption,
    SizeOption,
    TitleOption,
    require_place,
    show_text,
    write,
)

charts = typer.Typer(help="Draw a picture.", rich_markup_mode=None)


@charts.command("range")
def draw_range(
    sql: Annotated[
        str | None,
        typer.Option(
            metavar="SQL",
            help="Gives columns hand, value, and maybe label.",
        ),
    ] = None,
    query: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="A named query that does so.", autocompletion=complete_query
        ),
    ] = None,
    param: Annotated[
        list[str] | None,
        typer.Option("--param", "-p", metavar="NAME=VALUE", help="A parameter of the query."),
    ] = None,
    value: Annotated[str, typer.Option(metavar="COLUMN", help="The column of values.")] = "value",
    notation: Annotated[
        str | None, typer.Option("--range", metavar="RANGE", help="A range: 'TT+, AKs:0.5'.")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(metavar="RANGE", help="Another, beside it, and their difference."),
    ] = None,
    board: Annotated[str | None, typer.Option(metavar="CARDS", help=BOARD_HELP)] = None,
    of: Annotated[
        str | None,
        typer.Option(metavar="MEASURE", show_default=False, help=f"{OF_HELP}  [default: ehs]"),
    ] = None,
    title: TitleOption = "",
    unit: Annotated[str, typer.Option(help="Of the values, for the legend.")] = "",
    size: SizeOption = None,
    lake: LakeOption = None,
    output: GridOption = None,
) -> None:
    """Draw values of hands, a range, or the strength of all hands on a board, as a grid.

    Values come from SQL or a named query; a column named label is written in place of them. A cell
    has the colour of its value, or is filled as far as it is in the range. Pointed at in SVG or
    HTML, it tells its combos, and the share of all hands that are at least as good; on a board, the
    value of each combo.
    """
    from pokerlake.tables.errors import UsageError

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
    require_place(output, size)
    if notation is not None:
        _draw_notation(notation, against, title, size, lake, output)
    elif board is not None:
        _draw_board(board, of or "ehs", title, size, lake, output)
    else:
        _draw_values(sql, query, param or [], value, title, unit, size, lake, output)


def _draw_values(
    sql: str | None,
    query: str | None,
    param: list[str],
    value: str,
    title: str,
    unit: str,
    size: int | None,
    lake: Path | None,
    output: Path | None,
) -> None:
    from pokerlake.queries.charts.grids.hand_values import hand_values
    from pokerlake.queries.charts.grids.range_grid import draw_grid
    from pokerlake.queries.charts.grids.terminal import grid_text
    from pokerlake.queries.sql.named import given_parameters, named_query
    from pokerlake.queries.statements.run import stream

    values: dict[str, Any] = {}
    if query is not None:
        asked = named_query(query)
        values = asked.bind(given_parameters(param))
        sql, title = asked.sql, title or asked.title
    assert sql is not None
    with connected(lake) as connection:
        hands = hand_values(stream(connection, sql, values), value)
    if output is None:
        show_text(grid_text(hands, title, unit))
    else:
        write(output, title, draw_grid(hands, title, unit), size)


def _draw_notation(
    notation: str,
    against: str | None,
    title: str,
    size: int | None,
    lake: Path | None,
    output: Path | None,
) -> None:
    from pokerlake.queries.answers.ranges.given import range_weights
    from pokerlake.queries.charts.grids.range_picture import draw_range, draw_ranges, hand_shares
    from pokerlake.queries.charts.grids.terminal import range_text, ranges_text

    first = hand_shares(range_weights(notation, lake))
    if against is None:
        title = title or notation
        if output is None:
            show_text(range_text(first, title))
        else:
            write(output, title, draw_range(first, title), size)
        return
    second = hand_shares(range_weights(against, lake))
    names = notation, against
    if output is None:
        show_text(ranges_text(first, second, names, title))
    else:
        write(output, title, draw_ranges(first, second, names, title), size)


def _draw_board(
    board: str, of: str, title: str, size: int | None, lake: Path | None, output: Path | None
) -> None:
    from pokerlake.queries.charts.boards.board_grid import board_grid, board_text, draw_board

    with connected(lake) as connection:
        grid = board_grid(connection, board, of)
    if output is None:
        show_text(board_text(grid, title))
    else:
        write(output, title or grid.title, draw_board(grid, title), size)


@charts.command()
def lines(
    hands: Annotated[list[str], typer.Argument(metavar="HAND", help="One or more: AA AKs 72o.")],
    output: PictureOption,
    title: TitleOption = "Income rate by number of players",
    size: SizeOption = None,
    lake: LakeOption = None,
) -> None:
    """Draw income rates by number of players.

    Rates that are sampled have bars of two standard errors to either side.
    """
    from pokerlake.queries.charts.drawing.output import require_output
    from pokerlake.queries.charts.plots.lines import draw_lines, income_lines

    require_output(output, size)
    with connected(lake) as connection:
        found = income_lines(connection, hands)
    write(output, title, draw_lines(found, title), size)


@charts.command()
def classes(
    output: PictureOption,
    title: TitleOption = "How often each of the 7,462 classes of hands comes",
    size: SizeOption = None,
    lake: LakeOption = None,
) -> None:
    """Draw how often each class of hands comes."""
    from pokerlake.queries.charts.drawing.output import require_output
    from pokerlake.queries.charts.plots.class_chart import class_counts, draw_classes

    require_output(output, size)
    with connected(lake) as connection:
        categories, counts = class_counts(connection)
    write(output, title, draw_classes(categories, counts, title), size)


@charts.command()
def ladder(
    title: TitleOption = "The ladder of five-card hands",
    size: SizeOption = None,
    lake: LakeOption = None,
    output: GridOption = None,
) -> None:
    """Draw the ladder of five-card hands: the top percent of each category, pair and high card.

    Pointed at in SVG or HTML, a rung tells its exact numbers.
    """
    from pokerlake.queries.charts.plots.ladder_chart import draw_ladder, ladder_rungs, ladder_text

    require_place(output, size)
    with connected(lake) as connection:
        rungs = ladder_rungs(connection)
    if output is None:
        show_text(ladder_text(rungs, title))
    else:
        write(output, title, draw_ladder(rungs, title), size)


@charts.command("matchups")
def draw_matchups(
    output: PictureOption,
    hands: Annotated[
        list[str] | None,
        typer.Argument(metavar="HAND", help="Two or more; all 169 by strength if none."),
    ] = None,
    title: TitleOption = "Equity of one hand against another",
    size: SizeOption = None,
    lake: LakeOption = None,
) -> None:
    """Draw the equity of hands against each other.

    Pointed at in SVG or HTML, a cell tells its two hands.
    """
    from pokerlake.queries.charts.drawing.output import require_output
    from pokerlake.queries.charts.grids import matchups

    require_output(output, size)
    with connected(lake) as connection:
        found = matchups.matchups(connection)
    chosen = matchups.chosen_hands(hands or [], found.strengths)
    write(output, title, matchups.draw_matchups(found.equities, chosen, title), size)


@charts.command()
def graph(
    output: PictureOption,
    ranks: Annotated[int, typer.Option(help="2 to 5.")] = 3,
    cards: Annotated[int, typer.Option(help="2 to 4.")] = 3,
    size: SizeOption = None,
) -> None:
    """Draw the rank graph of a small deck."""
    from pokerlake.queries.charts.drawing.output import require_output
    from pokerlake.queries.charts.plots.rank_graph import draw_graph

    require_output(output, size)
    write(output, f"The rank graph of {ranks} ranks", draw_graph(ranks, cards), size)
