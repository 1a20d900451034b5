"""What statistics are asked of: their names, the columns they are grouped by, and conditions."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from pokerlake.catalogue import HOLDEM
from pokerlake.engine.cards.holes import HANDS, hand_combos, hand_of_hole
from pokerlake.engine.cards.text import CARDS, CardError, parse_hand
from pokerlake.engine.given import is_whole, number_in, shown
from pokerlake.engine.kinds.table import kinds_of
from pokerlake.engine.ranges.notation import parse_range
from pokerlake.engine.ranges.scanner import RangeError
from pokerlake.tables.definitions.opportunities import DECISIONS, FACTS, PLAYED
from pokerlake.tables.definitions.statistics import ENTRIES, ENTRY_FACTS, STATISTICS, Statistic
from pokerlake.tables.errors import UsageError, did_you_mean, flag

USUAL = (
    "vpip", "pfr", "three_bet", "fold_to_three_bet", "steal", "cbet_flop", "fold_to_cbet_flop",
    "af", "wtsd", "wsd", "bb_100",
)  # fmt: skip
# Where cells of a column of numbers begin, if nothing else is said.
EDGES: Mapping[str, tuple[float, ...]] = {
    "stack": (0, 10, 20, 40, 60, 80, 100, 125, 150, 200),
    "behind": (0, 10, 20, 40, 60, 80, 100, 125, 150, 200),
    "spr": (0, 1, 2, 4, 6, 10, 16),
    "size": (0, 25, 40, 60, 80, 100, 150, 200),
    "size_bb": (0, 2, 2.25, 2.5, 3, 3.5, 4, 6, 9, 12),
    "paid": (0, 2, 5, 10, 20, 50, 100, 200),
}
# The field's other words for columns.
ALIASES = {
    "effective_stack": "stack", "stack_bb": "stack", "stake": "big_blind", "stakes": "big_blind",
    "limit": "big_blind", "bb": "big_blind", "date": "day", "texture": "suits",
    "pos": "position", "table": "table_name", "bet_size": "size", "buyin": "buy_in",
    "high": "high_card",
}  # fmt: skip
STATISTIC_ALIASES = {
    "f3b": "fold_to_three_bet", "ats": "steal", "winrate": "bb_100", "ev": "ev_bb_100",
    "open": "rfi", "double_barrel": "second_barrel", "donk": "donk_bet", "probe": "probe_bet",
    "float": "float_bet", "time": "hours",
}  # fmt: skip
# The words that a column has, in their order, which is not that of letters.
WORDS: dict[str, Sequence[str]] = {
    "position": ("UTG", *(f"UTG+{n}" for n in range(1, 10)), "MP", "HJ", "CO", "BTN", "SB", "BB"),
    "street": ("preflop", "flop", "turn", "river"),
    "action": ("fold", "check", "call", "bet", "raise"),
    "facing": ("nothing", "limp", "bet", "raise", "3-bet", "4-bet", "5-bet"),
    "first_bet": (
        "open", "isolation", "c-bet", "delayed c-bet", "donk", "probe", "float", "bet",
    ),
    "aggressor": ("self", "opponent", "nobody"),
    "side": ("oop", "middle", "ip"),
    "high_card": tuple("AKQJT98765432"),
    "suits": ("rainbow", "two-tone", "monotone"),
    "pairing": ("unpaired", "paired", "trips"),
    "hand": HANDS,
    "made": tuple(kind.name for kind in kinds_of(HOLDEM.high)),
}  # fmt: skip
WORDS |= {"versus": WORDS["position"], "saw": WORDS["street"]}
# Columns of cards: how many they may be, and what to write.
_OF_CARDS: Mapping[str, tuple[range, str]] = {
    "hole": (range(2, 8), "cards such as AcAd; a range is one of hand, as hand=QQ+,AKs"),
    "board": (range(3, 6), "a board such as Kh4d9d, of which later cards may be left out"),
}
_TIMES = ("date", "timestamp")
_NUMBERS = ("bigint", "double", "decimal(18,4)")
_OPERATORS = {"==": "=", "!=": "<>"}  # as SQL has them; the others are the same
_SIGN = re.compile(r"\s*(?P<sign>==|!=|<>|>=|<=|=|>|<)\s*(?P<value>.*?)\s*", re.S)
_CONDITION = re.compile(rf"\s*(?P<name>\w+){_SIGN.pattern}", re.S)
_MONTH = re.compile(r"[0-9]{4}-[0-9]{2}")
_COMMA = re.compile(r",(?!\s*[-+.\d])")  # but for those between edges, which are numbers
_MOST_EDGES = 100
HERO = "hero"


@dataclass(frozen=True)
class Key:
    """A column that is grouped by; of numbers, where each cell begins."""

    name: str
    edges: tuple[float, ...] = ()

    def sql(self) -> str:
        """The expression; of cells the number of the edges that are reached."""
        if not self.edges:
            return f'"{self.name}"'
        steps = " ".join(
            f'when "{self.name}" < {edge!r} then {place}' for place, edge in enumerate(self.edges)
        )
        return f'case when "{self.name}" is null then null {steps} else {len(self.edges)} end'

    def label(self, place: int | None) -> str | None:
        """What a cell is called: ``80 to 100``, ``200 or more``."""
        if place is None:
            return None
        edges = [f"{edge:.10g}" for edge in self.edges]
        if not place:
            return f"below {edges[0]}"
        low = edges[place - 1]
        return f"{low} or more" if place == len(edges) else f"{low} to {edges[place]}"


@dataclass(frozen=True)
class Condition:
    """What a column must be: in SQL with ``?`` for each of the values."""

    name: str
    sql: str
    values: tuple[Any, ...] = field(default=())
    given_by: str = field(default="where", compare=False)  # the field that has it
    told: str = field(default="", compare=False)  # as it was given


def statistics_of(given: Any) -> tuple[Statistic, ...]:
    """The statistics of names, a list or text with commas; titles are names too."""
    found = []
    for name in names_of(given, "statistics", "'vpip,pfr'") or USUAL:
        if not isinstance(name, str):
            raise UsageError(f"statistics has {shown(name)}; give names, such as 'vpip,pfr'")
        told = _names_by_letters().get(_letters(name))
        if told is None:
            hint = did_you_mean(name.strip().lower().replace(" ", "_"), STATISTICS)
            if hint.startswith("there are"):
                hint = f"a player is given with {flag('player', shown(name))}, and {hint}"
            raise UsageError(f"no statistic {shown(name)}; {hint}")
        found.append(STATISTICS[told])
    return tuple(dict.fromkeys(found))


@cache
def _names_by_letters() -> dict[str, str]:
    titles = {each.title: name for name, each in STATISTICS.items()}
    names = {name: name for name in STATISTICS}
    return {_letters(told): name for told, name in (titles | STATISTIC_ALIASES | names).items()}


def _letters(name: str) -> str:
    """A name without signs, so that ``Fold to 3-bet %`` and ``fold_to_three_bet`` are the same."""
    letters = re.sub(r"[\W_]", "", name.lower())
    return letters.replace("3bet", "threebet").replace("4bet", "fourbet")


def keys_of(given: Any) -> tuple[Key, ...]:
    """The columns of text, ``'position, stack: 20 50 100'``, a list, or a mapping to edges."""
    parts: Iterable[Any]
    if isinstance(given, Mapping):
        parts = given.items()
    elif isinstance(given, str):
        parts = [part for part in _COMMA.split(given) if part.strip()]
    else:
        parts = names_of(given, "by", "'position,stack'")
    keys = tuple(_key(part) for part in parts)
    if len({key.name for key in keys}) < len(keys):
        raise UsageError(f"by is {shown(given)}; give each column once")
    return keys


def _key(part: Any) -> Key:
    name, edges = part if isinstance(part, tuple) and len(part) == 2 else (part, None)
    if not isinstance(name, str):
        raise UsageError(f"by has {shown(name)}; give names of columns, such as 'position'")
    if edges is None and ":" in name:
        name, _, edges = name.partition(":")
    told = column_of(name, "by")
    if edges is None:
        return Key(told, EDGES.get(told, ()))
    if _type_of(told) not in _NUMBERS:
        raise UsageError(
            f"by has {told} with {shown(edges)}; {told} is no number, and has no edges"
        )
    try:
        numbers = edges.replace(",", " ").split() if isinstance(edges, str) else edges
        found = tuple(number_in(each) for each in numbers)
    except (TypeError, ValueError):
        found = ()
    if not 1 <= len(found) <= _MOST_EDGES or any(a >= b for a, b in pairwise(found)):
        raise UsageError(f"by has {told} with {shown(edges)}; give ascending numbers, as 20 50 100")
    return Key(told, found)


def column_of(name: str, where: str) -> str:
    """The column of that name, or of another of the field's words for it."""
    told = name.strip().lower()
    told = ALIASES.get(told, told)
    if told not in FACTS and told not in ENTRY_FACTS:
        hint = did_you_mean(told, {**FACTS, **ENTRY_FACTS})
        raise UsageError(f"{where} has {shown(name.strip())}; {hint}")
    return told


