"""The named queries: a ``.sql`` file each, with title, grain, source and parameters at the top.

Users type the values of parameters: numbers, hands, holes and ranges. Each reader takes the text,
and raises ValueError with its problem.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import partial
from importlib.resources import files
from itertools import combinations
from typing import TYPE_CHECKING, Any

from pokerlake.catalogue import ACE_TO_FIVE, GAMES, Game, game_named
from pokerlake.engine.given import plain_digits, plain_float, plain_int, shown
from pokerlake.lazy import LazyModule
from pokerlake.tables.errors import UsageError, did_you_mean
from pokerlake.tables.schema import reading_instead

if TYPE_CHECKING:
    from pokerlake.engine.cards import holes
    from pokerlake.engine.cards import text as cards
    from pokerlake.engine.ranges import notation
    from pokerlake.engine.ranges.top_percent import Weights

    from ..files import hand_names
else:  # numba comes with them
    cards = LazyModule("pokerlake.engine.cards.text")
    holes = LazyModule("pokerlake.engine.cards.holes")
    notation = LazyModule("pokerlake.engine.ranges.notation")
    hand_names = LazyModule("pokerlake.queries.files.hand_names")

Value = int | float | str
_OMAHA_KIND = re.compile(
    r"(?P<ranks>[2-9TJQKAX]{2,6})\$?(?P<suits>rainbow|ss|ds|ts|ms)?", re.IGNORECASE
)
_DEALT = ("hole", "hole_of_four", "flop", "turn", "river")
_NUMBERS = {"integer": "a whole number", "number": "a number"}


def read_value(name: str, kind: str, text: str) -> Value:
    """The value of a parameter.

    UsageError if the text does not have this type.
    """
    try:
        return READERS[kind](text)
    except ValueError as error:
        is_number = kind in _NUMBERS
        problem = f" is {shown(text)}; give {_NUMBERS[kind]}" if is_number else f": {error}"
        raise UsageError(f"parameter {name}{problem}") from error


def _text(text: str) -> str:
    """Any text that is valid UTF-8, as DuckDB needs."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{shown(text)} is no text in UTF-8") from None
    return text


def _day(text: str) -> str:
    """A day in ISO 8601, 2019-07-11, or any."""
    tidy = text.strip().lower()
    if tidy == "any":
        return tidy
    try:
        return date.fromisoformat(tidy).isoformat()
    except ValueError:
        raise ValueError(f"{shown(text)} is no day; write it as 2019-07-11") from None


def _game(text: str) -> str:
    """The name of a game, or any."""
    from ..answers.orders import rule_of

    if text.strip().lower() == "any":
        return "any"
    try:
        return rule_of(text, [*GAMES, "any"]).name
    except UsageError as error:
        raise ValueError(str(error)) from None


def _cards(text: str, fewest: int, most: int, needed: str) -> cards.Column:
    hand = cards.parse_hand(text)
    if not fewest <= len(hand) <= most:
        raise ValueError(f"{text!r} has {cards.counted(len(hand))}{needed}")
    return hand


def _hand(text: str) -> str:
    _cards(text, 5, 7, "; 5 to 7 are needed")
    return text


def _board(text: str, *, size: int) -> str:
    """A board as in tables: ``3h4sJh`` for ``jh 3h 4s``."""
    return cards.format_hand(sorted(_cards(text, size, size, f", not {size}")))


def _category(text: str) -> int:
    """A category, 1 for ``straight flush`` .. 9 for ``high card``, from its name or number."""
    from pokerlake.engine.hands.classes import CATEGORY_NAMES

    tidy = " ".join(text.lower().replace("_", " ").replace("-", " ").split())
    if tidy in CATEGORY_NAMES:
        return CATEGORY_NAMES.index(tidy) + 1
    if tidy in map(str, range(1, 1 + len(CATEGORY_NAMES))):
        return int(tidy)
    raise ValueError(f"{text!r} is no category; {did_you_mean(tidy, CATEGORY_NAMES)}")


def _hole_of_four(text: str) -> str:
    """A raw hole, the highest card first: ``AhKhQdJd`` for ``jdqd kh ah``."""
    hand = _cards(text, 4, 4, "; a hole in Omaha has 4")
    return cards.format_hand(sorted(hand, reverse=True))


