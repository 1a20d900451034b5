"""What hands of tournaments tell of the tournament: buy-in, places, prizes and bounties.

A site is a declaration: patterns over the whole text of hands. The groups of ``heads`` are of the
tournament: ``number`` (``last`` if another stands behind it), ``buyin``, ``name``, ``about``
(the game), ``match`` of several that are one, and ``real`` where it is played for money. Those of
``events`` are of a player: ``place`` and ``prize`` of him who is out, and ``bounty``.
"""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

from ..hand import BadHandError
from ..xml_hands import tournament_of_session
from .entries import Costs, Entry, costs, game_told, is_money, money

T = TypeVar("T")

_HEAD_OF_SESSION = 20_000  # characters within which it is

# Parts of patterns. All are of a limited length, so that no line takes square time.
_ANY = r"[^\n]{0,200}?"
_PLAYER = r"(?P<player>\S[^\n]{0,99}?)"
_PLACE = r"(?P<place>\d[\d, ]{0,12}?)"
_PRIZE = r"(?P<prize>\S[^\n]{0,99}?)"
_TH = r"(?:st|nd|rd|th)"
_NUMBER = r"(?P<number>\d{1,20})"
_NAME, _ABOUT, _BUY_IN = (rf"(?P<{name}>[^\n]{{0,200}}?)" for name in ("name", "about", "buyin"))
_CODE = r"(?:USD|EUR|GBP|INR|CAD|CNY|FPP|SC)\b"
_LIMITED = r"(?P<about>(?:NL|PL|FL|CAP|Limit)\b[^\n]{0,200}?)"
_IN_WORDS = r"(?P<buyin>\S{1,20} [A-Z]{3}) Buy-in"
_GAME = r"(?:Hold'?em|Omaha|PLO|Short ?Deck|AoF|All-In or Fold|6\+)"


@dataclass(frozen=True)
class Told:
    """How the hands of a site tell of tournaments.

    Attributes
    ----------
    heads : tuple of str
        Patterns of the heads of hands in tournaments, at the beginning of a line.
    hero : str
        A pattern of the line that names ``player``, whose cards are face up.
    events : tuple of str
        Patterns of whole lines.
    order : str
        Of three parts of a buy-in: prize, bounty and fee.
    currency : str, optional
        Of buy-ins that are written without one.
    name : str, optional
        Of the hero, where the lines name places at the table and no players.
    """

    heads: tuple[str, ...]
    hero: str = rf"Dealt to {_PLAYER} \[ {{0,3}}[2-9TJQKA1]"
    events: tuple[str, ...] = ()
    order: str = "pbf"
    currency: str | None = None
    name: str | None = None

    @functools.cached_property
    def patterns(self) -> tuple[re.Pattern[str], re.Pattern[str], list[re.Pattern[str]]]:
        """The patterns of heads, of the hero's line, and of each event."""
        heads = "|".join(f"(?:{_numbered(head, at)})" for at, head in enumerate(self.heads))
        events = [
            re.compile(rf"^[ \t]{{0,40}}{event}[ \t]{{0,9}}$", re.MULTILINE)
            for event in self.events
        ]
        return (
            re.compile(rf"^[ \t\ufeffï»¿]{{0,40}}(?:{heads})", re.MULTILINE),
            re.compile(rf"^[ \t]{{0,40}}{self.hero}", re.MULTILINE),
            events,
        )


def _numbered(head: str, at: int) -> str:
    """A pattern whose groups have other names than those of others."""
    return re.sub(r"\(\?P<(\w+)>", rf"(?P<\1_{at}>", head)


