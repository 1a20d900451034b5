"""Reads hands in the XML of iPoker, Merge and Microgaming."""

from __future__ import annotations

import base64
import functools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any
from xml.etree import ElementTree as ET

from .hand import NO_TEXT, BadHandError, shown
from .heads import Stakes, game_in, moment_in, sign_in, stakes_in
from .tells import Tells, money

Told = tuple[dict[str, Any], Tells]

_GAME = re.compile(
    r"<description[^<>]{0,999}/>|<session(?:(?!<game ).)*|<game (?:(?!<game |<session).)*",
    re.DOTALL | re.IGNORECASE,
)
_DEEPEST = 12
_END = re.compile(r"</game>", re.IGNORECASE)


def hands(text: str) -> Iterator[tuple[int, Callable[[], Told]]]:
    """The hands of a text: the line of each within it, and a function that reads it."""
    session = _told_once(text.partition("<game ")[0])
    about = ""
    line = counted = 0
    for match in _GAME.finditer(text):
        if match[0].startswith("<description"):
            about = match[0]
            continue
        if match[0].startswith("<session"):
            session = _told_once(match[0])
            continue
        if match[0].startswith("<Game"):
            read: Callable[[ET.Element], Told] = microgaming
        elif "gamecode" in match[0][:100]:
            read = functools.partial(ipoker, session=session)
        else:
            read = functools.partial(merge, about=about)
        line += text.count("\n", counted, match.start())
        counted = match.start()
        yield line, functools.partial(_parsed, match[0], read)


def _told_once(text: str) -> dict[str, str]:
    return dict(re.findall(r"<(\w{1,99})>([^<>]{0,999})</\1>", text))


def _parsed(text: str, read: Callable[[ET.Element], Told]) -> Told:
    """A hand from its text, which may lack the end of the outermost element."""
    end = _END.search(text)
    name = "Game" if text.startswith("<Game") else "game"
    whole = text[: end.end()] if end else f"{text}</{name}>"
    try:
        return read(_shallow(ET.fromstring(whole)))
    except ET.ParseError as error:
        raise BadHandError(f"is no XML: {error}") from error
    except UnicodeEncodeError as error:
        raise BadHandError(NO_TEXT) from error
    except KeyError as error:
        raise BadHandError(f"has no {error.args[0]}") from error


def _shallow(hand: ET.Element) -> ET.Element:
    """A hand unchanged; BadHandError if it is nested deeper than any real one."""
    level = [hand]
    for _ in range(_DEEPEST):
        level = [child for element in level for child in element]
    if level:
        raise BadHandError(f"is XML of more than {_DEEPEST} elements within each other")
    return hand


def _decoded(text: str) -> str:
    """A text that the network writes in base64 of UTF-16."""
    try:
        return base64.b64decode(text).decode("utf-16-le", "ignore")
    except ValueError:
        return ""


def _number(text: str | None) -> int:
    """A whole number of an attribute."""
    if text is None or not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise BadHandError(f"{text!r} is no number")
    return int(text)


