"""The facts in tournament hands about the tournament: buy-in, places, prizes and bounties.

A site is a declaration: patterns of lines, each with a word by which the line is found. The groups
of ``heads`` belong to the tournament: ``number`` (``last`` if another follows it), ``buyin``,
``name``, ``about`` (the game), ``match`` of several that are one, and ``real`` if it is played for
money. Those of ``events`` belong to a player: ``place``, ``prize`` and ``bounty``.
"""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from ..hand import BadHandError, whole_number
from ..heads import moment_in
from ..xml_hands import tournament_of_session
from .entries import Costs, Entry, added, costs, game_told, is_money, money

T = TypeVar("T")

_HEAD_OF_SESSION = 20_000  # characters within which it stands

# Parts of patterns. All are of limited length, so that no line takes quadratic time.
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


class Line(NamedTuple):
    """A line with facts."""

    word: str  # a word in it
    pattern: str  # from the first letter of the line on; of an event the whole line

    def of(self, text: str) -> Iterator[re.Match[str]]:
        """All of them in a text, found by their word: most lines do not have it."""
        pattern = _compiled(self.pattern)
        at = text.find(self.word)
        while at >= 0:
            begin = text.rfind("\n", 0, at) + 1
            while text[begin] in _BLANK:
                begin += 1
            if match := pattern.match(text, begin):
                yield match
            end = text.find("\n", at)
            at = text.find(self.word, end) if end >= 0 else -1


_BLANK = " \t\ufeffï»¿"  # the last three are a byte order mark that was read as text
_compiled = functools.lru_cache(None)(functools.partial(re.compile, flags=re.MULTILINE))


_DEALT = Line("Dealt to ", rf"Dealt to {_PLAYER} \[ {{0,3}}[2-9TJQKA1HSDC]")


@dataclass(frozen=True)
class Told:
    """How the hands of a site describe tournaments.

    Attributes
    ----------
    heads : tuple of Line
        The heads of hands in tournaments.
    heroes : tuple of Line
        Lines that name the ``player`` whose cards are shown.
    events : tuple of Line
        Events of a player in the tournament.
    order : str
        Of three parts of a buy-in: prize, bounty and fee.
    currency : str, optional
        Of buy-ins that are written without one.
    name : str, optional
        Of the hero, if the lines name places at the table and no players.
    file : str, optional
        A pattern of the ``number`` in the name of the file, if the heads lack it.
    """

    heads: tuple[Line, ...]
    heroes: tuple[Line, ...] = (_DEALT,)
    events: tuple[Line, ...] = ()
    order: str = "pbf"
    currency: str | None = None
    name: str | None = None
    file: str | None = None


def _whole(word: str, pattern: str) -> Line:
    """A line with a pattern for all of it."""
    return Line(word, rf"{pattern}[ \t]{{0,9}}$")


