"""Players with ranges, and two boards that are dealt from one deck: what can be dealt."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, prod

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import Game

from ...cards.text import CARDS, CardError, counted
from ...monte_carlo.plan import Holdings
from ...ranges.omaha.hole_range import all_holes

MOST_TUPLES = 1_000_000  # of holes, that are listed
RIVER = 5

Cards = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Table:
    """Players, two boards and dead cards.

    The first board and the second have no card in common, but for those that both have from the
    start where one board is run twice: then both are the same.

    Attributes
    ----------
    rule : Game
        The game that is played on each board.
    held : sequence of Holdings or None
        What each player may have; None for any hole.
    boards : pair of (b,) uint8
        The known cards of each board, 0 to 5.
    dead : (d,) uint8
        Cards that nobody has and that do not come, with those that are not in the deck.
    """

    rule: Game
    held: Sequence[Holdings | None]
    boards: tuple[Cards, Cards]
    dead: Cards

    @classmethod
    def run_twice(
        cls, rule: Game, held: Sequence[Holdings | None], board: Cards, dead: Cards
    ) -> Table:
        """One board whose other cards are dealt twice."""
        return cls(rule, held, (board, board), dead)

    @property
    def players(self) -> int:
        """How many there are."""
        return len(self.held)

    @functools.cached_property
    def alike(self) -> bool:
        """Whether one board is run twice, or both have the same known cards, such as none."""
        first, second = self.boards
        return set(first.tolist()) == set(second.tolist())

    @functools.cached_property
    def to_come(self) -> tuple[int, int]:
        """How many cards come on each board."""
        first, second = self.boards
        return RIVER - len(first), RIVER - len(second)

    @functools.cached_property
    def gone(self) -> Cards:
        """The cards that are on a board or dead."""
        return np.unique(np.concatenate([*self.boards, self.dead]))

    @property
    def left(self) -> int:
        """How many cards are left for the boards, beside the holes of all players."""
        return len(CARDS) - len(self.gone) - self.rule.hole * self.players

    @property
    def completions(self) -> tuple[int, int]:
        """In how many ways each board is completed, beside the holes of all players."""
        first, second = self.to_come
        return comb(self.left, first), comb(self.left, second)

    @property
    def pairs(self) -> int:
        """In how many ways both are completed."""
        first, second = self.to_come
        return comb(self.left, first) * comb(self.left - first, second)

    @functools.cached_property
    def sizes(self) -> list[int]:
        """How many holes each player may have, beside the boards and the dead cards alone."""
        any_hole = comb(len(CARDS) - len(self.gone), self.rule.hole)
        return [any_hole if of is None else len(of.without(self.gone).cards) for of in self.held]

    @property
    def plain(self) -> bool:
        """Whether all weights are 0 or 1."""
        return all(of is None or bool((of.weights == 1).all()) for of in self.held)

    @property
    def most_tuples(self) -> int:
        """How many tuples of holes there are at the most."""
        return prod(self.sizes)

    def require_cards(self, more: int = 0) -> None:
        """CardError if too few cards are left for both boards, and so many ``more`` runs."""
        first, second = self.to_come
        if self.left < first + second + more * first:
            cards = self.left + self.rule.hole * self.players
            boards = ("two", "three", "four")[more]
            raise CardError(
                f"{counted(cards)} left; too few for {self.players} players of {self.rule.name} "
                f"and {boards} boards"
            )

    def tuples(self) -> tuple[Cards, Floats]:
        """All holes that the players can have together, and their weights.

        They are ``(t, p, k)`` and ``(t,)``: the holes of each player beside all tuples so far.
        """
        holes = np.empty((1, 0, self.rule.hole), np.uint8)
        weights, taken = np.ones(1), np.zeros(1, np.uint64)
        for of in self.held:
            own = (self._any if of is None else of).without(self.gone)
            bits = np.bitwise_or.reduce(np.uint64(1) << own.cards.astype(np.uint64), axis=1)
            before, i = np.nonzero((taken[:, None] & bits) == 0)
            holes = np.concatenate([holes[before], own.cards[i][:, None]], axis=1)
            weights, taken = weights[before] * own.weights[i], taken[before] | bits[i]
        return holes, weights

    @functools.cached_property
    def _any(self) -> Holdings:
        cards = all_holes(self.rule.hole)
        return Holdings(cards, np.ones(len(cards)))

    def decks(self, holes: Cards) -> Cards:
        """The cards that each tuple of holes ``(t, p, k)`` leaves, ``(t, left)``."""
        live = np.ones((len(holes), len(CARDS)), np.bool_)
        live[:, self.gone] = False
        live[np.arange(len(holes))[:, None], holes.reshape(len(holes), -1)] = False
        return np.nonzero(live)[1].reshape(len(holes), -1).astype(np.uint8)


def in_chunks(total: int, size: int) -> Iterator[slice]:
    """Slices of up to so many."""
    for start in range(0, total, max(1, size)):
        yield slice(start, min(total, start + max(1, size)))
