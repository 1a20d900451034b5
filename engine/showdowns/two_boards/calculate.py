"""What players win on two boards of one deck: exactly where that is quick, else by sampling."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from math import comb
from typing import NamedTuple

import numpy as np

from ...clock import now
from ...monte_carlo.asked import MAX_SECONDS, STANDARD_ERROR, check_arguments, require_time
from ...monte_carlo.deals import Deals
from ...monte_carlo.plan import plan_holdings
from ...monte_carlo.sampling import estimate_by
from ...pot_shares import POT, Method, Sums, in_deals, tuples_of_holes
from ...ranges.omaha.hole_range import all_holes
from ...ranges.scanner import RangeError
from ...threads import over_tasks, worker_count
from ..shares import showdown
from .shares import PairedShares, Units, amounts_of
from .table import MOST_TUPLES, RIVER, Cards, Table, in_chunks

_COLUMNS = 1 << 18  # showdowns at a time
# Seconds on one core: a hand at a showdown, in Omaha, and with a low; a completion in a set.
_HAND, _OMAHA_HAND, _LOW = 25e-9, 60e-9, 40e-9
_SET = 4e-9
_TUPLE = 20e-6


def paired(
    table: Table,
    *,
    method: Method | None = None,
    standard_error: float | None = None,
    deals: int | None = None,
    max_seconds: float | None = None,
    seed: int | None = None,
    threads: int = 1,
    on_count: Callable[[float], object] | None = None,
) -> PairedShares:
    """How often each player wins what on one board, and what on the other.

    Parameters
    ----------
    table : Table
        Players, boards and dead cards.
    method, standard_error, deals, max_seconds, seed, threads
        As of :func:`~pokerlake.engine.equity.calculate.equity`. Sampling ends where the standard
        errors of equity and standard deviation are both at most ``standard_error``.
    on_count : callable, optional
        What is called with the seconds that counting is estimated to take, before it begins.

    Raises
    ------
    CardError
        If too few cards are left for both boards.
    RangeError
        If the players cannot be dealt together, or an exact result is asked for that is out of
        reach, or is estimated to take more seconds than it may.
    ValueError
        If another argument is out of range.

    Examples
    --------
    >>> from pokerlake.catalogue import HOLDEM
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> from pokerlake.engine.monte_carlo.plan import Holdings
    >>> held = [Holdings(parse_hand(text)[None], np.ones(1)) for text in ("AhKh", "QsQc")]
    >>> board, dead = parse_hand("Qh2h3dAs"), np.empty(0, np.uint8)
    >>> found = paired(Table.run_twice(HOLDEM, held, board, dead))
    >>> found.deals, found.pairs[0].tolist(), found.equity.round(4)
    (1892, [[1260, 0, 288], [0, 0, 0], [288, 0, 56]], array([0.1818, 0.8182]))
    """
    check_arguments(method, standard_error, deals, max_seconds, seed)
    table.require_cards()
    if method != "monte carlo" and standard_error is None and deals is None:
        seconds = _seconds(table) / worker_count(threads)
        within_reach = table.most_tuples <= MOST_TUPLES
        if method == "exact" and not within_reach:
            raise RangeError(
                f"an exact result of two boards is out of reach: up to {table.most_tuples:.0e} "
                "tuples of holes; Monte Carlo gives an estimate"
            )
        if method == "exact":
            require_time(seconds, max_seconds)
        most = MAX_SECONDS if max_seconds is None else max_seconds
        if method == "exact" or (within_reach and seconds <= most):
            if on_count is not None:
                on_count(seconds)
            return _counted(table, threads)
    if standard_error is None and deals is None:
        standard_error = STANDARD_ERROR
    seed = secrets.randbits(64) if seed is None else seed
    dealer = PairDealer.of(table)
    return estimate_by(
        dealer,
        partial(dealer.told, standard_error),
        deals=deals,
        standard_error=standard_error,
        seconds=max_seconds,
        seed=seed,
        threads=threads,
        listener=None,
    )


# ---------------------------------------------------------------- counted


def _seconds(table: Table) -> float:
    """What counting takes on one core, about."""
    hand = (_HAND if table.rule.used is None else _OMAHA_HAND) + _LOW * table.rule.halves
    of_boards = zip(table.completions, table.to_come, strict=True)
    cells = len(amounts_of(table.rule, table.players)) ** 2
    seconds = cells * sum(comb(table.left, size) for size in range(_largest_set(table) + 1)) * 1e-9
    for completions, cards in of_boards:
        seconds += completions * (hand + 2**cards * _SET)
    return table.most_tuples * (table.players * seconds + _TUPLE)


def _largest_set(table: Table) -> int:
    """Of how many cards the largest sets are, by which completions are summed up."""
    first, second = table.to_come
    return first - 1 if first == second else min(first, second)


def _counted(table: Table, threads: int) -> PairedShares:
    from .pairs_kernels import add_pairs

    started = now()
    holes, weights = table.tuples()
    if not len(holes):
        raise RangeError("the players cannot be dealt together")
    amounts = amounts_of(table.rule, table.players)
    o, p = len(amounts), table.players
    firsts, seconds = (
        np.ascontiguousarray(all_holes(cards, table.left).T) for cards in table.to_come
    )
    binomials = np.array([[comb(c, i) for c in range(53)] for i in range(6)])
    sizes = [comb(table.left, size) for size in range(_largest_set(table) + 1)]
    first_of_size = np.zeros(7, np.int64)
    first_of_size[1 : len(sizes) + 1] = np.cumsum(sizes)
    some = max(1, _COLUMNS // max(firsts.shape[1], seconds.shape[1]))
    chunks = list(in_chunks(len(holes), some))

    def count(number: int) -> Sums:
        of = holes[chunks[number]]
        alone = threads if len(chunks) == 1 else 1
        won = _won(table, of, 0, firsts, amounts, alone)
        won_too = won if table.alike else _won(table, of, 1, seconds, amounts, alone)
        pairs = np.zeros((len(of), p, o, o), np.int64)
        sums = np.empty((1 if table.alike else 2, sum(sizes), p, o), np.int64)
        add_pairs(firsts, seconds, won, won_too, binomials, first_of_size, table.alike, sums, pairs)
        own = weights[chunks[number]]
        return np.tensordot(own.astype(np.int64) if table.plain else own, pairs, axes=1)

    found = over_tasks(count, range(len(chunks)), threads)
    weight = len(holes) if table.plain else float(weights.sum())
    return PairedShares(
        deals=len(holes) * table.pairs,
        weight=weight * table.pairs,
        amounts=amounts,
        pairs=np.sum(found, axis=0),
        method="exact",
        choice=f"exact: {tuples_of_holes(len(holes), p)}",
        seed=None,
        seconds=now() - started,
    )


def _won(
    table: Table, holes: Cards, which: int, completions: Cards, amounts: Units, threads: int
) -> Cards:
    """The number of the amount that each player wins on each completion of a board.

    That is ``(t, p, n)`` for tuples of holes ``(t, p, k)``.
    """
    t, p, _ = holes.shape
    n = completions.shape[1]
    board = table.boards[which]
    boards = np.empty((RIVER, t, n), np.uint8)
    boards[: len(board)] = board[:, None, None]
    boards[len(board) :] = table.decks(holes)[:, completions].swapaxes(0, 1)
    of_all = np.repeat(holes.transpose(1, 2, 0), n, axis=2)
    numbers = _numbers(table, list(of_all), boards.reshape(RIVER, t * n), amounts, threads)
    return np.ascontiguousarray(numbers.reshape(p, t, n).swapaxes(0, 1))


def _numbers(
    table: Table, holes: list[Cards], boards: Cards, amounts: Units, threads: int
) -> Cards:
    """The number of the amount that each player wins, ``(p, n)``."""
    units = showdown(table.rule, holes, boards, threads=threads).units(POT)
    return np.searchsorted(amounts, units).astype(np.uint8)


# ---------------------------------------------------------------- sampled


class PairDealer(NamedTuple):
    """Deals holes and two boards from one deck."""

    table: Table
    deals: Deals
    tries: float  # how many choices of holes it takes for one that can be dealt

    @classmethod
    def of(cls, table: Table) -> PairDealer:
        """Make dealing ready; RangeError if the players cannot be dealt together."""
        first, _ = table.boards
        dead = np.setdiff1d(table.gone, first)
        more = table.to_come[1]
        return cls(table, *plan_holdings(table.held, table.rule.hole, first, dead, more))

    def deal(self, first: int, number: int, seed: int) -> tuple[Sums]:
        """Deal from number ``first`` on: pairs of amounts ``(p, o, o)``."""
        from .pairs_kernels import deal_cards

        table, k, p = self.table, self.table.rule.hole, self.table.players
        amounts = amounts_of(table.rule, p)
        o = len(amounts)
        seats = (self.deals.seats[:, None] + np.arange(k)).ravel()
        columns = np.concatenate([seats, self.deals.board])
        cards = np.empty((len(columns), number), np.uint8)
        deal_cards(self.deals, columns, np.uint64(seed), first, number, cards)
        holes = list(cards[: p * k].reshape(p, k, number))
        one, rest = cards[p * k : p * k + RIVER], cards[p * k + RIVER :]
        known = np.repeat(table.boards[1][:, None], number, axis=1)
        other = np.concatenate([known, rest])
        won, won_too = (
            _numbers(table, holes, boards, amounts, 1).astype(np.int64) for boards in (one, other)
        )
        cells = won * o + won_too + (np.arange(p) * o * o)[:, None]
        return (np.bincount(cells.ravel(), minlength=p * o * o).reshape(p, o, o),)

    def told(
        self, asked: float | None, deals: int, sums: tuple[Sums, ...], seed: int, seconds: float
    ) -> PairedShares:
        """What sums over so many deals say, and what error was asked for."""
        return PairedShares(
            deals=deals,
            weight=deals,
            amounts=amounts_of(self.table.rule, self.table.players),
            pairs=sums[0],
            method="monte carlo",
            choice=f"monte carlo: {in_deals(deals)}",
            seed=seed,
            seconds=seconds,
            asked=asked,
        )
