"""Equity on two boards from one deck: exact if that is quick, otherwise sampled."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import comb, prod
from typing import Any, NamedTuple

import numpy as np

from pokerlake.catalogue import Game

from ..cards.holes import card_sets
from ..cards.text import CARDS, CardError, counted
from ..clock import now
from ..dealing.seeds import new_seed
from ..monte_carlo.deals import MAX_SECONDS, STANDARD_ERROR, Deals, check_arguments, require_time
from ..monte_carlo.plan import Holdings, plan_holdings
from ..monte_carlo.sampling import estimate_by
from ..pot_shares import POT, Method, Sums, in_deals, pot_units, tuples_of_holes, units_won
from ..ranges.omaha_holes import all_holes
from ..ranges.scanner import RangeError
from ..signatures import F64, I64, U8
from ..threads import over_tasks, worker_count
from .evaluate import showdown

_COLUMNS = 1 << 18  # showdowns at a time
# Seconds on one core: a hand at a showdown, in Omaha, and with a low; a completion in a set.
_HAND, _OMAHA_HAND, _LOW = 25e-9, 60e-9, 40e-9
_SET = 4e-9
_TUPLE = 20e-6
WHOLE = 2 * POT  # the pot of one board, in units
MOST_TUPLES = 1_000_000  # the most tuples of holes that are listed
RIVER = 5


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
    """How often each player wins which amounts on the two boards.

    ``table``: players, boards and dead cards. ``method``, ``standard_error``, ``deals``,
    ``max_seconds``, ``seed``, ``threads``: as in :func:`~pokerlake.engine.equity.calculate.equity`.
    Sampling ends when the standard errors of equity and standard deviation are both at most
    ``standard_error``. ``on_count`` is called, before counting begins, with the seconds that it is
    estimated to take.

    Raises CardError if too few cards are left for both boards; RangeError if the players cannot be
    dealt together, or if an exact result was asked for and is out of reach, or estimated to take
    more seconds than allowed; ValueError if another argument is out of range.

    Examples
    --------
    >>> from pokerlake.catalogue import HOLDEM
    >>> from pokerlake.engine.cards.text import parse_hand
    >>> from pokerlake.engine.monte_carlo.plan import Holdings
    >>> held = [Holdings(parse_hand(text)[None], np.ones(1)) for text in ("AhKh", "QsQc")]
    >>> board, dead = parse_hand("Qh2h3dAs"), np.empty(0, np.uint8)
    >>> shares = paired(Table.run_twice(HOLDEM, held, board, dead))
    >>> shares.deals, shares.pairs[0].tolist(), shares.equity.round(4)
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
    seed = new_seed() if seed is None else seed
    dealer = PairDealer.of(table)
    return estimate_by(
        dealer,
        partial(dealer.shares_of, standard_error),
        deals=deals,
        standard_error=standard_error,
        seconds=max_seconds,
        seed=seed,
        threads=threads,
        listener=None,
    )


# ---------------------------------------------------------------- counted


def _seconds(table: Table) -> float:
    """About how many seconds counting takes on one core."""
    hand = (_HAND if table.rule.used is None else _OMAHA_HAND) + _LOW * table.rule.halves
    boards = zip(table.completions, table.to_come, strict=True)
    cells = len(amounts_of(table.rule, table.players)) ** 2
    seconds = cells * sum(comb(table.left, size) for size in range(_largest_set(table) + 1)) * 1e-9
    for completions, cards in boards:
        seconds += completions * (hand + 2**cards * _SET)
    return table.most_tuples * (table.players * seconds + _TUPLE)


def _largest_set(table: Table) -> int:
    """The size of the largest sets of cards by which completions are summed."""
    first, second = table.to_come
    return first - 1 if first == second else min(first, second)


