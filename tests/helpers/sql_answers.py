"""What a connection answers: one value, a column of them, or the message of an error."""

import pytest

from pokerlake.queries.statements.run import stream
from pokerlake.tables.errors import QueryError


def one(connection, expression, **parameters):
    """The value of an expression."""
    ((value,),) = connection.execute(f"select {expression}", parameters).fetchall()
    return value


def row(connection, *expressions):
    """The values of expressions."""
    return connection.execute(f"select {', '.join(expressions)}").fetchall()[0]


def column(connection, sql, **parameters):
    """The first column of a query."""
    return [values[0] for values in connection.execute(sql, parameters).fetchall()]


def error(connection, expression, **parameters):
    """The one line that is said of an expression."""
    with pytest.raises(QueryError) as raised:
        stream(connection, f"select {expression}", parameters).read_all()
    assert "\n" not in str(raised.value)
    return str(raised.value)


def table_error(connection, sql, **parameters):
    """The one line that is said of a statement."""
    with pytest.raises(QueryError) as raised:
        stream(connection, sql, parameters).read_all()
    assert "\n" not in str(raised.value)
    return str(raised.value)
