"""The parser of PQL queries, which makes a tree; errors have their place in the text.

::

    query    select item { "," item } from field { "," field } [ where test ] [ ";" ]
    item     selector "(" test ")" [ as name ]
    field    name "=" text
    test     conjunction { or conjunction };  conjunction  negation { and negation }
    negation not negation | sum [ comparison sum | [not] in "(" sum { "," sum } ")" ]
    comparison "=" | "<>" | "!=" | "<" | "<=" | ">" | ">="
    sum      product { ("+" | "-" | "||") product };  product  sign { ("*" | "/") sign }
    sign     "-" sign | number | text | name | name "(" [ test { "," test } ] ")" | "(" test ")"
             | case { when test then test } [ else test ] end
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, NoReturn

from pokerlake.engine.given import around
from pokerlake.engine.ranges.scanner import DEEPEST
from pokerlake.tables.errors import UsageError, did_you_mean

_TOKEN = re.compile(
    r"\s+|--[^\n]*|/\*.*?\*/"
    r"|(?P<number>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)"
    r"|(?P<text>'(?:[^']|'')*')"
    r"|(?P<word>[A-Za-z_][A-Za-z_0-9]*)"
    r"|(?P<sign><>|!=|<=|>=|\|\||[-+*/=<>(),;])",
    re.DOTALL,
)
_COMPARISONS = ("=", "<>", "!=", "<=", ">=", "<", ">")
_WORDS = ("select", "from", "where", "as", "and", "or", "not", "in", "case", "when", "then", "else",
          "end")  # fmt: skip
_LONGEST = 100_000  # characters


# Pieces as in SQL; unclosed ones run to the end.
_PIECE = re.compile(
    r"--[^\n]*|/\*.*?(?:\*/|\Z)|(?P<piece>'[^']*(?:'|\Z)|\"[^\"]*(?:\"|\Z)|\w+|\S)", re.DOTALL
)


class Token(NamedTuple):
    """A word, sign, number or text, and its place."""

    kind: str  # number, text, word, sign; or end
    text: str
    at: int

    @property
    def word(self) -> str:
        """The word or sign in lower case; empty for numbers and texts."""
        return self.text.lower() if self.kind in ("word", "sign") else ""


@dataclass(frozen=True)
class Node:
    """A part of an expression.

    ``kind``: number, text, name; call, of the function ``text``; sign, of the operator ``text``;
    case, whose parts are alternating tests and values, and then the else.
    """

    kind: str
    text: str
    at: int
    parts: tuple[Node, ...] = ()


class Item(NamedTuple):
    """A selected item."""

    selector: Token
    node: Node
    name: str


class Query(NamedTuple):
    """A whole query."""

    text: str
    items: tuple[Item, ...]
    fields: tuple[tuple[Token, Token], ...]  # name and text
    where: Node | None


def wrong_at(text: str, at: int, problem: str) -> UsageError:
    """The error at a character of a query."""
    return UsageError(f"{around(text, at)} at character {at + 1}: {problem}")


def is_query(text: str) -> bool:
    """Whether a text is PQL, valid or not, and not SQL: after its from come fields.

    Examples
    --------
    >>> is_query("select avg(riverEquity(hero)) from hero='AA', villain='*'")
    True
    >>> is_query("select avg(win) from starting_hands where hand = 'AA'")
    False
    """
    pieces = [match["piece"] for match in _PIECE.finditer(text) if match["piece"]]
    if not pieces or pieces[0].lower() != "select":
        return False
    depth = 0
    for at, piece in enumerate(pieces):
        depth += (piece == "(") - (piece == ")")
        if piece.lower() == "from" and not depth:
            name, equals, value = [*pieces[at + 1 : at + 4], "", "", ""][:3]
            return name.isidentifier() and equals == "=" and value.startswith("'")
    return False


def parse_query(text: str) -> Query:
    """The tree of a query; UsageError at the first invalid place.

    Examples
    --------
    >>> query = parse_query("select avg(riverEquity(hero)) as eq from hero='AA', villain='**'")
    >>> [item.name for item in query.items], [name.text for name, _ in query.fields]
    (['eq'], ['hero', 'villain'])
    """
    return _Parser(text).query()


class _Parser:
    def __init__(self, text: str) -> None:
        if len(text) > _LONGEST:
            raise UsageError(f"a query of {len(text):,} characters; give at most {_LONGEST:,}")
        self.text = text
        self.tokens = list(_tokens(text))
        self.place = 0
        self.depth = 0

    @property
    def here(self) -> Token:
        return self.tokens[self.place]

    def next(self) -> Token:
        token = self.here
        self.place = min(self.place + 1, len(self.tokens) - 1)
        return token

    def fail(self, problem: str, token: Token | None = None) -> NoReturn:
        token = token or self.here
        raise wrong_at(self.text, token.at, problem)

    def take(self, *words: str) -> Token | None:
        return self.next() if self.here.word in words and self.here.word else None

    def need(self, word: str, why: str = "") -> Token:
        token = self.take(word)
        if token is None:
            is_near = self.here.kind == "word" and not why and len(word) > 2
            hint = f"; {did_you_mean(self.here.text, [word])}" if is_near else ""
            got = repr(self.here.text) if self.here.kind != "end" else "the end"
            self.fail(why or f"{word!r} is needed here, not {got}{hint}")
        return token

    # ------------------------------------------------------------ clauses

    def query(self) -> Query:
        self.need("select", "a query begins with select: select avg(riverEquity(hero)) from ...")
        items = [self.item()]
        while self.take(","):
            items.append(self.item())
        self.need("from")
        fields = [self.field()]
        while self.take(","):
            fields.append(self.field())
        where = self.test() if self.take("where") else None
        self.take(";")
        if self.here.kind != "end":
            self.fail(f"{self.here.text!r} does not belong here; a query ends after where")
        return Query(self.text, tuple(items), tuple(fields), where)

    def item(self) -> Item:
        selector = self.next()
        if selector.kind != "word" or selector.word in _WORDS:
            self.fail("a selector is needed here, as in avg(riverEquity(hero))", selector)
        self.need("(", f"{selector.text} is a selector of an expression: {selector.text}(...)")
        node = self.test()
        end = self.need(")")
        name = self.text[selector.at : end.at + 1]
        if self.take("as"):
            named = self.next()
            if named.kind not in ("word", "text"):
                self.fail("a name is needed after as", named)
            name = named.text.strip("'")
        return Item(selector, node, " ".join(name.split()))

    def field(self) -> tuple[Token, Token]:
        name = self.next()
        if name.kind != "word":
            self.fail("a field such as hero='AhKh' is needed here", name)
        self.need("=", f"{name.text} is a field: write {name.text}='...'")
        if self.here.kind != "text":
            self.fail(f"{name.text} is text: write it in single quotes")
        return name, self.next()

    # ------------------------------------------------------------ expressions

    def test(self) -> Node:
        self.depth += 1
        if self.depth > DEEPEST:
            self.fail("the expression is nested too deeply")
        node = self._left(self._and, "or")
        self.depth -= 1
        return node

    def _and(self) -> Node:
        return self._left(self._not, "and")

    def _left(self, part: Callable[[], Node], *signs: str) -> Node:
        node = part()
        while sign := self.take(*signs):
            node = Node("sign", sign.word, sign.at, (node, part()))
        return node

    def _not(self) -> Node:
        signs = []
        while sign := self.take("not"):
            signs.append(sign)
        node = self._comparison()
        for sign in reversed(signs):
            node = Node("sign", "not", sign.at, (node,))
        return node

    def _comparison(self) -> Node:
        node = self._sum()
        if sign := self.take(*_COMPARISONS):
            word = "<>" if sign.word == "!=" else sign.word
            return Node("sign", word, sign.at, (node, self._sum()))
        is_not = self.here.word == "not" and self.tokens[self.place + 1].word == "in"
        if is_not:
            self.next()
        if sign := self.take("in"):
            self.need("(")
            among = [self._sum()]
            while self.take(","):
                among.append(self._sum())
            self.need(")")
            inside = Node("sign", "in", sign.at, (node, *among))
            return Node("sign", "not", sign.at, (inside,)) if is_not else inside
        return node

    def _sum(self) -> Node:
        return self._left(self._product, "+", "-", "||")

    def _product(self) -> Node:
        return self._left(self._sign, "*", "/")

    def _sign(self) -> Node:
        signs = []
        while sign := self.take("-"):
            signs.append(sign)
        node = self._atom()
        for sign in reversed(signs):
            node = Node("sign", "negative", sign.at, (node,))
        return node

    def _atom(self) -> Node:
        token = self.next()
        if token.kind == "number":
            return Node("number", token.text, token.at)
        if token.kind == "text":
            return Node("text", token.text[1:-1].replace("''", "'"), token.at)
        if token.word == "(":
            node = self.test()
            self.need(")")
            return node
        if token.word == "case":
            return self._case(token)
        if token.kind != "word" or token.word in _WORDS:
            got = repr(token.text) if token.kind != "end" else "the end"
            self.fail(f"an expression is needed here, not {got}", token)
        if not self.take("("):
            return Node("name", token.text, token.at)
        parts: list[Node] = []
        while self.here.word != ")":
            parts.append(self.test())
            if not self.take(","):
                break
        self.need(")")
        return Node("call", token.text, token.at, tuple(parts))

    def _case(self, begun: Token) -> Node:
        parts = []
        while self.take("when"):
            parts.append(self.test())
            self.need("then")
            parts.append(self.test())
        if not parts:
            self.fail("case has tests: case when ... then ... end", begun)
        if self.take("else"):
            parts.append(self.test())
        self.need("end")
        return Node("case", "case", begun.at, tuple(parts))


def _tokens(text: str) -> Iterator[Token]:
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            problem = "a text is not closed; it ends with '" if text[at] == "'" else (
                f"{text[at]!r} does not belong here"
            )  # fmt: skip
            raise wrong_at(text, at, problem)
        if match.lastgroup is not None:
            yield Token(match.lastgroup, match[0], at)
        at = match.end()
    yield Token("end", "", len(text))
