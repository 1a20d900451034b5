"""The named queries: a ``.sql`` file each, with its title, grain, source and parameters on top."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from itertools import combinations
from typing import Any

from pokerlake.tables.errors import UsageError, did_you_mean

from .parameters import READERS, Value, read_value, refuse_shared_cards
from .twins import of_game, with_twins

# The folders that hold named queries; those beside them hold what charts and commands ask.
SUBJECTS = (
    "hands", "boards", "draw", "histories", "learning", "push_fold", "solving", "abstraction"
)  # fmt: skip

# name type [= default] [of allowed, allowed; or least..most] [among table.column] -- meaning
_PARAMETER = re.compile(
    rf"(?P<name>\w+) (?P<type>{'|'.join(READERS)})(?: = (?P<default>.*?))?(?: of (?P<allowed>.*?))?"
    r"(?: among (?P<among>\w+\.\w+))? -- (?P<meaning>.*)"
)
_PLACE = re.compile(r"\$(\w+)")


@dataclass(frozen=True)
class Parameter:
    """A parameter of a query: ``$name`` in its SQL."""

    name: str
    type: str
    default: str | None
    allowed: str | None
    meaning: str
    among: str | None = None  # the table and column that have it, unless it is the default

    def value(self, text: str) -> Value:
        """The value that ``text`` stands for.

        UsageError if the text is not of the parameter's type, or is none of those allowed.
        """
        least, dots, most = (self.allowed or "").partition("..")
        if self.allowed and not dots:
            choices = {choice.lower(): choice for choice in self.allowed.split(", ")}
            if text.lower() not in choices:
                near = did_you_mean(text, choices.values())
                hint = near if near.startswith("did") else f"give one of {self.allowed}"
                raise UsageError(f"parameter {self.name} is {text!r}; {hint}")
            text = choices[text.lower()]
        value = read_value(self.name, self.type, text)
        if dots and not float(least) <= float(value) <= float(most):
            raise UsageError(f"parameter {self.name} is {text!r}; give a number {self.allowed}")
        return value


@dataclass(frozen=True)
class NamedQuery:
    """A query: what it answers, what one row of the answer is, and where that comes from."""

    name: str
    title: str
    one_row: str
    source: str
    parameters: tuple[Parameter, ...]
    sql: str

    def bind(self, given: Mapping[str, str]) -> dict[str, Any]:
        """Values for all parameters, from those given and the defaults.

        UsageError if a name is not a parameter of this query, a value has the wrong type, one that
        has no default is missing, or holes and boards have a card in common.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in given:
            if name == "game" and name not in known:
                hint = of_game(self.name, given[name], named_queries())
                raise UsageError(f"query {self.name} has no parameter 'game'; {hint}")
            if not known:
                raise UsageError(f"query {self.name} has no parameters; {name!r} was given")
            if name not in known:
                raise UsageError(
                    f"query {self.name} has no parameter {name!r}; {did_you_mean(name, known)}"
                )
        values = {}
        for name, parameter in known.items():
            text = given.get(name, parameter.default)
            if text is None:
                raise UsageError(f"query {self.name} needs {name}: {parameter.meaning}")
            values[name] = parameter.value(text)
        cards = ("hole", "hole_of_four", "flop", "turn", "river")
        dealt = [name for name, parameter in known.items() if parameter.type in cards]
        for one, other in combinations(dealt, 2):
            refuse_shared_cards(one, str(values[one]), other, str(values[other]))
        return values

    def written(self, given: Mapping[str, str]) -> str:
        """The statement with values in place of its parameters: for whoever wants to change it.

        UsageError as of :meth:`bind`.
        """
        values = self.bind(given)
        lines = [line for line in self.sql.splitlines() if not line.startswith("-- parameter: ")]
        text = "\n".join(lines) + "\n"
        return _PLACE.sub(lambda place: _literal(values[place[1]]), text)


def given_parameters(texts: Iterable[str]) -> dict[str, str]:
    """The values of parameters by name, from texts of the form ``name=value``.

    UsageError if a text has no value or a name is there twice.
    """
    given: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"parameter {text!r} has no value; give NAME=VALUE")
        if name in given:
            raise UsageError(f"parameter {name!r} is given twice; give it once")
        given[name] = value
    return given


@functools.cache
def named_queries() -> Mapping[str, NamedQuery]:
    """All named queries, by name."""
    subjects = [files(__package__).joinpath(name) for name in SUBJECTS]
    found = [path for folder in subjects for path in folder.iterdir()]
    texts = {
        name: sql
        for path in found
        for name, sql in with_twins(path.name.removesuffix(".sql"), path.read_text("utf-8"))
    }
    queries = [_parse(name, sql) for name, sql in texts.items()]
    return {query.name: query for query in sorted(queries, key=lambda query: query.name)}


def named_query(name: str) -> NamedQuery:
    """The query of that name.

    UsageError if there is none; it names the nearest.
    """
    queries = named_queries()
    if name not in queries:
        raise UsageError(f"no query {name!r}; {did_you_mean(name, queries)}")
    return queries[name]


def _literal(value: Value) -> str:
    """A value as SQL writes it."""
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else repr(value)


def _parse(name: str, sql: str) -> NamedQuery:
    header: dict[str, list[str]] = {}
    for line in sql.splitlines():
        if not line.startswith("-- "):
            break
        key, _, text = line.removeprefix("-- ").partition(": ")
        header.setdefault(key, []).append(text)
    parameters = []
    for text in header.get("parameter", []):
        match = _PARAMETER.fullmatch(text)
        if match is None:
            raise ValueError(f"{name}.sql: cannot read parameter {text!r}")
        parameters.append(Parameter(**match.groupdict()))
    return NamedQuery(
        name,
        title=header["title"][0],
        one_row=header["one row per"][0],
        source=header["source"][0],
        parameters=tuple(parameters),
        sql=sql,
    )
