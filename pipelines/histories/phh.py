"""Reads hands in the poker hand history format (PHH): one hand a ``.phh`` file, many in ``.phhs``.

Source: J. Kim, Recording and Describing Poker Hands, 2024, and the specification it names.
"""

from __future__ import annotations

import datetime as dt
import functools
import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

from pokerlake.catalogue import PLAYED_GAMES, Game, game_named
from pokerlake.engine.cards.text import cards_in
from pokerlake.engine.histories.records import (
    ALL_CHIPS,
    BOARDS,
    BY_ACTS,
    COMPUTES,
    DEAD_ANTES,
    HIGHEST_SEAT,
    IMPLIED,
    OPS,
    STUCK,
)

from .hand import (
    CURRENCIES,
    LONGEST_LINE,
    MOST_PLAYERS,
    BadHandError,
    OtherGameError,
    chips,
    midnight,
    of_short_texts,
    whole_number,
)
from .heads import Stakes
from .tells import NOBODY, Tells, packed

OWN = "pokerlake"
SITE = "PHH"  # for hands that name no venue

VARIANTS = {  # each by its limit and its game
    variant: (limit, name)
    for name, game in PLAYED_GAMES.items()
    for limit, variant in game.phh.items()
}
_POST = re.compile(
    r"(?P<player>p\d+) (?P<kind>ante|small blind|big blind|straddle|post) (?P<amount>[\d.]+)"
    r"(?: (?P<none>[\d.]+))?",
    re.ASCII,
)
_TABLE_HEADER = re.compile(r"\[.*\]\s*")


class _Decimal(str):
    """A number with a decimal point, or an invalid number, as written."""


_RIVER = 3  # the street
_A_CHECK = -1  # among calls
_AMOUNTS = frozenset({int, _Decimal})
_DEALT, _DEAL, _HOLE, _MUCK, _FOLD, _CHECK, _CALL, _CALL_REST, _RAISE_TO, _BRING_IN, _DISCARD = (
    OPS[name]
    for name in (
        "dealt", "deal", "hole", "muck", "fold", "check", "call", "call rest", "raise to",
        "small blind", "discard",
    )
)  # fmt: skip
_UP = slice(2, 6)  # the cards in stud that are face up
_PARTS, _DEPTH = 16, 16  # of a key, and of nested values: the format has one
# The time to read a name with dots grows with the square of their number.
_DOTTED = re.compile(
    r"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+)"""
    rf"{{{_PARTS}}}",
    re.ASCII,
)


def hands(text: str) -> Iterator[tuple[int, Callable[[], tuple[dict[str, Any], Tells]]]]:
    """A function that reads the hand, unless there are only comments; the line in the text is 0."""
    if not all(row.lstrip()[:1] in ("", "#") for row in text.splitlines()):
        yield 0, functools.partial(read, text)


def read(text: str) -> tuple[dict[str, Any], Tells]:
    """Read one hand: its fields, with or without the ``[1]`` that numbers it in a file of many.

    Returns a head, and the records. Raises BadHandError if the hand cannot be read, or lacks a
    field; OtherGameError for another game.
    """
    text = text.removeprefix("\ufeff")
    header = _TABLE_HEADER.match(text)
    body = text[header.end() :] if header else text
    fields = _plain_fields(body)
    return _Reader(_toml(body) if fields is None else fields).read()


_KEY = re.compile(r"\w+", re.ASCII)
_NUMBER = r"-?(?:0|[1-9]\d{0,16})(?:\.\d+)?"
_LISTED = rf"\[(?:{_NUMBER}(?:, {_NUMBER})*)?\]"
_NUMBERS = re.compile(_LISTED, re.ASCII)
_ROWS = re.compile(rf"\[{_LISTED}(?:, {_LISTED})*\]", re.ASCII)
_QUOTED = r'"[^"\\\x00-\x1f\x7f]*"'
_TEXTS = re.compile(rf"\[{_QUOTED}(?:, {_QUOTED})*\]")
_LITERAL = r"'[^'\x00-\x1f\x7f]*'"
_LITERALS = re.compile(rf"\[{_LITERAL}(?:, {_LITERAL})*\]")
_SINGLE = re.compile(
    rf"(?P<number>{_NUMBER})|(?P<text>{_QUOTED}|{_LITERAL})|(?P<flag>true|false)"
    r"|(?P<hour>[01]\d|2[0-3]):(?P<minute>[0-5]\d):(?P<second>[0-5]\d)",
    re.ASCII,
)


