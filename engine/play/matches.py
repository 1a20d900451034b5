"""Matches of two strategies: hands in batches, each deal played twice with holes exchanged.

A hand is won by strategy and by luck. Two corrections remove luck without changing a mean:

- All lines of a deal are played, each with its probability, and no action is sampled.
- The luck of the cards is known, and 0 on average: the value of two starting hands if nobody bets
  after the flop, less its mean over all; and for each street the change in the pot's value if both
  were all in. How much of each is subtracted is fitted by least squares on one half of the deals,
  and applied to the other half.

These are AIVAT's corrections for actions and for chance: N. Burch, M. Schmid, M. Moravcik,
D. Morrill, M. Bowling, "AIVAT: A New Variance Reduction Technique for Agent Evaluation in Imperfect
Information Games", AAAI 2018. Both strategies are known here, which makes the first exact; the fit
is as in MIVAT (M. White, M. Bowling, IJCAI 2009).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.holes import HANDS, hand_of_hole
from ..dealing.deck import deal
from ..keys.canonical_rows import hole_ids
from ..signatures import F64, I32, I64, U8
from ..threads import over_rows
from .edges import STREETS, edges_of
from .strategies import Rules, Strategy

BOARD = 5
PIECE = 8192  # deals that are played between two looks at the clock
# The results of a hand: chips won by sampled actions; won by these, or by all lines; and of that
# the luck of the starting hands, the flop, the turn and the river.
PLAYED, WON, OF_HANDS = range(3)
FOUND = 6

# Takes holes (n,) and boards (5, n), and returns their buckets by street, (4, n).
BucketsOf = Callable[[npt.NDArray[np.uint16], U8], npt.NDArray[np.integer]]


class Side(NamedTuple):
    """A player: a strategy, and the buckets of its cards."""

    strategy: Strategy
    buckets_of: BucketsOf
    of_hands: I32  # (169,): the buckets of starting hands, before the flop


class Sums(NamedTuple):
    """Sums over deals, both hands of each together, by halves: deals of even and odd number.

    ``deals`` (2,), ``total`` (2, 6), and ``products`` (2, 6, 6) of each pair of results.
    """

    deals: I64
    total: F64
    products: F64

    def __add__(self, other: Sums) -> Sums:  # type: ignore[override]
        """The sums of both."""
        return Sums(
            self.deals + other.deals, self.total + other.total, self.products + other.products
        )

    @property
    def played(self) -> tuple[float, float]:
        """Chips that the hero wins a hand as it was played, and the standard error."""
        return self._mean(np.eye(FOUND)[[PLAYED, PLAYED]])

    @property
    def value(self) -> tuple[float, float]:
        """The same with luck removed."""
        ways = np.zeros((2, FOUND))
        for half in range(2):  # the correction of one half is fitted on the other
            total, deals = self.total[1 - half], self.deals[1 - half]
            spread = (self.products[1 - half] - np.outer(total, total) / deals)[OF_HANDS:]
            fit = np.linalg.lstsq(spread[:, OF_HANDS:], spread[:, WON], rcond=1e-9)[0]
            ways[half, WON], ways[half, OF_HANDS:] = 1, -fit
        return self._mean(ways)

    def _mean(self, ways: F64) -> tuple[float, float]:
        """The mean of a hand and its standard error; ``ways`` are the weights of the results."""
        mean = np.array([way @ some for way, some in zip(ways, self.total, strict=True)])
        mean /= self.deals
        squares = np.array(
            [way @ some @ way for way, some in zip(ways, self.products, strict=True)]
        )
        spread = np.maximum(squares / self.deals - mean * mean, 0)
        error = np.sqrt((spread * self.deals).sum()) / self.deals.sum()
        return float((mean * self.deals).sum() / self.deals.sum() / 2), float(error / 2)


class Match:
    """Two sides at a table.

    Parameters
    ----------
    hero, villain : Side
    rules : Rules
        Of the table.
    outcomes : (169, 169, 3) int64
        How often the first starting hand wins, loses and ties, over all boards and all holes.
    seed : int
    all_lines : bool
        Whether to play all lines, or only sampled ones.
    threads : int
        0 for all cores. Results are the same for any number.
    """

    def __init__(
        self, hero: Side, villain: Side, rules: Rules, outcomes: I64, seed: int, *,
        all_lines: bool = False, threads: int = 0,
    ) -> None:  # fmt: skip
        self.hero, self.villain, self.rules = hero, villain, rules
        self.seed, self.all_lines, self.threads = seed, all_lines, threads
        dealt = outcomes.sum(axis=2)
        self.edge_of_hands = (outcomes[:, :, 0] - outcomes[:, :, 1]) / dealt
        sides = (hero.strategy, villain.strategy)
        levels = sum(_levels(own) + 2 * STREETS + 2 for own in sides)
        self._depth = 2 * (max(map(_widest, sides)) + 1) * levels
        # By seat of the hero and starting hands: the value if nobody bets after the flop, less its
        # mean over all deals.
        self.worth_of_hands = self._worth(dealt / dealt.sum())

    def cards(self, first: int, deals: int) -> U8:
        """The cards of deals, by number: the big blind's hole, the dealer's, and the board."""
        return deal(deals, 4 + BOARD, seed=self.seed, first=first, threads=self.threads)

    def play(self, cards: U8, first: int = 0) -> F64:
        """Play deals ``(9, n)``, of which the first has a number.

        Returns ``(n, 2, 6)``: the results of the hero as big blind and as dealer, see ``FOUND``.
        """
        holes = [hole_ids(cards[at : at + 2], layout="columns") for at in (0, 2)]
        board = np.ascontiguousarray(cards[4:])
        of_hero, of_villain = (
            np.array([side.buckets_of(hole, board) for hole in holes]).astype(np.int32)
            for side in (self.hero, self.villain)
        )
        hands = [hand_of_hole()[hole] for hole in holes]
        edge = edges_of(cards, self.edge_of_hands[hands[0], hands[1]], threads=self.threads)
        results = self._play(of_hero, of_villain, edge, first, all_lines=self.all_lines)
        results[:, :, OF_HANDS] = self.worth_of_hands[:, hands[0], hands[1]].T
        return results

    def sums(self, first: int, deals: int) -> Sums:
        """The sums over deals, by number."""
        both = self.play(self.cards(first, deals), first).sum(axis=1)
        halves = [both[first % 2 :: 2], both[1 - first % 2 :: 2]]
        products = [
            [[(half[:, a] * half[:, b]).sum() for b in range(FOUND)] for a in range(FOUND)]
            for half in halves
        ]
        deals_of, totals = [len(half) for half in halves], [half.sum(axis=0) for half in halves]
        return Sums(np.array(deals_of), np.array(totals), np.array(products))

    def _play(
        self, of_hero: I32, of_villain: I32, edge: F64, first: int, *, all_lines: bool
    ) -> F64:
        from .match_kernels import Waiting, play_deals

        deals = edge.shape[1]
        results = np.zeros((deals, 2, FOUND))
        arguments = self.hero.strategy, self.villain.strategy, of_hero, of_villain, edge, self.rules

        def work(start: int, stop: int) -> None:
            room = Waiting(
                np.empty((self._depth, 6), np.int64), np.empty((self._depth, 2), np.int64),
                np.empty(self._depth),
            )  # fmt: skip
            play_deals(
                *arguments, np.uint64(self.seed), first, start, stop, all_lines, room, results
            )

        over_rows(work, deals, self.threads)
        return results

    def _worth(self, often: F64) -> F64:
        """The values of starting hands if the hand is shown down when the flop would come."""
        first, second = np.divmod(np.arange(len(HANDS) ** 2, dtype=np.int32), len(HANDS))
        of_hero, of_villain = (
            np.array([[side.of_hands[first]], [side.of_hands[second]]], np.int32)
            for side in (self.hero, self.villain)
        )
        edge = self.edge_of_hands.reshape(1, -1)
        won = self._play(of_hero, of_villain, edge, 0, all_lines=True)[:, :, WON].T
        mean = won @ often.ravel()
        return (won - mean[:, None]).reshape(2, len(HANDS), len(HANDS))


def _widest(strategy: Strategy) -> int:
    """The largest number of actions of a decision."""
    return int(np.diff(strategy.first).max(initial=0))


def _levels(strategy: Strategy) -> int:
    """The number of nodes on the longest path."""
    deep = np.ones(len(strategy.kind), np.int64)
    for node in range(len(strategy.kind)):
        deep[strategy.child[strategy.first[node] : strategy.first[node + 1]]] = deep[node] + 1
    return int(deep.max(initial=0))
