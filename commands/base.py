"""What all commands share: they show a result, progress, or an error in one line."""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

import typer

from pokerlake import leaving
from pokerlake.lazy import MissingExtraError, NoPandas
from pokerlake.tables.errors import (
    MemoryShortError,
    PokerlakeError,
    counted,
    from_outside,
    without_secrets,
)

from .options import Group, WordError, flag, format_option, option, words_hint
from .signals import asked_first, keeping, leave_when_told, say_stopped, told

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import pyarrow as pa
    from duckdb import DuckDBPyConnection
    from rich.progress import Progress, Task

    from pokerlake.queries.files.format import About, Format


# Collecting garbage among the objects of imported libraries takes 50 ms of a short command.
_OBJECTS = 1_000_000

_ALIKE = 0.6  # of the letters of two options, if one may be meant by the other
_LONGEST_ERROR = 2000  # characters; lists of names have hundreds

# Off a terminal: seconds until the first line of progress, since short work needs none; the most
# between two lines; and the number of tasks in a line.
_FIRST_SECONDS, _MOST_SECONDS, _MOST_TASKS = 10.0, 60.0, 3

_COMPILING = "compiling kernel"

_ENGINE_ERRORS = ("CardError", "RangeError")  # by name: the engine may not have been loaded


class Commands(Group):
    """Turns every error that can be explained into one line on stderr and an exit code."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command, and exit with its code."""
        alone = not args and kwargs.get("args") is None  # the program itself, not a test
        if alone:
            leave_when_told()
        collecting = gc.get_threshold()
        gc.set_threshold(_OBJECTS, *collecting[1:])
        try:
            words = args[0] if args else kwargs.pop("args", None)
            words = self._lake_behind(sys.argv[1:] if words is None else words)
            with _without_pandas():
                code = super().main(words, *args[1:], **{**kwargs, "standalone_mode": False})
        except SystemExit as stop:  # typer's exit when the reader of our output has gone
            leaving.wait_if_leaving()
            code = stop.code
            _close_stdout()
        except Exception as error:
            leaving.wait_if_leaving()
            explained = explain_error(error)
            if explained is None:
                raise
            problem, code = explained
            note(f"error: {problem}")
            if isinstance(error, OSError):  # stdout itself may be full
                _close_stdout()
        finally:
            if not alone:
                gc.set_threshold(*collecting)
        code = code if isinstance(code, int) else 0
        if alone:
            leaving.in_the_end(code)
        elif code:
            gc.collect()  # the frames of an error hold the connection, and DuckDB would complain
        sys.exit(code)

    def invoke(self, ctx: Any) -> Any:
        """Run the named command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:  # another program runs us, and handles Ctrl-C itself
            note(told())
            raise

    def _lake_behind(self, words: Sequence[str]) -> list[str]:
        """The words of a command line, with ``--lake PATH`` moved behind the command."""
        lake, rest = [], list(words)
        while rest and rest[0].partition("=")[0] == "--lake":
            lake += [rest.pop(0)]
            if lake[-1] == "--lake" and rest:
                lake += [rest.pop(0)]
        if not lake or not rest or rest[0].startswith("-"):
            return [*lake, *rest]
        command: Any = self.commands.get(rest[0])
        verbs = 1
        if hasattr(command, "commands") and len(rest) > 1:
            command, verbs = command.get_command(None, rest[1]), 2
        if command is not None and all(param.name != "lake" for param in command.params):
            return [*lake, *rest]  # such as deal, which needs none
        return [*rest[:verbs], *lake, *rest[verbs:]]


@contextmanager
def _without_pandas() -> Iterator[None]:
    """Keep pyarrow from loading pandas to test its arguments: 0.2 s, where installed."""
    if {"pandas", "pyarrow"} & sys.modules.keys():  # a program that does more than this command
        yield
        return
    finder: Any = NoPandas()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


def _close_stdout() -> None:
    """Point stdout nowhere, so that the interpreter's last flush does not fail again."""
    import os

    if sys.stdout is not None:
        with suppress(OSError):
            sys.stdout.flush()
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def explain_error(error: Exception) -> tuple[str, int] | None:
    """The message and the exit code of an error; None for a bug of pokerlake."""
    what = getattr(error, "filename", None) or "the output"
    outside = from_outside(error, what, done="used")
    if hasattr(error, "format_message"):  # typer's own, about the words of the command
        explained = _explain_words(error), 2
    elif isinstance(error, PokerlakeError):
        explained = error.in_commands(), error.exit_code
    elif isinstance(outside, MemoryShortError) or (outside and isinstance(error, OSError)):
        explained = str(outside), 1
    elif isinstance(error, ValueError) and type(error).__name__ in _ENGINE_ERRORS:
        explained = str(error), 2
    elif isinstance(error, MissingExtraError):
        explained = str(error), 1
    elif isinstance(error, UnicodeEncodeError):
        explained = f"{error.object!r} is not text in UTF-8", 2
    elif isinstance(error, OSError):
        explained = f"{what}: {error.strerror or error}", 1
    else:
        return None
    problem, code = explained
    return _one_line(problem), code


