"""``pokerlake query``: the named queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import typer

from pokerlake.tables.errors import UsageError

from ..base import Output, connected
from ..options import Command, LakeOption, ParamOption, argument, complete_query, flag

if TYPE_CHECKING:
    from pokerlake.queries.sql.named import NamedQuery, Parameter

_TAKES = {"integer": "whole number", "number": "number", "text": "text", "five_cards": "five cards"}


class QueryCommand(Command):
    """Takes the parameters of the named query as options: ``--hand AKs``; and has its help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words of the command, with ``--param hand=AKs`` for ``--hand AKs``."""
        own_options = {name for param in self.params for name in param.opts}
        own_options |= set(ctx.help_option_names)
        with_values = [p for p in self.params if not getattr(p, "is_flag", False)]
        query = _named_in(args, with_values)
        if query is not None:
            ctx.meta[__name__] = query
            args = _as_params(args, own_options)
        elif not ctx.resilient_parsing and not set(args) & set(ctx.help_option_names):
            _refuse_unknown(args, own_options, with_values)
        return super().parse_args(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The help of the named query, if any."""
        query: NamedQuery | None = ctx.meta.get(__name__)
        if query is None:
            super().format_help(ctx, formatter)
            return
        formatter.write_usage(ctx.command_path, f"{query.name} [OPTIONS]")
        for text in (
            f"{query.title}.",
            f"One row is one {query.one_row}.",
            f"From {query.source}.",
        ):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(text)
        if query.parameters:
            with formatter.section("Parameters"):
                formatter.write_dl([_help_row(parameter) for parameter in query.parameters])
        self.format_options(ctx, formatter)


def _named_in(args: Sequence[str], with_values: Sequence[Any]) -> NamedQuery | None:
    from pokerlake.queries.sql.named import named_queries

    takes_value = {name for param in with_values for name in param.opts}
    known = named_queries()
    for before, word in zip(["", *args], args, strict=False):
        if word in known and before not in takes_value:
            return known[word]
    return None


def _refuse_unknown(args: Sequence[str], own_options: set[str], with_values: Sequence[Any]) -> None:
    """Raise UsageError for an unknown word in the place of a query's name.

    After an option that is not the command's own, a word may be its value.
    """
    from pokerlake.queries.sql.named import named_query

    takes_value = {name for param in with_values for name in param.opts}
    for before, word in zip(["", *args], args, strict=False):
        if word.startswith("--") and word.partition("=")[0] not in own_options:
            return
        if not word.startswith("-") and before not in takes_value:
            named_query(word)


def _as_params(args: Sequence[str], own_options: set[str]) -> list[str]:
    words: list[str] = []
    rest = list(args)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.partition("=")
        if word == "--":
            return [*words, word, *rest]
        if not name.startswith("--") or name in own_options:
            words.append(word)
            continue
        if not equals and not rest:
            raise UsageError(f"{word} has no value; give {word} VALUE")
        parameter = name.removeprefix("--").replace("-", "_")
        words += ["--param", f"{parameter}={value if equals else rest.pop(0)}"]
    return words


def _help_row(parameter: Parameter) -> tuple[str, str]:
    """A parameter for the help: its option; its meaning, values and default."""
    kind = _TAKES.get(parameter.type, parameter.type.replace("_", " "))
    allowed = parameter.allowed or (parameter.among and f"any of {parameter.among}")
    may_be = f"{kind}: {allowed}" if allowed else kind
    default = "must be given" if parameter.default is None else f"default: {parameter.default}"
    name = parameter.name.replace("_", "-")
    return f"--{name} {parameter.name.upper()}", f"{parameter.meaning}.  [{may_be}]  [{default}]"


def query(
    name: str | None = argument(
        "NAME", "A query; lists all by default.", default=None, autocompletion=complete_query
    ),
    param: ParamOption = None,
    show_sql: bool = flag("--show-sql", "Show the SQL of the query; do not run it."),
    lake: LakeOption = None,
    *,
    out: Output,
) -> None:
    """Run a named query, or list them all.

    Each parameter is also an option: --hand AKs is --param hand=AKs. 'pokerlake query NAME --help'
    explains the parameters.
    """
    from pokerlake.queries.sql.named import given_parameters, named_query

    values = given_parameters(param or ())
    if name is None:
        from pokerlake.queries.describe import queries

        if values or show_sql:
            raise UsageError("name the query that --param and --show-sql are for")
        out.show(queries())
        return
    asked = named_query(name)
    if show_sql:
        if values:
            raise UsageError("--show-sql shows a query with its parameters open; leave them out")
        _show_sql(asked, out)
        return
    from pokerlake.queries.selection import bind
    from pokerlake.queries.statements.run import stream

    asked.bind(values)  # their errors need no lake
    with connected(lake) as connection:
        out.show(stream(connection, asked.sql, bind(connection, asked, values)))


def _show_sql(asked: NamedQuery, out: Output) -> None:
    if out.fmt is None and out.path is None:
        typer.echo(asked.sql.rstrip())
        return
    import pyarrow as pa

    out.show(pa.table({"query": [asked.name], "sql": [asked.sql]}))
