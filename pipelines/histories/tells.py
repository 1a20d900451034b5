"""The records of a hand, written by a reader of files whose hands are not lines of text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pokerlake.engine.histories.records import (
    ALL_CHIPS,
    FACE_UP,
    HIGHEST_SEAT,
    MOST_CARDS,
    OPS,
    STUCK,
)

from .hand import LONGEST_LINE, BadHandError
from .heads import amount_of

RECORD, _FLAG = 7, 5  # numbers in a record, and the place of the flags
NOBODY = 255
_CHIPS_IN = {OPS[name] for name in ("call", "call rest", "bet", "raise", "raise to", "raise by")}
_RANKS = "23456789TJQKA"
_SUITS = {"c": 0, "d": 1, "h": 2, "s": 3, "♣": 0, "♦": 1, "♥": 2, "♠": 3}
_UNKNOWN = 63
_CARD = re.compile(
    r"(?P<suit1>[CDHS])?(?P<rank>10|[2-9TJQKAtjqka])(?P<suit2>[cdhsCDHS♣♦♥♠])?|(?P<none>[Xx?*]{1,2}|null|n)"
)


@dataclass
class Tells:
    """The records of a hand: (op, place, amount, other, cards, flag, line), concatenated."""

    rows: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    places: dict[object, int] = field(default_factory=dict)  # by the file's keys of players
    _put_in: dict[int, int] = field(default_factory=dict)  # by place, where the last of it begins
    _seen: int = 0  # of the rows, for that

    def sit(self, key: object, seat: int, name: str, stack: int) -> None:
        """Add a player, whom later rows refer to by ``key``."""
        if key in self.places:
            raise BadHandError(f"{name} sits at two seats")
        if not 0 <= seat <= HIGHEST_SEAT:
            raise BadHandError(f"{name} sits at seat {seat}; they go to {HIGHEST_SEAT:,}")
        if len(name) > LONGEST_LINE:
            raise BadHandError(f"a name is {len(name):,} characters long")
        self.places[key] = len(self.names)
        self.names.append(name)
        self.rows += (OPS["sit"], self.places[key], stack, 0, seat, 0, 0)

    def tell(
        self,
        what: str,
        key: object = None,
        amount: int = 0,
        *,
        other: int = 0,
        cards: str = "",
        all_in: bool = False,
        stuck: bool = False,
        face_up: bool = False,
    ) -> None:
        """Add an event; for the flags see ``records``."""
        flag = ALL_CHIPS * all_in | STUCK * stuck | FACE_UP * face_up
        place = NOBODY
        if key is not None:
            if key not in self.places:
                raise BadHandError(f"{key} has no seat")
            place = self.places[key]
        self.rows += (OPS[what], place, amount, other, packed(cards) if cards else 0, flag, 0)

    def cap(self, key: object) -> None:
        """A player may bet no more after the last amount that he put in."""
        for at in range(self._seen, len(self.rows), RECORD):  # each once: there may be many players
            if self.rows[at] in _CHIPS_IN:
                self._put_in[self.rows[at + 1]] = at
        self._seen = len(self.rows)
        last = self._put_in.get(self.places.get(key, NOBODY))
        if last is None:
            raise BadHandError(f"{key} is capped, and has put in nothing")
        self.rows[last + _FLAG] |= STUCK

    def deal(self, street: int, cards: str) -> None:
        """Add cards of a board: those of a street, or all up to it."""
        self.tell("deal", other=16 * street, cards=cards)


_PLAIN = {rank + suit: 4 * at + _SUITS[suit] for at, rank in enumerate(_RANKS) for suit in "cdhs"}


def packed(text: str) -> int:
    """Cards in the form of records: 6 bits each, and their number."""
    words = text.split(" ")
    if len(words) <= MOST_CARDS and all(word in _PLAIN for word in words):  # as most are written
        return len(words) << 48 | sum(_PLAIN[word] << 6 * at for at, word in enumerate(words))
    cards, count = 0, 0
    for match in _CARD.finditer(text.replace(",", " ")):
        if match["none"]:
            card = _UNKNOWN
        else:
            suit = (match["suit1"] or match["suit2"] or "").lower()
            if suit not in _SUITS:
                raise BadHandError(f"{text!r} are no cards")
            rank = match["rank"].upper().replace("10", "T")
            card = _RANKS.index(rank) * 4 + _SUITS[suit]
        if count == MOST_CARDS:
            raise BadHandError(f"{text!r} are too many cards")
        cards |= card << 6 * count
        count += 1
    return cards | count << 48


_SIGNS = re.compile(r"[^\d.,\- \u00a0]")


def money(text: str | None) -> int:
    """``€1,50`` in ten-thousandths; 0 for None."""
    plain = _SIGNS.sub("", text or "").strip(" \u00a0")
    return amount_of(plain) if plain else 0
