"""Whether SQL from a stranger is one select that only reads the lake and computes.

DuckDB's own parser gives the tree of the statement, and every node of it has to be of a kind that
is known here. What is not known is refused: a list of what is bad would never be whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import duckdb

from pokerlake.tables.errors import QueryError

from ..statements.explain import explain
from .names import COLLATIONS, FUNCTIONS, NAMING_TABLES, TABLE_FUNCTIONS, TYPES

LONGEST_SQL = 65_536  # bytes
ALL_ARE_LISTED = "'pokerlake tables' lists tables, and 'pokerlake schema TABLE' their columns"

_QUERIES = {"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE"}
_SOURCES = {"EMPTY", "EXPRESSION_LIST", "JOIN", "PIVOT", "SUBQUERY"}
_MODIFIERS = {"DISTINCT_MODIFIER", "LIMIT_MODIFIER", "LIMIT_PERCENT_MODIFIER", "ORDER_MODIFIER"}
_ORDERS = {"ORDER_DEFAULT", "ASCENDING", "DESCENDING"}
_PLAIN = _QUERIES | _SOURCES | _MODIFIERS | _ORDERS
_EXPRESSIONS = {
    "BETWEEN", "CASE", "COLUMN_REF", "COMPARISON", "CONJUNCTION", "CONSTANT", "LAMBDA",
    "LAMBDA_REF", "OPERATOR", "POSITIONAL_REFERENCE", "STAR", "SUBQUERY",
}  # fmt: skip
# What holds nodes together has no kind of its own, and is known by its keys.
_HOLDERS = {
    frozenset(keys.split())
    for keys in (
        "node named_param_map", "map", "key value", "path", "kind text", "expression name",
        "then_expr when_expr", "catalog column schema table", "is_null type value", "id type_info",
        "aliases key_targets materialized payload_aggregates query_node",
        "entries pivot_enum pivot_expressions unpivot_names", "alias star_expr values",
        "is_percentage method repeatable sample_rate sample_size seed",
    )
}  # fmt: skip
_LOWER = dict(zip(range(ord("A"), ord("Z") + 1), range(ord("a"), ord("z") + 1), strict=True))
# DuckDB takes a name that nobody has for a file's.
_OF_A_FILE = re.compile(r"[^\w $-]|^$")
_NOT_SHOWN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


class RefusedError(QueryError):
    """SQL that is not for strangers, whether or not it is right."""


class StoppedError(QueryError):
    """SQL that was stopped because it took more than it may."""


@dataclass(frozen=True)
class Names:
    """What SQL from strangers may name beside what DuckDB has, folded."""

    tables: frozenset[str]  # and views
    functions: frozenset[str]  # and macros of the lake's connection
    known: frozenset[str]  # all there are, to tell one not allowed from one that is misspelt
    taken: frozenset[str]  # tables and views of DuckDB's own that are found without a schema


def names_of(connection: duckdb.DuckDBPyConnection) -> Names:
    """The tables, functions and macros that a connection to a lake has beside DuckDB's own."""
    functions = "select distinct function_name from duckdb_functions()"
    with duckdb.connect() as plain:
        built_in = _names(plain, functions)
    known = _names(connection, functions)
    tables = _names(connection, "select view_name from duckdb_views() where not internal")
    taken = _names(
        connection,
        "select view_name from duckdb_views() where schema_name <> 'information_schema' "
        "union all select table_name from duckdb_tables()",
    )
    return Names(tables, known - built_in - NAMING_TABLES, known, taken - tables)


def _names(connection: duckdb.DuckDBPyConnection, sql: str) -> frozenset[str]:
    return frozenset(folded(name) for (name,) in connection.execute(sql).fetchall())


def folded(name: str) -> str:
    """A name as DuckDB compares it: in lower case, of which it knows ASCII's alone."""
    return name.translate(_LOWER)


def require_text(sql: str) -> None:
    """Refuse text that no honest statement is: too long for the parser, or with zero bytes."""
    length = len(sql.encode())
    if length > LONGEST_SQL:
        raise RefusedError(f"the statement has {length:,} bytes; {LONGEST_SQL:,} are allowed")
    hidden = _NOT_SHOWN.search(sql)
    if hidden:
        raise RefusedError(f"the statement has the control character {hidden[0]!r}")


def check(connection: duckdb.DuckDBPyConnection, sql: str, names: Names) -> set[str]:
    """Refuse all but one select of tables of the lake and functions that only compute.

    The functions it calls are returned, in lower case.

    Raises
    ------
    RefusedError
        If it is not that.
    QueryError
        If the SQL is wrong.
    """
    require_text(sql)
    found: set[str] = set()
    try:
        _require_select(connection.extract_statements(sql))
        text = connection.execute("select json_serialize_sql(?)", [sql]).fetchall()[0][0]
        _walk(_tree(text), names, found)
    except duckdb.Error as error:
        raise QueryError(explain(str(error), sql)) from error
    except RecursionError as error:
        raise RefusedError("the statement is nested too deep") from error
    return found


