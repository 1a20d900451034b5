"""What sampling comes to: counts of deals, and the errors of what they say."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from ..pot_shares import POT, PotShares, units_won

Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Sample(PotShares):
    """What became of each player in a number of deals, in exact integers."""

    units: ClassVar[int] = POT  # of shares: how many there are in a pot

    @classmethod
    def of(cls, deals: int, shared: Counts, categories: Counts, **more: Any) -> Self:
        """Counts of deals that all weigh 1."""
        return cls(deals=deals, weight=deals, shared=shared, categories=categories, **more)

    @functools.cached_property
    def share_sum(self) -> Counts:
        """Sums of the players' pot shares, ``(p,)`` ``int64``, in ``units``."""
        return np.asarray(self.shared @ units_won(len(self.shared)))

    @functools.cached_property
    def share_sum_squares(self) -> Counts:
        """Sums of the squares of the shares, ``(p,)`` ``int64``, in ``units`` squared."""
        return np.asarray(self.shared @ units_won(len(self.shared)) ** 2)

    @property
    def standard_error(self) -> Floats:
        """The standard error of each equity, ``(p,)`` ``float64``.

        That is sqrt(variance of the share / deals), the variance as it is among these deals.
        """
        n = self.deals
        sums = zip(self.share_sum.tolist(), self.share_sum_squares.tolist(), strict=True)
        variances = [(n * squares - total**2) / (n * self.units) ** 2 for total, squares in sums]
        return np.sqrt(np.array(variances) / n)


@dataclass(frozen=True, kw_only=True)
class Estimate(Sample):
    """A sample, and how it came about: ``deals`` with this ``seed`` give it again."""

    seed: int
    seconds: float  # what it took
