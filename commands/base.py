"""What every command is made of: its options, and how it shows a result, progress or an error."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    import pyarrow as pa

    from pokerlake.queries.files import About


class Commands(TyperGroup):
    """Turns every error that can be explained into one line on stderr and an exit code."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command, and leave with its exit code."""
        try:
            code = super().main(*args, **{**kwargs, "standalone_mode": False})
        except SystemExit as stop:  # typer's way out where whoever read our output has gone
            code = stop.code
            _close_stdout()
        except KeyboardInterrupt:
            code = 130
        except Exception as error:
            from .messages import explain_error

            explained = explain_error(error)
            if explained is None:
                raise
            problem, code = explained
            note(f"error: {problem}")
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


def complete_table(start: str) -> list[str]:
    """Names of tables and views that begin so."""
    from pokerlake.tables.registry import TABLES, VIEWS

    return [name for name in (*TABLES, *VIEWS) if name.startswith(start)]


def complete_query(start: str) -> list[str]:
    """Names of queries that begin so."""
    from pokerlake.queries.sql.named import named_queries

    return [name for name in named_queries() if name.startswith(start)]


LakeOption = Annotated[
    Path | None,
    typer.Option("--lake", help="The folder of the lake.  [default: $POKERLAKE_LAKE, else ./lake]"),
]
FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        help="table, csv, tsv (no header), json, ndjson, parquet, arrow, xlsx, sqlite, duckdb, "
        "npy, npz, or a dialect of ranges.  [default: by FILE's ending, else table]",
    ),
]
OutputOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write to FILE, not stdout."),
]
TablesArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="TABLE", help="Tables; all by default.", autocompletion=complete_table),
]
TableArgument = Annotated[
    str,
    typer.Argument(metavar="TABLE", help="A table or view.", autocompletion=complete_table),
]


def note(text: str) -> None:
    """Say something to whoever reads along, on stderr."""
    print(text, file=sys.stderr, flush=True)


def show(
    result: pa.Table | pa.RecordBatchReader,
    fmt: str | None,
    output: Path | None,
    *,
    about: About | None = None,
    listener: Callable[[int], None] = lambda _: None,
) -> int:
    """Print a result or write it to a file; how many rows it has.

    ``about`` is what is known of it, and ``listener`` is called with the rows done by then.
    """
    from pokerlake.queries.files import write_result

    rows = write_result(result, fmt, output, about=about, listener=listener)
    if output is not None:
        note(f"{rows:,} rows in {output}")
    return rows


@contextmanager
def connected(lake: Path | None) -> Iterator[Any]:
    """A DuckDB connection to the lake, for as long as the block lasts."""
    from pokerlake.queries.connection import connect

    with connect(lake) as connection:
        yield connection


@contextmanager
def progress_bars(*, shown: bool = True) -> Iterator[Any]:
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
