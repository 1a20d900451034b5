"""What DuckDB says in many lines, said in one, with the nearest name for the wrong one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

import duckdb

from pokerlake.tables.definitions.statistics import STATISTICS, STREETS
from pokerlake.tables.errors import QueryError, by_door, did_you_mean
from pokerlake.tables.registry import TABLES, VIEWS, table_or_view

from ..files.plain_duckdb import first_line
from ..functions import FUNCTIONS, MACROS
from ..pql.syntax import is_query
from ..words import function_called

# Those of DuckDB's 508 keywords that a select is made of: a typo is held against no others.
_KEYWORDS = (
    "select", "distinct", "from", "where", "group", "order", "by", "having", "limit", "offset",
    "join", "left", "inner", "cross", "using", "union", "except", "intersect", "with", "as", "and",
    "or", "not", "in", "is", "null", "like", "between", "case", "when", "then", "else", "end",
    "cast", "over", "partition", "filter", "desc", "asc",
)  # fmt: skip

# At every door; of SQL from strangers 'show tables' is none.
TABLES_ARE_LISTED = "'pokerlake tables' lists those that there are" + by_door(
    "", ", and a frame is given by its name, as df=df"
)
_COMMENT = re.compile(r"--[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_TARGET = re.compile(
    r"""
    \b(?: insert \s+ (?: or \s+ \w+ \s+ )? into | update | delete \s+ from
        | truncate (?: \s+ table )? | merge \s+ into
        | alter \s+ (?: table | view ) | drop \s+ (?: table | view )
        | create (?: \s+ or \s+ replace )? \s+ (?: table | view ) | comment \s+ on \s+ view
        | create (?: \s+ unique )? \s+ index .*? \s on | copy )
    \s+ (?: if \s+ (?: not \s+ )? exists \s+ )?
    (?: memory \. )? (?: main \. )? "? (?P<name> \w+ ) "?
    (?P<after> .* )
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_FROM = re.compile(r"\s*+(\([^)]*\))?\s*+from\b", re.IGNORECASE)
_CHANGES = {"ALTER", "COPY", "CREATE", "DELETE", "DROP", "INSERT", "MERGE_INTO", "UPDATE"}


def explain(message: str, sql: str = "") -> str:
    r"""One line for what DuckDB says in several; the columns of tables that the SQL names help.

    Examples
    --------
    >>> explain(
    ...     'Binder Error: Referenced column "clas_id" not found in FROM clause!'
    ...     '\nCandidate bindings: "class_id"\n\nLINE 1: select clas_id from classes'
    ... )
    "there is no column 'clas_id' here; did you mean 'class_id'?"
    """
    for pattern, explanation in _EXPLANATIONS:
        found = re.search(pattern, message)
        if found:
            return explanation(found[1], message, sql)
    return _SQL_TYPES.sub(lambda name: _TYPE_NAMES[name[0]], first_line(message)) + _where(message)


def _where(message: str) -> str:
    line = re.search(r"^LINE \d+: .*$", message, re.MULTILINE)
    # What DuckDB makes of a filtered relation is no SQL of the user's.
    return f" [{line[0].rstrip()}]" if line and "unnamed_relation_" not in line[0] else ""


def _column(name: str, message: str, sql: str) -> str:
    """DuckDB names what is near among the tables at hand, but not for a column with a table."""
    candidates = re.search(r"Candidate bindings:(.*)", message)
    near = re.findall(r'"([^"]+)"', candidates[1]) if candidates else []
    known = [column.rpartition(".")[2] for column in near]
    words = dict.fromkeys(re.findall(r"\w+", sql.lower()))
    tables = [word for word in words if word in TABLES or word in VIEWS]
    known += [column.name for table in tables for column in table_or_view(table).columns]
    hint = _nearest(name, (column for column in known if column != name))
    table = tables[0] if len(tables) == 1 else "TABLE"
    hint = hint or f"'pokerlake schema {table}' lists columns, and text stands in single quotes"
    return f"there is no column {name!r} here; {hint}"


