"""``pokerlake query``: the named queries."""

from __future__ import annotations

from ..base import Output, connected
from ..options import LakeOption, ParamOption, argument, complete_query


def query(
    name: str | None = argument(
        "NAME", "A query; lists all by default.", default=None, autocompletion=complete_query
    ),
    param: ParamOption = None,
    lake: LakeOption = None,
    *,
    out: Output,
) -> None:
    """Run a named query, or list them all."""
    from pokerlake.queries.sql.named import given_parameters, named_query
    from pokerlake.tables.errors import UsageError

    given = given_parameters(param or ())
    if name is None:
        from pokerlake.queries.describe import queries

        if given:
            raise UsageError("name the query that --param is for")
        out.show(queries())
        return
    from pokerlake.queries.statements.run import stream

    asked = named_query(name)
    values = asked.bind(given)
    with connected(lake) as connection:
        out.show(stream(connection, asked.sql, values))
