"""Two known holes, all 1,712,304 boards: exact wins and ties of whole columns of match-ups."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from ..cards.holes import HOLES, dead_holes, hole_cards
from ..cards.suit_symmetry import pair_keys
from ..threads import over_tasks
from .rank_tables import known_hole_tables

BOARDS = comb(48, 5)
_SHARE = 512

Holes = npt.NDArray[np.uint16]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class SuitedMatchups:
    """The unordered match-ups of two holes that differ in more than their suits.

    The hero has the higher ranks. Of all ways to permute the suits, and of both orders where the
    ranks are the same, the one with the smallest numbers stands for all.
    """

    # (47008,): holes; ascending by hero, then villain.
    hero: Holes
    villain: Holes
    weight: Counts  # (47008,): how many unordered pairs of holes each stands for: 812,175 in all

    def without(self, dead: tuple[int, ...]) -> SuitedMatchups:
        """Those without cards of some ranks, none of which is in the deck: 10,215 of short deck."""
        gone = dead_holes(dead)
        live = ~(gone[self.hero] | gone[self.villain])
        return SuitedMatchups(self.hero[live], self.villain[live], self.weight[live])


def heads_up(hero: npt.ArrayLike, villain: npt.ArrayLike, *, threads: int = 1) -> Counts:
    """Exact results of match-ups, each over every board of the 48 cards left.

    Parameters
    ----------
    hero, villain : (n,) integer
        Holes 0..1325.
    threads : int
        0 for all cores.

    Returns
    -------
    (n, 3) int64
        Wins, ties and losses of the hero, of 1,712,304.

    Raises
    ------
    ValueError
        For numbers that are no holes, for unequal columns, and for the first match-up whose holes
        share a card.

    Examples
    --------
    >>> from pokerlake.engine.cards.holes import parse_hole
    >>> heads_up(np.array([parse_hole("AhKh")]), np.array([parse_hole("QsQc")]))
    array([[787966,   6732, 917606]])
    """
    from .two_kernels import add_heads_up

    hero, villain = np.asarray(hero, np.int64), np.asarray(villain, np.int64)
    if hero.shape != villain.shape:
        raise ValueError(f"{len(hero)} heroes and {len(villain)} villains: give as many of both")
    for holes in (hero, villain):
        if len(holes) and not (holes.min() >= 0 and holes.max() < HOLES):
            raise ValueError(f"holes {holes.min()} to {holes.max()}: a hole is a number 0..1325")
    heroes, villains = hole_cards()[hero], hole_cards()[villain]
    shared = (heroes[:, :, None] == villains[:, None, :]).any(axis=(1, 2))
    if shared.any():
        row = int(np.argmax(shared))
        raise ValueError(f"holes {hero[row]} and {villain[row]} at index {row} share a card")
    n = len(hero)
    holes = np.column_stack([hero, villain]).astype(np.uint16)
    outcomes = np.empty((n, 2), np.int64)
    by_rank, tables = _rank_outcomes(), known_hole_tables()

    def count(start: int) -> None:
        share = slice(start, start + _SHARE)
        add_heads_up(holes[share], hole_cards(), by_rank, tables, outcomes[share])

    over_tasks(count, range(0, n, _SHARE), threads)
    return np.column_stack([outcomes, BOARDS - outcomes.sum(axis=1)])


@functools.cache
def suited_matchups() -> SuitedMatchups:
    """All match-ups that differ in more than their suits. Listed in 0.3 s, once."""
    first, second = np.triu_indices(HOLES, 1)
    cards = hole_cards()
    apart = (cards[first][:, :, None] != cards[second][:, None, :]).all(axis=(1, 2))
    keys = pair_keys(first[apart], second[apart])
    numbers, weight = np.unique(keys.hero * HOLES + keys.villain, return_counts=True)
    hero, villain = np.divmod(numbers, HOLES)
    return SuitedMatchups(hero.astype(np.uint16), villain.astype(np.uint16), weight)


@functools.cache
def _rank_outcomes() -> Counts:
    """Wins and ties by rank alone, ``(91, 91, 2)``. Counted in 0.05 s, once."""
    from .two_kernels import rank_outcomes

    outcomes = np.zeros((91, 91, 2), np.int64)
    rank_outcomes(known_hole_tables().ranks, outcomes)
    return outcomes