def _counted(table: Table, threads: int) -> PairedShares:
    from .two_boards_kernels import add_pairs

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
        chunk = holes[chunks[number]]
        alone = threads if len(chunks) == 1 else 1
        won = _won(table, chunk, 0, firsts, amounts, alone)
        won_too = won if table.alike else _won(table, chunk, 1, seconds, amounts, alone)
        pairs = np.zeros((len(chunk), p, o, o), np.int64)
        sums = np.empty((1 if table.alike else 2, sum(sizes), p, o), np.int64)
        add_pairs(firsts, seconds, won, won_too, binomials, first_of_size, table.alike, sums, pairs)
        scale = weights[chunks[number]]
        return np.tensordot(scale.astype(np.int64) if table.plain else scale, pairs, axes=1)

    counted = over_tasks(count, range(len(chunks)), threads)
    weight = len(holes) if table.plain else float(weights.sum())
    return PairedShares(
        deals=len(holes) * table.pairs,
        weight=weight * table.pairs,
        amounts=amounts,
        pairs=np.sum(counted, axis=0),
        method="exact",
        choice=f"exact: {tuples_of_holes(len(holes), p)}",
        seed=None,
        seconds=now() - started,
    )


def _won(table: Table, holes: U8, which: int, completions: U8, amounts: I64, threads: int) -> U8:
    """The number of the amount that each player wins on each completion of a board, ``(t, p, n)``.

    ``holes``: tuples of holes ``(t, p, k)``.
    """
    t, p, _ = holes.shape
    numbers = _numbers(table, *on_all_boards(table, holes, which, completions), amounts, threads)
    return np.ascontiguousarray(numbers.reshape(p, t, -1).swapaxes(0, 1))


def on_all_boards(table: Table, holes: U8, which: int, completions: U8) -> tuple[list[U8], U8]:
    """Tuples of holes ``(t, p, k)`` and a board with each of its completions, as columns.

    ``completions``: (c, n), which of the cards that are left come. Returns (k, t * n) for each of
    the p players, and (5, t * n).
    """
    t, n = len(holes), completions.shape[1]
    board = table.boards[which]
    boards = np.empty((RIVER, t, n), np.uint8)
    boards[: len(board)] = board[:, None, None]
    boards[len(board) :] = table.decks(holes)[:, completions].swapaxes(0, 1)
    repeated_holes = np.repeat(holes.transpose(1, 2, 0), n, axis=2)
    return list(repeated_holes), boards.reshape(RIVER, t * n)


def _numbers(table: Table, holes: list[U8], boards: U8, amounts: I64, threads: int) -> U8:
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
        """Prepare dealing; RangeError if the players cannot be dealt together."""
        first, _ = table.boards
        dead = np.setdiff1d(table.gone, first)
        more = table.to_come[1]
        return cls(table, *plan_holdings(table.held, table.rule.hole, first, dead, more))

    def deal(self, first: int, number: int, seed: int) -> tuple[Sums]:
        """Deal from number ``first`` on: pairs of amounts ``(p, o, o)``."""
        from .two_boards_kernels import deal_cards

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

    def shares_of(
        self, asked: float | None, deals: int, sums: tuple[Sums, ...], seed: int, seconds: float
    ) -> PairedShares:
        """The result of the sums over so many deals; ``asked`` is the error that was asked for."""
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


def amounts_of(rule: Game, players: int) -> I64:
    """The amounts that a player can win on a board, ascending, in 1/5040 of its pot."""
    units = pot_units(players) if rule.halves else 2 * units_won(players)
    return np.unique(units)


