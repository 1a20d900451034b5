"""Duels of draw: known hands, what each player throws away, and how often each wins."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pokerlake.catalogue import Game
from pokerlake.engine.cards.text import RANKS, CardError, format_card, format_hand, parse_hand
from pokerlake.engine.draw.duels import STANDARD_ERROR, Duel, duel
from pokerlake.engine.draw.rules import PAT, USUAL, thrown_by
from pokerlake.engine.given import shown
from pokerlake.tables.errors import UsageError, counted

from ..results import Result
from .equity import Wanted, counts_table, plus_minus

if TYPE_CHECKING:
    Hand = npt.NDArray[np.uint8]

PLAYERS = range(2, 11)
NOTHING = "-"  # no cards, in input and on screen
_BEST = "best"
_ROUGH = 1 << 16  # deals sampled to choose a discard, if not counted


def split_hand(hand: Hand, discard: int) -> tuple[str, str]:
    """The cards kept and thrown away, as text; bit i of the discard is place i."""
    thrown = np.array([bool(discard >> place & 1) for place in range(len(hand))])
    return format_hand(hand[~thrown]), format_hand(hand[thrown])


@dataclass(frozen=True)
class Duelists:
    """Players with known hands, and what each throws away."""

    game: Game
    hands: npt.NDArray[np.uint8]  # (p, k), in the order written
    # Bit i for place i; None for the player who makes the best discard against the others.
    discards: tuple[int | None, ...]
    rules: tuple[str, ...]  # for discards in later draws, see engine/draw/rules.py

    @property
    def best(self) -> int | None:
        """The player who makes the best discard; None if nobody does."""
        return self.discards.index(None) if None in self.discards else None

    def fixed(self, discard: int) -> Duelists:
        """The same players, with the best discard filled in."""
        discards = tuple(discard if each is None else each for each in self.discards)
        return replace(self, discards=discards)


def duelists_of(texts: Any, game: Game) -> Duelists:
    """From text: a hand, then after a colon the cards thrown away, ``-`` for none, or a rule.

    ``7c7d9hKsAc:9hKs`` throws two away; without a colon, the usual cards go. A rule is ``pat``,
    ``best``, or in a game of lows the highest rank to keep: ``2c3d4h7sKs:8``. A rule for later
    draws follows a slash: ``2c3d4h7sKs:Ks/9``. UsageError if there are not 2 to 10 players, or
    nothing after a colon; CardError for an invalid card or hand, or a card that occurs twice.
    """
    players = texts.split() if isinstance(texts, str) else texts
    if not isinstance(players, Iterable):
        raise UsageError(f"{shown(texts)} is no list; give 2 to 10 hands")
    players = [*players]
    if len(players) not in PLAYERS:
        raise UsageError(f"{counted(len(players), 'hand')}; give 2 to 10")
    read = [_player(text, game) for text in players]
    hands = np.stack([hand for hand, _, _ in read])
    owners: dict[int, int] = {}
    for number, hand in enumerate(hands.tolist(), 1):
        for card in hand:
            if card in owners:
                raise CardError(
                    f"player {owners[card]} and player {number} both have {format_card(card)}"
                )
            owners[card] = number
    discards = tuple(discard for _, discard, _ in read)
    if None in discards and (len(read) > 2 or discards.count(None) > 1):
        raise UsageError(
            f"{_BEST!r} is for one of two players: discards are hidden, so that both at their best "
            "would be a game, and more than two are not counted"
        )
    return Duelists(game, hands, discards, tuple(rule for _, _, rule in read))


def _player(hand_text: Any, game: Game) -> tuple[Hand, int | None, str]:
    if not isinstance(hand_text, str):
        raise CardError(f"{shown(hand_text)} is no text; give a hand such as 7c7d9hKsAc:9hKs")
    cards, colon, rest = hand_text.partition(":")
    hand = parse_hand(cards)
    if len(hand) != game.hole:
        raise CardError(f"{cards!r} has {counted(len(hand), 'card')}; {game.hole} are needed")
    thrown, slash, later = (part.strip() for part in rest.partition("/"))
    if (colon and not thrown) or (slash and not later):
        where = "slash; give a rule" if thrown else "colon; give cards to throw away, or -"
        raise UsageError(f"{hand_text!r} has nothing after the {where}")
    rule = _rule(thrown, game)
    after = _rule(later, game) if later else rule or USUAL
    if later and not after:
        raise UsageError(f"{later!r} is no rule for later draws; give {_rules(game)}")
    if not colon or rule:
        return hand, int(thrown_by(hand[None], game.high, rule or USUAL)[0]), after
    if thrown.lower() == _BEST:
        return hand, None, after
    discarded = parse_hand("" if thrown == NOTHING else thrown)
    for card in discarded.tolist():
        if card not in hand:
            raise CardError(
                f"{hand_text!r} throws away {format_card(card)}, which is not in the hand"
            )
    return hand, sum(1 << int(np.flatnonzero(hand == card)[0]) for card in discarded), after


def _rule(text: str, game: Game) -> str:
    """A rule as text: ``pat``, or a rank in games of lows; empty if it is not a rule."""
    if text.lower() == PAT:
        return PAT
    rank = text.upper().replace("10", "T")
    return rank if len(rank) == 1 and rank in RANKS and game.high.lows_win else ""


def _rules(game: Game) -> str:
    """The rules of a game, for a message."""
    return "'pat' or a rank, as 8" if game.high.lows_win else "'pat'"


def draw_duel(
    duelists: Duelists, draws: int | None, dead: Sequence[int], wanted: Wanted, **how: Any
) -> DrawDuel:
    """The duel of players with that many draws left, with the best discard found if asked for.

    With one draw, all discards of that player are counted. With more, they are sampled with the
    next seed, and the best one is sampled again with the given seed: so its equity has no bias from
    being chosen.
    """
    game = duelists.game
    later = (draws or game.draws) - 1
    if not later:
        duelists = replace(duelists, rules=("",) * len(duelists.rules))
    seed = secrets.randbits(32) if wanted.seed is None else wanted.seed
    known = {
        "order": game.high, "later": later, "rules": duelists.rules,
        "method": wanted.chosen_method, "threads": 0, **how,
    }  # fmt: skip
    limits = {
        "deals": wanted.deals, "standard_error": wanted.standard_error or STANDARD_ERROR,
    }  # fmt: skip

    def duel_of(fixed: Duelists, seed: int, **limits: Any) -> Duel:
        discards = [discard for discard in fixed.discards if discard is not None]
        return duel(fixed.hands, discards, dead, seed=seed, **known, **limits)

    best = duelists.best
    if best is not None:
        is_sampled = later or wanted.chosen_method == "monte carlo"
        rough = {"deals": _ROUGH} if is_sampled else {}
        chosen = (seed + 1) % (1 << 64)
        fewest_first = sorted(range(game.discards), key=int.bit_count)
        duels = [duel_of(duelists.fixed(discard), chosen, **rough) for discard in fewest_first]
        at = int(np.argmax([each.equity[best] for each in duels]))
        duelists = duelists.fixed(fewest_first[at])
        if not is_sampled:
            return DrawDuel.of(duelists, replace(duels[at], seconds=sum(f.seconds for f in duels)))
    return DrawDuel.of(duelists, duel_of(duelists, seed, **limits))


@dataclass(frozen=True, repr=False, eq=False)
class DrawDuel(Result):
    """How often each of p players wins, a row each; a hand counts after the exchange.

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
    def of(cls, duelists: Duelists, result: Duel) -> DrawDuel:
        """The result of a duel."""
        return cls(
            result.win, result.tie, result.shared[:, 0] / result.deals, result.equity,
            result.standard_error, result.deals, result.method, result.seed, duelists, result,
        )  # fmt: skip

    def to_arrow(self) -> pa.Table:
        """A row for each player: shares, counts, and how often he ends with each category."""
        return self.for_programs(nested=False)

    def for_programs(self, *, nested: bool) -> pa.Table:
        """The same. If ``nested``, each list is one column."""
        duelists = self._duelists
        exchanged = [discard.bit_count() for discard in duelists.discards if discard is not None]
        players = {**self._players(""), "exchanged": exchanged, **self._rules(), **self._shares()}
        names = [name.replace(" ", "_") for name in duelists.game.high.category_names]
        return counts_table(players, self._found, nested=nested, names=names)

    def for_people(self) -> pa.Table:
        """A row for each player: shares from 0 to 1."""
        error = {} if self.seed is None else {"standard_error": self.standard_error}
        rules = self._rules() if any(self._duelists.rules) else {}
        return pa.table({**self._players(NOTHING), **rules, **self._shares(), **error})

    def _rules(self) -> dict[str, Any]:
        """The rule for discards in later draws; null for none."""
        return {"rule": pa.array([rule or None for rule in self._duelists.rules], pa.string())}

    def _shares(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("win", "tie", "lose", "equity")}

    def _players(self, none: str) -> dict[str, Any]:
        discards = [discard or 0 for discard in self._duelists.discards]
        split = [*map(split_hand, self._duelists.hands, discards)]
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
