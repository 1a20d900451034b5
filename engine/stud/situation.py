"""What is known about the players of a stud game, checked."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from pokerlake.catalogue import Game

from ..cards.boards import suit_images
from ..cards.holes import card_sets
from ..cards.text import CARDS, CardError, card_number, counted
from ..equity.situation import can_share_no_card, in_the_way, no_hole, not_together
from ..monte_carlo.plan import Holdings
from ..ranges.scanner import RangeError
from ..signatures import F64, I64, U8, U64

MOST_TUPLES = 1 << 16  # the most tuples of known cards that are listed


@dataclass(frozen=True)
class StudPlayers:
    """Players with some known cards, and cards that nobody holds."""

    rule: Game
    # The possible known cards of each, without dead cards; None if no card is known. All rows of a
    # player have the same number of cards.
    held: tuple[Holdings | None, ...]
    dead: U8  # (d,)

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.held)

    @functools.cached_property
    def known(self) -> list[int]:
        """The number of known cards of each player."""
        return [0 if of is None else of.cards.shape[1] for of in self.held]

    @functools.cached_property
    def to_come(self) -> list[int]:
        """The number of cards that each is dealt, without the common one."""
        every = self.rule.hole - self.has_common
        return [every - known for known in self.known]

    @property
    def left(self) -> int:
        """The number of cards left in the deck without all known ones."""
        return len(CARDS) - len(self.dead) - sum(self.known)

    @functools.cached_property
    def has_common(self) -> bool:
        """Whether the deck runs out, so that the last card is common to all."""
        return sum(self.rule.hole - known for known in self.known) > self.left

    @property
    def halved(self) -> bool:
        """Whether the pot has a high and a low half."""
        return self.rule.halves

    @functools.cached_property
    def plain(self) -> bool:
        """Whether all weights are 0 or 1."""
        return all(of is None or bool((of.weights == 1).all()) for of in self.held)

    @property
    def least_product(self) -> float:
        """The smallest product of the players' weights; 0 if it underflows."""
        return prod(1.0 if of is None else float(of.weights.min()) for of in self.held)

    @functools.cached_property
    def size(self) -> int:
        """An upper bound of the tuples of the players' known cards."""
        return prod(1 if of is None else len(of.cards) for of in self.held)

    @functools.cached_property
    def tuples(self) -> Tuples:
        """All tuples of disjoint known cards."""
        rows = np.zeros((1, 0), np.int64)
        taken, weights = np.zeros(1, np.uint64), np.ones(1)
        for holdings in self.held:
            if holdings is None:
                rows = np.column_stack([rows, np.zeros(len(rows), np.int64)])
                continue
            masks = card_sets(holdings.cards)
            i, j = np.nonzero(taken[:, None] & masks == 0)
            rows = np.column_stack([rows[i], j])
            taken, weights = taken[i] | masks[j], weights[i] * holdings.weights[j]
        return Tuples(rows, taken, weights)

    def masks(self, rows: I64, images: U8) -> U64:
        """The known cards of tuples as sets, ``(n, p)``, each card replaced by its image."""
        sets = [
            np.zeros(len(rows), np.uint64) if of is None else card_sets(images[of.cards])[mine]
            for of, mine in zip(self.held, rows.T, strict=True)
        ]
        return np.column_stack(sets)

    def kinds(self) -> tuple[I64, F64]:
        """One tuple of each kind up to suits, ``(u, p)``, and the total weight of the kind."""
        tuples = self.tuples
        dead = set(self.dead.tolist())
        best = np.full((len(tuples.rows), self.players), ~np.uint64(0))
        for images in suit_images():
            if {int(images[card]) for card in dead} != dead:
                continue
            masks = self.masks(tuples.rows, images)
            less, same = np.zeros(len(best), np.bool_), np.ones(len(best), np.bool_)
            for player in range(self.players):
                less |= same & (masks[:, player] < best[:, player])
                same &= masks[:, player] == best[:, player]
            best[less] = masks[less]
        _, first, kind = np.unique(best, axis=0, return_index=True, return_inverse=True)
        return tuples.rows[first], np.bincount(kind.ravel(), tuples.weights).astype(np.float64)


@dataclass(frozen=True)
class Tuples:
    """Known cards of all players together: a row of each one's holdings."""

    rows: I64  # (n, p)
    masks: U64  # (n,) the cards as a set
    weights: F64  # (n,)


def situation_of(
    rule: Game, held: Sequence[Holdings | None], dead: Iterable[int] = (), *, least: int = 2
) -> StudPlayers:
    """A checked situation of ``least`` or more players. Raises CardError or RangeError."""
    if not least <= len(held) <= rule.most_players:
        raise RangeError(f"{len(held)} players; {rule.name} is for {least} to {rule.most_players}")
    dead_cards = list(map(card_number, dead))
    for place, card in enumerate(dead_cards):
        if card in dead_cards[:place]:
            raise CardError(f"{CARDS[card]} is dead twice")
    alive = []
    for player, holdings in enumerate(held, 1):
        left = (
            None
            if holdings is None or not holdings.cards.shape[1]
            else holdings.without(dead_cards)
        )
        if left is not None and left.cards.shape[1] > rule.hole:
            raise RangeError(
                f"player {player} has {left.cards.shape[1]} cards; in {rule.name} it is {rule.hole}"
            )
        if left is not None and not len(left.cards):
            assert holdings is not None
            raise no_hole(player, holdings.cards, dead_cards)
        alive.append(left)
    situation = StudPlayers(rule, tuple(alive), np.array(dead_cards, np.uint8))
    needed = sum(situation.to_come) + situation.has_common
    if situation.left < needed or min(situation.to_come) < 0:
        raise CardError(
            f"{counted(max(situation.left, 0))} left; too few for {len(held)} players of "
            f"{rule.name}, also with a last card that is common"
        )
    ranged = [player for player, holdings in enumerate(alive) if holdings is not None]
    together = in_the_way(ranged, functools.partial(_can_be_dealt, situation))
    if together:
        own = [holdings.cards for player in together if (holdings := alive[player]) is not None]
        raise not_together([player + 1 for player in together], own)
    return situation


def _can_be_dealt(situation: StudPlayers, players: Sequence[int]) -> bool:
    """Whether these can have disjoint cards; also True if the search takes too long."""
    return can_share_no_card(
        card_sets(of.cards) for player in players if (of := situation.held[player])
    )
