"""Summaries of tournaments: who entered, at what cost, and who won what.

A site is a declaration: how a summary begins, and the forms of its lines. The names of a form's
groups say what it contains, and one reader makes entries of them:

- of the tournament: ``number``, ``site``, ``name``, ``about`` and ``limit`` (the game), ``buyin``,
  ``fee``, ``free``, ``bounty_in`` (the part of the buy-in), ``bounty_beside`` it, ``rebuy`` and
  ``addon`` (what they cost), ``players``, ``pool``, ``target`` (what a ticket is worth),
  ``started``, and ``match`` of several that are one;
- of an entry: ``player``, ``place``, ``entry``, ``prize``, ``rebuys``, ``addons``, ``knockouts``;
- of him whose summary it is, ``hero``: the same, behind ``your_``, ``your_cost`` of his rebuys,
  ``again`` how often he entered anew, ``received`` in all, and ``absent`` if he did not play.

Lines without a form are ignored: they are levels, speeds and greetings.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ..hand import LONGEST_LINE, BadHandError
from ..heads import moment_in, utc
from .entries import Costs, Entry, costs, game_told, is_money, money, too_large

_HEAD = 4096  # bytes within which the first summary of a file begins
_LONGEST_COUNT = 9  # digits


@dataclass(frozen=True)
class Form:
    """How a site writes its summaries.

    Attributes
    ----------
    site : str
        Its name in ``tournaments.site``, if the file does not have it.
    begins : str
        A pattern of the first line of a summary.
    lines : str
        Patterns of lines, one a line; the first that matches counts.
    order : str
        Of three parts of a buy-in: prize, bounty and fee.
    own : bool
        Whether the only entry listed is that of the summary's owner.
    """

    site: str
    begins: str
    lines: str
    order: str = "pbf"
    own: bool = False

    @functools.cached_property
    def beginning(self) -> re.Pattern[str]:
        """How a summary begins; of the same letters as bytes."""
        return re.compile(self.begins, re.ASCII)

    @functools.cached_property
    def patterns(self) -> tuple[re.Pattern[str], ...]:
        """The patterns of its lines."""
        return tuple(re.compile(line) for line in self.lines.strip().splitlines())


_TH = r"(?:st|nd|rd|th|e|er|ème)?"

FORMS = (
    Form(
        "PokerStars",
        r"(?:PokerStars|Full Tilt|Run It Once Poker) Tournament #\d",
        rf"""
(?P<place>\d+): (?P<player>.+?)(?: \[(?P<entry>\d+)\])? \([^()]*\),(?P<prize>.*)
(?P<site>PokerStars|Full Tilt|Run It Once)(?: Poker)? Tournament #(?P<number>\d+),(?P<about>.*)
Buy-In: (?P<buyin>.*)
(?P<free>Freeroll)\b.*
(?P<players>[\d,]+) players
Total Prize Pool: (?P<pool>.*)
Target Tournament #\d+ Buy-In: (?P<target>.*)
Tournament started(?: -)? (?P<started>.*)
You finished (?:the tournament )?in (?P<your_place>\d+){_TH} place\b.*?(?: An? (?P<your_prize>[A-Z]+ [\d.,]+) award .*)?
You made (?P<your_rebuys>\d+) rebuys? and (?P<your_addons>\d+) addons? for a total of (?P<your_cost>.*)
You made (?P<your_rebuys>\d+) rebuys? for a total of (?P<your_cost>.*)
You made (?P<your_addons>\d+) addons? for a total of (?P<your_cost>.*)
You collected \d+ bount(?:y|ies) for a total of (?P<your_bounties>.*)
(?P<played>You finished the tournament)\b.*
Dear (?P<hero>.*),
(?P<absent>There are no personal statistics)\b.*
(?P<place>\d+): (?P<player>.+?)(?:, (?P<prize>.*))?
""",  # noqa: E501
    ),
    Form(
        "GGPoker",
        r"Tournament #\d+, .*\n\s*Buy-in: ",
        rf"""
