"""Reads hands in the XML of iPoker, Merge and Microgaming."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree

from .hand import BadHandError
from .heads import Stakes, game_in, moment_in, stakes_in
from .tells import Tells, money

# ---------------------------------------------------------------- iPoker

_IPOKER_ACTIONS = {
    "0": "fold", "1": "small blind", "2": "big blind", "3": "call", "4": "check", "5": "bet",
    "6": "raise by", "7": "all in", "15": "ante", "23": "raise",
}  # fmt: skip


def _ipoker_hand(
    hand: ElementTree.Element, told: dict[str, str], limit: str | None, game: str | None
) -> tuple[dict[str, Any], Tells]:
    tells = Tells()
    button = None
    shares: list[tuple[str, int, int]] = []
    for player in hand.iter("player"):
        if "seat" not in player.attrib:
            continue
        name, seat = player.attrib["name"], int(player.attrib["seat"])
        tells.sit(name, seat, name, money(player.get("chips")))
        shares.append((name, money(player.get("win")), money(player.get("bet"))))
        if player.get("dealer") == "1":
            button = seat
    if told.get("nickname") in tells.places:
        tells.tell("hero", told["nickname"])
    holes = 0
    for stage in sorted(hand.iter("round"), key=lambda stage: int(stage.attrib["no"])):
        street = int(stage.attrib["no"]) - 1
        if street > 0:
            for cards in stage.iter("cards"):
                if cards.get("type") in ("Flop", "Turn", "River"):
                    tells.deal(street, cards.text or "")
        for cards in stage.iter("cards"):
            if cards.get("type") == "Pocket" and cards.get("player") in tells.places:
                text = cards.text or ""
                holes = max(holes, len(text.split()))
                tells.tell("hole", cards.get("player"), cards=text)
        for action in sorted(stage.iter("action"), key=lambda one: int(one.get("no") or 0)):
            kind = action.get("type") or ""
            if kind in ("8", "9"):
                continue
            if kind not in _IPOKER_ACTIONS:
                raise BadHandError(f"action {kind} is not known")
            tells.tell(_IPOKER_ACTIONS[kind], action.get("player"), money(action.get("sum")))
    for name, win, bet in shares:
        tells.tell("nets", name, win, other=bet)
    general = hand.find("general")
    started = general.findtext("startdate") if general is not None else None
    played, _ = moment_in(started or told.get("startdate", ""))
    stakes = stakes_in(told.get("gametype", ""))
    named = game or {2: "hold'em", 4: "omaha", 5: "omaha5", 6: "omaha6"}.get(holes)
    head = {
        "site": "iPoker",
        "number": hand.attrib["gamecode"],
        "game": named,
        "limit": limit or "no limit",
        "stakes": stakes,
        "button": button,
        "played": played,
        "zone": None,
        "table": told.get("tablename"),
        "tournament": told.get("tournamentcode") or (told.get("tournamentname") and told.get("tablename")) or None,
    }
    return head, tells


# ---------------------------------------------------------------- Merge

_MERGE_ACTIONS = {
    "SMALL_BLIND": "small blind", "BIG_BLIND": "big blind", "ANTE": "ante", "FOLD": "fold",
    "CHECK": "check", "CALL": "call", "BET": "bet", "RAISE": "raise", "ALL_IN": "all in",
    "INITIAL_BLIND": "missed", "RETURN_BLIND": "missed", "DEAD_BLIND": "dead",
    "BRING_IN": "refused", "MUCK": "muck",
}  # fmt: skip
_MERGE_STREETS = {"POSTFLOP": 1, "POSTTURN": 2, "POSTRIVER": 3}


def merge(hand: ElementTree.Element, about: str) -> tuple[dict[str, Any], Tells]:
    """A hand of the network; ``about``: the game and the stakes."""
    tells = Tells()
    players = hand.find("players")
    button = None if players is None else int(players.attrib["dealer"]) + 1
    for player in hand.iter("player"):
        seat = player.attrib["seat"]
        tells.sit(seat, int(seat) + 1, player.attrib["nickname"], money(player.get("balance")))
    board = 0
    for stage in hand.iter("round"):
        street = _MERGE_STREETS.get(stage.attrib["id"], 0)
        dealt = [c for c in stage.iter("cards") if c.get("type") == "COMMUNITY"]
        if dealt:
            cards = dealt[-1].attrib["cards"]
            count = len(cards.split(","))
            if count > board:
                tells.deal(street or count - 2, cards)
                board = count
        for event in stage:
            if event.tag == "event" and event.attrib["type"] in _MERGE_ACTIONS:
                tells.tell(
                    _MERGE_ACTIONS[event.attrib["type"]],
                    event.get("player"),
                    money(event.get("amount")),
                )
            elif event.tag == "cards" and event.get("player") is not None:
                tells.tell("hole", event.get("player"), cards=event.attrib["cards"])
            elif event.tag == "winner":
                if event.get("uncalled") == "true":
                    tells.tell("return", event.get("player"), money(event.get("amount")))
                else:
                    tells.tell("collect", event.get("player"), money(event.get("amount")), other=-1)
    limit, game = game_in(about)
    played, _ = moment_in(re.sub(r"(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)", r"\1-\2-\3 \4:\5:\6", hand.get("starttime", "")))
    data = hand.get("data", "").split("|")
    head = {
        "site": "Merge",
        "number": hand.attrib["id"],
        "game": game,
        "limit": limit,
        "stakes": stakes_in(about),
        "button": button,
        "played": played,
        "zone": None,
        "table": data[1] if len(data) > 1 else None,
        "tournament": (data[1] if len(data) > 1 else "?") if "ournament" in about else None,
    }
    return head, tells


# ---------------------------------------------------------------- Microgaming

_MICROGAMING_ACTIONS = {
    "SmallBlind": "small blind", "BigBlind": "big blind", "PostedToPlay": "missed",
    "PostBigBlind": "missed", "PostBlind": "missed", "PostedDead": "dead", "Ante": "ante",
    "Fold": "fold", "Check": "check", "Call": "call", "Bet": "bet", "Raise": "raise by",
    "AllIn": "all in", "MuckCards": "muck", "MoneyReturned": "return",
}  # fmt: skip
_MICROGAMING_STREETS = {"DealFlop": 1, "DealTurn": 2, "DealRiver": 3}


def microgaming(hand: ElementTree.Element) -> tuple[dict[str, Any], Tells]:
    """A hand of the network."""
    tells = Tells()
    button = None
    for seat in hand.iter("Seat"):
        if "alias" not in seat.attrib:
            continue
        number = seat.attrib["num"]
        tells.sit(number, int(number), seat.attrib["alias"], money(seat.get("balance")))
        if seat.get("dealer") == "true":
            button = int(number)
    for action in hand.iter("Action"):
        kind = action.attrib["type"]
        cards = " ".join(c.attrib["value"] + c.attrib["suit"] for c in action.iter("Card"))
        if kind in _MICROGAMING_STREETS:
            tells.deal(_MICROGAMING_STREETS[kind], cards)
        elif kind in ("DealCards", "ShowCards"):
            tells.tell("hole", action.get("seat"), cards=cards)
        elif kind == "Win":
            for seat in action.iter("Seat"):
                tells.tell("collect", seat.attrib["num"], money(seat.get("amount")), other=-1)
        elif kind in _MICROGAMING_ACTIONS:
            tells.tell(_MICROGAMING_ACTIONS[kind], action.get("seat"), money(action.get("value")))
    about = f"{hand.get('gametype', '')} {hand.get('betlimit', '')}"
    limit, game = game_in(about)
    played, _ = moment_in(hand.get("date", ""))
    small, _, big = hand.get("stakes", "").partition("|")
    head = {
        "site": "Microgaming",
        "number": hand.attrib["id"],
        "game": game,
        "limit": limit,
        "stakes": Stakes(money(small), money(big), {"rCA=": "EUR"}.get(hand.get("currencysymbol", ""))),
        "button": button,
        "played": played,
        "zone": None,
        "table": hand.get("tablename"),
        "tournament": hand.get("tournamentid") if hand.get("istournament") == "1" else None,
    }
    return head, tells


# ---------------------------------------------------------------- files

_MERGE_HAND = re.compile(r"<description[^>]*/>|<game .*?</game>", re.DOTALL)
_MICROGAMING_HAND = re.compile(r"<Game .*?</Game>", re.DOTALL)


def hands(text: str) -> Iterator[tuple[int, Callable[[], tuple[dict[str, Any], Tells]]]]:
    """The hands of a text: the line of each within it, and what reads it."""
    if "<game gamecode" in text:
        head = text.partition("<game ")[0]
        told = dict(re.findall(r"<(\w+)>([^<>]*)</\1>", head))
        limit, game = game_in(told.get("gametype", ""))
        if game is None:
            game = game_in(told.get("tablename", ""))[1]
        for match in _IPOKER_HAND.finditer(text):
            yield (
                text.count("\n", 0, match.start()),
                functools.partial(_parsed, match[0], lambda e: _ipoker_hand(e, told, limit, game)),
            )
        return
    about = ""
    for match in (_MERGE_HAND if "<game " in text else _MICROGAMING_HAND).finditer(text):
        if match[0].startswith("<description"):
            about = match[0]
            continue
        read = functools.partial(merge, about=about) if "<game " in text else microgaming
        yield text.count("\n", 0, match.start()), functools.partial(_parsed, match[0], read)


_IPOKER_HAND = re.compile(r"<game .*?</game>", re.DOTALL)


def _parsed(
    text: str, read: Callable[[ElementTree.Element], tuple[dict[str, Any], Tells]]
) -> tuple[dict[str, Any], Tells]:
    try:
        return read(ElementTree.fromstring(text))
    except ElementTree.ParseError as error:
        raise BadHandError(f"is no XML: {error}") from error
    except (KeyError, ValueError) as error:
        raise BadHandError(f"lacks what a hand has: {error!s:.100}") from error
