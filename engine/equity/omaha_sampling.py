"""Equity in Omaha by sampling: what ``monte_carlo`` deals, classed by the rule of Omaha."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from ..hands.classes import hand_classes
from ..monte_carlo.deals import Deals
from ..monte_carlo.plan import Holdings, dealt_at_once, plan_holdings
from ..monte_carlo.sampling import Estimate, estimate_by
from ..omaha.class_tables import omaha_tables
from ..omaha.lows import low_of_sets
from ..pot_shares import POT, HalvedShares, pot_units
from ..threads import pieces
from .omaha_situation import Situation

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class HalvedEstimate(HalvedShares, Estimate):
    """A sample of a game of two halves, and how it came about."""

    units: ClassVar[int] = 2 * POT

    @functools.cached_property
    def share_sum(self) -> Counts:
        """Sums of the players' pot shares, ``(p,)`` ``int64``, in ``units``."""
        return np.asarray((self.halves * pot_units(len(self.shared))).sum(axis=(1, 2)))

    @functools.cached_property
    def share_sum_squares(self) -> Counts:
        """Sums of the squares of the shares, ``(p,)`` ``int64``, in ``units`` squared."""
        return np.asarray((self.halves * pot_units(len(self.shared)) ** 2).sum(axis=(1, 2)))


class OmahaDealer(NamedTuple):
    """Deals Omaha as it is made ready for given ranges and cards."""

    players: int
    halved: bool
    deals: Deals
    tries: float  # how many choices of holes it takes for one that can be dealt

    def deal(self, first: int, number: int, seed: int) -> tuple[Counts, Counts, Counts]:
        """Deal from number ``first`` on: ``halves`` (empty without them), shared, categories."""
        from .omaha_sampling_kernels import add_omaha_deals

        p = self.players
        halves = np.zeros((p, p + 1, p + 2 if self.halved else 1), np.int64)
        shared, categories = np.zeros((p, p + 1), np.int64), np.zeros((p, 10), np.int64)
        of = self.deals, omaha_tables(5), low_of_sets(), _last_class()
        for start, stop in pieces(first, first + number, dealt_at_once(self.tries)):
            add_omaha_deals(*of, np.uint64(seed), start, stop - start, halves, shared, categories)
        return halves, shared, categories

    def estimate(self, deals: int, sums: tuple[Counts, ...], seed: int, seconds: float) -> Estimate:
        """What sums over so many deals say."""
        halves, *others = sums
        if self.halved:
            return HalvedEstimate.of(deals, *others, halves=halves, seed=seed, seconds=seconds)
        return Estimate.of(deals, *others, seed=seed, seconds=seconds)


def sampled(
    situation: Situation,
    *,
    deals: int | None = None,
    standard_error: float | None = None,
    seconds: float | None = None,
    seed: int,
    threads: int = 1,
    listener: Callable[[Estimate], object] | None = None,
) -> Estimate:
    """Sample until one of the limits given is reached: see ``monte_carlo.estimate``.

    :class:`HalvedEstimate` where the pot has two halves.
    """
    held = [of if of is None else Holdings(of.holes, of.weights) for of in situation.ranges]
    plan = plan_holdings(held, situation.rule.hole, situation.board, situation.dead)
    dealer = OmahaDealer(situation.players, situation.rule.halves, *plan)
    return estimate_by(
        dealer,
        dealer.estimate,
        deals=deals,
        standard_error=standard_error,
        seconds=seconds,
        seed=seed,
        threads=threads,
        listener=listener,
    )


@functools.cache
def _last_class() -> npt.NDArray[np.uint16]:
    """The last class of each category, ``(10,)``; 0 at index 0."""
    ends = np.cumsum(np.bincount(hand_classes().category, minlength=10))
    return ends.astype(np.uint16)
