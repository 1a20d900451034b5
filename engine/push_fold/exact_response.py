"""The ends of a hand, summed over the hands of the players.

How likely players fold, given the hands of the players who are in:

``φ(ab)`` is the probability that a player folds, given that two players in hold the hands a and b.
Everything that follows from the hands of three players is exact. The rest is built from it by
Kirkwood's superposition: the probability of many is the product over triples, times the product
over single ones, divided by the product over pairs.

- One who folds: ``φ(a)``, ``φ(ab)``, ``φ(ab) φ(ac) φ(bc) φ / (φ(a) φ(b) φ(c))``; and so on with
  more given hands.
- Two who fold: the product for each, times how much likelier they fold together than independently:
  ``δ(a)``, ``δ(a) δ(b) / δ``, ``δ(a) δ(b) δ(c) / δ²``, and so on.
- Three who fold: the product for each pair, times how much likelier they fold together than that,
  whatever the others hold.

For six players who go in with 35, 20, 12 and 6 % after none, one, two and three, the probabilities
of all ends sum to 1.00005. They sum to 1.0485 if folds depend only on the hands that are in.
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

# The players who are in, and each player's payoffs, ``(orders, n)``, as in ``payoffs``.
Ends = list[tuple[tuple[int, ...], F64]]
_HANDS = len(HANDS)

# The first, middle and last in each weak order of three: four tensors hold all orders.
_STRICT, _ONE_ABOVE, _TWO_ABOVE, _ALL_TIE = range(4)
ORDERS = (
    *((_STRICT, way) for way in permutations(range(3))),
    *((_ONE_ABOVE, way) for way in ((0, 1, 2), (1, 0, 2), (2, 0, 1))),
    *((_TWO_ABOVE, way) for way in ((0, 1, 2), (0, 2, 1), (1, 2, 0))),
    (_ALL_TIE, (0, 1, 2)),
)

# The axes of a tensor that tied hands may swap.
_SAME = (
    ((0, 1, 2),),
    ((0, 1, 2), (0, 2, 1)),
    ((0, 1, 2), (1, 0, 2)),
    tuple(permutations(range(3))),
)

Tensors = tuple[F64, F64, F64, F64]


class Sums(NamedTuple):
    """Sums of ends for each player and each of his hands, over the hands of the others.

    The others' shares on the way to an end are multiplied in; his own are not.
    """

    mass: F64  # (ends, n, 169): probabilities
    worth: F64  # (ends, n, 169): probabilities times his payoff
    total: F64  # (ends,): probabilities of the ends, his own shares included
    paid: F64  # (ends, n): probabilities times each player's payoff

    @classmethod
    def of_hands(cls, mass: F64, worth: F64, actions: F64) -> Sums:
        """With the totals of sums that are exact for each player."""
        return cls(mass, worth, (actions * mass)[:, 0].sum(axis=1), (actions * worth).sum(axis=2))


def of_two(ends: Ends, actions: F64, counts: Counts) -> Sums:
    """The sums of the ends, by each player's actions on the way: ``(ends, 2, 169)``."""
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
    """The probabilities of three hands by order, ``(169, 169, 169)``: first, middle, last.

    All strict orders are one tensor, whose axes are the best hand, the second and the third. In the
    others, tied hands are adjacent, in any order. They are shares of all deals.
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
    """The same for three players: who wins between two also depends on the third's folded cards."""
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
    """For each weak order of three hands, the order of the hands of the players who are in."""
    three = weak_orders(3)[:, list(inside)]
    alike = np.sign(three[:, :, None].astype(int) - three[:, None, :])
    among = weak_orders(len(inside)).astype(int)
    relations = np.sign(among[:, :, None] - among[:, None, :])
    rows: npt.NDArray[np.intp] = (alike[:, None] == relations).all(axis=(2, 3)).argmax(axis=1)
    return rows


