"""The whole game of poker as data: hands, equity, ranges, charts, and exact tables in SQL.

Modules are loaded on first use.
https://pokerlake.github.io/pokerlake/python/ goes through all of it,
https://pokerlake.github.io/pokerlake/reference/ has each name.

- ``Cards``: hands, holes or boards, a batch of them
- ``Range``: a weight for each of the 1,326 holes
- ``OmahaRange``: holes of four to six cards with their weights
- ``HandClass``: the class of a hand, an ``int`` with a name
- ``Lake``: the tables, views and queries of a lake
- ``evaluate``: the class of a hand, or of each of a batch
- ``best_five``: which five of its cards play
- ``made``: the kind of made hand of a hole on a board: set, overpair, top pair
- ``draws``: the draws of a hole on a board
- ``made_name``: the name of such a kind
- ``is_made``: whether it is one of the given kinds
- ``draw_names``: the names of draws
- ``is_draw``: whether one of the given draws is among them
- ``nut_rank``: how many better hands the board allows
- ``winners``: who wins at the showdown, and what share of the pot
- ``equity``: how players share the pot, exactly or sampled
- ``equities``: the same for columns of situations
- ``push_fold``: which hands go all in before the flop, and which call
- ``solve``: how two players bet, call and fold after the flop
- ``bet_tree``: the actions that are possible in such a spot, line by line
- ``solve_many``: the same of many spots, into the lake
- ``presets``: common spots, by name
- ``solve_preset``: one of them on many flops, into the lake
- ``copy_solved``: solved spots of another lake, into the lake
- ``blueprint``: a whole strategy of heads-up hold'em from the first card on, trained into the lake
- ``blueprint_spot``: the ranges with which players reach a spot of it, ready to be solved
- ``resolve``: a spot of it solved again, safely or not, and the exploitability that results
- ``match``: what a blueprint wins against another one, or against a simple rule, hand by hand
- ``Bot``: what a blueprint does with a hole on a board after a line, for programs that play
- ``exploitability``: how much can be won against a blueprint, exactly, on all or some flops
- ``solved_spot``: a solved spot of the lake, opened again
- ``hand``: a hand that was played, step by step
- ``bubble_factors``: what a chip lost costs for each chip won in a tournament
- ``strength``: hand strength and potential on a board
- ``buckets``: the bucket of a hole on a board, in an abstraction
- ``deal``: random hands
- ``deals``: all deals of a spot, or a random sample
- ``parse_cards``: cards from text
- ``format_cards``: cards as text
- ``class_name``: the English name of a class
- ``category_name``: the name of its category
- ``chart``: a picture, which a notebook shows
- ``open_lake``: a lake that is open for reading
- ``connect``: a DuckDB connection to a lake
- ``scan``: a table or view of a lake as a lazy frame of polars
- ``sql``: the result of a statement
- ``pull``: tables of another lake, fetched into the lake
- ``query``: the result of a named query
- ``tables``: the tables and views that exist
- ``queries``: the named queries that exist
- ``load``: the rows of a result that was saved
- ``results``: the classes of results, for type hints
- ``from_treys``: cards from treys' integers
- ``to_treys``: treys' integers of cards
- ``from_eval7``: cards from eval7's objects or masks
- ``to_eval7``: eval7's masks of cards
- ``compare``: which of two hands is the stronger
- ``showing``: what players of stud show, who brings it in, who acts first
- ``outs``: which next cards make which category, or beat a hand or range
- ``hits``: what a range has made of a board, and what it draws to
- ``report``: a page of HTML about one player of imported hands
- ``stats``: VPIP, 3-bet, c-bet, winnings and others of imported hands, by anything, with errors
- ``habits``: how often players take each action after the flop, by what they face
- ``shown``: the range that players of imported hands showed at decisions
- ``somebody``: how likely one of several opponents has a hand of a range, or one that beats yours
- ``pql``: the answer to a query in the Poker Query Language
- ``range_parts``: how each part of the text of a range was read
- ``range_difference``: where two ranges differ
- ``draw_hand``: the results of each discard of a hand of five-card draw
- ``draw_duel``: how often known hands win when they exchange cards
- ``draw_change``: what coins to expect as change
- ``register``: adds ``.poker`` to the columns of polars and pandas
- ``poker``: cards in a column of polars or pandas, as ``.poker`` has it
- ``warm_up``: compiles in advance what calls would compile
- ``PokerlakeError``: a lake, file, query or request is wrong
- ``CardError``: a text is not a card, a hand or a board
- ``RangeError``: a text is not a range
"""

