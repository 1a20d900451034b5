"""Reads hands in the poker hand history format (PHH): one hand a ``.phh`` file, many in ``.phhs``.

Source: J. Kim, Recording and Describing Poker Hands, 2024, and the specification it names.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import re
import tomllib
from typing import Any

from pokerlake.catalogue import GAMES, game_named

from .hand import (
    AS_NEEDED,
    CURRENCIES,
    LONGEST_LINE,
    MOST_PLAYERS,
    ONLY,
    BadHandError,
    Collected,
    Event,
    Hand,
    Kind,
    card_texts,
    chips,
    midnight,
    whole_number,
)

SITE = "PHH"  # of hands that name no venue
# Of each hand in .phhs. What begins with an underscore is a table of the user's own.
BEGINNING = re.compile(rb"^\[[^\[\]\r\n_][^\[\]\r\n]*\][ \t]*\r?$", re.MULTILINE)
NUMBER = re.compile(rb"^hand[ \t]*=[ \t]*['\"]?([^'\"\r\n]{0,40})(?=['\"\r\n]|\Z)", re.MULTILINE)

_GAMES = {
    variant: f"{limit} {name}"
    for name, game in GAMES.items()
    for limit, variant in game.phh.items()
}
_OTHER_GAMES = {
    "F7S": "seven card stud",
    "F7S/8": "seven card stud high/low",
    "FR": "razz",
    "N2L1D": "deuce-to-seven single draw",
    "F2L3D": "deuce-to-seven triple draw",
    "FB": "badugi",
}
_TABLE_HEADER = re.compile(r"\[.*\]\s*")
_PARTS, _DEPTH = 16, 16  # of a key, and of values in values: the format has one
# What a name with dots in it takes to read grows with the square of their number.
_DOTTED = re.compile(
    r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+)"""
    rf"{{{_PARTS}}}",
    re.ASCII,
)


class _Decimal(str):
    """A number with a point, or one that is none, as it is written."""


def read(text: str, line: int) -> Hand:
    """Read one hand: its fields, with or without the ``[1]`` that numbers it in a file of many.

    BadHandError if it cannot be read, lacks a field, or is of another game.
    """
    text = text.removeprefix("\ufeff")
    header = _TABLE_HEADER.match(text)
    body = text[header.end() :] if header else text
    if _DOTTED.search(body):
        raise BadHandError(f"is no hand in PHH: a key has {_PARTS} dots or more")
    try:
        fields = tomllib.loads(body, parse_float=_Decimal)
    except RecursionError as error:
        raise BadHandError("is no TOML that can be read: it is nested too deeply") from error
    except tomllib.TOMLDecodeError as error:
        raise BadHandError(f"is no TOML: {error}") from error
    except ValueError as error:  # which Python says of more than 4,300 digits
        raise BadHandError("has a number of thousands of digits") from error
    _check_fields(fields)
    return _Reader(fields).read(line)


def _check_fields(fields: dict[str, Any]) -> None:
    """Refuse what no program should have to write: numbers past 64 bits, and depth."""
    level: list[Any] = [fields]
    for _ in range(_DEPTH):
        inside: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                inside += value.values()
            elif isinstance(value, list):
                inside += value
            elif isinstance(value, int) and value.bit_length() >= 64:
                raise BadHandError(f"has a number of {value.bit_length()} bits; TOML's have 64")
        if not inside:
            return
        level = inside
    raise BadHandError("is no hand in PHH: its values are nested too deeply")


