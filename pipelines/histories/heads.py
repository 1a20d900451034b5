"""What the heads of hands tell, whatever site wrote them: the game, the stakes, and when."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from pokerlake.catalogue import GAMES

from .hand import BadHandError, midnight

# Games by what names hold, the first that fits. What is not in the catalogue is named, not read.
_HI_LO = r"(?:hi ?[/-]? ?lo|h/l|hilow|o?hl\b|_hi_lo|8\b)"
_GAMES = [
    (re.compile(pattern, re.IGNORECASE), game)
    for pattern, game in (
        (r"stud|razz|draw|badugi|badacey|badeucy|horse|courchevel|irish|fusion|tempest|showtime|"
         r"split|swap|unfold|double board|archie|drawmaha|7[- ]card omaha|pineapple", None),
        (rf"(?:6|six)[- ]?card omaha.*{_HI_LO}|plo-?6.*{_HI_LO}", "omaha6 hi-lo"),
        (rf"big o\b|(?:5|five)[- ]?card omaha.*{_HI_LO}|omaha.*(?:5|five)[- ]?card.*{_HI_LO}|plo-?5.*{_HI_LO}",
         "omaha5 hi-lo"),
        (r"(?:6|six)[- ]?card omaha|omaha.*6[- ]?card|plo-?6", "omaha6"),
        (r"(?:5|five)[- ]?card omaha|omaha.*5[- ]?card|plo-?5|omaha5", "omaha5"),
        (rf"omaha.*{_HI_LO}|plo-?8|omahahl", "omaha hi-lo"),
        (r"omaha|plo\b|\bplo", "omaha"),
        (r"6\+|six[- ]?plus|short[ -]?deck", "short deck"),
        (r"hold.{0,2}em", "hold'em"),
    )
]  # fmt: skip
_LIMITS = [
    (re.compile(pattern, re.IGNORECASE), limit)
    for pattern, limit in (
        (r"no[ _-]?limit|\bnl\b|all-in or fold|normal|\bcap\b", "no limit"),
        (r"pot[ _-]?limit|\bpl\b|plo", "pot limit"),
        (r"limit|\bfl\b|\bfix", "fixed limit"),
    )
]
OF_EIGHT = ("omaha hi-lo", "omaha5 hi-lo", "omaha6 hi-lo")


@lru_cache(4096)
def game_in(text: str) -> tuple[str | None, str | None]:
    """The limit and the game of the catalogue that a text names; None for what it does not."""
    game = next((name for pattern, name in _GAMES if pattern.search(text)), None)
    limit = next((name for pattern, name in _LIMITS if pattern.search(text)), None)
    return limit, game


_MONTHS = {
    month: n
    for n, month in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)
}
_TIME = re.compile(r"(?<!\d)(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?(?!\d)")
_YMD = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_DMY = re.compile(r"(?<!\d)(\d{1,2})[ /](\d{1,2})[ /]((?:19|20)\d\d)(?!\d)")
_WORDS = re.compile(r"\b([A-Z][a-z]{2})[a-z]* (\d{1,2})\b.*?\b((?:19|20)\d\d)\b")
_ZONE = re.compile(
    r"\b(GMT[+-]\d{4}|UTC|GMT Daylight Time|GMT Standard Time|Eastern Daylight Time|"
    r"Eastern Standard Time|[A-Z]{1,3}[SDE]?T|MSKS?|CUST|CEST|EEST|EDT|BST)\b"
)


def moment_in(text: str, *, months_first: bool = False) -> tuple[int | None, str | None]:
    """Seconds since 1970 on the clock of a zone, and the zone; None for what is not told."""
    time = _TIME.search(text)
    if match := _YMD.search(text):
        year, month, day = map(int, match.groups())
    elif match := _DMY.search(text):
        day, month, year = map(int, match.groups())
        if months_first:
            day, month = month, day
    elif (match := _WORDS.search(text)) and match[1].lower() in _MONTHS:
        year, month, day = int(match[3]), _MONTHS[match[1].lower()], int(match[2])
    else:
        return None, None
    if time is None:
        return None, None
    hours, minutes, seconds = (int(part or 0) for part in time.groups())
    if hours > 23 or minutes > 59 or seconds > 59:
        raise BadHandError(f"{time[0]} is no time")
    try:
        at = midnight(year, month, day) + 3600 * hours + 60 * minutes + seconds
    except ValueError as error:
        raise BadHandError(f"{match[0]} is no date") from error
    zone = _ZONE.search(text, time.end()) or _ZONE.search(text)
    return at, zone[1] if zone else None


SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "₹": "INR", "¥": "CNY", "Rs.": "INR"}
_SIGN = r"(?:[$€£₹¥]|Rs\. ?)?"
_NUMBER = r"\d[\d.,\u00a0 ]*\d|\d"
_PAIR = re.compile(
    rf"(?P<sign>{_SIGN}) ?(?P<small>{_NUMBER}) ?(?P<after>[$€£₹¥]?) ?[/|] ?{_SIGN} ?(?P<big>{_NUMBER}) ?[€$£]?"
)
_CODE = re.compile(r"\b(USD|EUR|GBP|INR|CNY|RSD|CAD|mBTC)\b")


class Stakes(NamedTuple):
    """Blinds in ten-thousandths, and their currency; None for chips."""

    small: int
    big: int
    currency: str | None


def amount_of(text: str) -> int:
    """``1,234.5``, ``0,02`` or ``25 000`` in ten-thousandths."""
    plain = re.sub(r"[ \u00a0]", "", text)
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", plain):
        plain = plain.replace(",", "")
    plain = plain.replace(",", ".")
    whole, _, part = plain.partition(".")
    if len(whole) > 13 or not plain.replace(".", "", 1).isdecimal() or len(part.rstrip("0")) > 4:
        raise BadHandError(f"{text!r} is no amount of chips")
    return int(whole or 0) * 10_000 + int(part[:4].ljust(4, "0") or 0)


@lru_cache(4096)
def stakes_in(text: str) -> Stakes | None:
    """The first pair of blinds in a text; None if there is none."""
    match = _PAIR.search(text)
    if match is None:
        return None
    code = _CODE.search(text)
    sign = match["sign"].strip() or match["after"]
    currency = code[1] if code else SIGNS.get(sign)
    return Stakes(amount_of(match["small"]), amount_of(match["big"]), currency)


def known_game(name: str) -> bool:
    """Whether it is of the catalogue."""
    return name in GAMES
