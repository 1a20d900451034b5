"""Reads hands in the text form of PokerStars: cash games and tournaments of hold'em and Omaha.

What it knows of the form is what such files show; there is no published definition. A line that
begins with a player and a colon is an action, and must be one that is known. Other lines (who comes
and goes, talk, bounties) are passed over unless they move chips or cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from pokerlake.catalogue import GAMES

from .hand import (
    CURRENCIES,
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

SITE = "PokerStars"
# Where a hand begins, in bytes; a file joined of several may have a byte order mark in its middle.
BEGINNING = re.compile(
    rb"^(?:\xef\xbb\xbf)?PokerStars (?:Zoom |Home Game )?(?:Hand|Game) #", re.MULTILINE
)
_DIGITS = "[0-9]{1,20}(?![0-9])"  # of the number of a hand
NUMBER = re.compile(BEGINNING.pattern + rb"(%s)?" % _DIGITS.encode(), re.MULTILINE)
# Where it ends: at a blank line after its summary.
_SUMMARY = re.compile(rb"^\*\*\* SUMMARY \*\*\*", re.MULTILINE)
_BLANK_LINE = re.compile(rb"\n[ \t]*+\r?\n")
# No pattern here may take a time that grows with the square of a line: what a ``*`` has taken it
# keeps (``*+``), or can be given back only where another character stops it.

# What may stand between hands: the marks of transcripts that are sent by mail.
BETWEEN = re.compile(r"\*{3,} # [0-9]+ \*{3,}|Transcript for your last .*")

_HEADER = re.compile(
    rf"\ufeff?PokerStars (?:Zoom |Home Game )?(?:Hand|Game) #(?P<number>{_DIGITS}):\s++"
    r"(?:\{[^{}]*+\}\s++)?+(?P<game>.*)\((?P<stakes>[^()]*+)\)\s*+-\s*+"
    r"(?P<date>[0-9]{4}/[0-9]{1,2}/[0-9]{1,2}) (?P<time>[0-9]{1,2}:[0-9]{2}:[0-9]{2})"
    r"(?: (?P<zone>[A-Z]{1,5}))?(?: \[[^\[\]]*+\])?"
)
_TOURNAMENT = re.compile(rf"(?:Zoom )?Tournament #(?P<number>{_DIGITS}),\s*+(?P<game>.*)")
_GAMES = {game.pokerstars: name for name, game in GAMES.items() if game.pokerstars}
_GAME = re.compile(
    rf"(?P<before>.*?)(?P<rule>{'|'.join(map(re.escape, _GAMES))}) "
    r"(?P<limit>No Limit|Pot Limit|Limit)(?: - .*)?"
)
# What stands before the name of a game and makes it another: "7 Card Omaha".
_OTHERS = (
    "Split", "Swap", "Unfold", "Fusion", "Tempest", "Showtime", "Double Board", "Card",
    "Courchevel",
)  # fmt: skip
_CURRENCY = re.compile(r"[A-Z]{3}")
_BUTTON_BLIND = re.compile(r"Button Blind (?P<blind>\S+) - Ante \S+(?:\s+(?P<named>[A-Z]{3}))?")
_LIMITS = {"No Limit": "no limit", "Pot Limit": "pot limit", "Limit": "fixed limit"}

_SEATS = {str(seat): seat for seat in range(1, MOST_PLAYERS + 1)}
_TABLE = "Table '"
_IS_BUTTON = " is the button"
_AFTER_STACK = re.compile(r"(?:, .*?)?\)(?: .*)?")
_POST = re.compile(
    r"(?P<what>small blind|big blind|button blind|the ante|small & big blinds|straddle) "
    r"(?P<amount>\S+)"
)
_RETURNED = re.compile(r"Uncalled bet \((?P<amount>\S+)\) returned to (?P<name>.+)")
_COLLECTED = re.compile(
    r"(?P<amount>\S+) from (?P<pot>pot|main pot|side pot(?:-(?P<side>[0-9]+))?)(?: \(.*\))?"
)
_CASHED_OUT = re.compile(r" cashed out the hand for \S+(?: \||$)")
_STREET = re.compile(r"\*\*\* (?P<street>[A-Z ]+?) \*\*\*(?P<cards>(?: \[[^\[\]]*\])*)")
_LISTED = re.compile(r"(?:Main|Side) pot(?:-[0-9]+)? (\S+?)\.(?= |$)")
_FEES = re.compile(r"[A-Z][a-z]+ (\S+)")
_SHOWN = re.compile(r"\b(?:showed|mucked) \[([^\[\]]*)\]")
_BOARD = re.compile(r"Board \[(?P<cards>[^\]]*)\]")
_POSTS = {
    "the ante": Kind.ANTE,
    "small blind": Kind.SMALL_BLIND,
    "big blind": Kind.BIG_BLIND,
    "button blind": Kind.BIG_BLIND,  # the only one where all post antes
    "straddle": Kind.STRADDLE,
    "small & big blinds": Kind.POST,
}
_NO_CARDS = ("HOLE CARDS", "SHOW DOWN", "SHOWDOWN")
_ALL_IN = " and is all-in"
_CAP = " and has reached the "


def hands(text: bytes) -> Iterator[tuple[int, int, str]]:
    """Where each hand of a text begins and ends, and its number, empty if it cannot be read."""
    found = list(NUMBER.finditer(text))
    ends = [match.start() for match in found[1:]] + [len(text)]
    for match, end in zip(found, ends if found else [], strict=True):
        yield match.start(), end, (match[1] or b"").decode()


def end(text: bytes, start: int, stop: int) -> int | None:
    """Where a hand is over that begins at ``start``; None if there is no blank line after it."""
    summary = _SUMMARY.search(text, start, stop)
    blank = summary and _BLANK_LINE.search(text, summary.end(), stop)
    return blank.end() if blank else None


def read(text: str, line: int) -> Hand:
    """Read one hand: the text from its first line on, which is line ``line`` of the file.

    BadHandError if it cannot be read, is cut short, or is of another game.
    """
    return _Reader(text.split("\n"), line).read()


class _Reader:
    def __init__(self, lines: list[str], first: int) -> None:
        self.lines = lines
        self.first = first
        self.at = 0
        self.seats: dict[str, int] = {}
        self.streets = 0

    def read(self) -> Hand:
        try:
            self.hand = self.header()
            self.table()
            self.play()
            self.summary()
        except BadHandError as error:
            error.line = error.line or self.line
            raise
        self.settle_posts()
        return self.hand

    @property
    def line(self) -> int:
        return self.first + self.at

    def texts(self, first: int) -> Iterator[str]:
        """The lines from one on; ``at`` is always the place of the last that was read."""
        for at, text in enumerate(self.lines[first:], first):
            self.at = at
            yield text.rstrip()

    def last_line(self) -> int:
        """The last line that is not blank."""
        return self.first + max(at for at, text in enumerate(self.lines) if text.strip())

    # ------------------------------------------------------------ header and seats

    def header(self) -> Hand:
        text = self.lines[0].rstrip()
        match = _HEADER.fullmatch(text)
        if match is None:
            raise BadHandError(f"{text[:80]!r} is no first line of a hand")
        return Hand(
            SITE,
            match["number"],
            self.first,
            **_stakes(match["game"].rstrip(), match["stakes"]),
            played=_timestamp(match["date"], match["time"]),
            zone=match["zone"],
            returned={},
            collected=[],
        )

    def table(self) -> None:
        hand = self.hand
        found = False
        for text in self.texts(1):
            if text.startswith("Seat "):
                self.sit(text)
            elif not found and text.startswith(_TABLE):
                hand.table_name, hand.button = _table(text)
                found = True
            elif text and self.seats:
                break
            elif text:
                raise BadHandError(f"{text!r} stands before the seats")
        else:
            self.at = len(self.lines)
        if not found or not self.seats:
            raise BadHandError("is cut short: there is no table, or no seat", self.last_line())

    def sit(self, text: str) -> None:
        """``Seat 3: Ann ($100 in chips)``, and what else stands there; the name may be anything."""
        number, colon, rest = text[5:].partition(": ")
        before, found, after = rest.rpartition(" in chips")
        name, bracket, stack = before.rpartition(" (")
        if not (name and colon and found and bracket and _AFTER_STACK.fullmatch(after)):
            raise BadHandError(f"{text!r} is no seat")
        seat = _SEATS.get(number, 0)
        if not seat or seat in self.hand.players or name in self.seats:
            raise BadHandError(f"seat {number} of {name} is taken, or there is none")
        self.seats[name] = seat
        self.hand.players[seat] = name
        self.hand.stacks[seat] = chips(stack)

    # ------------------------------------------------------------ what is played

    def play(self) -> None:
        seats = self.seats
        odd = any(": " in name for name in seats)
        for text in self.texts(self.at):
            if not text:
                continue
            if text.startswith("*** ") and (street := _STREET.fullmatch(text)):
                if street["street"] == "SUMMARY":
                    return
                self.street(street["street"], street["cards"])
                continue
            name, colon, action = text.partition(": ")
            if odd:
                name, action = self.longest_name(text)
            if colon and name in seats:
                self.action(seats[name], action)
            else:
                self.notice(text)
        raise BadHandError("is cut short: there is no summary", self.last_line())

    def longest_name(self, text: str) -> tuple[str, str]:
        """Who acts and how; names may have colons. The name is empty if nobody acts."""
        begin = [name for name in self.seats if text.startswith((f"{name}: ", f"{name} "))]
        name = max(begin, key=len, default="")
        if not text.startswith(f"{name}: "):
            return "", text
        return name, text[len(name) + 2 :]

    def street(self, name: str, cards: str) -> None:
        if name in _NO_CARDS:
            return
        if name.startswith(("FIRST ", "SECOND ", "THIRD ")):
            raise BadHandError("was run twice: hands of one board are read")
        if name not in ("FLOP", "TURN", "RIVER"):
            raise BadHandError(f"{self.lines[self.at].strip()!r} is no street")
        new = cards.rpartition("[")[2].removesuffix("]")
        if not new or ("FLOP", "TURN", "RIVER")[min(self.streets, 2)] != name:
            raise BadHandError(f"the {name.lower()} is out of place, or has no cards")
        dealt = card_texts(new)
        wanted = 1 if self.streets else 3
        if len(dealt) != wanted:
            raise BadHandError(f"the {name.lower()} is {len(dealt)} cards, not {wanted}")
        self.streets += 1
        self.hand.events.append(Event(Kind.DEAL, 0, 0, self.line, cards="".join(dealt)))

    def action(self, seat: int, text: str) -> None:
        add = self.hand.events.append
        verb, _, rest = text.partition(" ")
        if verb == "folds":
            add(Event(Kind.FOLD, seat, 0, self.line))
            self.show(seat, rest.partition("[")[2].partition("]")[0])
        elif verb == "checks":
            add(Event(Kind.CHECK, seat, 0, self.line))
        elif verb in ("calls", "bets", "raises"):
            all_in = stuck = False
            if rest.endswith(_ALL_IN):
                rest, all_in = rest[: -len(_ALL_IN)], True
            elif _CAP in rest:
                rest, stuck = rest[: rest.index(_CAP)], True
            if verb == "raises":
                rest = rest.partition(" to ")[2]
            kind = Kind.CALL if verb == "calls" else Kind.BET if verb == "bets" else Kind.RAISE
            add(Event(kind, seat, chips(rest), self.line, 0, all_in, stuck))
        elif verb == "posts":
            self.post(seat, rest)
        elif verb == "shows":
            self.show(seat, rest.partition("[")[2].partition("]")[0])
        elif text not in ("mucks hand", "doesn't show hand", "sits out", "is sitting out"):
            raise BadHandError(f"{text!r} is no action")

    def post(self, seat: int, text: str) -> None:
        all_in = text.endswith(_ALL_IN)
        match = _POST.fullmatch(text[: -len(_ALL_IN)] if all_in else text)
        if match is None:
            raise BadHandError(f"'posts {text}' is no action")
        amount = chips(match["amount"])
        kind = _POSTS[match["what"]]
        dead = max(amount - self.hand.big_blind, 0) if kind == Kind.POST else 0
        self.hand.events.append(Event(kind, seat, amount, self.line, dead, all_in))

    def show(self, seat: int, text: str) -> None:
        cards = card_texts(text)
        if len(cards) == self.hand.rule.hole:  # a player may show some of them only
            self.hand.know(seat, cards)

    def notice(self, text: str) -> None:
        hand = self.hand
        if text.startswith("Dealt to ") and text.endswith("]"):
            name, _, cards = text[9:-1].rpartition(" [")
            if (count := len(card_texts(cards))) != hand.rule.hole:
                raise BadHandError(f"{count} cards are dealt to {name}, not {hand.rule.hole}")
            self.show(self.seat(name), cards)
        elif text.startswith("Uncalled bet (") and (match := _RETURNED.fullmatch(text)):
            assert hand.returned is not None
            seat = self.seat(match["name"])
            hand.returned[seat] = hand.returned.get(seat, 0) + chips(match["amount"])
        elif " collected " in text:
            name, _, rest = text.rpartition(" collected ")
            if match := _COLLECTED.fullmatch(rest):
                self.collect(self.seat(name), match)
        elif _CASHED_OUT.search(text) and text.startswith(tuple(self.seats)):
            raise BadHandError("was cashed out: what the pot gives is read, not what a site pays")
        elif text.startswith("*** ") and not text.startswith(tuple(self.seats)):
            raise BadHandError(f"{text!r} is no street")

    def collect(self, seat: int, match: re.Match[str]) -> None:
        pot = None if match["pot"] == "pot" else 0
        if match["pot"].startswith("side"):
            pot = whole_number(match["side"] or "1")
            if pot is None:
                raise BadHandError(f"there is no side pot {match['side']}")
        assert self.hand.collected is not None
        self.hand.collected.append(Collected(seat, chips(match["amount"]), pot, self.line))

    def seat(self, name: str) -> int:
        if name not in self.seats:
            raise BadHandError(f"{name} has no seat")
        return self.seats[name]

    # ------------------------------------------------------------ summary

    def summary(self) -> None:
        hand = self.hand
        dealt = "".join(event.cards for event in hand.events if event.kind == Kind.DEAL)
        for text in self.texts(self.at + 1):
            if text.startswith("Seat "):
                number, _, rest = text[5:].partition(": ")
                name = hand.players.get(seat := _SEATS.get(number, 0))
                if name and rest.startswith(name) and (shown := _SHOWN.findall(rest, len(name))):
                    self.show(seat, shown[-1])
            elif text.startswith("Total pot "):
                self.total(text)
            elif match := _BOARD.fullmatch(text):
                if match["cards"].replace(" ", "") != dealt:
                    raise BadHandError(f"{text!r} is not the board that was dealt")
            elif text.startswith("Hand was run "):
                raise BadHandError("was run twice: hands of one board are read")
            elif not text:
                break
        if hand.total_pot is None:
            raise BadHandError("is cut short: the summary has no total pot", self.last_line())

    def total(self, text: str) -> None:
        pot, bar, fees = text.removeprefix("Total pot ").partition("|")
        if not bar:
            raise BadHandError(f"{text!r} does not tell pot and rake")
        total, _, pots = pot.partition(" ")
        self.hand.total_pot = chips(total)
        self.hand.rake = sum(chips(fee) for fee in _FEES.findall(fees))
        listed = _LISTED.findall(pots)
        if listed:
            self.hand.pots = [chips(size) for size in listed]

    # ------------------------------------------------------------ blinds

    def settle_posts(self) -> None:
        """Tell blinds from posts of players who come back, and limits from blinds."""
        hand = self.hand
        small = [n for n, event in enumerate(hand.events) if event.kind == Kind.SMALL_BLIND]
        big = [n for n, event in enumerate(hand.events) if event.kind == Kind.BIG_BLIND]
        for number in small[1:]:  # a second one is dead: it is no bet
            event = hand.events[number]
            hand.events[number] = event._replace(kind=Kind.POST, dead=event.amount)
        if len(big) > 1:
            start = hand.events[small[0]].seat if small else hand.button
            true = min(big, key=lambda n: (hand.events[n].seat - start - 1) % (MOST_PLAYERS + 1))
            for number in big:
                if number != true:
                    hand.events[number] = hand.events[number]._replace(kind=Kind.POST)
        if hand.game.startswith("fixed"):
            posted = hand.events[small[0]] if small else None
            whole = posted is not None and not posted.all_in
            hand.small_blind = posted.amount if posted and whole else hand.big_blind // 2


@lru_cache(1024)
def _stakes(game: str, stakes: str) -> dict[str, Any]:
    """Fields of a hand that the first line tells; the game must be one that is read."""
    tournament = _TOURNAMENT.fullmatch(game)
    name = tournament["game"] if tournament else game
    found = _GAME.fullmatch(name)
    if found is None and ", " in stakes:  # HORSE (Hold'em Limit, $1/$2)
        name, _, stakes = stakes.partition(", ")
        found = _GAME.fullmatch(name)
    # A tournament in a form that is not known would be taken for a cash game.
    is_unknown = tournament is None and "Tournament" in name
    if found is None or is_unknown or found["before"].rstrip().endswith(_OTHERS):
        raise BadHandError(f"is {name}, {ONLY}")
    limit = _LIMITS[found["limit"]]
    small, big, currency = _blinds(stakes)
    return {
        "game": f"{limit} {_GAMES[found['rule']]}",
        "tournament": tournament["number"] if tournament else None,
        "currency": None if tournament else currency,
        "small_blind": small,
        "big_blind": small if limit == "fixed limit" else big,  # a limit's stakes are its bets
    }


def _blinds(stakes: str) -> tuple[int, int, str | None]:
    """The two amounts of ``$1/$2 USD`` and the currency; of a button blind the first is 0."""
    if button := _BUTTON_BLIND.fullmatch(stakes):
        first, second, named = "0", button["blind"], button["named"]
    else:
        limits, *more = stakes.split() or [""]
        first, slash, second = limits.removesuffix(",").partition("/")
        named = more.pop() if more and _CURRENCY.fullmatch(more[-1]) else None
        if not slash or (more and not limits.endswith(",") and more[0] != "-"):
            raise BadHandError(f"{stakes!r} are no stakes")
    small, big = chips(first), chips(second)
    if not big:
        raise BadHandError(f"{stakes!r} are no stakes: the larger is 0")
    return small, big, named or CURRENCIES.get(first[0], CURRENCIES.get(second[0]))


def _table(text: str) -> tuple[str, int]:
    """Name and button of ``Table 'Halley' 6-max Seat #3 is the button``."""
    before, found, button = text.removesuffix(_IS_BUTTON).rpartition("Seat #")
    name, quote, _ = before.removeprefix(_TABLE).rpartition("' ")
    if not (found and quote and text.endswith(_IS_BUTTON)):
        raise BadHandError(f"{text!r} does not tell the button")
    if button not in _SEATS:
        raise BadHandError(f"the button is seat {button}, and there is none")
    return name, _SEATS[button]


def _timestamp(date: str, time: str) -> int:
    """Seconds since 1970 on the clock that was read, whatever its zone."""
    hours, minutes, seconds = map(int, time.split(":"))
    if hours > 23 or minutes > 59 or seconds > 59:
        raise BadHandError(f"{time} is no time")
    try:
        return midnight(*map(int, date.split("/"))) + 3600 * hours + 60 * minutes + seconds
    except ValueError as error:
        raise BadHandError(f"{date} is no date") from error
