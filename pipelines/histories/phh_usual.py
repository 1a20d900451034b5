"""Reads hands in PHH as programs write them, a key and a value a line: all of a piece in one go."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import GAMES
from pokerlake.engine.histories import phh_kernels as kernels
from pokerlake.engine.histories.toml_kernels import find_hands, find_values
from pokerlake.engine.signatures import I64

from .chunk import Head
from .hand import CURRENCIES
from .phh import VARIANTS
from .tells import RECORD

_WIDTH, _KEY_WIDTH = 8, 24
_SHORTEST = 4  # bytes of a line in front of a hand
_TEXTS = 8  # that a head has


def _padded(words: list[str], width: int) -> npt.NDArray[np.uint8]:
    return np.array([[*word.encode().ljust(width, b"\0")] for word in words], np.uint8)


@functools.cache
def _variants() -> tuple[list[str], npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """The variants that are read, also as bytes, and the cards in a hole of each."""
    names = list(VARIANTS)
    holes = [GAMES[game].hole for _, game in VARIANTS.values()]
    return names, _padded(names, _WIDTH), np.array(holes, np.uint8)


@functools.cache
def _keys() -> npt.NDArray[np.uint8]:
    return _padded(list(kernels.KEYS), _KEY_WIDTH)


@dataclass
class Found:
    """The hands of a piece: where each stands, and what those in the usual form tell."""

    data: bytes
    start: list[int]
    end: list[int]
    line: list[int]  # lines before each
    fine: list[bool]  # whether it is in the usual form, and was read
    told: kernels.Told
    rows: I64  # their records, (n, 7)

    def text(self, hand: int) -> str:
        """A hand as it stands there."""
        return self.data[self.start[hand] : self.end[hand]].decode("utf-8", "surrogateescape")

    def heads(
        self, first: int, stop: int, file_of: Callable[[str | None], int], line: int
    ) -> list[Head]:
        """What the heads of some hands tell, which were read. ``line`` is that of the piece."""
        told = kernels.Told._make(column[first:stop] for column in self.told)
        names = _variants()[0]
        games = [VARIANTS[names[at]] for at in told.variant.tolist()]
        venue, number, currency, zone, clock, table, tournament, file = (
            self._texts(column) for column in told.texts.T
        )
        money = [
            CURRENCIES.get(text or "") if signed else text
            for text, signed in zip(currency, told.signed.tolist(), strict=True)
        ]
        played = [None if at == kernels.NEVER else at for at in told.played.tolist()]
        texts = zip(
            venue, number, games, told.small.tolist(), told.big.tolist(), money,
            told.button.tolist(), played, zone, clock, table, tournament, map(file_of, file),
            self.line[first:stop], told.quirks.tolist(), told.own.tolist(), strict=True,
        )  # fmt: skip
        return [
            Head(
                site or "", hand or "", game, limit, small, big, cash, button, moment, where,
                of_clock or "UTC", at_table, event, of_file, line + behind, 0, 0, 0, 0, quirks, own,
            )
            for site, hand, (limit, game), small, big, cash, button, moment, where, of_clock,
            at_table, event, of_file, behind, quirks, own in texts
        ]  # fmt: skip

    def _texts(self, column: I64) -> list[str | None]:
        if not column.any():
            return [None] * len(column)
        starts, stops = column >> 20, (column >> 20) + (column & ((1 << 20) - 1))
        data = self.data
        return [
            data[start:stop].decode() if stop else None
            for start, stop in zip(starts.tolist(), stops.tolist(), strict=True)
        ]


def find(data: bytes, *, is_text: bool) -> Found:
    """Find the hands of a piece, and read those that are in the usual form.

    ``is_text``: whether it is UTF-8; else none is read.
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
    told = kernels.Told._make(
        [
            *(np.zeros(hands, dtype) for dtype in columns),
            np.zeros((hands, _TEXTS), np.int64),
            np.zeros(hands, bool),
            np.zeros(hands + 1, np.int64),
        ]
    )
    rows = np.empty((len(data) // 2 + 16 if is_text else 0, RECORD), np.int64)
    if is_text and find_values(text, start, end, keys, value, kind, told.fine):
        names, variants, holes = _variants()
        kernels.tell(text, value, kind, variants, holes, names.index("NS"), told, rows)
    return Found(data, start.tolist(), end.tolist(), line.tolist(), told.fine.tolist(), told, rows)
