"""``pokerlake chart``: a command for each chart that is declared in ``queries/charts/``."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from .base import note
from .options import (
    App,
    Group,
    LakeOption,
    option,
    signed,
    texts_of_files,
    words_of_commands,
)

if TYPE_CHECKING:
    from pokerlake.queries.charts import Drawn
    from pokerlake.queries.charts.drawing.figure import Figure
    from pokerlake.queries.charts.registry import Chart, Option


class Charts(Group):
    """The commands of charts, made on demand: drawing loads numpy and more."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all charts, in order."""
        from pokerlake.queries.charts import charts

        if not self.commands:
            self.commands = {name: _command(chart) for name, chart in charts().items()}
        return super().list_commands(ctx)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a chart."""
        self.list_commands(ctx)
        return super().get_command(ctx, cmd_name)


charts = App(cls=Charts, help="Draw charts.")


def _command(chart: Chart) -> Any:
    """The command of a chart, with its own options and those of all charts."""
    from pokerlake.queries.charts import Drawn
    from pokerlake.queries.charts.drawing.output import require_output
    from pokerlake.queries.charts.registry import Argument
    from pokerlake.queries.questions.fields import plain_field

    others = [
        plain_field(name, made.help, made.metavar or "", by_place=isinstance(made, Argument))
        for name, (_, made, _) in chart.parameters.items()
        if made is not None
    ]

    def draw(output: Path | None = None, size: int | None = None, **options: Any) -> None:
        require_output(output, size)
        with words_of_commands((*chart.fields, *others)):
            figure = chart.figure(**options | texts_of_files(chart.fields, options))
        show_drawn(Drawn(figure), output, size)

    draw.__doc__ = chart.help
    app = App(add_completion=False)
    app.command(chart.name)(signed(draw, _options(chart)))
    return typer.main.get_command(app)


def _options(chart: Chart) -> list[tuple[str, Any, Any]]:
    """The options of a chart's command: the chart's own, a size before the lake, an output."""
    options = [
        _declared(name, *parameter)
        for name, parameter in chart.parameters.items()
        if name in ("title", "lake") or parameter.option is not None  # others are for programs
    ]
    size = option("Width of a PNG.  [default: twice the drawing's]", metavar="PIXELS")
    options.insert(len(options) - ("lake" in chart.parameters), ("size", int | None, size))
    text = "A file ending in .svg, .html or .png"
    words = ("--output", "-o", f"{text}; prints by default." if chart.terminal else f"{text}.")
    if chart.terminal:
        return [*options, ("output", Path | None, option(*words, metavar="FILE"))]
    return [("output", Path, option(*words, default=..., metavar="FILE")), *options]


def _declared(name: str, kind: Any, declared: Option | None, default: Any) -> tuple[str, Any, Any]:
    """A parameter of a chart, as typer takes it."""
    from pokerlake.queries.charts.registry import Argument

    if name == "lake":
        return name, LakeOption, default
    if declared is None:
        text = "The title above the picture." + ("" if default else "  [default: what is shown]")
        return name, str, option(text, default=default, show_default=bool(default))

    def complete(start: str) -> list[str]:
        names = declared.names() if declared.names else ()
        return [name for name in names if name.startswith(start)]

    make = typer.Argument if isinstance(declared, Argument) else typer.Option
    words: dict[str, Any] = {
        "metavar": declared.metavar,
        "help": declared.help,
        "autocompletion": complete,
    }
    value = ... if default is inspect.Parameter.empty else default
    return name, kind, make(value, *declared.flags, **words)


def show_drawn(drawn: Drawn, output: Path | None, size: int | None = None) -> None:
    """Write a picture to a file, or print it without one."""
    if output is None:
        show_figure(drawn.figure)
    else:
        drawn.save(output, size)
        note(f"{output} written")


def show_figure(figure: Figure) -> None:
    """Print a chart as wide as the terminal, in colour if that has colours, else as plain text."""
    from rich.console import Console

    from pokerlake.queries.charts import Drawn
    from pokerlake.queries.charts.drawing.figure import TERMINAL

    console = Console(highlight=False)
    text = Drawn(figure).terminal(console.width if console.is_terminal else TERMINAL)
    if console.is_terminal and console.color_system and not console.no_color:
        console.print(text, soft_wrap=True)
    else:
        typer.echo("\n".join(line.rstrip() for line in text.plain.splitlines()))
