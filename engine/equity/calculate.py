"""Equity of 2 to 10 players, each with a hand or a range: exact where that is quick, else sampled.

A deal is one hole for each player, all disjoint from each other, the board and the dead cards, with
one completion of the board to five cards. Its weight is the product of the weights of the holes.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from pokerlake.catalogue import HIGH, Order

from ..cards.holes import HOLES, dead_holes, hole_cards
from ..cards.text import CARDS, CardError, card_number, counted, format_hand
from ..clock import now
from ..monte_carlo.asked import MAX_SECONDS, STANDARD_ERROR, check_arguments, require_time
from ..monte_carlo.sampling import Estimate, estimate
from ..orders.boards import board_order
from ..orders.evaluate import deck_text
from ..pot_shares import Equity, Method, PotShares, in_deals, tuples_of_holes
from ..ranges.scanner import RangeError
from ..ranges.weights import as_range
from .cost import MOST_TUPLES, Way, ways_of
from .exact import ExactSums, by_boards, by_holes
from .situation import Situation, can_be_dealt
from .undealt import no_hole, not_together

PLAYERS = range(2, 11)

_LONGEST = 31_557_600.0  # seconds in a year
_TOO_SMALL = "the weights are so small that their product is 0; scale them up"

Weights = npt.NDArray[np.float64]
Ranges = npt.NDArray[np.float64] | Sequence[Weights]
Cards = Iterable[int] | npt.NDArray[np.uint8]


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
    situation = situation_of(ranges, board, dead, order)
    exact = None
    if method != "monte carlo":
        exact = _counted(situation, method, max_seconds, threads, on_count)
    if exact is not None:
        return exact
    if standard_error is None and deals is None:
        standard_error = STANDARD_ERROR
    seed = secrets.randbits(64) if seed is None else seed
    started = now()
    found = estimate(
        situation.ranges,
        situation.board,
        situation.dead,
        order=board_order(order),
        deals=deals,
        standard_error=standard_error,
        seconds=max_seconds,
        seed=seed,
        threads=threads,
        listener=listener,
    )
    many = in_deals(found.deals)
    return _result(found, "monte carlo", many, found.standard_error, seed, started, standard_error)


def plan(
    ranges: Ranges,
    board: Cards = (),
    dead: Cards = (),
    *,
    order: Order = HIGH,
    threads: int = 1,
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
        # Beneath the smallest normal number, sums lose their digits and take ten times as long.
        if method == "exact":
            raise RangeError(_TOO_SMALL)
        return None
    way = ways_of(situation, threads=threads)[0]
    within_reach = way.tuples <= MOST_TUPLES and way.seconds <= _LONGEST
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
    go = by_holes if way.by == "holes" else by_boards
    sums = go(situation, threads=threads)
    what = _gone_through(situation, way, sums)
    return _result(sums, "exact", what, np.zeros(situation.players), None, started)


def _least_product(situation: Situation) -> float:
    """The smallest product of a weight of each player; 0 where that is no number any more."""
    least = [
        weights[holes].min()
        for weights, holes in zip(situation.ranges, situation.holes, strict=True)
    ]
    return math.prod(map(float, least))


def situation_of(ranges: Ranges, board: Cards, dead: Cards, order: Order = HIGH) -> Situation:
    """What :func:`equity` is asked, checked: errors are the same."""
    shown, gone = (
        list(map(card_number, cards.tolist() if isinstance(cards, np.ndarray) else cards))
        for cards in (board, dead)
    )
    for card in [*shown, *gone]:
        if card in order.dead:
            raise CardError(f"{CARDS[card]} is not in {deck_text(order)}")
    gone += order.dead
    if len(shown) > 5:
        raise CardError(f"{format_hand(shown)} has {counted(len(shown))}; a board has up to 5")
    for place, card in enumerate([*shown, *gone]):
        if card in [*shown, *gone][:place]:
            raise CardError(f"{CARDS[card]} is there twice on the board or dead")
    players = len(ranges)
    if players not in PLAYERS:
        raise RangeError(f"{players} ranges; 2 to 10 are needed, one for each player")
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


def _require_deals(situation: Situation) -> None:
    everyone = range(situation.players)
    if can_be_dealt(situation, everyone):
        return
    together = list(everyone)
    for player in everyone:  # those left in the end are in each other's way, every one of them
        others = [other for other in together if other != player]
        if not can_be_dealt(situation, others):
            together = others
    own = [hole_cards()[situation.holes[player]] for player in together]
    raise not_together([player + 1 for player in together], own)


def _gone_through(situation: Situation, way: Way, sums: ExactSums) -> str:
    """``1,024 pairs of holes``; RangeError if there was nothing to go through."""
    if not sums.deals:
        raise RangeError("the players cannot be dealt together")
    if not sums.weight > 0:
        raise RangeError(_TOO_SMALL)
    if way.by == "boards":
        return f"{sums.units:,} board{'s' * (sums.units != 1)}"
    return tuples_of_holes(sums.units, situation.players)


def _result(
    found: PotShares,
    method: Method,
    gone_through: str,
    standard_error: Weights,
    seed: int | None,
    started: float,
    asked: float | None = None,
) -> Equity:
    return Equity(
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
