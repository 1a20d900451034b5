"""Equity of 2 to 10 players in Omaha: exact where that is quick, else sampled.

A deal is one hole for each player, all disjoint from each other, the board and the dead cards, with
one completion of the board to five cards. Its weight is the product of the weights of the holes.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from pokerlake.catalogue import OMAHA, Game

from ...clock import now
from ...monte_carlo.asked import MAX_SECONDS, STANDARD_ERROR, check_arguments, require_time
from ...monte_carlo.sampling import Sample
from ...pot_shares import Equity, Floats, HalvedShares, Method, PotShares, Sums, tuples_of_holes
from ...ranges.omaha.hole_range import OmahaRange
from ...ranges.scanner import RangeError
from .cost import Way, ways_of
from .exact import ExactSums, by_boards, by_holes
from .sampling import sampled
from .situation import Situation, situation_of

_LONGEST = 31_557_600.0  # seconds in a year
_TOO_SMALL = "the weights are so small that their product is 0; scale them up"


@dataclass(frozen=True, kw_only=True)
class HalvedEquity(HalvedShares, Equity):
    """What all deals of a game of two halves come to; see :class:`HalvedShares`."""


def omaha_equity(
    ranges: Sequence[OmahaRange | None],
    board: Iterable[int] = (),
    dead: Iterable[int] = (),
    *,
    rule: Game = OMAHA,
    method: Method | None = None,
    standard_error: float | None = None,
    deals: int | None = None,
    max_seconds: float | None = None,
    seed: int | None = None,
    threads: int = 1,
    listener: Callable[[Sample], object] | None = None,
    on_count: Callable[[Way], object] | None = None,
) -> Equity:
    """How 2 to 10 players share the pot in Omaha, exactly or by Monte Carlo.

    Parameters
    ----------
    ranges : sequence of OmahaRange or None
        A range for each player, of holes of as many cards as the game has; None for any hole. A
        known hand is a range of one hole.
    board : (b,) integer
        The 0 to 5 cards of it that are known.
    dead : (d,) integer
        Cards that nobody has and that do not come.
    rule : Game
        A game of holes of which two cards are used.
    method, standard_error, deals, max_seconds, seed, threads, listener, on_count
        As of :func:`~pokerlake.engine.equity.calculate.equity`.

    Returns
    -------
    Equity
        :class:`HalvedEquity` where the pot has two halves.

    Raises
    ------
    CardError
        If board and dead cards are none, are there twice, or leave too few cards.
    RangeError
        If there are not 2 to 10 ranges of holes of this game, if they cannot be dealt together, or
        if an exact result is asked for that takes years, gigabytes, or more seconds than it may.
    ValueError
        If another argument is out of range.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> aces, kings = (OmahaRange.of(parse_hand(text)[None]) for text in ("AsAhKsQh", "KcKdJcTd"))
    >>> found = omaha_equity([aces, kings], parse_hand("Ac7d2h"))
    >>> found.choice, found.shared.tolist()
    ('exact: 1 pair of holes', [[88, 732, 0], [732, 88, 0]])
    """
    check_arguments(method, standard_error, deals, max_seconds, seed)
    situation = situation_of(rule, ranges, board, dead)
    exact = None
    if method != "monte carlo":
        exact = _counted(situation, method, max_seconds, threads, on_count)
    if exact is not None:
        return exact
    if standard_error is None and deals is None:
        standard_error = STANDARD_ERROR
    seed = secrets.randbits(64) if seed is None else seed
    started = now()
    found = sampled(
        situation,
        deals=deals,
        standard_error=standard_error,
        seconds=max_seconds,
        seed=seed,
        threads=threads,
        listener=listener,
    )
    halves = found.halves if isinstance(found, HalvedShares) else None
    many = f"{found.deals:,} deal{'s' * (found.deals > 1)}"
    return _result(
        found, halves, "monte carlo", many, found.standard_error, seed, started, standard_error
    )


def plan(
    ranges: Sequence[OmahaRange | None],
    board: Iterable[int] = (),
    dead: Iterable[int] = (),
    *,
    rule: Game = OMAHA,
    threads: int = 1,
) -> list[Way]:
    """In which exact ways the equity can be had, the quickest first, and what each takes, about.

    Parameters and errors are those of :func:`omaha_equity`.

    Examples
    --------
    >>> [way.by for way in plan([None, None], [0, 5, 9])]
    ['boards', 'holes']
    """
    return ways_of(situation_of(rule, ranges, board, dead), threads=threads)


def _counted(
    situation: Situation,
    method: Method | None,
    max_seconds: float | None,
    threads: int,
    on_count: Callable[[Way], object] | None,
) -> Equity | None:
    """The exact equity; None where no method is asked for and it is estimated to take too long."""
    started = now()
    if not situation.plain and _least_product(situation) < np.finfo(np.float64).tiny:
        # Beneath the smallest normal number, sums lose their digits.
        if method == "exact":
            raise RangeError(_TOO_SMALL)
        return None
    way = ways_of(situation, threads=threads)[0]
    within_reach = way.within_reach and way.seconds <= _LONGEST
    if method == "exact" and not within_reach:
        raise RangeError(
            f"an exact result is out of reach: about {way.tuples:.0e} tuples of holes and "
            f"{way.seconds:.0e} seconds; Monte Carlo gives an estimate"
        )
    if method == "exact":
        require_time(way.seconds, max_seconds)
    most = MAX_SECONDS if max_seconds is None else max_seconds
    if method is None and not (within_reach and way.seconds <= most):
        return None
    if on_count is not None:
        on_count(way)
    sums = (by_holes if way.by == "holes" else by_boards)(situation, threads=threads)
    if not sums.deals:
        raise RangeError("the players cannot be dealt together")
    if not sums.weight > 0:
        raise RangeError(_TOO_SMALL)
    shared = sums.halves.sum(axis=2)
    counts = PotShares(
        deals=sums.deals, weight=sums.weight, shared=shared, categories=sums.categories
    )
    halves = sums.halves if situation.rule.halves else None
    what = _gone_through(situation, way, sums)
    return _result(counts, halves, "exact", what, np.zeros(situation.players), None, started)


def _result(
    found: PotShares,
    halves: Sums | None,
    method: Method,
    gone_through: str,
    standard_error: Floats,
    seed: int | None,
    started: float,
    asked: float | None = None,
) -> Equity:
    of_result = partial(
        Equity if halves is None else partial(HalvedEquity, halves=halves),
        method=method,
        choice=f"{method}: {gone_through}",
        deals=found.deals,
        weight=found.weight,
        shared=found.shared,
        categories=found.categories,
        standard_error=standard_error,
        seed=seed,
        seconds=now() - started,
        asked=asked,
    )
    return of_result()


def _least_product(situation: Situation) -> float:
    """The smallest product of a weight of each player; 0 where that is no number any more."""
    least = [1.0 if of is None else float(of.weights.min()) for of in situation.ranges]
    return float(np.prod(least))


def _gone_through(situation: Situation, way: Way, sums: ExactSums) -> str:
    """``1,024 pairs of holes``."""
    if way.by == "boards":
        return f"{sums.units:,} board{'s' * (sums.units != 1)}"
    return tuples_of_holes(sums.units, situation.players)