class Chances(NamedTuple):
    """Joint and conditional probabilities of hands."""

    one: F64  # (169,)
    two: F64  # (169, 169)
    orders_of_two: F64  # (169, 169, 3): their order, given both
    given_one: F64  # (169, 169): the second hand, given the first
    given_two: F64  # (28561, 169): the third hand, given two
    orders_and_third: F64  # (3, 28561, 169): the third hand and the order of the two


@functools.lru_cache(maxsize=1)
def chances_of(counts: Counts) -> Chances:
    """Probabilities of hands, from the counts."""
    tensors = tensors_of(counts)
    orders = np.zeros((3, *(_HANDS,) * 3))
    for (kind, way), order in zip(ORDERS, orders_of((0, 1)), strict=True):
        orders[order] += np.transpose(tensors[kind], np.argsort(way))
    three = orders.sum(axis=0)
    orders_of_two = counts.two / counts.two.sum()
    two = orders_of_two.sum(axis=2)
    single = two.sum(axis=1)
    pairs = three.sum(axis=2)[:, :, None]
    return Chances(
        single,
        two,
        ratio(orders_of_two, two[:, :, None]),
        ratio(two, single[:, None]),
        ratio(three, pairs).reshape(-1, _HANDS),
        ratio(orders, pairs).reshape(3, -1, _HANDS),
    )


class Folds:
    """Probabilities that players fold on the way to an end, given the hands that are in.

    Parameters
    ----------
    actions : (ends, n, 169) float64
        How often each player's hands take the action that leads to the end.
    chances : Chances
    """

    def __init__(self, actions: F64, chances: Chances) -> None:
        distinct, which = np.unique(actions.reshape(-1, _HANDS), axis=0, return_inverse=True)
        self.which = which.reshape(actions.shape[:2])
        self.does = distinct  # each different vector of shares; which[end, player] is its row
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
        """The order of two hands if all of these players fold: ``(169, 169, 3)``.

        The effects of the players are added.
        """
        known = self.chances.orders_of_two
        ways = self.which[end, players]
        new = [at for at in ways if at not in self.orders]
        if new:
            folded = self.chances.orders_and_third @ self.does[new].T  # (3, 28561, new)
            for at, fold in zip(new, np.moveaxis(folded, 2, 0), strict=True):
                chance = self.given_two[at][:, :, None]
                with_fold = ratio(fold.T.reshape(known.shape), chance)
                self.orders[at] = np.where(chance > 0, with_fold - known, 0.0)
        return known + sum(self.orders[at] for at in ways)

    def _both(self, first: int, second: int) -> F64:
        """How much likelier two fold together than independently, given one hand, ``(169,)``."""
        at = min(first, second), max(first, second)
        if at not in self.both_given_one:
            both = (self.chances.given_one * self.given_two[at[0]]) @ self.does[at[1]]
            self.both_given_one[at] = ratio(both, self.given_one[at[0]] * self.given_one[at[1]])
        return self.both_given_one[at]

    def _three(self, first: int, second: int, third: int) -> float:
        """How much likelier three fold together than their pairs suggest."""
        at = first, second, third
        if at not in self.all_three:
            both = self.chances.two * self.given_two[third]
            apart = self.given_none[list(at)].prod()
            pairs = np.prod([self.both[pair] for pair in combinations(at, 2)])
            all_three = self.does[first] @ both @ self.does[second]
            self.all_three[at] = float(all_three / (apart * pairs)) if all_three else 0.0
        return self.all_three[at]

    def factors(self, end: int, players: list[int], inside: int) -> tuple[F64, F64]:
        """The probability that all of these players fold, given the hands of the players in.

        ``end``: the end they lead to; ``inside``: how many hands are given. Returns (169,) and
        (169, 169) float64, by each hand and by each pair: the probability is their product.
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


def ratio(dividend: F64, divisor: F64) -> F64:
    """The quotient; 0 if the divisor is 0, because an impossible event has no weight."""
    return np.divide(dividend, divisor, out=np.zeros_like(dividend), where=divisor > 0)
