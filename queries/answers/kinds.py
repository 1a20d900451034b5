"""Kinds of made hands and draws: names of codes, and codes of names."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import Game, game_of_holes
from pokerlake.engine.cards.text import CardError
from pokerlake.engine.kinds.table import DRAWS, kinds_of
from pokerlake.tables.errors import UsageError, did_you_mean

# Other words for draws and for kinds, with the names they stand for.
_OF_DRAWS = {
    "straight draw": ("open-ended", "double gutshot", "gutshot", "wrap"),
    "oesd": ("open-ended",),
    "fd": ("flush draw",),
    "bdfd": ("backdoor flush",),
    "overcards": ("two overcards", "one overcard"),
}
_OF_KINDS = {
    "pair": ("one pair",),
    "board pair": ("pair on board",),
    "tp": ("top pair",),
    "tptk": ("top pair with top kicker",),
}


@functools.cache
def made_names(rule: Game) -> pa.Array:
    """The name of each kind of a game by its code; null for 0."""
    return pa.array([None, *(kind.name for kind in kinds_of(rule.high))], pa.string())


def names_of_draws(bits: npt.NDArray[np.integer]) -> pa.Array:
    """The names of the draws of each row, as lists."""
    different, row = np.unique(bits, return_inverse=True)
    lists = [
        [draw.name for bit, draw in enumerate(DRAWS) if held >> bit & 1]
        for held in different.tolist()
    ]
    return pa.array(lists, pa.list_(pa.string())).take(pa.array(row.ravel()))


@functools.lru_cache(1024)
def kinds_named(text: str, rule: Game) -> frozenset[int]:
    """The codes of the kinds that a text names, separated by commas.

    A part is a name, a category, or the beginning of names: ``top pair`` has any kicker. ``top
    pair+`` is that or better. UsageError for an unknown name.

    Examples
    --------
    >>> from pokerlake.catalogue import HOLDEM
    >>> sorted(kinds_named("top pair, set", HOLDEM)), len(kinds_named("set+", HOLDEM))
    ([21, 30, 31, 32], 21)
    """
    kinds = kinds_of(rule.high)
    names = [kind.name for kind in kinds]
    codes: set[int] = set()
    for part in parts_named(text, "kind of made hand"):
        name = re.sub(r"(\s*\+|\s+or\s+better)$", "", part, flags=re.IGNORECASE)
        named = {
            place
            for word in _OF_KINDS.get(_plain(name), (name,))
            for place in _meant(word, names, [kind.category for kind in kinds])
        }
        if not named:
            raise UsageError(f"no kind of made hand {name!r}: {did_you_mean(name, names)}")
        codes |= set(range(1, max(named) + 2)) if part != name else {place + 1 for place in named}
    return frozenset(codes)


@functools.lru_cache(1024)
def draws_named(text: str) -> int:
    """The bits of the draws that a text names, separated by commas.

    A part is a name, or the beginning of names: ``flush draw`` is with two cards or one. UsageError
    for an unknown name.

    Examples
    --------
    >>> draws_named("flush draw"), draws_named("gutshot, nut flush draw")
    (3, 36)
    """
    names = [draw.name for draw in DRAWS]
    bits = 0
    for part in parts_named(text, "draw"):
        words = _OF_DRAWS.get(_plain(part), (part,))
        places = {bit for word in words for bit in _meant(word, names, [])}
        if not places:
            raise UsageError(f"no draw {part!r}: {did_you_mean(part, names)}")
        bits |= sum(1 << bit for bit in places)
    return bits


def rule_of_hole(cards: int) -> Game:
    """The game for a hole of that many cards, if none is named; CardError if there is none."""
    try:
        return game_of_holes(cards)
    except KeyError:
        raise CardError(f"a hole of {cards} cards; 2, or 4 to 6 in Omaha, are needed") from None


def parts_named(text: str, what: str) -> list[str]:
    """The names between commas; UsageError if one is empty."""
    parts = [part.strip() for part in text.split(",")]
    if not all(parts):
        raise UsageError(f"{text!r} names no {what} between commas; leave out the comma")
    return parts


def _plain(text: str) -> str:
    """The words of a name, without ``with`` and articles."""
    words = re.sub(r"[\s_-]+", " ", text.lower()).split()
    return " ".join(word for word in words if word not in ("with", "a", "an", "the"))


def _meant(text: str, names: Sequence[str], categories: Sequence[str]) -> set[int]:
    """The places of the names that a text means: a name, a category, or the beginning of names."""
    asked = _plain(text)
    plain = [_plain(name) for name in names]
    if asked in plain:
        return {plain.index(asked)}
    of_category = {at for at, category in enumerate(categories) if category == asked}
    begin = {
        at for at, name in enumerate(plain) if f"{name} ".startswith(f"{asked} " if asked else "")
    }
    return of_category or begin