_STARS_EVENTS = (
    rf"{_PLAYER} finished the tournament in {_PLACE}{_TH} place(?: and received {_PRIZE}\.?)?",
    rf"{_PLAYER} (?P<won>wins) the tournament(?: and receives {_PRIZE})?(?: - congratulations!)?",
    rf"{_PLAYER} wins (?:the )?(?P<bounty>\S{{1,40}})(?: bounty)? for "
    r"(?:eliminating|splitting the elimination of) [^\n]+",
)
_STARS = Told(
    (
        rf"(?:PokerStars|POKERSTARS) [^\n#]{{0,30}}#\d+: {{0,4}}(?:\{{[^{{}}\n]{{0,60}}\}} *)?"
        rf"(?:Zoom )?Tournament #{_NUMBER}, "
        rf"(?P<buyin>Freeroll|[^\s\d]{{0,9}}\d\S{{0,60}}(?: {_CODE})?) {{1,4}}"
        rf"{_ABOUT} - (?:Match|Level) ",
    ),
    events=_STARS_EVENTS,
)
_OF_SITES = {
    "PokerStars": _STARS,
    "GGPoker": Told(
        (
            rf"Poker Hand #\w{{1,24}}: Tournament #{_NUMBER}, (?P<name>[^\n]{{0,200}}) "
            rf"(?P<about>(?:[56][- ]Card )?{_GAME}[^\n]{{0,60}}?) - Level ?\d",
        ),
    ),
    "Winamax": Told(
        (
            rf'Winamax Poker - Tournament "{_NAME}" buyIn: {_BUY_IN} level: \d+ - '
            rf"HandId: \S{{1,60}} - {_ABOUT} \([^\n]{{0,200}}\n *Table: '{_ANY}\({_NUMBER}\)#{_ANY}"
            r"(?:\((?P<real>real money)\)|$)",
        ),
        currency="EUR",
    ),
    "888poker": Told(
        (
            rf"{_ANY} Blinds {_ABOUT} - \*\*\*[^\n]{{0,60}}\n *Tournament #{_NUMBER}"
            rf"(?: {_BUY_IN})? (?:- Table|\d+ Max)",
        ),
    ),
    "PartyPoker": Told(
        (
            rf"{_LIMITED}(?: {_IN_WORDS})? {{1,4}}Trny: ?{_NUMBER} Level: ?\d+ {{1,4}}Blinds"
            rf"[^\n]{{0,200}}(?:\n *Table {_NAME} \(\d+\) Table #)?",
            rf"{_LIMITED} {_IN_WORDS} {{1,4}}- [^\n]{{0,200}}\n *Table {_NAME} "
            rf"\({_NUMBER}\) Table #",
            rf"[\d.,]{{1,20}}/[\d.,]{{1,20}} Tourney {_ABOUT} \(\w[\w ]{{0,60}}? ?"
            rf"Tournament #{_NUMBER}\) \(Buyin {_BUY_IN}\)",
        ),
        events=(
            rf"(?:Player )?{_PLAYER} finished in {_PLACE}(?: place)?(?: and received {_PRIZE})?\.?",
        ),
    ),
    "Full Tilt": Told(
        (
            rf"Full ?Tilt ?Poker Game #\d+: {_NAME} \((?P<number>\d{{5,20}})\)"
            rf"(?:,? Match (?P<match>\d{{1,4}}))?[^\n-]{{0,60}} - {_ABOUT} - \d\d?:",
        ),
        events=(*_STARS_EVENTS, rf"{_PLAYER} finished in {_PLACE}{_TH} place"),
    ),
    "Cake": Told(
        (
            rf"Hand#\w{{1,40}} - {_NAME} T(?P<number>\d{{6,20}}) -- (?:[A-Z]+ -- {_BUY_IN} -- )?"
            rf"(?:{_ANY} -- )?-?[\d.,]{{1,20}}/[\d.,/]{{1,40}} {_ABOUT} -- \d{{4}}/",
        ),
        events=(rf"{_PLAYER} finished {_PLACE} out of \d+ players\.?",),
    ),
    "OnGame": Told(
        (
            rf'\*+ History for hand \S{{1,60}} \(TOURNAMENT: ?"{_NAME}", (?P<number>[\w-]{{1,40}})'
            rf"(?:, buy-in: {_BUY_IN})?\) \*+",
        ),
        hero=rf"User: {_PLAYER}$",
    ),
    "PokerTracker": Told(
        (
            rf"Table {_NAME}, {_NUMBER}(?:, (?P<last>\d{{1,20}}))? \(Tournament: {_ANY} "
            rf"Buy-In: {_BUY_IN}\)",
        ),
        events=(rf"{_PLAYER} finished in place {_PLACE} and won \$?{_PRIZE}",),
    ),
    "Microgaming": Told(
        (rf"\*\* {_NAME} ?\({_NUMBER}\):Table \d+ \[(?P<about>[^\n]{{0,200}}?)- MTT ",),
        hero=rf"\*\* Dealing card to {_PLAYER}: ",
    ),
    "Bovada": Told(
        (
            rf"(?:Bovada|Ignition|Bodog\S{{0,9}}) Hand #\d+:? {{1,4}}(?P<about>[^\n]{{0,60}}?"
            rf"Tournament #{_NUMBER} TBL#\d+, [^\n]{{0,60}}?)- Level ",
        ),
        hero=rf"{_PLAYER} \[ME\] : Card dealt",
        events=(
            rf"{_PLAYER} \[ME\] : Ranking {_PLACE}",
            rf"{_PLAYER} \[ME\] : Prize Cash \[(?P<prize>[^\n\]]{{1,40}})\]",
            rf"{_PLAYER} \[ME\] : BOUNTY PRIZE \[(?P<bounty>[^\n\]]{{1,40}})\]",
        ),
        name="Hero",
    ),
    "Everest": Told(
        (
            rf"EverestPoker Game #\d+: Tourney ID: {_NUMBER}, Table [^\n-]{{0,60}}-\d+ - "
            rf"[\d.,/]{{1,40}} - {_ABOUT} - \d\d?:",
        ),
        events=(rf"{_PLAYER} finished in place {_PLACE} and won \$?{_PRIZE}",),
    ),
    "WPN": Told(
        (rf"(?:Game )?Hand #\d+ - {_ANY}Tournament #{_NUMBER} - {_ABOUT} - Level ",),
    ),
    "BetOnline": Told(
        (rf"[A-Z]\w+(?:\.com| Poker)? Game #\d+: Tournament #{_NUMBER}: {_ABOUT} (?:- |\()",),
    ),
}


