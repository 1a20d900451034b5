"""The logic of the interactive shell: complete statements, words to complete, and its commands.

It does not print; :mod:`pokerlake.commands.lake.shell` does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pokerlake.tables.errors import UsageError, did_you_mean
from pokerlake.tables.registry import TABLES, VIEWS

from .describe import columns_of, lake_tables
from .statements.run import sql_errors

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

    from pokerlake.tables.lake import Lake

SHOWN_ROWS = 40
COUNTED_ROWS = 1_000_000

# Quotes, dollar quotes and comments hide semicolons. Unclosed ones run to the end.
_HIDDEN = re.compile(
    r"""(?P<quote>'(?:[^']|'')*(?:'|\Z)|"(?:[^"]|"")*(?:"|\Z)|\$(?P<tag>\w*)\$.*?(?:\$(?P=tag)\$|\Z))"""
    r"""|--[^\n]*|/\*.*?\*/|(?P<open>/\*.*)""",
    re.DOTALL,
)
_CLOSED_QUOTE = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$.*\$\1\$""", re.DOTALL)
_TABLES_IN = re.compile(r"\b(?:from|join)\s+(\w+)(?:\s*\([^()]*\))?(?:\s+(?:as\s+)?(\w+))?", re.I)
_FUNCTION_NAME = re.compile(r"(?!collate_|icu_|pg_|__)[a-z]\w*")


# The commands of the shell itself: argument and meaning.
DOT_COMMANDS = {
    ".tables": ("", "tables and views, those made here too"),
    ".schema": ("NAME", "the columns of a table or view"),
    ".mode": ("FORMAT", "how results are shown: table, csv, json, …"),
    ".output": ("FILE", "write the next result to a file, whole, by its ending"),
    ".read": ("FILE", "run a file of statements, and show what each returns"),
    ".timer": ("on|off", "say how long each statement took"),
    ".wide": ("on|off", "do not cut tables at the terminal's width"),
    ".help": ("", "this list; help will do too"),
    ".exit": ("", "leave, as Ctrl-D does; exit will do too"),
    ".quit": ("", "the same; quit will do too"),
}
PATHS = (".output", ".read")  # commands that take the name of a file
_BARE = re.compile(r"\s*(help|exit|quit)\s*;?\s*", re.IGNORECASE)  # never SQL


def is_command(line: str) -> bool:
    """Whether a line is a command of the shell: ``.help``, or ``help``."""
    return line.lstrip().startswith(".") or bool(_BARE.fullmatch(line))


def on_or_off(command: str, argument: str) -> bool:
    """Whether the argument is ``on``; UsageError unless it is ``on`` or ``off``."""
    if argument not in ("on", "off"):
        raise UsageError(f"{command} is {argument!r}; give on or off")
    return argument == "on"


def dot_command(line: str) -> tuple[str, str]:
    """A command of the shell and its argument.

    UsageError for an unknown command, or a missing or unexpected argument.
    """
    name, _, argument = line.strip().rstrip(";").partition(" ")
    argument = argument.strip()
    if _BARE.fullmatch(line):
        name, argument = f".{name.lower()}", ""
    if name not in DOT_COMMANDS:
        raise UsageError(f"no command {name!r}; {did_you_mean(name, DOT_COMMANDS)}")
    wanted, meaning = DOT_COMMANDS[name]
    if wanted and not argument:
        raise UsageError(f"{name} needs {wanted}: {meaning}")
    if argument and not wanted:
        raise UsageError(f"{name} takes no argument; {argument!r} was given")
    return name, argument


def is_whole(text: str) -> bool:
    """Whether Enter runs a text: empty, a command of the shell, or SQL that ends with ``;``.

    Examples
    --------
    >>> is_whole("select 1"), is_whole("select ';"), is_whole("select 1; -- all")
    (False, False, True)
    """
    text = text.strip()
    if not text or (is_command(text) and "\n" not in text):
        return True
    return _HIDDEN.sub(_stand_in, text).rstrip().endswith(";")


def _stand_in(hidden: re.Match[str]) -> str:
    """The replacement: a space for a comment, a word for a quote or an unclosed comment."""
    return "'" if hidden["quote"] or hidden["open"] else " "


def _is_hidden(text: str) -> bool:
    """Whether the end of a text is inside of a quote or a comment."""
    last = None
    for last in _HIDDEN.finditer(text):  # noqa: B007
        pass
    if last is None or last.end() < len(text):
        return False
    if last["quote"]:
        return not _CLOSED_QUOTE.fullmatch(last[0])
    return bool(last["open"]) or last[0].startswith("--")


class Words:
    """Words to complete: keywords, tables and columns, functions, commands of the shell."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection
        self._keywords = self._names("select keyword_name from duckdb_keywords()")
        self.refresh()

    def _names(self, sql: str) -> list[str]:
        rows = self._connection.execute(sql).fetchall()
        return sorted({name for (name,) in rows})

    def refresh(self) -> None:
        """Update the words after statements that may have created or dropped tables."""
        columns: dict[str, list[str]] = {}
        rows = self._connection.execute(
            "select table_name, column_name from duckdb_columns() where not internal "
            "order by table_name, column_index"
        ).fetchall()
        for table, column in rows:
            columns.setdefault(table, []).append(column)
        self._columns = columns
        functions = "select distinct function_name from duckdb_functions() where function_type "
        self._functions = _plain(self._names(f"{functions} not in ('table', 'pragma')"))
        self._sources = _plain(self._names(f"{functions} in ('table', 'table_macro')"))

    def candidates(self, text: str, after: str = "") -> tuple[str, list[str]]:
        """The word at the end of ``text``, and its completions, the likeliest first.

        ``after`` is the text after the cursor, which may have the tables of a select.
        """
        command, space, argument = text.lstrip().partition(" ")
        if command.startswith(".") and "\n" not in text:
            return self._for_command(command, argument) if space else _of(command, DOT_COMMANDS)
        if _is_hidden(text):
            return "", []
        word = re.search(r"\w*$", text)
        assert word is not None
        start = word[0]
        before = text[: word.start()]
        qualified = re.search(r"(\w+)\.$", before)
        if qualified:
            return _of(start, self._columns.get(_table_of(qualified[1], text + after), ()))
        if re.search(r"\b(?:from|join)\s+$", before, re.IGNORECASE):
            return _of(start, [*self._columns, *self._sources])
        if not start:
            return "", []
        near = [
            c for table, _ in _TABLES_IN.findall(text + after) for c in self._columns.get(table, ())
        ]
        far = [column for columns in self._columns.values() for column in columns]
        return _of(start, [*near, *self._columns, *far, *self._functions, *self._keywords])

    def _for_command(self, command: str, argument: str) -> tuple[str, list[str]]:
        from .files.write import FORMATS

        screen = [name for name, known in FORMATS.items() if not (known.binary or known.of_hands)]
        switch = ("on", "off")
        arguments = {
            ".schema": self._columns, ".mode": screen, ".timer": switch, ".wide": switch,
        }  # fmt: skip
        return _of(argument, arguments.get(command, ()))


