"""The facts in the heads of hands, whatever the site: the game, the stakes, and the time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa

from .hand import CURRENCIES, MOST, BadHandError, chips, midnight, of_short_texts

if TYPE_CHECKING:
    import polars as pl


class OtherGame(str):
    """A game outside the catalogue: its hands are counted by its name, and not read."""

    __slots__ = ()


# Games as sites name them. Names of tournaments precede that of the game, so the last name in a
# text counts.
_HI_LO = (
    r"[ _-]*(?:hi(?:gh)?[ _/-]?lo(?:w\b)?|h/l|hl\b|8(?: or better|-or-better|/b|b)?(?![\d.,/]))"
)
_CARDS = r"(?:[ -]?cards?\b)?"
_OMAHA = r"(?:omaha|(?<![a-z])plo(?![a-z]))(?:[ -]hi\b(?![ _/-]?lo))?"
_FIVE = rf"(?:(?:5|five)[ -]?cards? {_OMAHA}|{_OMAHA}[ -]*\(?(?:5|five){_CARDS}\)?(?![\d.,/]))"
_SIX = rf"(?:(?:6|six)[ -]?cards? {_OMAHA}|{_OMAHA}[ -]*\(?(?:6|six){_CARDS}\)?(?![\d.,/]))"
_LIMIT = r"(?: ?(?:pot|no|fixed)?[ -]?limit)?"
_NAMES: list[tuple[str, str]] = [
    (OtherGame("Courchevel hi-lo"), rf"courchevel{_HI_LO}"),
    (OtherGame("Courchevel"), "courchevel"),
    (OtherGame("seven card Omaha"), rf"(?:7|seven)[ -]?cards? {_OMAHA}|{_OMAHA}[ -]?7\b"),
    (
        "stud hi-lo",
        rf"(?:(?:7|seven)[ -]?cards?(?: stud)?|(?:7|seven)[ -]?stud|(?<!5 card )stud)"
        rf"{_LIMIT}{_HI_LO}"
        r"|stud ?8|stud/?8",
    ),
    (OtherGame("five card stud"), r"(?:5|five)[ -]?cards? stud|(?<![a-z0-9])5[ -]?stud"),
    (
        "stud",
        r"(?:7|seven)[ -]?cards? stud|(?:7|seven)[ -]?stud|7card\b|stud\b",
    ),
    (OtherGame("razz 2-7"), r"2-7 razz|razzdu(?:gi|cey)?"),
    ("razz", r"razz\b"),
    (
        "2-7 triple draw",
        r"triple draw (?:2-7|deuce)|(?:2-7|deuce to seven) triple|2-7[ _]?td\b|27_?3draw",
    ),
    ("A-5 triple draw", r"triple draw a-5|a-5 triple|a5_?3draw"),
    (
        "2-7 single draw",
        r"single draw 2-7|(?:2-7|deuce to seven) (?:single|lowball)|2-7 ?nl",
    ),
    ("A-5 single draw", r"single draw a-5|a-5 single"),
    ("five-card draw", r"(?:5|five)[ -]?cards? draw|5 ?draw|\bdraw\b(?=.{0,200}limit)"),
    (OtherGame("badacey"), "badacey"),
    (OtherGame("badeucy"), "badeuc[ey]+"),
    ("badugi", r"badugi"),
    (OtherGame("drawmaha"), "drawmaha|dramaha|\\bcaptain\\b"),
    (OtherGame("archie"), r"archie\b"),
    (OtherGame("Irish"), r"(?<!the )irish(?= ?(?:poker|hold|$|-|\())|(?:limit|nl|pl) irish"),
    (OtherGame("Fusion"), r"fusion(?= ?(?:pot|no|\(|$))"),
    (OtherGame("Tempest hold'em"), r"tempest hold.?em"),
    (OtherGame("Showtime hold'em"), r"showtime hold.?em"),
    (OtherGame("Split hold'em"), r"split hold.?em"),
    (OtherGame("Swap hold'em"), r"swap hold.?em"),
    (OtherGame("Unfold hold'em"), r"unfold hold.?em"),
    (OtherGame("Pineapple"), r"(?:crazy )?pineapple"),
    ("omaha6 hi-lo", rf"{_SIX}{_LIMIT}{_HI_LO}|{_OMAHA}{_HI_LO}[ -]*\(?6[ -]?cards?"),
    (
        "omaha5 hi-lo",
        rf"\bbig[ -]?o\b|{_FIVE}{_LIMIT}{_HI_LO}|{_OMAHA}{_HI_LO}[ -]*\(?(?:5|five)[ -]?cards?",
    ),
    ("omaha6", _SIX),
    ("omaha5", _FIVE),
    ("omaha hi-lo", rf"{_OMAHA}{_LIMIT}{_HI_LO}|omahahl|\bo/?8\b"),
    ("omaha", _OMAHA),
    (
        "short deck",
        r"6\+ ?(?:plus )?hold.?em|6\+|six[ -]?plus(?: hold.?em)?|(?:hold.?em )?short[ -]?deck(?"
        r": hold.?em)?",
    ),
    ("hold'em", r"hold.{0,2}em\b|holdem|\bnlhe?\b|\blhe\b|\bflhe\b|\btexas\b|\blh\b"),
    (OtherGame("HORSE"), r"\bhorse\b"),
    (OtherGame("8-game"), r"\b8-game\b"),
]
_NAMED = re.compile("|".join(f"({pattern})" for _, pattern in _NAMES), re.IGNORECASE)
_MIXED = re.compile(r"\bmixed\b|\bhorse\b|\b8-game\b", re.IGNORECASE)
_LIMITS = [
    (re.compile(pattern, re.IGNORECASE), limit)
    for pattern, limit in (
        (r"no[ _-]?limit|\bnl|all-in or fold|normal", "no limit"),
        (r"pot[ _-]?limit|\bpl|plo", "pot limit"),
        (r"\bcap\b", "no limit"),
        (r"limit|\bfl|\bfix|\blhe|\blh?\b", "fixed limit"),
    )
]  # fmt: skip


@of_short_texts(1 << 12)
def game_in(text: str) -> tuple[str | None, str | None]:
    """The limit and the game that a text names.

    None for what it does not name; a game that is missing from the catalogue is an ``OtherGame``.
    """
    game: str | None = None
    begins = 0
    for match in _NAMED.finditer(text):
        game = _NAMES[(match.lastindex or 1) - 1][0]
        begins = match.start()
    # For mixed games, ``8-Game Mixed NL/FL (Razz Limit)``, the limit in parentheses counts.
    inner = text[text.rfind("(", 0, begins) + 1 :] if _MIXED.search(text, 0, begins) else text
    limit = next((name for pattern, name in _LIMITS if pattern.search(inner)), None)
    return limit, game


# The zones of clocks as sites name them, with their IANA names.
_EAST, _CENTRAL, _MOUNTAIN, _PACIFIC = (
    f"America/{city}" for city in ("New_York", "Chicago", "Denver", "Los_Angeles")
)
ZONES = {
    zone: name
    for name, zones in {
        "UTC": "UTC UT Z GMT GT",
        _EAST: "ET EST EDT|Eastern Daylight Time|Eastern Standard Time",
        _CENTRAL: "CT CST CDT|Central Daylight Time|Central Standard Time",
        _MOUNTAIN: "MT MST MDT|Mountain Daylight Time|Mountain Standard Time",
        _PACIFIC: "PT PST PDT|Pacific Daylight Time|Pacific Standard Time",
        "America/Anchorage": "AKT AKST AKDT",
        "Pacific/Honolulu": "HT HST HDT",
        "America/Halifax": "AT AST ADT",
        "America/St_Johns": "NT NST NDT",
        "America/Argentina/Buenos_Aires": "ART",
        "America/Sao_Paulo": "BRT BRST",
        "America/Caracas": "VET",
        "America/Bogota": "COT",
        "America/Lima": "PET",
        "America/Santiago": "CLT CLST",
        "Europe/London": "BST|GMT Daylight Time|GMT Standard Time",
        "Europe/Lisbon": "WET WEST",
        "Europe/Berlin": "CET CEST MEZ MESZ HAEC|Central European Summer Time"
        "|W. Europe Daylight Time|W. Europe Standard Time|Romance Daylight Time"
        "|Romance Standard Time|Central Europe Daylight Time|Central Europe Standard Time",
        "Europe/Bucharest": "EET EEST|E. Europe Daylight Time|E. Europe Standard Time",
        "Europe/Moscow": "MSK MSKS MSD",
        "Asia/Dubai": "GST",
        "Asia/Yekaterinburg": "YEKT YEKST",
        "Asia/Novosibirsk": "NOVT NOVST",
        "Asia/Krasnoyarsk": "KRAT KRAST",
        "Asia/Irkutsk": "IRKT IRKST",
        "Asia/Vladivostok": "VLAT VLAST",
        "Asia/Kolkata": "IST",
        "Asia/Bangkok": "ICT",
        "Asia/Manila": "PHT PHST",
        "Asia/Singapore": "SGT",
        "Asia/Hong_Kong": "HKT",
        "Asia/Tokyo": "JST",
        "Asia/Seoul": "KST",
        "Australia/Perth": "AWST AWT CCT",
        "Australia/Darwin": "ACST ACT",
        "Australia/Sydney": "AEST AET AEDT",
        "Pacific/Auckland": "NZT NZST NZDT",
    }.items()
    for part in (zones.split("|")[:1][0].split(), zones.split("|")[1:])
    for zone in part
} | {
    f"GMT{hours:+03}00": f"Etc/GMT{-hours:+}" if hours else "UTC" for hours in range(-12, 15)
}  # fmt: skip

_MONTH_NAMES = (
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
)  # fmt: skip
_MONTHS = {month: n for n, month in enumerate(_MONTH_NAMES, 1)}
_TIME = re.compile(
    r"(?<!\d)(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?(?!\d)(?:\.\d+)?(?:\s?([AP])\.?M\b\.?)?",
    re.IGNORECASE,
)
_YMD = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/. ](\d{1,2})[-/. ](\d{1,2})(?!\d)")
_DMY = re.compile(r"(?<!\d)(\d{1,2})[ /.-](\d{1,2})[ /.-]((?:19|20)\d\d)(?!\d)")
_D_MON_Y = re.compile(r"(?<!\d)(\d{1,2})[ /.-]([A-Z][a-z]{2})[a-z]*[ /.-]((?:19|20)\d\d)(?!\d)")
_WORDS = re.compile(r"\b([A-Z][a-z]{2})[a-z]* (\d{1,2})\b.{0,100}?\b((?:19|20)\d\d)\b")
_ZONE = re.compile(
    r"[ /(-]*(?:(?:GMT|UTC)?(?P<offset>[+-]\d\d):?(?P<minutes>\d\d)|"
    + "|".join(re.escape(zone) for zone in sorted(ZONES, key=len, reverse=True) if " " in zone)
    + r"|(?P<name>[A-Z]{1,5})(?![A-Za-z]))"
)
_EASTERN = re.compile(r"\[(?P<when>[^\[\]\n]* ET)\]")


def moment_in(text: str, *, months_first: bool = False) -> tuple[int | None, str | None]:
    """Seconds since 1970 on the clock of a zone, and the zone; None for what is missing.

    If a clock in an unknown zone stands beside that of New York, the latter counts.
    """
    colon = text.find(":")  # the first time has the first colon, as a rule: the search is slow
    begin = colon - (2 if text[colon - 2 : colon - 1].isdigit() else 1)
    time = (_TIME.match(text, begin) if colon > 1 else None) or _TIME.search(text)
    if time is None:
        return None, None
    day, zone, other = _around(text[: time.start()], text[time.end() :], months_first)
    if day is None:
        return None, None
    told_hours, minutes, seconds, half = time.groups("0")
    hours = int(told_hours)
    if half != "0":
        hours = hours % 12 + 12 * (half in "Pp")
    if hours > 23 or int(minutes) > 59 or int(seconds) > 59:
        raise BadHandError(f"{time[0]} is no time")
    if other:
        return moment_in(other)
    return day + 3600 * hours + 60 * int(minutes) + int(seconds), zone


@of_short_texts(1 << 12)
def _around(
    before: str, behind: str, months_first: bool
) -> tuple[int | None, str | None, str | None]:
    """The midnight and the zone of a time, from the text around it.

    Third, the moment in New York, if the zone is unknown.
    """
    zone_text, _, other = behind.partition("[")
    day, zone = _day_and_zone(before, zone_text, months_first)
    if day is None:
        day, _ = _day_and_zone(before, other, months_first)
    eastern = _EASTERN.search(behind) if zone and zone not in ZONES else None
    return day, zone, eastern["when"] if eastern else None


def _day_and_zone(before: str, behind: str, months_first: bool) -> tuple[int | None, str | None]:
    """The midnight before a moment, and its zone, from the text before and after a time."""
    text = f"{before} {behind}"
    if match := _YMD.search(text):
        year, month, day = map(int, match.groups())
    elif match := _DMY.search(text):
        day, month, year = map(int, match.groups())
        if months_first:
            day, month = month, day
    elif (match := _D_MON_Y.search(text)) and match[2].lower() in _MONTHS:
        day, month, year = int(match[1]), _MONTHS[match[2].lower()], int(match[3])
    elif (match := _WORDS.search(text)) and match[1].lower() in _MONTHS:
        year, month, day = int(match[3]), _MONTHS[match[1].lower()], int(match[2])
    else:
        return None, _zone_in(behind)
    try:
        return midnight(year, month, day), _zone_in(behind)
    except ValueError as error:
        raise BadHandError(f"{match[0]} is no date") from error


def _zone_in(behind: str) -> str | None:
    """The zone that follows a time."""
    match = _ZONE.match(behind)
    if match is None:
        return None
    if match["offset"]:
        return f"GMT{match['offset']}{match['minutes']}"
    return match[0].strip(" /(-")


SIGNS = {**CURRENCIES, "Rs.": "INR"}
_SIGN = r"(?:[$€£₹¥]|Rs\. ?|RSD|CAD|INR|CNY)?"
_NUMBER = r"(?:\d[\d.,\u00a0 ]{0,30}\d|\d)[KM]?"
_TIMES = {"K": 1000, "M": 1_000_000}
_PAIR = re.compile(
    rf"(?P<sign>{_SIGN}) ?(?P<small>{_NUMBER}) ?(?P<after>[$€£₹¥]?) ?[/|] ?{_SIGN} ?(?"
    rf"P<big>{_NUMBER}) ?[€$£]?"
    rf"(?:/(?P<third>{_NUMBER}))?"
)
_ANY_SIGN = re.compile("|".join(map(re.escape, SIGNS)))
_CODE = re.compile(r"\b(USD|EUR|GBP|INR|CNY|RSD|CAD|mBTC)\b")


def sign_in(text: str) -> str | None:
    """The currency of the first currency sign in a text; None without one."""
    match = _ANY_SIGN.search(text)
    return SIGNS[match[0]] if match else None


class Stakes(NamedTuple):
    """Blinds in ten-thousandths, and their currency; None for chips."""

    small: int
    big: int
    currency: str | None


def amount_of(text: str) -> int:
    """``1,234.5``, ``0,02``, ``25 000`` or ``1.5K`` in ten-thousandths; raises BadHandError."""
    plain = re.sub(r"[ \u00a0']", "", text)
    times = _TIMES.get(plain[-1:], 1)
    if times > 1:
        plain = plain[:-1]
    if plain.rfind(",") > plain.find(".") >= 0:  # 1.234,50
        plain = plain.replace(".", "")
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", plain):
        plain = plain.replace(",", "")
    elif re.fullmatch(r"[1-9]\d{0,2}(?:\.\d{3})+", plain):
        plain = plain.replace(".", "")
    amount = chips(plain.replace(",", ".")) * times
    if amount >= MOST:
        raise BadHandError(f"{text!r} is more than a column of chips holds")
    return amount


@of_short_texts(1 << 12)
def stakes_in(text: str) -> Stakes | None:
    """The first pair of blinds in a text, perhaps after an ante; None if there is none.

    Blinds are 0 if a text names only a currency.
    """
    match = _PAIR.search(text)
    code = _CODE.search(text)
    sign = (match["sign"].strip() or match["after"]) if match else ""
    if not sign and (first_sign := _ANY_SIGN.search(text)):
        sign = first_sign[0]
    currency = code[1] if code else SIGNS.get(sign, sign if sign.isalpha() else None)
    currency = currency or None
    if match is None:
        return Stakes(0, 0, currency) if currency else None
    small, big = ("big", "third") if match["third"] else ("small", "big")
    return Stakes(amount_of(match[small]), amount_of(match[big]), currency)


# ---------------------------------------------------------------- moments in UTC

_OFFSET = re.compile(r"(?:GMT|UTC) ?([+-])(\d\d):?(\d\d)")


def utc(moments: Sequence[int | None], zones: Sequence[str]) -> pa.Array:
    """The moments in UTC of milliseconds on the clocks of zones; null for unknown ones.

    For an hour that a clock shows twice it is the earlier one; one that it skips is null.
    """
    import polars as pl

    frame = pl.DataFrame(
        {
            "at": pl.Series(moments, dtype=pl.Datetime("ms")),
            "zone": pl.Series(zones, dtype=pl.String),
        }
    ).with_row_index("row")
    parts = [
        _with_utc(part, zone) for (zone,), part in frame.group_by("zone") if isinstance(zone, str)
    ]
    if not parts:
        return pa.nulls(len(moments), pa.timestamp("ms"))
    return pl.concat(parts).sort("row")["at"].to_arrow()


def _with_utc(part: pl.DataFrame, zone: str) -> pl.DataFrame:
    """Moments of one clock in UTC; null if the zone is unknown."""
    import polars as pl

    at = pl.col("at")
    if offset := _OFFSET.fullmatch(zone):
        minutes = 60 * int(offset[2]) + int(offset[3])
        away = pl.duration(minutes=minutes if offset[1] == "+" else -minutes, time_unit="ms")
        return part.with_columns(at - away)
    try:
        there = at.dt.replace_time_zone(
            ZONES.get(zone, zone), ambiguous="earliest", non_existent="null"
        )
        return part.with_columns(there.dt.convert_time_zone("UTC").dt.replace_time_zone(None))
    except pl.exceptions.ComputeError:  # an unknown zone
        return part.with_columns(pl.lit(None, pl.Datetime("ms")).alias("at"))
