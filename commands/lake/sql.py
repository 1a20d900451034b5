"""The sql command: a statement, a file, an interactive shell, or one untrusted select."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..base import Output, connected
from ..options import Command, LakeOption, argument, flag, option

_MOST_OUTPUT = 256 << 20  # bytes that an untrusted result may take, in any format
_COMMENT = re.compile(r"--(?:[^\w=]|[^\s=]*\s)")


class SqlCommand(Command):
    """Takes SQL that begins with a comment as SQL, where other commands would see an option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words of the command; SQL that begins with ``--`` comes last, after a bare one."""
        if "--" not in args:
            sql = [word for word in args if _COMMENT.match(word)]
            if sql:
                args = [*(word for word in args if word not in sql), "--", *sql]
        return super().parse_args(ctx, args)


@dataclass(frozen=True)
class Limits:
    """The limits of an untrusted select."""

    seconds: float | None = option(
        "Seconds that an untrusted select may take.  [default: 10]", min=0.1
    )
    memory_mb: int | None = option(
        "--memory", "Memory that it may take.  [default: 1024]", metavar="MB"
    )
    rows: int | None = option("Rows that its result may have.  [default: 10,000]", min=1)

    def given(self) -> dict[str, Any]:
        """The limits that are set."""
        return {name: limit for name, limit in vars(self).items() if limit is not None}


def sql(
    statement: str | None = argument(
        "SQL", "One statement, such as a select; - for stdin.", default=None
    ),
    file: str | None = option(
        "A file of statements, - for stdin; the last one gives the result.", metavar="FILE"
    ),
    untrusted: bool = flag(
        "--untrusted", "Run one untrusted select, in a process that can only read the lake."
    ),
    param: list[str] | None = option(
        "--param", "-p", "A parameter that the file declares.", default=None, metavar="NAME=VALUE"
    ),
    *,
    limits: Limits,
    lake: LakeOption = None,
    out: Output,
) -> None:
    """Ask the lake in SQL. class_of('AsKsQsJsTs') evaluates a column of hands.

    Without SQL and FILE it is a shell with history and completion. If stdin is not a terminal, it
    reads the statements from there.
    """
    from pokerlake.tables.errors import UsageError

    if statement is not None and file is not None:
        raise UsageError("give a statement or --file, and not both")
    if statement is not None and re.fullmatch(r"[^\s;]+\.sql", statement, re.IGNORECASE):
        raise UsageError(f"{statement} is no statement; a file is given by --file {statement}")
    if statement == "-":
        statement, file = None, "-"
    if param and statement is not None:
        raise UsageError(
            "--param is for a file that declares parameters; see https://pokerlake.github.io/pokerlake/shell/"
        )
    if limits.given() and not untrusted:
        raise UsageError("--seconds, --memory and --rows are limits of --untrusted; add that")
    interactive = statement is None and file is None and not param and _is_terminal()
    if untrusted:
        if interactive:
            raise UsageError("--untrusted takes one select; give it, or --file")
        _ask(statement, file, param, limits, lake, out)
    elif statement is not None:
        from pokerlake.queries.statements.run import stream

        with connected(lake) as connection:
            out.show(stream(connection, statement))
    elif interactive:
        if out.path is not None:
            raise UsageError("--output is for a statement or a file; in the shell write .output")
        _shell(lake, out.fmt)
    else:
        _run_file(file or "-", param, lake, out)


def _is_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _shell(lake: Path | None, mode: str | None) -> None:
    from pokerlake.tables.lake import Lake, lake_path

    from .shell import Shell

    opened = Lake.open(lake_path(lake))
    with connected(opened.path) as connection:
        Shell(connection, opened, mode).run()


def _filled(text: str, param: list[str] | None) -> str:
    """The text of a file with the values of its parameters."""
    from pokerlake.queries.sql.named import given_parameters
    from pokerlake.queries.statements import notebook

    values = notebook.read(text).filled(given_parameters(param or ()))
    return notebook.fill(text, values)


def _run_file(name: str, param: list[str] | None, lake: Path | None, out: Output) -> None:
    from pokerlake.queries.statements import script
    from pokerlake.tables.errors import UsageError

    text = _filled(script.read_sql(name), param)
    source = script.source_name(name)
    chosen = out.choose()  # before the work, not after it
    with connected(lake) as connection:
        with script.located(source):
            statements = script.split(connection, text)
        with script.located(source, statements[-1].line if statements else 0):
            script.require_result(connection, statements)
        answers = [statement for statement in statements[:-1] if statement.answers]
        if answers and (out.path is not None or chosen.name != "table"):
            raise UsageError(
                f"{source}, line {answers[0].line:,}: this statement returns rows, and so does "
                f"the last; {out.path or chosen.name} holds one result: make a temporary table "
                "of it"
            )
        for number, result in enumerate(script.results(connection, statements, source)):
            if number:
                sys.stdout.write("\n")
                sys.stdout.flush()  # rows bypass it, to the buffer
            out.show(result)


def _ask(
    statement: str | None,
    file: str | None,
    param: list[str] | None,
    limits: Limits,
    lake: Path | None,
    out: Output,
) -> None:
    from pokerlake.queries.files.format import About
    from pokerlake.queries.statements.script import read_sql
    from pokerlake.queries.untrusted import LONGEST_SQL, ask

    out.choose()
    text = statement
    if text is None:
        text = _filled(read_sql(file or "-", LONGEST_SQL), param)
    rows = ask(lake, text, **limits.given())
    out.show(rows, about=About(most_bytes=_MOST_OUTPUT))
