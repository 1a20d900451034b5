"""Typed expressions of PQL, made from the tree of a query and computed by the column."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np

from pokerlake.catalogue import Game
from pokerlake.engine.cards.text import CardError
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.engine.spots.boards import parse_board_range
from pokerlake.engine.spots.spots import RIVER
from pokerlake.tables.errors import UsageError, did_you_mean

from .columns import Column, Columns
from .functions import (
    FIXED,
    FLOP_CATEGORIES,
    FUNCTIONS,
    KINDS,
    OF_STUD,
    ORDERED,
    STREETS,
    TEXTS,
    Function,
    hand_types,
    text_of,
)
from .syntax import Node, wrong_at

_NUMBERS = ("number", "fraction")
# The streets of functions without a parameter for a street.
_STREET_OF = {
    "flopHandCategory": 3, "exactFlopHandCategory": 3, "minFlopHandCategory": 3, "turnCard": 4,
    "riverCard": RIVER,
}  # fmt: skip
_ARITHMETIC: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide,
}  # fmt: skip
_COMPARED: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": np.equal, "<>": np.not_equal, "<": np.less, "<=": np.less_equal, ">": np.greater,
    ">=": np.greater_equal,
}  # fmt: skip


@dataclass(frozen=True)
class Use:
    """The parts of a deal that a function call reads."""

    players: frozenset[int]
    everyone: bool
    street: int
    nanoseconds: float


@dataclass(frozen=True)
class Expression:
    """A value computed from columns.

    ``fixed`` is the value of players, streets and texts, which are known before any deal.
    """

    kind: str
    at: int
    work: Callable[[Columns], Any]
    uses: tuple[Use, ...] = ()
    fixed: Any = None

    def column(self, columns: Columns) -> Column:
        """A value for each deal."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.broadcast_to(np.asarray(self.work(columns)), (len(columns),))

    @property
    def nanoseconds(self) -> float:
        """The cost of a deal that differs from the one before, of expensive functions."""
        return sum(use.nanoseconds for use in self.uses)


