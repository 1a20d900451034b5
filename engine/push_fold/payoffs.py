"""What each player has in the end, by who is in and in which order their hands come."""

from __future__ import annotations

import functools
from itertools import combinations, permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from .prizes import expected_prizes
from .spots import Floats, Spot

WAYS = np.array(list(permutations(range(3))))  # which of three hands each player has


@functools.cache
def weak_orders(hands: int) -> npt.NDArray[np.uint8]:
    """The orders in which hands can come, ties and all.

    Returns (orders, hands) uint8: the place of each hand; 0 is the best, and hands that tie have
    the same. Those without a tie come first: two hands have (first wins, second wins, tie), three
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

    found = in_groups(tuple(range(hands)))
    found.sort(key=lambda groups: (-len(groups), tuple(map(len, groups)), groups))
    places = np.array(
        [
            [next(i for i, group in enumerate(groups) if hand in group) for hand in range(hands)]
            for groups in found
        ],
        np.uint8,
    )
    places.flags.writeable = False
    return places


def order_rows(ranks: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.intp]:
    """The rows of :func:`weak_orders` in which hands of these ranks come, ``(n, hands)``.

    The less a rank, the better the hand. Ranks need not follow each other.
    """
    known = _code(weak_orders(ranks.shape[1]))
    by_code = np.argsort(known)
    return by_code[np.searchsorted(known[by_code], _code(ranks))]


def _code(ranks: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.intp]:
    """A number for the order in which hands come: how many are better than each, as digits."""
    code = np.zeros(len(ranks), np.intp)
    for hand in range(ranks.shape[1]):
        code = ranks.shape[1] * code + (ranks < ranks[:, [hand]]).sum(axis=1)
    return code


@functools.cache
def orders_by_way() -> npt.NDArray[np.intp]:
    """For each way to give three hands to players, the order of players in each order of hands."""
    given = weak_orders(3)[:, WAYS].transpose(1, 0, 2)  # ways, orders, players
    return order_rows(given.reshape(-1, 3)).reshape(given.shape[:2])


def terminals(spot: Spot) -> list[tuple[int, ...]]:
    """The sets of players who can be in, in the end: 2**n - 1, by the number of players."""
    return [
        inside
        for size in range(1, spot.players + 1)
        for inside in combinations(range(spot.players), size)
    ]


def payoffs(spot: Spot) -> dict[tuple[int, ...], Floats]:
    """What the spot comes to, for each player.

    Returns for each of :func:`terminals`: (orders, n) float64, with an order of :func:`weak_orders`
    of those who are in. Big blinds won, or with prizes the prize that he can expect.
    """
    ends = terminals(spot)
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


def _stacks_after(spot: Spot, inside: tuple[int, ...]) -> Floats:
    """The stacks in the end, ``(orders, n)``, where these players are in and the others folded."""
    places = weak_orders(len(inside))
    put_in = spot.posted()
    put_in[list(inside)] = np.take(spot.stacks, inside)
    after = np.tile(np.asarray(spot.stacks, np.float64) - put_in, (len(places), 1))
    low = 0.0
    for high in np.unique(put_in[list(inside)]):
        layer = np.minimum(put_in, high) - np.minimum(put_in, low)
        reaching = np.array([put_in[player] >= high for player in inside])
        best = np.where(reaching, places, 255).min(axis=1)
        winning = reaching & (places == best[:, None])
        after[:, list(inside)] += layer.sum() * winning / winning.sum(axis=1, keepdims=True)
        low = high
    # What a player who folded had posted above all who are in, he gets back.
    return after + np.maximum(put_in - low, 0.0)