def _explain_words(error: Any) -> str:
    if getattr(error, "possibilities", None):
        error.possibilities = [*filter(partial(_is_alike, error.option_name), error.possibilities)]
    message: str = error.format_message().rstrip(".")
    errors: Any = getattr(error.__cause__, "errors", list)()  # pydantic's, which have the word
    refused = [error.word] if isinstance(error, WordError) else [one["input"] for one in errors]
    if refused:
        message = message.replace("Invalid value", f"Invalid value {refused[0]!r}", 1)
    path = error.ctx.command_path if error.ctx else "pokerlake"
    hint = words_hint(error)
    if hint.startswith(("did you mean", "here it is")):  # better than a similar spelling
        message = error.message.rstrip(".").partition(". Did you mean")[0]
    return f"{message}{hint and f'; {hint}'} (see '{path} --help')"


def _is_alike(name: str, other: str) -> bool:
    """Whether an option may be meant by another; click has those that share few letters, too."""
    from difflib import SequenceMatcher

    return SequenceMatcher(None, name.strip("-"), other.strip("-")).ratio() >= _ALIKE


def _one_line(text: str) -> str:
    """The text with escaped line breaks and other characters that could affect the terminal.

    A value may have thousands of characters: the text before and after it stays.
    """
    if len(text) > _LONGEST_ERROR:
        text = f"{text[: _LONGEST_ERROR // 2]} … {text[-_LONGEST_ERROR // 2 :]}"
    from pokerlake.queries.files.shown import shown

    return shown(without_secrets(text))


# ---------------------------------------------------------------- results