def _table(name: str, *_: str) -> str:
    if name in TABLES or name in VIEWS:
        missing = dict.fromkeys(_tables_below(name))
        filled = [below for below in missing if TABLES[below].filled]
        built = " ".join(below for below in missing if below not in filled)
        if not filled:
            return f"{name!r} is not in this lake; build it with 'pokerlake build {built}'"
        beside = f", and what it needs beside that with 'pokerlake build {built}'" if built else ""
        return f"{name!r} is not in this lake; {TABLES[filled[0]].how_made}{beside}"
    near = did_you_mean(name, [*TABLES, *VIEWS])
    if near.startswith("there are"):
        near = TABLES_ARE_LISTED
    return f"there is no table {name!r}; {near}"


def _no_value(name: str, *_: str) -> str:
    hint = by_door("write the value in its place", f"give it by its name, as {name}='AKs'")
    return f"${name} has no value; {hint}"


def _tables_below(name: str) -> Iterator[str]:
    if name in TABLES:
        yield name
    else:
        for needed in VIEWS[name].needs:
            yield from _tables_below(needed)


def _function(name: str, message: str, _: str) -> str:
    if name in VIEWS:
        return _table(name)
    of_from = "Table Function with" in message
    known = FUNCTIONS.get(name.lower()) or MACROS.get(name.lower())
    usage = known.usage if known else f"{name}(...)"
    if of_from and (known or "namely Scalar Function" in message):
        return f"{name!r} gives a value, and from takes rows: write select {usage}"
    if known or "is a table function" in message:
        return f"{name!r} gives rows, and stands behind from: write from {usage}"
    if name.lower() in STATISTICS:
        return f"there is no function {name!r}; {_statistic(name.lower())}"
    called = function_called(name)
    if called:
        return f"there is no function {name!r}; did you mean {called!r}?"
    with duckdb.connect() as connection:
        rows = connection.sql("select distinct function_name from duckdb_functions()").fetchall()
    hint = _nearest(name, [*FUNCTIONS, *MACROS, *sorted(function for (function,) in rows)])
    return f"there is no function {name!r}" + (f"; {hint}" if hint else "")


def _arguments(name: str, message: str, _: str) -> str:
    if name in STATISTICS:
        return _statistic(name)
    known = MACROS.get(name) or FUNCTIONS.get(name)
    if known is None:
        called = function_called(name)
        taken = f"{name} does not take these values; did you mean {called!r}?"
        return taken if called else first_line(message)
    return f"{name} does not take these values; it is called as {known.usage}"


def _statistic(name: str) -> str:
    """How SQL has a statistic."""
    every, _, street = name.rpartition("_")
    rows = "from opportunities as o"
    if STATISTICS[name].macro:
        return f"{name} takes rows of opportunities: select {name}(o) {rows}"
    if street in STREETS and every in STATISTICS:
        return f"select {every}(o) {rows} where o.street = '{street}'"
    return f"'pokerlake stats {name}' and pk.stats({name!r}) have it"


def _key(_: str, message: str, sql: str) -> str:
    asked = (word.lower() for word in re.findall(r"(\w+)\s*\(", sql))
    macro = next((word for word in asked if word in STATISTICS), None)
    return _statistic(macro) if macro else first_line(message)


def _macro(name: str, message: str, _: str) -> str:
    if name not in STATISTICS:
        return first_line(message)
    return f"{name}(o) takes no filter; choose its rows with where, or with from (select ...) as o"


def _syntax(name: str, message: str, sql: str) -> str:
    """The parser stops at the word it cannot take: often one past the word that is wrong."""
    if is_query(sql):
        return "this is PQL: 'pokerlake pql' and pk.pql take it; SQL has it as from pql('...')"
    before = re.search(rf"LINE \d+: .*?(\w+)\s+{re.escape(name)}", message)
    words = [word.lower() for word in (before[1] if before else "", name)]
    hints = [_nearest(word, _KEYWORDS) for word in words if word not in _KEYWORDS]
    hint = next(filter(None, hints), "")
    return f"syntax error at {name!r}" + (f"; {hint}" if hint else "") + _where(message)


def _overflow(problem: str, *_: str) -> str:
    problem = _SQL_TYPES.sub(lambda name: _TYPE_NAMES[name[0]], problem.rstrip("!."))
    return f"{problem}; cast a number to double or hugeint"


