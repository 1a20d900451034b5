"""How likely players fold, given the hands of those who are in.

``φ(ab)`` is the chance that a player folds, given that two who are in have the hands a and b. What
follows from the hands of three players is exact; the rest is made of it by Kirkwood's
superposition, in which the chance of many is that of each three, times each one, by each two.

- One who folds: ``φ(a)``, ``φ(ab)``, ``φ(ab) φ(ac) φ(bc) φ / (φ(a) φ(b) φ(c))``; and so on, with
  more hands that are given.
- Two who fold: the product for each, times how much likelier they fold together than apart:
  ``δ(a)``, ``δ(a) δ(b) / δ``, ``δ(a) δ(b) δ(c) / δ²``, and so on.
- Three who fold: the product for each two, times how much likelier they fold together than that,
  whatever the others have.

Of six players who go in with 35, 20, 12 and 6 % after none, one, two and three, the chances of all
ends add up to 1.00005. They are 1.0485 if players fold apart but for the hands of those who are in.
"""

from __future__ import annotations

import functools
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ...cards.holes import HANDS
from ..counts import Counts
from ..spots import Floats
from .exact import ORDERS, orders_of, tensors_of

_HANDS = len(HANDS)


class Chances(NamedTuple):
    """How likely hands come together."""

    one: Floats  # (169,)
    two: Floats  # (169, 169)
    orders_of_two: Floats  # (169, 169, 3): how they come, given both
    given_one: Floats  # (169, 169): the second hand, given the first
    given_two: Floats  # (28561, 169): the third hand, given two
    orders_and_third: Floats  # (3, 28561, 169): the third hand, and how the two come


@functools.lru_cache(maxsize=1)
def chances_of(counts: Counts) -> Chances:
    """How likely hands come together, by the counts."""
    tensors = tensors_of(counts)
    orders = np.zeros((3, *(_HANDS,) * 3))
    for (kind, way), order in zip(ORDERS, orders_of((0, 1)), strict=True):
        orders[order] += np.transpose(tensors[kind], np.argsort(way))
    three = orders.sum(axis=0)
    orders_of_two = counts.two / counts.two.sum()
    two = orders_of_two.sum(axis=2)
    one = two.sum(axis=1)
    pairs = three.sum(axis=2)[:, :, None]
    return Chances(
        one,
        two,
        ratio(orders_of_two, two[:, :, None]),
        ratio(two, one[:, None]),
        ratio(three, pairs).reshape(-1, _HANDS),
        ratio(orders, pairs).reshape(3, -1, _HANDS),
    )


class Folds:
    """How likely players fold on the way to an end, given the hands of those who are in.

    Parameters
    ----------
    actions : (ends, n, 169) float64
        How often each player does, with each hand, what leads to the end.
    chances : Chances
    """

    def __init__(self, actions: Floats, chances: Chances) -> None:
        distinct, which = np.unique(actions.reshape(-1, _HANDS), axis=0, return_inverse=True)
        self.which = which.reshape(actions.shape[:2])
        self.does = distinct  # each way to act once; which[end, player] is its row
        self.given_none = distinct @ chances.one
        self.given_one = distinct @ chances.given_one.T
        given_two = (chances.given_two @ distinct.T).T
        self.given_two = np.ascontiguousarray(given_two).reshape(-1, _HANDS, _HANDS)
        both = distinct @ chances.two @ distinct.T
        self.both = ratio(both, np.outer(self.given_none, self.given_none))
        self.chances = chances
        self.both_given_one: dict[tuple[int, int], Floats] = {}
        self.all_three: dict[tuple[int, int, int], float] = {}

        self.orders: dict[int, Floats] = {}

    def orders_of_two(self, end: int, players: list[int]) -> Floats:
        """How two hands come if all of these players fold: ``(169, 169, 3)``.

        By how each of them changes it, added up.
        """
        known = self.chances.orders_of_two
        ways = self.which[end, players]
        new = [at for at in ways if at not in self.orders]
        if new:
            folded = self.chances.orders_and_third @ self.does[new].T  # (3, 28561, new)
            for at, of in zip(new, np.moveaxis(folded, 2, 0), strict=True):
                chance = self.given_two[at][:, :, None]
                given = ratio(of.T.reshape(known.shape), chance)
                self.orders[at] = np.where(chance > 0, given - known, 0.0)
        return known + sum(self.orders[at] for at in ways)

    def _both(self, first: int, second: int) -> Floats:
        """How much likelier two fold together than apart, given one hand, ``(169,)``."""
        at = min(first, second), max(first, second)
        if at not in self.both_given_one:
            both = (self.chances.given_one * self.given_two[at[0]]) @ self.does[at[1]]
            self.both_given_one[at] = ratio(both, self.given_one[at[0]] * self.given_one[at[1]])
        return self.both_given_one[at]

    def _three(self, first: int, second: int, third: int) -> float:
        """How much likelier three fold together than each two of them make it."""
        at = first, second, third
        if at not in self.all_three:
            both = self.chances.two * self.given_two[third]
            apart = self.given_none[list(at)].prod()
            pairs = np.prod([self.both[pair] for pair in combinations(at, 2)])
            all_three = self.does[first] @ both @ self.does[second]
            self.all_three[at] = float(all_three / (apart * pairs)) if all_three else 0.0
        return self.all_three[at]

    def factors(self, end: int, players: list[int], inside: int) -> tuple[Floats, Floats]:
        """The chance that all of these players fold, given the hands of those who are in.

        Parameters
        ----------
        end : int
            On the way to it.
        players : list of int
        inside : int
            How many hands are given.

        Returns
        -------
        of_each : (169,) float64
        of_two : (169, 169) float64
            The chance is their product: of each hand, and of each two.
        """
        at = self.which[end, players]
        if not self.both[np.ix_(at, at)].all():  # one never folds, or two never together
            return np.zeros(_HANDS), np.zeros((_HANDS, _HANDS))
        of_two = self.given_two[at].prod(axis=0)
        of_each = np.full(_HANDS, self.given_none[at].prod() ** ((inside - 1) * (inside - 2) / 2))
        of_each **= 1 / inside
        singles = self.given_one[at].prod(axis=0)
        of_each *= ratio(singles, singles ** (inside - 1))
        for first, second in combinations(at, 2):
            of_each *= self._both(first, second) / self.both[first, second] ** (1 - 1 / inside)
        for triple in combinations(sorted(at), 3):
            of_each *= self._three(*triple) ** (1 / inside)
        return of_each, of_two


def ratio(of: Floats, to: Floats) -> Floats:
    """The quotient; 0 where what is divided by is 0, since what never is is nothing."""
    return np.divide(of, to, out=np.zeros_like(of), where=to > 0)