def entries_in(site: str, text: bytes, file: str) -> list[Entry]:
    """The entries that hands of tournaments tell: of the hero, and of those who are out.

    ``site``: as ``hands.site`` says; ``text``: whole hands, UTF-8 or Windows-1252, those alone that
    come into the lake: a bounty that is told twice counts twice. Of iPoker it is a whole session.
    Where a site tells nothing there are none. What is no amount here is not told: hands alone
    decide whether they are read.
    """
    try:
        plain = text.decode()
    except UnicodeDecodeError:
        plain = text.decode("cp1252", "replace")
    plain = plain.replace("\u00a0", " ").replace("\r\n", "\n").replace("\r", "\n")
    if site == "iPoker":
        return list(_of_session(plain, file))
    told = _OF_SITES.get(site)
    if told is None:
        return []
    heads = [(match, _groups(match)) for match in told.patterns[0].finditer(plain)]
    found: list[Entry] = []
    at = 0
    for _, run in groupby(heads, lambda one: (one[1]["number"], one[1].get("match"))):
        hands = list(run)
        at += len(hands)
        end = heads[at][0].start() if at < len(heads) else len(plain)
        found += _of_tournament(told, site, hands[0][1], plain[hands[0][0].start() : end], file)
    return found


def _groups(match: re.Match[str]) -> dict[str, str]:
    """What a head tells, by the names that the declaration gave."""
    told = match.groupdict().items()
    found = {name.rpartition("_")[0]: value.strip() for name, value in told if value}
    return found | ({"number": found["last"]} if "last" in found else {})