def _type_of(name: str) -> str:
    return (FACTS.get(name) or ENTRY_FACTS[name]).sql_type


def is_ordered(name: str) -> bool:
    """Whether a column is of numbers or times, which have a least and a most."""
    return _type_of(name) in (*_NUMBERS, *_TIMES) or name == "month"


def _is_name(name: str) -> bool:
    """Whether a column has whatever text hands came with."""
    known = name in WORDS or name in _OF_CARDS or name == "month"
    return _type_of(name) == "varchar" and not known


def conditions_of(given: Any, where: str = "where") -> tuple[Condition, ...]:
    """Conditions: a mapping of columns to values, or texts such as ``big_blind=0.05..0.25``.

    Of a mapping a tuple of two numbers is from and to, both inclusive; a list is any of its values;
    None is what is not known. UsageError for a column that is to have one value and another.
    """
    if given is None:
        return ()
    found: list[Condition] = []
    equal: dict[str, str] = {}
    if isinstance(given, Mapping):
        for column, value in given.items():
            made = _of_value(column_of(str(column), where), value, where)
            if made.name in equal:
                raise UsageError(f"{where} has {made.name} twice; give it once")
            equal[made.name] = ""
            found.append(replace(made, given_by=where, told=f"{made.name} {shown(value)}"))
        return tuple(found)
    if not isinstance(given, Sequence):
        raise UsageError(f"{where} is {shown(given)}; give a mapping such as {{'position': 'BTN'}}")
    for part in _parts([given] if isinstance(given, str) else given, where):
        match = _CONDITION.fullmatch(part)
        if not match:
            raise UsageError(f"{where} has {shown(part)}; give COLUMN=VALUE, as position=BTN,SB")
        name, sign, value = column_of(match["name"], where), match["sign"], match["value"]
        made = _of_text(name, sign, value, where)
        if sign in ("=", "=="):
            if name in equal:
                both = f"{equal[name]},{value}"
                is_list = ".." not in both and equal[name] != value
                hint = f"give any of them as {name}={both}" if is_list else "give it once"
                raise UsageError(f"{where} has {name} twice; {hint}")
            equal[name] = value
        found.append(replace(made, given_by=where, told=part))
    return tuple(found)


