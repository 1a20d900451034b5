"""How often players win and split pots: what equities of every kind and duels count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

POT = 2520  # of which a half, a third, ... a tenth are whole numbers

Floats = npt.NDArray[np.float64]
Sums = npt.NDArray[Any]


@dataclass(frozen=True, kw_only=True)
class PotShares:
    """The results of deals, for each of p players.

    Sums are ``int64`` where all weights are 0 or 1, and ``float64`` otherwise.

    Attributes
    ----------
    deals : int
        Those counted; of an exact result, all with a weight above 0.
    weight : int or float
        The weight of these deals; their number, where all weights are 0 or 1.
    shared : (p, p + 1)
        ``[player, n]`` is the weight of the deals in which he is one of n winners: with 1 he wins
        alone, with more the pot is split. At 0 he loses.
    categories : (p, 10)
        The weight of the deals in which his hand at the showdown is of category 1 straight flush ..
        9 high card. Index 0 is unused.
    """

    deals: int
    weight: float
    shared: Sums
    categories: Sums

    @property
    def win(self) -> Floats:
        """How often each player wins alone, ``(p,)``, 0 to 1."""
        return np.asarray(self.shared[:, 1] / self.weight)

    @property
    def tie(self) -> Floats:
        """How often each player splits the pot, ``(p,)``, 0 to 1."""
        return np.asarray(self.shared[:, 2:].sum(axis=1) / self.weight)

    @property
    def chop(self) -> float:
        """How often a pot is split, 0 to 1, whoever splits it."""
        return float((self.shared[:, 2:] / np.arange(2, self.shared.shape[1])).sum() / self.weight)

    @property
    def equity(self) -> Floats:
        """The mean share of the pot, ``(p,)``, 0 to 1."""
        return equity_of(self.shared, self.weight)


def best_of(
    classes: npt.NDArray[np.uint16],
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.uint8]]:
    """Who has the best hand, and how many do: of classes ``(p, n)``, ``(p, n)`` and ``(n,)``."""
    best = classes == classes.min(axis=0)
    return best, best.sum(axis=0, dtype=np.uint8)


def units_won(players: int) -> npt.NDArray[np.int64]:
    """The share of one of n winners in units of 1/2520 of the pot, ``(players + 1,)``; 0 at 0."""
    return np.array([0, *(POT // n for n in range(1, players + 1))])


def equity_of(shared: Sums, weight: float) -> Floats:
    """The mean share of the pot, ``(p,)``: sums and weight are as in :class:`PotShares`."""
    won = (shared * units_won(shared.shape[1] - 1).astype(np.float64)).sum(axis=1)
    return np.asarray(won / (POT * weight), np.float64)
