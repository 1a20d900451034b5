"""What the ends of a hand come to, as it is summed over the hands of the players.

How likely players fold, given the hands of those who are in.

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
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.holes import HANDS
from ..signatures import F64
from ..starting_hands.triples import hand_triples
from .counts import Counts, weak_orders

# Who is in, and what each player gets, ``(orders, n)``, as ``payoffs`` has it.
Ends = list[tuple[tuple[int, ...], F64]]
_HANDS = len(HANDS)

# Who is first, in the middle and last in each weak order of three: four tensors hold all of them.
_STRICT, _ONE_ABOVE, _TWO_ABOVE, _ALL_TIE = range(4)
ORDERS = (
    *((_STRICT, way) for way in permutations(range(3))),
    *((_ONE_ABOVE, way) for way in ((0, 1, 2), (1, 0, 2), (2, 0, 1))),
    *((_TWO_ABOVE, way) for way in ((0, 1, 2), (0, 2, 1), (1, 2, 0))),
    (_ALL_TIE, (0, 1, 2)),
)

# The axes of a tensor that hands which tie may change.
_SAME = (
    ((0, 1, 2),),
    ((0, 1, 2), (0, 2, 1)),
    ((0, 1, 2), (1, 0, 2)),
    tuple(permutations(range(3))),
)

Tensors = tuple[F64, F64, F64, F64]


class Sums(NamedTuple):
    """What ends come to for each player and each hand of his, over the hands of the others.

    How often the others do what leads to the end is multiplied in; what he does is not.
    """

    mass: F64  # (ends, n, 169): chances
    worth: F64  # (ends, n, 169): chances times what he gets
    total: F64  # (ends,): chances of the ends, what he does included
    paid: F64  # (ends, n): chances times what each gets

    @classmethod
    def of_hands(cls, mass: F64, worth: F64, actions: F64) -> Sums:
        """With the totals of what is exact for each player."""
        return cls(mass, worth, (actions * mass)[:, 0].sum(axis=1), (actions * worth).sum(axis=2))


def of_two(ends: Ends, actions: F64, counts: Counts) -> Sums:
    """What the ends come to, with each player's actions on the way: ``(ends, 2, 169)``."""
    weights = counts.two / counts.two.sum()
    pairs = weights.sum(axis=2)
    mass, worth = np.empty((2, len(ends), 2, _HANDS))
    for end, ((inside, paid), (first, second)) in enumerate(zip(ends, actions, strict=True)):
        mass[end] = pairs @ second, first @ pairs
        if len(inside) < 2:
            worth[end] = mass[end] * paid[0][:, None]
        else:
            worth[end] = (weights @ paid[:, 0]) @ second, first @ (weights @ paid[:, 1])
    return Sums.of_hands(mass, worth, actions)


@functools.lru_cache(maxsize=1)
def tensors_of(counts: Counts) -> Tensors:
    """How often three hands come in each order, ``(169, 169, 169)``: first, in the middle, last.

    All strict orders are one tensor, whose axes are the best hand, the second and the third. In the
    others, hands that tie stand next to each other, in any order. As shares of all deals.
    """
    if counts.three is None:
        raise ValueError("three players or more need the counts of three hands; give them")
    rows = hand_triples().T.astype(np.intp)
    tensors: Tensors = tuple(np.zeros((_HANDS,) * 3) for _ in range(4))  # type: ignore[assignment]
    for column, (kind, way) in zip(counts.three.T, ORDERS, strict=True):
        for same in _SAME[kind]:
            tensors[kind][tuple(rows[way[place]] for place in same)] = column
    total = sum(tensors[kind].sum() for kind, _ in ORDERS)
    for tensor in tensors:
        tensor /= total
    return tensors


def of_three(ends: Ends, actions: F64, counts: Counts) -> Sums:
    """The same for three players: who of two wins depends on what the third has folded, too."""
    tensors = tensors_of(counts)
    distinct, which = np.unique(np.concatenate(actions), axis=0, return_inverse=True)
    firsts = [
        (distinct @ of.reshape(_HANDS, -1)).reshape(-1, _HANDS, _HANDS) for of in tensors
    ]  # summed over the first hand, with each vector
    lasts = [
        np.moveaxis((of.reshape(-1, _HANDS) @ distinct.T).reshape(_HANDS, _HANDS, -1), 2, 0)
        for of in tensors
    ]
    mass, worth = np.zeros((2, len(ends), 3, _HANDS))
    for end, (inside, paid) in enumerate(ends):
        by_order = paid[orders_of(inside)]
        place_of = which.reshape(len(ends), 3)[end]
        for (kind, (first, middle, last)), pays in zip(ORDERS, by_order, strict=True):
            without_last = lasts[kind][place_of[last]]
            without_first = firsts[kind][place_of[first]]
            among = {
                first: without_last @ actions[end][middle],
                middle: actions[end][first] @ without_last,
                last: actions[end][middle] @ without_first,
            }
            for player, sums in among.items():
                mass[end, player] += sums
                worth[end, player] += pays[player] * sums
    return Sums.of_hands(mass, worth, actions)


def orders_of(inside: tuple[int, ...]) -> npt.NDArray[np.intp]:
    """For each weak order of three hands, which one of the hands of those who are in it is."""
    three = weak_orders(3)[:, list(inside)]
    alike = np.sign(three[:, :, None].astype(int) - three[:, None, :])
    among = weak_orders(len(inside)).astype(int)
    found = np.sign(among[:, :, None] - among[:, None, :])
    rows: npt.NDArray[np.intp] = (alike[:, None] == found).all(axis=(2, 3)).argmax(axis=1)
    return rows


class Chances(NamedTuple):
    """How likely hands come together."""

    one: F64  # (169,)
    two: F64  # (169, 169)
    orders_of_two: F64  # (169, 169, 3): how they come, given both
    given_one: F64  # (169, 169): the second hand, given the first
    given_two: F64  # (28561, 169): the third hand, given two
    orders_and_third: F64  # (3, 28561, 169): the third hand, and how the two come


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

    def __init__(self, actions: F64, chances: Chances) -> None:
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
        self.both_given_one: dict[tuple[int, int], F64] = {}
        self.all_three: dict[tuple[int, int, int], float] = {}

        self.orders: dict[int, F64] = {}

    def orders_of_two(self, end: int, players: list[int]) -> F64:
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

    def _both(self, first: int, second: int) -> F64:
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

    def factors(self, end: int, players: list[int], inside: int) -> tuple[F64, F64]:
        """The chance that all of these players fold, given the hands of those who are in.

        ``end``: on the way to it; ``inside``: how many hands are given. Returns (169,) and (169,
        169) float64, of each hand and of each two: the chance is their product.
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


def ratio(of: F64, to: F64) -> F64:
    """The quotient; 0 where what is divided by is 0, since what never is is nothing."""
    return np.divide(of, to, out=np.zeros_like(of), where=to > 0)
