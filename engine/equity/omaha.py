"""Equity of 2 to 10 players in Omaha: exact if that is quick, else sampled.

A deal is one hole for each player, all disjoint from each other, the board and the dead cards, with
one completion of the board to five cards. Its weight is the product of the weights of the holes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from pokerlake.catalogue import OMAHA, Game

from ..hands.classes import CATEGORY_NAMES
from ..hands.order_classes import last_classes
from ..monte_carlo.deals import Deals, check_arguments
from ..monte_carlo.plan import Holdings, dealt_at_once, plan_holdings
from ..monte_carlo.sampling import Estimate, Sample, estimate_halves
from ..omaha.class_tables import omaha_tables
from ..omaha.evaluate import low_of_sets
from ..pot_shares import Equity, Method
from ..ranges.omaha_holes import OmahaRange
from ..signatures import I64
from ..threads import pieces
from .calculate import Limits, Strategy, answered
from .exact import Way
from .omaha_exact import by_boards, by_holes, ways_of
from .omaha_situation import OmahaSituation, situation_of


class OmahaDealer(NamedTuple):
    """Deals Omaha for prepared ranges and cards."""

    players: int
    rule: Game
    deals: Deals
    tries: float  # how many choices of holes it takes for one that can be dealt

    def deal(self, first: int, number: int, seed: int) -> tuple[I64, I64, I64]:
        """Deal from number ``first`` on, and return ``halves``, shared and categories."""
        from .omaha_known_kernels import add_omaha_deals

        p, order = self.players, self.rule.high
        halves = np.zeros((p, p + 1, p + 2 if self.rule.halves else 1), np.int64)
        shared, categories = np.zeros((p, p + 1), np.int64), np.zeros((p, 10), np.int64)
        tables = self.deals, omaha_tables(5, order), low_of_sets(), last_classes(order)
        for start, stop in pieces(first, first + number, dealt_at_once(self.tries)):
            add_omaha_deals(
                *tables, np.uint64(seed), start, stop - start, halves, shared, categories
            )
        places = [1 + CATEGORY_NAMES.index(name) for name in order.category_names]
        ordered = np.zeros_like(categories)
        ordered[:, places] = categories[:, 1:]
        return halves, shared, ordered


def sampled(situation: OmahaSituation, **limits: Any) -> Estimate:
    """Sample until one of the limits is reached: see :func:`..monte_carlo.sampling.estimate`."""
    plan = plan_holdings(held_in(situation), situation.rule.hole, situation.board, situation.dead)
    dealer = OmahaDealer(situation.players, situation.rule, *plan)
    return estimate_halves(dealer, **limits)


def held_in(situation: OmahaSituation) -> tuple[Holdings | None, ...]:
    """The holes that each player may have, with their weights; None for any hole."""
    return tuple(
        None if range_ is None else Holdings(range_.holes, range_.weights)
        for range_ in situation.ranges
    )


OMAHA_WAYS = Strategy(ways_of, {"holes": by_holes, "boards": by_boards}, sampled)


def omaha_equity(
    ranges: Sequence[OmahaRange | None],
    board: Iterable[int] = (),
    dead: Iterable[int] = (),
    *,
    rule: Game = OMAHA,
    strategy: Strategy = OMAHA_WAYS,
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

    ``ranges``: sequence of OmahaRange or None, a range for each player, of holes with as many cards
    as in the game; None for any hole. A known hand is a range of one hole. ``board``: (b,) integer,
    its known cards, 0 to 5. ``dead``: (d,) integer, cards that nobody has and that do not come.
    ``rule``: a game in which two cards of the hole are used. ``strategy``: how the equity of other
    games is counted and sampled. ``method``, ``standard_error``, ``deals``, ``max_seconds``,
    ``seed``, ``threads``, ``listener``, ``on_count``: as in
    :func:`~pokerlake.engine.equity.calculate.equity`.

    Returns an Equity, or a :class:`HalvedEquity` if the pot has two halves. Raises CardError if
    board and dead cards are not cards, are there twice, or leave too few cards; RangeError if there
    are not 2 to 10 ranges of holes of this game, if they cannot be dealt together, or if an exact
    result was asked for that takes years, gigabytes, or more seconds than allowed; ValueError if
    another argument is out of range.

    Examples
    --------
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> aces, kings = (OmahaRange.of(parse_hand(text)[None]) for text in ("AsAhKsQh", "KcKdJcTd"))
    >>> result = omaha_equity([aces, kings], parse_hand("Ac7d2h"))
    >>> result.choice, result.shared.tolist()
    ('exact: 1 pair of holes', [[88, 732, 0], [732, 88, 0]])
    """
    check_arguments(method, standard_error, deals, max_seconds, seed)
    limits = Limits(method, standard_error, deals, max_seconds, seed, threads)
    return answered(situation_of(rule, ranges, board, dead), strategy, limits, listener, on_count)


def plan(
    ranges: Sequence[OmahaRange | None],
    board: Iterable[int] = (),
    dead: Iterable[int] = (),
    *,
    rule: Game = OMAHA,
    threads: int = 1,
) -> list[Way]:
    """The exact ways to the equity, quickest first, with the estimated time of each.

    Parameters and errors are those of :func:`omaha_equity`.

    Examples
    --------
    >>> [way.by for way in plan([None, None], [0, 5, 9])]
    ['boards', 'holes']
    """
    return ways_of(situation_of(rule, ranges, board, dead), threads=threads)
