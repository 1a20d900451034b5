"""The command line: the list of verbs. Each verb is implemented in commands/."""

from __future__ import annotations

from typing import Annotated

import typer

from pokerlake.commands.abstraction import abstract, arrays, transitions
from pokerlake.commands.base import Commands, note
from pokerlake.commands.charts import charts
from pokerlake.commands.lake.build import build, drop, verify
from pokerlake.commands.lake.describe import doctor, functions, schema, tables
from pokerlake.commands.lake.export import export
from pokerlake.commands.lake.import_hands import import_
from pokerlake.commands.lake.pull import pull
from pokerlake.commands.lake.query import QueryCommand, query
from pokerlake.commands.lake.sql import SqlCommand, sql
from pokerlake.commands.learning import learn, strategy
from pokerlake.commands.options import App, LakeOption
from pokerlake.commands.questions import add_questions
from pokerlake.commands.report import report
from pokerlake.commands.serve import serve

app = App(
    cls=Commands,
    name="pokerlake",
    help="The whole game of poker as exact tables, asked in SQL.",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
# In the order of --help.
app.command()(build)
app.command()(pull)
app.command("import")(import_)
app.command("learn")(learn)
app.command()(verify)
app.command()(drop)
app.command()(tables)
app.command()(schema)
app.command()(functions)
app.command(cls=QueryCommand)(query)
app.command(cls=SqlCommand)(sql)
app.command()(export)
add_questions(app)
app.command()(report)
app.command()(abstract)
app.command()(transitions)
app.command()(arrays)
app.command()(serve)
app.command()(doctor)
app.add_typer(charts, name="chart")
ranges = App(help="Read, compare and convert ranges of hands.")
add_questions(ranges, "range")
app.add_typer(ranges, name="range")
draw = App(help="Five-card draw, and change in coins.")
add_questions(draw, "draw")
app.add_typer(draw, name="draw")
app.add_typer(strategy, name="strategy")


def _say_version(wanted: bool) -> None:
    if wanted:
        from pokerlake.tables.manifest import package_version

        print(f"pokerlake {package_version()}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 its callback acts on it
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="The version.")
    ] = False,
    lake: LakeOption = None,  # Commands moves it behind the command
) -> None:
    """The whole game of poker as exact tables, asked in SQL."""
    if context.invoked_subcommand is None:
        if lake is not None:
            context.fail("Missing command")
        note(context.get_help())
        raise typer.Exit(2)


if __name__ == "__main__":
    app()