def _blinds(stakes: Stakes | None, limit: str | None) -> Stakes | None:
    """The blinds of a game; in fixed limit its stakes are its bets."""
    if stakes is None or limit != "fixed limit":
        return stakes
    return Stakes(stakes.small // 2, stakes.small, stakes.currency)


# ---------------------------------------------------------------- iPoker

_IPOKER_ACTIONS = {
    "0": "fold", "1": "small blind", "2": "big blind", "3": "call", "4": "check", "5": "bet",
    "6": "raise by", "7": "all in", "9": "sits out", "15": "ante", "23": "raise",
}  # fmt: skip
_IPOKER_STREETS = {"Flop": 1, "Turn": 2, "River": 3}
_IPOKER_LIMITS = {"LP": "pot limit", "SL": "no limit", "LZ": "no limit", "БЛ": "no limit"}
_IPOKER_HOLES = {2: "hold'em", 4: "omaha", 5: "omaha5", 6: "omaha6"}
_PROTECTED = "DP"  # all-in by a lost connection, for what is in the pot already


def ipoker(hand: ET.Element, session: dict[str, str]) -> Told:
    """A hand of a session; ``session``: the facts in the session's head."""
    kind = session.get("gametype", "")
    limit, game = game_in(kind)
    if game is None:
        game = game_in(session.get("tablename", ""))[1]
    if limit is None:
        limit = next(
            (_IPOKER_LIMITS[word] for word in kind.split() if word in _IPOKER_LIMITS), None
        )
    stakes = _blinds(stakes_in(kind), limit)
    tournament = tournament_of_session(session)
    if stakes and tournament is None and session.get("mode", "real") == "real":
        currency = stakes.currency or session.get("tablecurrency") or session.get("currency")
        stakes = stakes._replace(currency=currency or None)
    blind = 0 if stakes is None else stakes.big
    tells = Tells()
    button = None
    shares: list[tuple[str, int, int]] = []
    for player in hand.iter("player"):
        name = player.get("name")
        if "seat" not in player.attrib or not name:
            continue
        seat = _number(player.attrib["seat"])
        tells.sit(name, seat, name, money(player.get("chips")))
        shares.append((name, money(player.get("win")), money(player.get("bet"))))
        if player.get("dealer") == "1":
            button = seat
    if session.get("nickname") in tells.places:
        tells.tell("hero", session["nickname"])
    holes = 0
    there: set[str | None] = set()  # those with cards, or chips in the pot
    stages = sorted(hand.iter("round"), key=lambda stage: _number(stage.get("no")))
    put, small = _put_in(stages)
    taken = sum(bet - win for _, win, bet in shares)
    is_told = 10 * taken <= sum(put.values())  # otherwise a win is missing
    for name, _, bet in shares:
        if bet == put[name]:
            continue
        if bet - put[name] != small[name] or not is_told:
            raise BadHandError(f"{name} bets {shown(bet)}, and {shown(put[name])} by what he does")
        tells.tell("dead", name, small[name])  # before the amount that it does not count for
    for stage in stages:
        for cards in stage.iter("cards"):
            text, what = cards.text or "", cards.get("type", "")
            if what in _IPOKER_STREETS:
                tells.deal(_IPOKER_STREETS[what], text)
            elif what == "Pocket" and cards.get("player") in tells.places:
                holes = max(holes, len(text.split()))
                there.add(cards.get("player"))
                tells.tell("hole", cards.get("player"), cards=text)
        for action in sorted(stage.iter("action"), key=lambda one: _number(one.get("no") or "0")):
            what, name, amount = action.get("type", ""), action.get("player"), action.get("sum")
            if what == "8" or (what == "9" and name not in there):
                continue  # sits out
            if what not in _IPOKER_ACTIONS:
                raise BadHandError(f"action {what!r} is not known")
            there.add(name)
            if what == "9":
                there.discard(name)
                tells.tell("fold", name, stuck=True)
                continue
            if amount == _PROTECTED:
                tells.tell("call", name, stuck=True)
                continue
            chips = money(amount)
            dead = what == "2" and 0 < blind < chips
            tells.tell("missed" if dead else _IPOKER_ACTIONS[what], name, chips)
    for name, win, bet in shares:
        tells.tell("nets", name, win, other=bet)
    played, zone = moment_in(hand.findtext("general/startdate") or session.get("startdate", ""))
    head = {
        "site": "iPoker",
        "number": hand.attrib["gamecode"],
        "game": game or _IPOKER_HOLES.get(holes),
        "limit": limit or "no limit",
        "stakes": stakes,
        "button": button,
        "played": played,
        "zone": zone,
        "table": session.get("tablename"),
        "tournament": tournament,
    }
    return head, tells


def _put_in(stages: Iterable[ET.Element]) -> tuple[Counter[str | None], Counter[str | None]]:
    """What each player's actions put in; and the small blinds of those who raised then."""
    put: Counter[str | None] = Counter()
    small: Counter[str | None] = Counter()
    raised = set()
    bets: Counter[str | None] = Counter()
    for stage in stages:
        if stage.get("no") != "1":  # before it are the blinds
            bets.clear()
        for action in sorted(stage.iter("action"), key=lambda one: _number(one.get("no") or "0")):
            name, what = action.get("player"), _IPOKER_ACTIONS.get(action.get("type", ""))
            amount = 0 if action.get("sum") == _PROTECTED else money(action.get("sum"))
            if what == "small blind":
                small[name] = amount
            if what == "raise":
                if stage.get("no") == "1":
                    raised.add(name)
                amount = max(amount - bets[name], 0)
            if what != "ante":
                bets[name] += amount
            put[name] += amount
    return put, Counter({name: blind for name, blind in small.items() if name in raised})


def tournament_of_session(session: Mapping[str, str]) -> str | None:
    """The number of the tournament in the head of a session; None for a cash game."""
    named = session.get("tournamentname")
    number = (
        re.search(r"\d{6,}", session.get("tablename", "").rpartition(",")[2]) if named else None
    )
    code = session.get("tournamentcode") or session.get("tourcode")
    return code or (number[0] if number else named) or None


# ---------------------------------------------------------------- Merge

_MERGE_ACTIONS = {
    "SMALL_BLIND": "small blind", "BIG_BLIND": "big blind", "ANTE": "ante", "FOLD": "fold",
    "CHECK": "check", "CALL": "call", "BET": "bet", "RAISE": "raise", "ALL_IN": "all in",
    "INITIAL_BLIND": "missed", "RETURN_BLIND": "missed", "DEAD_BLIND": "dead",
    "BRING_IN": "refused", "COMPLETE": "refused", "DRAW": "refused",
    "MUCK": "muck",
}  # fmt: skip
_MERGE_STREETS = {"POSTFLOP": 1, "POSTTURN": 2, "POSTRIVER": 3}
_MERGE_GAMES = {
    "Omaha H/L8": "omaha hi-lo", "7-Stud": "seven card stud", "7-Stud H/L8": "stud hi-lo",
    "5-Stud": "five card stud", "2-7 Lowball": "triple draw 2-7",
    "A-5 Lowball": "triple draw A-5", "5-Draw": "five card draw",
    "5-Draw w/Joker": "five card draw",
}  # fmt: skip
# Games of a mixed table, by the number in each hand.
_MERGE_MIXED = {
    **dict.fromkeys(("1", "2", "9", "23"), "hold'em"), "4": "omaha",
    **dict.fromkeys(("34", "35", "37"), "omaha hi-lo"),
    **dict.fromkeys(("38", "39", "41", "42"), "seven card stud"),
    **dict.fromkeys(("43", "45"), "seven card stud hi-lo"),
    **dict.fromkeys(("46", "47", "49"), "razz"),
}  # fmt: skip


def merge(hand: ET.Element, about: str) -> Told:
    """A hand of the network; ``about``: the game and the stakes."""
    named = re.search(r'type="([^"]*?)(?: Tournament)?"', about)
    kind = _MERGE_MIXED.get(hand.get("multigametype", "")) or (named[1] if named else "")
    game = game_in(_MERGE_GAMES.get(kind, kind))[1]
    limit = game_in(about)[0]
    tournament = " Tournament" in about
    tells = Tells()
    players = hand.find("players")
    button = None if players is None else _number(players.attrib["dealer"]) + 1
    # Balances of tournaments are those after the blinds, except in later versions.
    posted: Counter[str | None] = Counter()
    if tournament and "version=" not in about:
        for event in hand.iterfind("round[@id='BLINDS']/event"):
            posted[event.get("player")] += money(event.get("amount"))
    absent: set[str | None] = set()
    for player in hand.iter("player"):
        seat = player.attrib["seat"]
        stack = money(player.get("balance")) + posted[seat]
        tells.sit(seat, _number(seat) + 1, player.attrib["nickname"], stack)
        if player.get("dealtin") == "false":
            absent.add(seat)
    table = re.split("[|:]", hand.get("data", ""))
    # If colons separate the fields, raises state what they add.
    acts = _MERGE_ACTIONS | ({"RAISE": "raise by"} if ":" in hand.get("data", "") else {})
    board = 0
    folded: set[str | None] = set()
    for stage in hand.iter("round"):
        blinds = stage.attrib["id"] == "BLINDS"
        street = _MERGE_STREETS.get(stage.attrib["id"], 0)
        in_full = {one.get("player") for one in stage if one.get("type") == "SMALL_BLIND"}
        short = [one.get("player") for one in stage if one.get("type") == "ALL_IN"]
        dealt = [c for c in stage.iter("cards") if c.get("type") == "COMMUNITY"]
        if dealt:
            cards = dealt[-1].attrib["cards"]
            count = len(cards.split(","))
            if count > board:
                tells.deal(street or count - 2, cards)
                board = count
        for event in stage:
            what, seat = event.get("type", ""), event.get("player", "")
            if what == "GAME_CANCELLED":
                raise BadHandError("is cancelled")
            amount = money(event.get("amount"))
            if event.tag == "event" and what in _MERGE_ACTIONS:
                if seat in folded or (seat in absent and what == "CHECK"):
                    continue  # events of players who are out cost nothing
                if what == "FOLD":
                    folded.add(seat)
                if what != "ALL_IN":
                    tells.tell(acts[what], seat, amount)
                elif amount:  # otherwise he already is
                    # It is the first of the blinds that nobody else posts.
                    small = in_full <= {seat} and short[0] == seat
                    blind = "small blind" if small else "big blind"
                    tells.tell(blind if blinds else "all in", seat, amount)
            elif event.tag == "cards" and what != "COMMUNITY":
                tells.tell("hole", seat, cards=event.attrib["cards"], face_up=what == "HOLE")
            elif event.tag == "winner":
                if event.get("uncalled") == "true":
                    tells.tell("return", seat, amount)
                else:
                    tells.tell("collect", seat, amount, other=-1)
    started = re.sub(
        r"^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)", r"\1-\2-\3 \4:\5:\6 ", hand.get("starttime", "")
    )
    played, zone = moment_in(started)
    head = {
        "site": "Merge",
        "number": hand.attrib["id"],
        "game": game,
        "limit": limit,
        "stakes": _blinds(stakes_in(about), limit),
        "button": button,
        "played": played,
        "zone": zone,
        "clock": "ET",
        "table": table[1] if len(table) > 1 else None,
        "tournament": (table[2].partition("-")[0] if len(table) > 2 else "?")
        if tournament
        else None,
    }
    return head, tells


# ---------------------------------------------------------------- Microgaming

_MICROGAMING_ACTIONS = {
    "SmallBlind": "small blind", "BigBlind": "big blind", "PostedToPlay": "missed",
    "PostBigBlind": "missed", "PostBlind": "missed", "PostedDead": "dead", "Ante": "ante",
    "PostedAnte": "ante", "BadBeatContribution": "dead", "Fold": "fold", "Check": "check",
    "Call": "call", "Bet": "bet", "Raise": "raise", "AllIn": "all in", "MuckCards": "muck",
    "MoneyReturned": "return", "Disconnect": "mark", "Reconnect": "mark",
}  # fmt: skip
_MICROGAMING_STREETS = {"DealFlop": 1, "DealTurn": 2, "DealRiver": 3}
_MICROGAMING_PUTS = (
    "SmallBlind", "BigBlind", "PostedToPlay", "PostBigBlind", "PostBlind", "PostedDead", "Ante",
    "PostedAnte", "BadBeatContribution", "Call", "Bet", "Raise", "AllIn",
)  # fmt: skip


def microgaming(hand: ET.Element) -> Told:
    """A hand of the network."""
    about = f"{hand.get('gametype', '')} {hand.get('betlimit', '')}"
    limit, game = game_in(about)
    small, _, big = hand.get("stakes", "").partition("|")
    tells = Tells()
    button = None
    for seat in hand.iterfind("Seats/Seat"):
        if "alias" not in seat.attrib:
            continue
        number = seat.attrib["num"]
        tells.sit(number, _number(number), seat.attrib["alias"], money(seat.get("balance")))
        if seat.get("dealer") == "true":
            button = _number(number)
    added = _added(hand)
    by_kind = {"Raise": "raise by", "Bet": "raise by", "Call": "call"}
    if added is _by_totals:
        by_kind = {"Raise": "raise to", "Bet": "raise to", "Call": "call to"}
    unexplained = _unexplained(hand, added)
    for action in hand.iter("Action"):
        kind, place = action.attrib["type"], action.get("seat")
        cards = " ".join(c.attrib["value"] + c.attrib["suit"] for c in action.iter("Card"))
        if kind in _MICROGAMING_STREETS:
            tells.deal(_MICROGAMING_STREETS[kind], cards)
        elif kind in ("DealCards", "ShowCards") or (kind == "MuckCards" and cards):
            tells.tell("hole", place, cards=cards, face_up=kind == "DealCards")
        elif kind == "Win":
            for winner in action.iter("Seat"):
                tells.tell("collect", winner.attrib["num"], money(winner.get("amount")), other=-1)
        elif kind in _MICROGAMING_ACTIONS:
            what, amount = _MICROGAMING_ACTIONS[kind], money(action.get("value"))
            if what == "missed" and unexplained[place] == money(small):
                amount += money(small)  # a dead small blind, which is not listed
            tells.tell(by_kind.get(kind, what), place, amount)
        elif money(action.get("value")):
            raise BadHandError(f"action {kind!r} is not known")
    for seat in hand.iterfind("Seats/Seat"):
        if "alias" in seat.attrib and "endbalance" in seat.attrib:
            balance, end = money(seat.get("balance")), money(seat.get("endbalance"))
            tells.tell("nets", seat.attrib["num"], end, other=balance)
    played, zone = moment_in(hand.get("date", ""))
    currency = sign_in(_decoded(hand.get("currencysymbol", "")))
    head = {
        "site": "Microgaming",
        "number": hand.attrib["id"],
        "game": game,
        "limit": limit,
        "stakes": Stakes(money(small), money(big), currency),
        "button": button,
        "played": played,
        "zone": zone,
        "table": hand.get("tablename"),
        "tournament": hand.get("tournamentid") if hand.get("istournament") == "1" else None,
    }
    return head, tells


Added = Callable[[str, int, int], int]


def _by_totals(kind: str, amount: int, bet: int) -> int:
    return amount - bet if kind in ("Call", "Raise", "Bet") else amount


def _by_what_it_adds(_kind: str, amount: int, _bet: int) -> int:
    return amount


def _added(hand: ET.Element) -> Added:
    """How bets and calls are stated: early versions state the player's total of the street.

    The one that makes more final balances right; if both do, what is added.
    """
    totals, adds = (
        sum(bool(amount) for amount in _unexplained(hand, added).values())
        for added in (_by_totals, _by_what_it_adds)
    )
    return _by_totals if totals < adds else _by_what_it_adds


def _unexplained(hand: ET.Element, added: Added) -> Counter[str | None]:
    """How much less each seat has at the end than its actions say."""
    put: Counter[str | None] = Counter()
    bets: Counter[str | None] = Counter()
    for action in hand.iter("Action"):
        kind, number = action.attrib["type"], action.get("seat")
        if kind in _MICROGAMING_STREETS:
            bets.clear()
        elif kind == "Win":
            for seat in action.iter("Seat"):
                put[seat.get("num")] -= money(seat.get("amount"))
        elif kind == "MoneyReturned":
            put[number] -= money(action.get("value"))
        elif kind in _MICROGAMING_PUTS:
            amount = added(kind, money(action.get("value")), bets[number])
            put[number] += amount
            bets[number] += amount
    for seat in hand.iterfind("Seats/Seat"):
        put[seat.get("num")] = (
            money(seat.get("balance")) - money(seat.get("endbalance")) - put[seat.get("num")]
        )
    return put
