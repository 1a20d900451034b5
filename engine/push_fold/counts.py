"""How often starting hands win, as it is given to the solver, and as it takes it."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..cards.holes import HANDS
from ..starting_hands.triples import hand_triples
from .spots import Floats

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
    orders_of_three: Singles  # (818805, 13): all three, in each order
    starts: npt.NDArray[np.int32]  # (169, 169): the row of two hands and the lowest third, less it


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


def _chances_of(counts: Counts) -> Chances:
    """How likely hands come together, by the counts."""
    orders_of_two = counts.two / counts.two.sum()
    two = orders_of_two.sum(axis=2)
    hands = hand_triples().astype(np.intp)
    weights = counts.weights_of_three
    three = np.zeros((_HANDS, _HANDS, _HANDS), np.float32)
    together = weights.sum(axis=1)
    for order in permutations(range(3)):
        three[tuple(hands[:, list(order)].T)] = together
    given_two = np.divide(three, two, out=np.zeros_like(three), where=two > 0)
    starts = np.zeros((_HANDS, _HANDS), np.int32)
    first = np.flatnonzero(hands[:, 1] == hands[:, 2])
    starts[hands[first, 0], hands[first, 1]] = first - hands[first, 1]
    return Chances(
        two.sum(axis=1), two, given_two.reshape(_HANDS, -1), orders_of_two,
        weights.astype(np.float32), starts,
    )  # fmt: skip
