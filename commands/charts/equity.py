"""``pokerlake chart``: pictures of equity, card by card and hole by hole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pokerlake.commands.base import LakeOption

from .pictures import GridOption, SizeOption, TitleOption, require_place, show_text, write

if TYPE_CHECKING:
    from pokerlake.queries.answers.equity import Situation, Wanted

equity_charts = typer.Typer(rich_markup_mode=None)

BoardOption = Annotated[str, typer.Option(metavar="CARDS", help="Known cards: Qh2h3d.")]
DeadOption = Annotated[str, typer.Option(metavar="CARDS", help="Cards that nobody can have: 7c7d.")]


@equity_charts.command("next-card")
def draw_next_card(
    hands: Annotated[
        list[str],
        typer.Argument(metavar="HAND", help="2 to 10 hands or ranges: AhKh 'QQ+,AKs' random."),
    ],
    board: BoardOption = "",
    dead: DeadOption = "",
    title: TitleOption = "",
    size: SizeOption = None,
    lake: LakeOption = None,
    output: GridOption = None,
) -> None:
    """Draw the first player's equity once each other card has come.

    Ranks are across and suits down. Pointed at in SVG or HTML, a cell tells the equity of every
    player, and how far it is from the equity now.
    """
    from pokerlake.queries.charts.boards.equity_charts import (
        draw_next_cards,
        next_cards,
        next_cards_text,
    )

    require_place(output, size)
    situation, wanted = _asked(hands, board, dead, lake)
    found = next_cards(situation, wanted)
    if output is None:
        show_text(next_cards_text(found, title))
    else:
        write(output, title or found.title, draw_next_cards(found, title), size)


@equity_charts.command("by-hole")
def draw_by_hole(
    ranges: Annotated[
        list[str],
        typer.Argument(metavar="RANGE", help="2 to 10 hands or ranges: the first's is drawn."),
    ],
    board: BoardOption = "",
    dead: DeadOption = "",
    title: TitleOption = "",
    size: SizeOption = None,
    lake: LakeOption = None,
    output: GridOption = None,
) -> None:
    """Draw the equity of each hand of a range against the other ranges.

    A hand is the mean of its holes, by their weight in the range. Pointed at in SVG or HTML, a cell
    tells that of each hole.
    """
    from pokerlake.queries.charts.boards.equity_charts import draw_holes, hole_grid, holes_text

    require_place(output, size)
    situation, wanted = _asked(ranges, board, dead, lake)
    grid = hole_grid(situation, wanted)
    if output is None:
        show_text(holes_text(grid, title))
    else:
        write(output, title or grid.title, draw_holes(grid, title), size)


def _asked(hands: list[str], board: str, dead: str, lake: Path | None) -> tuple[Situation, Wanted]:
    """The players; what has to be sampled is sampled alike each time, as a picture is the same."""
    from pokerlake.queries.answers.equity import Situation, Wanted
    from pokerlake.queries.answers.ranges.given import RangeReader

    return Situation.parse(hands, board, dead, RangeReader.of(lake, None, None)), Wanted(seed=0)