def refuse_shared_cards(first: str, first_held: str, second: str, second_held: str) -> None:
    """Refuse holes and boards that cannot be dealt together; the error names their parameters.

    UsageError if they share a card.
    """
    shared = sorted({*cards.cards_in(first_held)} & {*cards.cards_in(second_held)})
    if shared:
        raise UsageError(f"parameters {first} and {second} both have {' and '.join(shared)}")


def _range(text: str) -> str:
    """The text of a range; percentages are resolved later, by the ranking in the lake.

    ``@FILE`` is not read, unlike in commands for ranges: untrusted users run queries too.
    """
    if not _weights(text).any():
        raise ValueError(f"no hand is in {text!r}")
    return text


def _weights(text: str) -> Weights:
    import numpy as np

    return notation.parse_range(text, ranking=np.zeros(len(holes.HANDS)))


def _range_of_hands(text: str) -> str:
    """A range that gives one weight to all combos of a starting hand."""
    from ..answers.lookup.matchups import hand_weights

    if hand_weights(_weights(_range(text))[None]) is None:
        raise ValueError(f"{text!r} names suits; give hands such as TT+,AKs")
    return text


def _omaha_hole(text: str, *, size: int) -> str:
    """A hole as in tables, in the lowest suits: ``AdAc3d2c`` for ``AsAh2s3h``; or any."""
    from pokerlake.engine.cards.boards import suit_images

    if text.strip().lower() == "any":
        return "any"
    if kind := _OMAHA_KIND.fullmatch(text.strip()):
        ranks, suits = kind["ranks"].upper(), (kind["suits"] or "").lower()
        also = f" and suits={suits}" if suits else ""
        hole = "AsAhKsKhQdJc"[: 2 * size]
        raise ValueError(f"{text!r} is no hole; write {hole}, or ranks={ranks}{also}")
    images = suit_images()[:, _cards(text, size, size, f", not {size}")].tolist()
    return cards.format_hand(min(map(sorted, images))[::-1])


def _omaha_ranks(text: str, *, size: int) -> str:
    """An SQL pattern for the ranks of a hole, the highest first: ``%A%A%`` for ``AAxx``."""
    tidy = text.strip().upper().replace("10", "T")
    if tidy == "ANY":
        return "%"
    wrong = [letter for letter in tidy if letter not in (*cards.RANKS, "X")]
    if wrong or not 1 <= len(tidy) <= size:
        most = {3: "three", 4: "four", 5: "five", 6: "six"}[size]
        raise ValueError(
            f"{shown(text)} is not one to {most} ranks; write AA{'x' * (size - 2)}, x for any rank"
        )
    ranks = sorted(tidy.replace("X", ""), key=cards.RANKS.index, reverse=True)
    return "%".join(["", *ranks, ""]) or "%"


# Cards of a hole by the prefix of Omaha's queries, which is also in names of parameter types.
_OMAHA = {game.prefix: game.hole for game in GAMES.values() if game.hole > 2 and not game.halves}


def _razz_start(text: str) -> str:
    """Three ranks as in tables, the lowest first: ``A23`` for ``3a2``; or any."""
    tidy = text.strip().upper().replace("10", "T")
    if tidy == "ANY":
        return "any"
    ranks = ACE_TO_FIVE.ranks
    if len(tidy) != 3 or not set(tidy) <= set(ranks):
        raise ValueError(f"{shown(text)} is no three ranks; write A23")
    return "".join(sorted(tidy, key=ranks.index))


READERS: Mapping[str, Callable[[str], Value]] = {
    "integer": plain_int,
    "number": plain_float,
    "text": _text,
    "day": _day,
    "game": _game,
    "hand": _hand,
    "five_cards": lambda text: cards.format_hand(_cards(text, 5, 5, ", not 5")),
    "category": _category,
    "hole": lambda text: holes.format_hole(holes.parse_hole(text)),
    "hole_of_four": _hole_of_four,
    **{f"{prefix}hole": partial(_omaha_hole, size=size) for prefix, size in _OMAHA.items()},
    **{f"{prefix}ranks": partial(_omaha_ranks, size=size) for prefix, size in _OMAHA.items()},
    "stud_start": partial(_omaha_hole, size=3),
    "stud_ranks": partial(_omaha_ranks, size=3),
    "razz_start": _razz_start,
    "starting_hand": lambda text: hand_names.hand_named(text),
    "range": _range,
    "range_of_hands": _range_of_hands,
    "flop": partial(_board, size=3),
    "turn": partial(_board, size=4),
    "river": partial(_board, size=5),
}