def _plain_fields(body: str) -> dict[str, Any] | None:
    """The fields as ``tomllib`` reads them, if keys and values have their usual form, a line each.

    None for anything else, TOML or not: ``tomllib`` takes ten times as long.
    """
    fields: dict[str, Any] = {}
    for line in body.replace("\r\n", "\n").split("\n"):
        if line:
            field = _plain_line(line)
            if field is None or field[0] in fields:
                return None
            fields[field[0]] = field[1]
    return fields


@of_short_texts(1 << 12)  # two thirds equal those of previous hands
def _plain_line(line: str) -> tuple[str, Any] | None:
    key, _, value = line.partition(" = ")
    if not _KEY.fullmatch(key):
        return None
    parsed: Any = None
    if value[:1] == "[":
        if _NUMBERS.fullmatch(value):
            parsed = _numbers(value[1:-1])
        elif _TEXTS.fullmatch(value):
            parsed = value[2:-2].split('", "')
        elif _LITERALS.fullmatch(value):
            parsed = value[2:-2].split("', '")
        elif _ROWS.fullmatch(value):
            parsed = list(map(_numbers, value[2:-2].split("], [")))
    elif match := _SINGLE.fullmatch(value):
        if match["number"]:
            parsed = _number(value)
        elif match["text"]:
            parsed = value[1:-1]
        elif match["flag"]:
            parsed = value == "true"
        else:
            parsed = dt.time(int(match["hour"]), int(match["minute"]), int(match["second"]))
    return None if parsed is None else (key, parsed)


def _numbers(text: str) -> list[int | _Decimal]:
    return list(map(_number, text.split(", "))) if text else []


@of_short_texts(1 << 16)
def _number(text: str) -> int | _Decimal:
    return _Decimal(text) if "." in text else int(text)


def _toml(body: str) -> dict[str, Any]:
    """The fields of a hand in TOML of any form."""
    if _DOTTED.search(body):
        raise BadHandError(f"is no hand in PHH: a key has {_PARTS} dots or more")
    try:
        fields = tomllib.loads(body, parse_float=_Decimal)
    except RecursionError as error:
        raise BadHandError("is no TOML that can be read: it is nested too deeply") from error
    except tomllib.TOMLDecodeError as error:
        raise BadHandError(f"is no TOML: {error}") from error
    except ValueError as error:  # Python raises it beyond 4,300 digits
        raise BadHandError("has a number of thousands of digits") from error
    _check_fields(fields)
    return fields


