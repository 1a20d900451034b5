"""Names of starting hands in SQL that no row can have: ``hand = 'KAs'``, where tables write AKs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import duckdb

from pokerlake.tables.errors import QueryError
from pokerlake.tables.registry import TABLES, VIEWS, table_or_view

from ..files.hand_names import hand_named

_WRITTEN = "AA, AKs"  # how the meaning of a column of starting hands begins
_NAME = r"(?:[2-9tjqka]|10){2}[so]?|(?:[2-9tjqka][cdhs]){2}"
_LITERAL = re.compile(f"'({_NAME})'", re.IGNORECASE)
_EQUALITIES = {
    "COMPARE_EQUAL", "COMPARE_NOTEQUAL", "COMPARE_DISTINCT_FROM", "COMPARE_NOT_DISTINCT_FROM",
}  # fmt: skip
_LISTS = {"COMPARE_IN", "COMPARE_NOT_IN"}
# Functions of a list and what may be in it: `hand in ['KAs']` is the first; ~~ is `like`.
_CONTAINS = {
    "contains", "list_contains", "list_has", "list_position", "list_indexof", "~~", "!~~",
    "array_contains", "array_has", "array_position", "array_indexof",
}  # fmt: skip
_MADE_OF_OTHERS = {"list_value", "unnest"}


def refuse_misnamed(
    connection: duckdb.DuckDBPyConnection, sql: str, parameters: Mapping[str, Any]
) -> None:
    """Refuse a select that looks for a starting hand by a name that no row of the lake has.

    Only one that reads tables and views of the lake alone: hands of others may be written so.

    Raises QueryError with the name as tables write it.
    """
    wrong = {name.lower(): _what_is_wrong(value) for name, value in parameters.items()}
    if not any(wrong.values()) and not any(map(_what_is_wrong, _LITERAL.findall(sql))):
        return
    text = connection.execute("select json_serialize_sql(?)", [sql]).fetchall()[0][0]
    try:
        tree = json.loads(text)
    except RecursionError as error:
        raise QueryError("the statement is nested too deep") from error
    refuse_in_tree(tree, wrong)


def refuse_in_tree(tree: Any, wrong: Mapping[str, str] | None = None) -> None:
    """As :func:`refuse_misnamed`, of a statement that is read already.

    ``wrong``: what is wrong with the values of parameters, by their names in lower case.
    """
    nodes = [*_nodes(tree)]
    steps = {step["key"].lower() for node in nodes if "map" in node for step in node["map"]}
    read = {node["table_name"].lower() for node in nodes if node.get("type") == "BASE_TABLE"}
    if not (read - steps).issubset([*TABLES, *VIEWS]):
        return
    if any(node.get("type") == "TABLE_FUNCTION" for node in nodes):
        return
    columns = _columns(read - steps)
    for node in nodes:
        sides = [each for side in _compared(node) for each in _members(side)]
        named = [side["column_names"][-1].lower() for side in sides if "column_names" in side]
        if columns.intersection(named):
            for side in sides:
                problem = _problem(side, wrong or {})
                if problem:
                    raise QueryError(problem)


def _compared(node: dict[str, Any]) -> list[dict[str, Any]]:
    """What a node compares with one another."""
    kind = str(node.get("type"))  # of a sample it is a node
    if kind in _EQUALITIES:
        return [node["left"], node["right"]]
    if kind in _LISTS:
        return list(node["children"])
    if kind == "FUNCTION" and node["function_name"] in _CONTAINS:
        return [argument["expression"] for argument in node["arguments"]]
    if node.get("subquery_type") == "ANY":  # hand = any([...]), hand in (select ...)
        return [node["child"], *node["subquery"]["node"].get("select_list", [])]
    return []


def _members(side: dict[str, Any]) -> list[dict[str, Any]]:
    """What a list is made of, or the side itself."""
    if side["type"] == "ARRAY_CONSTRUCTOR":
        within = side["children"]
    elif side["type"] == "FUNCTION" and side["function_name"] in _MADE_OF_OTHERS:
        within = [argument["expression"] for argument in side["arguments"]]
    else:
        return [side]
    return [each for one in within for each in _members(one)]


def _columns(tables: set[str]) -> set[str]:
    """The columns that have starting hands in each of the tables that has them."""
    columns = [column for name in tables for column in table_or_view(name).columns]
    others = {column.name for column in columns if not column.meaning.startswith(_WRITTEN)}
    return {column.name for column in columns} - others


def _problem(side: dict[str, Any], wrong: Mapping[str, str]) -> str:
    if side["class"] == "PARAMETER":
        return wrong.get(side["identifier"].lower(), "")
    return _what_is_wrong(side["literal"]["text"]) if side["class"] == "CONSTANT" else ""


def _what_is_wrong(text: Any) -> str:
    """What is wrong with the name of a hand; nothing if it is none, or as tables write it."""
    if not isinstance(text, str) or not re.fullmatch(_NAME, text, re.IGNORECASE):
        return ""
    try:
        hand = hand_named(text)
    except ValueError as error:
        return str(error)
    return "" if hand == text else f"no hand is {text!r}: the tables write {hand!r}"


def _nodes(tree: Any) -> Iterator[dict[str, Any]]:
    waiting = [tree]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            yield value
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
