"""``pokerlake chart``: pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

charts = typer.Typer(help="Draw a picture.", rich_markup_mode=None)


@charts.command()
def graph(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="An SVG file.")],
    ranks: Annotated[int, typer.Option(help="2 to 5.")] = 3,
    cards: Annotated[int, typer.Option(help="2 to 4.")] = 3,
) -> None:
    """Draw the rank graph of a small deck."""
    from ..queries.graph_picture import write_graph

    write_graph(output, ranks, cards)
