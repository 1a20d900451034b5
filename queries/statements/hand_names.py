"""Hands, holes and boards in SQL that no row can have: ``hand = 'KAs'``, where tables write AKs.

Tables of boards, and of holes on them, are up to suits: of AhKd2c and its like they have 2cKdAh.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import duckdb
import numpy as np

from pokerlake.engine.cards.boards import suit_images
from pokerlake.engine.cards.holes import format_hole, hole_id
from pokerlake.engine.cards.suit_symmetry import canonical_deal, pair_keys
from pokerlake.engine.cards.text import format_hand, parse_hand
from pokerlake.tables.errors import QueryError
from pokerlake.tables.registry import TABLES, VIEWS, table_or_view

from ..files.hand_names import hand_named

# How the meaning of a column begins that has starting hands, or cards in a certain order.
_HAND = "AA, AKs"
_BOARD = "its cards, ascending"  # up to suits
_HIGHEST_FIRST = ("the higher card first", "the highest card first")
_SMALLEST_SUITS = ("the hole of the smallest suits", "the cards of the smallest suits")
_PAIRS = re.compile("(short_)?combo_(matchups|equities)")  # hero and villain, up to suits
_OF_A_HOLE = re.compile("a hole .*up to suits")  # whose row depends on the board

_BOTH = ("board", "hole", "hero", "villain")  # columns of which two go together
_NAME = r"(?:[2-9tjqka]|10){2}[so]?|(?:[2-9tjqka][cdhs]){2}"
_LITERAL = re.compile(r"['$](\s*(?:[2-9tjqka]|10)[^'$]+)['$]", re.IGNORECASE)
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
_OWN = """
select view_name from duckdb_views() where temporary or not starts_with(comment, 'One row is ')
union all select table_name from duckdb_tables()
"""


Wrong = tuple[str, str]  # what is wrong, and what would find the row for any suits


class _Compared(NamedTuple):
    """A column of the lake, and a text that it is compared with."""

    column: str
    meaning: str
    text: str


def refuse_misnamed(
    connection: duckdb.DuckDBPyConnection, sql: str, parameters: Mapping[str, Any]
) -> None:
    """Refuse a select that looks for a starting hand or cards as no row of the lake has them.

    Only one that reads tables and views of the lake alone: hands of others may be written so.

    Raises QueryError with the text as tables write it.
    """
    values = {name.lower(): _texts(value) for name, value in parameters.items()}
    if not any(map(_may_be_wrong, chain(_LITERAL.findall(sql), *values.values()))):
        return
    text = connection.execute("select json_serialize_sql(?)", [sql]).fetchall()[0][0]
    try:
        tree = json.loads(text)
    except RecursionError as error:
        raise QueryError("the statement is nested too deep") from error
    own = {name.lower() for (name,) in connection.execute(_OWN).fetchall()}
    refuse_in_tree(tree, values, own)


def refuse_in_tree(
    tree: Any, values: Mapping[str, Sequence[str]] | None = None, own: set[str] | None = None
) -> None:
    """As :func:`refuse_misnamed`, of a statement that is read already.

    ``values``: the texts of parameters, by their names in lower case; ``own``: the user's tables.
    """
    nodes = [*_nodes(tree)]
    steps = {step["key"].lower() for node in nodes if "map" in node for step in node["map"]}
    read = {node["table_name"].lower() for node in nodes if node.get("type") == "BASE_TABLE"}
    called = {  # a view with parameters is a function, too
        node["function"]["function_name"].lower()
        for node in nodes
        if node.get("type") == "TABLE_FUNCTION"
    }
    tables = (read - steps) | called
    if not (tables - (own or set()) == tables <= {*TABLES, *VIEWS}):
        return
    meanings = _meanings(tables)
    found = [
        _Compared(column, meanings[column], text)
        for node in nodes
        for column, text in _columns_and_texts(node, values or {})
        if column in meanings
    ]
    problems = [*_together(tables, found, nodes), *map(_what_is_wrong, found)]
    for problem, other_way in filter(None, problems):
        # Functions know hold'em: tables of short deck have numbers of their own.
        is_short = any(name.startswith("short_") for name in tables)
        raise QueryError(problem if is_short or not other_way else f"{problem}; {other_way}")


def _columns_and_texts(
    node: dict[str, Any], values: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, str]]:
    sides = [each for side in _compared(node) for each in _members(side)]
    for column in [side["column_names"][-1].lower() for side in sides if "column_names" in side]:
        for side in sides:
            if side["class"] == "PARAMETER":
                yield from ((column, text) for text in values.get(side["identifier"].lower(), ()))
            elif side["class"] == "CONSTANT" and isinstance(side["literal"]["text"], str):
                yield column, side["literal"]["text"]


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
    """What a list is made of, what is cast, or the side itself."""
    if side["class"] == "CAST":
        return _members(side["child"])
    if side["type"] == "ARRAY_CONSTRUCTOR":
        within = side["children"]
    elif side["type"] == "FUNCTION" and side["function_name"] in _MADE_OF_OTHERS:
        within = [argument["expression"] for argument in side["arguments"]]
    else:
        return [side]
    return [each for one in within for each in _members(one)]


def _meanings(tables: set[str]) -> dict[str, str]:
    """What the columns mean of tables that are read, but for a name with several meanings."""
    columns = [column for name in tables for column in table_or_view(name).columns]
    several: dict[str, set[str]] = {}
    for column in columns:
        several.setdefault(column.name, set()).add(_kind(column.meaning))
    return {name: kinds.pop() for name, kinds in several.items() if len(kinds) == 1}


def _kind(meaning: str) -> str:
    """How the meaning begins, if it is one of those above."""
    known = (_HAND, _BOARD, *_HIGHEST_FIRST, *_SMALLEST_SUITS)
    return next((start for start in known if meaning.startswith(start)), "")


def _what_is_wrong(found: _Compared) -> Wrong | None:
    """What is wrong with a text alone; None if it is as tables write it, or something else."""
    column, kind, text = found
    if kind == _HAND:
        problem = _no_hand(text)
        return (problem, "") if problem else None
    cards = _cards(text)
    if not cards or not kind or (kind == _BOARD and not 3 <= len(cards) <= 5):
        return None
    as_given = kind in _HIGHEST_FIRST
    ascending = sorted(cards) if as_given else _smallest(cards)
    written = format_hand(ascending if kind == _BOARD else ascending[::-1])
    if text == written:
        return None
    if as_given:
        return f"no {column} is {text!r}: the tables write {written!r}", ""
    any_suits = f"board_id = board_id({text!r}) takes any" if column == "board" else ""
    return f"no {column} is {text!r}: up to suits the tables write {written!r}", any_suits


def _together(
    tables: set[str], found: list[_Compared], nodes: list[dict[str, Any]]
) -> Iterator[Wrong | None]:
    """What is wrong with a hole on a board, or against a hole, where there is one of each."""
    texts = {column: {each.text for each in found if each.column == column} for column in _BOTH}
    boards = texts["board"] or {*_texts_of_board_ids(nodes)}
    if any(_OF_A_HOLE.match(table_or_view(name).one_row) for name in tables):
        for hole, board in _one_of_each(texts["hole"], boards):
            yield _hole_on_board(hole, board)
    pairs = [name[2] for name in map(_PAIRS.fullmatch, tables) if name]
    for hero, villain in _one_of_each(texts["hero"], texts["villain"]):
        if pairs:
            yield _hole_against_hole(hero, villain, either="equities" in pairs)


def _one_of_each(ones: Collection[str], others: Collection[str]) -> Iterator[tuple[str, str]]:
    """A hole and what it meets, unless there are several, or a card is in both."""
    if len(ones) == len(others) == 1:
        (one,), (other,) = ones, others
        cards = _cards(one) + _cards(other)
        if len(_cards(one)) == 2 and len({*cards}) == len(cards):
            yield one, other


def _hole_on_board(hole: str, board: str) -> Wrong | None:
    if not 3 <= len(_cards(board)) <= 5:
        return None
    number, smallest = canonical_deal(hole_id(*_cards(hole)), np.array(_cards(board), np.uint8))
    written = format_hole(number)
    if hole == written:
        return None
    return (
        f"no row has {hole!r} on {board!r}: up to suits the tables write {written!r} on "
        f"{format_hand(smallest)!r}",
        f"hole_id = hole_id({hole!r}, {board!r}) takes any",
    )


def _hole_against_hole(hero: str, villain: str, *, either: bool) -> Wrong | None:
    """``either``: whether a pair is there in both orders; else the higher ranks are the hero's."""
    if len(_cards(villain)) != 2:
        return None
    keys = pair_keys([hole_id(*_cards(hero))], [hole_id(*_cards(villain))])
    pair = format_hole(int(keys.hero[0])), format_hole(int(keys.villain[0]))
    if (hero, villain) == pair or (either and (villain, hero) == pair):
        return None
    one, other = pair[::-1] if either and keys.swapped[0] else pair
    return (
        f"no row has {hero!r} against {villain!r}: up to suits the tables write {one!r} against "
        f"{other!r}",
        f"equity({hero!r}, {villain!r}) takes any",
    )


