"""What statistics are asked of: their names, the columns they are grouped by, and conditions."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
    "limit": "big_blind", "bb": "big_blind", "name": "player", "date": "day", "texture": "suits",
    "pos": "position", "table": "table_name", "bet_size": "size", "buyin": "buy_in",
    "high": "high_card",
}  # fmt: skip
STATISTIC_ALIASES = {
    "3bet": "three_bet", "3-bet": "three_bet", "threebet": "three_bet", "4bet": "four_bet",
    "4-bet": "four_bet", "fold_to_3bet": "fold_to_three_bet", "f3b": "fold_to_three_bet",
    "fold_to_4bet": "fold_to_four_bet", "c-bet": "cbet", "cbet%": "cbet", "ats": "steal",
    "w$sd": "wsd", "bb/100": "bb_100", "bb100": "bb_100", "winrate": "bb_100",
    "ev_bb100": "ev_bb_100", "ev": "ev_bb_100", "aggression_factor": "af", "open": "rfi",
    "raise_first_in": "rfi", "won": "net", "double_barrel": "second_barrel",
    "donk": "donk_bet", "probe": "probe_bet", "float": "float_bet", "time": "hours",
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
# Text that is no word: of it each value is refused that no hand has.
_CARDS_AND_TIMES = (*_OF_CARDS, "month")
_TIMES = ("date", "timestamp", "timestamp_ms")
_NUMBERS = ("bigint", "double", "decimal(18,4)")
_OPERATORS = {
    "=": "=",
    "==": "=",
    "!=": "<>",
    "<>": "<>",
    ">=": ">=",
    "<=": "<=",
    ">": ">",
    "<": "<",
}
_CONDITION = re.compile(
    r"\s*(?P<name>\w+)\s*(?P<sign>==|!=|<>|>=|<=|=|>|<)\s*(?P<value>.*?)\s*", re.S
)
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
        if not place:
            return f"below {self.edges[0]:g}"
        low = f"{self.edges[place - 1]:g}"
        return f"{low} or more" if place == len(self.edges) else f"{low} to {self.edges[place]:g}"


@dataclass(frozen=True)
class Condition:
    """What a column must be: in SQL with ``?`` for each of the values."""

    name: str
    sql: str
    values: tuple[Any, ...] = field(default=())
    given_by: str = field(default="where", compare=False)  # the field that has it
    told: str = field(default="", compare=False)  # as it was given


def statistics_of(given: Any) -> tuple[Statistic, ...]:
    """The statistics of names, a list or text with commas."""
    names = names_of(given, "statistics", "'vpip,pfr'")
    if not names:
        names = [*USUAL]
    found = []
    for name in names:
        told = name.strip().lower().replace(" ", "_")
        told = STATISTIC_ALIASES.get(told, told)
        if told not in STATISTICS:
            hint = did_you_mean(told, STATISTICS)
            if hint.startswith("there are"):
                hint = f"a player is given with {flag('player', shown(name))}, and {hint}"
            raise UsageError(f"no statistic {shown(name)}; {hint}")
        found.append(STATISTICS[told])
    return tuple(dict.fromkeys(found))


def keys_of(given: Any) -> tuple[Key, ...]:
    """The columns of text, ``'position, stack: 20 50 100'``, a list, or a mapping to edges."""
    if isinstance(given, Mapping):
        parts: list[Any] = [*given.items()]
    else:
        parts = names_of(given, "by", "'position,stack'")
    keys = []
    for part in parts:
        name, edges = part, None
        if isinstance(part, tuple) and len(part) == 2:
            name, edges = part
        elif isinstance(part, str) and ":" in part:
            name, _, edges = part.partition(":")
        keys.append(_key(name, edges))
    if len({key.name for key in keys}) < len(keys):
        raise UsageError(f"by is {shown(given)}; give each column once")
    return tuple(keys)


def _key(name: Any, edges: Any) -> Key:
    if not isinstance(name, str):
        raise UsageError(f"by is {shown(name)}; give names of columns, such as 'position'")
    told = column_of(name, "by")
    if edges is None:
        return Key(told, EDGES.get(told, ()))
    numbers = [*edges.split()] if isinstance(edges, str) else [*edges]
    try:
        found = tuple(float(number_in(each)) for each in numbers)
    except ValueError:
        found = ()
    if not 1 <= len(found) <= _MOST_EDGES or any(a >= b for a, b in pairwise(found)):
        raise UsageError(f"by has {told} with {shown(edges)}; give ascending numbers, as 20 50 100")
    if _type_of(told) not in _NUMBERS:
        raise UsageError(
            f"by has {told} with {shown(edges)}; {told} is no number, and has no edges"
        )
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


def conditions_of(given: Any, where: str = "where") -> tuple[Condition, ...]:
    """Conditions: a mapping of columns to values, or texts such as ``big_blind=0.05..0.25``.

    Of a mapping a tuple of two numbers is from and to, both inclusive; a list is any of its values;
    None is what is not known. UsageError for a column that is to have one value and another.
    """
    if given is None or (isinstance(given, str) and not given.strip()):
        return ()
    found: list[Condition] = []
    equal: dict[str, str] = {}
    if isinstance(given, Mapping):
        for name, value in given.items():
            made = replace(_condition(name, value, where), told=f"{name} {shown(value)}")
            if made.name in equal:
                raise UsageError(f"{where} has {made.name} twice; give it once")
            equal[made.name] = ""
            found.append(made)
        return tuple(replace(each, given_by=where) for each in found)
    if not isinstance(given, Sequence):
        raise UsageError(f"{where} is {shown(given)}; give a mapping such as {{'position': 'BTN'}}")
    for part in _parts([given] if isinstance(given, str) else given, where):
        match = _CONDITION.fullmatch(part)
        if not match:
            raise UsageError(f"{where} has {shown(part)}; give COLUMN=VALUE, as position=BTN,SB")
        name, sign, value = column_of(match["name"], where), match["sign"], match["value"]
        made = _of_text(name, sign, value, where)
        if _OPERATORS[sign] == "=":
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
    """The rows of one player; ``hero`` is whose files they are."""
    if not isinstance(player, str):
        raise UsageError(f"player is {shown(player)}; give a name, or 'hero'")
    if player == HERO:
        return Condition("hero", '"hero"', (), "player", f"player {player!r}")
    return Condition("player", '"player" in (?)', (player,), "player", f"player {player!r}")


def _of_text(name: str, sign: str, text: str, where: str) -> Condition:
    operator = _OPERATORS[sign]
    if operator not in ("=", "<>"):
        if name in _OF_CARDS or name in WORDS:
            raise UsageError(f"{where} has {name}{sign}{text}; {name} has no order: give = or !=")
        return Condition(name, f'"{name}" {operator} ?', (_value(name, text, where),))
    if not text and operator == "=":
        raise UsageError(
            f"{where} has {name} without a value; give one, or {name}=null for what is not known"
        )
    low, dots, high = text.partition("..")
    if dots and operator == "=":
        return _between(name, low.strip(), high.strip(), where)
    if not text or text.lower() == "null":
        return Condition(name, f'"{name}" is {"" if operator == "=" else "not "}null')
    parts = [_unquoted(each.strip()) for each in text.split(",")]
    return _any_of(name, _values(name, parts, where), negated=operator == "<>")


def _unquoted(text: str) -> str:
    """A value without quotes around it, as SQL has it."""
    is_quoted = len(text) > 2 and text[0] == text[-1] and text[0] in "'\""
    return text[1:-1] if is_quoted else text


def _condition(column: Any, value: Any, where: str) -> Condition:
    name = column_of(str(column), where)
    if value is None:
        return Condition(name, f'"{name}" is null')
    if isinstance(value, slice):
        value = (value.start, value.stop)
    if isinstance(value, tuple) and len(value) == 2 and is_ordered(name):
        return _between(name, *value, where)
    match = _CONDITION.fullmatch(f"{name}{value}") if isinstance(value, str) else None
    if match and is_ordered(name):  # '>= 40'
        return _of_text(name, match["sign"], match["value"], where)
    if isinstance(value, str) or not isinstance(value, Iterable):
        value = [value]
    return _any_of(name, _values(name, value, where))


def is_ordered(name: str) -> bool:
    """Whether a column is of numbers or times, which have a least and a most."""
    return _type_of(name) in (*_NUMBERS, *_TIMES)


def _any_of(name: str, values: list[Any], *, negated: bool = False) -> Condition:
    if name in _OF_CARDS:
        told = " or ".join(_has_cards(name, cards) for cards in values) or "false"
        values = [card for cards in values for card in cards]
    else:
        marks = ", ".join("?" * len(values))
        told = f'"{name}" in ({marks})' if values else "false"
    # Who is not this player is everybody else, and what is not known is none of these either.
    return Condition(name, f"({told}) is not true" if negated else told, tuple(values))


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
    if len(values) == 2 and values[0] > values[1]:
        raise UsageError(f"{where} has {name} from {low} to {high}; give the smaller one first")
    return Condition(name, " and ".join(f'"{name}" {sign} ?' for sign, _ in ends), values)


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
        try:
            if isinstance(given, (dt.date, dt.datetime)):
                return given
            return dt.datetime.fromisoformat(str(given).strip())
        except ValueError:
            raise UsageError(
                f"{where} has {name} {shown(given)}; give a day, such as 2024-07-11"
            ) from None
    if sql_type == "boolean":
        told = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        if str(given).strip().lower() not in told:
            raise UsageError(f"{where} has {name} {shown(given)}; give true or false")
        return told[str(given).strip().lower()]
    if sql_type in _NUMBERS:
        try:
            number = float(number_in(given))
        except ValueError:
            number = math.nan
        if math.isnan(number):
            raise UsageError(f"{where} has {name} {shown(given)}; give a number")
        return number
    if not isinstance(given, str):
        if not is_whole(given):
            raise UsageError(f"{where} has {name} {shown(given)}; give text")
        given = str(int(given))
    return _word(name, given, where) if name in WORDS else given


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
    name = condition.name
    if name in WORDS or name in _CARDS_AND_TIMES or _type_of(name) != "varchar":
        return False
    return bool(condition.values) and f'"{name}" in (?' in condition.sql


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
        if each.rows == ENTRIES:
            there = key in ENTRY_FACTS
        elif key not in FACTS:
            there = False
        else:
            there = bool(FACTS[key].of_decision if each.rows == DECISIONS else FACTS[key].of_hand)
            there = there and not (each.rows == PLAYED and key == "number")
        if not there:
            return each
    return None
