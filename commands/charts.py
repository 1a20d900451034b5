"""``pokerlake chart``: a command for each chart that is declared in ``queries/charts/``."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_type_hints

import typer
from typer.core import TyperGroup

from .base import note
from .options import LakeOption

if TYPE_CHECKING:
    from rich.text import Text

    from pokerlake.queries.charts.registry import Chart

_OUTPUT = "A file ending in .svg, .html or .png"
PictureOption = Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help=f"{_OUTPUT}.")]
GridOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help=f"{_OUTPUT}; prints by default."),
]
TitleOption = Annotated[str, typer.Option(help="The title above the picture.")]
SizeOption = Annotated[
    int | None,
    typer.Option(
        metavar="PIXELS",
        show_default=False,
        help="Width of a PNG.  [default: twice the drawing's]",
    ),
]
_COMMON = {"title": TitleOption, "lake": LakeOption}  # parameters that mean the same in all charts


class Charts(TyperGroup):
    """The commands, which are made when they are asked for: drawing loads numpy and more."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all charts, in their order."""
        from pokerlake.queries.charts import charts

        if not self.commands:
            self.commands = {name: _command(chart) for name, chart in charts().items()}
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a chart."""
        self.list_commands(ctx)
        return super().get_command(ctx, cmd_name)


charts = typer.Typer(cls=Charts, help="Draw charts.", rich_markup_mode=None)


def _command(chart: Chart) -> Any:
    """The command of a chart, with the options of its own and those that all charts have."""
    from pokerlake.queries.charts.drawing.output import require_output, write_picture

    def draw(output: Path | None = None, size: int | None = None, **given: Any) -> None:
        require_output(output, size)
        drawn = chart.make(**given)
        if output is None:
            assert drawn.text is not None
            show_text(drawn.text(*drawn.shown))
        else:
            picture = drawn.draw(*drawn.shown)
            write_picture(output, drawn.title or "pokerlake", picture, size)
            note(f"{output} written")

    parameters = _parameters(chart)
    draw.__doc__ = chart.help
    draw.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    draw.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    app = typer.Typer(rich_markup_mode=None, add_completion=False)
    app.command(chart.name)(draw)
    return typer.main.get_command(app)


def _parameters(chart: Chart) -> list[inspect.Parameter]:
    """The parameters of a chart's command: the chart's own, a size before the lake, an output."""
    hints = get_type_hints(chart.make, include_extras=True)
    del hints["return"]
    own = inspect.signature(chart.make).parameters.values()
    found = [
        _parameter(p.name, _COMMON.get(p.name) or _typed(hints[p.name]), p.default) for p in own
    ]
    found.insert(len(found) - ("lake" in hints), _parameter("size", SizeOption, None))
    if chart.terminal:
        return [*found, _parameter("output", GridOption, None)]
    return [_parameter("output", PictureOption, inspect.Parameter.empty), *found]


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, annotation=annotation, default=default)


def _typed(hint: Any) -> Any:
    """An annotation of a chart in typer's words."""
    from pokerlake.queries.charts.registry import Argument

    kind, declared = get_args(hint)
    names = declared.names

    def complete(start: str) -> list[str]:
        return [name for name in (names() if names else ()) if name.startswith(start)]

    make = typer.Argument if isinstance(declared, Argument) else typer.Option
    words = {"metavar": declared.metavar, "help": declared.help}
    return Annotated[kind, make(*declared.flags, autocompletion=complete, **words)]


def show_text(text: Text) -> None:
    """Print a grid with colours where the terminal has them, else as plain text."""
    from rich.console import Console

    console = Console(highlight=False)
    if console.is_terminal and console.color_system and not console.no_color:
        console.print(text, soft_wrap=True)
    else:
        typer.echo("\n".join(line.rstrip() for line in text.plain.splitlines()))
