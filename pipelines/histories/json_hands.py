"""Reads hands in the Open Hand History format: JSON, one object per hand, in a row."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import pairwise
from typing import Any, NoReturn, cast

from pokerlake.engine.histories.ohh_kernels import ADJUSTED, DONE, US
from pokerlake.engine.histories.records import (
    BOARDS,
    BY_ACTS,
    DEAD_ANTES,
    HIGHEST_SEAT,
    IMPLIED,
    OPS,
)

from .hand import LONGEST_LINE, MOST_PLAYERS, BadHandError
from .heads import Stakes, game_in, moment_in
from .tells import Tells

LIMITS = {"NL": "no limit", "PL": "pot limit", "FL": "fixed limit"}
_OPS = {op: what for what, op in OPS.items()}
_ACTIONS = {name: _OPS[op] for name, op in DONE.items() if op != ADJUSTED}
_NO_MONEY = ("XPM", "PPC")  # the format's names of play money
_RIVER = 3
_STREETS = {"preflop": 0, "flop": 1, "turn": 2, "river": 3}
_LONGEST_AMOUNT = 40  # characters


def _decimal(text: str) -> Decimal:
    if len(text) > _LONGEST_AMOUNT:
        raise ValueError
    return Decimal(text)


_decoder = json.JSONDecoder(parse_float=_decimal)


# A hand up to the name that identifies it, after other names with plain values. And where hands
# begin, counted from the character before: an object that is a value is not a hand.
_NAMES = '"ohh"', '"spec_version"'
_NAME = f"(?:{'|'.join(_NAMES)})"
_NO_JSON = (ArithmeticError, RecursionError, ValueError)
JSON_HEAD = rf'\{{\s*(?>(?:(?!{_NAME})"\w+"\s*:\s*(?:"[^"\n]*"|[\w.]+)\s*,\s*)*){_NAME}'
JSON_HAND = re.compile(rf"[^:\s](?=\s*{JSON_HEAD})")
_HEAD = re.compile(JSON_HEAD)
_BETWEEN = re.compile(r"[ \r\n\t,\[\]\ufeff]*")


def value_in(text: str) -> Any:
    """The value of a text that is known to be JSON."""
    return _decoder.decode(text)


def _no_json(error: Exception) -> NoReturn:
    if isinstance(error, RecursionError):
        raise BadHandError("is no JSON that can be read: it is nested too deeply")
    reason = error.msg if isinstance(error, json.JSONDecodeError) else "a number is too long"
    raise BadHandError(f"is no JSON: {reason}") from error


def read(value: Any) -> tuple[dict[str, Any], Tells]:
    """A hand of the format: its head, and its records.

    Raises BadHandError if it is invalid, or of a game that is not read.
    """
    try:
        return _read(value)
    except (
        ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
    ) as error:  # fmt: skip
        reason = str(error) or type(error).__name__
        raise BadHandError(
            f"is no hand in OHH: a value is missing, or of another kind: {reason}"
        ) from error


def _text(value: Any) -> str | None:
    """A text, or a whole number as text; None if it is empty."""
    if value is None or value == "":
        return None
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise BadHandError(f"{value!r} is no text")
    text = str(value)
    text.encode()  # raises a ValueError for half a character
    if len(text) > LONGEST_LINE:
        raise BadHandError(f"a text is {len(text):,} characters long")
    return text


def _number(value: Any, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise BadHandError(f"{value!r} is no number from 0 to {most}")
    return value


def _read(value: Any) -> tuple[dict[str, Any], Tells]:
    hand = value.get("ohh", value) if isinstance(value, dict) else None
    if not isinstance(hand, dict) or "players" not in hand or "rounds" not in hand:
        raise BadHandError("is no hand in OHH: it has no players, or no rounds")
    kind = (hand.get("bet_limit") or {}).get("bet_type", "")
    named = str(hand.get("game_type", ""))
    _, game = game_in(named)
    if game is None or kind not in LIMITS:
        raise BadHandError(f"is {named} {kind}")
    small, big = (_chips(hand.get(name)) for name in ("small_blind_amount", "big_blind_amount"))
    currency = hand.get("currency")
    is_own = hand.get("_program") == US  # written by pokerlake, and exact
    played, zone = _moment(str(hand.get("start_date_utc", "")))
    if is_own and "_played" in hand:
        played, zone = _moment(str(hand["_played"]))[0], _text(hand.get("_zone"))
    tells = Tells()
    dealer = hand.get("dealer_seat")
    if dealer is not None:
        dealer = _number(dealer, HIGHEST_SEAT)
    for player in hand["players"]:
        tells.sit(
            player["id"],
            _number(int(player["seat"]), HIGHEST_SEAT),
            str(player["name"]),
            _chips(player["starting_stack"]),
        )
    if hand.get("hero_player_id") in tells.places:
        tells.tell("hero", hand["hero_player_id"])
    for key in tells.places if is_own else ():
        tells.tell("dealt", key)
    raising = "raise by" if is_own or _adds(hand["rounds"]) else "raise"
    short = small if is_own and kind == "FL" else 0
    for stage in hand["rounds"]:
        street = _STREETS.get(str(stage.get("street", "")).lower(), -1)
        cards = stage.get("cards") or []
        if street > 0 and cards:
            tells.deal(street, " ".join(cards))
        for action in stage.get("actions") or ():
            name, key = action.get("action"), action.get("player_id")
            if name == "Player Adjustment":
                value = str(action.get("amount"))
                paid = _chips(value.removeprefix("-"))
                tells.tell("cash out risk" if value[:1] == "-" else "cash out paid", key, paid)
                continue
            if name not in _ACTIONS:
                raise BadHandError(f"{name!r} is no action")
            if is_own and (name == "Call" or "_dead" in action):
                _tell_own(tells, action)
                continue
            tells.tell(
                raising
                if name == "Raise" or (name == "Bet" and raising == "raise by")
                else _ACTIONS[name],
                key,
                amount := _chips(action.get("amount")),
                cards=" ".join(action.get("cards") or ()),
                all_in=name == "Post SB" and amount < short,
                stuck=is_own and name == "Fold",  # he had his turn
            )
    if is_own:
        for number, cards in enumerate(hand.get("_boards") or (), 2):
            tells.tell("deal", other=16 * _RIVER + number, cards=str(cards))
        for player in hand.get("_capped") or ():
            tells.cap(player)
    for number, pot in enumerate(hand.get("pots") or ()):
        tells.tell("fee", amount=_chips(pot.get("rake")))
        if is_own:
            number = _number(pot["number"], MOST_PLAYERS)
            tells.tell("show board", other=max(_number(pot["_board"], BOARDS), 1))
        for win in pot.get("player_wins") or ():
            tells.tell("collect", win["player_id"], _chips(win["win_amount"]), other=number)
            if cashout := _chips(win.get("cashout_amount")):
                tells.tell("cash out", win["player_id"], cashout)
    head: dict[str, Any] = {
        "site": _text(hand.get("site_name")) or "OHH",
        "number": _text(hand.get("game_number")) or _text(value.get("id")) or "",
        "game": game,
        "limit": LIMITS[kind],
        "stakes": Stakes(small, big, currency_in(currency, is_own)),
        "button": dealer,
        "played": played,
        "zone": zone,
        "table": _text(hand.get("table_name")),
        "tournament": _text((hand.get("tournament_info") or {}).get("tournament_number")),
        "clock": _text(hand.get("_clock")),
    }
    if is_own:
        head |= {
            "file": _text(hand.get("_file")),
            "slack": True,
            "quirks": IMPLIED
            | (DEAD_ANTES if hand.get("_dead_antes") else 0)
            | (BY_ACTS if hand.get("_by_acts") else 0),
        }
    head["object"] = hand
    return head, tells


def _moment(text: str) -> tuple[int | None, str | None]:
    return moment_in(text.replace("T", " ").removesuffix("Z") + " UTC")


def currency_in(text: Any, is_own: bool) -> str | None:
    """The currency of a hand; None for chips."""
    if not text or text in _NO_MONEY or (text == "Chips" if is_own else len(text) != 3):
        return None
    return _text(text)


def _tell_own(tells: Tells, action: dict[str, Any]) -> None:
    """A call as it is, or a post of a returning player, of which a part is no bet."""
    amount, none = _chips(action.get("amount")), _chips(action.get("_dead"))
    if action["action"] == "Call":
        tells.tell("call", action.get("player_id"), amount)
    elif amount > none:
        tells.tell("live and dead", action.get("player_id"), amount - none, other=none)
    else:
        tells.tell("dead", action.get("player_id"), none)


def _adds(rounds: list[Any]) -> bool:
    """Whether raises state what they add, as most programs write: then calls match the raises."""
    misfits = 0
    for stage in rounds:
        bets: dict[Any, int] = {}
        level = 0
        for action in stage.get("actions") or ():
            player, amount = action.get("player_id"), _chips(action.get("amount"))
            if action.get("action") not in ("Post SB", "Post BB", "Bet", "Raise", "Call"):
                continue
            if action["action"] == "Call" and bets.get(player, 0) + amount > level:
                misfits += 1
            bets[player] = bets.get(player, 0) + amount
            level = max(level, bets[player])
    return not misfits


@functools.lru_cache(1 << 16, typed=True)  # few amounts occur, again and again
def _chips(value: Any) -> int:
    if type(value) is str and len(value) > _LONGEST_AMOUNT:  # an error is not cached
        raise BadHandError(f"{value!r} is no amount of chips")
    if value is None:
        return 0
    try:
        amount = Decimal(str(value)) * 10_000
        is_fine = 0 <= amount < 10**17 and amount == int(amount)
    except ArithmeticError as error:  # not a number, or too large
        raise BadHandError(f"{value!r} is no amount of chips") from error
    if not is_fine:
        raise BadHandError(f"{value!r} is no amount of chips")
    return int(amount)


def hands(text: str) -> Iterator[tuple[int, Callable[[], tuple[dict[str, Any], Tells]]]]:
    """The hands of a text: the line of each within it, and a function that reads it.

    Invalid JSON counts as one hand, up to the beginning of the next.
    """
    line = counted = 0
    for at, value in _values(text):
        line += text.count("\n", counted, at)
        counted = at
        reader = _no_json if isinstance(value, _NO_JSON) else read
        yield line, functools.partial(reader, value)


def _values(text: str) -> Iterator[tuple[int, Any]]:
    """Where each value begins, and the value, or why it is invalid.

    Invalid text ends where the next hand begins, so the other hands are not lost.
    """
    end = 0
    while (at := _behind(text, end)) < len(text):
        try:
            value, end = _decoder.raw_decode(text, at)
        except _NO_JSON:
            break
        if any(text.count(name, at, end) > 1 for name in _NAMES) or not _names_itself(value):
            break
        yield at, value
    else:
        return
    for start, stop in pairwise([at, *_beginnings(text, at), len(text)]):
        part, end = text[start:stop], 0
        while (at := _behind(part, end)) < len(part):
            try:
                value, end = _decoder.raw_decode(part, at)
            except _NO_JSON as error:
                yield start + at, error
                break
            yield start + at, value


def _names_itself(value: Any) -> bool:
    return isinstance(value, dict) and ("ohh" in value or "spec_version" in value)


def _behind(text: str, end: int) -> int:
    return cast("re.Match[str]", _BETWEEN.match(text, end)).end()


def _beginnings(text: str, after: int) -> Iterator[int]:
    """The places before hands, as ``JSON_HAND`` has it: only braces are examined."""
    for match in _HEAD.finditer(text, after):
        before = match.start() - 1
        while before >= 0 and text[before].isspace():
            before -= 1
        if before >= after and text[before] != ":":
            yield before + 1
