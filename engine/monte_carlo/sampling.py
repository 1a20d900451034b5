"""Equity by sampling: any ranges, board and dead cards, to a number of deals or a standard error.

A deal is one hole for each player, without a common card, and the rest of the board. It comes up in
proportion to the product of the ranges' weights. Deal number ``i`` of a seed is always the same, so
a run can be cut into pieces, and dealt by any number of threads.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil
from typing import Any, ClassVar, Protocol, Self, TypeVar

import numpy as np
import numpy.typing as npt

from .. import clock
from ..dealing.deck import require_seed
from ..hands.board_tables import HIGH, BoardOrder
from ..pot_shares import POT, HalvedShares, PotShares, pot_units, units_won
from ..signatures import F64, I64
from ..threads import over_tasks
from .plan import plan_deals

PIECE = 1 << 16  # deals that a thread takes at a time; a multiple of a block
LARGEST_ROUND = 1 << 21


@dataclass(frozen=True, kw_only=True)
class Sample(PotShares):
    """The results of each player in a number of deals, in exact integers."""

    units: ClassVar[int] = POT  # in a pot

    @classmethod
    def of(cls, deals: int, shared: I64, categories: I64, **more: Any) -> Self:
        """Counts of deals that all weigh 1."""
        return cls(deals=deals, weight=deals, shared=shared, categories=categories, **more)

    @functools.cached_property
    def share_sum(self) -> I64:
        """Sums of the players' pot shares, ``(p,)`` ``int64``, in ``units``."""
        return np.asarray(self.shared @ units_won(len(self.shared)))

    @functools.cached_property
    def share_sum_squares(self) -> I64:
        """Sums of the squares of the shares, ``(p,)`` ``int64``, in ``units`` squared."""
        return np.asarray(self.shared @ units_won(len(self.shared)) ** 2)

    @property
    def standard_error(self) -> F64:
        """The standard error of each equity, ``(p,)`` ``float64``.

        That is sqrt(variance of the share / deals), with the variance among these deals. It is nan
        for one deal, which has no variance.
        """
        n = self.deals
        if n == 1:
            return np.full(len(self.share_sum), np.nan)
        sums = zip(self.share_sum.tolist(), self.share_sum_squares.tolist(), strict=True)
        variances = [(n * squares - total**2) / (n * self.units) ** 2 for total, squares in sums]
        return np.sqrt(np.array(variances) / n)


@dataclass(frozen=True, kw_only=True)
class Estimate(Sample):
    """A sample, and how it was made: ``deals`` with this ``seed`` give it again."""

    seed: int
    seconds: float  # how long it took


@dataclass(frozen=True, kw_only=True)
class HalvedEstimate(HalvedShares, Estimate):
    """A sample of a game of two halves, and how it was made."""

    units: ClassVar[int] = 2 * POT

    @functools.cached_property
    def share_sum(self) -> I64:
        """Sums of the players' pot shares, ``(p,)`` ``int64``, in ``units``."""
        return np.asarray((self.halves * pot_units(len(self.shared))).sum(axis=(1, 2)))

    @functools.cached_property
    def share_sum_squares(self) -> I64:
        """Sums of the squares of the shares, ``(p,)`` ``int64``, in ``units`` squared."""
        return np.asarray((self.halves * pot_units(len(self.shared)) ** 2).sum(axis=(1, 2)))


class HasError(Protocol):
    """An estimate that tells its standard error, by which sampling decides when to stop."""

    @property
    def standard_error(self) -> F64:
        """The standard error of the estimate, ``(p,)``."""


S = TypeVar("S", bound=HasError)


def sample(
    ranges: npt.ArrayLike,
    board: Iterable[int] = (),
    dead: Iterable[int] = (),
    *,
    order: BoardOrder = HIGH,
    first: int = 0,
    deals: int,
    seed: int,
) -> Sample:
    """Deal, and count the results of each player.

    Deals have numbers. The same ranges, cards and seed give the same deal for a number, so a run
    can be cut into pieces, best at multiples of 1,024 deals, and their counts add up.

    ``ranges``: (p, 1326) float64, a weight 0 to 1 for each hole of each of 2 to 10 players.
    ``board``: iterable of int, known cards of the board, 0 to 5 of them. ``dead``: iterable of int,
    cards that nobody can have. ``order``: what beats what; with a shorter deck the cards that are
    not in it must be dead. ``first``, ``deals``: the number of the first deal, and how many.
    ``seed``: 0 .. 2**64 - 1.

    Raises CardError if a card is not a card or is there twice, or if there are more than five on
    the board; RangeError if a range is not 1,326 weights from 0 to 1, or if no deal is possible;
    ValueError if there are not 2 to 10 players, or if a number of deals or the seed is invalid.

    Examples
    --------
    >>> from pokerlake.engine.ranges.notation import parse_range
    >>> ranges = [parse_range("AhKh"), parse_range("QsQc")]
    >>> round(float(sample(ranges, deals=1 << 20, seed=1).equity[0]), 2)
    0.46
    """
    _check_numbers(first, deals, seed)
    return Sample.of(deals, *plan_deals(ranges, board, dead, order).deal(first, deals, seed))


