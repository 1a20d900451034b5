"""The command line: parse, call, print. Everything else is in the packages beside it."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    import pyarrow as pa

    from .pipelines.runner import Progress


class _Commands(TyperGroup):
    """Turns every error that can be explained into one line on stderr and an exit code."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        try:
            code = super().main(*args, **{**kwargs, "standalone_mode": False})
        except SystemExit as stop:  # typer's way out where whoever read our output has gone
            code = stop.code
            _close_stdout()
        except KeyboardInterrupt:
            code = 130
        except Exception as error:
            from .queries.messages import explain_error

            explained = explain_error(error)
            if explained is None:
                raise
            problem, code = explained
            _note(f"error: {problem}")
            if isinstance(error, OSError):  # stdout itself may be what is full
                _close_stdout()
        if code:
            gc.collect()  # an error's frames hold the connection, of which DuckDB would complain
        sys.exit(code if isinstance(code, int) else 0)


def _close_stdout() -> None:
    """Point stdout nowhere, so that the interpreter's last flush does not fail again."""
    import os

    if sys.stdout is not None:
        with suppress(OSError):
            sys.stdout.flush()
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


charts = typer.Typer(help="Draw a picture.", rich_markup_mode=None)
app = typer.Typer(
    cls=_Commands,
    name="pokerlake",
    help="The whole game of poker as exact tables, asked in SQL.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(charts, name="chart")


def _complete_table(start: str) -> list[str]:
    from .tables.registry import TABLES, VIEWS

    return [name for name in (*TABLES, *VIEWS) if name.startswith(start)]


def _complete_query(start: str) -> list[str]:
    from .queries.named import named_queries

    return [name for name in named_queries() if name.startswith(start)]


LakeOption = Annotated[
    Path | None,
    typer.Option("--lake", help="The lake's folder.  [default: $POKERLAKE_LAKE, else ./lake]"),
]
FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        help="table, csv, tsv (no header), json, ndjson or parquet.  "
        "[default: by FILE's ending, else table]",
    ),
]
OutputOption = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write a file, not stdout.")
]
TablesArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="TABLE", help="All if none.", autocompletion=_complete_table),
]
TableArgument = Annotated[
    str,
    typer.Argument(metavar="TABLE", help="A table or view.", autocompletion=_complete_table),
]
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
        _note(context.get_help())
        raise typer.Exit(2)

    class Announce(logging.Handler):
        told = False

        def emit(self, _: logging.LogRecord) -> None:
            if not self.told:
                _note("compiling kernels for this machine, once: a few seconds")
            self.told = True

    logger = logging.getLogger("pokerlake.engine.accelerate")
    logger.handlers = [Announce()]
    logger.setLevel(logging.INFO)
    logger.propagate = False


def _note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _show(result: pa.Table | pa.RecordBatchReader, fmt: str | None, output: Path | None) -> int:
    """Print a result or write it to a file; how many rows it has."""
    from .queries.formats import write_result

    rows = write_result(result, fmt, output)
    if output is not None:
        _note(f"{rows:,} rows in {output}")
    return rows


@contextmanager
def _connection(lake: Path | None) -> Iterator[Any]:
    from .queries.connection import connect
    from .tables.lake import lake_path

    with connect(lake_path(lake)) as connection:
        yield connection


@contextmanager
def _bars(*, shown: bool = True) -> Iterator[Any]:
    """Progress bars on stderr, with an estimate of the time that is left."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    with Bars(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True, elapsed_when_finished=True),
        console=Console(stderr=True),
        disable=not (shown and sys.stderr.isatty()),
    ) as bars:
        yield bars


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
    lake: LakeOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Build the lake, or go on where a build was stopped.

    A table is in the lake whole or not at all, however the build ends; finished parts are kept.
    """
    from .engine.parallel import worker_count
    from .pipelines import runner
    from .tables.errors import UsageError
    from .tables.lake import lake_path

    path = lake_path(lake)
    if plan:
        import pyarrow as pa

        rows = [vars(planned) for planned in runner.plan(path, tables or ())]
        _show(pa.Table.from_pylist(rows), fmt, output)
        return
    if fmt or output:
        raise UsageError("--format and --output are for a plan; add --plan")
    with _bars() as bars:
        tasks: dict[str, Any] = {}

        def listener(progress: Progress) -> None:
            if progress.note:
                bars.console.print(progress.note, highlight=False)
            if progress.table not in tasks:
                tasks[progress.table] = bars.add_task(progress.table, total=progress.partitions)
            bars.update(tasks[progress.table], completed=progress.done)

        try:
            built = runner.build(
                path, tables or (), workers=worker_count(workers), listener=listener
            )
        except KeyboardInterrupt:
            _note("stopped; run 'pokerlake build' again to go on")
            raise
    _note(f"built {', '.join(built)} in {path}" if built else f"all tables are in {path} already")


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
    _show(pa.Table.from_pylist(rows), fmt, output)
    wrong = sum(not check.ok for check in checks)
    _note(f"{len(checks)} checks, {wrong or 'none'} failed")
    raise typer.Exit(1 if wrong else 0)