def _check_fields(fields: dict[str, Any]) -> None:
    """Refuse what no program should have to write: numbers beyond 64 bits, and deep nesting."""
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
        self.tells = Tells()
        self.is_own = fields.get("_program") == OWN  # written by pokerlake, and exact

    def read(self) -> tuple[dict[str, Any], Tells]:
        variant = self.fields.get("variant")
        if variant is None:
            raise BadHandError("has no variant: it is no hand in PHH")
        if not isinstance(variant, str) or variant not in VARIANTS:
            if named := game_named(str(variant)):
                raise BadHandError(f"is {named.name}, for which PHH has no variant")
            raise OtherGameError(f"variant {variant!r:.40}")
        stacks = self.amounts("starting_stacks")
        count = len(stacks)
        if not 2 <= count <= MOST_PLAYERS:
            raise BadHandError(f"{count} players; two to ten are read")
        self.seat_of = self.seats(count)
        limit, self.game = VARIANTS[variant]
        self.rule = PLAYED_GAMES[self.game]
        antes = self.amounts("antes", count)
        is_stud = self.rule.is_stud
        blinds = [0] * count if is_stud else self.amounts("blinds_or_straddles", count)
        if is_stud:
            self.bring_in = self.amount("bring_in", self.value("bring_in"))
            self.left = [stack - ante for stack, ante in zip(stacks, antes, strict=True)]
        elif count == 2:  # the format lists them as for three or more: the button's comes second
            antes, blinds = antes[::-1], blinds[::-1]
        on_button = variant == "NS" and not any(blinds[:-1])
        if is_stud:
            small, big = self.bring_in, self.amount("small_bet", self.value("small_bet"))
        elif "_stakes" in self.fields:
            small, big = self.amounts("_stakes", 2)
        elif on_button and blinds[-1]:
            small, big = 0, blinds[-1]
        else:
            small, big = self.stakes(variant, blinds)
        for seat, name, stack in zip(self.seat_of, self.players(count), stacks, strict=True):
            self.tells.sit(seat, seat, name, stack)
        if "_posts" in self.fields:
            self.posts(small if limit == "fixed limit" else 0)
        else:
            self.post(antes, blinds, stacks, on_button=on_button)
        self.actions()
        self.own()
        self.ending(count, stacks)
        site, number = self.identity()
        trimmed = self.flag("ante_trimming_status")
        return {
            "site": site,
            "number": number,
            "game": self.game,
            "limit": limit,
            "stakes": Stakes(
                small,
                big,
                self.text("currency") or CURRENCIES.get(self.text("currency_symbol") or ""),
            ),
            "boardless": True,
            "button": self.whole("_button", -1)
            if "_button" in self.fields
            else -1
            if is_stud
            else self.seat_of[-1],
            "played": self.played(),
            "zone": self.text("time_zone_abbreviation") or self.text("time_zone"),
            "clock": self.text("_clock"),
            "table": self.text("table"),
            "tournament": self.text("_tournament"),
            "file": self.text("_file"),
            "slack": self.is_own,
            "quirks": COMPUTES
            | (0 if trimmed else DEAD_ANTES)
            | (IMPLIED if self.is_own else 0)
            | (BY_ACTS if self.flag("_by_acts") else 0),
        }, self.tells

    # ------------------------------------------------------------ fields

    def value(self, name: str) -> Any:
        if name not in self.fields:
            raise BadHandError(f"has no {name}")
        return self.fields[name]

    def text(self, name: str) -> str | None:
        value = self.fields.get(name)
        if type(value) is str and len(value) <= LONGEST_LINE:
            return value or None
        if value is None:
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

    def whole(self, name: str, least: int, most: int = HIGHEST_SEAT) -> int:
        value = self.fields[name]
        if type(value) is not int or not least <= value <= most:
            raise BadHandError(f"{name} is {value!r}; a number from {least} to {most} is needed")
        return value

    def listed(self, name: str) -> list[Any]:
        values = self.fields.get(name, [])
        if not isinstance(values, list):
            raise BadHandError(f"{name} is {values!r}, no list")
        return values

    def amounts(self, name: str, count: int | None = None) -> list[int]:
        values = self.value(name)
        if not isinstance(values, list) or (count is not None and len(values) != count):
            raise BadHandError(f"{name} is {values!r}; an amount for each player is needed")
        if _AMOUNTS.issuperset(map(type, values)):
            usual = [amount for amount in map(_chips, values) if amount is not None]
            if len(usual) == len(values):
                return usual
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
            and all(type(seat) is int and 0 <= seat <= HIGHEST_SEAT for seat in seats)
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
        plain = all(type(name) is str for name in names) and len("".join(names)) <= LONGEST_LINE
        texts = names if plain else [self.plain("players", name) for name in names]
        players = [name or f"p{at}" for at, name in enumerate(texts, 1)]
        if len(set(players)) < count:
            twice = next(name for name in players if players.count(name) > 1)
            raise BadHandError(f"players has {twice!r} twice")
        return players

    def identity(self) -> tuple[str, str]:
        """Site and number; without a venue's own number the content identifies a hand."""
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

    # ------------------------------------------------------------ play

    def post(
        self, antes: list[int], blinds: list[int], stacks: list[int], *, on_button: bool
    ) -> None:
        left = dict(zip(self.seat_of, stacks, strict=True))
        for seat, ante in zip(self.seat_of, antes, strict=True):
            if amount := min(ante, left[seat]):
                left[seat] -= amount
                self.tells.tell("ante", seat, amount)
        for at, player in enumerate((1, 0) if len(blinds) == 2 else range(len(blinds))):
            seat = self.seat_of[player]
            kind = ("small blind", "big blind")[at] if at < 2 else "straddle"
            if amount := min(blinds[player], left[seat]):
                self.tells.tell(
                    "big blind" if on_button else kind, seat, amount, all_in=amount < blinds[player]
                )

    def posts(self, small: int) -> None:
        """Posts in the hand's own list; a smaller small blind is all that the player has."""
        for post in self.listed("_posts"):
            match = _POST.fullmatch(post) if isinstance(post, str) else None
            if match is None:
                raise BadHandError(f"_posts has {post!r}, which is no post")
            seat, amount = self.seat(match["player"], post), chips(match["amount"])
            if match["kind"] != "post":
                short = match["kind"] == "small blind" and amount < small
                self.tells.tell(match["kind"], seat, amount, all_in=short)
            elif amount:
                self.tells.tell("live and dead", seat, amount, other=chips(match["none"] or "0"))
            else:
                self.tells.tell("dead", seat, chips(match["none"] or "0"))

    def actions(self) -> None:
        """The actions of dealer and players, as records: half the time of a hand."""
        actions = self.value("actions")
        if not isinstance(actions, list):
            raise BadHandError(f"actions is {actions!r}, no list")
        count, needed = len(self.seat_of), self.rule.hole
        records = _records if self.rule.boards else _Dealt(self.rule, count).records
        rows: list[int] = []
        listed = [
            _A_CHECK if one == -1 else self.amount("_calls", one) for one in self.listed("_calls")
        ]
        calls = iter(listed)
        if "_added" in self.fields:
            self.tells.tell("added", amount=self.amount("_added", self.fields["_added"]))
        for place in range(count):
            rows += (_DEALT, place, 0, 0, 0, 0, 0)
        for action in actions:
            if not isinstance(action, str):
                raise BadHandError(f"{action!r} is no action")
            for op, place, amount, cards in records(action):
                if place >= count and op != _DEAL:
                    raise BadHandError(f"{action!r} has no player: 'p{place + 1}'")
                if op == _HOLE and cards >> 48 != needed and self.rule.boards:
                    text = action.partition("#")[0].split()[-1]
                    raise BadHandError(f"{text!r} are {len(text) // 2} cards; a hole is {needed}")
                if op == _CALL_REST and listed:
                    called = next(calls, None)
                    if called is None:
                        raise BadHandError("_calls has too few amounts; each cc needs one")
                    op, amount = (_CHECK, 0) if called == _A_CHECK else (_CALL, called)
                # A fold in a file of pokerlake had its turn.
                flag = STUCK if op == _FOLD and self.is_own else 0
                other = 0
                if op == _BRING_IN:
                    amount = min(self.bring_in, self.left[place])
                    flag = ALL_CHIPS if amount < self.bring_in else 0
                elif op in (_DISCARD, _DEAL) and not self.rule.boards:
                    amount, other = 0, amount
                rows += (op, place, amount, other, cards, flag, 0)
        self.tells.rows.extend(rows)

    def seat(self, player: str, action: str) -> int:
        place = _place(player, action)
        if place >= len(self.seat_of):
            raise BadHandError(f"{action!r} has no player: {player!r}")
        return self.seat_of[place]

    def own(self) -> None:
        """Facts that the format has no field for: see ``queries/files/formats/phh.py``."""
        tell, fields = self.tells.tell, self.fields
        for number, cards in enumerate(self.listed("_boards"), 2):
            if not isinstance(cards, str) or len(cards) != 2 * (packed(cards) >> 48):
                raise BadHandError(f"_boards has {cards!r}, which are no cards")
            tell("deal", other=16 * _RIVER + number, cards=cards)
        for player in self.listed("_capped"):
            self.tells.cap(self.seat(f"p{player}", f"_capped = {player}"))
        if "_hero" in fields:
            tell("hero", self.seat_of[self.whole("_hero", 1, len(self.seat_of)) - 1])
        if "_fee" in fields:
            tell("fee", amount=self.amount("_fee", fields["_fee"]))

    def ending(self, count: int, stacks: list[int]) -> None:
        cashouts = [0] * count
        if "_cashouts" in self.fields:
            paid = self.listed("_cashouts")
            if len(paid) != count:
                raise BadHandError(f"_cashouts is {paid!r}; an amount for each player is needed")
            for at, (seat, value) in enumerate(zip(self.seat_of, paid, strict=True)):
                below = str(value).startswith("-")
                chips_paid = self.amount("_cashouts", _positive(value) if below else value)
                if chips_paid:
                    self.tells.tell("cash out risk" if below else "cash out", seat, chips_paid)
                cashouts[at] = -chips_paid if below else chips_paid
        if "_pots" in self.fields:
            self.pots()
        elif "winnings" in self.fields:
            for seat, amount in zip(self.seat_of, self.amounts("winnings", count), strict=True):
                self.tells.tell("collect", seat, amount, other=-1)
        if "finishing_stacks" in self.fields:
            finishing = self.amounts("finishing_stacks", count)
            rows = zip(self.seat_of, stacks, finishing, cashouts, strict=True)
            for seat, before, after, cashout in rows:
                self.tells.tell("nets", seat, after - cashout, other=before)

    def pots(self) -> None:
        """Who won what of each pot and board."""
        for row in self.listed("_pots"):
            fine = (
                isinstance(row, list) and len(row) == 4 and all(type(at) is int for at in row[:3])
            )
            if not fine or not 0 <= row[0] < MOST_PLAYERS or not 1 <= row[1] <= BOARDS:
                raise BadHandError(f"_pots has {row!r}; pot, board, player and amount are needed")
            self.tells.tell("show board", other=row[1])
            seat = self.seat(f"p{row[2]}", f"_pots = {row}")
            self.tells.tell("collect", seat, self.amount("_pots", row[3]), other=row[0])


