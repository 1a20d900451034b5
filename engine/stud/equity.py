"""Equity of 2 to 8 players in stud, stud hi-lo and razz: exact if that is quick, else sampled.

A deal completes each player's known cards to seven. If the deck is too small for that, the last
card is common to all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from pokerlake.catalogue import Game

from ..cards.holes import card_sets
from ..cards.text import CARDS
from ..equity.calculate import Limits, Strategy, answered
from ..equity.exact import Way
from ..hands.order_classes import last_classes
from ..monte_carlo.deals import Deals, check_arguments
from ..monte_carlo.plan import (
    Holdings,
    HoleList,
    concatenated,
    dealt_at_once,
    known_holdings,
    without_hopeless_tries,
)
from ..monte_carlo.sampling import Estimate, Sample, estimate_halves
from ..orders.evaluate import order_tables
from ..pot_shares import Equity, Method
from ..signatures import I64, frozen
from ..threads import pieces
from .exact import by_ranks, by_sets, ways_of
from .situation import StudPlayers, situation_of

_CATEGORIES = 10


class StudDealer(NamedTuple):
    """A dealer of stud, prepared for what is known about the players."""

    rule: Game
    deals: Deals
    at: I64  # (p, 7) the columns of each player's cards
    tries: float  # how many combinations of known cards it takes to find one that can be dealt

    def deal(self, first: int, number: int, seed: int) -> tuple[I64, I64, I64]:
        """Deal from number ``first`` on: ``halves`` (empty if not split), shared, categories."""
        from .sampling_kernels import Orders, add_stud_deals

        p = len(self.at)
        halves = np.zeros((p, p + 1, p + 2 if self.rule.halves else 1), np.int64)
        shared, categories = np.zeros((p, p + 1), np.int64), np.zeros((p, _CATEGORIES), np.int64)
        numbers, flushes = order_tables(self.rule.high)
        low = self.rule.low or self.rule.high
        tables = Orders(
            numbers[7].first, numbers[7].rank_class, flushes,
            order_tables(low).numbers[7].rank_class, last_classes(self.rule.high),
        )  # fmt: skip
        arguments = self.deals, self.at, frozen(tables), bool(flushes.any()), low.qualifying + 1
        for start, stop in pieces(first, first + number, dealt_at_once(self.tries)):
            add_stud_deals(
                *arguments, np.uint64(seed), start, stop - start, halves, shared, categories
            )
        return halves, shared, categories


def plan_deals(situation: StudPlayers) -> StudDealer:
    """Prepare a dealer: lists of the players' possible known cards, and draws for the rest."""
    known, left = known_holdings(situation.held, situation.dead.astype(np.int64))
    known_cards = np.concatenate([situation.dead.astype(np.int64), *known.values()])
    lists, tries = without_hopeless_tries(
        [
            HoleList.of((player,), of.cards, card_sets(of.cards), of.weights)
            for player, of in left.items()
        ]
    )
    draws = sum(situation.to_come) + situation.has_common
    listed = sum(of.cards.shape[1] for of in lists)
    first_known = listed + 3 * -(-draws // 3)  # draws come in threes
    columns_of: list[list[int]] = [[] for _ in situation.held]
    column = 0
    for each in lists:
        for player in each.players:
            cards = situation.known[player]
            columns_of[player] += range(column, column + cards)
            column += cards
    drawn, common = listed, listed + draws - 1
    for player, cards in enumerate(situation.to_come):
        columns_of[player] += range(drawn, drawn + cards)
        drawn += cards
        if situation.has_common:
            columns_of[player].append(common)
    for player, held in known.items():  # known cards come first
        columns_of[player] = [*range(first_known, first_known + len(held)), *columns_of[player]]
        first_known += len(held)
    live = np.isin(np.arange(len(CARDS)), known_cards, invert=True)
    deals = Deals(
        concatenated(lists, np.cumsum(live) - 1),
        situation.rule.hole,
        np.sort(known_cards).astype(np.uint8),
        np.concatenate([np.empty(0, np.int64), *known.values()]).astype(np.uint8),
        draws,
        np.arange(listed, listed + draws),
        np.array([columns[0] for columns in columns_of], np.int64),
    )
    return StudDealer(situation.rule, deals, np.array(columns_of, np.int64), tries)


def sampled(situation: StudPlayers, **limits: Any) -> Estimate:
    """Sample until one of the given limits is reached: see ``monte_carlo.estimate``."""
    return estimate_halves(plan_deals(situation), **limits)


_STUD = Strategy(ways_of, {"sets": by_sets, "ranks": by_ranks}, sampled)


def stud_equity(
    held: Sequence[Holdings | None],
    dead: Iterable[int] = (),
    *,
    rule: Game,
    method: Method | None = None,
    standard_error: float | None = None,
    deals: int | None = None,
    max_seconds: float | None = None,
    seed: int | None = None,
    threads: int = 1,
    listener: Callable[[Sample], object] | None = None,
    on_count: Callable[[Way], object] | None = None,
) -> Equity:
    """How 2 to 8 players share the pot in a game of stud, exactly or by Monte Carlo.

    ``held``: the cards that each player may hold, ``(n, k)`` with weights; None if no card is
    known. All rows of a player have the same number of cards, up to seven; ``dead``: (d,) integer,
    cards that nobody holds and that are not dealt, such as those of folded players; ``rule``: a
    game without a board; ``method``, ``standard_error``, ``deals``, ``max_seconds``, ``seed``,
    ``threads``, ``listener``, ``on_count``: as of
    :func:`~pokerlake.engine.equity.calculate.equity`.

    Returns Equity: :class:`HalvedEquity` if the pot is split high-low. Raises CardError if dead
    cards are invalid or repeated, or if too few cards are left; RangeError if the players' cards
    cannot be dealt together, or if an exact result is requested that takes too long; ValueError if
    another argument is out of range.

    Examples
    --------
    >>> from pokerlake.catalogue import RAZZ
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> hands = [parse_hand("Ac2d3h"), parse_hand("KsKdKc")]
    >>> found = stud_equity([Holdings(hand[None], np.ones(1)) for hand in hands], rule=RAZZ)
    >>> found.method, found.equity.round(4).tolist()
    ('exact', [0.9786, 0.0214])
    """
    check_arguments(method, standard_error, deals, max_seconds, seed)
    limits = Limits(method, standard_error, deals, max_seconds, seed, threads)
    return answered(situation_of(rule, held, dead), _STUD, limits, listener, on_count)


def plan(
    held: Sequence[Holdings | None], dead: Iterable[int] = (), *, rule: Game, threads: int = 1
) -> list[Way]:
    """The exact method that would be used, and about what it takes.

    Parameters and errors are those of :func:`stud_equity`.
    """
    return ways_of(situation_of(rule, held, dead), threads=threads)
