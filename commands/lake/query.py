"""``pokerlake query``: the named queries."""

from __future__ import annotations

from typing import Annotated

import typer

from ..base import FormatOption, LakeOption, OutputOption, complete_query, connected, show


def query(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", help="A query; lists all by default.", autocompletion=complete_query
        ),
    ] = None,
    param: Annotated[
        list[str] | None,
        typer.Option("--param", "-p", metavar="NAME=VALUE", help="A parameter of the query."),
    ] = None,
    lake: LakeOption = None,
    fmt: FormatOption = None,
    output: OutputOption = None,
) -> None:
    """Run a named query, or list them all."""
    from pokerlake.queries.sql.named import given_parameters, named_query
    from pokerlake.tables.errors import UsageError

    given = given_parameters(param or ())
    if name is None:
        from pokerlake.queries.describe import queries

        if given:
            raise UsageError("name the query that --param is for")
        show(queries(), fmt, output)
        return
    from pokerlake.queries.statements.run import stream

    asked = named_query(name)
    values = asked.bind(given)
    with connected(lake) as connection:
        show(stream(connection, asked.sql, values), fmt, output)