class _Dealt:
    """The cards of players of stud and draw; the format deals them card by card."""

    def __init__(self, rule: Game, count: int) -> None:
        self.rule = rule
        self.street = 0
        self.cards: list[list[str]] = [[] for _ in range(count)]
        self.exchanges = [0] * count
        self.folded: set[int] = set()

    def records(self, action: str) -> Iterator[tuple[int, int, int, int]]:
        """The records of an action; for new cards, all cards that the player then has."""
        words = action.partition("#")[0].split()
        if words[:2] == ["d", "dh"] and len(words) == 4:
            yield from self.dealt(_place(words[2], action), words[3])
        elif words[1:2] == ["sd"] and len(words) < 4:
            yield from self.exchanged(_place(words[0], action), "".join(words[2:]).strip("-"))
        elif words[:2] == ["d", "db"] and len(words) == 3 and self.rule.is_stud:
            for place, held in enumerate(self.cards):  # the last card, common to all who are in
                if len(held) == self.rule.hole - 1 and place not in self.folded:
                    yield from self.dealt(place, words[2])
        elif words[1:] == ["pb"]:
            yield _BRING_IN, _place(words[0], action), 0, 0
        else:
            if words[1:] == ["f"]:
                self.folded.add(_place(words[0], action))
            yield from _records(action)

    def dealt(self, place: int, text: str) -> Iterator[tuple[int, int, int, int]]:
        if place >= len(self.cards) or len(text) % 2:
            raise BadHandError(f"{text!r} are no cards of a player")
        held = self.cards[place]
        held += cards_in(text)
        if len(held) > self.rule.hole:
            raise BadHandError(f"{len(held)} cards are dealt to p{place + 1}, not {self.rule.hole}")
        if not self.rule.draws:
            yield from self.begun(len(held) - 3)
            known = held if "??" not in held else held[_UP]
            if len(held) >= 3 and "??" not in known:
                yield _HOLE, place, 0, packed("".join(known))
        elif len(held) == self.rule.hole:
            yield from self.known(place)

    def exchanged(self, place: int, text: str) -> Iterator[tuple[int, int, int, int]]:
        if place >= len(self.cards):
            raise BadHandError(f"there is no p{place + 1}")
        self.exchanges[place] += 1
        yield from self.begun(self.exchanges[place])
        thrown = cards_in(text)
        held = self.cards[place]
        for card in thrown:
            if card not in held and "??" not in held:
                raise BadHandError(f"p{place + 1} throws away {card}, which he does not have")
            held.remove(card if card in held else "??")
        yield _DISCARD, place, len(thrown), 0

    def known(self, place: int) -> Iterator[tuple[int, int, int, int]]:
        """The hand that a player has, if all of it is known."""
        if "??" not in self.cards[place]:
            yield _HOLE, place, 0, packed("".join(self.cards[place]))

    def begun(self, street: int) -> Iterator[tuple[int, int, int, int]]:
        """A street that begins with this action."""
        if street > self.street:
            self.street = street
            yield _DEAL, NOBODY, 16 * street, 0


