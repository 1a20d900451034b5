"""The sites that are read as text: a module for each, or for a small family."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

from .betonline import BETONLINE
from .bovada import BOVADA
from .cake import CAKE
from .clubs import KINGSCLUB, SWC, SWC_OLD, UNIBET
from .converted import (
    MICROGAMING,
    MICROGAMING_EXPORT,
    MICROGAMING_OLD,
    POKERNOW,
    POKERTRACKER,
    POKERTRACKER_MERGE,
    POKERTRACKER_ZONE,
)  # fmt: skip
from .full_tilt import EVEREST, FULL_TILT
from .ggpoker import GGPOKER
from .ongame import ONGAME
from .pacific import PACIFIC
from .partypoker import PARTYPOKER
from .pokerstars import POKERSTARS, RUN_IT_ONCE
from .site import Site
from .winamax import WINAMAX
from .wpn import WPN, WPN_OLD

SITES = (
    MICROGAMING, MICROGAMING_EXPORT, MICROGAMING_OLD, POKERNOW, EVEREST, POKERSTARS, GGPOKER,
    RUN_IT_ONCE, WINAMAX, BOVADA, PARTYPOKER, PACIFIC, WPN_OLD, WPN, BETONLINE, KINGSCLUB, UNIBET,
    SWC, SWC_OLD, CAKE, FULL_TILT, ONGAME, POKERTRACKER_ZONE, POKERTRACKER, POKERTRACKER_MERGE,
)  # fmt: skip

# Sites whose hands are recognised by their beginnings, and are not read.
_UNREAD = {
    name: re.compile(rb"^[ \t]*(?:\xef\xbb\xbf)*(?:" + begins + rb")", re.MULTILINE)
    for name, begins in {
        "PokerStars in French": rb"Main PokerStars n\S{1,2}\d",
        "PokerStars in Spanish": rb"Mano n\.\S{1,2} ?\d+ de [^\n]{0,40}PokerStars",
        "PokerStars in Portuguese": rb"M\S{1,2}o PokerStars #\d",
        "Absolute Poker": rb"Stage #\d+: ",
        "PKR": rb"Starting Hand #\d",
        "Entraction": rb"Game # \d+ - ",
    }.items()
}
_FIRST_BYTES = (1 << 12, 1 << 16)  # in which most files have their first hand


def site_of(text: bytes) -> Site | None:
    """The site of the first hand in a text; None if there is none."""
    for size in (*_FIRST_BYTES, len(text)):
        begin = b"\n" + text[:size]
        starts = [
            (match.start(), at)
            for at, site in enumerate(SITES)
            if (match := site.beginning.search(begin))
        ]
        if starts:
            return SITES[min(starts)[1]]
    return None


# Sites whose hands begin like those of another, with more text: they are not taken for the other's.
KIN: dict[Site, tuple[Site, ...]] = {
    POKERTRACKER: (POKERTRACKER_ZONE,),
    PACIFIC: (PARTYPOKER,),
}


def unread_in(text: bytes) -> list[tuple[int, str]]:
    """Where hands that are not read begin in a text, and their sites, in order."""
    return sorted(
        (match.start(), name) for name, begins in _UNREAD.items() for match in begins.finditer(text)
    )


@functools.cache
def others_of(site: Site) -> re.Pattern[bytes]:
    """Where a hand of another site begins, after the end of a line."""
    return _beginning_of([other for other in SITES if other is not site])


def _beginning_of(sites: Sequence[Site]) -> re.Pattern[bytes]:
    begins = "|".join(site.begins for site in sites)
    return re.compile(rb"\n[ \t]*(?:\xef\xbb\xbf)*(?:" + begins.encode() + rb")")


ANY_HAND = _beginning_of(SITES)