class Reader:
    """Makes expressions from the trees of one query."""

    def __init__(
        self,
        text: str,
        rule: Game,
        players: Mapping[str, int],
        read_range: Callable[[str], Any],
        read_ranking: Callable[[str], Column],
    ) -> None:
        self.text = text
        self.rule = rule
        self.players = players
        self.read_range = read_range
        self.read_ranking = read_ranking

    def fail(self, at: int, problem: str) -> NoReturn:
        """Raise the error for a place of the query."""
        raise wrong_at(self.text, at, problem)

    def read(self, node: Node, wanted: str = "") -> Expression:
        """The expression of a tree; UsageError if it is not of the wanted kind."""
        make: Callable[[Node], Expression] = getattr(self, f"_{node.kind}")
        expression = make(node)
        if wanted and not _is_kind(expression.kind, wanted):
            self.fail(node.at, f"this is {_named(expression.kind)}, and {_named(wanted)} is needed")
        return expression

    def _number(self, node: Node) -> Expression:
        value = float(node.text) if "." in node.text else int(node.text[:18])
        return Expression("number", node.at, lambda _: value, fixed=value)

    def _text(self, node: Node) -> Expression:
        return Expression("string", node.at, lambda _: np.str_(node.text), fixed=node.text)

    def _name(self, node: Node) -> Expression:
        name = node.text.lower()
        players = {player.lower(): number for player, number in self.players.items()}
        known: dict[str, tuple[str, Any]] = {
            **{name: ("boolean", name == "true") for name in ("true", "false")},
            **{name: ("street", street) for name, street in STREETS.items()},
            **{name: ("hand type", place) for name, place in hand_types(self.rule).items()},
            **{name: ("flop category", n) for n, name in enumerate(FLOP_CATEGORIES)},
            **{name: ("player", number) for name, number in players.items()},
        }
        if name not in known:
            if name in FUNCTIONS:
                self.fail(node.at, f"{FUNCTIONS[name].usage} is a function; give its arguments")
            self.fail(node.at, f"no {node.text!r}: {did_you_mean(node.text, known)}")
        kind, value = known[name]
        return Expression(kind, node.at, lambda _: value, fixed=value)

    # ------------------------------------------------------------ calls

    def _call(self, node: Node) -> Expression:
        name, parts = node.text.lower(), node.parts
        if name == "tostring" and len(parts) == 1:
            return self._as_text(self.read(parts[0]))
        if name == "handshaving":
            return self._of_each_player(node)
        function = self._function(node)
        if function.lows and self.rule.low is None:
            self.fail(node.at, f"{function.name} needs a game with a low half, such as omaha8")
        if self.rule.is_stud and function.name not in OF_STUD:
            self.fail(node.at, f"{function.name} needs a game with a board; stud has none")
        if len(parts) != len(function.needed):
            self.fail(node.at, f"{function.usage} takes {len(function.needed)}, not {len(parts)}")
        if function.spare is not None:
            parts = (*parts, Node("text", function.spare, node.at))
        arguments = [self._given(*each) for each in zip(parts, function.takes, strict=True)]
        return self._called(function, node, arguments)

    def _function(self, node: Node) -> Function:
        function = FUNCTIONS.get(node.text.lower())
        if function is None:
            if node.text.lower() == "upcard":
                self.fail(node.at, "upCard is not here: which cards are up changes no equity")
            names = [each.name for each in FUNCTIONS.values()]
            self.fail(node.at, f"no function {node.text!r}: {did_you_mean(node.text, names)}")
        return function

    def _of_each_player(self, node: Node) -> Expression:
        """The number of players with a condition: ``handsHaving(minHandType, river, flush)``."""
        if not node.parts or node.parts[0].kind != "name":
            self.fail(node.at, "give a function and values: handsHaving(minHandType, river, flush)")
        named, *arguments = node.parts
        function = self._function(named)
        if function.takes[:1] != ("player",) or function.gives != "boolean":
            self.fail(named.at, f"{function.name} is no condition of a player")
        each = [
            self._call(
                Node("call", named.text, named.at, (Node("name", name, node.at), *arguments))
            )
            for name in self.players
        ]
        return _joined("number", node, each, _how_many)

    def _given(self, node: Node, kind: str) -> Expression:
        if kind not in TEXTS:
            return self.read(node, kind)
        if node.kind != "text":
            self.fail(node.at, f"{_named(kind)} in single quotes is needed here")
        read: dict[str, Callable[[str], Any]] = {
            "text": str, "range": self.read_range, "board range": parse_board_range,
            "ranking": self.read_ranking,
        }  # fmt: skip
        with_place = functools.partial(self._placed, node.at + 1)
        value = with_place(lambda: read[kind](node.text))
        return Expression(kind, node.at, lambda _: value, fixed=value)

    def _placed(self, at: int, make: Callable[[], Any]) -> Any:
        """The result of ``make`` for a text of the query; errors have their place in the query."""
        try:
            return make()
        except (RangeError, CardError, UsageError) as error:
            raise problem_at(self.text, at, error) from error

    def _called(self, function: Function, node: Node, arguments: list[Expression]) -> Expression:
        if function.takes == ("text",):  # computed once, so that an error has its place
            of_game, text = _OfGame(self.rule), arguments[0]
            known = self._placed(text.at + 1, lambda: function.work(of_game, text.fixed))
            return Expression(function.gives, node.at, lambda _: known)
        street, players = 0, set()
        for kind, value in zip(function.takes, arguments, strict=True):
            if kind == "player":
                players.add(value.fixed)
            elif kind == "street":
                street = value.fixed
                first = RIVER if self.rule.is_stud else function.first
                if not first <= street <= function.last:
                    names = [s for s, n in STREETS.items() if first <= n <= function.last]
                    self.fail(value.at, f"{function.name} is of {', '.join(names)}")
            elif kind == "board range":
                street = max(value.fixed.size, 3)
        if "street" not in function.takes and "board range" not in function.takes:
            street = _STREET_OF.get(function.name, RIVER if function.everyone else 0)
        uses = tuple(use for each in arguments for use in each.uses)
        nanoseconds = function.cost(self.rule, street)
        use_of_call = Use(frozenset(players), function.everyone, street, nanoseconds)
        works = [each.work for each in arguments]
        return Expression(
            function.gives,
            node.at,
            lambda columns: function.work(columns, *(work(columns) for work in works)),
            (*uses, use_of_call),
        )

    def _as_text(self, expression: Expression) -> Expression:
        if expression.kind == "string":
            return expression
        if expression.kind in FIXED:
            self.fail(
                expression.at,
                f"{_named(expression.kind)} has no text; give a value computed from it",
            )

        def work(columns: Columns) -> Any:
            values, which = np.unique(np.asarray(expression.work(columns)), return_inverse=True)
            texts = np.array(
                [text_of(expression.kind, self.rule, value) for value in values.tolist()]
            )
            return texts[which]

        return Expression("string", expression.at, work, expression.uses)

    # ------------------------------------------------------------ operators

    def _sign(self, node: Node) -> Expression:
        sign = node.text
        if sign in ("and", "or", "not"):
            parts = [self.read(part, "boolean") for part in node.parts]
            how = {"and": np.logical_and, "or": np.logical_or, "not": np.logical_not}[sign]
            return _joined("boolean", node, parts, how)
        if sign == "negative":
            return _joined("number", node, [self.read(node.parts[0], "number")], np.negative)
        if sign in _ARITHMETIC:
            numbers = [self.read(part, "number") for part in node.parts]
            return _joined("number", node, numbers, _ARITHMETIC[sign])
        if sign == "||":
            texts = [self._as_text(self.read(part)) for part in node.parts]
            return _joined("string", node, texts, np.strings.add)
        first, *others = (self.read(part) for part in node.parts)
        for other in others:
            self._refuse_unlike(node, first, other)
        if sign == "in":
            return _joined("boolean", node, [first, *others], _is_among)
        if sign not in ("=", "<>") and first.kind not in (*ORDERED, *_NUMBERS):
            self.fail(node.at, f"{_named(first.kind)} has no order; compare by = or <>")
        return _joined("boolean", node, [first, *others], _COMPARED[sign])

    def _refuse_unlike(self, node: Node, first: Expression, other: Expression) -> None:
        for each in (first, other):
            if each.kind in FIXED:
                self.fail(each.at, f"{_named(each.kind)} cannot be compared")
        if not _is_kind(other.kind, first.kind) and not _is_kind(first.kind, other.kind):
            self.fail(node.at, f"{_named(first.kind)} and {_named(other.kind)} cannot be compared")

    def _case(self, node: Node) -> Expression:
        pairs, last = node.parts, node.parts[2 * (len(node.parts) // 2) :]
        tests = [self.read(part, "boolean") for part in pairs[: 2 * (len(pairs) // 2) : 2]]
        values = [self.read(part) for part in (*pairs[1::2], *last)]
        kind = values[0].kind
        for value in values:
            if value.kind in FIXED:
                self.fail(value.at, f"case cannot give {_named(value.kind)}")
            if not (_is_kind(value.kind, kind) or _is_kind(kind, value.kind)):
                self.fail(value.at, f"case gives {_named(kind)} and {_named(value.kind)}; give one")
        if not last:
            if kind not in _NUMBERS:
                self.fail(node.at, f"case without else gives a number, not {_named(kind)}")
            values.append(Expression("number", node.at, lambda _: np.nan))

        def work(columns: Columns) -> Any:
            values_so_far = values[-1].work(columns)
            for test, value in zip(tests[::-1], values[len(tests) - 1 :: -1], strict=True):
                values_so_far = np.where(test.work(columns), value.work(columns), values_so_far)
            return values_so_far

        uses = tuple(use for each in (*tests, *values) for use in each.uses)
        return Expression(kind, node.at, work, uses)


@dataclass(frozen=True)
class _OfGame:
    """The part of columns that functions of texts only read."""

    rule: Game


def _joined(kind: str, node: Node, parts: list[Expression], how: Callable[..., Any]) -> Expression:
    works = [part.work for part in parts]
    uses = tuple(use for part in parts for use in part.uses)
    return Expression(kind, node.at, lambda c: how(*(work(c) for work in works)), uses)


def _how_many(*tests: Any) -> Any:
    return np.add.reduce([np.asarray(test).astype(np.int64) for test in tests])


def _is_among(value: Any, *others: Any) -> Any:
    return np.logical_or.reduce([np.equal(value, other) for other in others])


def _is_kind(kind: str, wanted: str) -> bool:
    return kind == wanted or (wanted == "number" and kind in _NUMBERS)


def _named(kind: str) -> str:
    return {**KINDS, "string": "a text", "fraction": "a number"}[kind]


def problem_at(text: str, at: int, error: Exception) -> UsageError:
    """The error for a text that begins at this character of a query."""
    place, problem = getattr(error, "position", None), str(getattr(error, "problem", error))
    if place is None:
        return wrong_at(text, at, problem)
    return wrong_at(
        text, at + place - 1, problem.partition(f" at character {place}: ")[2] or problem
    )