@functools.lru_cache(1 << 16)
def _chips(value: int | _Decimal) -> int | None:
    """An amount in ten-thousandths; None if it is invalid, or not in its usual form."""
    try:
        return chips(str(value))
    except BadHandError:
        return None


@of_short_texts(1 << 16)  # most recur again and again
def _records(action: str) -> list[tuple[int, int, int, int]]:
    """The records of an action: op, place of the player, amount and cards.

    Raises BadHandError if it is invalid.
    """
    words = action.partition("#")[0].split()
    if not words:
        return []
    if words[:1] == ["d"]:
        match words[1:]:
            case ["db", cards]:
                return [(_DEAL, NOBODY, 0, packed(cards))]
            case ["dh", player, cards]:
                return _hole(_place(player, action), cards)
        raise BadHandError(f"{action!r} is no action")
    place = _place(words[0], action)
    match words[1:]:
        case ["f"]:
            return [(_FOLD, place, 0, 0)]
        case ["cc"]:
            return [(_CALL_REST, place, 0, 0)]
        case ["cbr", amount]:
            return [(_RAISE_TO, place, chips(amount), 0)]
        case ["sm"] | ["sm", "-"]:
            return [(_MUCK, place, 0, 0)]
        case ["sm", cards]:
            return _hole(place, cards) or [(_MUCK, place, 0, 0)]
    raise BadHandError(f"{action!r} is no action")


def _place(player: str, action: str) -> int:
    number = whole_number(player[1:]) or 0
    if player[:1] != "p" or not 0 < number <= MOST_PLAYERS:
        raise BadHandError(f"{action!r} has no player: {player!r}")
    return number - 1


def _hole(place: int, cards: str) -> list[tuple[int, int, int, int]]:
    """Cards of a player, if all of them are known."""
    return [] if "?" in cards else [(_HOLE, place, 0, packed(cards))]


def _positive(value: Any) -> Any:
    """The absolute value of a number."""
    return _Decimal(value[1:]) if isinstance(value, str) else -value
