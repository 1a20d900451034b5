"""Equity of 2 to 10 players, each with a hand or a range: exact if that is quick, else sampled.

A deal is one hole for each player, all disjoint from each other, the board and the dead cards, with
one completion of the board to five cards. Its weight is the product of the weights of the holes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HIGH, Order

from ..cards.holes import HOLES, dead_holes, hole_cards
from ..cards.text import CardError, counted
from ..clock import now
from ..dealing.seeds import new_seed
from ..monte_carlo.deals import MAX_SECONDS, STANDARD_ERROR, check_arguments, require_time
from ..monte_carlo.sampling import Estimate, estimate
from ..orders.evaluate import board_order, deck_text
from ..pot_shares import Equity, HalvedShares, Method, gone_through, in_deals, tuples_of_holes
from ..ranges.scanner import RangeError
from ..ranges.top_percent import as_range
from ..signatures import F64, U8
from .exact import Way, by_boards, by_holes, ways_of
from .situation import (
    Situation,
    can_be_dealt,
    in_the_way,
    known_cards,
    no_hole,
    not_together,
    require_players,
)

_LONGEST = 31_557_600.0  # seconds in a year
_TINY = np.finfo(np.float64).tiny
_TOO_SMALL = "the weights are so small that their product is 0; scale them up"

Ranges = F64 | Sequence[F64]
Cards = Iterable[int] | U8


def equity(
    ranges: Ranges,
    board: Cards = (),
    dead: Cards = (),
    *,
    order: Order = HIGH,
    method: Method | None = None,
    standard_error: float | None = None,
    deals: int | None = None,
    max_seconds: float | None = None,
    seed: int | None = None,
    threads: int = 1,
    listener: Callable[[Estimate], object] | None = None,
    on_count: Callable[[Way], object] | None = None,
) -> Equity:
    """How 2 to 10 players share the pot, exactly or by Monte Carlo.

    Parameters
    ----------
    ranges : (p, 1326) float64
        The weight of each hole, 0 to 1, for each player. A known hand is one weight of 1.
    board : (k,) integer
        The known cards of the board, 0 to 5.
    dead : (d,) integer
        Cards that nobody has and that do not come.
    order : Order
        What beats what, and the deck: ``high`` or ``short deck``.
    method : str, optional
        ``exact`` or ``monte carlo``. By default the quickest exact way is taken if it is estimated
        to take at most ``max_seconds``, and Monte Carlo otherwise. The estimate only makes this
        choice.
    standard_error : float, optional
        Monte Carlo deals until the standard error of each player's equity is at most this. The
        default is 0.0002, unless ``deals`` is given.
    deals : int, optional
        How many deals Monte Carlo deals.
    max_seconds : float, optional
        How long it may take. By default the method is chosen as if it were 5. If given, an exact
        result that is estimated to take longer is refused, and Monte Carlo ends in time.
    seed : int, optional
        0 .. 2**64 - 1, for Monte Carlo. The result has the seed that was used.
    threads : int
        0 for all cores. An exact result is always the same.
    listener : callable, optional
        Called by Monte Carlo with its estimate so far.
    on_count : callable, optional
        Called with the exact way, before it begins.

    Raises
    ------
    CardError
        If board and dead cards are not cards, are there twice, or leave too few cards.
    RangeError
        If there are not 2 to 10 ranges of 1,326 weights from 0 to 1, if they cannot be dealt
        together, or if an exact result was asked for that takes years, gigabytes, or more seconds
        than allowed.
    ValueError
        If another argument is out of range.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> from pokerlake.engine.ranges.notation import parse_range
    >>> result = equity([parse_range("AhKh"), parse_range("QsQc")], parse_hand("Qh2h3dAs"))
    >>> result.choice, result.shared.tolist()
    ('exact: 1 pair of holes', [[36, 8, 0], [8, 36, 0]])
    """
    check_arguments(method, standard_error, deals, max_seconds, seed)
    limits = Limits(method, standard_error, deals, max_seconds, seed, threads)
    situation = situation_of(ranges, board, dead, order)
    return answered(situation, _HOLDEM, limits, listener, on_count)


def plan(
    ranges: Ranges, board: Cards = (), dead: Cards = (), *, order: Order = HIGH, threads: int = 1
) -> list[Way]:
    """The exact ways to the equity, quickest first, with the estimated time of each.

    Parameters and errors are those of :func:`equity`. If there are few tuples of holes, they are
    listed for the estimate. If the way by holes takes no time, it is the only one.

    Examples
    --------
    >>> import numpy as np
    >>> [way.by for way in plan(np.ones((2, 1326)), [0, 5, 9])]
    ['boards', 'holes']
    """
    return ways_of(situation_of(ranges, board, dead, order), threads=threads)


@dataclass(frozen=True, kw_only=True)
class HalvedEquity(HalvedShares, Equity):
    """The equity in a game of two halves; see :class:`HalvedShares`."""


class Limits(NamedTuple):
    """How an equity is to be computed; the fields are arguments of :func:`equity`."""

    method: Method | None
    standard_error: float | None
    deals: int | None
    max_seconds: float | None
    seed: int | None
    threads: int


class Strategy(NamedTuple):
    """How the equity of a kind of games is counted and sampled."""

    ways_of: Callable[..., list[Way]]
    by: Mapping[str, Callable[..., Any]]  # by ``Way.by``; they return ``PotShares`` with ``units``
    sampled: Callable[..., Estimate]  # takes the situation, and the limits of ``estimate``


def answered(
    situation: Any,
    strategy: Strategy,
    limits: Limits,
    listener: Callable[[Any], object] | None,
    on_count: Callable[[Way], object] | None,
) -> Equity:
    """The equity in a situation, exact if that is asked for or quick, else sampled."""
    if limits.method != "monte carlo":
        exact = _counted(situation, strategy, limits, on_count)
        if exact is not None:
            return exact
    standard_error = limits.standard_error
    if standard_error is None and limits.deals is None:
        standard_error = STANDARD_ERROR
    started = now()
    estimate = strategy.sampled(
        situation,
        deals=limits.deals,
        standard_error=standard_error,
        seconds=limits.max_seconds,
        seed=new_seed() if limits.seed is None else limits.seed,
        threads=limits.threads,
        listener=listener,
    )
    shown = Sampled(estimate.standard_error, estimate.seed, standard_error)
    return _result(situation, estimate, "monte carlo", in_deals(estimate.deals), started, shown)


def _counted(
    situation: Any, strategy: Strategy, limits: Limits, on_count: Callable[[Way], object] | None
) -> Equity | None:
    """The exact equity; None if no method is asked for and it is estimated to take too long."""
    started = now()
    if not situation.plain and situation.least_product < _TINY:
        # Below the smallest normal number, sums lose digits and take ten times as long.
        if limits.method == "exact":
            raise RangeError(_TOO_SMALL)
        return None
    way = strategy.ways_of(situation, threads=limits.threads)[0]
    within_reach = way.within_reach and way.seconds <= _LONGEST
    if limits.method == "exact":
        if not within_reach:
            raise RangeError(
                f"an exact result is out of reach: about {way.tuples:.0e} tuples of holes and "
                f"{way.seconds:.0e} seconds; Monte Carlo gives an estimate"
            )
        require_time(way.seconds, limits.max_seconds)
    most = MAX_SECONDS if limits.max_seconds is None else limits.max_seconds
    if limits.method is None and not (within_reach and way.seconds <= most):
        return None
    if on_count is not None:
        on_count(way)
    sums = strategy.by[way.by](situation, threads=limits.threads)
    if not sums.deals:
        raise RangeError("the players cannot be dealt together")
    if not sums.weight > 0:
        raise RangeError(_TOO_SMALL)
    shown = Sampled(np.zeros(situation.players), None, None)
    if way.by == "holes":
        what = tuples_of_holes(sums.units, situation.players)
    else:
        what = gone_through(sums.units, way.by)
    return _result(situation, sums, "exact", what, started, shown)


def situation_of(ranges: Ranges, board: Cards, dead: Cards, order: Order = HIGH) -> Situation:
    """The checked situation of :func:`equity`; errors are the same."""
    shown, unavailable = known_cards(board, dead, order)
    players = require_players(ranges)
    if isinstance(ranges, np.ndarray) and _all_fine(ranges):
        weights = ranges
    else:
        weights = np.empty((players, HOLES))
        for player, range_ in enumerate(ranges):
            try:
                weights[player] = as_range(range_)
            except RangeError as error:
                raise RangeError(f"player {player + 1}: {error.problem}") from None
    left = 52 - len(shown) - len(unavailable)
    if left < 2 * players + 5 - len(shown):
        raise CardError(f"{counted(left)} left; too few for {players} players and the board")
    blocked = dead_holes([*shown, *unavailable])
    known = np.array(shown, np.uint8), np.array(unavailable, np.uint8)
    situation = Situation(np.where(blocked, 0.0, weights), *known, order)
    for player, holes in enumerate(situation.holes):
        if not len(holes):
            held_cards = hole_cards()[weights[player] > 0]
            seen = [card for card in [*shown, *unavailable] if card not in order.dead]
            within = f" in {deck_text(order)}" if order.dead else ""
            raise no_hole(player + 1, held_cards, seen, within)
    _require_deals(situation)
    return situation


def _all_fine(ranges: npt.NDArray[Any]) -> bool:
    """Whether these are ranges of weights 0 to 1, so that none needs a check of its own."""
    is_of_holes = ranges.dtype == np.float64 and ranges.shape[1:] == (HOLES,)
    return is_of_holes and bool(ranges.min() >= 0 and ranges.max() <= 1)  # false for nan


def _require_deals(situation: Situation) -> None:
    together = in_the_way(range(situation.players), partial(can_be_dealt, situation))
    holes = [hole_cards()[situation.holes[player]] for player in together]
    if together:
        raise not_together([player + 1 for player in together], holes)


class Sampled(NamedTuple):
    """The fields of a result about its error."""

    standard_error: F64
    seed: int | None
    asked: float | None


def _result(
    situation: Any, sums: Any, method: Method, amount: str, started: float, sampled: Sampled
) -> Equity:
    """The result; a :class:`HalvedEquity` if the pot has two halves."""
    kind: Callable[..., Equity] = Equity
    if situation.halved:
        kind = partial(HalvedEquity, halves=sums.halves)
    return kind(
        method=method,
        choice=f"{method}: {amount}",
        deals=sums.deals,
        weight=sums.weight,
        shared=sums.shared,
        categories=sums.categories,
        seconds=now() - started,
        **sampled._asdict(),
    )


def _estimated(situation: Situation, **limits: Any) -> Estimate:
    order = board_order(situation.order)
    return estimate(situation.ranges, situation.board, situation.dead, order=order, **limits)


_HOLDEM = Strategy(ways_of, {"holes": by_holes, "boards": by_boards}, _estimated)
