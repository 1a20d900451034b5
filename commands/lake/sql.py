"""The sql command: a statement, a file, an interactive shell, or one select of a stranger."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from ..base import FormatOption, LakeOption, OutputOption, connected, show

_COMMENT = re.compile(r"--(?:[^\w=]|[^\s=]*\s)")


class SqlCommand(TyperCommand):
    """Takes SQL that begins with a comment for SQL, where others would see an option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words of the command; SQL that begins with ``--`` comes last, behind a bare one."""
        if "--" not in args:
            sql = [word for word in args if _COMMENT.match(word)]
            if sql:
                args = [*(word for word in args if word not in sql), "--", *sql]
        return super().parse_args(ctx, args)


def sql(
    statement: Annotated[
        str | None,
        typer.Argument(metavar="SQL", help="One statement, such as a select."),
    ] = None,
    file: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A file of statements, - for stdin; the last one gives the result.",
        ),
    ] = None,
    untrusted: Annotated[
        bool,
        typer.Option(
            "--untrusted",
            help="Run one select of a stranger, in a process that can only read the lake.",
        ),
    ] = False,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0.1,
            show_default=False,
            help="Seconds that an untrusted select may take.  [default: 10]",
        ),
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option(
            metavar="MB", show_default=False, help="Memory that it may take.  [default: 1024]"
        ),
    ] = None,
    rows: Annotated[
        int | None,
        typer.Option(
            min=1, show_default=False, help="Rows that its result may have.  [default: 10,000]"
        ),
    ] = None,
    lake: LakeOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Ask the lake in SQL. class_of('AsKsQsJsTs') evaluates a column of hands.

    Without SQL and FILE it is a shell with history and completion. If stdin is not a terminal, it
    reads the statements from there.
    """
    from pokerlake.tables.errors import UsageError

    if statement is not None and file is not None:
        raise UsageError("give a statement or --file, and not both")
    limits = {"seconds": seconds, "memory_mb": memory, "rows": rows}
    given = {name: limit for name, limit in limits.items() if limit is not None}
    if given and not untrusted:
        raise UsageError("--seconds, --memory and --rows are limits of --untrusted; add that")
    interactive = statement is None and file is None and _is_terminal()
    if untrusted:
        if interactive:
            raise UsageError("--untrusted takes one select; give it, or --file")
        _ask(statement, file, given, lake, fmt, output)
    elif statement is not None:
        from pokerlake.queries.statements.run import stream

        with connected(lake) as connection:
            show(stream(connection, statement), fmt, output)
    elif interactive:
        if output is not None:
            raise UsageError("--output is for a statement or a file; in the shell write .output")
        _shell(lake, fmt)
    else:
        _run_file(file or "-", lake, fmt, output)


def _is_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _shell(lake: Path | None, mode: str | None) -> None:
    from pokerlake.tables.lake import Lake, lake_path

    from .shell import Shell

    opened = Lake.open(lake_path(lake))
    with connected(opened.path) as connection:
        Shell(connection, opened, mode).run()


def _run_file(name: str, lake: Path | None, fmt: str | None, output: Path | None) -> None:
    from pokerlake.queries.files import choose_format
    from pokerlake.queries.statements.script import (
        located,
        read_sql,
        require_result,
        results,
        source_name,
        split,
    )
    from pokerlake.tables.errors import UsageError

    text = read_sql(name)
    source = source_name(name)
    chosen = choose_format(fmt, output)  # before the work, not after it
    with connected(lake) as connection:
        with located(source):
            statements = split(connection, text)
        with located(source, statements[-1].line if statements else 0):
            require_result(connection, statements)
        answers = [statement for statement in statements[:-1] if statement.answers]
        if answers and (output is not None or chosen.name != "table"):
            raise UsageError(
                f"{source}, line {answers[0].line:,}: this statement returns rows, and so does "
                f"the last; {output or chosen.name} holds one result: make a temporary table of it"
            )
        for number, result in enumerate(results(connection, statements, source)):
            if number:
                sys.stdout.write("\n")
                sys.stdout.flush()  # the rows go past it, to the buffer
            show(result, fmt, output)


def _ask(
    statement: str | None,
    file: str | None,
    limits: dict[str, Any],
    lake: Path | None,
    fmt: str | None,
    output: Path | None,
) -> None:
    from pokerlake.queries.files import choose_format
    from pokerlake.queries.statements.script import read_sql
    from pokerlake.queries.untrusted import ask

    choose_format(fmt, output)
    text = read_sql(file or "-") if statement is None else statement
    show(ask(lake, text, **limits), fmt, output)