def _require_select(statements: list[duckdb.Statement]) -> None:
    if len(statements) != 1:
        raise RefusedError(f"{len(statements) or 'no'} statements; untrusted SQL is one select")
    kind = statements[0].type
    if kind == duckdb.StatementType.MULTI:
        raise RefusedError("pivot needs the values in untrusted SQL: pivot … on COLUMN in (…)")
    if kind != duckdb.StatementType.SELECT:
        raise RefusedError(f"{kind.name.lower()!r} is not allowed; untrusted SQL is one select")


def _tree(text: str) -> Any:
    content = json.loads(text)
    if content["error"]:
        raise QueryError(explain(f"Parser Error: {content['error_message']}"))
    (statement,) = content["statements"]
    if statement["named_param_map"]:
        raise RefusedError("parameters such as $1 are not allowed in untrusted SQL")
    return statement["node"]


def _walk(tree: Any, names: Names, found: set[str]) -> None:
    """Look at every node; a node sees the common table expressions that stand before or above."""
    waiting: list[tuple[Any, frozenset[str]]] = [(tree, names.tables)]
    while waiting:
        value, tables = waiting.pop()
        if isinstance(value, list):
            waiting += ((part, tables) for part in value)
        elif isinstance(value, dict):
            below = dict(value)
            for entry in below.pop("cte_map", {"map": []})["map"]:
                waiting.append((entry["value"], tables))
                tables |= {_own_table(entry["key"], names)}
            if below.get("type") == "RECURSIVE_CTE_NODE":  # only the right half sees itself
                waiting.append(
                    (below.pop("right"), tables | {_own_table(below["cte_name"], names)})
                )
            waiting += ((part, tables) for part in _parts(below, names, tables, found))


def _own_table(name: str, names: Names) -> str:
    """The name of a common table expression, folded.

    It stands for nothing else where it is out of scope: for no table of DuckDB's and for no file.
    """
    name = folded(name)
    if name in names.taken or _OF_A_FILE.search(name):
        raise RefusedError(f"{name!r} cannot name a table in untrusted SQL")
    return name


def _parts(
    node: dict[str, Any], names: Names, tables: frozenset[str], found: set[str]
) -> Iterable[Any]:
    """What is below a node, once the node itself is allowed."""
    kind = node.get("class", node.get("type"))
    if kind is None or isinstance(kind, dict):
        if frozenset(node) not in _HOLDERS or node.get("pivot_enum"):
            raise RefusedError(_not_allowed(", ".join(node)))
    elif kind == "BASE_TABLE":
        _require_table(node, tables)
    elif kind == "TABLE_FUNCTION":
        _require_function(node["function"], TABLE_FUNCTIONS, names, found)
        return [part for key, part in node.items() if key != "function"] + [
            part for key, part in node["function"].items() if key not in ("class", "type")
        ]
    elif kind in ("FUNCTION", "WINDOW"):
        if node.get("export_state"):
            raise RefusedError("export_state is not allowed in untrusted SQL")
        _require_function(node, FUNCTIONS, names, found)
    elif kind == "TYPE":
        path = node["qualified_name"]["path"]
        if len(path) != 1 or folded(node["type_name"]) not in TYPES:
            raise RefusedError(f"type {node['type_name']!r} is not allowed in untrusted SQL")
    elif kind == "COLLATE":
        if not COLLATIONS.issuperset(folded(node["collation"]).split(".")):
            raise RefusedError(f"collation {node['collation']!r} is not allowed in untrusted SQL")
    elif kind != "CAST" and kind not in (_EXPRESSIONS if "class" in node else _PLAIN):
        raise RefusedError(_not_allowed(kind))
    return node.values()


def _require_table(node: dict[str, Any], tables: frozenset[str]) -> None:
    path = node["qualified_name"]["path"]
    if len(path) != 1:
        raise RefusedError(
            f"{'.'.join(path)!r} is not allowed: name tables of the lake without a dot"
        )
    if node["at_clause"]:
        raise RefusedError("a table at a version or time is not allowed in untrusted SQL")
    if folded(path[0]) not in tables:
        raise QueryError(explain(f"Table with name {path[0]} does not exist"))


def _require_function(
    node: dict[str, Any], allowed: frozenset[str], names: Names, found: set[str]
) -> None:
    name = folded(node["function_name"])
    if name not in allowed and name not in names.functions:
        if name not in names.known:
            raise QueryError(explain(f"Function with name {name} does not exist"))
        raise RefusedError(f"function {name!r} is not allowed in untrusted SQL")
    found.add(name)


def _not_allowed(kind: str) -> str:
    if kind == "SHOW_REF":
        what = "describe, show and summarize are not allowed; untrusted SQL is one select"
        return f"{what}: {ALL_ARE_LISTED}"
    if kind.endswith("_QUERY_NODE"):
        statement = kind.removesuffix("_QUERY_NODE").lower()
        return f"{statement!r} is not allowed; untrusted SQL is one select"
    return f"{kind.lower().replace('_', ' ')!r} is not allowed in untrusted SQL"
