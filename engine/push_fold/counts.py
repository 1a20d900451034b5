"""How often starting hands win, by their order at showdown, and each player's stack then."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.holes import HANDS
from ..prizes import expected_prizes
from ..signatures import F32, F64, I64, U8, frozen
from ..starting_hands.triples import hand_triples
from ..threads import pieces
from .spots import PushFoldSpot

WAYS = np.array(list(permutations(range(3))))  # which of three hands each player holds


@functools.cache
def weak_orders(hands: int) -> U8:
    """The orders in which hands can finish, with ties.

    Returns (orders, hands) uint8: the place of each hand; 0 is the best, and tied hands share a
    place. Orders without a tie come first: two hands have (first wins, second wins, tie), three
    have 13, four 75, five 541, six 4,683. Read-only.
    """

    def in_groups(left: tuple[int, ...]) -> list[tuple[tuple[int, ...], ...]]:
        if not left:
            return [()]
        return [
            (best, *rest)
            for size in range(1, len(left) + 1)
            for best in combinations(left, size)
            for rest in in_groups(tuple(hand for hand in left if hand not in best))
        ]

    orders = in_groups(tuple(range(hands)))
    orders.sort(key=lambda groups: (-len(groups), tuple(map(len, groups)), groups))
    return frozen(
        np.array(
            [
                [
                    next(i for i, group in enumerate(groups) if hand in group)
                    for hand in range(hands)
                ]
                for groups in orders
            ],
            np.uint8,
        )
    )


def order_rows(ranks: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.intp]:
    """The rows of :func:`weak_orders` for hands of these ranks, ``(n, hands)``.

    A lower rank is a better hand. Ranks need not be consecutive.
    """
    known = _code(weak_orders(ranks.shape[1]))
    by_code = np.argsort(known)
    return by_code[np.searchsorted(known[by_code], _code(ranks))]


def _code(ranks: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.intp]:
    """A number for the order of hands: for each the number of better ones, as digits."""
    code = np.zeros(len(ranks), np.intp)
    for hand in range(ranks.shape[1]):
        code = ranks.shape[1] * code + (ranks < ranks[:, [hand]]).sum(axis=1)
    return code


@functools.cache
def orders_by_way() -> npt.NDArray[np.intp]:
    """For each assignment of three hands, the order of players in each order of hands."""
    by_way = weak_orders(3)[:, WAYS].transpose(1, 0, 2)  # ways, orders, players
    return order_rows(by_way.reshape(-1, 3)).reshape(by_way.shape[:2])


def terminals(spot: PushFoldSpot, most_in: int | None = None) -> list[tuple[int, ...]]:
    """The sets of players who can be in at the end, by the number of players.

    ``most_in``: at most so many; by default as many as the spot allows.
    """
    return [
        inside
        for size in range(1, (most_in or spot.most_in) + 1)
        for inside in combinations(range(spot.players), size)
    ]


def payoffs(spot: PushFoldSpot, most_in: int | None = None) -> dict[tuple[int, ...], F64]:
    """The payoffs of the spot for each player.

    Returns for each of :func:`terminals`: (orders, n) float64, by the order in :func:`weak_orders`
    of the players who are in. Big blinds won, or with prizes the expected prize.
    """
    ends = terminals(spot, most_in)
    stacks = [_stacks_after(spot, inside) for inside in ends]
    if spot.prizes:
        after = np.concatenate(stacks)
        others = np.broadcast_to(spot.others, (len(after), len(spot.others)))
        before = spot.stacks + spot.others
        worth = expected_prizes(np.hstack([after, others]), spot.prizes, before)
        worth = worth[:, : spot.players]
        bounds = np.cumsum([len(each) for each in stacks])[:-1]
        return dict(zip(ends, np.split(worth, bounds), strict=True))
    return {end: each - spot.stacks for end, each in zip(ends, stacks, strict=True)}


def _stacks_after(spot: PushFoldSpot, inside: tuple[int, ...]) -> F64:
    """The stacks at the end, ``(orders, n)``, if these players are in and the others folded."""
    places = weak_orders(len(inside))
    held, put_in, dead = spot.held(), spot.posted(), spot.dead()
    put_in[list(inside)] = held[list(inside)]
    after = np.tile(held - put_in, (len(places), 1))
    low = 0.0
    for high in np.unique(put_in[list(inside)]):
        layer = np.minimum(put_in, high) - np.minimum(put_in, low)
        reaching = np.array([put_in[player] >= high for player in inside])
        best = np.where(reaching, places, 255).min(axis=1)
        winning = reaching & (places == best[:, None])
        pot, dead = layer.sum() + dead, 0.0  # posts for everybody belong to the first layer
        after[:, list(inside)] += pot * winning / winning.sum(axis=1, keepdims=True)
        low = high
    # A folded player gets back what he posted above all players who are in.
    return after + np.maximum(put_in - low, 0.0)


TRIPLES = 1 << 17  # triples of hands in one call of a kernel: 0.1 seconds

_HANDS = len(HANDS)


# C(52, 2) C(50, 2) C(48, 2) C(46, 5)
DEALS_TO_THREE = 1326 * 1225 * 1128 * 1_370_754


class Chances(NamedTuple):
    """Joint probabilities of hands, from the exact counts."""

    one: F64  # (169,)
    two: F64  # (169, 169): of both hands of two players
    given_two: F32  # (169, 28561): the third hand, given two
    orders_of_two: F64  # (169, 169, 3): of both, in each order
    strength: F64  # (169,): how often a hand beats a random one, ties by half
    # (169, 28561): the probability of three hands, the given one in the middle, times the last
    # hand's equity against the first
    equity_of_third: F32
    parts_of_three: F32  # (8, 169, 169, 169): of all three, times the part_values


@dataclass(frozen=True, eq=False)
class Counts:
    """How often starting hands win, over all disjoint holes and all boards.

    Parameters
    ----------
    two : (169, 169, 3) int64
        Deals that the first hand wins, the second wins, both split.
    three : (818805, 13) int64, optional
        For each of ``starting_hands.hand_triples``: the deals of each order of the three, as
        ``weak_orders(3)`` has them. Needed for three players and more.
    """

    two: I64
    three: I64 | None = None

    @functools.cached_property
    def weights_of_three(self) -> F64:
        """The counts of three hands as shares of all deals to three players, float64."""
        if self.three is None:
            raise ValueError("three players or more need the counts of three hands; give them")
        return self.three / DEALS_TO_THREE

    @functools.cached_property
    def chances(self) -> Chances:
        """Joint probabilities of two and three hands, and of their orders."""
        return _chances_of(self)


def part_values(places: npt.NDArray[np.integer[Any]]) -> F64:
    """A basis of the payoffs of three hands x, y and t, by their places.

    ``places``: (orders, 3) int, of x, y and t; 0 is the best. Returns (8, orders) float64: 1; the
    share of t in a pot of all, and in one with x; then whether the order is t x y, x y t, x above t
    and y, t and x above y, x and y above t. Together with the same parts for x and y swapped, 13 in
    all, they span all payoffs.
    """
    x, y, t = places.T
    best = places.min(axis=1)
    return np.stack([
        np.ones(len(places)),
        (t == best) / (places == best[:, None]).sum(axis=1),
        (t < x) + (t == x) / 2,
        (t < x) & (x < y),
        (x < y) & (y < t),
        (x < t) & (t == y),
        (t == x) & (x < y),
        (x == y) & (y < t),
    ])  # fmt: skip


def _chances_of(counts: Counts) -> Chances:
    """Joint probabilities of hands, from the counts."""
    from .solving_kernels import spread_three

    orders_of_two = counts.two / counts.two.sum()
    two = orders_of_two.sum(axis=2)
    values = part_values(weak_orders(3))
    parts = np.zeros((len(values), _HANDS, _HANDS, _HANDS), np.float32)
    terms = (
        np.array([value[orders_by_way()] for value in values]),
        np.tile(np.arange(3), (len(values), 1)), np.arange(len(values)), WAYS,
        np.zeros((0, _HANDS)), np.zeros((0, _HANDS, _HANDS)), parts,
    )  # fmt: skip
    hands, weights = hand_triples(), counts.weights_of_three
    for start, stop in pieces(0, len(hands), TRIPLES):
        spread_three(hands[start:stop], weights[start:stop], *terms)
    given_two = np.divide(parts[0], two, out=np.zeros_like(parts[0]), where=two > 0)
    equity = np.ascontiguousarray(parts[2].transpose(1, 0, 2)).reshape(_HANDS, -1)
    single = two.sum(axis=1)
    strength = orders_of_two.sum(axis=1) @ [1.0, 0.0, 0.5] / single
    return Chances(
        single, two, given_two.reshape(_HANDS, -1), orders_of_two, strength, equity, parts
    )
