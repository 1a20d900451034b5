"""The names for SQL: tables and views with their columns, functions, and ready-made statements."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pydantic import Field

from ..answer import Answer, Same
from ..registry import Asked, Asking, field, question
from ..same import call

# Examples for the parameters of a named query without a default, by type: the first for the first
# of them.
_EXAMPLES = {
    "category": ("flush",),
    "five_cards": ("7c7d9hKsAc",),
    "flop": ("3h4sJh",),
    "hand": ("AsAdAhKsKd", "QsQdQhJsJd"),
    "hole": ("AhQh", "KsKc"),
    "hole_of_four": ("AhKhQdJd",),
    "integer": ("1", "2", "3"),
    "number": ("100", "50"),
    "range": ("TT+,AQs+", "22+,A2s+,KTo+"),
    "range_of_hands": ("AKs", "QQ+"),
    "river": ("3h4sJhKd2c",),
    "starting_hand": ("AKs", "QQ", "JTs"),
    "turn": ("3h4sJhKd",),
}
_TEXTS = {"board": "3h4sJh", "player": "NAME"}


class SchemaAsked(Asked):
    """No fields."""


@question("schema", SchemaAsked, seconds=15)
def schema(_: SchemaAsked, asking: Asking) -> Answer:
    """The tables and views of the lake, those it lacks, functions, and named queries."""
    from pokerlake.queries.describe import functions, lake_tables
    from pokerlake.queries.files.write import FORMATS
    from pokerlake.queries.sql.named import READERS, named_queries
    from pokerlake.queries.untrusted.check import FUNCTIONS
    from pokerlake.tables.lake import Lake
    from pokerlake.tables.registry import TABLES

    lake = Lake.open(asking.lake)
    tables = [_table(row) for row in lake_tables(lake).to_pylist()]
    there = {table["name"] for table in tables}
    functions_here = functions().to_pylist()
    data = {
        "tables": tables,
        "missing": [
            {"name": table.name, "how": table.how_made}
            for table in TABLES.values()
            if table.name not in there
        ],
        "functions": functions_here,
        "built_in": sorted(name for name in FUNCTIONS if name.replace("_", "").isalnum()),
        "queries": [
            {"name": query.name, "title": query.title} for query in named_queries().values()
        ],
        "types": ["text", *sorted(name for name in READERS if name != "text")],
        "formats": [
            {"name": known.name, "meaning": known.meaning, "for_ranges": known.for_ranges}
            for known in FORMATS.values()
            if not known.of_hands
        ],
    }
    return Answer(data, same=Same(command="pokerlake tables; pokerlake functions"), keep=True)


def _table(row: dict[str, Any]) -> dict[str, Any]:
    from pokerlake.tables.registry import table_or_view

    columns = [
        {"name": column.name, "type": column.sql_type, "meaning": column.meaning}
        for column in table_or_view(row["name"]).columns
    ]
    kept = {name: row[name] for name in ("name", "kind", "rows")}
    return {**kept, "meaning": row["one_row"], "columns": columns}


class ExampleAsked(Asked):
    """A named query."""

    name: str = Field(max_length=80)


@question("example", ExampleAsked)
def example(asked: ExampleAsked, _: Asking) -> Answer:
    """The SQL of a named query, with values in place of its parameters.

    A parameter without a default has an example, such as ``AKs``.
    """
    from pokerlake.queries.sql.named import named_query

    with field("name"):
        query = named_query(asked.name)
    values: dict[str, str] = {}
    used: Counter[str] = Counter()
    for parameter in query.parameters:
        if parameter.default is None:
            examples = _EXAMPLES.get(parameter.type) or (_TEXTS[parameter.name],)
            values[parameter.name] = examples[used[parameter.type]]
            used[parameter.type] += 1
    text = query.written(values)
    python = call("pk.query", query.name, **values)
    return Answer({"sql": text}, same=Same(python=python, sql=text), keep=True)