Tournament #(?P<number>\d+), (?P<name>.*), (?P<about>[^,]*)
Buy-in: (?P<buyin>.*)
(?P<players>[\d,]+) Players?
Total Prize Pool: (?P<pool>.*)
Tournament started (?P<started>.*)
(?P<place>\d+){_TH} : (?P<player>.+?), (?P<prize>.*)
You made (?P<again>\d+) re-entr(?:y|ies) and received a total of (?P<received>.*)
You received a total of (?P<received>.*)
You finished the tournament in (?P<your_place>\d+){_TH} place\b.*
""",
        order="pfb",
        own=True,
    ),
    Form(
        "Winamax",
        r"Winamax Poker - Tournament summary : ",
        rf"""
Winamax Poker - Tournament summary : (?P<name>.*?) ?\((?P<number>\d+)\)(?: - .*)?
Player : (?P<hero>.*)
Buy-In : (?P<buyin>.*)
Rebuy cost : (?P<rebuy>.*)
Addon cost : (?P<addon>.*)
Your rebuys : (?P<your_rebuys>\d+)
Your addons : (?P<your_addons>\d+)
Registered players : (?P<players>\d+)
Prizepool : (?P<pool>.*)
Levels : (?:Levels : )?\[[^:,]*:[^:,]*:[^:,]*:(?P<about>[\w-]+)[,\]].*
Tournament started (?P<started>.*)
You finished in (?P<your_place>\d+){_TH} place\b.*
You won (?P<your_prize>.*)
""",
    ),
    Form(
        "Full Tilt",
        r"Full ?Tilt Poker\S* Tournament Summary ",
        rf"""
(?P<place>\d+): (?P<player>.+?)(?: \((?:Entry )?(?P<entry>\d+)\))?(?:, (?P<prize>.*))?
Still Playing - (?P<player>.+?)(?: \((?:Entry )?(?P<entry>\d+)\))?(?P<prize>)
Full ?Tilt Poker\S* Tournament Summary (?P<name>.*?) \((?P<number>\d{{5,}})\)(?: Match (?P<match>\d+))?(?: (?P<about>.*?))?(?: \([^()]*\))?
Buy-In: (?P<buyin>.*)
Knockout Bounty: (?P<bounty_in>.*)
Rebuy: (?P<rebuy>.*)
Add-On: (?P<addon>.*)
(?P<players>[\d,]+) Entr(?:y|ies)
Total Prize Pool: (?P<pool>.*)
Tournament started: (?P<started>.*)
(?P<hero>.+) performed (?P<your_rebuys>\d+) Rebuys?
(?P<hero>.+) performed (?P<your_addons>\d+) Add-Ons?
(?P<hero>.+) received (?P<your_knockouts>\d+) Knockout Bounty Awards?
(?P<hero>.+) finished in (?P<your_place>\d+){_TH} place
""",  # noqa: E501
    ),
    Form(
        "888poker",
        r"\*+ ?(?:\S+ )?Tournament Summary \*+",
        r"""
Tournament ID: (?P<number>\d+)
Buy-In: (?P<buyin>.*)
Rebuy: (?P<rebuy>.*)
Add-?[Oo]n: (?P<addon>.*)
(?P<hero>.+) performed (?P<your_rebuys>\d+) rebuys?
(?P<hero>.+) performed (?P<your_addons>\d+) add-?ons?
(?P<hero>.+) finished (?P<your_place>\d+)/(?P<players>\d+)(?: and won (?P<your_prize>.*))?
""",
    ),
    Form(
        "PokerTracker",
        r"PokerTracker \d* ?Tournament Summary",
        r"""
