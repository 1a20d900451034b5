"""How often starting hands win, as it is given to the solver, and as it takes it."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.holes import HANDS
from ..starting_hands.triples import hand_triples
from ..threads import pieces
from .payoffs import WAYS, orders_by_way, weak_orders
from .spots import Floats

TRIPLES = 1 << 17  # triples of hands that a kernel is left alone with: 0.1 seconds

_HANDS = len(HANDS)

Singles = npt.NDArray[np.float32]

# C(52, 2) C(50, 2) C(48, 2) C(46, 5)
DEALS_TO_THREE = 1326 * 1225 * 1128 * 1_370_754


class Chances(NamedTuple):
    """How likely hands come together, made of the exact counts."""

    one: Floats  # (169,)
    two: Floats  # (169, 169): both, for two players
    given_two: Singles  # (169, 28561): the third hand, given two
    orders_of_two: Floats  # (169, 169, 3): both, in each order
    strength: Floats  # (169,): how often a hand beats a random one, ties by half
    # (169, 28561): the chance of three hands, of which the middle one comes first, times the share
    # of the last in a pot with the first
    equity_of_third: Singles
    parts_of_three: Singles  # (8, 169, 169, 169): all three, times what part_values say


@dataclass(frozen=True, eq=False)
class Counts:
    """How often starting hands win, over all holes without a common card and all boards.

    Parameters
    ----------
    two : (169, 169, 3) int64
        Deals that the first hand wins, the second wins, both split.
    three : (818805, 13) int64, optional
        For each of ``starting_hands.hand_triples``: the deals of each order of the three, as
        ``weak_orders(3)`` has them. Needed for three players and more.
    """

    two: npt.NDArray[np.int64]
    three: npt.NDArray[np.int64] | None = None

    @functools.cached_property
    def weights_of_three(self) -> Floats:
        """The counts of three hands as shares of all deals to three players, float64."""
        if self.three is None:
            raise ValueError("three players or more need the counts of three hands; give them")
        return self.three / DEALS_TO_THREE

    @functools.cached_property
    def chances(self) -> Chances:
        """How likely two and three hands come together, and in which order."""
        return _chances_of(self)


def part_values(places: npt.NDArray[np.integer[Any]]) -> Floats:
    """What payoffs of three hands x, y and t are made of, by the places of the three.

    ``places``: (orders, 3) int, of x, y and t; 0 is the best. Returns (8, orders) float64: 1; the
    share of t in a pot of all, and in one with x; then whether the order is t x y, x y t, x above t
    and y, t and x above y, x and y above t. With those that x and y changed make, 13 in all, they
    make every payoff.
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
    """How likely hands come together, by the counts."""
    from .few_kernels import spread_three

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
    one = two.sum(axis=1)
    strength = orders_of_two.sum(axis=1) @ [1.0, 0.0, 0.5] / one
    return Chances(one, two, given_two.reshape(_HANDS, -1), orders_of_two, strength, equity, parts)
