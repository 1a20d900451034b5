"""The interactive shell: input at the prompt, and its results."""

from __future__ import annotations

import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.lexers import PygmentsLexer

from pokerlake.caches import private_folder
from pokerlake.queries.files.write import FORMATS, choose_format, write_result
from pokerlake.queries.shell import (
    COUNTED_ROWS,
    DOT_COMMANDS,
    PATHS,
    Words,
    dot_command,
    is_command,
    is_whole,
    on_or_off,
    schema_of,
    shortened,
    tables_of,
)
from pokerlake.queries.statements.run import stream
from pokerlake.queries.statements.script import (
    Statement,
    located,
    read_sql,
    run_silently,
    source_name,
    split,
)
from pokerlake.tables.errors import UsageError, counted, did_you_mean

from ..base import Output, explain_error, note
from ..signals import own_ctrl_c

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

    from pokerlake.tables.lake import Lake


class _Screen(Output):
    when_cut = ".wide on shows all, and .output FILE writes the next result"


def history_path() -> Path:
    """The file of lines from former sessions."""
    import platformdirs

    return platformdirs.user_state_path("pokerlake") / "sql_history"


class Shell:
    """A session: the connection, and how results are shown."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, lake: Lake, mode: str | None = None
    ) -> None:
        self.words = Words(connection)
        self._connection = connection
        self._lake = lake
        self._mode = "table"
        self._output: Path | None = None
        self._timed = False
        self._wide = False
        if mode is not None:
            self._set_mode(mode)

    def run(self) -> None:
        """Take lines until Ctrl-D or ``.quit``."""
        with own_ctrl_c():
            self._run()

    def _run(self) -> None:
        session = prompt_session(self.words)
        tables = len(self._lake.manifest.tables)
        note(f"{self._lake.path}: {tables} tables. A statement ends with ; and .help tells more.")
        while True:
            try:
                if not self.take(session.prompt("pokerlake> ")):
                    return
            except KeyboardInterrupt:
                continue
            except EOFError:
                return

    def take(self, text: str) -> bool:
        """Execute a line, and print its errors; False to leave the shell."""
        try:
            if is_command(text):
                return self._obey(*dot_command(text))
            for statement in split(self._connection, text):
                self._answer(statement)
        except KeyboardInterrupt:
            note("\nstopped")  # below the ^C
        except Exception as error:
            explained = explain_error(error)
            if explained is None:
                raise
            note(f"error: {explained[0]}")
        return True

    # ------------------------------------------------------------ statements

    def _answer(self, statement: Statement) -> None:
        begun = time.perf_counter()
        output = self._output
        asked = partial(stream, self._connection, statement.sql)
        if not statement.answers:
            run_silently(self._connection, statement)
            self.words.refresh()
        elif output is not None:
            rows = write_result(asked(), None, output)
            self._output = None
            note(f"{counted(rows, 'row')} in {output}")
        elif self._mode == "table":
            table, rows = shortened(asked())
            self._show(table)
            if rows > table.num_rows:
                many = f"more than {COUNTED_ROWS:,}" if rows > COUNTED_ROWS else f"{rows:,}"
                note(f"{table.num_rows} of {many} rows; .output FILE takes all")
        else:
            write_result(asked(), self._mode)
        if self._timed:
            note(f"{time.perf_counter() - begun:.3f} s")

    # ------------------------------------------------------------ commands

    def _obey(self, name: str, argument: str) -> bool:
        import pyarrow as pa

        if name == ".tables":
            self._show(tables_of(self._connection, self._lake))
        elif name == ".schema":
            self._show(schema_of(self._connection, argument))
        elif name == ".mode":
            self._set_mode(argument)
        elif name == ".output":
            choose_format(None, Path(argument))
            self._output = Path(argument)
        elif name == ".timer":
            self._timed = on_or_off(name, argument)
        elif name == ".wide":
            self._wide = on_or_off(name, argument)
        elif name == ".help":
            rows = [
                {"command": f"{name} {wanted}".rstrip(), "meaning": meaning}
                for name, (wanted, meaning) in DOT_COMMANDS.items()
            ]
            self._show(pa.Table.from_pylist(rows))
        elif name == ".read":
            self._read(argument)
        return name not in (".exit", ".quit")

    def _read(self, name: str) -> None:
        text, source = read_sql(name), source_name(name)
        with located(source):
            statements = split(self._connection, text)
        for statement in statements:
            with located(source, statement.line):
                self._answer(statement)

    def _show(self, table: pa.Table) -> None:
        _Screen("table", None, self._wide).show(table)

    def _set_mode(self, mode: str) -> None:
        screen = [name for name, known in FORMATS.items() if not (known.binary or known.of_hands)]
        if mode not in screen:
            raise UsageError(f"no format {mode!r} for the screen; {did_you_mean(mode, screen)}")
        self._mode = mode


# ---------------------------------------------------------------- the prompt


def prompt_session(words: Words, **terminal: Any) -> PromptSession[str]:
    """A prompt with history, completion by Tab, and lines until a statement is complete."""
    return PromptSession(
        history=_history(),
        completer=_Completer(words),
        complete_while_typing=False,
        enable_history_search=True,
        multiline=True,
        prompt_continuation=lambda width, *_: "...> ".rjust(width),
        key_bindings=_bindings(),
        lexer=PygmentsLexer.from_filename("statement.sql"),
        **terminal,
    )


def _history() -> History:
    path = history_path()
    try:
        private_folder(path.parent)
        path.touch(mode=0o600)
    except OSError as error:
        note(f"what is typed is not kept: {path}: {error.strerror}")
        return InMemoryHistory()
    return FileHistory(path)


def _bindings() -> KeyBindings:
    bindings = KeyBindings()

    @bindings.add("enter")
    def _(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if is_whole(buffer.text):
            buffer.validate_and_handle()
        else:
            buffer.insert_text("\n")

    return bindings


class _Completer(Completer):
    def __init__(self, words: Words) -> None:
        self._words = words
        self._files = PathCompleter()

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        text = document.text_before_cursor
        command, space, start = text.partition(" ")
        if space and command in PATHS:
            path = Document(start.lstrip())
            yield from self._files.get_completions(path, complete_event)
            return
        start, candidates = self._words.candidates(text, document.text_after_cursor)
        for word in candidates:
            yield Completion(word, -len(start))
