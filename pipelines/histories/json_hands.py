"""Reads hands in the Open Hand History format: JSON, a hand an object, or many behind each other."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator
from decimal import Decimal, InvalidOperation
from typing import Any

from .hand import BadHandError
from .heads import Stakes, game_in, moment_in
from .tells import Tells

_LIMITS = {"NL": "no limit", "PL": "pot limit", "FL": "fixed limit"}
_ACTIONS = {
    "Post SB": "small blind", "Post BB": "big blind", "Post Ante": "ante", "Ante": "ante",
    "Straddle": "straddle", "Post Dead": "dead", "Post Extra Blind": "missed",
    "Fold": "fold", "Check": "check", "Call": "call either", "Bet": "bet", "Raise": "raise",
    "Dealt Cards": "hole", "Shows Cards": "hole", "Mucks Cards": "muck", "Added Chips": "mark",
    "Added To Pot": "mark", "Payout": "mark", "Sits Down": "mark", "Stands Up": "mark",
}  # fmt: skip
_STREETS = {"preflop": 0, "flop": 1, "turn": 2, "river": 3}
_decoder = json.JSONDecoder(parse_float=Decimal)


def objects(text: str) -> Iterator[tuple[int, Any]]:
    """The JSON values of a text, and where each begins."""
    at = 0
    while True:
        while at < len(text) and text[at] in " \r\n\t,[]\ufeff":
            at += 1
        if at == len(text):
            return
        try:
            value, end = _decoder.raw_decode(text, at)
        except ValueError as error:
            raise BadHandError(f"is no JSON: {error}") from error
        yield at, value
        at = end


def read(value: Any) -> tuple[dict[str, Any], Tells]:
    """A hand of the format: what its head tells, and its records.

    BadHandError if it is none, or of a game that is not read.
    """
    hand = value.get("ohh", value) if isinstance(value, dict) else None
    if not isinstance(hand, dict) or "players" not in hand or "rounds" not in hand:
        raise BadHandError("is no hand in OHH: it has no players, or no rounds")
    kind = (hand.get("bet_limit") or {}).get("bet_type", "")
    named = str(hand.get("game_type", ""))
    _, game = game_in(named)
    if game is None or kind not in _LIMITS:
        raise BadHandError(f"is {named} {kind}")
    small, big = (_chips(hand.get(name)) for name in ("small_blind_amount", "big_blind_amount"))
    currency = hand.get("currency")
    played, zone = moment_in(str(hand.get("start_date_utc", "")).replace("T", " ") + " UTC")
    tells = Tells()
    dealer = hand.get("dealer_seat")
    for player in hand["players"]:
        tells.sit(
            player["id"], int(player["seat"]), str(player["name"]), _chips(player["starting_stack"])
        )
    if hand.get("hero_player_id") in tells.places:
        tells.tell("hero", hand["hero_player_id"])
    raising = "raise by" if _adds(hand["rounds"]) else "raise"
    for stage in hand["rounds"]:
        street = _STREETS.get(str(stage.get("street", "")).lower(), -1)
        cards = stage.get("cards") or []
        if street > 0 and cards:
            tells.deal(street, " ".join(cards))
        for action in stage.get("actions") or ():
            name = action.get("action")
            if name not in _ACTIONS:
                raise BadHandError(f"{name!r} is no action")
            tells.tell(
                raising if name == "Raise" or (name == "Bet" and raising == "raise by") else _ACTIONS[name],
                action.get("player_id"),
                _chips(action.get("amount")),
                cards=" ".join(action.get("cards") or ()),
                all_in=False,
            )
    for number, pot in enumerate(hand.get("pots") or ()):
        tells.tell("fee", amount=_chips(pot.get("rake")))
        for win in pot.get("player_wins") or ():
            tells.tell("collect", win["player_id"], _chips(win["win_amount"]), other=number)
    head = {
        "site": str(hand.get("site_name") or "OHH"),
        "number": str(hand.get("game_number") or ""),
        "game": game,
        "limit": _LIMITS[kind],
        "stakes": Stakes(small, big, currency if currency and len(currency) == 3 else None),
        "button": dealer,
        "played": played,
        "zone": zone,
        "table": hand.get("table_name"),
        "tournament": (hand.get("tournament_info") or {}).get("tournament_number"),
    }
    return head, tells


def _adds(rounds: list[Any]) -> bool:
    """Whether raises are what they add, as most write: calls then fit what was raised."""
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


def _chips(value: Any) -> int:
    if value is None:
        return 0
    try:
        amount = Decimal(str(value)) * 10_000
    except InvalidOperation as error:
        raise BadHandError(f"{value!r} is no amount of chips") from error
    if amount != int(amount) or not 0 <= amount < 10**17:
        raise BadHandError(f"{value!r} is no amount of chips")
    return int(amount)


def hands(text: str) -> Iterator[tuple[int, Callable[[], tuple[dict[str, Any], Tells]]]]:
    """The hands of a text: the line of each within it, and what reads it."""
    line = counted = 0
    for at, value in objects(text):
        line += text.count("\n", counted, at)
        counted = at
        yield line, functools.partial(read, value)
