"""How often players win and split pots. Equities of every kind, and duels, count this."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .signatures import F64, I64, U8, U16, Bool, frozen

POT = 2520  # units in a pot: a half, a third, ... a tenth of it are whole numbers

Sums = npt.NDArray[Any]
Method = Literal["exact", "monte carlo"]


@dataclass(frozen=True, kw_only=True)
class PotShares:
    """The results of deals, for each of p players.

    Sums are ``int64`` where all weights are 0 or 1, and ``float64`` otherwise.
    """

    deals: int  # how many were counted; in an exact result, all with a weight above 0
    weight: float  # the weight of these deals: their number, if all weights are 0 or 1
    # (p, p + 1), ``[player, n]`` is the weight of the deals in which he is one of n winners: with 1
    # he wins alone, with more the pot is split. At 0 he loses.
    shared: Sums
    # (p, 10), the weight of the deals in which his hand at the showdown is of category 1 straight
    # flush .. 9 high card. Index 0 is unused.
    categories: Sums

    @property
    def win(self) -> F64:
        """How often each player wins alone, ``(p,)``, 0 to 1."""
        return np.asarray(self.shared[:, 1] / self.weight)

    @property
    def tie(self) -> F64:
        """How often each player splits the pot, ``(p,)``, 0 to 1."""
        return np.asarray(self.shared[:, 2:].sum(axis=1) / self.weight)

    @property
    def chop(self) -> float:
        """How often a pot is split, 0 to 1, whoever splits it."""
        return float((self.shared[:, 2:] / np.arange(2, self.shared.shape[1])).sum() / self.weight)

    @property
    def equity(self) -> F64:
        """The mean share of the pot, ``(p,)``, 0 to 1."""
        return equity_of(self.shared, self.weight)


@dataclass(frozen=True, kw_only=True)
class HalvedShares(PotShares):
    """The results of deals of a pot with a high and a low half, for each of p players.

    ``shared`` counts who wins the high half, which is the whole pot if nobody has a low.
    """

    # (p, p + 1, p + 2), ``[player, h, l]`` is the weight of the deals in which he is one of h
    # winners of the high half, and one of l of the low half. At 0 he has no part of that half; at
    # ``l = p + 1`` there is no low.
    halves: Sums

    @property
    def win(self) -> F64:
        """How often each player wins the whole pot alone, ``(p,)``, 0 to 1: he scoops it."""
        return self._of_units(lambda units: units == 2 * POT)

    @property
    def tie(self) -> F64:
        """How often each player wins a part of the pot, ``(p,)``, 0 to 1."""
        return self._of_units(lambda units: (units > 0) & (units < 2 * POT))

    @property
    def chop(self) -> float:
        """How often a pot is split, 0 to 1, whoever splits it."""
        return max(0.0, float(1 - self.win.sum()))

    @property
    def equity(self) -> F64:
        """The mean share of the pot, ``(p,)``, 0 to 1."""
        won = (self.halves * pot_units(len(self.shared)).astype(np.float64)).sum(axis=(1, 2))
        return np.asarray(won / (2 * POT * self.weight), np.float64)

    @property
    def high_equity(self) -> F64:
        """The mean share of the high half, ``(p,)``, 0 to 1: the equity if there were no lows."""
        return equity_of(self.shared, self.weight)

    @property
    def low_equity(self) -> F64:
        """The mean share of the low half where there is one, ``(p,)``; 0 if there never is."""
        lows = self.halves[:, :, :-1].sum(axis=1)
        some = self.weight - self.halves[0, :, -1].sum()
        return equity_of(lows, some) if some > 0 else np.zeros(len(lows))

    @property
    def three_quarters(self) -> F64:
        """How often each player gets three quarters of the pot, ``(p,)``, 0 to 1."""
        return self._of_units(lambda units: 2 * units == 3 * POT)

    @property
    def half(self) -> F64:
        """How often each player gets half of the pot, ``(p,)``, 0 to 1."""
        return self._of_units(lambda units: units == POT)

    @property
    def quarter(self) -> F64:
        """How often each player gets a quarter of the pot, ``(p,)``, 0 to 1."""
        return self._of_units(lambda units: 2 * units == POT)

    @property
    def no_low(self) -> float:
        """How often nobody has a low, 0 to 1."""
        return float(self.halves[0, :, -1].sum() / self.weight)

    def amounts(self, wanted: Callable[[I64], Any]) -> Sums:
        """The weight of the deals in which a player wins some amounts, in 1/5040 of the pot."""
        cells = wanted(pot_units(len(self.shared)))
        return np.asarray((self.halves * cells).sum(axis=(1, 2)))

    def _of_units(self, wanted: Callable[[I64], Any]) -> F64:
        return np.asarray(self.amounts(wanted) / self.weight, np.float64)


@dataclass(frozen=True, kw_only=True)
class Equity(PotShares):
    """The equities of all deals, for each of p players; see :class:`PotShares` for the counts.

    Attributes
    ----------
    method : str
        ``exact`` or ``monte carlo``.
    choice : str
        The method and how much it enumerated or dealt: ``exact: 1,024 pairs of holes``.
    standard_error : (p,) float64
        Of the equity; 0 if it is exact.
    seed : int or None
        The seed of the random deals; None if it is exact.
    seconds : float
        How long it took.
    asked : float or None
        The standard error that was asked for, if any.
    """

    method: Method
    choice: str
    standard_error: F64
    seed: int | None
    seconds: float
    asked: float | None = None


def tuples_of_holes(number: int, players: int) -> str:
    """How many tuples of holes were enumerated, in words: ``1,024 pairs of holes``."""
    noun = {2: "pair", 3: "triple"}.get(players, "tuple")
    return f"{number:,} {noun}{'s' * (number != 1)} of holes"


def gone_through(number: int, what: str) -> str:
    """How much was enumerated, in words: ``1,755 boards``.

    ``what`` is ``boards``, ``sets`` (deals) or ``ranks`` (pairs of hands by rank).
    """
    noun = {"boards": "board", "sets": "deal", "ranks": "pair of hands by rank"}[what]
    first, *rest = noun.split()
    return " ".join([f"{number:,}", f"{first}{'s' * (number != 1)}", *rest])


def in_deals(number: int) -> str:
    """A number of deals, in words."""
    return f"{number:,} deal{'s' * (number != 1)}"


def pot_units(players: int) -> I64:
    """What a player wins in each cell of ``HalvedShares.halves``, in units of 1/5040 of the pot.

    ``(players + 1, players + 2)``
    """
    won = units_won(players)
    units: I64 = won[:, None] + np.append(won, 0)
    units[:, -1] = 2 * won
    return units


def best_of(classes: U16) -> tuple[Bool, U8]:
    """Who has the best hand, ``(p, n)``, and how many do, ``(n,)``, from classes ``(p, n)``."""
    best = classes == classes.min(axis=0)
    return best, best.sum(axis=0, dtype=np.uint8)


@functools.cache
def units_won(players: int) -> I64:
    """What one of n winners gets, in units of 1/2520 of the pot: ``(players + 1,)``, read-only.

    It is 0 at n = 0.
    """
    return frozen(np.array([0, *(POT // n for n in range(1, players + 1))]))


def equity_of(shared: Sums, weight: float) -> F64:
    """The mean share of the pot, ``(p,)``: sums and weight are as in :class:`PotShares`."""
    won = (shared * units_won(shared.shape[1] - 1).astype(np.float64)).sum(axis=1)
    return np.asarray(won / (POT * weight), np.float64)
