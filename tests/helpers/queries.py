"""Named queries asked on a connection."""

from pokerlake.queries.sql.named import named_query
from pokerlake.queries.statements.run import stream


def ask(connection, name, **parameters):
    """All rows of the answer."""
    query = named_query(name)
    return stream(connection, query.sql, query.bind(parameters)).read_all().to_pylist()


def values(connection, name, *columns, **parameters):
    """Some columns of the answer, as tuples; their names as words, or in one text."""
    names = " ".join(columns).split()
    rows = ask(connection, name, **parameters)
    return [tuple(row[column] for column in names) for row in rows]


def has_grain(connection, name, key, rows, /, **parameters):
    """Whether the answer has so many rows, of which no two have the same key, a text of columns."""
    found = values(connection, name, key, **parameters)
    return len(found) == len(set(found)) == rows