# The folders of named queries; other folders have the statements of charts and commands.
SUBJECTS = (
    "hands", "boards", "draw", "histories", "learning", "push_fold", "solving", "abstraction",
    "blueprints",
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
    among: str | None = None  # the table and column that must have it, unless it is the default

    def value(self, text: str) -> Value:
        """The value of a text.

        UsageError if the text does not have the parameter's type, or is not allowed.
        """
        if self.type == "integer":
            text = plain_digits(text)  # 1e3, 7.0
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

    def declared(self) -> str:
        """The line that declares the parameter, for :func:`parameter_named`."""
        default = "" if self.default is None else f" = {self.default}"
        allowed = f" of {self.allowed}" if self.allowed else ""
        among = f" among {self.among}" if self.among else ""
        return f"{self.name} {self.type}{default}{allowed}{among} -- {self.meaning}"


def parameter_named(declared: str) -> Parameter:
    """The parameter declared by a line: ``hand starting_hand = AKs -- whose equity``.

    UsageError if it cannot be read.
    """
    match = _PARAMETER.fullmatch(declared)
    if match is None:
        raise UsageError(
            f"cannot read parameter {shown(declared)}; write NAME TYPE = DEFAULT -- MEANING, where "
            f"TYPE is one of {', '.join(READERS)}"
        )
    return Parameter(**match.groupdict())


@dataclass(frozen=True)
class NamedQuery:
    """A query: its title, the meaning of a row, its source, its parameters and its SQL."""

    name: str
    title: str
    one_row: str
    source: str
    parameters: tuple[Parameter, ...]
    sql: str

    def bind(self, texts: Mapping[str, str]) -> dict[str, Any]:
        """Values for all parameters, from given values and defaults.

        UsageError for an unknown parameter, a value of a wrong type, a missing value without a
        default, or holes and boards that share a card.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in texts:
            if name == "game" and name not in known:
                hint = _of_game(self.name, texts[name], named_queries())
                raise UsageError(f"query {self.name} has no parameter 'game'; {hint}")
            if not known:
                raise UsageError(f"query {self.name} has no parameters; {name!r} was given")
            if name not in known:
                raise UsageError(
                    f"query {self.name} has no parameter {name!r}; {did_you_mean(name, known)}"
                )
        return values_for(self.parameters, texts, f"query {self.name}")

    def written(self, texts: Mapping[str, str]) -> str:
        """The statement with values instead of parameters, for users who want to change it.

        UsageError as from :meth:`bind`.
        """
        written = literals(self.bind(texts))
        lines = [line for line in self.sql.splitlines() if not line.startswith("-- parameter: ")]
        text = "\n".join(lines) + "\n"
        return _PLACE.sub(lambda place: written[place[1]], text)


def values_for(
    parameters: Iterable[Parameter], texts: Mapping[str, str], whose: str
) -> dict[str, Value]:
    """Values for all parameters, from given values and defaults; ``whose`` is for messages.

    UsageError for a value of a wrong type, a missing value without a default, or holes and boards
    that share a card.
    """
    values, types = {}, {}
    for parameter in parameters:
        text = texts.get(parameter.name, parameter.default)
        if text is None:
            raise UsageError(f"{whose} needs {parameter.name}: {parameter.meaning}")
        values[parameter.name], types[parameter.name] = parameter.value(text), parameter.type
    require_apart(types, values)
    return values


def require_apart(types: Mapping[str, str], values: Mapping[str, Value]) -> None:
    """UsageError if holes and boards among parameters share a card."""
    dealt = [name for name, type_ in types.items() if type_ in _DEALT]
    for first, second in combinations(dealt, 2):
        refuse_shared_cards(first, str(values[first]), second, str(values[second]))


def literals(values: Mapping[str, Value]) -> dict[str, str]:
    """Values as SQL literals."""
    return {
        name: "'" + value.replace("'", "''") + "'" if isinstance(value, str) else repr(value)
        for name, value in values.items()
    }


def given_parameters(texts: Iterable[str]) -> dict[str, str]:
    """The values of parameters by name, from texts of the form ``name=value``.

    UsageError for a missing value or a duplicate name.
    """
    by_name: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"parameter {text!r} has no value; give NAME=VALUE")
        if name in by_name:
            raise UsageError(f"parameter {name!r} is given twice; give it once")
        by_name[name] = value
    return by_name


@functools.cache
def named_queries() -> Mapping[str, NamedQuery]:
    """All named queries, by name."""
    subjects = [files(__package__).joinpath(name) for name in SUBJECTS]
    paths = [path for folder in subjects for path in folder.iterdir()]
    texts = {
        name: sql
        for path in paths
        for name, sql in _with_twins(path.name.removesuffix(".sql"), path.read_text("utf-8"))
    }
    queries = [_parse(name, sql) for name, sql in texts.items()]
    return {query.name: query for query in sorted(queries, key=lambda query: query.name)}


def named_query(name: str) -> NamedQuery:
    """The query with that name.

    UsageError, which suggests the nearest, if there is none.
    """
    queries = named_queries()
    if name not in queries:
        raise UsageError(f"no query {name!r}; {did_you_mean(name, queries)}")
    return queries[name]


def _parse(name: str, sql: str) -> NamedQuery:
    header: dict[str, list[str]] = {}
    for line in sql.splitlines():
        if not line.startswith("-- "):
            break
        key, _, text = line.removeprefix("-- ").partition(": ")
        header.setdefault(key, []).append(text)
    return NamedQuery(
        name,
        title=header["title"][0],
        one_row=header["one row per"][0],
        source=header["source"][0],
        parameters=tuple(map(parameter_named, header.get("parameter", []))),
        sql=sql,
    )


# ---------------------------------------------------------------- the same for other games

# ``-- in short deck: income_ranks`` at the top of a query makes a second query from the file, which
# reads the table or view of short deck instead, and reads ranges as those of short deck.
# ``-- in omaha5: omaha_equities`` makes one for five cards.
_TABLES = ("starting_hands", "matchups", "matchups3", "combo_matchups", "income_rates")
_TWINS = {game.name: game for game in GAMES.values() if game.twin}
_RANGE_HANDS = re.compile(r"range_hands\((\$\w+)\)")
_TWIN = re.compile(rf"^-- in ({'|'.join(map(re.escape, _TWINS))}): (.*)\n", re.M)


def _with_twins(name: str, sql: str) -> Iterator[tuple[str, str]]:
    """The name and the text of a query, and of each twin in its header."""
    plain = _TWIN.sub("", sql)
    yield name, plain
    for twin in _TWIN.finditer(sql):
        game = _TWINS[twin[1]]
        lines = (
            _header(game, line) if line.startswith("-- ") else line
            for line in plain.splitlines(keepends=True)
        )
        read = {other: _named(game, other) for other in twin[2].split(", ")}
        text = "".join(lines)
        if game.hole == 2:
            text = _RANGE_HANDS.sub(rf"range_hands(\1, '{game.name}')", text)
        yield _named(game, name), reading_instead(text, read)


def _named(game: Game, name: str) -> str:
    """A name of the twin, for this game: ``omaha5_equities`` for ``omaha_equities``."""
    assert game.twin is not None
    return game.prefix + name.removeprefix(GAMES[game.twin.of].prefix)


def _header(game: Game, line: str) -> str:
    """A line of the header in the words of a game."""
    twin = game.twin
    assert twin is not None
    words = {**twin.words, **(game.named(*_TABLES) if game.hole == 2 else {})}
    if twin.lead and (title := re.match("-- title: ", line)):
        at = title.end()
        line = f"{title[0]}{twin.lead}: {line[at].lower()}{line[at + 1 :]}"
    pattern = "|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words)
    return re.sub(pattern, lambda found: words[found[0]], line)


def _of_game(name: str, text: str, known: Collection[str]) -> str:
    """A hint at the name of a query for another game."""
    game = game_named(text)
    asked = game.name if game else text
    prefixes = sorted({each.prefix for each in GAMES.values()}, key=len, reverse=True)
    own_prefix = next(prefix for prefix in prefixes if name.startswith(prefix))
    if game and game.prefix == own_prefix:
        return f"leave it out for {asked}"
    other = game.prefix + name.removeprefix(own_prefix) if game else ""
    return f"for {asked} ask {other}" if other in known else f"there is none for {shown(asked)}"