class _Reader:
    def __init__(self, fields: dict[str, Any]) -> None:
        self.fields = fields

    def read(self, line: int) -> Hand:
        variant = self.fields.get("variant")
        if not isinstance(variant, str) or variant not in _GAMES:
            if variant is None:
                raise BadHandError("has no variant: it is no hand in PHH")
            if named := game_named(str(variant)):
                raise BadHandError(f"is {named.name}, for which PHH has no variant")
            game = _OTHER_GAMES.get(str(variant), f"variant {variant!r}")
            raise BadHandError(f"is {game}, {ONLY}")
        stacks = self.amounts("starting_stacks")
        count = len(stacks)
        if not 2 <= count <= MOST_PLAYERS:
            raise BadHandError(f"{count} players; two to ten are read")
        self.seat_of = self.seats(count)
        antes = self.amounts("antes", count)
        blinds = self.amounts("blinds_or_straddles", count)
        if count == 2:  # the format lists them as for three or more: the button's comes second
            antes, blinds = antes[::-1], blinds[::-1]
        on_button = variant == "NS" and not any(blinds[:-1])
        small, big = (0, blinds[-1]) if on_button and blinds[-1] else self.stakes(variant, blinds)
        players = self.players(count)
        site, number = self.identity()
        hand = Hand(
            site,
            number,
            line,
            _GAMES[variant],
            small,
            big,
            button=self.seat_of[-1],
            played=self.played(),
            zone=self.text("time_zone_abbreviation") or self.text("time_zone"),
            table_name=self.text("table"),
            currency=self.text("currency") or CURRENCIES.get(self.text("currency_symbol") or ""),
            players=dict(zip(self.seat_of, players, strict=True)),
            stacks=dict(zip(self.seat_of, stacks, strict=True)),
            trimmed_antes=self.flag("ante_trimming_status"),
        )
        self.hand = hand
        self.post(antes, blinds, on_button=on_button)
        self.actions()
        self.ending(count)
        return hand

    # ------------------------------------------------------------ fields

    def value(self, name: str) -> Any:
        if name not in self.fields:
            raise BadHandError(f"has no {name}")
        return self.fields[name]

    def text(self, name: str) -> str | None:
        value = self.fields.get(name)
        if value is None or value == "":
            return None
        return self.plain(name, value)

    def plain(self, name: str, value: object) -> str:
        if not isinstance(value, str | int) or isinstance(value, bool | _Decimal):
            raise BadHandError(f"{name} is {value!r}, which is no text")
        if isinstance(value, str) and len(value) > LONGEST_LINE:
            raise BadHandError(f"{name} is {len(value):,} characters long")
        return str(value)

    def flag(self, name: str) -> bool:
        value = self.fields.get(name, False)
        if not isinstance(value, bool):
            raise BadHandError(f"{name} is {value!r}, neither true nor false")
        return value

    def amounts(self, name: str, count: int | None = None) -> list[int]:
        values = self.value(name)
        if not isinstance(values, list) or (count is not None and len(values) != count):
            raise BadHandError(f"{name} is {values!r}; an amount for each player is needed")
        return [self.amount(name, value) for value in values]

    def amount(self, name: str, value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return chips(str(value))
        if isinstance(value, _Decimal) and value in ("inf", "+inf", "nan", "+nan"):
            raise BadHandError(f"{name} has {value}: a stack that is not known")
        if isinstance(value, _Decimal) and not value.startswith("-"):
            return chips(value.removeprefix("+").replace("_", ""))
        raise BadHandError(f"{name} has {value!r}, which is no amount of chips")

    def seats(self, count: int) -> list[int]:
        seats: Any = self.fields.get("seats", list(range(1, count + 1)))
        fine = (
            isinstance(seats, list)
            and all(type(seat) is int and 0 < seat < 256 for seat in seats)
            and len(set(seats)) == count == len(seats)
        )
        if not fine:
            raise BadHandError(f"seats is {seats!r}; a number for each player is needed")
        start = seats.index(min(seats))
        if seats[start:] + seats[:start] != sorted(seats):
            raise BadHandError(f"seats {seats} do not go round the table")
        return list(seats)

    def players(self, count: int) -> list[str]:
        names = self.fields.get("players", [""] * count)
        if not isinstance(names, list) or len(names) != count:
            raise BadHandError(f"players is {names!r}; a name for each is needed")
        found = [self.plain("players", name) or f"p{at}" for at, name in enumerate(names, 1)]
        if len(set(found)) < count:
            twice = next(name for name in found if found.count(name) > 1)
            raise BadHandError(f"players has {twice!r} twice")
        return found

    def identity(self) -> tuple[str, str]:
        """Site and number; without a venue's own number the content tells hands apart."""
        venue, number = self.text("venue"), self.text("hand")
        if venue and number:
            return venue, number
        content = json.dumps(self.fields, sort_keys=True, default=str)
        return venue or SITE, hashlib.sha256(content.encode()).hexdigest()[:16]

    def played(self) -> int | None:
        time = self.fields.get("time", dt.time())
        date = [self.fields.get(name) for name in ("year", "month", "day")]
        if not isinstance(time, dt.time):
            raise BadHandError(f"time is {time!r}, which is no time of day")
        if None in date:
            return None
        if not all(type(part) is int for part in date):
            raise BadHandError(f"{date} is no date")
        try:
            return midnight(*date) + time.hour * 3600 + time.minute * 60 + time.second
        except (ValueError, OverflowError) as error:
            raise BadHandError(f"{date} is no date") from error

    def stakes(self, variant: str, blinds: list[int]) -> tuple[int, int]:
        """Small and big blind: what the first two players post."""
        pair = blinds[::-1] if len(blinds) == 2 else blinds
        small, big = pair[0], pair[1]
        if not big:
            name = "small_bet" if variant.startswith("F") else "min_bet"
            big = self.amount(name, self.value(name))
        if not big:
            raise BadHandError(f"blinds_or_straddles and {name} are 0: there are no stakes")
        return small, big

    # ------------------------------------------------------------ what is played

    def post(self, antes: list[int], blinds: list[int], *, on_button: bool) -> None:
        hand = self.hand
        left = dict(hand.stacks)
        for seat, ante in zip(self.seat_of, antes, strict=True):
            if amount := min(ante, left[seat]):
                left[seat] -= amount
                hand.events.append(Event(Kind.ANTE, seat, amount))
        for at, player in enumerate((1, 0) if len(blinds) == 2 else range(len(blinds))):
            seat = self.seat_of[player]
            kind = (Kind.SMALL_BLIND, Kind.BIG_BLIND)[at] if at < 2 else Kind.STRADDLE
            kind = Kind.BIG_BLIND if on_button else kind
            if amount := min(blinds[player], left[seat]):
                hand.events.append(Event(kind, seat, amount))

    def actions(self) -> None:
        actions = self.value("actions")
        if not isinstance(actions, list):
            raise BadHandError(f"actions is {actions!r}, no list")
        for action in actions:
            if not isinstance(action, str):
                raise BadHandError(f"{action!r} is no action")
            match action.partition("#")[0].split():
                case []:
                    pass
                case ["d", "db", cards]:
                    self.hand.events.append(Event(Kind.DEAL, 0, 0, cards=cards))
                case ["d", "dh", player, cards]:
                    self.hole(self.seat(player, action), cards)
                case ["d", *_]:
                    raise BadHandError(f"{action!r} is no action")
                case [player, *words]:
                    self.act(self.seat(player, action), words, action)

    def act(self, seat: int, words: list[str], action: str) -> None:
        add = self.hand.events.append
        match words:
            case ["f"]:
                add(Event(Kind.FOLD, seat, 0))
            case ["cc"]:
                add(Event(Kind.CALL, seat, AS_NEEDED))
            case ["cbr", amount]:
                add(Event(Kind.RAISE_TO, seat, chips(amount)))
            case ["sm"] | ["sm", "-"]:
                self.hand.mucked.add(seat)
            case ["sm", cards]:
                if "?" in cards:
                    self.hand.mucked.add(seat)
                self.hole(seat, cards)
            case _:
                raise BadHandError(f"{action!r} is no action")

    def seat(self, player: str, action: str) -> int:
        number = whole_number(player[1:]) or 0
        if player[:1] != "p" or not 0 < number <= len(self.seat_of):
            raise BadHandError(f"{action!r} has no player: {player!r}")
        return self.seat_of[number - 1]

    def hole(self, seat: int, text: str) -> None:
        if "?" in text:
            return
        cards, needed = card_texts(text), self.hand.rule.hole
        if len(cards) != needed:
            raise BadHandError(f"{text!r} are {len(cards)} cards; a hole is {needed}")
        self.hand.know(seat, cards)

    def ending(self, count: int) -> None:
        hand = self.hand
        if "winnings" in self.fields:
            winnings = self.amounts("winnings", count)
            hand.collected = [
                Collected(seat, amount) for seat, amount in zip(self.seat_of, winnings, strict=True)
            ]
        if "finishing_stacks" in self.fields:
            stacks = self.amounts("finishing_stacks", count)
            hand.finishing = dict(zip(self.seat_of, stacks, strict=True))