Place: (?P<place>\d+), Player: (?P<player>.+?), Won: (?P<prize>\S+?),?(?: Satellite: \w+,)?(?: Bounties: (?P<knockouts>\d+),)?(?: Rebuys: (?P<rebuys>\d+),)?(?: Addons: (?P<addons>\d+),)?
Site: (?P<site>.*)
Game: (?P<about>.*)
Tourney Type: (?P<limit>.*)
Tournament #: (?P<number>\d+)
Started: (?P<started>.*)
Buyin: (?P<buyin>.*)
Bounty: (?P<bounty_beside>.*)
Fee: (?P<fee>.*)
Rebuy: (?P<rebuy>.*)
Addon: (?P<addon>.*)
Prize Pool: (?P<pool>.*)
Players: (?P<players>\d+)
""",  # noqa: E501
    ),
)
_AROUND = "".join(map(chr, range(33))) + "\ufeff"
_IN_FRONT = _AROUND + "ï»¿"  # the byte order mark as Windows-1252
IN_SUMMARIES = b"Tournament"  # every first line contains it
# Where summaries begin, counted from the end of the previous line: after a UTF-8 byte order mark,
# and the control characters that some clients write first.
SUMMARIES = re.compile(
    rb"\n(?>(?:[\x00-\x09\x0b-\x20]|\xef\xbb\xbf)*)(?:%b)"
    % b"|".join(form.begins.encode() for form in FORMS)
)

# Sites as other programs name them.
_SITES = {
    "888": "888poker", "888.com": "888poker", "fulltilt": "Full Tilt",
    "full tilt poker": "Full Tilt", "microgaming": "Microgaming", "party": "PartyPoker",
    "party poker": "PartyPoker",
}  # fmt: skip


def is_summary(text: bytes) -> bool:
    """Whether a file has summaries of tournaments, by its first bytes: UTF-8 or Windows-1252."""
    return SUMMARIES.search(b"\n" + text[:_HEAD].replace(b"\r", b"\n")) is not None


def summaries_in(text: bytes) -> Iterator[tuple[int, str]]:
    """The line and the text of each summary of a file: usually one, or as many as requested."""
    plain = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    starts = [match.start() for match in SUMMARIES.finditer(b"\n" + plain)]
    line, counted = 1, 0
    for start, end in pairwise([*starts, len(plain)]):
        line += plain.count(b"\n", counted, start)
        counted = start
        yield line, _decoded(plain[start:end])


def _decoded(text: bytes) -> str:
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text.decode("cp1252", "replace")


def read_summary(text: str, file: str, line: int = 1) -> list[Entry]:
    """The entries of a summary, in the order of the table's key.

    ``text``: of one summary, see :func:`summaries_in`; ``line``: where it begins in the file.
    Raises BadHandError, with the line, if it has no number, names nobody, or has an invalid amount
    or count.
    """
    text = text.lstrip(_IN_FRONT)
    facts = _Told(next(form for form in FORMS if form.beginning.match(text)))
    for at, each in enumerate(text.split("\n"), line):
        if len(each) > LONGEST_LINE:
            raise BadHandError(f"a line is longer than {LONGEST_LINE:,} characters", at)
        try:
            facts.take(each.replace("\u00a0", " ").strip(_AROUND))
        except BadHandError as error:
            raise BadHandError(str(error), at) from error
    try:
        entries = sorted(facts.entries(file), key=lambda one: one.key)
        if name := next(filter(None, map(too_large, entries)), None):
            raise BadHandError(f"{name} is larger than the table holds")
        return entries
    except BadHandError as error:
        raise BadHandError(str(error), line) from error


# ---------------------------------------------------------------- the reader


@dataclass
class _Listed:
    """An entry as its line has it; the prize is None if unknown."""

    player: str
    entry: int | None
    place: int | None
    prize: int | None = 0
    bounties: int | None = None
    rebuys: int | None = None
    addons: int | None = None
    knockouts: int | None = None
    currency: str | None = None


@dataclass
class _Free:
    """The numbers of entries that are still free."""

    behind: dict[tuple[str, int], int] = field(default_factory=dict)  # of each taken a later one

    def take(self, player: str, entry: int) -> int:
        """Take the first free number from ``entry`` on for the player."""
        passed = []
        while (player, entry) in self.behind:
            passed.append(entry)
            entry = self.behind[player, entry]
        for number in (*passed, entry):  # so that none is passed again and again
            self.behind[player, number] = entry + 1
        return entry


@dataclass
class _Told:
    """The facts in the lines of a summary so far."""

    form: Form
    words: dict[str, str] = field(default_factory=dict)
    listed: list[_Listed] = field(default_factory=list)

    def take(self, text: str) -> None:
        """Read one more line."""
        for pattern in self.form.patterns:
            if match := pattern.fullmatch(text):
                break
        else:
            return
        groups = {
            name: value.strip() for name, value in match.groupdict().items() if value is not None
        }
        if "player" in groups:
            self._list(groups)
        else:
            for name, value in groups.items():
                self.words.setdefault(name, value)
                if name in _COUNTS:
                    _count(value)
                elif name in _COSTS:
                    costs(value, self.form.order)
                elif name in _AMOUNTS or (name in _PERHAPS and is_money(value)):
                    money(value)

    def _list(self, groups: dict[str, str]) -> None:
        """Take the entry of a line of the list."""
        place = _count(groups.get("place")) or None
        text = groups.get("prize", "")
        if "still playing" in text.lower() or "place" not in groups:
            self.listed.append(_Listed(groups["player"], _count(groups.get("entry")), None, None))
            return
        prize, bounties, currency = self._won(text)
        if place is None and not prize:
            prize = None  # unknown for him
        more = {name: _count(groups.get(name)) for name in ("rebuys", "addons", "knockouts")}
        entry = _count(groups.get("entry"))
        self.listed.append(
            _Listed(groups["player"], entry, place, prize, bounties, currency=currency, **more)
        )

    def _won(self, text: str) -> tuple[int | None, int | None, str | None]:
        """The prize, the bounties and the currency of ``50€ + Bounty 10€``; see ``_Listed``."""
        text, qualified, _ = text.partition("(qualified")
        prize: int | None = 0
        bounties = currency = None
        if qualified:
            worth = costs(self.words["target"]) if "target" in self.words else None
            prize = worth.sum if worth else None
            currency = worth.currency if worth else None
        for part in filter(None, re.split(r" \+ ", text.strip())):
            kind, _, amount = part.partition(" ") if part[0].isalpha() else ("", "", part)
            amount = amount.partition(" (")[0]
            if kind not in ("Ticket", "Bounty", ""):
                amount = part.partition(" (")[0]
            if not is_money(amount):
                prize = None  # a ticket of unknown worth
                continue
            value, its = money(amount)
            currency = currency or its
            if kind == "Bounty":
                bounties = (bounties or 0) + value
            elif prize is not None:
                prize += value
        return prize, bounties, currency

    def entries(self, file: str) -> Iterator[Entry]:
        """The entries, after the last line."""
        words = self.words
        if "number" not in words:
            raise BadHandError("a summary of a tournament without its number")
        cost = self._costs()
        pool = words.get("pool", "")
        pool_amount, pool_currency = money(pool) if is_money(pool) else (None, None)
        heroes = self._of_hero()
        if not self.listed:
            raise BadHandError("a summary of a tournament that names nobody")
        clock, zone, utc = _started(words.get("started", ""))
        about = " ".join(filter(None, (words.get("limit"), words.get("about"))))
        site = words.get("site", self.form.site)
        common = Entry(
            _SITES.get(site.lower(), site), words["number"], "",
            name=words.get("name") or None, started=clock, zone=zone, started_utc=utc,
            game=game_told(about) if about else None,
            currency=cost.currency or (pool_currency if cost.sum == 0 else None),
            buy_in=cost.buy_in, bounty=cost.bounty, fee=cost.fee,
            players=_count(words.get("players")), prize_pool=pool_amount, summary=True, file=file,
        )  # fmt: skip
        match = _count(words.get("match"))
        free = _Free()
        hero_ids = {id(row) for row in heroes}
        for row in self.listed:
            entry = free.take(row.player, match or row.entry or 1)
            rebuys, rebuy_cost = self._rebuys(row)
            if row.knockouts is not None and cost.bounty is not None:
                row.bounties = row.knockouts * cost.bounty
            yield common._replace(
                player=row.player, entry=entry, rebuys=rebuys, rebuy_cost=rebuy_cost,
                prize_currency=row.currency or pool_currency or common.currency,
                place=row.place, prize=row.prize, bounties=row.bounties, hero=id(row) in hero_ids,
            )  # fmt: skip

    def _costs(self) -> Costs:
        """The cost of an entry."""
        words = self.words
        cost = costs(words["buyin"], self.form.order) if "buyin" in words else Costs()
        if "buyin" not in words and "free" in words:
            cost = Costs(0, None, 0)
        if "fee" in words:
            cost = cost._replace(fee=money(words["fee"])[0])
        if "bounty_beside" in words:
            cost = cost._replace(bounty=money(words["bounty_beside"])[0])
        if "bounty_in" in words and cost.buy_in is not None:
            bounty = money(words["bounty_in"])[0]
            if bounty > cost.buy_in:
                raise BadHandError(
                    f"a bounty of {words['bounty_in']} in a buy-in of {words['buyin']}"
                )
            cost = cost._replace(buy_in=cost.buy_in - bounty, bounty=bounty)
        return cost

    def _of_hero(self) -> Sequence[_Listed]:
        """The entries of the summary's owner, among those listed; they are added if need be."""
        words = self.words
        place = _count(words.get("your_place")) or None
        name = words.get("hero")
        last = self.listed[0] if self.form.own and self.listed else None
        for listed in self.listed:
            if (place and listed.place == place and name in (None, listed.player)) or (
                name == listed.player and (last is None or last.place != place)
            ):
                last = listed
        if last is None:
            if "absent" in words or (self.listed and not (name or place or "played" in words)):
                return []
            known = place and name and words.get("pool", "1")[:1] != "0"
            last = _Listed(name or "", None, None, 0 if known else None)
            self.listed.append(last)
        his = [listed for listed in self.listed if listed.player == last.player]
        last.place = place or last.place
        if "your_prize" in words:
            last.prize, last.bounties, last.currency = self._won(words["your_prize"])
        if "your_bounties" in words:
            last.bounties = money(words["your_bounties"])[0]
        elif "your_knockouts" in words:
            last.knockouts = _count(words["your_knockouts"])
        last.rebuys = _count(words.get("your_rebuys"))
        last.addons = _count(words.get("your_addons"))
        return [*his, *self._before(last)]

    def _before(self, hero: _Listed) -> Iterator[_Listed]:
        """His entries before the last, if the summary says how often he entered again."""
        again = _count(self.words.get("again")) or 0
        if again > _MOST_ENTRIES:
            raise BadHandError(f"{again:,} re-entries: at most {_MOST_ENTRIES:,} are read")
        received = self.words.get("received", "")
        rest = max(0, money(received)[0] - (hero.prize or 0)) if again and is_money(received) else 0
        hero.entry = again + 1 if again else hero.entry
        for entry in range(1, again + 1):
            earlier = _Listed(
                hero.player, entry, None, rest if entry == 1 else 0, currency=hero.currency
            )
            self.listed.append(earlier)
            yield earlier

    def _rebuys(self, entry: _Listed) -> tuple[int | None, int | None]:
        """How many rebuys and add-ons he bought, and what they cost."""
        if entry.rebuys is None and entry.addons is None:
            return None, None
        count = (entry.rebuys or 0) + (entry.addons or 0)
        if "your_cost" in self.words:
            return count, money(self.words["your_cost"])[0]
        cost = 0
        for number, name in ((entry.rebuys, "rebuy"), (entry.addons, "addon")):
            if number and name not in self.words:
                return count, None
            cost += number * costs(self.words[name]).sum if number else 0
        return count, cost


