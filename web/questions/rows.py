"""Rows of the lake: of a named query with the same elsewhere, or of a statement of ours."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from .answer import Same
from .registry import Asking, field
from .same import call

if TYPE_CHECKING:
    import pyarrow as pa


_FIELDS = {"flop": "board", "hero": "hand"}  # of parameters with another name


def named(asking: Asking, name: str, **parameters: Any) -> tuple[pa.Table, Same]:
    """The rows of a named query, and the same elsewhere.

    Errors of a parameter name its field.
    """
    from pokerlake.queries.connection import connect
    from pokerlake.queries.sql.named import named_query
    from pokerlake.queries.statements.run import stream

    query = named_query(name)
    texts = {key: str(value) for key, value in parameters.items()}
    for parameter in query.parameters:
        if parameter.name in texts:
            with field(_FIELDS.get(parameter.name, parameter.name)):
                parameter.value(texts[parameter.name])
    with connect(asking.lake) as connection:
        table = stream(connection, query.sql, query.bind(texts)).read_all()
    options = [f"--param {shlex.quote(f'{key}={value}')}" for key, value in texts.items()]
    command = " ".join(["pokerlake query", name, *options])
    return table, Same(call("pk.query", name, **parameters), query.written(texts), command)


def rows_of(asking: Asking, sql: str) -> pa.Table:
    """The rows of a statement of ours."""
    from pokerlake.queries.connection import connect
    from pokerlake.queries.statements.run import stream

    with connect(asking.lake) as connection:
        return stream(connection, sql).read_all()
