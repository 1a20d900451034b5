"""What the commands that draw have in common: their options, and how a picture is put out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pokerlake.commands.base import note

if TYPE_CHECKING:
    from rich.text import Text

PictureOption = Annotated[
    Path, typer.Option("--output", "-o", metavar="FILE", help="Ends in .svg, .html or .png.")
]
GridOption = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Ends in .svg, .html or .png; else a terminal's."
    ),
]
TitleOption = Annotated[str, typer.Option(help="What stands above the picture.")]
SizeOption = Annotated[
    int | None,
    typer.Option(
        metavar="PIXELS",
        show_default=False,
        help="The width of a PNG.  [default: twice the drawing's]",
    ),
]
BOARD_HELP = "A flop, turn or river: 3h4sJh."
OF_HELP = "ehs, hs, equity, equity_squared, ppot1, npot1, ppot2 or npot2."


def require_place(output: Path | None, size: int | None) -> None:
    """Refuse a file that could not be written, and a size where there is none."""
    from pokerlake.queries.charts.drawing.output import require_output
    from pokerlake.tables.errors import UsageError

    if output is not None:
        require_output(output, size)
    elif size is not None:
        raise UsageError("--size is the width of a PNG; give one with -o")


def write(output: Path, title: str, picture: str, size: int | None) -> None:
    """Write a picture to a file, and say so."""
    from pokerlake.queries.charts.drawing.output import write_picture

    write_picture(output, title or "pokerlake", picture, size)
    note(f"{output} written")


def show_text(text: Text) -> None:
    """Print a grid with colours where the terminal has them, else as plain text."""
    from rich.console import Console

    console = Console(highlight=False)
    if console.is_terminal and console.color_system and not console.no_color:
        console.print(text, soft_wrap=True)
    else:
        typer.echo("\n".join(line.rstrip() for line in text.plain.splitlines()))