def _table_of(name: str, text: str) -> str:
    aliases: dict[str, str] = {alias: table for table, alias in _TABLES_IN.findall(text) if alias}
    return aliases.get(name, name)


def _plain(functions: Iterable[str]) -> list[str]:
    """Functions to type: no operators, and no internal ones of DuckDB."""
    return [name for name in functions if _FUNCTION_NAME.fullmatch(name)]


def _of(start: str, words: Iterable[str]) -> tuple[str, list[str]]:
    completions = [word for word in words if word.lower().startswith(start.lower())]
    return start, list(dict.fromkeys(completions))


def tables_of(connection: duckdb.DuckDBPyConnection, lake: Lake) -> pa.Table:
    """The tables and views of the lake, and those created in this connection."""
    import pyarrow as pa

    known = lake_tables(lake).select(["name", "kind", "rows", "one_row"])
    names = set(known["name"].to_pylist())
    with sql_errors():
        made = connection.execute(
            "select table_name, 'table' from duckdb_tables() where not internal "
            "union all select view_name, 'view' from duckdb_views() where not internal order by all"
        ).fetchall()
    rows = [{"name": name, "kind": f"your {kind}"} for name, kind in made if name not in names]
    return pa.concat_tables([known, pa.Table.from_pylist(rows, known.schema)])


def schema_of(connection: duckdb.DuckDBPyConnection, name: str) -> pa.Table:
    """The columns of a table or view of the lake, or of one created in this connection.

    UsageError if there is none of that name.
    """
    import pyarrow as pa

    with sql_errors():
        made = connection.execute(
            "select column_name, data_type from duckdb_columns() "
            "where not internal and lower(table_name) = lower(?) order by column_index",
            [name],
        ).fetchall()
    if made and name not in TABLES and name not in VIEWS:
        return pa.table(
            {"column": [column for column, _ in made], "type": [dtype for _, dtype in made]}
        )
    return columns_of(name)


def shortened(reader: pa.RecordBatchReader) -> tuple[pa.Table, int]:
    """The first rows of a result, and its number of rows, counted up to ``COUNTED_ROWS`` + 1."""
    import pyarrow as pa

    kept: list[pa.RecordBatch] = []
    rows = 0
    for batch in reader:
        if rows < SHOWN_ROWS:
            kept.append(batch.slice(0, SHOWN_ROWS - rows))
        rows += batch.num_rows
        if rows > COUNTED_ROWS:
            break
    return pa.Table.from_batches(kept, reader.schema), min(rows, COUNTED_ROWS + 1)