@app.command()
def tables(lake: LakeOption = None, fmt: FormatOption = None, output: OutputOption = None) -> None:
    """List the tables in the lake and the views on them."""
    from .queries.describe import lake_tables
    from .tables.lake import Lake, lake_path

    _show(lake_tables(Lake.open(lake_path(lake))), fmt, output)


@app.command()
def schema(table: TableArgument, fmt: FormatOption = None, output: OutputOption = None) -> None:
    """Show the columns of a table or view: name, type and meaning."""
    from .queries.describe import columns_of

    _show(columns_of(table), fmt, output)


@app.command()
def query(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="All if none.", autocompletion=_complete_query),
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
        _show(queries(), fmt, output)
        return
    from .queries.connection import stream

    asked = named_query(name)
    values = asked.bind(given)
    with _connection(lake) as connection:
        _show(stream(connection, asked.sql, values), fmt, output)


@app.command()
def sql(
    statement: Annotated[
        str, typer.Argument(metavar="SQL", help="One statement, such as a select.")
    ],
    lake: LakeOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Ask the lake in SQL. class_of('AsKsQsJsTs') evaluates a column of hands."""
    from .queries.connection import stream

    with _connection(lake) as connection:
        _show(stream(connection, statement), fmt, output)


@app.command()
def export(
    table: TableArgument,
    lake: LakeOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Write a whole table or view. 'export dag_nodes -o dag.tsv' is Hammer's file."""
    from .queries.connection import stream
    from .tables.lake import Lake, lake_path
    from .tables.registry import TABLES, table_or_view

    table_or_view(table)
    if table in TABLES:
        Lake.open(lake_path(lake)).entry(table)
    with _connection(lake) as connection:
        _show(stream(connection, f'from "{table}"'), fmt, output)


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
        _show(evaluate_hands(hands), fmt, output)
        return
    assert source is not None
    with _bars(shown=output is not None or not sys.stdout.isatty()) as bars:
        task = bars.add_task("rows", total=None)
        with evaluate_file(
            source,
            cards or ["cards"],
            file_format=input_format,
            listener=lambda rows: bars.update(task, completed=rows),
        ) as (reader, opened):
            bars.update(task, total=opened.rows)
            rows = _show(reader, fmt, output)
            bars.update(task, total=rows, completed=rows)


@app.command()
def compare(
    first: HandArgument,
    second: HandArgument,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Say which of two hands is the stronger."""
    from .queries.evaluate import compare_hands

    _show(compare_hands(first, second), fmt, output)


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
        _note(f"seed {chosen}")
    _show(dealt, fmt, output)


@charts.command()
def graph(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="An SVG file.")],
    ranks: Annotated[int, typer.Option(help="2 to 5.")] = 3,
    cards: Annotated[int, typer.Option(help="2 to 4.")] = 3,
) -> None:
    """Draw the rank graph of a small deck."""
    from .queries.graph_picture import write_graph

    write_graph(output, ranks, cards)


@app.command()
def doctor(lake: LakeOption = None, fmt: FormatOption = None, output: OutputOption = None) -> None:
    """Show what pokerlake runs with, and what is wrong with it."""
    from .queries.describe import machine
    from .tables.lake import lake_path

    found = machine(lake_path(lake))
    _show(found, fmt, output)
    raise typer.Exit(1 if any(found["problem"].to_pylist()) else 0)


if __name__ == "__main__":
    app()
