"""The command line: parse, call, print. Everything else is in the packages beside it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .commands.base import (
    Commands,
    FormatOption,
    LakeOption,
    OutputOption,
    TableArgument,
    TablesArgument,
    complete_query,
    connected,
    note,
    progress_bars,
    show,
)
from .commands.board_charts import board_charts
from .commands.charts import charts
from .commands.draw import draw
from .commands.equity import equity
from .commands.equity_charts import equity_charts
from .commands.export import export
from .commands.histories import import_
from .commands.learning import learn, strategy
from .commands.learning_charts import learning_charts
from .commands.ranges import ranges
from .commands.sql import SqlCommand, sql
from .commands.strength import strength

if TYPE_CHECKING:
    from .pipelines.runner import Progress


app = typer.Typer(
    cls=Commands,
    name="pokerlake",
    help="The whole game of poker as exact tables, asked in SQL.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(charts, name="chart")
charts.add_typer(board_charts)
charts.add_typer(equity_charts)
charts.add_typer(learning_charts)
app.add_typer(ranges, name="range")
app.add_typer(draw, name="draw")
app.add_typer(strategy, name="strategy")


HandArgument = Annotated[str, typer.Argument(help="Five to seven cards.")]
SeedOption = Annotated[
    int | None,
    typer.Option(min=0, max=2**64 - 1, help="Deal the same again.  [default: a new one, shown]"),
]


def _say_version(wanted: bool) -> None:
    if wanted:
        from .tables.lake import package_version

        print(f"pokerlake {package_version()}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 its callback acts on it
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="The version.")
    ] = False,
) -> None:
    """The whole game of poker as exact tables, asked in SQL."""
    import logging

    if context.invoked_subcommand is None:
        note(context.get_help())
        raise typer.Exit(2)

    class Announce(logging.Handler):
        told = False

        def emit(self, _: logging.LogRecord) -> None:
            if not self.told:
                note("compiling kernels for this machine, once: a few seconds")
            self.told = True

    logger = logging.getLogger("pokerlake.engine.accelerate")
    logger.handlers = [Announce()]
    logger.setLevel(logging.INFO)
    logger.propagate = False


@app.command()
def build(
    tables: TablesArgument = None,
    plan: Annotated[
        bool, typer.Option("--plan", help="Show what would be done and what it takes; do nothing.")
    ] = False,
    workers: Annotated[
        int,
        typer.Option(
            min=0, show_default=False, help="Partitions at a time.  [default: 0, one per core]"
        ),
    ] = 0,
    standard_error: Annotated[
        float | None,
        typer.Option(
            "--se",
            help="Largest standard error of an income rate.  "
            "[default: what the lake has, else 0.003]",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=2**64 - 1,
            help="Of sampled income rates.  [default: what the lake has, else 1]",
        ),
    ] = None,
    lake: LakeOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Build the lake, or go on where a build was stopped.

    A table is in the lake whole or not at all, however the build ends; finished parts are kept.
    """
    from .engine.parallel import worker_count
    from .pipelines import runner
    from .pipelines.catalogue import all_builds
    from .tables.errors import UsageError
    from .tables.lake import lake_path

    path = lake_path(lake)
    given = {"standard_error": standard_error, "seed": seed}
    chosen = {name: value for name, value in given.items() if value is not None}
    builds = all_builds(**chosen) if chosen else None
    if plan:
        import pyarrow as pa

        rows = [vars(planned) for planned in runner.plan(path, tables or (), builds)]
        show(pa.Table.from_pylist(rows), fmt, output)
        return
    if fmt or output:
        raise UsageError("--format and --output are for a plan; add --plan")
    with progress_bars() as bars:
        tasks: dict[str, Any] = {}

        def listener(progress: Progress) -> None:
            if progress.note:
                bars.console.print(progress.note, highlight=False)
            if progress.table not in tasks:
                tasks[progress.table] = bars.add_task(progress.table, total=progress.partitions)
            bars.update(tasks[progress.table], completed=progress.done)

        try:
            built = runner.build(
                path,
                tables or (),
                workers=worker_count(workers),
                listener=listener,
                builds=builds,
            )
        except KeyboardInterrupt:
            note("stopped; run 'pokerlake build' again to go on")
            raise
    note(f"built {', '.join(built)} in {path}" if built else f"all tables are in {path} already")


app.command("import")(import_)
app.command("learn")(learn)


