"""The registry of SQL functions and macros, which adds them to a connection.

A new function is an entry of ``FUNCTIONS`` and a Python function of that name in the module of the
entry; a new macro is a file in ``macros/``. The ratios that views and SQL share are macros of the
lake, in ``tables/macros/``.
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
from pokerlake.tables.view_sql import quoted

from ..questions.question import Question, questions
from .library import Library

if TYPE_CHECKING:
    from pokerlake.tables.lake import Lake

_HOLE = "STRUCT(hole_id BIGINT, hole VARCHAR, hand VARCHAR, range_weight DOUBLE)"
_HAND = "STRUCT(hand VARCHAR, range_weight DOUBLE, combos DOUBLE)"
_DEAL = (
    "STRUCT(deal BIGINT, weight DOUBLE, hero VARCHAR, villain VARCHAR, others VARCHAR[], "
    "cards VARCHAR)"
)
_DISCARD = "STRUCT(hand VARCHAR, discard BIGINT, kept VARCHAR, thrown VARCHAR)"
_SHARES = "STRUCT(equity DOUBLE, win DOUBLE, tie DOUBLE, lose DOUBLE, deals BIGINT)"
_PRIZES = "STRUCT(value DOUBLE, expected DOUBLE, standard_deviation DOUBLE)"
_STRENGTH = (
    "STRUCT(hs DOUBLE, ppot1 DOUBLE, npot1 DOUBLE, ppot2 DOUBLE, npot2 DOUBLE, ehs DOUBLE, "
    "equity DOUBLE, equity_squared DOUBLE, hole_percentile DOUBLE)"
)


@dataclass(frozen=True)
class Function:
    """A SQL function; its Python function has the same name, in a module of this folder.

    It is called as ``function(library, *columns)`` with Arrow arrays. Its module, and the engine,
    are loaded at the first call.
    """

    name: str
    module: str
    returns: str  # DuckDB's type
    fewest: int  # how many columns it takes
    most: int
    usage: str  # with all arguments
    title: str
    example: str

    @property
    def call(self) -> str:
        """Its usage, with brackets around optional arguments."""
        names = self.usage[len(self.name) + 1 : -1].split(", ")
        needed, rest = names[: self.fewest], names[self.fewest :]
        more = ["..."] * (self.most > len(names))
        optional = "".join(f"[, {name}]" for name in [*rest, *more])
        return f"{self.name}({', '.join(needed)}{optional})"


@dataclass(frozen=True)
class Macro:
    """A macro, out of ``queries/functions/macros/<name>.sql``."""

    name: str
    title: str
    is_table: bool  # whether it belongs in a from clause
    usage: str  # how it is called, with its defaults
    returns: str  # DuckDB's type, or TABLE
    example: str
    sql: str  # the statement that makes it


FUNCTIONS: dict[str, Function] = {
    function.name: function
    for function in (
        Function(
            "cards", "cards", "BIGINT[]", 1, 1, "cards(text)",
            "The cards of a text as a list of numbers 0..51",
            "cards('AsKd 10h')",
        ),
        Function(
            "card_text", "cards", "VARCHAR", 1, 1, "card_text(cards)",
            "Cards as text: the way back from numbers",
            "card_text([51, 45, 34])",
        ),
        Function(
            "class_of", "classes", "BIGINT", 1, 8, "class_of(cards)",
            "The class of 5 to 7 cards, 1 the best of 7,462",
            "class_of('AhKd', 'AdKcKs')",
        ),
        Function(
            "best_five", "classes", "VARCHAR", 1, 3, "best_five(cards, board, game)",
            "The five cards that play, of 5 to 7 or of a hole and a board",
            "best_five('AhKh', 'QhJhTh2c3d')",
        ),
        Function(
            "low_five", "classes", "VARCHAR", 2, 2, "low_five(hole, board)",
            "The five cards of the low in hi-lo; null if there is none",
            "low_five('As2sKhKd', '3c4d8h9c9d')",
        ),
        Function(
            "made", "kinds", "BIGINT", 2, 3, "made(hole, board, game)",
            "The kind of made hand, 1 the best: https://pokerlake.github.io/pokerlake/kinds/",
            "made('AhQd', 'Ad7c2d')",
        ),
        Function(
            "made_name", "kinds", "VARCHAR", 1, 2, "made_name(kind, game)",
            "The name of a kind of made hand",
            "made_name(31)",
        ),
        Function(
            "is_made", "kinds", "BOOLEAN", 2, 3, "is_made(kind, names, game)",
            "Whether a kind is one of those named, or better: 'top pair+'",
            "is_made(31, 'top pair+')",
        ),
        Function(
            "draws", "kinds", "BIGINT", 2, 3, "draws(hole, board, game)",
            "What a hole draws to on a flop or turn, a bit for each draw",
            "draws('9h8h', '7h6h2c')",
        ),
        Function(
            "draw_names", "kinds", "VARCHAR[]", 1, 1, "draw_names(draws)",
            "The names of draws, as a list",
            "draw_names(393)",
        ),
        Function(
            "is_draw", "kinds", "BOOLEAN", 2, 2, "is_draw(draws, names)",
            "Whether one of the draws named is among them",
            "is_draw(393, 'flush draw')",
        ),
        Function(
            "nut_rank", "kinds", "BIGINT", 2, 3, "nut_rank(hole, board, game)",
            "Which of the hands that the board allows it is, 1 the nuts",
            "nut_rank('7h7d', 'Qs7c2d')",
        ),
        Function(
            "omaha_class_of", "classes", "BIGINT", 2, 2, "omaha_class_of(hole, board)",
            "The class of a hand in Omaha: two of 4 to 6 cards, and three of the board",
            "omaha_class_of('AsKsAhKh', 'QsJsTs2h2c')",
        ),
        Function(
            "omaha_low_of", "classes", "BIGINT", 2, 2, "omaha_low_of(hole, board)",
            "The class of its low, eight or better: 1 the best, 57 none",
            "omaha_low_of('As2sAhKh', '3s4d5hQcQd')",
        ),
        Function(
            "class_name", "classes", "VARCHAR", 1, 2, "class_name(class_id, order)",
            "The name of a class",
            "class_name(167)",
        ),
        Function(
            "category", "classes", "BIGINT", 1, 2, "category(class_id, order)",
            "The category of a class, 1 straight flush .. 9 high card, or by another order",
            "category(167)",
        ),
        Function(
            "name_of_category", "classes", "VARCHAR", 1, 2, "name_of_category(category, order)",
            "The name of a category 1..9, or by another order; of a class: category_name",
            "name_of_category(3)",
        ),
        Function(
            "percentile", "classes", "DOUBLE", 1, 3, "percentile(class_id, cards, order)",
            "The share x 100 of all hands of that many cards that are at least as good as a class",
            "percentile(167, 5)",
        ),
        Function(
            "hand_of", "cards", "VARCHAR", 1, 2, "hand_of(hole)",
            "Which of the 169 hands a hole is",
            "hand_of('AhKd')",
        ),
        Function(
            "hole_id", "cards", "BIGINT", 1, 2, "hole_id(hole, board)",
            "The number of a hole; with a board, of the canonical hole that tables have",
            "hole_id('AhQh', 'Jh4s3h')",
        ),
        Function(
            "omaha_hole_id", "cards", "BIGINT", 1, 2, "omaha_hole_id(hole, flop)",
            "The number of a hole of four cards; with a flop, of the canonical hole that tables "
            "have",
            "omaha_hole_id('AhKhQdJd', 'Jh4s3h')",
        ),
        Function(
            "board_id", "cards", "BIGINT", 1, 1, "board_id(board)",
            "The number of a board, up to suits, as tables have it",
            "board_id('Jh4s3h')",
        ),
        Function(
            "canonical", "cards", "STRUCT(board_id BIGINT, hole_id BIGINT)", 2, 2,
            "canonical(hole, board)",
            "Both numbers: the key of a row of flop_hands and the like",
            "canonical('AhQh', 'Jh4s3h')",
        ),
        Function(
            "omaha_hand", "cards", "VARCHAR", 1, 1, "omaha_hand(hole)",
            "A hole of Omaha with the smallest suits, as the tables of them have it",
            "omaha_hand('AsAhKsKh')",
        ),
        Function(
            "in_range", "ranges", "BOOLEAN", 2, 2, "in_range(hole, range)",
            "Whether a hole is in a range",
            "in_range('AhKh', 'TT+,AKs')",
        ),
        Function(
            "range_weight", "ranges", "DOUBLE", 2, 2, "range_weight(hole, range)",
            "The weight of a hole in a range",
            "range_weight('AhKd', 'TT+,AKo:0.25')",
        ),
        Function(
            "in_omaha_range", "ranges", "BOOLEAN", 2, 2, "in_omaha_range(hole, range)",
            "Whether a hole of Omaha is in a range of it",
            "in_omaha_range('AsAhKsKh', 'AAxx$ds')",
        ),
        Function(
            "omaha_range_weight", "ranges", "DOUBLE", 2, 2, "omaha_range_weight(hole, range)",
            "The weight of a hole of Omaha in a range of it",
            "omaha_range_weight('AsAhKsKh', 'AAxx@50')",
        ),
        Function(
            "range_hands", "ranges", f"{_HAND}[]", 1, 2, "range_hands(range, game)",
            "The hands of a range as a list, with mean weights and combos",
            "range_hands('AA,AKs:0.5')",
        ),
        Function(
            "range_holes", "ranges", f"{_HOLE}[]", 1, 2, "range_holes(range, dead)",
            "The holes of a range as a list, without those that have a dead card",
            "range_holes('AA', 'As')",
        ),
        Function(
            "top_range", "ranges", "VARCHAR", 1, 3, "top_range(share, ranking)",
            "The best share of all hands as the text of a range",
            "top_range(0.03, 'income 6')",
        ),
        Function(
            "equity", "equities", "DOUBLE", 2, 4, "equity(hand, hand, board, dead)",
            "The equity of a hand or range against another",
            "equity('AhKh', 'QQ+', 'Qh2h3d')",
        ),
        Function(
            "equities", "equities", "DOUBLE[]", 1, 4,
            "equities(hands, board, dead, game)",
            "The equity of each of 2 to 10 hands or ranges, in hold'em or another game",
            "equities(['AhKh', 'QsQc', '7d7c'])",
        ),
        Function(
            "range_vs_range", "equities", _SHARES, 2, 4,
            "range_vs_range(hero, villain, board, dead)",
            "Equity, wins, ties and losses of a range against another, from 0 to 1",
            "range_vs_range('AKs', 'QQ+')",
        ),
        Function(
            "all_in_prizes", "prizes", f"{_PRIZES}[]", 5, 5,
            "all_in_prizes(players, pots, prizes, board, game)",
            "The ICM value of the chips after an all-in, and its expectation before",
            "all_in_prizes([{'stack': 600, 'net': 400, 'hole': 'AhKh'}, "
            "{'stack': 400, 'net': -400, 'hole': 'QsQc'}], [{'paid': 800, 'won': [800, 0]}], "
            "[70, 30], '', 'holdem')",
        ),
        Function(
            "flop_equities", "equities", "STRUCT(board_id BIGINT, equity DOUBLE)[]", 2, 2,
            "flop_equities(hero, villain)",
            "The equity of a range against another on each flop",
            "flop_equities('AA', 'KK')",
        ),
        Function(
            "deals", "deals", f"{_DEAL}[]", 7, 7,
            "deals(hands, board, dead, game, deals, seed, part)",
            "A part of the deals of a spot, 32 in a list; as a macro a row for each deal",
            "deals(['AhKh', 'QQ+'], 'Qh2h3d', '', 'holdem', 2, 1, 0)",
        ),
        Function(
            "deal_pieces", "deals", "BIGINT[]", 6, 6,
            "deal_pieces(hands, board, dead, game, deals, seed)",
            "The numbers of the pieces of 65,536 deals that a spot has, each of 2,048 parts",
            "deal_pieces(['AhKh', 'QQ+'], 'Qh2h3d', '', 'holdem', 0, 1)",
        ),
        Function(
            "discards", "draws", f"{_DISCARD}[]", 1, 1, "discards(hand)",
            "The 32 sets of cards that a hand of draw may throw away",
            "discards('7d7c9hKsAc')",
        ),
        Function(
            "strength", "strengths", _STRENGTH, 1, 3, "strength(hole, board, opponents)",
            "Hand strength, potential and equity of a hole on a board",
            "strength('AhQh', '3h4sJh')",
        ),
        Function(
            "bucket", "buckets", "BIGINT", 2, 4, "bucket(street, hole, board, run)",
            "The bucket of a hole on a board, in a run of pokerlake abstract or the newest of the "
            "street",
            "bucket('preflop', 'AhQh')",
        ),
    )
}  # fmt: skip


def _of_question(asked: Question) -> Function:
    """The function of a question: a list of the rows of its answer."""
    names = [field.name for field in asked.fields]
    places = len(asked.by_place) or 1  # DuckDB only calls Python functions with a column
    examples = {field.name: field.default for field in asked.fields} | dict(asked.examples[0])
    example = ", ".join(f"'{quoted(examples[name])}'" for name in names[:places])
    return Function(
        asked.name, "asked", f"{asked.row_type}[]", places, len(names),
        f"{asked.name}({', '.join(names)})", asked.title, f"{asked.name}({example})",
    )  # fmt: skip


FUNCTIONS |= {name: _of_question(asked) for name, asked in questions().items() if asked.in_rows}


def register_functions(connection: duckdb.DuckDBPyConnection, lake: Lake | None = None) -> None:
    """Add the functions and macros to a connection, without the engine.

    All of them return null if a column is null. The error for invalid text names the value. They
    read no files except those of the lake. https://pokerlake.github.io/pokerlake/sql-functions/ has
    an example of each.
    """
    add_functions(connection, lake)
    add_macros(connection)


def add_functions(connection: duckdb.DuckDBPyConnection, lake: Lake | None) -> None:
    """Add the functions only, which macros call: 4 ms."""
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


def add_macros(connection: duckdb.DuckDBPyConnection) -> None:
    """Add the macros: 9 ms, for DuckDB to read them."""
    connection.execute(macros_text())


def macros_text() -> str:
    """The statements that create all macros."""
    return "".join(macro.sql for macro in MACROS.values())


def load_functions() -> None:
    """Load the modules of SQL functions, which otherwise load at the first call."""
    for module in {function.module for function in FUNCTIONS.values()}:
        import_module(f".{module}", __package__)


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
            # The index counts from the start of a vector, which is of no use to anyone.
            raise CardError(error.problem) from error

    return call


def _miscounted(function: Function, count: int) -> Exception:
    from pokerlake.tables.errors import UsageError

    fewest, most = function.fewest, function.most
    takes = f"{fewest} to {most} values" if most > fewest else f"{fewest} value{'s' * (most > 1)}"
    return UsageError(f"{function.usage} takes {takes}, and {count} are given")


def _macro(path: Traversable) -> Macro:
    name, sql = path.name.removesuffix(".sql"), path.read_text("utf-8")
    header = re.match(r"-- title: (.*)\n-- returns: (.*)\n-- example: (.*)\n", sql)
    head = re.search(rf"^create macro ({name}\(.*?\)) as( table)?$", sql, re.MULTILINE)
    if header is None or head is None:
        raise ValueError(f"{name}.sql: it has no title, type and example, or no macro of that name")
    title, returns, example = header.groups()
    return Macro(name, title, head[2] is not None, head[1], returns, example, sql)


_FILES = sorted(files(__package__).joinpath("macros").iterdir(), key=lambda path: path.name)
MACROS = {macro.name: macro for macro in map(_macro, _FILES)}


def _macro_of_question(asked: Question) -> Macro:
    """The macro for the rows of a question's answer, for a from clause."""
    defaults = {field.in_sql: f" := '{quoted(field.default)}'" for field in asked.fields}
    defaults |= {field.in_sql: "" for field in asked.by_place}
    usage = f"{asked.name}({', '.join(name + default for name, default in defaults.items())})"
    call = f"{asked.name}({', '.join(defaults)})"
    examples = [(field, asked.examples[0].get(field.name, field.default)) for field in asked.fields]
    example = ", ".join(
        f"{'' if field in asked.by_place else f'{field.in_sql} := '}'{quoted(value)}'"
        for field, value in examples
        if field in asked.by_place or value != field.default
    )
    sql = f"create macro {usage} as table select unnest({call}, recursive := true);\n"
    return Macro(
        asked.name, asked.title, True, usage, "TABLE", f"from {asked.name}({example})", sql
    )


MACROS |= {name: _macro_of_question(asked) for name, asked in questions().items() if asked.in_rows}