def _view(_: str, __: str, sql: str) -> str:
    """What changes rows of a view, whether it is one of the lake or the user's."""
    target = re.search(r"(?:into|from|update|truncate|using)\s+\"?(\w+)", sql, re.IGNORECASE)
    name = target[1].lower() if target else ""
    if name in TABLES or name in VIEWS:
        return read_only(name)
    return "rows can be changed only in a table of your own: a view, and the lake, are read only"


def _nearest(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, list(known), n=1, cutoff=0.75)
    return f"did you mean {near[0]!r}?" if near else ""


# What DuckDB calls types in some of its messages, and what they are called in SQL.
_TYPE_NAMES = {
    "INT8": "TINYINT", "INT16": "SMALLINT", "INT32": "INTEGER", "INT64": "BIGINT",
    "INT128": "HUGEINT", "UINT8": "UTINYINT", "UINT16": "USMALLINT", "UINT32": "UINTEGER",
    "UINT64": "UBIGINT", "UINT128": "UHUGEINT",
}  # fmt: skip
_SQL_TYPES = re.compile(r"((?<=\bto )|(?<=\bof )|(?<=\b[Tt]ype ))U?INT(8|16|32|64|128)\b")

_EXPLANATIONS = (
    (
        "(required extension '(?:excel|sqlite)|No extension found that is capable of reading)",
        lambda *_: (
            "SQL reads files of CSV, JSON and Parquet; "
            + by_door("give one of these", "give one of these, or a frame by its name, as df=df")
        ),
    ),
    (r"Values were not provided for the following .*parameters: (\w+)", _no_value),
    (r"(is not an table|Can only (?:update|delete from) base table)", _view),
    (r"Error: (Overflow in .*)", _overflow),
    (
        r"Type U?INT128 with value (-?\d+) can't be cast .* type U?INT64",
        lambda number, *_: (
            f"a number in the result does not fit 64 bits ({number}); cast it to double or varchar"
        ),
    ),
    (r'[Cc]olumn "([^"]+)" (?:not found|does not exist)', _column),
    (r'does not have a column named "([^"]+)"', _column),
    (r'Table with name "?([^\s"]+)"? does not exist', _table),
    (r'Referenced table "([^"]+)" not found', _table),
    (r'Circular reference to CTE "([^"]+)"', _table),  # `with classes as (from classes)`
    (r'Function with name "?([^\s"]+)"? (?:does not exist|is not in the catalog)', _function),
    (r'Function "([^"]+)" is a table function but', _function),
    (r'Could not find key "(\w+)" in struct', _key),
    (r'Function "(\w+)" is a Macro Function', _macro),
    (r"Macro (\w+)\(\) does not support the supplied arguments", _arguments),
    (r"No function matches the given name and argument types '(\w+)\(", _arguments),
    (r'syntax error at or near "([^"]+)"', _syntax),
    (
        r"Error: (.*Corrupted file\?)",
        lambda problem, *_: f"{problem} 'pokerlake verify' tells whether it is one of the lake",
    ),
    (r"Python exception occurred while executing the UDF: \w+: (.*)", lambda problem, *_: problem),
)


def read_only(name: str) -> str:
    """What to say of a statement that would change this table or view of the lake."""
    kind = "table" if name in TABLES else "view"
    return (
        f"the lake is read only, and {name!r} is a {kind} of it; 'create temp table mine as from "
        f"{name}' makes one of your own, and "
        + by_door("--output a file", "its write_parquet(path) a file")
    )


def refuse_changes(connection: duckdb.DuckDBPyConnection, statement: duckdb.Statement) -> None:
    """Refuse a statement that would change a table or a view of the lake, or take its name.

    One of the user's that has the name of one of the lake's stands before it, and may be changed.

    Raises QueryError if it would; the message says what to do instead.
    """
    if statement.type.name not in _CHANGES:
        return
    found = _TARGET.search(_COMMENT.sub(" ", statement.query))
    name = found["name"].lower() if found else ""
    if found is None or not (name in TABLES or name in VIEWS):
        return
    if statement.type.name == "COPY" and not _FROM.match(found["after"]):
        return  # to a file
    rows = connection.execute(
        "select bool_or(mine) from (select temporary or not starts_with(comment, 'One row is ') "
        "as mine from duckdb_views() where view_name = $name union all "
        "select true from duckdb_tables() where table_name = $name)",
        {"name": name},
    ).fetchall()
    if rows[0][0] is False:
        raise QueryError(read_only(name))
