"""Reads hands in PHH and OHH as programs write them: all of a piece at once.

Anything unusual is left to the readers of one hand, ``phh`` and ``json_hands``.
"""

from __future__ import annotations

import functools
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import GAMES
from pokerlake.engine.histories import ohh_kernels, phh_kernels
from pokerlake.engine.histories.json_kernels import NO_WORD, hashed
from pokerlake.engine.histories.phh_kernels import NEVER
from pokerlake.engine.histories.toml_kernels import find_hands, find_values
from pokerlake.engine.signatures import I64

from . import json_hands
from .chunk import Head
from .hand import CURRENCIES
from .heads import game_in
from .phh import VARIANTS
from .tells import RECORD

_WIDTH, _KEY_WIDTH = 8, 24
_SHORTEST = 4  # bytes of a line before a hand
_TEXTS = 8  # texts in a head
_EVENT = _TEXTS  # in OHH others follow, about a tournament
_SHORTEST_OBJECT = 200  # bytes of a usual hand in OHH: shorter ones are read one by one
_MOST_TOKENS = 1 << 15  # of a hand


def _padded(words: Sequence[str], width: int) -> npt.NDArray[np.uint8]:
    return np.array([[*word.encode().ljust(width, b"\0")] for word in words], np.uint8)


@functools.cache
def _variants() -> tuple[list[str], npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """The variants that are read, also as bytes, and the number of hole cards in each."""
    names = [variant for variant, (_, game) in VARIANTS.items() if game in GAMES]
    holes = [GAMES[VARIANTS[variant][1]].hole for variant in names]
    return names, _padded(names, _WIDTH), np.array(holes, np.uint8)


@functools.cache
def _keys() -> npt.NDArray[np.uint8]:
    return _padded(phh_kernels.KEYS, _KEY_WIDTH)


@dataclass
class Found(ABC):
    """The hands of a piece: where each stands, and the facts of those in the usual form."""

    data: bytes
    start: list[int]
    end: list[int]
    line: list[int]  # lines before each
    fine: list[bool]  # whether it is in the usual form, and was read
    told: Any  # the heads, by the kernels
    rows: I64  # their records, (n, 7)
    stopped: int  # the start of what is left to the reader of one hand
    lines: int  # before that

    def rest(self) -> bytes:
        """The bytes after the hands."""
        return self.data[self.stopped :]

    def text(self, hand: int) -> bytes:
        """The text of a hand."""
        return self.data[self.start[hand] : self.end[hand]]

    @abstractmethod
    def heads(
        self, first: int, stop: int, file_of: Callable[[str | None], int], line: int
    ) -> list[Head]:
        """The heads of some hands that were read. ``line`` is that of the piece."""

    def tournaments(self) -> dict[int, dict[str, Any]]:
        """The facts about tournaments in hands that were read, beside their heads."""
        return {}

    def _texts(self, column: I64) -> list[str | None]:
        if not column.any():
            return [None] * len(column)
        starts, stops = column >> 20, (column >> 20) + (column & ((1 << 20) - 1))
        data = self.data
        return [
            data[start:stop].decode() if stop else None
            for start, stop in zip(starts.tolist(), stops.tolist(), strict=True)
        ]


@dataclass
class FoundPHH(Found):
    """The hands of a piece in PHH."""

    def heads(
        self, first: int, stop: int, file_of: Callable[[str | None], int], line: int
    ) -> list[Head]:
        """As ``Found.heads``."""
        read = phh_kernels.Told._make(column[first:stop] for column in self.told)
        names = _variants()[0]
        games = [VARIANTS[names[at]] for at in read.variant.tolist()]
        venue, number, currency, zone, clock, table, tournament, file = (
            self._texts(column) for column in read.texts.T
        )
        money = [
            CURRENCIES.get(text or "") if signed else text
            for text, signed in zip(currency, read.signed.tolist(), strict=True)
        ]
        played = [None if at == NEVER else at for at in read.played.tolist()]
        texts = zip(
            venue, number, games, read.small.tolist(), read.big.tolist(), money,
            read.button.tolist(), played, zone, clock, table, tournament, map(file_of, file),
            self.line[first:stop], read.quirks.tolist(), read.own.tolist(), strict=True,
        )  # fmt: skip
        return [
            Head(
                site or "", hand or "", game, limit, small, big, cash, button, moment, where,
                of_clock or "UTC", at_table, event, of_file, line + behind, 0, 0, 0, 0, quirks, own,
            )
            for site, hand, (limit, game), small, big, cash, button, moment, where, of_clock,
            at_table, event, of_file, behind, quirks, own in texts
        ]  # fmt: skip


def find_phh(data: bytes, *, is_text: bool) -> FoundPHH:
    """Find the hands of a piece in PHH, and read those that are in the usual form.

    ``is_text``: whether it is UTF-8; otherwise none is read.
    """
    text = np.frombuffer(data, np.uint8)
    start, line = (np.empty(len(data) // _SHORTEST + 2, np.int64) for _ in range(2))
    count = find_hands(text, start[1:], line[1:])
    begin = 1
    if not count or b"=" in data[: int(start[1])]:  # the first hand has no number
        start[0] = line[0] = begin = 0
    start, line = start[begin : count + 1], line[begin : count + 1]
    end = np.append(start[1:], len(data))
    hands = len(start)
    keys = _keys()
    value = np.empty((hands, len(keys)), np.int64)
    kind = np.empty((hands, len(keys)), np.uint8)
    columns = (bool, np.uint8, *([np.int64] * 4), bool, np.uint8)
    read = phh_kernels.Told._make(
        [
            *(np.zeros(hands, dtype) for dtype in columns),
            np.zeros((hands, _TEXTS), np.int64),
            np.zeros(hands, bool),
            np.zeros(hands + 1, np.int64),
        ]
    )
    rows = np.empty((len(data) // 2 + 16 if is_text else 0, RECORD), np.int64)
    if is_text and find_values(text, start, end, keys, value, kind, read.fine):
        names, variants, holes = _variants()
        phh_kernels.tell(text, value, kind, variants, holes, names.index("NS"), read, rows)
    return FoundPHH(
        data, start.tolist(), end.tolist(), line.tolist(), read.fine.tolist(), read, rows,
        len(data), 0,
    )  # fmt: skip


# ---------------------------------------------------------------- OHH


_LIMITS = [json_hands.LIMITS[name] for name in ohh_kernels.LIMITS]


@functools.cache
def _words() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """The words as bytes, and where to look for each."""
    places = np.full(256, NO_WORD, np.uint8)
    first_place = cast("Any", hashed).py_func
    for number, word in enumerate(ohh_kernels.WORDS):
        place = first_place(word.encode(), 0, len(word))
        while places[place] != NO_WORD:
            place = (place + 1) & 255
        places[place] = number
    return _padded(ohh_kernels.WORDS, _KEY_WIDTH), places


@dataclass
class FoundOHH(Found):
    """The hands of a piece in OHH, up to the first that may not be a hand."""

    games: dict[str | None, str]  # by their names

    def tournaments(self) -> dict[int, dict[str, Any]]:
        """The facts about tournaments in hands that were read, as in JSON."""
        hands = np.flatnonzero(self.told.texts[:, _EVENT]).tolist()
        site, info, hero = (
            self._texts(self.told.texts[hands, at]) for at in (0, _EVENT + 1, _EVENT + 2)
        )
        return {
            hand: {
                "site_name": site_name,
                "tournament_info": json_hands.value_in(about or "{}"),
                "hero_player_id": 1,
                "players": [] if name is None else [{"id": 1, "name": name}],
            }
            for hand, site_name, about, name in zip(hands, site, info, hero, strict=True)
        }

    def heads(
        self, first: int, stop: int, file_of: Callable[[str | None], int], line: int
    ) -> list[Head]:
        """As ``Found.heads``."""
        read = ohh_kernels.Told._make(column[first:stop] for column in self.told)
        site, number, named, currency, zone, clock, table, file, event = (
            self._texts(column) for column in read.texts.T[: _EVENT + 1]
        )
        own = read.own.tolist()
        money = {one: json_hands.currency_in(*one) for one in set(zip(currency, own, strict=True))}
        played = [None if at == NEVER else at for at in read.played.tolist()]
        texts = zip(
            site, number, named, read.limit.tolist(), read.small.tolist(), read.big.tolist(),
            zip(currency, own, strict=True), read.button.tolist(), played, read.utc.tolist(), zone,
            clock, table, event, map(file_of, file), self.line[first:stop], read.quirks.tolist(),
            own, strict=True,
        )  # fmt: skip
        return [
            Head(
                site_ or "OHH", hand or "", self.games[game], _LIMITS[limit], small, big,
                money[cash],
                button, moment, "UTC" if is_utc else where, of_clock or "UTC", at_table,
                in_event, of_file, line + behind, 0, 0, 0, 0, quirks, own,
            )
            for site_, hand, game, limit, small, big, cash, button, moment, is_utc, where,
            of_clock, at_table, in_event, of_file, behind, quirks, own in texts
        ]  # fmt: skip


def find_ohh(data: bytes, *, is_text: bool) -> FoundOHH:
    """Find the hands of a piece in OHH, and read those that are in the usual form.

    ``is_text``: whether it is UTF-8; otherwise none is found.
    """
    if is_text and b"\\u" in data:  # many programs write other letters than ASCII so
        hands = _find_ohh(_ESCAPE.sub(_letter, data), is_text=True)
        if hands.stopped == len(hands.data):  # invalid JSON is reported as it stands
            return hands
    return _find_ohh(data, is_text=is_text)


_ESCAPE = re.compile(rb"\\(?:u([0-9A-Fa-f]{4})|.)", re.DOTALL)


def _letter(escape: re.Match[bytes]) -> bytes:
    """A letter for an escape that stands for one, if it is not ASCII."""
    letter = chr(int(escape[1] or b"0", 16))
    return letter.encode() if letter.isalpha() and not letter.isascii() else escape[0]


def _find_ohh(data: bytes, *, is_text: bool) -> FoundOHH:
    room = len(data) // _SHORTEST_OBJECT + 1 if is_text else 0
    columns = (bool, *([np.int64] * 3), np.uint8, *([np.int64] * 4), bool, bool, np.uint8)
    read = ohh_kernels.Told._make(
        [
            *(np.zeros(room, dtype) for dtype in columns),
            np.zeros((room, _EVENT + 3), np.int64),
            np.zeros(room + 1, np.int64),
        ]
    )
    rows = np.empty((len(data) // 2 + 16 if is_text else 0, RECORD), np.int64)
    stopped = np.zeros(2, np.int64)
    text = np.frombuffer(data, np.uint8)
    count = ohh_kernels.tell(text, *_words(), _MOST_TOKENS, read, rows, stopped)
    read = ohh_kernels.Told._make(
        column[: count + (name == "first")] for name, column in read._asdict().items()
    )
    read.texts[~read.fine] = 0
    hands = FoundOHH(
        data, read.begin.tolist(), read.end.tolist(), read.line.tolist(), [], read, rows,
        int(stopped[0]), int(stopped[1]), {},
    )  # fmt: skip
    names = hands._texts(read.texts[:, 2])
    games = {name: game_in(name)[1] for name in set(names) if name}
    hands.games = {name: game for name, game in games.items() if game in GAMES}
    hands.fine = [name in hands.games for name in names]
    return hands
