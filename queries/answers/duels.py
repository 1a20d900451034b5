"""Duels of five-card draw: known hands, what each player throws away, and who wins how often."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.engine.cards.text import CardError, format_card, format_hand, parse_hand
from pokerlake.engine.draw.duels import Duel
from pokerlake.engine.draw.hands import draw_hands
from pokerlake.engine.given import shown
from pokerlake.tables.errors import UsageError, counted

from ..results import Result
from .equity import counts_table, plus_minus

if TYPE_CHECKING:
    Hand = npt.NDArray[np.uint8]

PLAYERS = range(2, 11)
NOTHING = "-"  # how no cards at all are written, and shown to people


def split_hand(hand: Hand, discard: int) -> tuple[str, str]:
    """What is kept and what is thrown away, as text; bit i of the discard is place i."""
    thrown = np.array([bool(discard >> place & 1) for place in range(5)])
    return format_hand(hand[~thrown]), format_hand(hand[thrown])


@dataclass(frozen=True)
class Duelists:
    """Players with known hands, and what each throws away."""

    hands: npt.NDArray[np.uint8]  # (p, 5), in the order written
    discards: tuple[int, ...]  # bit i for place i


def duelists_of(given: Any) -> Duelists:
    """From text: a hand, and after a colon the cards thrown away, ``-`` for none.

    ``7c7d9hKsAc:9hKs`` throws two away; without a colon it is what is usual. UsageError if there
    are not 2 to 10 players, or there is nothing after a colon; CardError if something is no card or
    no hand of five, or a card is there twice.
    """
    players = given.split() if isinstance(given, str) else given
    if not isinstance(players, Iterable):
        raise UsageError(f"{shown(given)} is no list; give 2 to 10 hands")
    players = [*players]
    if len(players) not in PLAYERS:
        raise UsageError(f"{counted(len(players), 'hand')}; give 2 to 10")
    read = [_player(text) for text in players]
    hands = np.stack([hand for hand, _ in read])
    owners: dict[int, int] = {}
    for number, hand in enumerate(hands.tolist(), 1):
        for card in hand:
            if card in owners:
                raise CardError(
                    f"player {owners[card]} and player {number} both have {format_card(card)}"
                )
            owners[card] = number
    usual = draw_hands(hands, layout="rows").usual_discard.tolist()
    chosen = [use if of is None else of for use, (_, of) in zip(usual, read, strict=True)]
    return Duelists(hands, tuple(chosen))


def _player(given: Any) -> tuple[Hand, int | None]:
    if not isinstance(given, str):
        raise CardError(f"{shown(given)} is no text; give a hand such as 7c7d9hKsAc:9hKs")
    cards, colon, thrown = given.partition(":")
    hand = parse_hand(cards)
    if len(hand) != 5:
        raise CardError(f"{cards!r} has {counted(len(hand), 'card')}; 5 are needed")
    if not colon:
        return hand, None
    if not thrown.strip():
        raise UsageError(f"{given!r} has nothing after the colon; give cards to throw away, or -")
    gone = parse_hand("" if thrown.strip() == NOTHING else thrown)
    for card in gone.tolist():
        if card not in hand:
            raise CardError(f"{given!r} throws away {format_card(card)}, which is not in the hand")
    return hand, sum(1 << int(np.flatnonzero(hand == card)[0]) for card in gone)


@dataclass(frozen=True, repr=False, eq=False)
class DrawDuel(Result):
    """Who wins how often of p players, a row each; a hand counts after the exchange.

    Attributes
    ----------
    win, tie, lose, equity : (p,) float64
        Shares of all deals, 0 to 1.
    standard_error : (p,) float64
        Of the equity; 0 if all deals were counted.
    deals : int
    method : str
        ``exact`` or ``monte carlo``.
    seed : int or None
        Of a sample.
    """

    win: npt.NDArray[np.float64]
    tie: npt.NDArray[np.float64]
    lose: npt.NDArray[np.float64]
    equity: npt.NDArray[np.float64]
    standard_error: npt.NDArray[np.float64]
    deals: int
    method: str
    seed: int | None
    _duelists: Duelists
    _found: Duel

    @classmethod
    def of(cls, duelists: Duelists, found: Duel) -> DrawDuel:
        """The result of what was counted."""
        return cls(
            found.win, found.tie, found.shared[:, 0] / found.deals, found.equity,
            found.standard_error, found.deals, found.method, found.seed, duelists, found,
        )  # fmt: skip

    def to_arrow(self) -> pa.Table:
        """A row for each player: shares, counts, and how often he ends with which category."""
        return self.for_programs(nested=False)

    def for_programs(self, *, nested: bool) -> pa.Table:
        """The same; lists in one column each, if ``nested``."""
        exchanged = [discard.bit_count() for discard in self._duelists.discards]
        players = {**self._players(""), "exchanged": exchanged, **self._shares()}
        return counts_table(players, self._found, nested=nested)

    def for_people(self) -> pa.Table:
        """A row for each player: shares from 0 to 1."""
        error = {} if self.seed is None else {"standard_error": self.standard_error}
        return pa.table({**self._players(NOTHING), **self._shares(), **error})

    def _shares(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("win", "tie", "lose", "equity")}

    def _players(self, none: str) -> dict[str, Any]:
        split = [*map(split_hand, self._duelists.hands, self._duelists.discards)]
        return {
            "player": range(1, len(split) + 1),
            "hand": [format_hand(hand) for hand in self._duelists.hands],
            "kept": [kept or none for kept, _ in split],
            "thrown": [thrown or none for _, thrown in split],
        }

    def summary(self) -> str:
        """How it was decided."""
        deals, seconds = counted(self.deals, "deal"), f"{self._found.seconds:.2g} s"
        if self.seed is None:
            return f"{deals}, exact, {seconds}"
        error = plus_minus(float(self.standard_error.max()))
        return f"{deals}, {self.method}, seed {self.seed}, {error}, {seconds}"