def _parts(given: Sequence[Any], where: str) -> Iterator[str]:
    """The conditions in texts, which have semicolons between them."""
    for text in given:
        if not isinstance(text, str):
            raise UsageError(f"{where} has {shown(text)}; give COLUMN=VALUE, as position=BTN,SB")
        yield from (part.strip() for part in text.split(";") if part.strip())


def player_condition(player: Any) -> Condition:
    """The rows of one player; ``hero`` is the owner of the files."""
    if not isinstance(player, str):
        raise UsageError(f"player is {shown(player)}; give a name, or 'hero'")
    if player == HERO:
        return Condition("hero", '"hero"', (), "player", f"player {player!r}")
    return Condition("player", '"player" in (?)', (player,), "player", f"player {player!r}")


def _of_value(name: str, value: Any, where: str) -> Condition:
    if value is None:
        return Condition(name, f'"{name}" is null')
    if isinstance(value, slice):
        value = (value.start, value.stop)
    if isinstance(value, tuple) and len(value) == 2 and is_ordered(name):
        return _between(name, *value, where)
    if isinstance(value, str) and not _is_name(name) and name not in _OF_CARDS:
        match = _SIGN.fullmatch(value)  # '>= 40'
        sign, text = (match["sign"], match["value"]) if match else ("=", value.strip())
        return _of_text(name, sign, text, where)
    if isinstance(value, str) or not isinstance(value, Iterable):
        value = [value]
    return _any_of(name, value, where)