def estimate(
    ranges: npt.ArrayLike,
    board: Iterable[int] = (),
    dead: Iterable[int] = (),
    *,
    order: BoardOrder = HIGH,
    deals: int | None = None,
    standard_error: float | None = None,
    seconds: float | None = None,
    seed: int,
    threads: int = 1,
    listener: Callable[[Estimate], object] | None = None,
) -> Estimate:
    """Sample until the first of the limits is reached.

    Sampling goes in rounds. The number of deals in a round depends on the rounds before it, not on
    threads or time. So the result for a number of deals or a standard error is always the same. A
    result that was cut short by the clock can be repeated with the same number of ``deals``.

    ``ranges``, ``board``, ``dead``, ``order``, ``seed``: as in :func:`sample`. ``deals``: at most
    so many. ``standard_error``: until the largest standard error of a player's equity is at most
    this, after a round of at least 65,536 deals. Raises ValueError, CardError or RangeError.
    """
    begun = clock.now()
    _check_limits(deals, standard_error, seconds, seed)
    return estimate_by(
        plan_deals(ranges, board, dead, order),
        _estimate_of,
        deals=deals,
        standard_error=standard_error,
        seconds=seconds,
        seed=seed,
        threads=threads,
        listener=listener,
        begun=begun,
    )


def estimate_halves(dealer: Dealing, **limits: Any) -> Estimate:
    """Sample like :func:`estimate`, with sums ``halves``, ``shared`` and ``categories``.

    Returns a :class:`HalvedEstimate` if the pot has two halves; otherwise ``halves`` has one cell a
    row. The limits are those of :func:`estimate_by`.
    """

    def estimate_of(deals: int, sums: tuple[I64, ...], seed: int, seconds: float) -> Estimate:
        halves, *others = sums
        if halves.shape[2] > 1:
            return HalvedEstimate.of(deals, *others, halves=halves, seed=seed, seconds=seconds)
        return Estimate.of(deals, *others, seed=seed, seconds=seconds)

    result: Estimate = estimate_by(dealer, estimate_of, **limits)
    return result


def _estimate_of(deals: int, sums: tuple[I64, ...], seed: int, seconds: float) -> Estimate:
    return Estimate.of(deals, *sums, seed=seed, seconds=seconds)


class Dealing(Protocol):
    """Deals a game for prepared players and cards, and counts the results."""

    @property
    def tries(self) -> float:
        """How many choices of holes it takes for one that can be dealt."""

    def deal(self, first: int, number: int, seed: int) -> tuple[I64, ...]:
        """Deal from number ``first`` on, and return sums that add up over deals."""


def estimate_by(
    dealer: Dealing,
    estimate_of: Callable[[int, tuple[I64, ...], int, float], S],
    *,
    deals: int | None,
    standard_error: float | None,
    seconds: float | None,
    seed: int,
    threads: int,
    listener: Callable[[S], object] | None,
    begun: float | None = None,
) -> S:
    """Sample like :func:`estimate`, for any game; ``begun`` is the start by ``clock``.

    ``estimate_of`` makes an estimate from the number of deals, their sums, the seed and the
    seconds. The limits are already checked, and there is at least one.
    """
    begun = clock.now() if begun is None else begun

    def late() -> bool:
        return seconds is not None and clock.now() - begun >= seconds

    sums: tuple[I64, ...] | None = None
    done = 0
    more = PIECE
    while True:
        stop = done + more if deals is None else min(done + more, deals)
        pieces = _dealt_in_time(dealer, seed, done, stop, late, threads)
        done = min(done + len(pieces) * PIECE, stop)
        for piece in pieces:
            sums = piece if sums is None else tuple(map(np.add, sums, piece))
        assert sums is not None  # the first piece is always dealt
        now = estimate_of(done, sums, seed, clock.now() - begun)
        if listener is not None:
            listener(now)
        error = float(now.standard_error.max())
        reached = standard_error is not None and error <= standard_error
        if reached or done == deals or done < stop or late():
            return now
        more = min(done, max(PIECE, int(LARGEST_ROUND / dealer.tries)))
        if standard_error is not None:
            missing = done * ((error / standard_error) ** 2 - 1)
            more = max(1, min(more, ceil(missing)))
        more = PIECE * ceil(more / PIECE)


def _check_limits(
    deals: int | None, standard_error: float | None, seconds: float | None, seed: int
) -> None:
    limits = {"deals": deals, "standard_error": standard_error, "seconds": seconds}
    if all(limit is None for limit in limits.values()):
        raise ValueError(f"no limit is given: one of {', '.join(limits)}")
    for name, limit in limits.items():
        if limit is not None and not limit > 0:
            raise ValueError(f"{name} is {limit}: give more than 0")
    _check_numbers(0, deals or 1, seed)


def _dealt_in_time(
    dealer: Dealing, seed: int, start: int, stop: int, late: Callable[[], bool], threads: int
) -> list[tuple[I64, ...]]:
    """Deal ``start..stop`` piece by piece, up to the first piece that would begin too late."""

    def deal(first: int) -> tuple[I64, ...] | None:
        if first and late():  # the first of all is always dealt
            return None
        return dealer.deal(first, min(PIECE, stop - first), seed)

    dealt = []
    for piece in over_tasks(deal, range(start, stop, PIECE), threads):
        if piece is None:
            break
        dealt.append(piece)
    return dealt


def _check_numbers(first: int, deals: int, seed: int) -> None:
    require_seed(seed)
    if first < 0 or deals < 1:
        raise ValueError(f"{deals} deals from number {first} on: give 1 or more, from 0 or later")