_COUNTS = frozenset(
    ("players", "your_place", "your_rebuys", "your_addons", "your_knockouts", "again", "match")
)
_COSTS = frozenset(("buyin", "rebuy", "addon", "target"))
_AMOUNTS = frozenset(("fee", "bounty_in", "bounty_beside", "your_cost", "your_bounties"))
_PERHAPS = frozenset(("pool", "received"))  # they may be tickets
_MOST_ENTRIES = 1000


def _count(text: str | None) -> int | None:
    """A place or a number of things: ``1,234``; None for None."""
    if text is None:
        return None
    digits = text.replace(",", "")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _LONGEST_COUNT):
        raise BadHandError(f"{text!r} is no number of things")
    return int(digits)


_EASTERN = re.compile(r"\[([^\[\]]*ET)\]")


def _started(text: str) -> tuple[int | None, str | None, int | None]:
    """The clock, its zone, and the moment in UTC: by Eastern Time, if that stands beside it."""
    clock, zone = moment_in(text.partition("[")[0])
    eastern = _EASTERN.search(text)
    return clock, zone, _in_utc(*(moment_in(eastern[1]) if eastern else (clock, zone)))


@functools.lru_cache(4096)
def _in_utc(clock: int | None, zone: str | None) -> int | None:
    if clock is None or zone is None:
        return None
    moment = utc([1000 * clock], [zone])[0]
    return moment.value // 1000 if moment.is_valid else None