@dataclass(frozen=True, kw_only=True)
class PairedShares:
    """What each of p players wins on two boards from one deck.

    The counts are ``int64`` if all weights are 0 or 1, and ``float64`` otherwise.
    """

    deals: int  # the pairs of boards that were counted or sampled, with all holes
    weight: float  # the sum of their weights
    # (o,) int64, the amounts that can be won on a board, ascending, in 1/5040 of its pot
    amounts: I64
    # (p, o, o), ``[player, i, j]`` is the weight of the deals in which he wins ``amounts[i]`` on
    # the first board and ``amounts[j]`` on the second.
    pairs: Sums
    method: Method  # ``exact`` or ``monte carlo``
    choice: str  # the method and how much it enumerated or dealt
    seed: int | None  # the seed of the random deals; None if it is exact
    seconds: float  # how long it took
    asked: float | None = None  # the standard error that was asked for, if any

    @property
    def by_board(self) -> F64:
        """The mean share of the pot of each board, ``(2, p)``, 0 to 1."""
        mine = self.amounts / (WHOLE * self.weight)
        return np.stack([self.pairs.sum(axis=2) @ mine, self.pairs.sum(axis=1) @ mine])

    @property
    def equity(self) -> F64:
        """The mean share of the pot, ``(p,)``, 0 to 1; each board decides half of it."""
        return np.asarray(self.by_board.mean(axis=0))

    @property
    def win(self) -> F64:
        """How often each player wins all of the pot: alone on both boards, ``(p,)``, 0 to 1."""
        return self.parts(lambda won: won == self.whole)

    @property
    def tie(self) -> F64:
        """How often each player wins a part of the pot, ``(p,)``, 0 to 1."""
        return self.parts(lambda won: (won > 0) & (won < self.whole))

    @property
    def lose(self) -> F64:
        """How often each player wins nothing, ``(p,)``, 0 to 1."""
        return self.parts(lambda won: won == 0)

    @property
    def chop(self) -> float:
        """How often the pot is split, 0 to 1, whoever splits it."""
        return max(0.0, float(1 - self.win.sum()))

    @property
    def whole(self) -> int:
        """The whole pot, in the units of :meth:`parts`."""
        return 2 * WHOLE

    def parts(self, wanted: Callable[[I64], Any]) -> F64:
        """How often each player wins some amounts on both boards, in 1/10080 of the pot, (p,)."""
        cells = wanted(self.amounts[:, None] + self.amounts)
        return np.asarray((self.pairs * cells).sum(axis=(1, 2)) / self.weight, np.float64)

    def deviation(self, runs: int = 2) -> F64:
        """The standard deviation of the share of the pot over so many runs, ``(p,)``, 0 to 1.

        All runs are distributed alike, and any two of them jointly like the two boards here. So the
        variance of the mean of n runs is the variance of one, divided by n, plus the covariance of
        two times 1 - 1/n.
        """
        return np.asarray(np.sqrt(self._variance(runs)[0]))

    def deviation_error(self, runs: int = 2) -> F64:
        """The standard error of the standard deviation, ``(p,)``; 0 if it is exact.

        It is nan for a single deal.
        """
        variance, error = self._variance(runs)
        if self.method == "exact" or self.deals == 1:
            return np.full(len(variance), 0.0 if self.method == "exact" else np.nan)
        spread = np.sqrt(variance)
        zero = np.zeros(len(spread))
        return np.asarray(np.divide(error, 2 * spread, out=zero, where=spread > 0))

    @property
    def standard_error(self) -> F64:
        """The larger of the standard errors of equity and deviation, ``(p,)``; 0 if exact.

        It is nan for a single deal.
        """
        if self.method == "exact":
            return np.zeros(len(self.pairs))
        errors = self.deviation(2) / np.sqrt(self.deals), self.deviation_error(2)
        return np.asarray(np.maximum(*errors))

    def _variance(self, runs: int) -> tuple[F64, F64]:
        """The variance over so many runs, and its standard error if it is sampled: ``(p,)`` both.

        The error is that of the mean contribution of each deal to the variance (the delta method).
        """
        won = self.amounts / WHOLE
        first, second = won[:, None], won[None]
        chance = self.pairs / self.weight
        mean = (chance * ((first + second) / 2)).sum(axis=(1, 2))
        square = (first**2 + second**2) / (2 * runs) + (1 - 1 / runs) * first * second
        adds = square - mean[:, None, None] * (first + second)
        added = (chance * adds).sum(axis=(1, 2))
        spread = (chance * (adds - added[:, None, None]) ** 2).sum(axis=(1, 2))
        variance = np.maximum(added + mean**2, 0.0)
        return variance, np.sqrt(spread / self.deals)


