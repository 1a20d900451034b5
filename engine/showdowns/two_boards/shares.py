"""What players win on two boards: means, spreads and scoops out of joint counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import Game

from ...pot_shares import POT, Floats, Method, Sums, pot_units, units_won

Units = npt.NDArray[np.int64]
WHOLE = 2 * POT  # what is played for on a board, in units


def amounts_of(rule: Game, players: int) -> Units:
    """What a player can win on a board, ascending, in 1/5040 of what is played for on it."""
    units = pot_units(players) if rule.halves else 2 * units_won(players)
    return np.unique(units)


@dataclass(frozen=True, kw_only=True)
class PairedShares:
    """What each of p players wins on two boards that are dealt from one deck.

    The counts are ``int64`` where all weights are 0 or 1, and ``float64`` otherwise.

    Attributes
    ----------
    deals : int
        The pairs of boards that were counted or sampled, with all holes.
    weight : int or float
        The sum of their weights.
    amounts : (o,) int64
        What can be won on a board, ascending: in 1/5040 of what is played for on it.
    pairs : (p, o, o)
        ``[player, i, j]`` is the weight of the deals in which he wins ``amounts[i]`` on the first
        board and ``amounts[j]`` on the second.
    method : str
        ``exact`` or ``monte carlo``.
    choice : str
        The method and what it went through.
    seed : int or None
        What was sampled from.
    seconds : float
        What it took.
    asked : float or None
        The standard error that it was to be sampled to.
    """

    deals: int
    weight: float
    amounts: Units
    pairs: Sums
    method: Method
    choice: str
    seed: int | None
    seconds: float
    asked: float | None = None

    @property
    def by_board(self) -> Floats:
        """The mean share of what is played for on each board, ``(2, p)``, 0 to 1."""
        mine = self.amounts / (WHOLE * self.weight)
        return np.stack([self.pairs.sum(axis=2) @ mine, self.pairs.sum(axis=1) @ mine])

    @property
    def equity(self) -> Floats:
        """The mean share of the pot, ``(p,)``, 0 to 1; a half of it is played for on each board."""
        return np.asarray(self.by_board.mean(axis=0))

    @property
    def win(self) -> Floats:
        """How often each player wins all of the pot: alone on both boards, ``(p,)``, 0 to 1."""
        return self.parts(lambda won: won == self.whole)

    @property
    def tie(self) -> Floats:
        """How often each player wins a part of the pot, ``(p,)``, 0 to 1."""
        return self.parts(lambda won: (won > 0) & (won < self.whole))

    @property
    def lose(self) -> Floats:
        """How often each player wins nothing, ``(p,)``, 0 to 1."""
        return self.parts(lambda won: won == 0)

    @property
    def chop(self) -> float:
        """How often the pot is split, 0 to 1, whoever splits it."""
        return max(0.0, float(1 - self.win.sum()))

    @property
    def whole(self) -> int:
        """The whole pot, in the units of :meth:`parts`."""
        return 2 * WHOLE

    def parts(self, wanted: Callable[[Units], Any]) -> Floats:
        """How often each player wins some amounts on both boards, in 1/10080 of the pot, (p,)."""
        cells = wanted(self.amounts[:, None] + self.amounts)
        return np.asarray((self.pairs * cells).sum(axis=(1, 2)) / self.weight, np.float64)

    def deviation(self, runs: int = 2) -> Floats:
        """The standard deviation of the share of the pot over so many runs, ``(p,)``, 0 to 1.

        The runs are alike, and any two of them as the two boards here: of n the variance is that of
        one, divided by n, and the covariance of two times 1 - 1/n.
        """
        return np.asarray(np.sqrt(self._variance(runs)[0]))

    def deviation_error(self, runs: int = 2) -> Floats:
        """The standard error of the standard deviation, ``(p,)``; 0 where it is exact.

        It is nan of one deal, which says nothing of it.
        """
        variance, error = self._variance(runs)
        if self.method == "exact" or self.deals == 1:
            return np.full(len(variance), 0.0 if self.method == "exact" else np.nan)
        spread = np.sqrt(variance)
        zero = np.zeros(len(spread))
        return np.asarray(np.divide(error, 2 * spread, out=zero, where=spread > 0))

    @property
    def standard_error(self) -> Floats:
        """The larger of the standard errors of equity and deviation, ``(p,)``; 0 where exact.

        It is nan of one deal.
        """
        if self.method == "exact":
            return np.zeros(len(self.pairs))
        errors = self.deviation(2) / np.sqrt(self.deals), self.deviation_error(2)
        return np.asarray(np.maximum(*errors))

    def _variance(self, runs: int) -> tuple[Floats, Floats]:
        """The variance over so many runs, and its standard error if it is sampled: ``(p,)`` both.

        The error is that of the mean of what each deal adds to the variance (the delta method).
        """
        won = self.amounts / WHOLE
        first, second = won[:, None], won[None]
        chance = self.pairs / self.weight
        mean = (chance * ((first + second) / 2)).sum(axis=(1, 2))
        square = (first**2 + second**2) / (2 * runs) + (1 - 1 / runs) * first * second
        adds = square - mean[:, None, None] * (first + second)
        added = (chance * adds).sum(axis=(1, 2))
        of_adds = (chance * (adds - added[:, None, None]) ** 2).sum(axis=(1, 2))
        variance = np.maximum(added + mean**2, 0.0)
        return variance, np.sqrt(of_adds / self.deals)