def _of_text(name: str, sign: str, text: str, where: str) -> Condition:
    operator = _OPERATORS.get(sign, sign)
    low, dots, high = text.partition("..")
    is_known = name in WORDS or name in _OF_CARDS
    if not is_ordered(name) and (operator not in ("=", "<>") or (dots and is_known)):
        raise UsageError(
            f"{where} has {name}{sign}{text}; {name} has no order: give = or !=, and each value"
        )
    if not text and operator != "<>":
        raise UsageError(
            f"{where} has {name} without a value; give one, or {name}=null for what is not known"
        )
    if operator not in ("=", "<>"):
        value = _value(name, _unquoted(text), where)
        return Condition(name, f"{_column(name, value)} {operator} ?", (value,))
    if not text or text.lower() == "null":
        return Condition(name, f'"{name}" is {"" if operator == "=" else "not "}null')
    if dots and is_ordered(name):
        made = _between(name, _unquoted(low), _unquoted(high), where)
    else:
        made = _any_of(name, map(_unquoted, text.split(",")), where)
    # Who is not this player is everybody else, and what is not known is none of these either.
    return made if operator == "=" else replace(made, sql=f"({made.sql}) is not true")


def _unquoted(text: str) -> str:
    """A value without blanks and quotes around it, as SQL has it."""
    text = text.strip()
    is_quoted = len(text) > 2 and text[0] == text[-1] and text[0] in "'\""
    return text[1:-1] if is_quoted else text


def _column(name: str, value: Any) -> str:
    """The column, in SQL; its day where the value is a day."""
    return f'cast("{name}" as date)' if _is_day(value) else f'"{name}"'


def _is_day(value: Any) -> bool:
    return isinstance(value, dt.date) and not isinstance(value, dt.datetime)


def _any_of(name: str, given: Iterable[Any], where: str) -> Condition:
    values = _values(name, given, where)
    if name in _OF_CARDS:
        told = " or ".join(_has_cards(name, cards) for cards in values)
        values = [card for cards in values for card in cards]
    elif _type_of(name) in _TIMES:
        told = " or ".join(f"{_column(name, value)} = ?" for value in values)
    else:
        told = f'"{name}" in ({", ".join("?" * len(values))})' if values else ""
    return Condition(name, told or "false", tuple(values))


def _has_cards(name: str, cards: Sequence[str]) -> str:
    """SQL of a hole of these cards in any order, or a board that begins with them.

    The cards of a flop have no order; turn and river are those of their streets.
    """
    if name == "hole":
        told = [f'length("hole") = {2 * len(cards)}', *['contains("hole", ?)'] * len(cards)]
    else:
        told = ['contains("board"[1:6], ?)'] * 3
        told += [f'"board"[{2 * at + 1}:{2 * at + 2}] = ?' for at in range(3, len(cards))]
    return f"({' and '.join(told)})"


def _cards(name: str, given: Any, where: str) -> tuple[str, ...]:
    """The cards of a hole or a board, as hands have them."""
    sizes, wanted = _OF_CARDS[name]
    try:
        cards = parse_hand(given) if isinstance(given, str) else ()
    except CardError:
        cards = ()
    if len(cards) not in sizes:
        raise UsageError(f"{where} has {name} {shown(given)}; give {wanted}")
    return tuple(CARDS[card] for card in cards)


def _between(name: str, low: Any, high: Any, where: str) -> Condition:
    ends = [(sign, end) for sign, end in ((">=", low), ("<=", high)) if end not in (None, "")]
    if not ends:
        raise UsageError(f"{where} has {name} from nothing to nothing; give one end, as 0.05..0.25")
    values = tuple(_value(name, end, where) for _, end in ends)
    if len(values) == 2 and _moment(values[0]) > _moment(values[1]):
        raise UsageError(f"{where} has {name} from {low} to {high}; give the smaller one first")
    told = (
        f"{_column(name, value)} {sign} ?" for (sign, _), value in zip(ends, values, strict=True)
    )
    return Condition(name, " and ".join(told), values)