_STARS_EVENTS = (
    _whole(
        " finished the tournament in ",
        rf"{_PLAYER} finished the tournament in {_PLACE}{_TH} place(?: and received {_PRIZE}\.?)?",
    ),
    _whole(
        " wins the tournament",
        rf"{_PLAYER} (?P<won>wins) the tournament(?: and receives {_PRIZE})?"
        r"(?: - congratulations!)?",
    ),
    *(
        _whole(word, rf"{_PLAYER} wins (?:the )?(?P<bounty>\S{{1,40}})(?: bounty)?{word}[^\n]+")
        for word in (" for eliminating ", " for splitting the elimination of ")
    ),
)
_IN_PLACE = (
    _whole(" finished in place ", rf"{_PLAYER} finished in place {_PLACE} and won \$?{_PRIZE}"),
)
_OF_SITES = {
    "PokerStars": Told(
        (
            Line(
                "Tournament #",
                rf"(?:PokerStars|POKERSTARS) [^\n#]{{0,30}}#\d+: {{0,4}}"
                rf"(?:\{{[^{{}}\n]{{0,60}}\}} *)?(?:Zoom )?Tournament #{_NUMBER}, "
                rf"(?P<buyin>Freeroll|[^\s\d]{{0,9}}\d\S{{0,60}}(?: {_CODE})?)(?: -)?"
                rf" {{1,4}}{_ABOUT} (?:- (?:Match|Level) |\([\d.,]{{1,20}}/)",
            ),
        ),
        events=_STARS_EVENTS,
    ),
    "GGPoker": Told(
        (
            Line(
                "Tournament #",
                rf"Poker Hand #\w{{1,24}}: Tournament #{_NUMBER}, (?P<name>[^\n]{{0,200}}) "
                rf"(?P<about>(?:[56][- ]Card )?{_GAME}[^\n]{{0,60}}?) - Level ?\d",
            ),
        ),
    ),
    "Winamax": Told(
        (
            Line(
                'Tournament "',
                rf'Winamax Poker - Tournament "{_NAME}" buyIn: {_BUY_IN} level: \d+ - '
                rf"HandId: \S{{1,60}} - {_ABOUT} \([^\n]{{0,200}}\n *Table: '{_ANY}"
                rf"\({_NUMBER}\)#{_ANY}(?:\((?P<real>real money)\)|$)",
            ),
        ),
        currency="EUR",
    ),
    "888poker": Told(
        (
            Line(
                " Blinds ",
                rf"{_ANY} Blinds {_ABOUT} - \*\*\*[^\n]{{0,60}}\n *Tournament #{_NUMBER}"
                rf"(?: {_BUY_IN})? (?:- Table|\d+ Max)",
            ),
        ),
    ),
    "PartyPoker": Told(
        (
            Line(
                "Trny:",
                rf"{_LIMITED}(?: {_IN_WORDS})? {{1,4}}Trny: ?{_NUMBER} Level: ?\d+ {{1,4}}Blinds"
                rf"[^\n]{{0,200}}(?:\n *Table {_NAME} \(\d+\) Table #)?",
            ),
            Line(
                " Buy-in ",
                rf"{_LIMITED} {_IN_WORDS} {{1,4}}- [^\n]{{0,200}}\n *Table {_NAME} "
                rf"\({_NUMBER}\) Table #",
            ),
            Line(
                "Tournament #",
                rf"[\d.,]{{1,20}}/[\d.,]{{1,20}} Tourney {_ABOUT} \(\w[\w ]{{0,60}}? ?"
                rf"Tournament #{_NUMBER}\) \(Buyin {_BUY_IN}\)",
            ),
        ),
        events=(
            _whole(
                " finished in ",
                rf"(?:Player )?{_PLAYER} finished in {_PLACE}(?: place)?"
                rf"(?: and received {_PRIZE})?\.?",
            ),
            _whole(
                " for winning tournament ",
                rf"Congratulations to player {_PLAYER} for (?P<won>winning) tournament [^\n]+",
            ),
        ),
    ),
    "Full Tilt": Told(
        (
            Line(
                "Poker Game #",
                rf"Full ?Tilt ?Poker Game #\d+: {_NAME} \((?P<number>\d{{5,20}})\)"
                rf"(?:,? Match (?P<match>\d{{1,4}}))?[^\n-]{{0,60}} - {_ABOUT} - \d\d?:",
            ),
        ),
        events=(
            *_STARS_EVENTS,
            _whole(" finished in ", rf"{_PLAYER} finished in {_PLACE}{_TH} place"),
        ),
    ),
    "Cake": Told(
        (
            Line(
                "Hand#",
                rf"Hand#\w{{1,40}} - {_NAME} T(?P<number>\d{{6,20}}) -- "
                rf"(?:[A-Z]+ -- {_BUY_IN} -- )?(?:{_ANY} -- )?-?[\d.,]{{1,20}}/[\d.,/]{{1,40}} "
                rf"{_ABOUT} -- \d{{4}}[/.-]",
            ),
        ),
        events=(_whole(" out of ", rf"{_PLAYER} finished {_PLACE} out of \d+ players\.?"),),
    ),
    "OnGame": Told(
        (
            Line(
                "(TOURNAMENT:",
                rf"\*+ History for hand T\d{{1,9}}-{_NUMBER}-\d{{1,9}} \(TOURNAMENT: ?"
                rf'(?:"{_NAME}", (?P<last>[A-Z]{{1,3}}-\d{{1,20}}-\d{{1,20}}))?'
                rf"(?:, buy-in: {_BUY_IN})?\)",
            ),
        ),
        heroes=(Line("User: ", rf"User: {_PLAYER}$"),),
    ),
    "PokerTracker": Told(
        (
            Line(
                "(Tournament: ",
                rf"Table {_NAME}, {_NUMBER}(?:, (?P<last>\d{{1,20}}))? \(Tournament: {_ANY} "
                rf"Buy-In: {_BUY_IN}\)",
            ),
        ),
        events=_IN_PLACE,
    ),
    "Microgaming": Told(
        (
            Line(
                "):Table ",
                rf"\*\* {_NAME} ?\({_NUMBER}\):Table \d+ \[(?P<about>[^\n]{{0,200}}?)- MTT ",
            ),
        ),
        heroes=(Line("Dealing card to ", rf"\*\* Dealing card to {_PLAYER}: "),),
    ),
    "Bovada": Told(
        (
            Line(
                "Tournament #",
                rf"(?:Bovada|Ignition|Bodog\S{{0,9}}) Hand #\d+:? {{1,4}}(?P<about>[^\n]{{0,60}}?"
                rf"Tournament #{_NUMBER} TBL#\d+, [^\n]{{0,60}}?)- Level ",
            ),
        ),
        heroes=(Line("[ME] : Card dealt", rf"{_PLAYER} \[ME\] : Card dealt"),),
        events=(
            _whole("[ME] : Ranking ", rf"{_PLAYER} \[ME\] : Ranking {_PLACE}"),
            *(
                _whole(
                    f"[ME] : {word} [",
                    rf"{_PLAYER} \[ME\] : {word} \[(?P<{what}>[^\n\]]{{1,40}})\]",
                )
                for word, what in (("Prize Cash", "prize"), ("BOUNTY PRIZE", "bounty"))
            ),
        ),
        name="Hero",
    ),
    "Seals with Clubs": Told(
        (
            Line(
                "SwCPoker Hand #",
                rf"SwCPoker Hand #\d+: {{0,4}}\w+ \({_NAME}\)#{_NUMBER}, {_BUY_IN} {_ABOUT} "
                r"- Level ",
            ),
        ),
    ),
    "Everest": Told(
        (
            Line(
                "Tourney ID: ",
                rf"EverestPoker Game #\d+: Tourney ID: {_NUMBER}, Table [^\n-]{{0,60}}-\d+ - "
                rf"[\d.,/]{{1,40}} - {_ABOUT} - \d\d?:",
            ),
        ),
        events=_IN_PLACE,
    ),
    "WPN": Told(
        (
            Line(
                "Tournament #",
                rf"(?:Game )?Hand #\d+ - {_ANY}Tournament #{_NUMBER} - {_ABOUT} - Level ",
            ),
            Line(
                "Game ID: ",
                rf"Game ID: \d{{1,20}} \S{{1,40}} (?:{_NAME}, Table \d+)? ?"
                r"\((?P<about>[^\n()]{1,40})\)",
            ),
        ),
        heroes=(_DEALT, Line(" received card: ", rf"Player {_PLAYER} received card: \[")),
        file=r"\bT(?P<number>\d{1,20})-G",
    ),
    "BetOnline": Told(
        (
            Line(
                "Tournament #",
                rf"[A-Z]\w+(?:\.com| Poker)? Game #\d+: Tournament #{_NUMBER}: {_ABOUT} (?:- |\()",
            ),
        ),
    ),
}