@dataclass(frozen=True)
class Table:
    """Players, two boards and dead cards.

    The two boards have no card in common, unless one board is run twice: then both have the same
    known cards.
    """

    rule: Game  # the game that is played on each board
    held: Sequence[Holdings | None]  # the holes of each player; None for any hole
    boards: tuple[U8, U8]  # pair of (b,) uint8, the known cards of each board, 0 to 5
    # (d,) uint8, cards that nobody has and that do not come, with those that are not in the deck
    dead: U8

    @classmethod
    def run_twice(cls, rule: Game, held: Sequence[Holdings | None], board: U8, dead: U8) -> Table:
        """One board whose other cards are dealt twice."""
        return cls(rule, held, (board, board), dead)

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.held)

    @functools.cached_property
    def alike(self) -> bool:
        """Whether both boards have the same known cards, such as when one board is run twice."""
        first, second = self.boards
        return set(first.tolist()) == set(second.tolist())

    @functools.cached_property
    def to_come(self) -> tuple[int, int]:
        """How many cards come on each board."""
        first, second = self.boards
        return RIVER - len(first), RIVER - len(second)

    @functools.cached_property
    def gone(self) -> U8:
        """The cards that are on a board or dead."""
        return np.unique(np.concatenate([*self.boards, self.dead]))

    @property
    def left(self) -> int:
        """How many cards are left for the boards, without the holes of all players."""
        return len(CARDS) - len(self.gone) - self.rule.hole * self.players

    @property
    def completions(self) -> tuple[int, int]:
        """In how many ways each board can be completed, given the holes of all players."""
        first, second = self.to_come
        return comb(self.left, first), comb(self.left, second)

    @property
    def pairs(self) -> int:
        """In how many ways both can be completed."""
        first, second = self.to_come
        return comb(self.left, first) * comb(self.left - first, second)

    @functools.cached_property
    def sizes(self) -> list[int]:
        """How many holes each player may have, with regard to boards and dead cards only."""
        any_hole = comb(len(CARDS) - len(self.gone), self.rule.hole)
        return [
            any_hole if held is None else len(held.without(self.gone).cards) for held in self.held
        ]

    @property
    def plain(self) -> bool:
        """Whether all weights are 0 or 1."""
        return all(held is None or bool((held.weights == 1).all()) for held in self.held)

    @property
    def most_tuples(self) -> int:
        """An upper bound of the number of tuples of holes."""
        return prod(self.sizes)

    def require_cards(self, more: int = 0) -> None:
        """Raise CardError if too few cards are left for both boards and ``more`` further runs."""
        first, second = self.to_come
        if self.left < first + second + more * first:
            cards = self.left + self.rule.hole * self.players
            boards = ("two", "three", "four")[more]
            raise CardError(
                f"{counted(cards)} left; too few for {self.players} players of {self.rule.name} "
                f"and {boards} boards"
            )

    def tuples(self) -> tuple[U8, F64]:
        """All holes that the players can have together, ``(t, p, k)``, and their weights, ``(t,)``.

        The holes of each player are added in turn to all tuples so far.
        """
        holes = np.empty((1, 0, self.rule.hole), np.uint8)
        weights, taken = np.ones(1), np.zeros(1, np.uint64)
        for held in self.held:
            live = (self._any if held is None else held).without(self.gone)
            bits = card_sets(live.cards)
            before, i = np.nonzero((taken[:, None] & bits) == 0)
            holes = np.concatenate([holes[before], live.cards[i][:, None]], axis=1)
            weights, taken = weights[before] * live.weights[i], taken[before] | bits[i]
        return holes, weights

    @functools.cached_property
    def _any(self) -> Holdings:
        cards = all_holes(self.rule.hole)
        return Holdings(cards, np.ones(len(cards)))

    def decks(self, holes: U8) -> U8:
        """The cards that each tuple of holes ``(t, p, k)`` leaves, ``(t, left)``."""
        live = np.ones((len(holes), len(CARDS)), np.bool_)
        live[:, self.gone] = False
        live[np.arange(len(holes))[:, None], holes.reshape(len(holes), -1)] = False
        return np.nonzero(live)[1].reshape(len(holes), -1).astype(np.uint8)


def in_chunks(total: int, size: int) -> Iterator[slice]:
    """Slices of up to ``size``."""
    for start in range(0, total, max(1, size)):
        yield slice(start, min(total, start + max(1, size)))
