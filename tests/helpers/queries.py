"""Named queries asked on a connection."""

from pokerlake.queries.sql.named import named_query
from pokerlake.queries.statements.run import stream


def answer_of(connection, name, parameters):
    """The answer as a table."""
    query = named_query(name)
    return stream(connection, query.sql, query.bind(parameters)).read_all()


def ask(connection, name, **parameters):
    """All rows of the answer."""
    return answer_of(connection, name, parameters).to_pylist()


def values(connection, name, *columns, **parameters):
    """Some columns of the answer, as tuples; their names as words, or in one text."""
    names = " ".join(columns).split()
    found = answer_of(connection, name, parameters)
    kept = [found[column].to_pylist() for column in names]
    return [*zip(*kept, strict=True)] if kept else [()] * len(found)


def has_grain(connection, name, key, rows, /, **parameters):
    """Whether the answer has so many rows, of which no two have the same key, a text of columns."""
    found = values(connection, name, key, **parameters)
    return len(found) == len(set(found)) == rows
