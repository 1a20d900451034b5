"""What every command is made of: its options, and how it shows a result, progress or an error."""

from __future__ import annotations

import functools
import gc
import inspect
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

import typer
from typer.core import TyperGroup

from .options import format_option, option

if TYPE_CHECKING:
    import pyarrow as pa
    from duckdb import DuckDBPyConnection
    from rich.progress import Progress

    from pokerlake.queries.files import About
    from pokerlake.queries.files.format import Format


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


class App(typer.Typer):
    """A list of commands, in whose signatures a dataclass of options stands for these options."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(rich_markup_mode=None, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[..., Any]:
        """Make a function a command."""
        register = super().command(name, **settings)

        def add(function: Callable[..., None]) -> Callable[..., None]:
            register(_expanded(function))
            return function

        return add


def signed(
    function: Callable[..., None], options: Iterable[tuple[str, Any, Any]]
) -> Callable[..., None]:
    """The function with these parameters, to be given by name: name, annotation and default."""
    by_name = inspect.Parameter.KEYWORD_ONLY
    parameters = [
        inspect.Parameter(name, by_name, annotation=hint, default=default)
        for name, hint, default in options
    ]
    function.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    function.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return function


def _expanded(function: Callable[..., None]) -> Callable[..., None]:
    """The function with the options of each group in the group's place."""
    hints = get_type_hints(function, include_extras=True)
    groups: dict[str, Any] = {name: hint for name, hint in hints.items() if is_dataclass(hint)}
    options: list[tuple[str, Any, Any]] = []
    for name, parameter in inspect.signature(function).parameters.items():
        if name in groups:
            own = get_type_hints(groups[name], include_extras=True)
            options += ((part.name, own[part.name], part.default) for part in fields(groups[name]))
        else:
            options.append((name, hints[name], parameter.default))

    @functools.wraps(function)
    def run(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{part.name: given.pop(part.name) for part in fields(group)})
        function(**given)

    return signed(run, options)


# ---------------------------------------------------------------- what is shown


def note(text: str) -> None:
    """Say something to whoever reads along, on stderr."""
    print(text, file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Output:
    """The options of where a result goes, and in which format."""

    fmt: str | None = format_option(
        ", npz, or a dialect of ranges.  [default: by FILE's ending, else table]"
    )
    path: Path | None = option("--output", "-o", "Write to FILE, not stdout.", metavar="FILE")

    def choose(self) -> Format:
        """The format; an error if nothing can be written so, for before the work, not after it."""
        from pokerlake.queries.files import choose_format

        return choose_format(self.fmt, self.path)

    def for_people(self) -> bool:
        """Whether the result is a table to be read, which may be shortened and rounded."""
        return self.choose().name == "table"

    def nested(self) -> bool:
        """Whether the format can hold lists in a row."""
        return self.choose().name in ("json", "ndjson", "parquet")

    def show(
        self,
        result: pa.Table | pa.RecordBatchReader,
        *,
        about: About | None = None,
        listener: Callable[[int], None] = lambda _: None,
    ) -> int:
        """Print a result or write it to a file; how many rows it has.

        ``about`` is what is known of it, and ``listener`` is called with the rows done by then.
        """
        from pokerlake.queries.files import write_result

        rows = write_result(result, self.fmt, self.path, about=about, listener=listener)
        if self.path is not None:
            note(f"{rows:,} rows in {self.path}")
        return rows

    def show_file(self, opening: Callable[..., AbstractContextManager[Any]]) -> None:
        """Show what ``opening(listener=...)`` makes of a file's rows, and count those done."""
        with self.progress_bars() as bars:
            task = bars.add_task("rows", total=None)

            def listener(rows: int) -> None:
                bars.update(task, completed=rows)

            with opening(listener=listener) as (reader, opened):
                bars.update(task, total=opened.rows)
                rows = self.show(reader)
                bars.update(task, total=rows, completed=rows)

    def progress_bars(self) -> Progress:
        """Progress bars, where rows do not pass over the same terminal."""
        return progress_bars(shown=self.path is not None or not sys.stdout.isatty())


def progress_bars(*, shown: bool = True) -> Progress:
    """Progress bars on stderr, with an estimate of the time that is left."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeLeft(compact=True, elapsed_when_finished=True),
        console=Console(stderr=True),
        disable=not (shown and sys.stderr.isatty()),
    )


def connected(lake: Path | None) -> DuckDBPyConnection:
    """A DuckDB connection to the lake, for a ``with`` statement."""
    from pokerlake.queries.connection import connect

    return connect(lake)