def entries_in(site: str, text: bytes, file: str) -> list[Entry]:
    """The entries in hands of tournaments: of the hero, and of players who are out.

    ``site``: as in ``hands.site``; ``text``: whole hands, UTF-8 or Windows-1252, only those that
    are added to the lake, since a bounty in two texts counts twice. For iPoker it is a whole
    session; ``file``: its name, which has the tournament of hands of WPN. Empty if the site's hands
    have no such facts. An invalid amount is ignored: whether hands are read is not decided here.
    """
    try:
        plain = text.decode()
    except UnicodeDecodeError:
        plain = text.decode("cp1252", "replace")
    plain = plain.replace("\u00a0", " ").replace("\r\n", "\n").replace("\r", "\n")
    if site == "iPoker":
        return list(_of_session(plain, file))
    forms = _OF_SITES.get(site)
    if forms is None:
        return []
    matches = (match for head in forms.heads for match in head.of(plain))
    named = re.search(forms.file, file) if forms.file else None
    of_file = named.groupdict() if named else {}
    heads = [
        (match, of_file | groups)
        for match in sorted(matches, key=re.Match.start)
        if "number" in (groups := _groups(match)) or of_file
    ]
    entries: list[Entry] = []
    at = 0
    for _, run in groupby(heads, lambda one: (one[1]["number"], one[1].get("match"))):
        hands = list(run)
        at += len(hands)
        end = heads[at][0].start() if at < len(heads) else len(plain)
        entries += _of_tournament(forms, site, hands[0][1], plain[hands[0][0].start() : end], file)
    return entries


def _groups(match: re.Match[str]) -> dict[str, str]:
    """The facts in a line, by the names of the declaration's groups."""
    groups = {name: value.strip() for name, value in match.groupdict().items() if value}
    return groups | ({"number": groups["last"]} if "last" in groups else {})