def _of_tournament(
    told: Told, site: str, head: dict[str, str], text: str, file: str
) -> Iterator[Entry]:
    """The entries that hands of one tournament tell, in their order."""
    _, hero, events = told.patterns
    cost = _or_nothing(costs, head.get("buyin", "?"), told.order)
    currency = cost.currency if cost else None
    if cost and cost.sum and currency is None and "real" in head:
        currency = told.currency
    common = Entry(
        site, head["number"], "", entry=int(head.get("match", 1)), name=head.get("name"),
        game=game_told(head["about"]) if "about" in head else None, currency=currency,
        buy_in=cost.buy_in if cost else None, bounty=cost.bounty if cost else None,
        fee=cost.fee if cost else None, prize_currency=currency, file=file,
    )  # fmt: skip
    heroes = {told.name or match["player"] for match in hero.finditer(text)}
    players: dict[str, list[Entry]] = {}
    if len(heroes) == 1:  # where the cards of all are told, nobody is
        (name,) = heroes
        players[name] = [common._replace(player=name, hero=True)]
    lines = [match for event in events for match in event.finditer(text)]
    for match in sorted(lines, key=re.Match.start):
        name = told.name or match["player"]
        his = players.setdefault(name, [common._replace(player=name)])
        line = {what: value for what, value in match.groupdict().items() if value}
        if "bounty" in line:
            won = _or_nothing(money, line["bounty"])
            if won is not None and his[-1].prize_currency in (None, won[1]):
                so_far = his[-1].bounties_in_hands or 0
                his[-1] = his[-1]._replace(bounties_in_hands=so_far + won[0], prize_currency=won[1])
            continue
        if "place" in line or "won" in line:
            place = int(re.sub(r"\D", "", line["place"])) if "place" in line else 1
            if his[-1].place not in (None, place):
                his.append(common._replace(player=name, entry=len(his) + 1, hero=his[-1].hero))
            his[-1] = his[-1]._replace(place=place or None, prize=his[-1].prize or 0)
        if "prize" in line:
            prize, its = _prize(line["prize"])
            its = its or his[-1].prize_currency
            his[-1] = his[-1]._replace(prize=prize, prize_currency=its)
    for entries in players.values():
        yield from entries


def _prize(text: str) -> tuple[int | None, str | None]:
    """A prize and its currency; None of a ticket without its worth."""
    return (_or_nothing(money, text) if is_money(text) else None) or (None, None)


def _or_nothing(read: Callable[..., T], *given: str) -> T | None:
    """What a text says; None if it is not of the form."""
    try:
        return read(*given)
    except BadHandError:
        return None


# ---------------------------------------------------------------- iPoker


_GENERAL = re.compile(r"<(\w{1,40})>([^<>\n]{0,200})</\1>")


def _of_session(text: str, file: str) -> Iterator[Entry]:
    """The hero's entry, by the head of a session of iPoker."""
    told = {name: html.unescape(value) for name, value in _GENERAL.findall(text[:_HEAD_OF_SESSION])}
    number = tournament_of_session(told)
    if number is None or not told.get("nickname"):
        return
    name = told.get("tournamentname") or None
    order = "pfp" if name and "twister" in name.lower() else "pbf"
    cost = _or_nothing(costs, told.get("buyin", "?"), order) or Costs()
    whole = _or_nothing(costs, told.get("totalbuyin", "?")) or Costs()
    if cost.buy_in is None:  # by the words of an invitation or a ticket
        cost = whole
    place = int(told["place"]) if told.get("place", "").isdecimal() else 0
    prize, its = _or_nothing(money, told.get("win", "?")) or (None, None)
    currency = cost.currency or told.get("currency") or None
    yield Entry(
        "iPoker", number, told["nickname"], name=name, game=game_told(told.get("gametype", "")),
        currency=currency, buy_in=cost.buy_in, bounty=cost.bounty, fee=cost.fee,
        prize_currency=its or currency, place=place or None,
        prize=prize if place or prize else None, hero=True, file=file,
    )  # fmt: skip
