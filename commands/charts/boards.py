"""``pokerlake chart``: pictures of the strength of holes on boards."""

from __future__ import annotations

from typing import Annotated

import typer

from pokerlake.commands.base import LakeOption, connected

from .pictures import BOARD_HELP, OF_HELP, PictureOption, SizeOption, TitleOption, write

board_charts = typer.Typer(rich_markup_mode=None)

BoardOption = Annotated[
    str | None,
    typer.Option(metavar="CARDS", show_default=False, help=f"{BOARD_HELP}  [default: all flops]"),
]


@board_charts.command()
def distribution(
    ranges: Annotated[
        list[str], typer.Argument(metavar="RANGE", help="One or two: 'TT+, AKs:0.5'.")
    ],
    output: PictureOption,
    board: BoardOption = None,
    title: TitleOption = "",
    size: SizeOption = None,
    lake: LakeOption = None,
) -> None:
    """Draw how equity is spread over one or two ranges, from the best combo to the worst.

    Equity is against one random opponent. Pointed at in SVG or HTML, the picture tells how good the
    best so many percent are.
    """
    from pokerlake.queries.answers.ranges.given import range_weights
    from pokerlake.queries.charts.boards import distribution
    from pokerlake.queries.charts.boards.board_holes import board_title, tidy_board
    from pokerlake.queries.charts.drawing.output import require_output

    require_output(output, size)
    board = None if board is None else tidy_board(board)
    title = title or board_title("equity distribution", board)
    chosen = [(text, range_weights(text, lake)) for text in ranges]
    with connected(lake) as connection:
        if board is None:
            found = distribution.flop_distributions(connection, chosen)
        else:
            found = distribution.board_distributions(connection, board, chosen)
    write(output, title, distribution.draw_distributions(found, board, title), size)


@board_charts.command()
def potential(
    output: PictureOption,
    board: BoardOption = None,
    hand: Annotated[
        str | None,
        typer.Option(metavar="HAND", show_default=False, help="AA AKs 72o.  [default: all hands]"),
    ] = None,
    title: TitleOption = "",
    size: SizeOption = None,
    lake: LakeOption = None,
) -> None:
    """Draw hand strength against positive potential, on a board or over all flops.

    Potential is two steps ahead on a flop, one on a turn. Pointed at in SVG or HTML, a cell tells
    its deals, and on a board its combos.
    """
    from pokerlake.queries.charts.boards import potential
    from pokerlake.queries.charts.boards.board_holes import board_title
    from pokerlake.queries.charts.drawing.output import require_output
    from pokerlake.tables.errors import UsageError

    require_output(output, size)
    if board is not None and hand is not None:
        raise UsageError("give --board or --hand, not both")
    of = f"of {hand} " if hand else ""
    title = title or board_title(f"hand strength and potential {of}".strip(), board)
    with connected(lake) as connection:
        if board is None:
            found = potential.flop_potential(connection, hand)
        else:
            found = potential.board_potential(connection, board)
    write(output, title, potential.draw_potential(found, title), size)


@board_charts.command()
def texture(
    notation: Annotated[str, typer.Argument(metavar="RANGE", help="A range: 'TT+, AKs:0.5'.")],
    output: PictureOption,
    of: Annotated[str, typer.Option(metavar="MEASURE", help=OF_HELP)] = "equity",
    title: TitleOption = "",
    size: SizeOption = None,
    lake: LakeOption = None,
) -> None:
    """Draw how a range does on flops of each texture.

    The mean over all flops of a kind, weighted by deals, against one random opponent.
    """
    from pokerlake.queries.answers.ranges.given import range_weights
    from pokerlake.queries.charts.boards.texture import draw_textures, flop_textures
    from pokerlake.queries.charts.drawing.output import require_output

    require_output(output, size)
    weights = range_weights(notation, lake)
    with connected(lake) as connection:
        found = flop_textures(connection, weights, of)
    title = title or f"{found.measure[0].upper()}{found.measure[1:]} of {notation} by texture"
    write(output, title, draw_textures(found, title), size)
