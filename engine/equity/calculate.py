"""Equity of 2 to 10 players, each with a hand or a range: exact where that is quick, else sampled.

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
        The 0 to 5 cards of it that are known.
    dead : (d,) integer
        Cards that nobody has and that do not come.
    order : Order
        What beats what, and the deck: ``high`` or ``short deck``.
    method : str, optional
        ``exact`` or ``monte carlo``. Without it the quickest exact way is taken if it is estimated
        to take at most ``max_seconds``, and Monte Carlo otherwise. Estimates only choose.
    standard_error : float, optional
        Monte Carlo deals until that of each player's equity is at most this: by default 0.0002,
        where ``deals`` is not given either.
    deals : int, optional
        How many deals Monte Carlo deals.
    max_seconds : float, optional
        How long it may take: 5 for exact ways where a method is to be chosen. An exact result that
        is estimated to take longer is refused, and Monte Carlo ends by then, only if this is given.
    seed : int, optional
        0 .. 2**64 - 1, of Monte Carlo. The result gives the one that was taken.
    threads : int
        0 for all cores. An exact result is always the same.
    listener : callable, optional
        What Monte Carlo calls with its estimate so far.
    on_count : callable, optional
        What is called with the exact way that is taken, before it is.

    Raises
    ------
    CardError
        If board and dead cards are none, are there twice, or leave too few cards.
    RangeError
        If there are not 2 to 10 ranges of 1,326 weights from 0 to 1, if they cannot be dealt
        together, or if an exact result is asked for that takes years, gigabytes, or more seconds
        than it may.
    ValueError
        If another argument is out of range.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> from pokerlake.engine.ranges.notation import parse_range
    >>> found = equity([parse_range("AhKh"), parse_range("QsQc")], parse_hand("Qh2h3dAs"))
    >>> found.choice, found.shared.tolist()
    ('exact: 1 pair of holes', [[36, 8, 0], [8, 36, 0]])
    """
    check_arguments(method, standard_error, deals, max_seconds, seed)
    limits = Limits(method, standard_error, deals, max_seconds, seed, threads)
    situation = situation_of(ranges, board, dead, order)
    return answered(situation, _HOLDEM, limits, listener, on_count)


def plan(
    ranges: Ranges, board: Cards = (), dead: Cards = (), *, order: Order = HIGH, threads: int = 1
) -> list[Way]:
    """In which exact ways the equity can be had, the quickest first, and what each takes, about.

    Parameters and errors are those of :func:`equity`. Tuples of holes are listed for it where they
    are few. There is only the way by holes, where it takes no time.

    Examples
    --------
    >>> import numpy as np
    >>> [way.by for way in plan(np.ones((2, 1326)), [0, 5, 9])]
    ['boards', 'holes']
    """
    return ways_of(situation_of(ranges, board, dead, order), threads=threads)


@dataclass(frozen=True, kw_only=True)
class HalvedEquity(HalvedShares, Equity):
    """What all deals of a game of two halves come to; see :class:`HalvedShares`."""


class Limits(NamedTuple):
    """How an equity is wanted; the fields are arguments of :func:`equity`."""

    method: Method | None
    standard_error: float | None
    deals: int | None
    max_seconds: float | None
    seed: int | None
    threads: int


class Strategy(NamedTuple):
    """How the equity of a kind of games is counted and sampled."""

    ways_of: Callable[..., list[Way]]
    by: Mapping[str, Callable[..., Any]]  # by ``Way.by``: what a ``PotShares`` has, and ``units``
    sampled: Callable[..., Estimate]  # takes the situation, and the limits of ``estimate``


def answered(
    situation: Any,
    strategy: Strategy,
    limits: Limits,
    listener: Callable[[Any], object] | None,
    on_count: Callable[[Way], object] | None,
) -> Equity:
    """The equity in a situation, counted where that is asked for or quick, else sampled."""
    if limits.method != "monte carlo":
        exact = _counted(situation, strategy, limits, on_count)
        if exact is not None:
            return exact
    standard_error = limits.standard_error
    if standard_error is None and limits.deals is None:
        standard_error = STANDARD_ERROR
    started = now()
    found = strategy.sampled(
        situation,
        deals=limits.deals,
        standard_error=standard_error,
        seconds=limits.max_seconds,
        seed=new_seed() if limits.seed is None else limits.seed,
        threads=limits.threads,
        listener=listener,
    )
    shown = Sampled(found.standard_error, found.seed, standard_error)
    return _result(situation, found, "monte carlo", in_deals(found.deals), started, shown)


def _counted(
    situation: Any, strategy: Strategy, limits: Limits, on_count: Callable[[Way], object] | None
) -> Equity | None:
    """The exact equity; None where no method is asked for and it is estimated to take too long."""
    started = now()
    if not situation.plain and situation.least_product < _TINY:
        # Beneath the smallest normal number, sums lose their digits and take ten times as long.
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
    """What :func:`equity` is asked, checked: errors are the same."""
    shown, gone = known_cards(board, dead, order)
    players = require_players(ranges)
    if isinstance(ranges, np.ndarray) and _all_fine(ranges):
        weights = ranges
    else:
        weights = np.empty((players, HOLES))
        for player, given in enumerate(ranges):
            try:
                weights[player] = as_range(given)
            except RangeError as error:
                raise RangeError(f"player {player + 1}: {error.problem}") from None
    left = 52 - len(shown) - len(gone)
    if left < 2 * players + 5 - len(shown):
        raise CardError(f"{counted(left)} left; too few for {players} players and the board")
    blocked = dead_holes([*shown, *gone])
    known = np.array(shown, np.uint8), np.array(gone, np.uint8)
    situation = Situation(np.where(blocked, 0.0, weights), *known, order)
    for player, holes in enumerate(situation.holes):
        if not len(holes):
            own = hole_cards()[weights[player] > 0]
            seen = [card for card in [*shown, *gone] if card not in order.dead]
            within = f" in {deck_text(order)}" if order.dead else ""
            raise no_hole(player + 1, own, seen, within)
    _require_deals(situation)
    return situation


def _all_fine(ranges: npt.NDArray[Any]) -> bool:
    """Whether these are ranges of weights 0 to 1, so that none has to be looked at by itself."""
    is_of_holes = ranges.dtype == np.float64 and ranges.shape[1:] == (HOLES,)
    return is_of_holes and bool(ranges.min() >= 0 and ranges.max() <= 1)  # of nan neither


def _require_deals(situation: Situation) -> None:
    together = in_the_way(range(situation.players), partial(can_be_dealt, situation))
    own = [hole_cards()[situation.holes[player]] for player in together]
    if together:
        raise not_together([player + 1 for player in together], own)


class Sampled(NamedTuple):
    """What a result says of how far it may be off."""

    standard_error: F64
    seed: int | None
    asked: float | None


def _result(
    situation: Any, found: Any, method: Method, gone_through: str, started: float, sampled: Sampled
) -> Equity:
    """The result; :class:`HalvedEquity` where the pot has two halves."""
    kind: Callable[..., Equity] = Equity
    if situation.halved:
        kind = partial(HalvedEquity, halves=found.halves)
    return kind(
        method=method,
        choice=f"{method}: {gone_through}",
        deals=found.deals,
        weight=found.weight,
        shared=found.shared,
        categories=found.categories,
        seconds=now() - started,
        **sampled._asdict(),
    )


def _estimated(situation: Situation, **limits: Any) -> Estimate:
    order = board_order(situation.order)
    return estimate(situation.ranges, situation.board, situation.dead, order=order, **limits)


_HOLDEM = Strategy(ways_of, {"holes": by_holes, "boards": by_boards}, _estimated)
