"""Who has which share of the pot: of the whole, or of a high and a low half."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import Game

from ..pot_shares import best_of
from .evaluate import Classes, Column, high_ids, low_ids

Mask = npt.NDArray[np.bool_]

MOST_PLAYERS = 10


@dataclass(frozen=True)
class Showdown:
    """The hands of p players in n deals, and who wins."""

    # (p, n) uint16, the class of each hand, of the order by which the pot or its high half is won
    high: Classes
    # (p, n) uint16, or None, the class of each low, of the order by which the low half is won; None
    # without halves.
    low: Classes | None
    high_best: Mask  # (p, n) bool, who has the best hand, alone or with others
    # (p, n) bool, or None, who has the best low; nobody where none qualifies, and the high hand
    # wins all
    low_best: Mask | None

    def units(self, unit: int) -> npt.NDArray[np.int64]:
        """The share of each player in units of ``1 / (2 unit)`` of the pot, ``(p, n)`` int64.

        Exact where ``unit`` can be divided by the number of players who share, as ``POT`` can.
        """
        high = _divided(self.high_best, unit)
        if self.low_best is None:
            return 2 * high
        low = _divided(self.low_best, unit)
        return np.where(self.low_best.any(axis=0), high + low, 2 * high)

    @property
    def shares(self) -> npt.NDArray[np.float64]:
        """The share of the pot of each player, ``(p, n)``, 0 to 1."""
        high = self.high_best / self.high_best.sum(axis=0)
        if self.low_best is None:
            return np.asarray(high)
        sharers = self.low_best.sum(axis=0)
        low = np.where(sharers > 0, self.low_best / np.maximum(sharers, 1), high)
        return np.asarray((high + low) / 2)


def _divided(best: Mask, unit: int) -> npt.NDArray[np.int64]:
    """What each of the best has of so many units."""
    return np.where(best, unit // np.maximum(best.sum(axis=0, dtype=np.int64), 1), 0)


def showdown(rule: Game, holes: Sequence[Column], boards: Column, *, threads: int = 1) -> Showdown:
    """The hands of all players, and who wins.

    Parameters
    ----------
    rule : Game
        Of ``GAMES``.
    holes : sequence of (k, n) uint8
        Of each player; k is ``rule.hole``.
    boards : (b, n) uint8
        Of 3 to 5 cards.
    threads : int
        0 for all cores.

    Raises
    ------
    CardError
        For the first hand of a player that cannot be dealt. That two players have a card is not
        looked at.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> from pokerlake.catalogue import game_named
    >>> holes = [parse_hand(hole)[:, None] for hole in ("AsKsAhKh", "Ac2cJdTd")]
    >>> showdown(game_named("omaha hi-lo"), holes, parse_hand("3h4d5hQsKd")[:, None]).shares
    array([[0.],
           [1.]])
    """
    n = boards.shape[1]
    high = np.empty((len(holes), n), np.uint16)
    for hole, own in zip(holes, high, strict=True):
        high_ids(rule, hole, boards, out=own, threads=threads)
    high_best, _ = best_of(high)
    if rule.low is None:
        return Showdown(high, None, high_best, None)
    low = np.empty_like(high)
    for hole, own in zip(holes, low, strict=True):
        own[:] = low_ids(rule, hole, boards, threads=threads)
    low_best, _ = best_of(low)
    low_best &= low <= rule.low.qualifying
    return Showdown(high, low, high_best, low_best)