def note(text: str) -> None:
    """Write a line for people to stderr."""
    print(without_secrets(text), file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Output:
    """The options for the place and the format of a result."""

    when_cut: ClassVar[str] = "--wide shows all, and -o FILE writes all"

    fmt: str | None = format_option(
        ", npz, or a dialect of ranges.  [default: by FILE's ending, else table]"
    )
    path: Path | None = option("--output", "-o", "Write to FILE, not stdout.", metavar="FILE")
    wide: bool = flag("--wide", "Do not cut a table at the terminal's width.")

    def choose(self) -> Format:
        """The format; raises if it cannot be written there: before the work, not after it."""
        from pokerlake.queries.files.write import choose_format
        from pokerlake.tables.errors import UsageError

        chosen = choose_format(self.fmt, self.path)
        if self.wide and (self.path is not None or chosen.name != "table"):
            raise UsageError("--wide is for a table on a terminal; what else is written is whole")
        return chosen

    def for_people(self) -> bool:
        """Whether the result is a table for people, which may be shortened and rounded."""
        return self.choose().name in ("table", "md")

    def nested(self) -> bool:
        """Whether the format can hold lists in a row."""
        return self.choose().name in ("json", "ndjson", "parquet")

    def show(
        self,
        result: pa.Table | pa.RecordBatchReader,
        *,
        about: About | None = None,
        one_of: bool = False,
        listener: Callable[[int], None] = lambda _: None,
    ) -> int:
        """Print a result or write it to a file; returns the number of its rows.

        ``about`` is what is known of it, ``one_of`` whether the file has several results, and
        ``listener`` is called with the number of rows so far.
        """
        import shutil

        from pokerlake.queries.files.format import About
        from pokerlake.queries.files.write import write_result

        self.choose()
        cut: list[bool] = []
        about = about or About()
        if self.path is None and not self.wide and sys.stdout is not None and sys.stdout.isatty():
            width = shutil.get_terminal_size().columns
            about = replace(about, width=width, when_cut=lambda: cut.append(True))
        rows = write_result(result, self.fmt, self.path, about=about, listener=listener)
        if self.path is not None:
            of_what = f" of {about.name}" if one_of else ""
            note(f"{counted(rows, 'row')}{of_what} in {self.path}")
        if cut:
            note(f"cut to fit the terminal; {self.when_cut}")
        return rows

    def show_file(
        self,
        opening: Callable[..., AbstractContextManager[Any]],
        *,
        skip_bad: bool,
        result: str | None = None,
    ) -> None:
        """Show what ``opening(listener=..., skip_bad=...)`` makes of a file's rows.

        A bar counts the rows. At the end a line says how many bad rows were skipped, and how many
        others have no hand: they have nulls in the column ``result``.
        """
        bad = without = 0

        def watched(reader: pa.RecordBatchReader) -> Iterator[pa.RecordBatch]:
            nonlocal bad, without
            for batch in reader:
                wrong = len(batch) - batch.column("error").null_count if skip_bad else 0
                bad += wrong
                if result is not None:
                    without += batch.column(result).null_count - wrong
                yield batch

        with self.progress_bars() as bars:
            task = bars.add_task("rows", total=None)

            def listener(rows: int) -> None:
                bars.update(task, completed=rows)

            with opening(listener=listener, skip_bad=skip_bad) as (reader, opened):
                bars.update(task, total=opened.rows)
                if skip_bad or result is not None:
                    reader = type(reader).from_batches(reader.schema, watched(reader))
                rows = self.show(reader)
                bars.update(task, total=rows, completed=rows)
        if opened.passed_on:
            be = "is" if len(opened.passed_on) == 1 else "are"
            note(f"{', '.join(opened.passed_on)} {be} passed on, and not looked at")
        if without:
            be, have = ("is", "has") if without == 1 else ("are", "have")
            whose = f"{without:,} of {counted(rows, 'row')} {be} without a player's hand"
            note(f"{whose}, and {have} no result")
        if skip_bad:
            be = "is" if bad == 1 else "are"
            note(f"{bad:,} of {counted(rows, 'row')} {be} bad; the column error says why")

    def progress_bars(self) -> AbstractContextManager[Progress]:
        """Progress bars, unless rows go to the same terminal."""
        is_terminal = sys.stdout is not None and sys.stdout.isatty()
        return progress_bars(shown=self.path is not None or not is_terminal)


@dataclass(frozen=True)
class TextOutput(Output):
    """The options for the place of a text: bare, for programs, without a format."""

    fmt: str | None = format_option(
        " or npz.  [default: by FILE's ending; the bare text for .txt and on stdout]"
    )

    def _is_bare(self) -> bool:
        return self.fmt is None and (self.path is None or self.path.suffix.lower() == ".txt")

    def choose(self) -> Format:
        """The format; for a bare text that of a table."""
        from pokerlake.queries.files.write import choose_format
        from pokerlake.tables.errors import UsageError

        if self.wide and self.fmt is None:
            raise UsageError("--wide is for a table, and this is the text of a range; add -f table")
        return choose_format("table", None) if self._is_bare() else super().choose()

    def show(self, result: Any, **about: Any) -> int:
        """Print the text, or write it to a file."""
        from pokerlake.tables.store import write_text

        if not self._is_bare():
            return super().show(result, **about)
        text = f"{result[0][0]}\n"
        if self.path is None:
            typer.echo(text, nl=False)
        else:
            write_text(self.path, text)
        return 1


@contextmanager
def progress_bars(*, shown: bool = True) -> Iterator[Progress]:
    """Progress bars on stderr, with an estimate of the time that is left; lines off a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    shown = shown and sys.stderr is not None
    drawn = shown and sys.stderr.isatty()
    bars = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeLeft(compact=True, elapsed_when_finished=True),
        console=Console(stderr=True),
        disable=not drawn,
    )
    in_lines = nullcontext() if drawn or not shown else _progress_in_lines(bars)
    with bars, in_lines, _compiling_told(bars):
        yield bars


@contextmanager
def _compiling_told(bars: Progress) -> Iterator[None]:
    """While the body runs, a bar counts kernels that compile, which other bars wait for."""
    import logging

    logger = logging.getLogger("pokerlake.engine.kernel_cache")  # importing it would load numba
    level, least = logger.level, logger.getEffectiveLevel()

    def count(record: logging.LogRecord) -> bool:
        if record.levelno == logging.INFO:
            tasks = [task for task in bars.tasks if task.description == _COMPILING]
            bars.advance(tasks[0].id if tasks else bars.add_task(_COMPILING, total=None))
        return record.levelno >= least

    logger.addFilter(count)  # not a handler: beside one, Python would not print warnings
    logger.setLevel(min(logging.INFO, least))
    try:
        yield
    finally:
        logger.removeFilter(count)
        logger.setLevel(level)


@contextmanager
def _progress_in_lines(bars: Progress) -> Iterator[None]:
    """While the body runs, print the progress of the tasks now and then."""
    over = threading.Event()

    def watch() -> None:
        begin, pause, compiled = time.monotonic(), _FIRST_SECONDS, 0.0
        while not over.wait(pause):
            running = [task for task in bars.tasks if task.visible and not task.finished]
            compiling = [task for task in running if task.description == _COMPILING]
            for task in compiling:
                if task.completed == compiled:  # compiling is over
                    running.remove(task)
                compiled = task.completed
            lines = [_progress_line(task) for task in running if task.description]
            if lines:
                note("; ".join(lines[-_MOST_TASKS:]))
            pause = min(_MOST_SECONDS, max(_FIRST_SECONDS, (time.monotonic() - begin) / 2))

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _progress_line(task: Task) -> str:
    """Such as ``flop_hands: 12 of 132, about 40 s left``."""
    if task.total is None:
        return f"{task.description}: {task.completed:,.0f}"
    left = task.time_remaining
    about = f", about {left:,.0f} s left" if left else ""
    return f"{task.description}: {task.completed:,.0f} of {task.total:,.0f}{about}"


@contextmanager
def cluster_workers(
    cluster: str | None, bars: Progress, *, lake: Path | None = None
) -> Iterator[Executor | None]:
    """The workers of a cluster, with messages about its events; None without a cluster.

    With ``lake``, workers that do not see it are refused, if it exists.
    """
    if cluster is None:
        yield None
        return
    from pokerlake.pipelines.cluster import executor
    from pokerlake.tables.manifest import MANIFEST

    def tell(event: object) -> None:
        bars.console.print(without_secrets(str(event)), highlight=False, soft_wrap=True)

    seen = None if lake is None else (lake / MANIFEST).absolute()
    sees = (seen, "") if seen is not None and seen.exists() else None
    with executor(cluster, 0, sees=sees, tell=tell) as workers:
        yield workers


@contextmanager
def going_on(
    again: str, cluster: str | None = None, *, lake: Path | None = None
) -> Iterator[tuple[Progress, Executor | None, Callable[[], bool]]]:
    """Work that can be resumed: bars, the workers of a cluster, and a function to ask for a stop.

    With ``lake``, workers must see it. ``again`` is the message if the work is ended; the first
    Ctrl-C only asks it to stop.
    """
    stop = threading.Event()
    with (
        keeping(
            again
        ),  # also while bars and workers end, which may take all the time there is to stop
        progress_bars() as bars,
        asked_first(stop.set),
        cluster_workers(cluster, bars, lake=lake) as executor,
    ):
        yield bars, executor, stop.is_set


def stopped(line: str) -> NoReturn:
    """End a command that was asked to stop, with a message."""
    say_stopped(line)
    raise typer.Exit(130)


def connected(lake: Path | None) -> DuckDBPyConnection:
    """A DuckDB connection to the lake, for a ``with`` statement."""
    from pokerlake.queries.connection import connect

    return connect(lake)
