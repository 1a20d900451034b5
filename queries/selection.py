"""The selection to export: a table, a view or a query, and some of its rows and columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import duckdb

from pokerlake.tables.definitions.histories import HANDS
from pokerlake.tables.errors import QueryError, UsageError, did_you_mean
from pokerlake.tables.registry import TABLES, table_or_view

from .files.format import About
from .files.whole_hands import Anonymous, variants, whole_hands
from .sql.named import NamedQuery, given_parameters, named_query
from .statements.explain import explain
from .statements.hand_names import refuse_misnamed
from .statements.run import ask, stream, stream_rows

if TYPE_CHECKING:
    import pyarrow as pa
    from duckdb import DuckDBPyConnection, DuckDBPyRelation

    from pokerlake.tables.lake import Lake

_NOT_ONE = ("modifiers in the expression list", "Expected a single expression")


def ask_for(
    connection: DuckDBPyConnection,
    lake: Lake,
    *,
    table: str | None = None,
    query: str | None = None,
    given: Sequence[str] | None = None,
    sql: str | None = None,
) -> tuple[DuckDBPyRelation, About]:
    """The rows of a table or view, a named query, or one SQL statement, and facts about them.

    One of ``table``, ``query`` and ``sql`` is given; ``given`` has parameters of the query,
    ``name=value``.

    Raises
    ------
    UsageError
        If there is no such table, view or query, or a parameter is invalid.
    LakeError
        If the table is not in the lake.
    QueryError
        If the SQL is invalid.
    """
    if table is not None:
        subject = table_or_view(table)
        entry = lake.entry(table) if table in TABLES else None
        rows = None if entry is None else entry.rows
        about = About(table, rows, subject, whole=entry is not None)
        return ask(connection, f'from "{subject.name}"'), about
    if query is not None:
        named = named_query(query)
        values = bind(connection, named, given_parameters(given or ()))
        return ask(connection, named.sql, values), About(query)
    assert sql is not None
    return ask(connection, sql), About()


def bind(
    connection: DuckDBPyConnection, query: NamedQuery, arguments: Mapping[str, str]
) -> dict[str, Any]:
    """The values of all parameters of a named query, from :meth:`NamedQuery.bind`.

    UsageError, which suggests the nearest, also for a name that the lake lacks, such as a player.
    """
    values = query.bind(arguments)
    for parameter in query.parameters:
        value = values[parameter.name]
        if parameter.among is not None and value != parameter.default:
            table, column = parameter.among.split(".")
            distinct = f'select distinct "{column}" from "{table}"'  # noqa: S608 of the query's header
            known = stream(connection, f"{distinct} order by all").read_all()[column].to_pylist()
            if value not in known:
                hint = did_you_mean(str(value), map(str, known))
                raise UsageError(f"no {parameter.name} {value!r} in {table}; {hint}")
    return values


def asked_rows(
    connection: DuckDBPyConnection, name: str, values: Mapping[str, str] | None = None
) -> pa.Table:
    """All rows of a named query, with values for :func:`bind`."""
    query = named_query(name)
    return stream(connection, query.sql, bind(connection, query, values or {})).read_all()


def column_names(text: str) -> list[str]:
    """The names in a text such as ``board_id,hole_id``.

    UsageError for an empty or a duplicate name.
    """
    names = [name.strip() for name in text.split(",")]
    if "" in names:
        raise UsageError(f"--columns {text!r} has an empty name; give names with commas between")
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"--columns {text!r} has {name!r} twice")
    return names


def select_columns(relation: DuckDBPyRelation, names: Sequence[str]) -> DuckDBPyRelation:
    """Some columns of a relation, in the given order.

    UsageError if one is missing, with the nearest; or if it is duplicate.
    """
    there = relation.columns
    for name in names:
        if name not in there:
            hint = did_you_mean(name, there)
            if hint.startswith("did"):
                hint += f" there are: {', '.join(there)}"
            raise UsageError(f"there is no column {name!r}; {hint}")
        if there.count(name) > 1:
            raise UsageError(f"{there.count(name)} columns are named {name!r}; rename all but one")
    return relation.select(*map(duckdb.ColumnExpression, names))


def filter_rows(
    connection: DuckDBPyConnection, relation: DuckDBPyRelation, where: str, source: str = ""
) -> DuckDBPyRelation:
    """The rows for which one SQL expression is true; ``source``: a table, or SQL, of all rows.

    UsageError if it is no expression, more than one, names a column that is not there, or looks for
    a hand or cards as no row has them.
    """
    where.encode()
    try:
        chosen = relation.filter(where)
        rows = source.rstrip().rstrip(";")
        only_read = f"select 1 from ({rows}\n) where {where}"  # noqa: S608 not run
        refuse_misnamed(connection, only_read, {})
    except QueryError as error:
        raise UsageError(f"--where {where!r}: {error}") from error
    except duckdb.Error as error:
        problem = str(error)
        if any(sign in problem for sign in _NOT_ONE):
            problem = "give one expression, such as 'board_id < 10'"
        elif not where.strip():
            problem = "give an expression, such as 'board_id < 10'"
        else:
            problem = explain(problem.partition("\nLINE ")[0])
        raise UsageError(f"--where {where!r}: {problem}") from error
    return chosen


def as_stored(relation: DuckDBPyRelation, table: str) -> DuckDBPyRelation:
    """Columns of a table with their types in its file, which are narrower than those in SQL.

    So an exported table is as small as its file.
    """
    types = {column.name: column.file_type for column in TABLES[table].columns}
    return relation.select(
        *(duckdb.ColumnExpression(name).cast(types[name]).alias(name) for name in relation.columns)
    )


def whole(
    connection: DuckDBPyConnection, relation: DuckDBPyRelation, names: Anonymous | None = None
) -> pa.RecordBatchReader:
    """Rows of ``hands`` with their players, actions and showdowns, a few thousand at a time.

    ``names`` replaces names and numbers. Raises QueryError as :func:`stream` does, and
    LakeError if a table is not in the lake.
    """
    cursor = connection.cursor()  # the connection is busy with the hands

    def rows(sql: str, **values: int) -> pa.Table:
        return stream(cursor, sql, values).read_all()

    return whole_hands(stream_rows(as_stored(relation, HANDS.name)), rows, names)


def with_variants(relation: DuckDBPyRelation, form: str) -> tuple[DuckDBPyRelation, dict[str, int]]:
    """The rows of ``hands`` whose game a format has, and the number of others by game."""
    game = duckdb.ColumnExpression("game")
    known = game.isin(*map(duckdb.ConstantExpression, variants(form)))
    others = relation.filter(~known).aggregate("game, count(*) as hands").order("hands desc, game")
    return relation.filter(known), dict(others.fetchall())


def count_rows(relation: DuckDBPyRelation) -> int:
    """The number of rows of a relation."""
    ((rows,),) = relation.aggregate("count(*)").fetchall()
    return int(rows)