def _texts_of_board_ids(nodes: list[dict[str, Any]]) -> Iterator[str]:
    """The boards in ``board_id('AhKd2c')``."""
    for node in nodes:
        if str(node.get("function_name")).lower() == "board_id" and node["arguments"]:
            argument = node["arguments"][0]["expression"]
            if argument["class"] == "CONSTANT":
                yield str(argument["literal"]["text"])


def _smallest(cards: list[int]) -> list[int]:
    """Of all cards that differ in suits only the smallest, ascending."""
    return min(np.sort(suit_images()[:, cards], axis=1).tolist())


def _cards(text: str) -> list[int]:
    """The cards of a text; none if it is no cards."""
    try:
        return [int(card) for card in parse_hand(text)]
    except ValueError:
        return []


def _texts(value: Any) -> list[str]:
    """The texts in the value of a parameter: itself, or those of a list."""
    many = value if isinstance(value, (list, tuple, set, frozenset, np.ndarray)) else [value]
    return [str(each) for each in many if isinstance(each, str)]


def _may_be_wrong(text: str) -> bool:
    return bool(_cards(text) or _no_hand(text))


def _no_hand(text: str) -> str:
    """What is wrong with the name of a hand; nothing if it is none, or as tables write it."""
    if not re.fullmatch(_NAME, text.strip(), re.IGNORECASE):
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