def _of_tournament(
    forms: Told, site: str, head: dict[str, str], text: str, file: str
) -> Iterator[Entry]:
    """The entries in the hands of one tournament, in order."""
    cost = _or_nothing(costs, head.get("buyin", "?"), forms.order)
    currency = cost.currency if cost else None
    if cost and cost.sum and currency is None and "real" in head:
        currency = forms.currency
    common = Entry(
        site, head["number"], "", entry=int(head.get("match", 1)), name=head.get("name"),
        game=game_told(head["about"]) if "about" in head else None, currency=currency,
        buy_in=cost.buy_in if cost else None, bounty=cost.bounty if cost else None,
        fee=cost.fee if cost else None, prize_currency=currency, file=file,
    )  # fmt: skip
    heroes = {forms.name or match["player"] for hero in forms.heroes for match in hero.of(text)}
    players: dict[str, list[Entry]] = {}
    if len(heroes) == 1:  # if the cards of all are shown, nobody is the hero
        (name,) = heroes
        players[name] = [common._replace(player=name, hero=True)]
    lines = [match for event in forms.events for match in event.of(text)]
    for match in sorted(lines, key=re.Match.start):
        name = forms.name or match["player"]
        his = players.setdefault(name, [common._replace(player=name)])
        line = _groups(match)
        if "bounty" in line:
            won = _or_nothing(money, line["bounty"])
            if won is not None and his[-1].prize_currency in (None, won[1]):
                so_far = his[-1].bounties_in_hands or 0
                his[-1] = his[-1]._replace(
                    bounties_in_hands=added(so_far, won[0]), prize_currency=won[1]
                )
            continue
        if "place" in line or "won" in line:
            place = (whole_number(re.sub(r"\D", "", line["place"])) or 0) if "place" in line else 1
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
    """A prize and its currency; None for a ticket without its worth."""
    return (_or_nothing(money, text) if is_money(text) else None) or (None, None)


def _or_nothing(read: Callable[..., T], *arguments: str) -> T | None:
    """The value of a text; None if it does not have the form."""
    try:
        return read(*arguments)
    except BadHandError:
        return None


# ---------------------------------------------------------------- iPoker


_GENERAL = re.compile(r"<(\w{1,40})>([^<>\n]{0,200})</\1>")


def _of_session(text: str, file: str) -> Iterator[Entry]:
    """The hero's entry, from the head of a session of iPoker."""
    head = {name: html.unescape(value) for name, value in _GENERAL.findall(text[:_HEAD_OF_SESSION])}
    number = tournament_of_session(head)
    if number is None or not head.get("nickname"):
        return
    name = head.get("tournamentname") or None
    order = "pfp" if name and "twister" in name.lower() else "pbf"
    cost = _or_nothing(costs, head.get("buyin", "?"), order) or Costs()
    whole = _or_nothing(costs, head.get("totalbuyin", "?")) or Costs()
    if cost.buy_in is None:  # by the words of an invitation or a ticket
        cost = whole
    place = whole_number(head.get("place", "")) or 0
    prize, its = _or_nothing(money, head.get("win", "?")) or (None, None)
    currency = cost.currency or head.get("currency") or None
    yield Entry(
        "iPoker", number, head["nickname"], name=name, game=game_told(head.get("gametype", "")),
        currency=currency, buy_in=cost.buy_in, bounty=cost.bounty, fee=cost.fee,
        prize_currency=its or currency, place=place or None,
        prize=prize if place or prize else None, hero=True, file=file,
    )  # fmt: skip


# ---------------------------------------------------------------- Open Hand History


def entries_of_object(hand: Mapping[str, Any], file: str) -> list[Entry]:
    """The entries in a hand of the Open Hand History format that was added to the lake.

    They are the hero's, and those of players who won bounties in it.
    """
    info = hand.get("tournament_info") or {}
    if not info.get("tournament_number"):
        return []
    currency_named = str(info.get("currency") or "")
    currency = None if currency_named in ("", _PLAY_CHIPS) else currency_named
    started, _ = moment_in(f"{info.get('start_date_utc') or ''} UTC".replace("T", " "))
    buy_in, bounty, fee = (
        _amount(info.get(f"{part}_amount")) for part in ("buyin", "bounty_fee", "fee")
    )
    common = Entry(
        str(hand.get("site_name") or "OHH"), str(info["tournament_number"]), "",
        name=str(info.get("name") or "") or None, started=started,
        zone=None if started is None else "UTC", started_utc=started, currency=currency,
        buy_in=buy_in, bounty=bounty, fee=fee, prize_currency=currency, file=file,
    )  # fmt: skip
    won: dict[Any, int | None] = {hand.get("hero_player_id"): None}
    for one in hand.get("tournament_bounties") or ():
        player = one.get("player_id")
        won[player] = (won.get(player) or 0) + (_amount(one.get("bounty_won")) or 0)
    return [
        common._replace(
            player=str(player["name"]), bounties_in_hands=won[player["id"]],
            hero=player["id"] == hand.get("hero_player_id"),
        )
        for player in hand.get("players") or ()
        if player.get("id") in won
    ]  # fmt: skip


_PLAY_CHIPS = "PPC"


def _amount(value: object) -> int | None:
    """An amount of JSON: a number, or a number as text."""
    amount = None if value is None else _or_nothing(money, str(value))
    return amount and amount[0]
