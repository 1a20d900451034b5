"""``pokerlake chart``: pictures of games that were learned."""

from __future__ import annotations

from typing import Annotated

import typer

from pokerlake.commands.base import LakeOption, connected
from pokerlake.commands.learning import complete_game

from .pictures import GridOption, SizeOption, TitleOption, require_place, show_text, write

learning_charts = typer.Typer(rich_markup_mode=None)


@learning_charts.command("convergence")
def draw_convergence(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="That was learned: akq, kuhn, leduc, ...",
            autocompletion=complete_game,
        ),
    ],
    title: TitleOption = "",
    size: SizeOption = None,
    lake: LakeOption = None,
    output: GridOption = None,
) -> None:
    """Draw how far each run of a game is from an equilibrium, by the games played.

    NashConv is what the players could win more a game in all, each by a best response. Both axes
    are logarithmic. Pointed at in SVG or HTML, a point tells its numbers.
    """
    from pokerlake.queries.charts.plots import convergence_chart
    from pokerlake.queries.charts.plots.convergence import convergence

    require_place(output, size)
    with connected(lake) as connection:
        found = convergence(connection, game)
    if output is None:
        show_text(convergence_chart.convergence_text(found, title))
    else:
        write(output, title or found.title, convergence_chart.draw_convergence(found, title), size)
