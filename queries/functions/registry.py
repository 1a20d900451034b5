"""Every SQL function and macro is declared here, and comes into a connection from here.

A new function is a line of ``FUNCTIONS`` and a Python function of that name in the module that the
line names; a new macro is a file in ``macros/``. The ratios that views and SQL share are macros of
the lake, in ``tables/macros/``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

import duckdb
from duckdb.func import FunctionNullHandling, PythonUDFType

from pokerlake.engine.cards.text import CardError

from .library import Library

if TYPE_CHECKING:
    from pokerlake.tables.lake import Lake

_HOLE = "STRUCT(hole_id BIGINT, hole VARCHAR, hand VARCHAR, range_weight DOUBLE)"
_HAND = "STRUCT(hand VARCHAR, range_weight DOUBLE, combos DOUBLE)"
_DISCARD = "STRUCT(hand VARCHAR, discard BIGINT, kept VARCHAR, thrown VARCHAR)"
_SHARES = "STRUCT(equity DOUBLE, win DOUBLE, tie DOUBLE, lose DOUBLE, deals BIGINT)"
_STRENGTH = (
    "STRUCT(hs DOUBLE, ppot1 DOUBLE, npot1 DOUBLE, ppot2 DOUBLE, npot2 DOUBLE, ehs DOUBLE, "
    "equity DOUBLE, equity_squared DOUBLE, percentile DOUBLE)"
)


@dataclass(frozen=True)
class Function:
    """A function of a module of this folder, under the same name.

    It is called as ``function(library, *columns)`` with Arrow arrays, and loaded, with the engine,
    when it is first called.
    """

    name: str
    module: str
    returns: str  # DuckDB's type
    fewest: int  # how many columns it takes
    most: int
    usage: str  # how it is called


@dataclass(frozen=True)
class Macro:
    """A macro, out of ``queries/functions/macros/<name>.sql``."""

    name: str
    title: str
    is_table: bool  # whether it stands in a from clause
    usage: str  # how it is called, with its defaults
    sql: str  # the statement that makes it


FUNCTIONS: dict[str, Function] = {
    function.name: function
    for function in (
        Function("cards", "cards", "BIGINT[]", 1, 1, "cards(text)"),
        Function("card_text", "cards", "VARCHAR", 1, 1, "card_text(cards)"),
        Function("class_of", "classes", "BIGINT", 1, 7, "class_of(cards)"),
        Function("class_name", "classes", "VARCHAR", 1, 1, "class_name(class_id)"),
        Function("percentile", "classes", "DOUBLE", 1, 2, "percentile(class_id, cards)"),
        Function("hand_of", "cards", "VARCHAR", 1, 2, "hand_of(hole)"),
        Function("hole_id", "cards", "BIGINT", 1, 2, "hole_id(hole, board)"),
        Function("board_id", "cards", "BIGINT", 1, 1, "board_id(board)"),
        Function(
            "canonical", "cards", "STRUCT(board_id BIGINT, hole_id BIGINT)", 2, 2,
            "canonical(hole, board)",
        ),
        Function("in_range", "ranges", "BOOLEAN", 2, 2, "in_range(hole, range)"),
        Function("range_weight", "ranges", "DOUBLE", 2, 2, "range_weight(hole, range)"),
        Function("range_hands", "ranges", f"{_HAND}[]", 1, 1, "range_hands(range)"),
        Function("range_holes", "ranges", f"{_HOLE}[]", 1, 2, "range_holes(range, dead)"),
        Function("top_range", "ranges", "VARCHAR", 1, 3, "top_range(share, ranking)"),
        Function("equity", "equities", "DOUBLE", 2, 4, "equity(hand, hand, board, dead)"),
        Function("equities", "equities", "DOUBLE[]", 1, 3, "equities(hands, board, dead)"),
        Function(
            "range_vs_range", "equities", _SHARES, 2, 4,
            "range_vs_range(hero, villain, board, dead)",
        ),
        Function(
            "flop_equities", "equities", "STRUCT(board_id BIGINT, equity DOUBLE)[]", 2, 2,
            "flop_equities(hero, villain)",
        ),
        Function("discards", "draws", f"{_DISCARD}[]", 1, 1, "discards(hand)"),
        Function("strength", "strengths", _STRENGTH, 1, 3, "strength(hole, board, opponents)"),
    )
}  # fmt: skip


def register_functions(connection: duckdb.DuckDBPyConnection, lake: Lake | None = None) -> None:
    """Add the functions and macros to a connection: 8 ms, without the engine.

    All of them give null where a column is null, and an error that names the value for text that is
    not what it should be; docs/sql-functions.md has an example of each. They read no file but the
    lake's.
    """
    library = Library(lake)
    for function in FUNCTIONS.values():
        connection.create_function(
            function.name,
            _as_called(function, library),
            None,  # any number of columns of any type: SQL has one function of a name
            duckdb.sqltype(function.returns),
            type=PythonUDFType.ARROW,
            null_handling=FunctionNullHandling.SPECIAL,
        )
    connection.execute("".join(macro.sql for macro in MACROS.values()))


def _as_called(function: Function, library: Library) -> Callable[..., Any]:
    """The function as DuckDB calls it, with chunked arrays of one chunk."""
    work: Callable[..., Any] | None = None
    as_taken: Callable[[Any], Any]

    def call(*columns):  # type: ignore[no-untyped-def]  # DuckDB would read the annotations
        nonlocal work, as_taken
        if not function.fewest <= len(columns) <= function.most:
            raise _miscounted(function, len(columns))
        if work is None:
            from .columns import as_taken

            module = import_module(f".{function.module}", __package__)
            work = getattr(module, function.name)
        arrays = (c.chunk(0) if c.num_chunks == 1 else c.combine_chunks() for c in columns)
        try:
            return work(library, *map(as_taken, arrays))
        except CardError as error:
            # The index counts from a vector's start, which tells nobody.
            raise CardError(error.problem) from error

    return call


def _miscounted(function: Function, given: int) -> Exception:
    from pokerlake.tables.errors import UsageError

    fewest, most = function.fewest, function.most
    takes = f"{fewest} to {most} values" if most > fewest else f"{fewest} value{'s' * (most > 1)}"
    return UsageError(f"{function.usage} takes {takes}, and {given} are given")


def _macro(path: Traversable) -> Macro:
    name, sql = path.name.removesuffix(".sql"), path.read_text("utf-8")
    title = re.match(r"-- title: (.*)", sql)
    head = re.search(rf"^create macro ({name}\(.*?\)) as( table)?$", sql, re.MULTILINE)
    if title is None or head is None:
        raise ValueError(f"{name}.sql: it has no title, or makes no macro of that name")
    return Macro(name, title[1], head[2] is not None, head[1], sql)


_FILES = sorted(files(__package__).joinpath("macros").iterdir(), key=lambda path: path.name)
MACROS = {macro.name: macro for macro in map(_macro, _FILES)}