def _moment(value: Any) -> Any:
    """A value that can be compared: of a day its beginning."""
    return dt.datetime.combine(value, dt.time()) if _is_day(value) else value


def _values(name: str, given: Iterable[Any], where: str) -> list[Any]:
    """Values as the column has them: of hands those of a range too, as ``QQ+``."""
    found: list[Any] = []
    for each in given:
        found += (name == "hand" and _hands(each)) or [_value(name, each, where)]
    return found


def _hands(given: Any) -> list[str]:
    """The hands of a range; none of what is no range, or has some holes of a hand alone."""
    try:
        inside = np.bincount(hand_of_hole(), parse_range(given), len(HANDS))
    except (CardError, RangeError, TypeError, AttributeError):
        return []
    whole = np.flatnonzero(inside == hand_combos())
    return [HANDS[hand] for hand in whole] if len(whole) == np.count_nonzero(inside) else []


def _value(name: str, given: Any, where: str) -> Any:
    """A value as the column has it; of cards the text of each."""
    if name in _OF_CARDS:
        return _cards(name, given, where)
    sql_type = _type_of(name)
    if sql_type in _TIMES:
        return _time(name, given, where)
    if sql_type == "boolean":
        told = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        if str(given).strip().lower() not in told:
            raise UsageError(f"{where} has {name} {shown(given)}; give true or false")
        return told[str(given).strip().lower()]
    if sql_type in _NUMBERS:
        try:
            return number_in(given)
        except ValueError:
            raise UsageError(f"{where} has {name} {shown(given)}; give a number") from None
    if not isinstance(given, str):
        if not is_whole(given):
            raise UsageError(f"{where} has {name} {shown(given)}; give text")
        given = str(int(given))
    if name == "month" and not _MONTH.fullmatch(given.strip()):
        raise UsageError(f"{where} has month {shown(given)}; give one such as 2024-07")
    return _word(name, given, where) if name in WORDS else given


def _time(name: str, given: Any, where: str) -> dt.date | dt.datetime:
    """A day, or a moment by the clock of the column."""
    moment: Any = given
    if not isinstance(given, dt.date):
        text = str(given).strip()
        try:
            moment = dt.datetime.fromisoformat(text)
            with suppress(ValueError):
                moment = dt.date.fromisoformat(text)
        except ValueError:
            moment = None
    if moment is None or moment != moment:  # NaT of pandas
        raise UsageError(f"{where} has {name} {shown(given)}; give a day, such as 2024-07-11")
    if isinstance(moment, dt.datetime) and moment.tzinfo is not None:
        if name != "played_utc":
            raise UsageError(
                f"{where} has {name} {shown(given)}; give it without a zone, or give played_utc"
            )
        moment = moment.astimezone(dt.UTC).replace(tzinfo=None)
    return moment  # type: ignore[no-any-return]


def _word(name: str, given: str, where: str) -> str:
    """One of the words of a column, whatever its capitals."""
    spelled = {word.lower(): word for word in WORDS[name]}
    word = spelled.get(given.strip().lower())
    if word is None:
        hint = did_you_mean(given, WORDS[name])
        raise UsageError(f"{where} has {name} {shown(given)}; {hint}")
    return word


def has_names(condition: Condition) -> bool:
    """Whether a condition names values of a column that has whatever text hands came with."""
    return _is_name(condition.name) and f'"{condition.name}" in (?' in condition.sql


def names_of(given: Any, what: str, example: str) -> list[Any]:
    """Names as people give them: a list, or text with commas."""
    if given is None:
        return []
    if isinstance(given, str):
        return [part.strip() for part in given.split(",") if part.strip()]
    if not isinstance(given, Iterable) or isinstance(given, bytes):
        raise UsageError(f"{what} is {shown(given)}; give names, such as {example}")
    return [*given]


def rows_without(key: str, statistics: Sequence[Statistic]) -> Statistic | None:
    """The first of the statistics that is of rows which have no such column."""
    for each in statistics:
        fact = (ENTRY_FACTS if each.rows == ENTRIES else FACTS).get(key)
        told = fact and (fact.of_decision if each.rows == DECISIONS else fact.of_hand)
        if not told or (each.rows == PLAYED and key == "number"):
            return each
    return None