from __future__ import annotations

from .lazy import loader

TYPE_CHECKING = False  # `typing` would take half the time of this import
if TYPE_CHECKING:
    from typing import Any

    from . import results
    from .api.boards import buckets, strength
    from .api.cards import (
        Cards,
        format_cards,
        from_eval7,
        from_treys,
        parse_cards,
        to_eval7,
        to_treys,
    )
    from .api.charts import chart
    from .api.classes import HandClass, category_name, class_name
    from .api.equities import equities, equity
    from .api.hands import best_five, evaluate
    from .api.kinds.calls import draws, made, nut_rank
    from .api.kinds.hits import hits
    from .api.kinds.named import draw_names, is_draw, is_made, made_name
    from .api.lakes import Lake, connect, open_lake, pull, queries, query, scan, sql, tables
    from .api.played.hand import hand
    from .api.played.shown import shown
    from .api.played.stats import stats
    from .api.ranges import OmahaRange, Range
    from .api.showdowns import deal, deals, winners
    from .api.solutions.bet_trees import bet_tree
    from .api.solutions.bots import Bot
    from .api.spots.blueprints import blueprint, blueprint_spot, exploitability
    from .api.spots.matches import match
    from .api.spots.postflop import solve, solve_many, solved_spot
    from .api.spots.preflop import push_fold
    from .api.spots.presets import copy_solved, presets, solve_preset
    from .api.spots.resolving import resolve
    from .engine.cards.text import CardError
    from .engine.ranges.scanner import RangeError
    from .engine.warm_up import warm_up
    from .queries.charts.report.player import report
    from .queries.frames import poker, register
    from .queries.pql.asked import pql
    from .queries.questions.boards.outs import outs
    from .queries.questions.boards.showing import showing
    from .queries.questions.boards.somebody import somebody
    from .queries.questions.bubble import bubble_factors
    from .queries.questions.change import draw_change
    from .queries.questions.compare import compare
    from .queries.questions.draw import draw_duel, draw_hand
    from .queries.questions.ranges import range_difference, range_parts
    from .queries.results import load
    from .queries.statistics.habits import habits
    from .tables.errors import PokerlakeError

    __version__: str

__all__ = [
    "Bot",
    "CardError",
    "Cards",
    "HandClass",
    "Lake",
    "OmahaRange",
    "PokerlakeError",
    "Range",
    "RangeError",
    "__version__",
    "best_five",
    "bet_tree",
    "blueprint",
    "blueprint_spot",
    "bubble_factors",
    "buckets",
    "category_name",
    "chart",
    "class_name",
    "compare",
    "connect",
    "copy_solved",
    "deal",
    "deals",
    "draw_change",
    "draw_duel",
    "draw_hand",
    "draw_names",
    "draws",
    "equities",
    "equity",
    "evaluate",
    "exploitability",
    "format_cards",
    "from_eval7",
    "from_treys",
    "habits",
    "hand",
    "hits",
    "is_draw",
    "is_made",
    "load",
    "made",
    "made_name",
    "match",
    "nut_rank",
    "open_lake",
    "outs",
    "parse_cards",
    "poker",
    "pql",
    "presets",
    "pull",
    "push_fold",
    "queries",
    "query",
    "range_difference",
    "range_parts",
    "register",
    "report",
    "resolve",
    "results",
    "scan",
    "showing",
    "shown",
    "solve",
    "solve_many",
    "solve_preset",
    "solved_spot",
    "somebody",
    "sql",
    "stats",
    "strength",
    "tables",
    "to_eval7",
    "to_treys",
    "warm_up",
    "winners",
]

_MODULES = ("queries", "results", "tables")  # the first and the last can be called

_load = loader(__name__)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("pokerlake")
    if name in _MODULES:
        from importlib import import_module

        return import_module(f"{__name__}.{name}")
    if name in __all__:
        from .tables.errors import require_memory

        require_memory()
    try:
        return _load(name)
    except AttributeError as error:
        hint = ""
        if not name.startswith("_"):  # tools ask for many of these
            from .queries.words import name_hint

            hint = name_hint(name, __all__)
        if not hint:
            raise
        message = f"{error}; {hint}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    return __all__