@app.command()
def verify(
    tables: TablesArgument = None,
    lake: LakeOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Check the lake: bytes, keys, totals, and every value by a recount."""
    import pyarrow as pa

    from .pipelines.verify import verify as verified
    from .queries.formats import choose_format
    from .tables.lake import Lake, lake_path

    choose_format(fmt, output)  # before the work, not after it
    checks = list(verified(Lake.open(lake_path(lake)), tables or ()))
    rows = [{**check._asdict(), "ok": check.ok} for check in checks]
    show(pa.Table.from_pylist(rows), fmt, output)
    wrong = sum(not check.ok for check in checks)
    note(f"{len(checks)} checks, {wrong or 'none'} failed")
    raise typer.Exit(1 if wrong else 0)


@app.command()
def tables(lake: LakeOption = None, fmt: FormatOption = None, output: OutputOption = None) -> None:
    """List the tables in the lake and the views on them."""
    from .queries.describe import lake_tables
    from .tables.lake import Lake, lake_path

    show(lake_tables(Lake.open(lake_path(lake))), fmt, output)


@app.command()
def schema(table: TableArgument, fmt: FormatOption = None, output: OutputOption = None) -> None:
    """Show the columns of a table or view: name, type and meaning."""
    from .queries.describe import columns_of

    show(columns_of(table), fmt, output)


@app.command()
def query(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="All if none.", autocompletion=complete_query),
    ] = None,
    param: Annotated[
        list[str] | None, typer.Option("--param", "-p", metavar="NAME=VALUE", help="A parameter.")
    ] = None,
    lake: LakeOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Run a named query, or list them all."""
    from .queries.named import given_parameters, named_query
    from .tables.errors import UsageError

    given = given_parameters(param or ())
    if name is None:
        from .queries.describe import queries

        if given:
            raise UsageError("name the query that --param is for")
        show(queries(), fmt, output)
        return
    from .queries.connection import stream

    asked = named_query(name)
    values = asked.bind(given)
    with connected(lake) as connection:
        show(stream(connection, asked.sql, values), fmt, output)


app.command(cls=SqlCommand)(sql)


app.command()(export)


@app.command()
def evaluate(
    hands: Annotated[
        list[str] | None,
        typer.Argument(metavar="HAND", help="Five to seven cards: AsKsQsJsTs."),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE", help="A CSV, Parquet or NDJSON file; - for stdin."),
    ] = None,
    cards: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COLUMN",
            help="Its column of cards; several make one hand together.  [default: cards]",
        ),
    ] = None,
    input_format: Annotated[
        str | None,
        typer.Option(help="csv, parquet or ndjson.  [default: by FILE's ending; csv on stdin]"),
    ] = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Evaluate hands given here, or the rows of a file of any size.

    Adds class_id (1 is best), category, name, and percentile: the share of all hands of as many
    cards that are at least as strong.
    """
    from .queries.evaluate import evaluate_file, evaluate_hands
    from .tables.errors import UsageError

    if bool(hands) == (source is not None):
        raise UsageError("give hands such as AsKsQsJsTs, or a file with --from, and not both")
    if hands:
        if cards or input_format:
            raise UsageError("--cards and --input-format are for a file; give it with --from")
        show(evaluate_hands(hands), fmt, output)
        return
    assert source is not None
    with progress_bars(shown=output is not None or not sys.stdout.isatty()) as bars:
        task = bars.add_task("rows", total=None)
        with evaluate_file(
            source,
            cards or ["cards"],
            file_format=input_format,
            listener=lambda rows: bars.update(task, completed=rows),
        ) as (reader, opened):
            bars.update(task, total=opened.rows)
            rows = show(reader, fmt, output)
            bars.update(task, total=rows, completed=rows)


app.command()(equity)
app.command()(strength)


@app.command()
def compare(
    first: HandArgument,
    second: HandArgument,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Say which of two hands is the stronger."""
    from .queries.evaluate import compare_hands

    show(compare_hands(first, second), fmt, output)


@app.command()
def deal(
    hands: Annotated[int, typer.Option(help="Deals; each gives every player a hand.")] = 1,
    players: Annotated[int, typer.Option(help="1 to 10.")] = 1,
    cards: Annotated[int, typer.Option(help="Cards in a hand.")] = 5,
    dead: Annotated[str, typer.Option(help="Cards that are not in the deck: AsKd.")] = "",
    compare: Annotated[
        bool, typer.Option("--compare", help="Count who wins instead of showing the hands.")
    ] = False,
    seed: SeedOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Deal random hands, and compare them."""
    import secrets

    from .engine.cards import parse_hand
    from .queries.deal import compared_deals, dealt_hands
    from .queries.formats import choose_format

    choose_format(fmt, output)
    chosen = secrets.randbits(32) if seed is None else seed
    work = compared_deals if compare else dealt_hands
    dealt = work(hands, players, cards, chosen, dead=parse_hand(dead).tolist())
    if seed is None:
        note(f"seed {chosen}")
    show(dealt, fmt, output)


@app.command()
def doctor(lake: LakeOption = None, fmt: FormatOption = None, output: OutputOption = None) -> None:
    """Show what pokerlake runs with, and what is wrong with it."""
    from .queries.describe import machine
    from .tables.lake import lake_path

    found = machine(lake_path(lake))
    show(found, fmt, output)
    raise typer.Exit(1 if any(found["problem"].to_pylist()) else 0)


if __name__ == "__main__":
    app()
